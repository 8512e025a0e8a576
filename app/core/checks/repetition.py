# SPDX-License-Identifier: AGPL-3.0-or-later
"""`repetition`: a row, line or sentence that stands there more often than on the page, and loops.

Without a second reading only what follows itself directly, or is long, is a reason to look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from app.core.align.source import Source
from app.core.checks.doubled import LOOP
from app.core.checks.evidence import Compared
from app.core.checks.flag import Flag, Kind, Reason, Severity
from app.core.checks.units import Unit, units
from engine.protocol import Finish

_SHORT, _LINE, _LONG = 3, 4, 10
"""Words: of a row with a second reading, of a line that follows itself without one, of a sentence anywhere."""


def check(source: Source, compared: Compared | None, finish: Finish | None) -> Iterator[Flag]:
    """Flags of the later copies. `compared` is None without a sound second reading."""
    if finish is Finish.REPETITION:
        at = len(source.text.rstrip())
        yield Flag(Kind.REPETITION, Severity.FAULT, at, at, Reason.STOPPED_LOOP)
    parts = [unit for unit in units(source) if unit.keys]
    yield from _alone(parts) if compared is None else _beside_page(parts, compared)


def _runs(units: Sequence[Unit]) -> Iterator[range]:
    """Numbers of units that follow each other and are equal; most are alone."""
    index = 0
    while index < len(units):
        end = index + 1
        while end < len(units) and units[end].keys == units[index].keys:
            end += 1
        yield range(index, end)
        index = end


def _alone(units: Sequence[Unit]) -> Iterator[Flag]:
    """Nobody knows what the page has: nothing is said against the text, and nothing is deleted."""
    seen: set[tuple[str, ...]] = set()
    for run in _runs(units):
        keys = units[run.start].keys
        letters = sum(map(len, keys))
        if len(run) >= LOOP and (len(keys) > 1 or letters >= 8):
            start, end = units[run.start + 1].start, units[run.stop - 1].end
            yield Flag(Kind.REPETITION, Severity.DOUBT, start, end, Reason.LOOP, {"count": len(run)}, (), False)
        else:
            for number in run:
                least = _LINE if number > run.start else _LONG if keys in seen else None
                if least is not None and len(keys) >= least and letters >= 12:
                    start, end = units[number].start, units[number].end
                    yield Flag(Kind.REPETITION, Severity.HINT, start, end, Reason.LINE_TWICE, {"count": 2}, (), False)
        seen.add(keys)


def _beside_page(units: Sequence[Unit], compared: Compared) -> Iterator[Flag]:
    """As many copies as the text has more than the page."""
    counts = _Counts(compared)
    surplus = _surplus(units, compared)
    for run in _runs(units):
        again = [number for number in run if number in surplus and not counts.page_has_all(units[number])]
        if len(run) >= LOOP and again:  # all are equal: the last ones go
            start, end = units[run.stop - len(again)].start, units[run.stop - 1].end
            yield Flag(Kind.REPETITION, Severity.FAULT, start, end, Reason.LOOP, {"count": len(run)}, (), False, "")
            continue
        for number in again:
            copy = units[number]
            if len(copy.keys) >= _SHORT:
                yield Flag(
                    Kind.REPETITION,
                    Severity.FAULT,
                    copy.start,
                    copy.end,
                    Reason.LINE_AGAIN,
                    {"count": 2},
                    (),
                    False,
                    "",
                )


def _surplus(units: Sequence[Unit], compared: Compared) -> set[int]:
    """Numbers of units that the text has more often than the page: those without a place there. The first of equal ones
    stays: where it is without a place and a later one has one, that one goes for it."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for number, unit in enumerate(units):
        groups.setdefault(unit.keys, []).append(number)
    found: set[int] = set()
    for group in groups.values():
        if len(group) > 1:
            lost = [number for number in group if _placed(compared, units[number]) < 0.5]
            if lost[:1] == group[:1]:
                gone = set(lost)
                lost[:1] = [number for number in group if number not in gone][:1]
            found.update(lost)
    return found


class _Counts:
    """How often words are in the text and on the page, counted when it is first asked."""

    def __init__(self, compared: Compared) -> None:
        self._compared = compared

    @cached_property
    def _both(self) -> tuple[Counter[str], Counter[str]]:
        alignment = self._compared.alignment
        return Counter(word.key for word in alignment.source.words), Counter(word.key for word in alignment.page.words)

    def page_has_all(self, unit: Unit) -> bool:
        """Whether the page has each of the words as often as the text, wherever they stand."""
        mine, page = self._both
        return all(page[key] >= mine[key] for key in unit.keys)


def _placed(compared: Compared, unit: Unit) -> float:
    places = compared.alignment.places
    return sum(bool(places[number]) for number in unit.words) / max(1, len(unit.words))
