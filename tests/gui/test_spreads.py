# SPDX-License-Identifier: AGPL-3.0-or-later
"""Double pages in the window: proposed in a line, split in a dialog with mouse and keys, joined again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.core.library import Library
from app.core.places import Places
from app.core.settings import Settings
from app.core.spreads import Guess, Split, SpreadsFound
from app.desktop.spreads.dialog import SpreadsDialog
from app.desktop.spreads.sheets import Sheets, centre
from app.desktop.window import Window
from tests.gui.desks import HANG_MS, act, real_window, recording_window
from tests.spread_pages import book, scan_of

pytestmark = pytest.mark.gui

SHEETS = 4
LEFT = Qt.MouseButton.LeftButton


@dataclass
class Bench:
    qtbot: QtBot
    window: Window
    home: Path

    def until(self, wanted: object) -> None:
        self.qtbot.waitUntil(wanted, timeout=HANG_MS)  # type: ignore[arg-type]

    def proposed(self) -> bool:
        return any("look like double pages" in title for title in self.window.notices.titles())

    def opened(self) -> SpreadsDialog:
        """The dialog, with all its sheets and pictures."""
        act(self.window, "split_pages")
        dialog = self.window.spreads.dialog
        assert dialog is not None
        self.until(lambda: len(dialog.sheets.sheets) == SHEETS)
        self.until(lambda: all(sheet.picture is not None for sheet in dialog.sheets.sheets))
        return dialog

    def stored(self) -> tuple[Split, ...]:
        with Library(Places(self.home).library) as library:
            return library.spreads.of(1)


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> Iterator[Bench]:
    path = tmp_path / "Tides.pdf"
    scan_of(book(SHEETS, gutter=0.48)[0], gutter=0.48).save(path)
    with real_window(qtbot, tmp_path / "home") as window:
        window.resize(1300, 900)
        window.add([path])
        made = Bench(qtbot, window, tmp_path / "home")
        made.until(lambda: window.looking.pages == SHEETS and made.proposed())
        yield made


def drag(sheets: Sheets, number: int, by: int) -> None:
    """With the mouse, as a hand does it."""
    port, start = sheets.viewport(), centre(sheets, number)
    QTest.mousePress(port, LEFT, Qt.KeyboardModifier.NoModifier, start)
    for step in (by // 2, by):
        QTest.mouseMove(port, start + QPoint(step, 0))
    QTest.mouseRelease(port, LEFT, Qt.KeyboardModifier.NoModifier, start + QPoint(by, 0))


def test_a_book_is_split_with_the_mouse_and_joined_again(bench: Bench) -> None:
    window = bench.window
    assert not window.actions_["join_pages"].isEnabled()
    bench.until(lambda: window.looking.row is not None and window.looking.row.read == SHEETS)
    window.looking.go(2)
    dialog = bench.opened()
    assert [sheet.on for sheet in dialog.sheets.sheets] == [True] * SHEETS
    assert all(abs(sheet.split.gutter - 0.48) < 0.02 for sheet in dialog.sheets.sheets)
    before, wide = dialog.sheets.sheets[1].split.gutter, dialog.sheets.paper(1).width()
    drag(dialog.sheets, 1, 20)
    moved = dialog.sheets.sheets[1].split.gutter
    assert moved == pytest.approx(before + 20 / wide, abs=0.01)
    QTest.mouseClick(dialog.sheets.viewport(), LEFT, pos=dialog.sheets.tick(3).center())
    assert dialog.split.text() == "&Split 3 pages"
    dialog.split.click()
    bench.until(lambda: window.looking.pages == SHEETS + 3)
    assert window.looking.page == 4, "the page that was shown is shown as its first half"
    bench.until(lambda: window.looking.row is not None and window.looking.row.read == SHEETS + 3)
    bench.until(lambda: window.looking.page_row is not None and window.looking.page_row.label == "3a")
    row = window.looking.page_row
    assert row is not None and row.width < row.height
    assert window.page._where.text() == "Page 5 of 7 · 3a in the file"
    assert [split.page for split in bench.stored()] == [0, 1, 2]
    assert bench.stored()[1].gutter == moved
    assert any("are split" in title for title in window.notices.titles())
    bench.until(window.actions_["join_pages"].isEnabled)
    act(window, "join_pages")
    bench.until(lambda: window.looking.pages == SHEETS)
    assert window.looking.page == 2
    assert bench.stored() == ()


def test_by_keys_alone(bench: Bench) -> None:
    dialog = bench.opened()
    before = dialog.sheets.sheets[1].split.gutter
    for key, keys in (
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier),
    ):
        QTest.keyClick(dialog.sheets, key, keys)
    assert dialog.sheets.sheets[1].split.gutter == pytest.approx(before - 0.01)
    QTest.keyClick(dialog.sheets, Qt.Key.Key_Space)
    assert not dialog.sheets.sheets[1].on
    assert "stays one page" in dialog.sheets.accessibleDescription()
    dialog.order.setCurrentIndex(1)
    dialog.split.click()
    bench.until(lambda: bench.window.looking.pages == 2 * SHEETS - 1)
    assert all(split.right_first for split in bench.stored())


def test_a_proposal_that_is_not_wanted_changes_nothing(bench: Bench) -> None:
    dialog = bench.opened()
    drag(dialog.sheets, 0, 15)
    dialog.reject()
    assert bench.stored() == ()
    assert bench.window.looking.pages == SHEETS


def test_what_the_user_has_put_stays_when_all_pages_are_looked_at(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    dialog = SpreadsDialog(1, "Tides", window.look, window)
    dialog.found(SpreadsFound(1, tuple(Guess(Split(page, 0.5), True) for page in range(3))))
    dialog.show()
    qtbot.waitExposed(dialog, timeout=HANG_MS)
    drag(dialog.sheets, 1, 30)
    moved = dialog.sheets.sheets[1].split.gutter
    assert moved > 0.55
    dialog.found(SpreadsFound(1, tuple(Guess(Split(page, 0.46), page != 2) for page in range(3)), complete=True))
    assert [sheet.split.gutter for sheet in dialog.sheets.sheets] == [0.46, moved, 0.46]
    assert [sheet.on for sheet in dialog.sheets.sheets] == [True, True, False]


def test_books_in_hebrew_begin_on_the_right(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path, Settings(languages=("he",)))
    dialog = SpreadsDialog(1, "ספר", window.look, window, right_first=True)
    dialog.found(SpreadsFound(1, (Guess(Split(0, 0.5), True),), complete=True))
    asked: list[list[Split]] = []
    dialog.split_asked.connect(asked.append)
    dialog.split.click()
    assert asked == [[Split(0, 0.5, right_first=True)]]


def test_a_thousand_pages_are_asked_for_as_they_come_into_sight(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    dialog = SpreadsDialog(1, "Long", window.look, window)
    wanted: list[int] = []
    dialog.sheets.picture_wanted.connect(lambda page, pixels, turn: wanted.append(page))
    dialog.found(SpreadsFound(1, tuple(Guess(Split(page, 0.5), True) for page in range(1000)), complete=True))
    dialog.show()
    qtbot.waitExposed(dialog, timeout=HANG_MS)
    qtbot.waitUntil(lambda: len(wanted) >= 4, timeout=HANG_MS)
    assert len(wanted) < 30
    bar = dialog.sheets.verticalScrollBar()
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: 999 in wanted, timeout=HANG_MS)
    assert len(wanted) < 60
    dialog.none.click()
    assert dialog.split.text() == "&Split" and not dialog.split.isEnabled()
    dialog.all.click()
    assert dialog.split.text() == "&Split 1000 pages"


def test_the_first_page_has_its_own_text_again_when_its_halves_are_joined(bench: Bench) -> None:
    window = bench.window
    bench.until(lambda: window.looking.row is not None and window.looking.row.read == SHEETS)
    window.text.show_source(True)
    editor = window.text.editor
    bench.until(lambda: editor.text.startswith("# Page 1"))
    QTest.keyClicks(editor, "MINE ")
    bench.until(lambda: window.looking.page_row is not None and window.looking.page_row.edited)
    bench.opened().split.click()
    bench.until(lambda: window.looking.row is not None and window.looking.row.read == 2 * SHEETS)
    bench.until(lambda: "MINE" not in editor.text)
    act(window, "join_pages")
    bench.until(lambda: window.looking.pages == SHEETS and window.looking.page == 0)
    bench.until(lambda: editor.text.startswith("MINE # Page 1"))
