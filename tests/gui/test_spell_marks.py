# SPDX-License-Identifier: AGPL-3.0-or-later
"""Marks under unknown words, with real keys and a real dictionary: off by default, on by the settings, brought up to
date as one types, and beside the marks of flags."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.desktop.proof.editor_places import GROUP as FLAGS
from tests.gui.desks import HANG_MS
from tests.gui.proof_desk import ProofBench, laid_out
from tests.unit.test_spelling import dictionary

pytestmark = pytest.mark.gui

TEXT = "😀 The tide was hihg at noon\n\nIt was 4271 at noon\n"


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> ProofBench:
    dictionary(tmp_path / "words", "en_US", "the The tide was high at noon It it")
    made = ProofBench(qtbot, tmp_path / "home")
    made.show(TEXT)
    return made


def lines(bench: ProofBench) -> list[QTextCharFormat.UnderlineStyle]:
    return [one.format.underlineStyle() for one in bench.editor.extraSelections()]


def test_off_until_a_dictionary_is_chosen_and_then_as_one_types(bench: ProofBench, tmp_path: Path) -> None:
    marks, memory = bench.window.spelling, bench.window.memory
    bench.qtbot.wait(600)
    assert marks.words == [] and lines(bench) == []
    with bench.qtbot.waitSignal(marks.marked, timeout=HANG_MS):
        memory.change(spelling=("en",), spelling_folder=str(tmp_path / "words"))
    assert marks.words == ["hihg"]  # on its letters, behind a sign of two units
    assert lines(bench) == [QTextCharFormat.UnderlineStyle.DashDotLine]
    bench.editor.moveCursor(bench.editor.textCursor().MoveOperation.End)
    QTest.keyClicks(bench.editor, "It wsa")
    bench.qtbot.waitUntil(lambda: marks.words == ["hihg", "wsa"], timeout=HANG_MS)
    for _ in range(3):
        QTest.keyClick(bench.editor, Qt.Key.Key_Backspace)
    QTest.keyClicks(bench.editor, "was")
    bench.qtbot.waitUntil(lambda: marks.words == ["hihg"], timeout=HANG_MS)
    memory.change(spelling=())
    assert marks.words == [] and lines(bench) == []


def test_flags_keep_their_marks(bench: ProofBench, tmp_path: Path) -> None:
    bench.window.memory.change(spelling=("en_US",), spelling_folder=str(tmp_path / "words"))
    bench.qtbot.waitUntil(lambda: bench.window.spelling.words == ["hihg"], timeout=HANG_MS)
    bench.proof(TEXT, laid_out(["The tide was hihg at noon", "It was 4217 at noon"]))
    bench.qtbot.waitUntil(lambda: len(lines(bench)) == 2, timeout=HANG_MS)
    assert QTextCharFormat.UnderlineStyle.DashDotLine in lines(bench)
    assert len(bench.editor._selections[FLAGS]) == 1


def test_another_page_has_marks_of_its_own(bench: ProofBench, tmp_path: Path) -> None:
    bench.window.memory.change(spelling=("en_US",), spelling_folder=str(tmp_path / "words"))
    bench.qtbot.waitUntil(lambda: bench.window.spelling.words == ["hihg"], timeout=HANG_MS)
    bench.show("The tide `cde` was hgih $x$\n")
    bench.qtbot.waitUntil(lambda: bench.window.spelling.words == ["hgih"], timeout=HANG_MS)


def test_a_dictionary_that_is_not_there_is_told_once(bench: ProofBench, tmp_path: Path) -> None:
    bench.window.memory.change(spelling=("en_US", "xx_XX"), spelling_folder=str(tmp_path / "words"))
    bench.qtbot.waitUntil(lambda: bench.window.spelling.words == ["hihg"], timeout=HANG_MS)
    assert ["No dictionary was found for xx_XX" in title for title in bench.window.notices.titles()] == [True]
    bench.show(TEXT + "\nNew hgih\n")
    bench.qtbot.waitUntil(lambda: "hgih" in bench.window.spelling.words, timeout=HANG_MS)
    assert len(bench.window.notices.titles()) == 1


def test_without_the_extra_it_says_what_to_install(bench: ProofBench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.core.spelling.available", lambda: False)
    bench.window.memory.change(spelling=("xx",))
    bench.qtbot.waitUntil(lambda: bool(bench.window.notices.titles()), timeout=HANG_MS)
    assert "copyholder[spelling]" in bench.window.notices.titles()[0]
