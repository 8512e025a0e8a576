# SPDX-License-Identifier: AGPL-3.0-or-later
"""Places in the source editor: clicks, what is at the top, and flags that move with the text. Counts UTF-16 units."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QTextBlock, QTextCursor
from PySide6.QtWidgets import QTextEdit

from app.core.checks import Severity
from app.desktop.look import LIGHT, Colours
from app.desktop.preview import TOP
from app.desktop.proof.margin import FlagMargin, Signs
from app.desktop.proof.marks import letters
from app.desktop.source_editor import SourceEditor

GROUP = "flags"
_STILL = 4


class EditorPlaces(QObject):
    clicked = Signal(int)
    opened = Signal(int)  # a double click in the margin
    scrolled = Signal(float)

    def __init__(self, editor: SourceEditor) -> None:
        super().__init__(editor)
        self._editor = editor
        self._cursors: list[QTextCursor] = []  # of the flags, in their order
        self._severities: Sequence[Severity] = ()
        self._empty: list[bool] = []  # flags that say that something is lacking
        self._present: int | None = None
        self._drawn: set[int] = set()
        self._drawn_present: int | None = None
        self._spans: tuple[int, list[tuple[int, int]]] | None = None  # of the cursors, at a revision of the text
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._catch_up)
        self._colours: Colours = LIGHT
        self._pressed = QPoint()
        self.margin = FlagMargin(editor, self._signs)
        editor.viewport().installEventFilter(self)
        editor.verticalScrollBar().valueChanged.connect(self._moved)
        editor.updateRequest.connect(self._painted)

    def _painted(self) -> None:
        self.margin.update()

    # ------------------------------------------------------------ the top

    def _moved(self) -> None:
        if self._cursors:
            self._later.start()  # once, however often the view moves on its way to a place
        if self._editor.isVisible():
            self.scrolled.emit(self.top)

    @property
    def top(self) -> float:
        if self._editor.verticalScrollBar().value() == 0:
            return 0.0
        return float(self._editor.cursorForPosition(QPoint(0, TOP)).position())

    def show_top(self, place: float) -> None:
        units = min(round(place), self._editor.document().characterCount() - 1)
        block = self._editor.document().findBlock(units)
        self._editor.blockBoundingRect(block)  # lays it out
        line = block.layout().lineForTextPosition(units - block.position())
        row = line.lineNumber() if line.isValid() else 0
        self._editor.verticalScrollBar().setValue(block.firstLineNumber() + row if place > 0 else 0)

    # ------------------------------------------------------------ the text

    def select(self, start: int, end: int) -> None:
        """Select and show. The view scrolls only if something of it is out of sight: then it is in the middle, or what
        is higher than the view begins at its top."""
        cursor = self._cursor(start, end)
        bar = self._editor.verticalScrollBar()
        value = bar.value()
        self._editor.setTextCursor(cursor)
        bar.setValue(value)
        port = self._editor.viewport().rect().adjusted(0, 0, 0, -TOP)
        edges = (self._editor.cursorRect(self._cursor(place, place)).center() for place in (start, end))
        if not all(port.contains(place) for place in edges):
            self.show_top(start)
            free = self._lines_in_view() - 1 - self._lines_of(start, end)
            bar.setValue(bar.value() - max(0, free // 2))

    def _lines_in_view(self) -> int:
        return self._editor.viewport().height() // max(1, self._editor.fontMetrics().lineSpacing())

    def _lines_of(self, start: int, end: int) -> int:
        """How many lines a part of the text has, as far as there is room in the view."""
        block, lines = self._editor.document().findBlock(start), 0
        while block.isValid() and block.position() <= end and lines < self._lines_in_view():
            self._editor.blockBoundingRect(block)  # lays it out
            first = block.layout().lineForTextPosition(max(0, start - block.position()))
            last = block.layout().lineForTextPosition(min(end - block.position(), block.length() - 1))
            if first.isValid() and last.isValid():
                lines += last.lineNumber() - first.lineNumber() + 1
            block = block.next()
        return lines

    def _cursor(self, start: int, end: int) -> QTextCursor:
        most = self._editor.document().characterCount() - 1
        cursor = QTextCursor(self._editor.document())
        cursor.setPosition(min(start, most))
        cursor.setPosition(min(end, most), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    # ------------------------------------------------------------ flags

    def show_flags(self, spans: Sequence[tuple[int, int]], severities: Sequence[Severity], present: int | None) -> None:
        """The flags of the text as it stands; they take the place of those before."""
        change = QTextCursor(self._editor.document())
        change.beginEditBlock()  # within one a cursor does not look for its line, which would lay out the whole text
        self._cursors = [self._cursor(start, end) for start, end in spans]
        change.endEditBlock()
        self._spans = None
        self._empty = [start == end for start, end in spans]
        self._severities, self._present = severities, present
        self._draw()

    def show_present(self, present: int | None) -> None:
        if present != self._present:
            self._present = present
            self._later.start()

    def span(self, number: int) -> tuple[int, int] | None:
        """Where a flag is now; None if its text was deleted, or if it is not marked yet."""
        if number >= len(self._cursors):
            return None
        start, end = self._places()[number]
        return None if start == end and not self._empty[number] else (start, end)

    def drop_deleted(self) -> list[int]:
        """Take away the flags whose text is gone: their numbers."""
        gone = [number for number in range(len(self._cursors)) if self.span(number) is None]
        for number in reversed(gone):
            del self._cursors[number], self._empty[number]
        if gone:
            self._spans = None
            kept = [one for number, one in enumerate(self._severities) if number not in set(gone)]
            self._severities = kept
            if self._present is not None:
                before = sum(number < self._present for number in gone)
                self._present = None if self._present in gone else self._present - before
            self._draw()
        return gone

    def set_colours(self, colours: Colours) -> None:
        self._colours = self.margin.colours = colours
        self._draw()

    def _places(self) -> list[tuple[int, int]]:
        """Where the flags are, as the text stands."""
        revision = self._editor.document().revision()
        if self._spans is None or self._spans[0] != revision:
            self._spans = revision, [(cursor.selectionStart(), cursor.selectionEnd()) for cursor in self._cursors]
        return self._spans[1]

    def _catch_up(self) -> None:
        """The view has moved, or another flag is looked at."""
        if self._present != self._drawn_present or not self._in_sight() <= self._drawn:
            self._draw()

    def _draw(self) -> None:
        self._later.stop()
        formats = {
            (severity, present): letters(severity, self._colours, present)
            for severity in Severity
            for present in (False, True)
        }
        selections = []
        self._drawn, self._drawn_present = self._in_sight(around=True), self._present
        for number in sorted(self._drawn):
            selection = QTextEdit.ExtraSelection()
            cursor = self._cursors[number]
            selection.cursor = self._neighbour(cursor) if self._empty[number] else cursor
            selection.format = formats[self._severities[number], number == self._present]
            selections.append(selection)
        self._editor.set_selections(GROUP, selections)
        self.margin.update()

    def _in_sight(self, *, around: bool = False) -> set[int]:
        """The flags in the viewport; with `around`, also those of half a screen above and below. Only these are drawn:
        the editor walks from the top of the view to each one, so that many cost much."""
        first, last = self._editor.firstVisibleBlock(), self._last_visible_block()
        more = (last.blockNumber() - first.blockNumber()) // 2 + 2 if around else 0
        document = self._editor.document()
        begin = document.findBlockByNumber(max(0, first.blockNumber() - more)).position()
        below = document.findBlockByNumber(min(document.blockCount() - 1, last.blockNumber() + more))
        end = below.position() + below.length()
        return {number for number, (start, stop) in enumerate(self._places()) if start < end and stop >= begin}

    def _last_visible_block(self) -> QTextBlock:
        port = self._editor.viewport()
        return self._editor.cursorForPosition(QPoint(port.width(), port.height())).block()

    def _neighbour(self, cursor: QTextCursor) -> QTextCursor:
        """Where something is lacking, the word before is underlined, else the one behind."""
        word = QTextCursor(cursor)
        word.movePosition(QTextCursor.MoveOperation.PreviousWord)
        word.movePosition(QTextCursor.MoveOperation.EndOfWord, QTextCursor.MoveMode.KeepAnchor)
        if not word.hasSelection():
            word.setPosition(cursor.position())
            word.movePosition(QTextCursor.MoveOperation.NextWord, QTextCursor.MoveMode.KeepAnchor)
        return word

    def _signs(self) -> Signs:
        """In one way down the view: each question for a place would begin at its top."""
        numbers = sorted(self._in_sight(), key=lambda number: self._places()[number])
        block = self._editor.firstVisibleBlock()
        top = self._editor.blockBoundingGeometry(block).translated(self._editor.contentOffset()).top()
        signs: list[tuple[float, float, Severity]] = []
        for number in numbers:
            start = self._places()[number][0]
            while start >= block.position() + block.length() and block.next().isValid():
                top += self._editor.blockBoundingRect(block).height()
                block = block.next()
            height = self._editor.blockBoundingRect(block).height()  # lays it out
            line = block.layout().lineForTextPosition(start - block.position())
            if start >= block.position():
                signs.append(
                    (top + line.y(), line.height(), self._severities[number])
                    if line.isValid()
                    else (top, height, self._severities[number])
                )
        return signs

    # ------------------------------------------------------------ the mouse

    def _beside(self, place: QPoint) -> bool:
        """In the margin, at either side."""
        wide = self._editor.document().documentMargin()
        return not wide <= place.x() < self._editor.viewport().width() - wide

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind is QEvent.Type.Resize:
            self.margin.place()
            QTimer.singleShot(0, self, self._moved)  # when the lines are laid out anew
        elif isinstance(event, QMouseEvent) and event.button() is Qt.MouseButton.LeftButton:
            place = event.position().toPoint()
            if kind is QEvent.Type.MouseButtonPress:
                self._pressed = place
            elif kind is QEvent.Type.MouseButtonDblClick and self._beside(place):
                self.opened.emit(self._editor.cursorForPosition(place).position())
                return True  # a word is selected by a double click on it, not beside it
            elif kind is QEvent.Type.MouseButtonRelease and (place - self._pressed).manhattanLength() <= _STILL:
                self.clicked.emit(self._editor.cursorForPosition(place).position())
        return False
