# SPDX-License-Identifier: AGPL-3.0-or-later
"""Accents that a file draws as glyphs of their own over their letters (TeX's old encoding)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from engine.backends.builtin.layer.glyphs import Glyph

_COMBINING = {
    "´": "\u0301", "`": "\u0300", "ˆ": "\u0302", "^": "\u0302", "˜": "\u0303", "~": "\u0303", "¨": "\u0308",
    "ˇ": "\u030c", "˘": "\u0306", "¯": "\u0304", "˙": "\u0307", "˚": "\u030a", "˝": "\u030b", "¸": "\u0327",
    "˛": "\u0328",
}
ACCENTS = frozenset(_COMBINING)
_DOTLESS = {"ı": "i", "ȷ": "j"}
_ROW = 4.0
"""Points; letters are looked up by rows of this height, for the accent may stand far from its
letter in the file."""


def mend(glyphs: Sequence[Glyph | None]) -> list[tuple[int, Glyph]]:
    """(place of the accent to drop, its letter, already changed) for each accent over a letter."""
    rows: dict[int, list[Glyph]] = {}
    for glyph in glyphs:
        if glyph is not None and glyph.text.isalpha():
            rows.setdefault(round(glyph.base / _ROW), []).append(glyph)
    dropped: list[tuple[int, Glyph]] = []
    for place, glyph in enumerate(glyphs):
        mark = _COMBINING.get(glyph.text) if glyph is not None else None
        if glyph is None or mark is None:
            continue
        row = round(glyph.base / _ROW)
        near = (g for r in (row, row - 1, row + 1) for g in rows.get(r, ()))
        letter = next((g for g in near if _over(glyph, g)), None)
        if letter is None:
            continue
        whole = unicodedata.normalize("NFC", _DOTLESS.get(letter.text, letter.text) + mark)
        if len(whole) == 1:
            letter.text = whole
            dropped.append((place, letter))
    return dropped


def _over(accent: Glyph, letter: Glyph) -> bool:
    """Whether the middle of the accent stands over the letter."""
    middle = (accent.x0 + accent.x1) / 2
    edge = 0.1 * (letter.x1 - letter.x0)
    size = max(letter.style.size, 1.0)
    return letter.x0 + edge < middle < letter.x1 - edge and abs(accent.base - letter.base) < 0.45 * size
