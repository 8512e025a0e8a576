# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which block each stretch of words belongs to, and in what order they stand in it.

The boxes of liteparse's blocks may overlap (a paragraph that turns over into the next column
has a box around both), so boxes alone do not tell. A stretch of words that follow each other
in the file on one baseline is looked for in the folded text of the blocks instead; its place
there is its place in reading order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.backends.builtin.layer.fold import fold
from engine.backends.builtin.layer.layout import Rect
from engine.backends.builtin.layer.words import Word

_GAP = 1.5
"""A gap of this many type sizes ends a fragment: beyond may be another column or cell."""
_SLACK = 2.0
"""Points by which a block's box may miss its words."""
_FIELD_GAP = 60.0
"""Points between a form field and the text it belongs to."""
_LONG = 6
"""Folded characters from which a match of the text alone is trusted."""


@dataclass(slots=True, eq=False)
class Fragment:
    words: list[Word]
    key: str
    block: int = -1
    at: int = -1
    """Place in the folded text of the block, -1 if it was not found there."""

    @property
    def box(self) -> Rect:
        return (
            min(w.x0 for w in self.words),
            min(w.y0 for w in self.words),
            max(w.x1 for w in self.words),
            max(w.y1 for w in self.words),
        )


@dataclass(slots=True, eq=False)
class Target:
    """A block's box and its folded text."""

    box: Rect
    text: str


def fragments_of(words: Iterable[Word]) -> list[Fragment]:
    """Words that follow each other in the file on one baseline without a wide gap."""
    groups: list[list[Word]] = []
    for word in words:
        if groups and _goes_on(groups[-1][-1], word):
            groups[-1].append(word)
        else:
            groups.append([word])
    return [Fragment(group, "".join(fold(w.text) for w in group)) for group in groups]


def _goes_on(a: Word, b: Word) -> bool:
    size = max(a.size, b.size)
    if a.turn != b.turn or a.turn or abs(a.base - b.base) > 0.6 * size:
        return False
    return max(b.x0 - a.x1, a.x0 - b.x1) < _GAP * size


def assign(fragments: Sequence[Fragment], targets: Sequence[Target]) -> None:
    """Give each fragment its block: one around it that has its text, else one close by that
    has it, else one around it."""
    for fragment in fragments:
        box = fragment.box
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        best: tuple[bool, bool, float] | None = None
        for number, target in enumerate(targets):
            x0, y0, x1, y1 = target.box
            inside = x0 - _SLACK <= x <= x1 + _SLACK and y0 - _SLACK <= y <= y1 + _SLACK
            if not inside and (len(fragment.key) < _LONG or not _near(box, target.box)):
                continue
            missing = fragment.key not in target.text
            if missing and not inside:
                continue
            rank = (missing, not inside, (x1 - x0) * (y1 - y0))
            if best is None or rank < best:
                best, fragment.block = rank, number
        if fragment.block < 0 and fragment.words[0].added:
            fragment.block = _beside(box, targets)


def _beside(box: Rect, targets: Sequence[Target]) -> int:
    """The block level with a form field and not far from it, -1 if there is none."""
    y = (box[1] + box[3]) / 2
    level = [
        (max(t.box[0] - box[2], box[0] - t.box[2], 0.0), number)
        for number, t in enumerate(targets)
        if t.box[1] - _SLACK <= y <= t.box[3] + _SLACK
    ]
    return min(level)[1] if level and min(level)[0] < _FIELD_GAP else -1


def in_text_order(fragments: Sequence[Fragment], text: str) -> tuple[list[Fragment], list[Fragment]]:
    """The fragments of a block in the order of its folded text, and those that are not in it.
    What occurs more than once is taken where it follows on the fragment before it. Short ones are placed last and
    only beside long ones, not within: the number of a list item is no digit of a year in its text."""
    starts: set[int] = set()
    taken = bytearray(len(text))
    for short in (False, True):
        last = 0
        for fragment in fragments:
            size = len(fragment.key)
            if (size < _LONG) == short:
                fragment.at = _nearest(fragment.key, text, last, starts, taken if short else b"")
                if fragment.at >= 0:
                    starts.add(fragment.at)
                    taken[fragment.at : fragment.at + size] = b"\x01" * size
            if fragment.at >= 0:
                last = fragment.at + size
    placed = sorted((f for f in fragments if f.at >= 0), key=lambda f: (f.at, -len(f.key)))
    return placed, [f for f in fragments if f.at < 0]


def _nearest(key: str, text: str, last: int, starts: set[int], taken: bytes | bytearray) -> int:
    """The free place of a key nearest to where the text before it ended, -1 if there is none. No free place begins
    where another begins (`starts`) or has a character that is `taken`."""
    if not key:
        return -1
    best, cost = -1, len(text) * 3
    at = text.find(key)
    while at >= 0:
        distance = at - last if at >= last else 2 * (last - at)
        if at not in starts and distance < cost and not any(taken[at : at + len(key)]):
            best, cost = at, distance
        if at > last + cost:
            break
        at = text.find(key, at + 1)
    return best


def _near(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] + 20 and a[2] > b[0] - 20 and a[1] < b[3] + 20 and a[3] > b[1] - 20
