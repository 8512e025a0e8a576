# SPDX-License-Identifier: AGPL-3.0-or-later
"""A program for test_scales.py, since Qt takes the scale at its start: shows the window and every dialog on the screen
that the environment describes, and prints what does not fit as JSON."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QApplication, QComboBox, QLabel, QSizePolicy, QWidget

from app.core.changes import DocumentOpened, DocumentsChanged, PageRows, PageShown, PageState
from app.core.places import Places
from app.core.settings import Settings
from app.desktop.background import wait_for_background
from app.desktop.look import Look
from app.desktop.memory import Memory
from app.desktop.window import Window
from engine.protocol import Reading
from tests.gui.desks import document, page_row, recording_desk
from tests.gui.every_dialog import DIALOGS

TEXT = "# Tides\n\nThe tide of 1966 was high.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"


def cut(top: QWidget) -> list[str]:
    """Buttons and lines of words that have less room than their words need, or stand outside of the window."""
    found = []
    for one in top.findChildren(QWidget):
        if not isinstance(one, QAbstractButton | QLabel) or one.window() is not top or not one.isVisible():
            continue
        name = f"{type(one).__name__} {one.text()[:40]!r}"
        wide = one.sizePolicy().horizontalPolicy() is not QSizePolicy.Policy.Ignored
        wraps = isinstance(one, QLabel) and one.wordWrap()
        least = one.minimumSizeHint().width() if isinstance(one, QAbstractButton) and one.text() and wide else 0
        if one.width() < least:
            found.append(f"{name} is {one.width()} wide, and needs {least}")
        if wraps and one.height() < one.heightForWidth(one.width()):
            found.append(f"{name} is {one.height()} high, and needs {one.heightForWidth(one.width())}")
        if not in_scroll_area(one) and not top.rect().contains(one.mapTo(top, one.rect().center())):
            found.append(f"{name} is outside")
    return found


def uneven(top: QWidget) -> list[str]:
    """Fields for numbers that are lower than a choice."""
    choice = QComboBox()
    choice.ensurePolished()
    high = choice.sizeHint().height()
    return [
        f"{type(one).__name__} {one.accessibleName()!r} is {one.height()} high, a choice {high}"
        for one in top.findChildren(QAbstractSpinBox)
        if one.isVisible() and one.height() < high
    ]


def in_scroll_area(widget: QWidget) -> bool:
    at = widget.parentWidget()
    while at is not None:
        if at.objectName() == "qt_scrollarea_viewport":
            return True
        at = at.parentWidget()
    return False


def fits(top: QWidget, room: QRect, size: QSize | None = None) -> list[str]:
    least = size or top.minimumSizeHint().expandedTo(top.minimumSize())
    too_large = least.width() > room.width() or least.height() > room.height()
    return [f"needs {least.width()}x{least.height()} of {room.width()}x{room.height()}"] if too_large else []


def filled(home: Path, look: Look) -> tuple[Window, list[str]]:
    """At the desk, with a text, the performance panel and the strip of flags; and what of the size that it has at the
    first start does not fit."""
    desk, recorder = recording_desk()
    places = Places(home)
    window = Window(desk, Memory(places, Settings()), places, look, web=False)
    window.text.make_preview()
    window.fit_screen()
    at_first = fits(window, window.screen().availableGeometry(), window.size())
    window.resize(window.screen().availableSize())
    window.show()
    recorder.notify(DocumentsChanged((document(1, "The tides of the northern coast", pages=340, read=340),)))
    recorder.notify(DocumentOpened(1, 340))
    recorder.notify(PageRows(1, 0, tuple(page_row(page) for page in range(12))))
    settle()
    reading = Reading(engine="builtin", raw=TEXT, text=TEXT)
    recorder.notify(PageShown(1, 0, PageState.READ, TEXT, reading=reading, readings=1, serial=1))
    window.proof.strip.show()
    settle()
    return window, at_first


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()
        wait_for_background(10.0)


def main(home: Path) -> None:
    application = QApplication([])
    problems: dict[str, list[str]] = {}
    look = Look(application, os.environ.get("LOOK", "light"))
    window, problems["at first"] = filled(home, look)
    room = window.screen().availableGeometry()
    problems["window"] = [*fits(window, room), *cut(window)]
    window.dock.show_panel(True)
    settle()
    problems["window with the panel"] = [*fits(window, room), *cut(window)]
    for name, make in DIALOGS.items():
        dialog = make(window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        dialog.show()
        settle()
        problems[name] = [*fits(dialog, room), *cut(dialog), *uneven(dialog)]
        dialog.reject()
        settle()
    window.close()
    facts = {"ratio": window.devicePixelRatioF(), "room": [room.width(), room.height()]}
    print(json.dumps({**facts, "problems": {name: found for name, found in problems.items() if found}}))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
