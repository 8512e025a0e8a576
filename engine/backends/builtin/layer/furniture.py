# SPDX-License-Identifier: AGPL-3.0-or-later
"""Running heads, running feet and page numbers: what stands in the margins of every page and
is not part of the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from engine.backends.builtin.layer.layout import Rect
from engine.backends.builtin.layer.lines import Line, lines_of
from engine.backends.builtin.layer.words import Word

StripReader: TypeAlias = Callable[[int, Rect], str | None]
"""Text of a horizontal strip (points) on the page so many pages further on, None if there is none."""

_BAND = 0.12
"""Share of the page's height at its top and foot where running heads and feet stand."""
_EDGE = 0.075
"""The same for pages that have no neighbours to compare with."""
_MOST = 3
"""Lines at each end that are looked at."""
_NEIGHBOURS = (1, -1, 2, -2)
_NUMBER = re.compile(
    r"^\W*(?:(?:page|seite|p\.|pg\.?|página|pagina|стр\.?)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of|von|de|sur|из)\s*\d{1,4})?\W*$",
    re.I,
)
_MARGIN_NOTE = re.compile(
    r"https?://|www\.|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b|©|\(c\)\s*\d{4}|copyright|all rights reserved"
    r"|\bdownload(?:ed)?\b|\bpage\s+\d|\b(?:19|20)\d\d\b.*\d+$|\bissn\b|\bdoi\b|\bpowered by\b",
    re.I,
)
_FIGURES = re.compile(r"\d+|\b[ivxlc]+\b", re.I)
_GAP = 1.6
"""White of this many type sizes between the margin's lines and the text, on a page without neighbours."""


def furniture(words: Sequence[Word], height: float, strip: StripReader) -> set[int]:
    """The `id`s of the words that are furniture."""
    upright = [w for w in words if not w.turn]
    edge = [w for w in upright if w.y0 < _BAND * height or w.y1 > (1 - _BAND) * height]
    if not edge or len(upright) - len(edge) < 8:
        return set()
    lines = lines_of(edge)
    top = [line for line in lines if line.y1 < 1.2 * _BAND * height][:_MOST]
    foot = [line for line in reversed(lines) if line.y0 > (1 - 1.2 * _BAND) * height][:_MOST]
    rest = [w for w in upright if _BAND * height < w.base < (1 - _BAND) * height]
    size = sorted(w.size for w in rest)[len(rest) // 2] if rest else 10.0
    others = [step for step in _NEIGHBOURS if not _same_page(lines_of(rest), step, strip)]
    gone: set[int] = set()
    for group in (top, foot):
        for line in group:
            if not _is_furniture(line, group, lines, size, height, partial(_repeated, strip=strip, steps=others)):
                break
            gone |= {id(w) for w in line.words}
    return gone


def _is_furniture(
    line: Line,
    group: list[Line],
    lines: list[Line],
    size: float,
    height: float,
    repeats: Callable[[Line], bool | None],
) -> bool:
    text = line.text
    if _NUMBER.match(text) and _stands_off(line, lines):
        return True
    repeated = repeats(line)
    if repeated is not None:
        return repeated and line.size < 1.6 * size
    outer = line.y1 < _EDGE * height or line.y0 > (1 - _EDGE) * height
    return outer and line.size <= 1.02 * size and bool(_MARGIN_NOTE.search(text)) and _stands_off(group[-1], lines)


def _stands_off(line: Line, lines: list[Line]) -> bool:
    """Whether white parts a line from the next one towards the middle of the page."""
    return all(other is line or not -0.5 < _distance(line, other) < 0.5 * line.size for other in lines)


def _distance(a: Line, b: Line) -> float:
    """White between two lines, large where they are beside each other."""
    if min(a.x1, b.x1) < max(a.x0, b.x0):
        return 1e6
    return max(b.y0 - a.y1, a.y0 - b.y1)


def _same_page(body: Sequence[Line], step: int, strip: StripReader) -> bool:
    """Whether a neighbour has the same running text: a copy, from which nothing can be told."""
    if not body:
        return False
    probes = [body[len(body) // 3], body[2 * len(body) // 3]]
    return all(
        (strip(step, (0.0, line.y0 - 1, 1e5, line.y1 + 1)) or "").split() == line.text.split() for line in probes
    )


def _repeated(line: Line, strip: StripReader, steps: Sequence[int]) -> bool | None:
    """Whether a neighbouring page has the same words, numbers aside, at the same height;
    None if there is no neighbour."""
    box = (0.0, line.y0 - 1, 1e5, line.y1 + 1)
    own = _shape(line.text)
    known = False
    for step in steps:
        other = strip(step, box)
        if other is None:
            continue
        known = True
        if own and _shape(other) == own:
            return True
    return False if known else None


def _shape(text: str) -> str:
    return re.sub(r"\W+", "", _FIGURES.sub("#", text)).lower() or ("#" if text.strip() else "")
