# SPDX-License-Identifier: AGPL-3.0-or-later
"""A download that can be paused, resumed and cancelled. Each run is one life of the models program:
pausing ends it, resuming starts another that goes on from what is on the disk."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from app.core.models.program import Program
from app.core.models.words import ModelProblem
from engine.models.messages import PART, Failed, Fetched, FetchModel, ModelEvent, Planned


class DownloadState(StrEnum):
    IDLE = "idle"
    FETCHING = "fetching"
    PAUSED = "paused"
    FAILED = "failed"  # `problem` says why; `start` tries again
    CANCELLED = "cancelled"
    DONE = "done"  # `result` says where it is


_LAST = (DownloadState.CANCELLED, DownloadState.DONE)

DownloadChange: TypeAlias = DownloadState | ModelEvent
"""What a download tells: a new state, or an event of the program."""


class Download:
    """`notify` is called on the download's own thread, never after `close`. `start`, `pause` and
    `cancel` may be called from any thread, at any time, and return at once."""

    def __init__(
        self, request: FetchModel, notify: Callable[[DownloadChange], None], start_with: Sequence[str] = ()
    ) -> None:
        """`start_with`: another command line for the program (tests)."""
        self.request = request
        self.result: Fetched | None = None
        self.problem: ModelProblem | None = None
        self._notify = notify
        self._start_with = tuple(start_with)
        self._change = threading.Condition()
        self._state = DownloadState.IDLE
        self._wanted: DownloadState | None = None
        self._busy = False
        self._closed = False
        self._program: Program | None = None
        self._part: Path | None = None
        self._thread = threading.Thread(target=self._run, name="download", daemon=True)

    @property
    def state(self) -> DownloadState:
        return self._state

    def start(self) -> None:
        """Begin, or go on after a pause or a failure."""
        with self._change:
            if self._state is not DownloadState.FETCHING or self._wanted is not None:
                self._want(DownloadState.FETCHING)

    def pause(self) -> None:
        """End the program; what was fetched stays on the disk."""
        with self._change:
            if self._state in (DownloadState.FETCHING, DownloadState.IDLE) or self._wanted is not None:
                self._want(DownloadState.PAUSED)

    def cancel(self) -> None:
        """End the program and delete what was fetched so far."""
        with self._change:
            self._want(DownloadState.CANCELLED)

    def wait(self, timeout: float | None = None) -> bool:
        """Until nothing goes on any more; False if that takes longer than `timeout` seconds."""
        with self._change:
            return self._change.wait_for(lambda: not self._busy and self._wanted is None, timeout)

    def close(self) -> None:
        """As `pause`, for good: returns when the program is gone, and nothing is told any more."""
        with self._change:
            self._closed = True
            if self._busy or self._wanted is not None:
                self._want(DownloadState.PAUSED)
            self._change.notify_all()
        if self._thread.ident is not None:
            self._thread.join()

    def _want(self, state: DownloadState) -> None:
        """The lock is held."""
        if self._state in _LAST:
            return
        self._wanted = state
        if self._thread.ident is None:
            self._thread.start()
        if self._program is not None and state is not DownloadState.FETCHING:
            threading.Thread(target=self._program.stop, name="download-stop", daemon=True).start()
        self._change.notify_all()

    # ------------------------------------------------------------ on the download's thread

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._wanted is not None or self._closed)
                wanted, self._wanted = self._wanted, None
                if wanted is None:
                    return
                self._busy = True
            if wanted is DownloadState.FETCHING:
                self._settle(DownloadState.FETCHING)
                wanted = self._fetch()
            elif wanted is DownloadState.CANCELLED:
                self._discard()
            self._settle(wanted, busy=False)
            with self._change:
                if self._state in _LAST:
                    self._wanted = None
                    self._change.notify_all()
                    return

    def _settle(self, state: DownloadState, busy: bool = True) -> None:
        with self._change:
            self._state, self._busy = state, busy
            tell = not self._closed
            self._change.notify_all()
        if tell:
            self._notify(state)

    def _fetch(self) -> DownloadState:
        """One life of the program; what it led to."""
        self.problem = None
        try:
            program = Program(self.request, self._start_with)
        except ModelProblem as problem:
            self.problem = problem
            return DownloadState.FAILED
        with self._change:
            self._program = program
            stop = self._wanted is not None
        if stop:  # asked for while it was being started
            program.stop()
        for event in program.events():
            self._hear(event)
        with self._change:
            self._program = None
            if self.result is not None:
                self._wanted = None
                return DownloadState.DONE
            if self._wanted is not None:  # we ended it ourselves
                self.problem = None
                if self._wanted is DownloadState.PAUSED:
                    self._wanted = None
                return DownloadState.PAUSED
        return DownloadState.FAILED

    def _hear(self, event: ModelEvent) -> None:
        if isinstance(event, Fetched):
            self.result = event
        elif isinstance(event, Failed):
            self.problem = ModelProblem(event.code, event.detail)
        elif isinstance(event, Planned):
            self._part = Path(self.request.home) / (event.revision + PART)
        with self._change:
            tell = not self._closed and self._wanted is None
        if tell:
            self._notify(event)

    def _discard(self) -> None:
        """Delete what a cancelled download has left: its own half-fetched revision, nothing else."""
        part = self._part or Path(self.request.home) / (self.request.revision + PART)
        shutil.rmtree(part, ignore_errors=True)
