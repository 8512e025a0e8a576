# SPDX-License-Identifier: AGPL-3.0-or-later
"""For whoever uses no mouse, or a screen reader: every widget that takes the focus says what it is, Tab reaches all of
them in the order of reading, every action has a key or stands in a menu, and no key means two things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QDialog, QLabel, QMenu, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from app.core.changes import DocumentOpened, DocumentsChanged, PageRows, PageShown, PageState
from app.desktop.actions import TABLE, sequences
from app.desktop.background import wait_for_background
from app.desktop.window import Window
from engine.protocol import Reading
from tests.gui.desks import HANG_MS, document, page_row, recording_window, to_front
from tests.gui.every_dialog import DIALOGS, left_out

TEXT = "# Tides\n\nThe tide of 1966 was high.\n"
LINE = 8
"""Logical pixels by which the upper edges of two widgets of one line may differ."""


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """At the desk: a page with text, everything shown that can be."""
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    made, recorder = recording_window(qtbot, tmp_path / "home")
    made.text.make_preview()
    recorder.notify(DocumentsChanged((document(1, "Tides", pages=12), document(2, "Dykes", pages=3))))
    recorder.notify(DocumentOpened(1, 12))
    recorder.notify(PageRows(1, 0, tuple(page_row(page) for page in range(12))))
    qtbot.waitUntil(lambda: made.looking.page_row is not None, timeout=HANG_MS)
    reading = Reading(engine="builtin", raw=TEXT, text=TEXT)
    recorder.notify(PageShown(1, 0, PageState.READ, TEXT, reading=reading, readings=1, serial=1))
    made.actions_["show_figures"].setChecked(True)
    made.dock.show_panel(True)
    made.proof.strip.show()
    to_front(qtbot, made)
    yield made
    assert wait_for_background(30.0)


def takes_focus(widget: QWidget) -> bool:
    reached = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return reached and widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None


def focusable(top: QWidget) -> list[QWidget]:
    return [one for one in top.findChildren(QWidget) if one.window() is top and takes_focus(one)]


def called(widget: QWidget) -> str:
    """What a screen reader says of it."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface is not None else ""


def inner(widget: QWidget) -> bool:
    """A part of a widget that has the name: the field within a spin box, the port of a scroll area."""
    name = widget.objectName()
    return name.startswith("qt_") or type(widget).__name__ in ("QTabBar", "QScrollBar")


def labelled(widget: QWidget) -> bool:
    """A box of choices is called after its present choice, so it needs a label as well."""
    if not isinstance(widget, QComboBox) or widget.accessibleName():
        return True
    return any(label.buddy() is widget for label in widget.window().findChildren(QLabel))


def unnamed(top: QWidget) -> list[str]:
    return [f"no label: {one.objectName() or called(one)}" for one in focusable(top) if not labelled(one)] + [
        f"{type(one).__name__} {one.objectName()}" for one in focusable(top) if not inner(one) and not called(one)
    ]


def walked(top: QWidget) -> list[QWidget]:
    """The widgets that Tab reaches, in its order, from the one at the top until it comes round."""
    order: list[QWidget] = []
    at = top.nextInFocusChain()
    while at is not None and at is not top:
        if at.window() is top and takes_focus(at):
            order.append(at)
        at = at.nextInFocusChain()
    places = [one.mapTo(top, QPoint()) for one in order]
    first = min(range(len(order)), key=lambda number: (places[number].y(), places[number].x()), default=0)
    return order[first:] + order[:first]


def backwards(order: list[QWidget], top: QWidget) -> list[str]:
    """Steps of Tab that go up in one and the same column of the window."""
    found = []
    for one, other in pairwise(order):
        a, b = one.mapTo(top, QPoint()), other.mapTo(top, QPoint())
        share = min(a.x() + one.width(), b.x() + other.width()) - max(a.x(), b.x())
        if share > 0 and b.y() + other.height() <= a.y() + LINE:
            found.append(f"{called(one)!r} to {called(other)!r}")
        if abs(a.y() - b.y()) <= LINE and one.parent() is other.parent() and b.x() + other.width() <= a.x():
            found.append(f"{called(one)!r} back to {called(other)!r}")
    return found


def test_no_dialog_is_left_out() -> None:
    assert left_out() == set()


