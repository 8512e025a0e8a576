# SPDX-License-Identifier: AGPL-3.0-or-later
"""`repetition`: a row, line or sentence that stands there again though the page has it once, and loops.

Without a second reading only what follows itself directly, or is long, is a reason to look.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.core.align.source import Source
from app.core.checks.evidence import Compared
from app.core.checks.flag import Flag, Kind, Reason, Severity
from engine.protocol import Finish

_CUT = re.compile(r"\n|</tr\s*>|(?<=[.!?。！？])\s+(?=[^\s\da-z])", re.I)
_SHORT, _LINE, _LONG = 3, 4, 10
"""Words: of a row with a second reading, of a line that follows itself without one, of a sentence anywhere."""
_LOOP = 4
"""Times in a row that are a loop whatever the page has."""


@dataclass(frozen=True, slots=True)
class _Unit:
    start: int
    end: int
    keys: tuple[str, ...]
    words: range


def check(source: Source, compared: Compared | None, finish: Finish | None) -> Iterator[Flag]:
    """Flags of the later copies. `compared` is None without a sound second reading."""
    if finish is Finish.REPETITION:
        at = len(source.text.rstrip())
        yield Flag(Kind.REPETITION, Severity.FAULT, at, at, Reason.STOPPED_LOOP)
    units = [unit for unit in _units(source) if unit.keys]
    last: dict[tuple[str, ...], int] = {}
    counts = _Counts(compared)
    index = 0
    while index < len(units):
        unit = units[index]
        times = 1
        while index + times < len(units) and units[index + times].keys == unit.keys:
            times += 1
        again = times - 1
        if times >= _LOOP and not _on_page(compared, units[index : index + times]):
            end = units[index + again].end
            yield _flag(Reason.LOOP, units[index + 1].start, end, times)
        else:
            earlier = last.get(unit.keys)
            for step in range(times):
                copy = units[index + step]
                first = index if step else earlier
                if first is not None and _repeats(copy, units[first], compared, counts, bool(step)):
                    yield _flag(Reason.LINE_AGAIN, copy.start, copy.end, 2)
        last[unit.keys] = index
        index += times


def _flag(reason: Reason, start: int, end: int, count: int) -> Flag:
    return Flag(Kind.REPETITION, Severity.FAULT, start, end, reason, {"count": count}, (), False, "")


def _repeats(copy: _Unit, first: _Unit, compared: Compared | None, counts: _Counts, next_: bool) -> bool:
    if compared is None:
        return len(copy.keys) >= (_LINE if next_ else _LONG) and sum(map(len, copy.keys)) >= 12
    if len(copy.keys) < _SHORT or counts.page_has_all(copy):
        return False
    return min(_placed(compared, copy), _placed(compared, first)) < 0.5


class _Counts:
    """How often words are in the text and on the page, counted when it is first asked."""

    def __init__(self, compared: Compared | None) -> None:
        self._compared = compared

    @cached_property
    def _both(self) -> tuple[Counter[str], Counter[str]]:
        if self._compared is None:
            return Counter(), Counter()
        alignment = self._compared.alignment
        return Counter(word.key for word in alignment.source.words), Counter(word.key for word in alignment.page.words)

    def page_has_all(self, unit: _Unit) -> bool:
        """Whether the page has each of the words as often as the text, wherever they stand."""
        mine, page = self._both
        return all(page[key] >= mine[key] for key in unit.keys)


def _on_page(compared: Compared | None, copies: Sequence[_Unit]) -> bool:
    """Whether the page has the repetition too; short lines without a second reading have the benefit of the doubt."""
    if compared is None:
        return len(copies[0].keys) < 2 and sum(map(len, copies[0].keys)) < 8
    return min(_placed(compared, copy) for copy in copies) >= 0.5


def _placed(compared: Compared, unit: _Unit) -> float:
    places = compared.alignment.places
    return sum(bool(places[number]) for number in unit.words) / max(1, len(unit.words))


def _units(source: Source) -> Iterator[_Unit]:
    """Lines, rows and sentences with the words in them."""
    number = 0
    start = 0
    cuts = [match.span() for match in _CUT.finditer(source.text)]
    for end, after in [*cuts, (len(source.text),) * 2]:
        first = number
        while number < len(source.words) and source.words[number].start < end:
            number += 1
        keys = tuple(word.key for word in source.words[first:number])
        yield _Unit(start, end, keys, range(first, number))
        start = after
