# SPDX-License-Identifier: AGPL-3.0-or-later
"""The layer over the page's picture on which figures have outlines: one is chosen by a click, moved and resized by its
handles, and new ones are drawn. It tells what the user did; what is to be shown comes from outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen

from app.core.figure_boxes import upright
from app.desktop.framing.shown import Kind, Shown
from app.desktop.look import Look
from engine.protocol import Box

if TYPE_CHECKING:
    from app.desktop.page_view import PageView

HANDLE = 8.0
"""Logical pixels of a handle's side."""

REACH = 7.0
"""Logical pixels around a handle in which the mouse takes it."""

DRAG = 4.0
"""Logical pixels from which on a press is a drag."""

STEP = 0.004
"""Of the page, for an arrow key; with Alt a fifth of it."""

_CURSORS = {
    (-1, -1): Qt.CursorShape.SizeFDiagCursor, (1, 1): Qt.CursorShape.SizeFDiagCursor,
    (1, -1): Qt.CursorShape.SizeBDiagCursor, (-1, 1): Qt.CursorShape.SizeBDiagCursor,
    (-1, 0): Qt.CursorShape.SizeHorCursor, (1, 0): Qt.CursorShape.SizeHorCursor,
    (0, -1): Qt.CursorShape.SizeVerCursor, (0, 1): Qt.CursorShape.SizeVerCursor,
    (0, 0): Qt.CursorShape.SizeAllCursor,
}  # fmt: skip
"""By the sides that a drag moves: -1 left or upper, 1 right or lower."""

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip


