# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pairs of unlike keys in one gap: a misread word, a number with another digit, one word against two."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from rapidfuzz.distance import Indel

from app.core.align.normal import is_number

_LARGEST = 4000
"""Cells of the table at most; a larger gap has no order to go by."""
_APART = -0.15
"""For a key without a partner: two unlike keys are rather apart than together."""
_DIGITS = re.compile(r"\d+")
_TIE = 1e-9
"""Sums of likenesses are equal within this; then the later pair is taken, beside what follows."""

Pair = tuple[tuple[int, ...], tuple[int, ...]]


def pair(first: Sequence[str], second: Sequence[str]) -> list[Pair]:
    """The best pairs in order, as places in each; equal keys too. Keys without a partner are left out."""
    if not first or not second:
        return []
    whole = _run_together(first, second)
    if whole is not None:
        (start, end), (begin, stop) = whole
        rest = pair(first[end:], second[stop:])
        return [
            *pair(first[:start], second[:begin]),
            (tuple(range(start, end)), tuple(range(begin, stop))),
            *((tuple(end + n for n in mine), tuple(stop + n for n in theirs)) for mine, theirs in rest),
        ]
    if len(first) * len(second) > _LARGEST:
        return _edges(first, second)
    rows, columns = len(first), len(second)
    score = [[_APART * column for column in range(columns + 1)]]
    steps: list[list[tuple[int, int]]] = [[(0, 1)] * (columns + 1)]
    for row in range(1, rows + 1):
        line = [_APART * row]
        taken = [(1, 0)]
        above = score[row - 1]
        a = first[row - 1]
        for column in range(1, columns + 1):
            b = second[column - 1]
            best, step = above[column - 1] + _likeness(a, b), (1, 1)
            if above[column] + _APART > best + _TIE:
                best, step = above[column] + _APART, (1, 0)
            if line[column - 1] + _APART > best + _TIE:
                best, step = line[column - 1] + _APART, (0, 1)
            if row > 1 and len(b) > len(a):
                value = score[row - 2][column - 1] + 2 * _whole(first[row - 2] + a, b)
                if value > best:
                    best, step = value, (2, 1)
            if column > 1 and len(a) > len(b):
                value = above[column - 2] + 2 * _whole(a, second[column - 2] + b)
                if value > best:
                    best, step = value, (1, 2)
            line.append(best)
            taken.append(step)
        score.append(line)
        steps.append(taken)
    return _back(steps, rows, columns)


def _run_together(first: Sequence[str], second: Sequence[str]) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """A key on one side that is three or more on the other, written without spaces."""
    if len(first) + len(second) > _LARGEST:
        return None
    found = _made_of(second, first)
    if found:
        return found[1], (found[0], found[0] + 1)
    found = _made_of(first, second)
    return ((found[0], found[0] + 1), found[1]) if found else None


def _made_of(keys: Sequence[str], parts: Sequence[str]) -> tuple[int, tuple[int, int]] | None:
    """The place of a long key, and from where to where the parts are that it is made of."""
    if len(parts) < 3 or not any(map(_is_long, keys)):
        return None
    ends = list(accumulate(map(len, parts), initial=0))
    joined = "".join(parts)
    for number, key in enumerate(keys):
        at = joined.find(key) if _is_long(key) else -1
        if at < 0:
            continue
        start, stop = bisect_left(ends, at), bisect_left(ends, at + len(key))
        if stop < len(ends) and ends[start] == at and ends[stop] == at + len(key) and stop - start >= 3:
            return number, (start, stop)
    return None


def _is_long(key: str) -> bool:
    return len(key) >= 12 or (len(key) >= 7 and key.isdigit())  # a million, its thousands apart


def _back(steps: list[list[tuple[int, int]]], row: int, column: int) -> list[Pair]:
    pairs: list[Pair] = []
    while row > 0 and column > 0:
        down, right = steps[row][column]
        if down and right:
            pairs.append((tuple(range(row - down, row)), tuple(range(column - right, column))))
        row, column = row - down, column - right
    return pairs[::-1]


@lru_cache(maxsize=65536)
def _likeness(a: str, b: str) -> float:
    """-1 (never together) to 1 (equal). Numbers go with numbers: their digits may differ in all."""
    if a == b:
        return 1.0
    if is_number(a) != is_number(b):
        return Indel.normalized_similarity(a, b) - 0.6
    likeness = Indel.normalized_similarity(a, b)
    if is_number(a):
        return max(0.05, likeness - 0.1)
    if len(a) == 1 and len(b) == 1:
        return 0.02  # one Han character for another, one letter for another
    return likeness - 0.25 if likeness > 0.3 else -0.2


def _whole(a: str, b: str) -> float:
    """One key against two: only if together they are nearly the same."""
    if a == b:
        return 1.0
    digits = _DIGITS.findall(a), _DIGITS.findall(b)
    if is_number(a) and "".join(digits[0]) == "".join(digits[1]) and not any(sign.isalpha() for sign in b):
        return 0.9  # one number, torn at its point
    if abs(len(a) - len(b)) > 2 or len(a) < 5 or digits[0] != digits[1]:
        return -1.0  # a number beside a word is no part of it
    likeness = Indel.normalized_similarity(a, b)
    return likeness - 0.3 if likeness > 0.8 else -1.0


def _edges(first: Sequence[str], second: Sequence[str]) -> list[Pair]:
    """Of a large gap only the ends: what stands beside a pair may be its misread neighbour."""
    pairs: list[Pair] = []
    if _likeness(first[0], second[0]) > 0.2:
        pairs.append(((0,), (0,)))
    if _likeness(first[-1], second[-1]) > 0.2:
        pairs.append(((len(first) - 1,), (len(second) - 1,)))
    return pairs
