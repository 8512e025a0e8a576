# SPDX-License-Identifier: AGPL-3.0-or-later
"""Words of a page set by hand: one string a line, words side by side, lines one below the other."""

from __future__ import annotations

from collections.abc import Sequence

from engine.protocol import Word

CHAR = 0.01
"""Width of a character, as a share of the page."""
PITCH = 0.03
HIGH = 0.02


def lines(*texts: str, left: float = 0.1, top: float = 0.2, confidence: float | None = None) -> list[Word]:
    """The words of each line, 0.01 of the page's width a character, 0.03 of its height a line."""
    found: list[Word] = []
    for number, text in enumerate(texts):
        y = top + number * PITCH
        x = left
        for word in text.split(" "):
            wide = len(word) * CHAR
            if word:
                found.append(Word(text=word, box=(x, y, x + wide, y + HIGH), confidence=confidence))
            x += wide + CHAR
    return found


def columns(rows: Sequence[Sequence[str]], *, top: float = 0.2, wide: float = 0.15) -> list[Word]:
    """A table's cells, row by row, each cell at its column's place."""
    return [
        word
        for number, row in enumerate(rows)
        for column, cell in enumerate(row)
        for word in lines(cell, left=0.1 + column * wide, top=top + number * PITCH)
    ]
