# SPDX-License-Identifier: AGPL-3.0-or-later
"""Words and letters between the order they stand in on the page (left to right) and the order
they are read in. Enough of the bidirectional rules for single lines of print."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from engine.backends.builtin.ocr.page import Span

_MIRROR = str.maketrans("()[]{}<>«»", ")(][}{><»«")


def is_rtl(text: str) -> bool:
    """Most letters belong to a script written from right to left."""
    kinds = [unicodedata.bidirectional(c) for c in text]
    return sum(k in ("R", "AL") for k in kinds) > kinds.count("L")


def reading_order(spans: Sequence[Span]) -> list[Span]:
    """Words of one line as Tesseract's iterator gives them (letters from left to right)
    in reading order, with their letters in reading order."""
    if not is_rtl("".join(text for text, _, _ in spans)):
        return list(spans)
    from_right = sorted(spans, key=lambda s: -s[1][0])
    out: list[Span] = []
    run: list[Span] = []  # neighbouring words that are read from left to right
    for text, box, sure in from_right:
        if _turns(text):
            out += reversed(run)
            run = []
            out.append((turned(text), box, sure))
        else:
            run.append((text, box, sure))
    return out + list(reversed(run))


def turned(text: str) -> str:
    """Letters of a right-to-left word from left-to-right to reading order, or back: all
    reversed, except that numbers and Latin words inside keep their order."""
    pieces: list[str] = []
    run = ""
    for letter in reversed(text):
        if unicodedata.bidirectional(letter) in ("L", "EN", "AN"):
            run = letter + run
        else:
            pieces += [run, letter.translate(_MIRROR)]
            run = ""
    return "".join([*pieces, run])


def _turns(text: str) -> bool:
    return any(unicodedata.bidirectional(c) in ("R", "AL") for c in text)
