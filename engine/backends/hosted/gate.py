# SPDX-License-Identifier: AGPL-3.0-or-later
"""How many requests are under way at once, and when none may begin.

It opens with a few. As long as the service takes them all, each finished page lets one more in;
once it has answered that they are too many, the number is halved and grows again slowly.
Lives on one event loop; only `leave` and `enter` change what is inside.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable

from engine.protocol import WaitCode

SLOWLY = 2
"""Times the present number of pages must be read, after a 429, before one more is let in."""

Say = Callable[[WaitCode, float], None]
"""Called with the reason and the seconds when a page has to wait outside."""


class Gate:
    """`start` requests at once at first, `ceiling` at most."""

    def __init__(self, start: int, ceiling: int) -> None:
        self.limit = max(1, min(start, ceiling))
        self.inside = 0
        self._ceiling = max(1, ceiling)
        self._waiting: deque[asyncio.Future[None]] = deque()  # for a place
        self._outsiders: set[asyncio.Future[None]] = set()  # for the time when places are given
        self._refusal: tuple[float, Exception] | None = None  # what turned away who was there, and when
        self._until = 0.0
        self._why = WaitCode.RATE_LIMITED
        self._round = 0
        self._bitten = False
        self._finished = 0

    async def enter(self, say: Say, arrived: float = math.inf) -> int:
        """Wait for a place, first come first served; returns the round, which `limited` wants. Raises
        what `turn_away` is given, also where that was after this page `arrived` (`time.monotonic()`)."""
        while True:
            self._turned_away(arrived)
            while (left := self._until - time.monotonic()) > 0:
                say(self._why, left)
                await self.pause(left)
            await self._place()
            try:  # the place may be that of the very page that was refused
                self._turned_away(arrived)
            except BaseException:
                self.leave()
                raise
            if self._until <= time.monotonic():
                return self._round
            self.leave()

    def _turned_away(self, arrived: float) -> None:
        """Raises what is true for a page that `arrived` before it was found out."""
        if self._refusal is not None and arrived <= self._refusal[0]:
            raise self._refusal[1]

    async def pause(self, seconds: float) -> None:
        """Wait so long, without a place; raises what `turn_away` is given meanwhile."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._outsiders.add(turn)
        try:
            await asyncio.wait_for(turn, seconds)
        except TimeoutError:
            return
        finally:
            self._outsiders.discard(turn)

    async def _place(self) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self._let_in()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.leave()
            raise

    def leave(self) -> None:
        """A place is free again."""
        self.inside -= 1
        self._let_in()

    def turn_away(self, reason: Exception) -> None:
        """Raise `reason` in all who wait or come back: what one has found out is true for them as
        well. Pages that arrive later try anew, for somebody may have mended it."""
        self._refusal = time.monotonic(), reason
        turns = [*self._waiting, *self._outsiders]
        self._waiting.clear()
        for turn in turns:
            if not turn.done():
                turn.set_exception(reason)

    def _let_in(self) -> None:
        while self._waiting and self.inside < self.limit:
            turn = self._waiting.popleft()
            if not turn.done():
                self.inside += 1
                turn.set_result(None)

    def finished(self) -> None:
        """A page was read."""
        self._finished += 1
        if self._bitten and self._finished < SLOWLY * self.limit:
            return
        self._finished = 0
        self.limit = min(self._ceiling, self.limit + 1)
        self._let_in()

    def limited(self, entered: int) -> None:
        """The service answered a request of the round `entered` that there are too many. Those that
        were under way together lower the number once."""
        if entered < self._round:
            return
        self._round += 1
        self._bitten, self._finished = True, 0
        self.limit = max(1, (self.limit + 1) // 2 if self.limit > 1 else 1)

    def hold(self, why: WaitCode, seconds: float) -> None:
        """Let nobody in for so long."""
        until = time.monotonic() + seconds
        if until > self._until:
            self._until, self._why = until, why
