# SPDX-License-Identifier: AGPL-3.0-or-later
"""MuPDF as the second reader of a page's characters: it knows more names of glyphs than PDFium
does, and reads vertical columns that PDFium leaves out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from engine.backends.builtin.layer.glyphs import HYPHEN, Glyph, Layer, Style

_SYMBOLS = re.compile(r"cmsy|cmbsy|txsy|pxsy|mtsy", re.I)
"""Fonts of signs, in which the only letters are capitals."""
_HYPHENS = "-\u00ad\u2010"
_RASTER = 8.0
"""Points; glyphs are looked up by squares of this size."""
_MISS = 0.35
"""Type sizes by which the two readers may place a glyph differently."""


def glyphs_of(source: str | bytes, page: int, password: str | None) -> list[Glyph]:
    """The glyphs of a page, upright. Empty if MuPDF cannot read it."""
    import pymupdf

    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_PRESERVE_LIGATURES
    styles: dict[tuple[str, float], Style] = {}
    glyphs: list[Glyph] = []
    try:
        with _opened(pymupdf, source) as document:
            if document.needs_pass and not document.authenticate(password or ""):
                return []
            loaded = document[page]
            spans = loaded.get_text("rawdict", flags=flags)["blocks"]
            turn = loaded.rotation_matrix
    except (RuntimeError, ValueError, IndexError, pymupdf.mupdf.FzErrorBase):
        return []
    for span in (s for block in spans for line in block.get("lines", []) for s in line["spans"]):
        style = styles.setdefault((span["font"], span["size"]), Style(span["font"], span["size"]))
        for char in span["chars"]:
            box = pymupdf.Rect(char["bbox"]) * turn
            glyphs.append(Glyph(char["c"], box.x0, box.y0, box.x1, box.y1, box.y1, style))
    return glyphs


def _opened(pymupdf: Any, source: str | bytes) -> Any:
    return pymupdf.open(stream=source, filetype="pdf") if isinstance(source, bytes) else pymupdf.open(source)


def doubtful(layer: Layer) -> list[Glyph]:
    """Glyphs for which PDFium has no letter or sign: control characters (ligatures that it does
    not know by name), and small letters and digits of fonts that have none."""
    glyphs = [g for g in layer.glyphs if g is not None]
    if not any(_doubtful(g) for g in glyphs):
        return []
    return [g for g in glyphs if _doubtful(g) or g.text == HYPHEN]  # that sign may stand for a letter then


def _doubtful(glyph: Glyph) -> bool:
    text = glyph.text
    if text < " ":
        return text != HYPHEN
    return text < "\x7f" and not text.isupper() and bool(_SYMBOLS.search(glyph.style.font))


def settle(layer: Layer, unclear: Sequence[Glyph], others: Sequence[Glyph]) -> None:
    """Give doubtful glyphs the text that another reader has at their places, ligatures in letters."""
    squares: dict[tuple[int, int], list[Glyph]] = {}
    for glyph in others:
        squares.setdefault(_square(glyph), []).append(glyph)
    for glyph in unclear:
        text = _text_at(glyph, squares)
        if text and (glyph.text != HYPHEN or text not in _HYPHENS):
            layer.strange -= glyph.text < " " and glyph.text != HYPHEN
            glyph.text = text


def _square(glyph: Glyph) -> tuple[int, int]:
    return int((glyph.x0 + glyph.x1) / 2 / _RASTER), int((glyph.y0 + glyph.y1) / 2 / _RASTER)


def _text_at(glyph: Glyph, squares: dict[tuple[int, int], list[Glyph]]) -> str:
    column, row = _square(glyph)
    near = [g for dx in (-1, 0, 1) for dy in (-1, 0, 1) for g in squares.get((column + dx, row + dy), ())]
    best = min(near, key=lambda g: _miss(g, glyph), default=None)
    if best is None or _miss(best, glyph) > _MISS * max(glyph.style.size, 1.0):
        return ""
    text = unicodedata.normalize("NFKC", best.text) if "\ufb00" <= best.text <= "\ufb06" else best.text
    sound = bool(text.strip()) and "\ufffd" not in text and not any(unicodedata.category(c)[0] == "C" for c in text)
    return text if sound else ""


def _miss(a: Glyph, b: Glyph) -> float:
    return max(abs(a.x0 - b.x0), abs((a.y0 + a.y1) - (b.y0 + b.y1)) / 2)
