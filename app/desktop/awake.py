# SPDX-License-Identifier: AGPL-3.0-or-later
"""Keeps the computer from sleeping while pages are read. Where that is not possible, a log line
says so and nothing else happens.

Linux: `systemd-inhibit` around a `cat` that reads from us, so that the lock goes with this
program however it ends. macOS: `caffeinate` that watches our process. Windows: a flag of the
thread that calls; the interface thread does.
"""

from __future__ import annotations

import logging
import os
import sys

from PySide6.QtCore import QObject, QProcess, QStandardPaths

log = logging.getLogger(__name__)

CLOSE_MS = 500
"""Milliseconds that the keeper is given to end before it is killed."""

_ES_CONTINUOUS, _ES_SYSTEM_REQUIRED = 0x80000000, 0x00000001  # winbase.h


def keeper_command(platform: str, pid: int) -> tuple[str, list[str]] | None:
    """The program that holds the lock for as long as it runs; None where there is none."""
    if platform == "darwin":
        return "caffeinate", ["-i", "-w", str(pid)]
    if platform.startswith("linux"):
        return "systemd-inhibit", [
            "--what=idle:sleep",
            "--who=Copyholder",
            "--why=Pages are being read",
            "--mode=block",
            "cat",
        ]
    return None


class Awake(QObject):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._on = False
        self._impossible = False

    @property
    def running(self) -> int:
        """Keepers that have not ended yet."""
        return sum(process.state() is not QProcess.ProcessState.NotRunning for process in self.findChildren(QProcess))

    def hold(self, on: bool) -> None:
        """Called with every figure of the queue; acts on changes only."""
        if on == self._on:
            return
        self._on = on
        if sys.platform == "win32":
            self._tell_windows(on)
        elif on:
            self._start()
        elif self._process is not None:
            process, self._process = self._process, None
            process.closeWriteChannel()  # systemd-inhibit's cat ends
            process.terminate()

    def _start(self) -> None:
        command = keeper_command(sys.platform, os.getpid())
        if command is None or self._impossible:
            return
        program = QStandardPaths.findExecutable(command[0])
        if not program:
            self._give_up(f"{command[0]} is not installed")
            return
        process = QProcess(self)
        process.setStandardOutputFile(QProcess.nullDevice())
        process.setStandardErrorFile(QProcess.nullDevice())
        process.finished.connect(lambda code, status: self._ended(process, f"{program} ended with {code}"))
        process.finished.connect(process.deleteLater)
        self._process = process
        process.start(program, command[1])

    def _ended(self, process: QProcess, how: str) -> None:
        if process is self._process:  # it was not us who ended it
            self._process = None
            self._give_up(how)

    def close_down(self) -> None:
        """The program ends: let the keeper go first."""
        self.hold(False)
        for process in self.findChildren(QProcess):
            if not process.waitForFinished(CLOSE_MS):
                process.kill()
                process.waitForFinished(CLOSE_MS)

    def _give_up(self, reason: str) -> None:
        self._impossible = True
        log.info("the computer may fall asleep while pages are read: %s", reason)

    def _tell_windows(self, on: bool) -> None:
        import ctypes

        flags = _ES_CONTINUOUS | (_ES_SYSTEM_REQUIRED if on else 0)
        windll = getattr(ctypes, "windll", None)
        if windll is None or not windll.kernel32.SetThreadExecutionState(flags):
            self._give_up("Windows did not take the request")
