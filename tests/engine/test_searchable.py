# SPDX-License-Identifier: AGPL-3.0-or-later
"""PDFs with unseen text: what is found in them, by two readers, and that they look as before."""

from __future__ import annotations

import io
import re
from pathlib import Path

import msgspec
import pymupdf
import pypdfium2
import pytest
from PIL import Image, ImageDraw
from reportlab.pdfgen.canvas import Canvas

from engine.pages.reader import FileError
from engine.pages.searchable import Job, Laid, write
from engine.protocol import Box, ErrorCode

LINES: list[list[tuple[str, Box]]] = [
    [("Grüße,", (0.1, 0.1, 0.3, 0.14)), ("Ωmega", (0.32, 0.1, 0.5, 0.14))],
    [("漢字", (0.1, 0.2, 0.2, 0.24)), ("𠀋", (0.22, 0.2, 0.26, 0.24)), ("😀", (0.3, 0.2, 0.34, 0.24))],
    [("שלום", (0.6, 0.3, 0.8, 0.34))],
    [("narrow", (0.1, 0.9, 0.11, 0.91))],
]
WORDS = [word for line in LINES for word in line]


def _scan(path: Path, pages: int = 1, rotate: int = 0, crop: tuple[float, float, float, float] | None = None) -> Path:
    picture = Image.new("RGB", (425, 550), "white")
    ImageDraw.Draw(picture).rectangle((40, 60, 300, 80), fill="black")
    data = io.BytesIO()
    picture.save(data, "PNG")
    document = pymupdf.open()
    for _ in range(pages):
        page = document.new_page(width=612, height=792)
        page.insert_image(page.rect, stream=data.getvalue())
        if crop is not None:
            page.set_cropbox(pymupdf.Rect(crop))
        page.set_rotation(rotate)
    document.set_toc([[1, "Chapter", 1]])
    document.save(path)
    return path


def _written(tmp_path: Path, parts: list[Path], laid: list[Laid], password: str | None = None) -> Path:
    lines, target = tmp_path / "lines", tmp_path / "out.pdf"
    lines.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in laid))
    write(Job(parts=[str(part) for part in parts], lines=str(lines), target=str(target), password=password, title="T"))
    return target


def _found(path: Path, page: int = 0) -> dict[str, Box]:
    """MuPDF's words with their places on the page as it is shown."""
    with pymupdf.open(path) as document:
        loaded = document[page]
        width, height = loaded.rect.width, loaded.rect.height
        found: dict[str, Box] = {}
        for *corners, text, _, _, _ in loaded.get_text("words"):
            left, top, right, bottom = pymupdf.Rect(corners) * loaded.rotation_matrix
            found[text] = (left / width, top / height, right / width, bottom / height)
        return found


def _pixels(path: Path, page: int = 0) -> bytes:
    with pymupdf.open(path) as document:
        return bytes(document[page].get_pixmap(dpi=50).samples)


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (50.0, 60.0, 500.0, 700.0)])
def test_words_are_found_where_they_were_laid_and_nothing_is_seen(
    tmp_path: Path, rotate: int, crop: tuple[float, float, float, float] | None
) -> None:
    scan = _scan(tmp_path / "scan.pdf", rotate=rotate, crop=crop)
    made = _written(tmp_path, [scan], [Laid(page=0, words=LINES)])
    found = _found(made)
    for text, box in WORDS:
        shown = found.get(text) or found.get(text[::-1])  # a reader may give right-to-left words in either order
        assert shown is not None, (text, found)
        assert shown[0] == pytest.approx(box[0], abs=0.005)
        assert shown[2] == pytest.approx(box[2], abs=0.005)
        assert shown[1] <= (box[1] + box[3]) / 2 <= shown[3]
    assert _pixels(made) == _pixels(scan)
    with pymupdf.open(made) as document:
        assert document.get_toc() == [[1, "Chapter", 1]]


def test_another_reader_finds_the_words_too(tmp_path: Path) -> None:
    made = _written(tmp_path, [_scan(tmp_path / "scan.pdf")], [Laid(page=0, words=LINES)])
    document = pypdfium2.PdfDocument(made)
    text = document[0].get_textpage().get_text_range()
    document.close()
    for word in ("Grüße, Ωmega", "漢字", "𠀋", "😀", "narrow"):
        assert word in text, text


@pytest.mark.parametrize("upwards", [False, True])
def test_lines_that_run_up_or_down_are_found_whole(tmp_path: Path, upwards: bool) -> None:
    """A scan that lies on its side: each word is as long as its place, so that no doubled letter is lost."""
    texts = [["Professional", "speed"], ["of", "footswitch"], ["A"], ["alone"]]
    lines: list[list[tuple[str, Box]]] = []
    for number, line in enumerate(texts):
        at, laid = 0.1, []
        for text in line:
            end = at + 0.015 * len(text)
            top, bottom = (1 - end, 1 - at) if upwards else (at, end)
            laid.append((text, (0.8 - 0.05 * number, top, 0.82 - 0.05 * number, bottom)))
            at = end + 0.01
        lines.append(laid)
    made = _written(tmp_path, [_scan(tmp_path / "scan.pdf")], [Laid(page=0, words=lines)])
    found = _found(made)
    for text, box in (word for line in lines for word in line):
        assert found[text] == pytest.approx(box, abs=0.012), text
    with pymupdf.open(made) as document:
        ways = {line["dir"] for block in document[0].get_text("dict")["blocks"] for line in block.get("lines", ())}
    assert ways == {(0.0, -1.0) if upwards else (0.0, 1.0)}


