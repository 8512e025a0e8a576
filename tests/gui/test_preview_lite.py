# SPDX-License-Identifier: AGPL-3.0-or-later
"""The preview without a browser."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator

import pytest
from PIL import Image
from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage, QTextDocument, QTextTable
from pytestqt.qtbot import QtBot

from app.core.markup import Stream, render_blocks
from app.desktop.look import DARK
from app.desktop.preview_lite import LitePreview
from tests.gui.desks import HANG_MS

pytestmark = pytest.mark.gui

PAGE = """# Title

Text with $x^2$ and **bold**.

| a | b |
|---|---|
| 1 | 2 |

- one
- two

<table><tr><td rowspan=2>A</td><td>B</td></tr><tr><td>C</td></tr></table>

Last paragraph.
"""


@pytest.fixture
def preview(qtbot: QtBot) -> Iterator[LitePreview]:
    widget = LitePreview()
    qtbot.addWidget(widget)
    widget.resize(500, 400)
    widget.show()
    yield widget


def show(qtbot: QtBot, preview: LitePreview, text: str, *, new_page: bool = False, follow: bool = False) -> None:
    blocks = [block.html for block in render_blocks(text, formulas="source")]
    with qtbot.waitSignal(preview.shown, timeout=HANG_MS):
        preview.show_blocks(blocks, ticket=1, new_page=new_page, follow=follow)


def tables(preview: LitePreview) -> list[tuple[int, int]]:
    frames = preview.view.document().rootFrame().childFrames()
    return [(frame.rows(), frame.columns()) for frame in frames if isinstance(frame, QTextTable)]


def test_shows_text_tables_and_formula_sources(qtbot: QtBot, preview: LitePreview) -> None:
    show(qtbot, preview, PAGE, new_page=True)
    text = preview.view.toPlainText()
    assert "Title" in text and "x^2" in text and "$" not in text and text.endswith("Last paragraph.")
    assert tables(preview) == [(2, 2), (2, 2)]


def test_streaming_ends_like_showing_at_once(qtbot: QtBot, preview: LitePreview) -> None:
    show(qtbot, preview, PAGE, new_page=True)
    at_once = preview.view.toPlainText(), tables(preview)
    show(qtbot, preview, "", new_page=True)
    assert preview.view.toPlainText().strip() == ""
    stream = Stream(formulas="source")
    for start in range(0, len(PAGE), 7):
        stream.feed(PAGE[start : start + 7])
        preview.show_blocks(stream.html, ticket=start, new_page=False, follow=True)
    stream.finish()
    preview.show_blocks(stream.html, ticket=999, new_page=False, follow=True)
    assert (preview.view.toPlainText(), tables(preview)) == at_once


def test_keeps_the_place_and_follows_only_from_the_end(qtbot: QtBot, preview: LitePreview) -> None:
    long = "\n\n".join(f"Paragraph {n}" for n in range(100))
    bar = preview.view.verticalScrollBar()
    show(qtbot, preview, long, new_page=True)
    assert bar.value() == 0 < bar.maximum()
    bar.setValue(200)
    show(qtbot, preview, long + "\n\nmore", follow=True)
    assert bar.value() == 200
    bar.setValue(bar.maximum())
    show(qtbot, preview, long + "\n\nmore\n\nand more", follow=True)
    assert bar.value() == bar.maximum()
    show(qtbot, preview, long, new_page=True)
    assert bar.value() == 0


def picture(width: int, height: int) -> str:
    file = io.BytesIO()
    Image.new("1", (width, height)).save(file, "PNG")
    return "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()


def test_pictures_come_from_the_page_only(qtbot: QtBot, preview: LitePreview, tmp_path: object) -> None:
    def loaded(address: str) -> QImage:
        found = preview.view.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl(address))
        assert isinstance(found, QImage)
        return found

    Image.new("RGB", (8, 8)).save(f"{tmp_path}/a.png")
    assert loaded(picture(40, 30)).size().toTuple() == (40, 30)
    assert loaded(picture(4000, 30)).width() < 500  # fitted to the view
    refused = [f"file://{tmp_path}/a.png", f"{tmp_path}/a.png", "http://127.0.0.1:9/a.png", "data:image/png;base64,!"]
    for address in [*refused, "data:image/svg+xml;base64,PHN2Zy8+", picture(6000, 5000)]:
        assert loaded(address).isNull(), address[:60]


def test_unsanitised_html_loads_no_file(qtbot: QtBot, preview: LitePreview, tmp_path: object) -> None:
    Image.new("RGB", (80, 80)).save(f"{tmp_path}/a.png")
    html = f'<p>before</p><img src="file://{tmp_path}/a.png"><img src="{tmp_path}/a.png"><link rel=stylesheet href=a>'
    with qtbot.waitSignal(preview.shown, timeout=HANG_MS):
        preview.show_blocks([html], ticket=1, new_page=True, follow=False)
    resource = preview.view.document().resource(
        QTextDocument.ResourceType.ImageResource.value, QUrl(f"file://{tmp_path}/a.png")
    )
    assert resource is None or (isinstance(resource, QImage) and resource.isNull())


def test_links_are_told_and_not_followed(qtbot: QtBot, preview: LitePreview) -> None:
    show(qtbot, preview, "[x](https://example.org/a)", new_page=True)
    with qtbot.waitSignal(preview.link_clicked, timeout=HANG_MS) as clicked:
        preview.view.anchorClicked.emit(QUrl("https://example.org/a"))
    assert clicked.args == ["https://example.org/a"]
    with qtbot.assertNotEmitted(preview.link_clicked, wait=20):
        preview.view.anchorClicked.emit(QUrl("file:///etc/passwd"))
    assert "x" in preview.view.toPlainText()


def test_dark_keeps_text_and_place_and_zoom_is_bounded(qtbot: QtBot, preview: LitePreview) -> None:
    show(qtbot, preview, "\n\n".join(f"Paragraph {n}" for n in range(100)), new_page=True)
    preview.view.verticalScrollBar().setValue(150)
    text = preview.view.toPlainText()
    preview.set_colours(DARK)
    assert preview.view.toPlainText() == text and preview.view.verticalScrollBar().value() == 150
    plain = preview.view.document().defaultFont().pointSizeF()
    preview.set_zoom(10)
    assert preview.view.document().defaultFont().pointSizeF() == plain * 3


def test_finds_round_the_end(qtbot: QtBot, preview: LitePreview) -> None:
    show(qtbot, preview, "needle one needle two", new_page=True)
    places: list[int] = []
    for _ in range(3):
        preview.find_text("needle")
        places.append(preview.view.textCursor().selectionStart())
    assert places[0] != places[1] and places[2] == places[0]
    preview.find_text("")
    assert not preview.view.textCursor().hasSelection()
