# SPDX-License-Identifier: AGPL-3.0-or-later
"""Rows of a table that lie outside its grid because nothing is drawn about them: the grid is of
shaded rows, every other one, or of the rows below the heads."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.backends.builtin.layer.lines import Line, lines_of
from engine.backends.builtin.layer.ruled import Grid, GridCell
from engine.backends.builtin.layer.words import Word

_NEAR = 1.0
"""White between the grid and the next row, in type sizes."""
_LEAST_COLUMNS = 3
"""Fewer columns may be those of the page."""


def add_rows(grids: Sequence[Grid], words: Sequence[Word]) -> None:
    """Take the lines right above and below each grid that have its columns into it."""
    claimed = {id(word) for grid in grids for cell in grid.cells for word in cell.words}
    free = [w for w in words if id(w) not in claimed and not w.turn]
    for grid in grids:
        edges = _edges(grid)
        if len(edges) <= _LEAST_COLUMNS:
            continue
        lines = lines_of([w for w in free if edges[0] <= w.middle[0] <= edges[-1]])
        for line in lines:
            if -1 < line.y0 - grid.box[3] < _NEAR * line.size and _fits(line, edges):
                _append(grid, line, edges, grid.rows)
        for line in reversed(lines):
            if not grid.cells[0].open and -1 < grid.box[1] - line.y1 < _NEAR * line.size and _fits(line, edges):
                for cell in grid.cells:
                    cell.row += 1
                _append(grid, line, edges, 0)
                grid.cells.sort(key=lambda cell: (cell.row, cell.column))


def _edges(grid: Grid) -> list[float]:
    """The left edges of the columns and the right edge of the last, from cells over one column."""
    starts = {cell.column: cell.box[0] for cell in grid.cells if cell.columns == 1}
    return [*(starts[c] for c in sorted(starts)), grid.box[2]] if len(starts) == grid.columns else []


def _fits(line: Line, edges: Sequence[float]) -> bool:
    """Whether a line has words in most columns, and none across an edge."""
    if any(w.x0 < x - 1 < x + 1 < w.x1 for w in line.words for x in edges):
        return False
    filled = {sum(w.middle[0] > x for x in edges[1:-1]) for w in line.words}
    wide = all(b.x0 - a.x1 > 0.8 * line.size or _one(a, b, edges) for a, b in pairwise(line.words))
    return len(filled) >= max(2, (len(edges) - 1) / 2) and wide


def _one(a: Word, b: Word, edges: Sequence[float]) -> bool:
    return not any(a.middle[0] < x < b.middle[0] for x in edges)


def _append(grid: Grid, line: Line, edges: Sequence[float], row: int) -> None:
    x0, top, x1, low = grid.box
    for column, (a, b) in enumerate(pairwise(edges)):
        words = [w for w in line.words if a <= w.middle[0] < b]
        grid.cells.append(GridCell(row, column, 1, 1, (a, line.y0, b, line.y1), words))
    grid.rows += 1
    grid.box = (x0, min(top, line.y0), x1, max(low, line.y1))
