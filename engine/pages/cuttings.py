# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m engine.pages.cuttings`: figures found on pages and cut out of them, and pictures of whole pages.

One job, one process (see `one_job`): it opens untrusted files. The pictures go as PNG or JPEG into a folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engine.pages.one_job import Told, run, tell
from engine.protocol import Box, Cutting

if TYPE_CHECKING:
    from PIL.Image import Image

    from engine.pages.reader import Pixels, Reader

DPI = 200
"""Of drawings, and of pictures in a PDF that have fewer."""

MOST_SIDE = 4000
"""Pixels of a cutting's long side."""

JPEG_QUALITY = 90

LOSSLESS = 3
"""What was framed by hand is kept without loss unless that takes so many times the room of a JPEG: then it is a
photograph, or a scan."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """A page (from 0 in the document) with the user's turn. `find` asks for the figures that are found, `boxes` for
    these places, in fractions of the page as it is shown; `side` for a picture of the page itself with so many pixels
    on its long side. With `region` it is about this part of the page as turned. `number` is the page's own number where
    `page` is only for names: pages are counted by halves where double pages are cut."""

    page: int
    number: int | None = None
    region: Box | None = None
    turn: int = 0
    find: bool = False
    boxes: list[Box] = []
    side: int = 0


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """`parts` are the document's files in order, `folder` takes the pictures."""

    parts: list[str]
    folder: str
    pages: list[Wanted]
    password: str | None = None


def main() -> None:
    run(Job, cut)


def cut(job: Job) -> None:
    """Raises FileError and MemoryError. A page that cannot be drawn has no pictures."""
    from engine.pages.opening import open_reader
    from engine.pages.reader import FileError
    from engine.pages.spreads import seen

    wanted: dict[int, list[Wanted]] = {}
    for page in job.pages:
        wanted.setdefault(page.page if page.number is None else page.number, []).append(page)
    first = done = 0
    for part in job.parts:
        reader = open_reader(part, job.password)
        for number in range(reader.pages):
            for one in wanted.get(first + number, ()):
                try:
                    shown, at, turn = seen(reader, number, one.turn, one.region)
                    for cutting in cuttings(shown, at, msgspec.structs.replace(one, turn=turn), Path(job.folder)):
                        tell(Told(found=cutting))
                except FileError:
                    pass
                done += 1
                tell(Told(done=done))
        first += reader.pages
        reader.close()


def cuttings(reader: Reader, number: int, wanted: Wanted, folder: Path) -> Iterator[Cutting]:
    """What is wanted of the page with this number in its file; `wanted.page` is for names alone. Raises FileError."""
    width, height = reader.sizes[number]
    if wanted.turn % 180:
        width, height = height, width
    places: list[tuple[Box, bool | None]] = [(box, None) for box in wanted.boxes]
    if wanted.find:
        places += [(figure.box, figure.photo) for figure in reader.figures(number, wanted.turn)]
    for at, (box, photo) in enumerate(places, 1):
        across, down = (box[2] - box[0]) * width, (box[3] - box[1]) * height
        dpi = reader.dpi(number, wanted.turn, box)
        dpi = dpi if reader.sides else max(DPI, dpi)  # of a picture its own
        side = min(MOST_SIDE, max(1, round(max(across, down) * dpi / 72)))
        pixels, _ = reader.render(number, side, wanted.turn, box)
        name = f"page-{wanted.page + 1:03}-figure-{at}"
        yield _kept(pixels, folder, name, wanted.page, box, photo=photo)
    if wanted.side:
        side = min(wanted.side, reader.sides[number]) if reader.sides else wanted.side
        pixels, _ = reader.render(number, side, wanted.turn)
        yield _kept(pixels, folder, f"page-{wanted.page + 1:03}", wanted.page, None, photo=True)


def _kept(pixels: Pixels, folder: Path, name: str, page: int, box: Box | None, *, photo: bool | None) -> Cutting:
    """As JPEG where it is a photograph, else as PNG, which keeps lines sharp; with `photo` None as what suits it."""
    from PIL import Image

    from engine.pages.reader import FileError, file_code

    image = Image.fromarray(pixels)
    few = image.getcolors(256)
    grey = all(red == green == blue for _, (red, green, blue) in few) if few else False  # type: ignore[misc]
    content = b"" if photo and not few else _encoded(image.convert("L") if grey else image, "PNG")
    file = f"{name}.png"
    if not few and photo is not False:
        lossy = _encoded(image, "JPEG", quality=JPEG_QUALITY)
        if not content or len(content) > LOSSLESS * len(lossy):
            content, file = lossy, f"{name}.jpg"
    try:
        (folder / file).write_bytes(content)
    except OSError as error:
        raise FileError(file_code(error)) from error
    return Cutting(page=page, file=file, width=image.width, height=image.height, box=box)


def _encoded(image: Image, kind: str, **how: int) -> bytes:
    held = BytesIO()
    image.save(held, kind, **how)
    return held.getvalue()


if __name__ == "__main__":
    main()
