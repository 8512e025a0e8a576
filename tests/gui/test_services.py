# SPDX-License-Identifier: AGPL-3.0-or-later
"""The window with a service: a real session, the real engine program and a real server on loopback,
which is the proxy for any host. Nothing leaves without consent, and whatever the service says,
nothing is lost and the next step is one click away."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.core import load_keyring
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.core.changes import DocumentState, PageState
from app.core.engines import Wish, choices, wish_of
from app.core.keys import Keys, Where
from app.core.places import Places
from app.core.session import Session
from app.core.settings import Settings
from app.core.settings_file import read
from app.desktop import engine_setup
from app.desktop.adapter import Desk
from app.desktop.background import wait_for_background
from app.desktop.dialogs.address import AddressDialog
from app.desktop.dialogs.consent import ConsentDialog
from app.desktop.dialogs.engine import EngineDialog
from app.desktop.dialogs.key import KeyDialog
from app.desktop.dialogs.settings import SettingsDialog
from app.desktop.memory import Memory
from app.desktop.window import Window
from tests import keychain
from tests.gui.desks import HANG_MS, act, soon, the_look
from tests.servers.chat import Asked, Reply, always, refusal
from tests.servers.pages import pdf
from tests.servers.proxy import Files, ProxiedChatServer
from tests.servers.reader import ReaderServer
from tests.servers.web import Server

pytestmark = pytest.mark.gui

KEY, HOST = "jina_0123456789abcdef", "ocr.example.test"


def well(asked: Asked) -> Reply:
    return Reply(text=f"Sheet {asked.page} of the harbour book.\n")


@pytest.fixture
def server() -> Iterator[ProxiedChatServer]:
    with ProxiedChatServer(well, key=KEY) as server:
        yield server


@pytest.fixture(autouse=True)
def a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In the keychain of this user."""
    monkeypatch.setenv(keychain.FILE_VARIABLE, str(tmp_path / "keychain.json"))
    for name in ("JINA_API_KEY", "COPYHOLDER_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    before = keyring.get_keyring()
    keyring.set_keyring(load_keyring(keychain.WORKING))
    keyring.set_password("copyholder", HOST, KEY)
    yield
    keyring.set_keyring(before)


@contextmanager
def service_window(
    qtbot: QtBot, home: Path, server: Server, named: Wish | None = None, *, waits: float = 1.0, **more: Any
) -> Iterator[Window]:
    """A window that reads with Jina's API, which `server` stands in for. The engine's own waits are `waits` times
    as long."""
    settings = Settings(**{"engine": "jina", "jina_url": f"http://{HOST}/v1", "proxy": server.root, **more})
    places = Places(home)
    chain = choices(named or wish_of(settings), settings, places, fall_back=True)
    if waits != 1.0:
        chain = (replace(chain[0], speed={**chain[0].speed, "wait_scale": waits}), *chain[1:])
    cap = settings.max_cost or None
    desk = Desk(lambda notify: Session(places, settings, notify, engines=chain, max_cost=cap))
    window = Window(desk, Memory(places, settings), places, the_look(), web=False, engines=chain, named=named)
    qtbot.addWidget(window)
    window.show()
    desk.session.start()
    try:
        yield window
    finally:
        window.close()
        desk.session.close(30.0)
        assert wait_for_background(30.0)
        window.memory.save_now()
        QApplication.processEvents()


def trusted(**more: Any) -> dict[str, Any]:
    return {"trusted_hosts": (HOST,), **more}


def until(qtbot: QtBot, holds: Any) -> None:
    qtbot.waitUntil(holds, timeout=HANG_MS)


def done(window: Window, number: int = 1) -> bool:
    rows = list(window.looking.rows.values())
    return len(rows) == number and all(row.state is DocumentState.DONE and not row.failed for row in rows)


def the(kind: type[QWidget], window: Window) -> Any:
    """The only dialog of this kind that is open."""
    (found,) = [widget for widget in window.findChildren(kind) if widget.isVisible()]
    return found


def button(window: Window, text: str) -> QPushButton:
    """A step of the notice bar, which shows it a turn after its sentence."""

    def found() -> list[QPushButton]:
        return [one for one in window.notices.findChildren(QPushButton) if one.text() == text and one.isVisible()]

    soon(lambda: bool(found()), text)
    return found()[0]


def foot(window: Window) -> list[str]:
    return [label.text() for label in window.status.findChildren(QLabel) if not label.isHidden()]


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def consent(window: Window) -> ConsentDialog:
    dialog: ConsentDialog = the(ConsentDialog, window)
    return dialog


def asks(window: Window, documents: int) -> bool:
    dialogs = [one for one in window.findChildren(ConsentDialog) if one.isVisible()]
    return len(dialogs) == 1 and dialogs[0].list.topLevelItemCount() == documents


def test_pages_are_sent_after_consent_and_the_host_is_remembered(
    qtbot: QtBot, tmp_path: Path, server: ProxiedChatServer
) -> None:
    home = tmp_path / "home"
    files = [pdf(tmp_path / "tides.pdf", 2), pdf(tmp_path / "log.pdf", 3, first=10)]
    with service_window(qtbot, home, server) as window:
        window.begin_with(files)
        until(qtbot, lambda: asks(window, 2))
        assert server.asked == []
        assert "About $0.016 in all" in consent(window).price.text()
        consent(window).remember.setChecked(True)
        click(consent(window).send)
        until(qtbot, lambda: done(window, 2))
        assert sorted(asked.page or 0 for asked in server.asked) == [1, 2, 10, 11, 12]
        until(qtbot, lambda: "harbour book" in window.text.text)
        assert window.memory.settings.trusted_hosts == (HOST,)
        row = window.looking.page_row
        assert row is not None and row.acceptance is None  # not reported, hence not shown
        until(qtbot, lambda: any(text.startswith("about $0.00") for text in foot(window)))
        assert not any("acceptance" in text for text in foot(window))
        assert window.findChild(QToolButton, "chip").text() == "Jina API"  # type: ignore[union-attr]
    assert read(home / "config" / "settings.toml")[0].trusted_hosts == (HOST,)
    everything = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    assert KEY.encode() not in everything


def test_refused_pages_stay_here_and_are_read_by_the_built_in_engine(
    qtbot: QtBot, tmp_path: Path, server: ProxiedChatServer
) -> None:
    with service_window(qtbot, tmp_path / "home", server) as window:
        window.begin_with([pdf(tmp_path / "tides.pdf", 1)])
        until(qtbot, lambda: asks(window, 1))
        QTest.keyClick(consent(window), Qt.Key.Key_Escape)
        until(qtbot, lambda: done(window))
        assert server.asked == []
        assert window.notices.titles() == [
            f"Nothing is sent to {HOST}, as you said: Built-in reader reads instead."
        ]
        until(qtbot, lambda: "Page 1" in window.text.text)


def test_a_rejected_key_is_entered_in_the_banner_and_the_reading_goes_on(
    qtbot: QtBot, tmp_path: Path, server: ProxiedChatServer
) -> None:
    keyring.set_password("copyholder", HOST, "jina_of_last_year")
    with service_window(qtbot, tmp_path / "home", server, **trusted()) as window:
        window.begin_with([pdf(tmp_path / "tides.pdf", 3)])
        sentence = f"The service at {HOST} does not accept the key: enter it anew, or choose another engine."
        until(qtbot, lambda: window.notices.titles()[:1] == [sentence])
        row = window.looking.row
        assert row is not None and row.failed == 0  # no page is to blame
        click(button(window, "Enter the key…"))
        assert window.notices.titles()[:1] == [sentence]  # it stays until the reading goes on
        dialog = the(KeyDialog, window)
        QTest.keyClicks(dialog.key.field, KEY)
        QTest.keyClick(dialog.key.field, Qt.Key.Key_Return)
        until(qtbot, lambda: done(window))
        until(qtbot, lambda: window.notices.titles() == [])
    assert server.answered == {1: 1, 2: 1, 3: 1}


def test_without_a_key_the_next_engine_that_was_named_reads_until_the_key_is_there(
    qtbot: QtBot, tmp_path: Path, server: ProxiedChatServer
) -> None:
    keyring.delete_password("copyholder", HOST)
    with service_window(qtbot, tmp_path / "home", server, **trusted(engine="jina,builtin")) as window:
        window.begin_with([pdf(tmp_path / "tides.pdf", 2)])
        said = f"Jina API cannot be used: {HOST} needs a key. Built-in reader reads instead."
        until(qtbot, lambda: said in window.notices.titles())
        until(qtbot, lambda: done(window))
        assert server.asked == []
        click(button(window, "Enter the key…"))
        dialog = the(KeyDialog, window)
        QTest.keyClicks(dialog.key.field, KEY)
        QTest.keyClick(dialog.key.field, Qt.Key.Key_Return)
        until(qtbot, lambda: window.setup.chain[0].name == "jina")
        window.files.add([pdf(tmp_path / "winds.pdf", 3)])  # what was read stays as it is
        until(qtbot, lambda: done(window, 2))
    assert server.answered == {1: 1, 2: 1, 3: 1}


def test_another_engine_is_chosen_from_the_banner_without_a_restart(
    qtbot: QtBot, tmp_path: Path, server: ProxiedChatServer
) -> None:
    server.script = always(refusal(402, {"detail": "Insufficient credits"}))
    with service_window(qtbot, tmp_path / "home", server, **trusted()) as window:
        window.begin_with([pdf(tmp_path / "tides.pdf", 2)])
        until(qtbot, lambda: window.notices.titles()[:1] != [] and "out of credits" in window.notices.titles()[0])
        click(button(window, "Choose another engine…"))
        dialog: EngineDialog = the(EngineDialog, window)
        dialog.buttons["openai"].setChecked(True)
        url, model = dialog.parts["openai"].findChildren(QLineEdit)[:2]
        server.script = well
        server.key = ""
        QTest.keyClicks(url, f"http://{HOST}/v1")
        QTest.keyClicks(model, "olmocr-2")
        QTest.keyClick(model, Qt.Key.Key_Return)
        until(qtbot, lambda: done(window))
        assert window.memory.settings.engine == f"openai:http://{HOST}/v1"
        assert window.findChild(QToolButton, "chip").text() == f"Server {HOST}"  # type: ignore[union-attr]
    assert "olmocr-2" in {asked.body["model"] for asked in server.asked}
    assert server.answered == {1: 1, 2: 1}


def test_a_service_that_starts_is_counted_down_and_the_wait_stopped_at_once(
    qtbot: QtBot, tmp_path: Path, server: ProxiedChatServer
) -> None:
    server.script = always(refusal(503, {"detail": "starting"}))
    with service_window(qtbot, tmp_path / "home", server, waits=0.2, **trusted()) as window:
        window.begin_with([pdf(tmp_path / "tides.pdf", 2)])
        wait = window.status.findChild(QLabel, "wait")
        assert isinstance(wait, QLabel) and wait.isHidden()
        until(qtbot, lambda: wait.text().startswith("The service is starting: next try in "))
        first = wait.text()
        until(qtbot, lambda: wait.text() not in (first, ""))  # it counts
        stop = next(one for one in window.status.findChildren(QToolButton) if one.accessibleName() == "Stop waiting")
        click(stop)
        until(qtbot, wait.isHidden)
        until(qtbot, lambda: bool(window.reading.status and window.reading.status.paused))
        assert stop.isHidden()
        server.script = well
        act(window, "pause")
        until(qtbot, lambda: done(window))
    assert len(server.asked) <= 4  # two pages, twice: nothing was asked for during the wait


def test_the_cap_holds_the_queue_and_is_raised_from_the_banner(
    qtbot: QtBot, tmp_path: Path, server: ProxiedChatServer
) -> None:
    server.script = lambda asked: Reply(text=f"Sheet {asked.page}.", usage=(1000, 1000))  # $0.0025 a page
    with service_window(qtbot, tmp_path / "home", server, **trusted(max_cost=0.01)) as window:
        window.begin_with([pdf(tmp_path / "tides.pdf", 8)])
        until(qtbot, lambda: window.notices.titles()[:1] != [] and "spending cap" in window.notices.titles()[0])
        asked = len(server.asked)
        assert 0 < asked < 8
        until(qtbot, lambda: any(re.fullmatch(r"about \$0\.0.* of \$0\.01", text) for text in foot(window)))
        click(button(window, "Raise the cap…"))
        (dialog,) = [one for one in window.findChildren(QWidget) if type(one).__name__ == "CapDialog"]
        QTest.keyClick(dialog, Qt.Key.Key_Return)
        until(qtbot, lambda: done(window))
    assert server.answered == dict.fromkeys(range(1, 9), 1)


def test_a_key_for_this_run_alone_is_written_nowhere(
    qtbot: QtBot, tmp_path: Path, server: ProxiedChatServer
) -> None:
    keyring.set_keyring(load_keyring(keychain.NONE))
    home = tmp_path / "home"
    with service_window(qtbot, home, server, **trusted()) as window:
        window.begin_with([pdf(tmp_path / "tides.pdf", 1)])
        until(qtbot, lambda: window.notices.titles()[:1] != [] and "needs a key" in window.notices.titles()[0])
        act(window, "key")
        dialog = the(KeyDialog, window)
        QTest.keyClicks(dialog.key.field, KEY)
        click(dialog.save)
        until(qtbot, dialog.key.once.isVisible)
        click(dialog.save)
        until(qtbot, lambda: done(window))
        page = window.looking.page_row
        assert page is not None and page.state is PageState.READ
    assert KEY.encode() not in b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_a_document_of_the_web_is_opened_by_its_address(qtbot: QtBot, tmp_path: Path) -> None:
    files = Files({"/sheets.pdf": pdf(tmp_path / "served.pdf", 2)})
    with files, service_window(qtbot, tmp_path / "home", files, engine="auto", proxy="") as window:
        window.begin_with([])
        act(window, "open_url")
        dialog = the(AddressDialog, window)
        dialog.field.clear()
        QTest.keyClicks(dialog.field, f"{files.root}/sheets.pdf")
        QTest.keyClick(dialog.field, Qt.Key.Key_Return)
        until(qtbot, lambda: done(window))
        (row,) = window.looking.rows.values()
        assert (row.url, row.pages, row.title) == (f"{files.root}/sheets.pdf", 2, "sheets")
        until(qtbot, lambda: "Page 1" in window.text.text)


def test_without_a_service_nothing_waits_for_keys(qtbot: QtBot, tmp_path: Path) -> None:
    keyring.set_keyring(load_keyring(keychain.LOCKED))  # it would be noticed if it were asked
    with ProxiedChatServer() as server, service_window(qtbot, tmp_path / "home", server, engine="auto") as window:
        window.begin_with([pdf(tmp_path / "tides.pdf", 1)])
        until(qtbot, lambda: done(window))
        assert not window.actions_["key"].isEnabled()
        assert window.reading.status is not None and not window.reading.status.paused
        assert server.asked == []


def test_settings_stand_in_sections_and_changes_of_the_network_reach_the_engine(
    qtbot: QtBot, tmp_path: Path, server: ProxiedChatServer
) -> None:
    with service_window(qtbot, tmp_path / "home", server, **trusted(jina_url=f"http://{HOST}/v2")) as window:
        window.begin_with([pdf(tmp_path / "tides.pdf", 1)])
        until(qtbot, lambda: window.notices.titles()[:1] != [] and "no such service" in window.notices.titles()[0])
        act(window, "settings")
        dialog = the(SettingsDialog, window)
        headings = [label.text() for label in dialog.findChildren(QLabel, "section")]
        assert headings == ["Reading", "Engine", "Network", "Window"]
        fields = {one.accessibleName(): one for one in dialog.findChildren(QLineEdit)}
        fields["Jina address"].setText(f"http://{HOST}/v1")
        dialog.accept()
        until(qtbot, lambda: done(window))
        until(qtbot, lambda: window.notices.titles() == [])


def test_a_link_that_is_dropped_on_the_window_is_opened(qtbot: QtBot, tmp_path: Path) -> None:
    files = Files({"/a%20b.pdf": pdf(tmp_path / "served.pdf", 1)})
    with files, service_window(qtbot, tmp_path / "home", files, engine="auto", proxy="") as window:
        data = QMimeData()
        data.setUrls([QUrl(f"{files.root}/a%20b.pdf"), QUrl("mailto:keeper@example.org")])
        place, action = QPointF(window.rect().center()), Qt.DropAction.CopyAction
        buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        enter = QDragEnterEvent(place.toPoint(), action, data, buttons, keys)
        QApplication.sendEvent(window, enter)
        assert enter.isAccepted()
        QApplication.sendEvent(window, QDropEvent(place, action, data, buttons, keys))
        until(qtbot, lambda: done(window))
        assert [row.title for row in window.looking.rows.values()] == ["a b"]


def test_a_keychain_that_does_not_answer_is_told(
    qtbot: QtBot, tmp_path: Path, server: ProxiedChatServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_setup, "PATIENCE_MS", 50)
    answer = threading.Event()
    asked = Keys.get

    def slowly(keys: Keys, host: str) -> tuple[str, Where]:
        answer.wait(HANG_MS / 1000)
        return asked(keys, host)

    monkeypatch.setattr(Keys, "get", slowly)
    with service_window(qtbot, tmp_path / "home", server, **trusted()) as window:
        window.begin_with([pdf(tmp_path / "tides.pdf", 1)])
        until(qtbot, lambda: window.notices.titles()[:1] != [] and "keychain" in window.notices.titles()[0])
        assert server.asked == []
        answer.set()
        until(qtbot, lambda: done(window))
        until(qtbot, lambda: window.notices.titles() == [])


def test_the_engine_of_the_line_stands_in_the_dialog_until_another_is_chosen(
    qtbot: QtBot, tmp_path: Path, server: ProxiedChatServer
) -> None:
    named = Wish(f"openai:http://{HOST}/v1", "olmocr-2")
    with service_window(qtbot, tmp_path / "home", server, named=named, **trusted(engine="auto")) as window:
        window.begin_with([pdf(tmp_path / "tides.pdf", 1)])
        until(qtbot, lambda: done(window))
        assert {asked.body["model"] for asked in server.asked} == {"olmocr-2"}
        act(window, "engine")
        dialog: EngineDialog = the(EngineDialog, window)
        assert dialog.name == "openai"
        assert [field.text() for field in dialog.parts["openai"].findChildren(QLineEdit)][1] == "olmocr-2"
        dialog.buttons["builtin"].setChecked(True)
        click(dialog.box.button(dialog.box.StandardButton.Ok))
        until(qtbot, lambda: window.setup.chain[0].name == "builtin")
        assert window.memory.settings.engine == "builtin"


def test_an_automatic_choice_of_what_reads_already_does_not_start_it_again(qtbot: QtBot, tmp_path: Path) -> None:
    with ProxiedChatServer() as server, service_window(qtbot, tmp_path / "home", server, engine="auto") as window:
        states: list[str] = []
        window.desk.engine_status.connect(lambda status: states.append(status.state))
        window.begin_with([pdf(tmp_path / "tides.pdf", 1)])
        until(qtbot, lambda: done(window))
        until(qtbot, lambda: bool(window.setup.chain[0].reason))
        assert states.count("starting") <= 1 and states.count("ready") == 1  # it may have begun before we looked
        chip = window.findChild(QToolButton, "chip")
        assert isinstance(chip, QToolButton) and "Chosen: " in chip.toolTip()


def test_with_reader_chosen_a_file_is_read_here_unasked_and_that_is_told_once(qtbot: QtBot, tmp_path: Path) -> None:
    with ReaderServer({}) as server:
        more: dict[str, Any] = {"engine": "reader", "reader_url": f"http://{HOST}"}
        with service_window(qtbot, tmp_path / "home", server, None, **more) as window:
            window.begin_with([pdf(tmp_path / "tides.pdf", 2)])
            until(qtbot, lambda: done(window))
            assert not [one for one in window.findChildren(ConsentDialog) if one.isVisible()]
            (title,) = window.notices.titles()
            assert title.startswith("Jina Reader cannot be used (it reads documents by their web addresses only)")
            assert title.endswith("Built-in reader reads instead.")
        assert server.seen == []
