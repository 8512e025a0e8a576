# SPDX-License-Identifier: AGPL-3.0-or-later
"""The notice bar and the status line: one sentence each, together where they belong together,
and no figure that was not reported."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPlainTextEdit, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from app.core.changes import EngineStatus, Problem, QueueFinished, QueueStatus
from app.desktop.bell import ended_words
from app.desktop.notice_bar import SHOWN, NextStep, NoticeBar
from app.desktop.phrases import duration, engine_reason, pages_rate, queue_left, queue_speed, size
from app.desktop.status_bar import StatusBar
from app.desktop.tally import FailureTally
from engine.protocol import ErrorCode
from tests.gui.desks import document, failed, the_look

pytestmark = pytest.mark.gui


@pytest.fixture
def bar(qtbot: QtBot) -> NoticeBar:
    bar = NoticeBar(the_look())
    qtbot.addWidget(bar)
    bar.resize(700, 200)
    return bar


def frames(bar: NoticeBar) -> list[QFrame]:
    QApplication.processEvents()  # a layout shows new children with the next turn
    return [frame for frame in bar.findChildren(QFrame, "notice") if not frame.isHidden()]


def test_an_empty_bar_takes_no_room(bar: NoticeBar) -> None:
    assert bar.isHidden()
    bar.tell("Something is wrong.")
    assert not bar.isHidden()
    QTest.mouseClick(frames(bar)[0].findChildren(QToolButton)[0], Qt.MouseButton.LeftButton)
    assert bar.isHidden()


def test_a_group_shares_one_line_and_unfolds(bar: NoticeBar) -> None:
    for number in range(6):
        bar.tell(f"{number}.pdf is damaged.", group="files", heading=lambda n: f"{n} files could not be opened.")
    assert bar.titles() == ["6 files could not be opened."]
    (frame,) = frames(bar)
    unfold = next(button for button in frame.findChildren(QPushButton) if button.text() == "Show all")
    unfold.click()
    assert frame.findChildren(QPlainTextEdit)[0].toPlainText().splitlines() == [
        f"{n}.pdf is damaged." for n in range(6)
    ]


def test_the_same_sentence_again_is_no_second_line(bar: NoticeBar) -> None:
    bar.tell("The disk is full.")
    bar.tell("The disk is full.")
    assert bar.titles() == ["The disk is full."]


def test_many_notices_take_the_room_of_three(bar: NoticeBar) -> None:
    for number in range(50):
        bar.tell(f"Trouble {number}")
    assert len(frames(bar)) == SHOWN
    assert len(bar.titles()) == 50
    bar.dismiss("Trouble 1")
    assert len(frames(bar)) == SHOWN


def test_the_next_step_is_taken_once(bar: NoticeBar) -> None:
    taken: list[int] = []
    bar.tell("It stopped.", steps=(NextStep("Go on", lambda: taken.append(1)),))
    button = next(b for b in frames(bar)[0].findChildren(QPushButton) if b.text() == "Go on")
    button.click()
    assert taken == [1]
    assert bar.titles() == []


def test_failed_files_are_told_together_from_the_second_on(bar: NoticeBar) -> None:
    tally = FailureTally(bar)
    tally.rows_changed([failed(1), document(2)], whole=True)
    assert bar.titles() == []
    tally.rows_changed([failed(3)], whole=False)
    assert bar.titles() == ["2 files could not be opened."]
    tally.rows_changed([failed(3)], whole=False)  # told already
    tally.rows_changed([failed(4, ErrorCode.EMPTY_FILE)], whole=False)
    assert bar.titles() == ["3 files could not be opened."]
    tally.rows_changed([failed(1), document(2)], whole=True)  # the others were removed
    assert bar.titles() == []


def shown(bar: StatusBar) -> list[str]:
    return [label.text() for label in bar.findChildren(QLabel) if label.text() and not label.isHidden()]


def status(**more: object) -> QueueStatus:
    facts: dict[str, object] = {"paused": False, "running": 2, "waiting": 15, "done": 31, "failed": 0}
    return QueueStatus(**facts | more)  # type: ignore[arg-type]


def test_what_an_engine_does_not_report_is_not_shown(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.queue_status(status())
    assert shown(bar) == ["17 pages left"]
    bar.queue_status(status(pages_per_s=2.1, tokens_per_s=1840.0, acceptance=0.71, seconds_left=8.2))
    assert shown(bar) == ["2.1 pages/s", "1,840 tok/s", "acceptance 71 %", "17 pages left · 8 s"]
    bar.queue_status(status(running=0, waiting=0))
    assert shown(bar) == ["all pages read"]


def test_the_chip_says_which_engine_and_why(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    chip = bar.findChild(QToolButton, "chip")
    assert chip is not None
    bar.engine_status(EngineStatus("builtin", "loading", progress=0.5))
    assert chip.text() == "Built-in reader · 50 %"
    bar.engine_status(EngineStatus("builtin", "ready"))
    assert chip.text() == "Built-in reader"
    assert "no network" in chip.toolTip()
    bar.engine_status(EngineStatus("builtin", "failed", problem=Problem(ErrorCode.ENGINE_UNAVAILABLE)))
    assert chip.text() == "Built-in reader · not running"
    assert any("No engine could be started" in text for text in shown(bar))


def test_words_of_the_queue() -> None:
    assert queue_left(status(paused=True)) == "paused · 17 pages left"
    assert queue_left(status(running=0, waiting=0, done=0)) == ""
    assert queue_left(status(running=0, waiting=0, failed=1)) == ""
    assert queue_left(status(seconds_left=8.0)) == "17 pages left · 8 s"
    assert queue_left(status(seconds_left=8.0, opening=1900)) == "17 pages left · 1,900 documents to open"
    assert queue_left(status(running=0, waiting=0, done=4, opening=1)) == "1 document to open"
    assert queue_left(status(paused=True, opening=2)) == "paused · 17 pages left · 2 documents to open"
    assert queue_speed(status(chars_per_s=2150.0)) == "2,150 chars/s"
    assert engine_reason(EngineStatus("other", "ready", "its own reason")) == "its own reason"
    assert ended_words(QueueFinished(48, 2, 181.0)) == "48 pages read in 3 min, 2 failed"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.04, "0.04 s"),
        (1.23, "1.2 s"),
        (9.96, "10 s"),
        (48.0, "48 s"),
        (8, "8 s"),
        (181.0, "3 min"),
        (7500.0, "2 h 05"),
    ],
)
def test_durations(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_rates_and_sizes() -> None:
    assert pages_rate(2.14) == "2.1 pages/s"
    assert pages_rate(0.05) == "3 pages/min"
    assert pages_rate(0.001) == "under 1 page/min"
    assert [size(n) for n in (12, 610_000, 8_400_000, 3_200_000_000)] == ["12 bytes", "610 kB", "8.4 MB", "3.2 GB"]
