# SPDX-License-Identifier: AGPL-3.0-or-later
"""How wide things are in an office document, which has no browser to find that out: columns as their texts want it,
pictures as they were printed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from app.core.assemble.pieces import Kind, Piece
from app.core.export.figures import stand_in
from app.core.export.snapshot import Figure
from app.core.export.table_grid import Grid, grids

LINE = 62
"""Characters on a line of a page, in a table's type."""

LONGEST = 34
"""Characters of a cell that are asked room for; more are written on several lines."""

MARGIN = 3
"""Characters of room between columns."""

TEXT_INCHES = 6.0
"""The width of the text on a page, A4 or Letter."""

PAGE_POINTS = 612.0
"""The width of a page of unknown size."""

_TABLE = re.compile(r"<table[^>]*>")
_IMAGE = re.compile(r'<img (?=[^>]*src="(data:image/png;base64,[^"]+)")')


def with_widths(html: str, piece: Piece, least: int = 0) -> str:
    """A table's HTML with the widths of its columns, in per cent of the line; other HTML as it is. Only for tables that
    have more than `least` characters side by side: LaTeX sets narrower ones by itself."""
    if piece.kind not in (Kind.TABLE, Kind.HTML_TABLE):
        return html
    found = list(grids(piece))
    if len(found) != len(_TABLE.findall(html)):
        return html  # a table in a table: left to the program
    waiting = iter(found)
    return _TABLE.sub(lambda match: match[0] + _columns(next(waiting), least), html)


def _columns(grid: Grid, least: int) -> str:
    longest = [0] * grid.width
    for cell in grid.cells:
        if cell.columns == 1:
            longest[cell.column] = max([longest[cell.column], *map(len, cell.text.splitlines())])
    if sum(longest) + MARGIN * (grid.width - 1) <= least:
        return ""
    wanted = widths(grid)
    return "<colgroup>" + "".join(f'<col style="width: {share}%">' for share in wanted) + "</colgroup>"


def widths(grid: Grid) -> list[int]:
    """For each column its share of the line in per cent: as much as its longest cell wants, and never less than its
    longest word, as far as there is room for all."""
    want, need = [1] * grid.width, [1] * grid.width
    for cell in grid.cells:
        if cell.columns == 1:
            lines = cell.text.splitlines() or [""]
            want[cell.column] = max(want[cell.column], min(LONGEST, max(map(len, lines))))
            need[cell.column] = max([need[cell.column], *map(len, cell.text.split())])
    chars = [max(w, min(n, LONGEST)) + MARGIN for w, n in zip(want, need, strict=True)]
    if sum(chars) > LINE:  # those that can break their lines give way
        least = [min(n, LONGEST) + MARGIN for n in need]
        spare, over = sum(chars) - sum(least), sum(chars) - LINE
        give = min(1.0, over / spare) if spare else 0.0
        chars = [round(c - give * (c - low)) for c, low in zip(chars, least, strict=True)]
    return [max(1, int(100 * c / max(LINE, sum(chars)))) for c in chars]


def with_sizes(html: str, figures: Mapping[str, Figure], pages: Mapping[int, tuple[float, float] | None]) -> str:
    """The pictures of figures as wide as they were on their pages. `figures` by their stand-ins, `pages` are their
    sizes in points."""

    def sized(match: re.Match[str]) -> str:
        figure = figures.get(match[1])
        if figure is None:
            return match[0]
        across = (pages.get(figure.page) or (PAGE_POINTS, 0.0))[0]
        inches = min(TEXT_INCHES, max(0.3, (figure.box[2] - figure.box[0]) * across / 72))
        return f'<img width="{inches:.2f}in" '

    return _IMAGE.sub(sized, html)


def by_stand_in(figures: Sequence[Figure]) -> dict[str, Figure]:
    return {stand_in(figure): figure for figure in figures}
