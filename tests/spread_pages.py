# SPDX-License-Identifier: AGPL-3.0-or-later
"""Made-up double pages as a scanner gives them, and landscape pages that are none."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

import numpy as np
import pymupdf
from numpy.typing import NDArray
from PIL import Image

WORDS = str.split(
    "the of and a to in is that it was for on are as with his they at be this from have or by one had not but what "
    "all were when we there can an your which their said if will each about how up out them then she many some so "
    "these would other into has more her two like him see time could no make than first been its who now people my "
    "made over did down only way find use may water long little very after words called just where most know"
)

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Made:
    """A picture, and where its gutter is (0..1 of the width), None where it is one page."""

    name: str
    pixels: Pixels
    gutter: float | None


def prose(rng: random.Random, count: int) -> str:
    text = [rng.choice(WORDS) for _ in range(count)]
    for at in range(0, count, 11):
        text[at] = text[at].capitalize()
        if at:
            text[at - 1] += "."
    return " ".join(text)


def new_page(width: float = 842, height: float = 595) -> pymupdf.Page:
    return pymupdf.open().new_page(width=width, height=height)


def book_page(
    page: pymupdf.Page,
    box: tuple[float, float, float, float],
    rng: random.Random,
    *,
    size: float = 9.5,
    columns: int = 1,
    lines: float = 1.0,
    figure: bool = False,
) -> list[str]:
    """A page of a book in a part of a page: running head, text, page number. The lines of the text."""
    x0, y0, x1, y1 = box
    wide, high = x1 - x0, y1 - y0
    left, right, top, foot = x0 + 0.12 * wide, x1 - 0.12 * wide, y0 + 0.09 * high, y1 - 0.1 * high
    page.insert_text((left + 0.3 * wide, y0 + 0.06 * high), "A RUNNING HEAD", fontsize=7)
    page.insert_text((left + 0.38 * wide, y1 - 0.05 * high), str(rng.randint(2, 400)), fontsize=8)
    if figure:
        shape = page.new_shape()
        shape.draw_rect(pymupdf.Rect(left, top, right, top + 0.35 * high))
        shape.draw_circle(pymupdf.Point((left + right) / 2, top + 0.17 * high), 0.12 * high)
        shape.finish(fill=(0.6, 0.6, 0.6))
        shape.commit()
        top += 0.4 * high
    foot = top + (foot - top) * lines
    step = (right - left + 0.04 * wide) / columns
    told: list[str] = []
    for number in range(columns):
        column = pymupdf.Rect(left + number * step, top, left + (number + 1) * step - 0.04 * wide, foot)
        told += _fill(page, column, rng, size)
    return told


def book(sheets: int, seed: int = 5, gutter: float = 0.5, size: float = 11) -> tuple[pymupdf.Document, list[list[str]]]:
    """A document of double pages with a text layer, and the lines of each half in order."""
    rng, document, told = random.Random(seed), pymupdf.open(), []
    for _ in range(sheets):
        page = document.new_page(width=842, height=595)
        at = gutter * 842
        told += [book_page(page, (x0, 0, x1, 595), rng, size=size) for x0, x1 in ((0, at), (at, 842))]
    return document, told


def scan_of(document: pymupdf.Document, seed: int = 6, gutter: float = 0.5, skew: float = 0.0) -> pymupdf.Document:
    """The same pages as a scanner gives them: each a picture, the fold seen."""
    rng, scan = random.Random(seed), pymupdf.open()
    for page in document:
        seen = scanned(picture(page, 200), rng, gutter=gutter, skew=skew, fold=0.3)
        data = BytesIO()
        Image.fromarray(seen).save(data, "JPEG", quality=85, dpi=(200, 200))
        scan.new_page(width=page.rect.width, height=page.rect.height).insert_image(page.rect, stream=data.getvalue())
    return scan


def _fill(page: pymupdf.Page, box: pymupdf.Rect, rng: random.Random, size: float) -> list[str]:
    """Lines of text from top to bottom; the last one of a paragraph is short."""
    y, told = box.y0 + size, []
    while y < box.y1:
        wide = box.width * (rng.uniform(0.2, 0.8) if rng.random() < 0.12 else 1.0)
        line = ""
        while pymupdf.get_text_length(line, fontsize=size) < wide - 2.2 * size:
            line += rng.choice(WORDS) + " "
        page.insert_text((box.x0, y), line.strip(), fontsize=size)
        told.append(line.strip())
        y += 1.25 * size
    return told


def picture(page: pymupdf.Page, dpi: int = 110) -> Pixels:
    pixmap = page.get_pixmap(dpi=dpi, alpha=False)
    rows = np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.width, 3)
    return np.array(rows)


def scanned(
    pixels: Pixels,
    rng: random.Random,
    *,
    gutter: float | None = None,
    skew: float = 0.0,
    fold: float = 0.0,
    noise: float = 4.0,
) -> Pixels:
    """As a scanner sees it: yellowish paper, noise, the shadow of the fold (`fold` is its depth), turned a little."""
    high, wide, _ = pixels.shape
    light = np.full((1, wide, 1), 1.0)
    if gutter is not None and fold:
        across = (np.arange(wide) / wide - gutter)[None, :, None]
        light = light * (1 - fold * np.exp(-((across / 0.012) ** 2)) - 0.25 * fold * np.exp(-((across / 0.05) ** 2)))
    paper = np.array([244, 240, 228]) / 255
    grain = np.random.default_rng(rng.randint(0, 1 << 30)).normal(0, noise, (high, wide, 1))
    seen: Pixels = np.clip(pixels * paper * light + grain, 0, 255).astype(np.uint8)
    if skew:
        fill = (236, 232, 220)
        seen = np.asarray(Image.fromarray(seen).rotate(skew, Image.Resampling.BICUBIC, fillcolor=fill))
    return np.asarray(seen, dtype=np.uint8)


def bordered(pixels: Pixels, rng: random.Random) -> Pixels:
    """On the black ground of a scanner, a little out of its middle."""
    high, wide, _ = pixels.shape
    top, left = rng.randint(5, high // 25), rng.randint(5, wide // 30)
    ground = np.full((high + 2 * top, wide + 3 * left, 3), 24, np.uint8)
    ground[top : top + high, left : left + wide] = pixels
    return ground


def spreads(seed: int = 1) -> Iterator[Made]:
    """Double pages of all sorts."""
    rng = random.Random(seed)
    for number in range(40):
        gutter = rng.uniform(0.46, 0.54) if number % 4 else rng.choice((0.43, 0.57))
        blank = {10: 0, 21: 1, 32: 0}.get(number)
        fold = (0.0, 0.35, 0.6, 0.15)[number % 4] if blank is None else 0.4
        skew = (0.0, 2.0, -2.0, 0.7, -1.1)[number % 5]
        width = rng.choice((842, 800, 900, 760))
        page = new_page(width)
        at = gutter * width
        for half, (x0, x1) in enumerate(((0, at), (at, width))):
            if half != blank:
                size, columns = rng.choice((8, 9.5, 11)), 2 if number % 7 == 3 else 1
                lines = rng.uniform(0.4, 1.0) if rng.random() < 0.3 else 1.0
                box, figure = (x0, 0, x1, 595), number % 6 == half
                book_page(page, box, rng, size=size, columns=columns, lines=lines, figure=figure)
        born = number % 8 == 0 and blank is None
        seen = picture(page) if born else scanned(picture(page), rng, gutter=gutter, skew=skew, fold=fold)
        yield Made(f"spread {number} fold {fold} skew {skew} blank {blank}{' born' if born else ''}", seen, gutter)


def others(seed: int = 2) -> Iterator[Made]:
    """Landscape pages that are one page."""
    rng = random.Random(seed)
    for number in range(42):
        page = new_page(*rng.choice(((842, 595), (960, 540), (720, 540), (792, 612))))
        kind = KINDS[number % len(KINDS)]
        kind(page, rng)
        seen = picture(page)
        if number % 3 == 2:
            seen = scanned(seen, rng, skew=rng.choice((0.0, 1.0, -2.0)))
        yield Made(f"{kind.__name__} {number}", seen, None)


def slide(page: pymupdf.Page, rng: random.Random) -> None:
    page.insert_text((60, 90), prose(rng, 6), fontsize=30)
    for at in range(5):
        page.insert_text((80, 170 + 60 * at), "• " + prose(rng, rng.randint(4, 9)), fontsize=20)


def two_columns_slide(page: pymupdf.Page, rng: random.Random) -> None:
    wide = page.rect.width
    page.insert_text((50, 70), prose(rng, 8), fontsize=26)
    for column in range(2):
        for at in range(6):
            x = 50 + column * wide / 2
            page.insert_text((x, 150 + 55 * at), "• " + prose(rng, 3), fontsize=16)


def ruled_table(page: pymupdf.Page, rng: random.Random) -> None:
    wide, high = page.rect.width, page.rect.height
    for row in range(24):
        y = 60 + row * (high - 120) / 24
        page.draw_line((40, y), (wide - 40, y))
        for column in range(8):
            page.insert_text((46 + column * (wide - 80) / 8, y + 13), f"{rng.uniform(0, 900):.2f}", fontsize=9)


def open_table(page: pymupdf.Page, rng: random.Random) -> None:
    """Without rulings, so that its columns part the page in white bands."""
    wide, high = page.rect.width, page.rect.height
    columns = rng.choice((4, 5, 6))
    for row in range(30):
        y = 50 + row * (high - 100) / 30
        for column in range(columns):
            page.insert_text((40 + column * (wide - 80) / columns, y), prose(rng, 2), fontsize=9)


def two_column_table(page: pymupdf.Page, rng: random.Random) -> None:
    """Names on the left, figures on the right, nothing between."""
    wide, high = page.rect.width, page.rect.height
    for row in range(28):
        y = 50 + row * (high - 100) / 28
        page.insert_text((50, y), prose(rng, rng.randint(2, 5)), fontsize=9)
        page.insert_text((wide - 110, y), f"{rng.uniform(0, 90000):,.2f}", fontsize=9)


def landscape_text(page: pymupdf.Page, rng: random.Random) -> None:
    _fill(page, pymupdf.Rect(60, 60, page.rect.width - 60, page.rect.height - 60), rng, 11)


def two_columns(page: pymupdf.Page, rng: random.Random) -> None:
    """A landscape page in two columns, with a narrow space between them."""
    wide, high = page.rect.width, page.rect.height
    _fill(page, pymupdf.Rect(45, 50, wide / 2 - 9, high - 50), rng, 9)
    _fill(page, pymupdf.Rect(wide / 2 + 9, 50, wide - 45, high - 50), rng, 9)


def titled_columns(page: pymupdf.Page, rng: random.Random) -> None:
    """Two columns with a wide space, under a title across both."""
    wide, high = page.rect.width, page.rect.height
    page.insert_text((wide * 0.2, 60), prose(rng, 9), fontsize=18)
    _fill(page, pymupdf.Rect(60, 90, wide / 2 - 30, high - 50), rng, 9)
    _fill(page, pymupdf.Rect(wide / 2 + 30, 90, wide - 60, high - 50), rng, 9)


def chart(page: pymupdf.Page, rng: random.Random) -> None:
    wide, high = page.rect.width, page.rect.height
    page.draw_rect((60, 60, wide - 60, high - 80))
    last = (60.0, high / 2)
    for x in range(70, int(wide) - 60, 12):
        here = (float(x), high / 2 + rng.uniform(-120, 120))
        page.draw_line(last, here)
        last = here
    page.insert_text((wide / 2 - 80, high - 40), "Figure 3. " + prose(rng, 6), fontsize=10)


def divided_slide(page: pymupdf.Page, rng: random.Random) -> None:
    """Two halves with a line between them, few words in each."""
    wide, high = page.rect.width, page.rect.height
    page.draw_line((wide / 2, 0), (wide / 2, high))
    for column in range(2):
        for at in range(4):
            page.insert_text((60 + column * wide / 2, 140 + 90 * at), prose(rng, 3), fontsize=22)


def map_page(page: pymupdf.Page, rng: random.Random) -> None:
    """Drawn all over, with names scattered about."""
    wide, high = page.rect.width, page.rect.height
    for _ in range(60):
        x, y = rng.uniform(20, wide - 60), rng.uniform(20, high - 20)
        page.insert_text((x, y), rng.choice(WORDS).capitalize(), fontsize=8)
        page.draw_bezier((x, y), (x + 60, y - 40), (x + 90, y + 50), (x + 140, y))


KINDS = (
    slide, two_columns_slide, ruled_table, open_table, two_column_table, landscape_text, two_columns, titled_columns,
    chart, divided_slide, map_page,
)  # fmt: skip
