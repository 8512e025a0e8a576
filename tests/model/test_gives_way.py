# SPDX-License-Identifier: AGPL-3.0-or-later
"""The real engine with real broken files, too little memory or the wrong driver: one sentence why, and the built-in
engine reads all pages."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.core.changes import AppCode, DocumentState, EngineStatus, Notice
from app.core.choice import BUILTIN, EngineChoice
from app.core.errors import sentence
from app.core.settings import Settings
from tests.e2e.sessions import HANG, make_pdf, running

LITTLE = 700 * 2**20
"""Bytes of addresses that are too few for the libraries alone."""

SHORT = f"""
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_AS, ({LITTLE}, {LITTLE}))
sys.argv = ["engine"]
runpy.run_module("engine", run_name="__main__")
"""


def weights(folder: Path) -> Path:
    return folder / "model.safetensors"


def cut_off(folder: Path) -> None:
    os.truncate(weights(folder), weights(folder).stat().st_size // 2)


def another_model(folder: Path) -> None:
    (folder / "config.json").write_text(json.dumps({"model_type": "llama", "architectures": ["LlamaForCausalLM"]}))


SPOILT: dict[str, tuple[Callable[[Path], object], str]] = {
    "no folder": (shutil.rmtree, "folder"),
    "no weights": (lambda folder: weights(folder).unlink(), "safetensors"),
    "weights cut off": (cut_off, "is not complete"),
    "weights that are none": (lambda folder: weights(folder).write_bytes(b"no weights" * 999), "damaged"),
    "another model": (another_model, "llama"),
    "half a configuration": (lambda folder: (folder / "config.json").write_text("{"), "config.json"),
    "no tokenizer": (lambda folder: (folder / "tokenizer.json").unlink(), "tokenizer"),
}


def check(tmp_path: Path, choice: EngineChoice, words: str) -> None:
    """This choice fails with these words, and the built-in engine reads."""
    with running(tmp_path / "home", engines=(choice, BUILTIN), settings=Settings(workers=1)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 2, text="read all the same")])
        assert session.wait_idle(HANG)
        assert (watcher.row.state, watcher.row.read, watcher.row.failed) == (DocumentState.DONE, 2, 0)
    assert {end.reading.engine for end in watcher.ended().values() if end.reading} == {"builtin"}
    (failed,) = [status for status in watcher.of(EngineStatus) if status.state == "failed"]
    assert (failed.name, failed.instead) == ("transformers", "builtin")
    (notice,) = watcher.of(Notice)
    told = sentence(notice.problem, notice.subject)
    assert notice.problem.code is AppCode.ENGINE_REPLACED
    assert words.lower() in told.lower(), told
    assert "Traceback" not in told and "\n" not in told


def engine(folder: Path, **more: str) -> EngineChoice:
    options = {"model": str(folder), "dtype": "float32"}
    return EngineChoice("transformers", "transformers", options, {"device": "cpu", **more})


@pytest.mark.parametrize("how", SPOILT)
def test_files_that_are_broken(tiny: Path, tmp_path: Path, how: str) -> None:
    spoil, words = SPOILT[how]
    folder = tmp_path / "tiny"
    shutil.copytree(tiny, folder, ignore=shutil.ignore_patterns("pages*", "expected", "reference"))
    spoil(folder)
    check(tmp_path, engine(folder), words)


def test_a_driver_that_is_not_there(tiny: Path, tmp_path: Path) -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("this machine has what is to be missing")
    check(tmp_path, engine(tiny, device="cuda"), "cuda")


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of this kind")
def test_memory_that_is_not_enough_for_the_libraries(tiny: Path, tmp_path: Path) -> None:
    check(tmp_path, replace(engine(tiny), command=(sys.executable, "-c", SHORT)), "cannot be used")
