# SPDX-License-Identifier: AGPL-3.0-or-later
"""Double pages: found by their gutter, and read half by half."""

from __future__ import annotations

import random
import re
from difflib import SequenceMatcher
from itertools import islice
from pathlib import Path

import numpy as np
import pymupdf
import pytest
from PIL import Image

from engine.backends.builtin.reader import PageReader
from engine.pages.geometry import WHOLE, turn_box
from engine.pages.gutter import find, gutter
from engine.pages.opening import open_reader
from engine.pages.reader import FileError
from engine.pages.spreads import Place, Regions, inner, relative
from engine.protocol import Box, PageSource, Reading
from tests.spread_pages import Made, book, book_page, bordered, new_page, others, picture, scan_of, spreads

SURE = 0.5
LEFT: Box = (0.0, 0.0, 0.5, 1.0)
RIGHT: Box = (0.5, 0.0, 1.0, 1.0)


def small(made: Made) -> np.ndarray:
    """As the pages program looks at it."""
    image = Image.fromarray(made.pixels)
    scale = 800 / max(image.size)
    size = (round(image.width * scale), round(image.height * scale))
    return np.asarray(image.resize(size, Image.Resampling.BICUBIC))


@pytest.mark.parametrize("seed", [1, 11])
def test_the_gutter_is_found_where_it_is_and_nowhere_else(seed: int) -> None:
    hits = misses = false = wrong = 0
    far = 0.0
    for made in [*spreads(seed), *others(seed + 1)]:
        found = find(small(made))
        proposed = found.at is not None and found.confidence >= SURE
        if made.gutter is None:
            false += proposed
            wrong += 1
            assert not proposed, made.name
        elif proposed and found.at is not None:
            hits += 1
            far = max(far, abs(found.at - made.gutter))
        else:
            misses += 1
    print(
        f"{hits + misses} double pages, {wrong} others: precision {hits / max(1, hits + false):.2f}, "
        f"recall {hits / (hits + misses):.2f}, farthest {far:.4f} of the width"
    )
    assert hits + misses + wrong >= 60
    assert hits / (hits + misses) >= 0.95
    assert far < 0.02  # the inner margins are five times as wide


def test_the_dark_border_of_a_scanner_hides_no_gutter() -> None:
    rng = random.Random(31)
    for made in islice(spreads(31), 12):
        wide, page = made.pixels.shape[1], bordered(made.pixels, rng)
        left = (page.shape[1] - wide) // 3
        assert made.gutter is not None
        found = find(small(Made(made.name, page, made.gutter)))
        assert found.confidence >= SURE, made.name
        assert found.at == pytest.approx((left + made.gutter * wide) / page.shape[1], abs=0.02), made.name


def test_a_portrait_page_in_two_columns_is_no_double_page(tmp_path: Path) -> None:
    page = new_page(595, 842)
    book_page(page, (0, 0, 595, 842), random.Random(3), columns=2)
    page.parent.save(tmp_path / "a.pdf")
    assert gutter(open_reader(str(tmp_path / "a.pdf")), 0).at is None


def test_an_empty_page_says_that_it_is_empty(tmp_path: Path) -> None:
    page = new_page()
    page.parent.save(tmp_path / "a.pdf")
    found = gutter(open_reader(str(tmp_path / "a.pdf")), 0)
    assert (found.at, found.empty) == (None, True)


def test_a_double_page_that_lies_on_its_side_is_found_as_it_is_turned(tmp_path: Path) -> None:
    document, _ = book(1)
    document[0].set_rotation(90)
    document.save(tmp_path / "a.pdf")
    reader = open_reader(str(tmp_path / "a.pdf"))
    assert gutter(reader, 0).at is None
    assert gutter(reader, 0, 270).at == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("name", ["born.pdf", "scan.pdf", "scan.png"])
def test_a_proposal_is_made_for_every_kind_of_file(tmp_path: Path, name: str) -> None:
    path = made(tmp_path, name, gutter=0.47)
    found = gutter(open_reader(str(path)), 0)
    assert found.confidence >= SURE
    assert found.at == pytest.approx(0.47, abs=0.02)


def made(folder: Path, name: str, gutter: float = 0.5) -> Path:
    """A file of one double page, or of three."""
    document, _ = book(3, gutter=gutter)
    path = folder / name
    if name.startswith("scan"):
        document = scan_of(document, gutter=gutter)
    if name.endswith(".png"):
        Image.fromarray(picture(document[0], 200)).save(path, dpi=(200, 200))
    else:
        document.save(path)
    return path


