# SPDX-License-Identifier: AGPL-3.0-or-later
"""Two sequences of keys set side by side: equal ones, ones that stand elsewhere, and ones that differ in place.

The shortest edit script comes from a library (bit-parallel, divided where memory would grow). What it leaves open is
looked for elsewhere, longest runs first, since columns and cells may stand in another order; what then still stands
between the same neighbours is paired by its likeness, also one word against two.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from rapidfuzz.distance import Indel, Levenshtein

from app.core.align.gaps import Pair, pair
from app.core.align.normal import is_number

_SEED = 2
_LARGE = 4000
"""Keys from which on a page is long."""
_MANY = 24
"""Places of one run of keys at most that are tried: more say nothing about where it belongs."""
_BLOCK = 4
"""Equal keys in a row from which on they are a block that stands elsewhere, whatever stands in its place here."""
_ALIKE = 0.45
"""Likeness from which on a key is another one misread; less alike ones are together only if neither is elsewhere."""
_LONE = 5
"""An equal run is lonely where the unequal ones on both sides are so many times as long."""


Step: TypeAlias = tuple[bool, tuple[int, int], tuple[int, int]]
"""Whether equal, and from where to where in the first and in the second sequence."""


@dataclass(slots=True)
class Pairing:
    """For each key of the first sequence its places in the second (none, one, or several that it is made of), and
    the other way round. `moved` are places in the first whose partner stands out of order."""

    there: list[tuple[int, ...]]
    back: list[tuple[int, ...]]
    moved: set[int] = field(default_factory=set)


def pair_up(
    first: Sequence[str], second: Sequence[str], beside: Callable[[Pairing], None] = lambda pairing: None
) -> Pairing:
    """Set them side by side. Time grows with the longer one's length times the differences'. `beside` may add pairs of
    equal keys before those that are left are paired with unlike ones."""
    there: list[tuple[int, ...]] = [()] * len(first)
    back: list[tuple[int, ...]] = [()] * len(second)
    result = Pairing(there, back)
    for start, other, length in _equal(first, second):
        for step in range(length):
            there[start + step] = (other + step,)
            back[other + step] = (start + step,)
    _elsewhere(result, first, second, least=_BLOCK)
    _gaps(result, first, second, alike=True)
    _elsewhere(result, first, second)
    _once(result, first, second)
    _go_on(result, first, second)
    beside(result)
    _gaps(result, first, second)
    return result


def _equal(first: Sequence[str], second: Sequence[str]) -> list[tuple[int, int, int]]:
    """Equal runs (place, other place, length), without the lonely ones: keys that both have once are anchors as far as
    their order agrees, and between two anchors the shortest edit script decides."""
    numbers: dict[str, int] = {}
    a = [numbers.setdefault(key, len(numbers)) for key in first]
    b = [numbers.setdefault(key, len(numbers)) for key in second]
    steps: list[Step] = []
    at = other = 0
    for place, partner in [*anchors(*_distinct(first, second)), (len(a), len(b))]:
        for step in Levenshtein.opcodes(a[at:place], b[other:partner]):
            _add(steps, step.tag == "equal", (step.src_start + at, step.dest_start + other),
                 (step.src_end + at, step.dest_end + other))  # fmt: skip
        if place < len(a):
            _add(steps, True, (place, partner), (place + 1, partner + 1))
        at, other = place + 1, partner + 1
    found: list[tuple[int, int, int]] = []
    for index, (equal, start, end) in enumerate(steps):
        if not equal:
            continue
        length = end[0] - start[0]
        if length <= 3 and _lonely(steps, index, length, sum(map(len, first[start[0] : end[0]]))):
            continue
        found.append((*start, length))
    return found


def _distinct(first: Sequence[str], second: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """What anchors are looked for: the keys themselves; on a long page, where few are there once, three in a row."""
    if min(len(first), len(second)) < _LARGE:
        return first, second
    return [" ".join(first[n : n + 3]) for n in range(len(first))], [
        " ".join(second[n : n + 3]) for n in range(len(second))
    ]


def _add(steps: list[Step], equal: bool, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Append a step, or lengthen the last one of the same sort."""
    if steps and steps[-1][0] == equal:
        steps[-1] = (equal, steps[-1][1], end)
    else:
        steps.append((equal, start, end))


