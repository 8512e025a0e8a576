# SPDX-License-Identifier: AGPL-3.0-or-later
"""The middle of the window: a head line with number and tools, and the page's picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.core.changes import PageRow, PictureFailed
from app.core.errors import sentence
from app.core.wording import tr
from app.desktop.actions import plain
from app.desktop.look import Look, icon
from app.desktop.page_view import PageView
from app.desktop.pictures import LoadedPicture
from app.desktop.welcome import Welcome
from engine.protocol import Box

PURPOSE = "page"
REGION = "region"
PAINT_MS = 30
"""Milliseconds in which a picture that was handed to the canvas is painted."""


class PagePane(QWidget):
    first_painted = Signal()  # the first picture of all is on the screen
    picture_wanted = Signal(int, int, int, str, object)  # document, page, pixels, purpose, region or None

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.view = PageView(look, self)
        self.welcome = Welcome(self)
        self._document: int | None = None
        self._page = 0
        self._painted = False
        self._row: PageRow | None = None
        self._where = QLabel(self)
        self._where.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._where.setTextFormat(Qt.TextFormat.PlainText)
        self._problem = QLabel(self)
        self._problem.setObjectName("problem")
        self._problem.setTextFormat(Qt.TextFormat.PlainText)
        self._problem.setWordWrap(True)
        self._problem.setMargin(8)
        self._problem.hide()
        self._zoom = QLabel(self)
        self._zoom.setAccessibleName(tr("Zoom"))
        self._zoom.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._zoom.setMinimumWidth(self._zoom.fontMetrics().horizontalAdvance("800 %") + 4)
        self._spare: tuple[QWidget, ...] = ()  # of the tools, the first to leave a narrow head line
        self._head = QWidget(self)
        self._head.setObjectName("head")
        self._head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._tools = QHBoxLayout(self._head)
        self._tools.setContentsMargins(12, 4, 8, 4)
        self._tools.setSpacing(5)
        self._tools.addWidget(self._where, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(self._problem)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.welcome, 1)
        self.welcome.hide()
        self.view.picture_wanted.connect(self._want)
        self.view.zoom_changed.connect(self._show_zoom)
        self._show_zoom()

    def set_tools(self, before: Iterable[QAction], after: Iterable[QAction]) -> None:
        """Buttons of the head line, before and after those of the zoom."""
        first, last = [_button(action) for action in before], [_button(action) for action in after]
        minus = self._zoom_button("minus", tr("Zoom out"), tr("Zoom out of the page"), -1)
        plus = self._zoom_button("plus", tr("Zoom in"), tr("Zoom in of the page"), 1)
        for widget in (*first, minus, self._zoom, plus, *last):
            self._tools.addWidget(widget)
        self._spare = (*last, *reversed(first), self._zoom, plus, minus)
        self._make_room()

    def _make_room(self) -> None:
        """In a narrow pane the page's number stays and the tools leave, the less needed ones first;
        menu and keys have them all."""
        margins = self._tools.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        room -= self._where.fontMetrics().horizontalAdvance(self._where.text()) + self._tools.spacing()
        for widget in reversed(self._spare):
            room -= widget.sizeHint().width() + self._tools.spacing()
            widget.setVisible(room >= 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _zoom_button(self, picture: str, tip: str, name: str, direction: int) -> QToolButton:
        """Always of the page, while the actions zoom the text where that has the focus."""
        button = QToolButton(self)
        button.setAccessibleName(name)
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAutoRepeat(True)
        button.clicked.connect(lambda: self.view.step_zoom(direction))

        def recolour() -> None:
            button.setIcon(icon(picture, self._look.colours.ink))

        self._look.changed.connect(recolour)
        recolour()
        return button

    # ------------------------------------------------------------ what is shown

    def show_page(self, document: int, page: int, pages: int, row: PageRow | None, stand_in: QPixmap | None) -> None:
        self._document, self._page, self._row = document, page, row
        self._problem.hide()
        self._say_where(_where(page, pages, row))
        self._show_canvas(True)
        self.view.set_hint("")
        if pages:
            self.view.show_page(QSizeF(row.width, row.height) if row is not None else None, stand_in)
        else:
            self.view.show_nothing()

    def show_row(self, row: PageRow, pages: int) -> None:
        """The facts of the shown page came or changed."""
        if row == self._row:
            return
        turned = self._row is not None and self._row.turn != row.turn
        self._row = row
        self._say_where(_where(self._page, pages, row))
        self.view.set_size(QSizeF(row.width, row.height))
        if turned:
            self.view.redraw()

    def _say_where(self, text: str) -> None:
        if text != self._where.text():
            self._where.setText(text)
            self._make_room()

    def show_nothing(self, hint: str) -> None:
        """No page: the sheet's place says why."""
        self._show_canvas(True)
        self.view.set_hint(hint)
        self._document, self._row = None, None
        self._say_where("")
        self._problem.hide()
        self.view.show_nothing()

    def show_welcome(self, recent: Sequence[str]) -> None:
        """No document: what to do."""
        self.show_nothing("")
        self.welcome.show_recent(recent)
        self._show_canvas(False)

    def _show_canvas(self, on: bool) -> None:
        self.view.setVisible(on)
        self.welcome.setVisible(not on)

    def picture_loaded(self, picture: LoadedPicture) -> None:
        if (picture.document, picture.page) == (self._document, self._page) and picture.purpose in (PURPOSE, REGION):
            self._problem.hide()
            self.view.set_picture(picture.image, picture.region)
            if not self._painted:
                self._painted = True
                QTimer.singleShot(PAINT_MS, self, self.first_painted.emit)

    def picture_failed(self, failed: PictureFailed) -> None:
        if (failed.document, failed.page) == (self._document, self._page) and failed.purpose == PURPOSE:
            self._problem.setText(sentence(failed.problem, tr("Page {page}").format(page=failed.page + 1)))
            self._problem.show()

    def highlight(self, document: int, page: int, boxes: Iterable[Box]) -> None:
        """Mark places of the page, if it is still the one shown."""
        if (document, page) == (self._document, self._page):
            self.view.highlight(tuple(boxes))

    def _want(self, pixels: int, region: Box | None) -> None:
        if self._document is not None:
            purpose = PURPOSE if region is None else REGION
            self.picture_wanted.emit(self._document, self._page, pixels, purpose, region)

    def _show_zoom(self) -> None:
        self._zoom.setText(f"{self.view.factor:.0%}".replace("%", " %") if self._document is not None else "")


def _where(page: int, pages: int, row: PageRow | None) -> str:
    """ "Page 30 of 48", with the number printed on the page, or that in the file, where it is another."""
    if not pages:
        return ""
    where = tr("Page {page:,} of {pages:,}").format(page=page + 1, pages=pages)
    if row is None or not row.label or row.label == str(page + 1):
        return where
    label = tr("{label} in the file") if row.cut else tr("printed {label}")
    return " · ".join((where, label.format(label=row.label)))


def _button(action: QAction) -> QToolButton:
    button = QToolButton()
    button.setDefaultAction(action)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAccessibleName(plain(action.text()))
    return button