def test_what_an_earlier_ocr_left_is_replaced(tmp_path: Path) -> None:
    scan = _scan(tmp_path / "scan.pdf")
    with pymupdf.open(scan) as document:
        document[0].insert_text((60, 90), "OLDWORD", render_mode=3)
        document.save(tmp_path / "old.pdf")
    assert "OLDWORD" in _found(tmp_path / "old.pdf")
    made = _written(tmp_path, [tmp_path / "old.pdf"], [Laid(page=0, words=LINES)])
    assert "OLDWORD" not in _found(made)
    assert "narrow" in _found(made)
    assert _pixels(made) == _pixels(scan)


def test_a_page_that_shows_text_stays_as_it_is(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "born.pdf"), pagesize=(612, 792))
    canvas.drawString(72, 700, "This text is drawn and can be searched as it is.")
    canvas.save()
    made = _written(tmp_path, [tmp_path / "born.pdf"], [Laid(page=0, words=[[("This", (0.1, 0.1, 0.2, 0.12))]])])
    assert list(_found(made)).count("This") == 1
    assert "searched" in _found(made)


def test_a_turned_page_stays_turned(tmp_path: Path) -> None:
    scan = _scan(tmp_path / "scan.pdf")
    made = _written(tmp_path, [scan], [Laid(page=0, turn=90, words=LINES)])
    with pymupdf.open(made) as document:
        assert document[0].rotation == 90
    assert _found(made)["narrow"][0] == pytest.approx(0.1, abs=0.005)


def test_pictures_and_pdfs_make_one_document(tmp_path: Path) -> None:
    picture = Image.new("1", (300, 200), 1)
    ImageDraw.Draw(picture).line((0, 0, 300, 200))
    picture.save(tmp_path / "a.tiff", save_all=True, append_images=[picture.rotate(90, expand=True)])
    parts = [tmp_path / "a.tiff", _scan(tmp_path / "b.pdf", pages=2)]
    laid = [Laid(page=n, size=(300.0, 200.0) if n == 0 else None, words=LINES) for n in (0, 1, 3)]
    made = _written(tmp_path, parts, laid)
    with pymupdf.open(made) as document:
        assert document.page_count == 3
        assert document[0].rect == pymupdf.Rect(0, 0, 300, 200)
        (image,) = document.get_page_images(0)
        assert image[4] == 1  # bits: black and white stays that
        assert document.metadata["title"] == "T"
    for page in range(3):
        assert "narrow" in _found(made, page)


def test_shared_and_inherited_resources_get_the_font(tmp_path: Path) -> None:
    """Two pages that have their resources from the tree's root, and name a font of their own there."""
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 300 300]/Resources<</Font 5 0 R>>>>",
        "<</Type/Page/Parent 2 0 R>>",
        "<</Type/Page/Parent 2 0 R>>",
        "<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>",
    ]
    body, places = b"%PDF-1.7\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(body))
        body += f"{number} 0 obj\n{text}\nendobj\n".encode()
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"trailer<</Size 6/Root 1 0 R>>\nstartxref\n{len(body)}\n%%EOF"
    body += f"xref\n0 6\n0000000000 65535 f \n{table}{end}".encode()
    (tmp_path / "a.pdf").write_bytes(body)
    made = _written(tmp_path, [tmp_path / "a.pdf"], [Laid(page=0, words=LINES), Laid(page=1, words=LINES)])
    assert "narrow" in _found(made, 0)
    assert "narrow" in _found(made, 1)


def test_a_locked_file_and_a_damaged_one_are_told(tmp_path: Path) -> None:
    with pymupdf.open(_scan(tmp_path / "scan.pdf")) as document:
        document.save(tmp_path / "locked.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="open", owner_pw="o")
    laid = [Laid(page=0, words=LINES)]
    with pytest.raises(FileError) as raised:
        _written(tmp_path, [tmp_path / "locked.pdf"], laid)
    assert raised.value.code is ErrorCode.PASSWORD_NEEDED
    assert "narrow" in _found(_written(tmp_path, [tmp_path / "locked.pdf"], laid, password="open"))
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.4\nnothing")
    with pytest.raises(FileError):
        _written(tmp_path, [tmp_path / "bad.pdf"], laid)
    with pytest.raises(FileError) as raised:
        _written(tmp_path, [tmp_path / "gone.pdf"], laid)
    assert raised.value.code is ErrorCode.NOT_FOUND


def _id(path: Path) -> list[str]:
    with pymupdf.open(path) as document:
        return re.findall(r"<([0-9A-Fa-f]+)>", document.xref_get_key(-1, "ID")[1])


@pytest.mark.parametrize("password", [None, "secret"])
def test_the_same_words_give_the_same_bytes(tmp_path: Path, password: str | None) -> None:
    scan = _scan(tmp_path / "scan.pdf")
    if password:
        with pymupdf.open(scan) as document:
            document.save(tmp_path / "closed.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw=password)
        scan = tmp_path / "closed.pdf"
    laid = [Laid(page=0, words=LINES)]
    made = _written(tmp_path, [scan], laid, password)
    once, first = made.read_bytes(), _id(made)
    assert _written(tmp_path, [scan], laid, password).read_bytes() == once
    assert _id(_written(tmp_path, [scan], [Laid(page=0, words=LINES[:1])], password)) != first
    assert len(first) == 2 and all(len(part) == 32 for part in first)
    if not password:
        assert first[:1] == _id(scan)[:1]
    picture = tmp_path / "page.png"
    Image.new("RGB", (60, 80), "white").save(picture)
    both = _written(tmp_path, [scan, picture], [*laid, Laid(page=1, words=LINES)], password).read_bytes()
    again = _written(tmp_path, [scan, picture], [*laid, Laid(page=1, words=LINES)], password).read_bytes()
    assert both == again
