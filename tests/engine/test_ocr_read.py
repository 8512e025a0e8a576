# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pictures of pages, any way up, clean or not, to text with places."""

from __future__ import annotations

import numpy as np
import pytest
from reportlab.pdfgen.canvas import Canvas

from engine.backends.builtin.ocr import OcrPage, read_picture
from engine.backends.builtin.ocr.page import Picture
from engine.protocol import NoteCode
from tests.engine.ocr_help import LINES, letter, markdown, picture, text_of, tilted


def codes(page: OcrPage) -> list[NoteCode]:
    return [note.code for note in page.notes]


def place_of(page: OcrPage, word: str) -> tuple[float, float]:
    """Middle of the first such word, in fractions of the given picture."""
    box = next(w.box for w in page.words if w.text.strip(".,").lower() == word)
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def expected(x: float, y: float, turn: int) -> tuple[float, float]:
    """A point of an upright A4 page (points, from the lower left) as a fraction of the picture
    of that page turned clockwise by `turn`."""
    fx, fy = x / 595.28, 1 - y / 841.89
    return {0: (fx, fy), 90: (1 - fy, fx), 180: (1 - fx, 1 - fy), 270: (fy, 1 - fx)}[turn]


def test_a_page_is_read_with_heading_paragraph_and_places() -> None:
    page = read_picture(picture(letter))
    assert all(line in text_of(page) for line in LINES)
    assert not page.notes and page.turn == 0 and page.skew == 0
    assert page.engine.startswith("faster-paddle")
    heading, body = page.lines[0], page.lines[1:]
    assert heading.bold and not any(line.bold for line in body)
    assert len({line.size for line in body}) == 1
    assert heading.size / body[0].size == pytest.approx(18 / 11, rel=0.08)
    assert place_of(page, "committee") == pytest.approx(expected(72 + 52, 704, 0), abs=0.02)
    text = markdown(page)
    assert text.startswith("# Report on the bridge") and text.count("#") == 1
    assert " ".join(LINES[:2]) in text


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_turned_page_is_turned_back_and_its_words_lie_on_the_given_picture(turn: int) -> None:
    rgb: Picture = np.ascontiguousarray(np.rot90(picture(letter), k=-(turn // 90)))
    page = read_picture(rgb)
    assert page.turn == (360 - turn) % 360
    assert NoteCode.TURNED in codes(page)
    assert all(line in text_of(page) for line in LINES)
    assert place_of(page, "committee") == pytest.approx(expected(72 + 52, 704, turn), abs=0.02)


@pytest.mark.parametrize("degrees", [-3.0, 1.2, 2.5])
def test_a_crooked_page_is_straightened_and_its_words_lie_on_the_given_picture(degrees: float) -> None:
    page = read_picture(tilted(picture(letter), degrees))
    assert page.skew == pytest.approx(degrees, abs=0.3)
    assert NoteCode.DESKEWED in codes(page)
    assert all(line in text_of(page) for line in LINES)
    angle = np.radians(degrees)
    x, y = 72 + 52 - 595.28 / 2, 704 - 841.89 / 2
    x, y = x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle)
    assert place_of(page, "committee") == pytest.approx(expected(x + 595.28 / 2, y + 841.89 / 2, 0), abs=0.02)


def test_crooked_and_turned_at_once() -> None:
    rgb: Picture = np.ascontiguousarray(np.rot90(tilted(picture(letter), 2.0), k=-1))
    page = read_picture(rgb)
    assert page.turn == 270 and page.skew == pytest.approx(2.0, abs=0.3)
    assert all(line in text_of(page) for line in LINES)


def test_white_on_black() -> None:
    rgb: Picture = 255 - picture(letter)
    assert all(line in text_of(read_picture(rgb)) for line in LINES)


def test_a_small_picture_is_enlarged() -> None:
    page = read_picture(picture(letter, dpi=72))
    assert page.size[0] > 1000
    wanted = " ".join(LINES).split()
    found = text_of(page).split()
    assert sum(word in found for word in wanted) >= 0.95 * len(wanted)


def test_large_letters_are_reduced() -> None:
    page = read_picture(picture(letter, dpi=500))
    assert max(page.size) < 3000
    assert all(line in text_of(page) for line in LINES)


@pytest.mark.parametrize("words", ["STOP", "Chapter 1", "NOON", "Total: 12.50", "SOS NOW"])
def test_a_few_words_do_not_turn_the_page(words: str) -> None:
    def one(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 22)
        canvas.drawString(220, 500, words)

    page = read_picture(picture(one))
    assert page.turn == 0
    assert text_of(page) == words


def dusty(*, fold: bool = False, seed: int = 1) -> Picture:
    """An empty sheet as a scanner sees it."""
    rng = np.random.default_rng(seed)
    sheet = np.full((1754, 1240), 246.0) + rng.normal(0, 3, (1754, 1240))
    for y, x, side in zip(rng.integers(0, 1750, 400), rng.integers(0, 1236, 400), rng.integers(1, 4, 400), strict=True):
        sheet[y : y + side, x : x + side] = rng.integers(40, 160)
    if fold:
        sheet[:, 600:607] -= np.array([10, 30, 60, 80, 60, 30, 10])
        sheet[900:905] -= 70
    grey = sheet.clip(0, 255).astype(np.uint8)
    return np.repeat(grey[:, :, None], 3, axis=2)


@pytest.mark.parametrize(
    "rgb",
    [np.full((1754, 1240, 3), 255, np.uint8), np.full((400, 300, 3), 215, np.uint8), dusty(), dusty(fold=True, seed=2)],
    ids=["white", "tinted", "dust", "dust and a fold"],
)
def test_nothing_is_read_on_an_empty_page(rgb: Picture) -> None:
    page = read_picture(rgb)
    assert not page.lines and not page.words
    assert codes(page) == [NoteCode.BLANK_PAGE]


def test_one_small_page_number_is_read() -> None:
    def number(canvas: Canvas) -> None:
        canvas.setFont("Times-Roman", 10)
        canvas.drawCentredString(297, 40, "118")

    page = read_picture(np.minimum(picture(number)[:1754, :1240], dusty(seed=3)))
    assert text_of(page) == "118"
    assert not page.notes


@pytest.mark.parametrize("size", [(1, 1), (3, 200), (2000, 2), (40, 40)])
def test_odd_pictures_give_an_empty_page(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(5)
    page = read_picture(rng.integers(0, 255, (*size, 3), dtype=np.uint8))
    assert page.size[0] >= 1 and page.size[1] >= 1
