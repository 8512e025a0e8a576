# SPDX-License-Identifier: AGPL-3.0-or-later
"""The thread that answers questions, the urgent ones first, and of each page only the newest."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.core.proof.question import Question

if TYPE_CHECKING:
    from app.core.proof.answer import Answer

log = logging.getLogger(__name__)

Page = tuple[int, int]
Done = Callable[["Answer | None"], None]


class Worker:
    """`done` is called on the worker's thread, with None if the work failed. The thread starts with the first
    question."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._urgent: dict[Page, tuple[Question, Done]] = {}
        self._others: dict[Page, tuple[Question, Done]] = {}
        self._over = False
        self._thread: threading.Thread | None = None

    def ask(self, page: Page, question: Question, done: Done, *, urgent: bool) -> None:
        """A newer question about a page replaces one that is not begun, which then gets no answer."""
        with self._change:
            self._urgent.pop(page, None)
            self._others.pop(page, None)
            (self._urgent if urgent else self._others)[page] = (question, done)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="proofing", daemon=True)
                self._thread.start()
            self._change.notify_all()

    def close(self) -> None:
        """What is not begun gets no answer. Does not wait."""
        with self._change:
            self._over = True
            self._change.notify_all()

    def _run(self) -> None:
        from app.core.proof.answer import answer  # loads a Markdown parser, which a start need not pay for

        while (task := self._next()) is not None:
            question, done = task
            try:
                found: Answer | None = answer(question)
            except Exception:  # the thread's edge: logged, the next page is looked through
                log.exception("a page could not be looked through")
                found = None
            done(found)

    def _next(self) -> tuple[Question, Done] | None:
        with self._change:
            while not self._over:
                for tasks in (self._urgent, self._others):
                    if tasks:
                        return tasks.pop(next(iter(tasks)))
                self._change.wait()
            return None
