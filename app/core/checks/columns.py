# SPDX-License-Identifier: AGPL-3.0-or-later
"""`reading-order` within tables: columns that are swapped, and cells that went into the next column. Told by where the
cells' words are on the page, as far as they are there once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import median

from app.core.align.page import around
from app.core.align.source import TABLES
from app.core.checks.compare import page_boxes
from app.core.checks.evidence import Compared
from app.core.checks.flag import Flag, Kind, Reason, Severity
from app.core.checks.table_rows import Cell, Row, rows_of
from engine.protocol import Box

_SEVERAL = 3
"""Words of a cell that are together what is there once."""
_GAP = 0.3
"""Heights of a line between two cells at least."""
_RIGHT_TO_LEFT = ("\u0590", "\u08ff")

_Located = dict[int, Box]
"""Boxes of a row's cells, by the number of the cell."""


def check(compared: Compared) -> Iterator[Flag]:
    source = compared.alignment.source
    seen = Counter(word.key for word in compared.alignment.page.words)
    for block in source.blocks:
        piece = source.text[block.start : block.end]
        if block.kind not in TABLES or any(_RIGHT_TO_LEFT[0] <= sign <= _RIGHT_TO_LEFT[1] for sign in piece):
            continue
        rows = rows_of(piece, block.kind == "table_open")
        if len(rows) < 2:
            continue
        told = Counter(_keys(compared, cell, block.start) for row in rows for cell in row.cells)
        located = [_located(compared, row, block.start, seen, told) for row in rows]
        orders = [_order(own) for own in located]
        if any(orders):
            yield _swapped(compared, block.start, rows, located, orders)
        else:
            yield from _shifted(compared, block.start, rows, located)


def _keys(compared: Compared, cell: Cell, base: int) -> tuple[str, ...]:
    words = compared.alignment.source.words
    return tuple(words[n].key for n in _words(compared, cell, base))


def _words(compared: Compared, cell: Cell, base: int) -> range:
    return compared.alignment.words_in(base + cell.start, base + cell.end) if cell.end > cell.start else range(0)


def _located(
    compared: Compared, row: Row, base: int, seen: Mapping[str, int], told: Mapping[tuple[str, ...], int]
) -> _Located:
    """The cells of a row whose words are all there, and are there once."""
    level = compared.level
    found: _Located = {}
    for number, cell in enumerate(row.cells):
        own = _words(compared, cell, base)
        places = [level.places[n] for n in own]
        if not places or cell.wide > 1 or any(len(place) != 1 for place in places):
            continue
        keys = [level.source.words[n].key for n in own]
        page = [level.page.words[place[0]] for place in places]
        if keys != [word.key for word in page]:
            continue
        once = any(seen[key] == 1 and len(key) > 1 for key in keys)
        together = all(b[0] - a[0] == 1 for a, b in pairwise(places)) and len(keys) >= _SEVERAL
        if once or (together and told[tuple(keys)] == 1):
            found[number] = around([box for word in page for box in word.boxes])
    return found


def _order(located: _Located) -> list[int]:
    """The located cells as they stand on the page from left to right, if that is another order; else nothing."""
    numbers = sorted(located)
    boxes = [located[number] for number in numbers]
    if not boxes or not all(_is_level(one, other) for one, other in pairwise(boxes)):
        return []
    order = sorted(numbers, key=lambda number: located[number][0])
    apart = all(_is_left(located[one], located[other]) for one, other in pairwise(order))
    return order if order != numbers and apart else []


def _is_level(one: Box, other: Box) -> bool:
    overlap = min(one[3], other[3]) - max(one[1], other[1])
    return overlap > 0.5 * min(one[3] - one[1], other[3] - other[1])


def _is_left(one: Box, other: Box) -> bool:
    return other[0] - one[2] > _GAP * min(one[3] - one[1], other[3] - other[1])


