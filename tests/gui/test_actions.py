# SPDX-License-Identifier: AGPL-3.0-or-later
"""The table of actions: every one has a key, a menu and something to call; no key twice."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from pytestqt.qtbot import QtBot

from app.desktop.actions import MENUS, TABLE, Situation, plain, sequences
from app.desktop.dialogs.shortcuts import ShortcutsDialog, on_keyboards
from tests.gui.desks import recording_window

pytestmark = pytest.mark.gui


def portable(sequence: QKeySequence) -> str:
    return sequence.toString(QKeySequence.SequenceFormat.PortableText)


def test_every_action_has_a_key_that_keyboards_have(qapp: object) -> None:
    without = [e.name for e in TABLE if not any(on_keyboards(sequence) for sequence in sequences(e))]
    assert without == []


def test_no_key_and_no_name_twice(qapp: object) -> None:
    keys = Counter(portable(sequence) for entry in TABLE for sequence in sequences(entry))
    assert [key for key, number in keys.items() if number > 1] == []
    names = Counter(entry.name for entry in TABLE)
    assert max(names.values()) == 1


def test_no_key_belongs_to_a_desktop(qapp: object) -> None:
    """Ctrl+Alt is the desktops' own on Linux (lock, terminal, workspaces, the end of X), and on Windows it is AltGr,
    which types letters; Alt with a function key moves, sizes and closes windows."""
    keys = {portable(sequence) for entry in TABLE for sequence in sequences(entry)}
    theirs = re.compile(r"Ctrl\+Alt\+|Alt\+(Ctrl\+|F\d|Tab|Space|Esc)|Meta\+|Ctrl\+(Esc|Shift\+(\d|Esc|Q|U)$)|Print")
    assert [key for key in keys if theirs.match(key)] == []


def test_every_action_is_in_its_menu(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    for entry in TABLE:
        assert entry.menu in MENUS
        assert window.actions_[entry.name] in window.actions_.menus[entry.menu].actions()


def test_mnemonics_differ_within_a_menu() -> None:
    for menu in MENUS:
        letters = Counter(e.text[e.text.index("&") + 1].lower() for e in TABLE if e.menu == menu)
        assert [letter for letter, number in letters.items() if number > 1] == [], menu


@pytest.mark.parametrize("text", ["Zoom &in…", "Zoom in(&I)…", "Zoom in (&I)…", "Zoom in…"])
def test_the_mnemonic_is_left_out_where_a_text_is_read(text: str) -> None:
    assert plain(text) == "Zoom in…"


def test_without_documents_nothing_is_enabled_that_needs_one(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    enabled = {entry.name for entry in TABLE if window.actions_[entry.name].isEnabled()}
    assert enabled.isdisjoint({"export", "remove", "read_page", "next_page", "checked", "revert", "pause", "stop"})
    assert {"open", "open_folder", "paste", "search", "settings", "quit", "about", "fit_width"} <= enabled


def test_what_is_enabled_follows_the_situation() -> None:
    now = Situation(document=True, pages=3, page=2, queue=True)
    on = {entry.name for entry in TABLE if entry.when(now)}
    assert {"export", "previous_page", "pause", "stop"} <= on
    assert on.isdisjoint({"next_page", "retry", "revert"})


def test_the_page_of_shortcuts_lists_them_all(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    dialog = ShortcutsDialog(window)
    tree = dialog.tree
    listed = set()
    for number in range(tree.topLevelItemCount()):
        head = tree.topLevelItem(number)
        assert head is not None
        rows = [head.child(row) for row in range(head.childCount())]
        listed |= {row.text(0) for row in rows if row is not None}
    assert {plain(entry.text).rstrip("…") for entry in TABLE} <= listed
