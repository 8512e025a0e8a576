# SPDX-License-Identifier: AGPL-3.0-or-later
"""Words in the colour of the paper: marks that a printing program steers by, or words that only a machine is meant to
read. A person does not see them, so they are no text of the page."""

from __future__ import annotations

from collections.abc import Sequence

from engine.backends.builtin.files import OpenDocument
from engine.backends.builtin.layer.words import Word
from engine.pages.reader import Pixels
from engine.protocol import PageSource

PALE = 0xF0
"""Each channel of a colour that may be the paper's."""

SIDE = 1600
"""Pixels of the picture that is looked at, which is made only for pages with pale words."""

EVEN = 6
"""Steps of 255 within which a piece of the picture shows nothing."""


def without_unseen(
    document: OpenDocument, source: PageSource, words: Sequence[Word], size: tuple[float, float]
) -> list[Word]:
    """The words that can be told from their ground. `size`: width and height of the page in points, as the words
    are placed on it. White words on dark paint or a picture stay."""
    pale = [word for word in words if word.glyphs and all(_pale(glyph.style.color) for glyph in word.glyphs)]
    if not pale:
        return list(words)
    pixels = document.picture(source.page, SIDE, source.turn)
    height, width = pixels.shape[:2]
    gone: set[int] = set()
    for word in pale:
        left, right = (round(x / size[0] * width) for x in (word.x0 - 1, word.x1 + 1))
        top, low = (round(y / size[1] * height) for y in (word.y0 - 1, word.y1 + 1))
        piece = pixels[max(0, top) : max(0, low), max(0, left) : max(0, right)]
        if _even(piece) or _even(_inner(piece)):
            gone.add(id(word))
    return [word for word in words if id(word) not in gone]


def _pale(color: int) -> bool:
    return all((color >> shift & 0xFF) >= PALE for shift in (0, 8, 16))


def _even(piece: Pixels) -> bool:
    return bool(piece.size) and int(piece.max()) - int(piece.min()) <= EVEN


def _inner(piece: Pixels) -> Pixels:
    """Without its rim, into which a ruling or the next word may reach."""
    high, wide = piece.shape[0] // 4, piece.shape[1] // 8
    return piece[high : piece.shape[0] - high, wide : piece.shape[1] - wide]
