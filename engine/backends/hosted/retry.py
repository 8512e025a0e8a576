# SPDX-License-Identifier: AGPL-3.0-or-later
"""How often a page is asked for again, and after which pause: plain decisions on plain values.

Each page has its own budget for each kind of fault, so that no kind of trouble goes on for ever
and none uses up the tries of another. What may have been billed is asked for once more, no oftener.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from engine.backends.hosted.faults import Fault, Kind
from engine.protocol import WaitCode

STARTING_WAITS = (30.0, 45.0, 60.0)
"""Seconds before the tries of a service that starts."""

UNREACHABLE_WAITS = (1.0, 3.0, 9.0)
"""... of one that cannot be reached: four tries."""

REPLAY_WAIT = 3.0
"""... of one that broke off: one replay."""

LIMITED_FIRST, LIMITED_LONGEST = 2.0, 60.0
"""The first pause after a 429 that names none; each further one is twice as long, up to the longest."""

LIMITED_TRIES = 8
"""Pauses after 429 for one page, whoever set their length ..."""

LIMITED_TOTAL = 600.0
"""... and seconds of them, all together; then the page is given up."""


@dataclass(frozen=True)
class Step:
    """What to do: wait `seconds` and ask again. `replay`: it may be billed twice. `smaller`: with
    a smaller picture. `attempt` counts the tries of this kind from 1."""

    code: WaitCode
    seconds: float
    attempt: int
    replay: bool = False
    smaller: bool = False


@dataclass
class Patience:
    """The budget of one page. `scale` multiplies our own waits, not those a service asks for."""

    scale: float = 1.0
    chance: random.Random = field(default_factory=random.Random)
    starting: int = 0
    unreachable: int = 0
    limited: int = 0
    limited_seconds: float = 0.0
    replays: int = 0
    smaller: int = 0

    def after(self, fault: Fault) -> Step | None:
        """The next step, None when the page is given up."""
        match fault.kind:
            case Kind.STARTING if self.starting < len(STARTING_WAITS):
                self.starting += 1
                return self._step(WaitCode.SERVICE_STARTING, STARTING_WAITS[self.starting - 1], self.starting)
            case Kind.UNREACHABLE if self.unreachable < len(UNREACHABLE_WAITS):
                self.unreachable += 1
                return self._step(WaitCode.NO_CONNECTION, UNREACHABLE_WAITS[self.unreachable - 1], self.unreachable)
            case Kind.LIMITED:
                return self._limited(fault.wait)
            case Kind.BROKEN if not self.replays:
                self.replays += 1
                seconds = REPLAY_WAIT * self.scale
                return Step(WaitCode.SERVICE_FAILED, seconds, self.replays, replay=True)
            case Kind.TOO_LARGE if not self.smaller:
                self.smaller += 1
                return Step(WaitCode.SERVICE_FAILED, 0.0, self.smaller, smaller=True)
        return None

    def _step(self, code: WaitCode, seconds: float, attempt: int) -> Step:
        return Step(code, seconds * self.scale, attempt)

    def _limited(self, asked: float | None) -> Step | None:
        if asked is None:
            seconds = min(LIMITED_FIRST * 2**self.limited, LIMITED_LONGEST) * self.scale
            seconds *= self.chance.uniform(0.5, 1.0)
        else:  # obeyed, and a little more, so that pages do not all come back at once
            seconds = asked + self.chance.uniform(0.0, 0.25) * self.scale
        self.limited += 1
        self.limited_seconds += seconds
        if self.limited > LIMITED_TRIES or self.limited_seconds > LIMITED_TOTAL:
            return None
        return Step(WaitCode.RATE_LIMITED, seconds, self.limited)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a service asks to wait: a number, or a date, which is taken against the
    service's own clock where it tells that. None where it asks for nothing that can be understood."""
    text = headers.get("retry-after", "").strip()
    try:
        seconds = float(text)
    except ValueError:
        until = _date(text)
        if until is None:
            return None
        seconds = (until - (_date(headers.get("date", "")) or datetime.now(UTC))).total_seconds()
    return max(0.0, seconds) if seconds == seconds and seconds != float("inf") else None


def _date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError):
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)
