# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the built-in engine leaves out of the margins, and what it must not: what it drops is lost to the reading."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.engine.builtin_help import draw, put, read

PAGES = 6
WORDS = (
    "river",
    "stone",
    "mountain",
    "letter",
    "garden",
    "winter",
    "evening",
    "music",
    "window",
    "silver",
    "paper",
    "forest",
)


def _document(path: Path, margins: Callable[[Canvas, int], None], top: float = 734, pages: int = PAGES) -> Path:
    """Pages (counted from 1) of different text below what `margins` draws."""

    def make(number: int) -> Callable[[Canvas], None]:
        def page(canvas: Canvas) -> None:
            margins(canvas, number)
            chance = random.Random(number)
            for line in range(38):
                put(canvas, 72, top - 16 * line, " ".join(chance.choices(WORDS, k=11)), "Times-Roman", 12)

        return page

    return draw(path, *[make(number) for number in range(1, pages + 1)])


def _texts(path: Path, pages: int = PAGES) -> list[str]:
    return [read(path, number).text for number in range(pages)]


@pytest.mark.parametrize("title", ["Chapter {}", "Question {}", "Part {}: The river", "{}. The river", "{}"])
@pytest.mark.parametrize("size", [14, 16, 18, 24])
def test_headings_that_count_with_the_pages_stay(tmp_path: Path, title: str, size: float) -> None:
    def margins(canvas: Canvas, number: int) -> None:
        put(canvas, 72, 770, title.format(number), "Times-Bold", size)

    texts = _texts(_document(tmp_path / "c.pdf", margins))
    assert [n for n, text in enumerate(texts, 1) if title.format(n) not in text.split("\n\n")[0]] == []


@pytest.mark.parametrize("title", ["Chapter {}", "Invoice No. 2024-{}", "Exercise {} of the course"])
def test_headings_in_the_type_of_the_text_stay(tmp_path: Path, title: str) -> None:
    def margins(canvas: Canvas, number: int) -> None:
        put(canvas, 72, 775, title.format(number), "Times-Bold", 12)

    texts = _texts(_document(tmp_path / "h.pdf", margins))
    assert [n for n, text in enumerate(texts, 1) if title.format(n) not in text] == []


def test_lines_of_the_text_with_amounts_stay(tmp_path: Path) -> None:
    def margins(canvas: Canvas, number: int) -> None:
        put(canvas, 72, 775, f"Invoice No. 2024-{number}", "Times-Bold", 12)
        put(canvas, 72, 739, f"Amount due: {1167 + 37 * number}.50 EUR payable at once", "Times-Roman", 12)

    texts = _texts(_document(tmp_path / "i.pdf", margins, top=723))
    for number, text in enumerate(texts, 1):
        assert f"Invoice No. 2024-{number}" in text
        assert f"Amount due: {1167 + 37 * number}.50 EUR payable at once" in text


def test_a_first_line_that_the_text_follows_closely_stays(tmp_path: Path) -> None:
    """The same on each page, as in letters of one kind."""

    def margins(canvas: Canvas, number: int) -> None:
        put(canvas, 72, 780, "Dear members of the harbour club, we write to you again", "Times-Roman", 12)

    texts = _texts(_document(tmp_path / "l.pdf", margins, top=764))
    assert all(text.startswith("Dear members of the harbour club") for text in texts)


def test_a_last_line_with_a_number_of_its_own_stays(tmp_path: Path) -> None:
    def margins(canvas: Canvas, number: int) -> None:
        put(canvas, 72, 60, f"Total of this sheet: {310 * number} tons", "Times-Roman", 12)

    texts = _texts(_document(tmp_path / "t.pdf", margins))
    assert [n for n, text in enumerate(texts, 1) if f"sheet: {310 * n} tons" not in text] == []


def test_a_letter_of_one_page_keeps_its_date_and_its_sender(tmp_path: Path) -> None:
    def margins(canvas: Canvas, number: int) -> None:
        put(canvas, 72, 790, "Bergen, 12.03.2024", "Times-Roman", 12)
        put(canvas, 72, 52, "Ward Timber Ltd, 2 Mill Lane, Exeter, www.ward.example", "Times-Roman", 8)
        put(canvas, 72, 42, "IBAN GB00 0000 0000 0000, tax number 12/345", "Times-Roman", 8)

    text = _texts(_document(tmp_path / "o.pdf", margins, pages=1), 1)[0]
    for line in ("Bergen, 12.03.2024", "www.ward.example", "IBAN GB00"):
        assert line in text


