# SPDX-License-Identifier: AGPL-3.0-or-later
"""The list of documents: what a row says, its next step, and the order that dragging asks for."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.changes import DocumentChanged, DocumentOpened, DocumentRow, DocumentsChanged, DocumentState, Problem
from app.desktop.document_list import DocumentList
from app.desktop.document_model import DocumentModel, dragged_document
from app.desktop.looking import Looking
from app.desktop.phrases import document_line, share_done, step_of
from engine.protocol import ErrorCode
from tests.gui.desks import document, failed, the_look

pytestmark = pytest.mark.gui

LOCKED = DocumentRow(
    4, "minutes", Path("/papers/minutes.pdf"), DocumentState.NEEDS_PASSWORD, problem=Problem(ErrorCode.PASSWORD_NEEDED)
)


class Bench:
    def __init__(self, qtbot: QtBot, *rows: DocumentRow) -> None:
        self.list = DocumentList(the_look())
        qtbot.addWidget(self.list)
        self.chosen: list[int] = []
        self.steps: list[tuple[int, str]] = []
        self.list.view.chosen.connect(self.chosen.append)
        self.list.view.step_asked.connect(lambda *step: self.steps.append(step))
        self.list.resize(232, 500)
        self.list.show()
        self.list.documents_changed(DocumentsChanged(rows))

    def click(self, place: QPoint) -> None:
        QTest.mouseClick(self.list.view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def link(self, number: int) -> QPoint:
        view = self.list.view
        rect = view.visualRect(view.documents.index(number))
        return view.drawing.link_rect(rect, view.documents.rows[number]).center()


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (
            document(1, pages=48, asked=48, read=31, checked=9, state=DocumentState.READING),
            "48 pages · 31 read · 9 checked",
        ),
        (document(1, pages=1, asked=1, read=1, checked=1), "1 page · checked"),
        (document(1, pages=212, asked=212, state=DocumentState.WAITING), "212 pages · waiting"),
        (document(1, pages=3, asked=3, read=2, failed=1), "3 pages · 2 read · 1 failed"),
        (document(1, pages=3000, asked=3000, read=5, state=DocumentState.PAUSED), "3,000 pages · 5 read · paused"),
        (document(1, pages=2, state=DocumentState.IDLE), "2 pages · not read yet"),
        (document(1, state=DocumentState.OPENING), "opening…"),
        (LOCKED, "needs a password"),
    ],
)
def test_the_second_line(row: DocumentRow, line: str) -> None:
    assert document_line(row) == line


@pytest.mark.parametrize(
    ("row", "asks"),
    [
        (LOCKED, "password"),
        (failed(1, ErrorCode.PASSWORD_WRONG), "password"),
        (failed(1, ErrorCode.NOT_FOUND), "find"),
        (failed(1, ErrorCode.FILE_CHANGED), "reopen"),
        (failed(1, ErrorCode.CRASHED), "reopen"),
        (failed(1, ErrorCode.DAMAGED), "remove"),
        (document(1, pages=2, asked=2, read=1, failed=1), "retry"),
        (document(1, pages=2, asked=2, read=2), None),
    ],
)
def test_the_next_step(row: DocumentRow, asks: str | None) -> None:
    step = step_of(row)
    assert (step.asks if step else None) == asks


def test_the_meter_counts_what_was_asked_for() -> None:
    assert share_done(document(1, pages=100, asked=10, read=4, failed=1)) == 0.5
    assert share_done(document(1, pages=10)) == 0
    assert share_done(document(1)) == 0


def test_a_click_shows_a_document_and_being_told_does_not(qtbot: QtBot) -> None:
    bench = Bench(qtbot, document(1, pages=1), document(2, pages=1))
    bench.list.view.show_current(2)
    assert bench.chosen == []
    bench.click(bench.list.view.visualRect(bench.list.view.documents.index(0)).center())
    assert bench.chosen == [1]


def test_the_next_step_is_a_link_and_a_key(qtbot: QtBot) -> None:
    bench = Bench(qtbot, document(1, pages=1), LOCKED)
    bench.click(bench.link(1))
    assert bench.steps == [(4, "password")]
    QTest.keyClick(bench.list.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert bench.steps == [(4, "password")] * 2
    assert (
        bench.link(0).isNull()
        or not bench.list.view.drawing.link_rect(
            bench.list.view.visualRect(bench.list.view.documents.index(0)), bench.list.view.documents.rows[0]
        ).isValid()
    )


def test_a_row_with_a_problem_is_tall_enough_for_it(qtbot: QtBot) -> None:
    """Also one whose problem came later: the rows below it make room."""
    bench = Bench(qtbot, document(1, pages=1), document(2, pages=1), document(3, pages=1))
    view = bench.list.view
    plain = view.visualRect(view.documents.index(1)).height()
    bench.list.document_changed(DocumentChanged(failed(2, ErrorCode.DAMAGED)))
    QApplication.processEvents()
    first, second, third = (view.visualRect(view.documents.index(number)) for number in range(3))
    assert second.height() > plain + 2 * view.fontMetrics().height()
    assert first.bottom() < second.top()
    assert second.bottom() < third.top()


def test_a_name_with_newlines_and_a_right_to_left_one_can_be_painted(qtbot: QtBot) -> None:
    bench = Bench(qtbot, document(1, "two\nlines 😀" + "長" * 200, pages=1), document(2, "مستند", pages=1))
    assert not bench.list.grab().isNull()
    assert bench.list.view.horizontalScrollBar().maximum() == 0


def test_dropping_a_row_asks_for_its_place(qtbot: QtBot) -> None:
    model = DocumentModel()
    model.set_rows([document(number) for number in (10, 11, 12, 13)])
    asked: list[tuple[int, int]] = []
    model.move_asked.connect(lambda *move: asked.append(move))

    def drop(row: int, before: int) -> None:
        document = dragged_document(model.mimeData([model.index(row)]))
        assert document is not None
        model.ask_move(document, before)

    drop(0, 3)  # before the fourth: third place without itself
    drop(3, 0)
    drop(1, 4)  # below all
    drop(2, 2)  # where it is
    drop(2, 3)
    assert asked == [(10, 2), (13, 0), (11, 3)]
    assert [row.document for row in model.rows] == [10, 11, 12, 13]


def test_files_over_the_list_are_left_to_the_window(qtbot: QtBot) -> None:
    bench = Bench(qtbot, document(1))
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile("/papers/a.pdf")])
    event = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.MoveAction, files, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(bench.list.view.viewport(), event)
    assert not event.isAccepted()


def test_a_dropped_row_asks_and_stays(qtbot: QtBot) -> None:
    bench = Bench(qtbot, document(1, pages=1), document(2, pages=1), document(3, pages=1))
    view = bench.list.view
    asked: list[tuple[int, int]] = []
    view.documents.move_asked.connect(lambda *move: asked.append(move))
    data = view.documents.mimeData([view.documents.index(0)])
    below = view.visualRect(view.documents.index(2)).bottomLeft() + QPoint(9, -3)
    enter = QDragEnterEvent(
        below, Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(view.viewport(), enter)
    assert enter.isAccepted()
    event = QDropEvent(
        QPointF(below), Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(view.viewport(), event)
    assert asked == [(1, 2)]
    assert [row.document for row in view.documents.rows] == [1, 2, 3]


def test_a_longer_list_keeps_its_rows(qtbot: QtBot) -> None:
    model = DocumentModel()
    model.set_rows([document(1)])
    inserted: list[tuple[int, int]] = []
    resets: list[bool] = []
    model.rowsInserted.connect(lambda parent, first, last: inserted.append((first, last)))
    model.modelReset.connect(lambda: resets.append(True))
    model.set_rows([document(1, pages=3), document(2), document(3)])
    assert inserted == [(1, 2)]
    assert model.rows[0].pages == 3
    model.set_rows([document(3), document(1)])
    assert resets == [True]


class TestLooking:
    def rows(self, *rows: DocumentRow) -> DocumentsChanged:
        return DocumentsChanged(rows)

    def test_the_first_document_is_shown_by_itself(self, qapp: object) -> None:
        looking = Looking()
        looking.documents_changed(self.rows(document(1), document(2)))
        assert looking.document == 1

    def test_new_ones_are_shown_only_when_expected(self, qapp: object) -> None:
        looking = Looking()
        looking.documents_changed(self.rows(document(1)))
        looking.documents_changed(self.rows(document(1), document(2)))
        assert looking.document == 1
        looking.expect_new()
        looking.documents_changed(self.rows(document(1), document(2), failed(3), document(4)))
        assert looking.document == 4  # not the one that cannot be shown

    def test_each_document_remembers_its_page(self, qapp: object) -> None:
        looking = Looking()
        looking.documents_changed(self.rows(document(1, pages=9), document(2, pages=9)))
        for number in (1, 2):
            looking.document_opened(DocumentOpened(number, 9))
        looking.go(5)
        looking.open(2)
        assert looking.page == 0
        looking.open(1)
        assert looking.page == 5
        looking.go(99)
        assert looking.page == 8

    def test_a_removed_document_gives_way_to_another(self, qapp: object) -> None:
        looking = Looking()
        looking.documents_changed(self.rows(document(1), document(2)))
        looking.documents_changed(self.rows(document(2)))
        assert looking.document == 2
        looking.documents_changed(self.rows())
        assert looking.document is None

    def test_rows_of_unknown_documents_are_nothing(self, qapp: object) -> None:
        looking = Looking()
        looking.document_changed(DocumentChanged(document(7)))
        looking.go(3)
        assert (looking.document, looking.page, looking.row) == (None, 0, None)
