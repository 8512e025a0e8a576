# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which height of the page belongs to which place of the Markdown: what scrolls both in step. Plain values, no Qt.

Places are code points of the Markdown, heights shares of the upright page's height. Between the lines that
are known, both run evenly; where a column ends, the height jumps.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.align import Alignment

_SAME_LINE = 0.004
"""Words whose heights differ by less stand on one line."""


@dataclass(frozen=True, slots=True)
class HeightMap:
    """`places` and `heights` of the known lines, in the order of the text."""

    places: tuple[int, ...]
    heights: tuple[float, ...]

    def height_at(self, place: float) -> float | None:
        """The height of a place of the text; None where nothing of the page is known."""
        if not self.places:
            return None
        before = bisect_right(self.places, place) - 1
        if before < 0:
            return self.heights[0]
        if before == len(self.places) - 1:
            return self.heights[-1]
        low, high = self.heights[before], self.heights[before + 1]
        if high < low:  # the next column
            return low
        first, last = self.places[before], self.places[before + 1]
        return low + (high - low) * (place - first) / max(1, last - first)

    def place_at(self, height: float, near: float) -> float | None:
        """The place of the text at a height of the page; of several columns the one closest to `near`."""
        if not self.places:
            return None
        best: tuple[float, float, float] | None = None  # how far in height, how far from `near`, the place
        for first, last, low, high in zip(self.places, self.places[1:], self.heights, self.heights[1:], strict=False):
            if low <= height <= high:
                share = (height - low) / (high - low) if high > low else 0.0
                found = (0.0, abs(first + share * (last - first) - near), first + share * (last - first))
            else:
                away, place = min((abs(height - low), first), (abs(height - high), last))
                found = (away, abs(place - near), float(place))
            if best is None or found < best:
                best = found
        return best[2] if best is not None else float(self.places[0])


def height_map(alignment: Alignment) -> HeightMap:
    """From the words that were found, one point for each line of the page. May be called from any thread."""
    places: list[int] = []
    heights: list[float] = []
    lines = alignment.page.lines
    bottom = 0.0
    for number, word in enumerate(alignment.source.words):
        found = alignment.places[number]
        if not found or number in alignment.moved:
            continue
        box = lines[alignment.page.words[found[0]].line]
        if not heights or abs(box[1] - heights[-1]) > _SAME_LINE:
            if heights and box[1] < heights[-1]:
                places.append(max(places[-1], word.start - 1))
                heights.append(max(bottom, heights[-1]))  # the foot of the column before
            places.append(_block_start(alignment, number, places))
            heights.append(box[1])
            bottom = box[3]
        else:
            bottom = max(bottom, box[3])
    if places:
        last = alignment.source.words[-1].end
        places.append(max(places[-1], last))
        heights.append(max(bottom, heights[-1]))
        if heights[0] <= min(heights) + _SAME_LINE:
            places[0], heights[0] = 0, 0.0  # the head of the text is the head of the sheet
    return HeightMap(tuple(places), tuple(heights))


def _block_start(alignment: Alignment, number: int, places: list[int]) -> int:
    """The first word of a block stands for the block's start, with the signs before it."""
    word = alignment.source.words[number]
    first = number == 0 or alignment.source.words[number - 1].block != word.block
    start = alignment.source.blocks[word.block].start if first else word.start
    return max(start, places[-1] if places else 0)
