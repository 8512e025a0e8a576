# SPDX-License-Identifier: AGPL-3.0-or-later
"""One input of a run: its target and its line."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from app.cli.console import one_line, shown
from app.cli.jobs import Job, places
from app.cli.progress import Lines, Step
from app.core.changes import Problem
from app.core.export import Format
from app.core.inputs import Input
from engine.protocol import ErrorCode


def job(path: Path, folder: str = ".") -> Job:
    return Job(Input(path, folder=Path(folder)), (Format.MARKDOWN,))


def test_targets(tmp_path: Path) -> None:
    path = tmp_path / "in" / "my paper (v2).pdf"
    assert job(path).target(None, Format.MARKDOWN) == tmp_path / "in" / "my paper (v2).md"
    assert job(path, "sub/er").target(tmp_path / "out", Format.HTML) == tmp_path / "out/sub/er/my paper (v2).html"
    assert job(tmp_path / "a\nb.pdf").target(None, Format.MARKDOWN).name == "a_b.md"
    assert job(tmp_path).target(None, Format.MARKDOWN) == tmp_path.parent / f"{tmp_path.name}.md"


def test_lines_tell_what_became_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    one = job(tmp_path / "a\x1b[31m.pdf")
    one.read = {0, 1}
    one.written = [tmp_path / "out" / "a.md"]
    assert one.line() == "a�[31m.pdf: 2 pages → out/a.md"
    one.failed = {4: Problem(ErrorCode.CRASHED)}
    assert one.line().startswith("a�[31m.pdf: 2 of 3 pages → ")
    assert one.complaints()[0].startswith("Page 5 of a�[31m.pdf made the reading program crash")
    assert not one.clean


def test_the_document_is_named_and_its_pictures_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    out = tmp_path / "out"
    pictures = [out / "a.assets" / f"page-001-figure-{n}.png" for n in range(1, 5)]
    assert places([out / "a.md", *pictures]) == "out/a.md and 4 pictures in out/a.assets"
    both = [out / "a.md", *pictures[:1], *pictures[:1], out / "a.tex", *pictures[:1], out / "a.json"]
    assert places(both) == "out/a.md, out/a.tex, out/a.json and 1 picture in out/a.assets"
    assert places([out / f"a.{n}" for n in ("md", "html", "json", "zip")]).startswith("out/a.md, out/a.html, ")
    tables = [out / "a.tables" / f"{n}.csv" for n in range(4)]
    assert places([out / "a.xlsx", *tables]) == "out/a.xlsx, 4 files in out/a.tables"
    assert places([]) == ""


def test_failed_file_is_its_sentence(tmp_path: Path) -> None:
    one = job(tmp_path / "b.pdf")
    one.problem = Problem(ErrorCode.EMPTY_FILE)
    assert one.line().endswith("b.pdf is empty (0 bytes): copy or download it again.")
    assert one.complaints() == [one.line()]


def test_names_are_shown_on_one_line() -> None:
    assert one_line("a\nb\x00\udc80 漢字 ✓") == "a�b�� 漢字 ✓"
    assert shown(Path("/elsewhere/x.pdf")) == "/elsewhere/x.pdf"


def test_steps_in_words() -> None:
    assert Step((0, 1), (3, 10)).words() == "3/10 pages"
    assert Step((2, 8), (120, 3000), 25.06, 115.2).words() == "2/8 documents, 120/3000 pages, 25.1 pages/s, 1:55 left"
    assert Step((0, 1), (1, 2), 0.5, 3725).words() == "1/2 pages, 0.5 pages/s, 1:02:05 left"


def test_quiet_says_only_what_failed() -> None:
    stream = io.StringIO()
    lines = Lines(stream, quiet=True)
    lines.say("good")
    lines.warn("bad")
    assert stream.getvalue() == "bad\n"
