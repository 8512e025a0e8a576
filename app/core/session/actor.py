# SPDX-License-Identifier: AGPL-3.0-or-later
"""The session's thread: an inbox of calls, timers, and a few helper threads for work that
waits for the disk. Knows nothing of documents.

Calls run one after the other on the actor's thread. A fault in one is logged and told, and
the next one runs: the thread outlives everything but `stop`.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from app.core.changes import Problem
from app.core.errors import ProblemError
from engine.protocol import ErrorCode

log = logging.getLogger(__name__)

HELPERS = 3
"""Threads for hashing, expanding and exporting: more would only make one disk seek more."""

Call = Callable[[], None]
Result = TypeVar("Result")


class Gone(Exception):  # noqa: N818 - not an error: it ends a call quietly
    """Raised where a call is about something that is no longer there; nothing is to be done."""


class Actor:
    """`trouble` is told of the problem of a call that failed, with its subject."""

    def __init__(self, name: str, trouble: Callable[[Problem, str], None], is_idle: Callable[[], bool]) -> None:
        self._inbox: queue.SimpleQueue[Call] = queue.SimpleQueue()
        self._trouble = trouble
        self._is_idle = is_idle
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._jobs: queue.SimpleQueue[Call | None] = queue.SimpleQueue()
        self._helpers = [
            threading.Thread(target=self._serve, name=f"{name}-helper-{n}", daemon=True) for n in range(HELPERS)
        ]  # daemons: a helper stuck on a dead network drive must not keep the program from ending
        self._working = 0
        self._timers: list[tuple[float, int, Call]] = []
        self._numbers = itertools.count()
        self._waiters: list[threading.Event] = []
        self._lock = threading.Lock()  # guards the two below
        self._asked: set[threading.Event] = set()  # of everyone in wait_idle, heard of or not
        self._over = False
        self._stopped = False

    def start(self) -> None:
        for thread in (self._thread, *self._helpers):
            thread.start()

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def post(self, call: Call) -> None:
        """Run `call` on the actor's thread, after those posted before. From any thread."""
        self._inbox.put(call)

    def work(
        self,
        job: Callable[[], Result],
        done: Callable[[Result], None],
        failed: Callable[[Problem], None],
        *,
        apart: bool = False,
    ) -> None:
        """Run `job` on a helper thread, then `done` with its result or `failed` with its problem
        on the actor's thread; `apart` for a job that may wait for minutes, on a thread of its own.
        From the actor's thread only."""
        self._working += 1
        if apart:
            threading.Thread(target=lambda: self._help(job, done, failed), name="apart", daemon=True).start()
        else:
            self._jobs.put(lambda: self._help(job, done, failed))

    def after(self, seconds: float, call: Call) -> None:
        """Run `call` once, that much later. From the actor's thread only."""
        heapq.heappush(self._timers, (time.monotonic() + seconds, next(self._numbers), call))

    def wait_idle(self, timeout: float | None) -> bool:
        """Until everything posted before is done and `is_idle` holds. False if time ran out or
        the actor ended first."""
        event = threading.Event()
        with self._lock:
            if self._over:
                return False
            self._asked.add(event)
        self.post(lambda: self._waiters.append(event))
        event.wait(timeout)
        with self._lock:
            self._asked.discard(event)
            return event.is_set() and not self._over

    def stop(self) -> None:
        """End the thread after the present call; no timer fires any more. From the actor's thread only."""
        self._stopped = True

    def join(self, timeout: float) -> bool:
        """False if it is still busy after so many seconds."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    # ------------------------------------------------------------ the thread

    def _run(self) -> None:
        while not self._stopped:
            try:
                call = self._inbox.get(timeout=self._until_timer())
            except queue.Empty:
                pass
            else:
                self._guarded(call)
            while not self._stopped and self._timers and self._timers[0][0] <= time.monotonic():
                self._guarded(heapq.heappop(self._timers)[2])
            if self._waiters and self._inbox.empty() and not self._working and self._is_idle():
                for event in self._waiters:
                    event.set()
                self._waiters.clear()
        for _ in self._helpers:
            self._jobs.put(None)
        with self._lock:
            self._over = True
            for event in self._asked:
                event.set()

    def _until_timer(self) -> float | None:
        return max(0.0, self._timers[0][0] - time.monotonic()) if self._timers else None

    def _guarded(self, call: Call) -> None:
        try:
            call()
        except Gone:
            return
        except ProblemError as error:
            self._trouble(error.problem, error.subject)
        except Exception as error:  # the thread's edge: told and logged, the next call runs
            log.exception("a call of the session failed")
            self._trouble(Problem(ErrorCode.INTERNAL, type(error).__name__), "")

    def _serve(self) -> None:
        for call in iter(self._jobs.get, None):
            call()

    def _help(
        self, job: Callable[[], Result], done: Callable[[Result], None], failed: Callable[[Problem], None]
    ) -> None:
        try:
            result = job()
        except ProblemError as error:
            problem = error.problem
        except Exception as error:  # the thread's edge: told and logged
            log.exception("work of the session failed")
            problem = Problem(ErrorCode.INTERNAL, type(error).__name__)
        else:
            self.post(lambda: self._helped(lambda: done(result)))
            return
        self.post(lambda: self._helped(lambda: failed(problem)))

    def _helped(self, call: Call) -> None:
        self._working -= 1
        call()
