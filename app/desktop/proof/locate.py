# SPDX-License-Identifier: AGPL-3.0-or-later
"""Click to locate, both ways: a word of the text shows its place on the picture, a place of the picture selects
its Markdown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.desktop.page_view import PageView
from app.desktop.proof.latest import Latest
from app.desktop.proof.text_side import TextSide

if TYPE_CHECKING:
    from app.core.align import Alignment, Place
    from engine.protocol import Box

Span = tuple[int, int]


class Locate(QObject):
    chosen = Signal(int)  # the place of what was selected by a click or a frame on the picture
    opened = Signal(str, int)  # a double click on the picture: the text, and the place of the word in it

    def __init__(self, page: PageView, text: TextSide, alignment: Callable[[], Alignment | None]) -> None:
        """`alignment` gives the map of the text in sight, or None while there is none."""
        super().__init__(page)
        self._page, self._text, self._alignment = page, text, alignment
        self._searching, self._opening = Latest(page, self), Latest(page, self)
        text.clicked.connect(self.show_on_page)
        page.clicked.connect(self._choose)
        page.framed.connect(self._choose_in)
        page.opened.connect(self._open)

    def show_on_page(self, start: int, end: int) -> None:
        """Mark the place of a span of the Markdown; of an empty span that of the word or formula it is in."""
        alignment = self._alignment()
        if alignment is not None:
            self._searching.run(lambda: _place(alignment, start, end), self._mark)

    def _mark(self, place: Place | None) -> None:
        if place is not None:
            self._page.highlight(place.boxes, sure=place.sure)
        else:
            self._page.highlight(())

    def _choose(self, x: float, y: float) -> None:
        self._select(lambda alignment: alignment.span_at(x, y))

    def _open(self, x: float, y: float) -> None:
        alignment = self._alignment()
        if alignment is None:
            return

        def tell(span: Span | None) -> None:
            if span is not None:
                self.opened.emit(alignment.source.text, span[0])

        self._opening.run(lambda: alignment.span_at(x, y), tell)

    def _choose_in(self, frame: Box) -> None:
        self._select(lambda alignment: alignment.span_in(frame))

    def _select(self, find: Callable[[Alignment], Span | None]) -> None:
        """Off the interface thread: a long page has tens of thousands of words."""
        alignment = self._alignment()
        if alignment is None:
            return

        def look() -> tuple[Span, Place | None] | None:
            span = find(alignment)
            return (span, alignment.place(*span)) if span is not None else None

        def show(found: tuple[Span, Place | None] | None) -> None:
            if found is None:
                self._page.highlight(())
                return
            span, place = found
            self._text.select(*span)
            self.chosen.emit(span[0])
            if place is not None:
                self._page.highlight(place.boxes, sure=place.sure, scroll=False)

        self._searching.run(look, show)


def _place(alignment: Alignment, start: int, end: int) -> Place | None:
    words = alignment.source.words
    if start == end:
        inside = alignment.words_in(start, start)
        if not inside and start:
            inside = alignment.words_in(start - 1, start - 1)  # the cursor stands behind the last letter
        if inside:
            start, end = words[inside.start].start, words[inside.start].end
    touched = alignment.words_in(start, end)
    if touched and words[touched.start].math:
        for formula in alignment.source.formulas:
            if formula.start <= start < formula.end:
                start, end = formula.start, max(end, formula.end)
    return alignment.place(start, end)
