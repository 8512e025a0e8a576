# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pictures: upright, in true colours, legible, whatever sort of file they come in."""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.pages import FileError, Reader, open_reader
from engine.pages import pictures as module
from engine.pages.reader import Pixels
from engine.protocol import ErrorCode, NoteCode

Save = Callable[..., str]

RED, GREEN, BLUE, BLACK = (200, 30, 30), (30, 150, 30), (30, 30, 200), (0, 0, 0)


@pytest.fixture
def save(tmp_path: Path) -> Save:
    def write(image: Image.Image, name: str, **options: object) -> str:
        path = tmp_path / name
        image.save(path, **options)  # type: ignore[arg-type]
        return str(path)

    return write


def quarters(mode: str = "RGB", size: tuple[int, int] = (120, 80)) -> Image.Image:
    """Red and green above, blue and black below."""
    image = Image.new("RGB", size)
    w, h = size[0] // 2, size[1] // 2
    for colour, place in ((RED, (0, 0)), (GREEN, (w, 0)), (BLUE, (0, h)), (BLACK, (w, h))):
        image.paste(colour, (*place, place[0] + w, place[1] + h))
    return image.convert(mode)


def corners(pixels: Pixels) -> list[tuple[int, ...]]:
    """The colours of the four quarters, in the order of reading."""
    height, width = pixels.shape[:2]
    points = [(height * y // 4, width * x // 4) for y in (1, 3) for x in (1, 3)]
    return [tuple(int(value) for value in pixels[point]) for point in points]


def assert_colours(pixels: Pixels, *expected: tuple[int, ...], tolerance: int = 12) -> None:
    for found, wanted in zip(corners(pixels), expected, strict=True):
        assert max(abs(a - b) for a, b in zip(found, wanted, strict=True)) <= tolerance, corners(pixels)


def rendered(path: str, pixels: int = 120, page: int = 0) -> Pixels:
    reader = open_reader(path)
    picture, _ = reader.render(page, pixels)
    reader.close()
    return picture


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("a.png", {}),
        ("a.jpg", {"quality": 95}),
        ("a.tif", {}),
        ("a.tif", {"compression": "tiff_lzw"}),
        ("a.webp", {"lossless": True}),
        ("a.bmp", {}),
        ("a.gif", {}),
        ("a.jp2", {}),
        ("no-ending", {"format": "PNG"}),
    ],
)
def test_formats(save: Save, name: str, options: dict[str, object]) -> None:
    path = save(quarters(), name, **options)
    reader = open_reader(path)
    assert (reader.kind, reader.pages, list(reader.words(0))) == ("picture", 1, [])
    pixels, notes = reader.render(0, 120)
    assert pixels.shape == (80, 120, 3)
    assert pixels.flags.c_contiguous
    assert list(notes) == []
    assert_colours(pixels, RED, GREEN, BLUE, BLACK)
    reader.close()


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.tif", "a.webp"])
def test_all_orientations_give_the_same_picture(save: Save, orientation: int, name: str) -> None:
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    image = quarters()
    if orientation > 1:
        image = image.transpose(undo[orientation])
    exif = Image.Exif()
    exif[module.ORIENTATION] = orientation
    reader = open_reader(save(image, name, exif=exif))
    width, height = reader.sizes[0]
    assert width / height == pytest.approx(1.5)
    for _ in range(2):  # the second comes from what was kept
        pixels, _ = reader.render(0, 120)
        assert pixels.shape == (80, 120, 3)
        assert_colours(pixels, RED, GREEN, BLUE, BLACK, tolerance=25)
    reader.close()


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        (90, (BLUE, RED, BLACK, GREEN)),
        (180, (BLACK, BLUE, GREEN, RED)),
        (270, (GREEN, BLACK, RED, BLUE)),
    ],
)
def test_the_users_turn_is_clockwise(save: Save, turn: int, expected: tuple[tuple[int, ...], ...]) -> None:
    reader = open_reader(save(quarters(), "a.png"))
    pixels, _ = reader.render(0, 120, turn)
    assert_colours(pixels, *expected)
    reader.close()


