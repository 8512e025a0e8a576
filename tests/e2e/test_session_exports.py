# SPDX-License-Identifier: AGPL-3.0-or-later
"""Exports that need more of the session than texts: what the steps would change, words of a text layer, figures."""

from __future__ import annotations

import io
from pathlib import Path

import pymupdf
from PIL import Image

from app.core.changes import AppCode, AssemblyShown, Exported, ExportFailed, Notice
from app.core.export import ExportOptions, Format
from tests.e2e.sessions import HANG, make_pdf, running

HEAD = "Annual report 1987"
PAGES = ["First words, and the river was de-", "layed by ice.", "Last words."]


def _document(path: Path) -> Path:
    """Three pages with a head; the second has a picture."""
    picture = io.BytesIO()
    Image.effect_noise((80, 60), 90).save(picture, "PNG")
    with pymupdf.open() as made:
        for number, text in enumerate(PAGES):
            page = made.new_page(width=595, height=842)
            page.insert_text((72, 40), HEAD)
            page.insert_text((72, 120), text)
            if number == 1:
                page.insert_image(pymupdf.Rect(72, 200, 400, 450), stream=picture.getvalue())
        made.save(path)
    return path


def _script() -> dict[str, object]:
    return {"pages": {str(n): {"text": f"{HEAD}\n\n{text}\n"} for n, text in enumerate(PAGES, 1)}}


def test_what_steps_change_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    path = _document(tmp_path / "a.pdf")
    with running(tmp_path / "home", _script()) as (session, watcher):
        session.add([path])
        assert session.wait_idle(60)
        session.show_assembly(watcher.row.document, ExportOptions())
        shown = watcher.wait(AssemblyShown)
        assert [(change.step, change.page) for change in shown.changes] == [
            ("furniture", 0), ("furniture", 1), ("furniture", 2), ("joins", 0)
        ]  # fmt: skip
        assert shown.changes[3].after == "First words, and the river was delayed by ice."
        assert shown.changes[3].before.startswith("First words, and the river was de-")
    assert sorted(one.name for one in tmp_path.glob("*.*")) == ["a.pdf"]


def test_a_model_s_reading_gets_places_and_figures_from_the_file(tmp_path: Path) -> None:
    """The scripted engine knows no words: the text layer does."""
    path = _document(tmp_path / "a.pdf")
    with running(tmp_path / "home", _script()) as (session, watcher):
        session.add([path])
        assert session.wait_idle(60)
        number = watcher.row.document
        session.export(number, Format.HOCR, tmp_path / "out" / "a.hocr")
        session.export(number, Format.MARKDOWN, tmp_path / "out" / "a.md")
        assert session.wait_idle(60)
        assert watcher.of(ExportFailed) == []
        assert len(watcher.of(Exported)) == 2
    hocr = (tmp_path / "out" / "a.hocr").read_text(encoding="utf-8")
    assert ">river</span>" in hocr
    assert "x_bounded" not in hocr
    assert (tmp_path / "out" / "a.assets" / "page-002-figure-1.jpg").is_file() or (
        tmp_path / "out" / "a.assets" / "page-002-figure-1.png"
    ).is_file()
    text = (tmp_path / "out" / "a.md").read_text(encoding="utf-8")
    assert text.index("delayed by ice") < text.index("![Figure on page 2]") < text.index("Last words")


def test_figures_of_a_file_that_took_the_place_of_the_one_read_are_left_out_and_it_is_told(tmp_path: Path) -> None:
    source = make_pdf(tmp_path / "a.pdf", 2)
    with running(tmp_path / "home", {"pages": {"default": {"text": "Page {page}."}}}) as (session, watcher):
        session.add([source])
        assert session.wait_idle(HANG)
        document = watcher.row.document
        source.unlink()
        make_pdf(source, 2, text="another")
        session.export(document, Format.MARKDOWN, tmp_path / "a.md")
        watcher.wait(Exported)
        (notice,) = watcher.of(Notice)
        assert (notice.problem.code, notice.subject) == (AppCode.NO_FIGURES, str(source))
        session.export(document, Format.PDF, tmp_path / "a.pdf.pdf")
        assert watcher.wait(ExportFailed).problem.code is AppCode.OTHER_ORIGINAL
        session.export(document, Format.MARKDOWN, tmp_path / "b.md", ExportOptions(figures="none"))
        watcher.wait(Exported, lambda exported: exported.paths[0].name == "b.md")
        assert len(watcher.of(Notice)) == 1
