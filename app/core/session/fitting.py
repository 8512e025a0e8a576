# SPDX-License-Identifier: AGPL-3.0-or-later
"""Documents that an engine cannot read at all: one that fetches documents by their addresses gets no
files. Another engine of the chain reads those; where there is none, they are told so, unasked."""

from __future__ import annotations

from collections.abc import Callable

from app.core.changes import Problem
from app.core.choice import EngineChoice
from app.core.session.chain import Chain
from app.core.session.desk import Desk, Document
from engine.protocol import ErrorCode

ADDRESSES_ONLY = "it reads documents by their web addresses only"


def fits(choice: EngineChoice, document: Document) -> bool:
    """Whether the engine can read such a document."""
    return (bool(document.url) and not document.splits) or not choice.by_address  # addresses have whole pages only


def foreign(choice: EngineChoice, desk: Desk) -> set[int]:
    """The documents in the list that it cannot read."""
    if not choice.by_address:
        return set()
    return {number for number, document in desk.documents.items() if not fits(choice, document)}


class Fitting:
    """`fail` ends the waiting pages of a document that no engine of the chain can read."""

    def __init__(self, desk: Desk, chain: Chain, fail: Callable[[Document, Problem], None]) -> None:
        self._desk = desk
        self._chain = chain
        self._fail = fail

    def passed_on(self) -> bool:
        """Whether another engine was begun, because the present one can read nothing of what waits, or
        because there is something again for the one before."""
        line, queue = self._chain.present, self._desk.queue
        before = self._chain.passed
        if line is None or queue.paused or (before is None and not line.choice.by_address):
            return False
        waiting = [document for number, document in self._desk.documents.items() if queue.counts(number).waiting]
        if before is not None:
            return any(fits(before, document) for document in waiting) and self._chain.return_to_passed()
        if not waiting or any(fits(line.choice, document) for document in waiting):
            return False
        problem = Problem(ErrorCode.ENGINE_UNAVAILABLE, ADDRESSES_ONLY)
        if self._chain.pass_by(line, problem):
            return True
        for document in waiting:
            self._fail(document, Problem(ErrorCode.ENGINE_FAILED, ADDRESSES_ONLY))
        return False
