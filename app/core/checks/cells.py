# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where in a table belongs what only the page has: in its own empty cell, or as a row of its own."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from statistics import mode

from app.core.align.page import around
from app.core.align.source import TABLES
from app.core.checks.evidence import Compared
from app.core.markup.table_bars import keep_bars
from engine.protocol import Box

_NEAR = 4
"""Rows before and after that are looked at."""
_WRAPPED = 0.75
"""Lines of one cell are so much closer to each other than rows are."""
_BLANK = 0.7
"""Heights of a line that a blank is wide at most."""
_BAR = re.compile(r"(?<!\\)\|")
_TAG = re.compile(r"<(/?)(table|tr|td|th)(?=[\s>/])([^<>]*)>", re.I)
_ROW_END = re.compile(r"\s*</tr\s*>\s*\Z", re.I)
_SPAN = re.compile(r"\b(row|col)span\s*=\s*[\"']?\s*0*(\d{1,3})", re.I)


@dataclass(frozen=True, slots=True)
class _Cell:
    """`source[start:end]` is what stands in it; `wide` columns from `column` on."""

    start: int
    end: int
    column: int
    wide: int = 1


@dataclass(frozen=True, slots=True)
class _Row:
    """`tied`: a cell of it goes over several rows."""

    start: int
    end: int
    cells: tuple[_Cell, ...]
    tied: bool = False


@dataclass(frozen=True, slots=True)
class _Placed:
    """A row with the boxes of each of its cells' words, on the page turned so that its text runs as it is written."""

    row: _Row
    boxes: tuple[tuple[Box, ...], ...]

    @property
    def all(self) -> list[Box]:
        return [box for boxes in self.boxes for box in boxes]


def in_table(
    compared: Compared, places: Sequence[int], at: int, text_of: Callable[[Sequence[int]], str]
) -> tuple[int, str] | None:
    """Where page words go that a table lacks near `at`, and what is put there; None where `at` is in no table, or it is
    not certain which cell they are of. `text_of` gives page words as text."""
    source = compared.alignment.source
    number = compared.alignment.block_at(at)
    block = source.blocks[number] if number is not None else None
    if block is None or block.kind not in TABLES:
        return None
    piece, bars = source.text[block.start : block.end], block.kind == "table_open"
    rows = _rows(piece, bars)
    if not rows:
        return None
    here = bisect_right(rows, at - block.start, key=lambda row: row.start)
    near = [_placed(compared, row, block.start) for row in rows[max(0, here - _NEAR) : here + _NEAR]]
    near = [row for row in near if row.all]
    columns = _columns(near)
    groups = _lines(compared, places, _step(near))
    beside = [next((row for row in near if _level(row, box)), None) for box, _ in groups]
    if len(groups) == 1 and beside[0] is not None:
        boxes = [compared.level.page.words[place].boxes[0] for place in places]
        cell = _empty(piece, beside[0], columns, boxes)
        if cell is not None:
            return _filled(block.start, cell, text_of(places), bars)
        if _lacks_last(beside[0], columns, boxes):
            return _last_cell(piece, block.start, beside[0].row, text_of(places), bars)
        return None
    if any(beside) or len(columns) < 2:
        return None
    return _new_rows(compared, piece, block.start, near, columns, groups, text_of, bars)


def _filled(base: int, cell: _Cell, words: str, bars: bool) -> tuple[int, str]:
    if not bars:
        return base + cell.start, words
    room = cell.end - cell.start
    left, right = ("" if room else " "), ("" if room > 1 else " ")
    return base + cell.start + min(1, room), left + _escaped(words) + right


def _lacks_last(row: _Placed, columns: dict[int, tuple[float, float]], words: Sequence[Box]) -> bool:
    """Whether a row ends one cell before the column that all the words stand in."""
    last = row.row.cells[-1]
    return {_nearest(columns, box) for box in words} == {last.column + last.wide}


def _last_cell(piece: str, base: int, row: _Row, words: str, bars: bool) -> tuple[int, str]:
    line = piece[row.start : row.end]
    if bars:
        return base + row.end, f" {_escaped(words)} |" if line.rstrip().endswith("|") else f" | {_escaped(words)}"
    closer = _ROW_END.search(line)
    return base + row.start + (closer.start() if closer else len(line)), f"<td>{words}</td>"


