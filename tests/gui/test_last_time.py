# SPDX-License-Identifier: AGPL-3.0-or-later
"""What was open is open again at the next start, also after a window that was never closed; and
an empty window says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.core.changes import DocumentsChanged, DocumentState
from app.core.places import Places
from app.core.settings import Settings
from app.core.settings_file import load
from app.desktop.memory import Arrangement, Memory, OpenDocument
from tests.e2e.sessions import make_pdf
from tests.gui.desks import document, real_window, recording_window
from tests.gui.test_window import is_read, states, until

pytestmark = pytest.mark.gui


def saved(home: Path) -> Settings:
    return load(Places(home).settings)[0]


def arrangement(home: Path) -> Arrangement:
    return Memory(Places(home), saved(home)).arrangement


def test_the_next_start_has_the_documents_the_order_and_the_place(qtbot: QtBot, tmp_path: Path) -> None:
    files = [make_pdf(tmp_path / f"{name}.pdf", 3, text=f"of {name} ") for name in ("tides", "winds")]
    with real_window(qtbot, tmp_path / "home") as window:
        window.begin_with(files)
        for file in files:
            until(qtbot, is_read(window, file.name))
        _, winds = window.looking.rows
        window.looking.open(winds)
        window.looking.go(2)
        window.desk.session.edit(winds, 2, "corrected")
    with real_window(qtbot, tmp_path / "home", settings=saved(tmp_path / "home")) as window:
        window.begin_with([])
        until(qtbot, lambda: window.text.text == "corrected")
        assert [row.path for row in window.looking.rows.values()] == files
        assert window.looking.row is not None and window.looking.row.path == files[1]
        assert window.looking.page == 2


def test_reading_that_was_broken_off_goes_on(qtbot: QtBot, tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "tides.pdf", 4)
    slow = {"default": {"text": "slow " * 400, "until": str(tmp_path / "never"), "until_at": 100}}
    with real_window(qtbot, tmp_path / "home", slow) as window:
        window.begin_with([file])
        until(qtbot, lambda: states(window).get("tides.pdf") is DocumentState.READING)
        until(qtbot, lambda: bool(window.looking.row and window.looking.row.stored))
    assert arrangement(tmp_path / "home").open[0].unfinished
    with real_window(qtbot, tmp_path / "home", settings=saved(tmp_path / "home")) as window:
        window.begin_with([])
        until(qtbot, is_read(window, "tides.pdf"))


def test_the_list_is_kept_while_the_window_stands(qtbot: QtBot, tmp_path: Path) -> None:
    """A program that is killed never closes its window."""
    home = tmp_path / "home"
    with real_window(qtbot, home) as window:
        window.begin_with([make_pdf(tmp_path / "tides.pdf")])
        until(qtbot, lambda: bool(saved(home).layout and arrangement(home).open))
        number = arrangement(home).open[0].stored
        assert window.looking.row is not None and window.looking.row.stored == number


def test_given_files_come_alone_and_the_setting_can_be_off(qtbot: QtBot, tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "tides.pdf")
    window, recorder = recording_window(qtbot, tmp_path / "home")
    window.memory.arrange(open=(OpenDocument(stored=7, unfinished=True), OpenDocument(stored=8)))
    window.begin_with([file])
    assert not recorder.of("open_stored") and recorder.of("add") == [([file],)]
    window.memory.change(open_last=False)
    window.begin_with([])
    assert not recorder.of("open_stored")
    window.memory.change(open_last=True)
    window.begin_with([])
    assert recorder.of("open_stored") == [(7, True), (8, False)]


def test_a_window_closed_before_they_came_back_forgets_none(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path / "home")
    left = (OpenDocument(stored=7, unfinished=True), OpenDocument(stored=8))
    window.memory.arrange(open=left)
    window.begin_with([])
    window.close()
    assert window.memory.arrangement.open == left


def test_a_document_deleted_since_is_passed_over_in_silence(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path / "home")
    window.memory.arrange(open=(OpenDocument(stored=7),))
    with real_window(qtbot, tmp_path / "other", settings=window.memory.settings) as real:
        real.begin_with([])
        real.desk.session.open_stored(99)  # one that nobody had open is told
        until(qtbot, lambda: len(real.notices.titles()) == 1)
        assert "99" in real.notices.titles()[0]


def test_an_empty_window_offers_files_and_the_recent_ones(qtbot: QtBot, tmp_path: Path) -> None:
    names = [f"/papers/{'long name ' * 20}{n}.pdf" for n in range(7)]
    window, recorder = recording_window(qtbot, tmp_path / "home", Settings(recent=tuple(names)))
    welcome = window.page.welcome
    assert welcome.isVisible() and not window.page.view.isVisible()
    links = [button for button in welcome.findChildren(QPushButton) if button.objectName() == "link"]
    links.remove(welcome.sample)
    assert len(links) == 5 and all(link.width() <= welcome.width() for link in links)
    links[1].click()
    assert recorder.of("add") == [([Path(names[1])],)]
    recorder.notify(DocumentsChanged((document(1, pages=3),)))
    until(qtbot, lambda: not welcome.isVisible())
