# SPDX-License-Identifier: AGPL-3.0-or-later
"""The heads above a ruled grid that have no rulings of their own: which columns each is for."""

from __future__ import annotations

from collections.abc import Sequence

from engine.backends.builtin.layer.lines import Line, lines_of
from engine.backends.builtin.layer.ruled import GridCell
from engine.backends.builtin.layer.words import Word

_GAP = 0.8
"""White of this many type sizes parts two heads."""


def head_cells(cell: GridCell, edges: Sequence[float]) -> list[list[GridCell]]:
    """One list of cells a row of heads. Lines whose heads stand over single columns are one
    row (wrapped words); a line with heads over several columns is a row of its own."""
    rows: list[list[GridCell]] = []
    wrapped: list[GridCell] | None = None
    for line in lines_of(cell.words):
        groups = _groups(line, edges)
        spans = _spans(groups, edges)
        cells = _row(groups, spans, edges, cell)
        if any(last > first for first, last in spans) or wrapped is None:
            rows.append(cells)
            wrapped = None if any(last > first for first, last in spans) else cells
        else:
            for old, new in zip(wrapped, cells, strict=True):
                old.words += new.words
    return rows


def _slanted(word: Word) -> bool:
    return len(word.glyphs) > 1 and abs(word.glyphs[-1].base - word.glyphs[0].base) > 0.5 * word.size


def _right(word: Word) -> float:
    """Where a word ends along the line; a slanted one stands over its first letter."""
    return word.x0 + word.size if _slanted(word) else word.x1


def _groups(line: Line, edges: Sequence[float]) -> list[list[Word]]:
    groups: list[list[Word]] = []
    for word in line.words:
        last = groups[-1][-1] if groups else None
        between = last is not None and any(_right(last) < x < word.x0 for x in edges)
        if last is None or word.x0 - _right(last) > _GAP * word.size or (between and _slanted(word)):
            groups.append([word])
        else:
            groups[-1].append(word)
    return groups


def _spans(groups: Sequence[Sequence[Word]], edges: Sequence[float]) -> list[tuple[int, int]]:
    """First and last column of each head: those it stands over, and as many more on both
    sides as keep it in their middle without touching the next head."""
    own = []
    for group in groups:
        left, right = min(w.x0 for w in group), max(_right(w) for w in group)
        over = [c for c in range(len(edges) - 1) if min(right, edges[c + 1]) - max(left, edges[c]) > 1]
        own.append((over[0], over[-1]) if over else (0, 0))
    spans: list[tuple[int, int]] = []
    for number, (first, last) in enumerate(own):
        low = spans[-1][1] + 1 if spans else 0
        high = own[number + 1][0] - 1 if number + 1 < len(own) else len(edges) - 2
        group = groups[number]
        middle = (min(w.x0 for w in group) + max(_right(w) for w in group)) / 2
        size = group[0].size
        best = (first, last)
        if not any(_slanted(w) for w in group):
            for a in range(first, max(low, 0) - 1, -1):
                for b in range(last, max(high, last) + 1):
                    if abs((edges[a] + edges[b + 1]) / 2 - middle) < 0.5 * size and b - a > best[1] - best[0]:
                        best = (a, b)
        spans.append(best)
    return spans


def _row(
    groups: Sequence[list[Word]], spans: Sequence[tuple[int, int]], edges: Sequence[float], cell: GridCell
) -> list[GridCell]:
    top, low = cell.box[1], cell.box[3]
    cells: list[GridCell] = []
    column = 0
    for group, (first, last) in zip(groups, spans, strict=True):
        cells += [GridCell(0, c, 1, 1, (edges[c], top, edges[c + 1], low)) for c in range(column, first)]
        cells.append(GridCell(0, first, 1, last - first + 1, (edges[first], top, edges[last + 1], low), list(group)))
        column = last + 1
    rest = range(column, len(edges) - 1)
    return cells + [GridCell(0, c, 1, 1, (edges[c], top, edges[c + 1], low)) for c in rest]
