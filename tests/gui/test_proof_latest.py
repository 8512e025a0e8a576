# SPDX-License-Identifier: AGPL-3.0-or-later
"""Work of which only the newest counts, and none once its window is gone."""

from __future__ import annotations

import threading

import pytest
import shiboken6
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.desktop.background import wait_for_background
from app.desktop.proof.latest import Latest

pytestmark = pytest.mark.gui


def test_a_result_that_comes_after_its_widget_is_dropped(qtbot: QtBot) -> None:
    widget, other = QWidget(), QWidget()
    go, shown = threading.Event(), []
    Latest(widget).run(go.wait, lambda _: shown.append("gone"))
    Latest(other).run(go.wait, lambda _: shown.append("there"))
    shiboken6.delete(widget)
    go.set()
    qtbot.waitUntil(lambda: shown == ["there"], timeout=20_000)
    wait_for_background(20.0)
    qtbot.wait(20)
    assert shown == ["there"]
    other.deleteLater()
