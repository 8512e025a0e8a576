# SPDX-License-Identifier: AGPL-3.0-or-later
"""The page as a sequence of lines and tables in reading order.

Ruled grids take their words first; liteparse's blocks give the order of the rest and the
tables without rulings; words that liteparse left out are put where they stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.backends.builtin.layer.fold import fold
from engine.backends.builtin.layer.layout import Block, Layout, Rect
from engine.backends.builtin.layer.lines import Line, lines_of
from engine.backends.builtin.layer.ruled import grids_of
from engine.backends.builtin.layer.tables import Table, table_of_block, table_of_grid
from engine.backends.builtin.layer.words import Word

_SLACK = 2.0
"""Points by which a block's box may miss its words."""


@dataclass(slots=True, eq=False)
class Part:
    """Lines of one block, or a table."""

    box: Rect
    lines: list[Line] = field(default_factory=list)
    table: Table | None = None
    kind: str = "paragraph"


@dataclass(slots=True, eq=False)
class _Home:
    block: Block
    tokens: frozenset[str]
    words: list[Word] = field(default_factory=list)
    taken: int = 0


def parts_of(words: Sequence[Word], layout: Layout) -> list[Part]:
    """Everything on the page, once, in reading order."""
    grids = grids_of(layout.segments, words)
    claimed: dict[int, int] = {}
    for number, grid in enumerate(grids):
        for cell in grid.cells:
            claimed.update({id(word): number for word in cell.words})
    homes = [_Home(b, frozenset(fold(t) for t in _text(b).split())) for b in layout.blocks if b.kind != "rule"]
    lost: list[Word] = []
    hosts: list[list[int]] = [[] for _ in grids]
    for word in words:
        at = _home(word, homes)
        if id(word) in claimed:
            if at is not None:
                hosts[claimed[id(word)]].append(at)
        elif at is None or word.turn:
            lost.append(word)
        else:
            homes[at].words.append(word)
    return _ordered(homes, lost, [(table_of_grid(g), g.box, h) for g, h in zip(grids, hosts, strict=True)])


def _text(block: Block) -> str:
    return " ".join([block.text, *(cell.text for row in block.rows for cell in row)])


def _home(word: Word, homes: Sequence[_Home]) -> int | None:
    """The block a word belongs to: the smallest around its middle, one that has its text
    before one that has not."""
    x, y = word.middle
    best: tuple[bool, float] | None = None
    found = None
    for number, home in enumerate(homes):
        x0, y0, x1, y1 = home.block.box
        if x0 - _SLACK <= x <= x1 + _SLACK and y0 - _SLACK <= y <= y1 + _SLACK:
            rank = (fold(word.text) not in home.tokens, (x1 - x0) * (y1 - y0))
            if best is None or rank < best:
                best, found = rank, number
    return found


def _ordered(homes: list[_Home], lost: list[Word], tables: list[tuple[Table, Rect, list[int]]]) -> list[Part]:
    parts: list[Part] = []
    waiting = list(tables)
    for number, home in enumerate(homes):
        for entry in [t for t in waiting if t[2] and number >= min(t[2])]:
            parts.append(Part(entry[1], table=entry[0]))
            waiting.remove(entry)
        if home.words:
            parts += _parts_of_home(home)
    for table, box, _ in waiting:
        _insert(parts, Part(box, table=table))
    for group in _groups(lines_of([w for w in lost if not w.turn])):
        box = min(li.x0 for li in group), group[0].y0, max(li.x1 for li in group), group[-1].y1
        _insert(parts, Part(box, group, kind="lost"))
    return parts


def _parts_of_home(home: _Home) -> list[Part]:
    box = home.block.box
    if home.block.kind == "table":
        found = table_of_block(home.block, home.words)
        if found is not None:
            table, rest = found
            loose = [Part(box, lines_of(rest), kind="lost")] if rest else []
            return [Part(box, table=table), *loose]
    return [Part(box, lines_of(home.words), kind=home.block.kind)]


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


def _insert(parts: list[Part], part: Part) -> None:
    """Put a part before the first one that stands below it in its own column, else after
    the last one above it, else at the end."""
    for number, other in enumerate(parts):
        over = min(part.box[2], other.box[2]) > max(part.box[0], other.box[0])
        if over and other.box[1] >= part.box[3] - 2:
            parts.insert(number, part)
            return
    if all(other.box[1] >= part.box[3] - 2 for other in parts):
        parts.insert(0, part)
    else:
        parts.append(part)
