# SPDX-License-Identifier: AGPL-3.0-or-later
"""Double pages that are cut in two: what is cut where, and how the pages are counted then.

A document's files have pages, which are counted *whole* here; the pages that everybody else counts are *leaves*: whole
pages, and the halves of those that are cut. Pure functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import msgspec

from app.core.figure_boxes import turned_box
from engine.protocol import Box, OutlineItem

WHOLE: Box = (0.0, 0.0, 1.0, 1.0)
UNCUT = "whole"

NEAREST = 0.1
"""A gutter is no nearer to the edge than this share of the width."""

RIGHT_FIRST = frozenset({"ar", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"})
"""Languages whose books are bound on the right."""


@dataclass(frozen=True, slots=True)
class Split:
    """A page (from 0, counted whole) that is cut at `gutter`, 0..1 of its width after `turn` degrees clockwise. With
    `right_first` the right half is read first."""

    page: int
    gutter: float
    turn: int = 0
    right_first: bool = False


@dataclass(frozen=True, slots=True)
class Guess:
    """A page (from 0, counted whole) that may be a double page: `sure` says that it looks like one itself, else it is
    only like others that do, and `split` is cut as they are."""

    split: Split
    sure: bool


@dataclass(frozen=True, slots=True)
class SpreadsFound:
    """What came of looking whether a document has double pages: every page of their shape, and none where it has no
    double pages. Told once after opening; `complete` says that every page was looked at, as `Session.find_spreads`
    asks for: then pages that may be none are told, too. `splits` are in force. `known`: it was
    read or edited before it was opened. Answered to by `Session.split_pages`, or not at all."""

    document: int
    guesses: tuple[Guess, ...] = ()
    complete: bool = False
    splits: tuple[Split, ...] = ()
    known: bool = False

    @property
    def sure(self) -> int:
        return sum(guess.sure for guess in self.guesses)


@dataclass(frozen=True, slots=True)
class PagesSplit:
    """Double pages were cut, or joined again: pages have other numbers. `now` says which one each page from before is
    (a page that was cut is its first half, halves that were joined are their page); `splits` are those in force."""

    document: int
    splits: tuple[Split, ...]
    now: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page as it is counted: `page` is that of the files, counted whole; `region` the part of it after `turn`
    degrees. `half` is 0 and 1 in the order of reading, None for a whole page."""

    page: int
    half: int | None = None
    region: Box = WHOLE
    turn: int = 0

    @property
    def shape(self) -> str:
        """What of the page it is, whatever its number and its place in the order: readings of another shape are not
        of this leaf."""
        if self.half is None:
            return UNCUT
        left, _, right, _ = self.region
        return f"{left:.4f}-{right:.4f} {self.turn}"

    @property
    def place(self) -> int | str:
        """The same with the page: for a whole page, what it is called in a document of which nothing is cut."""
        return self.page if self.half is None else f"{self.page} {self.shape}"

    def seen(self, turn: int, box: Box | None = None) -> tuple[int, Box | None]:
        """The turn in all, and the place of the leaf (or of a box in it) on the page, when the leaf is turned by
        `turn`."""
        if self.half is None:
            return turn, box
        home = turned_box(self.region, turn)
        return (self.turn + turn) % 360, home if box is None else inner(home, box)


def sound(splits: Iterable[Split], pages: int) -> tuple[Split, ...]:
    """Those that can be: one a page, on pages that are there, in their order."""
    found = {one.page: one for one in splits if 0 <= one.page < pages and one.turn in (0, 90, 180, 270)}
    rounded = (replace(one, gutter=round(min(max(one.gutter, NEAREST), 1 - NEAREST), 4)) for one in found.values())
    return tuple(sorted(rounded, key=lambda one: one.page))


def leaves(pages: int, splits: Iterable[Split]) -> list[Leaf]:
    """The pages as they are counted, of so many that are counted whole."""
    cut = {one.page: one for one in splits}
    found: list[Leaf] = []
    for page in range(pages):
        one = cut.get(page)
        if one is None:
            found.append(Leaf(page))
            continue
        left, right = (0.0, 0.0, one.gutter, 1.0), (one.gutter, 0.0, 1.0, 1.0)
        order = (right, left) if one.right_first else (left, right)
        found += [Leaf(page, half, region, one.turn) for half, region in enumerate(order)]
    return found


