# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables with bars: where one is in the text, read as a grid, and written back.

Where only texts changed, only those cells are written over. Where rows or columns changed the table is written
anew, each cell that was not touched with its own source.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from app.core.editing.grid import Align, Cell, Grid
from app.core.markup import deep
from app.core.markup.parser import parser
from app.core.markup.table_bars import keep_bars
from app.core.wording import mark

_BAR = re.compile(r"(?<!\\)\|")
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.M)
_RULE = re.compile(r"^\s*(:?)-+(:?)\s*$")
_ALIGNS = {("", ""): Align.NONE, (":", ""): Align.LEFT, (":", ":"): Align.CENTRE, ("", ":"): Align.RIGHT}
_RULES = {Align.NONE: " --- ", Align.LEFT: " :-- ", Align.CENTRE: " :-: ", Align.RIGHT: " --: "}


@dataclass(frozen=True, slots=True)
class Span:
    """Where the table is in the text, in code points."""

    start: int
    end: int


def find(text: str, position: int) -> Span | None:
    """The table that the position is in, or at the end of."""
    start, end = _paragraph(text, position)
    chunk = text[start:end]
    if "|" not in chunk or len(_FENCE.findall(text, 0, start)) % 2:
        return None
    line = chunk.count("\n", 0, position - start)
    for first, after in deep.run(_table_lines, chunk):
        if first <= line < after:
            lines = chunk.split("\n")
            begin = start + sum(len(one) + 1 for one in lines[:first])
            return Span(begin, begin + len("\n".join(lines[first:after])))
    return None


def _paragraph(text: str, position: int) -> tuple[int, int]:
    """The lines around a position up to the blank ones."""
    start = text.rfind("\n\n", 0, position) + 2 if "\n\n" in text[:position] else 0
    end = text.find("\n\n", position)
    return start, len(text) if end < 0 else end


def _table_lines(chunk: str) -> list[tuple[int, int]]:
    tokens = parser("source").parse(chunk, {})
    return [
        (token.map[0], token.map[1])
        for token in tokens
        if token.type == "table_open" and token.map and not token.level
    ]  # fmt: skip


def read(source: str) -> Grid:
    """The grid of a table with bars (head, rule, rows)."""
    lines = source.split("\n")
    rules = [lines[1][begin:end] for begin, end in _places(lines[1], 0)]
    grid = Grid(aligns=[_align(rule) for rule in rules], width=len(rules))
    rows = [lines[0], *lines[2:]]
    places = [_places(row, len(rules)) for row in rows]
    widest = max(map(len, places))
    if widest > grid.width:
        grid.notes.append(mark("Some rows have more cells than the heading; the table was made wider for them."))
        grid.aligns += [Align.NONE] * (widest - grid.width)
        grid.width = widest
    grid.height = len(rows)
    for number, (row, spans) in enumerate(zip(rows, places, strict=True)):
        for column, (begin, end) in enumerate(spans):
            grid.cells.append(Cell(row[begin:end], number, column, head=number == 0, origin=len(grid.cells)))
    if grid.complete():
        grid.notes.append(mark("Some rows had too few cells; empty ones were added."))
    return grid


def places(source: str) -> list[tuple[int, int]]:
    """Where each cell begins (the first one of a line with it), and its number, which `read` gives it as `origin`;
    those of the rule are the heads'."""
    lines = source.split("\n")
    columns = len(_places(lines[1], 0))
    found: list[tuple[int, int]] = []
    begin = count = 0
    for line, text in enumerate(lines):
        cut = _places(text, 0 if line == 1 else columns)
        first = 0 if line == 1 else count
        found += [(begin + (start if number else 0), first + number) for number, (start, _) in enumerate(cut)]
        count += len(cut) if line != 1 else 0
        begin += len(text) + 1
    return found


def respelt(source: str, grid: Grid) -> str:
    """The same table with the edited cells, and with the columns' sides if these changed."""
    lines = source.split("\n")
    columns = len(_places(lines[1], 0))
    for row, cells in enumerate(grid.rows()):
        line = row + (row > 0)
        places = _places(lines[line], columns)
        for cell in reversed(cells):
            if cell.edited and cell.column < len(places):
                begin, end = places[cell.column]
                lines[line] = lines[line][:begin] + _padded(lines[line][begin:end], cell.text) + lines[line][end:]
            elif cell.edited:  # one of those that the row lacked
                return written(grid)
    if grid.aligns[:columns] != read(source).aligns[:columns]:
        lines[1] = _rule_line(grid.aligns[:columns])
    return "\n".join(lines)


def written(grid: Grid) -> str:
    """The table written anew; it must have no spans, and a row of headings."""
    rows = ["|" + "|".join(_inner(cell) for cell in cells) + "|" for cells in grid.rows()]
    return "\n".join([rows[0], _rule_line(grid.aligns), *rows[1:]])


def _rule_line(aligns: list[Align]) -> str:
    return "|" + "|".join(_RULES[align] for align in aligns) + "|"


def _inner(cell: Cell) -> str:
    if cell.edited:
        return _padded("", cell.text)
    return cell.source if cell.source.strip() else "  "


def _padded(before: str, text: str) -> str:
    """The text as a cell, with the space that was around the old one."""
    left = before[: len(before) - len(before.lstrip())] if before.strip() else " "
    right = before[len(before.rstrip()) :] if before.strip() else " "
    return (left or " ") + escaped(text) + (right or " ")


def escaped(text: str) -> str:
    """A text that stays in its cell."""
    return _BAR.sub(r"\\|", "<br>".join(line.strip() for line in text.strip().split("\n")))


def _align(rule: str) -> Align:
    match = _RULE.match(rule)
    return _ALIGNS[match[1], match[2]] if match else Align.NONE


def _places(line: str, columns: int) -> list[tuple[int, int]]:
    """Where the cells of a line are. Bars in formulas and code count as the parser counts them: not, if the row
    has too many cells otherwise."""
    found = _cut(line)
    if columns and len(found) > columns:
        kept = _cut(keep_bars(line))
        if len(kept) == columns:
            return kept
    return found


def _cut(line: str) -> list[tuple[int, int]]:
    begin, end = len(line) - len(line.lstrip()), len(line.rstrip())
    bars = [match.start() for match in _BAR.finditer(line, begin, end)]
    if bars and bars[0] == begin:
        begin += 1
        bars = bars[1:]
    if bars and bars[-1] == end - 1:
        end = bars.pop()
    cuts = [begin - 1, *bars, end]
    return [(left + 1, right) for left, right in pairwise(cuts)]
