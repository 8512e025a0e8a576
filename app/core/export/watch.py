# SPDX-License-Identifier: AGPL-3.0-or-later
"""How far an export has come, and whether it shall stop."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from app.core.changes import Problem
from app.core.errors import ProblemError
from engine.protocol import ErrorCode

T = TypeVar("T")

BETWEEN = 0.1
"""Seconds between two reports of how far it has come."""


class Watch:
    """`told(done, total)` is called now and then, in parts of a thousand of the whole; `stopped()` is asked
    often. Both may be left out."""

    WHOLE = 1000

    def __init__(
        self, told: Callable[[int, int], None] | None = None, stopped: Callable[[], bool] | None = None
    ) -> None:
        self._told, self._stopped = told, stopped
        self._low, self._high = 0.0, 1.0
        self._last = 0.0

    def part(self, low: float, high: float) -> Watch:
        """The same watch for a part of the work, from the share `low` to `high` of this one's."""
        part = Watch(self._told, self._stopped)
        span = self._high - self._low
        part._low, part._high = self._low + low * span, self._low + high * span
        return part

    def check(self) -> None:
        """Raises ProblemError(CANCELLED) once it shall stop."""
        if self._stopped is not None and self._stopped():
            raise ProblemError(Problem(ErrorCode.CANCELLED))

    def over(self, items: Iterable[T], total: int) -> Iterator[T]:
        """The items, with a check before each."""
        for at, item in enumerate(items):
            self.check()
            self.at(at / max(1, total))
            yield item

    def at(self, share: float) -> None:
        now = time.monotonic()
        if self._told is not None and now - self._last >= BETWEEN:
            self._last = now
            self._told(round(self.WHOLE * (self._low + share * (self._high - self._low))), self.WHOLE)


SILENT = Watch()
"""For who does not look."""
