# SPDX-License-Identifier: AGPL-3.0-or-later
"""Printed lines: long thin runs of ink, found along rows and columns with numpy alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.backends.builtin.ocr import components
from engine.backends.builtin.ocr.page import Mask, Ruling
from engine.protocol import Box

LEAST_LENGTH = 0.03
"""Of the long side of the page: some 9 mm on A4, longer than any letter of running text."""
THICKEST = 0.006
"""Of the long side: 1.8 mm on A4; thicker ink is a bar, not a line."""
GAP = 2
"""Pixels of missing ink that a line may have."""
NEIGHBOURS = 0.3
"""Ink right beside a line, as a share of its length, above which it is the foot of a row of letters."""
AROUND = 4.0
"""Line heights about the text beyond which a line is the edge of the paper or a shadow."""


def find(ink: Mask, text: list[Box]) -> list[Ruling]:
    """All rulings of the page. `text` are boxes of lines read: strokes inside them (an
    underlined or very large letter) that are not longer than the box are left out."""
    side = max(ink.shape)
    length, thick = max(24, int(side * LEAST_LENGTH)), max(4, int(side * THICKEST))
    across = [Ruling(*r) for r in _runs(ink, length, thick)]
    down = [Ruling(y0, x0, y1, x1, w) for x0, y0, x1, y1, w in _runs(np.ascontiguousarray(ink.T), length, thick)]
    x0, y0, x1, y1 = _region(text, ink)
    every = across + down
    near = [r for r in every if r.x1 >= x0 and r.x0 <= x1 and r.y1 >= y0 and r.y0 <= y1]
    # the far side of a table whose last cells are empty hangs on lines that are near
    hanging = [r for r in every if r not in near and any(_touch(r, other) for other in near)]
    return [r for r in near + hanging if not _inside(r, text)]


def _touch(a: Ruling, b: Ruling) -> bool:
    """Do they cross or meet at an angle?"""
    room = 4 * GAP
    meet = a.x0 - room <= b.x1 and b.x0 <= a.x1 + room and a.y0 - room <= b.y1 and b.y0 <= a.y1 + room
    return meet and a.horizontal != b.horizontal


def erased(ink: Mask, rulings: Sequence[Ruling]) -> Mask:
    """The ink without the lines, which would spoil the measures of letters close to them."""
    out = ink.copy()
    for r in rulings:
        half = r.width / 2 + 1
        x0, x1, y0, y1 = r.x0 - half, r.x1 + half, r.y0 - half, r.y1 + half
        out[max(0, int(y0)) : int(y1) + 1, max(0, int(x0)) : int(x1) + 1] = False
    return out


def _region(text: list[Box], ink: Mask) -> Box:
    """The text's surroundings, all of the page where there is no text."""
    if not text:
        return (0.0, 0.0, float(ink.shape[1]), float(ink.shape[0]))
    boxes = np.array(text)
    room = AROUND * float(np.median(boxes[:, 3] - boxes[:, 1]))
    left, top, right, bottom = boxes[:, 0].min(), boxes[:, 1].min(), boxes[:, 2].max(), boxes[:, 3].max()
    return (float(left - room), float(top - room), float(right + room), float(bottom + room))


def _runs(ink: Mask, length: int, thick: int) -> list[tuple[float, float, float, float, float]]:
    """Horizontal lines as (x0, y0, x1, y1, thickness)."""
    closed = _closed(ink)
    rows, starts, ends = _long_runs(closed, length)
    groups = _stack(rows, starts, ends)
    out = []
    for group in groups:
        top, bottom = int(rows[group].min()), int(rows[group].max()) + 1
        left, right = int(starts[group].min()), int(ends[group].max())
        if bottom - top > thick or _is_letters(ink, left, right, top, bottom):
            continue
        middle = (top + bottom) / 2
        out.append((float(left), middle, float(right), middle, float(bottom - top)))
    return out


def _is_letters(ink: Mask, left: int, right: int, top: int, bottom: int) -> bool:
    """Feet of letters that touch make long runs too, but with the letters right above."""
    above = ink[max(0, top - 4) : max(0, top - 2), left:right]
    below = ink[bottom + 2 : bottom + 4, left:right]
    return any(side.size and float(side.mean()) > NEIGHBOURS for side in (above, below))


def _closed(ink: Mask) -> Mask:
    """Small holes along the rows filled."""
    closed = ink.copy()
    for shift in range(1, GAP + 1):
        closed[:, shift:] |= ink[:, :-shift]
    grown = closed.copy()
    for shift in range(1, GAP + 1):
        closed[:, :-shift] &= grown[:, shift:]
    return closed


def _long_runs(ink: Mask, length: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    rows, starts, ends = components.runs(ink)
    keep = (ends - starts) >= length
    return rows[keep], starts[keep], ends[keep]


def _stack(rows: NDArray[np.int64], starts: NDArray[np.int64], ends: NDArray[np.int64]) -> list[list[int]]:
    """Runs on neighbouring rows that overlap belong to one line; so do pieces of a line
    that slopes by a pixel here and there."""
    groups: list[list[int]] = []
    open_groups: list[tuple[int, int, int, list[int]]] = []  # last row, start, end, members
    for i in range(len(rows)):
        row, start, end = int(rows[i]), int(starts[i]), int(ends[i])
        open_groups = [g for g in open_groups if g[0] >= row - 2]
        for k, (_, first, last, members) in enumerate(open_groups):
            if start <= last + 2 * GAP and end >= first - 2 * GAP:
                members.append(i)
                open_groups[k] = (row, min(first, start), max(last, end), members)
                break
        else:
            members = [i]
            groups.append(members)
            open_groups.append((row, start, end, members))
    return groups


def _inside(ruling: Ruling, text: list[Box]) -> bool:
    x, y = (ruling.x0 + ruling.x1) / 2, (ruling.y0 + ruling.y1) / 2
    for x0, y0, x1, y1 in text:
        margin = (y1 - y0) * 0.15
        if ruling.horizontal:
            inside = y0 + margin < y < y1 - margin and x0 - 2 <= ruling.x0 and ruling.x1 <= x1 + 2
        else:
            inside = x0 < x < x1 and y0 - 2 <= ruling.y0 and ruling.y1 <= y1 + 2
        if inside:
            return True
    return False
