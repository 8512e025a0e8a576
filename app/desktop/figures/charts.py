# SPDX-License-Identifier: AGPL-3.0-or-later
"""Two small charts: how often the draft token at each position was accepted, and the throughput of the last
minutes. Painted here, since no chart library is worth its weight for a few bars and a line."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.core.wording import tr
from app.desktop.figures.columns import NOT_REPORTED
from app.desktop.look import Look
from app.desktop.phrases import duration, per_cent

KEPT_S = 600.0
"""Seconds of throughput that are kept and drawn."""
LEAST_S = 10.0
"""Seconds that the axis of time has at least."""
TICK = 5
"""Logical pixels of a page's tick,"""
NEAR = 6
"""and within which the mouse is at it."""
BREAK_S = 3.0
"""Seconds without a figure after which the line begins anew."""


class Chart(QWidget):
    """The base: a title, a plot with a grid of per cents or figures, and room for labels below."""

    def __init__(self, look: Look, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._title = title
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 36, self.fontMetrics().height() * 8)

    def minimumSizeHint(self) -> QSize:
        head = QFontMetricsF(self._small()).horizontalAdvance(f"{self._title}  8,888 chars/s")
        return QSize(round(head) + 16, self.fontMetrics().height() * 5)

    def _small(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.85)
        return font

    def _begin(self, painter: QPainter, beside: str) -> QRectF:
        """Ground, title and what stands beside it; where the plot is."""
        colours = self._look.colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(colours.field))
        painter.setFont(self._small())
        metrics = QFontMetricsF(painter.font())
        head = QRectF(8, 4, self.width() - 16, metrics.height())
        painter.setPen(QColor(colours.ink))
        painter.drawText(head, Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter, self._title)
        painter.setPen(QColor(colours.dim))
        painter.drawText(head, Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter, beside)
        left = metrics.horizontalAdvance("88,888") + 12
        top, foot = head.bottom() + 6, metrics.height() + 6
        return QRectF(left, top, max(self.width() - left - 10, 1), max(self.height() - top - foot, 1))

    def _grid(self, painter: QPainter, plot: QRectF, labels: tuple[str, str, str]) -> None:
        """Lines at nothing, half and the whole."""
        colours = self._look.colours
        metrics = QFontMetricsF(painter.font())
        for number, label in enumerate(labels):
            y = plot.bottom() - plot.height() * number / 2
            painter.setPen(QPen(QColor(colours.line), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(QColor(colours.dim))
            place = QRectF(0, y - metrics.height() / 2, plot.left() - 6, metrics.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, label)

    def _nothing(self, painter: QPainter, plot: QRectF, words: str) -> None:
        """In the middle of the whole width: where nothing is drawn, no axis needs room."""
        room = QRectF(8, plot.top(), self.width() - 16, self.height() - plot.top() - 4)
        painter.setPen(QColor(self._look.colours.dim))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, words)


class AcceptanceChart(Chart):
    """Bars: all pages of the document. Diamonds: the page under the mouse, or the one that is shown."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, tr("Acceptance by draft position"), parent)
        self.positions: tuple[float, ...] = ()
        self.page: int | None = None
        self.of_page: tuple[float, ...] | None = None

    def show_all(self, positions: tuple[float, ...]) -> None:
        self.positions = positions
        self._say()

    def show_page(self, page: int | None, positions: tuple[float, ...] | None) -> None:
        self.page, self.of_page = page, positions
        self._say()

    def _say(self) -> None:
        words = [
            tr("position {number}: {share}").format(number=number, share=per_cent(share))
            for number, share in enumerate(self.positions, 1)
        ]
        self.setAccessibleDescription(", ".join(words) or tr(NOT_REPORTED))
        self.setToolTip("\n".join(words))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        beside = ""
        if self.page is not None and self.of_page:
            beside = tr("◆ page {page:,}").format(page=self.page + 1)
        plot = self._begin(painter, beside)
        count = max(len(self.positions), len(self.of_page or ()))
        if not count:
            self._nothing(painter, plot, tr(NOT_REPORTED))
            return
        self._grid(painter, plot, ("0 %", "50 %", "100 %"))
        colours = self._look.colours
        step = plot.width() / count
        for number in range(count):
            middle = plot.left() + step * (number + 0.5)
            if number < len(self.positions):
                self._bar(painter, plot, middle, min(step * 0.6, 60.0), self.positions[number])
            if self.of_page is not None and number < len(self.of_page):
                y = plot.bottom() - plot.height() * self.of_page[number]
                painter.setPen(QPen(QColor(colours.field), 1.5))
                painter.setBrush(QColor(colours.warn))
                painter.drawPolygon(_diamond(middle, y))
            painter.setPen(QColor(colours.dim))
            place = QRectF(middle - step / 2, plot.bottom() + 2, step, self.height() - plot.bottom() - 2)
            painter.drawText(place, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, str(number + 1))

    def _bar(self, painter: QPainter, plot: QRectF, middle: float, width: float, share: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._look.colours.accent))
        height = plot.height() * share
        painter.drawRect(QRectF(middle - width / 2, plot.bottom() - height, width, height))


class ThroughputChart(Chart):
    """A line over the last minutes: tokens a second where the engine counts them, else characters. A tick at its foot
    for each page that was read; that of the page under the mouse goes up to the line."""

    hovered = Signal(int)  # the page whose tick is under the mouse, -1 for none

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, tr("Throughput"), parent)
        self.points: deque[tuple[float, float]] = deque()  # seconds of a steady clock, figure
        self.unit = ""
        self.ended: dict[int, float] = {}  # pages of the shown document, and when they were read
        self.page = -1
        self._was_read = False  # a page, since the program started, of whatever document
        self._plot = QRectF()
        self.setMouseTracking(True)

    def note_read(self) -> None:
        """A page of any document was read."""
        if not self._was_read:
            self._was_read = True
            self.update()

    @property
    def nothing(self) -> str:
        """Why there is no line; empty where there is one. The pages' own figures are in the table."""
        if len(self.points) > 1:
            return ""
        if self.points:
            return "…"
        if self._was_read:
            return tr("no speed was reported while pages were read")
        return tr("no page has been read since the program started")

    def end_page(self, page: int, at: float) -> None:
        """A page of the document was read."""
        self.ended[page] = at
        self.update()

    def forget_pages(self) -> None:
        """Another document is shown."""
        self.ended.clear()
        self.page = -1
        self.update()

    def show_page(self, page: int) -> None:
        """The page under the mouse, in whatever pane; -1 for none."""
        if page != self.page:
            self.page = page
            self.update()

    def add(self, at: float, figure: float, unit: str) -> None:
        """A figure at a time (seconds of a steady clock); another unit begins anew."""
        if unit != self.unit:
            self.points.clear()
            self.unit = unit
        self.points.append((at, figure))
        while self.points and self.points[0][0] < at - KEPT_S:
            self.points.popleft()
        while self.ended and next(iter(self.ended.values())) < at - KEPT_S:
            del self.ended[next(iter(self.ended))]
        self.setAccessibleDescription(f"{figure:,.0f} {unit}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        last = self.points[-1][1] if self.points else None
        plot = self._begin(painter, f"{last:,.0f} {self.unit}" if last is not None else "")
        if self.nothing:
            self._nothing(painter, plot, self.nothing)
            return
        self._plot = plot
        _, span = self._span()
        most = _round_up(max(figure for _, figure in self.points))
        self._grid(painter, plot, ("0", f"{most / 2:,.10g}", f"{most:,.10g}"))
        painter.setPen(QPen(QColor(self._look.colours.accent), 2))
        for run in self._runs():
            line = QPolygonF([
                QPointF(self._x(plot, at), plot.bottom() - plot.height() * figure / most) for at, figure in run
            ])  # fmt: skip
            painter.drawPolyline(line)
        self._ticks(painter, plot, most)
        painter.setPen(QColor(self._look.colours.dim))
        place = QRectF(plot.left(), plot.bottom() + 2, plot.width(), self.height() - plot.bottom() - 2)
        ago = tr("{time} ago").format(time=duration(span))
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, ago)
        painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, tr("now"))

    # ------------------------------------------------------------ pages

    def _span(self) -> tuple[float, float]:
        """The last time that is drawn, and how many seconds there are."""
        end = self.points[-1][0]
        return end, max(end - self.points[0][0], LEAST_S)

    def _x(self, plot: QRectF, at: float) -> float:
        end, span = self._span()
        return plot.right() - plot.width() * (end - at) / span

    def _ticks(self, painter: QPainter, plot: QRectF, most: float) -> None:
        colours = self._look.colours
        start, end = self.points[0][0], self.points[-1][0]
        for page, at in self.ended.items():
            if page == self.page or not start <= at <= end:
                continue
            x = self._x(plot, at)
            painter.setPen(QPen(QColor(colours.dim), 1))
            painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() - TICK))
        if self.page in self.ended:
            at = min(max(self.ended[self.page], start), end)
            x, y = self._x(plot, at), plot.bottom() - plot.height() * self._figure(at) / most
            painter.setPen(QPen(QColor(colours.warn), 1, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.top()))
            painter.setPen(QPen(QColor(colours.field), 1.5))
            painter.setBrush(QColor(colours.warn))
            painter.drawPolygon(_diamond(x, y))

    def _figure(self, at: float) -> float:
        """The throughput at that time: of the point before it."""
        known = [figure for when, figure in self.points if when <= at]
        return known[-1] if known else self.points[0][1]

    def point_of(self, page: int) -> QPointF | None:
        """Where the foot of a page's tick is in this widget; None if it is not drawn."""
        if page not in self.ended or len(self.points) < 2:
            return None
        plot = self._plot
        return QPointF(self._x(plot, min(self.ended[page], self.points[-1][0])), plot.bottom())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        near: list[tuple[float, int]] = []
        for page in self.ended:
            point = self.point_of(page)
            if point is not None and abs(point.x() - event.position().x()) <= NEAR:
                near.append((abs(point.x() - event.position().x()), page))
        self.hovered.emit(min(near)[1] if near else -1)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(-1)

    def _runs(self) -> list[list[tuple[float, float]]]:
        """The points in pieces between which nothing was read."""
        runs: list[list[tuple[float, float]]] = [[]]
        for point in self.points:
            if runs[-1] and point[0] - runs[-1][-1][0] > BREAK_S:
                runs.append([])
            runs[-1].append(point)
        return runs


def _diamond(x: float, y: float) -> list[QPointF]:
    return [QPointF(x, y - 6), QPointF(x + 6, y), QPointF(x, y + 6), QPointF(x - 6, y)]


def _round_up(figure: float) -> float:
    """The next figure that an axis may end with: 1, 2 or 5 times a power of ten."""
    size = 1.0
    while size < figure:
        for factor in (2.0, 5.0, 10.0):
            if size * factor >= figure:
                return size * factor
        size *= 10.0
    return size
