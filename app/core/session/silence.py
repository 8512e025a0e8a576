# SPDX-License-Identifier: AGPL-3.0-or-later
"""Engines that have pages and fall silent."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from app.core.session.desk import Desk
from app.core.session.line import EngineLine

log = logging.getLogger(__name__)

STALL_LIMIT = 600.0
"""Seconds in which an engine that has pages may say nothing of any of them; then it is ended and
started anew, its pages are read one at a time, and one that silences it again fails. Generous,
because a large model on a slow CPU takes minutes before its first token. The time for which
a page said that it waits is not counted."""


class Silence:
    """`busy` gives the engines that have pages, `restart` ends one."""

    def __init__(
        self, desk: Desk, busy: Callable[[], set[EngineLine]], restart: Callable[[EngineLine], None]
    ) -> None:
        self._desk = desk
        self._busy = busy
        self._restart = restart
        self._until: dict[EngineLine, float] = {}  # time.monotonic() up to which nothing need be said
        self._watching = False

    def heard(self, line: EngineLine, until: float) -> None:
        """It said something; up to that `time.monotonic()` its silence is in order."""
        self._until[line] = max(self._until.get(line, 0.0), until)
        if not self._watching:
            self._watch()

    def _watch(self) -> None:
        """Look after the engines as long as they have pages."""
        lines = self._busy()
        now = time.monotonic()
        self._until = {line: self._until.get(line, now) for line in lines}
        self._watching = bool(lines)
        if not self._watching:
            return
        for line in lines:
            if self._until[line] + STALL_LIMIT <= now:
                log.info("%s has said nothing for %.0f s", line.name, STALL_LIMIT)
                self._until[line] = now
                self._restart(line)
        self._desk.actor.after(min(self._until.values()) + STALL_LIMIT - now, self._watch)
