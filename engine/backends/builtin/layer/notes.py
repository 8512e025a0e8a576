# SPDX-License-Identifier: AGPL-3.0-or-later
"""Notes at the foot of a page, also those at the foot of one column while the text goes on at the head of the next."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.backends.builtin.layer.flow import Part
from engine.backends.builtin.layer.lines import Line

_RAISED = 0.85
"""Share of the type size that a raised sign has at most."""
_SMALL = 0.97
"""Share of the text's type size that a note's has at most."""
_SIGN = re.compile(r"^(?:\d{1,3}|[*∗†‡§¶#]{1,3})$")
_FOOT = 1
"""Lines below a column's notes at most: what runs along the foot of all pages."""


def begins_note(line: Line, size: float) -> bool:
    """Whether a line of small print has a raised sign before it. `size`: that of the text."""
    sign = line.words[0]
    smaller = len(line.words) > 1 and sign.size < _RAISED * line.words[1].size
    raised = smaller and sign.base < line.base - 0.1 * line.size
    return raised and len(sign.text) <= 3 and line.size < _SMALL * size


def notes_last(parts: Sequence[Part], size: float) -> list[Part]:
    """The parts with the notes at the feet of columns behind the text of all of them."""
    notes: list[Part] = []
    above: Part | None = None
    for number, part in enumerate(parts):
        begins = (
            bool(part.lines) and begins_note(part.lines[0], size) and bool(_SIGN.match(part.lines[0].words[0].text))
        )
        goes_on = bool(notes) and notes[-1] is above and _goes_on(notes[-1], part, size)
        if goes_on or (begins and (above is None or above.table is None) and _at_foot(parts, number, size)):
            notes.append(part)
        above = part
    if not notes:
        return list(parts)
    return [*(part for part in parts if part not in notes), *notes]


def _goes_on(note: Part, part: Part, size: float) -> bool:
    """Whether a part goes on with the notes above it."""
    small = bool(part.lines) and all(line.size < _SMALL * size for line in part.lines)
    return small and _beside(note, part) and part.box[1] > note.box[1]


def _at_foot(parts: Sequence[Part], number: int, size: float) -> bool:
    """Whether nothing but small print stands below a part in its column, and text above it."""
    own = [part for part in parts if _beside(parts[number], part)]
    top = parts[number].box[1]
    below = [line for part in own if part.box[1] > top for line in part.lines if line.size >= _SMALL * size]
    table = any(part.table is not None for part in own if part.box[3] > top)
    return len(below) <= _FOOT and not table and any(part.box[3] <= top + size for part in own)


def _beside(a: Part, b: Part) -> bool:
    """Whether two parts stand in one column."""
    return min(a.box[2], b.box[2]) > max(a.box[0], b.box[0])
