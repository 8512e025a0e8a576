# SPDX-License-Identifier: AGPL-3.0-or-later
"""Running heads, running feet and page numbers: what stands in the margins of every page and
is not part of the text.

What is left out here is lost to the reading, so only what is certain goes: a line that other pages have word for
word, or with a page number that counts with the pages. Headings that are counted ("Chapter 3"), lines in larger type
and lines that the text follows as it follows itself stay; the assembly of documents has a step for the running heads
among them, which sees all pages and can be undone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from engine.backends.builtin.layer.layout import Rect, Segment
from engine.backends.builtin.layer.lines import Line, lines_of
from engine.backends.builtin.layer.ruled import grids_of
from engine.backends.builtin.layer.words import Word

StripReader: TypeAlias = Callable[[int, Rect], str | None]
"""Text of a horizontal strip (points) on the page so many pages further on, None if there is none."""

_BAND = 0.12
"""Share of the page's height at its top and foot where running heads and feet stand."""
_EDGE = 0.11
"""The same for pages that have no neighbours to compare with."""
_SIDE = 0.08
"""Share of the page's width at its sides where such marks stand."""
_MOST = 3
"""Lines at each end that are looked at."""
_NEIGHBOURS = (1, -1, 2, -2)
_SIGNS = r"[^\w$¢£¤¥€₩₪₫₱₹₺₽฿%‰°±+=<>]*"
"""What may stand about a page number; an amount of money, a share or a measure is none."""
_NUMBER = re.compile(
    rf"^{_SIGNS}(?:(?:page|seite|p\.|pg\.?|página|pagina|стр\.?)\s*)?(?:\d{{1,4}}|[ivxlc]{{1,7}})"
    rf"(?:\s*(?:/|of|von|de|sur|из)\s*\d{{1,4}})?{_SIGNS}$",
    re.I,
)
_PAGE_MARK = re.compile(
    r"\b(?:page|seite|p\.|pg\.?|página|pagina|стр\.?)\s*\d{1,4}(?:\s*(?:/|of|von|de|sur|из)\s*\d{1,4})?\W*$", re.I
)
"""A page number that says so, at the end of a line."""
_MARGIN_NOTE = re.compile(
    r"https?://|www\.|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b|©|\(c\)\s*\d{4}|copyright"
    r"|all rights reserved|\bdownload(?:ed)?\b|\bpage\s+\d|\b(?:19|20)\d\d\b.*\d+$|\bissn\b|\bdoi\b|\bpowered by\b",
    re.I,
)
_SURE_NOTE = re.compile(
    r"\bdownload(?:ed)?\b.*\d|(?:©|\(c\)|copyright).*\d{4}|\ball rights reserved\b|\bpowered by\b", re.I
)
"""What is no text even in its type, at the foot of a page, and the lines beside it are none."""
_ACCOUNT = re.compile(r"\biban\b|\bbic\b|\bswift\b|\bvat\b|\bust\b|\btax\b|\bsteuer|\btel\b|\bphone\b|\S@\S", re.I)
"""Of a sender and where to pay: what is looked for in a letter."""
_HEAD_LENGTH = 70
"""Characters; a line with a page number at one end and at most this long is a running head."""
_FIGURES = re.compile(r"\d+|\b[ivxlc]+\b", re.I)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_LARGE, _SMALL = 1.1, 0.95
"""Type sizes of the text above which a line in a margin is a title, and up to which it is small print."""
_FOLLOWS = 1.2
"""Usual distances of lines up to which the text follows a line."""
_WIDEST = 1.8
"""Type sizes of the usual distance at most: a page of a few lines does not tell it."""
_SAMPLES = 15
"""Words from which the usual distance is taken."""
_ALIKE = 2
"""Neighbours that must have a line in the type of the text; one will do for small print and beside a page number."""
_ROW_GAP = 1.5
"""White of more type sizes parts no rows of one table."""
_APART = 3.0
"""Type sizes of white between the parts of a running head; the number of a heading stands nearer."""
_LETTERS = 4
_GAP = 0.9
"""White of this many type sizes ends the lines of a margin."""


