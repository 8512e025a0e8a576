# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables between three or more level rulings of one width: a head above the second, rows below
it, columns by the white between them. Most tables of scientific papers are such."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from engine.backends.builtin.layer.layout import Rect, Segment
from engine.backends.builtin.layer.lines import Line, lines_of
from engine.backends.builtin.layer.ruled import Grid, GridCell
from engine.backends.builtin.layer.words import Word

_SHORTEST = 40.0
"""Points of the shortest ruling over a whole table."""
_EDGE = 3.0
"""Points by which the ends of its rulings may differ; rulings as close above each other are one."""
_GUTTER = 0.55
"""White between columns in type sizes, free in all rows; a space between words is half as wide."""
_SURE = 1.0
"""The same from where heads may stand across it."""
_HEAD_LINES = 5
_WORDS = 12
"""Words of a cell; more in a line is running text."""


def open_grids(segments: Sequence[Segment], words: Sequence[Word], taken: Sequence[Rect]) -> list[Grid]:
    """The tables that are not in one of the boxes `taken`."""
    grids: list[Grid] = []
    upright = [w for w in words if not w.turn]
    for left, right, places in _stacks(segments):
        at = 0
        while at + 2 < len(places):
            grid, end = _grid(left, right, places[at:], upright, taken)
            if grid is not None:
                grids.append(grid)
            at += max(1, end)
    return grids


def _stacks(segments: Sequence[Segment]) -> Iterable[tuple[float, float, list[float]]]:
    """Left and right end of rulings of one width, and their heights from the top."""
    level = [
        (min(s.x0, s.x1), max(s.x0, s.x1), s.y0)
        for s in segments
        if abs(s.y1 - s.y0) < 1 and abs(s.x1 - s.x0) >= _SHORTEST
    ]
    while level:
        left, right, _ = level[0]
        same = [r for r in level if abs(r[0] - left) < _EDGE and abs(r[1] - right) < _EDGE]
        level = [r for r in level if r not in same]
        places: list[float] = []
        for y in sorted(r[2] for r in same):
            if not places or y - places[-1] > _EDGE:
                places.append(y)
        if len(places) >= 3:
            yield left, right, places


def _grid(
    left: float, right: float, places: Sequence[float], words: Sequence[Word], taken: Sequence[Rect]
) -> tuple[Grid | None, int]:
    """The table that begins at the first ruling, and how many rulings on its last one is."""
    inside = [w for w in words if left - _EDGE <= w.middle[0] <= right + _EDGE]
    bands = [lines_of([w for w in inside if a < w.middle[1] < b]) for a, b in pairwise(places)]
    if not 1 <= len(bands[0]) <= _HEAD_LINES or any(_meets((left, places[0], right, places[2]), box) for box in taken):
        return None, 1
    end, gutters = 0, [(left, right)]
    body: list[Line] = []
    for number, band in enumerate(bands[1:], 2):
        free = _free([*body, *band], bands[0], left, right)
        if not band or len(free) < 1 or (body and len(free) < len(gutters)):
            break
        end, gutters, body = number, free, [*body, *band]
    rows = _rows(body, gutters)
    above = lines_of([w for w in inside if places[0] - 2 * w.size < w.middle[1] < places[0]])
    if any(len(_filled(line, gutters)) == len(gutters) + 1 for line in above):
        return None, 1  # the heads are above: a ruling below each row
    if not end or len(rows) < 2 or not _is_table(rows, gutters):
        return None, 1
    edges = [left, *((a + b) / 2 for a, b in gutters), right]
    head = GridCell(0, 0, 1, len(edges) - 1, (left, places[0], right, places[1]), [], open=True)
    head.words = [w for line in bands[0] for w in line.words]
    cells = [head]
    for number, row in enumerate(rows, 1):
        top, low = min(line.y0 for line in row), max(line.y1 for line in row)
        for column, (a, b) in enumerate(pairwise(edges)):
            own = [w for line in row for w in line.words if _column(w, edges) == column]
            cells.append(GridCell(number, column, 1, 1, (a, top, b, low), own))
    return Grid((left, places[0], right, places[end]), len(rows) + 1, len(edges) - 1, cells), end


def _meets(a: Rect, b: Rect) -> bool:
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def _free(lines: Sequence[Line], heads: Sequence[Line], left: float, right: float) -> list[tuple[float, float]]:
    """The gutters of the rows, where they are free in the heads as well; narrow ones must be."""
    size = max((line.size for line in lines), default=10.0)
    whole = _white([*lines, *heads], left, right)
    gutters: list[tuple[float, float]] = []
    for a, b in _white(lines, left, right):
        common = [(max(a, c), min(b, d)) for c, d in whole if min(b, d) > max(a, c)]
        if common or b - a > _SURE * size:
            gutters.append(common[0] if common else (a, b))
    return gutters


def _white(lines: Sequence[Line], left: float, right: float) -> list[tuple[float, float]]:
    """Where no word of the lines stands between left and right, as wide as a gutter."""
    spans = sorted((w.x0, w.x1) for line in lines for w in line.words)
    size = max((line.size for line in lines), default=10.0)
    gutters: list[tuple[float, float]] = []
    reach = spans[0][1] if spans else right
    for start, stop in spans:
        if start - reach > _GUTTER * size and left < reach and start < right:
            gutters.append((reach, start))
        reach = max(reach, stop)
    return gutters


def _column(word: Word, edges: Sequence[float]) -> int:
    return sum(word.middle[0] > x for x in edges[1:-1])


def _filled(line: Line, gutters: Sequence[tuple[float, float]]) -> set[int]:
    edges = [0.0, *((a + b) / 2 for a, b in gutters), 0.0]
    return {_column(word, edges) for word in line.words}


def _rows(lines: Sequence[Line], gutters: Sequence[tuple[float, float]]) -> list[list[Line]]:
    """Lines, with those that only go on with one cell of the line above joined to it."""
    rows: list[list[Line]] = []
    for line in lines:
        filled = _filled(line, gutters)
        above = rows[-1][0] if rows else None
        goes_on = (
            above is not None
            and len(filled) == 1
            and filled <= _filled(above, gutters)
            and line.base - rows[-1][-1].base < 1.35 * line.size
            and (filled != {0} or line.x0 - above.x0 > 0.5 * line.size or line.text[0].islower())
        )
        if goes_on:
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def _is_table(rows: Sequence[Sequence[Line]], gutters: Sequence[tuple[float, float]]) -> bool:
    """Most rows have several cells, and no line of a cell is as long as running text."""
    letters = [len(w.glyphs) * (1 - 2 * w.glyphs[0].style.mono) for row in rows for line in row for w in line.words]
    if sum(letters) < 0:
        return False  # a listing
    several = sum(len(_filled(row[0], gutters)) > 1 for row in rows)
    edges = [0.0, *((a + b) / 2 for a, b in gutters), 0.0]
    longest = max(
        sum(_column(w, edges) == c for w in line.words) for row in rows for line in row for c in range(len(edges) - 1)
    )
    return several >= 2 and several > 0.5 * len(rows) and longest <= _WORDS
