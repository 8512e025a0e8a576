# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables: from a ruled grid or from liteparse's rows, and as Markdown or HTML."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from engine.backends.builtin.layer.inline import escape, html_of, markdown_of
from engine.backends.builtin.layer.lines import Line, lines_of
from engine.backends.builtin.layer.ruled import Grid
from engine.backends.builtin.layer.words import Word

_BULLET = re.compile(r"^[●•▪◦‣■□]$")


@dataclass(slots=True, eq=False)
class TableCell:
    """A cell that starts at `row`, `column`. Its text is in `lines`, or in `text` where the
    page's own words were not found."""

    row: int
    column: int
    rows: int = 1
    columns: int = 1
    lines: list[Line] = field(default_factory=list)
    text: str = ""

    @property
    def full(self) -> bool:
        return bool(self.lines or self.text)

    def markdown(self, known: frozenset[str]) -> str:
        text = markdown_of(self.lines, known) if self.lines else escape(self.text)
        return text.replace("|", "\\|")

    def html(self, known: frozenset[str]) -> str:
        return html_of(self.lines, known) if self.lines else html.escape(self.text, quote=False)


@dataclass(slots=True, eq=False)
class Table:
    rows: int
    columns: int
    cells: list[TableCell]

    def words(self) -> list[Word]:
        return [w for cell in self.cells for line in cell.lines for w in line.words]


def table_of_grid(grid: Grid) -> Table:
    cells = [
        TableCell(c.row, c.column, c.rows, c.columns, lines_of(_without_bullet(c.words))) for c in grid.cells
    ]
    return normalized(cells)


def _without_bullet(words: list[Word]) -> list[Word]:
    """A lone bullet at the head of a cell is decoration."""
    bullets = [w for w in words if _BULLET.match(w.text)]
    return [w for w in words if w not in bullets] if len(bullets) == 1 else words


def normalized(cells: list[TableCell]) -> Table:
    """Rows and columns in which no cell begins are taken out."""
    rows = sorted({c.row for c in cells})
    columns = sorted({c.column for c in cells})
    for cell in cells:
        row, column = cell.row, cell.column
        cell.rows = sum(row <= r < row + cell.rows for r in rows)
        cell.columns = sum(column <= c < column + cell.columns for c in columns)
        cell.row, cell.column = rows.index(row), columns.index(column)
    cells.sort(key=lambda c: (c.row, c.column))
    return Table(len(rows), len(columns), cells)


def table_markdown(table: Table, known: frozenset[str]) -> str:
    """A pipe table where no cell spans, else HTML."""
    if any(c.rows > 1 or c.columns > 1 for c in table.cells):
        return _html(table, known)
    grid = [["" for _ in range(table.columns)] for _ in range(table.rows)]
    for cell in table.cells:
        grid[cell.row][cell.column] = cell.markdown(known)
    rows = ["| " + " | ".join(row) + " |" for row in grid]
    return "\n".join([rows[0], "|" + "---|" * table.columns, *rows[1:]])


def _html(table: Table, known: frozenset[str]) -> str:
    lines = ["<table>"]
    head = max((c.rows for c in table.cells if c.row == 0), default=1)
    for r in range(table.rows):
        tag = "th" if r < head else "td"
        row = ""
        for cell in (c for c in table.cells if c.row == r):
            spans = (f' rowspan="{cell.rows}"' if cell.rows > 1 else "") + (
                f' colspan="{cell.columns}"' if cell.columns > 1 else ""
            )
            row += f"<{tag}{spans}>{cell.html(known)}</{tag}>"
        lines.append(f"<tr>{row}</tr>")
    return "\n".join([*lines, "</table>"])

