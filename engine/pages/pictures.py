# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pictures through Pillow: PNG, JPEG, TIFF with many pages, WebP, BMP, GIF, JPEG 2000, AVIF, and HEIC where
the plug-in is installed. Of an animation, the first picture counts."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from PIL import Image, ImageFile, UnidentifiedImageError

from engine.pages.colour import to_rgb
from engine.pages.geometry import Shot, check_page, plan, turned_size
from engine.pages.kinds import HEIF_BRANDS
from engine.pages.reader import Figure, FileError, Pixels, file_code
from engine.protocol import Box, ErrorCode, Note, NoteCode, OutlineItem, Word

FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF", "JPEG2000", "AVIF", "HEIF")

MAX_DECODED = 1_600_000_000
"""Bytes of the largest decoded picture: A0 at 600 dpi in grey, A1 in colour."""

MAX_KEPT = 160_000_000
"""Bytes of the largest decoded picture kept for the next request."""

MAX_FRAMES = 10_000

ORIENTATION = 0x0112  # EXIF and TIFF tag
SUBFILE = 0x00FE  # TIFF tag; bit 0 marks a thumbnail of another page, bit 2 a mask

UPRIGHT = {
    2: (Image.Transpose.FLIP_LEFT_RIGHT,),
    3: (Image.Transpose.ROTATE_180,),
    4: (Image.Transpose.FLIP_TOP_BOTTOM,),
    5: (Image.Transpose.TRANSPOSE,),
    6: (Image.Transpose.ROTATE_270,),
    7: (Image.Transpose.TRANSVERSE,),
    8: (Image.Transpose.ROTATE_90,),
}
TURN = {90: Image.Transpose.ROTATE_270, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_90}

Image.MAX_IMAGE_PIXELS = None  # MAX_DECODED bounds memory, with the sort of pixel in the account


