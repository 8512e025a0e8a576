# SPDX-License-Identifier: AGPL-3.0-or-later
"""Rows that a table lacks, made of the page's words: each word in its column, cells over several columns or rows as the
rows around leave room for them. Where it is not certain, all words are in one cell: the table stays whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.core.align.normal import is_number
from app.core.align.page import around
from app.core.checks.compare import BULLETS
from app.core.checks.evidence import Compared
from app.core.checks.table_places import Columns, Placed, nearest
from app.core.checks.table_rows import Row, usual_width
from app.core.checks.tables import grid
from engine.protocol import Box

_BLANK = 0.7
"""Heights of a line that a blank is wide at most."""
_SIDE = 0.3
"""The same by which a word may stand out of its column."""
_LEADERS = re.compile(r"\s*(?:[.…·_]\s?){4,}")
_AROUND = 40
"""Given words before and after those of a row among which signs of its cells are looked for."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table's source, which begins at `base` of the text; `near` are rows with words, around the place where one is
    lacking."""

    piece: str
    base: int
    bars: bool
    rows: tuple[Row, ...]
    near: Sequence[Placed]
    columns: Columns

    @property
    def width(self) -> int:
        return usual_width(self.rows)


@dataclass(frozen=True, slots=True)
class _New:
    """What goes into the columns from `column` on."""

    column: int
    wide: int
    text: str


Groups = Sequence[tuple[Box, list[int]]]
TextOf = Callable[[Sequence[int]], str]


def new_rows(compared: Compared, table: Table, groups: Groups, text_of: TextOf) -> tuple[int, str, bool] | None:
    """Where the rows go, what is put there, and whether each word is in its cell; None if they are not between two rows
    of the table, or it is a text above or below it."""
    top, bottom = groups[0][0], groups[-1][0]
    above = [row for row in table.near if around(row.all)[3] <= (top[1] + top[3]) / 2]
    below = [row for row in table.near if around(row.all)[1] >= (bottom[1] + bottom[3]) / 2]
    if len(above) + len(below) < len(table.near):
        above, below = _by_middle(table, top, bottom)
    if not above and (table.bars or not below or below[0].row is not table.rows[0]):
        return None
    at = table.rows.index(above[-1].row) + 1 if above else 0
    if below and table.rows.index(below[0].row) < at:
        return None
    made: list[list[_New]] = []
    sure = True
    for box, places in groups:
        cells = _cells(compared, table, box, places, text_of)
        if not (above and below) and (cells is None or (len(cells) < 2 and not (made and cells[0].wide > 1))):
            return None  # a title, a paragraph
        sure = sure and cells is not None
        made.append(cells if cells is not None else [_New(0, 0, _clean(table, text_of(places)))])
    if sure and (found := _put(table, at, made)) is not None:
        return *found, True
    whole = [[_New(0, 0, " ".join(cell.text for cell in row if cell.text))] for row in made]
    return None if not (above and below) or (found := _put(table, at, whole)) is None else (*found, False)


def header(compared: Compared, table: Table, groups: Groups, text_of: TextOf) -> str | None:
    """The line that a rule with rows of bars lacks above it."""
    rows = [_cells(compared, table, box, places, text_of) for box, places in groups]
    if len(rows) != 1 or rows[0] is None or len(rows[0]) < 2 or any(cell.wide > 1 for cell in rows[0]):
        return None
    return _bar_row(rows[0], table.width)


def _by_middle(table: Table, top: Box, bottom: Box) -> tuple[list[Placed], list[Placed]]:
    """Rows above and below where single words have found like ones in the lost row: by most of their words."""
    above: list[Placed] = []
    below: list[Placed] = []
    for row in table.near:
        middles = sorted((box[1] + box[3]) / 2 for box in row.all)
        middle = middles[len(middles) // 2]
        if middle < top[1]:
            above.append(row)
        elif middle > bottom[3]:
            below.append(row)
    return above, below


def _cells(compared: Compared, table: Table, box: Box, places: Sequence[int], text_of: TextOf) -> list[_New] | None:
    """The words by columns; None where words of one cell are in several and others in these too."""
    if len(table.columns) < 2:
        return None
    words = compared.level.page.words
    parts: list[list[int]] = []
    for place in places:
        if parts and _together(compared, table, parts[-1][-1], place):
            parts[-1].append(place)
        else:
            parts.append([place])
    spans: list[_Span] = []
    for part in parts:
        own = [nearest(table.columns, words[place].boxes[0]) for place in part]
        spans.append((min(own), max(own), part))
    spans = list(_narrowed(compared, table, spans))
    full = _full(table)
    if len(spans) == 1 and spans[0][0] < spans[0][1] and full:
        return [_New(0, full, _clean(table, text_of(places)))]
    found: dict[int, tuple[int, list[int]]] = {}
    for first, last, part in spans:
        if first == last and first in found and found[first][0] == first:
            found[first][1].extend(part)
        elif any(column <= last and first <= found[column][0] for column in found) or (table.bars and first < last):
            return None
        else:
            found[first] = last, list(part)
    cells = [_New(first, last - first + 1, _clean(table, text_of(part))) for first, (last, part) in found.items()]
    taken = {column for cell in cells for column in range(cell.column, cell.column + cell.wide)}
    return sorted([*cells, *_signs(compared, table, box, places, taken)], key=lambda cell: cell.column)


_Span = tuple[int, int, list[int]]


def _narrowed(compared: Compared, table: Table, spans: Sequence[_Span]) -> Iterator[_Span]:
    """Words that run on into the next column, which has its own, or is none that cells of this table share, are of
    the first one: its other rows are shorter."""
    spanned = any(cell.wide > 1 for row in table.rows for cell in row.cells)
    for number, (first, last, part) in enumerate(spans):
        after = spans[number + 1][0] if number + 1 < len(spans) else last + 1
        box = compared.level.page.words[part[0]].boxes[0]
        aligned = abs(box[0] - table.columns[first][0]) < box[3] - box[1]
        if first < last and len(spans) > 1 and aligned and not spanned:
            last = first
        yield first, max(first, min(last, after - 1)), part


def _together(compared: Compared, table: Table, place: int, after: int) -> bool:
    """Whether two words are one on the page, or have a blank's width between them and are not in a column each."""
    one, other = compared.level.page.words[place], compared.level.page.words[after]
    if one.words[-1] == other.words[0]:
        return True
    a, b = one.boxes[-1], other.boxes[0]
    if min(a[3], b[3]) <= max(a[1], b[1]):
        return nearest(table.columns, a) == nearest(table.columns, b)  # the next line of a cell
    high = a[3] - a[1] or 1
    columns = nearest(table.columns, a), nearest(table.columns, b)
    if columns[0] != columns[1] and is_number(one.key) and is_number(other.key):
        return False
    if columns[0] != columns[1] and all(
        left - _SIDE * high <= box[0] and box[2] <= right + _SIDE * high
        for box, column in zip((a, b), columns, strict=True)
        for left, right in [table.columns[column]]
    ):
        return False
    return -_BLANK < (b[0] - a[2]) / high < _BLANK


