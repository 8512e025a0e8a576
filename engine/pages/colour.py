# SPDX-License-Identifier: AGPL-3.0-or-later
"""Any of Pillow's sorts of pixel to RGB: deep greys scaled, transparency laid on a ground."""

from __future__ import annotations

import numpy as np
from PIL import Image

DEEP_WHITES = (255, 1023, 4095, 16383, 65535)
"""White of 8, 10, 12, 14 and 16 bits; sensors keep the shorter ones in 16-bit files."""

VISIBLE = 64  # of 255: alpha from which a pixel counts as seen
DARK = 160  # of 255: brightness below which writing is legible on white
FEW = 0.002  # share of dark pixels below which what is seen is taken to be white


def to_rgb(image: Image.Image, factor: int = 1) -> Image.Image:
    """The picture in RGB, first made smaller by the whole number `factor`."""
    if image.mode in ("I", "F") or image.mode.startswith("I;"):
        image = _deep_grey(image)
    if "A" in image.getbands() or "a" in image.mode or "transparency" in image.info:
        return on_ground(_smaller(image.convert("RGBA"), factor))
    if image.mode in ("1", "P"):  # these cannot be averaged as they are
        image = image.convert("L" if image.mode == "1" else "RGB")
    image = _smaller(image, factor)
    return image if image.mode == "RGB" else image.convert("RGB")


def _smaller(image: Image.Image, factor: int) -> Image.Image:
    return image.reduce(factor) if factor > 1 else image


def _deep_grey(image: Image.Image) -> Image.Image:
    """Greys of more than 8 bits, scaled and not clipped. Floats up to 1 are taken for 0..1."""
    values = np.asarray(image)
    if values.dtype.kind == "f":
        values = np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0)
    top = float(values.max(initial=0))
    white = 1.0 if values.dtype.kind == "f" and top <= 1 else next((w for w in DEEP_WHITES if top <= w), top)
    scaled = np.clip(values.astype(np.float32) * (255.0 / white), 0, 255)
    return Image.fromarray(scaled.astype(np.uint8))


def on_ground(image: Image.Image) -> Image.Image:
    """RGBA laid on white, or on black where what is seen is white itself and something is
    transparent, so that white writing stays legible."""
    ground = Image.new("RGB", image.size, (0, 0, 0) if _is_white(image) else (255, 255, 255))
    ground.paste(image, mask=image.getchannel("A"))
    return ground


def _is_white(image: Image.Image) -> bool:
    """Whether all that is seen of an RGBA picture is light, and something is not seen."""
    seen = np.asarray(image.getchannel("A")) >= VISIBLE
    count = int(seen.sum())
    if count in (0, seen.size):
        return False
    brightness = np.asarray(image.convert("RGB").convert("L"))
    return int((seen & (brightness < DARK)).sum()) < FEW * count
