# SPDX-License-Identifier: AGPL-3.0-or-later
"""The profile of a server's model in the engine's dialog: chosen from the real list, with its licence."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.core.engines import choices, wish_of
from app.core.keys import Keys
from app.core.places import Places
from app.core.settings import Settings
from app.desktop.background import wait_for_background
from app.desktop.dialogs.engine import EngineDialog
from app.desktop.dialogs.profile_field import ProfileField
from tests.gui.desks import HANG_MS
from tests.gui.test_engine_dialogs import unnamed

pytestmark = pytest.mark.gui

OWN = 'name = "harbour"\nmodels = ["*harbour*"]\nprompt = "Read it."\nlicence = "Ours alone."\n'


class Opened(QObject):
    """What the desktop is asked to open."""

    def __init__(self) -> None:
        super().__init__()
        self.urls: list[str] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        self.urls.append(url.toLocalFile())


def field(qtbot: QtBot, tmp_path: Path, settings: Settings) -> tuple[EngineDialog, ProfileField, QWidget]:
    parent = QWidget()
    qtbot.addWidget(parent)
    places = Places(tmp_path / "home")
    dialog = EngineDialog(settings, places, Keys(places), parent)
    dialog.open()
    found = dialog.findChild(ProfileField)
    assert isinstance(found, ProfileField)
    return dialog, found, parent


def served(**more: str) -> Settings:
    return Settings(**{"engine": "openai:http://gpu:8000/v1", "openai_url": "http://gpu:8000/v1", **more})  # type: ignore[arg-type]


def test_the_model_s_name_says_which_profile_and_under_which_licence(qtbot: QtBot, tmp_path: Path) -> None:
    dialog, profile, _parent = field(qtbot, tmp_path, served(openai_model="allenai/olmOCR-2-7B"))
    qtbot.waitUntil(lambda: profile.note.text().startswith("olmocr-2: Apache-2.0"), timeout=HANG_MS)
    assert "“profiles”" in profile.note.text()
    assert unnamed(dialog) == []
    model = dialog.parts["openai"].findChildren(QLineEdit)[1]
    model.setText("jinaai/jina-ocr-v1")
    assert profile.note.text().startswith("jina-ocr-v1: CC BY-NC 4.0")
    names = [profile.box.itemText(at) for at in range(profile.box.count())]
    assert names[:2] == ["By the model's name", "jina-ocr-v1"] and names[-1] == "generic"


def test_one_of_the_user_s_own_is_chosen_and_used(qtbot: QtBot, tmp_path: Path) -> None:
    own = tmp_path / "home" / "config" / "profiles" / "harbour.toml"
    own.parent.mkdir(parents=True)
    own.write_text(OWN, encoding="utf-8")
    dialog, profile, _parent = field(qtbot, tmp_path, served(openai_model="m"))
    qtbot.waitUntil(lambda: profile.box.count() > 2, timeout=HANG_MS)
    assert profile.box.itemText(1) == "harbour (your own)"
    profile.box.setCurrentIndex(1)
    assert profile.note.text().startswith("harbour: Ours alone.")
    assert dialog.values()["openai_profile"] == "harbour"
    settings = served(openai_model="m", openai_profile="harbour")
    (choice,) = choices(wish_of(settings), settings, Places(tmp_path / "home"))
    assert choice.options["profile"] == "harbour"


def test_one_that_is_set_stays_and_a_broken_file_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    own = tmp_path / "home" / "config" / "profiles" / "harbour.toml"
    own.parent.mkdir(parents=True)
    own.write_text("name = 3", encoding="utf-8")
    dialog, profile, _parent = field(qtbot, tmp_path, served(openai_model="m", openai_profile="chandra"))
    assert dialog.values()["openai_profile"] == "chandra"
    qtbot.waitUntil(lambda: "harbour.toml is wrong" in profile.note.text(), timeout=HANG_MS)
    assert dialog.values()["openai_profile"] == "chandra"


def test_the_folder_is_made_and_opened(qtbot: QtBot, tmp_path: Path) -> None:
    opened = Opened()
    QDesktopServices.setUrlHandler("file", opened, "take")  # type: ignore[arg-type]  # its stub says bytes, it takes a name
    try:
        _dialog, profile, _parent = field(qtbot, tmp_path, served(openai_model="m"))
        profile.button.click()
        qtbot.waitUntil(lambda: bool(opened.urls), timeout=HANG_MS)
    finally:
        QDesktopServices.unsetUrlHandler("file")
    assert opened.urls == [str(tmp_path / "home" / "config" / "profiles")]
    assert Path(opened.urls[0]).is_dir()
    assert wait_for_background(30)
