# SPDX-License-Identifier: AGPL-3.0-or-later
"""What both backends have in common: the client, the gate, the ledger and the loop."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from engine.backends.contract import EngineError, PageEvent
from engine.backends.hosted.gate import Gate
from engine.backends.hosted.ledger import Ledger
from engine.backends.hosted.network import make_client
from engine.backends.hosted.options import Options
from engine.backends.hosted.retry import Patience
from engine.backends.hosted.runner import Ending, Runner
from engine.backends.hosted.visit import Service, Visit
from engine.protocol import ErrorCode, PageFailed, ReadPage

Wrapped = Callable[[Visit], Coroutine[Any, Any, Ending]]


class Line:
    """A loaded backend's line to its service. `factor`: how many times the tokens are billed."""

    def __init__(self, name: str, options: Options, factor: int = 1) -> None:
        self.options = options
        self.client = make_client(options)
        self.ledger = Ledger((options.input_price, options.output_price), options.spent, options.max_cost, factor)
        self.gate = Gate(options.pages_at_start, options.pages_at_once)
        self.runner = Runner(name, options.hide, options.acknowledged)
        self._visits: dict[int, Visit] = {}

    def begin(self, job: ReadPage, service: Service, wrapped: Wrapped) -> None:
        """Start a page; `wrapped` runs its visit, and what goes before and after."""
        visit = Visit(job, service, self.gate, self.ledger, Patience(self.options.wait_scale), self.runner.say)
        self._visits[job.job] = visit
        self.runner.start(job.job, lambda: wrapped(visit), visit.leave)

    def due(self, job: int) -> float | None:
        """See `engine.backends.contract.Paid`."""
        visit = self._visits.get(job)
        return visit.due() if visit is not None else None

    def forget(self, job: int) -> None:
        """The page has ended."""
        self._visits.pop(job, None)

    def fail(self, job: ReadPage, code: ErrorCode, detail: str) -> None:
        """End a page that cannot even begin."""
        self.runner.say(PageFailed(job=job.job, code=code, detail=detail))


class Remote:
    """The half of `engine.backends.contract.Backend` that does not depend on the service."""

    def __init__(self) -> None:
        self._line: Line | None = None

    @property
    def line(self) -> Line:
        """Raises EngineError where nothing is loaded."""
        if self._line is None:
            raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, "The engine is not loaded.")
        return self._line

    def step(self, timeout: float) -> Sequence[PageEvent]:
        events = self.line.runner.step(timeout)
        for event in events:
            if isinstance(event, Ending):
                self.line.forget(event.job)
        return events

    def kept(self, job: int) -> None:
        if (line := self._line) is not None:
            line.runner.kept(job)

    def due(self, job: int) -> float | None:
        line = self._line
        return line.due(job) if line is not None else None

    def cancel(self, job: int) -> None:
        if (line := self._line) is not None:
            line.forget(job)
            line.runner.cancel(job)

    def close(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.runner.close(line.client.aclose)

    def memory(self) -> int | None:
        return None
