# SPDX-License-Identifier: AGPL-3.0-or-later
"""Figures that the user framed or refused: on turned pages, beside what is found, in the library and in exports."""

from __future__ import annotations

import io
import json
import re
import sqlite3
from dataclasses import replace
from pathlib import Path

import jsonschema
import pymupdf
import pytest
from PIL import Image, ImageDraw

from app.core.assemble.pieces import Kind, cut
from app.core.errors import ProblemError
from app.core.export import ExportOptions, Format, PageText, Snapshot, export
from app.core.export.figure_places import placed_in
from app.core.export.figures import WITH_FIGURES
from app.core.export.snapshot import Figure, Original
from app.core.figure_boxes import FigureBox, new_key, turned_box, unwanted, upright, wanted
from app.core.library import Library
from engine.pages.geometry import turn_box
from engine.protocol import Box, ErrorCode
from tests.unit import library_help
from tests.unit.page_words import lines

BOX: Box = (0.1, 0.2, 0.4, 0.7)
ROOT = Path(__file__).parents[2]


def _near(one: Box, other: Box) -> bool:
    return all(abs(a - b) < 1e-9 for a, b in zip(one, other, strict=True))


# ---------------------------------------------------------------- places


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_turned_page_takes_its_figures_along(turn: int) -> None:
    there = FigureBox(1, BOX, 0).turned(turn)
    assert _near(there.box, turn_box(BOX, turn)), "as the reader of the page turns it"
    assert _near(there.turned(0).box, BOX)
    assert there.turn == turn
    assert _near(turned_box(BOX, turn - 360), there.box)


def test_a_frame_is_put_upright_and_cut_to_the_page() -> None:
    assert upright((0.5, 0.6, 0.1, 0.2)) == (0.1, 0.2, 0.5, 0.6)
    assert upright((-1, -2, 0.5, 3)) == (0.0, 0.0, 0.5, 1.0)
    assert upright((0.2, 0.2, 0.201, 0.9)) is None
    assert upright((1.2, 0.2, 1.5, 0.9)) is None


def test_a_refused_figure_stays_refused_where_it_is_found_a_little_larger() -> None:
    refused = FigureBox(1, BOX, kept=False)
    found: Box = (0.09, 0.19, 0.42, 0.72)
    assert unwanted(found, [refused]) is refused
    assert wanted([found, (0.6, 0.2, 0.9, 0.7)], [refused]) == [(0.6, 0.2, 0.9, 0.7)]


def test_what_was_framed_stands_for_the_found_figure_within() -> None:
    assert wanted([BOX], [FigureBox(1, (0.05, 0.1, 0.5, 0.8))]) == []
    assert wanted([BOX], [FigureBox(1, (0.05, 0.1, 0.2, 0.4))]) == [BOX]


# ---------------------------------------------------------------- the library


def test_the_library_keeps_what_was_framed(tmp_path: Path) -> None:
    one, two = FigureBox(new_key(), BOX, 90, True, "A “caption” – 图"), FigureBox(new_key(), BOX, kept=False)
    with Library(tmp_path / "l.sqlite3") as library:
        document = library_help.add(library)
        library.figures.change(document, 3, [one, two], [])
        library.figures.change(document, 4, [replace(one, key=7)], [])
        assert set(library.figures.of_page(document, 3)) == {one, two}
        moved = replace(one, box=(0.2, 0.2, 0.5, 0.5))
        library.figures.change(document, 3, [moved], [two.key])
        assert library.figures.of_page(document, 3) == (moved,)
        library.figures.change(document, 3, [], [7])
        assert library.figures.of_document(document).keys() == {3, 4}, "a key of another page is left alone"
    with Library(tmp_path / "l.sqlite3") as library:
        assert library.figures.of_page(document, 3) == (moved,)
        library.documents.remove(document)
        assert library.figures.of_document(document) == {}


