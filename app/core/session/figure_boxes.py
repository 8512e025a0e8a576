# SPDX-License-Identifier: AGPL-3.0-or-later
"""The figures of the page that is looked at: what the user framed or refused, and what is found on the page.

Nothing is looked for until a view wants the figures of a page; then every change of them is told until it does not.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from app.core.figure_boxes import FigureBox, FiguresShown, upright
from app.core.session.desk import Desk, Document
from app.core.session.link import Answer, Ask, PagesLink
from app.core.session.saving import Saving
from engine.protocol import Box, PageFigures

REMEMBERED = 64
"""Pages whose found figures are remembered."""

_Key = tuple[int, int, int, int]


class FigureBoxes:
    def __init__(self, desk: Desk, link: PagesLink, saving: Saving) -> None:
        self._desk = desk
        self._link = link
        self._saving = saving
        self._shown: tuple[int, int] | None = None
        self._told: FiguresShown | None = None
        self._found: OrderedDict[_Key, tuple[Box, ...]] = OrderedDict()
        self._ask: Ask | None = None

    def show(self, document: int, page: int) -> None:
        """Tell the figures of this page now and as they change, in the place of those of another."""
        found = self._desk.page(document, page)
        self._shown, self._told = (document, page), None
        self._tell(found, page)
        self._look(found, page)

    def hide(self) -> None:
        """Nobody looks at figures any more."""
        self._shown = self._told = None
        self._drop()

    def change(self, document: int, page: int, put: Sequence[FigureBox], drop: Sequence[int]) -> None:
        """Keep, change and forget figures of a page. Boxes are cut to the page; what is nothing then is left out."""
        found = self._desk.page(document, page)
        sound = [
            FigureBox(one.key, box, one.turn % 360, one.kept, " ".join(one.caption.split()))
            for one in put
            if one.key > 0 and (box := upright(one.box)) is not None
        ]
        if sound or drop:
            self._saving.figure_boxes(found, page, sound, drop)
            self.refresh()

    def refresh(self) -> None:
        """Something may have changed: another window's figures, or the turn of the page."""
        if self._shown is None:
            return
        document = self._desk.documents.get(self._shown[0])
        page = self._shown[1]
        if document is not None and document.has(page):
            self._tell(document, page)
            self._look(document, page)

    def _tell(self, document: Document, page: int) -> None:
        turn = document.turns.get(page, 0)
        boxes = tuple(one.turned(turn) for one in self._saving.figures_of(document, page))
        told = FiguresShown(document.id, page, turn, boxes, self._found.get(_key(document, page)))
        if told != self._told:
            self._told = told
            self._desk.tell(told)

    def _look(self, document: Document, page: int) -> None:
        """Have the page looked through for figures, unless that is known."""
        key = _key(document, page)
        if key in self._found:
            self._found.move_to_end(key)
            return
        self._drop()

        def answered(answer: Answer) -> None:
            self._ask = None
            self._found[key] = tuple(answer.boxes) if isinstance(answer, PageFigures) else ()
            while len(self._found) > REMEMBERED:
                self._found.popitem(last=False)
            if self._shown == (document.id, page):
                self.refresh()

        self._ask = self._link.figures(document, page, answered)

    def _drop(self) -> None:
        if self._ask is not None:
            self._link.drop(self._ask)
            self._ask = None


def _key(document: Document, page: int) -> _Key:
    return document.id, document.round, page, document.turns.get(page, 0)
