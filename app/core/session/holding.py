# SPDX-License-Identifier: AGPL-3.0-or-later
"""The queue held: paused by itself, once, because every other page would end alike."""

from __future__ import annotations

import logging

from app.core.changes import Problem, QueueHeld
from app.core.session.desk import Desk

log = logging.getLogger(__name__)


class Holding:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._problem: Problem | None = None

    def hold(self, problem: Problem, engine: str) -> None:
        """Pause and tell why; while it is held, further problems of the kind add nothing."""
        self._desk.queue.pause()
        if self._problem is None:
            self._problem = problem
            log.info("the queue is held: %s", problem.code)
            self._desk.tell(QueueHeld(problem, engine))

    def release(self) -> None:
        """The user goes on."""
        if self._problem is not None:
            self._problem = None
            self._desk.tell(QueueHeld(None))
