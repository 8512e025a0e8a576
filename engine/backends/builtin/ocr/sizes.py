# SPDX-License-Identifier: AGPL-3.0-or-later
"""Font sizes: one for each line from its letter heights, made equal within paragraphs and
then within fonts, so that only real differences are left to tell headings by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.backends.builtin.ocr import paragraphs, shape, widths
from engine.backends.builtin.ocr.shape import Shape

SAME_FONT = 0.06
"""Sizes that differ by less are one size (scatter of single lines on clean scans: 3 %)."""
SAME_PARAGRAPH = 0.10
"""Lines under each other that differ by less are taken for one paragraph's (a line with
few letters may be 8 % off)."""
PIXEL = 0.7
"""Pixels that a size may be off by: an edge half a pixel off, over the height of capitals."""
TOO_HIGH = 1.8
"""A size by height over the size by length: condensed faces reach 1.5."""
PITCH = 1.7
"""Ems between the baselines of a paragraph's lines, at most."""


@dataclass(frozen=True, slots=True)
class Look:
    """How even the letters are: `scatter` is the middle half of the lines' sizes over the
    median (print of one size: 0.01 to 0.05; a page with headings and notes up to 0.3), and
    `stroke` the stroke width over the size (print: 0.06 to 0.14). Both 0 with under 4 lines."""

    scatter: float
    stroke: float


def look(texts: Sequence[str], shapes: Sequence[Shape]) -> Look:
    """Over the lines with some letters in them."""
    part = _small_part(shapes)
    sized = [(s, _size(s, part)) for s, text in zip(shapes, texts, strict=True) if len(text) >= 6]
    known = np.array([(size, s.stroke) for s, size in sized if size])
    if len(known) < 4:
        return Look(0.0, 0.0)
    low, middle, high = np.percentile(known[:, 0], [25, 50, 75])
    return Look(float((high - low) / middle), float(np.median(known[:, 1]) / middle))


def assign(texts: Sequence[str], shapes: Sequence[Shape], heights: Sequence[float]) -> list[float]:
    """The size of each line in work pixels; `heights` are the heights of the lines' boxes
    as the detector drew them (used where the ink tells nothing)."""
    part = _small_part(shapes)
    measured = [_sane(_size(s, part), s, t) for s, t in zip(shapes, texts, strict=True)]
    usual = _box_part(measured, heights)
    sizes = paragraphs.settled([m or usual * h for m, h in zip(measured, heights, strict=True)], shapes)
    weights = [len(t) if m else 0 for t, m in zip(texts, measured, strict=True)]
    return _snapped(_levelled(sizes, weights, shapes), weights)


def _small_part(shapes: Sequence[Shape]) -> float:
    """Height of small letters over that of capitals on this page."""
    parts = [s.small / s.capital for s in shapes if s.small and s.capital and 0.5 < s.small / s.capital < 0.85]
    return float(np.median(parts)) if len(parts) >= 5 else shape.X_PART


def _size(seen: Shape, small_part: float) -> float | None:
    if seen.wide:
        return seen.capital / (shape.IDEOGRAPH - shape.IDEOGRAPH_DROP) if seen.capital else None
    from_small = seen.small / small_part / shape.CAP if seen.small else None
    from_capital = seen.capital / shape.CAP if seen.capital else None
    if from_small and from_capital:
        # a single tall letter may be missed or be a stray mark: then the small ones decide
        return (from_small + from_capital) / 2 if abs(from_small / from_capital - 1) < 0.2 else from_small
    return from_small or from_capital


def _sane(size: float | None, seen: Shape, text: str) -> float | None:
    """None for a size that the line's length contradicts: slanting lines that were joined
    across columns are several lines high."""
    by_width = 1000 * (seen.box[2] - seen.box[0]) / max(1, widths.length(text))
    return size if size and size < TOO_HIGH * by_width else by_width if size else None


def _box_part(measured: Sequence[float | None], heights: Sequence[float]) -> float:
    parts = [m / h for m, h in zip(measured, heights, strict=True) if m and h > 0]
    return float(np.median(parts)) if parts else 0.8


def _levelled(sizes: Sequence[float], weights: Sequence[int], shapes: Sequence[Shape]) -> list[float]:
    """Each line takes the middle size of its paragraph or table."""
    out = list(sizes)
    for members in _groups(sizes, weights, shapes):
        middle = _weighted_median([sizes[i] for i in members], [max(1, weights[i]) for i in members])
        for i in members:
            if _alike(sizes[i], middle, SAME_PARAGRAPH) or not weights[i]:
                out[i] = middle
    return out


def _groups(sizes: Sequence[float], weights: Sequence[int], shapes: Sequence[Shape]) -> list[list[int]]:
    """Lines of about one size chained to the next line under them and to those on their row."""
    order = sorted(range(len(shapes)), key=lambda i: shapes[i].baseline)
    owner = list(range(len(shapes)))

    def root(i: int) -> int:
        while owner[i] != i:
            i = owner[i]
        return i

    for place, i in enumerate(order):
        for j in order[place + 1 :]:
            step = shapes[j].baseline - shapes[i].baseline
            if step > PITCH * max(sizes[i], sizes[j]):
                break
            row = step < 0.25 * sizes[i]
            known = weights[i] and weights[j]
            near = row or paragraphs.overlap(shapes[i], shapes[j])
            if near and (not known or _alike(sizes[i], sizes[j], SAME_PARAGRAPH)):
                owner[root(j)] = root(i)
                if not row:
                    break
    members: dict[int, list[int]] = {}
    for i in range(len(shapes)):
        members.setdefault(root(i), []).append(i)
    return list(members.values())


def _alike(a: float, b: float, part: float) -> bool:
    """Within `part` of each other, and half a pixel's worth more at either edge."""
    return abs(a / b - 1) <= part + PIXEL / max(a, b)


def _snapped(sizes: list[float], weights: Sequence[int]) -> list[float]:
    """Sizes grouped page-wide, starting from the commonest."""
    left = [(s, max(1, w)) for s, w in zip(sizes, weights, strict=True)]
    centres: list[float] = []
    while left:
        centre = _commonest(left)
        centres.append(centre)
        left = [(s, w) for s, w in left if not _alike(s, centre, SAME_FONT)]
    return [min(centres, key=lambda c: abs(c / s - 1)) for s in sizes]


def _commonest(known: Sequence[tuple[float, int]]) -> float:
    """The size with the most characters within half of SAME_FONT about it, averaged."""
    sizes = np.array([s for s, _ in known])
    counts = np.array([n for _, n in known], dtype=np.float64)
    near = np.abs(sizes[:, None] / sizes[None, :] - 1) <= SAME_FONT / 2 + PIXEL / 2 / sizes[None, :]
    inside = near[:, int(np.argmax(counts @ near))]
    return float((sizes * counts)[inside].sum() / counts[inside].sum())


def _weighted_median(values: Sequence[float], weights: Sequence[int]) -> float:
    order = np.argsort(values)
    total = np.cumsum(np.array(weights)[order])
    return float(np.array(values)[order][np.searchsorted(total, total[-1] / 2)])
