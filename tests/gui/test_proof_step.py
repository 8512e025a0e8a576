# SPDX-License-Identifier: AGPL-3.0-or-later
"""Page and text in step: both ways, by content, with real turns of the wheel; and what must not move."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.core.changes import PagePiece, PageShown, PageState
from app.desktop.proof import user_scroll
from engine.protocol import Word
from tests.gui.desks import HANG_MS
from tests.gui.proof_desk import ProofBench, laid_out, wheel

pytestmark = pytest.mark.gui

LINGERS = 3600.0
"""Seconds for which the pane leads that was scrolled: a busy machine is no reason to lose step."""

PARAGRAPHS = [f"Paragraph {number} says what number {number * 37} of the gauges showed at noon" for number in range(40)]
TEXT = "\n\n".join(PARAGRAPHS)
WORDS = laid_out(PARAGRAPHS)


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProofBench:
    monkeypatch.setattr(user_scroll, "LINGERS", LINGERS)
    made = ProofBench(qtbot, tmp_path)
    made.view.set_factor(2.5)  # the page is much higher than its view
    made.view.verticalScrollBar().setValue(0)
    made.editor.setFixedHeight(200)
    return made


def paragraph_of_page(bench: ProofBench) -> int:
    """The one at the top of the picture."""
    tops = [word.box[1] for word in WORDS if word.text == "Paragraph"]
    height = bench.view.top_height + 0.002
    return max((number for number, top in enumerate(tops) if top <= height), default=0)


def paragraph_of_text(bench: ProofBench) -> int:
    return TEXT.count("\n\n", 0, round(bench.window.proof.text.top) + 1)


def in_step(bench: ProofBench) -> bool:
    return abs(paragraph_of_page(bench) - paragraph_of_text(bench)) <= 1


@pytest.mark.parametrize("source", [True, False])
def test_the_page_follows_the_text(bench: ProofBench, source: bool) -> None:
    bench.show(TEXT, source=source)
    bench.proof(TEXT, WORDS)
    if not source:
        bench.window.text.zoom_in()
        bench.window.text.set_zoom(2.0)
    port = bench.editor.viewport() if source else bench.lite.view.viewport()
    for _ in range(6):
        wheel(port, -1)
        bench.qtbot.waitUntil(lambda: in_step(bench), timeout=HANG_MS)
    bench.qtbot.waitUntil(lambda: paragraph_of_text(bench) > 1 and in_step(bench), timeout=HANG_MS)
    for _ in range(20):
        wheel(port, 1)
    bench.qtbot.waitUntil(lambda: bench.view.verticalScrollBar().value() == 0, timeout=HANG_MS)


@pytest.mark.parametrize("source", [True, False])
def test_the_text_follows_the_page(bench: ProofBench, source: bool) -> None:
    bench.show(TEXT, source=source)
    bench.proof(TEXT, WORDS)
    if not source:
        bench.window.text.set_zoom(3.0)
    for _ in range(8):
        wheel(bench.view.viewport(), -1)
        bench.qtbot.waitUntil(lambda: in_step(bench), timeout=HANG_MS)
    assert paragraph_of_page(bench) > 3


def test_the_zoom_of_each_is_its_own(bench: ProofBench) -> None:
    bench.show(TEXT)
    bench.proof(TEXT, WORDS)
    factor = bench.view.factor
    bench.window.text.set_zoom(1.7)
    assert bench.view.factor == factor
    wheel(bench.editor.viewport(), -3)
    assert bench.view.factor == factor
    assert abs(paragraph_of_page(bench) - paragraph_of_text(bench)) <= 1


def test_long_paragraphs_are_followed_line_by_line(bench: ProofBench) -> None:
    lines = [f"line {number} of one long paragraph with the number {number * 91}" for number in range(45)]
    text, words = " ".join(lines), laid_out(lines)
    bench.show(text)
    bench.proof(text, words)
    seen = set()
    for _ in range(8):
        wheel(bench.editor.viewport(), -1)
        top = round(bench.window.proof.text.top)
        number = text.count("line ", 0, top + 1) - 1
        height = next(word.box[1] for word in words if word.text == str(number * 91))
        if bench.view.verticalScrollBar().value() < bench.view.verticalScrollBar().maximum():
            assert abs(bench.view.top_height - height) < 0.04
        seen.add(bench.view.verticalScrollBar().value())
    assert len(seen) > 4


def test_columns_are_followed_in_the_order_of_the_text(bench: ProofBench) -> None:
    left = [f"left {number} column {number * 13}" for number in range(40)]
    right = [f"right {number} column {number * 17}" for number in range(40)]
    text = "\n\n".join(left + right)
    words: list[Word] = laid_out(left, right=0.45) + laid_out(right, left=0.55)
    bench.show(text)
    bench.proof(text, words)
    bench.editor.go_to(text.index("left 38"))
    bar = bench.editor.verticalScrollBar()
    heights = []
    while bar.value() < bar.maximum():
        before = bar.value()
        wheel(bench.editor.viewport(), -1)
        if bar.value() == before:
            break
        heights.append(bench.view.top_height)
    drops = [n for n, (a, b) in enumerate(pairwise(heights)) if b < a - 0.3]
    assert len(drops) == 1  # once from the foot of the left column to the head of the right one
    # scrolling the page on in the right column keeps to it
    wheel(bench.view.viewport(), -1)
    assert bench.window.proof.text.top > text.index("right 0")


def test_it_can_be_switched_off(bench: ProofBench) -> None:
    bench.show(TEXT)
    bench.proof(TEXT, WORDS)
    bench.window.actions_["in_step"].trigger()
    wheel(bench.editor.viewport(), -5)
    assert bench.view.verticalScrollBar().value() == 0
    assert not bench.window.actions_["in_step"].isChecked()


def test_without_a_map_nothing_moves(bench: ProofBench) -> None:
    bench.show(TEXT)
    wheel(bench.editor.viewport(), -5)
    assert bench.view.verticalScrollBar().value() == 0


def test_typing_moves_neither(bench: ProofBench) -> None:
    bench.show(TEXT)
    bench.proof(TEXT, WORDS)
    wheel(bench.editor.viewport(), -3)
    bench.window.proof.text.scroll.rest()  # as a moment later
    bench.window.text.focus_source()
    bench.editor.moveCursor(bench.editor.textCursor().MoveOperation.End)
    bench.editor.ensureCursorVisible()
    page, text = bench.view.verticalScrollBar().value(), bench.editor.verticalScrollBar().value()
    for key in "and more words":
        QTest.keyClicks(bench.editor, key)
        assert bench.view.verticalScrollBar().value() == page
    assert bench.editor.verticalScrollBar().value() == text
    bench.key(Qt.Key.Key_Return)  # at the foot of the view this scrolls the editor by a line
    bench.key(Qt.Key.Key_Return)
    assert bench.view.verticalScrollBar().value() == page


def test_a_stream_moves_the_text_only_if_it_was_at_its_end(bench: ProofBench) -> None:
    bench.tell(PageShown(1, 0, PageState.READING, "", serial=7))
    bench.window.text.show_source(True)
    text = ""

    def stream(blocks: int) -> None:
        nonlocal text
        for number in range(blocks):
            piece = f"Streamed paragraph {number}\n\n"
            bench.tell(PagePiece(1, 0, piece, len(text), time.monotonic()))
            text += piece
        bench.qtbot.waitUntil(lambda: bench.editor.text == text, timeout=HANG_MS)

    stream(60)
    bar = bench.editor.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0  # it was at the end: it follows
    wheel(bench.editor.viewport(), 4)
    place = bar.value()
    assert place < bar.maximum()
    stream(60)
    assert bar.value() == place
    assert bench.view.verticalScrollBar().value() == 0


def test_source_and_preview_show_the_same_place(bench: ProofBench) -> None:
    bench.show(TEXT)
    bench.window.text.set_zoom(2.0)
    bench.editor.setFixedHeight(300)
    wheel(bench.editor.viewport(), -6)
    before = paragraph_of_text(bench)
    assert before > 2
    bench.window.actions_["source"].trigger()
    bench.qtbot.waitUntil(lambda: bench.lite.view.verticalScrollBar().value() > 0, timeout=HANG_MS)
    bench.lite.ask_top()
    assert abs(paragraph_of_text(bench) - before) <= 1
    wheel(bench.lite.view.viewport(), -4)
    later = paragraph_of_text(bench)
    assert later > before
    bench.window.actions_["source"].trigger()
    assert abs(paragraph_of_text(bench) - later) <= 1
