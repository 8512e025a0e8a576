# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where in the text belongs what only the page has.

The page's own order is one witness: cells come column by column, footers first. What stands beside, above and below are
the others; the gap between two words of the text that most of them name is the place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from app.core.align import Alignment
from app.core.align.page import around
from engine.protocol import Box

_ROW = 0.3
"""Share of the page's width between two cells of a row."""
_PROSE = 3
"""Blanks within a row of a column at least."""
_BETWEEN = 2
"""Words at most that the text has between those of such a row."""
_WIDER = 2.5
"""The gap between two columns against a usual blank in them."""
_FULL_WIDTH = "。，、；：？！）」』》"
_CLOSING = frozenset(".,;:!?)]…%”’»\"'" + _FULL_WIDTH)
_RIGHT_TO_LEFT = frozenset(map(chr, (*range(0x590, 0x8FF), *range(0xFB1D, 0xFDFF))))


class _Witness(NamedTuple):
    """Says gap `gap`, which is before the text's word of that number; `number` is the page word that says so, and
    `before` whether the run comes after it."""

    gap: int
    before: bool
    number: int


class Belongs:
    """The words of one page that the text has, by their height on the page."""

    def __init__(self, alignment: Alignment, high: float) -> None:
        self._back, self._words, self._source = alignment.back, alignment.page.words, alignment.source
        self._high = high
        self._shelves: dict[int, list[int]] = {}
        for number, word in enumerate(self._words):
            if self._back[number]:
                _, top, _, bottom = word.boxes[-1]
                for shelf in range(int(top / high), int(bottom / high) + 1):
                    self._shelves.setdefault(shelf, []).append(number)

    def place(self, run: Sequence[int]) -> int:
        """A position of the text, for numbers of page words that it does not have. On their own line the words beside
        them decide."""
        first, last = run[0], run[-1] + 1
        column = self._in_column(run)
        if column is not None:
            return self._end(column.gap) if column.before else self._source.words[column.gap].start
        if first and self._back[first - 1] and self._words[first - 1].line == self._words[first].line:
            return self._end(self._back[first - 1][-1] + 1)
        region = around([box for place in run for box in self._words[place].boxes])
        gaps = list(self._gaps(run, region))
        if not gaps:
            return 0
        beside = last < len(self._words) and self._back[last] and self._words[last].line == self._words[last - 1].line
        if beside and not gaps[0].before:
            return self._source.words[self._back[last][0]].start
        votes = Counter(one.gap for one in gaps)
        best = min(gaps, key=lambda one: (-votes[one.gap], _away(region, self._words[one.number].boxes[-1])))
        after = any(one.before for one in gaps if one.gap == best.gap)
        return self._end(best.gap) if after else self._source.words[best.gap].start

    def _in_column(self, run: Sequence[int]) -> _Witness | None:
        """What is above or below a run that is the row of a column, where the page gives columns row by row: the gaps
        beside it are wider than those within it. None of other runs."""
        whole = range(run[0], run[-1] + 1)
        boxes = [box for place in whole for box in self._words[place].boxes]
        inside = sorted(after[0] - box[2] for box, after in pairwise(boxes) if after[0] > box[0])
        if len(inside) < _PROSE or len(inside) + 1 < len(boxes) or len(whole) > len(run) + _BETWEEN:
            return None
        gutter = max(boxes[0][3] - boxes[0][1], _WIDER * inside[len(inside) // 2], 1.5 * inside[-1])
        sides = [(boxes[0], n) for n in (run[0] - 1,) if n >= 0]
        sides += [(boxes[-1], n) for n in (run[-1] + 1,) if n < len(self._words)]
        gaps = [gap for box, n in sides if (gap := self._beyond(box, self._words[n].boxes[0])) is not None]
        if not gaps or min(gaps) < gutter:
            return None
        covered = [place for place in whole if self._back[place]]
        if covered:  # the larger part of the run is behind them, or before
            behind = 2 * (covered[-1] - run[0]) < len(whole)
            return self._witness(covered[-1] if behind else covered[0], behind)
        return self._next_row(boxes, True) or self._next_row(boxes, False)

    def _next_row(self, boxes: Sequence[Box], above: bool) -> _Witness | None:
        """The last word of the row above the boxes and in their columns, or the first of the row below. Rows may be
        tilted: a word is set against the box that it stands above or below."""
        left, top, right, bottom = around(boxes)
        near: list[tuple[float, int]] = []
        shelves = range(int(top / self._high) - 4, int(bottom / self._high) + 5)
        for number in {number for shelf in shelves for number in self._shelves.get(shelf, ())}:
            box = self._words[number].boxes[-1]
            if box[0] < right and box[2] > left:
                middle = (box[0] + box[2]) / 2
                own = min(boxes, key=lambda one: max(one[0] - middle, middle - one[2]))
                away = ((own[1] + own[3]) - (box[1] + box[3])) / 2 * (1 if above else -1)
                if away > 0.5 * (own[3] - own[1]):
                    near.append((away, number))
        row = [number for away, number in near if away < 1.4 * min(near)[0]]
        if not row:
            return None
        best = (max if above else min)(row, key=lambda number: self._back[number][-1 if above else 0])
        return self._witness(best, above)

    @staticmethod
    def _beyond(region: Box, box: Box) -> float | None:
        """How far to the side of a row a word on it is."""
        level = min(region[3], box[3]) - max(region[1], box[1]) > 0.3 * (box[3] - box[1])
        return max(box[0] - region[2], region[0] - box[2]) if level else None

    def _end(self, gap: int) -> int:
        """Behind the word before the gap, and behind the signs that end a sentence."""
        text, end = self._source.text, self._source.words[gap - 1].end
        stop = end
        while stop < len(text) and text[stop] in _CLOSING:
            stop += 1
        return stop if stop == len(text) or text[stop].isspace() or text[stop - 1] in _FULL_WIDTH else end

    def _gaps(self, run: Sequence[int], region: Box) -> Iterator[_Witness]:
        begin, end = self._words[run[0]].boxes[0], self._words[run[-1]].boxes[-1]
        yield from self._beside(begin, end)
        before = next((n for n in range(run[0] - 1, -1, -1) if self._back[n]), None)
        after = next((n for n in range(run[-1] + 1, len(self._back)) if self._back[n]), None)
        if before is not None:
            yield self._witness(before, True)
        if after is not None:
            yield self._witness(after, False)
        around_it = list(self._above_and_below(region, self._is_lines(run)))
        yield from around_it
        if len(around_it) == 2 and around_it[0].gap == around_it[1].gap:
            yield from around_it  # the column goes on there: that outweighs what stands in another one

    def _witness(self, number: int, before: bool) -> _Witness:
        own = self._back[number]
        return _Witness(own[-1] + 1 if before else own[0], before, number)

    def _beside(self, begin: Box, end: Box) -> Iterator[_Witness]:
        """What stands on the row, to the left and to the right."""
        left = self._nearest(begin, lambda box: begin[0] - box[2])
        right = self._nearest(end, lambda box: box[0] - end[2])
        for number, is_left in ((left, True), (right, False)):
            if number is not None:
                from_right = self._source.words[self._back[number][0]].key[0] in _RIGHT_TO_LEFT
                yield self._witness(number, is_left != from_right)

    def _nearest(self, box: Box, away: Callable[[Box], float]) -> int | None:
        middle = (box[1] + box[3]) / 2
        found = [
            (distance, number)
            for number in self._shelves.get(int(middle / self._high), ())
            if (other := self._words[number].boxes[-1])[1] <= middle <= other[3]
            and 0 <= (distance := away(other)) < _ROW
        ]
        return min(found)[1] if found else None

    def _is_lines(self, run: Sequence[int]) -> bool:
        """Whether a run is lines from their first to their last word."""
        words, first, last = self._words, run[0], run[-1]
        begins = not first or words[first - 1].line != words[first].line
        ends = last + 1 == len(words) or words[last + 1].line != words[last].line
        return begins and ends and last - first + 1 == len(run)

    def _above_and_below(self, region: Box, whole: bool) -> Iterator[_Witness]:
        """The last word of the next row above in the run's columns, and the first of the next row below; where the run
        is `whole` lines, of the lines that are there."""
        left, top, right, bottom = region
        shelves = int(top / self._high), int(bottom / self._high)
        for step, shelf in ((-1, shelves[0]), (1, shelves[1])):
            for number in range(shelf, shelf + 4 * step, step):
                row = [
                    place
                    for place in self._shelves.get(number, ())
                    if (box := self._words[place].boxes[-1])[0] < right and box[2] > left
                    and ((box[1] + box[3]) / 2 < top if step < 0 else (box[1] + box[3]) / 2 > bottom)
                ]  # fmt: skip
                if row and whole:
                    lines = {self._words[place].line for place in row}
                    row = [n for n in self._shelves[number] if self._words[n].line in lines]
                if row and step < 0:
                    yield self._witness(max(row, key=lambda place: self._back[place][-1]), True)
                elif row:
                    yield self._witness(min(row, key=lambda place: self._back[place][0]), False)
                if row:
                    break


def _away(box: Box, other: Box) -> float:
    """The gap between two boxes, to the side and up or down."""
    return max(box[0] - other[2], other[0] - box[2], 0.0) + max(box[1] - other[3], other[1] - box[3], 0.0)
