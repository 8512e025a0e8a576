# SPDX-License-Identifier: AGPL-3.0-or-later
"""Figures in exports: where in the text they stand, what they are called, and that every link leads to a file."""

from __future__ import annotations

import base64
import io
import json
import re
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import jsonschema
import pymupdf
import pytest
from PIL import Image

from app.core.assemble.pieces import Kind, cut
from app.core.export import ExportOptions, Format, PageText, Snapshot, export, render
from app.core.export.figure_places import placed_in
from app.core.export.snapshot import Figure, Original
from app.core.library import Library
from engine.protocol import Word
from tests.unit.page_words import lines

ROOT = Path(__file__).parents[2]
TEXT = "# Head\n\nFirst words here.\n\nFigure 3: A *red* [box] & more.\n\nLast words there."
WORDS = [
    *lines("Head", top=0.05), *lines("First words here.", top=0.12),
    *lines("Figure 3: A red [box] & more.", top=0.62), *lines("Last words there.", top=0.8),
]  # fmt: skip


def _figure(top: float, bottom: float, page: int = 0, left: float = 0.1, right: float = 0.5) -> Figure:
    return Figure(page, (left, top, right, bottom), f"page-{page + 1:03}-figure-1.png", Path("gone.png"), 10, 10)


def _order(text: str, figure: Figure, words: list[Word] | None = None) -> list[str]:
    pieces = placed_in(cut(text, 0), [figure], lambda page: WORDS if words is None else words)
    return [piece.source[:14] if piece.kind is not Kind.FIGURE else "FIGURE" for piece in pieces]


def test_a_figure_stands_at_its_caption() -> None:
    assert _order(TEXT, _figure(0.3, 0.6))[1:4] == ["First words he", "FIGURE", "Figure 3: A *r"]
    assert _order(TEXT, _figure(0.65, 0.78))[2:4] == ["Figure 3: A *r", "FIGURE"]
    (piece,) = [p for p in placed_in(cut(TEXT, 0), [_figure(0.3, 0.6)], lambda _: WORDS) if p.kind is Kind.FIGURE]
    assert piece.source.startswith(r"![Figure 3: A red \[box\] \& more.](data:image/png;base64,")


def test_without_a_caption_it_stands_behind_what_is_above_it() -> None:
    assert _order(TEXT, _figure(0.2, 0.3)) == ["# Head", "First words he", "FIGURE", "Figure 3: A *r", "Last words the"]
    assert _order(TEXT, _figure(0.0, 0.04))[0] == "FIGURE"
    assert _order(TEXT, _figure(0.85, 0.99))[-1] == "FIGURE"
    assert _order(TEXT, _figure(0.2, 0.3), words=[])[-1] == "FIGURE"


def test_columns_are_told_apart() -> None:
    text = "Left one.\n\nLeft two.\n\nRight one.\n\nRight two."
    words = [
        *lines("Left one.", top=0.1), *lines("Left two.", top=0.7),
        *lines("Right one.", top=0.1, left=0.6), *lines("Right two.", top=0.7, left=0.6),
    ]  # fmt: skip
    assert _order(text, _figure(0.3, 0.6, left=0.55, right=0.9), words).index("FIGURE") == 3
    assert _order(text, _figure(0.3, 0.6, left=0.05, right=0.45), words).index("FIGURE") == 1


@pytest.fixture
def snapshot(tmp_path: Path) -> Snapshot:
    """A document with a figure on its first page and a logo at the head of each."""
    red, logo = io.BytesIO(), io.BytesIO()
    Image.new("RGB", (50, 50), "red").save(red, "PNG")
    Image.effect_noise((40, 20), 90).save(logo, "PNG")
    document = pymupdf.open()
    for number in range(3):
        page = document.new_page(width=600, height=800)
        page.insert_image(pymupdf.Rect(60, 20, 160, 70), stream=logo.getvalue())
        if number == 0:
            page.insert_image(pymupdf.Rect(60, 240, 300, 480), stream=red.getvalue())
    document.save(tmp_path / "in.pdf")
    pages = tuple(PageText(number, text=TEXT if number == 0 else f"Page {number}.") for number in range(3))
    return Snapshot(
        "T", str(tmp_path / "in.pdf"), pages, words=lambda page: WORDS if page == 0 else [],
        original=Original((str(tmp_path / "in.pdf"),), {}),
    )  # fmt: skip


