# SPDX-License-Identifier: AGPL-3.0-or-later
"""The rows and cells of a table's source, with what stands in each and what reaches down from above."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from statistics import mode

from app.core.markup.table_bars import keep_bars

_BAR = re.compile(r"(?<!\\)\|")
_TAG = re.compile(r"<(/?)(table|tr|td|th)(?=[\s>/])([^<>]*)>", re.I)
_SPAN = re.compile(r"\b(row|col)span\s*=\s*[\"']?\s*0*(\d{1,3})", re.I)


@dataclass(frozen=True, slots=True)
class Cell:
    """`source[start:end]` is what stands in it; `wide` columns from `column` on."""

    start: int
    end: int
    column: int
    wide: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """`wide` are its columns with those that cells from above reach into; `hanging[n]` is how many more rows a cell in
    column `n` reaches down."""

    start: int
    end: int
    cells: tuple[Cell, ...]
    wide: int
    hanging: tuple[int, ...] = ()


def usual_width(rows: tuple[Row, ...]) -> int:
    """The columns that most rows have."""
    return mode(row.wide for row in rows)


@lru_cache(maxsize=8)
def rows_of(piece: str, bars: bool) -> tuple[Row, ...]:
    return tuple(_bar_rows(piece) if bars else _html_rows(piece))


def _bar_rows(piece: str) -> Iterator[Row]:
    """The rule belongs to the heading."""
    at = 0
    head: Row | None = None
    for number, line in enumerate(piece.split("\n")):
        end = at + len(line)
        if number == 1 and head is not None:
            yield Row(head.start, end, head.cells, head.wide)
        elif line.strip():
            kept = keep_bars(line)
            cuts = [match.start() for match in _BAR.finditer(kept)]
            begins = 0 if kept.lstrip()[:1] != "|" else cuts.pop(0) + 1
            ends = [*cuts] if kept.rstrip()[-1:] == "|" and cuts else [*cuts, len(line)]
            starts = [begins, *(cut + 1 for cut in ends[:-1])]
            cells = tuple(
                Cell(at + start, at + stop, column)
                for column, (start, stop) in enumerate(zip(starts, ends, strict=True))
            )
            row = Row(at, end, cells, len(cells))
            if number:
                yield row
            else:
                head = row
        at = end + 1


def _html_rows(piece: str) -> Iterator[Row]:
    """None for a table in a table."""
    rows: list[tuple[int, int, list[Cell], int, list[int]]] = []
    hanging: list[int] = []  # rows that the cell in this column still reaches down
    open_cell: tuple[int, int, int] | None = None
    tables = 0
    for match in _TAG.finditer(piece):
        name = match[2].lower()
        if open_cell is not None:
            start, column, wide = open_cell
            rows[-1][2].append(Cell(start, match.start(), column, wide))
            open_cell = None
        if name == "table":
            tables += not match[1]
            if tables > 1:
                return
        elif name == "tr":
            if rows and rows[-1][1] == len(piece):
                start, _, cells, wide, left = rows[-1]
                rows[-1] = start, match.end() if match[1] else match.start(), cells, wide, left
            if not match[1]:
                hanging = [max(0, left - 1) for left in hanging]
                while hanging and not hanging[-1]:
                    hanging.pop()
                rows.append((match.start(), len(piece), [], len(hanging), []))
        elif not match[1] and rows:
            given = {kind.lower(): max(1, int(count or 1)) for kind, count in _SPAN.findall(match[3])}
            down, wide = given.get("row", 1), min(given.get("col", 1), 200)
            column = rows[-1][2][-1].column + rows[-1][2][-1].wide if rows[-1][2] else 0
            while column < len(hanging) and hanging[column]:
                column += 1
            hanging += [0] * (column + wide - len(hanging))
            hanging[column : column + wide] = [down] * wide
            open_cell = match.end(), column, wide
            start, end, cells, whole, _ = rows[-1]
            rows[-1] = start, end, cells, max(whole, column + wide), [max(0, left - 1) for left in hanging]
    for start, end, cells, wide, left in rows:
        if cells:
            yield Row(start, end, tuple(cells), wide, tuple(left))
