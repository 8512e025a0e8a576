# SPDX-License-Identifier: AGPL-3.0-or-later
"""One command of an installation: its lines as they come, its end, and its death on request."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

LAST = 200
"""Lines kept for the sentence when it fails."""


class Stopped(Exception):  # noqa: N818 - no error: the user asked for it
    """The installation was cancelled."""


class Runner:
    """Runs commands one after the other. `stop` may be called from any thread, once; the command
    that runs is killed with its children, and no other is begun."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self.said: deque[str] = deque(maxlen=LAST)

    @property
    def stopped(self) -> bool:
        return self._stopped

    def run(self, command: Sequence[str], environment: Mapping[str, str], folder: Path) -> int:
        """The exit status. Raises Stopped, and OSError where it cannot be started."""
        self.said.clear()
        process = self._start(command, environment, folder)
        assert process.stdout is not None
        try:
            with process.stdout as lines:
                for line in lines:
                    text = line.decode("utf-8", "replace").rstrip()
                    if text:
                        self.said.append(text)
                        self._tell(text)
        finally:
            status = process.wait()
            with self._lock:
                self._process = None
        if self._stopped:
            raise Stopped
        return status

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            if self._process is None or self._process.poll() is not None:
                return
            if sys.platform == "win32":
                subprocess.run(["taskkill", "/F", "/T", "/PID", str(self._process.pid)], check=False,
                               capture_output=True)  # fmt: skip
                return
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _start(self, command: Sequence[str], environment: Mapping[str, str], folder: Path) -> subprocess.Popen[bytes]:
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NO_WINDOW
        with self._lock:
            if self._stopped:
                raise Stopped
            self._process = subprocess.Popen(
                list(command), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                env=dict(environment), cwd=folder, start_new_session=True, creationflags=flags,
            )  # fmt: skip
            return self._process

    def complaint(self) -> str:
        """What pip or uv said was wrong: its error with the deepest cause, else its last line."""
        cause = ""
        for line in reversed(self.said):
            words = line.strip()
            if words.lower().startswith("error:"):
                return "; ".join(filter(None, (words[6:].strip(), cause)))
            if words.startswith("cause:") and not cause:
                cause = words[6:].strip()
        return self.said[-1] if self.said else "it said nothing"
