# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables without rulings, found by what stands under each other; the lines that a printer
would have drawn are added, so that every later rule sees a plain grid.

A table is a run of rows with two or more cells whose columns keep apart by channels of white.
A cell that crosses a channel spans it. What may be something else (two columns of prose, a
list with its marks, a table of contents, an address beside a date) is let go."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.backends.builtin.ocr.page import Grid, OcrLine, Piece, Ruling, body_size

ROW_GAP = 2.2
"""Ems of white between rows of one table, at most."""
CHANNEL = 0.45
"""Ems that a channel between columns is wide at least."""
CROSSED = 0.15
"""Share of the rows that may run across a channel (spanning heads)."""
ALIGNED = 0.7
"""Ems within which left edges, right edges or middles count as aligned."""
WRAPPED = 1.45
"""Ems between baselines up to which a row without its first cells goes on with the row above."""
LONGEST = 34
"""Mean letters of a cell; prose set side by side has more."""
_MARK = re.compile(r"\(?(\d{1,3}|[a-zA-Z]|[ivxIVX]+)[.)]|[•◦▪■●○–—*-]")
_LEADER = re.compile(r"[.·…]{4,}|(?:\. ){3,}")


@dataclass(slots=True)
class Row:
    """Cells beside each other, from left to right."""

    cells: list[Piece]
    baseline: float
    top: float = field(init=False)
    bottom: float = field(init=False)

    def __post_init__(self) -> None:
        self.top = min(c.box[1] for c in self.cells)
        self.bottom = max(c.box[3] for c in self.cells)


def find(lines: Sequence[OcrLine], rulings: Sequence[Ruling]) -> list[Grid]:
    """The tables among the lines of one region that are not drawn with vertical rulings."""
    em = body_size(lines)
    rows = _rows(lines, em)
    found: list[Grid] = []
    start = 0
    while start < len(rows):
        end = _run_end(rows, start, em) if len(rows[start].cells) > 1 else start + 1
        run = rows[start:end]
        if end - start > 1 and not _ruled(run, rulings):
            grid = _grid(run, rows[:start], rows[end:], rulings, em)
            if grid:
                found.append(grid)
        start = end
    return found


def _rows(lines: Sequence[OcrLine], em: float) -> list[Row]:
    pieces = sorted(((line.baseline, piece) for line in lines for piece in line.pieces), key=lambda p: p[0])
    groups: list[list[tuple[float, Piece]]] = []
    for baseline, piece in pieces:
        if groups and baseline - groups[-1][0][0] < 0.4 * em:
            groups[-1].append((baseline, piece))
        else:
            groups.append([(baseline, piece)])
    return [Row(sorted((p for _, p in g), key=lambda p: p.box[0]), g[0][0]) for g in groups]


def _run_end(rows: list[Row], start: int, em: float) -> int:
    """One past the last row that goes on with the columns of those from `start`."""
    end = start + 1
    last_full = end
    while end < len(rows) and rows[end].top - rows[end - 1].bottom <= ROW_GAP * em:
        run = rows[start : end + 1]
        if len(rows[end].cells) > 1:
            if not _channels(run, em):
                break
            last_full = end + 1
        elif not _fits_one(rows[end], rows[start:end], em):
            break
        end += 1
    return last_full


def _fits_one(row: Row, run: list[Row], em: float) -> bool:
    """Does a lone cell keep within one of the run's columns?"""
    box = row.cells[0].box
    return not any(box[0] < x < box[2] for x in _channels(run, em))


def _channels(run: Sequence[Row], em: float) -> list[float]:
    """Middles of the white channels between the columns of the run's full rows."""
    full = [row for row in run if len(row.cells) > 1]
    left = min(c.box[0] for row in full for c in row.cells)
    right = max(c.box[2] for row in full for c in row.cells)
    cover = np.zeros(int(right - left) + 2, dtype=np.int32)
    for row in full:
        for cell in row.cells:
            cover[int(cell.box[0] - left) : int(cell.box[2] - left) + 1] += 1
    allowed = max(int(CROSSED * len(full)), 1 if len(full) >= 4 else 0)
    return [
        left + _emptiest(cover, a, b)
        for a, b in _runs(cover[:-1] <= allowed)
        if b - a >= CHANNEL * em and a > 0 and b < right - left
    ]


def _emptiest(cover: NDArray[np.int32], start: int, end: int) -> float:
    """Middle of the widest stretch that the fewest cells cover."""
    part = cover[start:end]
    a, b = max(_runs(part == part.min()), key=lambda r: r[1] - r[0])
    return start + (a + b) / 2


