# SPDX-License-Identifier: AGPL-3.0-or-later
"""The strip of pages: a virtual list. What scrolls into view asks for its row and thumbnail
after a short rest, what scrolled away before it was drawn is asked for no longer."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelectionModel, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from app.core.changes import PageRows, PictureFailed
from app.core.wording import tr
from app.desktop.look import Look
from app.desktop.page_delegate import PageDelegate
from app.desktop.page_model import Index, PageModel
from app.desktop.pictures import LoadedPicture

PURPOSE = "thumb"
WHEEL_STEP = 30
"""Logical pixels of an arrow key on the bar; a notch of the wheel is three of them (Qt takes a
whole row by itself, so that a notch would pass three pages)."""
REST_MS = 60
"""Rest of the scroll bar before thumbnails are asked for: while it races by, none is drawn."""
COARSE = 1.25
"""Growth of the strip after which thumbnails would look coarse and are drawn anew."""
DIGITS_S = 1.2
"""Digits typed within this many seconds of each other are one page number."""


class PageStrip(QListView):
    chosen = Signal(int)  # page of the shown document
    rows_wanted = Signal(int, int, int)  # document, first, count
    picture_wanted = Signal(int, int, int, str)  # document, page, pixels of the long side, purpose
    pictures_unwanted = Signal(int, str)  # document, purpose
    hovered = Signal(int)  # page under the mouse, -1 for none

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pages")
        self.setAccessibleName(tr("Pages"))
        self.pages = PageModel(self)
        self._drawing = PageDelegate(look, self)
        self.setModel(self.pages)
        self.setItemDelegate(self._drawing)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(WHEEL_STEP)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(72)
        self.setMouseTracking(True)
        self.entered.connect(lambda index: self.hovered.emit(index.row()))
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._ask)
        self._asked_for: set[int] = set()
        self._drawn_at = 0  # width that the present thumbnails were asked for
        self._told = False  # the window sets the page, the user does not
        self._typed, self._typed_at = "", 0.0
        self.pages.rows_wanted.connect(self.rows_wanted)
        self.selectionModel().selectionChanged.connect(self._selection_changed)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        look.changed.connect(self.viewport().update)

    # ------------------------------------------------------------ from the session

    def show_document(self, document: int | None, pages: int) -> None:
        self._forget()
        self.pages.set_document(document, pages)
        self._scrolled()

    def show_page(self, page: int) -> None:
        """Mark the page that the window shows; asks for nothing."""
        index = self.pages.index(page)
        if index.isValid() and index != self.currentIndex():
            self._told = True
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self._told = False
            self.scrollTo(index)

    def hover(self, page: int) -> None:
        """The page under the mouse in another pane, or in this one; -1 for none."""
        if page != self._drawing.hovered:
            self._drawing.hovered = page
            self.viewport().update()

    def page_rows(self, change: PageRows) -> None:
        self.pages.page_rows(change)
        if change.document == self.pages.document:
            self._rest.start()  # a turned page has lost its thumbnail

    def picture_loaded(self, picture: LoadedPicture) -> None:
        if picture.purpose == PURPOSE:
            self.pages.set_thumb(picture.document, picture.page, picture.image)
            self._asked_for.discard(picture.page)

    def picture_failed(self, failed: PictureFailed) -> None:
        """The blank sheet stays; the page is asked for again when it next scrolls into view."""
        if failed.purpose == PURPOSE and failed.document == self.pages.document:
            self._asked_for.discard(failed.page)

    # ------------------------------------------------------------ what is on screen

    def visible(self) -> range:
        """The pages on screen, one more at either end."""
        height = self._drawing.cell_height()
        first = self.verticalScrollBar().value() // height
        return range(max(0, first - 1), min(self.pages.rowCount(), first + self.viewport().height() // height + 3))

    def _scrolled(self) -> None:
        on_screen = self.visible()
        if on_screen:
            self.pages.want(on_screen.start, on_screen.stop - 1)
            self._rest.start()

    def _ask(self) -> None:
        document = self.pages.document
        if document is None or not self.isVisible():
            return
        on_screen = self.visible()
        if self._drawing.width > self._drawn_at * COARSE:
            self._forget()
            self.pages.drop_thumbs()
            self._drawn_at = self._drawing.width
        if any(page not in on_screen and not self.pages.has_thumb(page) for page in self._asked_for):
            self._forget()
        self._asked_for = {page for page in self._asked_for if page in on_screen}
        size = self._drawing.thumb_size() * self.devicePixelRatioF()
        pixels = max(size.width(), size.height())
        for page in on_screen:
            if not self.pages.has_thumb(page) and page not in self._asked_for:
                self._asked_for.add(page)
                self.picture_wanted.emit(document, page, pixels, PURPOSE)

    def _forget(self) -> None:
        if self.pages.document is not None and self._asked_for:
            self.pictures_unwanted.emit(self.pages.document, PURPOSE)
        self._asked_for = set()

    def _selection_changed(self) -> None:
        index = self.currentIndex()
        if index.isValid() and not self._told:
            self.chosen.emit(index.row())

    # ------------------------------------------------------------ Qt's own

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """Painting is enough: all rows have one size, but QListView would lay out all 10,000 anew."""
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self.hovered.emit(-1)
        return super().viewportEvent(event)

    def keyboardSearch(self, text: str) -> None:
        """Digits go to a page number; nothing else is searched (10,000 rows would be asked)."""
        if not text.isdigit():
            return
        now = time.monotonic()
        self._typed = text if now - self._typed_at > DIGITS_S else self._typed + text
        self._typed_at = now
        page = int(self._typed) - 1
        if 0 <= page < self.pages.rowCount():
            self.setCurrentIndex(self.pages.index(page))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() is Qt.Key.Key_Space:
            event.ignore()  # not a selection toggle: the list always has one page
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = self.maximumViewportSize().width() - self.verticalScrollBar().sizeHint().width()  # bar or no bar
        if width != self._drawing.width:
            self._drawing.width = width
            self.scheduleDelayedItemsLayout()
            if self.currentIndex().isValid():
                QTimer.singleShot(0, lambda: self.scrollTo(self.currentIndex()))
        self._scrolled()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._scrolled()

    def sizeHint(self) -> QSize:
        return QSize(128, 400)
