# SPDX-License-Identifier: AGPL-3.0-or-later
"""From a line's ink: its font size, its baseline, its stroke width, and where its words are."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.backends.builtin.ocr import widths
from engine.backends.builtin.ocr.page import Mask
from engine.protocol import Box

# Parts of an em above and below the baseline (means over common text faces)
CAP, X_HEIGHT, DESCENT, COMMA = 0.71, 0.50, 0.21, 0.12
IDEOGRAPH_TOP, IDEOGRAPH_BOTTOM = 0.80, 0.08
WIDE_GAP = 1.3
"""Ems of white after which the next word stands apart (a table cell, another column)."""

_TALL = re.compile(r"[A-Z0-9bdfhkltßÀ-ÞА-ЯЁΑ-Ω&%$€£§?!()\[\]{}/|\"'“”‘’#@]")
_DEEP = re.compile(r"[gjpqyçÇQ()\[\]{}|@§рудцщфηρφχψμβγ]")
_COMMA = re.compile(r"[,;]")
_IDEOGRAPH = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Shape:
    """What the ink of a line shows, in work pixels. `size` is None where the line is too
    short to tell. `stroke` is the mean stroke width as a share of the letter height."""

    box: Box
    size: float | None
    baseline: float
    stroke: float
    gaps: tuple[tuple[float, float], ...]


def measure(ink: Mask, box: Box, text: str) -> Shape:
    """Looks at the ink inside `box`."""
    x0, y0, x1, y1 = _whole(box, ink.shape)
    part = ink[y0:y1, x0:x1]
    rows = part.sum(axis=1)
    if not rows.any():
        return Shape(box, None, box[3], 0.0, ())
    top, bottom = _band(rows)
    part = part[top:bottom]
    columns = part.any(axis=0)
    filled = np.flatnonzero(columns)
    left, right = (int(filled[0]), int(filled[-1]) + 1) if len(filled) else (0, x1 - x0)
    part = part[:, left:right]
    above, below = _extent(text)
    size = (bottom - top) / (above + below)
    tight = (float(x0 + left), float(y0 + top), float(x0 + right), float(y0 + bottom))
    gaps = tuple((a + tight[0], b + tight[0]) for a, b in _gaps(columns[left:right]))
    letters = sum(c.isalnum() for c in text)
    return Shape(tight, size if letters >= 2 else None, tight[1] + above * size, _stroke(part, above * size), gaps)


def _whole(box: Box, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    x0, y0 = max(0, int(box[0])), max(0, int(box[1]))
    x1, y1 = min(shape[1], int(np.ceil(box[2]))), min(shape[0], int(np.ceil(box[3])))
    return x0, y0, max(x0 + 1, x1), max(y0 + 1, y1)


def _band(rows: NDArray[np.int64]) -> tuple[int, int]:
    """Rows of the line itself: from its fullest rows outwards until the ink ends, so that
    what hangs in from the lines above and below stays out."""
    least = max(1.0, 0.02 * float(rows.max()))
    core = np.flatnonzero(rows > 0.4 * rows.max())
    top, bottom = int(core[0]), int(core[-1]) + 1
    while top > 0 and rows[top - 1] >= least:
        top -= 1
    while bottom < len(rows) and rows[bottom] >= least:
        bottom += 1
    return top, bottom


def _extent(text: str) -> tuple[float, float]:
    """Ems above and below the baseline that the letters of `text` reach."""
    if len(_IDEOGRAPH.findall(text)) * 3 > len(text):
        return IDEOGRAPH_TOP, IDEOGRAPH_BOTTOM
    above = CAP if _TALL.search(text) else X_HEIGHT
    below = DESCENT if _DEEP.search(text) else COMMA if _COMMA.search(text) else 0.0
    return above, below


def _gaps(columns: NDArray[np.bool_]) -> list[tuple[float, float]]:
    """Runs of empty columns, as (start, end)."""
    steps = np.diff(np.concatenate(([False], ~columns, [False])).astype(np.int8))
    starts, ends = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
    return [(float(a), float(b)) for a, b in zip(starts, ends, strict=True)]


def _stroke(part: Mask, height: float) -> float:
    """Mean stroke width over letter height: twice the area over the outline's length."""
    area = int(part.sum())
    outline = int((part[:, 1:] != part[:, :-1]).sum()) + int((part[1:] != part[:-1]).sum())
    if not area or not outline or height <= 0:
        return 0.0
    return 2 * area / outline / height


def place_words(text: str, shape: Shape, size: float) -> list[tuple[str, float, float]]:
    """The words of a line with their left and right ends. Words are parted at the widest
    gaps in the ink where these are clear, else by the widths of their letters."""
    words = text.split()
    left, _, right, _ = shape.box
    if len(words) < 2:
        return [(w, left, right) for w in words]
    cuts = _clear_cuts(words, shape, size) or _share(words, shape)
    edges = [left, *(e for cut in cuts for e in cut), right]
    return [(word, edges[2 * i], edges[2 * i + 1]) for i, word in enumerate(words)]


def _clear_cuts(words: list[str], shape: Shape, size: float) -> list[tuple[float, float]] | None:
    """For each space the gap nearest to where the letter widths put it, if the assignment
    is one to one and in order."""
    need = len(words) - 1
    ranked = sorted(shape.gaps, key=lambda g: g[0] - g[1])
    if len(ranked) < need:
        return None
    chosen = sorted(ranked[:need])
    least = min(b - a for a, b in chosen)
    next_best = ranked[need][1] - ranked[need][0] if len(ranked) > need else 0.0
    if least < 0.08 * size or least < 1.15 * next_best:
        return None
    return chosen if _plausible(words, shape, chosen) else None


def _plausible(words: list[str], shape: Shape, cuts: list[tuple[float, float]]) -> bool:
    """Are the pieces between the cuts about as wide as their words?"""
    edges = [shape.box[0], *(e for cut in cuts for e in cut), shape.box[2]]
    real = [edges[2 * i + 1] - edges[2 * i] for i in range(len(words))]
    wanted = [widths.length(w) for w in words]
    scale = sum(real) / max(1, sum(wanted))
    return all(0.4 < r / max(1.0, w * scale) < 2.5 for r, w in zip(real, wanted, strict=True))


def _share(words: list[str], shape: Shape) -> list[tuple[float, float]]:
    """Spaces placed by letter widths, then moved into the widest gap within half a space's reach."""
    left, _, right, _ = shape.box
    space = widths.width(" ")
    total = sum(map(widths.length, words)) + space * (len(words) - 1)
    scale = (right - left) / max(1, total)
    cuts, at = [], left
    for word in words[:-1]:
        at += widths.length(word) * scale
        cuts.append(_snap((at, at + space * scale), shape.gaps, cuts[-1][1] if cuts else left))
        at += space * scale
    return cuts


def _snap(cut: tuple[float, float], gaps: tuple[tuple[float, float], ...], after: float) -> tuple[float, float]:
    reach = 2.5 * (cut[1] - cut[0])
    middle = (cut[0] + cut[1]) / 2
    near = [g for g in gaps if abs((g[0] + g[1]) / 2 - middle) < reach and g[0] > after]
    best = max(near, key=lambda g: (g[1] - g[0]) - 0.3 * abs((g[0] + g[1]) / 2 - middle), default=None)
    if best is not None:
        return best
    start = max(after, cut[0])
    return start, max(start, cut[1])
