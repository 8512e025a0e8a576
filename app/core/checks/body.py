# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where the covered text of a page is, and what of the uncovered words is part of it.

The page's own order is not enough: cells of a table may come column by column. So rows are made by height.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from app.core.align.normal import has_digit
from app.core.align.page import PageWord, around
from app.core.checks.compare import insertion
from app.core.checks.evidence import Compared
from engine.protocol import Box

_CELLS = 3
"""Covered boxes side by side that are the row of a table."""
_MANY = 6
"""Words in lines of three or more that are text wherever they stand; a figure has fewer in a line."""
_ROW = 0.3
"""Share of the page's width between two cells of a row."""
_RIGHT_TO_LEFT = frozenset(map(chr, (*range(0x590, 0x8FF), *range(0xFB1D, 0xFDFF))))
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
        self._alignment = compared.alignment
        self._page = self._alignment.page
        pairs = list(zip(self._page.words, self._alignment.back, strict=True))
        self._covered = {word.line for word, back in pairs if back}
        boxes = [self._page.lines[line] for line in self._covered]
        self.high = max(1e-4, median([box[3] - box[1] for box in boxes] or [0.01]))
        self._by_height: dict[int, list[Box]] = {}
        for box in boxes:
            for shelf in range(int(box[1] / self.high), int(box[3] / self.high) + 1):
                self._by_height.setdefault(shelf, []).append(box)

        self._words_by_height: dict[int, list[int]] | None = None

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
        if self._in_row(region):
            return True
        above, below = self._beside(region)
        if (above and below) or max(above, below) >= _CELLS:
            return True
        numbers = sum(len(word.key) < 2 or has_digit(word.key) for word in words)
        if numbers > 0.5 * len(words):
            return False  # the axes of a figure
        rows = len({round((word.boxes[0][1] + word.boxes[0][3]) / self.high) for word in words})
        return (len(words) >= _MANY or above + below > 0) and len(words) >= 3 * rows

    def surrounds(self, run: Run) -> bool:
        """Whether a word or two stand in the text for certain: covered words on their row, or right above and below."""
        region = around([box for word in self._words(run) for box in word.boxes])
        return self._in_row(region) or min(self._beside(region)) > 0

    def place(self, run: Run) -> int:
        """Where in the text a run belongs: after the word before it on its line, else after the covered word to its
        left on its row, else before the word after it on its line, else after the nearest word before it in the
        page's order."""
        back, words = self._alignment.back, self._page.words
        first = run.first
        if not (first and back[first - 1] and words[first - 1].line == words[first].line):
            beside = self._left_of(words[first].boxes[0])
            if beside is not None:
                return beside
            last = run.places[-1] + 1
            if last < len(words) and back[last] and words[last].line == words[first].line:
                return self._alignment.source.words[back[last][0]].start
        return insertion(self._alignment, first)

    def _left_of(self, box: Box) -> int | None:
        middle = (box[1] + box[3]) / 2
        nearest: tuple[float, int] | None = None
        for number in self._shelved().get(int(middle / self.high), ()):
            _, top, right, bottom = self._page.words[number].boxes[-1]
            away = box[0] - right
            if top <= middle <= bottom and 0 <= away < _ROW:
                source = self._alignment.source.words[self._alignment.back[number][-1]]
                if source.key[0] in _RIGHT_TO_LEFT:
                    return None
                if nearest is None or away < nearest[0]:
                    nearest = (away, source.end)
        return nearest[1] if nearest else None

    def _shelved(self) -> dict[int, list[int]]:
        """Covered words by height, made when they are first asked for."""
        if self._words_by_height is None:
            self._words_by_height = {}
            for number, word in enumerate(self._page.words):
                _, top, _, bottom = word.boxes[-1]
                if self._alignment.back[number]:
                    for shelf in range(int(top / self.high), int(bottom / self.high) + 1):
                        self._words_by_height.setdefault(shelf, []).append(number)
        return self._words_by_height

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

    def _in_row(self, region: Box) -> bool:
        """Covered words at the same height, not far to the side."""
        _, top, _, bottom = region
        middle = (top + bottom) / 2
        if bottom - top > 3 * self.high:
            return False
        return any(
            box[1] <= middle <= box[3] and max(box[0] - region[2], region[0] - box[2]) < _ROW
            for box in self._near(top, bottom)
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
