# SPDX-License-Identifier: AGPL-3.0-or-later
"""The documents at the left: what is open, how far each is, what is wrong and what to do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QLabel, QListView, QSizePolicy, QVBoxLayout, QWidget

from app.core.changes import DocumentChanged, DocumentRow, DocumentsChanged
from app.core.wording import tr
from app.desktop.document_delegate import DocumentDelegate
from app.desktop.document_model import DocumentModel, Index, dragged_document
from app.desktop.look import Look
from app.desktop.phrases import step_of

WHEEL_STEP = 24
"""Logical pixels of an arrow key on the bar; a notch of the wheel is three of them."""


class DocumentView(QListView):
    """The list itself. Enter or a click shows a document; the next step of a row is a link,
    and Shift+Enter takes it from the keyboard."""

    chosen = Signal(int)  # document
    step_asked = Signal(int, str)  # document, what the step asks for (phrases.Step.asks)
    menu_asked = Signal(int, QPoint)  # document, global place

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("documents")
        self.setAccessibleName(tr("Documents"))
        self.documents = DocumentModel(self)
        self.drawing = DocumentDelegate(look, self)
        self.setModel(self.documents)
        self.setItemDelegate(self.drawing)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(WHEEL_STEP)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setMouseTracking(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDragDropOverwriteMode(False)
        self.setMinimumWidth(130)
        self._told = False  # the window sets the document, the user does not
        self.selectionModel().selectionChanged.connect(self._selection_changed)
        look.changed.connect(self.viewport().update)

    def show_current(self, document: int | None) -> None:
        """Mark the document that the window shows; asks for nothing."""
        self.drawing.current = document
        place = self.documents.place_of(document)
        index = self.documents.index(place) if place is not None else QModelIndex()
        if index != self.currentIndex():
            self._told = True
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self._told = False
            if index.isValid():
                self.scrollTo(index)
        self.viewport().update()

    def _selection_changed(self) -> None:
        index = self.currentIndex()
        if index.isValid() and not self._told:
            self.chosen.emit(self.documents.rows[index.row()].document)

    def _row_at(self, place: QPoint) -> tuple[QModelIndex, DocumentRow | None]:
        index = self.indexAt(place)
        return index, self.documents.rows[index.row()] if index.isValid() else None

    def _over_link(self, place: QPoint) -> DocumentRow | None:
        index, row = self._row_at(place)
        if row is not None and self.drawing.link_rect(self.visualRect(index), row).contains(place):
            return row
        return None

    def _ask_step(self, row: DocumentRow) -> None:
        step = step_of(row)
        if step is not None:
            self.step_asked.emit(row.document, step.asks)

    # ------------------------------------------------------------ Qt's own

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """QListView lays out the whole list anew; that is needed only where a height changed."""
        if not roles or Qt.ItemDataRole.SizeHintRole in roles:
            super().dataChanged(first, last, roles)
        else:
            self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.drawing.width != self.viewport().width():
            self.drawing.width = self.viewport().width()
            self.scheduleDelayedItemsLayout()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self._over_link(event.position().toPoint()) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        row = self._over_link(event.position().toPoint())
        if row is not None and event.button() is Qt.MouseButton.LeftButton:
            self._ask_step(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            row = self.documents.rows[index.row()]
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._ask_step(row)
            else:
                self.chosen.emit(row.document)
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_keyboard = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_keyboard else self.indexAt(event.pos())
        if index.isValid():
            place = self.visualRect(index).center() if by_keyboard else event.pos()
            self.menu_asked.emit(self.documents.rows[index.row()].document, self.viewport().mapToGlobal(place))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dragged_document(event.mimeData()) is not None:
            super().dragEnterEvent(event)
        else:
            event.ignore()  # files are the window's business

    def dropEvent(self, event: QDropEvent) -> None:
        """Asks for the move and does nothing itself: the session moves the row."""
        document = dragged_document(event.mimeData())
        if document is None:
            event.ignore()
            return
        place = event.position().toPoint()
        index = self.indexAt(place)
        below = index.isValid() and place.y() > self.visualRect(index).center().y()
        before = index.row() + below if index.isValid() else len(self.documents.rows)
        event.accept()  # Qt would now remove the row, which the model does not let it do
        self.stopAutoScroll()
        self.setState(QAbstractItemView.State.NoState)
        self.viewport().update()
        self.documents.ask_move(document, before)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if dragged_document(event.mimeData()) is not None:
            super().dragMoveEvent(event)
        else:
            event.ignore()


class DocumentList(QWidget):
    """The list with the drop area below it."""

    open_asked = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.view = DocumentView(look, self)
        self._drop = QLabel(tr("Drop PDFs, pictures\nor folders here"), self)
        self._drop.setObjectName("drop")
        self._drop.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._drop.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._drop.setCursor(Qt.CursorShape.PointingHandCursor)
        self._drop.setToolTip(tr("Drop files anywhere on the window, or click to choose them"))
        self._drop.installEventFilter(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.view, 1)
        layout.addWidget(self._drop)

    def documents_changed(self, change: DocumentsChanged) -> None:
        self.view.documents.set_rows(change.rows)
        self.view.show_current(self.view.drawing.current)

    def document_changed(self, change: DocumentChanged) -> None:
        self.view.documents.set_row(change.row)

    def show_drop(self, over: bool) -> None:
        """Light up the drop area while files hover over the window."""
        if self._drop.property("over") != over:
            self._drop.setProperty("over", over)
            self._drop.style().unpolish(self._drop)
            self._drop.style().polish(self._drop)

    def eventFilter(self, watched: QWidget, event: QEvent) -> bool:  # type: ignore[override]
        if event.type() is QEvent.Type.MouseButtonRelease:
            self.open_asked.emit()
        return super().eventFilter(watched, event)
