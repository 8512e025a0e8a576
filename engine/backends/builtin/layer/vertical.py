# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pages set in vertical columns from right to left (Japanese, Chinese)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.backends.builtin.layer.glyphs import Glyph, Layer
from engine.backends.builtin.layer.inline import escape, escape_start

_CJK = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\ufe10-\ufe4f]")
_LEAST = 40
"""Glyphs from which the direction is judged."""
_TIER_GAP = 1.5
"""White of this many type sizes between columns above each other parts two tiers."""


@dataclass(slots=True, eq=False)
class _Column:
    glyphs: list[Glyph]

    @property
    def x(self) -> float:
        return (self.glyphs[0].x0 + self.glyphs[0].x1) / 2

    @property
    def top(self) -> float:
        return min(g.y0 for g in self.glyphs)

    @property
    def low(self) -> float:
        return max(g.y1 for g in self.glyphs)

    @property
    def size(self) -> float:
        return self.glyphs[0].style.size

    @property
    def text(self) -> str:
        return "".join(g.text for g in self.glyphs)


def is_vertical(layer: Layer) -> bool:
    """Whether most glyphs are CJK and stand below the one before them."""
    glyphs = [g for g in layer.glyphs if g is not None]
    if len(glyphs) < _LEAST or sum(bool(_CJK.match(g.text)) for g in glyphs) < 0.7 * len(glyphs):
        return False
    return sum(_below(a, b) for a, b in pairwise(glyphs)) > 0.6 * len(glyphs)


def _below(a: Glyph, b: Glyph) -> bool:
    size = max(a.style.size, 1.0)
    return abs((a.x0 + a.x1) - (b.x0 + b.x1)) < 0.6 * size and 0 < b.y0 - a.y0 < 1.8 * size


def vertical_blocks(glyphs: Sequence[Glyph | None]) -> Iterable[str]:
    """Markdown blocks: tier by tier from the top, in each the columns from the right."""
    for tier in _tiers(_columns(glyphs)):
        yield from _paragraphs(sorted(tier, key=lambda c: -c.x))


def _columns(glyphs: Sequence[Glyph | None]) -> list[_Column]:
    columns: list[_Column] = []
    last: Glyph | None = None
    for glyph in glyphs:
        if glyph is None:
            continue
        if last is not None and _below(last, glyph):
            columns[-1].glyphs.append(glyph)
        else:
            columns.append(_Column([glyph]))
        last = glyph
    return columns


def _tiers(columns: Sequence[_Column]) -> list[list[_Column]]:
    tiers: list[list[_Column]] = []
    low = 0.0
    for column in sorted(columns, key=lambda c: c.top):
        if tiers and column.top < low + _TIER_GAP * column.size:
            tiers[-1].append(column)
        else:
            tiers.append([column])
        low = max(low, column.low) if len(tiers[-1]) > 1 else column.low
    return tiers


def _paragraphs(columns: Sequence[_Column]) -> Iterable[str]:
    """A column that ends above the tier's foot ends its line; wide white between columns, or
    a full stop before an indented one, ends the paragraph."""
    foot = max(c.low for c in columns)
    step = min((a.x - b.x for a, b in pairwise(columns) if a.x - b.x > 1), default=0.0)
    text = ""
    last: _Column | None = None
    if len(columns) > 1 and _is_title(columns, step, foot):
        yield "# " + escape(columns[0].text.strip())
        columns = columns[1:]
    for column in columns:
        if last is not None:
            if last.x - column.x > 1.9 * step:
                yield _block(text)
                text = ""
            elif last.low < foot - 1.5 * last.size:
                text += "\n"
        text += column.text
        last = column
    if text:
        yield _block(text)


def _is_title(columns: Sequence[_Column], step: float, foot: float) -> bool:
    """A short first column that stands apart."""
    first = columns[0]
    return first.x - columns[1].x > 1.9 * step and len(first.text.strip()) < 20 and first.low < foot - 4 * first.size


def _block(text: str) -> str:
    return "\n".join(escape_start(escape(line.strip())) for line in text.split("\n") if line.strip())
