# SPDX-License-Identifier: AGPL-3.0-or-later
"""One run of a child program: its process, its pipes, and its end."""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from app.core.children.blot import Blot
from app.core.children.launch import pipe, spawn
from app.core.children.outcome import Outcome
from engine.protocol import MAX_LINE

log = logging.getLogger(__name__)

LOG_LINE = 2_000
"""Characters kept of one line of the child's standard error."""

QUIT_AFTER = 3.0
"""Seconds between closing the child's input and asking it to end (SIGTERM)."""

KILL_AFTER = 2.0
"""Seconds between asking it to end and killing it."""


class Life:
    """A running child. Threads: one writes, one drains standard error, one waits for the end;
    whoever iterates over `lines` reads. Start it from a thread that lives as long as the
    child: on Linux children ask to die with the thread that started them."""

    def __init__(
        self, name: str, command: Sequence[str], environment: Mapping[str, str], said: deque[str], blot: Blot
    ) -> None:
        """Raises OSError if the program cannot be started."""
        self._name = name
        self._said = said
        self._blot = blot
        self._process = spawn(command, environment)
        self._lock = threading.Lock()  # guards the process number: never signal one that was reaped
        self._reaped = False
        self._cause = ""
        self._final = False
        self._out: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.ended = threading.Event()
        for work in (self._write, self._drain, self._wait):
            threading.Thread(target=work, name=f"{name}{work.__name__}", daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def write(self, data: bytes) -> None:
        """Queue a line; never blocks."""
        self._out.put(data)

    def close_input(self) -> None:
        """Close the child's input after all that was queued."""
        self._out.put(None)

    def lines(self) -> Iterator[bytes]:
        """Lines of the child's standard output until it ends. A line above MAX_LINE ends the child."""
        stream = pipe(self._process.stdout)
        with stream, contextlib.suppress(OSError, ValueError):
            while line := stream.readline(MAX_LINE + 1):
                if len(line) > MAX_LINE:
                    self.kill("wrote a line that is too long")
                    return
                yield line

    def kill(self, cause: str = "", final: bool = False) -> None:
        """End the child and its workers at once; `cause` becomes part of the outcome."""
        with self._lock:
            if cause and not self._cause and not self._reaped:
                self._cause, self._final = cause, final
        self._signal(kill=True)

    def outcome(self) -> Outcome:
        """How it ended. Waits for the end; a child that has closed its output and does not end
        within QUIT_AFTER seconds is killed."""
        if not self.ended.wait(QUIT_AFTER):
            self.kill()
        self.ended.wait()
        return Outcome(self._process.returncode, self._cause, self._final)

    def quit(self) -> None:
        """Close the input, and if that does not end it, ask, then kill."""
        self.close_input()
        if self.ended.wait(QUIT_AFTER):
            return
        log.info("%s did not end by itself", self._name)
        self._signal(kill=False)
        if not self.ended.wait(KILL_AFTER):
            self._signal(kill=True)

    def _signal(self, kill: bool) -> None:
        """Signal the child's whole group, unless the child has been reaped."""
        with self._lock:
            if self._reaped:
                return
            if sys.platform == "win32":
                self._process.kill()
                return
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL if kill else signal.SIGTERM)

    def _wait(self) -> None:
        """Wait for the end, take the child's own workers along, and reap it."""
        if hasattr(os, "waitid"):
            # the process stays a zombie, and its number its own, until its group is gone
            os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)
            self._signal(kill=True)
        else:
            self._process.wait()
        with self._lock:
            self._process.wait()
            self._reaped = True
        self._out.put(None)
        self.ended.set()

    def _write(self) -> None:
        stream = pipe(self._process.stdin)
        with contextlib.suppress(OSError, ValueError):  # the child is gone, which the reader tells
            while (data := self._out.get()) is not None:
                stream.write(data)
                stream.flush()
        with contextlib.suppress(OSError):
            stream.close()

    def _drain(self) -> None:
        """Keep the last lines of standard error; without a reader the child would stop."""
        with pipe(self._process.stderr) as stream, contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LOG_LINE):
                text = self._blot(line).decode("utf-8", "replace").rstrip()
                if text:
                    self._said.append(text)
                    log.debug("%s: %s", self._name, text)
