# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where the rows and columns of a table are on the page, turned so that its text runs as it is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.core.align.page import around
from app.core.checks.evidence import Compared
from app.core.checks.table_rows import Row
from engine.protocol import Box

_WRAPPED = 0.75
"""Lines of one cell are so much closer to each other than rows are."""

Columns = dict[int, tuple[float, float]]
"""From where to where each goes, as far as its cells tell."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A row with the boxes of each of its cells' words."""

    row: Row
    boxes: tuple[tuple[Box, ...], ...]

    @property
    def all(self) -> list[Box]:
        return [box for boxes in self.boxes for box in boxes]

    def is_level(self, box: Box) -> bool:
        """Whether a box is on the row. A word alone on its height may have found a like one elsewhere."""
        middle = (box[1] + box[3]) / 2
        lines = lines_among(self.all)
        kept = [line for line in lines if len(line) > 1] or lines
        own = around([box for line in kept for box in line])
        return own[1] <= middle <= own[3]


def placed(compared: Compared, row: Row, base: int) -> Placed:
    level = compared.level
    return Placed(
        row,
        tuple(
            tuple(
                box
                for number in level.words_in(base + cell.start, base + cell.end)
                for place in level.places[number]
                for box in level.page.words[place].boxes
            )
            if cell.end > cell.start
            else ()
            for cell in row.cells
        ),
    )


def columns_of(near: Sequence[Placed], width: int) -> Columns:
    """The columns by the cells of the rows that have as many as the table."""
    found: Columns = {}
    whole = [row for row in near if row.row.wide == width]
    for row in whole or near:
        for cell, boxes in zip(row.row.cells, row.boxes, strict=True):
            if boxes and cell.wide == 1:
                left, _, right, _ = around(boxes)
                known = found.get(cell.column, (left, right))
                found[cell.column] = min(left, known[0]), max(right, known[1])
    return found


def nearest(columns: Columns, box: Box) -> int:
    """The column that a box is in, or next to; -1 where none is known."""
    middle = (box[0] + box[2]) / 2
    return min(
        columns, key=lambda column: max(columns[column][0] - middle, middle - columns[column][1], 0.0), default=-1
    )


def lines_of(compared: Compared, places: Sequence[int], near: Sequence[Placed]) -> list[tuple[Box, list[int]]]:
    """The words by the rows they are of, from above: those on one height, and lines that are too near to be rows."""
    words = compared.level.page.words
    far, gap = _distances(near)
    groups: list[tuple[Box, list[int]]] = []
    last: Box | None = None
    for place in sorted(places, key=lambda place: words[place].boxes[0][1] + words[place].boxes[0][3]):
        box = words[place].boxes[0]
        if last is not None and (
            (box[1] + box[3]) / 2 < groups[-1][0][3]
            or (box[1] + box[3] - last[1] - last[3]) / 2 < far
            or box[1] - last[3] < gap
        ):
            groups[-1] = (around([groups[-1][0], *words[place].boxes]), [*groups[-1][1], place])
        else:
            groups.append((around(words[place].boxes), [place]))
        last = box
    return [(box, sorted(own)) for box, own in groups]


def _distances(near: Sequence[Placed]) -> tuple[float, float]:
    """From line to line within a row at most, between their middles and between their edges: rows are further apart."""
    lines = [_middles(row.all) for row in near]
    within = max((after - middle for row in lines for middle, after in pairwise(row)), default=0.0)
    steps = [after[0] - row[-1] for row, after in pairwise(lines) if after[0] > row[-1]]
    gaps = [after[1] - box[3] for box, after in pairwise([around(row.all) for row in near]) if after[1] > box[3]]
    if within and steps and within < min(steps):
        return (within + min(steps)) / 2, 0.0
    return _WRAPPED * min(steps, default=0.0), (_WRAPPED * min(gaps) if gaps else 0.0)


def _middles(boxes: Sequence[Box]) -> list[float]:
    """The heights of a row's lines, from above."""
    return [(line[0][1] + line[0][3]) / 2 for line in lines_among(boxes)]


def lines_among(boxes: Sequence[Box]) -> list[list[Box]]:
    """The boxes by the lines that they are on, from above."""
    found: list[list[Box]] = []
    for box in sorted(boxes, key=lambda box: box[1] + box[3]):
        if found and (box[1] + box[3] - found[-1][0][1] - found[-1][0][3]) / 2 < 0.3 * (box[3] - box[1]):
            found[-1].append(box)
        else:
            found.append([box])
    return found
