# SPDX-License-Identifier: AGPL-3.0-or-later
"""Sizes and boxes: how large a picture becomes, and where a box lies on a turned page."""

from __future__ import annotations

from dataclasses import dataclass

from engine.pages.reader import FileError
from engine.protocol import Box, ErrorCode, Note, NoteCode

MAX_PIXELS = 25_000_000
"""Pixels of the largest picture made; a 144,000 pt page would ask for 20 gigapixels."""

WHOLE: Box = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture to make: `width` x `height` pixels that show the part of the turned page from
    (`left`, `top`), where the whole turned page would be `full_width` x `full_height` pixels."""

    width: int
    height: int
    left: float
    top: float
    full_width: float
    full_height: float
    notes: tuple[Note, ...] = ()


def turned_size(size: tuple[float, float], turn: int) -> tuple[float, float]:
    """Width and height after `turn` degrees."""
    return (size[1], size[0]) if turn % 180 else size


def plan(size: tuple[float, float], pixels: int, turn: int, region: Box | None) -> Shot:
    """The picture of a page of `size` points whose long side is `pixels`, within MAX_PIXELS."""
    if turn not in (0, 90, 180, 270) or pixels < 1:
        raise FileError(ErrorCode.BAD_MESSAGE, f"turn {turn}, pixels {pixels}")
    page_width, page_height = turned_size(size, turn)
    left, top, right, bottom = _inside(region or WHOLE)
    part_width, part_height = page_width * (right - left), page_height * (bottom - top)
    scale = pixels / max(part_width, part_height)
    notes: tuple[Note, ...] = ()
    asked = part_width * part_height * scale * scale
    if asked > MAX_PIXELS:
        scale *= (MAX_PIXELS / asked) ** 0.5
        given = int(max(part_width, part_height) * scale)
        notes = (Note(code=NoteCode.SCALED_DOWN, detail=f"{pixels} {given}"),)
    width, height = max(1, round(part_width * scale)), max(1, round(part_height * scale))
    while width * height > MAX_PIXELS:  # rounding up a very thin page may pass the limit
        width, height = (width - 1, height) if width > height else (width, height - 1)
    full_width, full_height = width / (right - left), height / (bottom - top)
    return Shot(width, height, left * full_width, top * full_height, full_width, full_height, notes)


def _inside(region: Box) -> Box:
    """The part of `region` on the page; raises FileError if there is none."""
    left, top, right, bottom = (min(1.0, max(0.0, side)) for side in region)
    if right - left < 1e-6 or bottom - top < 1e-6:
        raise FileError(ErrorCode.BAD_MESSAGE, f"empty region {region}")
    return left, top, right, bottom


def turn_box(box: Box, turn: int) -> Box:
    """The box (fractions of the upright page) as fractions of the page after `turn`."""
    left, top, right, bottom = box
    if turn == 90:
        return 1 - bottom, left, 1 - top, right
    if turn == 180:
        return 1 - right, 1 - bottom, 1 - left, 1 - top
    if turn == 270:
        return top, 1 - right, bottom, 1 - left
    return box


def clip_box(box: Box) -> Box | None:
    """The part of the box on the page, None if it lies off it."""
    left, top, right, bottom = (min(1.0, max(0.0, side)) for side in box)
    return (left, top, right, bottom) if right > left and bottom > top else None


def check_page(page: int, pages: int) -> None:
    """Raises FileError if the document has no such page."""
    if not 0 <= page < pages:
        raise FileError(ErrorCode.NO_SUCH_PAGE, str(page + 1))
