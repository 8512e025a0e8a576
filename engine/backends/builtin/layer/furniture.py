# SPDX-License-Identifier: AGPL-3.0-or-later
"""Running heads, running feet and page numbers: what stands in the margins of every page and
is not part of the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
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
_NUMBER = re.compile(
    r"^\W*(?:(?:page|seite|p\.|pg\.?|página|pagina|стр\.?)\s*)?(?:\d{1,4}|[ivxlc]{1,7})"
    r"(?:\s*(?:/|of|von|de|sur|из)\s*\d{1,4})?\W*$",
    re.I,
)
_MARGIN_NOTE = re.compile(
    r"https?://|www\.|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b|©|\(c\)\s*\d{4}|copyright"
    r"|all rights reserved|\bdownload(?:ed)?\b|\bpage\s+\d|\b(?:19|20)\d\d\b.*\d+$|\bissn\b|\bdoi\b|\bpowered by\b",
    re.I,
)
_RUNNING = re.compile(r"^(?:\d{1,4}|[ivxlc]{1,6})\s+[^\d\W].*$|^[^\d\W].*[^!?;,\d]\s+(?:\d{1,4}|[ivxlc]{1,6})$")
_HEAD_LENGTH = 70
"""Characters; a line with a page number at one end and at most this long is a running head."""
_FIGURES = re.compile(r"\d+|\b[ivxlc]+\b", re.I)
_SIZE, _SLIDE_SIZE = 1.6, 1.1
"""Type sizes of the text from which a line in a margin is a title."""
_ROW_GAP = 1.5
"""White of more type sizes parts no rows of one table."""
_GAP = 0.9
"""White of this many type sizes ends the lines of a margin."""


def furniture(words: Sequence[Word], page: tuple[float, float], strip: StripReader) -> set[int]:
    """The `id`s of the words that are furniture. `page`: its width and height in points. A slide
    keeps what is set larger than its text: the same title stands on several."""
    width, height = page
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
    gone: set[int] = set()
    for group in (top, foot):
        largest = (_SLIDE_SIZE if width > height else _SIZE) * size
        found = _repeating(group, lines, (size, largest), strip, others) or _margin(group, lines, size, height)
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


def _repeating(
    group: list[Line], lines: Sequence[Line], sizes: tuple[float, float], strip: StripReader, others: Sequence[int]
) -> list[Line]:
    """Lines from the edge inwards that neighbouring pages have too, page numbers among them."""
    found: list[Line] = []
    for line in group:
        if not (_NUMBER.match(line.text) or (line.size < sizes[1] and _repeated(line, strip, others, sizes[0]))):
            break
        if any(_same_columns(line, other) for other in lines if other not in found):
            break  # a row of a table, whose head or figures come again on the next page
        found.append(line)
    return found if len(found) > 1 or any(not _NUMBER.match(line.text) for line in found) else []


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


def _margin(group: list[Line], lines: list[Line], size: float, height: float) -> list[Line]:
    """On a page that tells nothing by its neighbours: the lines at the very edge, with white
    between them and the text, if they are a page number or hold a date, an address or a copyright."""
    found: list[Line] = []
    for line in group:
        if found and _distance(found[-1], line) >= _GAP * line.size:
            break
        found.append(line)
    inner = [line for line in lines if line not in found]
    if not found or any(_distance(found[-1], line) < 0.5 * line.size for line in inner):
        return []
    if len(found) == 1 and _NUMBER.match(found[0].text):
        return found
    outer = all(line.y1 < _EDGE * height or line.y0 > (1 - _EDGE) * height for line in found)
    small = all(line.size <= 1.02 * size for line in found)
    if not (outer and small):
        return []
    running = len(found) == 1 and len(found[0].text) < _HEAD_LENGTH and _RUNNING.match(found[0].text)
    return found if running or any(_MARGIN_NOTE.search(line.text) for line in found) else []


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


def _repeated(line: Line, strip: StripReader, steps: Sequence[int], size: float) -> bool:
    """Whether a neighbouring page has the same words, numbers aside, at the same height. In
    type larger than the text's they must have the same width as well: a title is not lost
    because the running head repeats its words."""
    top, low = line.base - 0.4 * line.size, line.base - 0.2 * line.size  # the lines above and below are outside
    box = (0.0, top, 1e5, low)
    own = _shape(line.text)
    for step in steps:
        other = strip(step, box)
        if other is None or not own or _shape(other) != own:
            continue
        if line.size <= 1.15 * size:
            return True
        start = strip(step, (line.x0 - 2, top, line.x0 + line.size, low)) or ""
        return bool(start.strip()) and line.text.startswith(start.strip()[0])
    return False


def _shape(text: str) -> str:
    return re.sub(r"\W+", "", _FIGURES.sub("#", text)) or ("#" if text.strip() else "")
