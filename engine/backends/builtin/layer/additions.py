# SPDX-License-Identifier: AGPL-3.0-or-later
"""What stands on a page besides its text: the targets of links and what is in form fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.backends.builtin.layer.glyphs import Glyph, Style
from engine.backends.builtin.layer.layout import Field, Layout
from engine.backends.builtin.layer.words import Word

_TARGET = re.compile(r"^(?:https?|mailto|ftp):\S+$", re.I)
"""Links that are kept; others (scripts, files of the author's machine) are not."""
_TICKS = {"checkbox": ("☐", "☑"), "radio": ("◯", "◉")}
_LONGEST = 2000
"""Characters of a field's value that are shown."""


def mark_links(words: Iterable[Word], layout: Layout) -> None:
    """Give the words under a link its target."""
    links = [(box, uri) for box, uri in layout.links if _TARGET.match(uri)]
    if not links:
        return
    for word in words:
        x, y = word.middle
        for (x0, y0, x1, y1), uri in links:
            if x0 <= x <= x1 and y0 <= y <= y1:
                word.link = uri
                break


def field_words(layout: Layout, words: Sequence[Word]) -> list[Word]:
    """The values of form fields as words at their places. PDFium's text leaves them out."""
    sizes = sorted(w.size for w in words)
    usual = sizes[len(sizes) // 2] if sizes else 10.0
    return [word for field in layout.fields for word in _words(field, usual, words)]


def _words(field: Field, size: float, words: Sequence[Word]) -> list[Word]:
    text = field.value.strip()[:_LONGEST]
    if field.kind in _TICKS:
        text = _TICKS[field.kind][bool(field.checked)]
    elif field.kind in ("pushbutton", "signature"):
        return []
    x0, _, x1, _ = field.box
    style = Style("", size)
    base = _base(field, size, words)
    step = min(0.5 * size, (x1 - x0) / max(1, len(text)))
    found: list[Word] = []
    at = x0
    for part in text.split():
        glyphs = [
            Glyph(c, at + i * step, base - size, at + (i + 1) * step, base + 0.2 * size, base, style)
            for i, c in enumerate(part)
        ]
        found.append(Word(glyphs, added=True))
        at += (len(part) + 1) * step
    return found


def _base(field: Field, size: float, words: Sequence[Word]) -> float:
    """The baseline of the words beside a field, so that it reads as one line with them."""
    x0, y0, x1, y1 = field.box
    middle = (y0 + y1) / 2
    beside = [w for w in words if (y0 - 0.5 * size < w.base < y1 + 0.5 * size and -60 < w.x0 - x1 < 60) or
              (abs(w.middle[1] - middle) < 0.5 * size and -60 < x0 - w.x1 < 60)]
    if not beside:
        return middle + 0.35 * size
    return min(beside, key=lambda w: abs(w.middle[1] - middle)).base