@dataclass(frozen=True, slots=True)
class _Page:
    """What lines are judged by: the upright words, those of the text among them with their type size, the neighbours
    (`others`, by their distance) and their text."""

    words: Sequence[Word]
    text: Sequence[Word]
    size: float
    height: float
    others: Sequence[int]
    strip: StripReader


def furniture(words: Sequence[Word], page: tuple[float, float], strip: StripReader) -> set[int]:
    """The `id`s of the words that are furniture. `page`: its width and height in points."""
    height = page[1]
    upright = [w for w in words if not w.turn]
    edge = [w for w in upright if w.y0 < _BAND * height or w.y1 > (1 - _BAND) * height]
    if not edge or len(upright) - len(edge) < 8:
        return set()
    lines = lines_of(edge)
    top = [line for line in lines if line.y1 < 1.2 * _BAND * height][:_MOST]
    foot = [line for line in reversed(lines) if line.y0 > (1 - 1.2 * _BAND) * height][:_MOST]
    rest = [w for w in upright if _BAND * height < w.base < (1 - _BAND) * height]
    size = sorted(w.size for w in rest)[len(rest) // 2] if rest else 10.0
    probes = _probes(rest)
    others = [step for step in _NEIGHBOURS if not _same_page(probes, step, strip)]
    about = _Page(upright, rest, size, height, [step for step in others if _there(step, page, strip)], strip)
    gone: set[int] = set()
    for group in (top, foot):
        found = _repeating(group, lines, about) or _margin(group, lines, about)
        gone |= {id(w) for line in found for w in line.words}
    return gone


def in_tables(words: Sequence[Word], segments: Sequence[Segment], height: float) -> set[int]:
    """The `id`s of the words in ruled tables that reach from a margin far into the page: the first rows of a table at
    the top may look like those of the next page, but they are no running heads. A head that has a frame of its own
    is one."""
    inside: set[int] = set()
    for grid in grids_of(segments, words):
        reaches = grid.box[1] < (1 - 1.2 * _BAND) * height and grid.box[3] > 1.2 * _BAND * height
        if reaches and grid.rows > _MOST:
            inside |= {id(word) for cell in grid.cells for word in cell.words}
    return inside


def stamps(words: Sequence[Word], width: float) -> set[int]:
    """The `id`s of turned words in the margin beside the text: marks of archives and publishers,
    names of chapters."""
    upright = [w for w in words if not w.turn]
    if not upright:
        return set()
    left, right = min(w.x0 for w in upright), max(w.x1 for w in upright)
    return {
        id(w)
        for w in words
        if w.turn % 180 and ((w.x1 < min(left, _SIDE * width)) or (w.x0 > max(right, (1 - _SIDE) * width)))
    }


def _repeating(group: list[Line], lines: Sequence[Line], page: _Page) -> list[Line]:
    """Lines from the edge inwards that neighbouring pages have too, page numbers among them."""
    found: list[Line] = []
    for line in group:
        if line.size > _LARGE * page.size or not (_NUMBER.match(line.text) or _repeated(line, page)):
            break
        if any(_same_columns(line, other) for other in lines if other not in found):
            break  # a row of a table, whose head or figures come again on the next page
        found.append(line)
    while found and not _counts(found[-1], page) and _followed(found[-1], found, page):
        found.pop()
    return found if len(found) > 1 or any(not _NUMBER.match(line.text) for line in found) else []


def _followed(line: Line, found: Sequence[Line], page: _Page) -> bool:
    """Whether the text goes on from the line as it does from line to line."""
    own = {id(word) for other in found for word in other.words}
    inwards = 1 if line.base < page.height / 2 else -1
    next_ = min(
        (
            gap
            for w in page.words
            if id(w) not in own and w.x0 < line.x1 and w.x1 > line.x0
            and (gap := inwards * (w.base - line.base)) > 0.5 * line.size
        ),
        default=page.height,
    )  # fmt: skip
    return next_ <= _FOLLOWS * min(_WIDEST * page.size, _usual_distance(page.text))


def _usual_distance(words: Sequence[Word]) -> float:
    """Points from baseline to baseline of the text."""
    gaps: list[float] = []
    for word in words[:: max(1, len(words) // _SAMPLES)]:
        below = [
            w.base - word.base
            for w in words
            if w.base > word.base + 0.5 * word.size and w.x0 < word.x1 and w.x1 > word.x0
        ]
        if below:
            gaps.append(min(below))
    return sorted(gaps)[len(gaps) // 3] if gaps else 0.0


def _same_columns(line: Line, other: Line) -> bool:
    """Whether two lines near each other are rows of one table: their cells have edges in common."""
    white = max(other.y0 - line.y1, line.y0 - other.y1)
    if line is other or white > _ROW_GAP * line.size:
        return False
    shared = sum(any(_aligned(a, b) for b in _cells(other)) for a in _cells(line))
    return shared >= 3 or (shared == 2 and white < 0.8 * line.size)


def _cells(line: Line) -> list[tuple[float, float]]:
    """Left and right edges of what wide white parts in a line."""
    cells: list[tuple[float, float]] = []
    for word in sorted(line.words, key=lambda w: w.x0):
        if cells and word.x0 - cells[-1][1] < word.size:
            cells[-1] = (cells[-1][0], max(cells[-1][1], word.x1))
        else:
            cells.append((word.x0, word.x1))
    return cells


def _aligned(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return min(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[0] + a[1] - b[0] - b[1]) / 2) < 2


def _margin(group: list[Line], lines: list[Line], page: _Page) -> list[Line]:
    """Where no line is known from the neighbours: the lines at the very edge, with white between them and the text,
    if they are a page number, or a short line with one that counts; on a page without neighbours small print that
    holds a date, an address or a copyright."""
    found: list[Line] = []
    if group and not page.others and _is_head(group[0], page):
        return group[:1]
    for line in group:
        if found and _distance(found[-1], line) >= _GAP * line.size:
            break
        found.append(line)
    inner = [line for line in lines if line not in found]
    if not found or any(_distance(found[-1], line) < 0.5 * line.size for line in inner):
        return []
    at_foot = found[0].base > page.height / 2
    if len(found) == 1 and _NUMBER.match(found[0].text):
        alone = at_foot or (not page.others and found[0].size <= _LARGE * page.size)
        return found if alone or (found[0].size <= _LARGE * page.size and _counts(found[0], page)) else []
    outer = all(line.y1 < _EDGE * page.height or line.y0 > (1 - _EDGE) * page.height for line in found)
    small = all(line.size <= _SMALL * page.size for line in found)
    if not outer or any(line.size > _LARGE * page.size for line in found):
        return []
    if len(found) == 1 and len(found[0].text) < _HEAD_LENGTH and _marks(found[0]):
        return found if _counts(found[0], page) or (small and not page.others) else []
    if page.others or any(_ACCOUNT.search(line.text) for line in found):
        return []
    sure = at_foot and any(_SURE_NOTE.search(line.text) for line in found)
    return found if sure or (small and all(_MARGIN_NOTE.search(line.text) for line in found)) else []


def _is_head(line: Line, page: _Page) -> bool:
    """Whether the line at the top of a page is written as running heads are: in capitals, the page number far off."""
    if line.y1 > _EDGE * page.height or line.size > _LARGE * page.size or not _marks(line):
        return False
    cells = _cells(line)
    if len(cells) == 2 and line.share("bold") > 0.5:
        return False
    far = all(b[0] - a[1] > _APART * line.size for a, b in pairwise(cells))
    texts = ["".join(w.text + " " for w in line.words if a <= w.x0 < b).strip() for a, b in cells]
    words = max(texts, key=len)
    title = len(texts) == 2 and len(words.split()) == 1 and texts[0] == words  # "INVOICE    42"
    loud = sum(c.isalpha() for c in words) > _LETTERS and words.upper() == words
    return far and loud and not title and all(len(t) < 4 and t[0] != "0" for t in texts if t.isdigit())


def _distance(a: Line, b: Line) -> float:
    """White between two lines, large where they are beside each other."""
    if min(a.x1, b.x1) < max(a.x0, b.x0):
        return 1e6
    return max(b.y0 - a.y1, a.y0 - b.y1)


def _probes(words: Sequence[Word]) -> list[list[Word]]:
    """The two longest of a few lines of the running text."""
    heads = [words[len(words) * part // 8] for part in range(1, 8)] if words else []
    lines = [[w for w in words if abs(w.base - head.base) < 1] for head in heads]
    return sorted(lines, key=lambda line: -sum(len(w.text) for w in line))[:2]


def _same_page(probes: Sequence[Sequence[Word]], step: int, strip: StripReader) -> bool:
    """Whether a neighbour has the same running text: a copy, from which nothing can be told."""
    for line in probes:
        box = (0.0, line[0].base - 0.4 * line[0].size, 1e5, line[0].base - 0.2 * line[0].size)
        own = Counter(c for w in line for c in w.text if c.isalnum())
        if own - Counter(strip(step, box) or ""):  # they may be cut and ordered in another way
            return False
    return bool(probes)


def _there(step: int, page: tuple[float, float], strip: StripReader) -> bool:
    return strip(step, (0.0, 0.0, 1.0, 1.0)) is not None


def _beside(line: Line) -> Rect:
    """The strip at a line's height; the lines above and below it are outside."""
    return 0.0, line.base - 0.4 * line.size, 1e5, line.base - 0.2 * line.size


def _about(line: Line) -> Rect:
    """A higher strip, for pages that do not begin at quite the same height; it holds other lines if they are near."""
    return 0.0, line.base - line.size, 1e5, line.base + 0.3 * line.size


def _repeated(line: Line, page: _Page) -> bool:
    """Whether neighbouring pages have the same words at the same height, and the same figures but for a page number
    that stands apart from the words and counts with the pages."""
    own, figures, marks = _shape(line.text), _FIGURES.findall(line.text), _marks(line)
    alike = 0
    counted = False
    for step in page.others if own else ():
        texts = [page.strip(step, box) or "" for box in (_beside(line), _about(line))]
        other = next((text for text in texts if _shape(text) == own), "")
        others = _FIGURES.findall(other)
        if not other or len(others) != len(figures):
            continue
        differ = {at for at, (a, b) in enumerate(zip(figures, others, strict=True)) if _value(a) != _value(b)}
        ends = {mark.at for mark in marks}
        if differ <= ends and all(_value(others[at]) - _value(figures[at]) == step for at in differ):
            alike += 1
            counted |= bool(differ)
    return alike >= (1 if counted or line.size <= _SMALL * page.size else _ALIKE)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A page number at the start or the end of a line's text: which of the line's figures it is."""

    value: int
    at: int


def _marks(line: Line) -> set[_Mark]:
    """Page numbers at the ends of a line: wide white parts them from its words, or they say what they are."""
    text = line.text.strip()
    cells = ["".join(w.text + " " for w in line.words if x0 <= w.x0 < x1).strip() for x0, x1 in _cells(line)]
    ends = [cell for cell in (cells[0], cells[-1]) if len(cells) > 1 and _NUMBER.match(cell)]
    said = _PAGE_MARK.search(text)
    if said:
        ends.append(said[0])
    count = len(_FIGURES.findall(text))
    marks = {_Mark(_number(end), 0) for end in ends if text.startswith(end)}
    return marks | {_Mark(_number(end), count - len(_FIGURES.findall(end))) for end in ends if text.endswith(end)}


def _counts(line: Line, page: _Page) -> bool:
    """Whether a neighbour has the page number that is due there at the same height, whatever stands beside it."""
    values = {mark.value for mark in _marks(line)} or {_number(line.text)}
    for step in page.others:
        figures = _FIGURES.findall((page.strip(step, _beside(line)) or "").strip())
        if figures and {_value(figures[0]), _value(figures[-1])} & {value + step for value in values}:
            return True
    return False


def _number(text: str) -> int:
    figures = _FIGURES.findall(text)
    return _value(figures[0]) if figures else 0


def _value(figure: str) -> int:
    if figure.isdecimal():
        return int(figure)
    values = [_ROMAN[letter] for letter in figure.lower()]
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))


def _shape(text: str) -> str:
    return re.sub(r"\W+", "", _FIGURES.sub("#", text)) or ("#" if text.strip() else "")
