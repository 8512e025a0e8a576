# SPDX-License-Identifier: AGPL-3.0-or-later
"""The user's hand on the walk: typing over a flag, going elsewhere between flags, and Undo right after Enter or D."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.desktop.window import Window
from tests.gui.desks import HANG_MS, act, real_window
from tests.gui.proof_desk import ProofBench
from tests.gui.test_proof_flags import WORDS, WRONG
from tests.gui.test_proof_session import LINES, TOLD, gauges, key, script
from tests.gui.test_proof_session import RIGHT as NUMBERS

pytestmark = pytest.mark.gui

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> ProofBench:
    return ProofBench(qtbot, tmp_path)


# ------------------------------------------------------------ typing


@pytest.mark.parametrize("source", [True, False])
def test_typing_writes_over_the_flags_text_and_goes_on_in_the_editor(bench: ProofBench, source: bool) -> None:
    bench.show(WRONG, source=source)
    bench.proof(WRONG, WORDS)
    bench.key(Qt.Key.Key_F8)
    assert bench.strip.hasFocus()
    bench.key(Qt.Key.Key_4)
    assert bench.editor.hasFocus() and bench.window.text.source_visible
    for one in (Qt.Key.Key_2, Qt.Key.Key_1, Qt.Key.Key_7, Qt.Key.Key_D, Qt.Key.Key_E, Qt.Key.Key_Space):
        bench.key(one)
    assert bench.editor.text == WRONG.replace("4271", "4217de ")
    assert bench.asked("dismiss") == []


@pytest.mark.parametrize("pressed", [Qt.Key.Key_Backspace, Qt.Key.Key_Delete])
def test_backspace_and_delete_delete_it(bench: ProofBench, pressed: Qt.Key) -> None:
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    bench.key(Qt.Key.Key_F8)
    bench.key(pressed)
    assert bench.editor.text == WRONG.replace("4271", "") and bench.editor.hasFocus()


def test_keys_that_type_nothing_stay_what_they_are(bench: ProofBench) -> None:
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    bench.key(Qt.Key.Key_F8)
    for one, held in ((Qt.Key.Key_F2, Qt.KeyboardModifier.NoModifier), (Qt.Key.Key_Shift, SHIFT), (Qt.Key.Key_J, CTRL)):
        bench.key(one, held)
    assert bench.editor.text == WRONG
    bench.window.proof.flags.look_at(None)
    bench.strip.setFocus()
    bench.key(Qt.Key.Key_5)  # no flag is looked at: there is nothing to write over
    assert bench.editor.text == WRONG


def test_between_a_suggestion_and_the_next_flag_nothing_is_typed_over_the_old_one(bench: ProofBench) -> None:
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    bench.key(Qt.Key.Key_F8)
    bench.key(Qt.Key.Key_Return)
    text = bench.editor.text
    bench.key(Qt.Key.Key_9)
    assert bench.editor.text == text
    bench.proof(text, WORDS)
    bench.key(Qt.Key.Key_9)
    assert bench.editor.text.count(" 9 ") == 1 and "3892" not in bench.editor.text


# ------------------------------------------------------------ going elsewhere


def test_f8_goes_on_from_where_the_user_clicked(bench: ProofBench) -> None:
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    bench.key(Qt.Key.Key_F8)
    assert bench.selected == "4271"
    bench.click_word("keeper")
    bench.key(Qt.Key.Key_F8)
    assert bench.selected == "grandest"
    bench.click_word("Both")
    bench.key(Qt.Key.Key_F8, SHIFT)
    assert bench.selected == "3892"
    bench.key(Qt.Key.Key_F8)
    assert bench.selected == "grandest", "from the flag that is looked at, where the user stayed with it"
    bench.click_word("gauge")
    bench.key(Qt.Key.Key_F8)
    assert bench.selected == "4271"
    bench.click_word("4271")
    bench.key(Qt.Key.Key_F8)
    assert bench.selected == "3892"


def test_f8_goes_on_from_where_the_arrow_keys_went_and_from_a_click_on_the_picture(bench: ProofBench) -> None:
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    bench.key(Qt.Key.Key_F8)
    bench.key(Qt.Key.Key_E)
    bench.key(Qt.Key.Key_End, CTRL)
    bench.key(Qt.Key.Key_F8, SHIFT)
    assert bench.selected == "grandest"
    (word,) = [word for word in WORDS if word.text == "Ostend"]
    place = bench.on_page((word.box[0] + word.box[2]) / 2, (word.box[1] + word.box[3]) / 2)
    QTest.mouseClick(bench.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    bench.qtbot.waitUntil(lambda: bench.selected == "Ostend", timeout=HANG_MS)
    bench.key(Qt.Key.Key_F8)
    assert bench.selected == "4271"


def test_another_view_is_not_another_place(bench: ProofBench) -> None:
    bench.show(WRONG, source=False)
    bench.proof(WRONG, WORDS)
    bench.key(Qt.Key.Key_F8)
    bench.key(Qt.Key.Key_F8)
    act(bench.window, "source")
    bench.key(Qt.Key.Key_F8)
    assert bench.selected == "grandest"


def test_who_types_on_is_not_pulled_to_the_next_flag(bench: ProofBench) -> None:
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    bench.key(Qt.Key.Key_F8)
    bench.key(Qt.Key.Key_Return)
    bench.window.text.focus_source()
    bench.editor.go_to(0)
    QTest.keyClicks(bench.editor, "x")
    bench.proof(bench.editor.text, WORDS)
    assert bench.editor.position() == 1 and bench.editor.hasFocus()


# ------------------------------------------------------------ undo


class Desk:
    def __init__(self, qtbot: QtBot, window: Window, file: Path) -> None:
        self.qtbot, self.window = qtbot, window
        self.flags, self.editor = window.proof.flags, window.text.editor
        window.text.show_source(True)
        window.add([file])
        self.until(lambda: (row := window.looking.row) is not None and row.flags == 2)
        self.reads(0, 1)

    def until(self, holds: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(holds, timeout=HANG_MS)

    def reads(self, page: int, flags: int) -> None:
        """The page has so many flags, of the very text in sight."""

        def holds() -> bool:
            shown = self.window.looking.page == page and self.window.proof.place[1] == page
            return shown and self.flags.fresh and len(self.flags.flags) == flags

        self.until(holds)

    def chosen(self, words: str) -> None:
        self.until(lambda: self.editor.textCursor().selectedText() == words)


def text(number: int) -> str:
    return "\n\n".join(LINES).format(number)


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    with real_window(qtbot, tmp_path / "home", script()) as window:
        yield Desk(qtbot, window, gauges(tmp_path / "gauges.pdf"))


def undo() -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_Z, CTRL)


@pytest.mark.parametrize("focus", ["strip", "editor"])
def test_undo_after_enter_takes_the_suggestion_back_and_goes_back_to_its_flag(desk: Desk, focus: str) -> None:
    window, editor = desk.window, desk.editor
    window.looking.go(2)
    desk.reads(2, 1)
    window.text.focus_source()
    QTest.keyClick(editor, Qt.Key.Key_End, CTRL)
    QTest.keyClicks(editor, " EDITB")
    desk.until(lambda: not editor.unsaved)
    window.looking.go(0)
    desk.reads(0, 1)
    key(window, Qt.Key.Key_F8)
    assert editor.textCursor().selectedText() == "4271"
    if focus == "editor":  # a click on Accept leaves the focus where it is
        editor.setFocus()
        window.proof.strip.accept.click()
    else:
        key(window, Qt.Key.Key_Return)
    desk.chosen("4291")
    assert window.looking.page == 2
    undo()
    desk.chosen("4271")
    assert window.looking.page == 0 and editor.text == text(TOLD[0]) and desk.flags.fresh
    assert window.proof.strip.hasFocus() and "4217" in window.proof.strip.reason
    key(window, Qt.Key.Key_Return)  # it is as it was: accepted once more, it goes on
    desk.chosen("4291")
    assert editor.text == text(TOLD[2]) + " EDITB"


def test_undo_after_d_brings_the_flag_back(desk: Desk) -> None:
    window = desk.window
    key(window, Qt.Key.Key_F8)
    key(window, Qt.Key.Key_D)
    desk.chosen("4291")
    key(window, Qt.Key.Key_D)
    desk.reads(2, 0)
    undo()
    desk.chosen("4291")
    desk.reads(2, 1)
    undo()
    desk.chosen("4271")
    desk.reads(0, 1)
    desk.until(lambda: (row := window.looking.row) is not None and row.flags == 2)
    assert desk.editor.text == text(TOLD[0])


def test_undo_is_the_pages_own_once_the_user_did_something_else(desk: Desk) -> None:
    window, editor = desk.window, desk.editor
    key(window, Qt.Key.Key_F8)
    key(window, Qt.Key.Key_Return)
    desk.chosen("4291")
    window.looking.go(1)
    desk.reads(1, 0)
    window.text.focus_source()
    QTest.keyClick(editor, Qt.Key.Key_End, CTRL)
    QTest.keyClicks(editor, " mine")
    undo()
    desk.until(lambda: editor.text == text(NUMBERS[1]))
    assert window.looking.page == 1
    window.looking.go(0)
    desk.reads(0, 0)
    window.proof.strip.setFocus()
    undo()
    desk.until(lambda: editor.text == text(TOLD[0]))
    desk.reads(0, 1)  # the flags follow the text that Undo brought


def test_flags_follow_every_way_back_from_a_suggestion(desk: Desk) -> None:
    """The page is not left: Undo with the strip's focus, redo, and back to the engine's text."""
    window, editor = desk.window, desk.editor
    key(window, Qt.Key.Key_F8)
    key(window, Qt.Key.Key_Return)
    desk.chosen("4291")
    for _ in range(2):
        window.looking.go(0)
        desk.reads(0, 0)
        window.proof.strip.setFocus()
        undo()
        desk.reads(0, 1)
        act(window, "redo")
        desk.reads(0, 0)
        act(window, "revert")
        desk.reads(0, 1)
        editor.go_to(0)
        key(window, Qt.Key.Key_F8)
        key(window, Qt.Key.Key_Return)
        desk.chosen("4291")
    assert editor.text == text(TOLD[2])
