# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pages with their number drawn on them, as a strip of black and white cells that survives
rendering, scaling and JPEG: so a server can tell which page a picture shows."""

from __future__ import annotations

import base64
import io
from pathlib import Path

from PIL import Image, ImageDraw

BITS = 16
CELLS = 2 + BITS + 2  # black, white, the number (highest bit first), white, black
LEFT, RIGHT, TOP, BOTTOM = 0.1, 0.9, 0.04, 0.09
"""Where the strip is, in fractions of the page, from the top left corner."""

Box = tuple[float, float, float, float]


def cells(number: int) -> list[tuple[Box, bool]]:
    """Boxes of the strip's cells, and whether each is black."""
    black = [True, False, *(bool(number >> bit & 1) for bit in reversed(range(BITS))), False, True]
    width = (RIGHT - LEFT) / CELLS
    return [((LEFT + at * width, TOP, LEFT + (at + 1) * width, BOTTOM), dark) for at, dark in enumerate(black)]


def picture(number: int, size: tuple[int, int] = (480, 640)) -> Image.Image:
    """A page as a picture, with a few lines of text below the strip."""
    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    for (left, top, right, bottom), dark in cells(number):
        if dark:
            draw.rectangle((left * size[0], top * size[1], right * size[0] - 1, bottom * size[1]), fill="black")
    for line in range(12):
        draw.text((0.1 * size[0], (0.15 + 0.06 * line) * size[1]), f"page {number}, line {line}", fill="black")
    return image


def raw_file(folder: Path, image: Image.Image, name: str = "page") -> tuple[str, int, int, int]:
    """A picture as the page program writes it; path, width, height and stride."""
    path = folder / f"{name}.rgb"
    path.write_bytes(image.tobytes())
    return str(path), image.width, image.height, image.width * 3


def pdf(path: Path, pages: int, size: tuple[float, float] = (360, 480), first: int = 1) -> Path:
    """A document of numbered pages; the first one has the number `first`."""
    from reportlab.pdfgen.canvas import Canvas  # not where pictures alone are wanted

    canvas = Canvas(str(path), pagesize=size)
    for number in range(first, first + pages):
        for (left, top, right, bottom), dark in cells(number):
            if dark:
                width, height = (right - left) * size[0], (bottom - top) * size[1]
                canvas.rect(left * size[0], (1 - bottom) * size[1], width, height, stroke=0, fill=1)
        canvas.drawString(0.1 * size[0], 0.5 * size[1], f"Page {number}")
        canvas.showPage()
    canvas.save()
    return path


def number_of(url: str) -> int | None:
    """The number on the page that a data: address holds; None if it has no strip."""
    head, _, data = url.partition(",")
    if not head.startswith("data:image/"):
        return None
    with Image.open(io.BytesIO(base64.b64decode(data))) as opened:
        grey = opened.convert("L")
    dark: list[bool] = []
    for (left, top, right, bottom), _ in cells(0):
        place = (round((left + right) / 2 * grey.width), round((top + bottom) / 2 * grey.height))
        column, row = min(place[0], grey.width - 1), min(place[1], grey.height - 1)
        dark.append(grey.crop((column, row, column + 1, row + 1)).tobytes() < b"\x80")
    if [*dark[:2], *dark[-2:]] != [True, False, False, True]:
        return None
    return sum(1 << bit for bit, black in zip(reversed(range(BITS)), dark[2:-2], strict=True) if black)
