# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables of contents whose page numbers stand far from their titles, so that liteparse takes
them for text of their own, or both for a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.backends.builtin.layer.flow import Part
from engine.backends.builtin.layer.lines import Line, line_of, lines_of
from engine.backends.builtin.layer.loose_rows import leads

_LEAST = 3
"""Lone numbers below each other, from which they are page numbers."""
_EDGE = 3.0
"""Points by which their right edges may differ."""


def join_page_numbers(parts: Sequence[Part]) -> list[Part]:
    """The parts with each lone number of a column of them at the end of the line it stands beside."""
    dotted = [line for part in parts for line in part.lines if leads(line) and line.words[-1].text.isalnum()]
    least = 1 if len(dotted) > 1 else _LEAST
    for part in parts if least == 1 else ():
        _without_table(part, dotted)
    numbers = _column(line for part in parts if part.table is None for line in part.lines if line.numeral)
    if len(numbers) < least:
        return list(parts)
    lone = {id(line) for line in numbers}
    titles = [line for part in parts for line in part.lines if id(line) not in lone]
    if any(line.x0 > numbers[0].x0 for line in titles):
        return list(parts)  # no table of contents: there is text below or above the numbers
    joined: dict[int, Line] = {}
    gone: set[int] = set()
    for number in numbers:
        beside = [t for t in titles if abs(t.base - number.base) < 0.3 * number.size and t.x1 < number.x0]
        if beside:
            title = max(beside, key=lambda line: line.x1)
            joined[id(title)] = line_of([*title.words, *number.words])
            gone.add(id(number))
    if len(gone) < least:
        return list(parts)
    for part in parts:
        part.lines = [joined.get(id(line), line) for line in part.lines if id(line) not in gone]
    return [part for part in parts if part.lines or part.table is not None]


def _without_table(part: Part, dotted: Sequence[Line]) -> None:
    """Make lines of a table that is titles without dots, with their pages below those of the others."""
    if part.table is None or part.kind != "loose":
        return
    lines = lines_of(part.table.words())
    right = max(line.x1 for line in dotted)
    if all(abs(line.x1 - right) < _EDGE and line.words[-1].text.isdecimal() for line in lines):
        part.table, part.lines, part.kind = None, lines, "paragraph"


def _column(lines: Iterable[Line]) -> list[Line]:
    """Those that share the right edge of the one furthest to the right."""
    found = list(lines)
    right = max((line.x1 for line in found), default=0.0)
    return [line for line in found if right - line.x1 < _EDGE]
