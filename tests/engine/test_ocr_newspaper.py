# SPDX-License-Identifier: AGPL-3.0-or-later
"""Coarse and narrow print: what the lines about a line tell of its size, and of the columns it runs across."""

from __future__ import annotations

from engine.backends.builtin.ocr import columns, paragraphs
from engine.backends.builtin.ocr.page import OcrLine, Piece, PlacedWord
from engine.backends.builtin.ocr.shape import Shape

PITCH, SIZE = 24.0, 22.0


def _shapes(baselines: list[float]) -> list[Shape]:
    return [Shape((300, y - 18, 800, y), y, None, None, 2.0, ()) for y in baselines]


def test_a_line_without_room_for_its_size_has_the_usual_one() -> None:
    sizes = [SIZE, 21.5, 54.0, 31.0, 22.3, 56.0, 30.0, SIZE, 22.4, SIZE, 21.8]
    settled = paragraphs.settled(sizes, _shapes([100 + PITCH * n for n in range(len(sizes))]))
    assert all(abs(size - SIZE) < 1 for size in settled)


def test_a_heading_that_has_its_room_keeps_its_size() -> None:
    baselines = [100.0, 124, 148, 172, 210, 234, 258, 282, 306]
    sizes = [SIZE] * 4 + [32.0] + [SIZE] * 4
    assert paragraphs.settled(sizes, _shapes(baselines)) == sizes


def _line(words: list[PlacedWord], y: float) -> OcrLine:
    text, box = " ".join(word[0] for word in words), (words[0][1], y - 18, words[-1][2], y)
    return OcrLine(text, box, 0.9, False, SIZE, y, (Piece(text, box),), False, tuple(words))


def _words(x: float, end: float, sign: str) -> list[PlacedWord]:
    width = (end - x) / 5
    return [(f"{sign}word{n}", x + width * n, x + width * (n + 1) - (12 if n < 4 else 0)) for n in range(5)]


def test_lines_joined_above_a_gutter_are_divided_and_a_title_is_not() -> None:
    title = [("Title", 250.0, 420.0), ("over", 432.0, 560.0), ("both", 572.0, 700.0)]
    lines = [_line(title, 60)]
    for number in range(14):
        y = 100 + PITCH * number
        left, right = _words(100, 480, "l"), _words(494, 880, "r")
        lines += [_line(left + right, y)] if number < 3 else [_line(left, y), _line(right, y)]
    arranged, regions = columns.arrange(lines, [])
    sides = [line.text[0] for line in arranged if "Title" not in line.text]
    assert arranged[0].text == "Title over both" and len(regions) == 3
    assert sides == ["l"] * 14 + ["r"] * 14