def firsts(found: Sequence[Leaf]) -> dict[int, int]:
    """The number of the first leaf of each page that is counted whole."""
    numbers: dict[int, int] = {}
    for number, leaf in enumerate(found):
        numbers.setdefault(leaf.page, number)
    return numbers


def renumbered(before: Sequence[Leaf], after: Sequence[Leaf]) -> tuple[int, ...]:
    """Which number each leaf from before has: the same leaf's, else that of its page's first one."""
    same = {(leaf.page, leaf.shape): number for number, leaf in enumerate(after)}
    first = firsts(after)
    return tuple(same.get((leaf.page, leaf.shape), first[leaf.page]) for leaf in before)


# ---------------------------------------------------------------- what pages have


def cut_sizes(sizes: Sequence[tuple[float, float]], found: Sequence[Leaf]) -> list[tuple[float, float]]:
    """Widths and heights in points."""
    made = []
    for leaf in found:
        width, height = sizes[leaf.page] if leaf.turn % 180 == 0 else sizes[leaf.page][::-1]
        left, top, right, bottom = leaf.region
        made.append((width * (right - left), height * (bottom - top)))
    return made


def cut_labels(labels: Sequence[str], found: Sequence[Leaf]) -> list[str]:
    """The halves of page 12 are 12a and 12b, in the order of reading and in any language."""
    return [label_of(labels[leaf.page] if labels else str(leaf.page + 1), leaf) for leaf in found]


def label_of(label: str, leaf: Leaf) -> str:
    return label if leaf.half is None or not label else f"{label}{'ab'[leaf.half]}"


def cut_outline(outline: Sequence[OutlineItem], found: Sequence[Leaf]) -> tuple[OutlineItem, ...]:
    """What pointed to a page that was cut points to its first half."""
    first = firsts(found)
    return tuple(msgspec.structs.replace(item, page=first.get(item.page, item.page)) for item in outline)


# ---------------------------------------------------------------- boxes


def inner(home: Box, box: Box) -> Box:
    """A box in fractions of `home` as fractions of what `home` is a part of."""
    left, top, right, bottom = home
    width, height = right - left, bottom - top
    return left + box[0] * width, top + box[1] * height, left + box[2] * width, top + box[3] * height


def carried(box: Box, turn: int, before: Leaf, after: Sequence[Leaf]) -> tuple[Leaf, Box, int]:
    """A box on a leaf that is turned by `turn`, on whichever of these leaves of the same page its middle is; cut to
    that leaf, with the turn it has there."""
    if before.half is not None:
        box, turn = inner(before.region, turned_box(box, -turn)), before.turn
    for leaf in after:
        if leaf.half is None:
            return leaf, box, turn
        lying = turned_box(box, leaf.turn - turn)
        left, top, right, bottom = leaf.region
        if left <= (lying[0] + lying[2]) / 2 < right or leaf is after[-1]:
            wide, high = right - left, bottom - top
            x0, x1 = (min(1.0, max(0.0, (x - left) / wide)) for x in (lying[0], lying[2]))
            y0, y1 = (min(1.0, max(0.0, (y - top) / high)) for y in (lying[1], lying[3]))
            return leaf, (x0, y0, x1, y1), 0
    raise ValueError("no leaves")


# ---------------------------------------------------------------- in the library


def packed(splits: Iterable[Split]) -> str:
    """As JSON: a list of [page counted whole, gutter, turn, whether the right half is first]."""
    return msgspec.json.encode([(s.page, s.gutter, s.turn, s.right_first) for s in splits]).decode()


def unpacked(text: str) -> tuple[Split, ...]:
    """None where it is damaged."""
    try:
        return tuple(Split(*one) for one in msgspec.json.decode(text, type=list[tuple[int, float, int, bool]]))
    except msgspec.DecodeError:
        return ()