def _new_rows(
    compared: Compared, piece: str, base: int, near: Sequence[_Placed], columns: dict[int, tuple[float, float]],
    groups: Sequence[tuple[Box, list[int]]], text_of: Callable[[Sequence[int]], str], bars: bool,
) -> tuple[int, str] | None:  # fmt: skip
    top, bottom = groups[0][0][1], groups[-1][0][3]
    above = [row for row in near if around(row.all)[3] <= (top + groups[0][0][3]) / 2]
    below = [row for row in near if around(row.all)[1] >= (bottom + groups[-1][0][1]) / 2]
    if not above or len(above) + len(below) < len(near) or any(row.row.tied for row in (above[-1], *below[:1])):
        return None
    width = mode(row.row.cells[-1].column + row.row.cells[-1].wide for row in near)
    after = below[0].row.start if below else None
    gap = piece[above[-1].row.end : after] if after is not None else "\n"
    rows: list[str] = []
    for _, places in groups:
        cells: list[list[int]] = [[] for _ in range(max(width, *(column + 1 for column in columns)))]
        column_of = {place: _nearest(columns, compared.level.page.words[place].boxes[0]) for place in places}
        if any(column_of[a] != column_of[b] and _together(compared, a, b) for a, b in pairwise(places)):
            return None  # a cell over several columns
        for place, column in column_of.items():
            cells[column].append(place)
        texts = [text_of(cell) if cell else "" for cell in cells]
        if bars:
            rows.append("\n|" + "|".join(f" {_escaped(text)} " if text else " " for text in texts) + "|")
        else:
            rows.append((gap if not gap.strip() else "\n") + _html(texts))
    return base + above[-1].row.end, "".join(rows)


def _together(compared: Compared, place: int, after: int) -> bool:
    """Whether two words are one on the page, or have a blank's width between them."""
    one, other = compared.level.page.words[place], compared.level.page.words[after]
    gap = other.boxes[0][0] - one.boxes[-1][2]
    return one.words[-1] == other.words[0] or -_BLANK < gap / (one.boxes[-1][3] - one.boxes[-1][1] or 1) < _BLANK