def test_a_damaged_row_counts_as_none_and_a_full_disk_is_told(tmp_path: Path) -> None:
    path = tmp_path / "l.sqlite3"
    with Library(path) as library:
        document = library_help.add(library)
        library.figures.change(document, 0, [FigureBox(1, BOX)], [])
        with sqlite3.connect(path) as connection:
            connection.execute("INSERT INTO figures VALUES (2, ?, 0, 0, '[1,2', 1, '', 0)", (document,))
        assert [one.key for one in library.figures.of_page(document, 0)] == [1]
        library.limit_size(1)
        with pytest.raises(ProblemError) as caught:
            for key in range(3, 4000):
                library.figures.change(document, 0, [FigureBox(key, BOX, caption="x" * 2000)], [])
        assert caught.value.problem.code is ErrorCode.DISK_FULL


def test_two_windows_add_beside_each_other(tmp_path: Path) -> None:
    with Library(tmp_path / "l.sqlite3") as here, Library(tmp_path / "l.sqlite3") as there:
        document = library_help.add(here)
        here.figures.change(document, 0, [FigureBox(new_key(), BOX)], [])
        there.figures.change(document, 0, [FigureBox(new_key(), (0.5, 0.5, 0.9, 0.9))], [])
        assert len(here.figures.of_page(document, 0)) == len(there.figures.of_page(document, 0)) == 2


# ---------------------------------------------------------------- places in the text

TEXT = "# Head\n\nAbove it.\n\nWords inside.\n\nFigure 3: The printed one.\n\nBelow it."
WORDS = [
    *lines("Head", top=0.05), *lines("Above it.", top=0.12), *lines("Words inside.", top=0.3),
    *lines("Figure 3: The printed one.", top=0.62), *lines("Below it.", top=0.8),
]  # fmt: skip


def _placed(box: Box, caption: str) -> tuple[list[str], str]:
    figure = Figure(0, box, "page-001-figure-1.png", Path("gone.png"), 10, 10, True, caption)
    pieces = placed_in(cut(TEXT, 0), [figure], lambda page: WORDS)
    (source,) = [piece.source for piece in pieces if piece.kind is Kind.FIGURE]
    return ["FIGURE" if p.kind is Kind.FIGURE else p.source[:5] for p in pieces], source


def test_a_framed_figure_stands_at_the_caption_that_the_user_names() -> None:
    order, source = _placed((0.1, 0.85, 0.5, 0.95), "figure 3: the PRINTED one")
    assert order[3:5] == ["Figur", "FIGURE"], "below its caption, although far from it"
    assert _placed((0.1, 0.1, 0.5, 0.2), "Figure 3: The printed one.")[0][3:5] == ["FIGURE", "Figur"]
    assert "*" not in source, "the page has it: it is not written twice"


def test_a_caption_that_the_page_has_not_is_written_below() -> None:
    order, source = _placed((0.1, 0.83, 0.5, 0.95), "A *lathe* [1]")
    assert order[-1] == "FIGURE"
    assert source.startswith(r"![A \*lathe\* \[1\]](data:") and source.endswith("\n\n*A \\*lathe\\* \\[1\\]*")


def test_labels_inside_a_figure_do_not_draw_it_behind_them() -> None:
    order, _ = _placed((0.05, 0.2, 0.9, 0.55), "")
    assert order.index("FIGURE") <= order.index("Words") or order.index("FIGURE") == order.index("Figur") - 1
    order, _ = _placed((0.05, 0.2, 0.9, 0.42), "x")
    assert order[:4] == ["# Hea", "Above", "FIGURE", "Words"]


# ---------------------------------------------------------------- exports

RED: Box = (0.1, 0.3, 0.5, 0.6)


