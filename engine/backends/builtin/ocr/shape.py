# SPDX-License-Identifier: AGPL-3.0-or-later
"""From a line's ink: how high its letters are, where they stand, how thick their strokes are,
and where white runs through.

The heights come from the line's row profile. How much ink is to be expected above the small
letters and below the baseline follows from the text that was read, so the edges of the
x-height band and of the capitals can be told apart even where a line has few of either."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.backends.builtin.ocr.page import Mask
from engine.protocol import Box

CAP = 0.71
"""Height of capitals and figures as a part of an em (mean of common text faces)."""
X_PART = 0.68
"""Height of small letters as a part of the capitals'; measured anew on each page."""
DESCENT = 0.21
"""Depth of g, p, q as a part of an em."""
IDEOGRAPH = 0.88
"""Height of East Asian letters as a part of an em; taken for all scripts without small letters."""
IDEOGRAPH_DROP = 0.08
"""How far they reach below the baseline."""
THIN = 0.7
"""Ink of an ascender or descender compared with that of a whole letter, row by row."""

FEW = 3
"""Letters of a line up to which its profile is that of single letters, and only its ends count."""
MOST_TALL = 0.42
"""Share of tall letters up to which the edge of the small ones stands out."""
MARGIN = 0.14
"""Of the height of a detector's box: outside, neighbouring lines may hang in."""
STRETCH = 5
"""Length of the stretches that a line is measured in, in line heights."""

