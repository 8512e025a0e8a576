# SPDX-License-Identifier: AGPL-3.0-or-later
"""The dialogs of engines, keys, costs and consent: by keyboard, with names for screen readers, and
with real keychains behind them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.core import load_keyring
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QDialog, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.core.changes import ConsentNeeded, Spent
from app.core.keys import Keys, Where
from app.core.places import Places
from app.core.settings import Settings
from app.desktop.dialogs.address import AddressDialog
from app.desktop.dialogs.cap import CapDialog
from app.desktop.dialogs.consent import ConsentDialog, price_words
from app.desktop.dialogs.engine import EngineDialog
from app.desktop.dialogs.key import KeyDialog
from tests import keychain
from tests.gui.desks import HANG_MS, to_front

pytestmark = pytest.mark.gui

KEY = "jina_0123456789abcdef"
NEEDED = ConsentNeeded("api.jina.ai", "jina", (("Tides", 12), ("A very long title " * 12, 31)), 43, 0.1375)


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Keys]:
    """Keys of a user with a working keychain."""
    monkeypatch.setenv(keychain.FILE_VARIABLE, str(tmp_path / "keychain.json"))
    for name in ("JINA_API_KEY", "COPYHOLDER_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    before = keyring.get_keyring()
    keyring.set_keyring(load_keyring(keychain.WORKING))
    yield Keys(Places(tmp_path / "home"))
    keyring.set_keyring(before)


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(900, 700)
    widget.show()
    return widget


def opened(qtbot: QtBot, dialog: QDialog) -> None:
    dialog.open()
    to_front(qtbot, dialog)


def unnamed(dialog: QDialog) -> list[str]:
    """Widgets that take the focus and say nothing to a screen reader."""
    found = []
    for widget in dialog.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not widget.focusProxy():
            interface = QAccessible.queryAccessibleInterface(widget)
            if interface is not None and not interface.text(QAccessible.Text.Name):
                found.append(f"{type(widget).__name__} {widget.objectName()}")
    return found


# ---------------------------------------------------------------- an address


def test_an_address_is_checked_before_the_dialog_closes(qtbot: QtBot, parent: QWidget) -> None:
    QGuiApplication.clipboard().setText("no address")
    dialog = AddressDialog(parent)
    asked: list[str] = []
    dialog.chosen.connect(asked.append)
    opened(qtbot, dialog)
    assert dialog.field.text() == ""
    QTest.keyClicks(dialog.field, "example.org/paper.pdf")
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    assert dialog.isVisible() and "begins with https" in dialog.problem.text()
    assert unnamed(dialog) == []
    QTest.keyClick(dialog.field, Qt.Key.Key_Home)
    QTest.keyClicks(dialog.field, "https://")
    assert not dialog.problem.isVisible()
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    assert asked == ["https://example.org/paper.pdf"]


def test_an_address_that_was_copied_is_offered(qtbot: QtBot, parent: QWidget) -> None:
    QGuiApplication.clipboard().setText("  https://example.org/a.pdf \n")
    dialog = AddressDialog(parent)
    qtbot.addWidget(dialog)
    assert dialog.field.text() == "https://example.org/a.pdf"
    assert dialog.field.selectedText() == dialog.field.text()


# ---------------------------------------------------------------- consent


@pytest.mark.parametrize("answer", ["Return", "Escape"])
def test_without_a_choice_nothing_is_sent(qtbot: QtBot, parent: QWidget, answer: str) -> None:
    dialog = ConsentDialog(NEEDED, True, parent)
    answers: list[tuple[str, bool, bool]] = []
    dialog.answered.connect(lambda *given: answers.append(given))
    opened(qtbot, dialog)
    dialog.remember.setChecked(True)
    QTest.keyClick(dialog, Qt.Key.Key_Return if answer == "Return" else Qt.Key.Key_Escape)
    assert answers == [("api.jina.ai", False, False)]


def test_consent_says_what_goes_where_and_what_it_may_cost(qtbot: QtBot, parent: QWidget) -> None:
    dialog = ConsentDialog(NEEDED, False, parent)
    answers: list[tuple[str, bool, bool]] = []
    dialog.answered.connect(lambda *given: answers.append(given))
    opened(qtbot, dialog)
    texts = " ".join(label.text() for label in dialog.findChildren(QLabel) if label.isVisible())
    price = "About $0.14 in all, $0.0032 a page"
    for part in ("Jina API", "api.jina.ai", "43 pages of 2 documents", price, "not encrypted"):
        assert part in texts, texts
    assert dialog.list.topLevelItemCount() == 2
    assert dialog.width() < 900
    assert unnamed(dialog) == []
    dialog.show_needed(ConsentNeeded("api.jina.ai", "jina", (("Tides", 12),), 12, 0.04))
    assert dialog.list.topLevelItemCount() == 1
    dialog.remember.setChecked(True)
    QTest.mouseClick(dialog.send, Qt.MouseButton.LeftButton)
    assert answers == [("api.jina.ai", True, True)]


def test_words_of_a_price() -> None:
    reader = price_words(ConsentNeeded("r.jina.ai", "reader", (("a", 10),), 10, 1.28, 40))
    assert reader == "About $1.28 in all, $0.13 a page (an estimate). This service bills 40 times the tokens of a page."
    assert price_words(ConsentNeeded("h", "openai:http://h/v1", (("a", 1),), 1)) == (
        "What this service costs is not known to Copyholder."
    )


# ---------------------------------------------------------------- keys


def test_a_key_goes_into_the_keychain_and_is_not_shown(qtbot: QtBot, parent: QWidget, keys: Keys) -> None:
    dialog = KeyDialog("api.jina.ai", keys, parent)
    saved: list[tuple[str, str]] = []
    dialog.saved.connect(lambda *given: saved.append(given))
    opened(qtbot, dialog)
    assert not dialog.save.isEnabled()
    assert dialog.key.field.echoMode() is QLineEdit.EchoMode.Password
    QTest.keyClicks(dialog.key.field, "two words")
    QTest.keyClick(dialog.key.field, Qt.Key.Key_Return)
    assert "This is no key" in dialog.key.problem.text()
    dialog.key.field.selectAll()
    QTest.keyClicks(dialog.key.field, KEY)
    assert unnamed(dialog) == []
    QTest.keyClick(dialog.key.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: saved == [("api.jina.ai", "")], timeout=HANG_MS)
    assert keys.get("api.jina.ai") == (KEY, Where.KEYCHAIN)
    again = KeyDialog("r.jina.ai", keys, parent)
    opened(qtbot, again)
    qtbot.waitUntil(lambda: "Kept in the keychain" in again.key.field.placeholderText(), timeout=HANG_MS)
    assert again.key.field.text() == ""


@pytest.mark.parametrize("choice", ["once", "in_file"])
def test_without_a_keychain_the_user_chooses(qtbot: QtBot, parent: QWidget, keys: Keys, choice: str) -> None:
    keyring.set_keyring(load_keyring(keychain.NONE))
    dialog = KeyDialog("api.jina.ai", keys, parent)
    saved: list[tuple[str, str]] = []
    dialog.saved.connect(lambda *given: saved.append(given))
    opened(qtbot, dialog)
    QTest.keyClicks(dialog.key.field, KEY)
    QTest.keyClick(dialog.key.field, Qt.Key.Key_Return)
    qtbot.waitUntil(dialog.key.in_file.isVisible, timeout=HANG_MS)
    assert saved == [] and not keys.file.exists()
    assert unnamed(dialog) == []
    button: QAbstractButton = getattr(dialog.key, choice)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(saved), timeout=HANG_MS)
    assert saved == [("api.jina.ai", KEY if choice == "once" else "")]
    assert keys.file.exists() is (choice == "in_file")


# ---------------------------------------------------------------- the engine


class Chosen:
    def __init__(self, dialog: EngineDialog) -> None:
        self.values: list[dict[str, object]] = []
        dialog.chosen.connect(self.values.append)


def engine_dialog(qtbot: QtBot, parent: QWidget, keys: Keys, settings: Settings | None = None) -> EngineDialog:
    dialog = EngineDialog(settings or Settings(), Places(keys.file.parent.parent), keys, parent)
    opened(qtbot, dialog)
    return dialog


def ok(dialog: EngineDialog) -> None:
    QTest.mouseClick(dialog.box.button(dialog.box.StandardButton.Ok), Qt.MouseButton.LeftButton)


def test_a_server_is_chosen_by_keyboard(qtbot: QtBot, parent: QWidget, keys: Keys) -> None:
    dialog = engine_dialog(qtbot, parent, keys)
    chosen = Chosen(dialog)
    assert dialog.name == "builtin"
    qtbot.waitUntil(dialog.buttons["builtin"].hasFocus, timeout=HANG_MS)
    for _ in range(4):
        QTest.keyClick(dialog.buttons[dialog.name], Qt.Key.Key_Down)
    assert dialog.name == "openai"
    assert unnamed(dialog) == []
    server = dialog.parts["openai"]
    url, model = (server.findChildren(QLineEdit)[number] for number in (0, 1))
    QTest.keyClicks(url, "localhost:8000/v1")
    ok(dialog)
    assert "begins with https" in dialog.problem.text() and dialog.isVisible()
    url.clear()
    QTest.keyClicks(url, "http://localhost:8000/v1/")
    ok(dialog)
    assert "Name the model" in dialog.problem.text()
    QTest.keyClicks(model, "olmocr-2")
    ok(dialog)
    qtbot.waitUntil(lambda: bool(chosen.values), timeout=HANG_MS)
    assert chosen.values == [
        {
            "engine": "openai:http://localhost:8000/v1",
            "openai_url": "http://localhost:8000/v1",
            "openai_model": "olmocr-2",
            "openai_profile": "",
            "prompt": "default",
        }
    ]


def test_a_model_folder_that_is_none_is_told_without_names_of_options(
    qtbot: QtBot, parent: QWidget, keys: Keys
) -> None:
    dialog = engine_dialog(qtbot, parent, keys, Settings(engine="transformers"))
    ok(dialog)
    assert dialog.problem.text() == "Choose the folder of the model."
    QTest.keyClicks(dialog.parts["transformers"].findChildren(QLineEdit)[0], "/no/such/folder")
    ok(dialog)
    qtbot.waitUntil(lambda: "is no folder" in dialog.problem.text(), timeout=HANG_MS)
    assert "--" not in dialog.problem.text()
    assert dialog.isVisible() and dialog.box.isEnabled()


def test_a_key_of_jina_is_kept_with_the_choice_and_the_prompt_is_taken(
    qtbot: QtBot, parent: QWidget, keys: Keys
) -> None:
    dialog = engine_dialog(qtbot, parent, keys, Settings(engine="jina"))
    chosen = Chosen(dialog)
    QTest.keyClicks(dialog.parts["jina"].findChildren(QLineEdit)[0], KEY)
    assert not dialog.prompt.text.isVisible()
    dialog.prompt.preset.setFocus()
    QTest.keyClick(dialog.prompt.preset, Qt.Key.Key_End)
    assert dialog.prompt.text.isVisible()
    QTest.keyClicks(dialog.prompt.text, "Only the tables.")
    ok(dialog)
    qtbot.waitUntil(lambda: bool(chosen.values), timeout=HANG_MS)
    assert chosen.values == [{"engine": "jina", "prompt": "Only the tables."}]
    assert KEY not in str(chosen.values)
    assert keys.get("api.jina.ai") == (KEY, Where.KEYCHAIN)


def test_the_dialog_shows_what_is_set(qtbot: QtBot, parent: QWidget, keys: Keys) -> None:
    settings = Settings(engine="openai:http://gpu:8000/v1", openai_model="m", prompt="strict")
    dialog = engine_dialog(qtbot, parent, keys, settings)
    assert dialog.name == "openai"
    assert [field.text() for field in dialog.parts["openai"].findChildren(QLineEdit)][:2] == ["http://gpu:8000/v1", "m"]
    assert dialog.prompt.preset.currentText() == "Formulas and HTML tables"
    dialog.buttons["builtin"].setChecked(True)
    assert not dialog.prompt.isVisible()
    for name, button in dialog.buttons.items():
        button.setChecked(True)
        assert [part.isVisible() for part in set(dialog.parts.values())].count(True) == 1, name
        assert unnamed(dialog) == [], name


def test_the_spending_cap_is_offered_above_what_is_spent(qtbot: QtBot, parent: QWidget) -> None:
    dialog = CapDialog(Spent(0.98, 1.0), True, parent)
    chosen: list[float] = []
    dialog.chosen.connect(chosen.append)
    opened(qtbot, dialog)
    assert dialog.field.value() == 2.0
    assert "about $0.98" in " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert unnamed(dialog) == []
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    assert chosen == [2.0]
