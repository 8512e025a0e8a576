# SPDX-License-Identifier: AGPL-3.0-or-later
"""Checkpoints that are whole, odd or broken; every fault is one sentence that names it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from engine.jina_ocr.config import CheckpointError
from engine.jina_ocr.decode import Batch, NotNumbers, Page
from engine.jina_ocr.depth import Depth
from engine.jina_ocr.model import JinaOcr
from tests.model.small import write_checkpoint

WEIGHTS = "model.safetensors"
INDEX = "model.safetensors.index.json"
DRAFT_NORM = "mtp_module.heads.0.enorm.weight"


@pytest.mark.parametrize("shards", [1, 3])
@pytest.mark.parametrize("stored", [torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("wanted", [torch.float32, torch.bfloat16])
def test_every_value_arrives(tmp_path: Path, shards: int, stored: torch.dtype, wanted: torch.dtype) -> None:
    tensors = write_checkpoint(tmp_path, shards=shards, dtype=stored)
    progress: list[float] = []
    model = JinaOcr.from_pretrained(tmp_path, dtype=wanted, progress=progress.append)
    for name, place in model.places():
        kept = torch.float32 if name.endswith("mlp.gate.weight") else wanted
        assert place.dtype == kept
        assert torch.equal(place, tensors[name].to(kept)), name
    assert progress == sorted(progress)
    assert progress[-1] == 1.0


def test_known_duplicates_are_skipped(tmp_path: Path) -> None:
    tensors = write_checkpoint(tmp_path)
    copies = {
        "mtp_embed_tokens.weight": tensors["model.embed_tokens.weight"].clone(),
        "mtp_module.heads.0.shared_head.norm.weight": tensors["model.norm.weight"].clone(),
        "mtp_module.heads.0.shared_head.local_head.weight": tensors["lm_head.weight"].clone(),
    }
    save_file(tensors | copies, tmp_path / WEIGHTS)
    assert JinaOcr.from_pretrained(tmp_path).part_sizes()["draft"] > 0


def without(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        tensors = load_file(folder / WEIGHTS)
        del tensors[name]
        save_file(tensors, folder / WEIGHTS)

    return change


def with_tensor(name: str, tensor: torch.Tensor) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        save_file(load_file(folder / WEIGHTS) | {name: tensor}, folder / WEIGHTS)

    return change


def cut(folder: Path) -> None:
    data = (folder / WEIGHTS).read_bytes()
    (folder / WEIGHTS).write_bytes(data[:-100])


def no_layers(folder: Path) -> None:
    tensors = load_file(folder / WEIGHTS)
    save_file({name: t for name, t in tensors.items() if ".layers." not in name}, folder / WEIGHTS)


def other_vocabulary(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, "vocab_size": 30}))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (cut, r"model.safetensors is not complete: \d+ bytes of \d+"),
        (without(DRAFT_NORM), f"lacks {DRAFT_NORM}"),
        (no_layers, "and [0-9]+ more"),
        (with_tensor("model.extra", torch.zeros(2)), "does not know: model.extra"),
        (with_tensor("model.norm.weight", torch.zeros(16, dtype=torch.int8)), "model.norm.weight is stored as I8"),
        (with_tensor("model.norm.weight", torch.zeros(17)), r"model.norm.weight is \[17\] instead of \[16\]"),
        (other_vocabulary, r"model.embed_tokens.weight is \[24, 16\] instead of \[30, 16\]"),
        (lambda folder: (folder / WEIGHTS).unlink(), "no weights"),
        (lambda folder: (folder / WEIGHTS).write_bytes(b"not a model"), "damaged or not a safetensors"),
        (lambda folder: (folder / WEIGHTS).write_bytes(b""), "damaged or not a safetensors"),
        (lambda folder: (folder / WEIGHTS).write_bytes(b"\x08" + bytes(7) + b"[1, 2]  "), "damaged"),
    ],
)
def test_broken_files(tmp_path: Path, change: Callable[[Path], None], sentence: str) -> None:
    write_checkpoint(tmp_path)
    change(tmp_path)
    with pytest.raises(CheckpointError, match=sentence) as caught:
        JinaOcr.from_pretrained(tmp_path)
    assert str(caught.value).endswith(".")


def drop_entry(index: dict[str, str]) -> None:
    del index[DRAFT_NORM]


def wrong_file(index: dict[str, str]) -> None:
    index[DRAFT_NORM] = min(index.values())


def no_file(index: dict[str, str]) -> None:
    index[DRAFT_NORM] = "model-9.safetensors"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (drop_entry, f"no entry for {DRAFT_NORM}"),
        (wrong_file, f"lacks {DRAFT_NORM}, which"),
        (no_file, "model-9.safetensors of the model is missing"),
    ],
)
def test_broken_index(tmp_path: Path, change: Callable[[dict[str, str]], None], sentence: str) -> None:
    write_checkpoint(tmp_path, shards=2)
    index = json.loads((tmp_path / INDEX).read_text())
    change(index["weight_map"])
    (tmp_path / INDEX).write_text(json.dumps(index))
    with pytest.raises(CheckpointError, match=sentence):
        JinaOcr.from_pretrained(tmp_path)
    (tmp_path / INDEX).write_text("[]")
    with pytest.raises(CheckpointError, match="not an index"):
        JinaOcr.from_pretrained(tmp_path)


def test_weights_that_are_no_numbers(tmp_path: Path) -> None:
    tensors = write_checkpoint(tmp_path)
    tensors["model.layers.1.mlp.gate.weight"][0, 0] = torch.nan
    save_file(tensors, tmp_path / WEIGHTS)
    model = JinaOcr.from_pretrained(tmp_path, dtype=torch.float32)
    with pytest.raises(NotNumbers):
        Batch(model, 1, 64).admit(Page(0, 0, 8, Depth.fixed(1), 1), torch.ones(1, 4, 16))


def test_room_is_checked() -> None:
    """A page that could outgrow its place in the cache is not let in."""
    from tests.model.small import random_model

    model = random_model(1)
    batch = Batch(model, 1, 20)
    with pytest.raises(ValueError, match="no room for a page of 15 \\+ 8 tokens"):
        batch.admit(Page(0, 0, 8, Depth.fixed(1), 1), torch.ones(1, 15, 16, dtype=torch.float64))
    batch.admit(Page(0, 0, 8, Depth.fixed(1), 99), torch.ones(1, 12, 16, dtype=torch.float64))
    with pytest.raises(ValueError, match="no room"):
        batch.admit(Page(1, 0, 8, Depth.fixed(1), 99), torch.ones(1, 1, 16, dtype=torch.float64))