def test_the_window_says_what_everything_is(window: Window) -> None:
    assert len(focusable(window)) >= 20
    assert unnamed(window) == []


def test_tab_reaches_every_part_of_the_window_in_order(window: Window) -> None:
    order = walked(window)
    assert {id(one) for one in order} == {id(one) for one in focusable(window)}
    parts = (window.documents, window.strip, window.page, window.text, window.figures, window.status)
    numbers = [next((n for n, part in enumerate(parts) if part.isAncestorOf(one) or part is one), -1) for one in order]
    inside = [number for number in numbers if number >= 0]
    first = [inside.index(number) for number in range(len(parts))]
    assert first == sorted(first), "the panes come from left to right, then what is below"
    assert inside == sorted(inside), "no pane is left and come back to"
    assert backwards(order, window) == []


def test_tab_itself_goes_there(window: Window, qtbot: QtBot) -> None:
    window.documents.view.setFocus()
    seen: list[QWidget] = []
    for _ in range(200):
        here = QApplication.focusWidget()
        assert here is not None
        if here in seen:
            break
        seen.append(here)
        QTest.keyClick(here, Qt.Key.Key_Tab)
    parts = (window.documents, window.strip, window.page, window.text, window.figures, window.status)
    for part in parts:
        assert any(part is one or part.isAncestorOf(one) for one in seen), part


@pytest.mark.parametrize("name", DIALOGS)
def test_every_dialog_by_keyboard(window: Window, qtbot: QtBot, name: str) -> None:
    dialog = DIALOGS[name](window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    dialog.show()
    to_front(qtbot, dialog)
    assert dialog.windowTitle()
    assert focusable(dialog) and unnamed(dialog) == []
    order = walked(dialog)
    missing = [one for one in focusable(dialog) if one not in order and not isinstance(one, QRadioButton)]
    assert [f"{type(one).__name__} {called(one)}" for one in missing] == []
    assert backwards(order, dialog) == []
    assert doubled(mnemonics(dialog)) == []
    close(dialog, qtbot)


def close(dialog: QDialog, qtbot: QtBot) -> None:
    """By Escape, as one would."""
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=HANG_MS)
    assert wait_for_background(30.0)
    dialog.deleteLater()
    QApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete.value)


def mnemonics(top: QWidget) -> list[str]:
    """Alt and a letter, of buttons and of labels that lead to a field."""
    texts = [one.text() for one in top.findChildren(QAbstractButton) if one.isVisible() and one.window() is top]
    labels = (one for one in top.findChildren(QLabel) if one.isVisible() and one.window() is top)
    texts += [one.text() for one in labels if one.buddy() is not None]
    return [key for text in texts if (key := QKeySequence.mnemonic(text).toString())]


def doubled(keys: list[str]) -> list[str]:
    return [key for key, times in Counter(keys).items() if times > 1]


def test_no_key_means_two_things(window: Window) -> None:
    keys = [key.toString() for entry in TABLE for key in sequences(entry)]
    assert doubled(keys) == []
    everywhere = (Qt.ShortcutContext.WindowShortcut, Qt.ShortcutContext.ApplicationShortcut)
    others = [
        one.key().toString()
        for one in window.findChildren(QShortcut)
        if one.context() in everywhere and not one.key().isEmpty()
    ]
    assert doubled(keys + others) == []


def test_each_letter_of_a_menu_stands_for_one_entry(window: Window) -> None:
    bar = [QKeySequence.mnemonic(action.text()).toString() for action in window.menuBar().actions()]
    assert doubled(bar) == [] and all(bar)
    assert not set(bar) & {key.toString() for entry in TABLE for key in sequences(entry)}
    assert not set(bar) & set(mnemonics(window))
    for title, menu in window.actions_.menus.items():
        letters = [QKeySequence.mnemonic(action.text()).toString() for action in menu.actions() if action.text()]
        assert doubled(letters) == [] and all(letters), title


def test_every_action_can_be_had_by_keyboard(window: Window) -> None:
    in_menus = {action for menu in window.menuBar().findChildren(QMenu) for action in menu.actions()}
    for entry in TABLE:
        action = window.actions_[entry.name]
        assert action.shortcuts() or action in in_menus, entry.name
        assert action in in_menus or not entry.menu, entry.name
