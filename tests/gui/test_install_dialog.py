# SPDX-License-Identifier: AGPL-3.0-or-later
"""The dialog that installs an engine, with venv and pip from an index on loopback."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.core.environments import interpreter, present
from app.core.places import Places
from app.core.settings import Settings
from app.desktop.background import wait_for_background
from app.desktop.dialogs.install import InstallDialog
from tests.e2e.installing import tiny
from tests.wheels import FakeIndex, libraries, pinned, serving

pytestmark = pytest.mark.gui

HANG_MS = 240_000


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeIndex]:
    with serving(libraries()) as running:
        for name in list(os.environ):
            if name.startswith("PIP_"):
                monkeypatch.delenv(name)
        for name, value in running.settings().items():
            monkeypatch.setenv(name, value)
        yield running
    assert wait_for_background(60)


def shown(qtbot: QtBot, folder: Path, requirements: str) -> InstallDialog:
    file = folder / "set.txt"
    file.write_text(requirements, encoding="utf-8")
    dialog = InstallDialog(None, Places(folder / "home"), Settings(), tiny(file))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # qtbot closes it too
    qtbot.addWidget(dialog)
    dialog.open()
    return dialog


def test_nothing_happens_before_install_then_it_works(qtbot: QtBot, index: FakeIndex, tmp_path: Path) -> None:
    dialog = shown(qtbot, tmp_path, pinned())
    assert "takes about 1.0 MB" in dialog.words.text()
    assert not (tmp_path / "home").exists()
    with qtbot.waitSignal(dialog.installed, timeout=HANG_MS) as told:
        dialog.go.click()
    assert told.args == ["transformers"]
    assert dialog.words.text() == "The engine transformers is installed and works (torch 1.0, transformers 1.0)."
    assert "torch-1.0" in dialog.log.toPlainText()
    assert interpreter("transformers", Places(tmp_path / "home")) is not None


def test_cancelled_it_says_that_nothing_was_installed(qtbot: QtBot, index: FakeIndex, tmp_path: Path) -> None:
    index.gated = "transformers"
    dialog = shown(qtbot, tmp_path, pinned())
    dialog.go.click()
    qtbot.waitUntil(index.at_gate.is_set, timeout=HANG_MS)
    dialog.stop.click()
    qtbot.waitUntil(lambda: dialog.words.text().startswith("Cancelled"), timeout=HANG_MS)
    assert dialog.go.isEnabled()
    assert dialog.go.text() == "&Try again"
    assert present("transformers", Places(tmp_path / "home")) is None


def test_a_failure_is_one_sentence_with_the_log_above(qtbot: QtBot, index: FakeIndex, tmp_path: Path) -> None:
    dialog = shown(qtbot, tmp_path, "torch==9.9\n")
    dialog.go.click()
    qtbot.waitUntil(lambda: "could not be installed" in dialog.words.text(), timeout=HANG_MS)
    assert "torch==9.9" in dialog.words.text()
    assert "ERROR" in dialog.log.toPlainText()
    assert dialog.go.isEnabled()
