# SPDX-License-Identifier: AGPL-3.0-or-later
"""Words that the page gives out of order but prints beside their neighbours: the number of a footnote behind the last
word of its line, a raised sign, a unit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from app.core.align.page import PageWord
from app.core.align.sequence import Pairing
from app.core.align.source import SourceWord
from engine.protocol import Box

_MANY = 50
"""Equal words of the page at most that are looked at."""
_GAP = 1.5
"""Heights of the larger word between two words that stand beside each other at most."""
_INTO = 0.5
"""The same by which they may overlap: a raised sign reaches over an italic letter."""


def pair_beside(words: Sequence[SourceWord], page: Sequence[PageWord], result: Pairing) -> None:
    """Pair words without a partner that are equal and stand beside the partners of their neighbours. Boxes are of the
    upright page."""
    free: dict[str, list[int]] = defaultdict(list)
    for place, word in enumerate(page):
        if not result.back[place]:
            free[word.key].append(place)
    for number, source in enumerate(words):
        if result.there[number] or source.key not in free:
            continue
        before = result.there[number - 1][-1:] if number else ()
        after = result.there[number + 1][:1] if number + 1 < len(words) else ()
        for place in free[source.key][:_MANY]:
            box = page[place].boxes[0]
            if any(_follows(page[one].boxes[-1], box) for one in before) or any(
                _follows(box, page[one].boxes[0]) for one in after
            ):
                result.there[number], result.back[place] = (place,), (number,)
                result.moved.add(number)
                free[source.key].remove(place)
                break


def _follows(box: Box, after: Box) -> bool:
    """Whether one stands right behind the other on a row."""
    high = max(box[3] - box[1], after[3] - after[1])
    level = min(box[3], after[3]) - max(box[1], after[1]) > 0
    return level and -_INTO * high <= after[0] - box[2] <= _GAP * high
