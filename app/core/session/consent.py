# SPDX-License-Identifier: AGPL-3.0-or-later
"""Nothing leaves this machine before the user has said that it may: asked once for each host
and the documents that are to go there.

A consent that is to be remembered is for the host; another one is for the documents it was
asked for, so that what is dropped an hour later does not go the same way unseen. Documents
that wait for it are passed over by the queue.
"""

from __future__ import annotations

import time

from app.core.changes import ConsentGiven, ConsentNeeded
from app.core.choice import EngineChoice
from app.core.session.desk import Desk
from app.core.session.fitting import fits, foreign
from app.core.web import is_loopback

ASK_INTERVAL = 0.25
"""Seconds between two questions, while a folder's files are being opened one after the other."""


class Consent:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._trusted: set[str] = set()  # hosts, for this session
        self._granted: dict[str, set[int]] = {}  # documents by host
        self._asked: ConsentNeeded | None = None  # told, and not answered
        self._documents: frozenset[int] = frozenset()  # that it was told for
        self._told_at = 0.0
        self._due = False

    @property
    def due(self) -> bool:
        """A question is about to be told."""
        return self._due

    def check(self, choice: EngineChoice) -> None:
        """Bar the documents that may not be handed out to this engine, and ask for those that wait."""
        queue, unfit = self._desk.queue, foreign(choice, self._desk)
        if self._may(choice.host):
            queue.barred = unfit
            self._asked = None
            return
        queue.barred = (self._desk.documents.keys() - self._granted.get(choice.host, set())) | unfit
        if not queue.paused:
            self._ask(choice)

    def answer(self, host: str, granted: bool, remember: bool) -> bool:
        """Take in the user's word; False if nobody asked for it."""
        if granted and remember:
            self._trusted.add(host)
        if self._asked is None or self._asked.host != host:
            return False
        if granted:
            self._granted.setdefault(host, set()).update(self._documents)
        self._asked = None
        self._desk.tell(ConsentGiven(host, granted, remember))
        return True

    def allows(self, host: str, document: int) -> bool:
        """Whether pages of this document may go to that host."""
        return self._may(host) or document in self._granted.get(host, set())

    def grant(self, host: str, document: int, remember: bool) -> None:
        """The user said yes to a question that was asked elsewhere."""
        if remember:
            self._trusted.add(host)
        self._granted.setdefault(host, set()).add(document)

    def forget(self) -> None:
        """What was asked and not answered is asked again."""
        self._asked = None

    def _may(self, host: str) -> bool:
        trusted = host in self._trusted or host in self._desk.settings.trusted_hosts
        return not host or is_loopback(host) or trusted

    def _ask(self, choice: EngineChoice) -> None:
        desk = self._desk
        waiting = {d: desk.queue.counts(d).waiting for d in desk.queue.order if d in desk.queue.barred}
        waiting = {d: count for d, count in waiting.items() if count and fits(choice, desk.documents[d])}
        needed = question(choice, [(desk.documents[d].title, count) for d, count in waiting.items()])
        if not waiting or (needed == self._asked and waiting.keys() == self._documents):
            return
        left = self._told_at + ASK_INTERVAL - time.monotonic()
        if left > 0:
            if not self._due:
                self._due = True
                desk.actor.after(left, lambda: self._ask_late(choice))
            return
        self._asked, self._documents, self._told_at = needed, frozenset(waiting), time.monotonic()
        desk.tell(needed)

    def _ask_late(self, choice: EngineChoice) -> None:
        self._due = False
        if choice is self._desk.choice:
            self.check(choice)


def question(choice: EngineChoice, documents: list[tuple[str, int]]) -> ConsentNeeded:
    """What is to be asked before these pages go to this engine."""
    pages = sum(count for _, count in documents)
    dollars = None if choice.page_cost is None else choice.page_cost * pages
    return ConsentNeeded(choice.host, choice.name, tuple(documents), pages, dollars, choice.tokens_factor)
