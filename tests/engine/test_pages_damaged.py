# SPDX-License-Identifier: AGPL-3.0-or-later
"""Damaged, encrypted and odd files found in the wild: each does what its row in tests/data/MANIFEST.tsv says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.pages import FileError, open_reader
from engine.pages.geometry import MAX_PIXELS
from engine.protocol import ErrorCode, NoteCode


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("35-encrypted-user-password.pdf", ErrorCode.PASSWORD_NEEDED),
        ("37-zero-pages.pdf", ErrorCode.NO_PAGES),
        ("41-invalid.pdf", ErrorCode.DAMAGED),
    ],
)
def test_files_that_cannot_be_opened_say_why(data: Path, name: str, code: ErrorCode) -> None:
    with pytest.raises(FileError) as caught:
        open_reader(str(data / name))
    assert caught.value.code is code


def test_a_file_cut_off_before_its_pages_is_damaged_and_not_without_pages(tmp_path: Path, data: Path) -> None:
    whole = (data / "51-mixed-page-sizes.pdf").read_bytes()
    first = re.search(rb"/Type\s*/Page\b", whole)
    assert first is not None
    for part in (0.1, 0.5, 0.9):
        cut = tmp_path / f"cut {part}.pdf"
        cut.write_bytes(whole[: int(part * first.start())])
        with pytest.raises(FileError) as caught:
            open_reader(str(cut))
        assert caught.value.code is ErrorCode.DAMAGED


@pytest.mark.parametrize(
    ("name", "pages", "repaired", "says"),
    [
        ("36-encrypted-owner-only.pdf", 1, False, None),
        ("38-page-tree-loop.pdf", 2, False, "Testcase:"),
        ("38b-xref-prev-loop.pdf", 1, False, None),
        ("39-xref-missing.pdf", 1, True, None),
        ("40-bad-page-count.pdf", 1, True, None),
        ("40b-no-page-object.pdf", 1, True, None),
        ("41b-truncated.pdf", 5, True, None),
        ("51-mixed-page-sizes.pdf", 3, False, None),
    ],
)
def test_what_survives_is_read(data: Path, name: str, pages: int, repaired: bool, says: str | None) -> None:
    reader = open_reader(str(data / name))
    assert reader.pages == pages
    assert ([note.code for note in reader.notes] == [NoteCode.REPAIRED]) is repaired
    pixels, _ = reader.render(0, 500)
    assert max(pixels.shape[:2]) == 500
    words = [word.text for word in reader.words(0)]
    assert words
    assert says is None or says in words
    reader.close()


@pytest.mark.parametrize("second", [False, True], ids=["mupdf", "pdfium"])
def test_the_right_password_opens_it(data: Path, second: bool) -> None:
    path = str(data / "35-encrypted-user-password.pdf")
    with pytest.raises(FileError) as caught:
        open_reader(path, "wrong", second)
    assert caught.value.code is ErrorCode.PASSWORD_WRONG
    reader = open_reader(path, "asdfzxcv", second)
    assert reader.words(0)
    reader.close()


def test_a_page_that_the_loop_has_eaten_fails_alone(data: Path) -> None:
    reader = open_reader(str(data / "38-page-tree-loop.pdf"))
    with pytest.raises(FileError) as caught:
        reader.render(1, 100)
    assert caught.value.code is ErrorCode.DAMAGED
    assert reader.render(0, 100)[0].any()
    reader.close()


def test_each_page_has_its_own_size(data: Path) -> None:
    reader = open_reader(str(data / "51-mixed-page-sizes.pdf"))
    assert len({tuple(size) for size in reader.sizes}) == 3
    reader.close()


def test_a_huge_scan_is_drawn_within_bounds(data: Path) -> None:
    reader = open_reader(str(data / "42-huge-bitonal.pdf"))
    assert tuple(reader.sizes[0]) == (8400, 8400)
    pixels, notes = reader.render(0, 20_000)
    assert pixels.shape[0] * pixels.shape[1] <= MAX_PIXELS
    assert [note.code for note in notes] == [NoteCode.SCALED_DOWN]
    reader.close()


@pytest.mark.parametrize("name", ["45-image-exif3.jpg", "48-image-alpha-black.png", "49-image-16bit.png"])
def test_pictures_are_dark_writing_on_light_paper(data: Path, name: str) -> None:
    reader = open_reader(str(data / name))
    pixels, _ = reader.render(0, 1000)
    grey = pixels.mean(axis=2)
    dark, light = (grey < 110).mean(), (grey > 160).mean()
    assert 0.01 < dark < 0.3
    assert light > 0.6
    reader.close()