def _swapped(
    compared: Compared, base: int, rows: Sequence[Row], located: Sequence[_Located], orders: Sequence[list[int]]
) -> Flag:
    """All rows whose cells stand in another order. Rows of which nothing is known go with the others if these
    agree."""
    text = compared.alignment.source.text
    wrong = [number for number, order in enumerate(orders) if order]
    first, last = wrong[0], wrong[-1]
    common = _common([located[number] for number in wrong])
    moves = [common or dict(zip(sorted(order), order, strict=True)) if order else {} for order in orders]
    known = [
        number for number, own in enumerate(located) if number not in wrong and len(common.keys() & own.keys()) > 1
    ]
    if common and not [number for number in known if number]:
        first, last = min(first, 1), len(rows) - 1  # all but the head, of which it is known
    start, end = base + rows[first].start, base + rows[last].end
    parts: list[str] = []
    at = start
    whole = bool(common) and (0 in wrong or 0 in known or first > 0)
    for number in range(first, last + 1):
        row = rows[number]
        move = moves[number] or (common if number not in known else {})
        whole = whole and len(row.cells) == len(rows[wrong[0]].cells)
        for position, cell in enumerate(row.cells):
            taken = row.cells[move.get(position, position)] if move.get(position, position) < len(row.cells) else cell
            parts += [text[at : base + cell.start], text[base + taken.start : base + taken.end]]
            at = base + cell.end
    parts.append(text[at:end])
    places = [
        place
        for number in wrong
        for own in orders[number]
        for word in _words(compared, rows[number].cells[own], base)
        for place in compared.alignment.places[word]
    ]
    return Flag(
        Kind.READING_ORDER, Severity.DOUBT, start, end, Reason.CELLS_SWAPPED, {},
        page_boxes(compared.alignment, sorted(places)), True, "".join(parts) if whole else None,
    )  # fmt: skip


def _common(rows: Sequence[_Located]) -> dict[int, int]:
    """Which cell goes to which place in all these rows; nothing where they differ."""
    lefts: dict[int, list[float]] = {}
    for row in rows:
        for position, box in row.items():
            lefts.setdefault(position, []).append(box[0])
    order = sorted(lefts, key=lambda position: median(lefts[position]))
    rank = {position: number for number, position in enumerate(order)}
    for row in rows:
        ranks = [rank[position] for position in sorted(row, key=lambda position: row[position][0])]
        if ranks != sorted(ranks):
            return {}
    return {to: own for to, own in zip(sorted(order), order, strict=True) if to != own}


def _shifted(compared: Compared, base: int, rows: Sequence[Row], located: Sequence[_Located]) -> Iterator[Flag]:
    """Cells that stand in the column of others, which is empty in their row."""
    text = compared.alignment.source.text
    for number, (row, own) in enumerate(zip(rows, located, strict=True)):
        others = [(rows[n], located[n]) for n in range(len(rows)) if n != number]
        columns: dict[int, Box] = {}
        for other, cells in others:
            for position, box in cells.items():
                column = other.cells[position].column
                columns[column] = around([columns[column], box]) if column in columns else box
        moves: dict[int, int] = {}
        for position, box in own.items():
            column = row.cells[position].column
            over = [one for one, area in columns.items() if area[0] < box[2] and box[0] < area[2]]
            if column in columns and len(over) == 1 and over[0] != column:
                target = next(
                    (n for n, cell in enumerate(row.cells) if cell.column == over[0] and cell.wide == 1), None
                )
                if target is not None:
                    moves[position] = target
        free = [target for target in moves.values() if _is_empty(text, base, row.cells[target]) or target in moves]
        if not moves or len(free) < len(moves) or len(set(free)) < len(free):
            continue
        source_of = {target: position for position, target in moves.items()}
        low, high = min([*moves, *free]), max([*moves, *free])
        start, end = base + row.cells[low].start, base + row.cells[high].end
        parts: list[str] = []
        at = start
        for position in range(low, high + 1):
            cell = row.cells[position]
            taken = row.cells[source_of[position]] if position in source_of else cell
            gone = position in moves and position not in source_of
            parts += [text[at : base + cell.start], " " if gone else text[base + taken.start : base + taken.end]]
            at = base + cell.end
        places = [
            place
            for position in moves
            for word in _words(compared, row.cells[position], base)
            for place in compared.alignment.places[word]
        ]
        bars = text[base + row.start : base + row.end].lstrip().startswith("|")
        suggestion = "".join(parts if bars else [part if part != " " else "" for part in parts])
        yield Flag(
            Kind.READING_ORDER, Severity.DOUBT, start, end, Reason.CELL_SHIFTED, {},
            page_boxes(compared.alignment, sorted(places)), True, suggestion,
        )  # fmt: skip


def _is_empty(text: str, base: int, cell: Cell) -> bool:
    return not text[base + cell.start : base + cell.end].strip()
