# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where two texts differ, in hunks of whole words, and the text that comes of taking some of them over.

The edit script comes from a library, between words that both texts have once. White space counts: a hunk
taken over gives exactly what the other text has there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.core.versions.units import units

_LARGE = 4000
"""Units from which on few words are there once, and three in a row are looked for."""

_ISLAND = 3
"""Characters between two hunks that belong to both, where none of them is a letter or digit."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """A place where the texts differ, in code points of each; one side may be empty."""

    old: tuple[int, int]
    new: tuple[int, int]

    @property
    def kind(self) -> str:
        """ "added", "removed" or "changed"."""
        if self.old[0] == self.old[1]:
            return "added"
        return "removed" if self.new[0] == self.new[1] else "changed"


@dataclass(frozen=True, slots=True)
class Difference:
    """Two texts and all the places where they differ, in their order."""

    old: str
    new: str
    hunks: tuple[Hunk, ...]

    def across(self, position: int, *, back: bool = False) -> int:
        """The place in the new text that stands beside a place of the old one; `back` the other way round."""
        sides = [(hunk.new, hunk.old) if back else (hunk.old, hunk.new) for hunk in self.hunks]
        at = bisect_right(sides, position, key=lambda side: side[0][0]) - 1
        if at < 0:
            return position
        here, there = sides[at]
        if position >= here[1]:
            return there[1] + position - here[1]
        return min(there[0] + position - here[0], there[1])


def compare(old: str, new: str) -> Difference:
    """Set two texts side by side. Time grows with the length times what differs: off the interface's thread."""
    if old == new:
        return Difference(old, new, ())
    mine, theirs = units(old), units(new)
    hunks: list[Hunk] = []
    end = other_end = 0
    for place, partner in [*_matched(old, mine, new, theirs), (len(mine), len(theirs))]:
        start = mine[place][0] if place < len(mine) else len(old)
        other = theirs[partner][0] if partner < len(theirs) else len(new)
        if (hunk := _between(old, (end, start), new, (other_end, other))) is not None:
            _add(hunks, hunk, old)
        if place < len(mine):
            end, other_end = mine[place][1], theirs[partner][1]
    return Difference(old, new, tuple(hunks))


def taken(difference: Difference, chosen: Iterable[int]) -> str:
    """The old text with these hunks (by number) as the new one has them."""
    parts, at = [], 0
    for number in sorted(set(chosen)):
        hunk = difference.hunks[number]
        parts += [difference.old[at : hunk.old[0]], difference.new[slice(*hunk.new)]]
        at = hunk.old[1]
    return "".join([*parts, difference.old[at:]])


def _matched(
    old: str, mine: Sequence[tuple[int, int]], new: str, theirs: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Units that are the same in both, as (number, number), in order."""
    from rapidfuzz.distance import Levenshtein  # here, because a start need not pay for it

    first, second = [old[slice(*span)] for span in mine], [new[slice(*span)] for span in theirs]
    numbers: dict[str, int] = {}
    a = [numbers.setdefault(word, len(numbers)) for word in first]
    b = [numbers.setdefault(word, len(numbers)) for word in second]
    at = other = 0
    for place, partner in [*_anchors(first, second), (len(a), len(b))]:
        for start, other_start, length in Levenshtein.editops(a[at:place], b[other:partner]).as_matching_blocks():
            for step in range(length):
                yield at + start + step, other + other_start + step
        if place < len(a):
            yield place, partner
        at, other = place + 1, partner + 1


def _anchors(first: Sequence[str], second: Sequence[str]) -> list[tuple[int, int]]:
    from app.core.align.sequence import anchors  # the same

    if min(len(first), len(second)) < _LARGE:
        return anchors(first, second)
    return anchors(*([" ".join(words[n : n + 3]) for n in range(len(words))] for words in (first, second)))


def _between(old: str, mine: tuple[int, int], new: str, theirs: tuple[int, int]) -> Hunk | None:
    """What stands between two matched units, without the white space that is the same at its ends."""
    (start, end), (other, other_end) = mine, theirs
    if old[start:end] == new[other:other_end]:
        return None
    while start < end and other < other_end and old[start] == new[other] and old[start].isspace():
        start, other = start + 1, other + 1
    while start < end and other < other_end and old[end - 1] == new[other_end - 1] and old[end - 1].isspace():
        end, other_end = end - 1, other_end - 1
    return Hunk((start, end), (other, other_end))


def _add(hunks: list[Hunk], hunk: Hunk, old: str) -> None:
    """Append it, or lengthen the last one where hardly anything stands between."""
    if hunks:
        last = hunks[-1]
        island = old[last.old[1] : hunk.old[0]]
        if len(island) <= _ISLAND and "\n" not in island and not any(letter.isalnum() for letter in island):
            hunks[-1] = Hunk((last.old[0], hunk.old[1]), (last.new[0], hunk.new[1]))
            return
    hunks.append(hunk)
