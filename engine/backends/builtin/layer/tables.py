# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables as Markdown or HTML."""

from __future__ import annotations

import html
from dataclasses import dataclass, field

from engine.backends.builtin.layer.hyphens import Vocabulary
from engine.backends.builtin.layer.inline import escape, html_of, markdown_of
from engine.backends.builtin.layer.lines import Line
from engine.backends.builtin.layer.words import Word


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

    def markdown(self, known: Vocabulary) -> str:
        text = markdown_of(self.lines, known) if self.lines else escape(self.text)
        return text.replace("|", "\\|")

    def html(self, known: Vocabulary) -> str:
        return html_of(self.lines, known) if self.lines else html.escape(self.text, quote=False)


@dataclass(slots=True, eq=False)
class Table:
    rows: int
    columns: int
    cells: list[TableCell]

    def words(self) -> list[Word]:
        return [w for cell in self.cells for line in cell.lines for w in line.words]


def table_markdown(table: Table, known: Vocabulary) -> str:
    """A pipe table where no cell spans, else HTML."""
    if any(c.rows > 1 or c.columns > 1 for c in table.cells):
        return _html(table, known)
    grid = [["" for _ in range(table.columns)] for _ in range(table.rows)]
    for cell in table.cells:
        grid[cell.row][cell.column] = cell.markdown(known)
    rows = ["| " + " | ".join(row) + " |" for row in grid]
    return "\n".join([rows[0], "|" + "---|" * table.columns, *rows[1:]])


def _html(table: Table, known: Vocabulary) -> str:
    lines = ["<table>"]
    first = [c for c in table.cells if c.row == 0]
    head = max((c.rows for c in first), default=1)
    if any(1 < c.columns < table.columns for c in first):
        head = max(head, 2)  # what stands under a head over several columns is a head too
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

