# SPDX-License-Identifier: AGPL-3.0-or-later
"""One worker process as the backend sees it: started, given a page, ended.

Workers are spawned, never forked: a fork of a process with threads is not safe, and spawn
is the same on all systems.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from pathlib import Path

from engine.backends.builtin.worker import run
from engine.protocol import ErrorCode, ReadPage

START_SECONDS = 30.0
"""Time for a worker to start; it takes 0.3 s on an idle machine."""
END_SECONDS = 1.0
"""Time for an idle worker to leave by itself before it is killed."""

_spawn = multiprocessing.get_context("spawn")


class Worker:
    """A killable process that reads one page at a time. `limit` is the monotonic time at
    which it will be killed, None while it is idle."""

    def __init__(self, siblings: int) -> None:
        self.connection, theirs = _spawn.Pipe()
        self._process = _spawn.Process(target=run, args=(theirs, siblings), name="copyholder-page-worker", daemon=True)
        self._process.start()
        theirs.close()  # so that our end reads the end of the stream when the worker dies
        self.ready = False
        self.job: int | None = None
        self.limit: float | None = time.monotonic() + START_SECONDS

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def give(self, job: ReadPage, queued: float, seconds: float) -> None:
        """Hand over a page that waited `queued` seconds and may take `seconds`."""
        self.job = job.job
        self.limit = time.monotonic() + seconds
        try:
            self.connection.send((job, queued, seconds))
        except (BrokenPipeError, OSError):
            return  # it is dead; the end of its stream says so next

    def free(self) -> None:
        self.job = None
        self.limit = None

    def greet(self) -> None:
        self.ready = True
        self.limit = None

    def cause_of_death(self) -> tuple[ErrorCode, str]:
        """Code and detail for the page that ended with this process."""
        self._process.join(END_SECONDS)
        status = self._process.exitcode
        if status is not None and status < 0:
            name = signal.Signals(-status).name
            killed = name == "SIGKILL"  # not by us: the system's own guard against full memory
            return (ErrorCode.OUT_OF_MEMORY if killed else ErrorCode.CRASHED), name
        return ErrorCode.CRASHED, f"status {status}"

    def ask_to_end(self) -> None:
        try:
            self.connection.send(None)
        except (BrokenPipeError, OSError):
            return

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> None:
        """Wait a moment for it to leave, then kill it; frees its descriptors."""
        if self.job is None:
            self._process.join(END_SECONDS)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self.connection.close()
        self._process.close()


def resident_bytes(pid: int) -> int | None:
    """Resident memory of a process where the system tells it cheaply (Linux), else None."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
