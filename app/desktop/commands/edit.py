# SPDX-License-Identifier: AGPL-3.0-or-later
"""Undo, copy and paste for whatever has the focus: the editor, a field, the preview; and a
picture in the clipboard becomes a document."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

if TYPE_CHECKING:
    from app.desktop.editing.searching import Searching

WRITABLE = (QLineEdit, QPlainTextEdit, QTextEdit)


class EditCommands:
    def __init__(self, paste_files: Callable[[], bool], searching: Searching, step: Callable[[int], None]) -> None:
        """`paste_files` adds the clipboard's picture or files; False if it holds neither. `step` goes over the saved
        states of the page (-1 back, 1 forward)."""
        self._paste_files, self._searching, self._step_page = paste_files, searching, step

    def undo(self) -> None:
        self._step(-1, "undo")

    def redo(self) -> None:
        self._step(1, "redo")

    def _step(self, step: int, method: str) -> None:
        """In the editor or field that has the focus; elsewhere over the saved states of the page."""
        widget = QApplication.focusWidget()
        if isinstance(widget, WRITABLE) and not widget.isReadOnly():
            getattr(widget, method)()
        else:
            self._step_page(step)

    def cut(self) -> None:
        self._call("cut", "Cut")

    def copy(self) -> None:
        widget = QApplication.focusWidget()
        if isinstance(widget, QLabel):
            if widget.selectedText():
                QGuiApplication.clipboard().setText(widget.selectedText())
            return
        self._call("copy", "Copy")

    def paste(self) -> None:
        widget = QApplication.focusWidget()
        data: QMimeData | None = QGuiApplication.clipboard().mimeData()
        if isinstance(widget, WRITABLE) and not widget.isReadOnly() and data is not None and data.hasText():
            widget.paste()
        else:
            self._paste_files()

    def find(self) -> None:
        self._searching.open()

    def replace(self) -> None:
        self._searching.open(replace=True)

    def find_next(self) -> None:
        self._searching.step(1)

    def find_previous(self) -> None:
        self._searching.step(-1)

    def select_all(self) -> None:
        self._call("selectAll", "SelectAll")

    def _call(self, method: str, page_action: str) -> None:
        widget = QApplication.focusWidget()
        if isinstance(widget, WRITABLE):
            getattr(widget, method)()
            return
        web = _web_view_above(widget)
        if web is not None:
            page = web.page()  # type: ignore[attr-defined]
            page.triggerAction(getattr(page.WebAction, page_action))


def _web_view_above(widget: QWidget | None) -> QWidget | None:
    """The web preview that holds the focus, without importing Qt WebEngine for it."""
    while widget is not None:
        if widget.inherits("QWebEngineView"):
            return widget
        widget = widget.parentWidget()
    return None
