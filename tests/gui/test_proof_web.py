# SPDX-License-Identifier: AGPL-3.0-or-later
"""The browser preview at the proofreading desk: clicks, choices, marks and scrolling in step, in the real browser."""

from __future__ import annotations

import contextlib
import json
import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.exceptions import TimeoutError
from pytestqt.qtbot import QtBot

from app.desktop.editing.formula_dialog import FormulaDialog
from app.desktop.editing.table_dialog import TableDialog
from app.desktop.preview_choice import register_scheme
from app.desktop.preview_web import WebPreview
from app.desktop.proof import user_scroll
from app.desktop.proof.text_side import TextSide
from tests.gui.browsers import answer_of, painted, wait_for
from tests.gui.desks import HANG_MS
from tests.gui.proof_desk import ProofBench, laid_out, wheel

register_scheme()  # at import, since the application object comes with the first fixture

pytestmark = [pytest.mark.gui, pytest.mark.web]

LINES = [
    "Tidal gauges of the northern coast",
    "The gauge at Ostend was read at noon and showed 4217 millimetres",
    "x 2 + y",
    "Ostend 4217",
    "Dover 3982",
]
TEXT = (
    "# Tidal gauges of the northern coast\n\n"
    "😀𠀀 The gauge at **Ostend** was read at *noon* and showed 4271 millimetres\n\n"
    "$$x^{2} + y$$\n\n"
    "<table><tr><td>Ostend</td><td>4217</td></tr><tr><td>Dover</td><td>3892</td></tr></table>\n\n"
)
WORDS = laid_out(LINES)


class WebBench(ProofBench):
    web = True

    @property
    def preview(self) -> WebPreview:
        preview = self.window.text.preview
        assert isinstance(preview, WebPreview)
        return preview

    def script(self, script: str) -> object:
        return answer_of(self.qtbot, self.preview, script)

    def wait_for(self, script: str, wanted: object) -> None:
        wait_for(self.qtbot, self.preview, script, wanted)

    @property
    def target(self) -> QWidget:
        target = self.preview.view.focusProxy()
        assert target is not None
        return target

    def place_of(self, word: str, nth: int = 0) -> QPoint:
        """The middle of a word, in the view's pixels."""
        answer = self.script(
            f"""(() => {{ let left = {nth};
            for (const walk = document.createTreeWalker(document.getElementById('page'), 4); walk.nextNode();) {{
              const at = walk.currentNode.data.indexOf({word!r});
              if (at < 0 || left-- > 0) continue;
              const r = document.createRange();
              r.setStart(walk.currentNode, at); r.setEnd(walk.currentNode, at + {len(word)});
              const box = r.getBoundingClientRect();
              return JSON.stringify([box.left + box.width / 2, box.top + box.height / 2]);
            }} return '[0, 0]'; }})()"""
        )
        x, y = json.loads(str(answer))
        zoom = self.preview.view.zoomFactor()
        return QPoint(round(x * zoom), round(y * zoom))


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> Iterator[WebBench]:
    made = WebBench(qtbot, tmp_path)
    made.show(TEXT, source=False)
    made.wait_for("document.getElementById('page')?.children.length", 4)
    painted(qtbot, made.preview)
    made.proof(TEXT, WORDS)
    yield made
    made.window.close()


def box_of(text: str, nth: int = 0) -> tuple[float, float, float, float]:
    return [word.box for word in WORDS if word.text == text][nth]


@pytest.mark.parametrize(("word", "nth"), [("noon", 0), ("coast", 0), ("Ostend", 1), ("Dover", 0), ("millimetres", 0)])
def test_a_click_marks_the_word_on_the_picture(bench: WebBench, word: str, nth: int) -> None:
    box = box_of(word, nth)
    QTest.mouseClick(bench.target, Qt.MouseButton.LeftButton, pos=bench.place_of(word, nth))

    def marked() -> bool:
        marks = bench.view.highlights
        return len(marks) == 1 and abs(marks[0][0] - box[0]) < 1e-6 and abs(marks[0][1] - box[1]) < 1e-6

    bench.qtbot.waitUntil(marked, timeout=HANG_MS)
    assert bench.view.marks_are_sure


def test_a_click_on_a_formula_marks_all_of_it(bench: WebBench) -> None:
    QTest.mouseClick(bench.target, Qt.MouseButton.LeftButton, pos=bench.place_of("y"))
    bench.qtbot.waitUntil(lambda: bool(bench.view.highlights), timeout=HANG_MS)
    boxes = bench.view.highlights
    assert min(box[0] for box in boxes) <= box_of("x")[0] + 1e-6
    assert max(box[2] for box in boxes) >= box_of("y")[2] - 1e-6


