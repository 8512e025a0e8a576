# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables drawn with rulings: the grid, and which of its cells are one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.backends.builtin.layer.layout import Rect, Segment
from engine.backends.builtin.layer.words import Word

_SNAP = 3.0
"""Points within which rulings count as one (double lines, rounded joins)."""
_BAND = 7.0
"""Points of white between parts of one table, as between two rulings above its totals."""
_HEAD = 90.0
"""Points above a grid in which the heads of its columns are looked for."""
_COVER = 0.55
"""Share of a cell's side that a ruling must cover to separate it from its neighbour."""
_MAX_SEGMENTS = 4000
"""Pages with more are drawings; the grid search would take seconds."""
_CROSSING = 0.12
"""Share of words that may stand across a ruling before the grid is taken for a drawing."""


@dataclass(slots=True, eq=False)
class GridCell:
    """A cell of a grid from `row`, `column` over `rows` rows and `columns` columns."""

    row: int
    column: int
    rows: int
    columns: int
    box: Rect
    words: list[Word] = field(default_factory=list)
    open: bool = False
    """The heads of all columns, without rulings between them."""


@dataclass(slots=True, eq=False)
class Grid:
    box: Rect
    rows: int
    columns: int
    cells: list[GridCell]


@dataclass(slots=True, eq=False)
class _Rule:
    """A ruling at position `at` from `low` to `high` along the other axis."""

    at: float
    low: float
    high: float


def grids_of(segments: Sequence[Segment], words: Sequence[Word]) -> list[Grid]:
    """The ruled tables of a page with their words."""
    if not 4 <= len(segments) <= _MAX_SEGMENTS:
        return []
    across = _merge([_Rule(s.y0, min(s.x0, s.x1), max(s.x0, s.x1)) for s in segments if abs(s.y1 - s.y0) < 1])
    down = _merge([_Rule(s.x0, min(s.y0, s.y1), max(s.y0, s.y1)) for s in segments if abs(s.x1 - s.x0) < 1])
    grids: list[Grid] = []
    components = _joined(list(_components(across, down)))
    boxes = [box for rows, columns in components if (box := _box(rows, columns)) is not None]
    for rows, columns in components:
        grid = _grid(rows, columns, _head_rule(rows, columns, across, _outside(words, rows, boxes)))
        if grid is not None and _fill(grid, words) and not any(_inside(grid.box, g.box) for g in grids):
            grids = [g for g in grids if not _inside(g.box, grid.box)]
            grids.append(grid)
    return grids


def _merge(rules: list[_Rule]) -> list[_Rule]:
    """Rulings on one line that touch become one; positions within _SNAP become equal."""
    rules = sorted(rules, key=lambda r: r.at)
    merged: list[_Rule] = []
    group: list[_Rule] = []
    for rule in [*rules, None]:
        if group and (rule is None or rule.at - group[-1].at > _SNAP or rule.at - group[0].at > 2 * _SNAP):
            at = sum(r.at for r in group) / len(group)
            current: _Rule | None = None
            for part in sorted(group, key=lambda r: r.low):
                if current is not None and part.low <= current.high + _SNAP:
                    current.high = max(current.high, part.high)
                else:
                    current = _Rule(at, part.low, part.high)
                    merged.append(current)
            group = []
        if rule is not None:
            group.append(rule)
    return [r for r in merged if r.high - r.low > 2 * _SNAP]


