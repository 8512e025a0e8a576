# SPDX-License-Identifier: AGPL-3.0-or-later
"""The second reading of a page: the words that its text is checked against, and where they come from.

A model's reading is checked against the text layer, or the small OCR where there is no sound one. The built-in
engine's own words only show places; against the OCR its reading of a text layer is checked on demand.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from app.core.errors import ProblemError
from app.core.proof import Source
from app.core.proof_changes import PictureUse
from app.core.session.desk import Desk, Document
from app.core.session.link import Answer, PagesLink, Urgency
from engine.protocol import NoteCode, PageWords, Reading, Word

log = logging.getLogger(__name__)

OCR = "ocr"
_KEPT = 32
"""Pages whose words are kept at hand."""

Then = Callable[["Words"], None]
Key = tuple[int, int, int, int]  # document, its round, page, turn


@dataclass(frozen=True, slots=True)
class Words:
    words: tuple[Word, ...]
    source: Source
    basis: str  # what a digest says of them
    sure: bool = True  # False: the page could not be asked for them


class SecondWords:
    def __init__(self, desk: Desk, link: PagesLink) -> None:
        self._desk = desk
        self._link = link
        self._layers: OrderedDict[Key, tuple[Word, ...]] = OrderedDict()
        self._ocr: OrderedDict[Key, Words] = OrderedDict()  # over what the library has
        self._failed: set[Key] = set()  # pages that the OCR could not read

    def basis(self, document: Document, page: int, reading: Reading | None) -> str:
        """Which words a page's flags rest on, as far as is known without asking the pages program."""
        builtin = reading is not None and reading.engine == "builtin"
        ocr = None if reading is not None and _by_picture(reading) else self._read(document, page)
        if builtin and (ocr is None or not ocr.words):
            return "own"
        return ocr.basis if ocr is not None else "layer"

    def find(self, document: Document, page: int, reading: Reading | None, then: Then, *, urgent: bool) -> None:
        """`then` gets them, at once or later."""
        basis = self.basis(document, page, reading)
        if basis == "own" and reading is not None:
            words = tuple(reading.words or ())
            then(Words(words, Source.OWN if words else Source.NONE, basis))
            return
        ocr = self._read(document, page)
        if ocr is not None and ocr.words:
            then(ocr)
            return
        key = self._key(document, page)
        known = self._layers.get(key)
        if known is not None:
            self._layers.move_to_end(key)
            then(_layer(known))
            return

        def answered(answer: Answer) -> None:
            words = tuple(answer.words) if isinstance(answer, PageWords) else ()
            if isinstance(answer, PageWords):
                _put(self._layers, key, words)
            then(replace(_layer(words), sure=isinstance(answer, PageWords)))

        self._link.words(document, page, answered, Urgency.SEEN if urgent else Urgency.AHEAD)

    def can_be_read(self, document: Document, page: int, reading: Reading | None, *, asked: bool = False) -> bool:
        """Whether the small OCR would give a second reading: not where it read the page itself, has read it, or could
        not. What the built-in engine read from a text layer it reads only when `asked`, and then it tries again what
        failed."""
        if asked:
            self._failed.discard(self._key(document, page))
        elif reading is not None and reading.engine == "builtin":
            return False
        offered = self.use_of_picture(document, page, reading) is PictureUse.OFFERED
        return offered and self._key(document, page) not in self._failed

    def use_of_picture(self, document: Document, page: int, reading: Reading | None) -> PictureUse:
        """What would come of reading it if the user asks for that. What failed may be tried again."""
        if reading is not None and _by_picture(reading):
            return PictureUse.OWN
        spent = document.problem is not None or self._read(document, page) is not None
        return PictureUse.NONE if spent else PictureUse.OFFERED

    def earlier(self, document: Document, page: int, turn: int) -> tuple[Word, ...] | None:
        """The words of the newest reading that the built-in engine made of the page's picture before: the small OCR
        would find the same."""
        if document.stored is None:
            return None
        try:
            readings = self._desk.library.versions.turned(document.stored, page, turn)
            words = (reading.words for reading in readings if _by_picture(reading))
            return next((tuple(found) for found in words if found is not None), None)
        except ProblemError as error:
            log.info("earlier readings were not looked through: %s", error)
            return None

    def keep(self, document: Document, page: int, turn: int, words: tuple[Word, ...] | None) -> None:
        """The small OCR has read the page, or could not (None)."""
        key = (document.id, document.round, page, turn)
        if words is None:
            self._failed.add(key)
            return
        at = 0.0
        if document.stored is not None and self._desk.library.writable:
            try:
                at = self._desk.library.proofs.keep_second(document.stored, page, turn, OCR, words)
            except ProblemError as error:
                log.info("a second reading was not kept: %s", error)
        _put(self._ocr, key, _ocr(words, at))

    def _read(self, document: Document, page: int) -> Words | None:
        """What the OCR has read."""
        key = self._key(document, page)
        known = self._ocr.get(key)
        if known is None and document.stored is not None:
            second = self._desk.library.proofs.second(document.stored, page, key[3], OCR)
            if second is not None:
                known = _ocr(second.words, second.at)
                _put(self._ocr, key, known)
        return known

    def _key(self, document: Document, page: int) -> Key:
        return document.id, document.round, page, document.turns.get(page, 0)


def _by_picture(reading: Reading) -> bool:
    """Read by the built-in OCR: another one would be the same."""
    return reading.engine == "builtin" and all(note.code is not NoteCode.TEXT_LAYER for note in reading.notes)


def _layer(words: tuple[Word, ...]) -> Words:
    return Words(words, Source.TEXT_LAYER if words else Source.NONE, "layer")


def _ocr(words: tuple[Word, ...], at: float) -> Words:
    return Words(words, Source.OCR if words else Source.NONE, f"ocr {at}")


def _put(kept: OrderedDict[Key, Words] | OrderedDict[Key, tuple[Word, ...]], key: Key, value: object) -> None:
    kept[key] = value  # type: ignore[assignment]
    kept.move_to_end(key)
    while len(kept) > _KEPT:
        kept.popitem(last=False)
