# SPDX-License-Identifier: AGPL-3.0-or-later
"""Stage by stage what vLLM computed with the same weights, in float32; its tokens are in
test_golden_tokens.py and test_golden_torch.py."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from engine.jina_ocr.cache import Cache, Places
from engine.jina_ocr.image import Views, make_views
from engine.jina_ocr.model import JinaOcr
from tests.model.golden import NAMES, Golden

REFERENCES = ("p1_text", "text", "slide")


def reference(tiny: Path, name: str) -> dict[str, np.ndarray]:
    with np.load(tiny / "reference" / f"{name}.npz") as stored:
        return dict(stored)


def stored_views(stored: dict[str, np.ndarray]) -> Views:
    columns, rows = (int(side) for side in stored["grid"])
    return Views((columns, rows), stored["global_view"].astype(np.float32), stored["tiles"].astype(np.float32))


@pytest.mark.parametrize("name", NAMES)
def test_prompts(golden: Golden, name: str) -> None:
    assert len(golden.looked(name)) == golden.stats[name]["image_tokens"]
    assert len(golden.ids(name)) == golden.stats[name]["prompt_tokens"]
    assert list(golden.picture(name).size) == golden.stats[name]["picture"]


@pytest.mark.parametrize("name", REFERENCES)
def test_prompt_ids_are_equal(golden: Golden, tiny: Path, name: str) -> None:
    assert golden.ids(name) == reference(tiny, name)["prompt_ids"].tolist()


def test_pixels_are_equal(golden: Golden, tiny: Path) -> None:
    stored = reference(tiny, "p1_text")
    views = make_views(golden.picture("p1_text"))
    assert views.grid == (1, 1)
    assert views.tiles.shape[0] == 0
    np.testing.assert_allclose(views.overall, stored["global_view"].astype(np.float32), rtol=0, atol=1e-3)


@pytest.mark.parametrize("name", REFERENCES)
def test_stages_are_equal(model: JinaOcr, tiny: Path, name: str) -> None:
    stored = reference(tiny, name)
    looked = model.look(stored_views(stored))
    near(looked, stored["image_embeddings"])
    ids = stored["prompt_ids"].tolist()
    like = model.decoder.newline
    cache, places = Cache(model.sizes, 1, len(ids), like), Places(model.sizes, len(ids), like)
    with torch.inference_mode():
        states = model.decoder(model.embed_prompt(ids, looked), places.prompt(0, len(ids)), cache)[0]
        logits = model.decoder.head(states[-1])
    near(states[-8:], stored["hidden_last8"])
    best, numbers = logits.topk(20)
    near(best, stored["top_logits"])
    assert numbers.tolist() == stored["top_ids"].tolist()


def near(ours: torch.Tensor, theirs: np.ndarray) -> None:
    """Within 1e-4 of the array's largest value."""
    np.testing.assert_allclose(ours.numpy(), theirs, rtol=0, atol=1e-4 * float(np.abs(theirs).max()))
