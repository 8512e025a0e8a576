# SPDX-License-Identifier: AGPL-3.0-or-later
"""The window over the real vLLM: eight pages stream at once, and a kill -9 of vLLM's core or of the
whole engine leaves the window alive and loses no page. Only where vLLM's test environment is."""

from __future__ import annotations

import os
import shutil
import signal
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.desktop.window import Window
from tests.gui.desks import HANG_MS
from tests.gui.vllm_desk import PYTHON, START_MS, TINY, all_read, eight_stream, rows, victim, vllm_window

pytestmark = [
    pytest.mark.gui,
    pytest.mark.long,
    pytest.mark.timeout(1500),
    pytest.mark.skipif(not PYTHON.exists(), reason="vLLM is not installed for tests (make test-vllm installs it)"),
]

ENDLESS = 8
"""Page of the sample, from 0, that repeats one line for ever."""


def gone_on(beats: list[int], since: int) -> bool:
    return len(beats) > since + 5


def shows(window: Window, text: str) -> bool:
    return window.text.text.strip() == text.strip()


def test_pages_survive_kills_and_the_window_goes_on(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "harbour.pdf"
    shutil.copyfile(TINY / "pages.pdf", file)
    beats: list[int] = []
    timer = QTimer()
    timer.timeout.connect(lambda: beats.append(1))
    timer.start(20)
    with vllm_window(tmp_path / "home", layout="separate") as window:
        window.add([file])
        for what in ("core", "engine"):
            qtbot.waitUntil(lambda: eight_stream(window), timeout=START_MS)
            if what == "core":  # after it, pages are read without drafts
                qtbot.waitUntil(lambda: any(row.acceptance is not None for row in rows(window)), timeout=START_MS)
            before = len(beats)
            os.kill(victim(what).pid, signal.SIGKILL)
            qtbot.waitUntil(partial(gone_on, beats, before), timeout=5_000)
        qtbot.waitUntil(lambda: all_read(window), timeout=START_MS)
        names = ("text", "list", "table", "formula", "twocol", "report", "slide", "receipt")
        for page, name in enumerate(names):
            raw = (TINY / "expected" / f"{name}.md").read_text(encoding="utf-8")
            window.looking.go(page)
            qtbot.waitUntil(partial(shows, window, raw), timeout=HANG_MS)
        window.looking.go(ENDLESS)
        line = "The keeper lights the north lamp at dusk"
        qtbot.waitUntil(lambda: window.text.text.count(line) == 1, timeout=HANG_MS)
        assert QApplication.activeModalWidget() is None
