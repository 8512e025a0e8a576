# SPDX-License-Identifier: AGPL-3.0-or-later
"""The page's picture on a scrolling canvas: zoom, pan, highlights, sharp at every resolution.

Lengths: "logical" pixels are Qt's, "device" pixels the screen's. Zoom 1 shows a page at its
paper size on a screen of 96 logical pixels an inch. The base picture covers the page and has as
many device pixels as it is shown with, up to BASE_SIDE; above that the visible region is asked
for in addition. Until a new picture comes, the old one is painted scaled.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from app.core.wording import tr
from app.desktop.look import Look
from app.desktop.page_paint import covers, grown_by_half, paint_picture
from app.desktop.preview import TOP
from app.desktop.proof.page_hand import PageHand
from app.desktop.wheel_turn import WheelTurn
from app.desktop.zoom import MARGIN, Fit, fit_factor, next_step
from engine.protocol import Box

if TYPE_CHECKING:
    from app.desktop.framing.layer import Layer

BASE_SIDE = 4000
"""Device pixels of the base picture's long side at most (A4 at 340 dpi, 45 MB)."""
REGION_SIDE = 4096
"""The same of the visible region's picture."""
SETTLE_MS = 90
"""Rest after zooming or scrolling before a sharper picture is asked for."""
WHOLE: Box = (0.0, 0.0, 1.0, 1.0)
MARKER = 110
"""Saturation, of 255, of the ground of a place that is marked in high contrast."""
BLANK_SIZE = QSizeF(612, 792)
"""Points: the sheet that is drawn before the page's size is known (US Letter)."""


