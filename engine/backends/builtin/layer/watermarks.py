# SPDX-License-Identifier: AGPL-3.0-or-later
"""Words printed across the text: watermarks ("DRAFT", "CONFIDENTIAL"), which are much larger than what they cover."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from engine.backends.builtin.layer.glyphs import Glyph
from engine.backends.builtin.layer.words import Word

_LARGER = 2.0
"""Type sizes of the text from which a word may be such."""
_COVERED = 4
"""Words of the text that lie under it at least."""
_CAPITAL = 0.7
"""Height of a capital in type sizes."""


def watermarks(words: Sequence[Word]) -> set[int]:
    """The `id`s of the words that are printed across others. A title or an initial stands clear of the text."""
    if len(words) <= _COVERED:
        return set()
    size = sorted(w.size for w in words)[len(words) // 2]
    large = [w for w in words if w.size >= _LARGER * size]
    if not large:
        return set()
    small = sorted((w.middle[1], w.middle[0]) for w in words if w.size < 0.6 * _LARGER * size)
    heights = [y for y, _ in small]
    gone: list[Word] = []
    covered: set[tuple[float, float]] = set()
    for word in large:
        under: set[tuple[float, float]] = set()
        for x0, y0, x1, y1 in map(_ink, word.glyphs):
            level = small[bisect_left(heights, y0) : bisect_right(heights, y1)]
            under |= {place for place in level if x0 < place[1] < x1}
        if under:
            gone.append(word)
            covered |= under
    return {id(word) for word in gone} if len(covered) >= _COVERED else set()


def _ink(glyph: Glyph) -> tuple[float, float, float, float]:
    """Where a glyph has ink: above its baseline; the inner half of the box of one that is turned."""
    wide, high = glyph.x1 - glyph.x0, glyph.y1 - glyph.y0
    if glyph.style.turn or high > 1.5 * glyph.style.size:
        return glyph.x0 + wide / 4, glyph.y0 + high / 4, glyph.x1 - wide / 4, glyph.y1 - high / 4
    return glyph.x0, glyph.base - _CAPITAL * glyph.style.size, glyph.x1, glyph.base