def _full(table: Table) -> int:
    """How wide the one cell of a row is that goes over the whole table, if there is such a row."""
    return next((row.cells[0].wide for row in table.rows if len(row.cells) == 1 < row.cells[0].wide == table.width), 0)


def _signs(compared: Compared, table: Table, box: Box, places: Sequence[int], taken: set[int]) -> Iterator[_New]:
    """Cells with a sign alone, like the dash for nothing, if other cells of the table have it."""
    page, level = compared.alignment.page, compared.level
    given = [number for place in places for number in level.page.words[place].words]
    seen = set(taken)
    for number in range(max(0, min(given) - _AROUND), min(len(page.given), max(given) + _AROUND + 1)):
        text = page.given[number].text.strip()
        if not text or any(map(str.isalnum, text)) or len(text) > 2 or page is not level.page:
            continue
        sign = page.given[number].box
        column = nearest(table.columns, sign)
        left, right = table.columns[column]
        level_with = (
            box[1] <= (sign[1] + sign[3]) / 2 <= box[3] and left - _SIDE * (box[3] - box[1]) <= sign[0] <= right
        )
        if level_with and column not in seen and re.search(rf"[>|]\s*{re.escape(text)}\s*[<|]", table.piece):
            seen.add(column)
            yield _New(column, 1, text)


