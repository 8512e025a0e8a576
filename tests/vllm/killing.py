# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pages in flight while something is killed, and what has to be true of them afterwards."""

from __future__ import annotations

import random
from collections import Counter

import psutil
import pytest

from engine.protocol import ErrorCode, PageFailed, PageRead, PageText
from tests.fault.programs import alive
from tests.vllm import pages
from tests.vllm.talking import FINITE, Desk, Engine

KILLS = [6, pytest.param(30, marks=pytest.mark.long)]


class Queue:
    """Twenty-four pages; those that were lost with a process are sent again, as the session does."""

    def __init__(self, engine: Engine, desk: Desk, chance: random.Random) -> None:
        self.engine, self.desk, self.chance = engine, desk, chance
        self.waiting: list[str] = []
        self.sent: dict[int, str] = {}

    def fill(self) -> None:
        """Eight pages in flight."""
        while len(self.open()) < 8:
            if not self.waiting:
                self.waiting = self.chance.sample(FINITE, 8)
            job = self.desk.page(self.waiting.pop())
            self.sent[job.job] = self.desk.names[job.job]
            self.engine.send(job)

    def open(self) -> list[int]:
        ended = self.engine.ended()
        return [job for job in self.sent if job not in ended]

    def run_for(self, pieces: int) -> None:
        """Until so many more pieces of text have come."""
        wanted = len(self.engine.all(PageText)) + pieces
        self.engine.until(lambda: len(self.engine.all(PageText)) >= wanted or not self.open(), "pieces", 300)

    def take_back(self) -> None:
        """Lost pages go in front of the others again."""
        read = self.engine.readings()
        self.waiting += [self.sent[job] for job in self.sent if job in self.engine.failures()]
        self.sent = {job: name for job, name in self.sent.items() if job in read or job in self.open()}

    def check(self) -> None:
        counts = Counter(event.job for event in self.engine.events if isinstance(event, PageRead | PageFailed))
        assert all(count == 1 for count in counts.values())
        readings = self.engine.readings()
        wrong = [job for job, reading in readings.items() if reading.raw != pages.text(self.desk.names[job])]
        assert wrong == []
        assert {failed.code for failed in self.engine.failures().values()} <= {ErrorCode.CRASHED}


def all_gone(processes: list[psutil.Process]) -> bool:
    return not any(alive(process.pid) for process in processes)
