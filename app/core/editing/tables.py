# SPDX-License-Identifier: AGPL-3.0-or-later
"""The table at a place in the text: found, read as a grid, and written back as it was written.

A table with bars stays one unless it needs spans, or has no headings: bars can say neither, so it becomes HTML.
"""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass
from html import escape

from markdown_it.token import Token

from app.core.editing import bar_table, html_table
from app.core.editing.grid import Cell, Grid
from app.core.markup import deep
from app.core.markup.parser import parser

_INLINE = {
    "strong_open": "<b>", "strong_close": "</b>", "em_open": "<i>", "em_close": "</i>",
    "s_open": "<s>", "s_close": "</s>", "softbreak": " ", "hardbreak": "<br>",
}  # fmt: skip
_FORMULA_SIGN = re.compile(r"\$|\\(?=[(\[])")


@dataclass(frozen=True, slots=True)
class Table:
    """`text[start:end]` is the table's `source`, in code points. `grid` is as it was read."""

    start: int
    end: int
    source: str
    html: bool
    grid: Grid


def table_at(text: str, position: int) -> Table | None:
    """The table that the position is in, or None."""
    span = html_table.find(text, position)
    html = span is not None
    span = span or bar_table.find(text, position)
    if span is None:
        return None
    source = text[span.start : span.end]
    grid = html_table.read(source) if html else bar_table.read(source)
    return Table(span.start, span.end, source, html, grid) if grid.width else None


def cell_at(table: Table, position: int) -> tuple[int, int]:
    """The row and the column of the cell that a position of the page is in, or that stands next before it; of the
    rule under the headings, the cell of headings above it."""
    places = html_table.places(table.source) if table.html else bar_table.places(table.source)
    before = [place for place in places if place[0] <= position - table.start]
    number = before[-1][1] if before else 0
    cell = next((cell for cell in table.grid.cells if cell.origin == number), None)
    return (cell.row, cell.column) if cell else (0, 0)


def becomes_html(table: Table, grid: Grid) -> bool:
    """Whether a table with bars cannot be one any more."""
    other_heads = any(cell.head for cell in grid.cells if cell.row)  # rows were put in above the head
    return not table.html and (grid.has_spans or not grid.has_head or other_heads)


def written(table: Table, grid: Grid) -> str:
    """The source of the edited grid, which began as a copy of the table's."""
    same_cells = _structure(grid) == _structure(table.grid)
    if not any(cell.edited for cell in grid.cells) and same_cells and grid.aligns == table.grid.aligns:
        return table.source
    if table.html:
        mended = html_table.UNCLOSED in grid.notes or any(cell.edited and not cell.lead for cell in grid.cells)
        if same_cells and not mended:
            return html_table.respelt(table.source, grid)
        return html_table.written(grid, html_table.shape(table.source))
    if becomes_html(table, grid):
        return _as_html(grid)
    if same_cells:
        return bar_table.respelt(table.source, grid)
    return bar_table.written(grid)


def new_table(place: int, rows: int = 3, columns: int = 3) -> Table:
    """An empty one with bars and a row of headings, to stand at this place."""
    empty = "|" + "  |" * columns
    source = "\n".join([empty, "|" + " --- |" * columns, *[empty] * (rows - 1)])
    return Table(place, place, source, False, bar_table.read(source))


def _structure(grid: Grid) -> tuple[object, ...]:
    cells = sorted((cell.row, cell.column, cell.rows, cell.columns, cell.head, cell.origin) for cell in grid.cells)
    return grid.height, grid.width, cells


def _as_html(grid: Grid) -> str:
    """A table with bars as HTML: Markdown is not read within HTML, so the cells become HTML too."""
    copy = deepcopy(grid)
    for cell in copy.cells:
        name = "th" if cell.head else "td"
        cell.lead = html_table.aligned(f"<{name}>", copy.aligns[cell.column])
        cell.source, cell.edited = _inline(cell), False
    return html_table.written(copy, html_table.Shape(sections=grid.has_head))


def _inline(cell: Cell) -> str:
    """A bar with a backslash is a bar, as in a table: also in code and formulas, and in a text that was typed or put
    together of several cells."""
    return deep.run(_rendered, cell.text.replace("\n", "<br>").replace("\\|", "|"))


def _rendered(source: str) -> str:
    md = parser("source")
    tokens = md.parseInline(source, {})
    signs = "\\$" in source or "\\\\" in source
    return "".join(_token(token, signs=signs) for token in (tokens[0].children or [])) if tokens else ""


def _plain(text: str, *, signs: bool) -> str:
    """A text that is no formula; `signs`: nor one within HTML, where a backslash takes no sign its meaning."""
    escaped = escape(text, quote=False)
    return _FORMULA_SIGN.sub(lambda match: f"&#{ord(match[0])};", escaped) if signs else escaped


def _token(token: Token, *, signs: bool) -> str:
    if token.type in _INLINE:
        return _INLINE[token.type]
    if token.type in ("math_inline", "math_display"):
        sign = "$" if token.type == "math_inline" else "$$"
        return sign + escape(token.content, quote=False) + sign
    if token.type == "code_inline":
        return f"<code>{_plain(token.content, signs=True)}</code>"
    if token.type == "html_inline":
        return token.content
    if token.type == "link_open":
        return f'<a href="{escape(str(token.attrGet("href") or ""))}">'
    if token.type == "link_close":
        return "</a>"
    return _plain(token.content, signs=signs)
