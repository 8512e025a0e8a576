# SPDX-License-Identifier: AGPL-3.0-or-later
"""One page is looked through: what is known of it is gathered, the proofing program asked, the answer kept."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from app.core.changes import PageState
from app.core.errors import ProblemError
from app.core.library import StoredProof
from app.core.proof import Question, Source, digest
from app.core.proof.ink import MOST_PIXELS, PIXELS, ink_share
from app.core.proof.question import sendable
from app.core.proof.worker import Worker
from app.core.session.desk import Desk, Document
from app.core.session.link import Answer as LinkAnswer
from app.core.session.link import PagesLink, Urgency
from app.core.session.progress import NEAR, Progress
from app.core.session.saving import Saving
from app.core.session.second_words import SecondWords, Words
from engine.protocol import Picture, Reading

if TYPE_CHECKING:
    from app.core.align import Alignment
    from app.core.checks import Flag
    from app.core.proof.answer import Answer, Found

log = logging.getLogger(__name__)

_RECENT = 12
"""Pages whose flags and maps are kept at hand."""

_FAR = 0.6
"""Acceptance below this share of the usual is told to the checks; nearer to it, it can be no flag."""

_FEW_WORDS = 2
"""Words of the page up to which its ink is measured, where there is no text."""

Key = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Facts:
    """A page as it stands, but for its words. `digest` is of all of it that flags depend on."""

    text: str
    saved: bool  # this is the page's present text
    question: Question
    reading: Reading | None
    digest: bytes


@dataclass(frozen=True, slots=True, eq=False)
class Proof:
    """What came of it. `whole`: nothing more is to come; otherwise the page's picture is still to be read."""

    facts: Facts
    found: Found
    alignment: Alignment | None = None
    packed: bytes | None = None
    mapped: bool = True  # the map was asked for
    whole: bool = True
    running: frozenset[str] = frozenset()

    def left(self, dismissed: frozenset[str]) -> list[Flag]:
        """The flags that are not dismissed."""
        pairs = zip(self.found.flags, self.found.marks, strict=True)
        return [flag for flag, mark in pairs if mark not in dismissed]


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
    """`wanted(document, page, urgent)` is told of pages whose picture is to be read; whether it is."""

    def __init__(
        self,
        desk: Desk,
        link: PagesLink,
        saving: Saving,
        words: SecondWords,
        wanted: Callable[[Document, int, bool], bool],
        stale: Callable[[Document, int], None],
    ) -> None:
        self._desk = desk
        self._link = link
        self._saving = saving
        self._words = words
        self._wanted = wanted
        self._stale = stale
        self.worker = Worker()
        self._looks: dict[Key, _Look] = {}  # the newest of each page
        self._recent: OrderedDict[Key, Proof] = OrderedDict()
        self._progress: dict[int, Progress] = {}
        self._ink: OrderedDict[tuple[int, int, int, int], float | None] = OrderedDict()

    @property
    def busy(self) -> bool:
        """Somebody waits for a page."""
        return any(look.urgent for look in self._looks.values())

    def progress(self, document: Document) -> Progress:
        known = self._progress.get(document.id)
        if known is None or known.content != document.content:
            self._progress = {id_: p for id_, p in self._progress.items() if id_ in self._desk.documents}
            known = self._progress[document.id] = Progress(document.content)
        return known

    # ------------------------------------------------------------ gathering

    def look(
        self, document: Document, page: int, text: str | None, then: Then, *, urgent: bool, mapped: bool = True
    ) -> None:
        """Look through the page's present text, or this one. A look that goes on is overtaken, and who waits for
        that gets this one. With `mapped` False the map is not needed."""
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
        self._load_edges(document, page, progress)
        if recent is not None and recent.facts.digest == facts.digest and (recent.mapped or not mapped):
            fresh = recent.running & recent.found.edges == progress.running(page) & recent.found.edges
            if recent.whole and fresh:
                self._end(look, replace(recent, facts=facts), fresh=facts.saved and not recent.facts.saved)
                return
        stored = self._stored(document, page, facts.digest)
        if stored is not None and not progress.is_stale(page):
            look.known, look.packed = stored
            if not mapped:
                proof = Proof(facts, look.known, None, look.packed, mapped=False, running=progress.running(page))
                self._end(look, proof)
                return
        if facts.question.failure is not None and not facts.text.strip():
            self._ask(look, Words((), Source.NONE, "layer"))
            return
        self._words.find(document, page, facts.reading, partial(self._worded, look), urgent=urgent)

    def facts(self, document: Document, page: int, text: str | None = None) -> Facts | None:
        """None where there is nothing to look through: the page was not read."""
        state = self._desk.page_state(document, page)
        problem = self._desk.queue.problem(document.id, page) if state is PageState.FAILED else None
        present = self._saving.text(document, page)
        if problem is None and present is None and text is None:
            return None
        saved = text is None or (present is not None and present.text == text)
        if text is None:
            text = present.text if present else ""
        reading, _ = self._saving.present(document, page)
        unedited = reading is not None and reading.text == text
        share, usual = self._acceptance(document, reading)
        question = Question(
            text=text,
            finish=str(reading.finish) if reading is not None and unedited else None,
            unsure=tuple(reading.low_confidence) if reading is not None and unedited else (),
            failure=str(problem.code) if problem is not None else None,
            acceptance=share,
            usual_acceptance=usual,
            off=frozenset(self._desk.settings.flags_off),
        )
        name = digest(
            text, document.turns.get(page, 0), question.finish, question.unsure, question.failure, share is not None,
            sorted(question.off), self._desk.settings.second_reading, self._words.basis(document, page, reading),
        )  # fmt: skip
        return Facts(text, saved, question, reading, name)

    def _acceptance(self, document: Document, reading: Reading | None) -> tuple[float | None, float | None]:
        """The page's and the usual acceptance, where that may be a flag."""
        if reading is None or reading.accepted is None or not reading.drafted:
            return None, None
        progress, count = self.progress(document), len(document.has_reading)
        shares = None
        if not progress.counted(count):
            figures = self._saving.figures(document, 0, document.pages).values()
            shares = [row.acceptance for row in figures if row.acceptance is not None]
        usual = progress.usual_acceptance(shares, count)
        share = reading.accepted / reading.drafted
        return (share, usual) if usual is not None and share < _FAR * usual else (None, None)

    def _load_edges(self, document: Document, page: int, progress: Progress) -> None:
        """What the library knows of the pages around."""
        first, last = max(0, page - NEAR), min(document.pages - 1, page + NEAR)
        missing = [other for other in range(first, last + 1) if other not in progress.loaded]
        if not missing or document.stored is None:
            return
        progress.loaded.update(missing)
        stored = self._desk.library.proofs.proofs(document.stored, missing[0], missing[-1] - missing[0] + 1)
        for other, proof in stored.items():
            kept = _kept(proof.flags)
            if kept is not None and other not in progress.edges:
                progress.edges[other], progress.used[other] = kept[0].edges, kept[1]

    def _stored(self, document: Document, page: int, name: bytes) -> tuple[Found, bytes | None] | None:
        if document.stored is None:
            return None
        stored = self._desk.library.proofs.proof(document.stored, page)
        kept = _kept(stored.flags) if stored is not None and stored.digest == name else None
        return None if stored is None or kept is None else (kept[0], stored.map)

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
        text = look.facts.text.strip()
        can_be_read = self._can_be_read(look)
        if look.known is None and ((text and not words.words and not can_be_read) or self._is_empty(text, words)):
            self._measure(look, words)
        else:
            self._ask(look, words)

    @staticmethod
    def _is_empty(text: str, words: Words) -> bool:
        return not text and len(words.words) <= _FEW_WORDS

    def _can_be_read(self, look: _Look) -> bool:
        auto = self._desk.settings.second_reading == "auto"
        return auto and self._words.can_be_read(look.document, look.page, look.facts.reading)

    def _measure(self, look: _Look, words: Words) -> None:
        """Whether there is ink on the page decides about a flag: a small picture tells."""
        document, page = look.document, look.page
        key = (document.id, document.round, page, document.turns.get(page, 0))
        if key in self._ink:
            self._ask(look, words, self._ink[key])
            return

        def measured(share: float | None) -> None:
            self._ink[key] = share
            while len(self._ink) > 1000:
                self._ink.popitem(last=False)
            if self._is_newest(look):
                self._ask(look, words, share)

        def rendered(answer: LinkAnswer) -> None:
            if not isinstance(answer, Picture):
                measured(None)
                return
            work = partial(ink_share, Path(answer.path), answer.width, answer.height, answer.stride)
            self._desk.actor.work(work, measured, lambda problem: measured(None))

        urgency = Urgency.SEEN if look.urgent else Urgency.AHEAD
        short, long = sorted(document.sizes[page])
        pixels = min(MOST_PIXELS, round(PIXELS * max(1.0, long / max(1.0, short) / 1.5)))
        self._link.render(document, page, pixels, rendered, urgency, enlarge=False)

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
            alignment = _alignment(answer)
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
            waits = not failed and self._can_be_read(look) and self._wanted(look.document, look.page, look.urgent)
        packed = look.packed or (answer.packed if answer is not None else None)
        proof = Proof(look.facts, found, alignment, packed, look.mapped, not waits, running)
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

    def recent(self, document: int, page: int) -> Proof | None:
        return self._recent.get((document, page))

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
                self.keep(document, page, proof)
        for other in progress.seen(page, proof.found.edges, proof.running):
            progress.through.discard(other)
            self._stale(document, other)

    def keep(self, document: Document, page: int, proof: Proof) -> None:
        """In the library, if that can be: it can be made anew."""
        library = self._desk.library
        if document.stored is None or not library.writable or self._saving.unsaved:
            return
        left = len(proof.left(self._saving.dismissals(document, page)))
        flags = msgspec.json.encode((proof.found, sorted(proof.running & proof.found.edges)))
        try:
            library.proofs.keep(document.stored, page, StoredProof(proof.facts.digest, flags, left, proof.packed))
        except ProblemError as error:
            log.info("what was found on a page was not kept: %s", error)
            return
        progress = self.progress(document)
        if progress.known is not None:
            progress.known[page] = proof.facts.digest


def _kept(flags: bytes) -> tuple[Found, frozenset[str]] | None:
    from app.core.proof.answer import Found

    try:
        return msgspec.json.decode(flags, type=tuple[Found, frozenset[str]])
    except msgspec.DecodeError:
        return None


def _decoded(line: bytes | None) -> Answer | None:
    from app.core.proof.answer import Answer

    try:
        return None if line is None else msgspec.json.decode(line, type=Answer)
    except msgspec.DecodeError as error:
        log.info("the proofing program's answer was not understood: %s", error)
        return None


def _alignment(answer: Answer | None) -> Alignment | None:
    from app.core.proof.answer import alignment_of

    return None if answer is None else alignment_of(answer.map)


def pages_with_text(desk: Desk, document: Document) -> Iterator[int]:
    """Pages that can be looked through, in order."""
    for page in sorted(document.has_reading | document.edited | desk.queue.failed_pages(document.id).keys()):
        if desk.page_state(document, page) in (PageState.READ, PageState.FAILED) or page in document.edited:
            yield page