def anchors(first: Sequence[str], second: Sequence[str]) -> list[tuple[int, int]]:
    """Places of keys that are in both once, in an order that both share: the longest such row of them."""
    places = {key: place for place, key in enumerate(second)}
    mine, theirs = Counter(first), Counter(second)
    pairs = [(n, places[key]) for n, key in enumerate(first) if mine[key] == 1 and theirs[key] == 1]
    ends: list[int] = []  # the smallest partner that a row of this length ends with
    last: list[int] = []  # which pair that is
    before = [-1] * len(pairs)
    for index, (_, partner) in enumerate(pairs):
        length = bisect_left(ends, partner)
        before[index] = last[length - 1] if length else -1
        if length == len(ends):
            ends.append(partner)
            last.append(index)
        else:
            ends[length], last[length] = partner, index
    row: list[tuple[int, int]] = []
    index = last[-1] if last else -1
    while index >= 0:
        row.append(pairs[index])
        index = before[index]
    return row[::-1]


def _lonely(steps: Sequence[Step], index: int, length: int, letters: int) -> bool:
    """Whether a short equal run stands alone between unequal ones that are far longer: equal by chance."""
    if letters >= 12:
        return False
    wide = [0, 0]
    for side, at in enumerate((index - 1, index + 1)):
        if 0 <= at < len(steps):
            _, start, end = steps[at]
            wide[side] = max(end[0] - start[0], end[1] - start[1])
    return min(wide) >= _LONE * length


def _gaps(result: Pairing, first: Sequence[str], second: Sequence[str], *, alike: bool = False) -> None:
    """Pair what is left between neighbours that are partners; with `alike` only what resembles each other. Where
    several stand against several and hardly any resemble, they are other words and not misread ones."""
    at = 0
    while at < len(first):
        if result.there[at]:
            at += 1
            continue
        end = at
        while end < len(first) and not result.there[end]:
            end += 1
        begin, stop = _window(result, at, end)
        if stop > begin:
            found = pair(first[at:end], second[begin:stop])
            alikes = [_resemble(first[at:end], second[begin:stop], one) for one in found]
            others = min(end - at, stop - begin) >= _BLOCK and 3 * sum(alikes) < len(found)
            for (mine, theirs), is_alike in zip(found, alikes, strict=True):
                if not is_alike and (alike or (others and _is_word(first[at + mine[0]]))):
                    continue
                for place in mine:
                    result.there[at + place] = tuple(begin + other for other in theirs)
                for other in theirs:
                    result.back[begin + other] = tuple(at + place for place in mine)
        at = end


def _is_word(key: str) -> bool:
    return len(key) > 1 and not is_number(key)


def _resemble(first: Sequence[str], second: Sequence[str], both: Pair) -> bool:
    one, other = "".join(first[place] for place in both[0]), "".join(second[place] for place in both[1])
    return one == other or Indel.normalized_similarity(one, other) > _ALIKE


def _window(result: Pairing, start: int, end: int) -> tuple[int, int]:
    """The free places of the second sequence beside the partners of a run's neighbours: those right after the one
    before, or right before the one after; what both say where they agree."""
    size = len(result.back)
    low = result.there[start - 1][-1] + 1 if start else 0
    high = result.there[end][0] if end < len(result.there) else size
    after = low
    while after < size and not result.back[after]:
        after += 1
    if low <= high <= after or low >= size or after == low:
        if low < high <= after:
            return low, high
        before = high
        while before > 0 and not result.back[before - 1]:
            before -= 1
        return (before, high) if high > before and low > high else (low, min(after, max(low, high)))
    return low, after


