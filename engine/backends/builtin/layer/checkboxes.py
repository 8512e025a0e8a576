# SPDX-License-Identifier: AGPL-3.0-or-later
"""Check boxes that are drawn and no fields of a form: empty squares beside a word, with a mark in them or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.backends.builtin.layer.glyphs import Glyph, Style
from engine.backends.builtin.layer.layout import Layout, Rect
from engine.backends.builtin.layer.words import Word, right_to_left

_SMALLEST, _LARGEST = 0.65, 1.7
"""Width and height of a box in type sizes of the word beside it."""
_FURTHEST = 2.0
"""White between box and word in the same."""
_ALIKE = 0.25
"""Points by which the frame of a box that is drawn twice differs at most."""
_APART = 1.0
"""Points between boxes that stand alone; those that touch are the cells of a table or of a number."""
_MARKS = frozenset("xX×✓✔✗✘☒☑•●■")
_MOST = 200


@dataclass(frozen=True, slots=True)
class _Found:
    box: Rect
    word: Word
    before: bool
    ticked: bool


def with_check_boxes(words: Sequence[Word], layout: Layout) -> tuple[list[Word], list[Rect]]:
    """The words with a sign for each such box, those that are its mark left out, and the boxes."""
    boxes = [box for box in layout.boxes if not any(_of_field(box, field.box) for field in layout.fields)]
    alone = [box for box in boxes if not any(_touch(box, other) for other in boxes if not _same(box, other))]
    if not 0 < len(alone) <= _MOST:
        return list(words), []
    upright = [word for word in words if not word.turn]
    inside = [[word for word in upright if _holds(box, (*word.middle, *word.middle))] for box in alone]
    found: list[_Found] = []
    marks: set[int] = set()
    for box, own in zip(alone, inside, strict=True):
        if any(_same(box, other.box) for other in found) or any(word.text not in _MARKS for word in own):
            continue
        beside = _beside(box, [word for word in upright if word not in own])
        if beside is None:
            continue
        drawn = any(_holds(box, _middle(mark)) and not _same(mark, box) for mark in layout.marks)
        found.append(_Found(box, *beside, ticked=bool(own) or drawn))
        marks |= {id(word) for word in own}
    signs = {(id(f.word), f.before): _sign(f) for f in found}
    result: list[Word] = []
    for word in words:
        if id(word) not in marks:
            result += [w for w in (signs.get((id(word), True)), word, signs.get((id(word), False))) if w is not None]
    return result, [f.box for f in found]


def _beside(box: Rect, words: Sequence[Word]) -> tuple[Word, bool] | None:
    """The word nearest to a box on its line, and whether the box comes before it."""
    middle, high = (box[1] + box[3]) / 2, box[3] - box[1]
    near: list[tuple[float, Word, bool]] = []
    for word in words:
        if not word.base - 1.1 * word.size < middle < word.base + 0.4 * word.size:
            continue
        white = max(word.x0 - box[2], box[0] - word.x1)
        fits = _SMALLEST * word.size < high < _LARGEST * word.size
        if fits and -0.1 * word.size < white < _FURTHEST * word.size:
            near.append((white, word, (word.x0 > box[0]) != right_to_left(word.text)))
    nearest = min(near, key=lambda n: n[0], default=None)
    return None if nearest is None or not any(c.isalnum() for c in nearest[1].text) else nearest[1:]


def _sign(found: _Found) -> Word:
    x0, _, x1, _ = found.box
    word = found.word
    return Word(
        [Glyph("☑" if found.ticked else "☐", x0, word.y0, x1, word.y1, word.base, Style("", word.size))], added=True
    )


def _holds(outer: Rect, inner: Rect) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _of_field(box: Rect, field: Rect) -> bool:
    """Whether a box is in a field of the form, or the frame about one."""
    return _holds(field, _middle(box)) or _holds(box, _middle(field))


def _middle(box: Rect) -> Rect:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return x, y, x, y


def _same(a: Rect, b: Rect) -> bool:
    return max(abs(x - y) for x, y in zip(a, b, strict=True)) <= _ALIKE


def _touch(a: Rect, b: Rect) -> bool:
    wide, high = max(a[0], b[0]) - min(a[2], b[2]), max(a[1], b[1]) - min(a[3], b[3])
    nested = _holds(a, b) or _holds(b, a)
    return wide < _APART and high < _APART and not nested