_TALL = re.compile(r"[A-Z0-9bdfhkltßÀ-ÞА-ЯЁΑ-ΩĀĂĄĆČĎĐĒĖĘĚĞĪŁŃŇŌŐŘŚŞŠŤŪŮŰŹŻŽ&%$€£§?!()\[\]{}/|#@]")
_DEEP = re.compile(r"[gjpqyçQ()\[\]{}|@рудцщфηρφχψμβγ]")
_WIDE = re.compile("[\u0590-\u1fff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Shape:
    """What the ink of a line shows, in work pixels. `capital` and `small` are the heights
    of capitals and of small letters, None where the line has too few to tell; `stroke` is
    the mean stroke width; `gaps` are runs of white columns; `wide` marks a script
    whose letters all have the height `capital`."""

    box: Box
    baseline: float
    capital: float | None
    small: float | None
    stroke: float
    gaps: tuple[tuple[float, float], ...]
    wide: bool = False


def measure(ink: Mask, box: Box, text: str) -> Shape:
    """Looks at the ink inside `box`."""
    x0, y0, x1, y1 = _whole(box, ink.shape)
    part = ink[y0:y1, x0:x1]
    rows = _profile(part)
    if not rows.any():
        return Shape(box, box[3], None, None, 0.0, ())
    wide = len(_WIDE.findall(text)) * 3 > len(text)
    top, small_top, baseline, bottom = _ideograph_levels(rows) if wide else _levels(rows, text)
    part = part[int(top) : int(np.ceil(bottom)) + 1]
    filled: NDArray[np.bool_] = np.any(part, axis=0)
    places = np.flatnonzero(filled)
    left, right = (int(places[0]), int(places[-1]) + 1) if len(places) else (0, x1 - x0)
    enough = sum(c.isalnum() for c in text) >= 2
    return Shape(
        box=(float(x0 + left), y0 + top, float(x0 + right), y0 + bottom),
        baseline=y0 + baseline,
        capital=baseline - top if enough and (wide or len(_TALL.findall(text)) >= 1) else None,
        small=baseline - small_top if enough and not wide and _mostly_small(text) else None,
        stroke=_stroke(part[:, left:right]),
        gaps=tuple((a + x0 + left, b + x0 + left) for a, b in _gaps(filled[left:right])),
        wide=wide,
    )


def _whole(box: Box, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    x0, y0 = max(0, int(box[0])), max(0, int(box[1]))
    x1, y1 = min(shape[1], int(np.ceil(box[2]))), min(shape[0], int(np.ceil(box[3])))
    return x0, y0, max(x0 + 1, x1), max(y0 + 1, y1)


def _profile(part: Mask) -> NDArray[np.float64]:
    """Ink in each row. A long line is taken in stretches, each moved up or down to fit those
    before it: paper curves, and a slope of two pixels would make letters a fifth higher."""
    height, width = part.shape
    count = max(1, width // (STRETCH * height))
    edges = np.linspace(0, width, count + 1).astype(int)
    profiles = [part[:, a:b].sum(axis=1).astype(np.float64) for a, b in pairwise(edges)]
    total: NDArray[np.float64] = profiles[0]
    reach = max(1, height // 6)
    for profile in profiles[1:]:
        shifts = [np.roll(profile, s) for s in range(-reach, reach + 1)]
        total = total + max(shifts, key=lambda p: float(p @ total))
    return total


def _mostly_small(text: str) -> bool:
    """Enough letters without ascenders: else their upper edge cannot be seen."""
    tall, printed = len(_TALL.findall(text)), sum(not c.isspace() for c in text)
    return sum(c.islower() for c in text) - tall >= 3 and tall <= MOST_TALL * printed


def _levels(rows: NDArray[np.float64], text: str) -> tuple[float, float, float, float]:
    """Top of the capitals, top of the small letters, baseline, bottom of the descenders."""
    printed = max(1, sum(not c.isspace() for c in text))
    if printed <= FEW:
        top, bottom = _span(rows, 0.1 * float(rows.max()))
        drop = DESCENT / (CAP + DESCENT) if _DEEP.search(text) else 0.0
        baseline = bottom - drop * (bottom - top)
        return top, top, baseline, bottom
    tall = min(1.0, len(_TALL.findall(text)) / printed)
    deep = min(1.0, len(_DEEP.findall(text)) / printed)
    plateau = float(np.mean(rows[rows > 0.5 * float(rows.max())]))
    small_top, _ = _span(rows, plateau * (1 + THIN * tall) / 2)
    _, baseline = _span(rows, plateau * (1 + THIN * deep) / 2)
    top = _edge(rows, int(small_top), -1, plateau * THIN * tall / 2) if tall else small_top
    bottom = _edge(rows, min(len(rows) - 1, int(baseline)), 1, plateau * THIN * deep / 2) if deep else baseline
    return min(top, small_top), small_top, baseline, max(bottom, baseline)


def _span(rows: NDArray[np.float64], level: float) -> tuple[float, float]:
    """Outer edges of the rows that reach `level`; there may be thinner ones between (letters
    with serifs have most ink at their feet and heads)."""
    edge = int(MARGIN * len(rows))
    inside = rows[edge : len(rows) - edge]
    full = np.flatnonzero(inside >= min(level, float(inside.max()))) + edge
    return _edge(rows, int(full[0]), -1, level), _edge(rows, int(full[-1]), 1, level)


def _ideograph_levels(rows: NDArray[np.float64]) -> tuple[float, float, float, float]:
    middle = _middle(rows)
    least = 0.08 * float(rows.max())
    top, bottom = _edge(rows, middle, -1, least), _edge(rows, middle, 1, least)
    return top, top, bottom - IDEOGRAPH_DROP / IDEOGRAPH * (bottom - top), bottom


def _middle(rows: NDArray[np.float64]) -> int:
    """A row inside the band of the small letters: the fullest of the middle half."""
    quarter = len(rows) // 4
    return quarter + int(np.argmax(rows[quarter : max(quarter + 1, len(rows) - quarter)]))


def _edge(rows: NDArray[np.float64], start: int, step: int, level: float) -> float:
    """Where the profile falls below `level`, going up (-1) or down (1) from `start`;
    between two rows by interpolation. Upper edges are tops of rows, lower ones bottoms."""
    level = max(level, 0.5)
    at = start
    while 0 <= at + step < len(rows) and rows[at + step] >= level:
        at += step
    following = rows[at + step] if 0 <= at + step < len(rows) else 0.0
    inside = max(rows[at], level)
    part = (inside - level) / max(1e-9, inside - following)
    return float(at - part + 0.5 if step < 0 else at + part + 0.5)


def _gaps(filled: NDArray[np.bool_]) -> list[tuple[float, float]]:
    """Runs of empty columns, as (start, end)."""
    steps = np.diff(np.concatenate(([False], ~filled, [False])).astype(np.int8))
    starts, ends = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
    return [(float(a), float(b)) for a, b in zip(starts, ends, strict=True)]


def _stroke(part: Mask) -> float:
    """Mean stroke width: twice the area over the outline's length."""
    area = int(part.sum())
    outline = int((part[:, 1:] != part[:, :-1]).sum()) + int((part[1:] != part[:-1]).sum())
    return 2 * area / outline if outline else 0.0
