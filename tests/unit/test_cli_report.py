# SPDX-License-Identifier: AGPL-3.0-or-later
"""The report: names that scripts depend on, and nothing that was not reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli.report import Totals, open_report, page_line
from app.core.changes import Problem
from app.core.errors import ProblemError
from engine.protocol import ErrorCode, Note, NoteCode, Reading, Seconds

FULL = Reading(
    engine="vllm", raw="r", text="some text", model="m", revision="v1", prompt_tokens=10, output_tokens=200,
    seconds=Seconds(queued=0.1, vision=0.2, prefill=0.3, decode=4.0, total=4.6, first_token=0.6),
    steps=80, drafted=240, accepted=120, accepted_per_position=[70, 35, 15], mean_tokens_per_step=2.5,
    notes=[Note(code=NoteCode.HAS_FORMULAS)],
)  # fmt: skip


def test_every_name_of_the_contract() -> None:
    assert page_line("/a.pdf", 2, FULL, None) == {
        "file": "/a.pdf", "page": 3, "state": "read", "engine": "vllm", "model": "m", "revision": "v1",
        "prompt_tokens": 10, "output_tokens": 200,
        "seconds": {"queue": 0.1, "vision": 0.2, "prefill": 0.3, "decode": 4.0, "total": 4.6, "first_token": 0.6},
        "tokens_per_second": 50.0, "steps": 80, "drafted": 240, "accepted": 120,
        "accepted_per_position": [70, 35, 15], "mean_tokens_per_step": 2.5, "finish": "stop",
        "flags": ["has-formulas"], "chars": 9,
    }  # fmt: skip


def test_what_was_not_reported_is_absent() -> None:
    line = page_line("/a.pdf", 0, Reading(engine="builtin", raw="", text=""), None)
    assert line == {
        "file": "/a.pdf", "page": 1, "state": "read", "engine": "builtin", "finish": "stop", "flags": [], "chars": 0,
    }  # fmt: skip


def test_failures_have_a_code_and_whole_files_no_page() -> None:
    problem = Problem(ErrorCode.TIME_LIMIT, "15")
    whole = {"file": "/a.pdf", "state": "failed", "code": "time-limit"}
    assert page_line("/a.pdf", 4, None, problem) == {**whole, "page": 5}
    assert page_line("/a.pdf", None, None, problem) == whole


def test_summary() -> None:
    totals = Totals()
    totals.add(FULL, None, False)
    totals.add(FULL, None, True)
    totals.add(None, Problem(ErrorCode.CRASHED), False)
    summary = totals.summary()
    assert (summary["pages"], summary["failed"], summary["acceptance"]) == (3, 1, 0.5)
    assert set(summary) == {"pages", "failed", "seconds", "pages_per_second", "tokens_per_second", "acceptance"}
    assert set(Totals().summary()) == {"pages", "failed", "seconds"}


def test_report_is_one_object_a_line_and_the_summary_last(tmp_path: Path) -> None:
    path = tmp_path / "new" / "r.jsonl"
    report = open_report(path)
    report.write(page_line("/ä\udce4\n.pdf", 0, FULL, None))
    report.close(Totals())
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines[0]["file"].startswith("/ä")
    assert list(lines[-1]) == ["summary"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no disk that is always full")
def test_a_full_disk_is_told_once() -> None:
    report = open_report(Path("/dev/full"))
    with pytest.raises(ProblemError):
        report.write({"file": "/a.pdf"})
    report.write({"file": "/b.pdf"})
    report.close(Totals())
    assert report.broken
