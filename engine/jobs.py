# SPDX-License-Identifier: AGPL-3.0-or-later
"""The engine's open pages: which wait, which run, and that each ends once.

Events about pages are sent from here, under one lock, so that nothing about a page can
follow its ending, whichever thread sends it.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import TypeAlias

from engine.protocol import (
    ErrorCode,
    Message,
    PageFailed,
    PageRead,
    PageRestarted,
    PageStarted,
    PageText,
    PageWaiting,
    ReadPage,
)

Due: TypeAlias = Callable[[int], float | None]
"""US dollars that a page has cost, by its number."""


def nothing(_number: int) -> float | None:
    """Where nothing is counted."""
    return None


class Jobs:
    """Thread-safe. `change` is notified whenever a page comes or goes; others may share it."""

    def __init__(self, send: Callable[[Message], None]) -> None:
        self.change = threading.Condition(threading.RLock())
        self._send = send
        self._waiting: deque[ReadPage] = deque()
        self._running: set[int] = set()
        self._open: set[int] = set()
        self.spent = 0.0  # US dollars of the pages that ended; whoever counts sets it to 0

    def add(self, job: ReadPage) -> bool:
        """Take a page in; False if its number is that of an open page."""
        with self.change:
            if job.job in self._open:
                return False
            self._open.add(job.job)
            self._waiting.append(job)
            self.change.notify_all()
            return True

    def take(self, at_once: int) -> ReadPage | None:
        """The next waiting page, now running, if fewer than `at_once` run."""
        with self.change:
            if not self._waiting or len(self._running) >= at_once:
                return None
            job = self._waiting.popleft()
            self._running.add(job.job)
            return job

    def say(self, event: PageStarted | PageText | PageWaiting | PageRestarted) -> bool:
        """Send what happens on a running page; False if it does not run."""
        with self.change:
            if event.job not in self._running:
                return False
            self._send(event)
            return True

    def finish(self, event: PageRead | PageFailed) -> bool:
        """Close a page and send its ending; False if it is not open."""
        with self.change:
            if event.job not in self._open:
                return False
            self._open.remove(event.job)
            self._running.discard(event.job)
            self._waiting = deque(job for job in self._waiting if job.job != event.job)
            self.spent += (event.reading.cost if isinstance(event, PageRead) else event.cost) or 0.0
            self._send(event)
            self.change.notify_all()
            return True

    def fail_running(self, code: ErrorCode, detail: str = "", due: Due = nothing) -> None:
        """Close all pages that run; `due` says what each has cost."""
        with self.change:
            for number in sorted(self._running):
                self.finish(PageFailed(job=number, code=code, detail=detail, cost=due(number)))

    def fail_all(self, code: ErrorCode, detail: str = "", due: Due = nothing) -> list[int]:
        """Close all pages; returns the numbers of those that ran."""
        with self.change:
            ran = sorted(self._running)
            for number in sorted(self._open):
                self.finish(PageFailed(job=number, code=code, detail=detail, cost=due(number)))
            return ran

    def is_running(self, number: int) -> bool:
        with self.change:
            return number in self._running

    @property
    def counts(self) -> tuple[int, int]:
        """Pages running and waiting."""
        with self.change:
            return len(self._running), len(self._waiting)
