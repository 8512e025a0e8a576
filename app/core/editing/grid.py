# SPDX-License-Identifier: AGPL-3.0-or-later
"""A table that is being edited: cells with their source and their spans, and what can be done to them.

A cell that is not touched keeps its source to the byte. No two cells overlap and none sticks out; every operation
leaves it so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product


class Align(StrEnum):
    """How a column stands; only tables with bars have it."""

    NONE = ""
    LEFT = "left"
    CENTRE = "center"
    RIGHT = "right"


@dataclass(slots=True, eq=False)
class Cell:
    """`source` is what stands in the cell as it is written, with the space around it; `lead` is its opening tag
    without the spans, where there is one. `edited` says that its text is the user's."""

    source: str
    row: int
    column: int
    rows: int = 1
    columns: int = 1
    head: bool = False
    lead: str = ""
    edited: bool = False
    origin: int = -1  # its number in the source; -1 for a cell that is not there

    @property
    def text(self) -> str:
        return self.source.strip()

    def places(self) -> Iterator[tuple[int, int]]:
        """Every row and column that it covers."""
        return product(range(self.row, self.row + self.rows), range(self.column, self.column + self.columns))

    def covers(self, row: int, column: int) -> bool:
        return self.row <= row < self.row + self.rows and self.column <= column < self.column + self.columns


@dataclass(slots=True)
class Grid:
    """`aligns` has one entry a column. `row_leads` are the opening tags of the rows of an HTML table. `notes` say
    what was mended when the table was read, one sentence each."""

    cells: list[Cell] = field(default_factory=list)
    height: int = 0
    width: int = 0
    aligns: list[Align] = field(default_factory=list)
    row_leads: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def at(self, row: int, column: int) -> Cell:
        """The cell that covers this place. Raises KeyError outside the table."""
        for cell in self.cells:
            if cell.covers(row, column):
                return cell
        raise KeyError((row, column))

    def rows(self) -> Iterator[list[Cell]]:
        """The cells that begin in each row, from the left."""
        for row in range(self.height):
            yield sorted((cell for cell in self.cells if cell.row == row), key=lambda cell: cell.column)

    @property
    def has_spans(self) -> bool:
        return any(cell.rows > 1 or cell.columns > 1 for cell in self.cells)

    @property
    def has_head(self) -> bool:
        """The first row is one of headings."""
        first = [cell for cell in self.cells if cell.row == 0]
        return bool(first) and all(cell.head for cell in first)

    # ------------------------------------------------------------ changes

    def set_text(self, row: int, column: int, text: str) -> None:
        cell = self.at(row, column)
        if cell.text != text:
            cell.source, cell.edited = text, True

    def add_row(self, at: int) -> None:
        """An empty row before row `at`; cells that span this place grow."""
        at = max(0, min(at, self.height))
        for cell in self.cells:
            if cell.row >= at:
                cell.row += 1
            elif cell.row + cell.rows > at:
                cell.rows += 1
        self.height += 1
        if self.row_leads:
            self.row_leads.insert(at, "")
        self._fill()

    def add_column(self, at: int) -> None:
        """An empty column before column `at`; cells that span this place grow."""
        at = max(0, min(at, self.width))
        for cell in self.cells:
            if cell.column >= at:
                cell.column += 1
            elif cell.column + cell.columns > at:
                cell.columns += 1
        self.width += 1
        self.aligns.insert(at, Align.NONE)
        self._fill()

    def delete_rows(self, first: int, count: int = 1) -> None:
        """Never the last one."""
        for row in range(min(first + count, self.height) - 1, first - 1, -1):
            if self.height > 1:
                self._delete_row(row)

    def _delete_row(self, row: int) -> None:
        for cell in list(self.cells):
            if cell.row <= row < cell.row + cell.rows:
                cell.rows -= 1
                if not cell.rows:
                    self.cells.remove(cell)
            elif cell.row > row:
                cell.row -= 1
        self.height -= 1
        if row < len(self.row_leads):
            del self.row_leads[row]

    def delete_columns(self, first: int, count: int = 1) -> None:
        """Never the last one."""
        for column in range(min(first + count, self.width) - 1, first - 1, -1):
            if self.width > 1:
                self._delete_column(column)

    def _delete_column(self, column: int) -> None:
        for cell in list(self.cells):
            if cell.column <= column < cell.column + cell.columns:
                cell.columns -= 1
                if not cell.columns:
                    self.cells.remove(cell)
            elif cell.column > column:
                cell.column -= 1
        self.width -= 1
        del self.aligns[column]

    def merge(self, row: int, column: int, rows: int, columns: int) -> None:
        """One cell of a rectangle, which grows until it cuts no cell in two; the texts stand one after the other."""
        bottom, right = row + rows, column + columns
        inside: list[Cell] = []
        grown = True
        while grown:
            grown = False
            inside = [
                cell
                for cell in self.cells
                if cell.row < bottom and cell.row + cell.rows > row
                and cell.column < right and cell.column + cell.columns > column
            ]  # fmt: skip
            for cell in inside:
                bounds = (
                    min(row, cell.row), min(column, cell.column),
                    max(bottom, cell.row + cell.rows), max(right, cell.column + cell.columns),
                )  # fmt: skip
                if bounds != (row, column, bottom, right):
                    row, column, bottom, right = bounds
                    grown = True
        if len(inside) < 2:
            return
        inside.sort(key=lambda cell: (cell.row, cell.column))
        texts = [cell.text for cell in inside if cell.text]
        kept = next((cell for cell in inside if cell.text), inside[0]) if len(texts) < 2 else inside[0]
        for cell in inside:
            if cell is not kept:
                self.cells.remove(cell)
        kept.head = inside[0].head
        if len(texts) > 1:
            kept.source, kept.edited = " ".join(texts), True
        kept.row, kept.column, kept.rows, kept.columns = row, column, bottom - row, right - column

    def split(self, row: int, column: int) -> None:
        """A cell that spans several becomes as many; the first has the text."""
        cell = self.at(row, column)
        cell.rows = cell.columns = 1
        self._fill()

    def set_head(self, on: bool) -> None:
        """The first row is one of headings, or none is."""
        for cell in self.cells:
            if cell.row == 0:
                cell.head = on

    def set_align(self, column: int, align: Align) -> None:
        self.aligns[column] = align

    def _fill(self) -> None:
        """Empty cells wherever there is none."""
        taken = {
            (row, column)
            for cell in self.cells
            for row in range(cell.row, cell.row + cell.rows)
            for column in range(cell.column, cell.column + cell.columns)
        }
        first_head = any(cell.head for cell in self.cells if cell.row == 0)
        for row in range(self.height):
            for column in range(self.width):
                if (row, column) not in taken:
                    self.cells.append(Cell("", row, column, head=first_head and row == 0))
        self.cells.sort(key=lambda cell: (cell.row, cell.column))

    def complete(self) -> bool:
        """Give ragged rows the cells they lack; whether there were any."""
        before = len(self.cells)
        self._fill()
        return len(self.cells) > before
