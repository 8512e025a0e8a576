# SPDX-License-Identifier: AGPL-3.0-or-later
"""The page strip: 10,000 pages cost what is on screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.core.changes import PageRows, PageState, PictureFailed, Problem
from app.desktop.page_model import THUMB_BYTES, WINDOW
from app.desktop.page_strip import PURPOSE, PageStrip
from app.desktop.phrases import page_caption, page_spoken
from app.desktop.pictures import LoadedPicture
from engine.protocol import ErrorCode
from tests.gui.desks import HANG_MS, page_row, the_look

pytestmark = pytest.mark.gui

PAGES = 10_000


class Bench:
    def __init__(self, qtbot: QtBot) -> None:
        self.strip = PageStrip(the_look())
        qtbot.addWidget(self.strip)
        self.rows: list[tuple[int, int, int]] = []
        self.wanted: list[int] = []
        self.forgotten = 0
        self.chosen: list[int] = []
        self.strip.rows_wanted.connect(lambda *row: self.rows.append(row))
        self.strip.picture_wanted.connect(lambda document, page, pixels, purpose: self.wanted.append(page))
        self.strip.pictures_unwanted.connect(self._forget)
        self.strip.chosen.connect(self.chosen.append)
        self.strip.resize(128, 600)
        self.strip.show()
        self.strip.show_document(1, PAGES)
        qtbot.waitUntil(lambda: bool(self.wanted), timeout=HANG_MS)

    def _forget(self, document: int, purpose: str) -> None:
        assert (document, purpose) == (1, PURPOSE)
        self.forgotten += 1

    def picture(self, page: int, side: int = 100) -> None:
        image = QImage(side, side, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        self.strip.picture_loaded(LoadedPicture(1, page, PURPOSE, image))


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    return Bench(qtbot)


def on_screen(bench: Bench) -> Callable[[], bool]:
    return lambda: set(bench.wanted) >= set(bench.strip.visible())


def test_only_what_is_on_screen_is_asked_for(bench: Bench) -> None:
    assert bench.rows == [(1, 0, WINDOW)]
    assert set(bench.wanted) == set(bench.strip.visible())
    assert len(bench.wanted) < 12


def test_the_end_of_the_strip_asks_for_its_own(bench: Bench, qtbot: QtBot) -> None:
    bench.wanted.clear()
    bench.strip.verticalScrollBar().setValue(bench.strip.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: bool(bench.wanted), timeout=HANG_MS)
    assert bench.rows[-1] == (1, PAGES // WINDOW * WINDOW, PAGES % WINDOW)
    assert min(bench.wanted) > PAGES - 12
    assert PAGES - 1 in bench.wanted


def test_racing_through_draws_nothing_in_between(bench: Bench, qtbot: QtBot) -> None:
    bench.wanted.clear()
    bar = bench.strip.verticalScrollBar()
    for step in range(200):
        bar.setValue(bar.maximum() * step // 200)
    bar.setValue(bar.maximum() // 2)
    qtbot.waitUntil(lambda: bool(bench.wanted), timeout=HANG_MS)
    assert set(bench.wanted) == set(bench.strip.visible())
    assert len(bench.rows) < 205


def test_what_scrolled_away_undrawn_is_given_up(bench: Bench, qtbot: QtBot) -> None:
    assert bench.forgotten == 0
    bench.strip.verticalScrollBar().setValue(50_000)
    qtbot.waitUntil(lambda: bench.forgotten == 1, timeout=HANG_MS)
    qtbot.waitUntil(on_screen(bench), timeout=HANG_MS)


def test_what_was_drawn_is_not_asked_for_again(bench: Bench, qtbot: QtBot) -> None:
    for page in bench.strip.visible():
        bench.picture(page)
    bench.wanted.clear()
    bar = bench.strip.verticalScrollBar()
    bar.setValue(50_000)
    qtbot.waitUntil(lambda: bool(bench.wanted), timeout=HANG_MS)
    assert bench.forgotten == 0
    bench.wanted.clear()
    bar.setValue(0)
    QTest.qWait(200)  # longer than the strip's own rest: what it would ask for is asked by now
    assert bench.wanted == []


def test_a_failed_thumbnail_may_be_asked_for_again(bench: Bench, qtbot: QtBot) -> None:
    page = bench.wanted[0]
    bench.wanted.clear()
    bench.strip.picture_failed(PictureFailed(1, page, PURPOSE, Problem(ErrorCode.TIME_LIMIT)))
    bench.strip.verticalScrollBar().setValue(1)
    qtbot.waitUntil(lambda: bench.wanted == [page], timeout=HANG_MS)


def test_a_turned_page_loses_its_thumbnail_and_gets_a_new_one(bench: Bench, qtbot: QtBot) -> None:
    bench.strip.page_rows(PageRows(1, 0, (page_row(0), page_row(1))))
    for page in bench.strip.visible():
        bench.picture(page)
    bench.wanted.clear()
    bench.strip.page_rows(PageRows(1, 1, (page_row(1, turn=90),)))
    qtbot.waitUntil(lambda: bench.wanted == [1], timeout=HANG_MS)


def test_thumbnails_are_bounded_in_bytes(bench: Bench) -> None:
    for page in range(40):
        bench.picture(page, side=600)  # 1.44 MB each
    assert THUMB_BYTES - 2_000_000 < bench.strip.pages.thumb_bytes <= THUMB_BYTES
    assert bench.strip.pages.has_thumb(39)
    assert not bench.strip.pages.has_thumb(0)


def test_keys_choose_pages(bench: Bench) -> None:
    bench.strip.show_page(0)
    assert bench.chosen == []  # being told is not choosing
    QTest.keyClick(bench.strip, Qt.Key.Key_Down)
    QTest.keyClick(bench.strip, Qt.Key.Key_End)
    QTest.keyClick(bench.strip, Qt.Key.Key_Home)
    assert bench.chosen == [1, PAGES - 1, 0]


def test_typed_digits_go_to_a_page(bench: Bench) -> None:
    QTest.keyClicks(bench.strip, "4711")
    assert bench.chosen[-1] == 4710
    assert 4710 in bench.strip.visible()


def test_a_click_chooses(bench: Bench) -> None:
    bench.strip.show_page(0)
    place = bench.strip.visualRect(bench.strip.pages.index(1)).center()
    QTest.mouseClick(bench.strip.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(place))
    assert bench.chosen == [1]


def test_a_screen_reader_hears_the_page_and_its_state(bench: Bench) -> None:
    row = page_row(2, seconds=1.24, edited=True, checked=True, notes=1)
    bench.strip.page_rows(PageRows(1, 2, (row,)))
    bench.strip.grab()  # the accessible rows are those of the laid-out view
    view = QAccessible.queryAccessibleInterface(bench.strip)
    assert view is not None
    assert view.child(2).text(QAccessible.Text.Name) == (
        "Page 3 of 10000, read, in 1.2 seconds, edited, checked, 1 doubt"
    )


def test_captions_show_what_is_reported_and_nothing_else() -> None:
    assert page_caption(page_row(0, PageState.READING, tokens_per_s=212.4)) == "212 tok/s"
    assert page_caption(page_row(0, PageState.READING)) == "reading"
    assert page_caption(page_row(0, PageState.READ, seconds=0.04)) == "0.04 s"
    assert page_caption(page_row(0, PageState.READ)) == ""
    assert page_caption(page_row(0, PageState.FAILED)) == "failed"
    assert page_spoken(page_row(0, PageState.QUEUED), 3) == "Page 1 of 3, waiting"


def test_every_state_can_be_painted(bench: Bench) -> None:
    states = [
        page_row(0, PageState.READING, tokens_per_s=90),
        page_row(1, PageState.FAILED),
        page_row(2, notes=3),
        page_row(3, checked=True, edited=True, acceptance=0.7),
        page_row(4, PageState.NEW),
    ]
    blank = bench.strip.grab().toImage()
    bench.strip.page_rows(PageRows(1, 0, tuple(states)))
    bench.picture(0)
    assert bench.strip.grab().toImage() != blank
