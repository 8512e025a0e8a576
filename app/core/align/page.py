# SPDX-License-Identifier: AGPL-3.0-or-later
"""The words of a page as its text layer or an OCR gives them: keys, boxes, and the lines they stand on.

A word that is divided at the end of a line is one word in two boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from app.core.align.normal import HYPHENS, bits
from engine.protocol import Box, Word


@dataclass(frozen=True, slots=True)
class PageWord:
    """A word of the page. `boxes` has its parts of each line; `words` their numbers in the given list."""

    key: str
    boxes: tuple[Box, ...]
    words: tuple[int, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Page:
    """`lines` are the boxes of the lines, `upright` whether a line runs from side to side."""

    given: tuple[Word, ...]
    words: tuple[PageWord, ...]
    lines: tuple[Box, ...]


def read(given: Sequence[Word]) -> Page:
    """The page's words in the given order. Boxes of single characters are cut out of their word's."""
    line_of, lines = _lines(given)
    found: list[PageWord] = []
    carried = False  # the word before was divided: its rest comes now
    for number, word in enumerate(given):
        parts = list(bits(word.text))
        for index, bit in enumerate(parts):
            part = PageWord(bit.key, (_cut(word.box, bit.start, bit.end, len(word.text)),), (number,), line_of[number])
            if carried and index == 0 and found and bit.key[0].islower():
                before = found.pop()
                boxes, words = before.boxes + part.boxes, before.words + part.words
                part = PageWord(before.key + part.key, boxes, words, before.line)
            found.append(part)
        carried = bool(parts) and _divided(word, given[number + 1] if number + 1 < len(given) else None)
    return Page(tuple(given), tuple(found), tuple(lines))


def middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def around(boxes: Sequence[Box]) -> Box:
    """The smallest box around all; there must be one."""
    return (
        min(box[0] for box in boxes), min(box[1] for box in boxes),
        max(box[2] for box in boxes), max(box[3] for box in boxes),
    )  # fmt: skip


def _divided(word: Word, after: Word | None) -> bool:
    text = word.text.rstrip()
    if after is None or len(text) < 2 or text[-1] not in HYPHENS or not text[-2].isalpha():
        return False
    return middle(after.box)[1] > word.box[3] or after.box[2] < word.box[0] or after.box[3] < word.box[1]


def _cut(box: Box, start: int, end: int, length: int) -> Box:
    """The part of a word's box that its characters `start` to `end` take, along its longer side."""
    if start == 0 and end >= length:
        return box
    left, top, right, bottom = box
    if bottom - top > 2 * (right - left) and length > 1:
        high = bottom - top
        return (left, top + high * start / length, right, top + high * end / length)
    wide = right - left
    return (left + wide * start / length, top, left + wide * end / length, bottom)


def _lines(given: Sequence[Word]) -> tuple[list[int], list[Box]]:
    """The line of each word, and the lines' boxes: words that follow each other on one height without a gap wider
    than a column's border. Only neighbours in the given order are joined: columns stay apart."""
    numbers: list[int] = []
    lines: list[Box] = []
    usual = median([word.box[3] - word.box[1] for word in given] or [0.01])
    for index, word in enumerate(given):
        if index and _follows(given[index - 1].box, word.box, usual):
            lines[-1] = around([lines[-1], word.box])
        else:
            lines.append(word.box)
        numbers.append(len(lines) - 1)
    return numbers, lines


def _follows(before: Box, box: Box, usual: float) -> bool:
    overlap = min(before[3], box[3]) - max(before[1], box[1])
    gap = max(box[0] - before[2], before[0] - box[2])
    return overlap > 0.4 * min(before[3] - before[1], box[3] - box[1]) and gap < 3 * usual
