# SPDX-License-Identifier: AGPL-3.0-or-later
"""The stepping thread: loads a backend, feeds it pages, passes on what it says.

A backend that raises while stepping has lost its footing: its pages end as failed, and it is
loaded anew for those that wait. After MAX_CRASHES in a row without a finished page it is out.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict, deque

import msgspec

from engine.backends.contract import Acknowledged, Backend, EngineError, PageEvent, Paid
from engine.backends.table import make
from engine.blank import ink_of, without_invention
from engine.jobs import Jobs
from engine.meter import Meter
from engine.protocol import (
    Abilities,
    EngineState,
    ErrorCode,
    PageFailed,
    PageRead,
    PageRestarted,
    PageStarted,
    PageText,
    PageWaiting,
    ReadPage,
    Scalar,
    UseEngine,
)
from engine.stdio import Outlet

log = logging.getLogger(__name__)

STEP = 0.05
"""Seconds that a step may wait for something to happen; a new page waits as long at most."""

LINGER = 2.0
"""Seconds that an idle backend is still stepped after a cancel, so that it can let go of the page."""

MAX_CRASHES = 3

_MOST_INK = 2000
"""Pages whose ink is remembered; more are never under way."""


class Stepping:
    """The thread and the backend it drives. The methods without underscore are for the server's thread."""

    def __init__(self, outlet: Outlet, jobs: Jobs, meter: Meter) -> None:
        self._outlet = outlet
        self._jobs = jobs
        self._meter = meter
        self._change = jobs.change  # guards the fields below too
        self._wanted: UseEngine | None = None
        self._backend: Backend | None = None
        self._dropped: deque[int] = deque(maxlen=1000)  # of these the backend may still speak
        self._linger_until = 0.0
        self._stopping = False
        # of the stepping thread alone
        self._in_use: UseEngine | None = None
        self._abilities = Abilities()
        self._crashes = 0
        self._unavailable = "no engine in use"  # why, while there is no backend
        self._ink: OrderedDict[int, float | None] = OrderedDict()  # of the pages that were handed out
        self._thread = threading.Thread(target=self._run, name="stepping", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def use(self, command: UseEngine) -> None:
        """Load another backend as soon as the present step is done; open pages were meant for
        the one before and end as cancelled."""
        with self._change:
            self.end_all(ErrorCode.CANCELLED)
            self._wanted = command
            self._change.notify_all()

    def cancel(self, number: int) -> None:
        """End a page as cancelled, at once, and tell the backend. Unknown numbers are ignored."""
        with self._change:
            ran = self._jobs.is_running(number)
            if self._jobs.finish(PageFailed(job=number, code=ErrorCode.CANCELLED, cost=self._due(number))) and ran:
                self._drop([number])

    def kept(self, number: int) -> None:
        """The reading of a page is on the disk."""
        with self._change:
            backend: object = self._backend
            if isinstance(backend, Acknowledged):
                backend.kept(number)

    def end_all(self, code: ErrorCode) -> None:
        """End every open page with `code`."""
        with self._change:
            self._drop(self._jobs.fail_all(code, due=self._due))

    def stop(self, limit: float) -> None:
        """Close the backend, in no more than `limit` seconds."""
        with self._change:
            self._stopping = True
            self._change.notify_all()
        self._thread.join(limit)

    def _due(self, number: int) -> float | None:
        """What a page has cost that ends now, whatever comes of its request."""
        return self._backend.due(number) if isinstance(self._backend, Paid) else None

    def _drop(self, numbers: list[int]) -> None:
        """Tell the backend that pages it has are not wanted any more; the lock is held."""
        if not numbers:
            return
        self._dropped.extend(numbers)
        self._linger_until = time.monotonic() + LINGER
        if self._backend is not None:
            for number in numbers:
                self._backend.cancel(number)

    # ------------------------------------------------------------ on the stepping thread

    def _run(self) -> None:
        while self._wait():
            with self._change:
                wanted, self._wanted = self._wanted, None
                backend = self._backend
                if wanted is None and backend is None:
                    self._jobs.fail_all(ErrorCode.ENGINE_UNAVAILABLE, self._unavailable)
            if wanted is not None:
                self._in_use, self._crashes, self._jobs.spent = wanted, 0, 0.0
                self._load(wanted)
            elif backend is not None:
                self._turn(backend)
        self._close()

    def _wait(self) -> bool:
        """Wait until there is something to do; False when it is time to stop."""
        with self._change:
            while not self._stopping:
                lingers = self._backend is not None and time.monotonic() < self._linger_until
                if self._wanted is not None or any(self._jobs.counts) or lingers:
                    return True
                self._change.wait()
            return False

    def _load(self, command: UseEngine) -> None:
        """Load the backend, and say so; if it fails, all open pages fail with the reason."""
        self._close()
        self._outlet.send(EngineState(name=command.name, state="loading"))

        def report(detail: str, progress: float | None) -> None:
            self._outlet.send(EngineState(name=command.name, state="loading", detail=detail, progress=progress))

        try:
            backend = make(command.name)
            self._abilities = backend.load({**command.options, **self._since(command)}, report)
        except Exception as error:  # the edge to a library; told to the app, and logged
            code, detail = describe(error, ErrorCode.ENGINE_UNAVAILABLE)
            log.exception("%s could not be loaded", command.name)
            self._give_in(command, code, detail)
            return
        with self._change:
            self._backend = backend
        self._meter.memory = backend.memory()
        self._outlet.send(EngineState(name=command.name, state="ready", abilities=self._abilities))

    def _since(self, command: UseEngine) -> dict[str, Scalar]:
        """What has changed since the command came: breakdowns, and money that was spent."""
        since: dict[str, Scalar] = {"attempt": self._crashes}
        if self._jobs.spent:
            since["spent"] = float(command.options.get("spent") or 0.0) + self._jobs.spent
        return since

    def _give_in(self, command: UseEngine, code: ErrorCode, detail: str) -> None:
        self._unavailable = detail or str(code)
        self._outlet.send(EngineState(name=command.name, state="failed", code=code, detail=detail))
        with self._change:
            if self._wanted is None:  # else the pages wait for the next one
                self._jobs.fail_all(ErrorCode.ENGINE_UNAVAILABLE, self._unavailable)

    def _turn(self, backend: Backend) -> None:
        """Hand out what is waiting, step once, pass on what happened."""
        if self._jobs.counts[0] == 0:
            self._meter.begin(time.monotonic())
        try:
            while job := self._next_job():
                backend.submit(job)
            for event in backend.step(STEP):
                self._pass(event)
            self._meter.memory = backend.memory()
        except Exception as error:  # the edge to a library; told to the app, and logged
            log.exception("%s raised an error", backend.name)
            self._crashed(error)

    def _next_job(self) -> ReadPage | None:
        """The next page for the present backend; once another is wanted, pages are for that."""
        with self._change:
            if self._wanted is not None:
                return None
            job = self._jobs.take(max(1, self._abilities.pages_at_once))
        if job is not None and self._abilities.needs_picture:
            self._ink[job.job] = ink_of(job)
            if len(self._ink) > _MOST_INK:  # of cancelled pages nothing is heard again
                self._ink.popitem(last=False)
        return job

    def _pass(self, event: PageEvent) -> None:
        now = time.monotonic()
        if isinstance(event, PageRead | PageFailed):
            ink = self._ink.pop(event.job, None)
            if isinstance(event, PageRead):
                event = msgspec.structs.replace(event, reading=without_invention(event.reading, ink))
        if isinstance(event, PageStarted | PageText | PageWaiting | PageRestarted):
            known = self._jobs.say(event)
            if known and isinstance(event, PageText):
                self._meter.piece(event, now)
        else:
            known = self._jobs.finish(event)
            if known and isinstance(event, PageRead):
                self._crashes = 0
                self._meter.page(event, now)
        if not known and event.job not in self._dropped:
            log.warning("the backend speaks of job %d, which is not open", event.job)

    def _crashed(self, error: Exception) -> None:
        """End the pages the backend had, and load it anew, unless it keeps failing."""
        code, detail = describe(error, ErrorCode.ENGINE_FAILED)
        self._jobs.fail_running(code, detail, self._due)
        self._crashes += 1
        if self._in_use is None or self._wanted is not None:
            return
        if self._crashes >= MAX_CRASHES:
            self._close()
            self._give_in(self._in_use, code, detail)
        else:
            self._load(self._in_use)

    def _close(self) -> None:
        with self._change:
            backend, self._backend = self._backend, None
        if backend is None:
            return
        try:
            backend.close()
        except Exception:  # the edge to a library, which is being left anyway
            log.exception("%s could not be closed", backend.name)


def describe(error: Exception, otherwise: ErrorCode) -> tuple[ErrorCode, str]:
    """Code and detail of what a backend raised."""
    if isinstance(error, EngineError):
        return error.code, error.detail
    if isinstance(error, MemoryError):
        return ErrorCode.OUT_OF_MEMORY, ""
    return otherwise, f"{type(error).__name__}: {error}"[:500]