def test_a_region(save: Save) -> None:
    reader = open_reader(save(quarters(), "a.png"))
    pixels, _ = reader.render(0, 60, 0, (0.5, 0.0, 1.0, 0.5))
    assert pixels.shape == (40, 60, 3)
    assert_colours(pixels, GREEN, GREEN, GREEN, GREEN)
    pixels, _ = reader.render(0, 60, 180, (0.0, 0.0, 0.5, 0.5))
    assert_colours(pixels, BLACK, BLACK, BLACK, BLACK)
    reader.close()


@pytest.mark.parametrize("pixels", [10, 119, 500])
def test_the_long_side_is_what_was_asked_for(save: Save, pixels: int) -> None:
    picture = rendered(save(quarters(), "a.jpg", quality=95), pixels)
    assert max(picture.shape[:2]) == pixels
    assert_colours(picture, RED, GREEN, BLUE, BLACK, tolerance=25)


def test_cmyk_is_not_inverted(save: Save) -> None:
    image = quarters("CMYK")
    assert_colours(rendered(save(image, "a.tif")), RED, GREEN, BLUE, BLACK, tolerance=30)
    assert_colours(rendered(save(image, "a.jpg", quality=95)), RED, GREEN, BLUE, BLACK, tolerance=40)


@pytest.mark.parametrize("name", ["a.png", "a.tif"])
@pytest.mark.parametrize("white", [65535, 4000])
def test_deep_greys_are_scaled_not_clipped(save: Save, name: str, white: int) -> None:
    ramp = np.linspace(0, white, 256).astype(np.uint16)
    path = save(Image.fromarray(np.tile(ramp, (16, 1))), name)
    row = rendered(path, 256)[8, :, 0].astype(int)
    assert row[0] == 0
    assert row[-1] >= 248
    assert abs(int(row[128]) - 128) <= 6
    assert (np.diff(row) >= 0).all()


def test_floats(save: Save) -> None:
    ramp = np.tile(np.linspace(0, 1, 256, dtype=np.float32), (16, 1))
    assert abs(int(rendered(save(Image.fromarray(ramp), "a.tif"), 256)[8, 128, 0]) - 128) <= 2


def tiff(*pages: tuple[bytes, int, int]) -> bytes:
    """Bitonal pages of 16 x 8 pixels, written by hand: row of two bytes, photometric, sort of subfile."""
    data = b"II*\0" + struct.pack("<I", 24)
    for row, photometric, subfile in pages:
        at = len(data)
        tags = [(254, subfile), (256, 16), (257, 8), (258, 1), (259, 1), (262, photometric), (273, at)]
        tags += [(277, 1), (278, 8), (279, 16)]
        following = at + 16 + 2 + 12 * len(tags) + 4
        data += row * 8 + struct.pack("<H", len(tags))
        data += b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
        data += struct.pack("<I", following + 16 if (row, photometric, subfile) != pages[-1] else 0)
    return data


@pytest.mark.parametrize("photometric", [0, 1], ids=["white-is-zero", "black-is-zero"])
def test_bitonal_tiff(tmp_path: Path, photometric: int) -> None:
    path = tmp_path / "a.tif"
    path.write_bytes(tiff((b"\xff\x00" if photometric == 0 else b"\x00\xff", photometric, 0)))
    pixels = rendered(str(path), 16)
    assert pixels[4, 3].tolist() == [0, 0, 0]
    assert pixels[4, 12].tolist() == [255, 255, 255]


def test_thumbnails_and_masks_in_a_tiff_are_no_pages(tmp_path: Path) -> None:
    path = tmp_path / "a.tif"
    path.write_bytes(tiff((b"\0\0", 1, 2), (b"\xaa\xaa", 1, 1), (b"\xbb\xbb", 1, 4), (b"\xff\xff", 1, 0)))
    reader = open_reader(str(path))
    assert reader.pages == 2
    assert [int(reader.render(page, 16)[0].mean()) for page in (0, 1)] == [0, 255]
    reader.close()


def test_group_4(save: Save) -> None:
    image = Image.new("1", (200, 100), 1)
    image.paste(0, (0, 0, 100, 100))
    pixels = rendered(save(image, "a.tif", compression="group4"), 200)
    assert pixels[50, 40].tolist() == [0, 0, 0]
    assert pixels[50, 160].tolist() == [255, 255, 255]


