# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder convert --split-spreads`: double pages of a book are read half by half, other pages as they are."""

from __future__ import annotations

import json
import random
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from tests.e2e.program import Program
from tests.spread_pages import book, new_page, slide

SHEETS = 3


def words(text: str) -> list[str]:
    return "".join(c.lower() if c.isalpha() else " " for c in text).split()


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "home")


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, list[list[str]]]:
    """A book of double pages, and slides."""
    document, told = book(SHEETS)
    folder = tmp_path / "in"
    folder.mkdir()
    document.save(folder / "book.pdf")
    page = new_page()
    slide(page, random.Random(4))
    page.parent.save(folder / "slides.pdf")
    return folder, told


@pytest.mark.parametrize(
    ("mode", "pages", "slides"), [("auto", 2 * SHEETS, 1), ("force", 2 * SHEETS, 2), ("off", SHEETS, 1)]
)
def test_double_pages_are_cut_as_is_wanted(
    program: Program, files: tuple[Path, list[list[str]]], tmp_path: Path, mode: str, pages: int, slides: int
) -> None:
    folder, told = files
    report = tmp_path / "report.jsonl"
    end = program.run(
        "convert", str(folder), "--out", str(tmp_path / "out"), "--engine", "builtin", "--split-spreads", mode,
        "--report", str(report),
    )  # fmt: skip
    assert end.code == 0, end.err
    lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    in_book = [line for line in lines if line.get("file", "").endswith("book.pdf")]
    in_slides = [line for line in lines if line.get("file", "").endswith("slides.pdf")]
    assert (len(in_book), len(in_slides)) == (pages, slides)
    labels = {line["page"]: line.get("label") for line in in_book}
    if mode != "off":
        assert labels == {1: "1a", 2: "1b", 3: "2a", 4: "2b", 5: "3a", 6: "3b"}
        text = (tmp_path / "out" / "book.md").read_text(encoding="utf-8")
        everything = words(" ".join(line for lines in told for line in lines))
        assert SequenceMatcher(None, words(text), everything, autojunk=False).ratio() > 0.95
    else:
        assert set(labels.values()) == {None}


def test_what_is_cut_stays_cut_in_the_library(
    program: Program, files: tuple[Path, list[list[str]]], tmp_path: Path
) -> None:
    book_file = files[0] / "book.pdf"
    common = ("--engine", "builtin", "--out", str(tmp_path / "out"))
    assert program.run("convert", str(book_file), *common, "--split-spreads", "auto").code == 0
    report = tmp_path / "report.jsonl"
    assert program.run("convert", str(book_file), *common, "--pages", "2-3", "--report", str(report)).code == 0
    lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    assert [(line["page"], line["label"]) for line in lines if "page" in line] == [(2, "1b"), (3, "2a")]
    end = program.run("export", "book", "--format", "pdf,json", "--out", str(tmp_path / "again"))
    assert end.code == 0, end.err
    read = json.loads((tmp_path / "again" / "book.json").read_text(encoding="utf-8"))
    assert [page["label"] for page in read["pages"]] == ["1a", "1b", "2a", "2b", "3a", "3b"]
