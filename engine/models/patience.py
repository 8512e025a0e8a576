# SPDX-License-Identifier: AGPL-3.0-or-later
"""What failed for a while is tried again, with growing pauses that are told."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from engine.models.errors import ModelError
from engine.models.messages import ModelEvent, Waiting

T = TypeVar("T")

PAUSES = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds after the first, second ... failure in a row, unless the hub says how long."""

LONGEST = 300.0
"""Seconds that we wait at most when the hub says how long; for more the user is asked."""


class Patience:
    """Counts failures in a row; `worked` with every byte that came begins anew."""

    def __init__(self, tell: Callable[[ModelEvent], None], tries: int) -> None:
        self._tell = tell
        self._tries = tries
        self._failures = 0

    def worked(self) -> None:
        self._failures = 0

    def after(self, error: ModelError) -> None:
        """Wait, or raise the error if there is no point in that any more."""
        self._failures += 1
        pause = PAUSES[min(self._failures, len(PAUSES)) - 1] if error.wait is None else error.wait
        if not error.again or self._failures > self._tries or pause > LONGEST:
            raise error
        self._tell(Waiting(code=error.code, detail=error.detail, seconds=pause, attempt=self._failures))
        time.sleep(pause)

    def insist(self, work: Callable[[], T]) -> T:
        """The result of `work`, tried until it succeeds or patience ends (ModelError)."""
        while True:
            try:
                result = work()
            except ModelError as error:
                self.after(error)
            else:
                self.worked()
                return result
