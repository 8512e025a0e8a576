# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where in a table belongs what only the page has: in its own empty cell, or as a row of its own."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence

from app.core.align.page import around
from app.core.align.source import TABLES, SourceBlock
from app.core.checks.evidence import Compared
from app.core.checks.new_rows import Table, escaped, header, new_rows
from app.core.checks.table_places import Columns, Placed, columns_of, lines_of, nearest, placed
from app.core.checks.table_rows import Cell, Row, rows_of, usual_width
from engine.protocol import Box

_NEAR = 4
"""Rows before and after that are looked at."""
_BLANK = 0.7
"""Heights of a line that a blank is wide at most."""
_ROW_END = re.compile(r"\s*</tr\s*>\s*\Z", re.I)
_RULE = re.compile(r"\s*\|?[ \t]*:?-{3,}:?[ \t]*(?:\|[ \t]*:?-{3,}:?[ \t]*)+\|?[ \t]*\n")


def in_table(
    compared: Compared, places: Sequence[int], at: int, text_of: Callable[[Sequence[int]], str]
) -> tuple[int, str, bool] | None:
    """Where page words go that a table lacks near `at`, what is put there, and whether each of them is in its cell;
    None where `at` is in no table, or it is not certain which cell they are of. `text_of` gives page words as text."""
    source = compared.alignment.source
    number = compared.alignment.block_at(at)
    block = _table_at(compared, number, at)
    if block is None:
        return _above_rule(compared, number, places, at, text_of)
    piece, bars = source.text[block.start : block.end], block.kind == "table_open"
    table = _table(compared, piece, block.start, bars, at)
    if table is None:
        return None
    groups = lines_of(compared, places, table.near)
    beside = [next((row for row in table.near if row.is_level(box)), None) for box, _ in groups]
    if len(groups) == 1 and beside[0] is not None:
        if at < block.start:
            return None
        boxes = [compared.level.page.words[place].boxes[0] for place in places]
        cell = _empty(piece, beside[0], table.columns, boxes)
        if cell is not None:
            return *_filled(block.start, cell, text_of(places), bars), True
        if _lacks_last(beside[0], table.columns, boxes):
            return *_last_cell(piece, block.start, beside[0].row, text_of(places), bars), True
        return None
    return None if any(beside) else new_rows(compared, table, groups, text_of)


def fills(compared: Compared, places: Sequence[int], at: int) -> bool:
    """Whether page words stand where the table at `at` has an empty cell, on a row of it."""
    source = compared.alignment.source
    block = _table_at(compared, compared.alignment.block_at(at), at)
    if block is None or at < block.start:
        return False
    piece = source.text[block.start : block.end]
    table = _table(compared, piece, block.start, block.kind == "table_open", at)
    groups = lines_of(compared, places, table.near) if table is not None else []
    if table is None or len(groups) != 1:
        return False
    row = next((row for row in table.near if row.is_level(groups[0][0])), None)
    boxes = [compared.level.page.words[place].boxes[0] for place in places]
    cell = _empty(piece, row, table.columns, boxes) if row is not None else None
    return cell is not None and {nearest(table.columns, box) for box in boxes} == {cell.column}


def _table_at(compared: Compared, number: int | None, at: int) -> SourceBlock | None:
    """The table that a position is in, or right before."""
    blocks, text = compared.alignment.source.blocks, compared.alignment.source.text
    for block in blocks[number or 0 : (number or 0) + 2]:
        if block.kind in TABLES and (block.start <= at or not text[at : block.start].strip()):
            return block
    return None


def _table(compared: Compared, piece: str, base: int, bars: bool, at: int) -> Table | None:
    rows = rows_of(piece, bars)
    here = bisect_right(rows, at - base, key=lambda row: row.start)
    near = [placed(compared, row, base) for row in rows[max(0, here - _NEAR) : here + _NEAR]]
    near = [row for row in near if row.all]
    return Table(piece, base, bars, rows, near, columns_of(near, usual_width(rows))) if near else None


def _above_rule(
    compared: Compared, number: int | None, places: Sequence[int], at: int, text_of: Callable[[Sequence[int]], str]
) -> tuple[int, str, bool] | None:
    """The line above the rule of a table of bars, where that is what is lacking: without it there is no table."""
    source = compared.alignment.source
    for block in source.blocks[number or 0 : (number or 0) + 2]:
        piece = source.text[block.start : block.end]
        rule = _RULE.match(piece)
        if (
            rule is None
            or at > block.start + rule.end() + len(piece[rule.end() :])
            or source.text[at : block.start].strip()
        ):
            continue
        table = _table(compared, piece[rule.end() :], block.start + rule.end(), True, at)
        groups = lines_of(compared, places, table.near) if table is not None else []
        if table is None or any(row.is_level(box) for row in table.near for box, _ in groups):
            return None
        line = header(compared, table, groups, text_of)
        return None if line is None else (block.start, line + "\n", True)
    return None


def _filled(base: int, cell: Cell, words: str, bars: bool) -> tuple[int, str]:
    if not bars:
        return base + cell.start, words
    room = cell.end - cell.start
    left, right = ("" if room else " "), ("" if room > 1 else " ")
    return base + cell.start + min(1, room), left + escaped(words) + right


def _lacks_last(row: Placed, columns: Columns, words: Sequence[Box]) -> bool:
    """Whether a row ends one cell before the column that all the words stand in."""
    last = row.row.cells[-1]
    return {nearest(columns, box) for box in words} == {last.column + last.wide}


def _last_cell(piece: str, base: int, row: Row, words: str, bars: bool) -> tuple[int, str]:
    line = piece[row.start : row.end]
    if bars:
        return base + row.end, f" {escaped(words)} |" if line.rstrip().endswith("|") else f" | {escaped(words)}"
    closer = _ROW_END.search(line)
    return base + row.start + (closer.start() if closer else len(line)), f"<td>{words}</td>"


def _empty(piece: str, row: Placed, columns: Columns, words: Sequence[Box]) -> Cell | None:
    """The empty cell of a row that all the words stand in; None if they stand in one with words, or beside them."""
    left, top, right, bottom = around(words)
    near = _BLANK * (bottom - top)
    free: list[Cell] = []
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
    meant = {nearest(known, box) for box in words} if known else set()
    return next((cell for cell in free if {cell.column} == meant), None)
