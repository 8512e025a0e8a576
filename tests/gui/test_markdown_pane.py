# SPDX-License-Identifier: AGPL-3.0-or-later
"""The text pane: whose text is shown, what is told, and that no typed word is lost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.core.changes import PagePiece, PageShown, PageState, Problem, Saved
from app.desktop.find_bar import FindBar
from app.desktop.look import DARK
from app.desktop.markdown_head import MarkdownHead, ProblemStrip, clock
from app.desktop.markdown_pane import MarkdownPane
from app.desktop.preview_choice import register_scheme
from app.desktop.preview_lite import LitePreview
from app.desktop.preview_web import WebPreview
from engine.protocol import ErrorCode, Note, NoteCode, Reading
from tests.gui.desks import HANG_MS

register_scheme()  # at import, since the application object comes with the first fixture

pytestmark = [pytest.mark.gui, pytest.mark.web]


Part = TypeVar("Part", bound=QWidget)

READING = Reading(engine="builtin", raw="", text="", notes=[Note(code=NoteCode.TEXT_LAYER)])


def page(text: str, serial: int = 1, state: PageState = PageState.READ, **more: object) -> PageShown:
    facts: dict[str, object] = {"document": 1, "page": 0, "reading": READING, "readings": 1} | more
    return PageShown(text=text, serial=serial, state=state, **facts)  # type: ignore[arg-type]


class Bench:
    """A pane, what it told, and what can be read from it."""

    def __init__(self, qtbot: QtBot, web: bool) -> None:
        self.qtbot = qtbot
        self.pane = MarkdownPane(web=web)
        qtbot.addWidget(self.pane)
        self.edits: list[tuple[int, int, str]] = []
        self.pane.edited.connect(lambda *edit: self.edits.append(edit))
        self.pane.resize(600, 500)
        self.pane.show()
        qtbot.waitUntil(lambda: self.pane.preview is not None, timeout=HANG_MS)

    def preview_text(self) -> str:
        preview = self.pane.preview
        if isinstance(preview, LitePreview):
            return preview.view.toPlainText()
        assert isinstance(preview, WebPreview)
        answers: list[object] = []
        preview.page.runJavaScript("document.getElementById('page')?.textContent ?? ''", 1, answers.append)
        self.qtbot.waitUntil(lambda: bool(answers), timeout=HANG_MS)
        return str(answers[0])

    def wait_for_text(self, wanted: Callable[[str], bool]) -> None:
        self.qtbot.waitUntil(lambda: wanted(self.preview_text().strip()), timeout=HANG_MS)

    def type_keys(self, keys: str) -> None:
        self.pane.focus_source()
        QTest.keyClicks(self.pane.editor, keys)

    def part(self, kind: type[Part]) -> Part:
        found = self.pane.findChild(kind)
        assert isinstance(found, kind)
        return found

    @property
    def info(self) -> str:
        return self.part(MarkdownHead).info

    @property
    def strip(self) -> ProblemStrip:
        return self.part(ProblemStrip)


@pytest.fixture(params=["web", "lite"])
def bench(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[Bench]:
    made = Bench(qtbot, request.param == "web")
    yield made
    made.pane.close_down()


@pytest.fixture
def lite(qtbot: QtBot) -> Iterator[Bench]:
    """For what does not depend on the preview's kind."""
    made = Bench(qtbot, False)
    yield made
    made.pane.close_down()


# ---------------------------------------------------------------- showing


def test_shows_a_page_and_another(bench: Bench) -> None:
    bench.pane.show_page(page("# One\n\ntext"))
    bench.wait_for_text(lambda text: text.startswith("One"))
    bench.pane.show_page(page("Two", page=1))
    bench.wait_for_text(lambda text: text == "Two")
    bench.pane.clear()
    bench.wait_for_text(lambda text: text == "")
    assert bench.pane.text == "" and bench.info == ""


