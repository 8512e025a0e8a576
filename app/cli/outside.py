# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a run has to do with services on other machines: the consent to send, waits, costs, and a
queue that is held because going on would fail page after page."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from app.cli.progress import Progress
from app.cli.sending import agreed, not_encrypted, what_goes
from app.core.changes import (
    Change,
    ConsentGiven,
    ConsentNeeded,
    EngineWaiting,
    Problem,
    QueueHeld,
    QueueStatus,
    Spent,
)
from app.core.choice import EngineChoice
from app.core.errors import exit_code
from app.core.session import Session
from app.core.waits import wait_words

NO_ENGINE = 3
SOME_FAILED = 1

SETTLE_SECONDS = 1.0
"""How long the number of pages to send may still grow after the last document was opened, and how
long a held queue may take to say what is still being read."""


class Outside:
    """Give it every change; call `answer` now and then. `agreed` holds for the whole run; `remember`
    is called with a host that is to be trusted from now on."""

    def __init__(
        self, shown: Progress, engines: Sequence[EngineChoice], yes: bool, remember: Callable[[str], None]
    ) -> None:
        self._shown, self._engines, self._yes, self._remember = shown, engines, yes, remember
        self.held: Problem | None = None
        self.cost: float | None = None
        self._held_at = 0.0
        self._quiet = False  # since the queue is held, nothing is being read any more
        self._needed: ConsentNeeded | None = None
        self._needed_at = 0.0
        self._agreed: set[str] = set()
        self._wait = EngineWaiting()

    def take(self, change: Change) -> None:
        match change:
            case ConsentNeeded():
                self._needed, self._needed_at = change, time.monotonic()
            case ConsentGiven(host=host, granted=True, remember=True):
                self._remember(host)
            case EngineWaiting():
                self._waiting(change)
            case Spent(dollars=spent):
                self.cost = spent
            case QueueHeld(problem=problem):
                self.held, self._held_at, self._quiet = problem, time.monotonic(), False
            case QueueStatus(running=0, paused=True) if self.held is not None:
                self._quiet = True
            case _:
                return

    @property
    def over(self) -> bool:
        """The queue is held, and the pages that were under way have ended."""
        return self.held is not None and (self._quiet or time.monotonic() > self._held_at + SETTLE_SECONDS)

    @property
    def waits(self) -> str:
        """What the pages wait for, empty if for nothing."""
        if self._wait.code is None:
            return ""
        return wait_words(self._wait.code, self._wait.until, time.monotonic())

    def answer(self, session: Session, expected: int, opening: bool, more: int) -> None:
        """Answer what was asked, once all documents that are open so far stand in the question:
        `expected` pages of theirs are to be read, `opening` says that some are not open yet, and
        `more` documents of the run come later."""
        needed = self._needed
        if needed is None:
            return
        settled = needed.pages >= expected or time.monotonic() > self._needed_at + SETTLE_SECONDS
        if opening or not settled:
            return
        self._needed = None
        granted, always = self._yes or needed.host in self._agreed, False
        self._shown.say(what_goes(needed, 0 if granted else more))
        if not_encrypted(self._engines, needed.host):
            self._shown.warn(f"The connection to {needed.host} is not encrypted.")
        if not granted:
            granted, always = agreed(self._shown, needed.host)
        if granted:
            self._agreed.add(needed.host)
        session.consent(needed.host, granted, always)

    def exit_code(self, read: int) -> int:
        """Of a held queue; `read` pages were read before."""
        if self.held is None:
            return 0
        code = exit_code(self.held)
        return code if code != SOME_FAILED or read else NO_ENGINE

    def _waiting(self, change: EngineWaiting) -> None:
        new = change.code is not None and (change.code, change.attempt) != (self._wait.code, self._wait.attempt)
        self._wait = change
        if new and not self._shown.live:
            self._shown.say(f"{self.waits}.")
