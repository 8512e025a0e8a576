# SPDX-License-Identifier: AGPL-3.0-or-later
"""What stands at both sides of a letter's or a bill's sheet in one block: addresses beside dates and numbers, and
amounts far to the right of what they are for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.backends.builtin.layer.lines import Line
from engine.backends.builtin.layer.words import Word

_AMOUNT = re.compile(
    r"^[-+−(]?(?:[$€£¥₹₽₩]|[A-Z]{3})?\s?[-+−]?\d{1,3}(?:[\d.,'’\u00a0 ]*\d)?\s?(?:[$€£¥₹₽₩%]|[A-Z]{3}|zł|Kč|kr)?[)-]?$"
)
_LABELLED = re.compile(r"^[^\W\d_][^:.,;]{1,30}:(?!//)\s*\S")
_LABEL_WORDS = 4
_FAR = 1.5
"""Type sizes of white before an amount that stands in a column of its own."""
_LEVEL = 0.4
"""Type sizes by which the baselines of one row differ at most."""
_FLUSH = 1.0
"""Type sizes by which the lines of one side begin apart at most, unless they end at one edge."""


def is_amount(words: Sequence[Word]) -> bool:
    text = " ".join(word.text for word in words)
    return len(words) <= 3 and bool(_AMOUNT.match(text)) and any(not c.isdigit() for c in text)


def labelled(line: Line) -> bool:
    """Whether a line says what it is of: "Date: 3 May"."""
    match = _LABELLED.match(line.text)
    return bool(match) and not line.text[0].islower() and len(line.text.partition(":")[0].split()) <= _LABEL_WORDS


def has_amount(line: Line) -> bool:
    """Whether a line ends with an amount, wide white before it."""
    for number in range(len(line.words) - 1, max(0, len(line.words) - 4), -1):
        if line.words[number].x0 - line.words[number - 1].x1 > _FAR * line.size:
            return is_amount(line.words[number:])
    return False


def side_by_side(lines: Sequence[Line]) -> list[Line]:
    """The lines of a block with rows of two parts, the right ones labelled ("Date: 3 May"), side after side."""
    done: list[Line] = []
    rows: list[tuple[Line, Line]] = []
    rest = list(lines)
    while rest:
        pair = _row(rest)
        if pair is not None and (not rows or _goes_on(rows[-1], pair)):
            rows.append(pair)
            del rest[:2]
            continue
        done += _apart(rows)
        rows = []
        if pair is None:
            done.append(rest.pop(0))
    return done + _apart(rows)


def _row(lines: Sequence[Line]) -> tuple[Line, Line] | None:
    """The next two lines, if they are the two sides of one row."""
    if len(lines) < 2:
        return None
    left, right = lines[0], lines[1]
    level = abs(left.base - right.base) < _LEVEL * left.size and left.x1 < right.x0
    return (left, right) if level and not left.rtl else None


def _goes_on(above: tuple[Line, Line], below: tuple[Line, Line]) -> bool:
    size = above[0].size
    flush = abs(above[0].x0 - below[0].x0) < _FLUSH * size
    edge = min(abs(above[1].x0 - below[1].x0), abs(above[1].x1 - below[1].x1)) < _FLUSH * size
    return flush and edge and below[0].base > above[0].base


def _apart(rows: Sequence[tuple[Line, Line]]) -> list[Line]:
    """The left sides before the right ones, if those have labels of their own and need none of the left."""
    named = sum(labelled(right) for _, right in rows)
    bare = not any(left.text.rstrip().endswith(":") for left, _ in rows)
    if len(rows) < 2 or not bare or named * 2 <= len(rows):
        return [line for row in rows for line in row]
    crossing = max(left.x1 for left, _ in rows) >= min(right.x0 for _, right in rows)
    if crossing:
        return [line for row in rows for line in row]
    return [*(left for left, _ in rows), *(right for _, right in rows)]
