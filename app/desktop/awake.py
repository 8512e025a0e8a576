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
    def holding(self) -> bool:
        return self._on

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
            self._process.closeWriteChannel()  # systemd-inhibit's cat ends
            self._process.terminate()
            self._process = None

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
        process.finished.connect(lambda code, status: self._ended(process, code))
        process.finished.connect(process.deleteLater)
        self._process = process
        process.start(program, command[1])

    def _ended(self, process: QProcess, code: int) -> None:
        if process is self._process:  # it was not us who ended it
            self._process = None
            self._give_up(f"{process.program()} ended with {code}")

    def _give_up(self, reason: str) -> None:
        self._impossible = True
        log.info("the computer may fall asleep while pages are read: %s", reason)

    def _tell_windows(self, on: bool) -> None:
        import ctypes

        flags = _ES_CONTINUOUS | (_ES_SYSTEM_REQUIRED if on else 0)
        windll = getattr(ctypes, "windll", None)
        if windll is None or not windll.kernel32.SetThreadExecutionState(flags):
            self._give_up("Windows did not take the request")
