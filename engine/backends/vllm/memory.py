# SPDX-License-Identifier: AGPL-3.0-or-later
"""How much memory this process and those that vLLM started take."""

from __future__ import annotations

import os
import time
from pathlib import Path

EVERY = 2.0
"""Seconds between two looks."""


class Memory:
    """Who they are is found out once, when it is made: that takes 7 ms, and vLLM starts none later."""

    def __init__(self) -> None:
        self._looked = -EVERY
        self._size: int | None = None
        self._processes = _family()

    def resident(self) -> int | None:
        """Resident bytes of all of them, two seconds old at most; None if they cannot be told."""
        now = time.monotonic()
        if self._processes and now - self._looked >= EVERY:
            self._looked = now
            self._size = sum(_resident(process) for process in self._processes)
        return self._size


def _family() -> list[int]:
    try:
        import psutil
    except ImportError:
        return []
    return [os.getpid(), *(child.pid for child in psutil.Process().children(recursive=True))]


def _resident(process: int) -> int:
    """0 if it is gone."""
    try:
        return int(Path(f"/proc/{process}/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0
