# SPDX-License-Identifier: AGPL-3.0-or-later
"""The editor of a page's Markdown source.

A streamed page is appended without touching the user's cursor, selection or place. What the
user types is told by `edited` within a second. A text that comes from elsewhere replaces
only what differs, as one step that can be undone.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontDatabase,
    QKeyEvent,
    QKeySequence,
    QTextCursor,
    QTextDocument,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from app.core.markup.text_units import from_utf16, to_utf16
from app.core.wording import tr
from app.desktop.editing.source_layout import SourceLayout
from app.desktop.editing.typing_run import TypingRun
from app.desktop.look import LIGHT, Colours
from app.desktop.preview import ZOOM_LEAST, ZOOM_MOST, ZOOM_STEP
from app.desktop.source_highlight import SourceHighlighter

QUIET_MS = 500
"""An edit is told when the keys have rested for so long (`set_autosave` changes it),"""
LATEST_MS = 500
"""or at the latest so long after its first key: nothing typed waits a second, on its way to a busy disk either."""


class SourceEditor(QPlainTextEdit):
    edited = Signal(str)  # the whole text, after the user changed it
    zoomed = Signal(float)  # the user asks for this zoom, by Ctrl and the wheel
    menu_asked = Signal(QPoint)  # the context menu, at this place of the screen
    history_asked = Signal(int)  # undo (-1) or redo (1) further than the editor itself remembers

    def __init__(self, parent: QWidget | None = None, *, colours: Colours = LIGHT) -> None:
        super().__init__(parent)
        self._zoom = 1.0
        self._ours = False  # the change under way is not the user's
        self._unsaved = False
        self._stepping = 0  # -1 while undo changes the text, 1 while redo does
        self.undo_first: Callable[[], bool] = lambda: (
            False
        )  # True: it has undone something that is newer than this text
        self.run = TypingRun()
        self._selections: dict[str, list[QTextEdit.ExtraSelection]] = {}
        self._quiet, self._latest = _timer(self), _timer(self)
        self.set_autosave(QUIET_MS)
        self._quiet.timeout.connect(self.flush)
        self._latest.timeout.connect(self.flush)
        self.setAccessibleName(tr("Page text, Markdown source"))
        self.setPlaceholderText(tr("No text yet"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        document = QTextDocument(self)
        self._layout = SourceLayout(document)  # kept: Qt does not hold the Python object
        document.setDocumentLayout(self._layout)
        self.setDocument(document)
        self.document().setDocumentMargin(18)
        option = self.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)  # each paragraph by its first strong letter
        self.document().setDefaultTextOption(option)
        self._set_font()
        self._highlighter = SourceHighlighter(self.document(), colours)
        self.document().contentsChange.connect(self._changed)

    # ------------------------------------------------------------ the text

    @property
    def text(self) -> str:
        """The text as it stands. (`toPlainText` would turn no-break spaces into spaces.)"""
        return self.document().toRawText().replace("\u2029", "\n")

    @property
    def unsaved(self) -> bool:
        """Whether the user typed something that `edited` has not told yet."""
        return self._unsaved

    def load(self, text: str) -> None:
        """Another page's text: the cursor goes to its start, there is nothing to undo here."""
        self._stop()
        self.run.begin()
        self._ours = True
        self.setPlainText(text)
        self._ours = False
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def replace(self, text: str) -> None:
        """A newer text of the same page: cursor and place stay, and it can be undone."""
        self._stop()
        old = self.text
        if old == text:
            return  # and what is being typed goes on
        self.run.begin()
        head, old_end, new_end = _difference(old, text)
        self._by_cursor(to_utf16(old, head), to_utf16(old, old_end), text[head:new_end])

    def step_to(self, text: str) -> None:
        """An older (or again the newer) text of the same page, which Undo came to over the editor's own memory: that
        ends here. The cursor goes to where the texts differ."""
        self.setUndoRedoEnabled(False)
        old = self.text
        self.replace(text)
        self.setUndoRedoEnabled(True)
        _, _, end = _difference(old, text)
        self.select(end, end)

    def undo(self) -> None:
        """The last step; where the editor remembers none, the page's saved state before this one."""
        self._step(-1)

    def redo(self) -> None:
        self._step(1)

    def _step(self, step: int) -> None:
        if (step < 0 and self.undo_first()) or self.isReadOnly():
            return
        self.flush()
        document = self.document()
        if not (document.isUndoAvailable() if step < 0 else document.isRedoAvailable()):
            self.history_asked.emit(step)
            return
        if self.run.step != step:
            self.run.begin(step)
        self._stepping = step
        if step < 0:
            super().undo()
        else:
            super().redo()
        self._stepping = 0
        self.flush()

    def put_in(self, start: int, end: int, words: str) -> None:
        """Write over the code points `start` to `end` as if the user had typed it."""
        self.flush()
        self.run.begin()
        text = self.text
        cursor = QTextCursor(self.document())
        cursor.setPosition(_units(text, start))
        cursor.setPosition(_units(text, end), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(words)

    def set_streaming(self, on: bool) -> None:
        """While its page is being read the text is the engine's: it can be selected, not
        changed, and what streams in leaves nothing to undo."""
        if on != self.isReadOnly():
            self.setReadOnly(on)
            self.setUndoRedoEnabled(not on)
            if on:
                self.setTextInteractionFlags(
                    Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
                )

    def append(self, piece: str) -> None:
        """Streamed text at the end. The view follows if its end was in sight."""
        bar = self.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 1
        end = self.document().characterCount() - 1
        self._by_cursor(end, end, piece)
        if at_end:
            bar.setValue(bar.maximum())

    def flush(self) -> None:
        """Tell a waiting edit now."""
        if self.unsaved:
            self._stop()
            self.edited.emit(self.text)

    def set_autosave(self, milliseconds: int) -> None:
        """How long the keys rest before an edit is told; counts from the next key."""
        self._quiet.setInterval(milliseconds)
        self._latest.setInterval(max(milliseconds, LATEST_MS))

    # ------------------------------------------------------------ positions

    def position(self) -> int:
        """The cursor's place in code points."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(self.textCursor().position(), QTextCursor.MoveMode.KeepAnchor)
        return len(cursor.selectedText())

    def go_to(self, position: int) -> None:
        """Put the cursor before the code point `position` and show it."""
        cursor = self.textCursor()
        cursor.setPosition(min(to_utf16(self.text, position), self.document().characterCount() - 1))
        self.setTextCursor(cursor)
        self.centerCursor()

    def selected(self) -> tuple[int, int]:
        """Where the selection begins and ends, in code points; twice the cursor's place without one."""
        cursor, text = self.textCursor(), self.text
        return from_utf16(text, cursor.selectionStart()), from_utf16(text, cursor.selectionEnd())

    def select(self, start: int, end: int) -> None:
        """Select code points `start` to `end` and show them."""
        text, cursor = self.text, self.textCursor()
        cursor.setPosition(_units(text, start))
        cursor.setPosition(_units(text, end), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        if not self.viewport().rect().contains(self.cursorRect()):
            self.centerCursor()

    def put(self, start: int, end: int, text: str) -> None:
        """The user replaces code points `start` to `end`: one step to undo, and the cursor behind it."""
        self.flush()
        self.run.begin()
        whole, cursor = self.text, self.textCursor()
        cursor.beginEditBlock()
        cursor.setPosition(_units(whole, start))
        cursor.setPosition(_units(whole, end), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text)
        cursor.endEditBlock()
        self.setTextCursor(cursor)

    # ------------------------------------------------------------ look

    def set_colours(self, colours: Colours) -> None:
        self._ours = True
        self._highlighter.set_colours(colours)
        self._ours = False

    def set_zoom(self, factor: float) -> None:
        self._zoom = min(ZOOM_MOST, max(ZOOM_LEAST, factor))
        self._set_font()

    def set_selections(self, group: str, selections: list[QTextEdit.ExtraSelection]) -> None:
        """Marks of one kind (flags, places found); those of the other kinds stay. They move with the text."""
        if selections or self._selections.get(group):
            self._selections[group] = selections
            self.setExtraSelections([one for name in sorted(self._selections) for one in self._selections[name]])

    def changeEvent(self, event: QEvent) -> None:
        """A new style sheet (the other colours) would take the letters back to their first size."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._set_font()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Of the place that was clicked, unless that is within what is selected."""
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            there, cursor = self.cursorForPosition(event.pos()), self.textCursor()
            if not cursor.selectionStart() <= there.position() <= cursor.selectionEnd():
                self.setTextCursor(there)
            self.menu_asked.emit(event.globalPos())
        else:
            self.menu_asked.emit(self.viewport().mapToGlobal(self.cursorRect().bottomLeft()))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoomed.emit(self._zoom * ZOOM_STEP ** (event.angleDelta().y() / 120))
            event.accept()
            return
        super().wheelEvent(event)

    # ------------------------------------------------------------ inside

    def _by_cursor(self, start: int, end: int, text: str) -> None:
        """Replace UTF-16 positions `start` to `end` by a cursor other than the user's. His
        stays at the same letters, even where the change is right behind it."""
        mine = self.textCursor()
        places = mine.anchor(), mine.position()
        scrolled = self.verticalScrollBar().value()
        cursor = QTextCursor(self.document())
        length = self.document().characterCount()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self._ours = True
        cursor.insertText(text)
        self._ours = False
        grown = self.document().characterCount() - length
        anchor, position = (_shifted(place, start, end, grown) for place in places)
        if (self.textCursor().anchor(), self.textCursor().position()) != (anchor, position):
            mine.setPosition(anchor)
            mine.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(mine)
        self.verticalScrollBar().setValue(scrolled)

    def _changed(self, position: int, removed: int, added: int) -> None:
        if self._ours or self.isReadOnly() or not (removed or added):
            return
        if not self._stepping:
            self.run.key(saved=not self._unsaved)
        self._unsaved = True
        self._quiet.start()
        if not self._latest.isActive():
            self._latest.start()

    def _stop(self) -> None:
        self._unsaved = False
        self._quiet.stop()
        self._latest.stop()

    def _set_font(self) -> None:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setStyleHint(QFont.StyleHint.Monospace)
        font.setPointSizeF(10.5 * self._zoom)
        self.setFont(font)


def stand_before(view: QPlainTextEdit | QTextEdit, text: str) -> None:
    """The searched word has changed (one letter more of it was typed): what is selected may be its
    beginning, so the search goes on from there and not from behind it."""
    cursor = view.textCursor()
    if cursor.hasSelection() and cursor.selectedText().casefold() != text.casefold():
        cursor.setPosition(cursor.selectionStart())
        view.setTextCursor(cursor)


def _timer(parent: SourceEditor) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    return timer


def _units(text: str, place: int) -> int:
    """A code point's place in UTF-16 units; behind a text that has become shorter, its end."""
    return to_utf16(text, min(place, len(text)))


def _shifted(place: int, start: int, end: int, grown: int) -> int:
    """Where a place is after the text between `start` and `end` was replaced."""
    if place <= start:
        return place
    return place + grown if place >= end else start


def _difference(old: str, new: str) -> tuple[int, int, int]:
    """Where the texts begin to differ, and where the differing part ends in each."""
    shorter = min(len(old), len(new))
    head = _equal(shorter, lambda count: old[:count] == new[:count])
    tail = _equal(shorter - head, lambda count: old[len(old) - count :] == new[len(new) - count :])
    return head, len(old) - tail, len(new) - tail


def _equal(most: int, equal: Callable[[int], bool]) -> int:
    """The greatest count up to `most` that is `equal`, as all smaller ones are then; few comparisons of long texts
    take less time than many of single letters."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if equal(middle):
            low = middle
        else:
            high = middle - 1
    return low
