# SPDX-License-Identifier: AGPL-3.0-or-later
"""Right-to-left text in the order in which it is read, by where its letters stand: files hold
it in the order of reading or in that of the picture, and PDFium turns about now the one and
now the other."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from engine.backends.builtin.layer.glyphs import Glyph

_BETWEEN_DIGITS = frozenset(".,:/-+%")
OPENING = {"(": ")", "[": "]", "{": "}", "«": "»"}
CLOSING = {close: opened for opened, close in OPENING.items()}


def logical(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Glyphs of one word in reading order: from the right, what runs left to right as it stands."""
    clusters = _clusters(glyphs)
    clusters.sort(key=lambda c: -(c[0].x0 + c[0].x1))
    kinds = [_kind(c[0].text) for c in clusters]
    ordered: list[Glyph] = []
    at = 0
    while at < len(clusters):
        end = at + 1
        if kinds[at]:
            while end < len(clusters) and _runs_on(clusters, kinds, end):
                end += 1
            while not kinds[end - 1]:
                end -= 1
        for cluster in reversed(clusters[at:end]):
            ordered += cluster
        at = end
    return ordered


def _clusters(glyphs: Sequence[Glyph]) -> list[list[Glyph]]:
    """Letters with the marks over and under them, and the letters of a ligature, together."""
    clusters: list[list[Glyph]] = []
    for glyph in glyphs:
        head = clusters[-1][0] if clusters else None
        same = head is not None and abs(head.x0 - glyph.x0) < 0.01 and abs(head.x1 - glyph.x1) < 0.01
        if same or (head is not None and unicodedata.category(glyph.text[0])[0] == "M"):
            clusters[-1].append(glyph)
        else:
            clusters.append([glyph])
    return clusters


def _kind(text: str) -> bool:
    """Whether a sign runs from left to right whatever stands around it."""
    return unicodedata.bidirectional(text[0]) in ("L", "EN", "AN")


def _runs_on(clusters: Sequence[Sequence[Glyph]], kinds: Sequence[bool], at: int) -> bool:
    """Whether a run from left to right goes on at a place: a letter or digit, or a sign
    between two of them."""
    if kinds[at]:
        return True
    inner = clusters[at][0].text in _BETWEEN_DIGITS or clusters[at][0].text.isascii()
    letter = unicodedata.bidirectional(clusters[at][0].text[0]) in ("R", "AL")
    return inner and not letter and at + 1 < len(clusters) and kinds[at + 1] and kinds[at - 1]


def pair_brackets(texts: Sequence[str]) -> list[str]:
    """The signs of a line in reading order with brackets that open first and close later,
    whichever way they were mirrored."""
    found = list(texts)
    opened: list[str] = []
    for at, text in enumerate(texts):
        if text in CLOSING and CLOSING[text] not in opened:
            found[at] = CLOSING[text]
            opened.append(found[at])
        elif text in CLOSING:
            opened.remove(CLOSING[text])
        elif text in OPENING and text in opened and OPENING[text] not in texts[at:]:
            found[at] = OPENING[text]
            opened.remove(text)
        elif text in OPENING:
            opened.append(text)
    return found
