# SPDX-License-Identifier: AGPL-3.0-or-later
"""Stage by stage and token by token what vLLM computed with the same weights, in float32."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.jina_ocr.cache import Cache, Places
from engine.jina_ocr.compiled import CompiledPasses
from engine.jina_ocr.depth import Depth
from engine.jina_ocr.image import Views, make_views
from engine.jina_ocr.model import JinaOcr
from engine.jina_ocr.passes import Passes, TorchPasses
from engine.jina_ocr.plain import PlainPasses
from tests.model.golden import NAMES, Golden

REFERENCES = ("p1_text", "text", "slide")

DEPTHS: dict[str, Callable[[], Depth]] = {
    "0": lambda: Depth.fixed(0),
    "1": lambda: Depth.fixed(1),
    "3": lambda: Depth.fixed(3),
    "adaptive": Depth.adaptive,
}

NEAR_TIES = {("1", "slide"), ("1", "loop"), ("3", "report"), ("3", "loop")}
"""Pages on which a draft is a near tie, so that some steps differ from vLLM's. The reason is known:
vLLM leaves the draft's position 0 out and blanks the embedding at 1; we follow the published recipe."""


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


@pytest.mark.parametrize("passes", [CompiledPasses, PlainPasses, TorchPasses])
@pytest.mark.parametrize("at_once", [1, 4])
@pytest.mark.parametrize("depth", DEPTHS)
def test_all_pages_token_for_token(
    golden: Golden, depth: str, at_once: int, passes: Callable[[JinaOcr, Cache, Places], Passes]
) -> None:
    """Guard and ban are off, as they were in vLLM."""
    read = golden.read(NAMES, DEPTHS[depth], at_once, passes=passes)
    wrong = [name for name, page in read.items() if page.tokens != golden.tokens(name)]
    assert wrong == []
    assert {name for name, page in read.items() if page.finish == "length"} == {"loop"}
    assert golden.writer.text(read["defects"].tokens) == golden.text("defects")
    assert all(0.5 < p <= 1.0001 for page in read.values() for p in page.probabilities)
    if f"K{depth}" in golden.stats["text"]:
        theirs = {name: golden.stats[name][f"K{depth}"]["accepted_per_step"] for name in NAMES}
        ours = {name: page.tally.per_step for name, page in read.items()}
        assert {(depth, name) for name in NAMES if ours[name] != theirs[name]} <= NEAR_TIES
        drift = sum(map(sum, ours.values())) - sum(map(sum, theirs.values()))
        assert abs(drift) <= 3
    if depth == "0":
        assert all(page.tally.drafted == 0 for page in read.values())
    else:
        tallies = [page.tally for page in read.values()]
        assert sum(tally.accepted for tally in tallies) > 0.6 * sum(tally.drafted for tally in tallies)