def _clean(table: Table, text: str) -> str:
    """Without bullets and rows of dots that the table's other cells do not have."""
    if not any(sign in table.piece for sign in BULLETS):
        text = " ".join(word.lstrip(BULLETS) for word in text.split(" ")).strip()
    return text if "...." in table.piece else _LEADERS.sub(" ", text).strip()


def _put(table: Table, at: int, made: Sequence[Sequence[_New]]) -> tuple[int, str] | None:
    """The rows before row `at` of the table, in the way that fits best; None if none fits."""
    before = table.rows[at - 1] if at else None
    end = before.end if before is not None else table.rows[0].start
    if table.bars:
        return table.base + end, "".join("\n" + _bar_row(row, table.width) for row in made)
    gap = _between(table, at)
    usual = sum(1 for _ in grid(table.piece, 0))
    best: tuple[int, str] | None = None
    for rows in _ways(table, at, made):
        text = "".join(gap + row for row in rows) if before is not None else "".join(row + gap for row in rows)
        ragged = sum(1 for _ in grid(table.piece[:end] + text + table.piece[end:], 0))
        if ragged <= usual and (best is None or ragged < best[0]):
            best = ragged, text
    return None if best is None else (table.base + end, best[1])


def _between(table: Table, at: int) -> str:
    """What stands between two rows of the table, there or elsewhere."""
    pairs = list(pairwise(table.rows))
    row, after = pairs[min(max(at - 1, 0), len(pairs) - 1)] if pairs else (None, None)
    gap = table.piece[row.end : after.start] if row is not None and after is not None else "\n"
    return gap if not gap.strip() else "\n"


def _ways(table: Table, at: int, made: Sequence[Sequence[_New]]) -> Iterator[list[str]]:
    """The rows with nothing in the columns that a cell from above reaches into; and, where the rows behind them are
    short of their first column, with a first cell that reaches down."""
    hanging = table.rows[at - 1].hanging if at else ()
    plain = [
        _html_row(row, table.width, {column for column, left in enumerate(hanging) if left > number})
        for number, row in enumerate(made)
    ]
    if all(row is not None for row in plain):
        yield [row for row in plain if row is not None]
    short = 0
    while at + short < len(table.rows) and table.rows[at + short].wide == table.width - 1:
        short += 1
    last = made[-1][0]
    if short and last.column == 0 and last.wide == 1 and all(row is not None for row in plain[:-1]):
        row = _html_row(made[-1], table.width, set())
        if row is not None:
            spanned = row.replace("<td>", f'<td rowspan="{short + 1}">', 1)
            yield [*(one for one in plain[:-1] if one is not None), spanned]


def _html_row(cells: Sequence[_New], width: int, taken: set[int]) -> str | None:
    """None if a word is in a column that is taken. A cell of no width takes all that is free from the first on."""
    of_column = {cell.column: cell for cell in cells}
    if len(cells) == 1 and not cells[0].wide:
        first = next((column for column in range(width) if column not in taken), width)
        stop = next((column for column in range(first, width) if column in taken), width)
        of_column = {first: _New(first, stop - first, cells[0].text)}
    parts: list[str] = []
    column = 0
    while column < width:
        cell = of_column.pop(column, None)
        wide = cell.wide if cell is not None else 1
        if cell is not None and not taken.isdisjoint(range(column, column + wide)):
            return None
        if column not in taken:
            span = f' colspan="{wide}"' if wide > 1 else ""
            parts.append(f"<td{span}>{cell.text if cell is not None else ''}</td>")
        column += wide
    return None if of_column else "<tr>" + "".join(parts) + "</tr>"


def _bar_row(cells: Sequence[_New], width: int) -> str:
    of_column = {cell.column: escaped(cell.text) for cell in cells}
    texts = [of_column.get(column, "") for column in range(max(width, *(column + 1 for column in of_column)))]
    return "|" + "|".join(f" {text} " if text else " " for text in texts) + "|"


def escaped(words: str) -> str:
    return words.replace("|", "\\|")
