# SPDX-License-Identifier: AGPL-3.0-or-later
"""What of earlier work the command line takes up: corrections made in the window, finished pages,
other settings; documents by their contents; and the doctor's text for a bug report."""

from __future__ import annotations

import getpass
import json
import platform
import shutil
import sys
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from app.core.choice import BUILTIN
from app.core.library import Library
from app.core.places import Places
from tests.e2e.program import Program, pdf, report
from tests.e2e.sessions import HANG, running


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "home")


def read_anew(path: Path) -> int:
    """Pages of the run that came from the engine and not from the library."""
    lines, summary = report(path)
    assert all(line["state"] == "read" for line in lines)
    rate, seconds = float(summary.get("pages_per_second", 0)), float(summary["seconds"])
    return round(rate * seconds)


def test_correction_made_in_the_window_is_exported_unless_raw_is_asked_for(program: Program, tmp_path: Path) -> None:
    source = pdf(tmp_path / "a.pdf", "first words of the engine", "second words of the engine")
    assert program.run("convert", source).code == 0
    with running(program.home, engines=(BUILTIN,)) as (session, watcher):
        session.add([source])
        assert session.wait_idle(HANG)
        session.edit(watcher.row.document, 1, "second words *corrected*")
        assert session.wait_idle(HANG)

    path = tmp_path / "r.jsonl"
    assert program.run("convert", source, "--report", path).code == 0
    text = (tmp_path / "a.md").read_text(encoding="utf-8")
    assert "first words of the engine" in text
    assert "second words *corrected*" in text
    assert "second words of the engine" not in text
    assert read_anew(path) == 0

    for command, what in (("convert", str(source)), ("export", "a.pdf")):
        edited = program.run(command, what, "--out", "-")
        raw = program.run(command, what, "--out", "-", "--raw")
        assert (edited.code, raw.code) == (0, 0)
        assert "*corrected*" in edited.out
        assert "*corrected*" not in raw.out
        assert "second words of the engine" in raw.out

    assert program.run("convert", source, "--again").code == 0  # a new reading takes no correction away
    assert "*corrected*" in (tmp_path / "a.md").read_text(encoding="utf-8")


def test_again_reads_finished_pages_anew(program: Program, tmp_path: Path) -> None:
    source, path = pdf(tmp_path / "a.pdf", "one", "two", "three"), tmp_path / "r.jsonl"
    counts = []
    for more in ([], [], ["--again"], ["--again", "--pages", "2"], []):
        assert program.run("convert", source, "--report", path, *more).code == 0
        counts.append(read_anew(path))
    assert counts == [3, 0, 3, 1, 0]


def test_language_reaches_the_recogniser_and_is_another_reading(program: Program, tmp_path: Path) -> None:
    picture = Image.new("L", (900, 400), 255)
    ImageDraw.Draw(picture).text((80, 120), "HARBOUR", fill=0, font_size=96)
    source, path = tmp_path / "a.png", tmp_path / "r.jsonl"
    picture.save(source)
    counts = []
    for line in ("", "--language de", "--language DE", "--language de+fr", "--language de --language fr"):
        assert program.run("convert", source, "--report", path, *line.split()).code == 0
        counts.append(read_anew(path))
    assert counts == [1, 1, 0, 1, 0]
    with closing(Library(Places(program.home).library)) as library:
        reading, _ = library.readings.present(1, 0)
    assert reading is not None
    assert reading.settings["languages"] == "de,fr"  # as the engine says that it read it
    assert "HARBOUR" in (tmp_path / "a.md").read_text(encoding="utf-8")


def test_document_is_found_by_its_contents_wherever_it_was_seen_last(program: Program, tmp_path: Path) -> None:
    one = pdf(tmp_path / "one.pdf", "the very text")
    two, moved = tmp_path / "two.pdf", tmp_path / "moved.pdf"
    shutil.copy(one, two)
    assert program.run("convert", one).code == 0
    assert program.run("convert", two).code == 0
    shutil.move(two, moved)
    for path in (one, moved):
        ended = program.run("export", path, "--out", "-")
        assert (ended.code, ended.out.strip("# \n")) == (0, "the very text"), ended
    other = pdf(tmp_path / "other.pdf", "never read")
    unknown = program.run("export", other, "--out", "-")
    assert unknown.code == 1
    assert "is not in the library" in unknown.err
    assert program.run("library", "remove", moved, "--yes").code == 0
    assert program.run("library", "list").out == ""


def test_bug_report_names_nobody(tmp_path: Path) -> None:
    """Versions, engines and folders, and what a child said before it died."""
    home = tmp_path / "users" / "johanna"
    program = Program(home / "copyholder")
    script = tmp_path / "s.json"
    script.write_text(json.dumps({"load": {"misdeed": "exit"}}))
    source = pdf(home / "my diary of May.pdf", "text")
    for words in (("convert", source, "--engine", "scripted", "--script", script), ("convert", source)):
        program.run(*words, env={"HOME": str(home)})
    path = home / "report.txt"
    for _ in range(2):  # one of ours is written over
        ended = program.run("doctor", "--bug-report", path, env={"HOME": str(home)})
        assert (ended.code, ended.out) == (0, ""), ended
    text = path.read_text(encoding="utf-8")
    assert text.startswith("Copyholder bug report\n")
    for part in ("liteparse: ", "  ok  Engine ", "  ok  Built-in engine ", "  ok  library ", "lines of the log:"):
        assert part in text, text
    assert "engine" in text.partition("lines of the log:")[2]
    for part in ("johanna", "diary", "copyholder/data", str(home), str(tmp_path), platform.node(), sys.prefix):
        assert part not in text, text
    assert f"/{getpass.getuser()}/" not in text
    both = program.run("doctor", "--json", "--bug-report", path)
    assert json.loads(both.out)["engine"]["starts"] is True
