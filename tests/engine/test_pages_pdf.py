# SPDX-License-Identifier: AGPL-3.0-or-later
"""PDFs: sizes, pictures, words, the document's own data, damage, passwords. Both readers."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen import canvas

from engine.pages import FileError, open_reader
from engine.pages.geometry import MAX_PIXELS
from engine.pages.reader import Pixels
from engine.protocol import Box, ErrorCode, NoteCode, OutlineItem
from tests.fault import hostile

Make = Callable[[bytes], str]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def write(data: bytes) -> str:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.pdf"
        path.write_bytes(data)
        return str(path)

    return write


@pytest.fixture(params=[False, True], ids=["mupdf", "pdfium"])
def second(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def code_of(path: str, password: str | None = None, second: bool = False) -> ErrorCode:
    with pytest.raises(FileError) as caught:
        open_reader(path, password, second)
    return caught.value.code


def dark_box(pixels: Pixels) -> Box:
    """Where the dark pixels are, in fractions."""
    rows, columns = np.nonzero(pixels.max(axis=2) < 128)
    height, width = pixels.shape[:2]
    return (
        columns.min() / width,
        rows.min() / height,
        (columns.max() + 1) / width,
        (rows.max() + 1) / height,
    )


# a dark bar in the upper left: x 60..180 of 600, y 80..160 from the top of 800
BAR = b"60 640 120 80 re f"
UPRIGHT = (0.1, 0.1, 0.3, 0.2)


@pytest.mark.parametrize(
    ("turn", "box"),
    [(0, UPRIGHT), (90, (0.8, 0.1, 0.9, 0.3)), (180, (0.7, 0.8, 0.9, 0.9)), (270, (0.1, 0.7, 0.2, 0.9))],
)
def test_a_picture_is_turned_clockwise(make: Make, second: bool, turn: int, box: Box) -> None:
    reader = open_reader(make(hostile.document([BAR])), None, second)
    pixels, notes = reader.render(0, 400, turn)
    assert pixels.shape == ((400, 300, 3) if turn % 180 == 0 else (300, 400, 3))
    assert pixels.flags.c_contiguous
    assert pixels.dtype == np.uint8
    assert list(notes) == []
    assert dark_box(pixels) == pytest.approx(box, abs=0.01)
    reader.close()


@pytest.mark.parametrize("colour", [(0, 0, 255), (255, 0, 0), (0, 255, 0), (255, 0, 255)])
def test_colours_are_those_of_the_file(make: Make, second: bool, colour: tuple[int, int, int]) -> None:
    """And not those of a press, which has no pure blue."""
    fill = " ".join(str(part / 255) for part in colour)
    reader = open_reader(make(hostile.document([f"{fill} rg 0 0 600 800 re f".encode()])), None, second)
    pixels, _ = reader.render(0, 80)
    assert tuple(pixels[40, 30]) == colour
    reader.close()


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_the_files_own_rotation_is_done_before(make: Make, second: bool, rotate: int) -> None:
    """The bar is drawn where it is upper left after /Rotate."""
    drawn = {0: b"60 640 120 80", 90: b"60 60 60 160", 180: b"420 80 120 80", 270: b"480 580 60 160"}[rotate]
    data = hostile.document([drawn + b" re f"], page=b"/Rotate %d" % rotate)
    reader = open_reader(make(data), None, second)
    assert tuple(reader.sizes[0]) == ((600.0, 800.0) if rotate % 180 == 0 else (800.0, 600.0))
    pixels, _ = reader.render(0, 800)
    left, top, right, bottom = dark_box(pixels)
    assert left < 0.2
    assert top < 0.2
    assert right < 0.5
    assert bottom < 0.3
    reader.close()


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_region_is_that_part_of_the_page(make: Make, second: bool, turn: int) -> None:
    data = hostile.document([BAR + b" 300 100 200 300 re f " + hostile.words("word", 80, 300)])
    reader = open_reader(make(data), None, second)
    whole, _ = reader.render(0, 800, turn)
    height, width = whole.shape[:2]
    region = (0.25, 0.5, 0.75, 0.75)
    part, _ = reader.render(0, round(max(width * 0.5, height * 0.25)), turn, region)
    cut = whole[height // 2 : height * 3 // 4, width // 4 : width * 3 // 4]
    assert part.shape == cut.shape
    assert float(np.abs(part.astype(int) - cut.astype(int)).mean()) < 2
    reader.close()


@pytest.mark.parametrize(
    ("crop", "shift"), [(b"[0 0 600 800]", 0), (b"[-100 -50 500 750]", 0), (b"[1000 0 1600 800]", 1000)]
)
def test_words_lie_where_the_picture_shows_them(make: Make, second: bool, crop: bytes, shift: int) -> None:
    data = hostile.document([hostile.words("Hello", 150 + shift, 500, 40)], box=crop)
    reader = open_reader(make(data), None, second)
    for turn in (0, 90, 180, 270):
        (word,) = reader.words(0, turn)
        assert word.text == "Hello"
        pixels, _ = reader.render(0, 1000, turn)
        ink = dark_box(pixels)
        left, top, right, bottom = word.box
        assert left - 0.02 <= ink[0]
        assert top - 0.02 <= ink[1]
        assert ink[2] <= right + 0.02
        assert ink[3] <= bottom + 0.02
        assert (right - left) * (bottom - top) < 6 * (ink[2] - ink[0]) * (ink[3] - ink[1])
    reader.close()


@pytest.mark.parametrize("rotate", [90, 180, 270])
def test_words_of_a_rotated_file_lie_where_the_picture_shows_them(make: Make, second: bool, rotate: int) -> None:
    data = hostile.document([hostile.words("Hello", 150, 650, 40)], page=b"/Rotate %d" % rotate)
    reader = open_reader(make(data), None, second)
    (word,) = reader.words(0)
    ink = dark_box(reader.render(0, 1000)[0])
    assert word.box[0] - 0.02 <= ink[0] and word.box[1] - 0.02 <= ink[1]
    assert ink[2] <= word.box[2] + 0.02 and ink[3] <= word.box[3] + 0.02
    reader.close()


def test_words_come_apart_at_blanks(make: Make, second: bool) -> None:
    reader = open_reader(make(hostile.document([hostile.words("One  two, three")])), None, second)
    assert [word.text for word in reader.words(0)] == ["One", "two,", "three"]
    reader.close()


def test_the_documents_own_data(tmp_path: Path, second: bool) -> None:
    path = str(tmp_path / "a.pdf")
    sheet = canvas.Canvas(path, pagesize=(300, 400))
    sheet.setTitle("Größe 漢字")
    sheet.setAuthor("A. Uthor")
    for page in range(3):
        sheet.bookmarkPage(f"p{page}")
        sheet.addOutlineEntry(f"Part {page}", f"p{page}", level=min(page, 1))
        sheet.drawString(50, 50, f"page {page}")
        sheet.showPage()
    sheet.save()
    reader = open_reader(path, None, second)
    assert (reader.kind, reader.pages, list(reader.sizes)) == ("pdf", 3, [(300, 400)] * 3)
    assert (reader.title, reader.author) == ("Größe 漢字", "A. Uthor")
    assert list(reader.outline) == [
        OutlineItem(level=1, title="Part 0", page=0),
        OutlineItem(level=2, title="Part 1", page=1),
        OutlineItem(level=2, title="Part 2", page=2),
    ]
    assert list(reader.labels) == []
    assert list(reader.notes) == []
    reader.close()


def test_page_labels(make: Make, second: bool) -> None:
    rules = b"/PageLabels<</Nums[0<</S/r>>2<</S/D/P(A-)/St 7>>4<</S/A>>]>>"
    reader = open_reader(make(hostile.document([b""] * 5, catalog=rules)), None, second)
    assert list(reader.labels) == ["i", "ii", "A-7", "A-8", "A"]
    reader.close()


@pytest.mark.parametrize("method", ["render", "words"])
def test_a_page_that_is_not_there(make: Make, second: bool, method: str) -> None:
    reader = open_reader(make(hostile.document([b""])), None, second)
    for page in (1, -1):
        with pytest.raises(FileError) as caught:
            reader.render(page, 100) if method == "render" else reader.words(page)
        assert caught.value.code is ErrorCode.NO_SUCH_PAGE
    reader.close()


def test_a_giant_page_is_scaled_down_and_says_so(make: Make, second: bool) -> None:
    reader = open_reader(make(hostile.giant_page()), None, second)
    pixels, notes = reader.render(0, 150_000)
    assert pixels.shape[0] * pixels.shape[1] <= MAX_PIXELS
    assert pixels.shape[0] >= 4990
    assert [(note.code, note.detail) for note in notes] == [(NoteCode.SCALED_DOWN, "150000 5000")]
    reader.close()


@pytest.mark.parametrize("box", [b"[0 0 0 0]", b"[0 0 100000 1]", b"[5 5 1 1]", b"(none)", b"[0 0 1e30 1e30]"])
def test_senseless_page_boxes_still_give_a_picture(make: Make, second: bool, box: bytes) -> None:
    reader = open_reader(make(hostile.document([BAR], box=box)), None, second)
    width, height = reader.sizes[0]
    assert width > 0
    assert height > 0
    pixels, _ = reader.render(0, 200)
    assert max(pixels.shape[:2]) == 200
    reader.close()


def test_passwords(tmp_path: Path, second: bool) -> None:
    path = str(tmp_path / "a.pdf")
    sheet = canvas.Canvas(path, encrypt=StandardEncryption("läck", "owner"))
    sheet.drawString(50, 50, "secret")
    sheet.save()
    assert code_of(path, None, second) is ErrorCode.PASSWORD_NEEDED
    assert code_of(path, "wrong", second) is ErrorCode.PASSWORD_WRONG
    assert code_of(path, "", second) is ErrorCode.PASSWORD_WRONG
    reader = open_reader(path, "läck", second)
    assert [word.text for word in reader.words(0)] == ["secret"]
    reader.close()


def test_an_owners_password_alone_is_not_asked_for(tmp_path: Path, second: bool) -> None:
    path = str(tmp_path / "a.pdf")
    sheet = canvas.Canvas(path, encrypt=StandardEncryption("", "owner", canPrint=0))
    sheet.drawString(50, 50, "open")
    sheet.save()
    for password in (None, "needless"):
        reader = open_reader(path, password, second)
        assert [word.text for word in reader.words(0)] == ["open"]
        reader.close()


def test_files_that_are_no_documents(tmp_path: Path) -> None:
    text = tmp_path / "text.pdf"
    text.write_text("a plain text\n" * 100)
    empty = tmp_path / "empty.pdf"
    empty.touch()
    assert code_of(str(text)) is ErrorCode.NOT_A_DOCUMENT
    assert code_of(str(empty)) is ErrorCode.EMPTY_FILE
    assert code_of(str(tmp_path)) is ErrorCode.NOT_A_DOCUMENT
    assert code_of(str(tmp_path / "nothing.pdf")) is ErrorCode.NOT_FOUND
    assert code_of(str(empty) + "/below.pdf") is ErrorCode.NOT_FOUND
    assert code_of("/" + "x" * 5000) is ErrorCode.NOT_FOUND
    assert code_of("a\0b") is ErrorCode.NOT_FOUND


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    assert code_of(str(tmp_path / "pipe.pdf")) is ErrorCode.NOT_A_DOCUMENT


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_one_may_not_read(make: Make) -> None:
    path = make(hostile.document([b""]))
    Path(path).chmod(0)
    assert code_of(path) is ErrorCode.NOT_PERMITTED


def test_the_content_decides_not_the_name(tmp_path: Path) -> None:
    path = tmp_path / "picture.jpg"
    path.write_bytes(hostile.document([hostile.words("text")]))
    reader = open_reader(str(path))
    assert reader.kind == "pdf"
    reader.close()


def test_names_of_all_sorts(tmp_path: Path, second: bool) -> None:
    for name in ("📄 emoji.pdf", "漢" * 80 + ".pdf", "new\nline.pdf", "a (v2) [x] 'q' \".pdf"):
        path = tmp_path / name
        path.write_bytes(hostile.document([hostile.words("text")]))
        reader = open_reader(str(path), None, second)
        assert reader.pages == 1
        reader.close()


def test_no_pages(make: Make) -> None:
    assert code_of(make(hostile.document([]))) is ErrorCode.NO_PAGES


def test_a_header_and_nothing_else(make: Make) -> None:
    assert code_of(make(b"%PDF-1.4\n%%EOF\n")) is ErrorCode.DAMAGED


def test_a_truncated_file_gives_what_survives_and_says_so(make: Make) -> None:
    data = hostile.document([hostile.words(f"page {n} " + "filling " * 50) for n in range(6)])
    # as in a file made for the web, whose trailer comes first
    data = data.replace(b"%PDF-1.7\n", b"%PDF-1.7\ntrailer\n<</Size 16/Root 1 0 R>>\n", 1)
    reader = open_reader(make(data[: len(data) * 7 // 10]))
    assert [note.code for note in reader.notes] == [NoteCode.REPAIRED]
    assert reader.words(0)[0].text == "page"
    reader.close()


def test_a_page_tree_in_a_loop_ends(make: Make) -> None:
    data = hostile.pdf(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Count 2/Kids[2 0 R 3 0 R]>>",
            b"<</Type/Page/MediaBox[0 0 9 9]/Parent 2 0 R>>",
        ]
    )
    try:
        reader = open_reader(make(data))
    except FileError as error:
        assert error.code in (ErrorCode.DAMAGED, ErrorCode.NO_PAGES)
    else:
        assert reader.pages <= 2
        reader.close()


def test_an_absurd_count_of_pages(make: Make) -> None:
    data = hostile.document([hostile.words("one")]).replace(b"/Count 1/", b"/Count 2147483646/")
    try:
        reader = open_reader(make(data))
    except FileError as error:
        assert error.code is ErrorCode.DAMAGED
    else:
        assert reader.pages == 1
        reader.close()


def test_damage_at_random_raises_nothing_else(make: Make) -> None:
    """Bytes flipped and cut out: a page or a FileError, never another exception."""
    chance = np.random.default_rng(7)
    whole = hostile.document([hostile.words(f"page {n}") + BAR for n in range(3)])
    seen = set()
    for _ in range(60):
        data = bytearray(whole)
        for place in chance.integers(0, len(data), 12):
            data[place] = int(chance.integers(0, 256))
        start = int(chance.integers(0, len(data)))
        del data[start : start + int(chance.integers(0, 200))]
        try:
            reader = open_reader(make(b"%PDF-1.7" + bytes(data[8:])))
            for page in range(reader.pages):
                reader.render(page, 100)
                reader.words(page)
            reader.close()
            seen.add("read")
        except FileError as error:
            seen.add(str(error.code))
    assert "read" in seen
