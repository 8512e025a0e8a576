# SPDX-License-Identifier: AGPL-3.0-or-later
"""One engine program on the bench: it is loaded with options, reads pages, and the times are taken here, as
the user would wait. What it reports of itself (tokens, drafts) comes with its readings."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.core.changes import Problem
from app.core.children import Child, ChildStatus, engine_command
from app.core.children.child import ChildState
from app.core.choice import EngineChoice
from app.core.errors import sentence
from app.core.tuning.sample import Shot
from engine.protocol import (
    Abilities,
    Cancel,
    EngineState,
    ErrorCode,
    Event,
    PageFailed,
    PageRead,
    PageText,
    Reading,
    Scalar,
    UseEngine,
)

TURN = 0.1
"""Seconds between two looks at whether the user has had enough."""


class BenchError(Exception):
    """The engine could not do it; the text is the end of a sentence."""


class StoppedError(Exception):
    """The user has had enough, or the time is up."""


@dataclass(slots=True)
class Timing:
    """One page: seconds from its request to its first text and to its end, and its reading."""

    sent: float
    first: float | None = None
    seconds: float = 0.0
    reading: Reading | None = None


@dataclass
class Pass:
    """All pages once: how long it took, and the pages."""

    seconds: float
    pages: list[Timing] = field(default_factory=list)


class Bench:
    """Not for the interface thread. `close` it at the end."""

    def __init__(self, choice: EngineChoice, stop: threading.Event, until: float) -> None:
        """`until` is when the time is up (time.monotonic)."""
        self._choice = choice
        self._stop, self._until = stop, until
        self._events: queue.SimpleQueue[Event | ChildState] = queue.SimpleQueue()
        command = list(choice.command) if choice.command else engine_command()
        self._child = Child("engine", command, self._events.put, self._events.put)
        self._started = self._gave_up = False
        self._next_job = 1
        self.loaded: dict[str, Scalar] = {}
        self.abilities = Abilities()

    def load(self, options: Mapping[str, Scalar]) -> Abilities:
        """Load the engine with these options beside those of the choice. Raises BenchError, StoppedError."""
        if not self._started:
            self._child.start()
            self._started = True
        if self._gave_up:
            self._child.restart()
            self._gave_up = False
        settings: dict[str, Scalar] = {**self._choice.options, **self._choice.speed, **self._choice.secrets, **options}
        self.loaded = dict(options)
        self._child.send(UseEngine(name=self._choice.backend, options=settings))
        while True:
            event = self._event()
            if isinstance(event, EngineState) and event.state == "ready":
                self.abilities = event.abilities or Abilities()
                return self.abilities
            if isinstance(event, EngineState) and event.state == "failed":
                raise BenchError(_words(event.code or ErrorCode.ENGINE_UNAVAILABLE, event.detail))
            if isinstance(event, ChildState) and event.status is ChildStatus.GAVE_UP:
                self._gave_up = True
                raise BenchError(f"the engine {event.outcome.words if event.outcome else 'does not start'}")

    def read(self, shots: Sequence[Shot], at_once: int) -> Pass:
        """Read all of them, so many in flight. Raises BenchError for the first that fails, StoppedError."""
        waiting = list(shots)
        running: dict[int, Timing] = {}
        done: list[Timing] = []
        began = time.monotonic()
        try:
            while waiting or running:
                while waiting and len(running) < at_once:
                    job, self._next_job = self._next_job, self._next_job + 1
                    running[job] = Timing(time.monotonic())
                    self._child.send(waiting.pop(0).job(job))
                self._hear(self._event(), running, done)
        except BenchError:
            self.loaded = {}  # it may be in any state
            for job in running:
                self._child.send(Cancel(job=job))
            raise
        return Pass(time.monotonic() - began, done)

    def close(self) -> None:
        if self._started:
            self._child.close()

    # ------------------------------------------------------------

    def _hear(self, event: Event | ChildState, running: dict[int, Timing], done: list[Timing]) -> None:
        now = time.monotonic()
        match event:
            case PageText(job=job) if job in running and running[job].first is None and event.text:
                running[job].first = now - running[job].sent
            case PageRead(job=job) if job in running:
                page = running.pop(job)
                page.seconds, page.reading = now - page.sent, event.reading
                done.append(page)
            case PageFailed(job=job) if job in running:
                raise BenchError(_words(event.code, event.detail))
            case EngineState(state="failed"):
                raise BenchError(_words(event.code or ErrorCode.ENGINE_FAILED, event.detail))
            case _:
                pass

    def _event(self) -> Event | ChildState:
        """The next event. Raises StoppedError."""
        while True:
            if self._stop.is_set():
                raise StoppedError("stopped")
            if time.monotonic() > self._until:
                raise StoppedError("the time was up")
            try:
                return self._events.get(timeout=TURN)
            except queue.Empty:
                continue


def _words(code: ErrorCode, detail: str) -> str:
    """Short: the code's own sentence would speak of a page."""
    if code is ErrorCode.OUT_OF_MEMORY:
        return "not enough memory"
    if detail:
        return detail.rstrip(".")
    return sentence(Problem(code), "The engine").rstrip(".")