class PageView(QAbstractScrollArea):
    picture_wanted = Signal(int, object)  # device pixels of the long side, region or None
    zoom_changed = Signal()
    turn_over = Signal(int)  # +1 or -1: scrolled on past the end of the page
    clicked = Signal(float, float)  # a place of the page, as shares of it
    opened = Signal(float, float)  # the same of a double click
    framed = Signal(object)  # a Box that was drawn with the mouse

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("canvas")
        self.setAccessibleName(tr("Page picture"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._look = look
        self._size = BLANK_SIZE
        self._shown = False
        self._hint = ""
        self.fit = Fit.WIDTH
        self.factor = 1.0
        self._base: QImage | QPixmap | None = None
        self._base_asked = 0
        self._detail: QImage | None = None
        self._detail_box: Box = WHOLE
        self._marks: tuple[Box, ...] = ()
        self._hovered = False
        self._sure = True  # the marks are the very places, and do not only bound them
        self.hand = PageHand(self, self._choose, self._frame)
        self.layer: Layer | None = None  # has mouse and keys before the hand
        self._wheel = WheelTurn()
        self._from_end = False  # the previous page was turned to: it is shown from its end
        self._pages_shown = 0
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self._ask)
        self.verticalScrollBar().valueChanged.connect(self._settle.start)
        self.horizontalScrollBar().valueChanged.connect(self._settle.start)
        look.changed.connect(self.viewport().update)

    # ------------------------------------------------------------ what is shown

    def show_page(self, size: QSizeF | None, stand_in: QPixmap | None) -> None:
        """Another page: its size in points, if known, and a small picture for the moment."""
        self._size = size or BLANK_SIZE
        self._shown = True
        self._base, self._base_asked, self._detail, self._marks = stand_in, 0, None, ()
        self._lay_out()
        self._pages_shown += 1
        self._go_to_edge(final=size is not None)
        self.viewport().update()
        self._ask()

    def set_hovered(self, on: bool) -> None:
        """The mouse is on this page in a list of pages."""
        if on != self._hovered:
            self._hovered = on
            self.viewport().update()

    def set_size(self, size: QSizeF) -> None:
        if size != self._size:
            self._size = size
            self._lay_out()
            if self._from_end:
                self._go_to_edge(final=True)
            self._ask()

    def _go_to_edge(self, *, final: bool) -> None:
        """Until the page's size is known (`final`) its end is not where it seems."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum() if self._from_end else 0)
        self._from_end = self._from_end and not final

    def _turn_over(self, on: int) -> None:
        """Ask for the next or the previous page; the previous one is shown from its end."""
        shown = self._pages_shown
        self._from_end = on < 0
        self.turn_over.emit(on)
        if self._pages_shown == shown:  # there is no such page
            self._from_end = False

    def redraw(self) -> None:
        """The page itself has changed (it was turned): its pictures are asked for anew."""
        self._base_asked, self._detail = 0, None
        self._ask()

    def show_nothing(self) -> None:
        self._shown, self._base, self._detail, self._marks = False, None, None, ()
        self._lay_out()
        self.viewport().update()

    def set_hint(self, text: str) -> None:
        """Words in the place of a page, where there is none."""
        if text != self._hint:
            self._hint = text
            self.viewport().update()

    def set_picture(self, image: QImage, region: Box | None) -> None:
        if region is None:
            self._base = image
        else:
            self._detail, self._detail_box = image, region
        self.viewport().update()

    def highlight(self, boxes: Sequence[Box], *, sure: bool = True, scroll: bool = True) -> None:
        """Mark places of the page; the view scrolls only if the first is out of sight. Without `sure`
        they only bound the place and are drawn dashed."""
        self._marks, self._sure = tuple(boxes), sure
        if self._marks and scroll:
            place = self.in_view(self._marks[0]).toRect()
            if not self.viewport().rect().contains(place):
                centre = place.center() - self.viewport().rect().center()
                self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + centre.x())
                self.verticalScrollBar().setValue(self.verticalScrollBar().value() + centre.y())
        self.viewport().update()

    @property
    def highlights(self) -> tuple[Box, ...]:
        return self._marks

    @property
    def marks_are_sure(self) -> bool:
        return self._sure

    # ------------------------------------------------------------ in step with the text

    @property
    def top_height(self) -> float:
        """What stands at the top of the view, as a share of the page's height; below 0 on the margin."""
        paper = self._paper()
        return (TOP - paper.top()) / paper.height()

    def show_height(self, height: float) -> None:
        """Scroll so that this stands at the top, as far as there is page to scroll."""
        self.verticalScrollBar().setValue(round(MARGIN - TOP + height * self._sheet().height()) if height > 0 else 0)

    # ------------------------------------------------------------ zoom

    def set_fit(self, fit: Fit) -> None:
        self.fit = fit
        self._zoomed()

    def set_factor(self, factor: float, about: QPointF | None = None) -> None:
        """Zoom, keeping the point `about` (of the viewport; its centre by default) in place."""
        about = about or QRectF(self.viewport().rect()).center()
        old = self._paper()
        x, y = (about.x() - old.left()) / old.width(), (about.y() - old.top()) / old.height()
        self.fit, self.factor = Fit.FREE, factor
        self._zoomed()
        new = self._paper()
        for bar, shift in (
            (self.horizontalScrollBar(), new.left() + x * new.width() - about.x()),
            (self.verticalScrollBar(), new.top() + y * new.height() - about.y()),
        ):
            bar.setValue(bar.value() + round(shift))

    def step_zoom(self, direction: int) -> None:
        self.set_factor(next_step(self.factor, direction))

    def _zoomed(self) -> None:
        self._lay_out()
        self.viewport().update()
        self._settle.start()

    # ------------------------------------------------------------ geometry

    def _lay_out(self) -> None:
        """Zoom for the present fit, and the scroll bars' ranges."""
        room = self.maximumViewportSize() if self.fit is Fit.PAGE else self._room_beside_bar()
        self.factor = fit_factor(self.fit, self._size, QSizeF(room), self.factor)
        sheet = self._sheet()
        across = (self.horizontalScrollBar(), sheet.width(), self.viewport().width())
        down = (self.verticalScrollBar(), sheet.height(), self.viewport().height())
        for bar, need, have in (across, down):
            over = round(need + 2 * MARGIN) - have
            bar.setRange(0, max(0, over) if self._shown and self.fit is not Fit.PAGE else 0)
            bar.setPageStep(have)
            bar.setSingleStep(40)
        self.zoom_changed.emit()

    def _room_beside_bar(self) -> QSizeF:
        """The viewport as if the vertical bar were always there, so that fitting does not swing."""
        size = QSizeF(self.maximumViewportSize())
        return QSizeF(size.width() - self.verticalScrollBar().sizeHint().width(), size.height())

    def _sheet(self) -> QSizeF:
        return self._size * (self.factor * 96 / 72)

    def _paper(self) -> QRectF:
        """Where the page lies in the viewport, logical pixels."""
        sheet, port = self._sheet(), self.viewport().size()
        left = max(MARGIN, (port.width() - sheet.width()) / 2) - self.horizontalScrollBar().value()
        top: float = MARGIN - self.verticalScrollBar().value()
        if sheet.height() + 2 * MARGIN < port.height():
            top = (port.height() - sheet.height()) / 2
        return QRectF(round(left), round(top), sheet.width(), sheet.height())

    def share_at(self, point: QPointF) -> tuple[float, float]:
        """A point of the viewport as shares of the page; beyond its edges below 0 or above 1."""
        paper = self._paper()
        return (point.x() - paper.left()) / paper.width(), (point.y() - paper.top()) / paper.height()

    def in_view(self, box: Box) -> QRectF:
        """Where a place of the page lies in the viewport, logical pixels."""
        paper = self._paper()
        return QRectF(
            QPointF(paper.left() + box[0] * paper.width(), paper.top() + box[1] * paper.height()),
            QPointF(paper.left() + box[2] * paper.width(), paper.top() + box[3] * paper.height()),
        )

    # ------------------------------------------------------------ asking for pictures

    def _ask(self) -> None:
        if not self._shown or not self.isVisible():
            return
        ratio = self.devicePixelRatioF()
        sheet = self._sheet() * ratio
        pixels = round(max(sheet.width(), sheet.height()))
        base = min(pixels, BASE_SIDE)
        if base != self._base_asked:
            self._base_asked = base
            self.picture_wanted.emit(base, None)
        if pixels <= BASE_SIDE:
            self._detail = None
            return
        box = self._visible_box()
        if self._detail is None or not covers(self._detail_box, box) or not self._is_sharp(ratio):
            grown = grown_by_half(box)
            side = max((grown[2] - grown[0]) * sheet.width(), (grown[3] - grown[1]) * sheet.height())
            self.picture_wanted.emit(min(round(side), REGION_SIDE), grown)

    def _is_sharp(self, ratio: float) -> bool:
        assert self._detail is not None
        shown = self.in_view(self._detail_box).width() * ratio
        return self._detail.width() >= 0.98 * min(shown, REGION_SIDE)

    def _visible_box(self) -> Box:
        paper, port = self._paper(), QRectF(self.viewport().rect())
        seen = paper.intersected(port)
        return (
            (seen.left() - paper.left()) / paper.width(),
            (seen.top() - paper.top()) / paper.height(),
            (seen.right() - paper.left()) / paper.width(),
            (seen.bottom() - paper.top()) / paper.height(),
        )

    # ------------------------------------------------------------ painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), QColor(self._look.colours.canvas))
        if not self._shown:
            painter.setPen(QColor(self._look.colours.dim))
            room = self.viewport().rect().adjusted(2 * MARGIN, 0, -2 * MARGIN, 0)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._hint)
            return
        paper = self._paper()
        shadow = QColor(0, 0, 0, 26)
        painter.fillRect(paper.adjusted(-1, -1, 1, 2), shadow)
        painter.fillRect(paper, Qt.GlobalColor.white)
        if self._base is not None:
            paint_picture(painter, self._base, paper, event.rect(), self.devicePixelRatioF())
        if self._detail is not None:
            place = self.in_view(self._detail_box)
            paint_picture(painter, self._detail, place, event.rect(), self.devicePixelRatioF())
        for box in self._marks:
            self._paint_mark(painter, self.in_view(box))
        if self._hovered:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._look.colours.accent), 2, Qt.PenStyle.DashLine))
            painter.drawRect(paper.adjusted(1, 1, -1, -1))
        if self.layer is not None:
            self.layer.paint(painter)
        self.hand.paint(painter, self._look.colours.accent)
        painter.end()

    def _paint_mark(self, painter: QPainter, place: QRectF) -> None:
        colours = self._look.colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        dashed = Qt.PenStyle.SolidLine if self._sure else Qt.PenStyle.DashLine
        if colours.strong:
            self._paint_strong_mark(painter, place, dashed)
            return
        fill = QColor(colours.mark)
        fill.setAlphaF(0.3)
        painter.setBrush(fill if self._sure else Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colours.mark), 1.5, dashed))
        painter.drawRoundedRect(place.adjusted(-1.5, -1.5, 1.5, 1.5), 2, 2)

    def _paint_strong_mark(self, painter: QPainter, place: QRectF, dashed: Qt.PenStyle) -> None:
        """The text keeps its contrast: the ground is a marker's, which leaves black as it is. A sheet is light in
        every look, a picture on it need not be: a black edge around the coloured one is seen on any, close to the
        box, so that the lines above and below stay whole."""
        mark = QColor(self._look.colours.mark)
        if self._sure:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
            painter.fillRect(place, QColor.fromHsv(max(mark.hue(), 0), MARKER, 255))
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, wide in ((QColor(Qt.GlobalColor.black), 2.5), (mark, 1.0)):
            painter.setPen(QPen(colour, wide, dashed))
            painter.drawRoundedRect(place.adjusted(-0.5, -0.5, 0.5, 0.5), 1, 1)

    # ------------------------------------------------------------ Qt's own

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()
        self._settle.start()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()  # highlights and the sheet's centring do not scroll as one block

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            turns = event.angleDelta().y() / 120
            if turns:
                self.set_factor(next_step(self.factor, turns, fine=True), event.position())
            event.accept()
        elif not self._wheel_turns(event.angleDelta().y()):
            super().wheelEvent(event)
        else:
            event.accept()

    def _wheel_turns(self, delta: int) -> bool:
        """Whether this turn of the wheel turned the page over."""
        bar = self.verticalScrollBar()
        at_edge = bar.value() == (bar.maximum() if delta < 0 else bar.minimum())
        on = self._wheel.turn(delta, time.monotonic(), at_edge=at_edge, whole=bar.maximum() == 0) if delta else 0
        if on and self._shown:
            self._turn_over(on)
        return bool(on)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.layer is None or not self._shown or not self.layer.press(event):
            self.hand.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.layer is None or not self.layer.move(event):
            self.hand.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.layer is None or not self.layer.release(event):
            self.hand.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.layer is not None and self.layer.double_click(event):
            return
        paper, point = self._paper(), event.position()
        if self._shown and self.hand.selects and event.button() is Qt.MouseButton.LeftButton and paper.contains(point):
            self.opened.emit((point.x() - paper.left()) / paper.width(), (point.y() - paper.top()) / paper.height())
        else:
            super().mouseDoubleClickEvent(event)

    def _choose(self, point: QPointF) -> None:
        paper = self._paper()
        if paper.contains(point):
            self.clicked.emit((point.x() - paper.left()) / paper.width(), (point.y() - paper.top()) / paper.height())

    def _frame(self, frame: QRect) -> None:
        paper = self._paper()
        left, right = ((x - paper.left()) / paper.width() for x in (frame.left(), frame.right()))
        top, bottom = ((y - paper.top()) / paper.height() for y in (frame.top(), frame.bottom()))
        self.framed.emit((left, top, right, bottom))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.layer is not None and self.layer.key(event):
            return
        on = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1, Qt.Key.Key_Backspace: -1}.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self.hand.space(True)
        elif on is None:
            super().keyPressEvent(event)
        else:
            self._leaf(on)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """The space bar scrolls on when it is let go, unless the sheet was moved with it."""
        if event.key() != Qt.Key.Key_Space:
            super().keyReleaseEvent(event)
        elif not event.isAutoRepeat() and not self.hand.space(False):
            self._leaf(1)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.hand.space(False)
        super().focusOutEvent(event)

    def _leaf(self, on: int) -> None:
        """A screen further, or the next page."""
        bar = self.verticalScrollBar()
        if bar.value() == (bar.maximum() if on > 0 else bar.minimum()):
            self._turn_over(on)
        else:
            bar.setValue(bar.value() + on * round(bar.pageStep() * 0.9))
