# SPDX-License-Identifier: AGPL-3.0-or-later
"""The right of the window: a page's Markdown as rendered preview or as source, live.

`PageText` keeps the text and decides what counts; this widget shows it. Only the view that is
seen is kept up to date, the other is brought up to date when it is switched to.
"""

from __future__ import annotations

import logging
import math
import time
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPalette, QShowEvent
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from app.core.changes import PagePiece, PageShown, PageState, Saved
from app.core.markup.text_units import tidy
from app.core.wording import tr
from app.desktop.editing.searching import Searching
from app.desktop.find_bar import FindBar
from app.desktop.look import LIGHT, Colours
from app.desktop.markdown_head import MarkdownHead, ProblemStrip, hint_text
from app.desktop.page_text import PageText
from app.desktop.preview import ZOOM_LEAST, ZOOM_MOST, ZOOM_STEP, Preview
from app.desktop.preview_cover import Cover
from app.desktop.preview_lite import LitePreview
from app.desktop.preview_worker import PreviewWorker, Rendered
from app.desktop.source_editor import SourceEditor

log = logging.getLogger(__name__)

REPAINT_MS = 60
"""Least time between two repaints of a streaming page: about 16 a second."""

FOLLOW_AFTER = 1.5
"""Seconds of streaming before the preview follows its end: a page that comes in one burst stays
at its head, where one begins to read."""

PREVIEW_AFTER_MS = 600
"""From the first showing to the making of the preview at the latest. A browser holds the window up
for a third of a second and its processes take the processor from those that open the document, so
it waits until the first page's picture is there (`start_preview`), and comes in steps."""

BETWEEN_STEPS_MS = 20


