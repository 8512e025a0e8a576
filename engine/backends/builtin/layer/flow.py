# SPDX-License-Identifier: AGPL-3.0-or-later
"""The page as a sequence of lines and tables in reading order.

Ruled grids take their words first; liteparse's blocks give the order of the rest and the
tables without rulings; words that liteparse left out are put where they stand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from engine.backends.builtin.layer.booktabs import open_grids
from engine.backends.builtin.layer.columns import in_reading_order
from engine.backends.builtin.layer.fold import fold
from engine.backends.builtin.layer.fragments import (
    Fragment,
    Target,
    assign,
    fragments_of,
    in_text_order,
)
from engine.backends.builtin.layer.grid_tables import framed_table
from engine.backends.builtin.layer.heads_above import take_heads
from engine.backends.builtin.layer.layout import Block, Layout, Rect, Segment
from engine.backends.builtin.layer.lines import Line, line_of, lines_of, turned_lines
from engine.backends.builtin.layer.loose_rows import take_rows
from engine.backends.builtin.layer.loose_tables import table_of_block
from engine.backends.builtin.layer.more_rows import add_rows
from engine.backends.builtin.layer.ruled import Grid, grids_of
from engine.backends.builtin.layer.sides import is_amount, side_by_side
from engine.backends.builtin.layer.tables import Table
from engine.backends.builtin.layer.words import Word

_ENDS = re.compile(r"[.!?:;。！？…]['\"”’»)\]]*\d{0,3}$")
_MOST_BEFORE = 5
"""Blocks above a table that may hold its heads."""
_TOUCHING = 5.0
"""Points between grids that touch."""


@dataclass(slots=True, eq=False)
class Part:
    """Lines of one block, or a table. `kind` is that of liteparse's block, "lost" for words that no block has, and
    "loose" for a table without rulings."""

    box: Rect
    lines: list[Line] = field(default_factory=list)
    table: Table | None = None
    kind: str = "paragraph"


def parts_of(words: Sequence[Word], layout: Layout) -> list[Part]:
    """Everything on the page, once, in reading order."""
    rulings = _rulings(layout)
    grids = grids_of(rulings, words)
    grids += open_grids(rulings, words, [g.box for g in grids])
    add_rows(grids, words)
    claimed: set[int] = set()
    for cell in (cell for grid in grids for cell in grid.cells):  # frames that overlap would share words
        cell.words = [word for word in cell.words if id(word) not in claimed]
        claimed |= {id(word) for word in cell.words}
    blocks = [b for b in layout.blocks if b.kind != "rule"]
    targets = [Target(_around(b), fold(_text(b))) for b in blocks]
    fragments = fragments_of(w for w in words if id(w) not in claimed)
    assign(fragments, targets)
    members: list[list[Fragment]] = [[] for _ in blocks]
    lost: list[Word] = []
    for fragment in fragments:
        if fragment.block >= 0 and not fragment.words[0].turn:
            members[fragment.block].append(fragment)
        else:
            lost += fragment.words
    parts: list[Part] = []
    waiting = list(grids)
    for block, inside, target in zip(blocks, members, targets, strict=True):
        for grid in [g for g in waiting if _over(block.box, g.box) > 0.5]:
            parts += _parts_of_grid(grid)
            waiting.remove(grid)
        if inside:
            parts += _parts_of_block(block, inside, target.text)
    return _merged(_with_rows(_risen(_with_rest(parts, waiting, lost))))


def _with_rows(parts: list[Part]) -> list[Part]:
    """Rows of tables without rulings that stand in the parts before and after them go into the tables."""
    for number, part in enumerate(parts):
        if part.table is not None and part.kind == "loose":
            above = parts[number - 1].lines if number else []
            take_rows(part.table, above, parts[number + 1].lines if number + 1 < len(parts) else [])
            before = [p.lines for p in takewhile(lambda p: p.table is None, reversed(parts[:number]))]
            take_heads(part.table, before[:_MOST_BEFORE])
    return [part for part in parts if part.lines or part.table is not None]


def _merged(parts: list[Part]) -> list[Part]:
    """Grids that touch and have the same columns are one table: shaded rows are drawn so."""
    merged: list[Part] = []
    for part in parts:
        last = merged[-1] if merged else None
        if last is None or last.table is None or part.table is None or not _continues(last, part):
            merged.append(part)
            continue
        for cell in part.table.cells:
            cell.row += last.table.rows
        last.table.cells += part.table.cells
        last.table.rows += part.table.rows
        last.box = (*last.box[:3], part.box[3])
    return merged


def _continues(upper: Part, lower: Part) -> bool:
    (x0, _, x1, low), (other0, top, other1, _) = upper.box, lower.box
    same = upper.table is not None and lower.table is not None and upper.table.columns == lower.table.columns
    return same and max(abs(x0 - other0), abs(x1 - other1), abs(top - low)) < _TOUCHING


def _rulings(layout: Layout) -> list[Segment]:
    """The rulings without the frames of form fields."""
    if not layout.fields:
        return layout.segments
    boxes = [(x0 - 4, y0 - 4, x1 + 4, y1 + 4) for x0, y0, x1, y1 in (f.box for f in layout.fields)]
    return [
        s
        for s in layout.segments
        if not any(b[0] <= min(s.x0, s.x1) and b[1] <= min(s.y0, s.y1) and max(s.x0, s.x1) <= b[2]
                   and max(s.y0, s.y1) <= b[3] for b in boxes)
    ]


def _around(block: Block) -> Rect:
    """A block's box with those of its cells: the heads of a table may lie outside."""
    boxes = [block.box, *(cell.box for row in block.rows for cell in row if cell.box is not None)]
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def _text(block: Block) -> str:
    return " ".join([block.text, *(cell.text for row in block.rows for cell in row)])