@pytest.mark.parametrize(
    ("lines", "goes"),
    [
        (["15725", "Proceedings of the society, pages 15725-15788", "August 11-16, 2024 ©2024 Society"], True),
        (["Download date: 28 Dec 2018"], True),
        (["© 2024 Ward Timber Ltd, all rights reserved", "IBAN GB00 0000 0000 0000, tax number 12/345"], False),
    ],
)
def test_small_print_at_the_foot_of_a_page_alone(tmp_path: Path, lines: Sequence[str], goes: bool) -> None:
    def margins(canvas: Canvas, number: int) -> None:
        for at, line in enumerate(lines):
            put(canvas, 72, 56 - 11 * at, line, "Times-Roman", 9)

    text = _texts(_document(tmp_path / "s.pdf", margins, pages=1), 1)[0]
    assert [line for line in lines if (line[:20] not in text) is not goes] == []


def _head(canvas: Canvas, number: int) -> None:
    put(canvas, 72, 800, "The Rivers of the North", "Times-Roman", 12)


def _small_head(canvas: Canvas, number: int) -> None:
    put(canvas, 72, 800, "The Rivers of the North", "Times-Italic", 9)


def _numbered(canvas: Canvas, number: int) -> None:
    put(canvas, 72, 800, "The Rivers of the North", "Times-Roman", 12)
    put(canvas, 500, 800, str(40 + number), "Times-Roman", 12)


def _alternating(canvas: Canvas, number: int) -> None:
    put(canvas, 72 if number % 2 == 0 else 500, 800, str(number), "Times-Roman", 12)
    put(canvas, 200, 800, "Ada Moor" if number % 2 == 0 else "The Rivers of the North", "Times-Italic", 12)


def _chapter(canvas: Canvas, number: int) -> None:
    """The chapter's number is the same, or another; the page's counts."""
    put(canvas, 72, 800, f"Chapter {1 + number // 4}: The Rivers", "Times-Roman", 12)
    put(canvas, 500, 800, str(number), "Times-Roman", 12)


def _foot(canvas: Canvas, number: int) -> None:
    put(canvas, 72, 40, f"The Rivers of the North - page {number} of 6", "Times-Roman", 12)


def _two_lines(canvas: Canvas, number: int) -> None:
    put(canvas, 72, 805, "The Rivers of the North", "Times-Roman", 10)
    put(canvas, 72, 793, "Report of the year 2024", "Times-Roman", 10)
    put(canvas, 290, 40, f"- {number} -", "Times-Roman", 12)


@pytest.mark.parametrize("margins", [_head, _small_head, _numbered, _alternating, _chapter, _foot, _two_lines])
def test_running_heads_and_feet_go(tmp_path: Path, margins: Callable[[Canvas, int], None]) -> None:
    texts = _texts(_document(tmp_path / "r.pdf", margins))
    kept = [text.replace("*", "") for text in texts]
    assert [n for n, text in enumerate(kept, 1) if _of_margins(text)] == []


def _of_margins(text: str) -> Sequence[str]:
    return [word for word in ("The Rivers", "Ada Moor", "Report of", "- 1", "41", "page") if word in text]


@pytest.mark.parametrize("y", [800, 40])
@pytest.mark.parametrize("form", ["{}", "Page {}", "- {} -", "{} / 6"])
def test_page_numbers_alone_go(tmp_path: Path, y: float, form: str) -> None:
    texts = _texts(_document(tmp_path / "n.pdf", lambda canvas, n: put(canvas, 290, y, form.format(n), size=10)))
    assert [text for text in texts if any(letter.isdigit() for letter in text)] == []


def test_a_head_in_capitals_far_from_its_number_goes_on_a_lone_page_and_a_heading_stays(tmp_path: Path) -> None:
    def margins(canvas: Canvas, number: int) -> None:
        put(canvas, 72, 765, "400", "Times-Roman", 12)
        put(canvas, 230, 765, "BRITISH HUSBANDRY.", "Times-Roman", 12)
        put(canvas, 480, 765, "[Ch. XIX.", "Times-Roman", 12)

    def heading(canvas: Canvas, number: int) -> None:
        put(canvas, 72, 765, "4", "Times-Bold", 12)
        put(canvas, 96, 765, "HUSBANDRY", "Times-Bold", 12)

    def bill(canvas: Canvas, number: int) -> None:
        put(canvas, 72, 765, "INVOICE", "Times-Roman", 12)
        put(canvas, 480, 765, "42", "Times-Roman", 12)

    assert "INVOICE" in read(_document(tmp_path / "bill.pdf", bill, top=749, pages=1)).text
    assert "HUSBANDRY" not in read(_document(tmp_path / "lone.pdf", margins, top=749, pages=1)).text
    assert "4 HUSBANDRY" in read(_document(tmp_path / "head.pdf", heading, top=749, pages=1)).text
