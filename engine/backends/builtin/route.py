# SPDX-License-Identifier: AGPL-3.0-or-later
"""Whether a page is read from its text layer or from its picture, and why.

Cheap signs first; the spot check, which reads a few lines again from pixels, only on
suspicion. Values were chosen on 270 pages of public documents.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.backends.builtin.layer.glyphs import Layer
from engine.backends.builtin.layer.layout import Layout
from engine.protocol import Note, NoteCode

_STRANGE = 0.10
"""Share of private-use, control and replacement characters above which a layer is a cipher."""
_UNMAPPED = 0.15
"""Share of characters for which the file has no Unicode value."""
_THIN_COVER, _THIN_TEXT = 0.60, 300
"""Pictures cover more of the page than this and it has fewer characters: the text is in them."""
_FEW = 20
_LETTERS = 0.45
"""Share of letters and digits; a text with fewer is most often a cipher."""


@dataclass(frozen=True, slots=True)
class Route:
    """`picture`: read it from there; `note` is the reason."""

    picture: bool
    note: Note


def choose(layer: Layer, layout: Layout, asked: str) -> Route:
    """By rules that cost nothing. `asked`: auto, picture or text."""
    if asked == "picture":
        return _picture(NoteCode.PICTURE_ASKED)
    visible = layer.count - layer.hidden
    if asked == "text" and layer.count:
        return _text()
    has_picture = layout.full_picture or layout.pictures > 0.02
    if layer.count == 0 or (layout.full_picture and layer.count < _FEW):
        return _picture(NoteCode.PICTURE_NO_TEXT)
    if layer.strange > _STRANGE * layer.count or layer.unmapped > _UNMAPPED * layer.count:
        return _picture(NoteCode.PICTURE_CIPHER)
    if layer.hidden > 0.5 * layer.count and has_picture and asked != "text":
        return _picture(NoteCode.PICTURE_OLD_OCR)
    if layout.pictures > _THIN_COVER and visible < _THIN_TEXT:
        return _picture(NoteCode.PICTURE_THIN)
    return _text()


def suspicious(layer: Layer, layout: Layout) -> bool:
    """Whether a layer deserves the costly spot check."""
    letters = sum(g.text.isalnum() for g in layer.glyphs if g is not None)
    if layer.count and letters < _LETTERS * layer.count and layer.count < 4000:
        return True
    return layout.garbled or layer.strange > max(2, 0.01 * layer.count)


def _picture(code: NoteCode) -> Route:
    return Route(True, Note(code=code))


def _text() -> Route:
    return Route(False, Note(code=NoteCode.TEXT_LAYER))
