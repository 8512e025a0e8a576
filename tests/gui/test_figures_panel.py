# SPDX-License-Identifier: AGPL-3.0-or-later
"""The performance panel: figures of each page, live, in windows; charts; the page under the mouse in all
panes; copied for a spreadsheet; what was not reported says so."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.core.changes import PageEnded, PageState, QueueStatus
from app.core.version_changes import DraftsSummed, FigureRows, PageFigures
from app.desktop.figures.columns import COLUMNS, as_csv, shown
from app.desktop.figures.panel import FiguresPanel
from app.desktop.figures.table import FiguresTable
from app.desktop.window import Window
from engine.protocol import Reading
from tests.e2e.sessions import make_long_pdf, make_pdf
from tests.gui.desks import HANG_MS, page_row, real_window, recording_window, the_look

pytestmark = pytest.mark.gui

FIGURES = {
    "output_tokens": 24, "steps": 8, "drafted": 32, "accepted": 16, "draft_tokens": 4,
    "accepted_per_position": [8, 4, 4, 0], "mean_tokens_per_step": 3.0,
    "seconds": {"vision": 0.5, "prefill": 0.25, "decode": 2.0, "total": 2.75},
}  # fmt: skip


def figures(page: int, state: PageState = PageState.READ, **more: object) -> PageFigures:
    return PageFigures(page_row(page, state, tokens_per_s=12.0, acceptance=0.5), "vllm", **more)  # type: ignore[arg-type]


def until(qtbot: QtBot, holds: Callable[[], bool]) -> None:
    qtbot.waitUntil(holds, timeout=HANG_MS)


def cell(table: FiguresTable, page: int, name: str) -> str:
    names = [column.name for column in COLUMNS]
    return str(table.figures.index(page, names.index(name)).data())


def move(widget: QWidget, place: QPoint) -> None:
    """The mouse moves there, as the window system tells it."""
    spot = QPointF(place)
    event = QMouseEvent(
        QEvent.Type.MouseMove, spot, QPointF(widget.mapToGlobal(place)), Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


def panel(qtbot: QtBot, pages: int = 3) -> FiguresPanel:
    made = FiguresPanel(the_look())
    qtbot.addWidget(made)
    made.resize(1000, 260)
    made.show()
    made.show_document(1, pages)
    return made


def test_what_was_not_reported_says_so_and_is_never_zero() -> None:
    read, unread = figures(0), PageFigures(page_row(1, PageState.QUEUED))
    words = {column.name: shown(column, read) for column in COLUMNS}
    assert words["K"] == words["Vision"] == words["Tokens/step"] == "not reported"
    assert (words["Tokens/s"], words["Acceptance"], words["Engine"]) == ("12.0", "50 %", "vLLM")
    assert [shown(column, unread) for column in COLUMNS][2:] == [""] * (len(COLUMNS) - 2)
    rows = list(csv.DictReader(io.StringIO(as_csv([read, figures(2, vision=0.125, draft_tokens=0)]))))
    assert rows[0]["Vision (s)"] == "not reported" and rows[0]["Acceptance"] == "0.5"
    assert rows[1]["Vision (s)"] == "0.125" and rows[1]["K"] == "0" and rows[1]["Page"] == "3"


def test_rows_are_asked_for_as_they_come_into_sight(qtbot: QtBot) -> None:
    made = panel(qtbot, 3000)
    asked: list[tuple[int, int, int]] = []
    made.rows_wanted.connect(lambda *window: asked.append(window))
    until(qtbot, lambda: (1, 0, 64) in asked)
    assert len(asked) == 1
    made.table.verticalScrollBar().setValue(made.table.verticalScrollBar().maximum())
    until(qtbot, lambda: len(asked) > 1)
    assert asked[-1] == (1, 2944, 56)
    for page in range(200, 2000, 200):
        made.table.scrollTo(made.table.figures.index(page, 0))
        qtbot.wait(80)
    made.table.scrollToTop()
    until(qtbot, lambda: asked[-1] == (1, 0, 64))  # the session forgot it: asked again
    made.hide()
    assert asked[-1] == (1, 0, 0)  # no more


def test_three_thousand_rows_told_at_once_cost_no_layout(qtbot: QtBot) -> None:
    made = panel(qtbot, 3000)
    made.figure_rows(FigureRows(1, 0, tuple(figures(page) for page in range(3000))))
    assert cell(made.table, 2999, "Tokens/s") == "12.0"
    made.figure_rows(FigureRows(2, 0, (figures(0, PageState.FAILED),)))  # of another document
    assert cell(made.table, 0, "State") == "read"


def test_the_page_under_the_mouse_is_shown_by_table_and_chart(qtbot: QtBot) -> None:
    made = panel(qtbot)
    made.drafts_summed(DraftsSummed(1, 2, (1.0, 0.5)))
    made.figure_rows(FigureRows(1, 0, (figures(0, positions=(0.9, 0.3)), figures(1, positions=(0.8, 0.2)))))
    assert made.acceptance.of_page == (0.9, 0.3)  # of the page that the window shows
    hovered: list[int] = []
    made.hovered.connect(hovered.append)
    made.hovered.connect(made.hover)
    place = made.table.visualRect(made.table.figures.index(1, 3)).center()
    move(made.table.viewport(), place)
    assert hovered == [1] and made.acceptance.of_page == (0.8, 0.2) and made.acceptance.page == 1
    QApplication.sendEvent(made.table.viewport(), QEvent(QEvent.Type.Leave))
    assert hovered[-1] == -1 and made.acceptance.of_page == (0.9, 0.3)
    assert "position 2: 50 %" in made.acceptance.accessibleDescription()


def test_the_charts_paint_what_there_is(qtbot: QtBot) -> None:
    made = panel(qtbot)
    assert made.acceptance.accessibleDescription() in ("", "not reported")

    def ink() -> int:
        image = made.acceptance.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        accent = the_look().colours.accent
        places = [(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)]
        pixels = [image.pixelColor(x, y).name() for x, y in places]
        return pixels.count(accent)

    assert ink() == 0
    made.drafts_summed(DraftsSummed(1, 2, (1.0, 0.5)))
    both = ink()
    made.drafts_summed(DraftsSummed(1, 2, (0.2, 0.1)))
    assert 0 < ink() < both
    for number in range(5):
        made.throughput.add(float(number), 100.0 * number, "tok/s")
    assert len(made.throughput.points) == 5
    made.throughput.add(700.0, 50.0, "tok/s")
    assert len(made.throughput.points) == 1  # older than ten minutes
    made.throughput.add(701.0, 900.0, "chars/s")
    assert made.throughput.unit == "chars/s" and len(made.throughput.points) == 1
    made.queue_status(QueueStatus(False, 0, 0, 1, 0, tokens_per_s=5.0))
    assert made.throughput.unit == "chars/s"  # nothing is being read
    made.queue_status(QueueStatus(False, 1, 0, 1, 0, tokens_per_s=5.0))
    assert made.throughput.points[-1][1] == 5.0


def test_live_figures_a_click_and_a_copy(qtbot: QtBot, tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "tides.pdf", 3)
    said = {"text": "So it goes. " * 30, "chars_per_s": 200, "tokens": True, "reading": FIGURES}
    go_on = tmp_path / "go on"
    slow = {
        "2": {**said, "until": str(go_on), "until_at": 300},
        "default": {"text": "Short.", "reading": FIGURES},
    }
    with real_window(qtbot, tmp_path / "home", slow) as window:
        QTest.keyClick(window, Qt.Key.Key_F9, Qt.KeyboardModifier.ControlModifier)
        assert window.figures.isVisible() and window.actions_["show_figures"].isChecked()
        window.add([file])
        table = window.figures.table
        until(qtbot, lambda: table.figures.rowCount() == 3 and cell(table, 1, "State") == "being read")
        until(qtbot, lambda: cell(table, 1, "Tokens/s") not in ("", "not reported"))  # live
        assert cell(table, 1, "Tokens") == ""
        go_on.touch()
        until(qtbot, lambda: [cell(table, page, "State") for page in range(3)] == ["read"] * 3)
        assert [cell(table, 1, name) for name in ("K", "Tokens", "Vision", "Decode", "Acceptance")] == [
            "4", "24", "0.5 s", "2.0 s", "50 %",
        ]  # fmt: skip
        until(qtbot, lambda: window.figures.acceptance.positions == (1.0, 0.5, 0.5, 0.0))
        place = table.visualRect(table.figures.index(2, 1)).center()
        move(table.viewport(), place)
        assert window.strip._drawing.hovered == 2
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert window.looking.page == 2
        spot = window.strip.visualRect(window.strip.pages.index(0)).center()
        window.strip.scrollToTop()
        move(window.strip.viewport(), spot)
        until(qtbot, lambda: table.figures.hovered == 0)
        with qtbot.waitSignal(window.figures.copied, timeout=HANG_MS):
            QTest.mouseClick(window.figures.copy, Qt.MouseButton.LeftButton)
        rows = list(csv.DictReader(io.StringIO(QGuiApplication.clipboard().text())))
        assert [row["Tokens"] for row in rows] == ["24"] * 3
        assert rows[0]["Engine"] == "Scripted engine (for tests)"


def glide(window: Window, widget: QWidget, place: QPoint) -> None:
    """The pointer moves over the window to this place of a widget, as the window system tells it: Qt finds out by
    itself which widgets it enters and leaves."""
    top = widget.window()
    handle = top.windowHandle()
    assert handle is not None
    QTest.mouseMove(handle, widget.mapTo(top, place) - QPoint(1, 1))
    QTest.mouseMove(handle, widget.mapTo(top, place))
    QApplication.processEvents()


def lit(window: Window) -> bool:
    """The panes of the page that is shown say that the mouse is on it in a list."""
    page, text = window.page.view._hovered, bool(window.text._head.property("hovered"))
    assert page is text
    return page


def test_the_page_under_the_mouse_in_all_panes(qtbot: QtBot, tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "tides.pdf", 3)
    script = {"default": {"text": "So it goes. " * 100, "chars_per_s": 900, "tokens": True, "reading": FIGURES}}
    with real_window(qtbot, tmp_path / "home", script) as window:
        window.dock.show_panel(True)
        window.add([file])
        table, strip, page = window.figures.table, window.strip, window.page
        until(qtbot, lambda: [cell(table, number, "State") for number in range(3)] == ["read"] * 3)
        until(qtbot, lambda: len(window.figures.throughput.ended) == 3)
        # from the table to the panes of the page that is shown
        glide(window, table.viewport(), table.visualRect(table.figures.index(0, 1)).center())
        until(qtbot, lambda: strip._drawing.hovered == 0)
        assert lit(window) and table.figures.hovered == 0
        assert window.figures.throughput.page == 0
        # another page is not shown, so its panes are not lit up
        glide(window, table.viewport(), table.visualRect(table.figures.index(2, 1)).center())
        until(qtbot, lambda: strip._drawing.hovered == 2)
        assert not lit(window)
        # from the page's picture to the row, the thumbnail and the charts
        glide(window, page.view.viewport(), page.view.viewport().rect().center())
        until(qtbot, lambda: table.figures.hovered == 0)
        assert (
            strip._drawing.hovered == 0 and window.figures.throughput.page == 0 and window.figures.acceptance.page == 0
        )
        # from the text
        glide(window, strip.viewport(), strip.visualRect(strip.pages.index(1)).center())
        until(qtbot, lambda: table.figures.hovered == 1 and window.figures.acceptance.page == 1)
        glide(window, window.text, window.text.rect().center())
        until(qtbot, lambda: table.figures.hovered == 0)
        # from a tick of the chart
        chart = window.figures.throughput
        chart.grab()
        point = chart.point_of(1)
        assert point is not None
        near = [other for other in (0, 2) if abs((chart.point_of(other) or point).x() - point.x()) < 1]
        glide(window, chart, point.toPoint() - QPoint(0, 4))
        until(qtbot, lambda: table.figures.hovered in (1, *near) and strip._drawing.hovered == table.figures.hovered)
        # away from all of them
        glide(window, window.status, QPoint(5, 5))
        until(qtbot, lambda: table.figures.hovered == -1 and strip._drawing.hovered == -1)
        window.dock.hide()
        glide(window, page.view.viewport(), page.view.viewport().rect().center())
        qtbot.wait(50)
        assert strip._drawing.hovered == -1  # nobody looks at figures


def test_the_panel_is_a_dock_by_keys_and_by_its_buttons(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    dock, shown, out = window.dock, window.actions_["show_figures"], window.actions_["float_figures"]
    QTest.keyClick(window, Qt.Key.Key_F9, Qt.KeyboardModifier.ControlModifier)
    assert dock.isVisible() and shown.isChecked() and window.focusWidget() is window.figures.table
    assert window.inner.dockWidgetArea(dock) is Qt.DockWidgetArea.BottomDockWidgetArea
    assert dock.y() > window.splitter.y() and window.status.y() > window.inner.geometry().bottom() - 1
    for button in (dock.out, dock.shut, window.figures.copy):
        assert (button.focusPolicy() & Qt.FocusPolicy.TabFocus and button.accessibleName()) or button.text()
    head = window.figures.head
    assert head.mapTo(dock, head.rect().bottomLeft()).y() < window.figures.y()  # it hides no line of the table
    dock.out.setFocus()
    QTest.keyClick(dock.out, Qt.Key.Key_Space)
    assert dock.isFloating() and out.isChecked() and dock.isWindow()
    out.trigger()
    assert not dock.isFloating() and not out.isChecked() and dock.isVisible()
    QTest.keyClick(dock.shut, Qt.Key.Key_Space)
    assert dock.isHidden() and not shown.isChecked()
    out.trigger()  # hidden: shown as a window
    assert dock.isFloating() and dock.isVisible() and shown.isChecked()


@pytest.mark.parametrize("area", [Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.TopDockWidgetArea])
def test_the_dock_is_where_it_was_left(qtbot: QtBot, tmp_path: Path, area: Qt.DockWidgetArea) -> None:
    first, _ = recording_window(qtbot, tmp_path)
    first.dock.show_panel(True)
    first.inner.addDockWidget(area, first.dock)
    QApplication.processEvents()
    first.close()
    again, _ = recording_window(qtbot, tmp_path, first.memory.settings)
    assert again.inner.dockWidgetArea(again.dock) is area and again.dock.isVisible()
    again.dock.float_panel(True)
    again.dock.resize(620, 260)
    QApplication.processEvents()
    again.close()
    third, _ = recording_window(qtbot, tmp_path, again.memory.settings)
    assert third.dock.isFloating() and third.dock.isVisible() and third.actions_["float_figures"].isChecked()
    assert third.dock.width() == 620
    third.dock.close()
    third.close()
    last, _ = recording_window(qtbot, tmp_path, third.memory.settings)
    assert last.dock.isHidden() and not last.actions_["show_figures"].isChecked()
    last.memory.arrange(state="bm90IGEgc3RhdGU=")  # nothing that Qt knows
    last.close()
    odd, _ = recording_window(qtbot, tmp_path, last.memory.settings)
    assert odd.dock.isHidden() and odd.isVisible()


def test_a_long_document_and_the_panel_as_it_was_left(qtbot: QtBot, tmp_path: Path) -> None:
    file, home = make_long_pdf(tmp_path / "long.pdf", 3000), tmp_path / "home"
    with real_window(qtbot, home) as first:
        first.dock.setVisible(True)
        first.desk.session.add([file], read=False)
        until(qtbot, lambda: first.figures.table.figures.rowCount() == 3000)
        table = first.figures.table
        table.scrollToBottom()
        until(qtbot, lambda: cell(table, 2999, "State") == "not read")
        with qtbot.waitSignal(first.figures.copied, timeout=HANG_MS):
            first.figures.copy_all()
        assert QGuiApplication.clipboard().text().count("\n") == 3001
    with real_window(qtbot, home, settings=first.memory.settings) as window:
        assert window.figures.isVisible()


def test_narrow_columns_take_the_room_that_is_left(qtbot: QtBot) -> None:
    made = panel(qtbot)
    column = [one.name for one in COLUMNS].index("K")
    words = made.table.fontMetrics().horizontalAdvance("not reported")
    made.resize(2400, 400)
    until(qtbot, lambda: made.table.columnWidth(column) > words)
    made.resize(700, 400)
    until(qtbot, lambda: made.table.columnWidth(column) < words)
    made.table.setColumnWidth(column, 33)
    made.resize(2400, 400)
    QApplication.processEvents()
    assert made.table.columnWidth(column) == 33, "the user pulled it"


def test_the_throughput_says_why_there_is_none(qtbot: QtBot) -> None:
    made = panel(qtbot)
    reading = Reading(engine="builtin", raw="a", text="a")
    assert made.throughput.nothing == "no page has been read since the program started"
    made.page_ended(PageEnded(2, 0, reading, None, from_library=True))
    assert "since the program started" in made.throughput.nothing
    made.page_ended(PageEnded(2, 0, reading, None))
    assert made.throughput.nothing == "no speed was reported while pages were read"
    for at in (1.0, 2.0):
        made.throughput.add(at, 100.0, "tok/s")
    assert not made.throughput.nothing
