# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a program and its children take, watched from outside."""

from __future__ import annotations

import threading
import time

import psutil


def pss(process: psutil.Process) -> int:
    """Bytes of the process and all below it, shared pages divided among their users. Where the
    system does not tell (not Linux), the resident size, which counts them more than once."""
    total = 0
    for one in (process, *process.children(recursive=True)):
        try:
            info = one.memory_full_info()
            total += getattr(info, "pss", info.rss)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return total


class Watch:
    """Samples a process until it is stopped. `samples` are (seconds since the start, bytes)."""

    def __init__(self, pid: int, every: float = 0.5) -> None:
        self.samples: list[tuple[float, int]] = []
        self._process = psutil.Process(pid)
        self._every = every
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        self._thread.join()

    @property
    def peak_mb(self) -> float:
        return max((size for _, size in self.samples), default=0) / 1e6

    def level(self) -> float:
        """Mean of the last third over mean of the middle third: 1.0 is level memory."""
        third = len(self.samples) // 3
        if third == 0:
            return float("nan")
        sizes = [size for _, size in self.samples]
        middle, last = sizes[third : 2 * third], sizes[2 * third :]
        return (sum(last) / len(last)) / (sum(middle) / len(middle))

    def _run(self) -> None:
        began = time.monotonic()
        while not self._over.wait(self._every):
            try:
                self.samples.append((time.monotonic() - began, pss(self._process)))
            except psutil.NoSuchProcess:
                return