def _elsewhere(result: Pairing, first: Sequence[str], second: Sequence[str], *, least: int = _SEED) -> None:
    """Runs of so many keys that are free on both sides and equal, the longest first."""
    index: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place in range(len(second) - _SEED + 1):
        if not result.back[place] and not result.back[place + 1]:
            index[tuple(second[place : place + _SEED])].append(place)
    found: list[tuple[int, int, int, int]] = []
    at = 0
    while at < len(first) - _SEED + 1:
        best = (0, 0)
        if not result.there[at] and not result.there[at + 1]:
            for other in index.get(tuple(first[at : at + _SEED]), [])[:_MANY]:
                best = max(best, (_run(result, first, second, at, other), other))
        if best[0] >= least:
            letters = sum(len(key) for key in first[at : at + best[0]])
            found.append((best[0], letters, at, best[1]))
        at += max(1, best[0] - 1)
    for length, letters, start, other in sorted(found, reverse=True):
        if length < 3 and letters < 7:
            continue
        _take(result, first, second, start, other, length)


def _run(result: Pairing, first: Sequence[str], second: Sequence[str], at: int, other: int) -> int:
    length = 0
    while (
        at + length < len(first) and other + length < len(second) and first[at + length] == second[other + length]
        and not result.there[at + length] and not result.back[other + length]
    ):  # fmt: skip
        length += 1
    return length


def _take(result: Pairing, first: Sequence[str], second: Sequence[str], start: int, other: int, length: int) -> None:
    for step in range(length):
        if not result.there[start + step] and not result.back[other + step]:
            result.there[start + step] = (other + step,)
            result.back[other + step] = (start + step,)
            result.moved.add(start + step)


def _once(result: Pairing, first: Sequence[str], second: Sequence[str]) -> None:
    """Keys that are left only once in each."""
    mine: dict[str, list[int]] = defaultdict(list)
    theirs: dict[str, list[int]] = defaultdict(list)
    for place, key in enumerate(first):
        if not result.there[place]:
            mine[key].append(place)
    for place, key in enumerate(second):
        if not result.back[place]:
            theirs[key].append(place)
    for key, places in mine.items():
        others = theirs.get(key, [])
        if len(places) == len(others) == 1 and len(key) >= 2:
            _take(result, first, second, places[0], others[0], 1)


def _go_on(result: Pairing, first: Sequence[str], second: Sequence[str]) -> None:
    """Move a run that begins beside nothing to where the one before it goes on with equal keys, if those are free: rows
    of a table that are alike are told apart by what stands beside them. The same from the other end."""
    for step in (1, -1):
        order = range(len(first)) if step > 0 else range(len(first) - 1, -1, -1)
        for at in order:
            before = at - step
            if not 0 <= before < len(first) or not _single(result, before) or not _single(result, at):
                continue
            other = result.there[before][0] + step
            if result.there[at][0] == other:
                continue
            length = _length(result, at, step)
            free = all(
                0 <= (place := other + n * step) < len(second)
                and not result.back[place]
                and second[place] == first[at + n * step]
                for n in range(length)
            )
            if free:
                for n in range(length):
                    result.back[result.there[at + n * step][0]] = ()
                for n in range(length):
                    result.there[at + n * step] = (other + n * step,)
                    result.back[other + n * step] = (at + n * step,)
                    result.moved.add(at + n * step)


def _single(result: Pairing, place: int) -> bool:
    """Whether a key has one partner, which has no other."""
    there = result.there[place]
    return len(there) == 1 and len(result.back[there[0]]) == 1


def _length(result: Pairing, at: int, step: int) -> int:
    """How many keys from here on have partners that follow each other."""
    length = 1
    while (
        0 <= (place := at + length * step) < len(result.there)
        and _single(result, place)
        and result.there[place][0] == result.there[at][0] + length * step
    ):
        length += 1
    return length
