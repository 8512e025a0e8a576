# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which way the lines run, and by how much they slope, from the ink alone.

Ink is projected along a direction; where that is the direction of the lines, the profile
is a comb of full and empty bins. Its sharpness (sum of squared steps) is compared."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.backends.builtin.ocr.page import Grey
from engine.backends.builtin.ocr.picture import ink_mask

LOOK_SIDE = 1000
"""Pixels of the long side of the reduced picture that is measured."""
MAX_POINTS = 60_000
MAX_SLOPE = 6.0
"""Degrees; scanners and phones stay well below."""
LEAST_SLOPE = 0.2
"""Degrees; below this nothing is gained by turning the picture."""
LEAST_POINTS = 400
CLEARLY = 1.2
"""How much sharper than the level profile a sloping one must be (specks alone reach 1.15; text that
slopes by half a degree 1.3 and more)."""
CLEAR_AXIS = 1.6
"""How much sharper the profile of one axis must be to call the lines vertical."""


@dataclass(frozen=True, slots=True)
class Slope:
    """`vertical`: the lines run up and down. `degrees`: clockwise turn that levels them
    (after the quarter turn, where vertical). `sharpness` of both axes, as measured."""

    vertical: bool
    degrees: float
    sharpness: tuple[float, float]


def measure(picture: Grey) -> Slope:
    """The slope of the lines of a page; zero where there is too little to tell."""
    height, width = picture.shape
    factor = min(1.0, LOOK_SIDE / max(height, width))
    small = Image.fromarray(picture).resize((max(1, round(width * factor)), max(1, round(height * factor))),
                                            Image.Resampling.BOX)
    rows, columns = np.nonzero(ink_mask(np.asarray(small)))
    if len(rows) < LEAST_POINTS:
        return Slope(vertical=False, degrees=0.0, sharpness=(0.0, 0.0))
    step = max(1, len(rows) // MAX_POINTS)
    x, y = columns[::step].astype(np.float32), rows[::step].astype(np.float32)
    across, across_slope = _best(x, y)
    # turned a quarter clockwise a point (x, y) lies at (-y, x)
    along, along_slope = _best(-y, x)
    vertical = along > CLEAR_AXIS * across
    degrees = along_slope if vertical else across_slope
    return Slope(vertical, 0.0 if abs(degrees) < LEAST_SLOPE else degrees, (across, along))


def _best(x: NDArray[np.float32], y: NDArray[np.float32]) -> tuple[float, float]:
    """(sharpness at the best slope, that slope in degrees clockwise)."""
    level = _sharpness(x, y, 0.0)
    coarse = max(np.arange(-MAX_SLOPE, MAX_SLOPE + 0.01, 0.5), key=lambda a: _sharpness(x, y, float(a)))
    fine = np.arange(coarse - 0.5, coarse + 0.51, 0.1)
    best = float(max(fine, key=lambda a: _sharpness(x, y, float(a))))
    sharp = _sharpness(x, y, best)
    if sharp < CLEARLY * level:
        return level, 0.0
    return sharp, round(best, 2)


def _sharpness(x: NDArray[np.float32], y: NDArray[np.float32], degrees: float) -> float:
    angle = math.radians(degrees)
    place = y * math.cos(angle) + x * math.sin(angle)
    bins = np.bincount((place - place.min()).astype(np.int32)).astype(np.float64)
    return float(np.square(np.diff(bins)).sum() / max(1.0, bins.sum()))