def test_tiff_of_many_pages(save: Save) -> None:
    pages = [Image.new("RGB", (100, 50 + 10 * number), (40 * number, 0, 0)) for number in range(4)]
    reader = open_reader(save(pages[0], "a.tif", save_all=True, append_images=pages[1:]))
    assert reader.pages == 4
    for page in (3, 0, 2, 1):
        pixels, _ = reader.render(page, 100)
        assert pixels.shape[0] == 50 + 10 * page
        assert pixels[20, 20].tolist() == [40 * page, 0, 0]
    reader.close()


def test_animations_count_as_their_first_picture(save: Save) -> None:
    frames = [Image.new("RGB", (60, 40), colour) for colour in (RED, GREEN, BLUE)]
    for name in ("a.gif", "a.webp", "a.png"):
        path = save(frames[0], name, save_all=True, append_images=frames[1:], duration=100)
        reader = open_reader(path)
        assert reader.pages == 1
        pixels, _ = reader.render(0, 60)
        assert_colours(pixels, RED, RED, RED, RED, tolerance=30)
        reader.close()


# ---------------------------------------------------------------- transparency


def writing(colour: tuple[int, int, int], ground: tuple[int, int, int, int] = (0, 0, 0, 0)) -> Image.Image:
    """A bar of `colour` with soft edges on a transparent ground."""
    image = Image.new("RGBA", (200, 100), ground)
    image.paste((*colour, 255), (20, 40, 180, 60))
    image.paste((*colour, 100), (20, 39, 180, 40))
    return image


def contrast(pixels: Pixels) -> int:
    return abs(int(pixels[50, 100].mean()) - int(pixels[10, 10].mean()))


@pytest.mark.parametrize("colour", [(0, 0, 0), (255, 255, 255), (250, 250, 240), (90, 90, 90), (200, 0, 0)])
@pytest.mark.parametrize("name", ["a.png", "a.tif", "a.webp"])
def test_writing_on_transparency_is_legible(save: Save, colour: tuple[int, int, int], name: str) -> None:
    assert contrast(rendered(save(writing(colour), name), 200)) > 100


def test_dark_writing_gets_white_paper(save: Save) -> None:
    assert rendered(save(writing((0, 0, 0)), "a.png"), 200)[10, 10].tolist() == [255, 255, 255]


def test_a_palette_with_a_transparent_entry(save: Save) -> None:
    image = Image.new("P", (200, 100), 0)
    image.putpalette([0, 0, 0, 10, 10, 10, 255, 255, 255])
    image.paste(1, (20, 40, 180, 60))
    pixels = rendered(save(image, "a.png", transparency=0), 200)
    assert pixels[10, 10].tolist() == [255, 255, 255]
    assert contrast(pixels) > 200


def test_grey_with_a_transparent_value(save: Save) -> None:
    image = Image.new("L", (200, 100), 7)
    image.paste(0, (20, 40, 180, 60))
    pixels = rendered(save(image, "a.png", transparency=7), 200)
    assert pixels[10, 10].tolist() == [255, 255, 255]
    assert contrast(pixels) > 200


def test_nothing_but_transparency_is_blank(save: Save) -> None:
    pixels = rendered(save(Image.new("RGBA", (50, 50), (0, 0, 0, 0)), "a.png"), 50)
    assert (pixels == 255).all()


def test_white_paper_with_a_transparent_margin_stays_white(save: Save) -> None:
    image = Image.new("RGBA", (200, 200), (0, 0, 0, 0))
    image.paste((255, 255, 255, 255), (10, 10, 190, 190))
    image.paste((0, 0, 0, 255), (50, 50, 100, 60))
    assert rendered(save(image, "a.png"), 200)[2, 2].tolist() == [255, 255, 255]


# ---------------------------------------------------------------- resolution


@pytest.mark.parametrize(
    ("pixels", "dpi", "points"),
    [
        ((2550, 3300), (300, 300), (612, 792)),
        ((1728, 1100), (204, 98), (1728 * 72 / 204, 1100 * 72 / 98)),  # a fax
        ((600, 300), (1, 1), (288, 144)),  # senseless: 150 is taken
        ((600, 300), None, (288, 144)),
        ((4000, 3000), (72, 72), (842, 631)),  # a camera's: 55 inches wide
        ((4000, 3000), None, (842, 631)),
        ((600, 300), (300, 10), (288, 144)),
    ],
)
def test_points(save: Save, pixels: tuple[int, int], dpi: tuple[int, int] | None, points: tuple[float, float]) -> None:
    options = {"dpi": dpi} if dpi else {}
    reader = open_reader(save(Image.new("L", pixels), "a.tif", **options))
    assert tuple(reader.sizes[0]) == pytest.approx(points, rel=0.01)
    reader.close()


