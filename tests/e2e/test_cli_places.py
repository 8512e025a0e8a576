# SPDX-License-Identifier: AGPL-3.0-or-later
"""Formats with the places of words, from the command line: of a file that is read, and again from the library."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest
from lxml import etree

from tests.conftest import DATA
from tests.e2e.program import Program

PAGE = "{http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15}"
SAMPLE = DATA.parents[1] / "resources" / "sample.pdf"


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "home")


def _words(path: Path) -> dict[str, tuple[int, int]]:
    """The upper left corner of each word."""
    root = etree.parse(str(path)).getroot()
    found = {}
    for word in root.iter(f"{PAGE}Word"):
        left, top = word.find(f"{PAGE}Coords").get("points").split()[0].split(",")
        found[word.findtext(f"{PAGE}TextEquiv/{PAGE}Unicode")] = int(left), int(top)
    return found


def test_a_text_layer_and_a_scan_give_places(program: Program, tmp_path: Path) -> None:
    scan = DATA / "34-greek-line.jpg"
    ended = program.run("convert", SAMPLE, scan, "--format", "alto,page,hocr", "--out", tmp_path / "out")
    assert ended.code == 0, ended.err
    assert "4 files in" in ended.err.replace("\n", " ") or "4 files in" in ended.out
    names = sorted(path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.*ml"))
    assert "sample.page/page-004.xml" in names
    assert "34-greek-line.alto/page-001.xml" in names
    first = _words(tmp_path / "out" / "sample.page" / "page-001.xml")
    assert first["The"][0] < first["Lamp"][0] < first["Room"][0] < 1748
    assert _words(tmp_path / "out" / "34-greek-line.page" / "page-001.xml")


def test_the_library_gives_the_same_without_the_file(program: Program, tmp_path: Path) -> None:
    mine = tmp_path / "mine.pdf"
    mine.write_bytes(SAMPLE.read_bytes())
    assert program.run("convert", mine, "--format", "page", "--out", tmp_path / "a").code == 0
    mine.unlink()
    ended = program.run("export", "The Lamp Room", "--format", "page", "--out", tmp_path / "b")
    assert ended.code == 0, ended.err
    first, second = (sorted((tmp_path / out).rglob("*.xml")) for out in "ab")
    assert len(first) == 4
    for one, other in zip(first, second, strict=True):
        assert _words(one) == _words(other)


def _searched(path: Path) -> str:
    with pymupdf.open(path) as document:
        return " ".join(page.get_text() for page in document)


def test_a_scan_becomes_a_searchable_pdf(program: Program, tmp_path: Path) -> None:
    scan = tmp_path / "scan.jpg"
    scan.write_bytes((DATA / "34-greek-line.jpg").read_bytes())
    ended = program.run("convert", scan, "--format", "md,pdf")
    assert ended.code == 0, ended.err
    read = (tmp_path / "scan.md").read_text(encoding="utf-8").split()
    found = _searched(tmp_path / "scan.searchable.pdf").split()
    assert found == read
    again = program.run("export", "scan", "--format", "pdf", "--out", tmp_path / "again")
    assert again.code == 0, again.err
    assert _searched(tmp_path / "again" / "scan.searchable.pdf").split() == read
    scan.write_bytes((DATA / "34-cyrillic-line.jpg").read_bytes())
    other = program.run("export", "scan", "--format", "pdf", "--out", tmp_path / "other")
    assert other.code == 1
    assert "is another file by now" in other.err
    scan.unlink()
    lost = program.run("export", "scan", "--format", "pdf", "--out", tmp_path / "lost")
    assert lost.code == 1
    assert "scan.jpg" in lost.err
    assert not list((tmp_path / "lost").glob("*"))


def test_the_original_beside_stays(program: Program, tmp_path: Path) -> None:
    mine = tmp_path / "mine.pdf"
    mine.write_bytes(SAMPLE.read_bytes())
    assert program.run("convert", mine, "--format", "pdf").code == 0
    assert mine.read_bytes() == SAMPLE.read_bytes()
    assert "Lamp Room" in _searched(tmp_path / "mine.searchable.pdf")
