# SPDX-License-Identifier: AGPL-3.0-or-later
"""From raw lines to lines with size, weight and parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.backends.builtin.ocr import bidi, paragraphs, shape, sizes
from engine.backends.builtin.ocr.page import Mask, OcrLine, Piece, PlacedWord, RawLine, Span
from engine.backends.builtin.ocr.place import place_words
from engine.backends.builtin.ocr.shape import Shape
from engine.backends.builtin.ocr.sizes import Look
from engine.protocol import Box

LEAST_CONFIDENCE = 0.5
"""Lines below are noise: dust, pictures, patterns (PP-OCRv6 gives 0.6 even to upside-down print)."""
BOLD = 1.25
"""Stroke width (over the size) against the page's usual one from which a line counts as bold."""
LARGER, BOLD_HEADING = 1.12, 1.14
"""The same for sizes above so many times the body's: blur thickens thin strokes more, so larger
regular type comes out below 1."""
ALMOST_BOLD = 1.06
"""The same for a line next to a bold one of its size: a heading of two lines."""
SMALL_PRINT = 0.92
"""Sizes below this part of the body's are small print."""
ROW = 0.16
"""Ems by which baselines on one row may differ."""
WIDE_GAP = 1.3
"""Ems of white after which the next word stands apart (a table cell, another column)."""


@dataclass(frozen=True, slots=True)
class Built:
    """The page's lines, its words as (text, box, confidence), all in work pixels, and what its
    letters look like."""

    lines: list[OcrLine]
    words: list[Span]
    look: Look


def build(raw: Sequence[RawLine], ink: Mask) -> Built:
    """Lines and words out of what the OCR said and what the ink shows."""
    kept = [line for line in raw if keep(line)]
    shapes = [shape.measure(ink, line.box, line.text) for line in kept]
    fitted = sizes.assign([line.text for line in kept], shapes, [line.box[3] - line.box[1] for line in kept])
    shapes = _on_rows(shapes, fitted)
    heavy = _bold(kept, shapes, fitted)
    lines: list[OcrLine] = []
    words: list[Span] = []
    for line, seen, size, bold in zip(kept, shapes, fitted, heavy, strict=True):
        placed = _placed(line, seen, size)
        words += [(t, (a, seen.box[1], b, seen.box[3]), line.confidence) for t, a, b in placed]
        lines.append(
            OcrLine(
                text=" ".join(t for t, _, _ in placed),
                box=seen.box,
                confidence=line.confidence,
                bold=bold,
                size=size,
                baseline=seen.baseline,
                pieces=_pieces(placed, seen.box, size),
                rtl=bidi.is_rtl(line.text),
                words=tuple(placed),
            )
        )
    return Built(lines, words, sizes.look([line.text for line in kept], shapes))


def _on_rows(shapes: list[Shape], fitted: Sequence[float]) -> list[Shape]:
    """One baseline for what stands on one row, as in a table: measured ones scatter by a
    pixel or two."""
    out = list(shapes)
    order = sorted(range(len(shapes)), key=lambda i: shapes[i].baseline)
    row: list[int] = []
    for i in [*order, None]:
        if i is None or (row and shapes[i].baseline - shapes[row[0]].baseline > ROW * fitted[row[0]]):
            middle = float(np.median([shapes[k].baseline for k in row])) if row else 0.0
            for k in row:
                out[k] = replace(shapes[k], baseline=middle)
            row = []
        if i is not None:
            row.append(i)
    return out


def keep(line: RawLine) -> bool:
    """Not noise."""
    return bool(line.text.strip()) and line.confidence >= LEAST_CONFIDENCE


def _placed(line: RawLine, seen: Shape, size: float) -> list[PlacedWord]:
    if line.spans:
        return [(text, box[0], box[2]) for text, box, _ in line.spans]
    return place_words(line.text, seen, size)


def _pieces(placed: list[PlacedWord], box: Box, size: float) -> tuple[Piece, ...]:
    """Words, in reading order, joined where the white between them is that of a space."""
    pieces: list[list[PlacedWord]] = []
    for word in placed:
        if pieces and max(word[1] - pieces[-1][-1][2], pieces[-1][-1][1] - word[2]) < WIDE_GAP * size:
            pieces[-1].append(word)
        else:
            pieces.append([word])
    return tuple(
        Piece(" ".join(w[0] for w in run), (min(w[1] for w in run), box[1], max(w[2] for w in run), box[3]))
        for run in pieces
    )


def _bold(lines: Sequence[RawLine], shapes: Sequence[Shape], fitted: Sequence[float]) -> list[bool]:
    """Strokes clearly thicker than usual on this page, in proportion to the size. Small print
    is held against itself: scanning thickens thin strokes more."""
    parts = np.array([s.stroke / size for s, size in zip(shapes, fitted, strict=True)])
    weights = np.array([len(line.text) for line in lines])
    if not len(parts):
        return []
    sizes_of = np.array(fitted)
    usual = _median(parts, weights)
    body = _median(sizes_of, weights)
    levels = []
    for part, size, line in zip(parts, fitted, lines, strict=True):
        same = sizes_of == size
        level = _median(parts[same], weights[same]) if size < SMALL_PRINT * body else usual
        letters = sum(c.isalpha() for c in line.text)
        levels.append(part / max(level, usual) if letters > 1 and usual > 0 else 0.0)
    near = _neighbours(shapes, fitted)
    needed = [BOLD_HEADING if size > LARGER * body else BOLD for size in fitted]
    heavy = [level > least for level, least in zip(levels, needed, strict=True)]
    return [
        own or (size > body and level > ALMOST_BOLD and any(heavy[j] for j in near[i]))
        for i, (own, level, size) in enumerate(zip(heavy, levels, fitted, strict=True))
    ]


def _neighbours(shapes: Sequence[Shape], fitted: Sequence[float]) -> list[list[int]]:
    """For each line those of its size right above and below it."""
    near: list[list[int]] = [[] for _ in shapes]
    order = sorted(range(len(shapes)), key=lambda i: shapes[i].baseline)
    for place, i in enumerate(order):
        for j in order[place + 1 :]:
            step = shapes[j].baseline - shapes[i].baseline
            if step > sizes.PITCH * fitted[i]:
                break
            if fitted[i] == fitted[j] and paragraphs.overlap(shapes[i], shapes[j]):
                near[i].append(j)
                near[j].append(i)
    return near


def _median(values: NDArray[np.float64], weights: NDArray[np.int64]) -> float:
    order = np.argsort(values)
    total = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(total, total[-1] / 2)])
