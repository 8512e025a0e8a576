# SPDX-License-Identifier: AGPL-3.0-or-later
"""Page and text scroll together: what stands at the top of one stands at the top of the other.

Only the pane that the user scrolls leads, so nothing goes round, and neither typing nor a stream moves the page.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.desktop.page_view import PageView
from app.desktop.proof.heights import HeightMap
from app.desktop.proof.text_side import TextSide
from app.desktop.proof.user_scroll import UserScroll


class InStep(QObject):
    def __init__(self, page: PageView, text: TextSide) -> None:
        super().__init__(page)
        self._page, self._text = page, text
        self._map: HeightMap | None = None
        self.on = True
        self.page_scroll = UserScroll(self)
        self.page_scroll.watch_area(page)
        self.page_scroll.touched.connect(text.scroll.rest)
        text.scroll.touched.connect(self.page_scroll.rest)
        page.verticalScrollBar().valueChanged.connect(self._page_moved)
        text.scrolled.connect(self._text_moved)

    def show_map(self, heights: HeightMap | None, *, first: bool = False) -> None:
        """What belongs together; with `first` of a page that is newly shown, perhaps from its end."""
        self._map = heights
        if first and self.on and heights is not None and self._page.verticalScrollBar().value() > 0:
            self._follow_page()

    def set_on(self, on: bool) -> None:
        self.on = on

    def _page_moved(self) -> None:
        if self.on and self.page_scroll.leads:
            self._follow_page()

    def _follow_page(self) -> None:
        place = self._map.place_at(self._page.top_height, self._text.top) if self._map is not None else None
        if place is not None:
            self._text.show_top(place)

    def _text_moved(self, place: float) -> None:
        if not self.on or self._map is None or not self._text.scroll.leads:
            return
        height = self._map.height_at(place)
        if height is not None:
            self._page.show_height(height)
