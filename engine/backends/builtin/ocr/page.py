# SPDX-License-Identifier: AGPL-3.0-or-later
"""The values that the OCR half works on and hands out.

Two coordinate systems occur. *Work pixels* are those of the picture that was read: turned
upright, deskewed and perhaps scaled. *Fractions* are those of the picture that the caller
gave (see engine.protocol.Box). Everything here is in work pixels except `OcrWord.box`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.protocol import Box, Note

Picture = NDArray[np.uint8]
"""Rows, columns, three channels (RGB)."""
Grey = NDArray[np.uint8]
"""Rows, columns; 0 is black."""
Mask = NDArray[np.bool_]
"""Rows, columns; True is ink."""


Span = tuple[str, Box, float]
"""A word of a line: text, box, confidence."""


PlacedWord = tuple[str, float, float]
"""A word with its left and right end."""


@dataclass(frozen=True, slots=True)
class RawLine:
    """What an OCR engine says about one line, in pixels of the picture it was given.
    `spans` are the boxes of its words where the engine knows them (in reading order)."""

    text: str
    box: Box
    confidence: float
    spans: tuple[Span, ...] = ()
    upright: bool = True  # False: the engine saw a line that runs up or down the page


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text that stands alone on its line (a table cell, or all of a line)."""

    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class OcrLine:
    """A line of the page. `size` is the font size (height of one em) and `baseline` the
    y coordinate that the letters stand on, both in work pixels; `pieces` are its parts
    with wide white between them, `words` its words in reading order."""

    text: str
    box: Box
    confidence: float
    bold: bool
    size: float
    baseline: float
    pieces: tuple[Piece, ...]
    rtl: bool = False
    words: tuple[PlacedWord, ...] = ()


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the page whose lines are read one after the other: `lines[first:last]` of
    its page. `left` is the left edge of the column it belongs to."""

    box: Box
    left: float
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class OcrWord:
    """A word; `box` is in fractions of the picture that was given to `read_picture`."""

    text: str
    box: Box
    confidence: float


@dataclass(frozen=True, slots=True)
class Ruling:
    """A straight printed line, horizontal or vertical, in work pixels; `width` is its thickness."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float

    @property
    def horizontal(self) -> bool:
        return (self.x1 - self.x0) >= (self.y1 - self.y0)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table found: its box, the middles of its channels, its rows' lower edges (all but
    the last), and for each row the channels that a cell of it crosses."""

    box: Box
    channels: tuple[float, ...]
    edges: tuple[float, ...]
    crossed: tuple[frozenset[int], ...]

    def rulings(self) -> list[Ruling]:
        x0, y0, x1, y1 = self.box
        levels = [y0, *self.edges, y1]
        out = [Ruling(x0, y, x1, y, 1.0) for y in levels]
        out += [Ruling(x, y0, x, y1, 1.0) for x in (x0, x1)]
        for k, x in enumerate(self.channels):
            out += [
                Ruling(x, levels[r], x, levels[r + 1], 1.0)
                for r in range(len(levels) - 1)
                if k not in self.crossed[r]
            ]
        return out


@dataclass(frozen=True, slots=True)
class OcrPage:
    """A picture, read. `size` is (width, height) of the work picture; `turn` (0, 90, 180,
    270) and `skew` are the degrees clockwise by which the given picture was turned to
    make it; `engine` names what read it."""

    size: tuple[int, int]
    lines: list[OcrLine]
    words: list[OcrWord]
    rulings: list[Ruling]
    regions: list[Region] = field(default_factory=list)
    grids: list[Grid] = field(default_factory=list)
    turn: int = 0
    skew: float = 0.0
    notes: list[Note] = field(default_factory=list)
    engine: str = ""
    confidence: float | None = None

    @property
    def rtl(self) -> bool:
        """Is most of the text written from right to left?"""
        rtl = sum(len(line.text) for line in self.lines if line.rtl)
        return rtl * 2 > sum(len(line.text) for line in self.lines)


def body_size(lines: Iterable[OcrLine]) -> float:
    """The size that most characters have, in work pixels; 10 without any."""
    counts: dict[float, int] = {}
    for line in lines:
        counts[line.size] = counts.get(line.size, 0) + len(line.text)
    return max(counts, key=lambda s: counts[s]) if counts else 10.0
