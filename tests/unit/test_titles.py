# SPDX-License-Identifier: AGPL-3.0-or-later
"""Titles that programs write into files when nobody gave them one are told from real ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from app.core.places import Places
from app.core.session import Session
from app.core.session.documents import NO_TITLE
from app.core.settings import Settings


@pytest.mark.parametrize(
    "title",
    [
        "", "(anonymous)", "untitled", "Untitled Document 1", "Microsoft Word - Thesis_final.doc", "thesis.dvi",
        "PowerPoint-Presentation", "PowerPoint Presentation", "Slide 1", "---", "No title", "report-v2.docx",
    ],
)  # fmt: skip
def test_no_title(title: str) -> None:
    assert NO_TITLE.fullmatch(title)


@pytest.mark.parametrize(
    "title",
    ["Unknown Pleasures", "Anonymous Networks", "1984", "On Untitled Works", "图书", "How to open a .docx", "Ш"],
)
def test_a_title(title: str) -> None:
    assert not NO_TITLE.fullmatch(title)


@pytest.mark.parametrize(("title", "shown"), [("(anonymous)", "tides"), ("Of Tides", "Of Tides")])
def test_the_file_is_named_where_its_title_is_none(tmp_path: Path, title: str, shown: str) -> None:
    canvas = Canvas(str(tmp_path / "tides.pdf"))
    canvas.setTitle(title)
    canvas.drawString(72, 700, "Low water at noon.")
    canvas.save()
    titles: list[str] = []

    def notify(change: object) -> None:
        row = getattr(change, "row", None)
        if row is not None and row.pages:
            titles.append(row.title)

    session = Session(Places(tmp_path / "home"), Settings(), notify, eager=False)
    session.start()
    try:
        session.add([tmp_path / "tides.pdf"], read=False)
        assert session.wait_idle(60)
    finally:
        session.close()
    assert titles[-1] == shown
