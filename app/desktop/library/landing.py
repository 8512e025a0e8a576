# SPDX-License-Identifier: AGPL-3.0-or-later
"""From a hit to its page: both panes go there, what was found is selected in the text and marked on the
picture, as soon as each of them is ready. A document that is not in the list is opened first."""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.core.changes import PageProofed, PageShown, SearchHit, WordsReady
from app.core.library import HIT_CLOSES, HIT_OPENS
from app.core.markup.text_units import tidy
from app.desktop.adapter import Desk
from app.desktop.looking import Looking
from app.desktop.page_pane import PagePane
from app.desktop.proof.proofreading import Proofreading

BEFORE = 24
"""Characters before the hit that tell it from other places of the same word."""


@dataclass(slots=True)
class _Wanted:
    """`document` is 0 until the document is in the list. `span` is the hit's place in the page's text."""

    stored: int
    page: int
    document: int
    snippet: str
    words: tuple[str, ...]
    span: tuple[int, int] | None = None
    marked: bool = False


class Landing(QObject):
    def __init__(self, desk: Desk, looking: Looking, page: PagePane, proof: Proofreading, parent: QObject) -> None:
        super().__init__(parent)
        self._desk, self._looking, self._page, self._proof = desk, looking, page, proof
        self._wanted: _Wanted | None = None
        looking.moved.connect(self._moved)
        desk.words_ready.connect(self._words_ready)
        proof.text.shown.connect(self._select)

    def open(self, hit: SearchHit) -> None:
        """Go to the hit's page."""
        here = next((number for number, row in self._looking.rows.items() if row.stored == hit.stored), 0)
        words = tuple(dict.fromkeys(word.casefold() for word in found_words(hit.snippet)))
        self._wanted = _Wanted(hit.stored, hit.page, here, hit.snippet, words)
        if not here:
            self._looking.expect_new(hit.page)
            self._desk.session.open_stored(hit.stored)
            return
        if (self._looking.document, self._looking.page) == (here, hit.page):
            self._desk.session.view(here, hit.page)  # the page is told once more
            self._desk.session.words(here, hit.page)
        else:
            self._looking.open_at(here, hit.page)

    def _moved(self, document: int, page: int) -> None:
        """The words are asked for when the page is really shown; another page ends it."""
        wanted = self._wanted
        if wanted is None:
            return
        row = self._looking.rows.get(document)
        if row is None or row.stored not in (wanted.stored, None):
            self._wanted = None if wanted.document else wanted
            return
        if page == wanted.page and self._looking.pages:
            wanted.document = document
            self._desk.session.words(document, page)
        elif wanted.document and self._looking.pages:
            self._wanted = None

    # ------------------------------------------------------------ the text

    def page_shown(self, shown: PageShown) -> None:
        """After the pane has taken it."""
        wanted = self._wanted
        if wanted is not None and (shown.document, shown.page) == (wanted.document, wanted.page) and shown.text:
            wanted.span = place_of(wanted.snippet, tidy(shown.text))
            self._select()

    def _select(self) -> None:
        """The preview may still be rendering; then it comes here again."""
        wanted = self._wanted
        if wanted is not None and wanted.span is not None and self._proof.place == (wanted.document, wanted.page):
            self._proof.text.select(*wanted.span)

    # ------------------------------------------------------------ the picture

    def _words_ready(self, ready: WordsReady) -> None:
        """All places of the words on a page with a text layer."""
        wanted = self._wanted
        if wanted is None or (ready.document, ready.page) != (wanted.document, wanted.page):
            return
        boxes = [word.box for word in ready.words if any(sought in word.text.casefold() for sought in wanted.words)]
        if boxes:
            wanted.marked = True
            self._page.highlight(ready.document, ready.page, boxes)

    def page_proofed(self, proof: PageProofed) -> None:
        """On a scan the words' places are known when the page was looked through."""
        wanted = self._wanted
        if wanted is None or wanted.marked or (proof.document, proof.page) != (wanted.document, wanted.page):
            return
        if proof.alignment is not None and wanted.span is not None and self._proof.text.text == proof.text:
            wanted.marked = True
            self._proof.locate.show_on_page(*wanted.span)


def found_words(snippet: str) -> list[str]:
    """What the search marked, word by word."""
    marked = re.findall(f"{HIT_OPENS}(.*?){HIT_CLOSES}", snippet, re.DOTALL)
    return [word for part in marked for word in part.split()]


def place_of(snippet: str, text: str) -> tuple[int, int] | None:
    """Where the first marked word of a snippet stands in the page's text, in code points: with the words before
    it where they are found, else the first place of all."""
    head, opens, rest = snippet.partition(HIT_OPENS)
    word, closes, _ = rest.partition(HIT_CLOSES)
    if not opens or not closes or not word:
        return None
    before = head.removeprefix("…")[-BEFORE:]
    at = text.find(before + word)
    if at >= 0:
        return at + len(before), at + len(before) + len(word)
    found = re.search(re.escape(word), text, re.IGNORECASE)
    return found.span() if found is not None else None
