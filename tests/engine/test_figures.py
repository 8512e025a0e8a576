# SPDX-License-Identifier: AGPL-3.0-or-later
"""What counts as a figure of a page, where it is, and that it is cut out sharp and upright."""

from __future__ import annotations

import io
import json
import math
import random
from pathlib import Path

import pymupdf
import pytest
from PIL import Image, ImageDraw

from engine.pages.cuttings import Job, Wanted, cut
from engine.pages.pdf_mupdf import MuReader
from engine.protocol import Box, Cutting

PHOTO = pymupdf.Rect(100, 150, 400, 350)


def _photo(width: int = 600, height: int = 400) -> bytes:
    """Noise in colour with a red corner at the upper left."""
    rng = random.Random(1)
    image = Image.new("RGB", (width, height))
    image.putdata([(rng.randrange(256), rng.randrange(256), 255) for _ in range(width * height)])
    ImageDraw.Draw(image).rectangle((0, 0, width // 4, height // 4), fill="red")
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


def _text(page: pymupdf.Page, top: float = 400, lines: int = 12) -> None:
    for line in range(lines):
        page.insert_text((72, top + 14 * line), "Words that stand on the page, line after line, as words do. " * 1)


def _reader(tmp_path: Path, document: pymupdf.Document) -> MuReader:
    document.save(tmp_path / "a.pdf")
    return MuReader(str(tmp_path / "a.pdf"), None)


def _page() -> tuple[pymupdf.Document, pymupdf.Page]:
    document = pymupdf.open()
    return document, document.new_page(width=612, height=792)


def _inside(box: Box, rect: pymupdf.Rect, width: float = 612, height: float = 792) -> bool:
    """The same place, but for the margin."""
    want = (rect.x0 / width, rect.y0 / height, rect.x1 / width, rect.y1 / height)
    return all(abs(a - b) < 0.012 for a, b in zip(box, want, strict=True))


def test_a_picture_is_found_and_its_strips_are_one(tmp_path: Path) -> None:
    document, page = _page()
    _text(page)
    page.insert_image(PHOTO, stream=_photo())
    for strip in range(4):
        page.insert_image(pymupdf.Rect(100, 600 + 30 * strip, 300, 630 + 30 * strip), stream=_photo(200, 30))
    found = _reader(tmp_path, document).figures(0)
    assert [figure.photo for figure in found] == [True, True]
    assert _inside(found[0].box, PHOTO)
    assert _inside(found[1].box, pymupdf.Rect(100, 600, 300, 720))


def test_a_curve_with_its_axes_and_labels_is_one_figure(tmp_path: Path) -> None:
    document, page = _page()
    _text(page)
    shape = page.new_shape()
    shape.draw_line((100, 300), (400, 300))
    shape.draw_line((100, 100), (100, 300))
    for step in range(60):
        here, there = (200 + 80 * math.sin(at / 6) for at in (step, step + 1))
        shape.draw_line((100 + 5 * step, here), (105 + 5 * step, there))
    shape.finish(width=1)
    shape.commit()
    page.insert_text((92, 190), "12.5")  # cut by the axis
    (figure,) = _reader(tmp_path, document).figures(0)
    assert not figure.photo
    assert figure.box[0] * 612 <= 92
    assert figure.box[2] * 612 >= 400


def test_a_chart_of_bars_is_a_figure(tmp_path: Path) -> None:
    document, page = _page()
    page.draw_line((95, 320), (340, 320))
    for bar in range(6):
        page.draw_rect(pymupdf.Rect(100 + 40 * bar, 300 - 30 * bar, 130 + 40 * bar, 320), fill=(0, 0, 1))
    assert len(_reader(tmp_path, document).figures(0)) == 1


def test_grids_rulings_backgrounds_and_small_marks_are_none(tmp_path: Path) -> None:
    document, page = _page()
    for row in range(8):
        page.draw_rect(pymupdf.Rect(72, 80 + 20 * row, 540, 100 + 20 * row), fill=(0.9, 0.9, 0.9) if row % 2 else None)
        for column in range(5):
            page.insert_text((80 + 92 * column, 95 + 20 * row), "cell of table")
            page.draw_line((72 + 92 * column, 80), (72 + 92 * column, 240))
    page.draw_line((72, 380), (540, 380))
    page.insert_image(pymupdf.Rect(72, 740, 90, 758), stream=_photo(40, 40))
    page.draw_rect(pymupdf.Rect(60, 395, 560, 590), fill=(1, 1, 0.8))
    _text(page)
    whole = document.new_page(width=612, height=792)
    whole.insert_image(whole.rect, stream=_photo(), keep_proportion=False)
    reader = _reader(tmp_path, document)
    assert reader.figures(0) == []
    assert reader.figures(1) == []


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("rotate", [0, 90])
def test_a_cutting_shows_the_figure_as_the_page_is_shown(tmp_path: Path, turn: int, rotate: int) -> None:
    document, page = _page()
    page.insert_image(PHOTO, stream=_photo())
    page.set_cropbox(pymupdf.Rect(50, 100, 600, 780))
    page.set_rotation(rotate)
    document.save(tmp_path / "a.pdf")
    (figure,) = MuReader(str(tmp_path / "a.pdf"), None).figures(0, turn)
    cut(Job(parts=[str(tmp_path / "a.pdf")], folder=str(tmp_path), pages=[Wanted(page=0, turn=turn, find=True)]))
    with Image.open(tmp_path / "page-001-figure-1.jpg") as opened:
        image = opened.convert("RGB")
    wide = image.width > image.height
    assert wide == ((turn + rotate) % 180 == 0)
    corner = {0: (0.1, 0.1), 90: (0.9, 0.1), 180: (0.9, 0.9), 270: (0.1, 0.9)}[(turn + rotate) % 360]
    red, green, blue = image.getpixel((round(corner[0] * image.width), round(corner[1] * image.height)))  # type: ignore[misc]
    assert red > 200 > 60 > max(green, blue), figure


def test_the_words_of_a_page_are_placed_only_where_something_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To place them takes most of the time, and long documents are text for the most part."""
    document, page = _page()
    _text(page, 60, 40)
    page.draw_line((72, 700), (540, 700))
    asked: list[str] = []
    words = pymupdf.Page.get_text

    def get_text(page: pymupdf.Page, kind: str = "text") -> object:
        asked.append(kind)
        return words(page, kind)

    monkeypatch.setattr(pymupdf.Page, "get_text", get_text)
    assert _reader(tmp_path, document).figures(0) == []
    assert asked == []
    page.insert_image(pymupdf.Rect(100, 600, 400, 690), stream=_photo())
    assert len(_reader(tmp_path, document).figures(0)) == 1
    assert asked == ["words"]


def test_pages_of_several_files_are_cut(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document, page = _page()
    page.insert_image(PHOTO, stream=_photo())
    document.save(tmp_path / "a.pdf")
    Image.new("L", (300, 200), 128).save(tmp_path / "b.png")
    pages = [Wanted(page=0, find=True), Wanted(page=1, find=True, boxes=[(0.0, 0.0, 0.5, 0.5)], side=100)]
    cut(Job(parts=[str(tmp_path / "a.pdf"), str(tmp_path / "b.png")], folder=str(tmp_path), pages=pages))
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = [Cutting(**one["found"]) for one in told if "found" in one]
    assert [(one.page, one.file) for one in found] == [
        (0, "page-001-figure-1.jpg"), (1, "page-002-figure-1.png"), (1, "page-002.png")
    ]  # fmt: skip
    assert (found[1].width, found[1].height) == (150, 100)  # as many pixels as the picture has
    with Image.open(tmp_path / "page-002.png") as image:
        assert image.mode == "L"
    assert told[-1] == {"done": 2}
