# SPDX-License-Identifier: AGPL-3.0-or-later
"""Keepers that do not keep: none of them takes the window along."""

from __future__ import annotations

import logging
import stat
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.desktop.awake import Awake
from tests.gui.desks import HANG_MS

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the keeper of Linux"),
]


def keeper(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "systemd-inhibit"
    path.write_text(script)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_one_that_ends_at_once_is_not_tried_again(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As where systemd-inhibit is installed and there is no bus to ask."""
    caplog.set_level(logging.INFO)
    tries = tmp_path / "tries"
    keeper(tmp_path, f"#!/bin/sh\necho once >> {tries}\nexit 1\n", monkeypatch)
    awake = Awake()
    for _ in range(3):
        awake.hold(True)
        qtbot.waitUntil(lambda: not awake.running, timeout=HANG_MS)
        awake.hold(True)  # the next figure of the queue
        awake.hold(False)
    awake.close_down()
    assert tries.read_text() == "once\n"
    assert [r.message for r in caplog.records if "may fall asleep" in r.message]


def test_one_that_does_not_want_to_end_is_killed(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = tmp_path / "started"
    keeper(tmp_path, f"#!/bin/sh\ntrap '' TERM\ntouch {started}\nwhile :; do sleep 0.1; done\n", monkeypatch)
    awake = Awake()
    awake.hold(True)
    qtbot.waitUntil(started.exists, timeout=HANG_MS)
    awake.close_down()
    assert awake.running == 0


def test_one_that_is_no_program_is_only_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    keeper(tmp_path, "not a program", monkeypatch)
    awake = Awake()
    awake.hold(True)
    assert not awake.running and "may fall asleep" in caplog.text
    awake.close_down()
