# SPDX-License-Identifier: AGPL-3.0-or-later
"""What came of looking through pages, and the part of it that the library keeps for the next time."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from app.core.errors import ProblemError
from app.core.library import StoredProof
from app.core.session.desk import Desk, Document
from app.core.session.page_facts import Facts
from app.core.session.progress import NEAR, Progress
from app.core.session.saving import Saving

if TYPE_CHECKING:
    from app.core.align import Alignment
    from app.core.checks import Flag
    from app.core.proof.answer import Found

log = logging.getLogger(__name__)


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


class KeptProofs:
    """On the session's thread. All of it can be made anew: what cannot be kept is not missed."""

    def __init__(self, desk: Desk, saving: Saving) -> None:
        self._desk = desk
        self._saving = saving

    def load_edges(self, document: Document, page: int, progress: Progress) -> None:
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

    def find(self, document: Document, page: int, name: bytes) -> tuple[Found, bytes | None] | None:
        if document.stored is None:
            return None
        stored = self._desk.library.proofs.proof(document.stored, page)
        kept = _kept(stored.flags) if stored is not None and stored.digest == name else None
        return None if stored is None or kept is None else (kept[0], stored.map)

    def keep(self, document: Document, page: int, progress: Progress, proof: Proof) -> None:
        """In the library, if that can be: it can be made anew."""
        library = self._desk.library
        if document.stored is None or not library.writable or self._saving.unsaved:
            return
        flags = msgspec.json.encode((proof.found, sorted(proof.running & proof.found.edges)))
        try:
            stored = StoredProof(proof.facts.digest, flags, len(proof.found.marks), proof.packed)
            library.proofs.keep(document.stored, page, stored, proof.found.marks)
        except ProblemError as error:
            log.info("what was found on a page was not kept: %s", error)
            return
        if progress.known is not None:
            progress.known[page] = proof.facts.digest


def _kept(flags: bytes) -> tuple[Found, frozenset[str]] | None:
    from app.core.proof.answer import Found

    try:
        return msgspec.json.decode(flags, type=tuple[Found, frozenset[str]])
    except msgspec.DecodeError:
        return None
