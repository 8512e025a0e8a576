# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is in sight: all of a flag's text, the right page in the preview, a list of flags where there are some."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from app.core.changes import PageProofed, PageShown, PageState
from app.core.checks import Flag, Kind, Reason, Severity
from engine.protocol import Reading
from tests.gui.desks import HANG_MS
from tests.gui.proof_desk import ProofBench, proofed
from tests.gui.test_proof_flags import RIGHT, WORDS, WRONG

pytestmark = pytest.mark.gui

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> ProofBench:
    return ProofBench(qtbot, tmp_path)


# ------------------------------------------------------------ the list


def test_the_list_goes_with_the_flags_and_comes_back_with_them(bench: ProofBench) -> None:
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    bench.key(Qt.Key.Key_F8, CTRL)
    listed, button = bench.window.proof.list, bench.strip.all
    assert listed.isVisible() and button.isChecked() and listed.hasFocus()
    bench.show(RIGHT)
    bench.proof(RIGHT, WORDS)
    assert not listed.isVisible() and not button.isChecked() and not button.isEnabled()
    assert bench.strip.hasFocus()
    bench.key(Qt.Key.Key_F8, CTRL)  # there is nothing to list
    assert not listed.isVisible() and not button.isChecked()
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    assert listed.isVisible() and button.isChecked() and listed.count() == 3
    button.click()
    assert not listed.isVisible() and not button.isChecked()


# ------------------------------------------------------------ the flag's text


def in_sight(bench: ProofBench, place: int) -> bool:
    cursor = QTextCursor(bench.editor.document())
    cursor.setPosition(place)
    return bench.editor.viewport().rect().contains(bench.editor.cursorRect(cursor).center())


@pytest.mark.parametrize("words", [3, 60, 2000])
def test_all_of_a_flags_text_is_in_sight_or_its_beginning_where_it_is_too_long(bench: ProofBench, words: int) -> None:
    text = "\n\n".join(f"Paragraph {n} " + "of words in a row " * 12 for n in range(40))
    text += "\n\n" + " ".join(f"flagged{n}" for n in range(words)) + "\n\n" + "the end of it\n\n" * 40
    start = text.index("flagged0")
    end = text.index(f"flagged{words - 1}") + len(f"flagged{words - 1}")
    bench.show(text)
    flag = Flag(Kind.LOW_CONFIDENCE, Severity.HINT, start, end, Reason.UNSURE)
    bench.tell(PageProofed(1, 0, text, (flag,), proofed(RIGHT, WORDS).findings))
    bar = bench.editor.verticalScrollBar()
    high = bench.editor.viewport().height()
    for before in (0, None):  # far away, then with only its first line at the view's lower edge
        if before is None:
            bench.window.proof.text.editor.show_top(start)
            bar.setValue(bar.value() - high // bench.editor.fontMetrics().lineSpacing() + 3)
        else:
            bar.setValue(before)
        bench.window.proof.flags.look_at(None)
        bench.editor.moveCursor(QTextCursor.MoveOperation.Start)
        bench.window.walk._look_at(0)
        assert in_sight(bench, start)
        if words < 2000:
            assert in_sight(bench, end)
        else:
            cursor = QTextCursor(bench.editor.document())
            cursor.setPosition(start)
            assert bench.editor.cursorRect(cursor).top() < high / 4, "as much as fits"


def test_a_suggestion_for_a_place_without_text_is_not_put_in_where_that_has_moved(bench: ProofBench) -> None:
    bench.show(RIGHT, source=False)
    data = {"page": "more"}
    flag = Flag(Kind.MISSING_TEXT, Severity.FAULT, len(RIGHT), len(RIGHT), Reason.WORDS_LEFT_OUT, data, suggestion="x")
    bench.tell(PageProofed(1, 0, RIGHT, (flag,), proofed(RIGHT, WORDS).findings))
    bench.key(Qt.Key.Key_F8)
    bench.show("Short.", source=False)
    bench.window.walk.accept()
    assert bench.asked("edit") == [] and bench.window.text.text == "Short."
    bench.editor.put_in(500, 600, "x")  # behind the end
    assert bench.editor.text.endswith("x")


# ------------------------------------------------------------ the preview


def page(text: str, number: int, serial: int) -> PageShown:
    reading = Reading(engine="builtin", raw=text, text=text)
    return PageShown(1, number, PageState.READ, text, reading=reading, readings=1, serial=serial)


def test_the_preview_shows_nothing_until_it_shows_the_page_of_the_head(bench: ProofBench) -> None:
    pane, cover = bench.window.text, bench.window.text._cover

    def seen(words: str) -> bool:
        return words in bench.lite.view.toPlainText() and cover.isHidden()

    bench.show("The first page.", source=False)
    bench.qtbot.waitUntil(lambda: seen("first"), timeout=HANG_MS)
    bench.recorder.notify(page("The second page.", 1, 9))
    bench.qtbot.waitUntil(lambda: pane.place == (1, 1), timeout=HANG_MS)
    assert seen("second") or (cover.isVisible() and cover.geometry() == pane._stack.rect())
    bench.qtbot.waitUntil(lambda: seen("second"), timeout=HANG_MS)
    bench.window.text.show_source(True)
    assert cover.isHidden()
    bench.tell(page("The third page.", 2, 9))
    bench.window.text.show_source(False)
    assert cover.isVisible()
    bench.qtbot.waitUntil(lambda: seen("third"), timeout=HANG_MS)
    bench.window.text.focus_source()
    bench.editor.put_in(0, 3, "This is no longer the")
    bench.window.text.show_source(False)
    assert cover.isVisible(), "nor the text before it was changed"
    bench.qtbot.waitUntil(lambda: seen("no longer the third"), timeout=HANG_MS)
    bench.window.text.show_source(True)
    bench.window.text.show_source(False)
    assert cover.isHidden(), "it is up to date"
    bench.tell(page("", 3, 9))
    assert cover.isHidden() and pane._stack.currentWidget() is pane._hint
    bench.tell(page("The fifth page.", 4, 9))
    bench.qtbot.waitUntil(lambda: seen("fifth"), timeout=HANG_MS)
