# SPDX-License-Identifier: AGPL-3.0-or-later
"""Click to locate, both ways: editor, plain preview and picture, with real clicks and drags."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.gui.desks import HANG_MS
from tests.gui.proof_desk import ProofBench, laid_out, proofed

pytestmark = pytest.mark.gui

LINES = [
    "Tidal gauges of the northern coast",
    "The gauge at Ostend was read at noon and showed 4217 millimetres",
    "above the datum of the survey which is the usual one here",
    "Station Height",
    "Ostend 4217",
    "Dover 3982",
]
TEXT = (
    "# Tidal gauges of the northern coast\n\n"
    "The gauge at **Ostend** was read at noon and showed 4217 millimetres above the datum of the *survey* which is"
    " the usual one here 😀𠀀 with words of no place\n\n"
    "| Station | Height |\n|---|---|\n| Ostend | 4217 |\n| Dover | 3982 |\n"
)
WORDS = laid_out(LINES)


def box_of(text: str, nth: int = 0) -> tuple[float, float, float, float]:
    return [word.box for word in WORDS if word.text == text][nth]


def close(first: tuple[float, ...], second: tuple[float, ...]) -> bool:
    return all(abs(a - b) < 1e-6 for a, b in zip(first, second, strict=True))


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> ProofBench:
    return ProofBench(qtbot, tmp_path)


def marked(bench: ProofBench, box: tuple[float, float, float, float]) -> bool:
    return len(bench.view.highlights) == 1 and close(bench.view.highlights[0], box)


@pytest.mark.parametrize(("word", "nth"), [("noon", 0), ("northern", 0), ("Ostend", 1), ("3982", 0)])
def test_a_click_in_the_source_marks_the_word_on_the_picture(bench: ProofBench, word: str, nth: int) -> None:
    bench.show(TEXT)
    bench.proof(TEXT, WORDS)
    bench.click_word(word, nth)
    bench.qtbot.waitUntil(lambda: marked(bench, box_of(word, nth)), timeout=HANG_MS)
    assert bench.view.marks_are_sure


def test_a_word_without_a_place_is_bounded_and_dashed(bench: ProofBench) -> None:
    bench.show(TEXT)
    bench.proof(TEXT, WORDS)
    bench.click_word("place")
    bench.qtbot.waitUntil(lambda: bool(bench.view.highlights), timeout=HANG_MS)
    assert not bench.view.marks_are_sure


@pytest.mark.parametrize(("word", "nth"), [("noon", 0), ("survey", 0), ("coast", 0), ("Ostend", 1), ("3982", 0)])
def test_a_click_in_the_preview_marks_the_word_on_the_picture(bench: ProofBench, word: str, nth: int) -> None:
    """Also behind emphasis, in a heading, and in the cells of a table."""
    bench.show(TEXT, source=False)
    bench.proof(TEXT, WORDS)
    view = bench.lite.view
    document = view.document()
    cursor = document.find(word)
    for _ in range(nth):
        cursor = document.find(word, cursor)
    cursor.setPosition(cursor.selectionStart() + 1)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.cursorRect(cursor).center())
    bench.qtbot.waitUntil(lambda: marked(bench, box_of(word, nth)), timeout=HANG_MS)


def test_a_click_on_the_picture_selects_the_word_in_the_source(bench: ProofBench) -> None:
    bench.show("😀𠀀 " + TEXT)
    bench.proof("😀𠀀 " + TEXT, WORDS)
    left, top, right, bottom = box_of("survey")
    place = bench.on_page((left + right) / 2, (top + bottom) / 2)
    QTest.mouseClick(bench.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    bench.qtbot.waitUntil(lambda: bench.selected == "survey", timeout=HANG_MS)
    assert marked(bench, box_of("survey"))


def test_a_click_on_the_picture_selects_the_word_in_the_preview(bench: ProofBench) -> None:
    bench.show(TEXT, source=False)
    bench.proof(TEXT, WORDS)
    left, top, right, bottom = box_of("Dover")
    place = bench.on_page((left + right) / 2, (top + bottom) / 2)
    QTest.mouseClick(bench.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    bench.qtbot.waitUntil(lambda: bench.lite.view.textCursor().selectedText() == "Dover", timeout=HANG_MS)


def test_a_drag_on_the_picture_selects_what_it_frames(bench: ProofBench) -> None:
    bench.show(TEXT)
    bench.proof(TEXT, WORDS)
    first, last = box_of("Ostend"), box_of("noon")
    bench.drag(bench.on_page(first[0], first[1]) - QPoint(3, 3), bench.on_page(last[2], last[3]) + QPoint(3, 3))
    bench.qtbot.waitUntil(lambda: bench.selected == "Ostend** was read at noon", timeout=HANG_MS)


def test_the_sheet_is_moved_by_the_middle_button_and_with_the_space_bar(bench: ProofBench) -> None:
    bench.show(TEXT)
    bench.proof(TEXT, WORDS)
    bench.view.set_factor(3.0)
    bar = bench.view.verticalScrollBar()
    bar.setValue(400)
    bench.drag(QPoint(200, 300), QPoint(200, 200), Qt.MouseButton.MiddleButton)
    assert bar.value() == 500
    bench.view.setFocus()
    QTest.keyPress(bench.view, Qt.Key.Key_Space)
    bench.drag(QPoint(200, 200), QPoint(200, 300))
    QTest.keyRelease(bench.view, Qt.Key.Key_Space)
    assert bar.value() == 400
    assert bench.selected == ""


def test_without_words_the_sheet_is_moved_by_any_drag(bench: ProofBench) -> None:
    bench.show(TEXT)
    bench.proof(TEXT, ())
    bench.view.set_factor(3.0)
    bar = bench.view.verticalScrollBar()
    bar.setValue(400)
    bench.drag(QPoint(200, 300), QPoint(200, 200))
    assert bar.value() == 500


def test_a_place_out_of_sight_is_scrolled_into_view(bench: ProofBench) -> None:
    text = "\n\n".join(f"Paragraph {number} of the page stands here" for number in range(45))
    words = laid_out(text.split("\n\n"))
    bench.show(text)
    bench.proof(text, words)
    bench.view.set_factor(2.0)
    bench.window.proof.text.select(text.index("Paragraph 40"), text.index("Paragraph 40") + 12)
    before = bench.view.verticalScrollBar().value()
    bench.click_word("Paragraph 40")
    bench.qtbot.waitUntil(lambda: bool(bench.view.highlights), timeout=HANG_MS)
    assert bench.view.verticalScrollBar().value() > before
    mark = bench.view.in_view(bench.view.highlights[0]).toRect()
    assert bench.view.viewport().rect().contains(mark)


def test_the_key_shows_the_cursors_word_on_the_page(bench: ProofBench) -> None:
    bench.show(TEXT)
    bench.proof(TEXT, WORDS)
    bench.window.text.focus_source()
    bench.editor.go_to(TEXT.index("noon") + 4)  # behind its last letter
    bench.key(Qt.Key.Key_F7)
    bench.qtbot.waitUntil(lambda: marked(bench, box_of("noon")), timeout=HANG_MS)


def test_a_map_of_another_text_is_not_used(bench: ProofBench) -> None:
    bench.show(TEXT)
    bench.tell(proofed(TEXT + "more", WORDS))
    bench.click_word("noon")
    bench.qtbot.wait(150)
    assert bench.view.highlights == ()
