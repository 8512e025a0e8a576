# SPDX-License-Identifier: AGPL-3.0-or-later
"""The spot check: does a text layer say what the page shows?"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from statistics import median

from engine.backends.builtin.files import OpenDocument
from engine.backends.builtin.layer.lines import Line, lines_of
from engine.backends.builtin.layer.words import Word

_LINES = 5
SAME_TEXT = 0.45
"""Median similarity below which layer and page differ: good layers gave 0.91 to 1.00, ciphers 0.0 to 0.2."""
LONG_SIDE = 2400
"""Pixels: about 200 dpi of a sheet of paper."""
_READABLE = ("LATIN", "CJK", "HIRAGANA", "KATAKANA", "DIGIT", "FULLWIDTH")
"""Scripts that the checking model reads."""


def differs(document: OpenDocument, page: int, turn: int, words: Sequence[Word], size: tuple[float, float]) -> bool:
    """Whether the page's picture shows another text than its layer. False where it cannot be
    told: too little text, or a script that the model does not read."""
    from engine.backends.builtin.ocr import NoRecogniserError, spot_read

    upright = lines_of([w for w in words if not w.turn])
    lines = [line for line in upright if len(line.text) >= 4 and _readable(line.text)]
    if not lines:
        return False
    step = max(1, len(lines) // _LINES)
    chosen = sorted(lines, key=lambda line: -len(line.text))[: 3 * _LINES] if len(lines) > 3 * _LINES else lines
    chosen = sorted(chosen, key=lambda line: line.base)[:: max(1, min(step, len(chosen) // _LINES))][:_LINES]
    picture = document.picture(page, LONG_SIDE, turn)
    try:
        seen = spot_read(picture, [line_box(line, size) for line in chosen])
    except NoRecogniserError:
        return False
    return median(alike(line.text, text) for line, text in zip(chosen, seen, strict=True)) < SAME_TEXT


def _readable(text: str) -> bool:
    letters = [c for c in text if c.isalnum()]
    good = sum(unicodedata.name(c, "").startswith(_READABLE) for c in letters)
    return good >= 0.8 * len(letters)


def line_box(line: Line, size: tuple[float, float]) -> tuple[float, float, float, float]:
    """A line's box in fractions of a page of this size."""
    width, height = size
    return line.x0 / width, line.y0 / height, line.x1 / width, line.y1 / height


def alike(layer: str, seen: str) -> float:
    """Similarity of the letters of two texts, 0 to 1."""
    a, b = (
        "".join(c for c in unicodedata.normalize("NFKD", t).lower() if c.isalnum()) for t in (layer, seen)
    )
    return SequenceMatcher(None, a, b, autojunk=False).ratio()
