# SPDX-License-Identifier: AGPL-3.0-or-later
"""The window as a whole: names for screen readers, tab order, both looks, both directions,
dialogs, Qt's messages; with a session that only writes down what is asked."""

from __future__ import annotations

import logging
import stat
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMessageLogContext, Qt, QtMsgType
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPlainTextEdit, QTextBrowser, QWidget
from pytestqt.qtbot import QtBot

from app.core.assemble.steps import Steps
from app.core.changes import (
    AppCode,
    DocumentOpened,
    DocumentsChanged,
    Notice,
    PageRows,
    PageState,
    Problem,
    QueueStatus,
    SearchFound,
    SearchHit,
    StorageInfo,
)
from app.core.export import ExportOptions, Format
from app.core.settings import Settings, table
from app.desktop.actions import TABLE
from app.desktop.application import to_log
from app.desktop.awake import Awake, keeper_command
from app.desktop.dialogs.about import AboutDialog
from app.desktop.dialogs.export import ExportChoice, ExportDialog
from app.desktop.dialogs.languages import LanguagesDialog
from app.desktop.dialogs.pages import PageRangeDialog
from app.desktop.dialogs.search import SearchDialog
from app.desktop.dialogs.settings import SettingsDialog, label_of
from app.desktop.dialogs.storage import StorageDialog
from app.desktop.look import DARK, LIGHT, Look
from app.desktop.memory import Arrangement
from app.desktop.window import Window
from engine.protocol import ErrorCode
from tests.conftest import ExpectLog
from tests.gui.desks import HANG_MS, Recorder, document, failed, page_row, recording_window

pytestmark = pytest.mark.gui

ROWS = (document(1, "Tidal gauges", pages=48, asked=48, read=31), document(2, pages=2, asked=2, read=2), failed(3))


@pytest.fixture
def opened(qtbot: QtBot, tmp_path: Path) -> tuple[Window, Recorder]:
    """A window with three documents, the first one open."""
    window, recorder = recording_window(qtbot, tmp_path)
    recorder.notify(DocumentsChanged(ROWS))
    recorder.notify(DocumentOpened(1, 48))
    qtbot.waitUntil(lambda: window.looking.pages == 48, timeout=HANG_MS)
    recorder.notify(PageRows(1, 0, tuple(page_row(page) for page in range(48))))
    qtbot.waitUntil(lambda: window.looking.page_row is not None, timeout=HANG_MS)
    return window, recorder


