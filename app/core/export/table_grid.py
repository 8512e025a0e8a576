# SPDX-License-Identifier: AGPL-3.0-or-later
"""A table as a grid of cells with their spans, whichever way it is written in Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from html.parser import HTMLParser

from app.core.assemble.pieces import Kind, Piece
from app.core.markup.blocks import render_blocks

TABLES = frozenset({Kind.TABLE, Kind.HTML_TABLE})
_BREAKS = frozenset({"br", "p", "li", "div"})


@dataclass(frozen=True, slots=True)
class Cell:
    """`text` is plain, a formula between dollar signs. `row` and `column` count from 0, `rows` and `columns` are
    what it spans, within the table."""

    text: str
    row: int
    column: int
    rows: int = 1
    columns: int = 1
    head: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """No two cells overlap, and none is outside `height` times `width`."""

    cells: tuple[Cell, ...]
    height: int
    width: int

    def resolved(self) -> list[list[str]]:
        """Rows of equal length: the text of a cell that spans several is repeated in each."""
        rows = [[""] * self.width for _ in range(self.height)]
        for cell in self.cells:
            for row in range(cell.row, cell.row + cell.rows):
                rows[row][cell.column : cell.column + cell.columns] = [cell.text] * cell.columns
        return rows


def grids(piece: Piece) -> list[Grid]:
    """The tables of a piece, as they are rendered. A table within a cell is part of that cell's text."""
    if piece.kind not in TABLES:
        return []
    found = grids_of("\n".join(block.html for block in render_blocks(piece.source, formulas="source")))
    return [grid for grid in found if grid.width]


def grids_of(html: str) -> list[Grid]:
    """The outer tables of clean HTML."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return [_placed(rows) for rows in reader.tables]


@dataclass(slots=True)
class _Raw:
    columns: int
    rows: int
    head: bool
    text: str = ""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[list[_Raw]]] = []
        self._depth = 0
        self._cell: _Raw | None = None
        self._math = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "table":
            self._depth += 1
            if self._depth == 1:
                self.tables.append([])
        elif self._depth == 1 and tag == "tr":
            self.tables[-1].append([])
            self._cell = None
        elif self._depth == 1 and tag in ("td", "th") and self.tables[-1]:
            self._cell = _Raw(_count(given.get("colspan")), _count(given.get("rowspan")), tag == "th")
            self.tables[-1][-1].append(self._cell)
        elif tag == "code" and given.get("class") == "tex":
            self._math = True
            self._add("$")
        elif tag in _BREAKS or (self._depth > 1 and tag == "tr"):
            self._add("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self._depth = max(0, self._depth - 1)
        elif tag == "code" and self._math:
            self._math = False
            self._add("$")
        if (self._depth == 1 and tag in ("td", "th", "tr")) or not self._depth:
            self._cell = None
        elif self._depth > 1 and tag in ("td", "th"):
            self._add(" ")

    def handle_data(self, data: str) -> None:
        self._add(data)

    def _add(self, text: str) -> None:
        if self._cell is not None:
            self._cell.text += text


def _count(value: str | None) -> int:
    return max(1, int(value)) if value and value.isdecimal() else 1


def _placed(rows: list[list[_Raw]]) -> Grid:
    """As a browser places cells: each in the first place of its row that no cell above covers."""
    taken: set[tuple[int, int]] = set()
    cells: list[Cell] = []
    for row, raw in enumerate(rows):
        column = 0
        for one in raw:
            while (row, column) in taken:
                column += 1
            wide = 1
            while wide < one.columns and (row, column + wide) not in taken:
                wide += 1
            high = min(one.rows, len(rows) - row)
            cells.append(Cell(_plain(one.text), row, column, high, wide, one.head))
            taken |= {(row + down, column + right) for down in range(high) for right in range(wide)}
            column += wide
    width = max((cell.column + cell.columns for cell in cells), default=0)
    return Grid(tuple(cells), len(rows), width)


def _plain(text: str) -> str:
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)
