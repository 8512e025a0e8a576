# SPDX-License-Identifier: AGPL-3.0-or-later
"""Narrow gutters between columns, seen in the ink and marked for the text detector.

PP-OCRv6's detector joins lines across gutters of up to some one and a half ems, and mixes up
rows where the columns are not level. A thin line drawn down the gutter stops it (on a
newspaper page with 2,500 lines' worth of gutters: 24 joined lines before, one after)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.backends.builtin.ocr.page import Mask, Picture

BAND = 7
"""Height of the stretches that are looked at, in ems: some ten lines. White that is as high
and not at a gutter hardly occurs in running text."""
NARROWEST, WIDEST = 0.35, 1.45
"""Width of gutters in ems; from 1.6 on nothing was joined."""
CLEAN = 0.012
"""Share of ink that a gutter may hold: specks."""
BESIDE = 8
"""Ems on either side that must hold text."""
TEXT_ROWS = 0.45
"""Share of the rows beside a gutter that hold ink: lines of text fill 50 to 70 %."""
LIGHT, GREY = 255, 190
"""The drawn line, on tinted and on white paper: enough for the detector, no letter for the reader."""
SLOPES = (-0.03, -0.015, 0.015, 0.03)
"""Sideways pixels for each row: pages that are curved or not quite straight."""


def marked(rgb: Picture, ink: Mask, em: float) -> Picture:
    """The picture with lines drawn down its narrow gutters; the same one if there are none.
    `em`: about the size of its letters in pixels. Where a level gutter is found on the page,
    sloping ones are looked for too."""
    bands = _bands(ink.shape[0], em)
    found = [(x, 0.0, band) for band in bands for x in _white(ink[band[0] : band[1]], em)]
    if not found:
        return rgb
    for slope in SLOPES:
        found += [(x, slope, band) for band in bands for x in _white(_sheared(ink[band[0] : band[1]], slope), em)]
    out = rgb.copy()
    value = LIGHT if int(np.median(rgb[::16, ::16])) < 225 else GREY
    for x, slope, (top, bottom) in found:
        rows = np.arange(top, bottom)
        places = np.clip(x + np.round(slope * (rows - top)).astype(np.int64), 1, rgb.shape[1] - 2)
        for side in (-1, 0, 1):
            out[rows, places + side] = value
    return out


def _sheared(band: Mask, slope: float) -> Mask:
    """Each row moved left by `slope` pixels for each row above it."""
    out = np.zeros_like(band)
    for row in range(band.shape[0]):
        shift = round(slope * row)
        if shift >= 0:
            out[row, : band.shape[1] - shift] = band[row, shift:]
        else:
            out[row, -shift:] = band[row, :shift]
    return out


def _bands(height: int, em: float) -> list[tuple[int, int]]:
    """Stretches of the page that overlap by half."""
    size = int(BAND * em)
    return [(top, min(height, top + size)) for top in range(0, max(1, height - size // 2), max(1, size // 2))]


def _white(band: Mask, em: float) -> list[int]:
    """Middles of the gutters in a band."""
    share = band.mean(axis=0)
    starts, ends = _runs(share <= CLEAN)
    reach = int(BESIDE * em)
    rows = band.shape[0]
    found = []
    for start, end in zip(starts, ends, strict=True):
        if not NARROWEST * em <= end - start <= WIDEST * em or start < reach // 2 or end > band.shape[1] - reach // 2:
            continue
        left, right = band[:, max(0, start - reach) : start], band[:, end : end + reach]
        if all(float(side.any(axis=1).sum()) >= TEXT_ROWS * rows for side in (left, right)):
            found.append(int(start + end) // 2)
    return found


def _runs(flags: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    steps = np.diff(np.concatenate(([False], flags, [False])).astype(np.int8))
    return np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
