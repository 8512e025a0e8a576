# SPDX-License-Identifier: AGPL-3.0-or-later
"""The page under the mouse, in all panes: a row of the performance panel or a thumbnail lights up the page wherever it
is shown, and the page's own panes light up its row and its points in the charts while the panel is there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject

from app.desktop.figures.panel import FiguresPanel
from app.desktop.looking import Looking
from app.desktop.markdown_pane import MarkdownPane
from app.desktop.page_pane import PagePane
from app.desktop.page_strip import PageStrip


class Hovering(QObject):
    def __init__(
        self, looking: Looking, strip: PageStrip, page: PagePane, text: MarkdownPane, figures: FiguresPanel
    ) -> None:
        super().__init__(looking)
        self._looking, self._strip, self._page, self._text, self._figures = looking, strip, page, text, figures
        strip.hovered.connect(self._listed)
        figures.hovered.connect(self._listed)
        looking.moved.connect(lambda: self._listed(-1))
        for pane in (page, text):
            pane.installEventFilter(self)

    def _listed(self, page: int) -> None:
        """In a list of pages; -1 for none."""
        self._tell(page)
        here = page >= 0 and page == self._looking.page
        self._page.view.set_hovered(here)
        self._text.set_hovered(here)

    def _tell(self, page: int) -> None:
        self._figures.hover(page)
        self._strip.hover(page)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in (QEvent.Type.Enter, QEvent.Type.Leave) and self._looking.pages and self._figures.isVisible():
            self._tell(self._looking.page if kind is QEvent.Type.Enter else -1)
        return False