@contextmanager
def _errors() -> Iterator[None]:
    """Turns Pillow's exceptions into FileError. Its decoders raise nearly anything on a damaged file."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about odd metadata; nobody reads them
            yield
    except (FileError, MemoryError):
        raise
    except UnidentifiedImageError as error:
        raise FileError(ErrorCode.DAMAGED) from error
    except OSError as error:
        code = file_code(error) if error.errno else ErrorCode.DAMAGED
        raise FileError(code, str(error)[:200]) from error
    except (ValueError, LookupError, TypeError, SyntaxError, EOFError, OverflowError, AttributeError) as error:
        raise FileError(ErrorCode.DAMAGED, f"{type(error).__name__}: {error}"[:200]) from error


class PictureReader:
    """A picture file; see reader.Reader."""

    kind = "picture"
    title = ""
    author = ""
    outline: Sequence[OutlineItem] = ()
    labels: Sequence[str] = ()

    def __init__(self, path: str) -> None:
        self._path = path
        self._broken = False
        self._kept: tuple[int, Image.Image] | None = None
        self._need_heif()
        with _errors(), self._open() as image:
            self._frames = _pages(image)
            measured = [(_size(image, frame), max(image.size)) for frame in self._frames]
        self.sizes = [size for size, _ in measured]
        self.sides = [side for _, side in measured]
        self.pages = len(self._frames)

    def _need_heif(self) -> None:
        with Path(self._path).open("rb") as stream:
            head = stream.read(12)
        if head[4:8] == b"ftyp" and head[8:12] in HEIF_BRANDS:
            try:
                import pillow_heif
            except ImportError:
                raise FileError(ErrorCode.UNSUPPORTED, "HEIC") from None
            pillow_heif.register_heif_opener()

    def _open(self) -> Image.Image:
        Image.init()  # loads the readers, once
        return Image.open(self._path, formats=[name for name in FORMATS if name in Image.OPEN])

    @property
    def notes(self) -> Sequence[Note]:
        return [Note(code=NoteCode.REPAIRED)] if self._broken else []

    def render(
        self, page: int, pixels: int, turn: int = 0, region: Box | None = None
    ) -> tuple[Pixels, Sequence[Note]]:
        check_page(page, self.pages)
        shot = plan(self.sizes[page], pixels, turn, region)
        with _errors():
            upright = self._upright(page, shot)
            return _cut(upright, shot, turn), [*shot.notes, *self.notes]

    def _upright(self, page: int, shot: Shot) -> Image.Image:
        """The upright page in RGB, at full size or, where much smaller will do, near that."""
        if self._kept is not None and self._kept[0] == page:
            return self._kept[1]
        want = max(1, round(max(shot.full_width, shot.full_height)))
        try:
            picture, full = self._decode(self._frames[page], want)
        except (OSError, SyntaxError):  # cut off, perhaps: take what is there
            ImageFile.LOAD_TRUNCATED_IMAGES = True
            try:
                picture, full = self._decode(self._frames[page], want)
            finally:
                ImageFile.LOAD_TRUNCATED_IMAGES = False
            self._broken = True
        if max(picture.size) == max(full) and full[0] * full[1] * 4 <= MAX_KEPT:
            self._kept = (page, picture)
        return picture

    def _decode(self, frame: int, want: int) -> tuple[Image.Image, tuple[int, int]]:
        """The frame in RGB, upright, its long side no less than `want` pixels if it has as many;
        and the file's own size."""
        with self._open() as image:
            _go_to(image, frame)
            full = image.size
            image.draft("RGB", (want, want))  # a JPEG is decoded at a lower resolution, if that suffices
            _check_memory(image)
            orientation = _orientation(image)
            image.load()
            picture = to_rgb(image, max(1, max(image.size) // want // 2))
            for step in UPRIGHT.get(orientation, ()):
                picture = picture.transpose(step)
            return picture.copy() if picture is image else picture, full

    def words(self, page: int, turn: int = 0) -> list[Word]:
        check_page(page, self.pages)
        return []

    def figures(self, page: int, turn: int = 0) -> list[Figure]:
        return []

    def dpi(self, page: int, turn: int, box: Box) -> float:
        check_page(page, self.pages)
        return self.sides[page] / max(self.sizes[page]) * 72

    def close(self) -> None:
        self._kept = None


def _pages(image: Image.Image) -> list[int]:
    """Numbers of the frames that are pages: all of a TIFF but thumbnails and masks, else the first."""
    if image.format != "TIFF":
        return [0]
    frames = []
    for frame in range(min(int(getattr(image, "n_frames", 1)), MAX_FRAMES)):
        image.seek(frame)
        if not int(image.tag_v2.get(SUBFILE, 0)) & 0b101:  # type: ignore[attr-defined]
            frames.append(frame)
    return frames or [0]


def _go_to(image: Image.Image, frame: int) -> None:
    if image.tell() != frame:
        image.seek(frame)


def _size(image: Image.Image, frame: int) -> tuple[float, float]:
    """Upright size in points, from the pixels and, if it is believable, the resolution tag."""
    _go_to(image, frame)
    x_dpi, y_dpi = _resolution(image.info.get("dpi"), *image.size)
    size = (image.width * 72 / x_dpi, image.height * 72 / y_dpi)
    return turned_size(size, 90) if _orientation(image) >= 5 else size


def _orientation(image: Image.Image) -> int:
    if image.format in ("TIFF", "HEIF", "AVIF"):
        return 1  # these readers turn the picture themselves
    if image.format == "PNG" and not image.info.keys() & {"exif", "Raw profile type exif", "xmp"}:
        return 1  # asking for it would decode the whole picture, to look behind it
    value = image.getexif().get(ORIENTATION, 1)
    return value if isinstance(value, int) and value in UPRIGHT else 1


def _check_memory(image: Image.Image) -> None:
    deep = image.mode.startswith(("I", "F", "RGB", "CMYK", "YCbCr", "LAB", "HSV", "LA", "PA"))
    if image.width * image.height * (4 if deep else 1) > MAX_DECODED:
        raise FileError(ErrorCode.OUT_OF_MEMORY, f"{image.width} x {image.height} pixels")


def _cut(upright: Image.Image, shot: Shot, turn: int) -> Pixels:
    """The asked-for part in the asked-for size."""
    turned = upright.transpose(TURN[turn]) if turn else upright
    x, y = turned.width / shot.full_width, turned.height / shot.full_height
    right = min((shot.left + shot.width) * x, turned.width)
    bottom = min((shot.top + shot.height) * y, turned.height)
    box = (shot.left * x, shot.top * y, right, bottom)
    if (shot.width, shot.height) != turned.size or box != (0, 0, *turned.size):
        turned = turned.resize((shot.width, shot.height), Image.Resampling.BICUBIC, box, reducing_gap=2.0)
    return np.ascontiguousarray(np.asarray(turned, dtype=np.uint8))


def _resolution(tag: object, width: int, height: int) -> tuple[float, float]:
    """Dots an inch in x and y. A tag is believed if it makes a page of 1 to 50 inches whose two
    resolutions differ by no more than a fax's; else 150, or what makes the picture A4's height."""
    if isinstance(tag, tuple) and len(tag) == 2:
        x, y = float(tag[0]), float(tag[1])
        if x > 0 and y > 0 and 0.4 < x / y < 2.5 and x > 36 and 1 <= max(width / x, height / y) <= 50:
            return x, y
    dpi = max(150.0, max(width, height) / 11.69)
    return dpi, dpi