def _over(inner: Rect, outer: Rect) -> float:
    """Share of `inner` that lies in `outer`."""
    wide = min(inner[2], outer[2]) - max(inner[0], outer[0])
    high = min(inner[3], outer[3]) - max(inner[1], outer[1])
    area = max(1e-6, (inner[2] - inner[0]) * (inner[3] - inner[1]))
    return max(0.0, wide) * max(0.0, high) / area


def _with_rest(parts: list[Part], grids: list[Grid], lost: list[Word]) -> list[Part]:
    for grid in grids:
        _insert(parts, *_parts_of_grid(grid))
    for line in turned_lines(lost):
        _insert(parts, Part((line.x0, line.y0, line.x1, line.y1), [line], kind="lost"))
    for group in _groups(lines_of([w for w in lost if not w.turn])):
        box = min(li.x0 for li in group), group[0].y0, max(li.x1 for li in group), group[-1].y1
        _insert(parts, Part(box, group, kind="lost"))
    return parts


def _risen(parts: list[Part]) -> list[Part]:
    """Move parts up that stand wholly above the ones before them, at least one of which is
    in their own column."""
    ordered: list[Part] = []
    for part in parts:
        at = len(ordered)
        own = False
        while at and ordered[at - 1].box[1] >= part.box[3] - 2 and not goes_on(ordered[at - 1]):
            at -= 1
            other = ordered[at].box
            own |= min(part.box[2], other[2]) > max(part.box[0], other[0])
        ordered.insert(at if own else _before_text(part, ordered), part)
    title = max((p for p in ordered if p.lines), key=lambda p: p.lines[0].size, default=None)
    if title is not None and all(p is title or (p.box[1] >= title.box[3] - 2 and _smaller(p, title)) for p in ordered):
        ordered.remove(title)  # above all else, whatever stands below it in columns
        ordered.insert(0, title)
    return ordered


def _before_text(part: Part, ordered: Sequence[Part]) -> int:
    """Where a part goes: to the end, but before a text that runs on below it (around a box at its side), so that
    it does not stand in the middle of a sentence."""
    at = len(ordered) - 1
    if at < 1 or not goes_on(ordered[at]) or ordered[at].box[1] < part.box[3] - 2 or goes_on(part):
        return len(ordered)
    if min(part.box[2], ordered[at].box[2]) <= max(part.box[0], ordered[at].box[0]):
        return len(ordered)
    while at and goes_on(ordered[at]) and ordered[at - 1].lines and not _ENDS.search(ordered[at - 1].lines[-1].text):
        at -= 1
    return at if at < len(ordered) - 1 else len(ordered)


def _smaller(part: Part, title: Part) -> bool:
    return all(line.size < 0.8 * title.lines[0].size for line in part.lines)


def goes_on(part: Part) -> bool:
    """Whether a part starts in the middle of a sentence: it belongs to what stands before it."""
    first = part.lines[0].words[0].text if part.lines else ""
    return first[:1].islower() and not any(sign in first for sign in "@/")  # an address begins where it likes


def _parts_of_grid(grid: Grid) -> list[Part]:
    framed = framed_table(grid)
    above = [Part(grid.box, framed.before)] if framed.before else []
    below = [Part(grid.box, framed.after)] if framed.after else []
    return [*above, Part(grid.box, table=framed.table), *below]