# ---------------------------------------------------------------- parts of pages


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    """A page with a word in each half, one across the middle, and a red and a blue half."""
    page = new_page(800, 500)
    page.draw_rect((0, 0, 400, 500), fill=(1, 0.8, 0.8), color=None)
    page.draw_rect((400, 0, 800, 500), fill=(0.8, 0.8, 1), color=None)
    page.insert_text((100, 100), "left", fontsize=20)
    page.insert_text((600, 400), "right", fontsize=20)
    page.insert_text((380, 250), "crossing", fontsize=20)
    page.parent.save(tmp_path / "pair.pdf")
    return tmp_path / "pair.pdf"


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_halves_of_a_page_are_pages(pair: Path, turn: int) -> None:
    reader = Regions(open_reader(str(pair)), [Place(0, LEFT), Place(0, RIGHT)])
    assert list(reader.sizes) == [(400.0, 500.0), (400.0, 500.0)]
    assert [[word.text for word in reader.words(half, turn)] for half in (0, 1)] == [["left"], ["right", "crossing"]]
    for half, colour in ((0, (255, 204, 204)), (1, (204, 204, 255))):
        pixels, _ = reader.render(half, 250, turn)
        assert pixels.shape[:2] == ((250, 200) if turn % 180 == 0 else (200, 250))
        assert tuple(pixels[5, 5]) == pytest.approx(colour, abs=3)
        assert tuple(pixels[-5, -5]) == pytest.approx(colour, abs=3)
    [word] = reader.words(0, turn)
    left, _, _, bottom = turn_box(word.box, (360 - turn) % 360)
    assert (left, bottom) == pytest.approx((100 / 400, 105 / 500), abs=0.01)
    ink, _ = reader.render(0, 500, turn, word.box)
    assert (ink < 100).any(), "the word is not where its box says"


def test_a_part_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = made(tmp_path, "born.pdf")
    with pytest.raises(FileError):
        Regions(open_reader(str(path)), [Place(9, LEFT)])


def test_boxes_go_into_parts_and_back() -> None:
    home = (0.25, 0.1, 0.75, 0.9)
    assert inner(home, WHOLE) == home
    assert inner(home, relative(home, (0.3, 0.2, 0.5, 0.8))) == pytest.approx((0.3, 0.2, 0.5, 0.8))


# ---------------------------------------------------------------- reading


def read(path: Path, page: int, region: Box | None, turn: int = 0) -> Reading:
    source = PageSource(path=str(path), page=page, region=region, turn=turn)
    return PageReader().read(source, {}, lambda piece: None)


def plain(text: str) -> list[str]:
    return re.findall(r"[a-z]+", text.lower())


def alike(text: str, lines: list[str]) -> float:
    return SequenceMatcher(None, plain(text), plain(" ".join(lines)), autojunk=False).ratio()


@pytest.mark.parametrize("name", ["born.pdf", "scan.pdf", "scan.png"])
def test_the_built_in_engine_reads_left_then_right(tmp_path: Path, name: str) -> None:
    path = made(tmp_path, name)
    _, told = book(3)
    page = 0 if name.endswith(".png") else 1
    left, right = told[2 * page], told[2 * page + 1]
    whole = read(path, page, None)
    halves = [read(path, page, region) for region in (LEFT, RIGHT)]
    before = alike(whole.text, left + right)
    after = alike(halves[0].text + "\n\n" + halves[1].text, left + right)
    each = [alike(half.text, lines) for half, lines in zip(halves, (left, right), strict=True)]
    print(f"{name}: as one page {before:.3f}, half by half {after:.3f}, left {each[0]:.3f}, right {each[1]:.3f}")
    assert min(each) > 0.95
    assert after > 0.95
    assert after >= before - 0.01
    for half in halves:
        assert half.words
        assert all(0 <= side <= 1 for word in half.words for side in word.box)
        assert max(word.box[2] for word in half.words) > 0.7
        assert name != "born.pdf" or "RUNNING HEAD" not in half.text  # known by the halves around it


def test_a_half_is_read_as_it_is_turned(tmp_path: Path) -> None:
    document, told = book(2)
    for page in document:
        page.set_rotation(90)
    document.save(tmp_path / "a.pdf")
    assert alike(read(tmp_path / "a.pdf", 0, LEFT, turn=270).text, told[0]) > 0.95


def test_a_locked_document_is_read_half_by_half(tmp_path: Path) -> None:
    document, told = book(1)
    document.save(tmp_path / "a.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="läck", owner_pw="läck")
    source = PageSource(path=str(tmp_path / "a.pdf"), page=0, password="läck", region=RIGHT)
    assert alike(PageReader().read(source, {}, lambda piece: None).text, told[1]) > 0.95