def _scan(path: Path, *, rotate: int = 0) -> None:
    """A page that is one picture of 300 dpi, as scans are: nothing in it is found. At RED, a red field whose upper
    left quarter is blue."""
    image = Image.new("RGB", (1800, 2400), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((180, 720, 899, 1439), fill="red")
    draw.rectangle((180, 720, 539, 1079), fill="blue")
    data = io.BytesIO()
    image.save(data, "PNG")
    document = pymupdf.open()
    page = document.new_page(width=432, height=576)
    page.insert_image(page.rect, stream=data.getvalue())
    page.set_rotation(rotate)
    document.save(path)


def _snapshot(path: Path, boxes: list[FigureBox], turn: int = 0) -> Snapshot:
    original = Original((str(path),), {0: turn}, boxes={0: boxes})
    return Snapshot("T", str(path), (PageText(0, text=TEXT),), words=lambda page: WORDS, original=original)


def test_a_framed_place_is_cut_at_the_resolution_of_the_scan(tmp_path: Path) -> None:
    _scan(tmp_path / "in.pdf")
    paths = export(_snapshot(tmp_path / "in.pdf", [FigureBox(1, RED)]), Format.MARKDOWN, tmp_path / "a.md",
                   ExportOptions(), None)  # fmt: skip
    (picture,) = paths[1:]
    with Image.open(picture) as image:
        assert abs(image.width - 720) <= 1 and abs(image.height - 720) <= 1
        assert image.convert("RGB").getpixel((10, 10)) == (0, 0, 255)
        assert image.convert("RGB").getpixel((700, 700)) == (255, 0, 0)
    assert "(a.assets/page-001-figure-1.png)" in paths[0].read_text(encoding="utf-8")


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_it_is_cut_upright_for_the_turn_that_the_page_has_now(tmp_path: Path, turn: int) -> None:
    """The page was framed before it was turned."""
    _scan(tmp_path / "in.pdf", rotate=-turn % 360)
    boxes = [FigureBox(1, turned_box(RED, -turn))]
    snapshot = _snapshot(tmp_path / "in.pdf", boxes, turn)
    paths = export(snapshot, Format.MARKDOWN, tmp_path / "a.md", ExportOptions(), None)
    with Image.open(paths[1]) as image:
        assert image.convert("RGB").getpixel((10, 10)) == (0, 0, 255)
        assert image.convert("RGB").getpixel((image.width - 10, 10)) == (255, 0, 0)


@pytest.mark.parametrize("format", sorted(WITH_FIGURES - {Format.MARKDOWN}))
def test_every_format_with_figures_has_the_framed_one(tmp_path: Path, format: Format) -> None:
    _scan(tmp_path / "in.pdf")
    boxes = [FigureBox(1, RED, caption="A lathe")]
    paths = export(_snapshot(tmp_path / "in.pdf", boxes), format, tmp_path / f"a.{format}", ExportOptions(), None)
    bare = export(_snapshot(tmp_path / "in.pdf", []), format, tmp_path / "bare" / f"a.{format}", ExportOptions(), None)
    assert sum(p.stat().st_size for p in paths) > sum(p.stat().st_size for p in bare) + 200
    none = ExportOptions(figures="none")
    left = export(_snapshot(tmp_path / "in.pdf", boxes), format, tmp_path / "none" / f"a.{format}", none, None)
    assert [p.read_bytes() for p in left] == [p.read_bytes() for p in bare]
    if format is Format.JSON:
        whole = json.loads(paths[0].read_text(encoding="utf-8"))
        schema = json.loads((ROOT / "resources" / "schema" / "document-1.json").read_text(encoding="utf-8"))
        jsonschema.validate(whole, schema)
        assert whole["figures"][0]["caption"] == "A lathe"


def test_a_refused_figure_is_left_out_and_a_framed_one_is_not_doubled(tmp_path: Path) -> None:
    red = io.BytesIO()
    Image.new("RGB", (50, 50), "red").save(red, "PNG")
    document = pymupdf.open()
    page = document.new_page(width=600, height=800)
    page.insert_image(pymupdf.Rect(60, 240, 300, 480), stream=red.getvalue())
    page.insert_image(pymupdf.Rect(320, 240, 560, 480), stream=red.getvalue())
    document.save(tmp_path / "in.pdf")

    def links(boxes: list[FigureBox]) -> list[str]:
        snapshot = _snapshot(tmp_path / "in.pdf", boxes)
        paths = export(snapshot, Format.MARKDOWN, tmp_path / "out" / f"{len(boxes)}.md", ExportOptions(), None)
        return re.findall(r"\]\((.*)\)", paths[0].read_text(encoding="utf-8"))

    assert len(links([])) == 2
    assert len(links([FigureBox(1, (0.1, 0.3, 0.5, 0.6), kept=False)])) == 1
    around = FigureBox(2, (0.08, 0.28, 0.52, 0.62))
    assert len(links([FigureBox(1, (0.1, 0.3, 0.5, 0.6), kept=False), around])) == 2
    assert len(links([around, replace(around, key=3), replace(around, key=4)])) == 2
