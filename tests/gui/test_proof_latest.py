# SPDX-License-Identifier: AGPL-3.0-or-later
"""Work of which only the newest counts, and none once its window is gone."""

from __future__ import annotations

import threading
import time
from functools import partial

import pytest
import shiboken6
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.desktop.background import in_background, in_turn, wait_for_background
from app.desktop.proof.latest import Latest
from tests.gui.desks import HANG_MS

pytestmark = pytest.mark.gui


def test_a_result_that_comes_after_its_widget_is_dropped(qtbot: QtBot) -> None:
    widget, other = QWidget(), QWidget()
    go, shown = threading.Event(), []
    Latest(widget).run(go.wait, lambda _: shown.append("gone"))
    Latest(other).run(go.wait, lambda _: shown.append("there"))
    shiboken6.delete(widget)
    go.set()
    qtbot.waitUntil(lambda: shown == ["there"], timeout=HANG_MS)
    wait_for_background(20.0)
    qtbot.wait(20)
    assert shown == ["there"]
    other.deleteLater()


def _noted(numbers: list[int], number: int) -> int:
    numbers.append(number)
    return number


def test_one_computes_at_a_time_and_reading_a_file_does_not_wait_for_it(qtbot: QtBot) -> None:
    """Two threads that compute would keep the window's from its turn, one after the other."""
    running, most = [0], [0]
    done: list[int] = []
    read: list[int] = []

    def compute(number: int) -> int:
        running[0] += 1
        most[0] = max(most[0], running[0])
        time.sleep(0.05)
        running[0] -= 1
        return number

    for number in range(6):
        in_turn(partial(compute, number), done.append)
    in_background(lambda: len(done), read.append)
    qtbot.waitUntil(lambda: len(done) == 6, timeout=HANG_MS)
    assert most == [1]
    assert done == [0, 1, 2, 3, 4, 5]
    assert read[0] < 6


def test_what_is_out_of_date_before_its_turn_is_not_begun(qtbot: QtBot) -> None:
    widget, go = QWidget(), threading.Event()
    begun: list[int] = []
    shown: list[int] = []
    latest = Latest(widget)
    in_turn(go.wait, lambda _: None)
    for number in range(3):
        latest.run(partial(_noted, begun, number), shown.append)
    go.set()
    qtbot.waitUntil(lambda: bool(shown), timeout=HANG_MS)
    assert begun == shown == [2]
    widget.deleteLater()