def _runs(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    steps = np.diff(np.concatenate(([False], flags, [False])).astype(np.int8))
    starts, ends = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
    return [(int(a), int(b)) for a, b in zip(starts, ends, strict=True)]


def _ruled(run: Sequence[Row], rulings: Sequence[Ruling]) -> bool:
    """Are there vertical rulings inside? Then the grid is drawn, and read as it is."""
    left, right = min(r.cells[0].box[0] for r in run), max(r.cells[-1].box[2] for r in run)
    top, bottom = run[0].top, run[-1].bottom
    inside = [
        r
        for r in rulings
        if not r.horizontal and left < r.x0 < right and min(r.y1, bottom) - max(r.y0, top) > 0.5 * (bottom - top)
    ]
    return bool(inside)


def _grid(
    run: list[Row], above: list[Row], below: list[Row], rulings: Sequence[Ruling], em: float
) -> Grid | None:
    channels = _channels(run, em)
    columns = [_column(run, low, high) for low, high in _spans(channels)]
    if not _is_table(run, columns, rulings, em):
        return None
    groups = _logical(run, channels, rulings, em)
    left = min(c.box[0] for row in run for c in row.cells) - 0.4 * em
    right = max(c.box[2] for row in run for c in row.cells) + 0.4 * em
    top = max(run[0].top - 0.35 * em, (above[-1].bottom + run[0].top) / 2 if above else 0.0)
    bottom = min(run[-1].bottom + 0.35 * em, (below[0].top + run[-1].bottom) / 2 if below else float("inf"))
    edges = tuple((a[-1].bottom + b[0].top) / 2 for a, b in pairwise(groups))
    crossed = tuple(
        frozenset(k for k, x in enumerate(channels) if any(c.box[0] < x < c.box[2] for row in g for c in row.cells))
        for g in groups
    )
    return Grid((left, top, right, bottom), tuple(channels), edges, crossed)


def _spans(channels: Sequence[float]) -> list[tuple[float, float]]:
    edges = [float("-inf"), *channels, float("inf")]
    return list(pairwise(edges))


def _column(run: Sequence[Row], low: float, high: float) -> list[Piece]:
    """The cells that lie between two channels."""
    return [c for row in run for c in row.cells if low <= c.box[0] and c.box[2] <= high]


def _is_table(run: Sequence[Row], columns: list[list[Piece]], rulings: Sequence[Ruling], em: float) -> bool:
    full = sum(len(row.cells) > 1 for row in run)
    if len(columns) < 2 or full < 2 or any(len(c) < 2 for c in columns):
        return False
    if sum(_aligned(column, em) for column in columns) < 0.6 * len(columns):
        return False
    if sum(bool(_LEADER.search(c.text)) for row in run for c in row.cells) * 3 > len(run):
        return False
    lengths = [sum(len(c.text) for c in column) / len(column) for column in columns]
    if sum(n <= LONGEST for n in lengths) < 2 * len(columns) / 3:
        return False
    if sum(bool(_MARK.fullmatch(c.text.strip())) for c in columns[0]) > 0.6 * len(columns[0]) and len(columns) == 2:
        return False
    return len(columns) > 2 or (full >= 3 and (_figures(columns) or _rules_across(run, rulings) >= 2))


def _aligned(column: Sequence[Piece], em: float) -> bool:
    """Most cells share a left edge, a right edge or a middle."""
    edges = np.array([(c.box[0], c.box[2], (c.box[0] + c.box[2]) / 2) for c in column])
    near = np.abs(edges - np.median(edges, axis=0)) < ALIGNED * em
    return bool(near.mean(axis=0).max() >= 0.6)


def _figures(columns: Sequence[Sequence[Piece]]) -> bool:
    """A column of figures."""
    return any(sum(any(s.isdigit() for s in c.text) for c in column) >= 0.6 * len(column) for column in columns[1:])


def _rules_across(run: Sequence[Row], rulings: Sequence[Ruling]) -> int:
    left, right = min(r.cells[0].box[0] for r in run), max(r.cells[-1].box[2] for r in run)
    room = run[0].bottom - run[0].top
    return sum(
        r.horizontal
        and r.x1 - r.x0 > 0.7 * (right - left)
        and run[0].top - 2 * room < r.y0 < run[-1].bottom + 2 * room
        for r in rulings
    )


def _logical(run: list[Row], channels: Sequence[float], rulings: Sequence[Ruling], em: float) -> list[list[Row]]:
    """Rows that make up one row of the table: the continuation of wrapped cells goes with the
    row above, told by rules between the rows where there are enough, else by what is missing."""
    ruled = _between_rules(run, rulings)
    if ruled:
        return ruled
    groups = [[run[0]]]
    first_end = channels[0] if channels else float("inf")
    for row in run[1:]:
        last = groups[-1][-1]
        wrapped = row.baseline - last.baseline <= WRAPPED * em and row.cells[0].box[0] > first_end
        if wrapped and len(row.cells) <= len(groups[-1][0].cells) - 1:
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _between_rules(run: list[Row], rulings: Sequence[Ruling]) -> list[list[Row]]:
    """The rows between the rules that run across; empty unless most rows are parted so."""
    left, right = min(r.cells[0].box[0] for r in run), max(r.cells[-1].box[2] for r in run)
    levels = sorted(r.y0 for r in rulings if r.horizontal and r.x1 - r.x0 > 0.7 * (right - left))
    groups: list[list[Row]] = [[run[0]]]
    for last, row in pairwise(run):
        if any(last.baseline < y < row.baseline for y in levels):
            groups.append([row])
        else:
            groups[-1].append(row)
    return groups if len(groups) > 3 and len(groups) * 3 >= len(run) else []