def test_files_stand_beside_the_markdown(snapshot: Snapshot, tmp_path: Path) -> None:
    target = tmp_path / "out" / "My report (1).md"
    paths = export(snapshot, Format.MARKDOWN, target, ExportOptions(), None)
    (link,) = re.findall(r"!\[Figure 3: [^\n]*\]\((.*)\)", target.read_text(encoding="utf-8"))
    assert link == "My%20report%20%281%29.assets/page-001-figure-1.png" or " " not in link
    assert paths[1] == tmp_path / "out" / "My report (1).assets" / "page-001-figure-1.png"
    with Image.open(paths[1]) as opened:
        image = opened.convert("RGB")
    red, green, blue = image.getpixel((image.width // 2, image.height // 2))  # type: ignore[misc]
    assert red > 200 > 60 > max(green, blue)
    assert len(paths) == 2  # the logo is no figure
    again = export(snapshot, Format.MARKDOWN, tmp_path / "again" / target.name, ExportOptions(), None)
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in paths]


def test_a_logo_stays_where_running_heads_do(snapshot: Snapshot, tmp_path: Path) -> None:
    from app.core.assemble.steps import Steps

    paths = export(snapshot, Format.MARKDOWN, tmp_path / "a.md", ExportOptions(steps=Steps(furniture=False)), None)
    assert len(paths) == 5


def test_pages_apart_link_to_the_same_files(snapshot: Snapshot, tmp_path: Path) -> None:
    paths = export(snapshot, Format.MARKDOWN, tmp_path / "a.md", ExportOptions(per_page=True), None)
    first = next(path for path in paths if path.name == "page-001.md")
    (link,) = re.findall(r"\]\((.*\.png)\)", first.read_text(encoding="utf-8"))
    assert (first.parent / link).is_file()


def test_embedded_and_left_out(snapshot: Snapshot, tmp_path: Path) -> None:
    text = render(snapshot, Format.MARKDOWN, ExportOptions(figures="embed"))
    (data,) = re.findall(r"\]\(data:image/png;base64,(.*)\)", text)
    assert Image.open(io.BytesIO(base64.b64decode(data))).size[0] > 100
    assert "![" not in render(snapshot, Format.MARKDOWN, ExportOptions(figures="none"))
    assert "![" not in render(snapshot, Format.MARKDOWN, ExportOptions())  # there is no place for files
    html = render(snapshot, Format.HTML, ExportOptions())
    assert html.count("<img ") == 0
    html = render(snapshot, Format.HTML, ExportOptions(figures="embed"))
    (image,) = re.findall(r"<img [^>]*>", html)
    assert 'alt="Figure 3: A red [box] &amp; more."' in image
    assert 'src="data:image/png;base64,iVBOR' in image


def test_latex_links_to_the_same_files(snapshot: Snapshot, tmp_path: Path) -> None:
    target = tmp_path / "out" / "paper.md"
    export(snapshot, Format.MARKDOWN, target, ExportOptions(), None)
    beside = sorted((target.parent / "paper.assets").iterdir())
    with closing(Library(tmp_path / "library")) as library:
        export(snapshot, Format.LATEX, target.with_suffix(".tex"), ExportOptions(), library.exports)
    assert sorted((target.parent / "paper.assets").iterdir()) == beside != []
    text = target.with_suffix(".tex").read_text(encoding="utf-8")
    assert all(f"paper.assets/{one.name}" in text for one in beside)


def test_json_names_its_figures(snapshot: Snapshot, tmp_path: Path) -> None:
    paths = export(snapshot, Format.JSON, tmp_path / "a.json", ExportOptions(), None)
    whole = json.loads(paths[0].read_text(encoding="utf-8"))
    schema = json.loads((ROOT / "resources" / "schema" / "document-1.json").read_text(encoding="utf-8"))
    jsonschema.validate(whole, schema)
    (figure,) = whole["figures"]
    assert (tmp_path / figure["file"]) == paths[1]
    assert [block["kind"] for block in whole["blocks"]].count("figure") == 1


def test_an_archive_has_each_figure_once(snapshot: Snapshot, tmp_path: Path) -> None:
    (path,) = export(snapshot, Format.ZIP, tmp_path / "a.zip", ExportOptions(), None)
    names = zipfile.ZipFile(path).namelist()
    assert names.count("a.assets/page-001-figure-1.png") == 1
    assert len(names) == len(set(names))


def test_a_lost_original_costs_the_figures_only(snapshot: Snapshot, tmp_path: Path) -> None:
    (tmp_path / "in.pdf").unlink()
    (path,) = export(snapshot, Format.MARKDOWN, tmp_path / "a.md", ExportOptions(), None)
    assert "Figure 3" in path.read_text(encoding="utf-8")


def test_documents_of_one_name_have_their_pictures_apart(snapshot: Snapshot, tmp_path: Path) -> None:
    """Also where both are written at once, and where the other one has no figures."""
    other = replace(snapshot, source=str(tmp_path / "other" / "in.pdf"))
    target = tmp_path / "out" / "a.md"
    with Library(tmp_path / "l.sqlite3") as library:
        first = export(snapshot, Format.MARKDOWN, target, ExportOptions(), library.exports)
        second = export(other, Format.MARKDOWN, target, ExportOptions(), library.exports)
        assert [path.name for path in second] == ["a (2).md", "page-001-figure-1.png"]
        assert second[1].parent.name == "a (2).assets"
        assert "(a%20%282%29.assets/" in second[0].read_text(encoding="utf-8") or (
            "](<a (2).assets/" in second[0].read_text(encoding="utf-8")
        )
        assert export(snapshot, Format.MARKDOWN, target, ExportOptions(), library.exports) == first
        assert export(other, Format.MARKDOWN, target, ExportOptions(), library.exports) == second
        as_data = export(other, Format.JSON, tmp_path / "out" / "a.json", ExportOptions(), library.exports)
        assert as_data[0].name == "a (2).json" and json.loads(as_data[0].read_text(encoding="utf-8"))["figures"][0][
            "file"
        ].startswith("a (2).assets/")
    with ThreadPoolExecutor(4) as pool:
        sources = [replace(snapshot, source=str(tmp_path / f"{n}.pdf")) for n in range(4)]
        same = tmp_path / "same" / "b.md"
        made = pool.map(lambda one: export(one, Format.MARKDOWN, same, ExportOptions(), None), sources)
        for paths in made:
            assert paths[1].parent.name == f"{paths[0].stem}.assets"
