# SPDX-License-Identifier: AGPL-3.0-or-later
"""The dialog of settings to a file and from one: what is imported is seen first, and counts with OK."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.core import settings_file
from app.core.settings import Settings
from app.desktop.background import wait_for_background
from app.desktop.dialogs.boxes import Boxes
from app.desktop.dialogs.settings import SettingsDialog
from tests.gui.desks import HANG_MS, recording_window
from tests.gui.test_engine_dialogs import unnamed

pytestmark = pytest.mark.gui

OTHERS = Settings(
    languages=("de", "fr"), theme="dark", workers=3, connect_timeout=25.5, keep_awake=False, commercial=True,
    offline=True, proxy="http://proxy:3128", engine="openai:http://gpu:8000/v1", openai_model="m",
)  # fmt: skip


KEPT: list[QWidget] = []
"""Parents: a dialog without its own is gone."""


def shown(qtbot: QtBot, settings: Settings) -> tuple[SettingsDialog, list[dict[str, Any]]]:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = SettingsDialog(settings, parent)
    chosen: list[dict[str, Any]] = []
    dialog.chosen.connect(chosen.append)
    dialog.open()
    KEPT.append(parent)
    return dialog, chosen


def press(dialog: SettingsDialog, which: QDialogButtonBox.StandardButton) -> None:
    (box,) = dialog.findChildren(QDialogButtonBox)
    box.button(which).click()


def test_an_imported_file_counts_with_ok_and_not_before(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "from-another-machine.toml"
    settings_file.export(OTHERS, file)
    dialog, chosen = shown(qtbot, Settings(zoom=2.0))
    dialog.import_from(str(file))
    qtbot.waitUntil(dialog.words.isVisible, timeout=HANG_MS)
    assert dialog.words.text() == "10 settings of the file differ: they count when you press OK."
    assert chosen == []
    press(dialog, QDialogButtonBox.StandardButton.Ok)
    (values,) = chosen
    assert values == {
        "languages": ("de", "fr"), "theme": "dark", "workers": 3, "connect_timeout": 25.5, "keep_awake": False,
        "commercial": True, "offline": True, "proxy": "http://proxy:3128", "engine": "openai:http://gpu:8000/v1",
        "openai_model": "m",
    }  # fmt: skip


def test_cancelled_nothing_of_the_file_counts(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    settings_file.export(OTHERS, file)
    dialog, chosen = shown(qtbot, Settings())
    dialog.import_from(str(file))
    qtbot.waitUntil(dialog.words.isVisible, timeout=HANG_MS)
    press(dialog, QDialogButtonBox.StandardButton.Cancel)
    assert chosen == []


@pytest.mark.parametrize("content", ["no toml at all [", "[reading]\nworkers = 'many'\n", None])
def test_a_file_that_is_not_understood_changes_nothing_and_is_told(
    qtbot: QtBot, tmp_path: Path, content: str | None
) -> None:
    file = tmp_path / "wrong.toml"
    if content is not None:
        file.write_text(content)
    dialog, chosen = shown(qtbot, Settings())
    dialog.import_from(str(file))
    qtbot.waitUntil(dialog.words.isVisible, timeout=HANG_MS)
    assert "wrong.toml" in dialog.words.text()
    press(dialog, QDialogButtonBox.StandardButton.Ok)
    assert chosen == [{}]


def test_exported_settings_come_back_the_same(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "out.toml"
    dialog, _ = shown(qtbot, OTHERS)
    buttons = {button.text() for button in dialog.findChildren(QPushButton)}
    assert {"&Import…", "E&xport…"} <= buttons
    assert unnamed(dialog) == []
    dialog.export_to(str(file))
    qtbot.waitUntil(dialog.words.isVisible, timeout=HANG_MS)
    assert settings_file.take_over(file, Settings()) == OTHERS


def test_kinds_of_flags_are_boxes_to_tick(qtbot: QtBot) -> None:
    dialog, chosen = shown(qtbot, Settings(flags_off=("word-differs",)))
    (boxes,) = dialog.findChildren(Boxes)
    assert [name for name, box in boxes.boxes.items() if box.isChecked()] == ["word-differs"]
    assert boxes.boxes["low-confidence"].text() == "low confidence"
    boxes.boxes["low-confidence"].click()
    boxes.boxes["word-differs"].click()
    assert unnamed(dialog) == []
    press(dialog, QDialogButtonBox.StandardButton.Ok)
    assert chosen == [{"flags_off": ("low-confidence",)}]


def test_an_engine_from_a_file_is_used_and_commercial_use_is_judged_anew(qtbot: QtBot, tmp_path: Path) -> None:
    window, recorder = recording_window(qtbot, tmp_path / "home")
    window.tools.settings_changed.emit({"theme"})
    assert recorder.of("use_engines") == []
    window.memory.change(engine="builtin", commercial=True)
    window.tools.settings_changed.emit({"engine", "commercial"})
    qtbot.waitUntil(lambda: bool(recorder.of("use_engines")), timeout=HANG_MS)
    assert wait_for_background(30)