def _html(texts: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<td>{text}</td>" for text in texts) + "</tr>"


def _escaped(words: str) -> str:
    return words.replace("|", "\\|")


def _placed(compared: Compared, row: _Row, base: int) -> _Placed:
    level = compared.level
    return _Placed(
        row,
        tuple(
            tuple(
                box
                for number in level.words_in(base + cell.start, base + cell.end)
                for place in level.places[number]
                for box in level.page.words[place].boxes
            )
            if cell.end > cell.start
            else ()
            for cell in row.cells
        ),
    )


def _columns(near: Sequence[_Placed]) -> dict[int, tuple[float, float]]:
    """From where to where the columns go, as far as cells of one column tell."""
    found: dict[int, tuple[float, float]] = {}
    for row in near:
        for cell, boxes in zip(row.row.cells, row.boxes, strict=True):
            if boxes and cell.wide == 1:
                left, _, right, _ = around(boxes)
                known = found.get(cell.column, (left, right))
                found[cell.column] = min(left, known[0]), max(right, known[1])
    return found


def _nearest(columns: dict[int, tuple[float, float]], box: Box) -> int:
    middle = (box[0] + box[2]) / 2
    return min(columns, key=lambda column: max(columns[column][0] - middle, middle - columns[column][1], 0.0))


def _level(row: _Placed, box: Box) -> bool:
    middle = (box[1] + box[3]) / 2
    return any(other[1] <= middle <= other[3] for other in row.all)


def _step(near: Sequence[_Placed]) -> float:
    """The least distance from row to row."""
    tops = sorted(around(row.all)[1] for row in near)
    return min((after - top for top, after in pairwise(tops) if after > top), default=0.0)


def _lines(compared: Compared, places: Sequence[int], step: float) -> list[tuple[Box, list[int]]]:
    """The words by the rows they are of, from above: those on one height, and lines that are too near to be rows."""
    words = compared.level.page.words
    groups: list[tuple[Box, list[int]]] = []
    for place in sorted(places, key=lambda place: words[place].boxes[0][1] + words[place].boxes[0][3]):
        box = words[place].boxes[0]
        if groups and ((box[1] + box[3]) / 2 < groups[-1][0][3] or box[1] - groups[-1][0][1] < _WRAPPED * step):
            groups[-1] = (around([groups[-1][0], box]), [*groups[-1][1], place])
        else:
            groups.append((box, [place]))
    return [(box, sorted(own)) for box, own in groups]


def _empty(piece: str, row: _Placed, columns: dict[int, tuple[float, float]], words: Sequence[Box]) -> _Cell | None:
    """The empty cell of a row that all the words stand in; None if they stand in one with words, or beside them."""
    left, top, right, bottom = around(words)
    near = _BLANK * (bottom - top)
    free: list[_Cell] = []
    before = True
    for cell, boxes in zip(row.row.cells, row.boxes, strict=True):
        if boxes:
            own = around(boxes)
            if own[0] < right + near and own[2] > left - near:
                return None
            if own[0] < left:
                free, before = [], True
            else:
                before = False
        elif before and not piece[cell.start : cell.end].strip():
            free.append(cell)
    if len(free) < 2:
        return free[0] if free else None
    known = {cell.column: columns[cell.column] for cell in free if cell.column in columns}
    meant = {_nearest(known, box) for box in words} if known else set()
    return next((cell for cell in free if {cell.column} == meant), None)


@lru_cache(maxsize=8)
def _rows(piece: str, bars: bool) -> tuple[_Row, ...]:
    return tuple(_bar_rows(piece) if bars else _html_rows(piece))


def _bar_rows(piece: str) -> Iterator[_Row]:
    """The rule belongs to the heading."""
    at = 0
    head: _Row | None = None
    for number, line in enumerate(piece.split("\n")):
        end = at + len(line)
        if number == 1 and head is not None:
            yield _Row(head.start, end, head.cells)
        elif line.strip():
            kept = keep_bars(line)
            cuts = [match.start() for match in _BAR.finditer(kept)]
            begins = 0 if kept.lstrip()[:1] != "|" else cuts.pop(0) + 1
            ends = [*cuts] if kept.rstrip()[-1:] == "|" and cuts else [*cuts, len(line)]
            starts = [begins, *(cut + 1 for cut in ends[:-1])]
            cells = tuple(
                _Cell(at + start, at + stop, column)
                for column, (start, stop) in enumerate(zip(starts, ends, strict=True))
            )
            row = _Row(at, end, cells)
            if number:
                yield row
            else:
                head = row
        at = end + 1


def _html_rows(piece: str) -> Iterator[_Row]:
    """None for a table in a table."""
    rows: list[tuple[int, int, list[_Cell], bool]] = []
    hanging: list[int] = []  # rows that the cell in this column still reaches down
    open_cell: tuple[int, int, int] | None = None
    tables = 0
    for match in _TAG.finditer(piece):
        name = match[2].lower()
        if open_cell is not None:
            start, column, wide = open_cell
            rows[-1][2].append(_Cell(start, match.start(), column, wide))
            open_cell = None
        if name == "table":
            tables += not match[1]
            if tables > 1:
                return
        elif name == "tr":
            if rows and rows[-1][1] == len(piece):
                start, _, cells, tied = rows[-1]
                rows[-1] = start, match.end() if match[1] else match.start(), cells, tied
            if not match[1]:
                hanging = [max(0, left - 1) for left in hanging]
                rows.append((match.start(), len(piece), [], any(hanging)))
        elif not match[1] and rows:
            given = {kind.lower(): max(1, int(count or 1)) for kind, count in _SPAN.findall(match[3])}
            down, wide = given.get("row", 1), min(given.get("col", 1), 200)
            column = rows[-1][2][-1].column + rows[-1][2][-1].wide if rows[-1][2] else 0
            while column < len(hanging) and hanging[column]:
                column += 1
            hanging += [0] * (column + wide - len(hanging))
            hanging[column : column + wide] = [down] * wide
            open_cell = match.end(), column, wide
            if down > 1:
                start, end, cells, _ = rows[-1]
                rows[-1] = start, end, cells, True
    yield from (_Row(start, end, tuple(cells), tied) for start, end, cells, tied in rows if cells)
