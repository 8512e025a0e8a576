# SPDX-License-Identifier: AGPL-3.0-or-later
"""How things are shown: zoom, what is visible, colours."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QWidget

from app.core.changes import PageRows, PageState
from app.desktop.look import Look
from app.desktop.looking import Looking
from app.desktop.markdown_pane import MarkdownPane
from app.desktop.memory import Memory
from app.desktop.page_view import PageView
from app.desktop.zoom import Fit


class ViewCommands:
    def __init__(
        self,
        window: QMainWindow,
        page: PageView,
        text: MarkdownPane,
        documents: QWidget,
        strip: QWidget,
        looking: Looking,
        memory: Memory,
        look: Look,
    ) -> None:
        self._window, self._page, self._text = window, page, text
        self._documents, self._strip = documents, strip
        self._looking, self._memory, self._look = looking, memory, look
        self._following = False

    def toggle_source(self) -> None:
        self._text.toggle_source()

    # ------------------------------------------------------------ zoom: of the text where it has the focus

    def _on_text(self) -> bool:
        focus = self._window.focusWidget()
        return focus is not None and self._text.isAncestorOf(focus)

    def zoom_in(self) -> None:
        if self._on_text():
            self._text.zoom_in()
        else:
            self._page.step_zoom(1)

    def zoom_out(self) -> None:
        if self._on_text():
            self._text.zoom_out()
        else:
            self._page.step_zoom(-1)

    def zoom_plain(self) -> None:
        if self._on_text():
            self._text.zoom_plain()
        else:
            self._page.set_factor(1.0)

    def fit_width(self) -> None:
        self._page.set_fit(Fit.WIDTH)

    def fit_page(self) -> None:
        self._page.set_fit(Fit.PAGE)

    # ------------------------------------------------------------ what is visible

    def show_documents(self, on: bool) -> None:
        self._documents.setVisible(on)

    def show_strip(self, on: bool) -> None:
        self._strip.setVisible(on)

    def full_screen(self, on: bool) -> None:
        state = self._window.windowState()
        full = Qt.WindowState.WindowFullScreen
        self._window.setWindowState(state | full if on else state & ~full)

    def follow(self, on: bool) -> None:
        """Go to each page of the shown document as it begins to be read."""
        self._following = on

    def page_rows(self, change: PageRows) -> None:
        if not self._following or change.document != self._looking.document:
            return
        reading = [row.page for row in change.rows if row.state is PageState.READING]
        here = self._looking.page_row
        if reading and not (here is not None and here.state is PageState.READING and here.page not in reading):
            self._looking.go(reading[0])

    # ------------------------------------------------------------ colours

    def look_system(self) -> None:
        self._set_look("system")

    def look_light(self) -> None:
        self._set_look("light")

    def look_dark(self) -> None:
        self._set_look("dark")

    def look_contrast(self) -> None:
        self._set_look("contrast")

    def _set_look(self, mode: str) -> None:
        self._memory.change(theme=mode)
        self._look.set_mode(mode)
