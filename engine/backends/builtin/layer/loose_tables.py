# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables without rulings: liteparse's rows with the page's own words, if they are a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from engine.backends.builtin.layer.fold import fold
from engine.backends.builtin.layer.layout import Block, Rect
from engine.backends.builtin.layer.lines import lines_of
from engine.backends.builtin.layer.loose_rows import LEADER, cut_end, figure, groups_apart, leads, settle
from engine.backends.builtin.layer.tables import Table, TableCell
from engine.backends.builtin.layer.words import Word

_MARKER = re.compile(r"^(?:[•◦▪‣●○■□–-]|\(?\d{1,2}[.)])$")
_SIGN = re.compile(r"^[•◦▪‣●○■□◆✓✔✗✘➢➤►▶★☆☐☑☒✂✉☎→]$")
_NARROW = 0.7
"""A gap between cells below this many type sizes is a space between words."""
_CUT, _CUT_FEW, _FEW = 0.09, 0.2, 15
"""Share of neighbouring cells parted by no more than a space, above which the columns cut through
text: real tables had up to 0.08, text in columns 0.12 to 0.4; fewer than 15 pairs tell little."""
_LONG = 8
"""Words of a cell that may be a line of running text."""
_STOP = re.compile(r"[.:;!?)]$")
_POSTAL = re.compile(r"(?:^|[,\s])(?:[A-Z]{1,2}-)?\d{2}(?:-?\d{3}|\d{2})(?:-\d{4})?(?=\s+[^\W\d]|$)"
                     r"|\b[A-Z]{1,2}\d[\dA-Z]?\s?\d[A-Z]{2}\b")
"""Postal codes as in most of Europe, North America and Great Britain."""
_GUTTER = 0.9
"""White within a line, in type sizes, that is no space between words."""
_PROSE = 25
"""Words a cell; more in the middle cell is running text."""


def table_of_block(block: Block, words: Sequence[Word]) -> tuple[Table, list[Word]] | None:
    """The table and the words that are in none of its cells; None if this is no table (a
    listing, running text in columns, lists side by side)."""
    width = max((len(row) for row in block.rows), default=0)
    if width < 2 or len(block.rows) < 2 or _is_contents(words):
        return None
    leaders = {id(w) for w in words if LEADER.match(w.text)}
    grid = _fill(block, [w for w in words if id(w) not in leaders])
    settle(grid)
    cut_end(grid)
    if not _plausible(grid):
        return None
    grid = groups_apart(_without_prose(grid))
    if len(grid) < 2:
        return None
    used = leaders | {id(w) for row in grid for cell in row for w in cell}
    columns = [c for c in range(width) if any(c < len(row) and row[c] for row in grid)]
    rows = [row for row in grid if any(row)]
    cells = [
        TableCell(r, number, lines=lines_of(row[c] if c < len(row) else []))
        for r, row in enumerate(rows)
        for number, c in enumerate(columns)
    ]
    return Table(len(rows), len(columns), cells), [w for w in words if id(w) not in used]


def _is_contents(words: Sequence[Word]) -> bool:
    """Whether the lines are those of a list of contents: dots stand apart between titles and the numbers of pages."""
    lines = lines_of(words)
    dotted = [line for line in lines if leads(line)]
    numbered = sum(line.words[-1].text.strip(".").isalnum() and len(line.words[-1].text) <= 6 for line in dotted)
    return len(dotted) > 1 and 3 * len(dotted) > len(lines) and 2 * numbered > len(dotted)


def _fill(block: Block, words: Sequence[Word]) -> list[list[list[Word]]]:
    """The words of each cell: by its text where they are found (first those in its box, then
    the closest that are left), the rest by its box."""
    left: dict[str, list[Word]] = {}
    for word in words:
        left.setdefault(fold(word.text) or word.text, []).append(word)
    grid: list[list[list[Word]]] = []
    boxes: list[tuple[Rect, list[Word]]] = []
    absent: list[tuple[str, Rect | None, list[Word]]] = []
    for row in block.rows:
        grid.append([])
        for cell in row:
            found: list[Word] = []
            for token in cell.text.split():
                key = fold(token) or token
                inside = next((w for w in left.get(key, []) if cell.box is not None and _holds(cell.box, w)), None)
                if inside is None:
                    absent.append((key, cell.box, found))
                else:
                    left[key].remove(inside)
                    found.append(inside)
            grid[-1].append(found)
            if cell.box is not None:
                boxes.append((cell.box, found))
    for key, box, found in absent:
        if left.get(key):
            found.append(match := _nearest(left[key], box))
            left[key].remove(match)
    for word in (w for group in left.values() for w in group):
        home = next((found for box, found in boxes if _holds(box, word)), None)
        if home is not None:
            home.append(word)
    return grid


