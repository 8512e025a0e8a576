# SPDX-License-Identifier: AGPL-3.0-or-later
"""The command line at the edges of a process: stopped while it is loaded, standard streams that
are closed, full or gone, a source that goes away while the built-in engine reads it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.e2e.program import HANG, Ended, Program, Started, pdf, report

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and descriptors of POSIX")

FULL = Path("/dev/full")
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "home")


def shell(program: Program, redirection: str, *words: str | Path) -> Ended:
    """The command with a redirection of the shell's, like `2>&-`."""
    ended = subprocess.run(
        ["sh", "-c", f'exec "$@" {redirection}', "sh", *program.command(*words)], env=ENVIRONMENT,
        stdin=subprocess.DEVNULL, capture_output=True, timeout=HANG, check=False,
    )  # fmt: skip
    return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


# ------------------------------------------------------------ Ctrl-C while it starts


@pytest.mark.parametrize("module", ["app.line", "argparse", "app.cli.main", "app.core.errors", "msgspec", "sqlite3"])
def test_stopped_while_it_is_loaded(program: Program, tmp_path: Path, module: str) -> None:
    """The signal comes when `module` was just imported, as -X importtime tells."""
    words = ("convert", pdf(tmp_path / "a.pdf", "text")) if module != "app.line" else ("--home", tmp_path / "home")
    given = program.command(*words) if module != "app.line" else [sys.executable, "-m", "app", *map(str, words)]
    with Started[bytes](
        [given[0], "-X", "importtime", *given[1:]], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env=ENVIRONMENT,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        said = b""
        while not said.rstrip().endswith(module.encode()):
            said = process.stderr.readline()
            assert said, f"{module} was never imported"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=HANG)
    words_left = [line for line in err.decode().splitlines() if not line.startswith("import time:")]
    assert (process.returncode, out, words_left) == (130, b"", ["Stopped."])


def test_ignored_interrupt_stays_ignored(program: Program, tmp_path: Path) -> None:
    """A job that a script puts into the background must not hear the terminal's Ctrl-C."""
    script = tmp_path / "s.json"
    script.write_text(json.dumps({"pages": {"default": {"text": "x", "delay": 0.3}}}))
    source = pdf(tmp_path / "a.pdf", *["page"] * 6)
    words = program.command("convert", source, "--report", tmp_path / "r", "--engine", "scripted", "--script", script)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # a child inherits that
    try:
        process = Started[bytes](words, env=ENVIRONMENT, stderr=subprocess.PIPE)
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        until = time.monotonic() + HANG
        while not (tmp_path / "r").exists() or not (tmp_path / "r").read_bytes():
            process.send_signal(signal.SIGINT)
            assert time.monotonic() < until
            assert process.poll() is None
            time.sleep(0.02)
        process.communicate(timeout=HANG)
    assert process.returncode == 0


# ------------------------------------------------------------ standard streams


@pytest.mark.parametrize("redirection", ["2>&-", "<&-", ">&-", "<&- >&- 2>&-"])
def test_closed_streams_do_not_stop_work_for_a_file(program: Program, tmp_path: Path, redirection: str) -> None:
    """Nor is a file opened in their place that a message is then written into."""
    source = pdf(tmp_path / "a.pdf", "some text")
    ended = shell(program, redirection, "convert", source, "--report", tmp_path / "r.jsonl")
    assert (ended.code, ended.out) == (0, ""), ended
    assert (tmp_path / "a.md").read_text(encoding="utf-8") == "some text\n"
    assert report(tmp_path / "r.jsonl")[1]["failed"] == 0
    assert program.run("library", "list").out.count("\n") == 1


def test_results_for_a_closed_output(program: Program, tmp_path: Path) -> None:
    source = pdf(tmp_path / "a.pdf", "some text")
    assert program.run("convert", source).code == 0
    for words in (("convert", source, "--out", "-"), ("export", "1", "--out", "-"), ("library", "list"),
                  ("library", "search", "text"), ("engines", "list"), ("doctor", "--json")):  # fmt: skip
        ended = shell(program, ">&-", *words)
        assert (ended.code, ended.out) == (2, ""), (words, ended)
        assert ended.err.splitlines()[-1] == "Standard output is closed, so nothing can be printed."


@pytest.mark.skipif(not FULL.exists(), reason="a device of Linux")
def test_results_for_a_full_disk(program: Program, tmp_path: Path) -> None:
    source = pdf(tmp_path / "a.pdf", "some text")
    assert program.run("convert", source).code == 0
    for words in (("convert", source, "--out", "-", "--quiet"), ("export", "1", "--out", "-"), ("library", "list"),
                  ("library", "search", "text"), ("engines", "list"), ("doctor",), ("settings", "list")):  # fmt: skip
        ended = shell(program, f"> {FULL}", *words)
        assert ended.code == 1, (words, ended)
        assert ended.err == (
            "The disk is full and has no room for standard output: free some space and give the same command "
            "again, finished pages are kept.\n"
        )


