# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pictures to pixels: the grid of tiles, odd pictures, and the count of text lines."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from engine.jina_ocr.image import (
    GREY,
    TILE,
    choose_grid,
    count_text_lines,
    image_tokens,
    make_views,
    open_picture,
    open_raw,
)


def brute_grid(width: int, height: int) -> set[tuple[int, int]]:
    """The rule as it is stated: of 2 to 9 tiles the shape nearest to the page's; of equals the
    largest that the page fills by more than half, else the smallest."""
    if max(width, height) <= TILE:
        return {(1, 1)}
    grids = [(c, r) for c, r in itertools.product(range(1, 10), repeat=2) if 2 <= c * r <= 9]
    distance = {grid: abs(Fraction(width, height) - Fraction(*grid)) for grid in grids}
    nearest = [grid for grid in grids if distance[grid] == min(distance.values())]
    filled = [g for g in nearest if width * height * 2 > TILE * TILE * g[0] * g[1]]
    smallest = min(c * r for c, r in nearest)
    chosen = max((c * r for c, r in filled), default=smallest)
    return {(c, r) for c, r in nearest if c * r == max(chosen, smallest)}


def test_200_shapes() -> None:
    known = [(595, 842), (1357, 1920), (1920, 1080), (1600, 900), (600, 640), (641, 640), (1900, 1900), (1000, 1000),
             (640, 640), (1800, 600), (1920, 960), (700, 350), (20_000, 10), (10, 20_000), (1, 1), (1280, 1280)]
    chance = random.Random(7)
    shapes = known + [(chance.randint(1, 3000), chance.randint(1, 3000)) for _ in range(200 - len(known))]
    assert len(shapes) == 200
    wrong = [(shape, choose_grid(*shape)) for shape in shapes if choose_grid(*shape) not in brute_grid(*shape)]
    assert wrong == []
    assert max(c * r for c, r in (choose_grid(*shape) for shape in shapes)) == 9


@pytest.mark.parametrize(
    ("size", "grid", "tokens"),
    [
        ((600, 640), (1, 1), 273),
        ((1357, 1920), (2, 3), 903),
        ((1920, 1357), (3, 2), 893),
        ((1920, 1080), (4, 2), 1093),
        ((1600, 900), (2, 1), 483),
        ((1900, 1900), (3, 3), 1203),
        ((300, 3000), (1, 9), 1263),
        ((3000, 300), (9, 1), 1183),
    ],
)
def test_tokens_of_known_shapes(size: tuple[int, int], grid: tuple[int, int], tokens: int) -> None:
    assert choose_grid(*size) == grid
    assert image_tokens(grid) == tokens


def test_nine_tiles_are_cut_in_reading_order() -> None:
    sheet = Image.new("RGB", (3 * TILE, 3 * TILE))
    for number in range(9):
        column, row = number % 3, number // 3
        sheet.paste((number * 20,) * 3, (column * TILE, row * TILE, (column + 1) * TILE, (row + 1) * TILE))
    views = make_views(sheet)
    assert views.grid == (3, 3)
    shades = [round((float(tile[0, 320, 320]) + 1) * 127.5) for tile in views.tiles]
    assert shades == [number * 20 for number in range(9)]


@pytest.mark.parametrize("size", [(1, 1), (20_000, 10), (10, 20_000), (1, 641), (5000, 1)])
def test_extreme_shapes(size: tuple[int, int]) -> None:
    views = make_views(Image.new("RGB", size, "white"))
    assert views.overall.shape == (3, 1024, 1024)
    assert np.isfinite(views.overall).all()
    columns, rows = views.grid
    assert len(views.tiles) == (columns * rows if columns * rows > 1 else 0)
    assert image_tokens(views.grid) <= 1263


def test_letterbox_is_centred_on_grey() -> None:
    overall = make_views(Image.new("RGB", (600, 300), "white")).overall
    grey = GREY[0] / 127.5 - 1
    assert overall[0, 0, 512] == pytest.approx(grey, abs=1e-6)
    assert overall[0, 1023, 512] == pytest.approx(grey, abs=1e-6)
    assert overall[0, 512, 0] == overall[0, 300, 500] == 1.0


def test_modes_of_picture_files(tmp_path: Path) -> None:
    deep = tmp_path / "deep.png"
    Image.fromarray(np.full((20, 30), 65535, np.uint16)).save(deep)
    clear = tmp_path / "clear.png"
    Image.new("RGBA", (30, 20), (255, 0, 0, 0)).save(clear)
    inks = tmp_path / "inks.jpg"
    Image.new("CMYK", (30, 20), (0, 0, 0, 0)).save(inks)
    palette = tmp_path / "palette.png"
    Image.new("P", (30, 20), 0).save(palette, transparency=0)
    for path in (deep, clear, inks, palette):
        picture = open_picture(path)
        assert (picture.mode, picture.size, picture.getpixel((3, 3))) == ("RGB", (30, 20), (255, 255, 255))


def test_turned_photograph(tmp_path: Path) -> None:
    path = tmp_path / "turned.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (40, 20)).save(path, exif=exif)
    assert open_picture(path).size == (20, 40)


def test_raw_pictures(tmp_path: Path) -> None:
    path = tmp_path / "raw"
    rows = np.arange(5 * 16, dtype=np.uint8).reshape(5, 16)
    path.write_bytes(rows.tobytes()[: 4 * 16 + 12])  # the last row's padding is not there
    picture = open_raw(path, 4, 5, 16)
    assert picture.size == (4, 5)
    assert picture.getpixel((1, 4)) == (67, 68, 69)
    with pytest.raises(ValueError, match="bytes"):
        open_raw(path, 4, 6, 16)
    with pytest.raises(ValueError, match="rows of 8"):
        open_raw(path, 4, 5, 8)
    with pytest.raises(FileNotFoundError):
        open_raw(tmp_path / "none", 4, 5, 16)


def rows_of_text(count: int, columns: int, ruled: bool) -> Image.Image:
    page = Image.new("RGB", (1357, 1920), "white")
    pen = ImageDraw.Draw(page)
    step = 1800 / count
    for row in range(count):
        for column in range(columns):
            pen.text((100 + column * 300, 60 + row * step), "0.00 kg", fill="black", font_size=min(30, step * 0.7))
    if ruled:
        for column in range(columns + 1):
            pen.line((80 + column * 300, 40, 80 + column * 300, 1880), fill="black", width=2)
    return page


@pytest.mark.parametrize("count", [1, 12, 60, 120])
@pytest.mark.parametrize("ruled", [False, True])
def test_lines_are_counted(count: int, ruled: bool) -> None:
    assert count_text_lines(rows_of_text(count, 3, ruled)) == pytest.approx(count, rel=0.1, abs=2)


def test_lines_of_pictures_without_text() -> None:
    assert count_text_lines(Image.new("RGB", (600, 800), "white")) == 0
    assert count_text_lines(Image.new("RGB", (1, 1), "black")) == 0