def _nearest(words: Sequence[Word], box: Rect | None) -> Word:
    """The word closest to a box; differences in height count fourfold."""
    if box is None:
        return words[0]
    return min(words, key=lambda w: _outside(box[0], box[2], w.middle[0]) + 4 * _outside(box[1], box[3], w.middle[1]))


def _outside(low: float, high: float, at: float) -> float:
    return max(0.0, low - at, at - high)


def _holds(box: Rect, word: Word) -> bool:
    x, y = word.middle
    return box[0] - 2 <= x <= box[2] + 2 and box[1] - 2 <= y <= box[3] + 2


def _without_prose(grid: list[list[list[Word]]]) -> list[list[list[Word]]]:
    """The grid without lines of running text above and below it, which its columns cut through."""
    inner = [all(_cuts(row)) and bool(_cuts(row)) for row in grid]
    first, last = 0, len(grid)
    while first < last and inner[first]:
        first += 1
    while last > first and inner[last - 1]:
        last -= 1
    return grid[first:last]


def _cuts(row: list[list[Word]]) -> list[bool]:
    """For each pair of neighbours among the cells of a row, whether no more than a space parts them: two figures are
    two cells all the same."""
    return [
        min(w.x0 for w in b) - max(w.x1 for w in a) < _NARROW * max(w.size for w in a)
        and not (figure(a[-1]) and figure(b[0]))
        for a, b in pairwise(cell for cell in row if cell)
    ]


def _plausible(grid: list[list[list[Word]]]) -> bool:
    full = [cell for row in grid for cell in row if cell]
    if len(full) < 3 or median(len(cell) for cell in full) > _PROSE:
        return False
    if sum(bool(_MARKER.match(cell[0].text)) for cell in full) > 0.4 * len(full):
        return False
    first = [row[0] for row in grid if row and row[0]]
    if first and all(len(cell) == 1 and _SIGN.match(cell[0].text) for cell in first):
        return False  # a list whose marks are signs: a table of ticks has them in other columns
    cuts = [cut for row in grid for cut in _cuts(row)]
    narrow, pairs = sum(cuts), len(cuts)
    return narrow <= (_CUT_FEW if pairs < _FEW else _CUT) * pairs and not any(
        sign(grid) for sign in (_text_columns, _columns_inside, _runs_on, _addresses)
    )


def _columns_inside(grid: list[list[list[Word]]]) -> bool:
    """Rows that have a gutter within a cell: columns of text that were not told apart."""
    parted = sum(any(_gutter(cell) for cell in row) for row in grid)
    return parted >= 3 and parted > 0.3 * len(grid)


def _gutter(cell: list[Word]) -> bool:
    """Whether wide white parts words of one line, many of them on both sides."""
    return any(
        b.x0 - a.x1 > _GUTTER * a.size and min(n, len(line.words) - n) >= 3
        for line in lines_of(cell)
        for n, (a, b) in enumerate(pairwise(line.words), 1)
    )


def _addresses(grid: list[list[list[Word]]]) -> bool:
    """Two or three addresses side by side: each column has a line with a postal code, and none
    is of figures."""
    width = max(len(row) for row in grid)
    columns = [[" ".join(w.text for w in row[c]) for row in grid if c < len(row) and row[c]] for c in range(width)]
    if not 2 <= width <= 3 or not all(3 <= len(column) <= 9 for column in columns):
        return False
    figures = sum(not any(c.isalpha() for c in text) for column in columns for text in column)
    return figures == 0 and all(any(_POSTAL.search(text) for text in column) for column in columns)


def _runs_on(grid: list[list[list[Word]]]) -> bool:
    """Rows between which a sentence of running text goes on."""
    going = 0
    for above, row in pairwise(grid):
        for a, b in zip(above, row, strict=False):
            if min(len(a), len(b)) >= _LONG and not _STOP.search(lines_of(a)[-1].text):
                going += lines_of(b)[0].text[0].islower()
    return going >= 3 or going > 0.4 * len(grid)


def _text_columns(grid: list[list[list[Word]]]) -> bool:
    """Rows that are lines of running text side by side."""
    long = [row for row in grid if sum(len(cell) >= 6 for cell in row) >= 2]
    return len(long) >= 4 and len(long) > 0.6 * len(grid)
