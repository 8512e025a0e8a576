# SPDX-License-Identifier: AGPL-3.0-or-later
"""The order of captions over columns: a figure at the top of the right column may begin a little higher than the one
in the left column, but it does not come first."""

from __future__ import annotations

import re

from engine.backends.builtin.layer.flow import Part, goes_on

_CAPTION = re.compile(r"(fig|tab|abb|sch|cha|alg|lis|рис|图|圖|図|表)[^\W\d]*\s*\.?\s*(\d{1,3})\b", re.I)
_SLACK = 2.0
"""Points that the edges of columns may overlap."""


def in_caption_order(parts: list[Part]) -> list[Part]:
    """Captions that stand before one with a smaller number in a column to their left go to their own column: before
    what is next below them there, but behind that caption at once where this would part a sentence."""
    ordered = list(parts)
    for part in reversed(parts):
        own = _caption(part)
        if own is None:
            continue
        at = ordered.index(part)
        earlier = [
            number for number, other in enumerate(ordered)
            if number > at and (its := _caption(other)) and its[0] == own[0] and its[1] < own[1] and _left(other, part)
        ]  # fmt: skip
        if not earlier:
            continue
        below = next((n for n, other in enumerate(ordered) if n > at and _is_below(other, part)), None)
        to = earlier[-1] + 1
        if below is not None and below >= to and not goes_on(ordered[below]):
            to = below
        ordered.insert(to, part)
        del ordered[at]
    return ordered


def _caption(part: Part) -> tuple[str, int] | None:
    """What kind of thing it names, and its number."""
    match = _CAPTION.match(part.lines[0].text) if part.lines and part.table is None else None
    return (match[1].lower(), int(match[2])) if match else None


def _left(other: Part, part: Part) -> bool:
    return other.box[2] <= part.box[0] + _SLACK


def _is_below(other: Part, part: Part) -> bool:
    over = min(other.box[2], part.box[2]) > max(other.box[0], part.box[0])
    return over and other.box[1] >= part.box[3] - _SLACK
