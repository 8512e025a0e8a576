# SPDX-License-Identifier: AGPL-3.0-or-later
"""The wheel over pages, lists and text: pages turn when they are meant to, zoom is one for both
views of the text and is remembered."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QSizeF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.core.changes import DocumentOpened, DocumentsChanged, PageRows
from app.core.settings import Settings
from app.desktop.page_view import PageView
from app.desktop.preview_lite import LitePreview
from app.desktop.wheel_turn import NOTCH, PUSH, REST_S, WheelTurn
from app.desktop.zoom import Fit
from tests.gui.desks import HANG_MS, document, page_row, recording_window, the_look

pytestmark = pytest.mark.gui


def wheel(widget: QWidget, delta: int, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    place = QPointF(widget.rect().center())
    event = QWheelEvent(
        place,
        QPointF(widget.mapToGlobal(place.toPoint())),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def test_a_whole_page_turns_with_each_notch_and_a_scrolled_one_when_pushed() -> None:
    turn = WheelTurn()
    assert turn.turn(-NOTCH, 10.0, at_edge=True, whole=True) == 1
    assert turn.turn(NOTCH, 11.0, at_edge=True, whole=True) == -1
    pushes = [turn.turn(-NOTCH, 12.0 + n / 10, at_edge=True, whole=False) for n in range(PUSH // NOTCH)]
    assert pushes == [0, 0, 1]
    assert turn.turn(-PUSH, 12.2 + REST_S / 2, at_edge=True, whole=False) == 0  # a touchpad rolls on


def test_other_directions_and_scrolling_begin_anew() -> None:
    turn = WheelTurn()
    assert turn.turn(-2 * NOTCH, 1.0, at_edge=True, whole=False) == 0
    assert turn.turn(NOTCH, 1.1, at_edge=True, whole=False) == 0
    assert turn.turn(-2 * NOTCH, 1.2, at_edge=True, whole=False) == 0
    assert turn.turn(-NOTCH, 1.3, at_edge=False, whole=False) == 0
    assert turn.turn(-2 * NOTCH, 1.4, at_edge=True, whole=False) == 0


@pytest.fixture
def view(qtbot: QtBot) -> PageView:
    made = PageView(the_look())
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    made.set_fit(Fit.WIDTH)
    made.show_page(QSizeF(600, 800), None)
    return made


def test_the_wheel_scrolls_first_and_turns_at_the_end(view: PageView) -> None:
    turned: list[int] = []
    view.turn_over.connect(turned.append)
    bar = view.verticalScrollBar()
    wheel(view.viewport(), -NOTCH)
    assert bar.value() > 0 and not turned
    bar.setValue(bar.maximum())
    for _ in range(PUSH // NOTCH):
        wheel(view.viewport(), -NOTCH)
    assert turned == [1]


@pytest.mark.parametrize("size", [QSizeF(600, 800), None])
def test_the_previous_page_is_shown_from_its_end(view: PageView, size: QSizeF | None) -> None:
    view.turn_over.connect(lambda on: view.show_page(size, None))
    bar = view.verticalScrollBar()
    bar.setValue(0)
    for _ in range(PUSH // NOTCH):
        wheel(view.viewport(), NOTCH)
    view.set_size(QSizeF(600, 1200))  # as it comes a moment later
    assert bar.value() == (bar.maximum() if size is None else pytest.approx(bar.value()))
    assert bar.value() > 0
    view.show_page(QSizeF(600, 800), None)
    assert bar.value() == 0


def test_where_there_is_no_previous_page_the_next_one_begins_at_its_head(view: PageView) -> None:
    for _ in range(PUSH // NOTCH):
        wheel(view.viewport(), NOTCH)
    view.show_page(QSizeF(600, 800), None)
    assert view.verticalScrollBar().value() == 0


def test_a_notch_over_a_list_moves_less_than_a_row(qtbot: QtBot, tmp_path: Path) -> None:
    window, recorder = recording_window(qtbot, tmp_path / "home")
    recorder.notify(DocumentsChanged(tuple(document(n, pages=900) for n in range(1, 60))))
    recorder.notify(DocumentOpened(1, 900))
    recorder.notify(PageRows(1, 0, tuple(page_row(page) for page in range(9))))
    strip, documents = window.strip, window.documents.view
    bars = strip.verticalScrollBar(), documents.verticalScrollBar()
    qtbot.waitUntil(lambda: all(bar.maximum() > 0 for bar in bars), timeout=HANG_MS)
    for view in (strip, documents):
        row = view.visualRect(view.model().index(0, 0)).height()
        wheel(view.viewport(), -NOTCH)
        assert 0 < view.verticalScrollBar().value() <= max(row, 90)


def test_ctrl_and_wheel_zoom_both_views_and_the_next_start_knows(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path / "home")
    qtbot.waitUntil(lambda: window.text.preview is not None, timeout=HANG_MS)
    preview = window.text.preview
    assert isinstance(preview, LitePreview)
    plain = preview.view.document().defaultFont().pointSizeF()
    wheel(preview.view.viewport(), 2 * NOTCH, Qt.KeyboardModifier.ControlModifier)
    assert preview.view.document().defaultFont().pointSizeF() > plain
    window.text.show_source(True)
    before = window.text.editor.font().pointSizeF()
    wheel(window.text.editor.viewport(), NOTCH, Qt.KeyboardModifier.ControlModifier)
    assert window.text.editor.font().pointSizeF() > before
    kept = window.memory.settings.text_zoom
    assert kept == pytest.approx(1.1**3)
    size = window.text.editor.font().pointSizeF()
    again, _ = recording_window(qtbot, tmp_path / "home", Settings(text_zoom=kept))
    assert again.text.editor.font().pointSizeF() == pytest.approx(size)


def test_headings_of_the_plain_preview_grow_with_its_text(qtbot: QtBot) -> None:
    preview = LitePreview()
    qtbot.addWidget(preview)
    preview.show_blocks(["<h1>Head</h1>", "<p>text</p>"], ticket=1, new_page=True, follow=False)

    def points(block: int) -> float:
        return preview.view.document().findBlockByNumber(block).begin().fragment().charFormat().font().pointSizeF()

    before = points(0)
    preview.set_zoom(2.0)
    assert points(0) == pytest.approx(2 * before)


def test_letters_keep_their_size_when_the_colours_change(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path / "home")
    window.text.show_source(True)
    window.text.set_zoom(2.0)
    size = window.text.editor.font().pointSizeF()
    window.look.set_mode("dark")
    assert window.text.editor.font().pointSizeF() == size
