# SPDX-License-Identifier: AGPL-3.0-or-later
"""Words of the page that the Markdown may do without: running heads, page numbers, stamps, texts in figures."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median

from app.core.align import Alignment
from app.core.align import page as pages
from app.core.align.page import Page
from engine.protocol import Word

Furniture = frozenset[str]
"""Keys of lines; digits count as one."""

_RUNNING = 0.15
"""Share of the page's height, at the top and at the bottom, in which lines that repeat are running heads."""
_BAND = 0.1
"""The same in which page numbers stand."""
_EDGE = 0.075
"""The same where nothing is known of other pages."""
_CHANCE = 0.15
"""Share of a line's words that may be in the text by chance."""
_LEAST = 3
_DIGITS = re.compile(r"\d+|\b[ivxlc]+\b")


def running_lines(document: Sequence[Sequence[Word]]) -> Furniture:
    """Lines that stand in the band at the top or bottom of three pages or more. Takes the words of each page."""
    seen: Counter[str] = Counter()
    for words in document:
        seen.update(edge_lines(pages.read(words)))
    return repeated(seen)


def edge_lines(page: Page) -> Furniture:
    """Keys of the lines in the band at the top or bottom of one page."""
    return frozenset(shape for line in _groups(page) if _in_band(page, line) and (shape := _shape(page, line)))


def repeated(seen: Counter[str]) -> Furniture:
    """The keys that stand on three pages or more."""
    return frozenset(shape for shape, count in seen.items() if count >= _LEAST)


def masked(alignment: Alignment, running: Furniture) -> frozenset[int]:
    """Numbers of the page's words that are no part of the text to be covered."""
    page = alignment.page
    lines = list(_groups(page))
    free = [line for line in lines if sum(bool(alignment.back[n]) for n in line) <= _CHANCE * len(line)]
    gone: set[int] = set()
    if not free:
        return frozenset()
    usual = median([box[3] - box[1] for box in page.lines] or [0.01])
    apart = _first_and_last(page, lines, usual)
    for line in free:
        first = line[0]
        if first in apart or (_in_band(page, line) and _shape(page, line) in running):
            gone.update(line)
    return frozenset(gone)


def _groups(page: Page) -> Iterator[list[int]]:
    """Numbers of the words of each line, in order."""
    line: list[int] = []
    for number, word in enumerate(page.words):
        if line and page.words[line[-1]].line != word.line:
            yield line
            line = []
        line.append(number)
    if line:
        yield line


def _in_band(page: Page, line: Sequence[int]) -> bool:
    top, bottom = page.words[line[0]].boxes[0][1], page.words[line[0]].boxes[0][3]
    return bottom < _RUNNING or top > 1 - _RUNNING


def _shape(page: Page, line: Sequence[int]) -> str:
    return _DIGITS.sub("0", " ".join(page.words[number].key for number in line))


def _first_and_last(page: Page, lines: Sequence[Sequence[int]], usual: float) -> set[int]:
    """First words of lines at the outer edge, and of page numbers in the bands, that a gap wider than between lines
    sets apart from the body."""
    boxes = {line[0]: page.lines[page.words[line[0]].line] for line in lines}
    counts = {line[0]: len(line) for line in lines}
    tops = sorted(box[1] for box in boxes.values())
    bottoms = sorted(box[3] for box in boxes.values())
    found: set[int] = set()
    for first, box in boxes.items():
        middle = (box[1] + box[3]) / 2
        number = counts[first] <= 2 and _DIGITS.fullmatch(page.words[first].key)
        band = _BAND if number else _EDGE
        if middle < band:
            below = bisect_right(tops, middle)
            if below == len(tops) or tops[below] - box[3] > 0.8 * usual:
                found.add(first)
        elif middle > 1 - band:
            above = bisect_left(bottoms, middle) - 1
            if above < 0 or box[1] - bottoms[above] > 0.8 * usual:
                found.add(first)
    return found


def _turned(page: Page, line: Sequence[int]) -> bool:
    """Words from bottom to top: marks at the margin, axes of figures."""
    return all(len(page.words[number].key) < 3 or _tall(page, number) for number in line) and any(
        _tall(page, number) for number in line
    )


def _tall(page: Page, number: int) -> bool:
    left, top, right, bottom = page.words[number].boxes[0]
    return len(page.words[number].key) > 2 and bottom - top > 2.5 * (right - left)


def _odd_size(page: Page, line: Sequence[int], usual: float) -> bool:
    """Far larger or smaller than the page's text: stamps, logos, small print in figures."""
    box = page.lines[page.words[line[0]].line]
    return len(line) <= 4 and not 0.55 < (box[3] - box[1]) / usual < 3.5
