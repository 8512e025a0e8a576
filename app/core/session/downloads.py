# SPDX-License-Identifier: AGPL-3.0-or-later
"""Documents from the web: a few downloads at a time, each on a thread of its own, since it may
wait for minutes where hashing and export must not."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.core.changes import AppCode, Problem
from app.core.session.desk import Desk, Document
from app.core.web import Fetch, Network

AT_ONCE = 3


@dataclass(frozen=True, slots=True)
class _Order:
    document: Document
    fetch: Fetch
    done: Callable[[Path], None]
    failed: Callable[[Problem], None]


class Downloads:
    """On the session's thread."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._waiting: deque[_Order] = deque()
        self._running: dict[int, _Order] = {}  # by document

    def begin(
        self, document: Document, done: Callable[[Path], None], failed: Callable[[Problem], None]
    ) -> None:
        settings = self._desk.settings
        if settings.offline:
            self._desk.actor.post(lambda: failed(Problem(AppCode.OFFLINE)))
            return
        network = Network(settings.proxy, settings.ca_file)
        fetch = Fetch(document.url, self._desk.places.downloads, network, document.most_bytes)
        document.downloading, document.received, document.expected = True, 0, None
        self._waiting.append(_Order(document, fetch, done, failed))
        self._pump()

    def cancel(self, document: Document) -> None:
        """It is not wanted any more: neither `done` nor `failed` is called."""
        document.downloading = False
        self._waiting = deque(order for order in self._waiting if order.document is not document)
        order = self._running.pop(document.id, None)
        if order is not None:
            order.fetch.cancel()
        self._pump()

    def _pump(self) -> None:
        while self._waiting and len(self._running) < AT_ONCE:
            order = self._waiting.popleft()
            self._running[order.document.id] = order
            self._start(order)

    def _start(self, order: _Order) -> None:
        document = order.document

        def told(received: int, expected: int | None) -> None:
            self._desk.actor.post(lambda: progress(received, expected))

        def progress(received: int, expected: int | None) -> None:
            if self._running.get(document.id) is order:
                document.received, document.expected = received, expected
                self._desk.tell_row(document)

        def over() -> bool:
            """Whether somebody still waits for it."""
            if self._running.get(document.id) is not order:
                return False
            del self._running[document.id]
            document.downloading = False
            self._pump()
            return True

        def done(path: Path) -> None:
            if over():
                order.done(path)

        def failed(problem: Problem) -> None:
            if over():
                order.failed(problem)

        self._desk.actor.work(lambda: order.fetch.run(told), done, failed, apart=True)
