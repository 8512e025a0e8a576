# SPDX-License-Identifier: AGPL-3.0-or-later
"""The preview without a browser: QTextBrowser. Tables with spans, lists and direction are
right; formulas show their source. It loads nothing: pictures come from the page's own data
only, and a link is told, not followed.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QImage,
    QImageReader,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QWheelEvent,
)
from PySide6.QtWidgets import QTextBrowser, QVBoxLayout, QWidget

from app.core.markup.patch import splice
from app.core.wording import tr
from app.desktop.look import LIGHT, Colours
from app.desktop.preview import ZOOM_LEAST, ZOOM_MOST, ZOOM_STEP, Chosen, Preview
from app.desktop.proof.lite_places import LitePlaces
from app.desktop.proof.marks import Mark
from app.desktop.proof.rendered import Shown
from app.desktop.proof.user_scroll import UserScroll
from app.desktop.source_editor import stand_before

PIXELS_MOST = 25_000_000
"""Pixels of the largest picture that is unpacked, as for pages; a small file may claim any size."""

_POINTS = 11.0
_HEADS = {"h1": 17.0, "h2": 14.0, "h3": 12.0, "h4": 11.0}
"""Points of the plain text and of headings, at zoom 1."""
_DATA = re.compile(r"data:image/(?:png|jpeg|webp|gif);base64,", re.I)
_SERIF = ["Source Serif 4", "Charter", "Georgia", "Noto Serif", "DejaVu Serif"]

_STYLE = """
h1, h2, h3, h4, h5, h6 {{ font-family: sans-serif; font-weight: 600; color: {ink}; }}
h1, h2, h3, h4, h5, h6 {{ margin-top: 14px; margin-bottom: 7px; }}
h1 {{ font-size: {h1}pt; }} h2 {{ font-size: {h2}pt; }} h3 {{ font-size: {h3}pt; }}
h4, h5, h6 {{ font-size: {h4}pt; }}
p {{ margin-top: 0; margin-bottom: 10px; line-height: 140%; }}
li {{ margin-bottom: 3px; line-height: 130%; }}
a {{ color: {accent}; text-decoration: underline; }}
blockquote {{ color: {dim}; margin-left: 18px; }}
code, pre, kbd, samp {{ font-family: monospace; background-color: {ground}; }}
.tex {{ font-family: monospace; color: {accent}; background-color: transparent; }}
.tex-error {{ font-family: monospace; color: {warn}; background-color: {warn_ground}; }}
.formula {{ margin: 8px 24px 14px 24px; }}
.no-image {{ color: {dim}; font-style: italic; }}
mark {{ background-color: {mark}; }}
table {{ border-collapse: collapse; border: 1px solid {line}; margin-top: 4px; margin-bottom: 14px; }}
td, th {{ border: 1px solid {line}; padding: 4px 9px; font-family: sans-serif; }}
th {{ background-color: {ground}; font-weight: 600; }}
"""


class LitePreview(Preview):
    formulas = "source"

    def __init__(self, parent: QWidget | None = None, *, colours: Colours = LIGHT) -> None:
        super().__init__(parent)
        self._blocks: list[str] = []
        self._starts: list[int] = []  # where each block begins, in the document's characters
        self._zoom = 1.0
        self.view = _Browser(self)
        self.view.setAccessibleName(tr("Page text, preview"))
        self.view.anchorClicked.connect(self._clicked)
        self.view.wheel_turned.connect(lambda turns: self.zoomed.emit(self._zoom * ZOOM_STEP**turns))
        self.places = LitePlaces(self.view, lambda: self._starts)
        self.places.clicked.connect(self.clicked)
        self.places.opened.connect(self.opened)
        self.places.scrolled.connect(self.scrolled)
        self.setFocusProxy(self.view)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)
        self._colours = colours
        self.set_colours(colours)

    def show_blocks(self, blocks: Sequence[str], *, ticket: int, new_page: bool, follow: bool) -> None:
        bar = self.view.verticalScrollBar()
        place = 0 if new_page else bar.value()
        at_end = follow and not new_page and bar.value() >= bar.maximum() - 8
        patch = splice(self._blocks, blocks)
        if patch.html or len(blocks) != len(self._blocks):
            self._rewrite(list(blocks), 0 if new_page else patch.head)
        bar.setValue(bar.maximum() if at_end else min(place, bar.maximum()))
        QTimer.singleShot(0, self, lambda: self.shown.emit(ticket))  # as the other kind: never within the call

    def set_colours(self, colours: Colours) -> None:
        self._colours = colours
        self._restyle()
        self.places.set_colours(self._colours)

    def set_zoom(self, factor: float) -> None:
        self._zoom = min(ZOOM_MOST, max(ZOOM_LEAST, factor))
        self._restyle()

    def _restyle(self) -> None:
        """Sizes and colours go into the letters when they are written, so all are written anew."""
        sizes = {name: round(points * self._zoom, 1) for name, points in _HEADS.items()}
        self.view.document().setDefaultStyleSheet(_STYLE.format(**_names(self._colours), **sizes))
        bar = self.view.verticalScrollBar()
        place = bar.value() / max(1, bar.maximum())
        self._rewrite(self._blocks, 0)
        bar.setValue(round(place * bar.maximum()))

    def find_text(self, text: str, *, backward: bool = False) -> None:
        if not text:
            cursor = self.view.textCursor()
            cursor.clearSelection()
            self.view.setTextCursor(cursor)
            self.found.emit(True)
            return
        before = self.view.textCursor()
        stand_before(self.view, text)
        flags = QTextDocument.FindFlag.FindBackward if backward else QTextDocument.FindFlag(0)
        found = self.view.find(text, flags)
        if not found:  # from the other end
            self.view.moveCursor(QTextCursor.MoveOperation.End if backward else QTextCursor.MoveOperation.Start)
            found = self.view.find(text, flags)
        if not found:
            self.view.setTextCursor(before)
        self.found.emit(found)

    # ------------------------------------------------------------ places

    def watch(self, scroll: UserScroll) -> None:
        scroll.watch_area(self.view)

    def ask_top(self) -> None:
        self.places.ask_top()

    def show_top(self, block: int, share: float) -> None:
        self.places.show_top(block, share)

    def select(self, block: int, start: int, end: int, *, scroll: bool = True) -> None:
        self.places.select(block, start, end, scroll)

    def selected(self, then: Callable[[Chosen | None], None]) -> None:
        then(self.places.selected())

    def show_marks(self, marks: Sequence[Mark]) -> None:
        self.places.show_marks(marks)

    def shown_blocks(self, numbers: Sequence[int]) -> Callable[[], dict[int, Shown]]:
        return self.places.shown(numbers)

    # ------------------------------------------------------------ the document

    def _rewrite(self, blocks: list[str], head: int) -> None:
        """Keep the first `head` blocks, write the others anew."""
        document = self.view.document()
        if head == 0:
            document.clear()
            self._set_font()
        cursor = QTextCursor(document)
        if head:
            cursor.setPosition(self._starts[head] if head < len(self._starts) else document.characterCount() - 1)
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
        del self._starts[head:]
        for index in range(head, len(blocks)):
            cursor.movePosition(QTextCursor.MoveOperation.End)
            if index:
                cursor.insertBlock()
            cursor.setBlockFormat(_format(blocks[index]))
            self._starts.append(cursor.position() - (1 if index else 0))
            cursor.insertHtml(blocks[index])
        self._blocks = blocks

    def _set_font(self) -> None:
        font = QFont()
        known = set(QFontDatabase.families())
        font.setFamilies([name for name in _SERIF if name in known] or [font.defaultFamily()])
        font.setPointSizeF(_POINTS * self._zoom)
        self.view.document().setDefaultFont(font)

    def _clicked(self, url: QUrl) -> None:
        if url.scheme() in ("http", "https", "mailto"):
            self.link_clicked.emit(url.toString())
        elif not url.scheme() and url.fragment():
            self.view.scrollToAnchor(url.fragment())


def _format(html: str) -> QTextBlockFormat:
    """A block of one paragraph takes on the format of the place where it is put; the style
    sheet's margins count for longer ones only."""
    result = QTextBlockFormat()
    bare = html.removeprefix('<div dir="rtl">')
    if bare.startswith(("<p", "<h", "<blockquote", '<div class="formula"')):
        result.setBottomMargin(7 if bare.startswith("<h") else 10)
        result.setTopMargin(10 if bare.startswith("<h") else 0)
        result.setLineHeight(130, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    if bare.startswith(("<blockquote", '<div class="formula"')):
        result.setLeftMargin(22)
    return result


class _Browser(QTextBrowser):
    wheel_turned = Signal(float)  # notches, with Ctrl held; Qt's own zoom would not last

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setAcceptDrops(False)  # files dropped here belong to the window
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.DefaultContextMenu)
        self.document().setDocumentMargin(24)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.wheel_turned.emit(event.angleDelta().y() / 120)
            event.accept()
            return
        super().wheelEvent(event)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Pictures from the page's own data; anything else is an empty picture. (An empty
        answer of another type would make Qt look for the file itself.)"""
        address = name.toString() if isinstance(name, QUrl) else name
        if kind == QTextDocument.ResourceType.ImageResource.value and _DATA.match(address):
            return _picture(address.partition(",")[2], self.viewport().width() - 60)
        return QImage()


def _picture(data: str, width: int) -> QImage:
    """The picture, not wider than the view; empty if it is damaged or claims too many pixels."""
    try:
        content = base64.b64decode(data, validate=False)
    except binascii.Error:
        return QImage()
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    size = reader.size()
    if not size.isValid() or size.width() * size.height() > PIXELS_MOST:
        return QImage()
    if size.width() > width > 0:
        reader.setScaledSize(size.scaled(QSize(width, size.height()), Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()


def _names(colours: Colours) -> dict[str, str]:
    return {name: getattr(colours, name) for name in Colours.__slots__}
