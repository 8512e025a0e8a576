# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pages that may be double pages, as sheets in a grid: each with a tick and a line that can be dragged to where it is
to be cut. Pictures are asked for as sheets come into sight, and only those in sight are drawn, so that a book of 500
double pages costs no more than a booklet.

By keys: arrows go from sheet to sheet, Space ticks, Shift with left and right moves the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QStyle, QStyleOptionButton, QWidget

from app.core.spreads import NEAREST, Guess, Split
from app.core.wording import tr
from app.desktop.fit_text import draw_line
from app.desktop.look import Look

WIDE = 260
"""Of a sheet's picture, logical pixels."""

HIGH = 190
SPACE = 14
CAPTION = 26
GRIP = 7
"""Pixels on each side of the line in which it can be taken hold of."""

STEP = 0.005
"""Of the width, by which a key moves the line."""


@dataclass(slots=True)
class Sheet:
    """A page (counted whole) that may be cut. `on` says whether it will be."""

    split: Split
    on: bool
    picture: QPixmap | None = None
    asked: bool = False
    touched: bool = False  # by the user


class Sheets(QAbstractScrollArea):
    changed = Signal()  # a tick or a line
    picture_wanted = Signal(int, int, int)  # page counted whole, pixels of the long side, turn

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self.sheets: list[Sheet] = []
        self.current = 0
        self._dragged: int | None = None
        self.setAccessibleName(tr("Double pages"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        look.changed.connect(self.viewport().update)

    def sizeHint(self) -> QSize:
        return QSize(3 * (WIDE + SPACE) + SPACE + 20, 2 * (HIGH + CAPTION + SPACE) + SPACE)

    # ------------------------------------------------------------ what is shown

    def show_guesses(self, guesses: tuple[Guess, ...], splits: tuple[Split, ...]) -> None:
        """Those that look like double pages are ticked; where pages are cut already, those that are cut."""
        cut = {split.page: split for split in splits}
        known = {sheet.split.page: sheet for sheet in self.sheets}
        self.sheets = [_sheet(guess, cut, known.get(guess.split.page)) for guess in guesses]
        self.current = min(self.current, max(0, len(self.sheets) - 1))
        self._measure()
        self._describe()
        self.changed.emit()

    def take_picture(self, page: int, image: QImage) -> None:
        for sheet in self.sheets:
            if sheet.split.page == page:
                sheet.picture = QPixmap.fromImage(image)
                self.viewport().update()

    def splits(self, right_first: bool) -> list[Split]:
        """Those that are ticked."""
        return [replace(sheet.split, right_first=right_first) for sheet in self.sheets if sheet.on]

    def tick_all(self, on: bool) -> None:
        for sheet in self.sheets:
            sheet.on, sheet.touched = on, True
        self.viewport().update()
        self.changed.emit()

    # ------------------------------------------------------------ where it is

    @property
    def _columns(self) -> int:
        return max(1, (self.viewport().width() - SPACE) // (WIDE + SPACE))

    def _measure(self) -> None:
        rows = -(-len(self.sheets) // self._columns)
        full = SPACE + rows * (HIGH + CAPTION + SPACE)
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, full - self.viewport().height()))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(40)
        self.viewport().update()

    def cell(self, number: int) -> QRect:
        """The room of a sheet in the viewport: its picture, and its tick below."""
        row, column = divmod(number, self._columns)
        left = SPACE + column * (WIDE + SPACE)
        top = SPACE + row * (HIGH + CAPTION + SPACE) - self.verticalScrollBar().value()
        return QRect(left, top, WIDE, HIGH + CAPTION)

    def paper(self, number: int) -> QRectF:
        """Where the picture itself is."""
        cell, picture = self.cell(number), self.sheets[number].picture
        room = QRectF(cell.left(), cell.top(), WIDE, HIGH)
        if picture is None or picture.isNull():
            return room
        size = picture.size().scaled(room.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio)
        left, top = room.left() + (WIDE - size.width()) / 2, room.top() + (HIGH - size.height()) / 2
        return QRectF(left, top, size.width(), size.height())

    def line(self, number: int) -> float:
        """The x of a sheet's line in the viewport."""
        paper = self.paper(number)
        return paper.left() + self.sheets[number].split.gutter * paper.width()

    def tick(self, number: int) -> QRect:
        cell = self.cell(number)
        return QRect(cell.left(), cell.top() + HIGH, WIDE, CAPTION)

    def _at(self, place: QPointF) -> int | None:
        point = place.toPoint()
        return next((n for n in self._seen() if self.cell(n).contains(point)), None)

    def _seen(self) -> range:
        per_row = HIGH + CAPTION + SPACE
        top = self.verticalScrollBar().value()
        first = max(0, (top - SPACE) // per_row) * self._columns
        last = ((top + self.viewport().height()) // per_row + 1) * self._columns
        return range(min(first, len(self.sheets)), min(last, len(self.sheets)))

    # ------------------------------------------------------------ painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(event.rect(), QColor(self._look.colours.canvas))
        for number in self._seen():
            self._paint(painter, number)
        painter.end()

    def _paint(self, painter: QPainter, number: int) -> None:
        sheet, colours, paper = self.sheets[number], self._look.colours, self.paper(number)
        painter.setOpacity(1.0 if sheet.on else 0.5)
        if sheet.picture is None:
            painter.fillRect(paper, QColor(colours.field))
            self._ask(sheet)
        else:
            painter.drawPixmap(paper, sheet.picture, QRectF(sheet.picture.rect()))
        painter.setOpacity(1.0)
        if sheet.on:
            painter.setPen(QPen(QColor(colours.accent), 2))
            x = self.line(number)
            painter.drawLine(QPointF(x, paper.top() - 4), QPointF(x, paper.bottom() + 4))
        if number == self.current and self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRect(self.cell(number).adjusted(-4, -4, 4, 4))
        self._paint_tick(painter, number)

    def _paint_tick(self, painter: QPainter, number: int) -> None:
        sheet, place = self.sheets[number], self.tick(number)
        option = QStyleOptionButton()
        side = self.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth)
        option.rect = QRect(place.left() + 2, place.center().y() - side // 2, side, side)
        option.state = QStyle.StateFlag.State_Enabled | (
            QStyle.StateFlag.State_On if sheet.on else QStyle.StateFlag.State_Off
        )
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorCheckBox, option, painter, self)
        painter.setPen(QColor(self._look.colours.ink))
        draw_line(painter, place.adjusted(side + 10, 0, 0, 0), page_words(sheet))

    def _ask(self, sheet: Sheet) -> None:
        if not sheet.asked:
            sheet.asked = True
            pixels = round(max(WIDE, HIGH) * self.devicePixelRatioF())
            self.picture_wanted.emit(sheet.split.page, pixels, sheet.split.turn)

    # ------------------------------------------------------------ hands

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._at(event.position())
        if number is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._go(number)
        if self.tick(number).contains(event.position().toPoint()):
            self._turn_over(number)
        elif self.sheets[number].on and abs(event.position().x() - self.line(number)) <= GRIP:
            self._dragged = number

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged is not None:
            paper = self.paper(self._dragged)
            self._put_line(self._dragged, (event.position().x() - paper.left()) / max(1.0, paper.width()))
            return
        number = self._at(event.position())
        near = number is not None and self.sheets[number].on and abs(event.position().x() - self.line(number)) <= GRIP
        self.viewport().setCursor(Qt.CursorShape.SplitHCursor if near else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        steps = {keys.Key_Left: -1, keys.Key_Right: 1, keys.Key_Up: -self._columns, keys.Key_Down: self._columns}
        key = keys(event.key())
        if not self.sheets:
            super().keyPressEvent(event)
        elif key == keys.Key_Space:
            self._turn_over(self.current)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier and key in (keys.Key_Left, keys.Key_Right):
            self._put_line(self.current, self.sheets[self.current].split.gutter + STEP * steps[key])
        elif key in steps:
            self._go(min(max(0, self.current + steps[key]), len(self.sheets) - 1))
        elif key in (keys.Key_Home, keys.Key_End):
            self._go(0 if key == keys.Key_Home else len(self.sheets) - 1)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._measure()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and self.sheets:
            self.setToolTip(tr("Drag the line to where the pages meet"))
        return super().viewportEvent(event)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def _go(self, number: int) -> None:
        self.current = number
        cell, bar = self.cell(number), self.verticalScrollBar()
        if cell.top() < 0:
            bar.setValue(bar.value() + cell.top() - SPACE)
        elif cell.bottom() > self.viewport().height():
            bar.setValue(bar.value() + cell.bottom() - self.viewport().height() + SPACE)
        self._describe()
        self.viewport().update()

    def _turn_over(self, number: int) -> None:
        self.sheets[number].on = not self.sheets[number].on
        self.sheets[number].touched = True
        self._told()

    def _put_line(self, number: int, gutter: float) -> None:
        sheet = self.sheets[number]
        sheet.split = replace(sheet.split, gutter=round(min(max(gutter, NEAREST), 1 - NEAREST), 4))
        sheet.touched = True
        self._told()

    def _told(self) -> None:
        self._describe()
        self.viewport().update()
        self.changed.emit()

    def _describe(self) -> None:
        """For those who cannot see it: the sheet that the keys are at."""
        if self.sheets:
            sheet = self.sheets[self.current]
            text = tr("will be split at {place} %") if sheet.on else tr("stays one page")
            place = round(100 * sheet.split.gutter, 1)
            self.setAccessibleDescription(f"{page_words(sheet)}: {text.format(place=place)}")


def _sheet(guess: Guess, cut: Mapping[int, Split], before: Sheet | None) -> Sheet:
    """A page as it is guessed, or cut already, or as the user has put it meanwhile."""
    if before is not None and before.touched:
        return before
    page = guess.split.page
    made = Sheet(cut.get(page, guess.split), page in cut if cut else guess.sure)
    if before is not None:
        made.picture, made.asked = before.picture, before.asked
    return made


def page_words(sheet: Sheet) -> str:
    return tr("Page {page}").format(page=sheet.split.page + 1)


def centre(sheets: Sheets, number: int) -> QPoint:
    """The middle of a sheet's line in the viewport."""
    return QPoint(round(sheets.line(number)), round(sheets.paper(number).center().y()))
