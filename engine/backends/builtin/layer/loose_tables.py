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
from engine.backends.builtin.layer.tables import Table, TableCell
from engine.backends.builtin.layer.words import Word

_MARKER = re.compile(r"^(?:[•◦▪‣●○■□–-]|\(?\d{1,2}[.)])$")
_NARROW = 0.7
"""A gap between cells below this many type sizes is a space between words."""
_PROSE = 25
"""Words a cell; more in the middle cell is running text."""


def table_of_block(block: Block, words: Sequence[Word]) -> tuple[Table, list[Word]] | None:
    """The table and the words that are in none of its cells; None if this is no table (a
    listing, running text in columns, lists side by side)."""
    width = max((len(row) for row in block.rows), default=0)
    if width < 2 or len(block.rows) < 2:
        return None
    grid = _fill(block, words)
    if not _plausible(grid):
        return None
    used = {id(w) for row in grid for cell in row for w in cell}
    columns = [c for c in range(width) if any(c < len(row) and row[c] for row in grid)]
    rows = [row for row in grid if any(row)]
    cells = [
        TableCell(r, number, lines=lines_of(row[c] if c < len(row) else []))
        for r, row in enumerate(rows)
        for number, c in enumerate(columns)
    ]
    return Table(len(rows), len(columns), cells), [w for w in words if id(w) not in used]


def _fill(block: Block, words: Sequence[Word]) -> list[list[list[Word]]]:
    """The words of each cell: by its text where they are found, the rest by its box."""
    left: dict[str, list[Word]] = {}
    for word in words:
        left.setdefault(fold(word.text) or word.text, []).append(word)
    grid: list[list[list[Word]]] = []
    boxes: list[tuple[Rect, list[Word]]] = []
    for row in block.rows:
        grid.append([])
        for cell in row:
            found: list[Word] = []
            for token in cell.text.split():
                match = _nearest(left.get(fold(token) or token, []), cell.box)
                if match is not None:
                    left[fold(match.text) or match.text].remove(match)
                    found.append(match)
            grid[-1].append(found)
            if cell.box is not None:
                boxes.append((cell.box, found))
    for word in (w for group in left.values() for w in group):
        home = next((found for box, found in boxes if _holds(box, word)), None)
        if home is not None:
            home.append(word)
    return grid


def _nearest(words: list[Word], box: Rect | None) -> Word | None:
    if not words or box is None:
        return words[0] if words else None
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return min(words, key=lambda w: abs(w.middle[0] - x) + 4 * abs(w.middle[1] - y))


def _holds(box: Rect, word: Word) -> bool:
    x, y = word.middle
    return box[0] - 2 <= x <= box[2] + 2 and box[1] - 2 <= y <= box[3] + 2


def _plausible(grid: list[list[list[Word]]]) -> bool:
    full = [cell for row in grid for cell in row if cell]
    if len(full) < 3 or median(len(cell) for cell in full) > _PROSE:
        return False
    if sum(bool(_MARKER.match(cell[0].text)) for cell in full) > 0.4 * len(full):
        return False
    narrow = pairs = 0
    for row in grid:
        for a, b in pairwise(cell for cell in row if cell):
            pairs += 1
            gap = min(w.x0 for w in b) - max(w.x1 for w in a)
            narrow += gap < _NARROW * max(w.size for w in a)
    return narrow <= 0.2 * pairs and not _text_columns(grid)


def _text_columns(grid: list[list[list[Word]]]) -> bool:
    """Rows that are lines of running text side by side."""
    long = [row for row in grid if sum(len(cell) >= 6 for cell in row) >= 2]
    return len(long) >= 4 and len(long) > 0.6 * len(grid)
