# SPDX-License-Identifier: AGPL-3.0-or-later
"""The supervisor's hold on one worker process: started when needed, killed when it hangs."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
from typing import IO

import msgspec

from engine.pages.task import READY, Answer, Task, decode_answer, encode
from engine.protocol import CloseFile, ErrorCode

START_LIMIT = 45.0
"""Seconds for a worker to load its libraries; it takes 0.3 s, and more than ten from a cold disk on a busy machine."""


class WorkerLost(Exception):  # noqa: N818 - it is what happened to the worker, not to the program
    """The worker hung or died over a task. `code` is TIME_LIMIT, OUT_OF_MEMORY or CRASHED."""

    def __init__(self, code: ErrorCode, detail: str = "") -> None:
        super().__init__(f"{code} {detail}")
        self.code = code
        self.detail = detail


class Link:
    """Used by one thread, but for `stop` and `forget`, which any may call."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._stopped = False
        self._lock = threading.Lock()  # guards the worker's input, and its coming and going

    def ask(self, task: Task, limit: float) -> Answer:
        """Have a task done; raises WorkerLost, after which the next task gets a new worker."""
        for _ in range(2):  # a worker that died idle is found out when it is written to
            self.prepare()
            if self._write(encode(task) + b"\n"):
                break
            self.stop()
        line = self._next_line(limit)
        if not line:
            raise self._lost()
        try:
            return decode_answer(line)
        except msgspec.DecodeError as error:
            self.stop()
            raise WorkerLost(ErrorCode.CRASHED, f"bad answer: {error}") from error

    def prepare(self) -> None:
        """Start the worker if there is none; raises WorkerLost."""
        if self._process is not None and self._process.poll() is None:
            return
        self.stop()
        self._lines = queue.SimpleQueue()
        command = [sys.executable, "-m", "engine.pages", "--worker", "--memory", str(self._memory)]
        # a numerics library's idle threads would use up the address space
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        try:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        except OSError as error:
            raise WorkerLost(ErrorCode.CRASHED, str(error)) from error
        with self._lock:
            self._process = process
        threading.Thread(target=_read, args=(process.stdout, self._lines), daemon=True).start()
        if self._next_line(START_LIMIT) != READY:
            raise self._lost()

    def forget(self, path: str) -> None:
        """Have the worker close a file, when it comes to it."""
        task = Task(command=CloseFile(file=""), path=path)
        if self._process is not None:
            self._write(encode(task) + b"\n")

    def stop(self) -> None:
        """End the worker at once."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()

    def _write(self, line: bytes) -> bool:
        with self._lock:
            if self._process is None or self._process.stdin is None:
                return False
            try:
                self._process.stdin.write(line)
                self._process.stdin.flush()
            except OSError:
                return False
            return True

    def _next_line(self, limit: float) -> bytes:
        """The worker's next line; empty if it died, or hung and was killed."""
        try:
            return self._lines.get(timeout=limit)
        except queue.Empty:
            self.stop()
            raise WorkerLost(ErrorCode.TIME_LIMIT, f"{limit:g}") from None

    def _lost(self) -> WorkerLost:
        """What became of a worker whose output ended."""
        with self._lock:
            process = self._process
        status: int | None = None
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = process.wait(1.0)
        self.stop()
        if status is not None and status < 0:
            return WorkerLost(ErrorCode.CRASHED, signal.Signals(-status).name)
        return WorkerLost(ErrorCode.CRASHED, f"status {status}")


def _read(stream: IO[bytes], lines: queue.SimpleQueue[bytes]) -> None:
    """Pass lines on, then an empty one."""
    with contextlib.suppress(OSError, ValueError):
        for line in stream:
            lines.put(line)
    lines.put(b"")
