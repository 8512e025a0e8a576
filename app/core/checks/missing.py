# SPDX-License-Identifier: AGPL-3.0-or-later
"""`missing-text`: words on the page that no Markdown covers."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from app.core.align.normal import has_digit
from app.core.align.page import PageWord, around
from app.core.checks.compare import between, confidence, insertion, only_page, page_boxes, page_text
from app.core.checks.evidence import Compared
from app.core.checks.flag import Flag, Kind, Reason, Severity
from engine.protocol import Box

_LEAST = 3
_LEAST_OCR = 5
_MANY = 12
"""Words that are text wherever they stand."""
_NEAR = 2.6
"""Heights of a line within which the body's next line is."""


def check(compared: Compared) -> Iterator[Flag]:
    """A flag a run of words, placed where the text before it ends."""
    alignment = compared.alignment
    body = _Body(compared)
    for run in only_page(compared):
        words = alignment.page.words[run.start : run.stop]
        if not _enough(compared, words):
            if compared.strict and not any(has_digit(word.key) for word in words) and sum(map(_letters, words)) > 1:
                at = between(compared, run)
                if at is not None:
                    yield _flag(compared, run, at)
            continue
        if not compared.strict and _mean(compared, run) < 0.7:
            continue
        if body.holds(run):
            yield _flag(compared, run, insertion(alignment, run))


def _flag(compared: Compared, run: range, at: int) -> Flag:
    page = page_text(compared.alignment, run)
    boxes = page_boxes(compared.alignment, run)
    data = {"count": len(run), "page": page}
    severity = Severity.FAULT if len(run) >= _LEAST else Severity.DOUBT
    return Flag(Kind.MISSING_TEXT, severity, at, at, Reason.WORDS_LEFT_OUT, data, boxes, True, f" {page}")


def _letters(word: PageWord) -> int:
    return len(word.key)


def _enough(compared: Compared, words: tuple[PageWord, ...]) -> bool:
    singles = sum(len(word.key) == 1 for word in words)
    needed = _LEAST if compared.strict else _LEAST_OCR
    return len(words) - singles + singles / 2 >= needed


def _mean(compared: Compared, run: range) -> float:
    return sum(confidence(compared.alignment, (place,)) for place in run) / len(run)


class _Body:
    """Where the covered text of the page is."""

    def __init__(self, compared: Compared) -> None:
        self._alignment = compared.alignment
        page = self._alignment.page
        covered = {word.line for word, back in zip(page.words, self._alignment.back, strict=True) if back}
        self._covered = covered
        self._boxes = sorted((page.lines[line] for line in covered), key=lambda box: box[1])
        self._high = median([box[3] - box[1] for box in self._boxes] or [0.01])

    def holds(self, run: range) -> bool:
        """Whether a run is part of the text: its line is covered in part, covered lines are right above and below
        it, or on one side and it is prose; or it is long."""
        words = self._alignment.page.words[run.start : run.stop]
        numbers = sum(len(word.key) < 2 or has_digit(word.key) for word in words)
        if any(word.line in self._covered for word in words):
            return True
        region = around([box for word in words for box in word.boxes])
        above, below = self._beside(region)
        if above and below:
            return True
        if numbers > 0.5 * len(words):
            return False  # the axes of a figure
        lines = len({word.line for word in words})
        return (len(words) >= _MANY or above or below) and len(words) >= 3 * lines

    def _beside(self, region: Box) -> tuple[bool, bool]:
        left, top, right, bottom = region
        reach = _NEAR * self._high
        above = below = False
        for box in self._boxes:
            if min(box[2], right) <= max(box[0], left):
                continue
            middle = (box[1] + box[3]) / 2
            above = above or top - reach <= box[3] - self._high / 2 <= top + self._high / 2
            below = below or (middle > bottom - self._high / 2 and box[1] <= bottom + reach - self._high)
        return above, below
