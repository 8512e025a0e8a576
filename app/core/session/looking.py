# SPDX-License-Identifier: AGPL-3.0-or-later
"""One page is looked through: what is known of it is gathered, the proofing program asked, the answer kept."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from app.core.proof import Source
from app.core.proof.question import sendable
from app.core.proof.worker import Worker
from app.core.session.desk import Desk, Document
from app.core.session.kept_proofs import KeptProofs, Proof
from app.core.session.link import PagesLink
from app.core.session.page_facts import Facts, Gathering
from app.core.session.page_ink import PageInk
from app.core.session.progress import Progress
from app.core.session.saving import Saving
from app.core.session.second_words import SecondWords, Words

if TYPE_CHECKING:
    from app.core.align import Alignment
    from app.core.proof.answer import Answer, Found

log = logging.getLogger(__name__)

_RECENT = 12
"""Pages whose flags and maps are kept at hand."""

_FEW_WORDS = 2
"""Words of the page up to which its ink is measured, where there is no text."""

Key = tuple[int, int]


Then = Callable[[Document, int, "Proof | None"], None]
"""Gets None where the page has no text to be looked through, or the work failed."""


@dataclass(slots=True, eq=False)
class _Look:
    document: Document
    page: int
    urgent: bool
    mapped: bool
    facts: Facts
    known: Found | None = None
    packed: bytes | None = None
    thens: list[Then] = field(default_factory=list)


class Looking:
    """`wanted` is told of pages whose pictures are to be read, `stale` of pages that are to be looked through again."""

    def __init__(
        self,
        desk: Desk,
        link: PagesLink,
        saving: Saving,
        words: SecondWords,
        wanted: Callable[[Document, int], None],
        stale: Callable[[Document, int], None],
    ) -> None:
        self._desk = desk
        self._link = link
        self._saving = saving
        self._words = words
        self._gathering = Gathering(desk, saving, words)
        self._wanted = wanted
        self._stale = stale
        self.worker = Worker()
        self._looks: dict[Key, _Look] = {}  # the newest of each page
        self._recent: OrderedDict[Key, Proof] = OrderedDict()
        self._progress: dict[int, Progress] = {}
        self._ink = PageInk(desk, link)
        self._kept = KeptProofs(desk, saving)

    @property
    def busy(self) -> bool:
        """Somebody waits for a page."""
        return any(look.urgent for look in self._looks.values())

    def progress(self, document: Document) -> Progress:
        known = self._progress.get(document.id)
        if known is None or known.basis != (document.content, document.splits):
            self._progress = {id_: p for id_, p in self._progress.items() if id_ in self._desk.documents}
            known = self._progress[document.id] = Progress((document.content, document.splits))
        return known

    def forget(self, document: Document) -> None:
        """The library has nothing of its pages any more."""
        self._progress.pop(document.id, None)

    # ------------------------------------------------------------ gathering

    def look(
        self, document: Document, page: int, text: str | None, then: Then, *, urgent: bool, mapped: bool = True,
        early: Then | None = None,
    ) -> None:  # fmt: skip
        """Look through the page's present text, or this one. A look that goes on is overtaken, and who waits for
        that gets this one. With `mapped` False the map is not needed. `early` gets flags that are kept in the library
        at once, without the map, which takes longer."""
        key = (document.id, page)
        before = self._looks.get(key)
        if before is not None and before.urgent and not urgent:
            before.thens.append(then)
            return
        self._looks.pop(key, None)
        thens = [*(before.thens if before else ()), then]
        urgent, mapped = urgent or bool(before and before.urgent), mapped or bool(before and before.mapped)
        facts = self.facts(document, page, text)
        if facts is None:
            for call in thens:
                call(document, page, None)
            return
        look = _Look(document, page, urgent, mapped, facts, thens=thens)
        self._looks[key] = look
        recent = self._recent.get(key)
        progress = self.progress(document)
        self._kept.load_edges(document, page, progress)
        if recent is not None and recent.facts.digest == facts.digest and (recent.mapped or not mapped):
            fresh = recent.running & recent.found.edges == progress.running(page) & recent.found.edges
            if recent.whole and fresh:
                self._end(look, replace(recent, facts=facts), fresh=facts.saved and not recent.facts.saved)
                return
        stored = self._kept.find(document, page, facts.digest)
        if stored is not None and not progress.is_stale(page):
            look.known, look.packed = stored
            if not mapped:
                proof = Proof(facts, look.known, None, look.packed, mapped=False, running=progress.running(page))
                self._end(look, proof)
                return
            if early is not None:
                early(document, page, Proof(facts, look.known, mapped=False))
        if facts.question.failure is not None and not facts.text.strip():
            self._ask(look, Words((), Source.NONE, "layer"))
            return
        self._words.find(document, page, facts.reading, partial(self._worded, look), urgent=urgent)

    def facts(self, document: Document, page: int, text: str | None = None) -> Facts | None:
        """See Gathering.facts."""
        return self._gathering.facts(document, page, self.progress(document), text)

    # ------------------------------------------------------------ asking

    def _is_newest(self, look: _Look) -> bool:
        document = look.document
        if self._looks.get((document.id, look.page)) is not look:
            return False
        if self._desk.documents.get(document.id) is document and document.has(look.page):
            return True
        self._end(look, None)
        return False

    def _worded(self, look: _Look, words: Words) -> None:
        if not self._is_newest(look):
            return
        if look.known is None and words.sure and self._depends_on_ink(look, words):
            then = partial(self._ask, look, words)
            self._ink.measure(look.document, look.page, then, urgent=look.urgent)
        else:
            self._ask(look, words)

    def _depends_on_ink(self, look: _Look, words: Words) -> bool:
        """Text on a page without words, or no text: whether that is right, its ink tells."""
        if look.facts.text.strip():
            return not words.words and not self._can_be_read(look)
        return len(words.words) <= _FEW_WORDS

    def _can_be_read(self, look: _Look) -> bool:
        auto = self._desk.settings.second_reading == "auto"
        return auto and self._words.can_be_read(look.document, look.page, look.facts.reading)

    def _ask(self, look: _Look, words: Words, ink: float | None = None) -> None:
        if not self._is_newest(look):
            return
        running = self.progress(look.document).running(look.page)
        question = msgspec.structs.replace(
            look.facts.question, text=sendable(look.facts.text), words=words.words, source=words.source, ink=ink,
            running=running, packed=look.packed, flags=look.known is None, map=look.mapped,
        )  # fmt: skip

        def done(line: bytes | None) -> None:  # on the worker's thread
            answer = _decoded(line)
            alignment = _alignment(answer, look.facts.text, words)
            self._desk.actor.post(partial(self._answered, look, words, running, answer, alignment))

        self.worker.ask((look.document.id, look.page), question, done, urgent=look.urgent)

    def _answered(
        self, look: _Look, words: Words, running: frozenset[str], answer: Answer | None, alignment: Alignment | None
    ) -> None:
        if not self._is_newest(look):
            return
        found = look.known or (answer.found if answer is not None else None)
        if found is None:
            self._end(look, None)
            return
        waits = False
        if look.known is None and words.source in (Source.TEXT_LAYER, Source.NONE) and found.unfit is not None:
            failed = look.facts.question.failure is not None
            waits = words.sure and not failed and self._can_be_read(look)
        if waits:
            self._wanted(look.document, look.page)
        packed = look.packed or (answer.packed if answer is not None else None)
        proof = Proof(look.facts, found, alignment, packed, look.mapped, words.sure and not waits, running)
        self._end(look, proof, fresh=look.known is None)

    def _end(self, look: _Look, proof: Proof | None, *, fresh: bool = False) -> None:
        document, page = look.document, look.page
        key = (document.id, page)
        del self._looks[key]
        if proof is not None:
            self._remember(document, page, proof, fresh=fresh)
        for then in look.thens:
            then(document, page, proof)

    # ------------------------------------------------------------ keeping

    def known(self, document: Document, page: int) -> Proof | None:
        """What is known of the page's present text without looking."""
        facts = self.facts(document, page)
        recent = self._recent.get((document.id, page))
        if facts is None or (recent is not None and recent.facts.digest == facts.digest):
            return recent if facts is not None else None
        kept = self._kept.find(document, page, facts.digest)
        return None if kept is None else Proof(facts, kept[0], mapped=False)

    def _remember(self, document: Document, page: int, proof: Proof, *, fresh: bool) -> None:
        key, progress = (document.id, page), self.progress(document)
        if proof.mapped:
            self._recent[key] = proof
            self._recent.move_to_end(key)
            while len(self._recent) > _RECENT:
                self._recent.popitem(last=False)
        if proof.facts.saved:
            progress.through.add(page)
            if fresh and proof.whole:
                self._kept.keep(document, page, progress, proof)
        for other in progress.seen(page, proof.found.edges, proof.running):
            progress.through.discard(other)
            self._stale(document, other)


def _decoded(line: bytes | None) -> Answer | None:
    from app.core.proof.answer import Answer

    try:
        return None if line is None else msgspec.json.decode(line, type=Answer)
    except msgspec.DecodeError as error:
        log.info("the proofing program's answer was not understood: %s", error)
        return None


def _alignment(answer: Answer | None, text: str, words: Words) -> Alignment | None:
    from app.core.proof.answer import alignment_of

    return None if answer is None else alignment_of(answer.map, text, words.words)