def test_a_fax_is_shown_in_its_true_shape(save: Save) -> None:
    picture = rendered(save(Image.new("L", (1728, 1100), 255), "a.tif", dpi=(204, 98)), 1000)
    height, width = picture.shape[:2]
    assert height / width == pytest.approx((1100 / 98) / (1728 / 204), rel=0.01)


# ---------------------------------------------------------------- damage and size


def test_a_cut_off_picture_shows_what_is_there(tmp_path: Path, save: Save) -> None:
    rng = np.random.default_rng(3)
    image = Image.fromarray(rng.integers(0, 255, (400, 300, 3), dtype=np.uint8))
    for name in ("a.jpg", "a.png"):
        path = Path(save(image, name))
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
        reader = open_reader(str(path))
        pixels, notes = reader.render(0, 400)
        assert [note.code for note in notes] == [NoteCode.REPAIRED]
        assert pixels[10, 10].any()
        reader.close()


def test_a_head_and_nothing_else_is_damaged(tmp_path: Path) -> None:
    for head in (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"II*\0\x08\0\0\0", b"GIF89a", b"RIFF\0\0\0\0WEBPVP8 "):
        path = tmp_path / "a"
        path.write_bytes(head + b"\0" * 40)
        with pytest.raises(FileError) as caught:
            open_reader(str(path)).render(0, 100)
        assert caught.value.code is ErrorCode.DAMAGED


def test_damage_at_random_raises_nothing_else(tmp_path: Path, save: Save) -> None:
    chance = np.random.default_rng(11)
    seen = set()
    for name in ("a.png", "a.jpg", "a.tif", "a.gif", "a.webp", "a.bmp"):
        whole = Path(save(quarters(), name)).read_bytes()
        for _ in range(25):
            data = bytearray(whole)
            for place in chance.integers(12, len(data), 6):
                data[place] = int(chance.integers(0, 256))
            path = tmp_path / "damaged"
            path.write_bytes(data[: int(chance.integers(len(data) // 2, len(data) + 1))])
            try:
                reader = open_reader(str(path))
                reader.render(0, 100)
                reader.close()
                seen.add("read")
            except FileError as error:
                seen.add(str(error.code))
    assert {"read", "damaged"} <= seen


def test_a_bomb_is_refused_before_it_goes_off(save: Save, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_DECODED", 1_000_000)
    path = save(Image.new("RGB", (1000, 1000)), "a.png")
    with pytest.raises(FileError) as caught:
        open_reader(path).render(0, 100)
    assert caught.value.code is ErrorCode.OUT_OF_MEMORY
    assert caught.value.detail == "1000 x 1000 pixels"


def test_a_large_picture_is_scaled_down_and_says_so(save: Save) -> None:
    reader = open_reader(save(Image.new("1", (9000, 6000), 1), "a.tif", compression="group4"))
    pixels, notes = reader.render(0, 9000)
    assert pixels.shape[0] * pixels.shape[1] <= 25_000_000
    assert [note.code for note in notes] == [NoteCode.SCALED_DOWN]
    reader.close()


def test_a_page_that_is_not_there(save: Save) -> None:
    reader: Reader = open_reader(save(quarters(), "a.png"))
    with pytest.raises(FileError) as caught:
        reader.words(1)
    assert caught.value.code is ErrorCode.NO_SUCH_PAGE


def test_heic_with_the_plug_in_and_without(save: Save, monkeypatch: pytest.MonkeyPatch) -> None:
    heif = pytest.importorskip("pillow_heif")
    heif.register_heif_opener()
    path = save(quarters(size=(256, 128)), "a.heic", quality=95)
    assert_colours(rendered(path, 256), RED, GREEN, BLUE, BLACK, tolerance=25)
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    with pytest.raises(FileError) as caught:
        open_reader(path)
    assert (caught.value.code, caught.value.detail) == (ErrorCode.UNSUPPORTED, "HEIC")
