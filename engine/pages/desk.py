# SPDX-License-Identifier: AGPL-3.0-or-later
"""The page program's queue: who does which request next, without any process.

Requests are done in the order they came by the main worker. While it is held up by one for
longer than HELP_AFTER, a helper takes the others, so that one bad page does not hold up the
viewer. A request about a file waits until the file's opening has ended.
"""

from __future__ import annotations

import threading
import time
from collections import deque

from engine.pages.task import Request
from engine.protocol import OpenFile

HELP_AFTER = 1.0
"""Seconds for which the main worker may be held up."""

HELPER_IDLE = 20.0
"""Seconds after which an idle helper is let go."""


class Desk:
    """Thread-safe."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._queue: deque[Request] = deque()
        self._opening: set[str] = set()  # files whose OpenFile has not ended
        self._busy_since: float | None = None  # the main worker
        self._stopped = False

    def put(self, request: Request) -> None:
        with self._change:
            self._queue.append(request)
            if isinstance(request, OpenFile):
                self._opening.add(request.file)
            self._change.notify_all()

    def take(self) -> Request | None:
        """The next request for the main worker; None when it is time to stop."""
        with self._change:
            self._busy_since = None
            while not self._stopped:
                request = self._next()
                if request is not None:
                    self._busy_since = time.monotonic()
                    self._change.notify_all()
                    return request
                self._change.wait()
            return None

    def help(self) -> Request | None:
        """The next request for the helper; None when it may rest, or is to stop."""
        until = time.monotonic() + HELPER_IDLE
        with self._change:
            while not self._stopped:
                now = time.monotonic()
                wait = until - now
                if self._queue and self._busy_since is not None:
                    held_up = now - self._busy_since
                    request = self._next() if held_up >= HELP_AFTER else None
                    if request is not None:
                        return request
                    if held_up < HELP_AFTER:
                        wait = min(wait, HELP_AFTER - held_up)
                if wait <= 0:
                    return None
                self._change.wait(wait)
            return None

    def done(self, request: Request) -> None:
        """A request has ended, however."""
        with self._change:
            if isinstance(request, OpenFile):
                self._opening.discard(request.file)
            self._change.notify_all()

    def drop(self, number: int) -> Request | None:
        """Take back a request that has not begun; None if it has."""
        with self._change:
            for request in self._queue:
                if request.request == number:
                    self._queue.remove(request)
                    self.done(request)
                    return request
            return None

    def drop_file(self, file: str) -> list[Request]:
        """Take back all requests about a file that have not begun."""
        with self._change:
            numbers = [request.request for request in self._queue if request.file == file]
            return [request for number in numbers if (request := self.drop(number)) is not None]

    def stop(self) -> None:
        with self._change:
            self._stopped = True
            self._change.notify_all()

    @property
    def stopped(self) -> bool:
        return self._stopped

    def _next(self) -> Request | None:
        """The first request that may begin; the lock is held."""
        for request in self._queue:
            if isinstance(request, OpenFile) or request.file not in self._opening:
                self._queue.remove(request)
                return request
        return None
