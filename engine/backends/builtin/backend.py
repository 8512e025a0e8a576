# SPDX-License-Identifier: AGPL-3.0-or-later
"""The built-in backend: hands pages out to worker processes and passes on what they say.

The engine process itself loads neither the PDF library nor the OCR; the workers do. A page
that hangs, crashes or eats all memory costs that page only: its worker is killed and
replaced, and the next page finds a fresh one.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait

from engine.backends.builtin.workers import START_SECONDS, Worker, resident_bytes
from engine.backends.contract import EngineError, PageEvent, Report
from engine.protocol import Abilities, ErrorCode, PageFailed, PageRead, ReadPage, Scalar

PAGE_SECONDS = 60.0
"""Longest time for one page; a clean scan takes 3 to 8 s, a text page 0.05 s."""
GRACE_SECONDS = 0.5
"""A cancelled page may end by itself within this time; then its worker is killed."""
QUEUE = 2
"""Pages waiting behind the running ones, so that no worker idles between two pages."""
MAX_FAILED_STARTS = 3
"""Workers that die before they are ready, in a row, before the engine gives up."""


class BuiltinBackend:
    """See `engine.backends.contract.Backend`. Options of `load`: `workers` (processes),
    `page_seconds` (time limit of a page)."""

    name = "builtin"

    def __init__(self) -> None:
        self._workers: list[Worker] = []
        self._waiting: deque[tuple[ReadPage, float]] = deque()
        self._cancelled: set[int] = set()
        self._lock = threading.Lock()
        self._wake_read, self._wake_write = Pipe(duplex=False)
        self._page_seconds = PAGE_SECONDS
        self._failed_starts = 0

    def load(self, options: Mapping[str, Scalar], report: Report) -> Abilities:
        """Starts the workers and waits for the first of them."""
        count = _count(options.get("workers"))
        self._page_seconds = _seconds(options.get("page_seconds"))
        report("starting workers", None)
        self._workers = [Worker(count) for _ in range(count)]
        self._await_first()
        return Abilities(streams=True, boxes=True, confidence=True, needs_picture=False, pages_at_once=count + QUEUE)

    def submit(self, job: ReadPage) -> None:
        self._waiting.append((job, time.monotonic()))

    def cancel(self, job: int) -> None:
        with self._lock:
            self._cancelled.add(job)
            if not self._wake_write.closed:
                self._wake_write.send_bytes(b"!")

    def step(self, timeout: float) -> Sequence[PageEvent]:
        events: list[PageEvent] = []
        self._drop_cancelled()
        self._hand_out()
        by_connection = {worker.connection: worker for worker in self._workers}
        for ready in wait([self._wake_read, *by_connection], self._until_next_limit(timeout)):
            if ready is self._wake_read:
                self._wake_read.recv_bytes()
            elif isinstance(ready, Connection):
                events += self._receive(by_connection[ready])
        events += self._enforce_limits()
        self._drop_cancelled()
        self._hand_out()
        return events

    def close(self) -> None:
        for worker in self._workers:
            worker.ask_to_end()
        for worker in self._workers:
            worker.end()
        self._workers = []
        self._waiting.clear()
        with self._lock:
            self._wake_write.close()
            self._wake_read.close()

    def memory(self) -> int | None:
        parts = [resident_bytes(pid) for pid in (os.getpid(), *(w.pid for w in self._workers))]
        known = [part for part in parts if part is not None]
        return sum(known) if known else None

    # ------------------------------------------------------------ inside

    def _await_first(self) -> None:
        """Returns when a worker said it is ready; raises EngineError if none can."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            for worker in list(self._workers):
                if worker.connection.poll(0.02):
                    self._receive(worker)
                    if worker.ready:
                        return
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, "no worker became ready")

    def _until_next_limit(self, timeout: float) -> float:
        now = time.monotonic()
        limits = [worker.limit - now for worker in self._workers if worker.limit is not None]
        return max(0.0, min([timeout, *limits]))

    def _drop_cancelled(self) -> None:
        """Forget waiting jobs that were cancelled; give running ones a last moment."""
        with self._lock:
            cancelled = set(self._cancelled)
        if not cancelled:
            return
        gone = {job.job for job, _ in self._waiting if job.job in cancelled}
        self._waiting = deque(entry for entry in self._waiting if entry[0].job not in cancelled)
        running = {worker.job for worker in self._workers}
        for worker in self._workers:
            if worker.job in cancelled:
                worker.limit = min(worker.limit or time.monotonic(), time.monotonic() + GRACE_SECONDS)
        with self._lock:
            self._cancelled -= gone | (cancelled - running)

    def _hand_out(self) -> None:
        for worker in self._workers:
            if self._waiting and worker.ready and worker.job is None:
                job, since = self._waiting.popleft()
                worker.give(job, time.monotonic() - since, self._page_seconds)

    def _receive(self, worker: Worker) -> list[PageEvent]:
        try:
            message = worker.connection.recv()
        except (EOFError, OSError):
            return self._died(worker)
        if message is None:  # the greeting
            worker.greet()
            self._failed_starts = 0
            return []
        event: PageEvent = message
        if event.job != worker.job:
            return []
        with self._lock:
            unwanted = event.job in self._cancelled
        if isinstance(event, PageRead | PageFailed):
            worker.free()
            with self._lock:
                self._cancelled.discard(event.job)
        return [] if unwanted else [event]

    def _died(self, worker: Worker) -> list[PageEvent]:
        """A worker is gone: end its page, start another in its place."""
        code, detail = worker.cause_of_death()
        if not worker.ready:
            self._failed_starts += 1
            if self._failed_starts >= MAX_FAILED_STARTS:
                raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, detail)
        return self._replace(worker, code, detail)

    def _enforce_limits(self) -> list[PageEvent]:
        now = time.monotonic()
        late = [worker for worker in self._workers if worker.limit is not None and worker.limit <= now]
        events: list[PageEvent] = []
        for worker in late:
            if worker.connection.poll(0):  # it did end, just now
                events += self._receive(worker)
            else:
                worker.kill()
                events += self._replace(worker, ErrorCode.TIME_LIMIT, f"{self._page_seconds:g}")
        return events

    def _replace(self, worker: Worker, code: ErrorCode, detail: str) -> list[PageEvent]:
        job = worker.job
        worker.end()
        self._workers[self._workers.index(worker)] = Worker(len(self._workers))
        if job is None:
            return []
        with self._lock:
            if job in self._cancelled:
                self._cancelled.discard(job)
                return []
        return [PageFailed(job=job, code=code, detail=detail)]


def _count(value: Scalar) -> int:
    """Worker processes: as asked, else one for each of the first two processors."""
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 64:
        return value
    return min(2, os.cpu_count() or 1)


def _seconds(value: Scalar) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
        return float(value)
    return PAGE_SECONDS
