# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which way a page is read, and what is said about it. The OCR runs for real here, on small pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from engine.backends.contract import EngineError
from engine.protocol import ErrorCode
from tests.engine.builtin_help import LOREM, codes, draw, half_lying_pdf, lying_pdf, paragraph, pdf_of, put, read

LINES = ("The lighthouse keeper wrote down", "the name of each ship that passed", "before the fog came in again.")


def picture(path: Path, mode: str = "RGB", ground: object = "white", ink: object = "black") -> Path:
    """A picture of LINES in a plain face."""
    image = Image.new(mode, (900, 300), ground)  # type: ignore[arg-type]
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(40)
    for number, line in enumerate(LINES):
        pen.text((40, 40 + 70 * number), line, fill=ink, font=font)  # type: ignore[arg-type]
    image.save(path)
    return path


def words(text: str) -> set[str]:
    return {word.strip(".").lower() for word in text.split()}


def test_a_layer_that_lies_is_read_from_the_picture(tmp_path: Path) -> None:
    """B17"""
    reading = read(lying_pdf(tmp_path / "l.pdf", LINES, shift=1))
    assert words(" ".join(LINES)) - words(reading.text) == set()
    assert "picture-cipher" in codes(reading)
    assert "text-layer" not in codes(reading)


def test_a_single_font_that_lies_is_read_from_the_picture_line_by_line(tmp_path: Path) -> None:
    reading = read(half_lying_pdf(tmp_path / "h.pdf", LOREM * 3, ["The lighthouse keeper of Bergen"]))
    assert LOREM[0] in reading.text
    assert "lighthouse keeper of Bergen" in reading.text
    assert {"text-layer", "text-in-pictures"} <= codes(reading)


def test_the_user_may_ask_for_either_way(tmp_path: Path) -> None:
    path = lying_pdf(tmp_path / "l.pdf", LINES, shift=1)
    kept = read(path, route="text")
    assert "Uif" in kept.text
    assert "text-layer" in codes(kept)

    def page(canvas: Canvas) -> None:
        for number, line in enumerate(LINES):
            put(canvas, 60, 700 - 30 * number, line, size=20)

    sound = draw(tmp_path / "s.pdf", page)
    asked = read(sound, route="picture")
    assert words(" ".join(LINES)) - words(asked.text) == set()
    assert "picture-asked" in codes(asked)


def test_a_scan_in_a_pdf_and_its_word_boxes(tmp_path: Path) -> None:
    scan = picture(tmp_path / "p.png")

    def page(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(str(scan)), 0, 0, 450, 150)

    reading = read(draw(tmp_path / "s.pdf", page, size=(450, 150)))
    assert "picture-no-text" in codes(reading)
    assert words(" ".join(LINES)) - words(reading.text) == set()
    box = next(w.box for w in reading.words or [] if w.text.startswith("lighthouse"))
    assert box[0] < 200 / 900 < box[2]
    assert box[1] < 70 / 300 < box[3]
    assert reading.seconds.cpu is None  # the worker fills it in


@pytest.mark.parametrize(
    ("mode", "ground", "ink"), [("RGBA", (0, 0, 0, 0), (0, 0, 0, 255)), ("RGBA", (0, 0, 0, 255), (255, 255, 255, 255))]
)
def test_pictures_with_transparency_and_white_on_black(tmp_path: Path, mode: str, ground: object, ink: object) -> None:
    """B21"""
    reading = read(picture(tmp_path / "a.png", mode, ground, ink))
    assert words(" ".join(LINES)) - words(reading.text) == set()


def test_an_empty_picture_is_blank(tmp_path: Path) -> None:
    Image.new("RGBA", (300, 300), (0, 0, 0, 0)).save(tmp_path / "e.png")
    reading = read(tmp_path / "e.png")
    assert reading.text == ""
    assert "blank-page" in codes(reading)


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("empty.pdf", b"", ErrorCode.EMPTY_FILE),
        ("text.pdf", b"only a few words", ErrorCode.NOT_A_DOCUMENT),
        ("frame.pdf", b"%PDF-1.7\n%%EOF\n", ErrorCode.DAMAGED),
        ("none.pdf", pdf_of([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>"]), ErrorCode.NO_PAGES),
    ],
)
def test_files_that_are_no_documents_say_so(tmp_path: Path, name: str, content: bytes, code: ErrorCode) -> None:
    """B25"""
    (tmp_path / name).write_bytes(content)
    with pytest.raises(EngineError) as caught:
        read(tmp_path / name)
    assert caught.value.code == code


def test_missing_file_missing_page(tmp_path: Path) -> None:
    path = draw(tmp_path / "one.pdf", lambda c: put(c, 60, 700, "One page."))
    with pytest.raises(EngineError) as caught:
        read(path, 1)
    assert caught.value.code == ErrorCode.NO_SUCH_PAGE
    with pytest.raises(EngineError) as caught:
        read(tmp_path / "absent.pdf")
    assert caught.value.code == ErrorCode.NOT_FOUND


def test_a_cut_off_file_gives_what_is_left(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        y = 780.0
        for _ in range(5):
            y = paragraph(canvas, 60, y) - 10

    whole = draw(tmp_path / "w.pdf", page, page, page).read_bytes()
    cut = tmp_path / "c.pdf"
    cut.write_bytes(whole[: whole.rindex(b"xref\n") - 40])
    reading = read(cut)
    assert LOREM[0] in reading.text


def test_a_picture_with_bytes_as_of_a_pdf_is_not_called_damaged(tmp_path: Path) -> None:
    path = tmp_path / "sound.jpg"
    odd = b"1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj 2 0 obj <</Type/Pages/Kids[]/Count 0>> endobj"
    Image.new("RGB", (300, 200), "white").save(path, comment=odd)
    assert "repaired" not in codes(read(path))
