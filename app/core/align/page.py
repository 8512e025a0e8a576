# SPDX-License-Identifier: AGPL-3.0-or-later
"""The words of a page as its text layer or an OCR gives them: keys, boxes, and the lines they stand on.

A word that is divided at the end of a line is one word in two boxes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import msgspec

from app.core.align.direction import straight, turned
from app.core.align.normal import HYPHENS, bits
from engine.protocol import Box, Word

_ROWS = 80
"""Words given after a divided one at most among which its rest is looked for: two rows over the whole page."""


class PageWord(msgspec.Struct, frozen=True, gc=False):
    """A word of the page. `boxes` has its parts of each line; `words` their numbers in the given list. Not looked at
    for garbage, like SourceWord."""

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


def read(given: Sequence[Word], known: Collection[str] = frozenset()) -> Page:
    """The page's words in the given order. Boxes of single characters are cut out of their word's. `known` are keys of
    its text, which tell how words divided in narrow columns go on."""
    degrees = turned(given)
    level = [straight(word.box, degrees) for word in given]
    line_of, lines = _lines(level)
    rests = dict(_rests(given, level, line_of, lines, known))
    taken = set(rests.values())
    found: list[PageWord] = []
    for number in range(len(given)):
        parts = _parts(given, number, line_of)
        if number in taken:
            del parts[:1]  # it went to the word that it is the rest of
        if number in rests and parts:
            rest, last = _parts(given, rests[number], line_of)[0], parts[-1]
            parts[-1] = PageWord(last.key + rest.key, last.boxes + rest.boxes, last.words + rest.words, last.line)
        found += parts
    return Page(tuple(given), tuple(found), tuple(straight(box, -degrees % 360) for box in lines))


def upright(page: Page) -> Page:
    """The page with its boxes as they are where its text runs as it is written: rows and columns are looked for there.
    The same page where it does."""
    degrees = turned(page.given)
    if not degrees:
        return page
    words = tuple(
        msgspec.structs.replace(word, boxes=tuple(straight(box, degrees) for box in word.boxes)) for word in page.words
    )  # fmt: skip
    return Page(page.given, words, tuple(straight(box, degrees) for box in page.lines))


def middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def around(boxes: Sequence[Box]) -> Box:
    """The smallest box around all; there must be one."""
    return (
        min(box[0] for box in boxes), min(box[1] for box in boxes),
        max(box[2] for box in boxes), max(box[3] for box in boxes),
    )  # fmt: skip


def _parts(given: Sequence[Word], number: int, line_of: Sequence[int]) -> list[PageWord]:
    word = given[number]
    return [
        PageWord(bit.key, (_cut(word.box, bit.start, bit.end, len(word.text)),), (number,), line_of[number])
        for bit in bits(word.text)
    ]


def _rests(
    given: Sequence[Word], level: Sequence[Box], line_of: Sequence[int], lines: Sequence[Box], known: Collection[str]
) -> Iterator[tuple[int, int]]:
    """Pairs of words: one that is divided at the end of its line, and the one that begins with its rest."""
    first: dict[int, int] = {}
    for number, line in enumerate(line_of):
        first.setdefault(line, number)
    taken: set[int] = set()
    for number, word in enumerate(given):
        text = word.text.rstrip()
        if len(text) < 2 or text[-1] not in HYPHENS or not text[-2].isalpha():
            continue
        head = [bit.key for bit in bits(text)][-1:]
        after = _next(number, level, line_of, lines, first)
        if head and (after is None or head[0] + _begin(given[after]) not in known):
            told = _by_text(head[0], number, given, level, known)
            after = after if told is None else told
        if after is not None and after not in taken and _begin(given[after]):
            taken.add(after)
            yield number, after


def _next(
    number: int, level: Sequence[Box], line_of: Sequence[int], lines: Sequence[Box], first: Mapping[int, int]
) -> int | None:
    """The word after the last one of its line: the next one given, or the first of the line below."""
    after: int | None = number + 1 if number + 1 < len(level) else None
    if after is not None and line_of[after] == line_of[number]:
        return None
    own = lines[line_of[number]]
    if after is None or not _right_under(own, lines[line_of[after]]):
        below = _below(own, lines)  # columns may be given line by line
        if below is not None:
            return first[below]
        if after is None or not _elsewhere(level[number], level[after]):
            return None
    return after


def _begin(word: Word) -> str:
    """The key that a word begins with, if that can be the rest of another."""
    bit = next(bits(word.text), None)
    rest = bit is not None and bit.key[0].isalpha() and not word.text[bit.start].isupper()
    return bit.key if bit is not None and rest else ""


def _by_text(head: str, number: int, given: Sequence[Word], level: Sequence[Box], known: Collection[str]) -> int | None:
    """A word of the row below that makes a word of the text with the head."""
    high = level[number][3] - level[number][1]
    for other in range(number + 1, min(number + _ROWS, len(given))) if known else ():
        lower = middle(level[other])[1] - middle(level[number])[1]
        if 0.6 * high < lower < 2.5 * high:
            rest = _begin(given[other])
            if rest and head + rest in known:
                return other
    return None


def _right_under(line: Box, other: Box) -> bool:
    """Whether another line is the next of the same column."""
    lower = middle(other)[1] > line[3] and min(line[2], other[2]) > max(line[0], other[0])
    return lower and other[1] - line[3] < 1.5 * (line[3] - line[1])


def _below(line: Box, lines: Sequence[Box]) -> int | None:
    """The number of the next line of the column, if there is one."""
    margin = line[0] + 3 * (line[3] - line[1])
    near = [(box[1], number) for number, box in enumerate(lines) if box[0] < margin and _right_under(line, box)]
    return min(near)[1] if near else None


def _elsewhere(box: Box, after: Box) -> bool:
    return middle(after)[1] > box[3] or after[2] < box[0] or after[3] < box[1]


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


def _lines(boxes: Sequence[Box]) -> tuple[list[int], list[Box]]:
    """The line of each word, and the lines' boxes: words that follow each other on one height without a gap wider
    than a column's border. Only neighbours in the given order are joined: columns stay apart."""
    numbers: list[int] = []
    lines: list[Box] = []
    usual = median([box[3] - box[1] for box in boxes] or [0.01])
    for index, box in enumerate(boxes):
        if index and _follows(boxes[index - 1], box, usual):
            lines[-1] = around([lines[-1], box])
        else:
            lines.append(box)
        numbers.append(len(lines) - 1)
    return numbers, lines


def _follows(before: Box, box: Box, usual: float) -> bool:
    overlap = min(before[3], box[3]) - max(before[1], box[1])
    gap = max(box[0] - before[2], before[0] - box[2])
    return overlap > 0.4 * min(before[3] - before[1], box[3] - box[1]) and gap < 3 * usual
