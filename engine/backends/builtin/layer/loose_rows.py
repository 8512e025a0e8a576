# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which rows belong to a table without rulings: lines right above and below it whose words stand in its columns do,
what hangs on to its last row does not; words that stand under the cell beside their own go there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, permutations
from statistics import median
from typing import TypeAlias

from engine.backends.builtin.layer.lines import Line, lines_of
from engine.backends.builtin.layer.tables import Table, TableCell
from engine.backends.builtin.layer.words import Word

Span: TypeAlias = tuple[float, float]
"""Left and right edge in points."""

LEADER = re.compile(r"^(?:\.{4,}|…{2,}|-{8,}|={8,}|─{4,})$")
"""Dots that lead from a label to its figures, and rulings that are typed: no words of a cell."""
_DOT = re.compile(r"^[.…·]{1,3}$")
_DOTS = 6
"""Dots apart from each other that lead from a title to its page."""
_NEAR = 1.0
"""White between the table and the next row, in type sizes."""
_GAP = 0.8
"""White between cells, in type sizes, at least."""
_CLOSE = 0.4
"""The same between its heads and one over them."""
_FAR = 2.0
"""Type sizes by which a word may miss its column; a head that is farther from a table's middle stands in another."""
_LEAST_COLUMNS = 3
"""Fewer columns may be those of the page."""
_LEAST_ROWS = 3
"""Fewer do not tell what a column is of."""
_LEVEL = 0.4
"""Type sizes by which the baselines of a label and its figures differ at most."""
_FILLED = 0.7
"""Share of its columns in which a row has words."""


def leads(line: Line) -> bool:
    """Whether dots lead on from a title, as in a list of contents."""
    return sum(bool(_DOT.match(word.text)) for word in line.words) >= _DOTS


def take_rows(table: Table, above: list[Line], below: list[Line]) -> None:
    """Move the lines that are rows of a table into it, from the end of `above` and the start of `below`. A typed
    ruling between the table and such a row goes."""
    while (found := _next(table, list(reversed(above)), upwards=True)) is not None:
        count, cells = found
        del above[-count:]
        for cell in table.cells:
            cell.row += 1
        _add(table, cells, 0)
    if above and _is_over(table, above[-1]):
        _put_over(table, above.pop())
    while (found := _next(table, below, upwards=False)) is not None:
        count, cells = found
        del below[:count]
        _add(table, cells, table.rows)


def _next(table: Table, lines: Sequence[Line], upwards: bool) -> tuple[int, list[list[Word]]] | None:
    """How many lines the next row takes, and its words by column; None if there is none."""
    words = table.words()
    spans = _spans([_words(table, column) for column in range(table.columns)])
    if len(spans) < _LEAST_COLUMNS:
        return None
    edge = min(w.y0 for w in words) if upwards else max(w.y1 for w in words)
    size = median(w.size for w in words)
    for number, line in enumerate(lines[:2], 1):
        white = edge - line.y1 if upwards else line.y0 - edge
        if not -0.5 * size < white < _NEAR * size or abs(line.size - size) > 0.15 * size or line.turn or line.rtl:
            return None
        if not all(LEADER.match(w.text) for w in line.words):
            cells = _cells(line, spans)
            return (number, cells) if cells else None
        edge = line.y0 if upwards else line.y1
    return None


def _is_over(table: Table, line: Line) -> bool:
    """Whether a line is a head over all columns but the first: it stands close above in their middle, and not in that
    of the table."""
    spans = _spans([_words(table, column) for column in range(table.columns)])
    if len(spans) < _LEAST_COLUMNS or line.turn or line.rtl:
        return False
    words = table.words()
    size = median(w.size for w in words)
    close = -0.5 * size < min(w.y0 for w in words) - line.y1 < _CLOSE * size and abs(line.size - size) < 0.15 * size
    phrase = all(b.x0 - a.x1 < _GAP * size for a, b in pairwise(line.words))
    inside = spans[1][0] < line.x0 and line.x1 < spans[-1][1]
    middle = line.x0 + line.x1
    off, whole = (abs(middle - spans[n][0] - spans[-1][1]) / 2 for n in (1, 0))
    return close and phrase and inside and off < size and whole > _FAR * size


def _put_over(table: Table, line: Line) -> None:
    for cell in table.cells:
        if (cell.row, cell.column) == (0, 0):
            cell.rows = 2
        else:
            cell.row += 1
    table.cells.insert(1, TableCell(0, 1, columns=table.columns - 1, lines=[line]))
    table.rows += 1


def _words(table: Table, column: int) -> list[Word]:
    return [w for cell in table.cells if cell.column == column for line in cell.lines for w in line.words]


