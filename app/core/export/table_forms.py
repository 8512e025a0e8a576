# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables with bars as HTML, and HTML tables with bars: for programs that know only one of them. And tables with bars as
every program reads them: GitHub and pandoc end a cell at a bar within its formulas and code too."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from itertools import zip_longest

from markdown_it.token import Token

from app.core.markup import deep, table_bars
from app.core.markup.parser import parser

_BAR = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"^\s*(:?)-+(:?)\s*$")
_SPANS = re.compile(r"[$`]|\\[(\[]")
_MARKS = re.compile(r"[*_`<>\[\]\\$~!&]")
_TEX = re.compile(r'<code class="tex">(.*?)</code>', re.S)
_NORM = re.compile(r"\$[^$]+\$")
_LEAD = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
"""What stands before a row within quotations and lists."""
_MOST = 1000
"""Columns or rows that a span may cover; larger ones are slips."""


def to_html(source: str) -> str:
    """A table with bars as an HTML table, with the marks in its cells as tags, since within HTML no Markdown is
    looked for; formulas stay between dollars. The source itself where it is no such table."""
    lines = source.split("\n")
    if len(lines) < 2:
        return source
    sides = [_side(cell) for cell in _cells(lines[1])]
    if not all(side is not None for side in sides):
        return source
    aligned = [f' align="{side}"' if side else "" for side in sides]

    def row(line: str, tag: str) -> str:
        cells = zip_longest(_cells(line, len(aligned))[: len(aligned)], aligned, fillvalue="")
        return "<tr>" + "".join(f"<{tag}{side}>{_inner(cell)}</{tag}>" for cell, side in cells) + "</tr>"

    body = [row(line, "td") for line in lines[2:]]
    return "\n".join(["<table>", "<thead>", row(lines[0], "th"), "</thead>", "<tbody>", *body, "</tbody>", "</table>"])


def to_bars(source: str) -> str:
    """An HTML table with bars: a cell that spans several is repeated in each, so that no row slides. The
    source itself where it cannot be told (a table in a table, or none)."""
    reader = _Reader()
    reader.feed(source)
    if reader.nested or not reader.rows:
        return source
    grid = [[_NORM.sub(_with_norms, cell) for cell in row] for row in _grid(reader.rows)]
    width = max(len(row) for row in grid)
    rows = [[*row, *[""] * (width - len(row))] for row in grid]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * width, *lines[1:]])


def _with_norms(math: re.Match[str]) -> str:
    """`\\|` of a formula in a cell by its name: its backslash would be that of a bar."""
    return math[0].replace("\\\\|", "\\Vert ")


def with_escaped_bars(source: str) -> str:
    """Markdown with a backslash before the bars within formulas and code of cells, which the table's own parser takes
    away again: the cells are the same here, and elsewhere they become so."""
    if "|" not in source or not _SPANS.search(source) or table_bars.STAND_IN in source:
        return source
    lines = source.split("\n")
    spans: list[tuple[int, int]] = deep.run(_tables_in, source)
    for first, last in spans:
        columns = table_bars.cells(lines[first + 1][_lead(lines[first + 1]) :])
        for at in (first, *range(first + 2, last)):
            begin = _lead(lines[at])
            row = lines[at][begin:]
            if table_bars.cells(row) > columns and table_bars.cells(kept := table_bars.keep_bars(row)) == columns:
                lines[at] = lines[at][:begin] + kept.replace(table_bars.STAND_IN, "\\|")
    return "\n".join(lines)


def _tables_in(source: str) -> list[tuple[int, int]]:
    """Lines of the tables with bars, the last excluded."""
    md = parser("source")
    tokens: list[Token] = []
    md.block.parse(source, md, {}, tokens)
    return [(token.map[0], token.map[1]) for token in tokens if token.type == "table_open" and token.map]


def _lead(line: str) -> int:
    match = _LEAD.match(line)
    return match.end() if match else 0


def _cells(line: str, columns: int = 0) -> list[str]:
    """A row's cells. Where it has more than `columns`, bars within its formulas and code are none of the table's, as
    in the preview (see `table_bars`)."""
    if columns and table_bars.cells(line) > columns and table_bars.cells(kept := table_bars.keep_bars(line)) == columns:
        line = kept
    inner = line.strip().removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return [cell.strip().replace(table_bars.STAND_IN, "|") for cell in _BAR.split(inner)]


def _side(cell: str) -> str | None:
    match = _RULE.match(cell)
    if match is None:
        return None
    return {(":", ":"): "center", (":", ""): "left", ("", ":"): "right"}.get((match[1], match[2]), "")


def _inner(cell: str) -> str:
    text = cell.replace("\\|", "|")
    if not _MARKS.search(text):
        return text.replace("&", "&amp;")
    shown: str = deep.run(_rendered, text)
    return _TEX.sub(lambda match: f"${match[1]}$", shown)


def _rendered(text: str) -> str:
    html: str = parser("source").renderInline(text)
    return html.strip()


class _Reader(HTMLParser):
    """The cells of one table: (text, columns, rows) each."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.rows: list[list[tuple[str, int, int]]] = []
        self.nested = False
        self._open = False
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._depth += 1
            self.nested = self.nested or self._depth > 1
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            spans = dict(attrs)
            if not self.rows:
                self.rows.append([])
            self.rows[-1].append(("", _span(spans.get("colspan")), _span(spans.get("rowspan"))))
            self._open = True
        elif tag == "br":
            self._add("<br>")
        elif self._open and tag in ("b", "strong"):
            self._add("**")
        elif self._open and tag in ("i", "em"):
            self._add("*")
        elif self._open and tag in ("sup", "sub"):
            self._add(f"<{tag}>")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._open = False
        elif tag in ("b", "strong"):
            self._add("**")
        elif tag in ("i", "em"):
            self._add("*")
        elif tag in ("sup", "sub"):
            self._add(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._add(re.sub(r"\s+", " ", data).replace("|", "\\|"))

    def handle_entityref(self, name: str) -> None:
        kept = name in ("lt", "amp", "gt")
        self._add(f"&{name};" if kept else unescape(f"&{name};").replace("|", "\\|"))

    def handle_charref(self, name: str) -> None:
        self._add(unescape(f"&#{name};").replace("|", "\\|"))

    def _add(self, text: str) -> None:
        if self._open and self.rows and self.rows[-1]:
            before, columns, rows = self.rows[-1][-1]
            self.rows[-1][-1] = (before + text, columns, rows)


def _span(value: str | None) -> int:
    return min(_MOST, max(1, int(value))) if value and value.isdigit() else 1


def _grid(rows: list[list[tuple[str, int, int]]]) -> list[list[str]]:
    grid: list[list[str]] = []
    down: dict[int, tuple[int, str]] = {}  # columns that a cell above still covers: rows left, its text
    for row in rows:
        line: list[str] = []
        cells = iter(row)
        cell = next(cells, None)
        while cell is not None or len(line) in down:
            if len(line) in down:
                left, text = down.pop(len(line))
                if left > 1:
                    down[len(line)] = (left - 1, text)
                line.append(text)
                continue
            text, columns, height = cell if cell is not None else ("", 1, 1)
            for _ in range(columns):
                if height > 1:
                    down[len(line)] = (height - 1, text.strip())
                line.append(text.strip())
            cell = next(cells, None)
        grid.append(line)
    return grid
