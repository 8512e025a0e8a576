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
import shutil
import subprocess
import sys

from PySide6.QtCore import QObject

log = logging.getLogger(__name__)

CLOSE_S = 0.5
"""Seconds that the keeper is given to end before it is killed."""

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
    """Plain `Popen` and no QProcess: one that ended while it was waited for took the program with it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: subprocess.Popen[bytes] | None = None
        self._leaving: list[subprocess.Popen[bytes]] = []
        self._on = False
        self._impossible = self._closed = False

    @property
    def running(self) -> int:
        """Keepers that have not ended yet."""
        held = [] if self._process is None else [self._process]
        return sum(process.poll() is None for process in [*held, *self._leaving])

    def hold(self, on: bool) -> None:
        """Called with every figure of the queue; acts on changes only."""
        self._leaving = [process for process in self._leaving if process.poll() is None]
        if self._process is not None and self._process.poll() is not None:  # it was not us who ended it
            self._give_up(f"the keeper ended with {self._process.returncode}")
            self._let_go()
        if on == self._on or self._closed:
            return
        self._on = on
        if sys.platform == "win32":
            self._tell_windows(on)
        elif on:
            self._start()
        else:
            self._let_go()

    def _start(self) -> None:
        command = keeper_command(sys.platform, os.getpid())
        if command is None or self._impossible:
            return
        program = shutil.which(command[0])
        if program is None:
            self._give_up(f"{command[0]} is not installed")
            return
        nowhere = subprocess.DEVNULL
        try:
            self._process = subprocess.Popen(
                [program, *command[1]], stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere
            )
        except OSError as error:
            self._give_up(str(error))

    def _let_go(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            process.stdin.close()  # systemd-inhibit's cat ends
            process.terminate()
            self._leaving.append(process)

    def close_down(self) -> None:
        """The program ends: let the keeper go first."""
        self.hold(False)
        self._closed = True  # a late figure of the queue holds nothing any more
        for process in self._leaving:
            try:
                process.wait(CLOSE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._leaving.clear()

    def _give_up(self, reason: str) -> None:
        self._impossible = True
        log.info("the computer may fall asleep while pages are read: %s", reason)

    def _tell_windows(self, on: bool) -> None:
        import ctypes

        flags = _ES_CONTINUOUS | (_ES_SYSTEM_REQUIRED if on else 0)
        windll = getattr(ctypes, "windll", None)
        if windll is None or not windll.kernel32.SetThreadExecutionState(flags):
            self._give_up("Windows did not take the request")
