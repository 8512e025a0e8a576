# SPDX-License-Identifier: AGPL-3.0-or-later
"""In which order the saved states of a page are undone: from the append-only rows to one line of states.

Rows are never taken back: an undo is saved as a row of its own that says which earlier state it went back to. Played
again from the first row to the last, they give the line of states that Undo and Redo walk on, and the place on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import merge

NOTHING = 0
"""The key of the state before there was any text."""


@dataclass(frozen=True, slots=True)
class Row:
    """A saved edit, or (`reading`) a text that an engine read. Its key is the number of the edit, or minus that of
    the reading. `back`: the edit says "back to the engine's text". `step` is -1 for what was undone, 1 for what was
    done again, and `source` the key of the state that this went to, if there was just that one."""

    key: int
    at: float
    reading: bool = False
    back: bool = False
    step: int = 0
    source: int | None = None


@dataclass(slots=True)
class Line:
    """The states by their keys, the oldest first; `at` is the place of the present one. `engine` has, for each state
    that is "back to the engine's text", the key of the reading that it meant."""

    states: list[int] = field(default_factory=lambda: [NOTHING])
    at: int = 0
    engine: dict[int, int] = field(default_factory=dict)

    def meant(self, key: int) -> int:
        """The row whose text the state has."""
        return self.engine.get(key, key)


def line_of(rows: Iterable[Row]) -> Line:
    """The line that these rows make; they are put in the order of their times, readings and edits each in their
    own order."""
    line, engine, edited = Line(), NOTHING, False
    both = list(rows)
    readings, edits = [row for row in both if row.reading], [row for row in both if not row.reading]
    for row in merge(readings, edits, key=lambda row: row.at):
        if row.reading:
            engine = row.key
            if not edited:
                _new(line, row.key)
            continue
        if row.back:
            line.engine[row.key] = engine
        if row.source is not None and row.source in line.states:
            line.at = _nearest(line, row.source)
        elif row.step < 0:  # between the state it came from and the one before
            line.states.insert(max(line.at, 1), row.key)
            line.at = max(line.at, 1)
        elif row.step > 0:
            line.at += 1
            line.states.insert(line.at, row.key)
        else:
            _new(line, row.key)
        edited = line.states[line.at] > NOTHING and line.states[line.at] not in line.engine
    return line


def _new(line: Line, key: int) -> None:
    """What was undone before it can not be done again."""
    if line.states == [NOTHING] and key < NOTHING:
        line.states[0] = key  # the first reading: there is nothing before it to go back to
        return
    del line.states[line.at + 1 :]
    line.states.append(key)
    line.at += 1


def _nearest(line: Line, key: int) -> int:
    places = [place for place, state in enumerate(line.states) if state == key]
    return min(places, key=lambda place: abs(place - line.at))
