# SPDX-License-Identifier: AGPL-3.0-or-later
"""From a picture to the pixels the model sees: one global view and, for larger pages, tiles.

Equal to what vLLM's processor makes: the same grid, the same (Pillow, bicubic) resizing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps

from engine.jina_ocr.config import PIXELS_PER_TOKEN
from engine.pages.colour import to_rgb

Pixels = npt.NDArray[np.float32]

GLOBAL = 1024
"""Side of the global view, pixels."""

TILE = 640
"""Side of a tile, pixels."""

MIN_TILES, MAX_TILES = 2, 9
"""Tiles of a cut page; the model was trained with up to 9 (vLLM's own processor says 6)."""

GREY = (127, 127, 127)
"""Colour of the bars beside a page that is not square."""

INK = 48
"""Difference of grey levels (0..255) between paper and ink."""

STRIPS = 4
"""Upright strips in which lines of text are counted; the fullest one counts."""

Image.MAX_IMAGE_PIXELS = None  # pictures come from our own page program, which has its own limit


@dataclass(frozen=True)
class Views:
    """Pixels of one page: normalised to -1..1, channels first. `grid` is columns and rows of
    the tiles, (1, 1) where there are none; tiles are in reading order."""

    grid: tuple[int, int]
    overall: Pixels  # (3, GLOBAL, GLOBAL)
    tiles: Pixels  # (tiles, 3, TILE, TILE)


def choose_grid(width: int, height: int) -> tuple[int, int]:
    """Columns and rows of tiles for a page of this many pixels; (1, 1): no tiles.

    The grid of 2 to 9 tiles whose shape is nearest to the page's. Of grids that are equally
    near, the larger one if the page has more than half its pixels."""
    if width <= TILE and height <= TILE:
        return 1, 1
    shape = width / height
    best, best_distance = (1, 1), float("inf")
    for columns, rows in _grids():
        distance = abs(shape - columns / rows)
        large_enough = width * height > 0.5 * TILE * TILE * columns * rows
        if distance < best_distance or (distance == best_distance and large_enough):
            best, best_distance = (columns, rows), distance
    return best


def _grids() -> list[tuple[int, int]]:
    """All grids, small ones first."""
    sides = range(1, MAX_TILES + 1)
    grids = [(columns, rows) for columns in sides for rows in sides if MIN_TILES <= columns * rows <= MAX_TILES]
    return sorted(grids, key=lambda grid: grid[0] * grid[1])


def image_tokens(grid: tuple[int, int]) -> int:
    """Positions that a page takes in the prompt. Every row of tokens ends with a newline token,
    the whole with a separator."""
    side = GLOBAL // PIXELS_PER_TOKEN
    count = side * (side + 1) + 1
    columns, rows = grid
    if columns * rows > 1:
        per_tile = TILE // PIXELS_PER_TOKEN
        count += rows * per_tile * (columns * per_tile + 1)
    return count


def make_views(picture: Image.Image) -> Views:
    """Pixels of an upright RGB picture."""
    grid = choose_grid(*picture.size)
    overall = _normalised(_letterboxed(picture))
    if grid == (1, 1):
        return Views(grid, overall, np.empty((0, 3, TILE, TILE), np.float32))
    columns, rows = grid
    sheet = picture.resize((columns * TILE, rows * TILE), Image.Resampling.BICUBIC)
    tiles = [
        _normalised(sheet.crop((column * TILE, row * TILE, (column + 1) * TILE, (row + 1) * TILE)))
        for row in range(rows)
        for column in range(columns)
    ]
    return Views(grid, overall, np.stack(tiles))


def _letterboxed(picture: Image.Image) -> Image.Image:
    """The picture as large as fits in the middle of a grey square. At least one pixel thick."""
    width, height = picture.size
    if width >= height:
        size = GLOBAL, max(1, round(height / width * GLOBAL))
    else:
        size = max(1, round(width / height * GLOBAL)), GLOBAL
    fitted = picture.resize(size, Image.Resampling.BICUBIC)
    if size == (GLOBAL, GLOBAL):
        return fitted
    square = Image.new("RGB", (GLOBAL, GLOBAL), GREY)
    square.paste(fitted, (round((GLOBAL - size[0]) * 0.5), round((GLOBAL - size[1]) * 0.5)))
    return square


def _normalised(picture: Image.Image) -> Pixels:
    """0..255 to -1..1, channels first; mean and deviation are 0.5 in every channel."""
    values = np.asarray(picture, np.float32)
    return np.ascontiguousarray(((values / 255.0 - 0.5) / 0.5).transpose(2, 0, 1))


def open_picture(path: Path) -> Image.Image:
    """A picture file as an upright RGB picture: EXIF turn applied, transparency over white,
    16-bit grey scaled. Raises OSError if it is no picture."""
    with Image.open(path) as picture:
        return to_rgb(ImageOps.exif_transpose(picture))


def open_raw(path: Path, width: int, height: int, stride: int) -> Image.Image:
    """A raw RGB file as the page program writes it: rows of `stride` bytes. It is copied, since
    the page program may delete it. Raises OSError, or ValueError if the sizes do not fit."""
    if width < 1 or height < 1 or stride < 3 * width:
        raise ValueError(f"a picture of {width} x {height} pixels with rows of {stride} bytes")
    data = path.read_bytes()
    needed = stride * (height - 1) + 3 * width
    if len(data) < needed:
        raise ValueError(f"the picture has {len(data)} bytes, not {needed}")
    rows = np.frombuffer(data.ljust(stride * height, b"\0"), np.uint8, stride * height).reshape(height, stride)
    return Image.fromarray(rows[:, : 3 * width].reshape(height, width, 3))


def count_text_lines(picture: Image.Image) -> int:
    """About how many lines of text or table rows a page has, from its picture alone: bands of
    ink with paper between. Rules that run up the page are left out, since they join the rows."""
    grey = np.asarray(picture.convert("L"), np.int16)
    ink = np.abs(grey - np.median(grey[::4, ::4])) > INK
    ink = ink[:, ink.mean(axis=0) < 0.6]
    counts = [_bands(strip) for strip in np.array_split(ink, STRIPS, axis=1) if strip.shape[1]]
    return max(counts, default=0)


def _bands(ink: npt.NDArray[np.bool_]) -> int:
    filled = (ink.sum(axis=1) >= 2).astype(np.int8)
    return int(np.count_nonzero(np.diff(filled, prepend=0) == 1))
