# SPDX-License-Identifier: AGPL-3.0-or-later
"""Figures on the page: drawn, chosen, moved, resized, named, left out, undone; by mouse, by keys and in the list."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pymupdf
import pytest
from PIL import Image
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.library import Library
from app.core.places import Places
from app.desktop.framing.layer import shifted
from app.desktop.framing.list_dialog import CAPTION, FigureList
from app.desktop.framing.shown import Kind
from app.desktop.window import Window
from engine.protocol import Box
from tests.gui.desks import HANG_MS, act, real_window, to_front

pytestmark = pytest.mark.gui

NONE = Qt.KeyboardModifier.NoModifier
FOUND: Box = (0.1, 0.1, 0.4, 0.3)


def _document(path: Path) -> Path:
    """Two pages; the first has a picture at FOUND."""
    picture = BytesIO()
    Image.effect_noise((80, 60), 90).save(picture, "PNG")
    document = pymupdf.open()
    for number in range(2):
        page = document.new_page(width=600, height=800)
        page.insert_text((60, 500), f"Page {number + 1}")
        if number == 0:
            page.insert_image(pymupdf.Rect(60, 80, 240, 240), stream=picture.getvalue(), keep_proportion=False)
    document.save(path)
    return path


class Bench:
    def __init__(self, qtbot: QtBot, window: Window, home: Path) -> None:
        self.qtbot, self.window, self.home = qtbot, window, home
        self.framing, self.view = window.framing, window.page.view
        self.layer = self.framing.layer

    def until(self, wanted: object) -> None:
        self.qtbot.waitUntil(wanted, timeout=HANG_MS)  # type: ignore[arg-type]

    def at(self, x: float, y: float) -> QPoint:
        place = self.view.in_view((x, y, x, y))
        return QPointF(place.left(), place.top()).toPoint()

    def drag(
        self, start: tuple[float, float], end: tuple[float, float], keys: Qt.KeyboardModifier = NONE
    ) -> None:
        port, left = self.view.viewport(), Qt.MouseButton.LeftButton
        QTest.mousePress(port, left, keys, self.at(*start))
        QTest.mouseMove(port, self.at((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        QTest.mouseMove(port, self.at(*end))
        QTest.mouseRelease(port, left, keys, self.at(*end))

    def click(self, x: float, y: float) -> None:
        QTest.mouseClick(self.view.viewport(), Qt.MouseButton.LeftButton, NONE, self.at(x, y))

    def key(self, key: Qt.Key, keys: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.view, key, keys)

    @property
    def kinds(self) -> list[Kind]:
        return [one.kind for one in self.framing.shown]

    def box(self, number: int = 0) -> Box:
        return self.framing.shown[number].box

    def stored(self, page: int = 0) -> list[tuple[bool, str]]:
        with Library(Places(self.home).library) as library:
            return [(one.kept, one.caption) for one in library.figures.of_page(1, page)]


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> Iterator[Bench]:
    path = _document(tmp_path / "a.pdf")
    with real_window(qtbot, tmp_path / "home") as window:
        window.resize(1300, 900)
        window.add([path])
        made = Bench(qtbot, window, tmp_path / "home")
        made.until(lambda: window.looking.pages == 2 and window.looking.page_row is not None)
        act(window, "fit_page")
        act(window, "show_page_figures")
        made.until(lambda: made.kinds == [Kind.FOUND])
        yield made


def _near(one: Box, other: Box, slack: float = 0.01) -> bool:
    return all(abs(a - b) < slack for a, b in zip(one, other, strict=True))


def test_a_figure_is_drawn_and_saved_when_the_mouse_is_let_go(bench: Bench) -> None:
    add = bench.window.actions_["add_figure"]
    add.trigger()
    assert add.isChecked() and bench.view.viewport().cursor().shape() is Qt.CursorShape.CrossCursor
    bench.drag((0.8, 0.9), (0.5, 0.6))
    bench.until(lambda: bench.stored() == [(True, "")])
    assert bench.kinds == [Kind.FOUND, Kind.FRAMED]
    assert _near(bench.box(1), (0.5, 0.6, 0.8, 0.9))
    assert not add.isChecked(), "one figure, then the mouse is as before"
    assert bench.layer.chosen == 1


def test_with_shift_several_are_drawn_and_escape_ends_it(bench: Bench) -> None:
    add = bench.window.actions_["add_figure"]
    add.trigger()
    shift = Qt.KeyboardModifier.ShiftModifier
    bench.drag((0.5, 0.4), (0.6, 0.5), shift)
    bench.drag((0.5, 0.6), (0.6, 0.7), shift)
    assert add.isChecked()
    bench.key(Qt.Key.Key_Escape)
    assert not add.isChecked() and not bench.layer.drawing
    bench.drag((0.5, 0.8), (0.6, 0.9))
    bench.until(lambda: len(bench.stored()) == 2)
    assert bench.kinds.count(Kind.FRAMED) == 2


def test_a_click_alone_draws_nothing(bench: Bench) -> None:
    act(bench.window, "add_figure")
    bench.click(0.6, 0.6)
    assert bench.kinds == [Kind.FOUND] and bench.window.actions_["add_figure"].isChecked()


def test_a_found_figure_is_moved_and_made_larger_and_is_the_user_s_then(bench: Bench) -> None:
    bench.click(0.2, 0.2)
    assert bench.layer.chosen == 0
    before = bench.box()
    bench.drag((0.2, 0.2), (0.4, 0.5))
    bench.until(lambda: sorted(bench.stored()) == [(False, ""), (True, "")])
    assert bench.kinds == [Kind.FRAMED, Kind.REFUSED]
    assert _near(bench.box(), (before[0] + 0.2, before[1] + 0.3, before[2] + 0.2, before[3] + 0.3))
    left, top, right, bottom = bench.box()
    bench.drag((right, bottom), (right + 0.1, bottom + 0.05))
    bench.until(lambda: _near(bench.box(), (left, top, right + 0.1, bottom + 0.05)))
    assert len(bench.stored()) == 2


def test_a_found_figure_is_left_out_and_taken_in_again(bench: Bench) -> None:
    bench.click(0.2, 0.2)
    bench.key(Qt.Key.Key_Delete)
    bench.until(lambda: bench.stored() == [(False, "")])
    assert bench.kinds == [Kind.REFUSED]
    bench.click(0.2, 0.2)
    bench.key(Qt.Key.Key_Delete)
    bench.until(lambda: bench.stored() == [])
    assert bench.kinds == [Kind.FOUND]


def test_undo_and_redo_are_of_the_figures_where_the_eye_is_on_them(bench: Bench) -> None:
    undo, redo = bench.window.actions_["undo"], bench.window.actions_["redo"]
    act(bench.window, "add_figure")
    bench.drag((0.5, 0.6), (0.8, 0.9))
    bench.view.setFocus()
    bench.key(Qt.Key.Key_Right)
    bench.until(lambda: _near(bench.box(1), (0.504, 0.6, 0.804, 0.9), 0.003))
    bench.key(Qt.Key.Key_Delete)
    bench.until(lambda: bench.stored() == [])
    with_it, without = [Kind.FOUND, Kind.FRAMED], [Kind.FOUND]
    undone = [(with_it, undo), (with_it, undo), (without, undo), (without, undo)]
    for kinds, trigger in [*undone, (with_it, redo), (with_it, redo), (without, redo)]:
        trigger.trigger()
        bench.until(lambda kinds=kinds: bench.kinds == kinds)
    undo.trigger()
    bench.until(lambda: bench.stored() == [(True, "")])


def test_a_caption_is_written_where_the_figure_is(bench: Bench) -> None:
    port = bench.view.viewport()
    QTest.mouseDClick(port, Qt.MouseButton.LeftButton, NONE, bench.at(0.2, 0.2))
    assert bench.framing.caption.isVisible()
    QTest.keyClicks(bench.framing.caption, "Noise of  the river")
    QTest.keyClick(bench.framing.caption, Qt.Key.Key_Return)
    assert not bench.framing.caption.isVisible()
    bench.until(lambda: sorted(bench.stored()) == [(False, ""), (True, "Noise of the river")])
    bench.layer.choose(0)
    bench.view.setFocus()
    bench.key(Qt.Key.Key_F2)
    assert bench.framing.caption.text() == "Noise of the river"
    QTest.keyClicks(bench.framing.caption, "other")
    QTest.keyClick(bench.framing.caption, Qt.Key.Key_Escape)
    assert not bench.framing.caption.isVisible() and bench.framing.shown[0].caption == "Noise of the river"


def test_the_list_does_all_that_the_mouse_does(bench: Bench) -> None:
    act(bench.window, "list_figures")
    (dialog,) = bench.window.findChildren(FigureList)
    table = dialog.table
    assert table.rowCount() == 1
    item = table.item(0, 0)
    assert item is not None and item.checkState() is Qt.CheckState.Checked
    item.setCheckState(Qt.CheckState.Unchecked)
    bench.until(lambda: bench.stored() == [(False, "")])
    dialog.add.click()
    bench.until(lambda: len(bench.stored()) == 2)
    assert bench.kinds == [Kind.FRAMED, Kind.REFUSED] and bench.layer.chosen == 0
    for column, text in ((1, "12.5"), (3, "90 %"), (CAPTION, "Map of the delta"), (2, "nonsense"), (4, "-5")):
        cell = table.item(0, column)
        assert cell is not None
        cell.setText(text)
    bench.until(lambda: (True, "Map of the delta") in bench.stored())
    assert _near(bench.box(), (0.125, 0.3, 0.9, 0.6), 1e-6), "what makes no sense changes nothing"
    to_front(bench.qtbot, bench.window)  # as when another window comes up: the key is the table's all the same
    table.setCurrentCell(0, 1)
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Delete)
    bench.until(lambda: bench.stored() == [(False, "")])
    dialog.remove.click()
    bench.until(lambda: bench.stored() == [])
    assert bench.kinds == [Kind.FOUND]
    dialog.close()


def test_each_page_has_its_own_and_they_turn_with_it(bench: Bench) -> None:
    act(bench.window, "add_figure")
    bench.drag((0.5, 0.6), (0.8, 0.9))
    bench.until(lambda: len(bench.stored()) == 1)
    bench.window.looking.go(1)
    bench.until(lambda: bench.framing._told is not None and bench.framing._told.page == 1)
    assert bench.kinds == []
    bench.window.looking.go(0)
    bench.until(lambda: bench.kinds == [Kind.FOUND, Kind.FRAMED])
    act(bench.window, "turn_right")
    bench.until(lambda: any(_near(one.box, (0.1, 0.5, 0.4, 0.8)) for one in bench.framing.shown))


def test_switched_off_nothing_is_drawn_and_the_page_is_as_before(bench: Bench) -> None:
    act(bench.window, "add_figure")
    act(bench.window, "show_page_figures")
    assert not bench.layer.on and not bench.layer.drawing and bench.framing.shown == ()
    assert not bench.window.actions_["add_figure"].isChecked()
    bench.drag((0.5, 0.6), (0.8, 0.9))
    QApplication.processEvents()
    assert bench.stored() == []


def test_a_moved_figure_stays_on_the_page() -> None:
    assert shifted((0.1, 0.1, 0.4, 0.3), (0, 0), -0.5, 2.0) == pytest.approx((0.0, 0.8, 0.3, 1.0))
    assert shifted((0.1, 0.1, 0.4, 0.3), (1, -1), 0.1, 0.05) == pytest.approx((0.1, 0.15, 0.5, 0.3))
