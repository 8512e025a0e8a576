# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m tests.bench.vllm_window OUT`: how long the window's thread is away while eight pages stream
from the real vLLM, and while its engine is killed (kill -9). Offscreen."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.desktop.application import the_application
from app.desktop.window import Window
from tests.gui.vllm_desk import START_MS, TINY, all_read, eight_stream, victim, vllm_window

BEAT_MS = 5
AFTER_KILL = 5.0
"""Seconds after the kill that are watched: the end of the pages, the restart, the pages sent again."""


class Beats:
    """Milliseconds between two turns of the window's event loop, beyond the timer's own."""

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.timeout.connect(self._beat)
        self._timer.start(BEAT_MS)

    def _beat(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self._last) * 1000 - BEAT_MS)
        self._last = now

    def worst_since(self, count: int) -> float:
        return max(self.gaps[count:], default=0.0)


def wait(condition: Callable[[], bool], limit: float = START_MS / 1000) -> None:
    until = time.monotonic() + limit
    while not condition():
        if time.monotonic() > until:
            raise RuntimeError("the pages do not come")
        QApplication.processEvents()
        time.sleep(0.001)


def measure(window: Window, beats: Beats) -> dict[str, float]:
    wait(lambda: eight_stream(window))
    before = len(beats.gaps)
    end = time.monotonic() + 1.0
    wait(lambda: time.monotonic() > end)
    streaming = beats.worst_since(before)
    wait(lambda: eight_stream(window))
    before = len(beats.gaps)
    os.kill(victim("engine").pid, signal.SIGKILL)
    end = time.monotonic() + AFTER_KILL
    wait(lambda: time.monotonic() > end)
    killed = beats.worst_since(before)
    wait(lambda: all_read(window))
    return {"streaming": streaming, "killed": killed}


def main(out: Path) -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = the_application()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        file = Path(folder, "harbour.pdf")
        shutil.copyfile(TINY / "pages.pdf", file)
        with vllm_window(Path(folder, "home"), layout="one") as window:
            beats = Beats()
            window.add([file])
            found = measure(window, beats)
    out.write_text(json.dumps(found))
    application.quit()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
