# SPDX-License-Identifier: AGPL-3.0-or-later
"""HTML tables: where one is in the text, read as a grid, and written back.

Models write tables with tags left open and spans that stick out. They are read as a browser would, and what was
mended is noted. A table in a cell is part of that cell's text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from app.core.editing.bar_table import Span
from app.core.editing.grid import Align, Cell, Grid
from app.core.wording import mark

SPAN_MOST = 1000
"""Rows or columns that a cell may span; larger numbers are slips."""

_TAG = re.compile(r"<(/?)(table|thead|tbody|tfoot|tr|td|th)(?=[\s>/])((?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*)>", re.I)
_SPAN = re.compile(r"\s+(col|row)span\s*=\s*(?:\"\s*(\d*)[^\"]*\"|'\s*(\d*)[^']*'|(\d+)[^\s>]*)", re.I)


@dataclass(slots=True)
class Shape:
    """What is around the cells: `opening` up to the first row, `between` rows and cells."""

    opening: str = "<table>"
    rows: str = "\n"
    cells: str = ""
    sections: bool = False  # thead and tbody
    closing: str = "</table>"


UNCLOSED = mark("The table was not closed; it is closed when it is written.")


@dataclass(slots=True)
class _Raw:
    """A cell as it is met: its place in the source, and its tag."""

    lead: str
    head: bool
    rows: int
    columns: int
    begin: int
    end: int


@dataclass(slots=True)
class _Met:
    rows: list[list[_Raw]] = field(default_factory=list)
    leads: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    first: int = -1  # where the first row or cell begins
    after_row: str | None = None
    after_cell: str | None = None
    sections: bool = False


def find(text: str, position: int) -> Span | None:
    """The outermost table that the position is in or at the end of. One that is never closed ends at the first
    blank line after its last row."""
    depth, start = 0, 0
    for match in _TAG.finditer(text):
        if match[2].lower() != "table":
            continue
        if match[1]:
            depth = max(0, depth - 1)
            if not depth and start <= position <= match.end() and start >= 0:
                return Span(start, match.end())
        else:
            if not depth:
                start = match.start()
                if start > position:
                    return None
            depth += 1
    return _unclosed(text, start, position) if depth else None


def _unclosed(text: str, start: int, position: int) -> Span | None:
    last = max(match.end() for match in _TAG.finditer(text, start))
    blank = text.find("\n\n", last)
    end = len(text.rstrip()) if blank < 0 else blank
    return Span(start, max(end, last)) if start <= position <= max(end, last) else None


def read(source: str) -> Grid:
    """The grid of an HTML table."""
    return _placed(_met(source), source)


def places(source: str) -> list[tuple[int, int]]:
    """Where each cell begins with its tag, and its number, which `read` gives it as `origin`."""
    raws = [raw for row in _met(source).rows for raw in row]
    return [(source.rfind("<", 0, raw.begin), number) for number, raw in enumerate(raws)]


def shape(source: str) -> Shape:
    """How it is written, so that it is written like that again."""
    met = _met(source)
    opening = source[: met.first] if met.first >= 0 else source
    bare = re.sub(r"</?(?:thead|tbody|tfoot)\b[^<>]*>", "", opening, flags=re.I)
    return Shape(
        bare.rstrip() or "<table>",
        _blank(met.after_row, "\n"),
        _blank(met.after_cell, ""),
        met.sections,
    )


def _blank(found: str | None, usual: str) -> str:
    return usual if found is None or found.strip() else found


def respelt(source: str, grid: Grid) -> str:
    """The same table with the edited cells; the grid has the cells of `read`."""
    raws = [raw for row in _met(source).rows for raw in row]
    cells = sorted((cell for cell in grid.cells if cell.lead), key=lambda cell: (cell.row, cell.column))
    done = source
    for raw, cell in sorted(zip(raws, cells, strict=True), key=lambda pair: -pair[0].begin):
        if cell.edited:
            done = done[: raw.begin] + cell.text + done[raw.end :]
    return done


def written(grid: Grid, look: Shape) -> str:
    """The table written anew."""
    rows = []
    for number, cells in enumerate(grid.rows()):
        lead = grid.row_leads[number] if number < len(grid.row_leads) else ""
        rows.append((lead or "<tr>") + look.cells.join(_cell(cell) for cell in cells) + "</tr>")
    if look.sections and grid.has_head:
        heads = 1
        while heads < grid.height and all(cell.head for cell in grid.cells if cell.row == heads):
            heads += 1
        parts = ["<thead>", *rows[:heads], "</thead>", "<tbody>", *rows[heads:], "</tbody>"]
    else:
        parts = rows
    return look.rows.join([look.opening, *parts, look.closing])


def _cell(cell: Cell) -> str:
    name = "th" if cell.head else "td"
    lead = re.sub(r"^<t[dh]", f"<{name}", cell.lead, flags=re.I) if cell.lead else f"<{name}>"
    spans = f' colspan="{cell.columns}"' * (cell.columns > 1) + f' rowspan="{cell.rows}"' * (cell.rows > 1)
    return f"{lead[:-1]}{spans}>{cell.text if cell.edited else cell.source}</{name}>"


def aligned(lead: str, align: Align) -> str:
    """An opening tag that stands on this side."""
    return f'{lead[:-1]} align="{align}">' if align else lead


def _met(source: str) -> _Met:
    met, depth = _Met(), 0
    opened: list[_Raw] = []  # the cell that is open, if one is
    ended = ""  # the kind of element that ended last, at `end`
    end = 0

    def close(at: int) -> None:
        while opened:
            opened.pop().end = at

    for match in _TAG.finditer(source):
        closing, name, rest = match[1], match[2].lower(), match[3]
        if name == "table":
            depth += -1 if closing else 1
            if depth <= 0:
                close(match.start())
                break
            continue
        if depth != 1:
            continue
        if closing:
            if name in ("td", "th", "tr", "thead", "tbody", "tfoot"):
                close(match.start())
            ended, end = ("cell" if name in ("td", "th") else name), match.end()
            continue
        gap = source[end : match.start()]
        if name in ("thead", "tbody", "tfoot"):
            close(match.start())
            met.sections = True
        elif name == "tr":
            close(match.start())
            if ended == "tr" and met.after_row is None:
                met.after_row = gap
            met.rows.append([])
            met.leads.append(match[0])
        else:
            close(match.start())
            if ended == "cell" and met.after_cell is None and met.rows and met.rows[-1]:
                met.after_cell = gap
            if not met.rows:
                met.rows.append([])
                met.leads.append("")
            spans = {kind.lower(): one or two or three for kind, one, two, three in _SPAN.findall(rest)}
            lead = f"<{match[2]}{_SPAN.sub('', rest)}>"
            raw = _Raw(lead, name == "th", _count(spans, "row"), _count(spans, "col"), match.end(), len(source))
            opened.append(raw)
            met.rows[-1].append(raw)
        if met.first < 0 and name in ("tr", "td", "th"):
            met.first = match.start()
        ended = ""
    if depth > 0:
        met.notes.append(UNCLOSED)
    return met


def _count(spans: dict[str, str], kind: str) -> int:
    value = spans.get(kind, "")
    return min(SPAN_MOST, max(1, int(value))) if value.isdecimal() else 1


def _placed(met: _Met, source: str) -> Grid:
    """Each cell in the first place of its row that no cell above covers."""
    grid = Grid(height=len(met.rows), row_leads=list(met.leads), notes=list(met.notes))
    taken: set[tuple[int, int]] = set()
    cut = False
    for row, raws in enumerate(met.rows):
        column = 0
        for raw in raws:
            while (row, column) in taken:
                column += 1
            wide = 1
            while wide < raw.columns and (row, column + wide) not in taken:
                wide += 1
            high = min(raw.rows, grid.height - row)
            cut = cut or high < raw.rows or wide < raw.columns
            cell = Cell(
                source[raw.begin : raw.end], row, column, high, wide, raw.head, raw.lead, origin=len(grid.cells)
            )
            grid.cells.append(cell)
            taken |= {(row + down, column + right) for down in range(high) for right in range(wide)}
            column += wide
    grid.width = max((cell.column + cell.columns for cell in grid.cells), default=0)
    grid.aligns = [Align.NONE] * grid.width
    if cut:
        grid.notes.append(mark("Some cells spanned more than there is; they were cut to the table."))
    if grid.complete():
        grid.notes.append(mark("Some rows had too few cells; empty ones were added."))
    return grid
