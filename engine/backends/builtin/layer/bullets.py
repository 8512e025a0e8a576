# SPDX-License-Identifier: AGPL-3.0-or-later
"""Marks of list items that are drawn and not written: browsers print the discs, circles and
squares of a list as small shapes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.backends.builtin.layer.glyphs import Glyph, Style
from engine.backends.builtin.layer.layout import Layout, Rect
from engine.backends.builtin.layer.words import Word, right_to_left

_SMALLEST, _LARGEST = 0.15, 0.7
"""Width and height of a mark in type sizes of the text beside it."""
_NEAREST, _FURTHEST = 0.1, 2.5
"""White between mark and text in the same."""
_OUTSIDE = 0.8
"""White there must be on its other side."""
_ALIKE = 0.15
"""Share by which the sizes of two marks of one kind may differ; a mark alone is decoration."""
_MOST = 400


def with_bullets(words: Sequence[Word], layout: Layout, boxes: Sequence[Rect] = ()) -> list[Word]:
    """The words with a bullet before each that has such a mark at its left. `boxes` are known to be none."""
    others = [*boxes, *(field.box for field in layout.fields)]
    marks = [m for m in layout.marks if not any(_inside(m, box) for box in others)]
    if not 1 < len(marks) <= _MOST:
        return list(words)
    upright = [w for w in words if not w.turn]
    found = {id(word): mark for mark in marks if (word := _beside(mark, upright)) is not None}
    kept = {key: mark for key, mark in found.items() if sum(_alike(mark, other) for other in found.values()) > 1}
    result: list[Word] = []
    for word in words:
        if id(word) in kept:
            result.append(_bullet(kept[id(word)], word))
        result.append(word)
    return result


def _beside(mark: Rect, words: Sequence[Word]) -> Word | None:
    """The word that starts at the right of a mark on its line, if nothing stands at its left;
    the other way about in right-to-left text."""
    middle, size = (mark[1] + mark[3]) / 2, max(mark[2] - mark[0], mark[3] - mark[1])
    line = [w for w in words if w.base - 0.8 * w.size < middle < w.base + 0.1 * w.size]
    right = min((w for w in line if w.x0 > mark[2]), key=lambda w: w.x0, default=None)
    left = max((w for w in line if w.x1 < mark[0]), key=lambda w: w.x1, default=None)
    if left is not None and right_to_left(left.text):
        word, white, other = left, mark[0] - left.x1, right.x0 - mark[2] if right is not None else 1e6
    elif right is not None:
        word, white, other = right, right.x0 - mark[2], mark[0] - left.x1 if left is not None else 1e6
    else:
        return None
    fits = _SMALLEST * word.size < size < _LARGEST * word.size
    near = _NEAREST * word.size < white < _FURTHEST * word.size and other > _OUTSIDE * word.size
    over = any(w.x0 <= mark[2] and w.x1 >= mark[0] for w in line)
    return word if fits and near and not over else None


def _alike(a: Rect, b: Rect) -> bool:
    wide, other = a[2] - a[0], b[2] - b[0]
    return abs(wide - other) < _ALIKE * max(wide, other)


def _inside(inner: Rect, outer: Rect) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _bullet(mark: Rect, word: Word) -> Word:
    style = Style("", word.size)
    return Word([Glyph("•", mark[0], word.y0, mark[2], word.y1, word.base, style)], added=True)
