# SPDX-License-Identifier: AGPL-3.0-or-later
"""Words that the page gives out of order but prints beside their neighbours: the number of a footnote behind the last
word of its line, a raised sign, a cell between two others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from app.core.align.page import PageWord
from app.core.align.sequence import Pairing
from app.core.align.source import SourceWord
from engine.protocol import Box

_MANY = 50
"""Equal words of the page at most that are looked at."""
_NEAR = 3
"""Words within which a neighbour with a partner is looked for."""
_GAP = 1.5
"""Heights of the larger word between two words that stand beside each other at most."""
_INTO = 0.5
"""The same by which they may overlap: a raised sign reaches over an italic letter."""


def pair_beside(words: Sequence[SourceWord], page: Sequence[PageWord], result: Pairing) -> None:
    """Pair words without a partner that are equal and stand beside the partners of their neighbours, or between them on
    their row. Boxes are of the upright page."""
    free: dict[str, list[int]] = defaultdict(list)
    for place, word in enumerate(page):
        if not result.back[place]:
            free[word.key].append(place)
    for number, source in enumerate(words):
        if result.there[number] or source.key not in free:
            continue
        before, after = _placed(result, number, -1), _placed(result, number, 1)
        left = page[result.there[before][-1]].boxes[-1] if before is not None else None
        right = page[result.there[after][0]].boxes[0] if after is not None else None
        for place in free[source.key][:_MANY]:
            box = page[place].boxes[0]
            if (
                (left and before == number - 1 and _follows(left, box))
                or (right and after == number + 1 and _follows(box, right))
                or (left and right and _between(left, box, right))
            ):
                result.there[number], result.back[place] = (place,), (number,)
                result.moved.add(number)
                free[source.key].remove(place)
                break


def _placed(result: Pairing, number: int, step: int) -> int | None:
    """The nearest word in this direction that has a partner, if it is near."""
    for away in range(1, _NEAR + 1):
        other = number + step * away
        if 0 <= other < len(result.there) and result.there[other]:
            return other
    return None


def _between(left: Box, box: Box, right: Box) -> bool:
    """Whether a box is on the row of two others, and between them: the cell of a table."""
    into = _INTO * (box[3] - box[1])
    middle = (box[1] + box[3]) / 2
    return (
        left[1] < middle < left[3]
        and right[1] < middle < right[3]
        and left[2] - into <= box[0]
        and box[2] <= right[0] + into
    )


def _follows(box: Box, after: Box) -> bool:
    """Whether one stands right behind the other on a row."""
    high = max(box[3] - box[1], after[3] - after[1])
    level = min(box[3], after[3]) - max(box[1], after[1]) > 0
    return level and -_INTO * high <= after[0] - box[2] <= _GAP * high