def name_of(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface else ""


def focusable(root: QWidget) -> list[QWidget]:
    return [
        widget
        for widget in root.findChildren(QWidget)
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
    ]


def test_everything_that_takes_the_focus_has_a_name(opened: tuple[Window, Recorder]) -> None:
    window, _ = opened
    window.notices.tell("One.", group="g", heading=str)
    window.notices.tell("Two.", group="g", heading=str)
    QApplication.processEvents()
    widgets = focusable(window)
    assert len(widgets) > 10
    assert [widget for widget in widgets if not name_of(widget)] == []


DIALOGS = ("export", "search", "storage", "settings", "languages", "read_pages", "go_to_page", "shortcuts", "about")


@pytest.mark.parametrize("name", DIALOGS)
def test_each_dialog_opens_with_names_and_closes_with_escape(
    opened: tuple[Window, Recorder], name: str, qtbot: QtBot
) -> None:
    window, _ = opened
    window.actions_[name].trigger()
    (dialog,) = window.findChildren(QDialog)
    qtbot.waitUntil(dialog.isVisible, timeout=HANG_MS)
    assert [widget for widget in focusable(dialog) if not name_of(widget)] == []
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_about_holds_the_licences(opened: tuple[Window, Recorder]) -> None:
    window, _ = opened
    dialog = AboutDialog(window)
    texts = {}
    for number in range(dialog.tabs.count()):
        dialog.tabs.setCurrentIndex(number)
        tab = dialog.tabs.widget(number)
        assert isinstance(tab, QPlainTextEdit | QTextBrowser)
        texts[dialog.tabs.tabText(number)] = tab.toPlainText()
    assert all(text for text in texts.values())
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in texts["AGPL-3.0"]
    assert "CC BY-NC 4.0" in texts["Parts"]


def test_the_tab_key_walks_from_left_to_right(opened: tuple[Window, Recorder]) -> None:
    window, _ = opened
    order = [window.documents.view, window.strip, window.page.view]
    chain = []
    widget: QWidget | None = window.documents.view
    for _ in range(500):
        if widget in order and widget not in chain:
            chain.append(widget)
        widget = widget.nextInFocusChain() if widget else None
    assert chain == order


def test_no_action_fails_whatever_is_shown(opened: tuple[Window, Recorder], qtbot: QtBot) -> None:
    window, recorder = opened
    before = len(recorder.asked)
    leaving = ("remove", "next_document", "previous_document")  # last: the others need a page
    for entry in sorted(TABLE, key=lambda entry: entry.name in leaving):
        if entry.name not in ("quit", "open", "open_folder", "full_screen"):
            window.actions_[entry.name].trigger()
            QApplication.processEvents()
    for dialog in window.findChildren(QDialog):
        dialog.close()
    asked = {str(call[0]) for call in recorder.asked[before:]}
    assert {"view", "turn", "check", "read", "remove", "export", "storage"} <= asked


def test_looking_at_a_page_tells_the_session_first(opened: tuple[Window, Recorder]) -> None:
    window, recorder = opened
    before = len(recorder.asked)
    window.looking.go(7)
    asked = recorder.asked[before:]
    assert ("view", 1, 7) in asked
    assert asked.index(("view", 1, 7)) < next(n for n, call in enumerate(asked) if call[:3] == ("picture", 1, 7))
    assert window.strip.currentIndex().row() == 7


def test_a_document_that_cannot_be_opened_says_why(opened: tuple[Window, Recorder]) -> None:
    window, _ = opened
    window.looking.open(3)
    assert "damaged" in window.page.view._hint
    assert not window.actions_["read_page"].isEnabled()
    assert window.actions_["remove"].isEnabled()


def test_removing_the_last_document_shows_the_invitation(opened: tuple[Window, Recorder], qtbot: QtBot) -> None:
    window, recorder = opened
    recorder.notify(DocumentsChanged(()))
    qtbot.waitUntil(lambda: window.looking.document is None, timeout=HANG_MS)
    assert window.page.welcome.isVisible() and not window.page.view.isVisible()
    assert window.windowTitle() == "Copyholder"


def test_the_pause_button_follows_the_queue(opened: tuple[Window, Recorder], qtbot: QtBot) -> None:
    window, recorder = opened
    pause = window.actions_["pause"]
    recorder.notify(QueueStatus(paused=False, running=1, waiting=3, done=0, failed=0))
    qtbot.waitUntil(pause.isEnabled, timeout=HANG_MS)
    assert pause.text() == "&Pause"
    pause.trigger()
    recorder.notify(QueueStatus(paused=True, running=0, waiting=4, done=0, failed=0))
    qtbot.waitUntil(lambda: pause.text() == "&Resume", timeout=HANG_MS)
    pause.trigger()
    assert [call[0] for call in recorder.asked if call[0] in ("pause", "resume")] == ["pause", "resume"]


def test_following_goes_to_the_page_being_read(opened: tuple[Window, Recorder], qtbot: QtBot) -> None:
    window, recorder = opened
    window.actions_["follow"].trigger()
    recorder.notify(PageRows(1, 5, (page_row(5, PageState.READING),)))
    qtbot.waitUntil(lambda: window.looking.page == 5, timeout=HANG_MS)


def test_a_notice_of_the_session_with_its_next_step(opened: tuple[Window, Recorder], qtbot: QtBot) -> None:
    window, recorder = opened
    recorder.notify(Notice(Problem(ErrorCode.DISK_FULL), "reading"))
    recorder.notify(Notice(Problem(AppCode.NO_DOCUMENTS), "empty folder"))
    qtbot.waitUntil(lambda: len(window.notices.titles()) == 2, timeout=HANG_MS)
    assert window.notices.titles()[0].startswith("The disk is full")


def test_both_looks(opened: tuple[Window, Recorder]) -> None:
    window, _ = opened
    light = window.grab().toImage()
    window.actions_["look_dark"].trigger()
    QApplication.processEvents()
    dark = window.grab().toImage()
    assert window.look.colours is DARK
    assert window.memory.settings.theme == "dark"
    assert dark.pixelColor(10, dark.height() // 2).lightness() < 60 < light.pixelColor(10, 300).lightness()
    window.actions_["look_light"].trigger()
    assert window.look.colours is LIGHT
    assert window.look.mode == "light"


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_text_stands_out_from_its_ground(colours: object) -> None:
    """4.5:1, WCAG 2.1 AA for plain text."""

    def lightness(name: str) -> float:
        parts = [int(getattr(colours, name)[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    pairs = [
        ("ink", "ground"),
        ("ink", "field"),
        ("dim", "ground"),
        ("dim", "panel"),
        ("accent", "ground"),
        ("accent", "accent_ground"),
        ("on_accent", "accent"),
        ("warn", "ground"),
        ("warn", "warn_ground"),
        ("ink", "warn_ground"),
        ("dim", "canvas"),
    ]
    weak = {}
    for text, ground in pairs:
        high, low = sorted((lightness(text), lightness(ground)), reverse=True)
        if (high + 0.05) / (low + 0.05) < 4.5:
            weak[text, ground] = (high + 0.05) / (low + 0.05)
    assert weak == {}


def test_a_right_to_left_window_is_a_mirror(opened: tuple[Window, Recorder]) -> None:
    window, _ = opened
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    window.splitter.refresh()
    QApplication.processEvents()
    assert window.documents.x() > window.strip.x() > window.page.x() > window.text.x()
    assert not window.grab().isNull()


def test_the_range_dialog_says_what_is_wrong(qtbot: QtBot, opened: tuple[Window, Recorder]) -> None:
    window, _ = opened
    dialog = PageRangeDialog(48, 4, window)
    got: list[tuple[object, bool]] = []
    dialog.chosen.connect(lambda *chosen: got.append(chosen))
    dialog._text.setText("3-1x")
    assert "not understood" in dialog._problem.text()
    dialog._text.setText("60")
    assert "has no page 60" in dialog._problem.text()
    dialog._text.setText("1-3,7")
    assert dialog._problem.text() == ""
    dialog.accept()
    assert got == [((0, 1, 2, 6), False)]


def test_the_settings_dialog_shows_all_and_tells_what_changed(opened: tuple[Window, Recorder]) -> None:
    window, _ = opened
    dialog = SettingsDialog(Settings(languages=("de",)), window)
    assert set(dialog._read) == {setting.name for setting in table() if not setting.hidden}
    got: list[dict[str, object]] = []
    dialog.chosen.connect(got.append)
    line = next(field for field in dialog.findChildren(QLineEdit) if field.text() == "de")
    line.setText("de, fr ,")
    dialog.accept()
    assert got == [{"languages": ("de", "fr")}]
    assert label_of("picture_cache_mb") == "Picture cache (MB)"
    assert label_of("ocr_model") == "OCR model"


def test_languages_keep_their_order(opened: tuple[Window, Recorder]) -> None:
    window, _ = opened
    dialog = LanguagesDialog(("ja", "de"), window)
    got: list[tuple[str, ...]] = []
    dialog.chosen.connect(got.append)
    french = next(dialog.list.item(n) for n in range(dialog.list.count()) if "French" in dialog.list.item(n).text())
    french.setCheckState(Qt.CheckState.Checked)
    dialog.accept()
    assert got == [("ja", "de", "fr")]


def test_an_export_into_no_folder_is_refused(opened: tuple[Window, Recorder], tmp_path: Path) -> None:
    window, _ = opened
    last = window.exports._last(ROWS[0])
    dialog = ExportDialog(ROWS[0], ROWS[:2], last, window)
    got: list[ExportChoice] = []
    dialog.chosen.connect(got.append)
    dialog._folder.setText(str(tmp_path / "nowhere"))
    dialog._choose()
    assert got == []
    assert "There is no folder" in dialog._problem.text()
    dialog._folder.setText(str(tmp_path))
    dialog._scope.setCurrentIndex(1)
    dialog._format.setCurrentIndex(dialog._format.findData(Format.DOCX))
    assert not dialog._markdown.isEnabled()
    dialog._format.setCurrentIndex(dialog._format.findData(Format.MARKDOWN))
    assert dialog._markdown.isEnabled()
    dialog._steps.boxes["joins"].setChecked(False)
    dialog._markdown.front_matter.setChecked(True)
    dialog._markdown.columns.setValue(72)
    dialog._choose()
    assert [choice.documents for choice in got] == [(1, 2)]
    wanted = ExportOptions(steps=Steps(joins=False), front_matter=True, width=72)
    assert got[0].options == wanted
    window.exports._chosen(got[0])
    assert window.exports._last(ROWS[0]).options == wanted


def test_a_search_answer_that_typing_overtook_is_dropped(opened: tuple[Window, Recorder]) -> None:
    window, _ = opened
    dialog = SearchDialog(window.look, (), window)
    dialog._query.setText("gauge")
    hit = SearchHit(1, 4, "Tides", "the \ue000gauge\ue001 of <b>", stored=9)
    dialog.found(SearchFound("gau", (hit, hit)))
    assert dialog.hits.count() == 0
    dialog.found(SearchFound("gauge", (hit,)))
    assert dialog.hits.count() == 1
    opened_hits: list[SearchHit] = []
    dialog.opened.connect(lambda found, query: opened_hits.append(found))
    dialog._typing.stop()
    dialog._first()
    assert opened_hits == [hit]
    assert not dialog.grab().isNull()


def test_deleting_from_the_library_asks_first(opened: tuple[Window, Recorder], qtbot: QtBot) -> None:
    window, recorder = opened
    window.actions_["storage"].trigger()
    (dialog,) = window.findChildren(StorageDialog)
    recorder.notify(StorageInfo(Path("library.sqlite3"), 610_000, 12_000, ((5, "Tides", 48, 12_345),)))
    qtbot.waitUntil(lambda: dialog.table.topLevelItemCount() == 1, timeout=HANG_MS)
    item = dialog.table.topLevelItem(0)
    assert item is not None
    assert [item.text(column) for column in range(3)] == ["Tides", "48", "12 kB"]
    item.setSelected(True)
    dialog._ask_delete()
    assert recorder.of("delete_from_library") == []
    question = next(box for box in dialog.findChildren(QDialog) if box.isVisible())
    next(b for b in question.buttons() if b.text() == "Delete").click()  # type: ignore[attr-defined]
    assert recorder.of("delete_from_library") == [(5,)]


def test_a_damaged_arrangement_is_the_plain_one(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path, Settings(layout='{"documents": "perhaps"'))
    assert window.memory.arrangement == Arrangement()


def test_settings_that_cannot_be_written_are_told(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file in the place of the folder")
    window, _ = recording_window(qtbot, tmp_path)
    window.memory.change(theme="dark")
    qtbot.waitUntil(lambda: bool(window.notices.titles()), timeout=HANG_MS)
    window.look.set_mode("light")


def test_qt_messages_become_log_records(expect_log: ExpectLog, caplog: pytest.LogCaptureFixture) -> None:
    expect_log("qt: something odd")
    context = QMessageLogContext()
    to_log(QtMsgType.QtWarningMsg, context, "something odd")
    to_log(QtMsgType.QtWarningMsg, context, "This plugin does not support propagateSizeHints()")
    assert [record.levelno for record in caplog.records if record.name == "qt"] == [logging.WARNING]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the keeper of Linux")
def test_the_computer_is_kept_awake_while_asked(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for systemd-inhibit writes that it was started and runs what it is given."""
    keeper = tmp_path / "systemd-inhibit"
    keeper.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/held\ncat\nrm {tmp_path}/held\n')
    keeper.chmod(keeper.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    awake = Awake()
    awake.hold(True)
    held = tmp_path / "held"
    qtbot.waitUntil(lambda: held.exists() and "--what=idle:sleep" in held.read_text(), timeout=HANG_MS)
    awake.hold(False)
    qtbot.waitUntil(lambda: not awake.running, timeout=HANG_MS)
    awake.hold(True)
    qtbot.waitUntil(lambda: awake.running == 1, timeout=HANG_MS)
    awake.close_down()
    assert awake.running == 0


def test_a_keeper_that_fails_is_only_logged(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    awake = Awake()
    awake.hold(True)
    assert any("may fall asleep" in record.message for record in caplog.records)
    awake.hold(False)
    assert keeper_command("darwin", 12) == ("caffeinate", ["-i", "-w", "12"])
    assert keeper_command("plan9", 12) is None


def test_the_look_follows_the_system(qapp: QApplication) -> None:
    look = Look(qapp, "dark")
    assert look.dark
    look.set_mode("light")
    assert not look.dark
