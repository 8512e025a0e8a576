# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where the covered text of a page is, and what of the uncovered words is part of it.

The page's own order is not enough: cells of a table may come column by column. So rows are made by height.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from app.core.align.normal import has_digit, is_single
from app.core.align.page import PageWord, around
from app.core.align.source import TABLES
from app.core.checks.belongs import Belongs
from app.core.checks.evidence import Compared
from engine.protocol import Box

_CELLS = 3
"""Covered boxes side by side that are the row of a table."""
_MANY = 6
"""Words in lines of three or more that are text wherever they stand; a figure has fewer in a line."""
_ROW = 0.3
"""Share of the page's width between two cells of a row."""
_NEAR = 2.6
"""Heights of a line within which the body's next line is."""


@dataclass(frozen=True, slots=True)
class Run:
    """Numbers of uncovered page words that belong together: next to each other in the page's order, or on one row."""

    places: tuple[int, ...]

    @property
    def first(self) -> int:
        return self.places[0]


class Body:
    """The covered lines of one page. Building it takes time with the number of words, asking with the lines near."""

    def __init__(self, compared: Compared) -> None:
        self._alignment = compared.level
        self._page = self._alignment.page
        pairs = list(zip(self._page.words, self._alignment.back, strict=True))
        self._covered = {word.line for word, back in pairs if back}
        boxes = [self._page.lines[line] for line in self._covered]
        self.high = max(1e-4, median([box[3] - box[1] for box in boxes] or [0.01]))
        self._by_height: dict[int, list[Box]] = {}
        for box in boxes:
            for shelf in range(int(box[1] / self.high), int(box[3] / self.high) + 1):
                self._by_height.setdefault(shelf, []).append(box)

        self._belongs: Belongs | None = None

    def runs(self, free: list[range]) -> Iterator[Run]:
        """The runs; those on one row that nothing covered parts become one."""
        waiting: list[int] = []
        for run in free:
            if waiting and not self._same_row(waiting[-1], run.start):
                yield Run(tuple(waiting))
                waiting = []
            waiting += run
        if waiting:
            yield Run(tuple(waiting))

    def holds(self, run: Run) -> bool:
        """Whether a run is part of the text: its line or row is covered in part, covered lines are right above and
        below it, or on one side and it is prose; or it is long."""
        words = self._words(run)
        if any(word.line in self._covered for word in words):
            return True
        region = around([box for word in words for box in word.boxes])
        if self._in_row(region, words):
            return True
        above, below = self._beside(region)
        if (above and below) or max(above, below) >= _CELLS or self._goes_on(words):
            return True
        single = sum(map(is_single, (word.key for word in words)))
        numbers = sum(len(word.key) < 2 or has_digit(word.key) for word in words) - single
        if numbers > 0.5 * len(words):
            return False  # the axes of a figure
        rows = len({round((word.boxes[0][1] + word.boxes[0][3]) / 2 / self.high) for word in words})
        if single > 0.5 * len(words):  # may be written from above to below
            rows = min(rows, len({round((word.boxes[0][0] + word.boxes[0][2]) / 2 / self.high) for word in words}))
        return (len(words) >= _MANY or above + below > 0) and len(words) >= 3 * rows

    def _goes_on(self, words: Sequence[PageWord]) -> bool:
        """Whether the first row of the words is the next of a table: most of them are below a word of it, two rows up
        at most."""
        first = min(word.boxes[0][1] for word in words)
        row = [word.boxes[0] for word in words if word.boxes[0][1] < first + 0.5 * self.high]
        near = [box for box in self._cells if first - 2 * _NEAR * self.high < box[1] < first - 0.5 * self.high]
        below = sum(any(min(box[2], other[2]) > max(box[0], other[0]) for other in near) for box in row)
        return below >= max(_CELLS, 0.6 * len(row))

    @cached_property
    def _cells(self) -> list[Box]:
        """Boxes of the words that the text has in tables."""
        source = self._alignment.source
        of_table = [block.kind in TABLES for block in source.blocks]
        return [
            word.boxes[0]
            for word, back in zip(self._page.words, self._alignment.back, strict=True)
            if back and of_table[source.words[back[0]].block]
        ]

    def surrounds(self, run: Run) -> bool:
        """Whether a word or two stand in the text for certain: covered words on their row, or right above and below."""
        words = self._words(run)
        region = around([box for word in words for box in word.boxes])
        return self._in_row(region, words) or min(self._beside(region)) > 0

    def place(self, run: Run) -> int:
        """Where in the text a run belongs."""
        if self._belongs is None:
            self._belongs = Belongs(self._alignment, self.high)
        return self._belongs.place(run.places)

    def _words(self, run: Run) -> list[PageWord]:
        return [self._page.words[place] for place in run.places]

    def _same_row(self, place: int, other: int) -> bool:
        """Whether two free words are on one row with at most a cell's worth of covered words between them."""
        a, b = self._page.words[place].boxes[-1], self._page.words[other].boxes[0]
        level = min(a[3], b[3]) - max(a[1], b[1]) > 0.5 * min(a[3] - a[1], b[3] - b[1])
        return level and other - place <= 3

    def _near(self, low: float, high: float) -> Iterator[Box]:
        seen: set[Box] = set()
        for shelf in range(int(low / self.high), int(high / self.high) + 1):
            for box in self._by_height.get(shelf, ()):
                if box not in seen:
                    seen.add(box)
                    yield box

    def _in_row(self, region: Box, words: Sequence[PageWord]) -> bool:
        """Covered words at the height of one of the words, not far to the side of all of them."""
        if region[3] - region[1] > 3 * self.high:
            return False
        middles = {(box[1] + box[3]) / 2 for word in words for box in word.boxes} | {(region[1] + region[3]) / 2}
        return any(
            max(box[0] - region[2], region[0] - box[2]) < _ROW and any(box[1] <= middle <= box[3] for middle in middles)
            for box in self._near(region[1], region[3])
        )

    def _beside(self, region: Box) -> tuple[int, int]:
        """How many covered boxes are right above and right below."""
        left, top, right, bottom = region
        reach = _NEAR * self.high
        above = below = 0
        for box in self._near(max(0.0, top - 2 * reach), bottom + 2 * reach):
            if min(box[2], right) <= max(box[0], left):
                continue
            middle = (box[1] + box[3]) / 2
            above += middle < top + self.high / 2 and box[3] >= top - reach + self.high
            below += middle > bottom - self.high / 2 and box[1] <= bottom + reach - self.high
        return above, below
