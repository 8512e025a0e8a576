# SPDX-License-Identifier: AGPL-3.0-or-later
"""A part of the page with plenty of ink, for looks that need not see all of it, and how
large its letters are."""

from __future__ import annotations

import numpy as np
from PIL import Image

from engine.backends.builtin.ocr import components
from engine.backends.builtin.ocr.page import Grey
from engine.backends.builtin.ocr.picture import ink_mask

REDUCED = 8
"""The window is looked for in a picture so many times smaller."""
SAMPLE = 1200
"""Pixels of the square that letter heights are taken from."""
LEAST_LETTERS = 60


def dense_window(grey: Grey, side: int) -> tuple[int, int]:
    """Top and left of the square of `side` pixels with the most ink."""
    height, width = grey.shape
    small = Image.fromarray(grey).reduce(REDUCED)
    ink = ink_mask(np.asarray(small)).astype(np.int32)
    sums = np.zeros((ink.shape[0] + 1, ink.shape[1] + 1), dtype=np.int32)
    np.cumsum(np.cumsum(ink, axis=0), axis=1, out=sums[1:, 1:])
    rows, columns = min(ink.shape[0], max(1, side // REDUCED)), min(ink.shape[1], max(1, side // REDUCED))
    totals = sums[rows:, columns:] - sums[:-rows, columns:] - sums[rows:, :-columns] + sums[:-rows, :-columns]
    top, left = np.unravel_index(int(np.argmax(totals)), totals.shape)
    return min(int(top) * REDUCED, max(0, height - side)), min(int(left) * REDUCED, max(0, width - side))


def letter_size(grey: Grey) -> float | None:
    """About one em in pixels: twice the middle height of those parts of the ink that may be
    small letters; None where there are too few (pictures, blank pages, a few words)."""
    top, left = dense_window(grey, SAMPLE)
    parts = components.find(ink_mask(grey[top : top + SAMPLE, left : left + SAMPLE]))
    heights, wide = parts.bottom - parts.top, parts.right - parts.left
    letters = heights[(heights >= 5) & (heights <= 120) & (wide >= 3) & (wide <= 3 * heights)]
    return 2.0 * float(np.median(letters)) if len(letters) >= LEAST_LETTERS else None
