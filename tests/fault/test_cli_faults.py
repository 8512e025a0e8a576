# SPDX-License-Identifier: AGPL-3.0-or-later
"""The command line when things go wrong in the middle: bad files, an engine that dies, lies,
prints or hangs, a stop, a kill. The engine is the scripted one; everything else is real."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.cli.conversion import OPEN_AT_ONCE
from tests.e2e.program import HANG, Ended, Program, pdf, report

SLOW = {"pages": {"default": {"text": "Text of page {page}.", "delay": 0.25}}}


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "home")


def scripted(tmp_path: Path, script: dict[str, Any]) -> list[str]:
    path = tmp_path / "script.json"
    path.write_text(json.dumps(script))
    return ["--engine", "scripted", "--script", str(path)]


def pages(path: Path, count: int) -> Path:
    return pdf(path, *[f"page {n + 1}" for n in range(count)])


def wait_for(condition: Any, what: str) -> None:
    until = time.monotonic() + HANG
    while not condition():
        assert time.monotonic() < until, f"waited in vain for {what}"
        time.sleep(0.02)


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def finish(process: Any) -> Ended:
    out, err = process.communicate(timeout=HANG)
    return Ended(process.returncode, out.decode(), err.decode())


def test_twenty_files_of_which_six_are_bad(program: Program, tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    for number in range(14):
        pages(source / f"good{number:02}.pdf", 1 + number % 3)
    (source / "bad0.pdf").write_bytes(b"")
    (source / "bad1.pdf").write_text("not a PDF at all")
    (source / "bad2.pdf").write_bytes(b"%PDF-1.7\n%%EOF\n")
    (source / "bad3.png").write_bytes(b"\x89PNG\r\n\x1a\n and no more")
    pdf(source / "bad4.pdf", "locked", encrypt="secret")
    (source / "bad5.jpg").write_bytes(random.Random(5).randbytes(5000))
    ended = program.run("convert", source, "--out", out, "--report", tmp_path / "r.jsonl", *scripted(tmp_path, {}))
    assert ended.code == 1, ended
    assert sorted(p.name for p in out.iterdir()) == [f"good{number:02}.md" for number in range(14)]
    for number in range(6):
        assert f"bad{number}." in ended.err, ended
    lines, summary = report(tmp_path / "r.jsonl")
    assert sum(line["state"] == "failed" for line in lines) == summary["failed"] == 6
    assert sum(line["state"] == "read" for line in lines) == sum(1 + n % 3 for n in range(14))
    for number in range(14):
        text = (out / f"good{number:02}.md").read_text(encoding="utf-8")
        assert text.count("# Page ") == 1 + number % 3


def test_more_documents_than_are_open_at_once(program: Program, tmp_path: Path) -> None:
    """And the bad ones among them end as well, wherever they stand."""
    source, out = tmp_path / "in", tmp_path / "out"
    assert OPEN_AT_ONCE < 40
    for number in range(45):
        pdf(source / f"{number}.pdf", f"text of {number}")
        if number % 9 == 0:
            (source / f"{number}.pdf").write_bytes(b"")
    ended = program.run("convert", source, "--out", out, "--quiet", *scripted(tmp_path, {}))
    assert ended.code == 1, ended
    assert len(list(out.iterdir())) == 40


@pytest.mark.parametrize("misdeed", ["kill", "exit", "segfault", "memory", "error", "wrong-job", "twice"])
def test_page_on_which_the_engine_misbehaves(program: Program, tmp_path: Path, misdeed: str) -> None:
    """That page fails, or is read after all; every other page is read, and no page is lost."""
    source = pages(tmp_path / "a.pdf", 6)
    script = {"pages": {"3": {"misdeed": misdeed}}}
    ended = program.run("convert", source, "--report", tmp_path / "r.jsonl", *scripted(tmp_path, script))
    lines, summary = report(tmp_path / "r.jsonl")
    assert sorted(line["page"] for line in lines) == [1, 2, 3, 4, 5, 6], ended
    failed = [line["page"] for line in lines if line["state"] == "failed"]
    assert failed in ([3], [])
    assert summary["failed"] == len(failed)
    assert ended.code == (1 if failed else 0)
    text = (tmp_path / "a.md").read_text(encoding="utf-8")
    for page in (1, 2, 4, 5, 6):
        assert f"This is page {page} of a.pdf." in text
    assert ("Page 3 is missing here." in text) == (failed == [3])


def test_engine_that_dies_once_costs_nothing(program: Program, tmp_path: Path) -> None:
    source = pages(tmp_path / "a.pdf", 6)
    script = {"pages": {"2": {"misdeed": "kill", "once": str(tmp_path / "done")}}}
    ended = program.run("convert", source, *scripted(tmp_path, script))
    assert ended.code == 0, ended
    assert (tmp_path / "done").exists()
    assert (tmp_path / "a.md").read_text(encoding="utf-8").count("# Page ") == 6


@pytest.mark.parametrize("misdeed", ["print", "garbage"])
def test_noise_of_the_engine_reaches_neither_results_nor_terminal(
    program: Program, tmp_path: Path, misdeed: str
) -> None:
    source = pages(tmp_path / "a.pdf", 4)
    script = {"pages": {"2": {"misdeed": misdeed}}}
    ended = program.run("convert", source, "--out", "-", *scripted(tmp_path, script))
    assert ended.code == 0, ended
    assert ended.out == "\n\n".join(f"# Page {n}\n\nThis is page {n} of a.pdf." for n in (1, 2, 3, 4)) + "\n"
    assert len(ended.err.splitlines()) == 2, ended  # the document's line and the end's


@pytest.mark.parametrize("load", [{"fail": "engine-unavailable", "detail": "no such device"}, {"misdeed": "exit"}])
def test_engine_that_cannot_start(program: Program, tmp_path: Path, load: dict[str, str]) -> None:
    ended = program.run("convert", pages(tmp_path / "a.pdf", 3), *scripted(tmp_path, {"load": load}))
    assert ended.code == 3, ended
    assert "engine" in ended.err
    assert not (tmp_path / "a.md").exists()


def test_failed_page_is_read_when_the_command_is_given_again(program: Program, tmp_path: Path) -> None:
    source = pages(tmp_path / "a.pdf", 4)
    first = program.run("convert", source, *scripted(tmp_path, {"pages": {"3": {"fail": "engine-failed"}}}))
    assert first.code == 1, first
    text = (tmp_path / "a.md").read_text(encoding="utf-8")
    assert "Page 3 is missing here." in text
    assert "page 3 of" in first.err
    second = program.run("convert", source, *scripted(tmp_path, {}))
    assert second.code == 0, second
    assert "This is page 3 of a.pdf." in (tmp_path / "a.md").read_text(encoding="utf-8")
    assert not (tmp_path / "a (2).md").exists()


@pytest.mark.skipif(os.name == "nt", reason="limits of POSIX")
def test_result_that_finds_no_room(program: Program, tmp_path: Path) -> None:
    """A file may not grow above 400 KB here, like on a disk that is full. HTML with a formula
    brings its font, which is larger; the Markdown beside it and the library are smaller."""
    source = pages(tmp_path / "a.pdf", 2)
    script = scripted(tmp_path, {"pages": {"default": {"text": "Of $x^2$ on page {page}."}}})
    limited = ["sh", "-c", 'ulimit -f 800; exec "$@"', "sh"]
    ended = program.run("convert", source, "--format", "html,md", *script, wrap=limited)
    assert ended.code == 1, ended
    assert "disk is full" in ended.err
    assert "a.html" in ended.err
    assert sorted(p.name for p in tmp_path.iterdir() if p.suffix in (".html", ".md")) == ["a.md"]
    kept = program.run("convert", source, "--format", "html", "--report", tmp_path / "r.jsonl", *script)
    assert kept.code == 0, kept
    assert "Of <math" in (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "pages_per_second" not in report(tmp_path / "r.jsonl")[1]  # nothing was read anew


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_run_goes_on_from_there(program: Program, tmp_path: Path, number: signal.Signals) -> None:
    source = pages(tmp_path / "a.pdf", 40)
    line: tuple[str | Path, ...] = ("convert", source, "--report", tmp_path / "r.jsonl", *scripted(tmp_path, SLOW))
    with program.start(*line) as process:
        wait_for(lambda: lines(tmp_path / "r.jsonl") >= 4, "pages")
        children = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(number)
        ended = finish(process)
    assert ended.code == 130, ended
    assert "same command" in ended.err
    assert psutil.wait_procs(children, timeout=HANG)[1] == []
    done = len(report(tmp_path / "r.jsonl")[0])
    assert 4 <= done < 40
    script = {"pages": {"default": {"text": "Anew {page}."}}}
    again = program.run("convert", source, "--report", tmp_path / "r.jsonl", *scripted(tmp_path, script))
    assert again.code == 0, again
    text = (tmp_path / "a.md").read_text(encoding="utf-8")
    assert text.count("Text of page") + text.count("Anew") == 40


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_second_stop_leaves_at_once(program: Program, tmp_path: Path) -> None:
    script = {"pages": {"default": {"misdeed": "hang-in-c"}}}
    with program.start("convert", pages(tmp_path / "a.pdf", 3), *scripted(tmp_path, script)) as process:
        parent = psutil.Process(process.pid)
        wait_for(lambda: any("engine" in " ".join(c.cmdline()) for c in parent.children(recursive=True)), "the engine")
        children = parent.children(recursive=True)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=HANG) in (130, -signal.SIGINT)
    assert psutil.wait_procs(children, timeout=HANG)[1] == []


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_killed_run_goes_on_from_there(program: Program, tmp_path: Path) -> None:
    source = pages(tmp_path / "a.pdf", 40)
    line: tuple[str | Path, ...] = ("convert", source, "--report", tmp_path / "r.jsonl", *scripted(tmp_path, SLOW))
    with program.start(*line) as process:
        wait_for(lambda: lines(tmp_path / "r.jsonl") >= 6, "pages")
        children = psutil.Process(process.pid).children(recursive=True)
        process.kill()
    assert psutil.wait_procs(children, timeout=HANG)[1] == []  # the parent's death ends the children
    done = (tmp_path / "r.jsonl").read_bytes().count(b"\n")
    again = program.run(*line)
    assert again.code == 0, again
    _, summary = report(tmp_path / "r.jsonl")
    assert summary["pages"] == 40
    assert summary["pages_per_second"] * summary["seconds"] <= 40 - done + 0.5  # what was reported is not read anew


def test_two_runs_on_one_library(program: Program, tmp_path: Path) -> None:
    """The command line twice at the same time, on the same documents."""
    sources = [pages(tmp_path / f"{n}.pdf", 5 + n) for n in range(4)]
    arguments = scripted(tmp_path, {})
    line = ("convert", *map(str, sources), *arguments, "--out")
    with program.start(*line, tmp_path / "out0") as one, program.start(*line, tmp_path / "out1") as other:
        assert [finish(one).code, finish(other).code] == [0, 0]
    for n in (0, 1):
        assert sorted(p.name for p in (tmp_path / f"out{n}").iterdir()) == [f"{m}.md" for m in range(4)]
    assert len(program.run("library", "list").out.splitlines()) == 4


def test_file_that_vanishes_while_it_is_read(program: Program, tmp_path: Path) -> None:
    source = pages(tmp_path / "a.pdf", 30)
    good = pages(tmp_path / "b.pdf", 2)
    reported: tuple[str | Path, ...] = ("--report", tmp_path / "r.jsonl", *scripted(tmp_path, SLOW))
    with program.start("convert", source, good, *reported) as process:
        wait_for(lambda: lines(tmp_path / "r.jsonl") >= 3, "pages")
        source.unlink()
        ended = finish(process)
    assert ended.code == 1, ended  # though this engine does not need the file: what it read may be of another one
    assert (tmp_path / "b.md").exists()
    assert (tmp_path / "a.md").read_text(encoding="utf-8").count("The file is not there any more") >= 20
    assert {line.get("code") for line in report(tmp_path / "r.jsonl")[0]} == {None, "not-found"}


def test_document_that_is_deleted_from_the_library_while_it_is_read(program: Program, tmp_path: Path) -> None:
    gate, reported = tmp_path / "gate", tmp_path / "r.jsonl"
    script = {"pages": {"default": {"text": "Text of page {page}."}, "a.pdf:3": {"text": "3", "until": str(gate)}}}
    source, good = pages(tmp_path / "a.pdf", 4), pages(tmp_path / "b.pdf", 2)
    with program.start("convert", source, good, "--report", reported, *scripted(tmp_path, script)) as process:
        wait_for(lambda: lines(reported) >= 2, "pages")
        assert program.run("library", "remove", "a", "--yes").code == 0
        gate.touch()
        ended = finish(process)
    assert ended.code == 1, ended
    assert "a.pdf was deleted from the library by another window or command" in ended.err
    assert not (tmp_path / "a.md").exists()
    assert "Text of page 2" in (tmp_path / "b.md").read_text(encoding="utf-8")
    again = program.run("convert", source, *scripted(tmp_path, script))
    assert again.code == 0, again
    assert "Text of page 4" in (tmp_path / "a.md").read_text(encoding="utf-8")
