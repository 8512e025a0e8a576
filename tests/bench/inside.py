# SPDX-License-Identifier: AGPL-3.0-or-later
"""Runs inside the window's own process: `python -m tests.bench.inside SCENE HOME FILE [SCRIPT]`.

The real start-up runs (`app.desktop.main`); a scene takes over where the files would be added
and ends by printing one JSON object as the last line.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.core.changes import Notice
from app.desktop import main as start
from app.desktop.page_pane import PURPOSE as PAGE
from app.desktop.pictures import LoadedPicture
from app.desktop.window import Window
from app.line import parse

STARTED = "COPYHOLDER_BENCH_STARTED"
"""Variable with the time (seconds since the epoch) at which the parent started this process."""

PROBE_MS = 5
STREAM_SETTLE = 20_000
"""Characters of the page before the measurement begins."""
STREAM_SECONDS = 12.0
SCROLL_STOPS = 120
SCROLL_MS = 150

real_begin = start._begin


class Probe(QObject):
    """A timer that is due every 5 ms; how much later it comes is how long the thread was busy."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.delays: list[float] = []
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        self._last = time.perf_counter()
        self._timer.start(PROBE_MS)

    def stop(self) -> list[float]:
        self._timer.stop()
        return self.delays

    def _tick(self) -> None:
        now = time.perf_counter()
        self.delays.append(max(0.0, (now - self._last) * 1000 - PROBE_MS))
        self._last = now


def finish(window: Window, result: dict[str, Any]) -> None:
    print(json.dumps(result), flush=True)
    window._leave_anyway = True
    window.close()


def up(window: Window, files: Sequence[Path], urls: Sequence[str], reason: str, notice: Notice | None) -> None:
    """The window is painted and its thread is free again."""
    real_begin(window, [], [], reason, notice)
    since = float(os.environ[STARTED])
    QTimer.singleShot(0, lambda: finish(window, {"seconds": time.time() - since, "cpu": time.process_time()}))


def long(window: Window, files: Sequence[Path], urls: Sequence[str], reason: str, notice: Notice | None) -> None:
    """From the window's being up to the first page on screen; then the strip from end to end."""
    began = time.perf_counter()
    seen: list[float] = []

    def loaded(picture: LoadedPicture) -> None:
        if picture.purpose == PAGE and not seen:
            QTimer.singleShot(0, shown)

    def shown() -> None:
        if not seen:
            seen.append(time.perf_counter() - began)
            QTimer.singleShot(SCROLL_MS, lambda: scroll(0))

    def scroll(stop: int) -> None:
        bar = window.strip.verticalScrollBar()
        bar.setValue(round(bar.maximum() * stop / SCROLL_STOPS))
        if stop < SCROLL_STOPS:
            QTimer.singleShot(SCROLL_MS, lambda: scroll(stop + 1))
        else:
            finish(window, {"first_page": seen[0], "pages": window.looking.pages})

    window.desk.picture_loaded.connect(loaded)
    real_begin(window, files, urls, reason, notice)


def stream(window: Window, files: Sequence[Path], urls: Sequence[str], reason: str, notice: Notice | None) -> None:
    """The probe while a page of 20 KB grows and the strip scrolls, and pieces until painted."""
    painted: list[float] = []
    probe = Probe(window)
    scroller = QTimer(window)

    def scroll() -> None:
        bar = window.strip.verticalScrollBar()
        bar.setValue(bar.value() + 12 if bar.value() < bar.maximum() else 0)

    def measure() -> None:
        if len(window.text.text) < STREAM_SETTLE:
            QTimer.singleShot(100, measure)
            return
        window.text.painted.connect(lambda seconds: painted.append(seconds * 1000))
        scroller.start(16)
        probe.start()
        QTimer.singleShot(round(STREAM_SECONDS * 1000), done)

    def done() -> None:
        scroller.stop()
        result = {"delays": probe.stop(), "painted": painted, "chars": len(window.text.text)}
        finish(window, {**result, "preview": type(window.text.preview).__name__})

    scroller.timeout.connect(scroll)
    real_begin(window, files, urls, reason, notice)
    measure()


def nothing() -> None:
    """The same probe in an application that does nothing at all."""
    application = QApplication([])
    probe = Probe(application)
    probe.start()
    QTimer.singleShot(round(STREAM_SECONDS * 1000), application.quit)
    application.exec()
    print(json.dumps({"delays": probe.stop()}))


SCENES: dict[str, Callable[..., None]] = {"up": up, "long": long, "stream": stream}


def main() -> int:
    from tests.bench import inside_proof  # which builds on this module

    scene, home, *rest = sys.argv[1:]
    if scene == "nothing":
        nothing()
        return 0
    scenes: dict[str, Callable[..., None]] = {**SCENES, **inside_proof.SCENES}
    setattr(start, "_begin", scenes[scene])  # noqa: B010  of another type for mypy
    script = ["--engine", "scripted", "--script", rest[1]] if len(rest) > 1 else []
    return start.main(parse(["--home", home, *rest[:1], *script], ()))


if __name__ == "__main__":
    sys.exit(main())
