# SPDX-License-Identifier: AGPL-3.0-or-later
"""Words to lines."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.backends.builtin.layer.bidi import CLOSING, OPENING, logical, pair_brackets
from engine.backends.builtin.layer.words import Word, right_to_left

_ZONE = 0.7
"""Height above the baseline, in type sizes, in which a line's letters stand."""
_OVERLAP = 0.4
"""Share of a word's zone that must lie in a line's zone."""
_SMALL = 0.85
"""Words below this share of the common size wait until the lines are there (raised digits)."""
_TURNED_GAP = 2.0
"""White of this many type sizes ends a line of turned text."""
_ENTRY_GAP = 3.0
"""White of this many type sizes parts the page number of a table of contents from the title."""
_PAGE = re.compile(r"^(?:\d{1,4}|[ivxlc]{1,7})$")
_LEADER = re.compile(r"^[^\w]*(?:[.…·]{4,}|[.·…])$")
_TOUCHING = 0.1
"""White of fewer type sizes between words of a right-to-left line is no space."""
_NEAR = 6
"""Lines are looked for among this many neighbours."""


@dataclass(slots=True, eq=False)
class Line:
    """Words on one baseline, in reading order."""

    words: list[Word]
    base: float
    size: float
    x0: float = 0.0
    x1: float = 0.0
    y0: float = 0.0
    y1: float = 0.0
    rtl: bool = False
    shares: dict[str, float] = field(default_factory=dict)

    def measure(self) -> None:
        self.x0 = min([w.x0 for w in self.words])
        self.x1 = max([w.x1 for w in self.words])
        self.y0 = min([w.y0 for w in self.words])
        self.y1 = max([w.y1 for w in self.words])
        sizes: Counter[float] = Counter()
        for word in self.words:
            sizes[round(word.size, 1)] += len(word.text)
        self.size = sizes.most_common(1)[0][0]

    @property
    def turn(self) -> int:
        return self.words[0].turn

    @property
    def numeral(self) -> bool:
        """Whether this is a number alone, as page numbers are written."""
        return len(self.words) == 1 and bool(_PAGE.match(self.words[0].text)) and not self.turn

    @property
    def entry(self) -> bool:
        """Whether this is a line of a table of contents: dots or wide white, then a page number."""
        last = self.words[-1]
        if len(self.words) < 2 or not _PAGE.match(last.text) or self.rtl:
            return False
        before = self.words[-2]
        return last.x0 - before.x1 > _ENTRY_GAP * self.size or bool(_LEADER.match(before.text))

    @property
    def text(self) -> str:
        return join_words(self.words)

    def share(self, quality: str) -> float:
        """Share of characters whose style has `quality` ("bold", "italic", "mono", "math")."""
        if quality not in self.shares:
            hit = total = 0
            for word in self.words:
                for glyph in word.glyphs[:1] if word.plain else word.glyphs:
                    weight = len(word.glyphs) if word.plain else 1
                    total += weight
                    hit += weight * bool(getattr(glyph.style, quality))
            self.shares[quality] = hit / max(1, total)
        return self.shares[quality]


def join_words(words: Iterable[Word]) -> str:
    text = ""
    for word in words:
        text += (" " if text and word.spaced else "") + word.text
    return text


def lines_of(words: Sequence[Word]) -> list[Line]:
    """Lines from top to bottom. The words must be of one column."""
    if not words:
        return []
    sizes: Counter[float] = Counter()
    for word in words:
        sizes[round(word.size, 1)] += len(word.text)
    common = sizes.most_common(1)[0][0]
    lines: list[Line] = []
    large = [w for w in words if w.size >= _SMALL * common]
    small = [w for w in words if w.size < _SMALL * common]
    for word in sorted(large, key=lambda w: w.base):
        _place(word, lines, lines[-_NEAR:])
    bases = [line.base for line in lines]
    late: list[Line] = []
    for word in sorted(small, key=lambda w: w.base):
        at = bisect_left(bases, word.base)
        _place(word, late, lines[max(0, at - _NEAR) : at + _NEAR] + late[-_NEAR:])
    lines += late
    return sorted((line_of(line.words) for line in lines), key=lambda line: line.base)


