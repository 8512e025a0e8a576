# SPDX-License-Identifier: AGPL-3.0-or-later
"""Glyphs to words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.backends.builtin.layer.accents import ACCENTS, mend
from engine.backends.builtin.layer.bidi import logical
from engine.backends.builtin.layer.glyphs import Glyph, Layer

_GAP = 0.6
"""A gap of this many type sizes ends a word even where the file has no space."""
_LINE_GAP = 0.12
"""The same where PDFium sees a new line; it does so within words too, in files that place
each letter by itself."""
_TURN_GAP = 0.12
"""The same between letters of opposite directions, where PDFium sees no space."""
_UNSEEN = frozenset("\u200b\u2060\ufeff\u00ad\u3000\u2002\u2003\u2009\u200a\u202f")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]")
_LAM = "\u0644"
_ALEFS = "\u0622\u0623\u0625\u0627"


@dataclass(slots=True, eq=False)
class Word:
    """Glyphs that stand together. `base` is the baseline of most of them."""

    glyphs: list[Glyph]
    x0: float = 0.0
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    base: float = 0.0
    size: float = 0.0
    text: str = ""
    turn: int = 0
    spaced: bool = True
    """Whether a space stands before it (false for a part cut off by a change of baseline)."""

    link: str = ""
    added: bool = False
    """Not of the text layer: what is in a form field."""
    plain: bool = True
    """Whether all glyphs have one style, and not a mathematical one."""

    def __post_init__(self) -> None:
        glyphs = self.glyphs
        first = glyphs[0]
        x0, y0, x1, y1, main = first.x0, first.y0, first.x1, first.y1, first
        for glyph in glyphs:
            x0 = glyph.x0 if glyph.x0 < x0 else x0
            y0 = glyph.y0 if glyph.y0 < y0 else y0
            x1 = glyph.x1 if glyph.x1 > x1 else x1
            y1 = glyph.y1 if glyph.y1 > y1 else y1
            if glyph.style is not main.style:
                self.plain = False
                main = glyph if glyph.style.size > main.style.size else main
        self.x0, self.y0, self.x1, self.y1 = x0, y0, x1, y1
        self.size, self.turn = main.style.size, main.style.turn
        self.base = round(first.base, 1)
        if not self.plain or abs(glyphs[-1].base - first.base) > 0.05:
            bases = Counter(round(g.base, 1) for g in glyphs if g.style.size > 0.95 * self.size)
            self.base = bases.most_common(1)[0][0]
        self.plain = self.plain and not main.style.math
        self.text = "".join([g.text for g in glyphs])

    @property
    def middle(self) -> tuple[float, float]:
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2


def words_of(layer: Layer) -> list[Word]:
    """The words of a layer in its own order, hidden ones included."""
    words: list[Word] = []
    run: list[Glyph] = []
    spaced = True
    glyphs = layer.glyphs
    skip = {place for place, _ in mend(glyphs)} if any(g.text in ACCENTS for g in glyphs if g is not None) else set()
    for number, glyph in enumerate(glyphs):
        if number in skip:
            continue
        if glyph is None and (number - 1 in skip or number + 1 in skip) and _touching(glyphs, number, skip):
            continue
        if glyph is None:
            _close(run, words, spaced)
            run, spaced = [], True
        elif run and _apart(run[-1], glyph, _LINE_GAP if number in layer.breaks else _GAP):
            last = run[-1]
            touching = max(glyph.x0 - last.x1, last.x0 - glyph.x1) < 0.1 * glyph.style.size
            _close(run, words, spaced)
            run, spaced = [glyph], not (touching and abs(glyph.base - last.base) < 0.5 * last.style.size)
        else:
            run.append(glyph)
    _close(run, words, spaced)
    return words


def _touching(glyphs: Sequence[Glyph | None], at: int, skip: set[int]) -> bool:
    """Whether the letters about a space touch: PDFium put it there for an accent's sake."""
    before = _first(glyphs, range(at - 1, max(-1, at - 4), -1), skip)
    after = _first(glyphs, range(at + 1, min(len(glyphs), at + 4)), skip)
    if before is None or after is None or abs(before.base - after.base) > 0.3 * before.style.size:
        return False
    return abs(after.x0 - before.x1) < _LINE_GAP * before.style.size


def _first(glyphs: Sequence[Glyph | None], places: Iterable[int], skip: set[int]) -> Glyph | None:
    return next((g for i in places if i not in skip and (g := glyphs[i]) is not None), None)


def _apart(a: Glyph, b: Glyph, gap: float) -> bool:
    style, other = a.style, b.style
    size = style.size if style.size >= other.size else other.size
    if style.turn != other.turn:
        return True
    if style.turn % 180:
        return abs(b.x0 - a.x0) > size or max(b.y0 - a.y1, a.y0 - b.y1) > _GAP * size
    if abs(a.base - b.base) > 0.6 * size:
        return True
    white = b.x0 - a.x1 if b.x0 > a.x0 else a.x0 - b.x1
    if white <= _TURN_GAP * size:
        return False
    return white > gap * size or _direction(a.text) * _direction(b.text) < 0


def _direction(text: str) -> int:
    """1 for a letter that runs left to right, -1 for right to left, 0 for neither."""
    if text < "\u0590":
        return 1 if text.isalnum() else 0
    kind = unicodedata.bidirectional(text[0])
    return -1 if kind in ("R", "AL") else int(kind == "L")


def _close(run: list[Glyph], words: list[Word], spaced: bool) -> None:
    if not run:
        return
    _mend_ligatures(run)
    kept = [g for g in run if g.text not in _UNSEEN]
    marks_only = bool(words and kept) and unicodedata.category(kept[0].text[0]) == "Mn"
    if len(kept) > 1 and not kept[0].style.turn and any(_RIGHT_TO_LEFT.match(g.text) for g in kept):
        kept = logical(kept)
    if kept:
        words.append(Word(kept, spaced=spaced and not marks_only))


def _mend_ligatures(run: list[Glyph]) -> None:
    """A lam-alef ligature is one glyph with two letters; PDFium turns them about together
    with the rest of a right-to-left line, so the pair has to be turned back."""
    for i in range(len(run) - 1):
        a, b = run[i], run[i + 1]
        if b.text == _LAM and a.text in _ALEFS and abs(a.x0 - b.x0) < 0.01 and abs(a.x1 - b.x1) < 0.01:
            a.text, b.text = b.text, a.text


def right_to_left(text: str) -> bool:
    """Whether most letters of a text are of a right-to-left script."""
    if not _RIGHT_TO_LEFT.search(text):
        return False
    return 2 * sum(1 for c in text if unicodedata.bidirectional(c) in ("R", "AL")) > sum(c.isalpha() for c in text)


def main_turn(words: Iterable[Word]) -> int:
    """The direction most characters run in, degrees clockwise."""
    counts: Counter[int] = Counter()
    for word in words:
        counts[word.turn] += len(word.text)
    return counts.most_common(1)[0][0] if counts else 0
