# SPDX-License-Identifier: AGPL-3.0-or-later
"""The engine program's main part: takes commands, answers what can be answered at once, and
leaves the reading of pages to the stepping thread.

Threads: the caller's takes commands; one steps the backend; one reports the throughput.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable

from engine import __version__
from engine.backends.table import BACKENDS
from engine.hardware import cheap_facts
from engine.jobs import Jobs
from engine.meter import Meter
from engine.protocol import (
    PROTOCOL,
    BadMessage,
    Cancel,
    EngineCommand,
    ErrorCode,
    Hello,
    Kept,
    ReadPage,
    Shutdown,
    UseEngine,
    decode_engine_command,
)
from engine.stdio import Outlet, commands
from engine.stepping import Stepping

REPORT_EVERY = 0.5
"""Seconds between two reports of the throughput."""

CLOSE_LIMIT = 1.5
"""Seconds that the backend has to free its things at the end; the app kills after 3."""


class Server:
    """Runs until its input ends or it is told to shut down."""

    def __init__(self, outlet: Outlet) -> None:
        self._outlet = outlet
        self._jobs = Jobs(outlet.send)
        self._meter = Meter()
        self._stepping = Stepping(outlet, self._jobs, self._meter)
        self._over = threading.Event()

    def run(self, lines: Iterable[bytes]) -> None:
        """Greet, then serve. When it returns, every page has its ending."""
        self._outlet.send(
            Hello(
                protocol=PROTOCOL,
                program="engine",
                version=__version__,
                pid=os.getpid(),
                engines=list(BACKENDS),
                hardware=cheap_facts(),
            )
        )
        self._stepping.start()
        threading.Thread(target=self._report, name="report", daemon=True).start()
        for command in commands(lines, decode_engine_command, self._outlet):
            self._obey(command)
        self._over.set()
        self._stepping.end_all(ErrorCode.SHUTTING_DOWN)
        self._stepping.stop(CLOSE_LIMIT)

    def _obey(self, command: EngineCommand) -> None:
        match command:
            case ReadPage():
                if not self._jobs.add(command):
                    self._outlet.send(BadMessage(detail=f"job {command.job} is in use"))
            case Cancel():
                self._stepping.cancel(command.job)
            case Kept():
                self._stepping.kept(command.job)
            case UseEngine():
                self._stepping.use(command)
            case Shutdown():
                pass  # ended the loop

    def _report(self) -> None:
        """Send the throughput while pages are open, and once more when the last has ended."""
        busy = False
        while not self._over.wait(REPORT_EVERY):
            running, waiting = self._jobs.counts
            if running or waiting or busy:
                self._outlet.send(self._meter.throughput(running, waiting, time.monotonic()))
            busy = bool(running or waiting)