def line_of(words: list[Word]) -> Line:
    """One line of words on one baseline."""
    largest = max(w.size for w in words)
    bases: Counter[float] = Counter()
    for word in words:
        if word.size > 0.95 * largest:
            bases[word.base] += len(word.text)
    line = Line(reading_order(words), bases.most_common(1)[0][0], largest)
    line.measure()
    line.rtl = right_to_left("".join(w.text for w in words))
    return line


def turned_lines(words: Sequence[Word]) -> list[Line]:
    """The lines of words that do not run from left to right, in the order of the file."""
    lines: list[Line] = []
    for word in (w for w in words if w.turn):
        if lines and _goes_on_turned(lines[-1].words[-1], word):
            lines[-1].words.append(word)
        else:
            lines.append(Line([word], word.base, word.size))
    for line in lines:
        line.measure()
        line.base = line.y1
    return lines


def _goes_on_turned(a: Word, b: Word) -> bool:
    size = max(a.size, b.size)
    (ax, ay), (bx, by) = a.middle, b.middle
    if a.turn != b.turn:
        return False
    if a.turn == 180:
        return abs(ay - by) < 0.5 * size and a.x0 - b.x1 < _TURNED_GAP * size
    return abs(ax - bx) < 0.5 * size and max(b.y0 - a.y1, a.y0 - b.y1) < _TURNED_GAP * size


def _place(word: Word, lines: list[Line], near: list[Line]) -> None:
    """Add a word to the line it stands on, or to a new one at the end of `lines`."""
    best, most = None, _OVERLAP
    high, low = _ZONE * word.size, word.base
    top = low - high
    for line in near:
        tall = _ZONE * line.size
        over = line.base - tall
        share = (low if low < line.base else line.base) - (top if top > over else over)
        if share <= 0:
            continue
        share /= max(0.1, high if high < tall else tall)
        if share > most:
            best, most = line, share
    if best is None:
        lines.append(Line([word], word.base, word.size))
    else:
        best.words.append(word)


def reading_order(words: list[Word]) -> list[Word]:
    """Words of one line in logical order."""
    words = sorted(words, key=lambda w: w.x0)
    if not right_to_left("".join(w.text for w in words)):
        return words
    ordered: list[Word] = []
    run: list[Word] = []
    for word in reversed(words):
        if _runs_left_to_right(word.text):
            run.append(word)
            continue
        ordered += reversed(run)
        run = []
        ordered.append(word)
    return _settled([*ordered, *reversed(run)])


def _settled(words: list[Word]) -> list[Word]:
    """The words of a right-to-left line with their signs where they belong: a hyphen or comma
    on the other side of a number, brackets that open to the left, no space where there is none."""
    for word in words:
        if not word.added and len(word.glyphs) > 1 and not any(c.isalpha() for c in word.text):
            word.glyphs = logical(word.glyphs)
    glyphs = [g for word in words for g in word.glyphs]
    for glyph, text in zip(glyphs, pair_brackets([g.text for g in glyphs]), strict=True):
        glyph.text = text
    for number, word in enumerate(words):
        word.text = "".join(g.text for g in word.glyphs)
        before = words[number - 1]
        touching = max(before.x0 - word.x1, word.x0 - before.x1) < _TOUCHING * word.size
        signs = not (word.text[0].isalnum() and before.text[-1].isalnum())
        if number and ((touching and signs) or before.text in OPENING or word.text in CLOSING):
            word.spaced = False
    return words


def _runs_left_to_right(text: str) -> bool:
    kinds = {unicodedata.bidirectional(c) for c in text}
    return bool(kinds & {"L", "EN"}) and not kinds & {"R", "AL"}
