# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where each word of the Markdown stands on the page, and which Markdown a place of the page became.

Spans are code points of the Markdown, boxes fractions of the upright page as in the protocol.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.core.align import page as pages
from app.core.align.beside import pair_beside
from app.core.align.page import Page, around, middle
from app.core.align.sequence import pair_up
from app.core.align.source import Source
from app.core.align.source import read as read_source
from engine.protocol import Box, Word

_REACH = 0.02
"""How far beside a word a click may be, as a share of the page."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a span stands: a box for each line of it. `sure` is false where nothing of the span itself was found and
    its neighbours bound the region (drawn dashed)."""

    boxes: tuple[Box, ...]
    sure: bool


@dataclass(frozen=True, slots=True)
class Alignment:
    """The map between one text and one list of words. `places[i]` are the numbers in `page.words` that the source's
    word `i` stands at, `back[j]` the source's words of the page's word `j`; `moved` are source words whose partner
    was found out of order."""

    source: Source
    page: Page
    places: tuple[tuple[int, ...], ...]
    back: tuple[tuple[int, ...], ...]
    moved: frozenset[int]
    _starts: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._starts.extend(word.start for word in self.source.words)

    def words_in(self, start: int, end: int) -> range:
        """The numbers of the source's words that the span touches; of an empty span the word it is in."""
        words = self.source.words
        first = bisect_right(self._starts, start) - 1
        if first < 0 or words[first].end <= start:
            first += 1
        return range(first, max(first, bisect_left(self._starts, max(end, start + 1))))

    def place(self, start: int, end: int) -> Place | None:
        """Where the span stands on the page; None if the whole block and its neighbours have no place."""
        inside = self.words_in(start, end)
        found = self._boxes(inside)
        if found:
            return Place(_by_line(found), True)
        return self._bounded(start, end, inside)

    def span_at(self, x: float, y: float) -> tuple[int, int] | None:
        """The span of the Markdown word at a point of the page, or near it; None where no word is."""
        best: tuple[float, int] | None = None
        for number, word in enumerate(self.page.words):
            if not self.back[number]:
                continue
            for box in word.boxes:
                away = max(box[0] - x, x - box[2], 0.0) + max(box[1] - y, y - box[3], 0.0)
                if away <= _REACH and (best is None or away < best[0]):
                    best = (away, number)
        return None if best is None else self._span([best[1]])

    def span_in(self, region: Box) -> tuple[int, int] | None:
        """The span from the first to the last Markdown word whose middle is inside the region."""
        left, top, right, bottom = region
        inside = [
            number
            for number, word in enumerate(self.page.words)
            if any(left <= x <= right and top <= y <= bottom for x, y in map(middle, word.boxes))
        ]
        return self._span(inside)

    def block_at(self, position: int) -> int | None:
        """The number of the block that a position of the Markdown is in."""
        starts = [block.start for block in self.source.blocks]
        index = bisect_right(starts, position) - 1
        return index if index >= 0 else None

    def block_place(self, number: int) -> Place | None:
        """The region of a block, for panes that scroll in step."""
        block = self.source.blocks[number]
        found = self.place(block.start, block.end)
        return None if found is None else Place((around(found.boxes),), found.sure)

    def _boxes(self, numbers: Sequence[int]) -> list[tuple[int, Box]]:
        """Boxes with the line that they are on."""
        return [
            (self.page.words[place].line + part, box)
            for number in numbers
            for place in self.places[number]
            for part, box in enumerate(self.page.words[place].boxes)
        ]

    def _span(self, places: Sequence[int]) -> tuple[int, int] | None:
        words = [self.source.words[number] for place in places for number in self.back[place]]
        return (min(word.start for word in words), max(word.end for word in words)) if words else None

    def _bounded(self, start: int, end: int, inside: range) -> Place | None:
        """The region between the located neighbours; those of the same block count first."""
        del end
        before = next((n for n in range(inside.start - 1, -1, -1) if self.places[n]), None)
        after = next((n for n in range(inside.stop, len(self.places)) if self.places[n]), None)
        block = self.block_at(start)
        near = [n for n in (before, after) if n is not None and self.source.words[n].block == block]
        chosen = near or [n for n in (before, after) if n is not None]
        boxes = [box for _, box in self._boxes(chosen)]
        if not boxes:
            return None
        region = around(boxes)
        if len(chosen) == 2 and region[3] - region[1] > 0.5:
            region = boxes[0]  # neighbours far apart bound nothing
        return Place((region,), False)


def align(text: str, words: Sequence[Word]) -> Alignment:
    """Set the Markdown beside the page's words. Never raises on any text or words; may be called from any thread.
    About 30 ms for a page of 10 KB."""
    source = read_source(text)
    return set_beside(source, pages.read(words, frozenset(word.key for word in source.words)))


def set_beside(source: Source, page: Page) -> Alignment:
    """The same of what was read already."""
    pairing = pair_up(
        [word.key for word in source.words],
        [word.key for word in page.words],
        lambda pairing: pair_beside(source.words, pages.upright(page).words, pairing),
    )
    return Alignment(source, page, tuple(pairing.there), tuple(pairing.back), frozenset(pairing.moved))


def _by_line(boxes: Sequence[tuple[int, Box]]) -> tuple[Box, ...]:
    """One box for all that stands on a line, in the order of the text."""
    lines: dict[int, list[Box]] = {}
    for line, box in boxes:
        lines.setdefault(line, []).append(box)
    return tuple(around(group) for group in lines.values())