class MarkdownPane(QWidget):
    edited = Signal(int, int, str)  # document, page, the whole text
    revert_asked = Signal(int, int)  # document, page: back to the engine's text
    history_asked = Signal(int, int, int)  # document, page: to the saved state before (-1) or after (1) this one
    read_again_asked = Signal(int, int)
    link_clicked = Signal(str)  # an address to open outside, after asking
    painted = Signal(float)  # seconds from a piece's `committed` to its being on screen
    zoomed = Signal(float)  # the user made the text larger or smaller
    source_shown = Signal(bool)  # the view was switched
    view_changed = Signal()  # another view is seen, or other blocks in the preview
    preview_failed = Signal()  # the browser engine gave up; the plain preview took its place

    def __init__(self, parent: QWidget | None = None, *, web: bool = True, colours: Colours = LIGHT) -> None:
        """`web` as `preview_choice.web_possible` allows. The preview itself is made when the
        pane is first shown, so that the window is up before a browser engine is loaded."""
        super().__init__(parent)
        self._web, self._colours, self._zoom = web, colours, 1.0
        self._page = PageText()
        self._ticket = self._page_ticket = 0
        self._first_piece = math.inf  # time.monotonic()
        self._new_page = True
        self._pieces: list[str] = []
        self._waiting: deque[tuple[int, float]] = deque()  # tickets and the `committed` of their pieces
        self._blocks: Rendered | None = None
        self._started = False
        self._preview: Preview | None = None
        self._worker = PreviewWorker(self)
        self._worker.rendered.connect(self._show_rendered, Qt.ConnectionType.QueuedConnection)
        self.destroyed.connect(self._worker.close)
        self._repaint = QTimer(self)
        self._repaint.setSingleShot(True)
        self._repaint.timeout.connect(self._hand_over)
        self._head, self._strip, self._find = MarkdownHead(self), ProblemStrip(self), FindBar(self)
        self._hint = QLabel(self)
        self._hint.setObjectName("hint")
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hint.setWordWrap(True)
        self._hint.setBackgroundRole(QPalette.ColorRole.Base)
        self._hint.setAutoFillBackground(True)
        self.editor = SourceEditor(self, colours=colours)
        self.searching = Searching(self, self._find)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._hint)
        self._cover = Cover(self._stack)
        self._stack.addWidget(self.editor)
        self._lay_out()
        self._connect()
        self.clear()

    def _lay_out(self) -> None:
        self.setAccessibleName(tr("Text of the page"))
        layout = self._column = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(self._strip)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self._find)

    def _connect(self) -> None:
        self._head.source_chosen.connect(self._switched)
        self._head.revert_asked.connect(self._ask_revert)
        self._strip.read_again_asked.connect(self._ask_read_again)
        self.editor.edited.connect(self._typed)
        self.editor.zoomed.connect(self._user_zoom)
        self.editor.history_asked.connect(self.step)
        self._find.closed.connect(self._leave_search)

    # ------------------------------------------------------------ what the window tells

    def show_page(self, shown: PageShown) -> None:
        """A page, or a newer state of the page shown. What the user typed is never overwritten
        by a text that the session made before it knew of it."""
        if self._page.is_other(shown):
            self.flush()
            self._begin_page()
        elif self.editor.unsaved:
            self.flush()
        changed = self._page.show(shown)
        self.editor.set_streaming(shown.state is PageState.READING)
        self._show_facts()
        if changed and shown.step and self.source_visible:
            self._show_hint()
            self.editor.step_to(tidy(shown.text))
        elif changed:
            self._show_text()
        else:
            self._show_hint()

    def add_piece(self, piece: PagePiece) -> None:
        """Streamed text of the page shown; of another page, or not next in order, it is dropped."""
        if not self._page.add(piece):
            return
        self._pieces.append(piece.text)
        self._ticket += 1
        if piece.committed:
            self._waiting.append((self._ticket, piece.committed))
        if not self._repaint.isActive():
            self._hand_over()
            self._repaint.start(REPAINT_MS)

    def saved(self, saved: Saved) -> None:
        """An edit is in the library."""
        if self._page.saved(saved):
            self._show_facts()

    def clear(self) -> None:
        """No page is shown."""
        self.flush()
        self._page = PageText()
        self._begin_page()
        self.editor.set_streaming(True)
        self._show_facts()
        self._show_text()

    def flush(self) -> None:
        """Tell a pending edit now; before the page changes, the text is exported or the window closes."""
        self.editor.flush()

    def close_down(self) -> None:
        """The window closes: tell a pending edit, end the rendering thread and the browser."""
        self.flush()
        self._worker.close()
        preview, self._preview = self._preview, None
        if preview is not None:
            preview.close_down()

    def add_below_head(self, *widgets: QWidget) -> None:
        """Between what is said about the page and its text."""
        for number, widget in enumerate(widgets):
            self._column.insertWidget(2 + number, widget)

    # ------------------------------------------------------------ what the window asks

    @property
    def source_visible(self) -> bool:
        return self._stack.currentWidget() is self.editor

    @property
    def preview(self) -> Preview | None:
        """The preview's widget, once it is made."""
        return self._preview

    @property
    def rendered(self) -> Rendered | None:
        """What the preview was last given."""
        return self._blocks

    @property
    def ticket(self) -> int:
        """Of the page's text; the preview tells with it (`Preview.shown`) that the text is on screen."""
        return self._page_ticket

    @property
    def place(self) -> tuple[int, int]:
        """Document and page; (-1, -1) when there is none."""
        return self._page.place

    @property
    def text(self) -> str:
        """The page's text as it stands, with what is being typed."""
        return self.editor.text if self.editor.unsaved else self._page.text

    def toggle_source(self) -> None:
        self._head.choose(not self.source_visible)

    def show_source(self, on: bool) -> None:
        self._head.choose(on)

    def put_in(self, start: int, end: int, words: str) -> None:
        """A change of the user's that he did not type, in code points: it is told at once, and the editor can
        undo it."""
        if self._page.state is PageState.READING:
            return
        if not self.source_visible:
            self._load_editor()
        self.editor.put_in(start, end, words)
        self.flush()
        if not self.source_visible:
            self._show_text()

    def step(self, step: int) -> None:
        """Undo (-1) or redo (1) over the page's saved states."""
        if step < 0 and self.editor.undo_first():
            return
        self.flush()
        if self._page.shown is not None:
            self.history_asked.emit(*self._page.place, step)

    def focus_source(self) -> None:
        """Show the editor and put the cursor into it."""
        self._head.choose(True)
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_hovered(self, on: bool) -> None:
        """The mouse is on this page in a list of pages."""
        self._head.set_hovered(on)

    def set_colours(self, colours: Colours) -> None:
        self._colours = colours
        self.editor.set_colours(colours)
        if self._preview is not None:
            self._preview.set_colours(colours)

    def set_zoom(self, factor: float) -> None:
        """1.0 is the plain size, for both views."""
        self._zoom = min(ZOOM_MOST, max(ZOOM_LEAST, factor))
        self.editor.set_zoom(self._zoom)
        if self._preview is not None:
            self._preview.set_zoom(self._zoom)

    def zoom_in(self) -> None:
        self._user_zoom(self._zoom * ZOOM_STEP)

    def zoom_out(self) -> None:
        self._user_zoom(self._zoom / ZOOM_STEP)

    def zoom_plain(self) -> None:
        self._user_zoom(1.0)

    def _user_zoom(self, factor: float) -> None:
        before = self._zoom
        if not math.isclose(factor, before, rel_tol=1e-3):  # else the preview only says what it was told
            self.set_zoom(factor)
            if self._zoom != before:
                self.zoomed.emit(self._zoom)

    # ------------------------------------------------------------ the text to the views

    def _begin_page(self) -> None:
        self._new_page = True
        self._blocks = None
        self._cover.wanted = True
        self._waiting.clear()
        self.editor.load("")

    def _show_text(self) -> None:
        """The whole text, to the view that is seen."""
        self._pieces.clear()
        self._ticket += 1
        self._page_ticket = self._ticket
        if not self._page.text:
            self._first_piece = math.inf
        self._show_hint()
        if self.source_visible:
            self._load_editor()
            self.view_changed.emit()
        elif self._preview is not None:
            self._worker.set_text(self._page.text, ticket=self._ticket, formulas=self._preview.formulas)

    def _load_editor(self) -> None:
        """An empty editor takes the text as it is; else it changes as little as it can. What is being typed
        counts: it may be that only a view is made or switched."""
        self.flush()
        text = tidy(self._page.text)
        if self.editor.text:
            self.editor.replace(text)
        else:
            self.editor.load(text)

    def _hand_over(self) -> None:
        """Pieces that came since the last repaint, together."""
        if not self._pieces:
            return
        piece = "".join(self._pieces)
        self._pieces.clear()
        self._first_piece = min(self._first_piece, time.monotonic())
        self._show_hint()
        if self.source_visible:
            self.editor.append(tidy(piece))
            QTimer.singleShot(0, self, lambda ticket=self._ticket: self._on_screen(ticket))
        elif self._preview is not None:
            self._worker.append(piece, ticket=self._ticket, formulas=self._preview.formulas)
        self._repaint.start(REPAINT_MS)

    def _show_rendered(self, rendered: Rendered) -> None:
        if rendered.ticket < self._page_ticket or self._preview is None:
            return
        self._blocks = rendered
        streams = self._page.state is PageState.READING
        follow = streams and time.monotonic() - self._first_piece > FOLLOW_AFTER
        self._preview.show_blocks(rendered.blocks, ticket=rendered.ticket, new_page=self._new_page, follow=follow)
        self._new_page = False
        self.view_changed.emit()

    def _on_screen(self, ticket: int) -> None:
        if ticket >= self._page_ticket and not self.source_visible:
            self._cover.wanted = False
            self._cover.over(self._preview)
        now = time.monotonic()
        while self._waiting and self._waiting[0][0] <= ticket:
            self.painted.emit(now - self._waiting.popleft()[1])

    def _show_hint(self) -> None:
        """An empty page says why; else the view that the user chose."""
        if self._head.source:
            self._stack.setCurrentWidget(self.editor)
        elif self._page.text.strip() and self._preview is not None:
            self._stack.setCurrentWidget(self._preview)
        else:
            shown = self._page.shown
            empty = shown is not None and not self._page.text.strip()
            self._hint.setText(hint_text(self._page.state) if empty else "")
            self._stack.setCurrentWidget(self._hint)
        self._cover.over(self._preview)

    def _show_facts(self) -> None:
        self._head.show_page(self._page.shown, self._page.edited_at)
        self._strip.show_page(self._page.shown)

    # ------------------------------------------------------------ what the user does

    def _switched(self, source: bool) -> None:
        if not source:
            self.flush()
            self._cover.wanted |= self._blocks is None or self._blocks.text != tidy(self._page.text)
        self._show_text()
        if source:
            self.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self.source_shown.emit(source)

    def _typed(self, text: str) -> None:
        if self._page.type(text):
            document, page = self._page.place
            self.edited.emit(document, page, text)
            self._show_facts()

    def _ask_revert(self) -> None:
        self.flush()
        self.revert_asked.emit(*self._page.place)

    def _ask_read_again(self) -> None:
        self.flush()
        self.read_again_asked.emit(*self._page.place)

    def _leave_search(self) -> None:
        view = self._stack.currentWidget()
        if view is not None:
            view.setFocus(Qt.FocusReason.OtherFocusReason)

    # ------------------------------------------------------------ the preview's widget

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._preview is None:
            QTimer.singleShot(PREVIEW_AFTER_MS, self, self.start_preview)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.flush()

    def start_preview(self) -> None:
        """`make_preview` in three steps, between which the window answers: the browser engine is loaded, started, and
        shown. Once; afterwards nothing happens."""
        if self._started or self._worker.closed:
            return
        self._started = True
        steps: list[Callable[[], object]] = [self.make_preview]
        if self._web and self._preview is None:
            from app.desktop import preview_web

            steps = [preview_web.start_browser, *steps]
        for number, step in enumerate(steps, 1):
            QTimer.singleShot(number * BETWEEN_STEPS_MS, self, step)

    def make_preview(self) -> None:
        """At once. Once; afterwards nothing happens."""
        if self._preview is not None or self._worker.closed:
            return
        if self._web:
            from app.desktop.preview_web import WebPreview  # only where it can run, and after the window is up

            self._use(WebPreview(self, colours=self._colours))
        else:
            self._use(LitePreview(self, colours=self._colours))

    def _use(self, preview: Preview) -> None:
        self._preview = preview
        preview.set_zoom(self._zoom)
        preview.zoomed.connect(self._user_zoom)
        preview.found.connect(self.searching.marked)
        preview.link_clicked.connect(self.link_clicked)
        preview.shown.connect(self._on_screen)
        preview.shown.connect(self.searching.preview_shown)
        preview.failed.connect(self._fall_back, Qt.ConnectionType.QueuedConnection)  # which deletes its sender
        self._stack.addWidget(preview)
        QWidget.setTabOrder(self.editor, preview.focusProxy() or preview)
        self._new_page = self._cover.wanted = True
        self.view_changed.emit()
        self._show_text()

    def _fall_back(self, reason: str) -> None:
        log.info("the browser preview gave up (%s)", reason)
        old = self._preview
        if old is None or isinstance(old, LitePreview):
            return
        self._use(LitePreview(self, colours=self._colours))
        self._stack.removeWidget(old)
        old.close_down()
        old.deleteLater()
        self.preview_failed.emit()
