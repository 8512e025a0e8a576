# SPDX-License-Identifier: AGPL-3.0-or-later
"""What each head cell of a table is the head of: `scope`, so that screen readers can say it with the cells.

A row of heads is that of its columns, heads before other cells are those of their row. The two words for groups are
said only where the standard gives them their meaning (HTML, 4.9.12.2, forming relationships between data cells and
header cells): `colgroup` where a group of just these columns is declared, `rowgroup` where the cell goes down to the
end of its part of the table. A cell that spans a few rows or columns otherwise is the head of these with `row` and
`col` too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

_TAG = re.compile(r'<(/?)([a-z][a-z0-9]*)((?:[^>"]|"[^"]*")*)>')
"""A tag of clean HTML: quoted values may hold anything but the sign they are quoted with."""
_SPAN = re.compile(r'\b(col|row)span="(\d+)"')
_SCOPE = re.compile(r'\s+scope="([^"]*)"')
_KNOWN = frozenset({"row", "col", "rowgroup", "colgroup"})


@dataclass(slots=True)
class _Cell:
    """`tag` is its start tag; `columns` and `rows` what it spans, `column` its first one (from 0)."""

    tag: re.Match[str]
    head: bool
    columns: int
    rows: int
    column: int = 0


@dataclass(slots=True)
class _Table:
    """`parts` are its heads, bodies and feet: what each is, and its rows. `begins` is where groups of columns may
    stand; `grouped` says that the table has its own."""

    begins: int
    parts: list[tuple[str, list[list[_Cell]]]] = field(default_factory=list)
    grouped: bool = False

    def rows(self) -> list[list[_Cell]]:
        if not self.parts:
            self.parts.append(("tbody", []))
        return self.parts[-1][1]


def with_scopes(html: str) -> str:
    """Clean HTML (every tag closed, values in double quotes) with a scope for each head cell. A sound one that is there
    stays."""
    if "<th" not in html:
        return html
    edits: list[tuple[int, int, str]] = []
    for table in _tables(html):
        edits += _edits(table)
    done: list[str] = []
    at = 0
    for begin, end, text in sorted(edits):
        done += (html[at:begin], text)
        at = end
    return "".join([*done, html[at:]])


def _tables(html: str) -> list[_Table]:
    found: list[_Table] = []
    open_: list[_Table] = []
    for tag in _TAG.finditer(html):
        name, closes = tag[2], bool(tag[1])
        if name == "table":
            if not closes:
                open_.append(_Table(tag.end()))
                found.append(open_[-1])
            elif open_:
                open_.pop()
        elif not open_:
            continue
        elif name == "caption" and closes:
            open_[-1].begins = tag.end()
        elif closes:
            continue
        elif name in ("col", "colgroup"):
            open_[-1].grouped = True
        elif name in ("thead", "tbody", "tfoot"):
            open_[-1].parts.append((name, []))
        elif name == "tr":
            open_[-1].rows().append([])
        elif name in ("td", "th") and (rows := open_[-1].rows()):
            spans = {which: max(1, int(count)) for which, count in _SPAN.findall(tag[3])}
            rows[-1].append(_Cell(tag, name == "th", spans.get("col", 1), spans.get("row", 1)))
    return found


def _edits(table: _Table) -> list[tuple[int, int, str]]:
    """Where in the HTML something else is to stand: (begin, end, what)."""
    for _, rows in table.parts:
        _place(rows)
    first = next((row for _, rows in table.parts for row in rows if row), [])
    declares = not table.grouped and len(first) > 1 and any(cell.head and cell.columns > 1 for cell in first)
    groups = {(cell.column, cell.columns) for cell in first} if declares else set()
    edits: list[tuple[int, int, str]] = []
    if declares:
        edits.append((table.begins, table.begins, "\n" + "".join(map(_group, first))))
    above = True  # whether there were only rows of heads so far
    for part, rows in table.parts:
        for at, row in enumerate(rows):
            of_columns = part == "thead" or _heads_columns(row, above)
            above = above and of_columns
            for cell in row:
                if cell.head:
                    whole = at + cell.rows >= len(rows)
                    scope = _scope(cell, of_columns, (cell.column, cell.columns) in groups, whole)
                    edits.append((cell.tag.start(), cell.tag.end(), _with(cell.tag, scope)))
    return edits


def _place(rows: Sequence[Sequence[_Cell]]) -> None:
    """Each in the first columns of its row that no cell above covers."""
    covered: dict[int, int] = {}  # by column, how many rows more
    for row in rows:
        column = 0
        below: dict[int, int] = {}
        for cell in row:
            while covered.get(column, 0):
                column += 1
            cell.column = column
            below.update(dict.fromkeys(range(column, column + cell.columns), cell.rows - 1))
            column += cell.columns
        covered = {at: left - 1 for at, left in covered.items() if left > 1} | {k: v for k, v in below.items() if v}


def _heads_columns(row: Sequence[_Cell], above: bool) -> bool:
    """Whether a row has heads alone, an empty corner in the first ones aside."""
    others = row[1:] if above and row and not row[0].head else row
    return bool(others) and all(cell.head for cell in others)


def _scope(cell: _Cell, of_columns: bool, grouped: bool, whole: bool) -> str:
    if of_columns:
        return "colgroup" if cell.columns > 1 and grouped else "col"
    return "rowgroup" if cell.rows > 1 and whole else "row"


def _group(cell: _Cell) -> str:
    return f'<colgroup span="{cell.columns}"></colgroup>' if cell.columns > 1 else "<colgroup></colgroup>"


def _with(tag: re.Match[str], scope: str) -> str:
    known = _SCOPE.search(tag[3])
    kept = known[1].strip().lower() if known else ""
    return f'<th{_SCOPE.sub("", tag[3])} scope="{kept if kept in _KNOWN else scope}">'
