# SPDX-License-Identifier: AGPL-3.0-or-later
"""Starts that fail, each with one sentence that says why and what to do; and a draft head that is broken."""

from __future__ import annotations

import json
import os
import shutil
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.backends.vllm.plugin.extract import FILE
from engine.backends.vllm.plugin.launch import draft_folder
from engine.protocol import EngineState, ErrorCode, NoteCode
from tests.vllm import pages
from tests.vllm.talking import Desk, Engine

pytestmark = pytest.mark.timeout(1800)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    """One program: a start that fails must not spoil the next."""
    with Engine() as started:
        yield started


@pytest.fixture
def checkpoint(tmp_path: Path) -> Path:
    """A copy to spoil."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    for path in pages.TINY.iterdir():
        if path.is_file():
            shutil.copyfile(path, folder / path.name)
    return folder


def no_folder(folder: Path) -> None:
    shutil.rmtree(folder)


def no_tokenizer(folder: Path) -> None:
    (folder / "tokenizer.json").unlink()


def no_weights(folder: Path) -> None:
    (folder / "model.safetensors").unlink()


def cut_off(folder: Path) -> None:
    weights = folder / "model.safetensors"
    os.truncate(weights, weights.stat().st_size // 2)


def garbage(folder: Path) -> None:
    (folder / "model.safetensors").write_bytes(b"no weights at all" * 1000)


def another_model(folder: Path) -> None:
    (folder / "config.json").write_text(json.dumps({"model_type": "llama", "architectures": ["LlamaForCausalLM"]}))


def half_json(folder: Path) -> None:
    (folder / "config.json").write_text("{")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (no_folder, "There is no model folder"),
        (no_tokenizer, "no readable tokenizer.json"),
        (no_weights, "no weights (*.safetensors)"),
        (cut_off, "model.safetensors is not complete"),
        (garbage, "model.safetensors is damaged"),
        (another_model, "not jina-ocr-v1 but another model (LlamaForCausalLM)"),
        (half_json, "is not valid JSON"),
    ],
)
def test_a_checkpoint_that_cannot_be_used(
    engine: Engine, checkpoint: Path, spoil: Callable[[Path], None], words: str
) -> None:
    spoil(checkpoint)
    state = engine.use(model=str(checkpoint))
    assert (state.state, state.code) == ("failed", ErrorCode.ENGINE_UNAVAILABLE)
    assert words in state.detail


def without(folder: Path, lost: Callable[[str], bool]) -> None:
    """Take tensors out of the weights."""
    weights = folder / "model.safetensors"
    data = weights.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    kept: dict[str, Any] = {}
    pieces: list[bytes] = []
    at = 0
    for name, entry in json.loads(data[8 : 8 + length]).items():
        if name == "__metadata__" or lost(name):
            continue
        first, last = entry["data_offsets"]
        pieces.append(data[8 + length + first : 8 + length + last])
        kept[name] = {**entry, "data_offsets": [at, at + last - first]}
        at += last - first
    text = json.dumps({"__metadata__": {"format": "pt"}, **kept}).encode()
    text += b" " * (-len(text) % 8)
    weights.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(pieces))


def test_a_tensor_is_missing(engine: Engine, checkpoint: Path) -> None:
    without(checkpoint, lambda name: name == "model.layers.1.input_layernorm.weight")
    state = engine.use(model=str(checkpoint))
    assert state.state == "failed"
    assert "The checkpoint lacks model.layers.1.input_layernorm.weight" in state.detail


@pytest.mark.parametrize("layout", ["one", pytest.param("separate", marks=pytest.mark.long)])
def test_memory_that_is_not_enough_for_a_page(engine: Engine, layout: str) -> None:
    """Only vLLM itself finds this out, after a second start with less of everything."""
    before = len(engine.all(EngineState))
    state = engine.use(kv_bytes=1000, layout=layout)
    assert (state.state, state.code) == ("failed", ErrorCode.OUT_OF_MEMORY)
    assert state.detail == "The memory for one page is not enough: read fewer pages at once, or shorten the context."
    told = [state.detail for state in engine.all(EngineState)[before:]]
    assert "starting" in told


def test_a_damaged_draft_head(engine: Engine, checkpoint: Path, tmp_path: Path) -> None:
    """The page is read all the same, without drafts, and says why."""
    without(checkpoint, lambda name: name.endswith("eh_proj.weight"))
    state = engine.use(model=str(checkpoint))
    assert state.state == "ready", state
    assert state.abilities is not None
    assert not state.abilities.acceptance
    check_without_drafts(engine, Desk(tmp_path), "the model's draft head is damaged (mtp_module.heads.0.eh_proj")


def check_without_drafts(engine: Engine, desk: Desk, why: str) -> None:
    job = desk.page("p1_text")
    engine.send(job)
    engine.wait_jobs(job.job)
    reading = engine.readings()[job.job]
    assert reading.raw == pages.text("p1_text")
    assert (reading.draft_tokens, reading.accepted, reading.accepted_per_position) == (0, None, None)
    assert reading.mean_tokens_per_step == 1.0
    (note,) = [note for note in reading.notes if note.code is NoteCode.DRAFT_OFF]
    assert why in note.detail


@pytest.mark.parametrize("layout", ["one", pytest.param("separate", marks=pytest.mark.long)])
def test_drafts_that_vllm_does_not_start(tmp_path: Path, layout: str) -> None:
    """The draft folder is there, but what is in it is broken: found out by vLLM alone."""
    work = tmp_path / "work"
    shutil.copytree(pages.WORK / "cache", work / "cache", symlinks=True)
    draft = draft_folder(pages.TINY, work) / FILE  # as a start before this one has left it
    os.truncate(draft, draft.stat().st_size // 2)
    with Engine() as started:
        state = started.use(work=str(work), layout=layout)
        assert state.state == "ready", (state, started.child.said(40))
        check_without_drafts(started, Desk(tmp_path), "The model's weights are damaged")
    assert [path.parent for path in work.rglob("model.safetensors")] == [draft.parent]  # it was this one


def test_plain_decoding_is_no_fault(engine: Engine, tmp_path: Path) -> None:
    state = engine.use(draft_tokens=0)
    assert state.state == "ready"
    job = Desk(tmp_path).page("p1_text")
    engine.send(job)
    engine.wait_jobs(job.job)
    reading = engine.readings()[job.job]
    assert reading.raw == pages.text("p1_text")
    assert reading.notes == []
    assert reading.steps == (reading.output_tokens or 0) - 1
