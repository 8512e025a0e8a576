# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pages that wait for something outside, told as one: a service that starts, a limit."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.changes import EngineWaiting
from app.core.session.desk import Desk
from engine.protocol import PageWaiting


@dataclass(frozen=True, slots=True)
class _Wait:
    until: float  # time.monotonic()
    event: PageWaiting


class Waits:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._waits: dict[int, _Wait] = {}  # by job
        self._told = EngineWaiting()

    def begin(self, event: PageWaiting, arrived: float) -> float:
        """A page waits; until when (`time.monotonic()`)."""
        until = arrived + max(0.0, event.seconds)
        self._waits[event.job] = _Wait(until, event)
        self._tell()
        return until

    def over(self, job: int) -> None:
        """The next word on a page came."""
        if self._waits.pop(job, None) is not None:
            self._tell()

    def _tell(self) -> None:
        """The earliest next try stands for all; no page waits: over."""
        told = EngineWaiting()
        if self._waits:
            first = min(self._waits.values(), key=lambda wait: wait.until)
            told = EngineWaiting(first.event.code, first.until, first.event.attempt, len(self._waits))
        if told != self._told:
            self._told = told
            self._desk.tell(told)