def settle(grid: list[list[list[Word]]]) -> None:
    """Move words that stand under an empty cell of their row into it; `grid` has the words of each cell."""
    width = max((len(row) for row in grid), default=0)
    full = [row for row in grid if len(row) == width and all(row)]
    spans = _spans([[w for row in full for w in row[c]] for c in range(width)]) if 2 * len(full) > len(grid) else []
    if not spans:
        return
    for row in (r for r in grid if len(r) == width):
        for here, there in permutations(range(width), 2):
            if row[there] or not row[here]:
                continue
            moved = [w for w in row[here] if _over(w, spans[there]) > 0 >= _over(w, spans[here])]
            if moved and len(moved) < len(row[here]) and not row[there]:
                row[here] = [w for w in row[here] if w not in moved]
                row[there] = moved


def groups_apart(grid: Sequence[list[list[Word]]]) -> list[list[list[Word]]]:
    """The rows with the bold name of a group of them, above or below the label of one, as a row of its own."""
    rows: list[list[list[Word]]] = []
    for row in grid:
        lines = lines_of(row[0]) if row else []
        figures = lines_of([w for cell in row[1:] for w in cell])
        own = [line for line in lines if len(figures) == 1 and abs(line.base - figures[0].base) < _LEVEL * line.size]
        names = [line for line in lines if line not in own]
        if len(own) != 1 or own[0].share("bold") > 0.2 or not all(line.share("bold") > 0.8 for line in names):
            rows.append(row)
            continue
        empty: list[list[Word]] = [[] for _ in row[1:]]
        rows += [[line.words, *(row[1:] if line is own[0] else empty)] for line in lines]
    return rows


def cut_end(grid: list[list[list[Word]]]) -> None:
    """Take the lines out of the last row that only hang on to it because they stand below it: running text, a row of
    its own, words under figures."""
    columns = [c for c in range(max(map(len, grid), default=0)) if any(c < len(row) and row[c] for row in grid)]
    rows = [[row[c] if c < len(row) else [] for c in columns] for row in grid]
    spans = _spans([[w for row in rows[:-1] for w in row[n]] for n in range(len(columns))])
    if len(rows) < _LEAST_ROWS or len(spans) < 2:
        return
    for line in lines_of([w for cell in rows[-1] for w in cell])[1:]:
        under = [n for n, span in enumerate(spans) if any(_over(w, span) > 0 for w in line.words)]
        text = len(under) > 1 and all(b.x0 - a.x1 < _GAP * line.size for a, b in pairwise(line.words))
        words = len(under) == 1 and _stranger(line, [row[under[0]] for row in rows[:-1]], rows[:-1])
        if text or words or _cells(line, spans):
            cut = {id(w) for w in line.words}
            grid[-1] = [[w for w in cell if id(w) not in cut] for cell in grid[-1]]


def _stranger(line: Line, above: Sequence[list[Word]], rows: Sequence[list[list[Word]]]) -> bool:
    """Whether a line without figures stands under a column of figures in a table whose rows are one line each."""
    single = all(len(lines_of([w for cell in row for w in cell])) == 1 for row in rows)
    figures = all(any(c.isdigit() for w in cell for c in w.text) for cell in above)
    return single and figures and not any(c.isdigit() for c in line.text)


def _spans(columns: Sequence[Sequence[Word]]) -> list[Span]:
    """The left and right edges of columns by their words; empty if one has none or reaches into the next."""
    if not all(columns):
        return []
    spans = [(min(w.x0 for w in column), max(w.x1 for w in column)) for column in columns]
    return spans if all(a[1] <= b[0] for a, b in pairwise(spans)) else []


def _over(word: Word, span: Span) -> float:
    """Points by which a word and a column overlap; the white between them is negative."""
    return min(word.x1, span[1]) - max(word.x0, span[0])


def _cells(line: Line, spans: Sequence[Span]) -> list[list[Word]]:
    """The words of a line by column; empty if they do not fit the columns."""
    words = [w for w in line.words if not LEADER.match(w.text)]
    cells: list[list[Word]] = [[] for _ in spans]
    columns: list[int] = []
    for word in words:
        over = [_over(word, span) for span in spans]
        if sum(points > 0 for points in over) > 1 or max(over) < -_FAR * word.size:
            return []
        columns.append(over.index(max(over)))
        cells[columns[-1]].append(word)
    apart = all(
        left == right or b.x0 - a.x1 > _GAP * line.size or (figure(a) and figure(b))
        for (a, left), (b, right) in pairwise(zip(words, columns, strict=True))
    )
    return cells if apart and sum(map(bool, cells)) > _FILLED * len(spans) else []


def figure(word: Word) -> bool:
    """Whether a word is a number, with its signs."""
    return any(c.isdigit() for c in word.text) and not any(c.isalpha() for c in word.text)


def _add(table: Table, cells: Sequence[list[Word]], row: int) -> None:
    table.cells += [TableCell(row, column, lines=lines_of(words)) for column, words in enumerate(cells)]
    table.cells.sort(key=lambda cell: (cell.row, cell.column))
    table.rows += 1