@pytest.mark.parametrize(("word", "nth"), [("noon", 0), ("Dover", 0)])
def test_a_click_on_the_picture_selects_the_word(bench: WebBench, word: str, nth: int) -> None:
    left, top, right, bottom = box_of(word, nth)
    place = bench.on_page((left + right) / 2, (top + bottom) / 2)
    QTest.mouseClick(bench.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    bench.wait_for("getSelection().toString()", word)


def test_flags_are_highlights_with_a_sign_beside_their_blocks(bench: WebBench) -> None:
    marked = """[...CSS.highlights].filter(([name]) => name !== 'flag-present')
        .flatMap(([, set]) => [...set].map(String)).sort().join()"""
    bench.wait_for(marked, "3892,4271")
    signs = "[...document.querySelectorAll('.block')].map(block => block.dataset.flag ?? '').join()"
    bench.wait_for(signs, ",!,,!")
    line = "getComputedStyle(document.querySelector('p'), '::highlight(flag-3)').textDecorationStyle"
    assert bench.script(line) == "wavy"
    bench.key(Qt.Key.Key_F8)
    bench.wait_for("[...CSS.highlights.get('flag-present')].map(String).join()", "4271")
    bench.wait_for("getSelection().toString()", "4271")
    bench.key(Qt.Key.Key_Return)
    text = TEXT.replace("4271", "4217")
    bench.qtbot.waitUntil(lambda: bench.in_sight(text), timeout=HANG_MS)
    bench.proof(text, WORDS)
    bench.wait_for(marked, "3892")
    bench.wait_for(signs, ",,,!")


def test_marks_survive_the_renderer(bench: WebBench) -> None:
    count = "[...CSS.highlights].reduce((sum, [, set]) => sum + set.size, 0)"
    bench.wait_for(count, 2)
    with bench.qtbot.waitSignal(bench.preview.page.renderProcessTerminated, timeout=HANG_MS):
        os.kill(bench.preview.page.renderProcessPid(), signal.SIGKILL)
    bench.qtbot.waitUntil(lambda: bench.preview._ready, timeout=HANG_MS)
    bench.wait_for("document.getElementById('page')?.children.length", 4)
    bench.wait_for("[...CSS.highlights].reduce((sum, [, set]) => sum + set.size, 0)", 2)


PARAGRAPHS = [f"Paragraph {number} says what number {number * 37} of the gauges showed at noon" for number in range(40)]
LONG = "\n\n".join(PARAGRAPHS)
LONG_WORDS = laid_out(PARAGRAPHS)


def _is_below(text: TextSide, place: float) -> bool:
    return text.top > place


def test_in_step_both_ways(bench: WebBench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_scroll, "LINGERS", 3600.0)  # however late the browser says where it is
    bench.view.set_factor(2.5)
    bench.view.verticalScrollBar().setValue(0)
    bench.window.text.set_zoom(2.0)
    bench.show(LONG, source=False)
    bench.wait_for("document.getElementById('page')?.children.length", 40)
    bench.proof(LONG, LONG_WORDS)
    tops = [word.box[1] for word in LONG_WORDS if word.text == "Paragraph"]
    text = bench.window.proof.text

    def apart() -> int:
        height = bench.view.top_height + 0.002
        on_page = max((number for number, top in enumerate(tops) if top <= height), default=0)
        return abs(on_page - LONG.count("\n\n", 0, round(text.top) + 1))

    for _ in range(6):
        before = text.top
        for _ in range(20):  # a browser that a busy machine holds up drops a turn of the wheel
            wheel(bench.target, -2)
            with contextlib.suppress(TimeoutError):
                bench.qtbot.waitUntil(partial(_is_below, text, before), timeout=3_000)
            if text.top > before:
                break
        assert text.top > before
    bench.qtbot.waitUntil(lambda: apart() <= 1, timeout=HANG_MS)
    assert bench.view.verticalScrollBar().value() > 100
    for _ in range(4):
        wheel(bench.view.viewport(), -1)
    bench.qtbot.waitUntil(lambda: apart() <= 1, timeout=HANG_MS)
    place = bench.view.verticalScrollBar().value()
    bench.qtbot.wait(300)
    assert bench.view.verticalScrollBar().value() == place  # nothing goes round


@pytest.mark.parametrize("word", ["4217", "Dover"])
def test_a_double_click_opens_the_table(bench: WebBench, word: str) -> None:
    place = bench.place_of(word)
    QTest.mouseClick(bench.target, Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(bench.target, Qt.MouseButton.LeftButton, pos=place)
    bench.qtbot.waitUntil(lambda: bool(bench.window.findChildren(TableDialog)), timeout=HANG_MS)
    (dialog,) = bench.window.findChildren(TableDialog)
    assert dialog.grid.width == 2 and dialog.grid.height == 2
    dialog.reject()


def test_a_double_click_opens_the_formula(bench: WebBench) -> None:
    place = bench.place_of("y")
    QTest.mouseClick(bench.target, Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(bench.target, Qt.MouseButton.LeftButton, pos=place)
    bench.qtbot.waitUntil(lambda: bool(bench.window.findChildren(FormulaDialog)), timeout=HANG_MS)
    (dialog,) = bench.window.findChildren(FormulaDialog)
    assert dialog.source.toPlainText().strip() == "x^{2} + y"
    dialog.reject()