def test_streams_and_says_how_late_it_was(bench: Bench) -> None:
    late: list[float] = []
    bench.pane.painted.connect(late.append)
    bench.pane.show_page(page("", state=PageState.READING))
    text = "A *streamed* page.\n\n" * 30
    for at in range(0, len(text), 20):
        bench.pane.add_piece(PagePiece(1, 0, text[at : at + 20], at, time.monotonic()))
    bench.wait_for_text(lambda shown: shown.count("A streamed page.") == 30)
    bench.qtbot.waitUntil(lambda: len(late) == len(text) // 20, timeout=HANG_MS)
    assert all(0 <= seconds < HANG_MS for seconds in late)
    bench.pane.show_page(page(text + "[^1]\n\n[^1]: cleaned", serial=2))
    bench.wait_for_text(lambda shown: "cleaned" in shown)


def test_hostile_page_is_text(bench: Bench) -> None:
    bench.pane.show_page(page("<script>alert(1)</script>\n\n![p](file:///etc/passwd)\n\n" + "[" * 5000))
    wanted = ("<script>alert(1)</script>", "file:///etc/passwd", "[" * 5000)
    bench.wait_for_text(lambda text: all(part in text for part in wanted))


def test_pieces_out_of_order_or_of_another_page_are_dropped(lite: Bench) -> None:
    lite.pane.show_page(page("", state=PageState.READING))
    lite.pane.add_piece(PagePiece(1, 0, "one ", 0))
    for document, number, text, at in ((1, 0, "one ", 0), (1, 0, "gap", 9), (1, 1, "x", 4), (2, 0, "x", 4)):
        lite.pane.add_piece(PagePiece(document, number, text, at))
    lite.pane.add_piece(PagePiece(1, 0, "😀two", 4))
    lite.pane.add_piece(PagePiece(1, 0, " three", 8))
    assert lite.pane.text == "one 😀two three"


def test_missed_pieces_are_made_up_for(lite: Bench) -> None:
    lite.pane.show_page(page("one", state=PageState.READING))
    lite.pane.show_page(page("one two", state=PageState.READING))
    lite.pane.add_piece(PagePiece(1, 0, " three", 7))
    assert lite.pane.text == "one two three"


def test_source_streams_too(lite: Bench) -> None:
    lite.pane.show_source(True)
    lite.pane.show_page(page("", state=PageState.READING))
    for at, text in ((0, "# He"), (4, "ading\n"), (10, "\ntext")):
        lite.pane.add_piece(PagePiece(1, 0, text, at, time.monotonic()))
    lite.qtbot.waitUntil(lambda: lite.pane.editor.text == "# Heading\n\ntext", timeout=HANG_MS)
    assert lite.pane.editor.isReadOnly()
    lite.pane.show_page(page("# Heading\n\ntext.", serial=2))
    assert not lite.pane.editor.isReadOnly() and lite.pane.editor.text == "# Heading\n\ntext."
    lite.pane.toggle_source()
    lite.wait_for_text(lambda shown: shown.endswith("text."))


# ---------------------------------------------------------------- typing


def test_typing_is_told_and_shown_in_the_preview(bench: Bench) -> None:
    bench.pane.show_page(page("world"))
    bench.type_keys("hello ")
    bench.pane.toggle_source()
    assert bench.edits == [(1, 0, "hello world")]
    bench.wait_for_text(lambda text: text == "hello world")
    assert not bench.pane.source_visible


def test_typing_is_saved_before_another_page_comes(lite: Bench) -> None:
    lite.pane.show_page(page("one"))
    lite.type_keys("1 ")
    lite.pane.show_page(page("two", page=1))
    assert lite.edits == [(1, 0, "1 one")] and lite.pane.editor.text == "two"
    lite.type_keys("2 ")
    lite.pane.clear()
    assert lite.edits[1:] == [(1, 1, "2 two")]


def test_late_page_of_the_same_serial_does_not_overwrite(lite: Bench) -> None:
    lite.pane.show_page(page("old", serial=3))
    lite.type_keys("new ")
    lite.pane.show_page(page("old", serial=3))
    lite.pane.show_page(page("older", serial=2))
    assert lite.pane.editor.text == "new old" and lite.edits == [(1, 0, "new old")]


def test_newer_text_waits_for_what_was_typed_to_be_saved(lite: Bench) -> None:
    """The session made the second text before it knew of the edit."""
    lite.pane.show_page(page("old"))
    lite.type_keys("my ")
    lite.pane.show_page(page("the engine's", serial=2))
    assert lite.pane.editor.text == "my old" and lite.edits == [(1, 0, "my old")]
    lite.pane.saved(Saved(1, 0, time.time()))
    lite.pane.show_page(page("back to the engine's", serial=3))
    assert lite.pane.editor.text == "back to the engine's"
    lite.pane.editor.undo()
    assert lite.pane.editor.text == "my old"


def test_the_stream_does_not_touch_an_edited_page(lite: Bench) -> None:
    lite.pane.show_page(page("mine", edited=True, edited_at=1.0, state=PageState.READING))
    lite.pane.add_piece(PagePiece(1, 0, "engine", 0))
    assert lite.pane.text == "mine"


def test_undo_survives_switching_the_view(lite: Bench) -> None:
    lite.pane.show_page(page("text"))
    lite.type_keys("typed ")
    lite.pane.toggle_source()
    lite.pane.toggle_source()
    assert lite.pane.editor.text == "typed text"
    lite.pane.editor.undo()
    assert lite.pane.editor.text == "text"


def test_nothing_is_told_for_a_page_that_is_only_looked_at(lite: Bench) -> None:
    for number in range(3):
        lite.pane.show_page(page(f"text\r\nof {number}", page=number))
        lite.pane.toggle_source()
    lite.pane.flush()
    assert lite.edits == []


def test_what_is_typed_before_the_preview_is_made_stays(qtbot: QtBot) -> None:
    pane = MarkdownPane(web=False)
    qtbot.addWidget(pane)
    edits: list[str] = []
    pane.edited.connect(lambda document, page, text: edits.append(text))
    pane.show()
    pane.show_page(page("text"))
    pane.focus_source()
    QTest.keyClicks(pane.editor, "typed ")
    assert pane.preview is None
    pane.make_preview()
    assert pane.editor.text == "typed text" and edits == ["typed text"]
    pane.close_down()


def test_hiding_the_pane_tells_a_pending_edit(lite: Bench) -> None:
    lite.pane.show_page(page("text"))
    lite.type_keys("a ")
    lite.pane.hide()
    assert lite.edits == [(1, 0, "a text")]


# ---------------------------------------------------------------- facts, problems, search


def test_info_tells_engine_readings_and_edits(lite: Bench) -> None:
    now = time.time()
    lite.pane.show_page(page("x", readings=3, edited=True, edited_at=now))
    assert lite.info == f"Built-in reader · text layer · 3 readings · edited {clock(now)}"
    lite.pane.show_page(page("x", serial=2, reading=Reading(engine="vllm", model="jina-ocr-v1", raw="", text="x")))
    assert lite.info == "vLLM · jina-ocr-v1"
    assert clock(0.0) == "1970-01-01"


def test_edits_can_be_taken_back(lite: Bench) -> None:
    asked: list[tuple[int, int]] = []
    lite.pane.revert_asked.connect(lambda *place: asked.append(place))
    head = lite.part(MarkdownHead)
    lite.pane.show_page(page("x"))
    assert not head.revert.isVisible()
    lite.type_keys("y")
    lite.pane.flush()
    assert head.revert.isVisible()
    head.revert.click()
    assert asked == [(1, 0)] and lite.edits == [(1, 0, "yx")]


def test_problem_is_one_sentence_with_a_next_step(lite: Bench) -> None:
    asked: list[tuple[int, int]] = []
    lite.pane.read_again_asked.connect(lambda *place: asked.append(place))
    lite.pane.show_page(page("", state=PageState.FAILED, problem=Problem(ErrorCode.TIME_LIMIT)))
    assert lite.strip.isVisible() and lite.strip.text.startswith("Page 1 ")
    lite.strip.again.click()
    assert asked == [(1, 0)]
    lite.pane.show_page(page("fine", serial=2))
    assert not lite.strip.isVisible()


def test_doubts_are_told_without_alarm(lite: Bench) -> None:
    doubtful = Reading(engine="builtin", raw="", text="x", notes=[Note(code=NoteCode.HAS_FORMULAS)])
    lite.pane.show_page(page("x", reading=doubtful))
    assert lite.strip.isVisible() and "formulas" in lite.strip.text and not lite.strip.again.isVisible()


def test_search_bar_opens_finds_and_closes(lite: Bench) -> None:
    lite.pane.show_page(page("some needle here"))
    lite.pane.focus_source()
    bar = lite.part(FindBar)
    lite.pane.searching.open()
    assert bar.isVisible()
    QTest.keyClicks(bar.field, "needle")
    assert lite.pane.editor.textCursor().selectedText() == "needle"
    QTest.keyClick(bar.field, Qt.Key.Key_Escape)
    assert not bar.isVisible() and lite.edits == []


def test_browser_that_keeps_dying_gives_way_to_the_plain_preview(qtbot: QtBot) -> None:
    bench = Bench(qtbot, True)
    bench.pane.show_page(page("still there"))
    bench.wait_for_text(lambda text: text == "still there")
    preview = bench.pane.preview
    assert isinstance(preview, WebPreview)
    with qtbot.waitSignal(bench.pane.preview_failed, timeout=HANG_MS):
        preview.failed.emit("renderer")
    assert isinstance(bench.pane.preview, LitePreview)
    bench.wait_for_text(lambda text: text == "still there")
    bench.pane.close_down()


def test_everything_one_can_reach_has_a_name(bench: Bench) -> None:
    bench.pane.show_page(page("x", state=PageState.FAILED, problem=Problem(ErrorCode.CRASHED)))
    bench.wait_for_text(lambda text: text == "x")
    bench.pane.searching.open()
    kinds: tuple[type[QWidget], ...] = (QToolButton, QPushButton, QLineEdit, QWidget)
    reachable = {
        widget
        for kind in kinds
        for widget in bench.pane.findChildren(kind)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.isVisible()
    }
    unnamed = []
    for widget in reachable:
        interface: QAccessibleInterface | None = QAccessible.queryAccessibleInterface(widget)
        if interface is not None and not interface.text(QAccessible.Text.Name):
            unnamed.append(f"{widget.metaObject().className()} {widget.objectName()}")
    assert len(reachable) > 5 and unnamed == []


def test_zoom_and_colours_reach_both_views(bench: Bench) -> None:
    bench.pane.show_page(page("x"))
    plain = bench.pane.editor.font().pointSizeF()
    bench.pane.zoom_in()
    assert bench.pane.editor.font().pointSizeF() > plain
    bench.pane.zoom_plain()
    bench.pane.set_colours(DARK)
    assert bench.pane.editor.font().pointSizeF() == plain
    bench.wait_for_text(lambda text: text == "x")


@pytest.mark.parametrize("seconds, at_end", [(1e9, False), (-1.0, True)])
def test_only_a_page_that_goes_on_streaming_is_followed(
    lite: Bench, monkeypatch: pytest.MonkeyPatch, seconds: float, at_end: bool
) -> None:
    monkeypatch.setattr("app.desktop.markdown_pane.FOLLOW_AFTER", seconds)
    lite.pane.show_page(page("", state=PageState.READING))
    written = 0
    for number in range(60):
        text = f"Paragraph {number} of the page.\n\n"
        lite.pane.add_piece(PagePiece(1, 0, text, written))
        written += len(text)
        lite.wait_for_text(lambda shown, number=number: f"Paragraph {number} " in shown)  # type: ignore[misc]
    preview = lite.pane.preview
    assert isinstance(preview, LitePreview)
    bar = preview.view.verticalScrollBar()
    assert bar.maximum() > 100
    assert (bar.value() >= bar.maximum() - 8) is at_end