def _parts_of_block(block: Block, fragments: list[Fragment], text: str) -> list[Part]:
    words = [word for fragment in fragments for word in fragment.words]
    if block.kind == "table":
        found = table_of_block(block, words)
        if found is None:
            return [_part(group) for group in in_reading_order(fragments)]
        return _table_parts(block, *found)
    return [Part(block.box, _lines(fragments, text), kind=block.kind)]


def _table_parts(block: Block, table: Table, rest: list[Word]) -> list[Part]:
    """A table between the lines above and below it that liteparse took for parts of it."""
    inside = table.words()
    top, low = min(w.y0 for w in inside), max(w.y1 for w in inside)
    x0, _, x1, _ = block.box
    above = [w for w in rest if w.middle[1] < top]
    below = [w for w in rest if w.middle[1] >= top]
    parts = [Part((x0, top, x1, low), table=table, kind="loose")]
    if above:
        parts.insert(0, _part_of(above))
    return [*parts, _part_of(below)] if below else parts


def _part_of(words: list[Word]) -> Part:
    lines = lines_of(words)
    return Part((min(li.x0 for li in lines), lines[0].y0, max(li.x1 for li in lines), lines[-1].y1), lines)


def _part(fragments: list[Fragment]) -> Part:
    return _part_of([word for fragment in fragments for word in fragment.words])


def _lines(fragments: list[Fragment], text: str) -> list[Line]:
    """The lines of a block in the order of its own text (it may run over two columns); from
    top to bottom where its text is not what stands on the page."""
    placed, missing = in_text_order(fragments, text)
    if sum(len(f.key) for f in missing) > 0.4 * sum(len(f.key) for f in fragments):
        return lines_of([word for fragment in fragments for word in fragment.words])
    lines: list[Line] = []
    for fragment in placed:
        if lines and (_same_line(lines[-1], fragment.words[0]) or _amount_of(lines[-1], fragment)):
            lines[-1].words += fragment.words
        else:
            lines.append(Line(list(fragment.words), fragment.words[0].base, fragment.words[0].size))
    for fragment in missing:
        _squeeze_in(lines, fragment)
    return side_by_side([line_of(line.words) for line in lines])


def _amount_of(line: Line, fragment: Fragment) -> bool:
    """Whether a fragment is the amount for what stands on the same line far to its left."""
    level = abs(line.words[-1].base - fragment.words[0].base) < 0.2 * fragment.words[0].size
    after = fragment.words[0].x0 > max(word.x1 for word in line.words)
    return level and after and is_amount(fragment.words) and any(c.isalpha() for c in line.text)


def _same_line(line: Line, word: Word) -> bool:
    main = max(line.words, key=lambda w: w.size)
    size = max(main.size, word.size)
    gap = min(max(word.x0 - w.x1, w.x0 - word.x1) for w in line.words)
    return abs(main.base - word.base) < 0.6 * size and -0.5 * size < gap < 6 * size  # not one above the other


def _squeeze_in(lines: list[Line], fragment: Fragment) -> None:
    """A fragment that its block's text does not hold goes to the line it touches, else
    before the first line below it."""
    first = fragment.words[0]
    touching = [line for line in lines if _same_line(line, first)]
    if touching:
        min(touching, key=lambda line: abs(line.words[0].base - first.base)).words += fragment.words
        return
    new = Line(list(fragment.words), first.base, first.size)
    for number, line in enumerate(lines):
        if line.words[0].base > first.base and line.words[0].x0 < fragment.box[2] and line.words[-1].x1 > first.x0:
            lines.insert(number, new)
            return
    lines.append(new)


def _groups(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines that stand close together."""
    groups: list[list[Line]] = []
    for line in lines:
        if groups and line.y0 - groups[-1][-1].y1 < 0.6 * line.size and _beside(line, groups[-1][-1]):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _beside(a: Line, b: Line) -> bool:
    return min(a.x1, b.x1) > max(a.x0, b.x0)


def _insert(parts: list[Part], part: Part, *rest: Part) -> None:
    """Put a part (and what goes with it) before the first one that stands below it in its own column, else after
    the last one above it, else at the end."""
    for number, other in enumerate(parts):
        over = min(part.box[2], other.box[2]) > max(part.box[0], other.box[0])
        if over and other.box[1] >= part.box[3] - 2:
            parts[number:number] = [part, *rest]
            return
    if all(other.box[1] >= part.box[3] - 2 for other in parts):
        parts[:0] = [part, *rest]
    else:
        parts += [part, *rest]
