# SPDX-License-Identifier: AGPL-3.0-or-later
"""The page pane: zoom and fit, which pictures are asked for when, panning, highlights."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.core.changes import PictureFailed, Problem
from app.desktop.page_pane import PURPOSE, REGION, PagePane
from app.desktop.page_view import BASE_SIDE, REGION_SIDE
from app.desktop.pictures import LoadedPicture
from app.desktop.zoom import LEAST, MOST, STEPS, Fit, fit_factor, next_step
from engine.protocol import Box, ErrorCode
from tests.gui.desks import HANG_MS, page_row, the_look

pytestmark = pytest.mark.gui

Asked = tuple[int, int, int, str, Box | None]


class Bench:
    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.pane = PagePane(the_look())
        qtbot.addWidget(self.pane)
        self.asked: list[Asked] = []
        self.pane.picture_wanted.connect(lambda *asked: self.asked.append(asked))
        self.pane.resize(700, 600)
        self.pane.show()
        self.pane.show_page(1, 0, 3, page_row(0), None)

    def next(self) -> Asked:
        """The next request, which comes after a rest."""
        self.qtbot.waitUntil(lambda: bool(self.asked), timeout=HANG_MS)
        return self.asked.pop(0)

    def answer(self, asked: Asked, colour: str) -> None:
        document, page, pixels, purpose, region = asked
        image = QImage(max(1, round(pixels * 612 / 792)), pixels, QImage.Format.Format_RGB32)
        image.fill(QColor(colour))
        self.pane.picture_loaded(LoadedPicture(document, page, purpose, image, region))

    def centre(self) -> str:
        picture = self.pane.view.viewport().grab().toImage()
        return picture.pixelColor(picture.rect().center()).name()


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    return Bench(qtbot)


def test_the_first_picture_has_the_pixels_it_is_shown_with(bench: Bench) -> None:
    document, page, pixels, purpose, region = bench.next()
    view = bench.pane.view
    assert (document, page, purpose, region) == (1, 0, PURPOSE, None)
    assert view.fit is Fit.WIDTH
    assert pixels == round(792 * 96 / 72 * view.factor * view.devicePixelRatioF())


def test_the_picture_is_painted(bench: Bench) -> None:
    bench.answer(bench.next(), "#336699")
    assert bench.centre() == "#336699"


def test_zooming_keeps_the_old_picture_until_the_new_one_comes(bench: Bench) -> None:
    bench.answer(bench.next(), "#336699")
    bench.pane.view.set_factor(2.0)
    asked = bench.next()
    assert asked[2] == round(792 * 96 / 72 * 2)
    assert bench.centre() == "#336699"
    bench.answer(asked, "#993366")
    assert bench.centre() == "#993366"


def test_many_zoom_steps_ask_once(bench: Bench) -> None:
    bench.answer(bench.next(), "#336699")
    for _ in range(5):
        bench.pane.view.step_zoom(1)
    asked = bench.next()
    assert asked[2] == round(792 * 96 / 72 * bench.pane.view.factor)
    assert bench.asked == []


def test_deep_zoom_asks_for_the_visible_region_only(bench: Bench) -> None:
    bench.answer(bench.next(), "#336699")
    bench.pane.view.set_factor(8.0)
    base, region = bench.next(), bench.next()
    assert base[2:4] == (BASE_SIDE, PURPOSE)
    assert region[3] == REGION
    box = region[4]
    assert box is not None
    assert box[2] - box[0] < 0.6
    assert region[2] <= REGION_SIDE
    bench.answer(region, "#119922")
    assert bench.centre() == "#119922"


def test_a_picture_of_another_page_is_not_shown(bench: Bench) -> None:
    asked = bench.next()
    bench.answer(asked, "#336699")
    bench.pane.show_page(1, 1, 3, page_row(1), None)
    bench.answer(asked, "#aa0000")
    assert bench.centre() == "#ffffff"


def test_a_turned_page_is_asked_for_again(bench: Bench) -> None:
    bench.answer(bench.next(), "#336699")
    bench.pane.show_row(page_row(0, turn=180), 3)
    assert bench.next()[3] == PURPOSE


def test_why_there_is_no_picture(bench: Bench) -> None:
    asked = bench.next()
    bench.pane.picture_failed(PictureFailed(1, 0, PURPOSE, Problem(ErrorCode.TIME_LIMIT, "15")))
    problem = bench.pane.findChild(QLabel, "problem")
    assert problem is not None
    assert problem.isVisible()
    assert problem.text().startswith("Page 1 took longer than 15 seconds")
    bench.answer(asked, "#336699")
    assert not problem.isVisible()


def test_the_wheel_with_ctrl_zooms_about_the_pointer(bench: Bench) -> None:
    view = bench.pane.view
    view.set_factor(1.0)
    place = QPointF(200, 150)
    before = view._paper()
    share = ((place.x() - before.left()) / before.width(), (place.y() - before.top()) / before.height())
    event = QWheelEvent(
        place,
        place,
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)
    after = view._paper()
    assert view.factor == pytest.approx(1.1)
    assert after.left() + share[0] * after.width() == pytest.approx(place.x(), abs=2)
    assert after.top() + share[1] * after.height() == pytest.approx(place.y(), abs=2)


def test_dragging_pans(bench: Bench) -> None:
    view = bench.pane.view
    view.set_factor(3.0)
    bar, before = view.verticalScrollBar(), view.verticalScrollBar().value()
    port = view.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=QPoint(200, 200))
    QTest.mouseMove(port, QPoint(200, 160))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=QPoint(200, 160))
    assert bar.value() == before + 40


def test_space_goes_on_and_then_to_the_next_page(bench: Bench) -> None:
    view = bench.pane.view
    view.set_factor(1.2)
    view.verticalScrollBar().setValue(0)
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert view.verticalScrollBar().value() > 0
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    with bench.qtbot.waitSignal(view.turn_over, timeout=HANG_MS) as turned:
        QTest.keyClick(view, Qt.Key.Key_Space)
    assert turned.args == [1]


def test_a_highlight_scrolls_only_if_it_is_out_of_sight(bench: Bench) -> None:
    view = bench.pane.view
    bench.answer(bench.next(), "#ffffff")
    view.set_factor(2.0)
    view.verticalScrollBar().setValue(0)
    bench.pane.highlight(1, 0, [(0.4, 0.1, 0.5, 0.13)])
    assert view.verticalScrollBar().value() == 0
    bench.pane.highlight(1, 0, [(0.4, 0.9, 0.5, 0.93)])
    place = view.in_view(view.highlights[0])
    assert view.viewport().rect().contains(place.toRect())
    assert view.viewport().grab().toImage().pixelColor(place.center().toPoint()).name() != "#ffffff"
    bench.pane.highlight(1, 2, [(0, 0, 1, 1)])  # of a page that is not shown
    assert len(view.highlights) == 1
    assert view.highlights[0][1] == 0.9


def test_fitting_is_kept_when_the_pane_is_resized(bench: Bench) -> None:
    view = bench.pane.view
    narrow = view.factor
    bench.pane.resize(1000, 600)
    assert view.factor > narrow * 1.3
    view.set_fit(Fit.PAGE)
    assert view.verticalScrollBar().maximum() == 0
    assert view._paper().height() < view.viewport().height()


def test_steps_of_the_zoom() -> None:
    assert next_step(1.0, 1) == 1.1
    assert next_step(1.0, -1) == 0.9
    assert next_step(0.97, 1) == 1.0
    assert next_step(MOST, 1) == MOST == STEPS[-1]
    assert next_step(LEAST, -1) == LEAST == STEPS[0]
    assert next_step(7.9, 3, fine=True) == MOST


def test_fits_of_a_page() -> None:
    room = QSizeF(848, 500)
    assert fit_factor(Fit.WIDTH, QSizeF(612, 792), room, 1.0) == pytest.approx(1.0)
    assert fit_factor(Fit.PAGE, QSizeF(612, 792), room, 1.0) == pytest.approx(468 / 1056)
    assert fit_factor(Fit.FREE, QSizeF(612, 792), room, 3.3) == 3.3
    assert fit_factor(Fit.WIDTH, QSizeF(0, 0), room, 2.0) == 2.0


def test_the_first_picture_is_told_once(bench: Bench) -> None:
    """The browser of the preview waits for it."""
    told: list[bool] = []
    bench.pane.first_painted.connect(lambda: told.append(True))
    asked = bench.next()
    bench.answer(asked, "#123456")
    bench.qtbot.waitUntil(lambda: bool(told), timeout=HANG_MS)
    bench.answer(asked, "#654321")
    bench.pane.show_page(1, 1, 3, page_row(1), None)
    bench.answer(bench.next(), "#123456")
    with bench.qtbot.assertNotEmitted(bench.pane.first_painted, wait=100):
        pass
    assert told == [True]


def test_in_high_contrast_a_marked_text_stays_black_and_the_line_above_whole(bench: Bench) -> None:
    view = bench.pane.view
    sheet = QImage(200, 100, QImage.Format.Format_RGB32)
    sheet.fill(Qt.GlobalColor.white)
    for top in (30, 45):  # two lines of "text", three pixels above the box and within it
        for x in range(20, 180):
            sheet.setPixelColor(x, top, QColor("black"))
    before = sheet.copy(0, 0, 200, 38)
    painter = QPainter(sheet)
    view._paint_strong_mark(painter, QRectF(20, 40, 160, 12), Qt.PenStyle.SolidLine)
    painter.end()
    assert sheet.copy(0, 0, 200, 38) == before
    assert sheet.pixelColor(100, 45) == QColor("black") and sheet.pixelColor(100, 48).lightnessF() > 0.6
