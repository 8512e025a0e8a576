# SPDX-License-Identifier: AGPL-3.0-or-later
"""Progress of a long run over bytes, told a few times a second, with the speed of the last seconds."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from engine.models.messages import Progress

INTERVAL = 0.2
"""Seconds between two events."""

WINDOW = 5.0
"""Seconds that the speed is averaged over."""

ENOUGH = 256 * 1024
"""Bytes within them from which a speed means something: small files only measure the way to the hub."""


class Pace:
    """`done` of `total` bytes of one stage; `add` counts. The first and the last byte are always told."""

    def __init__(
        self, stage: str, done: int, total: int, tell: Callable[[Progress], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self._stage = stage
        self._done = done
        self._total = total
        self._tell = tell
        self._clock = clock
        self._marks: deque[tuple[float, int]] = deque([(clock(), done)])
        self._told = -INTERVAL

    def add(self, count: int, file: str) -> None:
        """`count` bytes more; negative for bytes that were thrown away."""
        self._done += count
        now = self._clock()
        if now - self._told < INTERVAL and self._done < self._total:
            return
        self._told = now
        self._marks.append((now, self._done))
        while len(self._marks) > 2 and self._marks[1][0] < now - WINDOW:
            self._marks.popleft()
        speed = self._speed()
        left = (self._total - self._done) / speed if speed else None
        self._tell(Progress(stage=self._stage, file=file, done=self._done, total=self._total, per_second=speed,
                            left=left))

    def _speed(self) -> float | None:
        (begin, before), (end, after) = self._marks[0], self._marks[-1]
        return (after - before) / (end - begin) if end - begin > INTERVAL / 2 and after - before > ENOUGH else None
