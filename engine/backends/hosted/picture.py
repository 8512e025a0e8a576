# SPDX-License-Identifier: AGPL-3.0-or-later
"""From a page's pixels to the file that is sent: small enough, JPEG or, for line art, PNG."""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass
from functools import cached_property

from PIL import Image

from engine.jina_ocr.image import count_text_lines

QUALITY = 90

LINE_ART = 256
"""Different colours at most of a picture that PNG may pack better than JPEG."""

REFUSED_SCALE = 0.66
"""Length of the sides after a service has said that the picture is too large: less than half the pixels."""

SMALLEST = 64
"""Pixels of a long side below which nothing is made smaller."""


@dataclass(frozen=True)
class Encoded:
    """A picture file. `asked` and `given` are its pixels (width, height) before and after it was
    made smaller for the sake of its bytes."""

    data: bytes
    kind: str  # "jpeg" or "png"
    asked: tuple[int, int]
    given: tuple[int, int]

    @property
    def scaled(self) -> str:
        """Long sides asked and given, in pixels; empty where they are the same."""
        return "" if self.asked == self.given else f"{max(self.asked)} {max(self.given)}"

    def url(self) -> str:
        """The file as a data: address."""
        return f"data:image/{self.kind};base64,{base64.b64encode(self.data).decode('ascii')}"

    def open(self) -> Image.Image:
        """The pixels again."""
        picture = Image.open(io.BytesIO(self.data))
        picture.load()
        return picture

    @cached_property
    def lines(self) -> int:
        """About how many lines of text the page has."""
        return count_text_lines(self.open().convert("RGB"))


def encode(picture: Image.Image, side: int, limit: int) -> Encoded:
    """An RGB picture as a file whose long side has at most `side` pixels and which has, if that can
    be had, at most `limit` bytes."""
    picture = _fitted(picture, side)
    return _within(picture, picture.size, limit)


def smaller(encoded: Encoded, limit: int) -> Encoded:
    """The same for a service that found it too large. Black and white stays that: with grey edges
    it would have more bytes than before."""
    picture = encoded.open()
    side = max(SMALLEST, int(max(picture.size) * REFUSED_SCALE))
    if picture.mode == "1":
        made = _fitted(picture.convert("L"), side).point(lambda value: 255 if value >= 128 else 0).convert("RGB")
    else:
        made = _fitted(picture.convert("RGB"), side)
    return _within(made, encoded.asked, min(limit, len(encoded.data) - 1))


def _within(picture: Image.Image, asked: tuple[int, int], limit: int) -> Encoded:
    data, kind = _packed(picture)
    while len(data) > limit and max(picture.size) > SMALLEST:
        share = min(0.9, 0.95 * (limit / len(data)) ** 0.5)
        picture = _fitted(picture, max(SMALLEST, int(max(picture.size) * share)))
        data, kind = _packed(picture)
    return Encoded(data, kind, asked, picture.size)


def _fitted(picture: Image.Image, side: int) -> Image.Image:
    longest = max(picture.size)
    if longest <= side:
        return picture
    width, height = (max(1, round(length * side / longest)) for length in picture.size)
    return picture.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0)


def _packed(picture: Image.Image) -> tuple[bytes, str]:
    """The shorter file of the two; PNG is not tried on what has many colours."""
    colours = picture.getcolors(LINE_ART)
    grey = colours is not None and all(_is_grey(colour) for _, colour in colours)
    plain = picture.convert("L") if grey else picture
    jpeg = io.BytesIO()
    plain.save(jpeg, "JPEG", quality=QUALITY)
    if colours is None:
        return jpeg.getvalue(), "jpeg"
    if grey and all(colour in ((0, 0, 0), (255, 255, 255)) for _, colour in colours):
        plain = plain.convert("1", dither=Image.Dither.NONE)
    png = io.BytesIO()
    plain.save(png, "PNG")
    if png.tell() < jpeg.tell():
        return png.getvalue(), "png"
    return jpeg.getvalue(), "jpeg"


def _is_grey(colour: object) -> bool:
    return isinstance(colour, tuple) and colour[0] == colour[1] == colour[2]
