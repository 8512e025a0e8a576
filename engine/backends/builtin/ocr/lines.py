# SPDX-License-Identifier: AGPL-3.0-or-later
"""From raw lines to lines with size, weight and parts."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import numpy as np

from engine.backends.builtin.ocr import shape
from engine.backends.builtin.ocr.page import Mask, OcrLine, Piece, RawLine
from engine.backends.builtin.ocr.shape import Shape
from engine.protocol import Box

LEAST_CONFIDENCE = 0.5
"""Lines below are noise: dust, pictures, patterns (PP-OCRv6 gives 0.6 even to upside-down print)."""
SAME_SIZE = 0.10
"""Sizes that differ by less are one size: the scatter of measured heights within a font."""
BOLD = 1.22
"""Stroke width over the page's median from which a line counts as bold."""

PlacedWord = tuple[str, float, float]


def build(raw: Sequence[RawLine], ink: Mask) -> tuple[list[OcrLine], list[tuple[str, Box, float]]]:
    """The page's lines, and its words as (text, box, confidence), all in work pixels."""
    kept = [line for line in raw if keep(line)]
    shapes = [shape.measure(ink, line.box, line.text) for line in kept]
    sizes = _snapped(kept, shapes)
    usual = _usual_stroke(kept, shapes)
    lines: list[OcrLine] = []
    words: list[tuple[str, Box, float]] = []
    for line, seen, size in zip(kept, shapes, sizes, strict=True):
        placed = _placed(line, seen, size)
        words += [(t, (a, seen.box[1], b, seen.box[3]), line.confidence) for t, a, b in placed]
        lines.append(
            OcrLine(
                text=line.text.strip(),
                box=seen.box,
                confidence=line.confidence,
                bold=usual > 0 and seen.stroke > BOLD * usual and sum(c.isalnum() for c in line.text) > 1,
                size=size,
                baseline=seen.baseline,
                pieces=_pieces(placed, seen.box, size),
                rtl=is_rtl(line.text),
            )
        )
    return lines, words


def keep(line: RawLine) -> bool:
    """Not noise."""
    return bool(line.text.strip()) and line.confidence >= LEAST_CONFIDENCE


def is_rtl(text: str) -> bool:
    """Most letters belong to a script written from right to left."""
    kinds = [unicodedata.bidirectional(c) for c in text]
    return sum(k in ("R", "AL") for k in kinds) > kinds.count("L")


def _placed(line: RawLine, seen: Shape, size: float) -> list[PlacedWord]:
    if line.spans:
        return [(text, box[0], box[2]) for text, box, _ in line.spans]
    return shape.place_words(line.text, seen, size)


def _pieces(placed: list[PlacedWord], box: Box, size: float) -> tuple[Piece, ...]:
    """Words joined where the white between them is that of a space."""
    pieces: list[list[PlacedWord]] = []
    for word in sorted(placed, key=lambda w: w[1]):
        if pieces and word[1] - pieces[-1][-1][2] < shape.WIDE_GAP * size:
            pieces[-1].append(word)
        else:
            pieces.append([word])
    return tuple(
        Piece(" ".join(w[0] for w in run), (run[0][1], box[1], run[-1][2], box[3])) for run in pieces
    )


def _snapped(lines: Sequence[RawLine], shapes: Sequence[Shape]) -> list[float]:
    """One size for all lines of a font: sizes are grouped, starting from the commonest."""
    known = [(s.size, len(line.text)) for line, s in zip(lines, shapes, strict=True) if s.size]
    centres: list[float] = []
    while known:
        centre = _commonest(known)
        centres.append(centre)
        known = [(s, n) for s, n in known if abs(s / centre - 1) > SAME_SIZE]
    sizes = []
    for line, seen in zip(lines, shapes, strict=True):
        size = seen.size or 0.75 * (line.box[3] - line.box[1])
        near = min(centres, key=lambda c: abs(c / size - 1), default=size)
        loose = SAME_SIZE if seen.size else 0.4
        sizes.append(near if abs(near / size - 1) <= loose else size)
    return sizes


def _commonest(known: Sequence[tuple[float, int]]) -> float:
    """The size with the most characters within half of SAME_SIZE about it, averaged."""
    sizes = np.array([s for s, _ in known])
    counts = np.array([n for _, n in known], dtype=np.float64)
    near = np.abs(sizes[:, None] / sizes[None, :] - 1) <= SAME_SIZE / 2
    best = int(np.argmax(counts @ near))
    inside = near[:, best]
    return float((sizes * counts)[inside].sum() / counts[inside].sum())


def _usual_stroke(lines: Sequence[RawLine], shapes: Sequence[Shape]) -> float:
    """Median stroke width over the characters of the page; 0 if nothing was measured."""
    strokes = np.array([s.stroke for s in shapes if s.stroke > 0])
    weights = np.array([len(line.text) for line, s in zip(lines, shapes, strict=True) if s.stroke > 0])
    if not len(strokes):
        return 0.0
    order = np.argsort(strokes)
    total = np.cumsum(weights[order])
    return float(strokes[order][np.searchsorted(total, total[-1] / 2)])
