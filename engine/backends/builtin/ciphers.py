# SPDX-License-Identifier: AGPL-3.0-or-later
"""Single fonts of a page whose characters mean nothing (their Unicode map is lost): the lines
set in them are read from the picture, the rest of the page keeps its text."""

from __future__ import annotations

from collections.abc import Sequence

from engine.backends.builtin.files import OpenDocument
from engine.backends.builtin.layer.fold import lettered
from engine.backends.builtin.layer.glyphs import Glyph, Style
from engine.backends.builtin.layer.lines import Line, line_of, lines_of
from engine.backends.builtin.layer.words import Word
from engine.backends.builtin.spot import LONG_SIDE, SAME_TEXT, alike, line_box

_LEAST, _DISTINCT, _LETTERS = 12, 6, 0.5
"""Characters of a font from which it is judged, how many of them differ, and the share of
letters and digits below which they mean nothing (rows of dots have few different ones)."""
_MOST_RUNS = 60
_GAP = 3.0
"""White of this many type sizes parts two runs (cells, columns)."""


def mended(
    document: OpenDocument, page: int, turn: int, words: Sequence[Word], size: tuple[float, float]
) -> list[Word] | None:
    """The words with unreadable lines read from the picture; None if there is no such line, or
    nothing that reads pictures."""
    runs = _runs(words, _unreadable(words))[:_MOST_RUNS]
    if not runs:
        return None
    from engine.backends.builtin.ocr import NoRecogniserError, spot_read

    try:
        seen = spot_read(document.picture(page, LONG_SIDE, turn), [line_box(run, size) for run in runs])
    except NoRecogniserError:
        return None
    sound = _sound(runs, seen)
    gone: set[int] = set()
    found: list[Word] = []
    for run, text in zip(runs, seen, strict=True):
        if lettered(text) > _LETTERS * len(text.replace(" ", "")) and _font(run) not in sound:
            gone |= {id(w) for w in run.words}
            found += _words(run, text)
    return [*(w for w in words if id(w) not in gone), *found] if found else None


def _font(run: Line) -> str:
    return run.words[0].glyphs[0].style.font


def _sound(runs: Sequence[Line], seen: Sequence[str]) -> set[str]:
    """Fonts whose text is what the picture shows, rich in signs though it is."""
    layer: dict[str, str] = {}
    picture: dict[str, str] = {}
    for run, text in zip(runs, seen, strict=True):
        layer[_font(run)] = layer.get(_font(run), "") + run.text
        picture[_font(run)] = picture.get(_font(run), "") + text
    return {font for font, text in layer.items() if alike(text, picture[font]) >= SAME_TEXT}


def _runs(words: Sequence[Word], bad: set[str]) -> list[Line]:
    """Stretches of lines that are set in bad fonts, without the sound words between them."""
    if not bad:
        return []
    runs: list[Line] = []
    for line in lines_of([w for w in words if not w.turn]):
        run: list[Word] = []
        for word in line.words:
            lost = word.glyphs[0].style.font in bad
            if run and (not lost or word.x0 - run[-1].x1 > _GAP * word.size):
                runs.append(line_of(run))
                run = []
            if lost:
                run.append(word)
        if run:
            runs.append(line_of(run))
    return runs


def _unreadable(words: Sequence[Word]) -> set[str]:
    """The fonts of a page that give signs where there must be letters."""
    fonts: dict[str, str] = {}
    for word in words:
        style = word.glyphs[0].style
        leader = len(set(word.text)) == 1 and not word.text.isalnum()
        if style.font and not style.math and not leader:
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
