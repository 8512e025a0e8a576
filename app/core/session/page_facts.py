# SPDX-License-Identifier: AGPL-3.0-or-later
"""A page as it stands: all that its flags depend on but for its words, and the digest of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.changes import PageState
from app.core.proof import Question, digest
from app.core.session.desk import Desk, Document
from app.core.session.progress import Progress
from app.core.session.saving import Saving
from app.core.session.second_words import SecondWords
from engine.protocol import Reading

_FAR = 0.6
"""Acceptance below this share of the usual is told to the checks; nearer to it, it can be no flag."""

_END = 40
"""Characters at the end of a text by which it is known that nothing was added."""


@dataclass(frozen=True, slots=True)
class Facts:
    """A page as it stands, but for its words. `digest` is of all of it that flags depend on."""

    text: str
    saved: bool  # this is the page's present text
    question: Question
    reading: Reading | None
    digest: bytes


class Gathering:
    """On the session's thread."""

    def __init__(self, desk: Desk, saving: Saving, words: SecondWords) -> None:
        self._desk = desk
        self._saving = saving
        self._words = words

    def facts(self, document: Document, page: int, progress: Progress, text: str | None = None) -> Facts | None:
        """None where there is nothing to look through: the page was not read."""
        state = self._desk.page_state(document, page)
        failed = state is PageState.FAILED and page not in document.edited
        problem = self._desk.queue.problem(document.id, page) if failed else None
        present = self._saving.text(document, page)
        if problem is None and present is None and text is None:
            return None
        saved = text is None or (present is not None and present.text == text)
        if text is None:
            text = present.text if present else ""
        reading, _ = self._saving.present(document, page)
        begun = reading is not None and _same_end(reading.text, text)
        share, usual = self._acceptance(document, progress, reading)
        question = Question(
            text=text,
            finish=str(reading.finish) if reading is not None and begun else None,
            unsure=carried(reading.low_confidence, reading.text, text) if reading is not None else (),
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

    def _acceptance(
        self, document: Document, progress: Progress, reading: Reading | None
    ) -> tuple[float | None, float | None]:
        """The page's and the usual acceptance, where that may be a flag."""
        if reading is None or reading.accepted is None or not reading.drafted:
            return None, None
        count = len(document.has_reading)
        shares = None
        if not progress.counted(count):
            figures = self._saving.figures(document, 0, document.pages).values()
            shares = [row.acceptance for row in figures if row.acceptance is not None]
        usual = progress.usual_acceptance(shares, count)
        share = reading.accepted / reading.drafted
        return (share, usual) if usual is not None and share < _FAR * usual else (None, None)


def carried(spans: Sequence[tuple[int, int]], before: str, after: str) -> tuple[tuple[int, int], ...]:
    """Spans of a text before it was edited, as they are after: those in its beginning and end that stayed the same."""
    if before == after:
        return tuple(spans)
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    more = len(after) - len(before)
    kept = [(start, end) for start, end in spans if end <= head]
    return (*kept, *((s + more, e + more) for s, e in spans if s >= len(before) - tail and e > head))


def _common(one: str, other: str) -> int:
    """How many characters both begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def _same_end(one: str, other: str) -> bool:
    """Whether a text still ends as it was read: what was cut off there was not added."""
    return one.rstrip()[-_END:] == other.rstrip()[-_END:]


def pages_with_text(desk: Desk, document: Document) -> Iterator[int]:
    """Pages that can be looked through, in no order."""
    for page in document.has_reading | document.edited | desk.queue.failed_pages(document.id).keys():
        if desk.page_state(document, page) in (PageState.READ, PageState.FAILED) or page in document.edited:
            yield page
