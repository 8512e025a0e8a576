# SPDX-License-Identifier: AGPL-3.0-or-later
"""Single fonts of a page whose characters mean nothing (their Unicode map is lost): the lines
set in them are read from the picture, the rest of the page keeps its text."""

from __future__ import annotations

from collections.abc import Sequence

from engine.backends.builtin.files import OpenDocument
from engine.backends.builtin.layer.fold import lettered
from engine.backends.builtin.layer.glyphs import Glyph, Style
from engine.backends.builtin.layer.lines import Line, lines_of
from engine.backends.builtin.layer.words import Word
from engine.backends.builtin.spot import LONG_SIDE, line_box

_LEAST, _DISTINCT, _LETTERS = 12, 6, 0.5
"""Characters of a font from which it is judged, how many of them differ, and the share of
letters and digits below which they mean nothing (rows of dots have few different ones)."""
_MOST_LINES = 60


def mended(
    document: OpenDocument, page: int, turn: int, words: Sequence[Word], size: tuple[float, float]
) -> list[Word] | None:
    """The words with unreadable lines read from the picture; None if there is no such line, or
    nothing that reads pictures."""
    bad = _unreadable(words)
    lost = [w for w in words if not w.turn and w.glyphs[0].style.font in bad]
    lines = lines_of(lost)[:_MOST_LINES]
    if not lines:
        return None
    from engine.backends.builtin.ocr import NoRecogniserError, spot_read

    try:
        seen = spot_read(document.picture(page, LONG_SIDE, turn), [line_box(line, size) for line in lines])
    except NoRecogniserError:
        return None
    gone: set[int] = set()
    found: list[Word] = []
    for line, text in zip(lines, seen, strict=True):
        if lettered(text) > _LETTERS * len(text.replace(" ", "")):
            gone |= {id(w) for w in line.words}
            found += _words(line, text)
    return [*(w for w in words if id(w) not in gone), *found] if found else None


def _unreadable(words: Sequence[Word]) -> set[str]:
    """The fonts of a page that give signs where there must be letters."""
    fonts: dict[str, str] = {}
    for word in words:
        style = word.glyphs[0].style
        if not style.math and style.font:
            fonts[style.font] = fonts.get(style.font, "") + word.text
    return {
        font
        for font, text in fonts.items()
        if len(text) >= _LEAST
        and len(set(text)) >= _DISTINCT
        and lettered(text) < _LETTERS * len(text)
    }


def _words(line: Line, text: str) -> list[Word]:
    """The words of a line that was read from the picture, spread over its width."""
    old = line.words[0].glyphs[0].style
    style = Style("", old.size, bold=old.bold, italic=old.italic, color=old.color)
    step = (line.x1 - line.x0) / max(1, len(text))
    words: list[Word] = []
    at = 0
    for part in text.split():
        at = text.index(part, at)
        x = line.x0 + at * step
        glyphs = [
            Glyph(c, x + n * step, line.y0, x + (n + 1) * step, line.y1, line.base, style) for n, c in enumerate(part)
        ]
        words.append(Word(glyphs, added=True))
        at += len(part)
    return words
