# SPDX-License-Identifier: AGPL-3.0-or-later
"""The list of hits: a thumbnail of the page where its document is open, the title, and the line with what was
found. All rows have one height and only those in sight are drawn, so 200 hits cost no more than ten."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPalette, QPixmap, QResizeEvent, QTextDocument, QTextOption
from PySide6.QtWidgets import (
    QApplication,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.core.changes import SearchHit
from app.core.library import HIT_CLOSES, HIT_OPENS
from app.core.wording import tr
from app.desktop.fit_text import one_line
from app.desktop.look import Look
from app.desktop.pictures import LoadedPicture

Index = QModelIndex | QPersistentModelIndex
HIT = Qt.ItemDataRole.UserRole
PURPOSE = "search"
THUMB = QSize(48, 62)
"""Logical pixels of the room for a thumbnail."""
MARGIN = 6
REST_MS = 60
"""Rest of the scroll bar before thumbnails are asked for."""


class HitList(QListWidget):
    opened = Signal(object)  # SearchHit
    picture_wanted = Signal(int, int, int, str)  # document, page, pixels of the long side, purpose
    pictures_unwanted = Signal(int, str)  # document, purpose

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._documents: dict[int, int] = {}  # those in the list, by their number in the library
        self._thumbs: dict[tuple[int, int], QPixmap] = {}
        self._asked: set[tuple[int, int]] = set()
        self.setAccessibleName(tr("Hits"))
        self.setItemDelegate(_HitDelegate(look, self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._ask)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.itemActivated.connect(lambda item: self.opened.emit(item.data(HIT)))
        self.itemClicked.connect(lambda item: self.opened.emit(item.data(HIT)))

    # ------------------------------------------------------------ what is shown

    def show_hits(self, hits: Sequence[SearchHit]) -> None:
        self.forget()
        self.clear()
        for hit in hits:
            item = QListWidgetItem(
                tr("{title}, page {page}: {text}").format(
                    title=one_line(hit.title), page=hit.page + 1, text=_plain(hit.snippet)
                )
            )
            item.setData(HIT, hit)
            item.setToolTip(hit.title)
            self.addItem(item)
        if hits:
            self.setCurrentRow(0)
        self.scrollToTop()
        self._rest.start()

    def know_documents(self, documents: Mapping[int, int]) -> None:
        """Documents in the list by their number in the library: only of those there are thumbnails."""
        if dict(documents) != self._documents:
            self._documents = dict(documents)
            self._rest.start()

    def document_of(self, hit: SearchHit) -> int:
        """Its document in the list; 0 where it is not open."""
        return self._documents.get(hit.stored, hit.document)

    def thumb(self, hit: SearchHit) -> QPixmap | None:
        return self._thumbs.get((self.document_of(hit), hit.page))

    def picture_loaded(self, picture: LoadedPicture) -> None:
        if picture.purpose == PURPOSE:
            self._asked.discard((picture.document, picture.page))
            self._thumbs[picture.document, picture.page] = QPixmap.fromImage(picture.image)
            self.viewport().update()

    def forget(self) -> None:
        """Thumbnails that were asked for are no longer wanted."""
        for document in {document for document, _ in self._asked}:
            self.pictures_unwanted.emit(document, PURPOSE)
        self._asked.clear()

    # ------------------------------------------------------------ what is in sight

    def in_sight(self) -> list[SearchHit]:
        first = self.indexAt(self.viewport().rect().topLeft() + _INSIDE.topLeft()).row()
        height = max(self.sizeHintForRow(0), 1)
        last = first + self.viewport().height() // height + 2
        items = [self.item(row) for row in range(max(first, 0), min(last, self.count()))] if self.count() else []
        return [item.data(HIT) for item in items if item is not None]

    def _ask(self) -> None:
        pixels = round(max(THUMB.width(), THUMB.height()) * self.devicePixelRatioF())
        for hit in self.in_sight():
            place = (self.document_of(hit), hit.page)
            if place[0] and place not in self._thumbs and place not in self._asked:
                self._asked.add(place)
                self.picture_wanted.emit(*place, pixels, PURPOSE)

    def _scrolled(self, value: int) -> None:
        self._rest.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._rest.start()


_INSIDE = QRect(2, 2, 1, 1)


class _HitDelegate(QStyledItemDelegate):
    """The thumbnail, beside it title and page in bold above the line, with what was found in bold, too."""

    def __init__(self, look: Look, view: HitList) -> None:
        super().__init__(view)
        self._look, self._view = look, view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        lines = self._view.fontMetrics().lineSpacing() * 3 + 2 * MARGIN
        return QSize(200, max(THUMB.height() + 2 * MARGIN, lines))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        hit: SearchHit = index.data(HIT)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        palette: QPalette = option.palette
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setClipRect(rect)
        if selected:
            painter.fillRect(rect, QColor(self._look.colours.accent_ground))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(self._look.colours.hover))
        self._thumb(painter, QRect(rect.topLeft(), THUMB).translated(MARGIN, MARGIN), hit)
        left = THUMB.width() + 2 * MARGIN + 4
        text = _words(hit, rect.width() - left - MARGIN, palette.color(QPalette.ColorRole.Text))
        painter.translate(rect.left() + left, rect.top() + MARGIN)
        text.drawContents(painter)
        painter.restore()

    def _thumb(self, painter: QPainter, room: QRect, hit: SearchHit) -> None:
        """The page, or an empty sheet with its number."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        thumb = self._view.thumb(hit)
        painter.setPen(QColor(self._look.colours.line))
        if thumb is None:
            painter.setBrush(QColor(self._look.colours.field))
            painter.drawRect(room.adjusted(0, 0, -1, -1))
            painter.setPen(QColor(self._look.colours.dim))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, f"{hit.page + 1:,}")
            return
        size = thumb.size().scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRect(room.topLeft(), size)
        place.moveCenter(room.center())
        painter.drawPixmap(place, thumb)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(place.adjusted(0, 0, -1, -1))


def _words(hit: SearchHit, width: int, colour: QColor) -> QTextDocument:
    """Laid out anew for each row in sight: some ten a repaint."""
    passage = html.escape(one_line(hit.snippet)).replace(HIT_OPENS, "<b>").replace(HIT_CLOSES, "</b>")
    document = QTextDocument()
    document.setDefaultFont(QApplication.font())
    document.setDocumentMargin(0)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(option)
    document.setDefaultStyleSheet(f"body {{ color: {colour.name()}; }}")
    document.setTextWidth(width)
    page = tr("page {page:,}").format(page=hit.page + 1)
    head = f"<b>{html.escape(one_line(hit.title))}</b> · {html.escape(page)}"
    document.setHtml(f"<body>{head}<br>{passage}</body>")
    return document


def _plain(snippet: str) -> str:
    return one_line(snippet).replace(HIT_OPENS, "").replace(HIT_CLOSES, "")
