# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which way the text of a page runs: scans lie on their side or upside down, and their boxes are those of the page as
it is shown. Lines, rows and columns are looked for on the page turned so that its text runs as it is written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from app.core.align.normal import SINGLE
from engine.protocol import Box, Word

_LEAST = 6
"""Steps from word to word that say something; fewer are no text to speak of."""
_ENOUGH = 2000
"""Words of a page that are looked at."""
_MOST = 0.75
"""Share of them that must agree."""
_TALL = 1.3
"""A word on its side is this much higher than wide, whatever the page's sides are."""
_SINGLE = re.compile(f"[{SINGLE}]")


def turned(given: Sequence[Word]) -> int:
    """By how many degrees clockwise the text is turned: 0, 90, 180 or 270. Vertical writing runs as if turned by 90:
    down its columns, of which the next is to the left."""
    given = given[:_ENOUGH]
    if _single_script(given):
        return 90 if _is_vertical(given) else 0
    words = [word for word in given if sum(map(str.isalnum, word.text)) > 2]
    if len(words) <= _LEAST:
        return 0
    tall = sum(_high(word.box) > _TALL * _wide(word.box) for word in words)
    side = tall > _MOST * len(words)
    steps = [
        step
        for a, b in pairwise(given)
        if (step := _step(_tilted(a.box), _tilted(b.box)) if side else _step(a.box, b.box))
    ]
    back = sum(step < 0 for step in steps)
    if len(steps) < _LEAST or max(back, len(steps) - back) < _MOST * len(steps):
        return 0
    against = (2 * back > len(steps)) != _from_right(words)
    return (270 if against else 90) if side else (180 if against else 0)


def straight(box: Box, degrees: int) -> Box:
    """The box on the page turned back by so many degrees."""
    left, top, right, bottom = box
    if degrees == 90:
        return (top, 1 - right, bottom, 1 - left)
    if degrees == 180:
        return (1 - right, 1 - bottom, 1 - left, 1 - top)
    if degrees == 270:
        return (1 - bottom, left, 1 - top, right)
    return box


def _tilted(box: Box) -> Box:
    """Sides and heights exchanged: what runs down runs to the right."""
    return (box[1], box[0], box[3], box[2])


def _step(before: Box, after: Box) -> float:
    """How far to the right the next word of the line is; 0 for the first of another line."""
    overlap = min(before[3], after[3]) - max(before[1], after[1])
    if overlap <= 0.5 * min(before[3] - before[1], after[3] - after[1]):
        return 0.0
    return (after[0] + after[2] - before[0] - before[2]) / 2


def _high(box: Box) -> float:
    return box[3] - box[1]


def _wide(box: Box) -> float:
    return box[2] - box[0]


def _from_right(words: Sequence[Word]) -> bool:
    letters = [unicodedata.bidirectional(sign) for word in words for sign in word.text if sign.isalpha()]
    return sum(kind in ("R", "AL") for kind in letters) > len(letters) / 2


def _single_script(words: Sequence[Word]) -> bool:
    """Whether most letters are of scripts that may be written from above to below."""
    letters = "".join(sign for word in words for sign in word.text if sign.isalpha())
    return 2 * len(_SINGLE.findall(letters)) > len(letters)


def _is_vertical(given: Sequence[Word]) -> bool:
    """Whether words stand in columns: those of several characters are high, single ones below one another."""
    words = [word for word in given if any(map(str.isalnum, word.text))]
    long = [_high(word.box) > _TALL * _wide(word.box) for word in words if len(word.text) > 1]
    down = [_below(a.box, b.box) for a, b in pairwise(words)]
    across = sum(_step(a.box, b.box) != 0 for a, b in pairwise(words))
    if len(long) > max(_LEAST, len(words) / 2):
        return sum(long) > _MOST * len(long)
    return sum(down) >= max(_LEAST, _MOST * (sum(down) + across))


def _below(before: Box, box: Box) -> bool:
    """Whether the next word stands right below."""
    overlap = min(before[2], box[2]) - max(before[0], box[0])
    return overlap > 0.5 * min(_wide(before), _wide(box)) and 0 < box[3] - before[3] < 2.5 * _high(before)
