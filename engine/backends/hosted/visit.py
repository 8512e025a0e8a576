# SPDX-License-Identifier: AGPL-3.0-or-later
"""One page on its way: asks the service until there is an answer or no sense in asking again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from engine.backends.contract import PageEvent
from engine.backends.hosted.answer import CHARACTERS_A_TOKEN, Answer, make_reading
from engine.backends.hosted.faults import Fault
from engine.backends.hosted.gate import Gate
from engine.backends.hosted.ledger import USUAL, Ledger
from engine.backends.hosted.retry import Patience, Step
from engine.protocol import (
    ErrorCode,
    PageFailed,
    PageRead,
    PageRestarted,
    PageStarted,
    PageText,
    PageWaiting,
    ReadPage,
    WaitCode,
)

TRUE_FOR_ALL = frozenset(
    {
        ErrorCode.KEY_MISSING,
        ErrorCode.KEY_REJECTED,
        ErrorCode.OUT_OF_CREDITS,
        ErrorCode.FORBIDDEN,
        ErrorCode.NO_SUCH_SERVICE,
        ErrorCode.REQUEST_REFUSED,
        ErrorCode.CERTIFICATE,
        ErrorCode.NO_CONNECTION,
        ErrorCode.RATE_LIMITED,
        ErrorCode.SERVICE_STARTING,
    }
)
"""What would befall the next page too: those that wait for a place are not even tried."""

Say = Callable[[PageEvent], None]


class Service(Protocol):
    """What is asked. One object for all pages."""

    name: str

    async def ask(self, visit: Visit) -> Answer:
        """One request (or a few that are certain to cost nothing); raises Fault."""

    async def shrink(self, visit: Visit) -> bool:
        """Make what is sent smaller; False if that cannot be done."""


class Visit:
    """A page from its command to its ending."""

    def __init__(
        self, job: ReadPage, service: Service, gate: Gate, ledger: Ledger, patience: Patience, say: Say
    ) -> None:
        self.job = job
        self.arrived = time.monotonic()
        self._service = service
        self._gate = gate
        self._ledger = ledger
        self._patience = patience
        self._say = say
        self._inside = False
        self._started = False
        self._read = False
        self._characters = 0  # of the present try
        self._spent = 0.0
        self._reserved: float | None = None  # while a request is under way

    async def run(self) -> PageRead | PageFailed:
        """Returns the page's ending. The place behind the gate is kept until `leave`, so that no
        further request goes out before this page's reading has been handed on."""
        try:
            answer = await self._answer()
        except Fault as fault:
            return PageFailed(job=self.job.job, code=fault.code, detail=fault.detail, cost=self._cost())
        reading = make_reading(
            self._service.name,
            self.job,
            answer,
            arrived=self.arrived,
            cost=self._cost(),
            replays=self._patience.replays,
        )
        return PageRead(job=self.job.job, reading=reading)

    def leave(self) -> None:
        """Give the place behind the gate free, if there is one."""
        if self._inside:
            self._inside = False
            if self._read:
                self._gate.finished()
            self._gate.leave()

    def text(self, piece: str) -> None:
        """A piece of the page's text came."""
        if piece:
            self._characters += len(piece)
            self._say(PageText(job=self.job.job, text=piece))

    def due(self) -> float | None:
        """US dollars if it were given up now; any thread."""
        reserved = self._reserved
        if not self._ledger.counts:
            return None
        return self._spent + (self._lost(reserved) if reserved is not None else 0.0)

    def _cost(self) -> float | None:
        return self._spent if self._ledger.counts else None

    async def _answer(self) -> Answer:
        restart = False
        while True:
            entered = await self._gate.enter(self._outside, self.arrived)
            self._inside = True
            try:
                answer = await self._once(restart)
            except Fault as fault:
                self.leave()
                step = await self._after(fault, entered)
                restart = step.replay or self._characters > 0
                continue
            self._read = True
            return answer

    async def _once(self, restart: bool) -> Answer:
        """One try, paid for."""
        self._reserved = reserved = self._ledger.reserve()
        cost = 0.0
        self._characters = 0
        try:
            if not self._started:
                self._started = True
                self._say(PageStarted(job=self.job.job))
            if restart:
                self._say(PageRestarted(job=self.job.job))
            answer = await self._service.ask(self)
            cost = answer.cost
            if answer.input_tokens is not None and answer.output_tokens is not None:
                self._ledger.learn(answer.input_tokens, answer.output_tokens)
            return answer
        except Fault as fault:
            cost = self._lost(reserved) if fault.billed else 0.0
            raise
        except asyncio.CancelledError:
            cost = self._lost(reserved)
            raise
        finally:
            self._reserved = None
            self._spent += cost
            self._ledger.settle(reserved, cost)

    def _lost(self, reserved: float) -> float:
        """What a request that was broken off may have cost."""
        return max(reserved, self._ledger.cost(USUAL[0], self._characters / CHARACTERS_A_TOKEN))

    async def _after(self, fault: Fault, entered: int) -> Step:
        """Wait for the next try. Raises the fault if there is none."""
        if fault.code is ErrorCode.RATE_LIMITED:
            self._gate.limited(entered)
        step = self._patience.after(fault)
        if step is None or (step.smaller and not await self._service.shrink(self)):
            if fault.code in TRUE_FOR_ALL:
                self._gate.turn_away(fault)
            raise fault
        if step.code in (WaitCode.SERVICE_STARTING, WaitCode.RATE_LIMITED):
            self._gate.hold(step.code, step.seconds)
        if step.seconds > 0:
            self._say(PageWaiting(job=self.job.job, code=step.code, seconds=step.seconds, attempt=step.attempt))
            await self._gate.pause(step.seconds)
        return step

    def _outside(self, why: WaitCode, seconds: float) -> None:
        """Other pages found out that one has to wait."""
        self._say(PageWaiting(job=self.job.job, code=why, seconds=seconds))
