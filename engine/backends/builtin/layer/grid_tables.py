# SPDX-License-Identifier: AGPL-3.0-or-later
"""Ruled grids as tables: rows without inner rulings are split under the columns of the rest,
and titles and notes that stand inside the frame are taken out of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from engine.backends.builtin.layer.grid_heads import head_cells
from engine.backends.builtin.layer.lines import Line, lines_of
from engine.backends.builtin.layer.ruled import Grid, GridCell
from engine.backends.builtin.layer.tables import Table, TableCell
from engine.backends.builtin.layer.words import Word

_BULLET = re.compile(r"^[●•▪◦‣■□]$")
_TITLE = re.compile(r"^(?:table|exhibit|figure|tab\.|tabelle|tableau|tabla|tabella|таблица|表)\s*[\w.-]*\d", re.I)
_NOTE = re.compile(r"^(?:notes?\b|sources?\b|anm|quelle|\*|†|‡|[a-z0-9](?=\s)|注)", re.I)
_WORD_GAP = 0.8
"""A gap between columns is at least this many type sizes."""
_LONG = 8
"""Words of a title or note at the edge of a grid."""


@dataclass(slots=True, eq=False)
class Framed:
    """A table, and the lines above and below it that share its frame."""

    table: Table
    before: list[Line] = field(default_factory=list)
    after: list[Line] = field(default_factory=list)


def framed_table(grid: Grid) -> Framed:
    heads = _heads(grid)
    before: list[Line] = []
    while heads and sum(bool(c.words) for c in heads[0]) == 1 and grid.columns > 2:  # the title above the heads
        before += [line for c in heads.pop(0) for line in lines_of(c.words)]
    for number, row in enumerate(heads):
        for cell in row:
            cell.row = number
    cells = [part for cell in grid.cells if not cell.open for part in _split(cell, grid)]
    for cell in cells:
        cell.row += len(heads)
    cells = [cell for row in heads for cell in row] + cells
    rows = sorted({c.row for c in cells})
    while len(rows) > 2 and _is_title(inside := [c for c in cells if c.row == rows[0]]):
        before += [line for c in inside for line in lines_of(c.words)]
        cells = [c for c in cells if c.row != rows[0]]
        rows.pop(0)
    notes = _notes(cells, rows)
    after = [line for r in notes for line in lines_of([w for c in cells if c.row == r for w in c.words])]
    cells = [c for c in cells if c.row not in notes]
    table = normalized(
        [TableCell(c.row, c.column, c.rows, c.columns, lines_of(_without_bullet(c.words))) for c in cells]
    )
    return Framed(table, before, after)


def _heads(grid: Grid) -> list[list[GridCell]]:
    """Rows of heads without rulings."""
    if not grid.cells[0].open or grid.cells[0].columns < grid.columns:
        grid.cells[0].open = False
        return []
    return head_cells(grid.cells[0], _edges(grid))


def _without_bullet(words: list[Word]) -> list[Word]:
    """A lone bullet at the head of a cell is decoration."""
    bullets = [w for w in words if _BULLET.match(w.text)]
    return [w for w in words if w not in bullets] if len(bullets) == 1 else words


def _is_title(row: list[GridCell]) -> bool:
    """A row with nothing but the table's title in it."""
    full = [c for c in row if c.words]
    return len(full) == 1 and full[0].columns > 1 and bool(_TITLE.match(_text(full[0])))


def _notes(cells: list[GridCell], rows: list[int]) -> list[int]:
    """The rows at the foot of a grid that hold notes and sources."""
    notes: list[int] = []
    certain = False
    for row in reversed(rows[2:]):
        inside = [c for c in cells if c.row == row]
        full = [c for c in inside if c.words]
        long = sum(len(c.words) for c in full) > _LONG
        named = bool(full) and bool(_NOTE.match(_text(full[0]))) and long
        alone = len(full) == 1 and full[0].columns > len({c.column for c in cells}) / 2
        if full and not alone and not (named and len(full) < len(inside)):
            break
        certain |= named or (alone and long)
        notes.insert(0, row)
    return notes if certain else []


def _text(cell: GridCell) -> str:
    return " ".join(line.text for line in lines_of(cell.words))


def _split(cell: GridCell, grid: Grid) -> list[GridCell]:
    """A cell over several columns whose words stand apart under those columns."""
    if cell.columns < 2 or cell.rows > 1 or len(cell.words) < 2:
        return [cell]
    edges = _edges(grid)
    bounds = edges[cell.column : cell.column + cell.columns + 1]
    if any(w.x0 < x - 1 and w.x1 > x + 1 for w in cell.words for x in bounds[1:-1]):
        return [cell]
    groups: list[list[Word]] = [[] for _ in range(cell.columns)]
    for word in cell.words:
        groups[sum(word.middle[0] > x for x in bounds[1:-1])].append(word)
    full = [g for g in groups if g]
    if len(full) < 2 or not all(_clear(a, b) for a, b in pairwise(full)):
        return [cell]
    return [
        GridCell(cell.row, cell.column + n, 1, 1, (bounds[n], cell.box[1], bounds[n + 1], cell.box[3]), group)
        for n, group in enumerate(groups)
    ]


def _clear(a: list[Word], b: list[Word]) -> bool:
    gap = min(w.x0 for w in b) - max(w.x1 for w in a)
    return gap > _WORD_GAP * max(w.size for w in a)


def _edges(grid: Grid) -> list[float]:
    """Left edges of all columns, and the right edge of the last."""
    edges = [0.0] * (grid.columns + 1)
    for cell in grid.cells:
        edges[cell.column] = cell.box[0]
        edges[cell.column + cell.columns] = cell.box[2]
    return edges


def normalized(cells: list[TableCell]) -> Table:
    """Rows and columns in which no cell begins are taken out."""
    rows = sorted({c.row for c in cells})
    columns = sorted({c.column for c in cells if c.lines} | {0})
    kept: list[TableCell] = []
    for cell in cells:
        row, column = cell.row, cell.column
        cell.rows = sum(row <= r < row + cell.rows for r in rows)
        cell.columns = sum(column <= c < column + cell.columns for c in columns)
        if cell.columns:
            cell.row = rows.index(row)
            cell.column = sum(c < column for c in columns)
            kept.append(cell)
    kept.sort(key=lambda c: (c.row, c.column))
    return Table(len(rows), len(columns), kept)
