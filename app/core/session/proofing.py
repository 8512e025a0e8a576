# SPDX-License-Identifier: AGPL-3.0-or-later
"""Looking through pages: the second reading, the map between text and page, and the flags."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from app.core.changes import FlagFound, PageProofed, PageState, UncheckedFound
from app.core.proof import Question, Source
from app.core.proof.question import digest
from app.core.proof.worker import Worker
from app.core.session.desk import Desk, Document
from app.core.session.link import Answer as LinkAnswer
from app.core.session.link import PagesLink
from app.core.session.saving import Saving
from app.core.session.showing import Showing
from engine.protocol import PageWords, Reading, Word

if TYPE_CHECKING:
    from app.core.checks import Flag
    from app.core.proof.answer import Answer

log = logging.getLogger(__name__)

_RECENT = 16
"""Pages whose words and flags are kept at hand."""

Key = tuple[int, int]


@dataclass(slots=True, eq=False)
class Proof:
    """What came of looking through a page with this text."""

    text: str
    digest: bytes
    answer: Answer

    def left(self, dismissed: frozenset[str]) -> list[tuple[Flag, str]]:
        """The flags that are not dismissed, with their marks."""
        pairs = zip(self.answer.findings.flags, self.answer.marks, strict=True)
        return [(flag, mark) for flag, mark in pairs if mark not in dismissed]


Then = Callable[[Document, Proof, int], None]


class Proofing:
    def __init__(self, desk: Desk, link: PagesLink, saving: Saving, showing: Showing) -> None:
        self._desk = desk
        self._link = link
        self._saving = saving
        self._showing = showing
        self._worker = Worker()
        self._typed: dict[Key, str] = {}  # texts that are not saved yet
        self._turns: dict[Key, int] = {}  # counts up with each look at a page; only the newest counts
        self._thens: dict[Key, list[Then]] = {}
        self._recent: OrderedDict[Key, Proof] = OrderedDict()
        self._words: OrderedDict[tuple[int, int, int, int], tuple[Word, ...]] = OrderedDict()

    @property
    def busy(self) -> bool:
        """Something that was asked for is being looked at."""
        return bool(self._thens)

    def end(self) -> None:
        self._worker.close()

    # ------------------------------------------------------------ intentions

    def proof(self, document: int, page: int, text: str | None) -> None:
        found = self._desk.page(document, page)
        self._look(found, page, text, self._tell)

    def next_flag(self, document: int, page: int, position: int, step: int) -> None:
        found = self._desk.page(document, page)
        count = found.pages
        order = [(page + step * n) % count for n in range(count + 1)]
        self._walk(found, order, position, step)

    def next_unchecked(self, document: int, page: int) -> None:
        found = self._desk.get(document)
        open_pages = sorted((found.has_reading | found.edited) - found.checked)
        after = [p for p in open_pages if p > page] + [p for p in open_pages if p <= page]
        self._desk.tell(UncheckedFound(document, after[0] if after else None))

    def dismiss(self, document: int, page: int, mark: str, dismissed: bool) -> None:
        found = self._desk.page(document, page)
        self._saving.dismissed(found, page, mark, dismissed, None)
        self._look(found, page, self._typed.get((document, page)), self._tell)

    def bring_back(self, document: int, page: int) -> None:
        found = self._desk.page(document, page)
        self._saving.dismissed(found, page, None, False, None)
        self._look(found, page, self._typed.get((document, page)), self._tell)

    def read_picture(self, document: int, page: int) -> None:
        raise NotImplementedError

    # ------------------------------------------------------------ a page is looked through

    def _look(self, document: Document, page: int, text: str | None, then: Then) -> None:
        """Look through the page; a look that goes on is overtaken, and who waits for it gets this one."""
        key = (document.id, page)
        if text is None:
            self._typed.pop(key, None)
            present = self._saving.text(document, page)
            text = present.text if present else ""
        else:
            self._typed[key] = text
        self._turns[key] = turn = self._turns.get(key, 0) + 1
        self._thens.setdefault(key, []).append(then)
        reading, _ = self._saving.present(document, page)
        if reading is not None and reading.engine == "builtin":
            self._ask(document, page, turn, text, reading, tuple(reading.words or ()), Source.OWN)
            return
        known = self._words.get((*key, document.round, document.turns.get(page, 0)))
        if known is not None:
            self._ask(document, page, turn, text, reading, known, Source.TEXT_LAYER)
            return

        def answered(answer: LinkAnswer) -> None:
            words = tuple(answer.words) if isinstance(answer, PageWords) else ()
            if isinstance(answer, PageWords):
                self._words[*key, document.round, document.turns.get(page, 0)] = words
                while len(self._words) > _RECENT:
                    self._words.popitem(last=False)
            self._ask(document, page, turn, text, reading, words, Source.TEXT_LAYER)

        self._link.words(document, page, answered)

    def _ask(
        self, document: Document, page: int, turn: int, text: str, reading: Reading | None,
        words: tuple[Word, ...], source: Source,
    ) -> None:  # fmt: skip
        key = (document.id, page)
        if self._turns.get(key) != turn:
            return
        unedited = reading is not None and reading.text == text
        problem = self._desk.queue.problem(*key)
        question = Question(
            text,
            words,
            source if words else Source.NONE,
            finish=str(reading.finish) if reading is not None and unedited else None,
            unsure=tuple(reading.low_confidence) if reading is not None and unedited else (),
            failure=str(problem.code) if problem is not None else None,
            off=frozenset(self._desk.settings.flags_off),
        )
        name = digest(text, source, words, question.finish, question.unsure, question.failure, sorted(question.off))
        recent = self._recent.get(key)
        if recent is not None and recent.digest == name:
            self._answered(document, page, turn, recent)
            return

        def done(answer: Answer | None) -> None:
            proof = Proof(text, name, answer) if answer is not None else None
            self._desk.actor.post(partial(self._answered, document, page, turn, proof))

        self._worker.ask(key, question, done, urgent=True)

    def _answered(self, document: Document, page: int, turn: int, proof: Proof | None) -> None:
        key = (document.id, page)
        if self._turns.get(key) != turn:
            return
        thens = self._thens.pop(key, [])
        if proof is None or self._desk.documents.get(document.id) is not document:
            return
        self._recent[key] = proof
        self._recent.move_to_end(key)
        while len(self._recent) > _RECENT:
            self._recent.popitem(last=False)
        for then in thens:
            then(document, proof, page)

    def _tell(self, document: Document, proof: Proof, page: int) -> None:
        dismissed = self._saving.dismissals(document, page)
        left = proof.left(dismissed)
        document.flags[page] = len(left)
        findings = proof.answer.findings
        self._desk.tell(
            PageProofed(
                document=document.id,
                page=page,
                text=proof.text,
                flags=tuple(flag for flag, _ in left),
                findings=findings,
                alignment=proof.answer.alignment,
                dismissed=len(findings.flags) - len(left),
            )
        )
        self._showing.row(document, page)
        self._desk.tell_row(document)

    # ------------------------------------------------------------ the walk

    def _walk(self, document: Document, order: list[int], position: int, step: int) -> None:
        """From page to page until there is a flag."""
        at = 0

        def go() -> None:
            nonlocal at
            while at < len(order) and self._desk.page_state(document, order[at]) not in (
                PageState.READ, PageState.FAILED
            ):  # fmt: skip
                at += 1
            if at == len(order):
                self._desk.tell(FlagFound(document.id, order[0]))
                return
            self._look(document, order[at], self._typed.get((document.id, order[at])), looked)

        def looked(_: Document, proof: Proof, page: int) -> None:
            nonlocal at
            left = [flag for flag, _ in proof.left(self._saving.dismissals(document, page))]
            document.flags[page] = len(left)
            fitting = list(enumerate(left))
            if at == 0:
                fitting = [(n, f) for n, f in fitting if (f.start > position if step > 0 else f.start < position)]
            if fitting:
                number, flag = fitting[0 if step > 0 else -1]
                self._desk.tell(FlagFound(document.id, page, flag, number + 1))
                return
            at += 1
            go()

        go()
