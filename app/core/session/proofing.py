# SPDX-License-Identifier: AGPL-3.0-or-later
"""Proofreading's intentions: pages looked through, flags dismissed, the second reading, and what is told of it all."""

from __future__ import annotations

import threading

from app.core.changes import PageProofed, UncheckedFound
from app.core.session.by_and_by import ByAndBy
from app.core.session.desk import Desk, Document
from app.core.session.flag_walk import FlagWalk
from app.core.session.kept_proofs import Proof
from app.core.session.link import PagesLink
from app.core.session.looking import Looking
from app.core.session.saving import Saving
from app.core.session.second_words import SecondWords
from app.core.session.showing import Showing
from app.core.session.small_ocr import SmallOcr
from app.core.session.whole_document import WholeDocument
from app.core.settings import Settings
from engine.protocol import Word

Key = tuple[int, int]


class Proofing:
    def __init__(self, desk: Desk, link: PagesLink, saving: Saving, showing: Showing) -> None:
        self._desk = desk
        self._saving = saving
        self._showing = showing
        self._typed: dict[Key, tuple[str, str | None]] = {}  # a text that is being typed, over this saved one
        self._told: dict[Key, tuple[object, ...]] = {}  # what was told last of the page on screen
        self._words = SecondWords(desk, link)
        self._ocr = SmallOcr(desk, self._read, self._words.earlier)
        self._looking = Looking(desk, link, saving, self._words, self._ocr.want, self._again)
        self._by_and_by = ByAndBy(desk, self._looking, self._count)
        self._walk = FlagWalk(desk, self._looking, saving, self._text_of, self._count)
        self._whole = WholeDocument(desk, self._looking, self._tell_page, self._read_now)
        showing.when_changed(self.changed)

    @property
    def busy(self) -> bool:
        """Something goes on that was asked for."""
        return self._looking.busy or self._walk.busy or self._whole.busy or self._ocr.busy

    def end(self) -> list[threading.Thread]:
        """End its programs; the threads to wait for."""
        self._by_and_by.end()
        return [*self._looking.worker.close(), *self._ocr.end()]

    # ------------------------------------------------------------ intentions

    def proof(self, document: int, page: int, text: str | None) -> None:
        found = self._desk.page(document, page)
        saved = self._saved(found, page)
        if text is None or text == saved:
            self._typed.pop((document, page), None)
        else:
            self._typed[document, page] = text, saved
        self._told.pop((document, page), None)
        self._look(found, page)
        self._by_and_by.follow(found)

    def next_flag(self, document: int, page: int, position: int, step: int) -> None:
        self._walk.begin(self._desk.page(document, page), page, position, step)

    def look_through(self, document: int) -> None:
        self._whole.begin(self._desk.get(document))

    def next_unchecked(self, document: int, page: int) -> None:
        found = self._desk.get(document)
        open_pages = sorted((found.has_reading | found.edited) - found.checked)
        after = [p for p in open_pages if p > page] + [p for p in open_pages if p <= page]
        self._desk.tell(UncheckedFound(document, after[0] if after else None))

    def dismiss(self, document: int, page: int, mark: str, dismissed: bool) -> None:
        self._dismiss(self._desk.page(document, page), page, mark, dismissed)

    def bring_back(self, document: int, page: int) -> None:
        self._dismiss(self._desk.page(document, page), page, None, False)

    def _dismiss(self, document: Document, page: int, mark: str | None, dismissed: bool) -> None:
        proof = self._looking.known(document, page)
        self._saving.dismissed(document, page, mark, dismissed, proof.found.marks if proof is not None else None)
        self._told.pop((document.id, page), None)
        self._look(document, page)

    def read_picture(self, document: int, page: int) -> None:
        found = self._desk.page(document, page)
        reading, _ = self._saving.present(found, page)
        if self._words.can_be_read(found, page, reading, asked=True):
            self._ocr.want(found, page, asked=True)
        self._told.pop((document, page), None)
        self._look(found, page)

    # ------------------------------------------------------------ what changes

    def changed(self, document: Document, page: int) -> None:
        """The page on screen is another one, or a page's text or state changed otherwise than by typing."""
        if document.ready and document.has(page):
            if self._desk.viewed == (document.id, page):
                self._told.pop((document.id, page), None)
                self._look(document, page)
                self._by_and_by.follow(document)
            self._by_and_by.changed(document, page)

    def counted_anew(self, document: Document) -> None:
        """Its pages have other numbers."""
        self._ocr.drop(document)
        for known in (self._typed, self._told):
            for key in [key for key in known if key[0] == document.id]:
                del known[key]

    def forget(self, document: Document) -> None:
        """What the library knew of its pages is gone."""
        self.counted_anew(document)
        self._looking.forget(document)

    def edited(self, document: Document, page: int) -> None:
        """An edit was saved: what was found while it was typed is true of the saved text now."""
        self._typed.pop((document.id, page), None)
        self._looking.progress(document).through.discard(page)
        if self._desk.viewed == (document.id, page):
            self._look(document, page)
        self._by_and_by.changed(document, page)

    def look_again(self) -> None:
        """Another program has changed the library: flags of the page on screen may be dismissed there, or back."""
        number, page = self._desk.viewed or (0, 0)
        document, told = self._desk.documents.get(number), self._told.get((number, page))
        if document is not None and told is not None and self._saving.dismissals(document, page) not in told:
            self._look(document, page)

    def use_settings(self, before: Settings) -> None:
        """Switches that concern flags may be others now."""
        after = self._desk.settings
        if (before.flags_off, before.second_reading) == (after.flags_off, after.second_reading):
            return
        if after.second_reading == "off":
            self._ocr.forget()
        for document in self._desk.documents.values():
            self._looking.progress(document).through.clear()
        if self._desk.viewed is not None and (viewed := self._desk.documents.get(self._desk.viewed[0])) is not None:
            self._look(viewed, self._desk.viewed[1])
        self._by_and_by.wake()

    # ------------------------------------------------------------ what comes of it

    def _look(self, document: Document, page: int) -> None:
        if document.has(page):
            text = self._text_of(document, page)
            self._looking.look(document, page, text, self._tell, urgent=True, early=self._tell)

    def _text_of(self, document: Document, page: int) -> str | None:
        """The text as it is being typed, if any. It counts only while the saved one is that over which it was typed:
        whatever changes that (a save, Undo, a new reading, another window) is newer."""
        text, over = self._typed.get((document.id, page), (None, None))
        if text is not None and self._saved(document, page) != over:
            del self._typed[document.id, page]
            return None
        return text

    def _saved(self, document: Document, page: int) -> str | None:
        present = self._saving.text(document, page)
        return present.text if present is not None else None

    def _tell(self, document: Document, page: int, proof: Proof | None) -> None:
        """The page on screen: told unless just this was told last."""
        if proof is not None and self._desk.documents.get(document.id) is document:
            dismissed = self._saving.dismissals(document, page)
            pending = self._ocr.is_wanted(document, page)
            told = (proof.facts.digest, proof.found.flags, proof.whole, pending, dismissed, proof.alignment is None)
            if self._told.get((document.id, page)) == told:
                return
            self._told = {(document.id, page): told}
        self._tell_page(document, page, proof)

    def _tell_page(self, document: Document, page: int, proof: Proof | None) -> None:
        from app.core.proof.answer import Found, findings_of

        if self._desk.documents.get(document.id) is not document:
            return
        if proof is None:
            self._desk.tell(PageProofed(document.id, page, "", (), findings_of(Found(), None)))
            return
        self._count(document, page, proof)
        left = tuple(proof.left(self._saving.dismissals(document, page)))
        self._desk.tell(
            PageProofed(
                document=document.id,
                page=page,
                text=proof.facts.text,
                flags=left,
                findings=findings_of(proof.found, proof.alignment),
                alignment=proof.alignment,
                pending=self._ocr.is_wanted(document, page),
                dismissed=len(proof.found.flags) - len(left),
                picture=self._words.use_of_picture(document, page, proof.facts.reading),
            )
        )

    def _count(self, document: Document, page: int, proof: Proof) -> None:
        """How many flags are left, for the rows."""
        if self._desk.documents.get(document.id) is not document:
            return
        left = len(proof.left(self._saving.dismissals(document, page)))
        if document.flags.get(page) != left:
            document.flags[page] = left
            self._showing.row(document, page)
            self._desk.tell_row(document)

    # ------------------------------------------------------------ the second reading

    def _read(self, document: Document, page: int, turn: int, words: tuple[Word, ...] | None) -> None:
        """The small OCR has read a page, or could not."""
        self._words.keep(document, page, turn, words)
        self._again(document, page)
        self._whole.again(document, page)

    def _read_now(self, document: Document, page: int) -> bool:
        """Somebody waits for the page's picture; whether it is to be read."""
        if self._ocr.is_wanted(document, page):
            self._ocr.want(document, page, asked=True)
            return True
        return False

    def _again(self, document: Document, page: int) -> None:
        """Something that the page's flags rest on is another now."""
        if self._desk.viewed == (document.id, page) or (document.id, page) in self._told:
            self._look(document, page)
        self._by_and_by.changed(document, page)