class Layer(QObject):
    framed = Signal(object, bool)  # a new Box; whether more are to be drawn (Shift was held)
    moved = Signal(int, object)  # number of a figure, its new Box
    removed = Signal(int)
    caption_asked = Signal(int)
    chosen_changed = Signal(object)  # number, or None
    drawing_ended = Signal()  # by Esc

    def __init__(self, view: PageView, look: Look) -> None:
        super().__init__(view)
        self._view, self._look = view, look
        self.on = False
        self.drawing = False
        self.figures: tuple[Shown, ...] = ()
        self.chosen: int | None = None
        self._from = QPointF()
        self._sides: tuple[int, int] | None = None  # of the chosen figure, while they are moved
        self._before: Box | None = None
        self._drag: Box | None = None  # as it is drawn or moved just now

    # ------------------------------------------------------------ what is shown

    def show_on(self, on: bool) -> None:
        self.on = on
        self._view.viewport().setMouseTracking(on)
        if not on:
            self._stop()
            self.drawing, self.figures = False, ()
            self.choose(None)
            self._view.hand.show_cursor()
        self._view.viewport().update()

    def show_figures(self, figures: Sequence[Shown]) -> None:
        """The figures changed; the one chosen stays that, where it is still there."""
        one = self.figures[self.chosen] if self.chosen is not None else None
        self.figures = tuple(figures)
        self.choose(next((n for n, other in enumerate(self.figures) if one is not None and _same(one, other)), None))
        self._view.viewport().update()

    def show_drawing(self, on: bool) -> None:
        self.drawing = on
        self._stop()
        if on:
            self.choose(None)
            self._view.viewport().setCursor(Qt.CursorShape.CrossCursor)
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._view.hand.show_cursor()
        self._view.viewport().update()

    def choose(self, number: int | None) -> None:
        if number != self.chosen:
            self.chosen = number
            self.chosen_changed.emit(number)
            self._view.viewport().update()

    def _stop(self) -> None:
        self._sides = self._before = self._drag = None

    # ------------------------------------------------------------ mouse

    def press(self, event: QMouseEvent) -> bool:
        """Whether the press is for this layer."""
        if not self.on or event.button() is not Qt.MouseButton.LeftButton or self._view.hand.moves:
            return False
        self._from = event.position()
        if self.drawing:
            self._drag = None
            self._before = (*self._view.share_at(self._from), *self._view.share_at(self._from))
            return True
        sides = self._handle(self._from)
        if sides is None:
            self.choose(self._figure(self._from))
            sides = (0, 0) if self.chosen is not None else None
        if sides is None or self.chosen is None:
            return False
        self._sides, self._before = sides, self.figures[self.chosen].box
        return True

    def move(self, event: QMouseEvent) -> bool:
        if not self.on:
            return False
        if self._before is None:
            self._show_cursor(event.position())
            return False
        far = (event.position() - self._from).manhattanLength() >= DRAG
        if far or self._drag is not None:
            self._drag = self._dragged(event.position())
            self._view.viewport().update()
        return True

    def release(self, event: QMouseEvent) -> bool:
        if not self.on or self._before is None:
            return False
        drag, sides = self._drag, self._sides
        self._stop()
        self._view.viewport().update()
        box = upright(drag) if drag is not None else None
        if box is None:
            return True
        if sides is None:
            self.framed.emit(box, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif self.chosen is not None:
            self.moved.emit(self.chosen, box)
        return True

    def double_click(self, event: QMouseEvent) -> bool:
        number = self._figure(event.position()) if self.on and not self.drawing else None
        if number is None:
            return False
        self._stop()
        self.choose(number)
        self.caption_asked.emit(number)
        return True

    def _dragged(self, point: QPointF) -> Box:
        assert self._before is not None
        x, y = self._view.share_at(point)
        if self._sides is None:
            return self._before[0], self._before[1], x, y
        from_x, from_y = self._view.share_at(self._from)
        return shifted(self._before, self._sides, x - from_x, y - from_y)

    def _show_cursor(self, point: QPointF) -> None:
        port = self._view.viewport()
        sides = None if self.drawing else self._handle(point)
        if self.drawing:
            port.setCursor(Qt.CursorShape.CrossCursor)
        elif sides is not None:
            port.setCursor(_CURSORS[sides])
        elif self._figure(point) is not None:
            port.setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            self._view.hand.show_cursor()

    def _handle(self, point: QPointF) -> tuple[int, int] | None:
        """Which sides of the chosen figure are taken there: (0, 0) is the whole of it."""
        if self.chosen is None:
            return None
        place = self._view.in_view(self.figures[self.chosen].box)
        for sides, spot in _handles(place):
            if abs(point.x() - spot.x()) <= REACH and abs(point.y() - spot.y()) <= REACH:
                return sides
        return (0, 0) if place.contains(point) else None

    def _figure(self, point: QPointF) -> int | None:
        """The smallest figure there."""
        hit = [(n, self._view.in_view(one.box)) for n, one in enumerate(self.figures)]
        inside = [(place.width() * place.height(), n) for n, place in hit if place.contains(point)]
        return min(inside)[1] if inside else None

    # ------------------------------------------------------------ keys

    def key(self, event: QKeyEvent) -> bool:
        """Whether the key was for this layer."""
        if not self.on:
            return False
        key = Qt.Key(event.key())
        if key is Qt.Key.Key_Escape:
            return self._escape()
        if self.chosen is None:
            return False
        if key is Qt.Key.Key_Delete:
            self.removed.emit(self.chosen)
        elif key in (Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.caption_asked.emit(self.chosen)
        elif key in _ARROWS:
            x, y = _ARROWS[key]
            step = STEP / 5 if event.modifiers() & Qt.KeyboardModifier.AltModifier else STEP
            sides = (abs(x), abs(y)) if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else (0, 0)
            box = upright(shifted(self.figures[self.chosen].box, sides, x * step, y * step))
            if box is not None:
                self.moved.emit(self.chosen, box)
        else:
            return False
        return True

    def _escape(self) -> bool:
        if self._before is not None:
            self._stop()
        elif self.drawing:
            self.drawing_ended.emit()
        elif self.chosen is not None:
            self.choose(None)
        else:
            return False
        self._view.viewport().update()
        return True

    # ------------------------------------------------------------ painting

    def paint(self, painter: QPainter) -> None:
        if not self.on:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        number = 0
        for at, one in enumerate(self.figures):
            number += one.kind is not Kind.REFUSED
            moving = at == self.chosen and self._sides is not None and self._drag is not None
            box = upright(self._drag) if moving and self._drag is not None else one.box
            place = self._view.in_view(box or one.box)
            self._paint_one(painter, replace(one, box=box or one.box), place, str(number), chosen=at == self.chosen)
        if self._sides is None and self._drag is not None:
            painter.setPen(QPen(QColor(self._look.colours.accent), 1.5, Qt.PenStyle.DashLine))
            painter.setBrush(_clear(self._look.colours.accent, 0.12))
            painter.drawRect(self._view.in_view(self._drag).normalized())

    def _paint_one(self, painter: QPainter, one: Shown, place: QRectF, number: str, *, chosen: bool) -> None:
        colours = self._look.colours
        refused = one.kind is Kind.REFUSED
        colour = "#6b6b6b" if refused else colours.accent  # on the page's white, in any look
        style = {Kind.FRAMED: Qt.PenStyle.SolidLine, Kind.FOUND: Qt.PenStyle.DashLine}.get(
            one.kind, Qt.PenStyle.DotLine
        )
        painter.setPen(QPen(QColor(colour), 2.5 if chosen else 1.5, style))
        painter.setBrush(_clear(colour, 0.14 if chosen else 0.05))
        painter.drawRect(place)
        if refused:
            painter.drawLine(place.topLeft(), place.bottomRight())
            painter.drawLine(place.bottomLeft(), place.topRight())
        else:
            self._paint_number(painter, place, number, one.caption)
        if chosen:
            painter.setPen(QPen(QColor(colour), 1.5))
            painter.setBrush(Qt.GlobalColor.white)
            for _, spot in _handles(place):
                painter.drawRect(QRectF(spot.x() - HANDLE / 2, spot.y() - HANDLE / 2, HANDLE, HANDLE))

    def _paint_number(self, painter: QPainter, place: QRectF, number: str, caption: str) -> None:
        """The number and the caption on the upper edge, as far as there is room."""
        colours, metrics = self._look.colours, painter.fontMetrics()
        room = max(0, round(place.width()) - 12)
        words = metrics.elidedText(f"{number}  {caption}".rstrip(), Qt.TextElideMode.ElideRight, max(room, 24))
        width, height = metrics.horizontalAdvance(words) + 10, metrics.height() + 2
        label = QRectF(place.left(), max(0.0, place.top() - height), width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.accent))
        painter.drawRect(label)
        painter.setPen(QColor(colours.on_accent))
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, words)


