# SPDX-License-Identifier: AGPL-3.0-or-later
"""Places in the plain preview: clicks, what is at the top, marks. Its own counting is characters of its document
from the block's first one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, Qt, Signal, SignalInstance
from PySide6.QtGui import QMouseEvent, QTextCursor
from PySide6.QtWidgets import QTextBrowser, QTextEdit

from app.core.checks import Severity
from app.desktop.look import LIGHT, Colours
from app.desktop.preview import TOP
from app.desktop.proof.margin import FlagMargin, Signs
from app.desktop.proof.marks import Mark, letters
from app.desktop.proof.rendered import Shown, shown_text

_STILL = 4
"""Logical pixels that the mouse may move between press and release of a click."""


class LitePlaces(QObject):
    clicked = Signal(int, int)  # block, place
    opened = Signal(int, int)  # the same of a double click
    scrolled = Signal(int, float)

    def __init__(self, view: QTextBrowser, starts: Callable[[], Sequence[int]]) -> None:
        """`starts` gives where each block begins in the view's document."""
        super().__init__(view)
        self._view, self._starts = view, starts
        self._marks: Sequence[Mark] = ()
        self._pressed = QPoint()
        self.colours: Colours = LIGHT
        self.margin = FlagMargin(view, self._signs)
        view.viewport().installEventFilter(self)
        view.verticalScrollBar().valueChanged.connect(self._moved)

    # ------------------------------------------------------------ the top

    def _moved(self) -> None:
        self.margin.update()
        self.ask_top()

    def ask_top(self) -> None:
        starts = self._starts()
        if not starts:
            return
        edge = self._view.verticalScrollBar().value() + TOP
        low, high = 0, len(starts)
        while high - low > 1:
            middle = (low + high) // 2
            if self._height(middle) <= edge:
                low = middle
            else:
                high = middle
        first, last = self._height(low), self._height(low + 1)
        self.scrolled.emit(low, min(1.0, max(0.0, (edge - first) / max(1.0, last - first))))

    def show_top(self, block: int, share: float) -> None:
        if block >= len(self._starts()):
            return
        first, last = self._height(block), self._height(block + 1)
        bar = self._view.verticalScrollBar()
        at_head = block == 0 and share <= 0
        bar.setValue(0 if at_head else round(first + share * (last - first)) - TOP)

    def _height(self, block: int) -> float:
        starts, document = self._starts(), self._view.document()
        layout = document.documentLayout()
        if block >= len(starts):
            return float(layout.documentSize().height())
        place = starts[block] + (1 if block else 0)
        return float(layout.blockBoundingRect(document.findBlock(place)).top())

    # ------------------------------------------------------------ the text

    def shown(self, numbers: Sequence[int]) -> Callable[[], dict[int, Shown]]:
        raw = self._view.document().toRawText().encode("utf-16-le", "surrogatepass")
        starts = [*self._starts(), len(raw) // 2]
        parts = {
            number: raw[2 * starts[number] : 2 * starts[number + 1]] for number in numbers if number < len(starts) - 1
        }
        return lambda: {number: shown_text(part.decode("utf-16-le", "replace")) for number, part in parts.items()}

    def select(self, block: int, start: int, end: int, scroll: bool) -> None:
        cursor = self._cursor(block, start, end)
        if cursor is None:
            return
        bar = self._view.verticalScrollBar()
        value = bar.value()
        self._view.setTextCursor(cursor)
        bar.setValue(value)
        place = self._view.cursorRect(cursor)
        port = self._view.viewport().rect()
        if scroll and not port.adjusted(0, TOP, 0, -TOP).contains(place.center()):
            bar.setValue(value + place.center().y() - port.center().y())

    def selected(self) -> tuple[int, int, int, int] | None:
        """The first and the last block of what is selected, with the places in them."""
        cursor, starts = self._view.textCursor(), self._starts()
        if not cursor.hasSelection() or not starts:
            return None
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        first, last = (max(0, bisect_right(starts, place) - 1) for place in (start, end - 1))
        return first, max(0, start - starts[first]), last, max(0, end - starts[last])

    def _cursor(self, block: int, start: int, end: int) -> QTextCursor | None:
        starts, document = self._starts(), self._view.document()
        if block >= len(starts):
            return None
        most = document.characterCount() - 1
        cursor = QTextCursor(document)
        cursor.setPosition(min(starts[block] + start, most))
        cursor.setPosition(min(starts[block] + end, most), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    # ------------------------------------------------------------ marks

    def show_marks(self, marks: Sequence[Mark]) -> None:
        self._marks = marks
        selections = []
        for mark in marks:
            cursor = self._cursor(mark.block, mark.start, mark.end)
            if cursor is not None:
                selection = QTextEdit.ExtraSelection()
                selection.cursor = cursor
                selection.format = letters(mark.severity, self.colours, mark.present)
                selections.append(selection)
        self._view.setExtraSelections(selections)
        self.margin.update()

    def set_colours(self, colours: Colours) -> None:
        self.colours = self.margin.colours = colours
        self.show_marks(self._marks)

    def _signs(self) -> Signs:
        port = QRectF(self._view.viewport().rect())
        signs: list[tuple[float, float, Severity]] = []
        seen = self._seen()
        for mark in self._marks:
            if mark.block in seen:
                cursor = self._cursor(mark.block, mark.start, mark.start)
                if cursor is not None:
                    place = QRectF(self._view.cursorRect(cursor))
                    if port.intersects(place.adjusted(0, 0, 1, 0)):
                        signs.append((place.top(), place.height(), mark.severity))
        return signs

    def _seen(self) -> range:
        """The blocks in the viewport."""
        starts = list(self._starts())
        port = self._view.viewport().rect()
        first = self._view.cursorForPosition(port.topLeft()).position()
        last = self._view.cursorForPosition(port.bottomRight()).position()
        return range(max(0, bisect_right(starts, first) - 1), bisect_right(starts, last))

    # ------------------------------------------------------------ the mouse

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind is QEvent.Type.Resize:
            self.margin.place()
        elif isinstance(event, QMouseEvent) and event.button() is Qt.MouseButton.LeftButton:
            place = event.position().toPoint()
            if kind is QEvent.Type.MouseButtonPress:
                self._pressed = place
            elif kind is QEvent.Type.MouseButtonDblClick:
                self._pressed = QPoint(-_STILL - 1, 0)  # its release is no click
                self._tell(place, self.opened)
            elif kind is QEvent.Type.MouseButtonRelease:
                still = (place - self._pressed).manhattanLength() <= _STILL
                if still and not self._view.anchorAt(place):
                    self._tell(place, self.clicked)
        return False

    def _tell(self, place: QPoint, signal: SignalInstance) -> None:
        starts = self._starts()
        position = self._view.cursorForPosition(place).position()
        block = bisect_right(list(starts), position) - 1
        if block >= 0:
            signal.emit(block, position - starts[block])
