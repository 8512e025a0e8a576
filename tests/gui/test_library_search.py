# SPDX-License-Identifier: AGPL-3.0-or-later
"""Search across the library: hits with thumbnail and line, by keys and mouse, and both panes at the place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.core.changes import SearchFound, SearchHit
from app.desktop.dialogs.search import SearchDialog
from app.desktop.library.hits import PURPOSE
from app.desktop.library.landing import found_words, place_of
from app.desktop.pictures import LoadedPicture
from app.desktop.preview_lite import LitePreview
from app.desktop.window import Window
from tests.e2e.sessions import make_pdf
from tests.gui.desks import HANG_MS, act, document, real_window, recording_window, to_front

pytestmark = pytest.mark.gui

TEXTS = {
    "tides.pdf:2": {"text": "# Tides\n\nThe harbour lies still.\n\nAt noon the harbour gauge shows **4 m**.\n"},
    "winds.pdf:1": {"text": "# Winds\n\nNo gauge measures them.\n"},
    "default": {"text": "Nothing of interest on page {page}.\n"},
}


def until(qtbot: QtBot, holds: Callable[[], bool]) -> None:
    qtbot.waitUntil(holds, timeout=HANG_MS)


def selected(window: Window) -> str:
    """What is selected in the preview."""
    preview = window.text.preview
    return preview.view.textCursor().selectedText() if isinstance(preview, LitePreview) else ""


def search(qtbot: QtBot, window: Window, query: str, hits: int) -> SearchDialog:
    to_front(qtbot, window)
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    dialog = window.findChildren(SearchDialog)[-1]
    QTest.keyClicks(dialog._query, query)
    until(qtbot, lambda: dialog.hits.count() == hits)
    return dialog


def test_a_hit_opens_both_panes_with_the_words_marked(qtbot: QtBot, tmp_path: Path) -> None:
    files = [make_pdf(tmp_path / "tides.pdf", 2, text="of the harbour gauge"), make_pdf(tmp_path / "winds.pdf")]
    with real_window(qtbot, tmp_path / "home", TEXTS) as window:
        window.add(files)
        until(qtbot, lambda: sum(row.read for row in window.looking.rows.values()) == 3)
        dialog = search(qtbot, window, "gauge", 2)
        titles = {dialog.hits.item(row).text().split(",")[0] for row in range(2)}
        assert titles == {"tides", "winds"}
        until(qtbot, lambda: all(dialog.hits.thumb(hit) is not None for hit in dialog.hits.in_sight()))
        row = next(row for row in range(2) if "tides" in dialog.hits.item(row).text())
        place = dialog.hits.visualItemRect(dialog.hits.item(row)).center()
        QTest.mouseClick(dialog.hits.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
        until(qtbot, lambda: "harbour gauge" in window.text.text and window.looking.page == 1)
        until(qtbot, lambda: selected(window) == "gauge")
        until(qtbot, lambda: bool(window.page.view.highlights))
        window.text.show_source(True)
        until(qtbot, lambda: window.text.editor.textCursor().selectedText() == "gauge")
        dialog.close()


def test_a_document_that_is_not_open_is_opened_at_the_page(qtbot: QtBot, tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "tides.pdf", 2, text="of the harbour gauge")
    with real_window(qtbot, tmp_path / "home", TEXTS) as window:
        window.add([file])
        until(qtbot, lambda: sum(row.read for row in window.looking.rows.values()) == 2)
        act(window, "remove")
        until(qtbot, lambda: not window.looking.rows)
        dialog = search(qtbot, window, "harb gau", 0)
        dialog._query.clear()
        QTest.keyClicks(dialog._query, "harbour gauge")
        until(qtbot, lambda: dialog.hits.count() == 1)
        assert dialog.hits.thumb(dialog.hits.in_sight()[0]) is None  # a placeholder
        assert not dialog.grab().isNull()
        QTest.keyClick(dialog._query, Qt.Key.Key_Return)
        until(qtbot, lambda: "harbour gauge" in window.text.text and window.looking.page == 1)
        until(qtbot, lambda: selected(window) == "harbour")
        until(qtbot, lambda: dialog.hits.thumb(dialog.hits.in_sight()[0]) is not None)  # now it is open
        dialog.close()


def test_the_keyboard_goes_through_the_hits(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    dialog = SearchDialog(window.look, (document(1, pages=300, stored=9),), window)
    qtbot.addWidget(dialog)
    dialog.show()
    opened: list[int] = []
    dialog.opened.connect(lambda hit, query: opened.append(hit.page))
    asked: list[tuple[int, int]] = []
    dialog.hits.picture_wanted.connect(lambda document, page, pixels, purpose: asked.append((document, page)))
    QTest.keyClicks(dialog._query, "gauge")
    hits = tuple(SearchHit(1, page, "Tides", "the \ue000gauge\ue001 here", stored=9) for page in range(200))
    dialog._typing.stop()
    dialog.found(SearchFound("gauge", hits))
    assert dialog._summary.text() == "The best 200 pages; more words find fewer"
    until(qtbot, lambda: bool(asked))
    assert len(asked) < 20 and asked[0] == (1, 0)  # of those in sight only
    dialog.hits.picture_loaded(LoadedPicture(1, 0, PURPOSE, QImage(30, 40, QImage.Format.Format_RGB32)))
    assert dialog.hits.thumb(hits[0]) is not None
    QTest.keyClick(dialog._query, Qt.Key.Key_Down)
    QTest.keyClick(dialog.hits, Qt.Key.Key_Down)
    QTest.keyClick(dialog.hits, Qt.Key.Key_Return)
    assert opened == [2]
    unwanted: list[int] = []
    dialog.hits.pictures_unwanted.connect(lambda document, purpose: unwanted.append(document))
    dialog.close()
    assert unwanted == [1]


@pytest.mark.parametrize(
    ("snippet", "text", "expected"),
    [
        ("…At noon the \ue000gauge\ue001 shows", "A gauge. At noon the gauge shows", "At noon the |gauge"),
        ("The \ue000GAUGE\ue001", "a gauge", "a |gauge"),
        ("…other words \ue000gauge\ue001", "The Gauge stands", "The |Gauge"),
        ("nothing marked", "nothing marked", None),
        ("\ue000gone\ue001", "it was changed meanwhile", None),
        ("\ue000潮\ue001\ue000汐\ue001", "看潮汐", "看|潮"),
    ],
)
def test_the_place_of_a_hit(snippet: str, text: str, expected: str | None) -> None:
    span = place_of(snippet, text)
    assert (text[: span[0]] + "|" + text[slice(*span)] if span else None) == expected or (
        span is not None and expected is not None and text[: span[0]].endswith(expected.split("|")[0])
    )


def test_words_of_a_hit() -> None:
    assert found_words("the \ue000old harbour\ue001 and a \ue000Gauge\ue001") == ["old", "harbour", "Gauge"]
