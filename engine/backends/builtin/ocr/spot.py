# SPDX-License-Identifier: AGPL-3.0-or-later
"""A few lines of a page read again from its pixels, to check a text layer: cheap (one
picture with all of them, some 0.3 CPU seconds for five lines)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.backends.builtin.ocr.engines import recogniser
from engine.backends.builtin.ocr.page import Picture, RawLine
from engine.backends.builtin.ocr.picture import dark_on_light, scaled
from engine.protocol import Box

MARGIN = 0.25
"""White about each crop, as a part of its height."""
LINE_HEIGHT = 48
"""Pixels; what PP-OCRv6 reads lines at."""
WIDEST = 1600
"""Pixels; longer crops are cut, half a line is enough for a check."""


def spot_read(rgb: Picture, boxes: Sequence[Box]) -> list[str]:
    """The text seen in each of `boxes` (fractions of `rgb`), "" where nothing is seen.
    Uses the `small` model, which knows more scripts. Raises NoRecogniserError."""
    crops = [_crop(rgb, box) for box in boxes]
    if not crops:
        return []
    width = max(crop.shape[1] for crop in crops)
    sheet = np.full((sum(c.shape[0] for c in crops), width, 3), 255, dtype=np.uint8)
    tops, y = [], 0
    for crop in crops:
        sheet[y : y + crop.shape[0], : crop.shape[1]] = crop
        tops.append(y)
        y += crop.shape[0]
    lines = recogniser("small").read(sheet, enlarge=False)
    return [_text_between(lines, a, b) for a, b in zip(tops, [*tops[1:], y], strict=True)]


def _text_between(lines: Sequence[RawLine], top: int, bottom: int) -> str:
    inside = [line for line in lines if top <= (line.box[1] + line.box[3]) / 2 < bottom]
    return " ".join(line.text for line in sorted(inside, key=lambda line: line.box[0]))


def _crop(rgb: Picture, box: Box) -> Picture:
    """The box at LINE_HEIGHT, on white with a margin."""
    height, width = rgb.shape[:2]
    x0, x1 = sorted((max(0, int(box[0] * width)), min(width, int(np.ceil(box[2] * width)))))
    y0, y1 = sorted((max(0, int(box[1] * height)), min(height, int(np.ceil(box[3] * height)))))
    if x1 <= x0 or y1 <= y0:
        return np.full((LINE_HEIGHT, LINE_HEIGHT, 3), 255, dtype=np.uint8)
    part = dark_on_light(rgb[y0:y1, x0:x1])
    part = scaled(part, LINE_HEIGHT / part.shape[0])[:, :WIDEST]
    edge = int(MARGIN * LINE_HEIGHT)
    return np.pad(part, ((edge, edge), (edge, edge), (0, 0)), constant_values=255)
