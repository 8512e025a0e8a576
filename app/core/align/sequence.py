# SPDX-License-Identifier: AGPL-3.0-or-later
"""Two sequences of keys set side by side: equal ones, ones that stand elsewhere, and ones that differ in place.

The shortest edit script comes from a library (bit-parallel, divided where memory would grow). What it leaves open is
looked for elsewhere, longest runs first, since columns and cells may stand in another order; what then still stands
between the same neighbours is paired by its likeness, also one word against two.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from rapidfuzz.distance import Levenshtein

from app.core.align.gaps import pair

_SEED = 2
_MANY = 24
"""Places of one run of keys at most that are tried: more say nothing about where it belongs."""
_LONE = 5
"""An equal run is lonely where the unequal ones on both sides are so many times as long."""


@dataclass(slots=True)
class Pairing:
    """For each key of the first sequence its places in the second (none, one, or several that it is made of), and
    the other way round. `moved` are places in the first whose partner stands out of order."""

    there: list[tuple[int, ...]]
    back: list[tuple[int, ...]]
    moved: set[int] = field(default_factory=set)


def pair_up(first: Sequence[str], second: Sequence[str]) -> Pairing:
    """Set them side by side. Time grows with the longer one's length times the differences'."""
    there: list[tuple[int, ...]] = [()] * len(first)
    back: list[tuple[int, ...]] = [()] * len(second)
    result = Pairing(there, back)
    for start, other, length in _equal(first, second):
        for step in range(length):
            there[start + step] = (other + step,)
            back[other + step] = (start + step,)
    _gaps(result, first, second)
    _elsewhere(result, first, second)
    _gaps(result, first, second)
    return result


def _equal(first: Sequence[str], second: Sequence[str]) -> list[tuple[int, int, int]]:
    """Equal runs (place, other place, length) of the shortest edit script, without the lonely ones."""
    numbers: dict[str, int] = {}
    a = [numbers.setdefault(key, len(numbers)) for key in first]
    b = [numbers.setdefault(key, len(numbers)) for key in second]
    steps = Levenshtein.opcodes(a, b)
    found: list[tuple[int, int, int]] = []
    for index, step in enumerate(steps):
        if step.tag != "equal":
            continue
        length = step.src_end - step.src_start
        if length <= 3 and _lonely(steps, index, length, sum(len(key) for key in first[step.src_start : step.src_end])):
            continue
        found.append((step.src_start, step.dest_start, length))
    return found


def _lonely(steps: Sequence[object], index: int, length: int, letters: int) -> bool:
    if letters >= 12:
        return False
    before = _unequal(steps, index, -1)
    after = _unequal(steps, index, 1)
    return min(before, after) >= _LONE * length


def _unequal(steps: Sequence[object], index: int, way: int) -> int:
    """How long the unequal stretch beside a step is, in the longer of the two sequences."""
    wide = [0, 0]
    at = index + way
    while 0 <= at < len(steps) and steps[at].tag != "equal":  # type: ignore[attr-defined]  # the library's opcode
        step = steps[at]
        wide[0] += step.src_end - step.src_start  # type: ignore[attr-defined]
        wide[1] += step.dest_end - step.dest_start  # type: ignore[attr-defined]
        at += way
    return max(wide)


def _gaps(result: Pairing, first: Sequence[str], second: Sequence[str]) -> None:
    """Pair what is left between neighbours that are partners."""
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
            for mine, theirs in pair(first[at:end], second[begin:stop]):
                for place in mine:
                    result.there[at + place] = tuple(begin + other for other in theirs)
                for other in theirs:
                    result.back[begin + other] = tuple(at + place for place in mine)
        at = end


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


def _elsewhere(result: Pairing, first: Sequence[str], second: Sequence[str]) -> None:
    """Runs that are free on both sides and equal, the longest first; then keys that are left only once in each."""
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
        if best[0]:
            letters = sum(len(key) for key in first[at : at + best[0]])
            found.append((best[0], letters, at, best[1]))
        at += max(1, best[0] - 1)
    for length, letters, start, other in sorted(found, reverse=True):
        if length < 3 and letters < 7:
            continue
        _take(result, first, second, start, other, length)
    _once(result, first, second)


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
        if len(places) == len(others) == 1 and len(key) >= 3:
            _take(result, first, second, places[0], others[0], 1)
