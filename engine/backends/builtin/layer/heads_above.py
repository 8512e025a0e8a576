# SPDX-License-Identifier: AGPL-3.0-or-later
"""Heads over the figures of a table without rulings that have nothing over its labels, as balance sheets have them:
years, currencies, and the name of the first group of rows below them."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import TypeAlias

from engine.backends.builtin.layer.lines import Line, line_of, lines_of
from engine.backends.builtin.layer.tables import Table, TableCell
from engine.backends.builtin.layer.words import Word

_LEAST_COLUMNS = 3
_FIGURES = 0.6
"""Share of the cells behind the labels that hold figures."""
_NEAR = 1.5
"""White between rows in type sizes."""
_ALIKE = 0.25
"""Share by which the type size of a head differs at most."""
_MISSES = 2.0
"""Type sizes by which a head may miss its column."""
_MOST_ROWS = 5

Row: TypeAlias = list[list[Word]]


def take_heads(table: Table, above: Sequence[list[Line]]) -> None:
    """Move such heads into the table from the ends of the lines of the blocks above it, the nearest block first."""
    columns = [_words(table, column) for column in range(table.columns)]
    if len(columns) < _LEAST_COLUMNS or not all(columns) or not _has_figures(columns):
        return
    size = median(w.size for column in columns for w in column)
    edge = min(w.y0 for column in columns for w in column)
    waiting: list[tuple[Row, list[Line]]] = []
    for lines in _rows([line for block in above for line in reversed(block)]):
        row = line_of([w for line in lines for w in line.words])
        alike = abs(row.size - size) < _ALIKE * size and not row.turn and not row.rtl
        if not alike or not -0.5 * size < edge - row.y1 < _NEAR * size or len(waiting) == _MOST_ROWS:
            return
        edge = row.y0
        cells = _cells(row, columns)
        waiting.append((cells, lines))
        if any(cells[1:]) and not cells[0] and all(cells[1:]):
            for found, taken in waiting:
                _put_on_top(table, found)
                for line in taken:
                    _remove(above, line)
            waiting = []
        elif any(cells[1:]) or not cells[0] or len(waiting) > 1:
            return


def _words(table: Table, column: int) -> list[Word]:
    return [w for cell in table.cells if cell.column == column for line in cell.lines for w in line.words]


def _has_figures(columns: Sequence[Sequence[Word]]) -> bool:
    """Whether the first column has labels and the others figures."""
    labels = sum(any(c.isalpha() for c in w.text) for w in columns[0]) > _FIGURES * len(columns[0])
    behind = [w for column in columns[1:] for w in column]
    return labels and sum(any(c.isdigit() for c in w.text) for w in behind) >= _FIGURES * len(behind)


def _rows(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines, the lowest first, by the rows that they stand on."""
    rows: list[list[Line]] = []
    for line in lines:
        if rows and abs(rows[-1][0].base - line.base) < 0.3 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows[: _MOST_ROWS + 1]


def _cells(row: Line, columns: Sequence[Sequence[Word]]) -> Row:
    """The words of a row by the column that they stand in or next to; none if they stand in no column."""
    spans = [(min(w.x0 for w in column), max(w.x1 for w in column)) for column in columns]
    cells: Row = [[] for _ in spans]
    for word in row.words:
        over = [min(word.x1, x1) - max(word.x0, x0) for x0, x1 in spans]
        if max(over) < -_MISSES * word.size:
            return [[] for _ in spans]
        cells[over.index(max(over))].append(word)
    return cells


def _put_on_top(table: Table, cells: Row) -> None:
    for cell in table.cells:
        cell.row += 1
    table.cells[:0] = [TableCell(0, column, lines=lines_of(words)) for column, words in enumerate(cells)]
    table.rows += 1


def _remove(above: Sequence[list[Line]], line: Line) -> None:
    for lines in above:
        lines[:] = [other for other in lines if other is not line]