@pytest.mark.skipif(not FULL.exists(), reason="a device of Linux")
def test_messages_for_a_full_disk_are_lost_and_nothing_else(program: Program, tmp_path: Path) -> None:
    source, bad = pdf(tmp_path / "a.pdf", "some text"), tmp_path / "bad.pdf"
    bad.touch()
    assert shell(program, f"2> {FULL}", "convert", source).code == 0
    assert (tmp_path / "a.md").exists()
    assert shell(program, f"2> {FULL}", "convert", bad).code == 1
    assert shell(program, f"2> {FULL}", "convert", source, "--nonsense").code == 2


def test_reader_that_has_seen_enough(program: Program, tmp_path: Path) -> None:
    source = pdf(tmp_path / "a.pdf", *["\n".join(f"line {n} of much text" for n in range(25))] * 60)
    command = " ".join(f"'{word}'" for word in program.command("convert", source, "--out", "-", "--quiet"))
    ended = subprocess.run(
        ["sh", "-c", f"{command} | head -n 1"], env=ENVIRONMENT, capture_output=True, timeout=HANG, check=False
    )
    assert ended.stderr == b""
    assert ended.stdout.startswith(b"line 0 of much text")


def test_bars_on_a_terminal(program: Program, tmp_path: Path) -> None:
    """Names are shown as they are, whatever markup they look like."""
    import pty

    script = tmp_path / "s.json"
    script.write_text(json.dumps({"pages": {"default": {"text": "x", "delay": 0.1}}}))
    source, bad = pdf(tmp_path / "in" / "[red]a[/b] :smile:.pdf", *["page"] * 10), tmp_path / "bad.pdf"
    bad.touch()
    words = program.command("convert", source, bad, "--engine", "scripted", "--script", script)
    ours, theirs = pty.openpty()
    with Started[bytes](words, env=ENVIRONMENT | {"TERM": "xterm", "COLUMNS": "400"}, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # how Linux says that the other side is closed
            while chunk := os.read(ours, 65536):
                shown += chunk
        os.close(ours)
        assert process.wait(timeout=HANG) == 1
    text = shown.decode()
    assert "10/10 pages" in text, text
    assert "[red]a[/b] :smile:.pdf: 10 pages" in text, text
    assert "bad.pdf is empty (0 bytes)" in text, text
    assert "Traceback" not in text


# ------------------------------------------------------------ a source that goes away


@pytest.mark.parametrize(
    ("change", "code", "hint"),
    [("remove", "not-found", "is not there"), ("replace", "file-changed", "was changed by another")],
)
def test_source_goes_away_under_the_builtin_engine(
    program: Program, tmp_path: Path, change: str, code: str, hint: str
) -> None:
    """Pages read before count; all others fail for that reason, told in one line."""
    source = pdf(tmp_path / "v.pdf", *[f"what page {n} says" for n in range(1, 1501)])  # no number alone, which goes
    good = pdf(tmp_path / "b.pdf", "good text")
    path = tmp_path / "r.jsonl"
    new = pdf(tmp_path / "new.pdf", "another text")
    with program.start("convert", source, good, "--report", path, "--jobs", "1") as process:
        until = time.monotonic() + HANG
        while not path.exists() or path.read_bytes().count(b"\n") < 5:
            assert process.poll() is None and time.monotonic() < until
            time.sleep(0.01)
        if change == "remove":
            source.unlink()
        else:
            new.replace(source)
        out, err = process.communicate(timeout=HANG)
    ended = Ended(process.returncode, out.decode(), err.decode())
    assert ended.code == 1, ended
    assert "good text" in (tmp_path / "b.md").read_text(encoding="utf-8")
    lines, summary = report(path)
    states = Counter(line.get("code", "read") for line in lines)
    assert set(states) == {"read", code}
    assert states[code] == summary["failed"] > 0
    assert summary["pages"] == len(lines) == 1501
    told = [line for line in ended.err.splitlines() if hint in line]
    assert len(told) == 1, ended
    first = states["read"]  # the good one is among those read, so this is the first page that failed
    assert f"Pages {first}-1500 of " in told[0]
    assert "what page 1 says" in (tmp_path / "v.md").read_text(encoding="utf-8")


@pytest.mark.skipif(not FULL.exists(), reason="has no disk that is always full")
def test_a_report_for_a_full_disk_is_told_and_the_results_are_written(program: Program, tmp_path: Path) -> None:
    ended = program.run("convert", pdf(tmp_path / "a.pdf", "one", "two"), "--report", FULL)
    assert ended.code == 1, ended
    assert ended.err.count("has no room for /dev/full") == 1
    assert "nexpected" not in ended.err
    assert (tmp_path / "a.md").exists()
