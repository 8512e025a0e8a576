# SPDX-License-Identifier: AGPL-3.0-or-later
"""The command line with the model, as a user starts it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.e2e.program import Ended, Program, report

DRAFTS = 3


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "home")


def page(tiny: Path, tmp_path: Path, *names: str) -> list[Path]:
    """Copies of pictures, since results are written beside them."""
    return [Path(shutil.copy(tiny / "pages" / f"{name}.png", tmp_path)) for name in names]


def convert(program: Program, model: Path, *words: str | Path) -> Ended:
    return program.run("convert", *words, "--engine", "transformers", "--model", model)


def test_pages_are_read_as_by_the_reference(program: Program, tiny: Path, tmp_path: Path) -> None:
    """Small pictures too: they reach the model in their own size."""
    sources, path = page(tiny, tmp_path, "p1_text", "p3_table"), tmp_path / "r.jsonl"
    ended = convert(program, tiny, *sources, "--draft-tokens", str(DRAFTS), "--report", path)
    assert ended.code == 0, ended
    for source in sources:
        golden = (tiny / "expected" / f"{source.stem}.md").read_text(encoding="utf-8")
        assert source.with_suffix(".md").read_text(encoding="utf-8").rstrip() == golden.rstrip()
    lines, summary = report(path)
    for line in lines:
        assert (line["engine"], line["model"], line["prompt_tokens"]) == ("transformers", tiny.name, 307)
        assert line["drafted"] == DRAFTS * line["steps"]
        assert sum(line["accepted_per_position"]) == line["accepted"] <= line["drafted"]
        assert line["mean_tokens_per_step"] == round((line["output_tokens"] - 1) / line["steps"], 4)
        assert {"vision", "prefill", "decode", "first_token"} <= line["seconds"].keys()
    accepted, drafted = (sum(line[name] for line in lines) for name in ("accepted", "drafted"))
    assert summary["acceptance"] == round(accepted / drafted, 4) > 0.5
    assert summary["tokens_per_second"] > 0


def test_what_is_finished_is_not_read_again(program: Program, tiny: Path, tmp_path: Path) -> None:
    """At another depth of drafts neither, since that never changes the text; with another
    instruction or another model's folder it is."""
    source, path = page(tiny, tmp_path, "p1_text")[0], tmp_path / "r.jsonl"

    def fresh(model: Path, *words: str) -> bool:
        ended = convert(program, model, source, "--report", path, *words)
        assert ended.code == 0, ended
        return "pages_per_second" in report(path)[1]

    assert fresh(tiny, "--draft-tokens", "2")
    assert not fresh(tiny, "--draft-tokens", "2")
    assert not fresh(tiny, "--draft-tokens", "0", "--prompt", "default")
    assert fresh(tiny, "--prompt", "strict")
    assert report(path)[0][0]["prompt_tokens"] > 307
    other = tmp_path / "other"
    other.mkdir()
    for one in tiny.iterdir():
        if one.is_file():
            shutil.copy(one, other)
    assert fresh(other)


def test_a_folder_that_is_no_model(program: Program, tiny: Path, tmp_path: Path) -> None:
    sources = page(tiny, tmp_path, "p1_text", "p3_table")
    ended = convert(program, tmp_path, *sources)
    assert ended.code == 3, ended
    assert ended.err.count("no readable config.json") == 1, ended
    broken = tmp_path / "broken"
    broken.mkdir()
    for one in tiny.glob("*.json"):
        shutil.copy(one, broken)
    weights = (tiny / "model.safetensors").read_bytes()
    (broken / "model.safetensors").write_bytes(weights[: len(weights) // 2])
    ended = convert(program, broken, *sources)
    assert ended.code == 3, ended
    assert ended.err.count("model.safetensors is not complete") == 1, ended


def test_the_engine_is_listed_with_what_is_missing(program: Program) -> None:
    """The libraries are there; no checkpoint is in this library's folder."""
    ended = program.run("engines", "list")
    rows = [line.split("\t") for line in ended.out.splitlines()]
    why = " ".join(row[2] for row in rows if row[0] == "transformers")
    assert "The model jina-ocr-v1 is not on this machine." in why, ended
    assert "not installed" not in why, ended