def _components(across: list[_Rule], down: list[_Rule]) -> Iterable[tuple[list[_Rule], list[_Rule]]]:
    """Sets of rulings that hang together."""
    parent = list(range(len(across) + len(down)))

    def find(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for i, h in enumerate(across):
        for j, v in enumerate(down):
            if h.low - _SNAP <= v.at <= h.high + _SNAP and v.low - _SNAP <= h.at <= v.high + _SNAP:
                parent[find(i)] = find(len(across) + j)
    groups: dict[int, tuple[list[_Rule], list[_Rule]]] = {}
    for i, h in enumerate(across):
        groups.setdefault(find(i), ([], []))[0].append(h)
    for j, v in enumerate(down):
        groups.setdefault(find(len(across) + j), ([], []))[1].append(v)
    return sorted(groups.values(), key=lambda g: -len(g[0]) - len(g[1]))


def _joined(components: list[tuple[list[_Rule], list[_Rule]]]) -> list[tuple[list[_Rule], list[_Rule]]]:
    """Parts of one table that a narrow white parts (a doubled ruling above the totals) as one set of rulings: they are
    as wide, and where the one has columns the other has them too."""
    whole = sorted((c for c in components if c[0] and c[1]), key=lambda c: min(r.at for r in c[0]))
    for number, (rows, columns) in enumerate(whole):
        top = min(r.at for r in rows)
        for upper_rows, upper_columns in whole[:number]:
            low = max((r.at for r in upper_rows), default=top)
            if 0 < top - low < _BAND and _same_columns((upper_rows, upper_columns), (rows, columns)):
                for rule in columns:
                    rule.low = low if rule.low < top + _SNAP else rule.low
                upper_rows += [r for r in rows if r.at > top]
                upper_columns += columns
                rows.clear()
                columns.clear()
                break
    return [c for c in components if c[0] or c[1]]


def _same_columns(a: tuple[list[_Rule], list[_Rule]], b: tuple[list[_Rule], list[_Rule]]) -> bool:
    few, many = sorted((_positions(columns, rows) for rows, columns in (a, b)), key=len)
    ends = abs(few[0] - many[0]) < _SNAP and abs(few[-1] - many[-1]) < _SNAP
    return len(few) > 2 and ends and all(any(abs(x - y) < _SNAP for y in many) for x in few)


def _positions(rules: list[_Rule], others: list[_Rule]) -> list[float]:
    """Places of the grid lines of one direction; an open side is closed where the other
    direction's rulings end."""
    places = sorted({r.at for r in rules})
    if others and places:
        low, high = min(r.low for r in others), max(r.high for r in others)
        if low < places[0] - 3 * _SNAP:
            places.insert(0, low)
        if high > places[-1] + 3 * _SNAP:
            places.append(high)
    return places


def _box(rows: list[_Rule], columns: list[_Rule]) -> Rect | None:
    """Around the cells of rulings that make two rows and two columns at least, None for any less."""
    ys, xs = _positions(rows, columns), _positions(columns, rows)
    return (xs[0], ys[0], xs[-1], ys[-1]) if len(ys) > 2 and len(xs) > 2 else None


def _outside(words: Sequence[Word], rows: list[_Rule], boxes: Sequence[Rect]) -> list[Word]:
    """The words that stand in none of the grids that end above these rows."""
    top = min((r.at for r in rows), default=0.0)
    above = [box for box in boxes if box[3] <= top + _SNAP]
    return [w for w in words if not any(_holds(box, w) for box in above)]


def _head_rule(rows: list[_Rule], columns: list[_Rule], across: list[_Rule], words: Sequence[Word]) -> float | None:
    """The ruling above a grid that has its width, if nothing but the heads of its columns
    stands between them (heads often have no rulings beside them)."""
    if not rows or not columns:
        return None
    top = min(r.at for r in rows)
    low, high = min(r.low for r in rows), max(r.high for r in rows)
    same = [r.at for r in across if top - _HEAD < r.at < top - 8 and abs(r.low - low) < 8 and abs(r.high - high) < 8]
    if not same:
        return None
    inside = [w for w in words if max(same) < w.middle[1] < top]
    fits = all(low - 8 < w.x0 and w.x0 < high for w in inside)
    return max(same) if inside and fits else None


def _grid(across: list[_Rule], down: list[_Rule], head: float | None) -> Grid | None:
    ys, xs = _positions(across, down), _positions(down, across)
    if head is not None:
        ys.insert(0, head)
    rows, columns = len(ys) - 1, len(xs) - 1
    if not down or rows < 1 or columns < 1 or rows * columns < 2 or rows * columns > 20_000:
        return None
    parent = list(range(rows * columns))

    def find(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for r in range(rows):
        for c in range(columns):
            if c + 1 < columns and not _covered(down, xs[c + 1], ys[r], ys[r + 1]):
                parent[find(r * columns + c + 1)] = find(r * columns + c)
            if r + 1 < rows and not _covered(across, ys[r + 1], xs[c], xs[c + 1]):
                parent[find((r + 1) * columns + c)] = find(r * columns + c)
    members: dict[int, list[tuple[int, int]]] = {}
    for r in range(rows):
        for c in range(columns):
            members.setdefault(find(r * columns + c), []).append((r, c))
    cells: list[GridCell] = []
    for places in members.values():
        cells += _rectangles(places, xs, ys)
    cells.sort(key=lambda cell: (cell.row, cell.column))
    if head is not None:
        cells[0].open = True
    return Grid((xs[0], ys[0], xs[-1], ys[-1]), rows, columns, cells)


def _covered(rules: list[_Rule], at: float, low: float, high: float) -> bool:
    length = sum(max(0.0, min(r.high, high) - max(r.low, low)) for r in rules if abs(r.at - at) < 0.5)
    return length >= _COVER * (high - low)


def _rectangles(places: list[tuple[int, int]], xs: list[float], ys: list[float]) -> list[GridCell]:
    """One cell if the places form a rectangle, else one cell a row of them."""
    top, low = min(r for r, _ in places), max(r for r, _ in places)
    left, right = min(c for _, c in places), max(c for _, c in places)
    if len(places) == (low - top + 1) * (right - left + 1):
        return [GridCell(top, left, low - top + 1, right - left + 1, (xs[left], ys[top], xs[right + 1], ys[low + 1]))]
    return [GridCell(r, c, 1, 1, (xs[c], ys[r], xs[c + 1], ys[r + 1])) for r, c in places]


def _fill(grid: Grid, words: Sequence[Word]) -> bool:
    """Put the words into the cells; False if this is no table."""
    inside = [w for w in words if _holds(grid.box, w)]
    crossing = 0
    for word in inside:
        x, y = word.middle
        for cell in grid.cells:
            if cell.box[0] <= x < cell.box[2] and cell.box[1] <= y < cell.box[3]:
                cell.words.append(word)
                if not cell.open:
                    crossing += word.x0 < cell.box[0] - _SNAP or word.x1 > cell.box[2] + _SNAP
                break
    _drop_empty_lines(grid)
    full = [cell for cell in grid.cells if cell.words]
    if len(full) < max(2, min(3, len(grid.cells))) or grid.rows < 2 or grid.columns < 2:
        return False
    if crossing > _CROSSING * len(inside):
        return False
    return not (len(grid.cells) <= 6 and any(len(cell.words) > 150 for cell in full))


def _drop_empty_lines(grid: Grid) -> None:
    """Rows and columns that hold no cell of their own (from doubled rulings and shadows)
    go; the cells are numbered anew."""
    rows = sorted({cell.row for cell in grid.cells if cell.words or cell.box[3] - cell.box[1] > 5})
    columns = sorted({cell.column for cell in grid.cells if cell.words or cell.box[2] - cell.box[0] > 5})
    kept: list[GridCell] = []
    for cell in grid.cells:
        own_rows = [rows.index(r) for r in range(cell.row, cell.row + cell.rows) if r in rows]
        own_columns = [columns.index(c) for c in range(cell.column, cell.column + cell.columns) if c in columns]
        if own_rows and own_columns:
            cell.row, cell.rows = own_rows[0], len(own_rows)
            cell.column, cell.columns = own_columns[0], len(own_columns)
            kept.append(cell)
    grid.cells, grid.rows, grid.columns = kept, len(rows), len(columns)


def _holds(box: Rect, word: Word) -> bool:
    x, y = word.middle
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _inside(inner: Rect, outer: Rect) -> bool:
    return (
        inner[0] >= outer[0] - _SNAP
        and inner[1] >= outer[1] - _SNAP
        and inner[2] <= outer[2] + _SNAP
        and inner[3] <= outer[3] + _SNAP
    )
