# SPDX-License-Identifier: AGPL-3.0-or-later
"""Marks under words of the source that no chosen dictionary knows. Off until dictionaries are chosen; looked for off
the interface thread when the keys rest. The line under them is of dashes and dots, which no flag has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from app.core.markup.text_units import Units
from app.core.wording import tr
from app.desktop.background import in_turn
from app.desktop.look import Look
from app.desktop.source_editor import SourceEditor

if TYPE_CHECKING:
    from app.core.spelling import Speller

GROUP = "spelling"
REST_MS = 400


class SpellMarks(QObject):
    marked = Signal(int)  # words that are marked, after each look
    failed = Signal(str)  # a sentence: why there are no marks, or not those of a dictionary

    def __init__(self, editor: SourceEditor, look: Look) -> None:
        super().__init__(editor)
        self._editor, self._look = editor, look
        self._wanted: tuple[tuple[str, ...], str] = ((), "")
        self._speller: Speller | None = None
        self._cursors: list[QTextCursor] = []
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._ask)
        editor.document().contentsChange.connect(lambda *_: self._later())
        editor.verticalScrollBar().valueChanged.connect(self._draw)
        look.changed.connect(self._draw)

    @property
    def words(self) -> list[str]:
        """The marked words, in their order."""
        return [cursor.selectedText() for cursor in self._cursors]

    def use(self, names: tuple[str, ...], folder: str) -> None:
        """Mark by these dictionaries from now on; none takes the marks away."""
        if (names, folder) != self._wanted:
            self._wanted, self._speller = (names, folder), None
            self._ask()

    def _later(self) -> None:
        if self._wanted[0]:
            self._rest.start()

    def _ask(self) -> None:
        wanted, speller = self._wanted, self._speller
        if not wanted[0]:
            self._cursors = []
            self._draw()
            return
        text = self._editor.text

        def look() -> tuple[Speller, list[tuple[int, int]]]:
            from app.core.spelling import Speller

            known = speller or Speller(*wanted)
            units = Units(text)
            return known, [(units.to_utf16(start), units.to_utf16(end)) for start, end in known.unknown(text)]

        def show(found: tuple[Speller, list[tuple[int, int]]]) -> None:
            if not shiboken6.isValid(self) or self._wanted != wanted:
                return
            if speller is None:
                self._tell(found[0])
            self._speller = found[0]
            if self._editor.text == text:  # else another look is on its way
                self._show(found[1])

        in_turn(look, show)

    def _tell(self, speller: Speller) -> None:
        if not speller.installed:
            self.failed.emit(
                tr("Marks under unknown words need an extra package: {command}").format(
                    command='pip install "copyholder[spelling]"'
                )
            )
        elif speller.failed:
            self.failed.emit(
                tr("No dictionary was found for {names}: install it, or choose a folder in the settings.").format(
                    names=", ".join(speller.failed)
                )
            )

    def _show(self, spans: list[tuple[int, int]]) -> None:
        change = QTextCursor(self._editor.document())
        change.beginEditBlock()  # within one a cursor does not look for its line, which would lay out the whole text
        self._cursors = []
        for start, end in spans:
            cursor = QTextCursor(self._editor.document())
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            self._cursors.append(cursor)
        change.endEditBlock()
        self._draw()
        self.marked.emit(len(spans))

    def _draw(self) -> None:
        """Those in sight: the editor walks from the top of the view to each mark, so that far ones cost much."""
        form = QTextCharFormat()
        form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashDotLine)
        form.setUnderlineColor(QColor(self._look.colours.warn))
        port = self._editor.viewport()
        begin = self._editor.firstVisibleBlock().position()
        below = self._editor.cursorForPosition(QPoint(port.width(), port.height())).block()
        end = below.position() + below.length()
        selections = []
        for cursor in self._cursors:
            if cursor.hasSelection() and cursor.selectionStart() < end and cursor.selectionEnd() >= begin:
                selection = QTextEdit.ExtraSelection()
                selection.cursor, selection.format = cursor, form
                selections.append(selection)
        self._editor.set_selections(GROUP, selections)
