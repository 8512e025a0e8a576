# SPDX-License-Identifier: AGPL-3.0-or-later
"""The app's side of the proofing program: questions wait here, the urgent ones first, and of each page only the newest.

The program is started with the first question. One that dies or takes too long over a page costs that page only.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import msgspec

from app.core.children import child_environment
from app.core.children.blot import Blot
from app.core.children.life import Life
from app.core.proof.question import Question

log = logging.getLogger(__name__)

COMMAND = ("-m", "app.core.proof")

LONGEST = 90.0
"""Seconds for one page, the program's start included; 200 KB of text take 3, and many times that on a busy machine."""

MOST_DEATHS = 3
"""Deaths in a row, without an answer between, after which nothing is asked for a while."""

A_WHILE = 60.0
"""Seconds."""

Page = tuple[int, int]
Done = Callable[[bytes | None], None]
"""Gets the answer as JSON (`answer.Answer`), None if there is none. Called on the worker's thread."""


@dataclass(slots=True)
class _Task:
    page: Page
    question: Question
    done: Done
    urgent: bool


class Worker:
    """All methods return at once and may be called from any thread."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._waiting: dict[Page, _Task] = {}
        self._present: _Task | None = None
        self._life: Life | None = None
        self._lines: Iterator[bytes] = iter(())
        self._said: deque[str] = deque(maxlen=40)
        self._deaths = 0
        self._silent_until = 0.0  # time.monotonic()
        self._over = False
        self._thread: threading.Thread | None = None

    def ask(self, page: Page, question: Question, done: Done, *, urgent: bool) -> None:
        """A newer question about a page replaces one that is not begun, which then gets no answer."""
        with self._change:
            self._waiting.pop(page, None)
            self._waiting[page] = _Task(page, question, done, urgent)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="proofing", daemon=True)
                self._thread.start()
            self._change.notify_all()

    @property
    def pid(self) -> int | None:
        """The present program's number, None while there is none."""
        life = self._life
        return None if life is None else life.pid

    def close(self) -> list[threading.Thread]:
        """What is not answered gets no answer. The threads to wait for."""
        with self._change:
            self._over = True
            life = self._life
            self._change.notify_all()
        if life is not None:
            life.kill()
        return [self._thread] if self._thread is not None else []

    def _run(self) -> None:
        while (task := self._next()) is not None:
            try:
                line = self._answer(task.question)
            except Exception:  # the thread's edge: logged, the next page is looked through
                log.exception("a page could not be looked through")
                line = None
            if not self._over:
                task.done(line)
        if self._life is not None:
            self._life.kill()
            for _ in self._lines:  # to its end, which closes the pipe
                pass
            self._life.outcome()

    def _next(self) -> _Task | None:
        with self._change:
            while not self._over:
                urgent = next((task for task in self._waiting.values() if task.urgent), None)
                task = urgent or next(iter(self._waiting.values()), None)
                if task is not None:
                    return self._waiting.pop(task.page)
                self._change.wait()
            return None

    def _answer(self, question: Question) -> bytes | None:
        if time.monotonic() < self._silent_until:
            return None
        life = self._life or self._start()
        if life is None:
            return None
        limit = threading.Timer(LONGEST, life.kill, ("took too long over a page",))
        limit.daemon = True
        limit.start()
        life.write(msgspec.json.encode(question) + b"\n")
        line = next(self._lines, None)
        limit.cancel()
        if line is not None:
            self._deaths = 0
            return line
        outcome = life.outcome()
        self._life = None
        if not self._over:
            self._died()
            log.info("the proofing program %s%s", outcome.words, "".join(f"\n  {told}" for told in self._said))
        return None

    def _died(self) -> None:
        self._deaths += 1
        if self._deaths >= MOST_DEATHS:
            self._deaths = 0
            self._silent_until = time.monotonic() + A_WHILE

    def _start(self) -> Life | None:
        command = [sys.executable, *COMMAND]
        try:
            life = Life("proofing", command, child_environment(command), self._said, Blot(()))
        except OSError as error:
            self._deaths = MOST_DEATHS - 1
            self._died()
            log.info("the proofing program could not be started: %s", error)
            return None
        self._lines = life.lines()
        with self._change:
            self._life = life
            over = self._over
        if over:
            life.kill()
        return life