def shifted(box: Box, sides: tuple[int, int], x: float, y: float) -> Box:
    """The box with these sides moved; with (0, 0) the whole of it, which stays on the page."""
    left, top, right, bottom = box
    if sides == (0, 0):
        x = min(max(x, -left), 1 - right)
        y = min(max(y, -top), 1 - bottom)
        return left + x, top + y, right + x, bottom + y
    across, down = sides
    return (
        left + (x if across < 0 else 0), top + (y if down < 0 else 0),
        right + (x if across > 0 else 0), bottom + (y if down > 0 else 0),
    )  # fmt: skip


def _handles(place: QRectF) -> Sequence[tuple[tuple[int, int], QPointF]]:
    def at(side: int, low: float, high: float) -> float:
        return low + (side + 1) / 2 * (high - low)

    return [
        ((x, y), QPointF(at(x, place.left(), place.right()), at(y, place.top(), place.bottom())))
        for x in (-1, 0, 1)
        for y in (-1, 0, 1)
        if (x, y) != (0, 0)
    ]


def _clear(colour: str, share: float) -> QColor:
    made = QColor(colour)
    made.setAlphaF(share)
    return made


def _same(one: Shown, other: Shown) -> bool:
    """Whether it is the same figure, perhaps moved or taken over from a found one."""
    if one.own is not None and other.own is not None and one.own.key == other.own.key:
        return True
    return all(abs(a - b) < 1e-6 for a, b in zip(one.box, other.box, strict=True))
