# SPDX-License-Identifier: AGPL-3.0-or-later
"""Printed lines: long thin runs of ink, found along rows and columns with numpy alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.backends.builtin.ocr.page import Mask, Ruling
from engine.protocol import Box

LEAST_LENGTH = 0.03
"""Of the long side of the page: some 9 mm on A4, longer than any letter of running text."""
THICKEST = 0.006
"""Of the long side: 1.8 mm on A4; thicker ink is a bar, not a line."""
GAP = 3
"""Pixels of missing ink that a line may have."""


def find(ink: Mask, text: list[Box]) -> list[Ruling]:
    """All rulings of the page. `text` are boxes of lines read: strokes inside them (an
    underlined or very large letter) that are not longer than the box are left out."""
    side = max(ink.shape)
    length, thick = max(24, int(side * LEAST_LENGTH)), max(4, int(side * THICKEST))
    across = [Ruling(*r) for r in _runs(ink, length, thick)]
    down = [Ruling(y0, x0, y1, x1, w) for x0, y0, x1, y1, w in _runs(ink.T, length, thick)]
    return [r for r in across + down if not _inside(r, text)]


def _runs(ink: Mask, length: int, thick: int) -> list[tuple[float, float, float, float, float]]:
    """Horizontal lines as (x0, y0, x1, y1, thickness)."""
    closed = _closed(ink)
    rows, starts, ends = _long_runs(closed, length)
    groups = _stack(rows, starts, ends)
    out = []
    for group in groups:
        top, bottom = int(rows[group].min()), int(rows[group].max()) + 1
        if bottom - top > thick:
            continue
        middle = (top + bottom) / 2
        out.append((float(starts[group].min()), middle, float(ends[group].max()), middle, float(bottom - top)))
    return out


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
    padded = np.zeros((ink.shape[0], ink.shape[1] + 2), dtype=np.int8)
    padded[:, 1:-1] = ink
    steps = np.diff(padded, axis=1)
    rows, starts = np.nonzero(steps == 1)
    _, ends = np.nonzero(steps == -1)
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
