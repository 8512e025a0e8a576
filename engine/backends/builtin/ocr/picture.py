# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pixels: grey, ink, scaling and turning, with the way back for boxes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageFilter

from engine.backends.builtin.ocr.page import Grey, Mask, Picture
from engine.protocol import Box

MAX_SIDE = 5000
"""Pixels of the longest side that is ever read: 42 x 42 cm at 300 dpi; bounds memory."""
SMALL_SIDE = 1000
"""A picture whose long side is shorter is doubled, if the size of its letters is not known."""
SMALL, READABLE, LARGE = 15.0, 40.0, 60.0
"""Ems in pixels: below the first a picture is doubled, above the last reduced to the middle one.
10-point print has 28 at 200 dpi."""
DARK_PAGE = 100
"""Median grey below which a page is white on black (paper is above 150 even on poor scans)."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How a work picture was made from the given one: turned by `turn` degrees clockwise,
    then by `skew`, then scaled by `scale`. Sizes are (width, height) in pixels."""

    given: tuple[int, int]
    work: tuple[int, int]
    turn: int
    skew: float
    scale: float

    def back(self, box: Box) -> Box:
        """From work pixels to fractions of the given picture."""
        x0, y0, x1, y1 = box
        corners = [self._point(x, y) for x, y in ((x0, y0), (x1, y0), (x0, y1), (x1, y1))]
        xs, ys = [c[0] for c in corners], [c[1] for c in corners]
        if self.skew:
            # the corners of a tilted box stick out; its centre line is what was printed
            xs, ys = _shrink(xs, ys)
        return (_unit(min(xs)), _unit(min(ys)), _unit(max(xs)), _unit(max(ys)))

    def _point(self, x: float, y: float) -> tuple[float, float]:
        width, height = self.given if self.turn in (0, 180) else self.given[::-1]
        dx, dy = (x - self.work[0] / 2) / self.scale, (y - self.work[1] / 2) / self.scale
        angle = math.radians(self.skew)
        px = (dx * math.cos(angle) + dy * math.sin(angle)) / width + 0.5
        py = (dy * math.cos(angle) - dx * math.sin(angle)) / height + 0.5
        match self.turn:
            case 90:
                return py, 1 - px
            case 180:
                return 1 - px, 1 - py
            case 270:
                return 1 - py, px
        return px, py


def _shrink(xs: list[float], ys: list[float]) -> tuple[list[float], list[float]]:
    """The middle two of the four corner values: for a small tilt these are the near edges."""
    sx, sy = sorted(xs), sorted(ys)
    return [(sx[0] + sx[1]) / 2, (sx[2] + sx[3]) / 2], [(sy[0] + sy[1]) / 2, (sy[2] + sy[3]) / 2]


def _unit(value: float) -> float:
    return min(1.0, max(0.0, value))


def grey(rgb: Picture) -> Grey:
    """Luminance as Pillow weighs it."""
    return np.asarray(Image.fromarray(rgb).convert("L"))


def ink_mask(picture: Grey) -> Mask:
    """Ink by comparison with the neighbourhood, so that shadows, tinted paper and large
    dark areas are ground. The neighbourhood is some five letters wide."""
    radius = max(8, max(picture.shape) // 60)
    around = Image.fromarray(picture).filter(ImageFilter.BoxBlur(radius))
    threshold = around.point([max(0, int(min(v * 0.85, v - 20))) for v in range(256)])
    mask: Mask = picture < np.asarray(threshold)
    return mask


def first_scale(width: int, height: int) -> float:
    """Factor that brings a picture within MAX_SIDE."""
    return min(1.0, MAX_SIDE / max(width, height))


def letter_scale(em: float | None, side: int) -> float:
    """Factor that gives the letters a size the models read well (`em`: what they have, if
    known; `side`: pixels of the long side)."""
    if em is None:
        return 2.0 if side < SMALL_SIDE else 1.0
    if em > LARGE:
        return READABLE / em
    return 2.0 if em < SMALL and side * 2 <= MAX_SIDE else 1.0


def scaled(rgb: Picture, factor: float) -> Picture:
    if factor == 1.0:
        return rgb
    height, width = rgb.shape[:2]
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    method = Image.Resampling.BICUBIC if factor > 1 else Image.Resampling.BOX
    return np.asarray(Image.fromarray(rgb).resize(size, method))


def dark_on_light(rgb: Picture) -> Picture:
    """The picture, inverted if it is white on black."""
    sample = rgb[:: max(1, rgb.shape[0] // 200), :: max(1, rgb.shape[1] // 200)]
    return 255 - rgb if float(np.median(sample)) < DARK_PAGE else rgb


def turned(rgb: Picture, degrees: int) -> Picture:
    """Turned clockwise by a multiple of 90 degrees."""
    return np.ascontiguousarray(np.rot90(rgb, k=-(degrees // 90)))


def straightened(rgb: Picture, degrees: float) -> Picture:
    """Turned clockwise by a few degrees about the centre; the size stays, new corners take
    the colour of the paper."""
    if not degrees:
        return rgb
    paper = tuple(int(c) for c in np.median(rgb[::16, ::16].reshape(-1, 3), axis=0))
    turned_image = Image.fromarray(rgb).rotate(-degrees, Image.Resampling.BICUBIC, fillcolor=paper)
    return np.asarray(turned_image)
