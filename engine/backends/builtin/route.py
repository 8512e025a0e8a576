# SPDX-License-Identifier: AGPL-3.0-or-later
"""Whether a page is read from its text layer or from its picture, and why.

Cheap signs first; the spot check, which reads a few lines again from pixels, only on
suspicion. Values were chosen on 270 pages of public documents.

Invisible text over a picture is an earlier OCR: the page is read anew, unless the user asks for
the text layer. Invisible text with no picture under it is left out, and a note says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from engine.backends.builtin.layer.fold import lettered
from engine.backends.builtin.layer.glyphs import Layer
from engine.backends.builtin.layer.layout import Layout
from engine.protocol import Note, NoteCode

_STRANGE = 0.10
"""Share of private-use, control and replacement characters above which a layer is a cipher."""
_THIN_COVER, _THIN_TEXT = 0.60, 300
"""Pictures cover more of the page than this and it has fewer characters: the text is in them."""
_FEW = 20
_COMMON = frozenset(
    re.findall(
        r"\w\w",
        "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me "
        "de hi ri ro ic ne ea ra ce li ch ll be ma si om ur la el ue qu ie ei un ge sc da do os ad ca em no "
        "pa po pr ta tr ci il lo so su di us et ss ai ns ov wi ze ow ni ny ka na ",
    )
)
"""Frequent pairs of letters in European languages."""
_LEAST_PAIRS, _COMMON_SHARE = 50, 0.3
"""Texts in ten languages have 0.5 to 0.8 of their pairs among these, shifted letters 0.1."""
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
    if layer.strange > _STRANGE * layer.count:
        return _picture(NoteCode.PICTURE_CIPHER)
    covered = layout.full_picture and "invisible-text-layer" in layout.reasons  # drawn under the picture
    if covered or (layer.hidden > 0.5 * layer.count and has_picture):
        return _picture(NoteCode.PICTURE_OLD_OCR)
    if layout.pictures > _THIN_COVER and visible < _THIN_TEXT:
        return _picture(NoteCode.PICTURE_THIN)
    return _text()


def suspicious(layer: Layer, layout: Layout) -> bool:
    """Whether a layer deserves the costly spot check."""
    letters = lettered("".join(g.text for g in layer.glyphs if g is not None))
    if layer.count and letters < _LETTERS * layer.count and layer.count < 4000:
        return True
    return layout.garbled or layer.strange > max(2, 0.01 * layer.count) or _unlikely(layer)


def _unlikely(layer: Layer) -> bool:
    """Whether the Latin letters of a page follow each other as in no European language (each
    letter stands for another one)."""
    text = "".join(" " if g is None else g.text for g in layer.glyphs).lower()
    pairs = [a + b for a, b in pairwise(text) if "a" <= a <= "z" and "a" <= b <= "z"]
    if len(pairs) < _LEAST_PAIRS:
        return False
    return sum(pair in _COMMON for pair in pairs) < _COMMON_SHARE * len(pairs)


def _picture(code: NoteCode) -> Route:
    return Route(True, Note(code=code))


def _text() -> Route:
    return Route(False, Note(code=NoteCode.TEXT_LAYER))
