# SPDX-License-Identifier: AGPL-3.0-or-later
"""Printed numbers of lines are no text; numbers that belong to what is said stay."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from tests.engine.builtin_help import draw, put, read

WORDS = ("river", "stone", "mountain", "letter", "garden", "winter", "evening", "music", "window", "silver", "paper")


def _lines(seed: int, lines: int, width: float = 400) -> list[str]:
    """Running text in lines as wide as there is room."""
    chance = random.Random(seed)
    found, line = [], ""
    words = (chance.choice(WORDS) for _ in count())
    for number in count():
        word = next(words)
        word = word.capitalize() if number % 23 == 0 else word + "." * (number % 23 == 22)
        if stringWidth(f"{line} {word}", "Times-Roman", 11) > width:
            found.append(line)
            line = ""
            if len(found) == lines:
                return found
        line = f"{line} {word}".strip()
    raise AssertionError


def _beside(canvas: Canvas, x: float, y: float, lines: Sequence[str], font: str = "Times-Roman") -> None:
    for number, line in enumerate(lines):
        put(canvas, x, y - 16 * number, line, font, 11)


def test_numbers_of_each_line_go_also_on_a_last_page_with_few(tmp_path: Path) -> None:
    numbers = count(1)

    def page(lines: int) -> Callable[[Canvas], None]:
        def make(canvas: Canvas) -> None:
            text = _lines(lines, lines)
            for n, line in enumerate(text):
                put(canvas, 50, 760 - 22 * n, f"{next(numbers):>3}", "Helvetica", 7)
                put(canvas, 72, 760 - 22 * n, line, "Times-Roman", 11)

        return make

    path = draw(tmp_path / "review.pdf", page(30), page(30), page(3))
    texts = [read(path, number).text for number in range(3)]
    assert [re.findall(r"\d+", text) for text in texts] == [[], [], []]
    assert " ".join(texts[2].split()) == " ".join(_lines(3, 3))


def test_every_fifth_number_goes_also_between_two_columns(tmp_path: Path) -> None:
    def patent(canvas: Canvas) -> None:
        _beside(canvas, 50, 760, _lines(1, 40, 225))
        _beside(canvas, 320, 760, _lines(2, 40, 225))
        for n in range(5, 41, 5):
            put(canvas, 292, 760 - 16 * (n - 1), f"{n:>2}", "Times-Roman", 9)

    def margin(canvas: Canvas) -> None:
        _beside(canvas, 90, 760, _lines(3, 22))
        for n in range(5, 21, 5):
            put(canvas, 540, 760 - 16 * (n - 1), str(n), "Times-Roman", 9)

    path = draw(tmp_path / "patent.pdf", patent, margin)
    assert not re.findall(r"\d+", read(path, 0).text + read(path, 1).text)


def test_a_ruler_that_misses_the_lines_goes(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        for n, line in enumerate(_lines(4, 50)):
            put(canvas, 80, 765 - 13.4 * n - 5 * (n // 12), line, "Times-Roman", 11)
        for n in range(55):
            put(canvas, 40, 765 - 13 * n, f"{n:03d}", "Helvetica", 8)

    assert not re.findall(r"\d+", read(draw(tmp_path / "ruler.pdf", page)).text)


def test_a_transcript_is_counted_anew_on_each_page(tmp_path: Path) -> None:
    said = ["Q. Did you see the ship?", "A. Yes, I saw her come in at the end", "of the day.", "Q. Who was with you?",
            "A. Nobody.", "Q. And are you quite certain of what you", "say to this court?", "A. I am."]  # fmt: skip

    def page(first: int) -> Callable[[Canvas], None]:
        def make(canvas: Canvas) -> None:
            for n in range(25):
                put(canvas, 70, 760 - 26 * n, f"{n + 1:>2}", "Courier", 12)
                put(canvas, 110, 760 - 26 * n, said[(n + first) % len(said)], "Courier", 12)

        return make

    path = draw(tmp_path / "transcript.pdf", page(0), page(3))
    assert not re.findall(r"\d+", read(path, 0).text + read(path, 1).text)


@pytest.mark.parametrize("kind", ["list", "lower", "table", "fives", "verses", "listing"])
def test_numbers_of_what_is_said_stay(tmp_path: Path, kind: str) -> None:
    chance = random.Random(5)
    rows = [" ".join(chance.choices(WORDS, k=chance.randint(3, 6))) for _ in range(12)]

    def page(canvas: Canvas) -> None:
        for n in range(12):
            y = 760 - 16 * n
            number = str(5 * n + 5 if kind == "fives" else n + 1)
            if kind == "verses":  # each of two lines
                y = 760 - 32 * n
                put(canvas, 100, y - 16, "and the river came to the mountain in the winter evening", "Times-Roman", 11)
            put(canvas, 60, y, number, "Courier" if kind == "listing" else "Times-Roman", 11)
            text = {"list": rows[n].capitalize(), "lower": rows[n].lower(), "table": "river and stone of the mountain",
                    "fives": "years", "verses": "And the paper of the forest was silver in the window light",
                    "listing": f"value_{n} = compute({n})"}[kind]  # fmt: skip
            put(canvas, 100, y, text, "Courier" if kind == "listing" else "Times-Roman", 11)
            if kind in ("table", "fives"):
                put(canvas, 330, y, f"{n}.50", "Times-Roman", 11)
        put(canvas, 60, 80, "And here the text ends, in another type than that of the listing.", "Times-Roman", 11)

    text = read(draw(tmp_path / "kept.pdf", page)).text
    wanted = {str(5 * n + 5 if kind == "fives" else n + 1) for n in range(12)}
    assert wanted <= set(re.findall(r"\b\d+\b", text))
