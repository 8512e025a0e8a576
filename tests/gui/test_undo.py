# SPDX-License-Identifier: AGPL-3.0-or-later
"""Undo with the keyboard in the real window: over page changes, restarts, Read again, reverts and replacements."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.core.library import Library
from app.core.places import Places
from app.desktop.editing import typing_run
from app.desktop.window import Window
from tests.e2e.sessions import make_pdf
from tests.gui.desks import HANG_MS, act, handed_out, real_window
from tests.gui.test_window import drop, is_read, until

pytestmark = pytest.mark.gui

KEY, HELD = Qt.Key, Qt.KeyboardModifier
ENGINE = "Page 1 😀 of the engine."
PAGES = {"default": {"text": "Page {page} 😀 of the engine."}}


def begin(qtbot: QtBot, window: Window, pdf: Path) -> None:
    if not window.looking.rows:
        drop(window, pdf)
    until(qtbot, is_read(window, pdf.name))
    until(qtbot, lambda: bool(window.text.text))
    window.text.focus_source()
    until(qtbot, lambda: not window.text.editor.isReadOnly())


def undo(window: Window) -> None:
    QTest.keyClick(window.text.editor, KEY.Key_Z, HELD.ControlModifier)


def redo(window: Window) -> None:
    QTest.keyClick(window.text.editor, KEY.Key_Z, HELD.ControlModifier | HELD.ShiftModifier)


def reads(qtbot: QtBot, window: Window, text: str) -> None:
    until(qtbot, lambda: window.text.editor.text == text)


def saved(qtbot: QtBot, window: Window) -> None:
    window.text.flush()
    assert window.desk.session.wait_idle(HANG_MS / 1000)
    handed_out(window.desk)


def test_undo_goes_on_over_a_page_change_and_a_restart(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typing_run, "PAUSE", 0.0)  # each autosave is a run of its own
    pdf, home = make_pdf(tmp_path / "a.pdf", 2), tmp_path / "home"
    with real_window(qtbot, home, PAGES) as window:
        begin(qtbot, window, pdf)
        for word in ("one ", "two "):
            QTest.keyClicks(window.text.editor, word)
            saved(qtbot, window)
        window.looking.go(1)
        reads(qtbot, window, ENGINE.replace("1", "2"))
        window.looking.go(0)
        reads(qtbot, window, "one two " + ENGINE)
        undo(window)
        reads(qtbot, window, "one " + ENGINE)
        assert window.text.editor.position() == 4, "the cursor is where the text changed"
        redo(window)
        reads(qtbot, window, "one two " + ENGINE)
    with real_window(qtbot, home, PAGES) as window:
        begin(qtbot, window, pdf)
        reads(qtbot, window, "one two " + ENGINE)
        for text in ("one " + ENGINE, ENGINE):
            undo(window)
            reads(qtbot, window, text)
        undo(window)
        saved(qtbot, window)
        assert window.text.editor.text == ENGINE, "there is nothing before the first reading"
        redo(window)
        reads(qtbot, window, "one " + ENGINE)
        QTest.keyClicks(window.text.editor, "!")
        undo(window)
        reads(qtbot, window, "one " + ENGINE)
        undo(window)
        reads(qtbot, window, ENGINE)
    with Library(Places(home).library) as library:
        (stored,) = library.documents.all()
        kept = {text for _, _, text in library.edits.history(stored.id, 0)}
    assert {"one " + ENGINE, "one two " + ENGINE} <= kept, "nothing that was undone is lost"


def test_undo_over_read_again_and_revert(qtbot: QtBot, tmp_path: Path) -> None:
    pdf = make_pdf(tmp_path / "a.pdf")
    with real_window(qtbot, tmp_path / "home", PAGES) as window:
        begin(qtbot, window, pdf)
        QTest.keyClicks(window.text.editor, "mine ")
        act(window, "read_page")
        until(qtbot, lambda: bool(window.text._page.shown and window.text._page.shown.readings == 2))
        saved(qtbot, window)
        reads(qtbot, window, "mine " + ENGINE)
        undo(window)
        reads(qtbot, window, ENGINE)
        redo(window)
        reads(qtbot, window, "mine " + ENGINE)
        saved(qtbot, window)
        act(window, "revert")
        reads(qtbot, window, ENGINE)
        undo(window)
        reads(qtbot, window, "mine " + ENGINE)


def test_undo_of_a_revert_where_the_text_is_shown_as_preview(qtbot: QtBot, tmp_path: Path) -> None:
    pdf = make_pdf(tmp_path / "a.pdf")
    with real_window(qtbot, tmp_path / "home", PAGES) as window:
        begin(qtbot, window, pdf)
        QTest.keyClicks(window.text.editor, "mine ")
        saved(qtbot, window)
        window.text.show_source(False)
        act(window, "revert")
        until(qtbot, lambda: window.text.text == ENGINE)
        until(qtbot, lambda: window.text.preview is not None)
        assert window.text.preview is not None
        window.text.preview.setFocus()
        act(window, "undo")
        until(qtbot, lambda: window.text.text == "mine " + ENGINE)
        act(window, "redo")
        until(qtbot, lambda: window.text.text == ENGINE)


def test_typing_without_rest_is_one_edit(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typing_run, "PAUSE", 600.0)  # a busy machine rests between keys
    pdf, home = make_pdf(tmp_path / "a.pdf"), tmp_path / "home"
    with real_window(qtbot, home, PAGES) as window:
        begin(qtbot, window, pdf)
        for letter in "abcdef":
            QTest.keyClicks(window.text.editor, letter)
            saved(qtbot, window)
        undo(window)
        undo(window)
        reads(qtbot, window, ENGINE)
        saved(qtbot, window)
    with Library(Places(home).library) as library:
        (stored,) = library.documents.all()
        assert next(text for _, _, text in library.edits.history(stored.id, 0)) == "abcdef" + ENGINE
        assert len(library.edits.history(stored.id, 0)) == 2


def test_two_windows_on_one_document(qtbot: QtBot, tmp_path: Path) -> None:
    """What is typed in one is shown in the other by itself, whose keys go on from there; undo goes over both."""
    pdf, home = make_pdf(tmp_path / "a.pdf"), tmp_path / "home"
    with real_window(qtbot, home, PAGES) as one:
        begin(qtbot, one, pdf)
        with real_window(qtbot, home, PAGES) as other:
            begin(qtbot, other, pdf)
            QTest.keyClicks(one.text.editor, "one ")
            reads(qtbot, other, "one " + ENGINE)
            other.text.editor.go_to(4)
            QTest.keyClicks(other.text.editor, "two ")
            reads(qtbot, one, "one two " + ENGINE)
            assert one.text.editor.position() == 4, "the cursor stays at its letters"
            QTest.keyClicks(one.text.editor, "more ")
            reads(qtbot, other, "one more two " + ENGINE)
            saved(qtbot, one)
            undo(other)
            reads(qtbot, other, "one two " + ENGINE)
            reads(qtbot, one, "one two " + ENGINE)
            saved(qtbot, other)
    with Library(Places(home).library) as library:
        (stored,) = library.documents.all()
        kept = [text for _, _, text in library.edits.history(stored.id, 0)]
    assert {"one " + ENGINE, "one two " + ENGINE, "one more two " + ENGINE} <= set(kept), "nothing is lost"
