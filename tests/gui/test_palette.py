# SPDX-License-Identifier: AGPL-3.0-or-later
"""The command palette: every action by a few letters, its keys beside it, grey with a reason where it
cannot be done."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.desktop.actions import TABLE, always
from app.desktop.dialogs.palette import WHY, PaletteDialog
from app.desktop.dialogs.shortcuts import ShortcutsDialog
from app.desktop.fuzzy import fit
from app.desktop.window import Window
from tests.gui.desks import HANG_MS, recording_window, to_front

pytestmark = pytest.mark.gui


def opened(qtbot: QtBot, window: Window) -> PaletteDialog:
    """By its keys, as a person opens it."""
    to_front(qtbot, window)
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window, Qt.Key.Key_P, keys)
    return window.findChildren(PaletteDialog)[-1]


def rows(dialog: PaletteDialog) -> list[tuple[str, str, str]]:
    items = [dialog.list.topLevelItem(number) for number in range(dialog.list.topLevelItemCount())]
    return [(item.text(0), item.text(1), item.text(2)) for item in items if item is not None]


def test_all_actions_are_there_with_their_keys(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    dialog = opened(qtbot, window)
    found = rows(dialog)
    assert len(found) == len(TABLE)
    assert ("Search the library", "File", "Ctrl+Shift+F") in found
    assert all(keys for _, _, keys in found)
    dialog.close()


def test_a_few_letters_and_enter_run_it(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    dialog = opened(qtbot, window)
    QTest.keyClicks(dialog.field, "keybsh")
    assert rows(dialog)[0][0] == "Keyboard shortcuts"
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(window.findChildren(ShortcutsDialog)), timeout=HANG_MS)
    assert not isValid(dialog)


def test_arrow_keys_and_the_mouse_choose(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    dialog = opened(qtbot, window)
    QTest.keyClicks(dialog.field, "colours")
    QTest.keyClick(dialog.field, Qt.Key.Key_Down)
    QTest.keyClick(dialog.field, Qt.Key.Key_Up)
    QTest.keyClick(dialog.field, Qt.Key.Key_Escape)
    dialog = opened(qtbot, window)
    QTest.keyClicks(dialog.field, "dark")
    item = dialog.list.topLevelItem(0)
    assert item is not None and item.text(0) == "Dark"
    place = dialog.list.visualItemRect(item).center()
    QTest.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
    qtbot.waitUntil(window.actions_["look_dark"].isChecked, timeout=HANG_MS)
    window.actions_["look_light"].trigger()


def test_what_cannot_be_done_is_grey_and_says_why(qtbot: QtBot, tmp_path: Path) -> None:
    window, recorder = recording_window(qtbot, tmp_path)
    dialog = opened(qtbot, window)
    QTest.keyClicks(dialog.field, "read this page")
    item = dialog.list.topLevelItem(0)
    assert item is not None and item.text(0) == "Read this page again"
    assert item.text(1) == "open a document first"
    grey = dialog.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    assert item.foreground(0).color() == grey
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    assert dialog.isVisible() and not recorder.of("read")
    assert "cannot be done now: open a document first." in dialog._hint.text()
    dialog.field.selectAll()
    QTest.keyClicks(dialog.field, "zzzzqq")
    assert not rows(dialog) and dialog._hint.text() == "No command fits."
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    dialog.close()


def test_every_condition_has_its_reason() -> None:
    without = {entry.when.__name__ for entry in TABLE if entry.when is not always and entry.when not in WHY}
    assert without == set()


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("export", "Export"), ("exprot", "Export"), ("gtp", "Go to page"), ("zoom out", "Zoom out"),
        ("again", "Read this page again"), ("übersicht", None),
    ],
)  # fmt: skip
def test_fuzzy(query: str, best: str | None) -> None:
    names = ["Export", "Export as before", "Go to page", "Zoom in", "Zoom out", "Search the library", "Page strip",
             "Read this page again", "Keyboard shortcuts"]  # fmt: skip
    found = [(score, name) for name in names if (score := fit(query, name)) is not None]
    assert (max(found)[1] if found else None) == best


def test_fuzzy_knows_no_case_and_no_accents() -> None:
    assert fit("ZURUCK", "Zurück") is not None
    assert fit("", "anything") == 0.0
    assert fit("xyz", "Export") is None
