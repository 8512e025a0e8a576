# SPDX-License-Identifier: AGPL-3.0-or-later
"""The source editor: streaming beside the user's cursor, undo, autosave, positions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.desktop.look import DARK
from app.desktop.source_editor import LATEST_MS, SourceEditor
from tests.gui.desks import HANG_MS

pytestmark = pytest.mark.gui



@pytest.fixture
def editor(qtbot: QtBot) -> Iterator[SourceEditor]:
    widget = SourceEditor()
    qtbot.addWidget(widget)
    widget.resize(400, 300)
    widget.show()
    yield widget


def select(editor: SourceEditor, start: int, end: int) -> None:
    cursor = editor.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)


def selection(editor: SourceEditor) -> tuple[int, int]:
    return editor.textCursor().anchor(), editor.textCursor().position()


def test_text_comes_back_as_it_was(editor: SourceEditor) -> None:
    text = "no\u00a0break, 😀, \u2028line, שלום\ttab\n\nend"
    editor.load(text)
    assert editor.text == text


def test_stream_leaves_cursor_selection_and_place(editor: SourceEditor) -> None:
    editor.load("\n".join(f"line {n}" for n in range(100)))
    editor.set_streaming(True)
    select(editor, 10, 4)
    bar = editor.verticalScrollBar()
    bar.setValue(20)
    for _ in range(50):
        editor.append("more\nand more ")
    assert selection(editor) == (10, 4) and bar.value() == 20
    editor.moveCursor(QTextCursor.MoveOperation.End)
    place = selection(editor)
    bar.setValue(bar.maximum())
    editor.append("\n\n\n\nthe end")
    assert selection(editor) == place and bar.value() == bar.maximum()
    assert editor.text.endswith("the end")


def test_stream_cannot_be_typed_into_or_undone(editor: SourceEditor) -> None:
    editor.set_streaming(True)
    editor.append("read by the engine")
    QTest.keyClicks(editor, "typed")
    assert editor.text == "read by the engine" and not editor.unsaved
    editor.set_streaming(False)
    editor.undo()
    assert editor.text == "read by the engine"
    QTest.keyClicks(editor, "I ")
    editor.undo()
    assert editor.text == "read by the engine"


def test_an_edit_is_told_once_after_the_keys_rest(qtbot: QtBot, editor: SourceEditor) -> None:
    editor.load("abc")
    told: list[str] = []
    editor.edited.connect(told.append)
    QTest.keyClicks(editor, "xyz")
    assert editor.unsaved and told == []
    qtbot.waitUntil(lambda: bool(told), timeout=HANG_MS)
    assert told == ["xyzabc"] and not editor.unsaved


def test_an_edit_is_told_while_the_keys_never_rest(qtbot: QtBot, editor: SourceEditor) -> None:
    editor.load("")
    told: list[str] = []
    editor.edited.connect(told.append)

    def typed_on() -> bool:
        QTest.keyClicks(editor, "a")  # qtbot asks every 10 ms
        return bool(told)

    qtbot.waitUntil(typed_on, timeout=HANG_MS)
    assert told[0] == "a" * len(told[0]) and LATEST_MS < 1000


def test_flush_tells_at_once_and_only_if_something_was_typed(editor: SourceEditor) -> None:
    told: list[str] = []
    editor.edited.connect(told.append)
    editor.load("abc")
    editor.set_colours(DARK)
    editor.set_zoom(1.5)
    editor.replace("abcd")
    editor.flush()
    assert told == []
    QTest.keyClicks(editor, "!")
    editor.flush()
    editor.flush()
    assert told == ["!abcd"]


def test_undo_of_typing_is_an_edit_too(editor: SourceEditor) -> None:
    told: list[str] = []
    editor.edited.connect(told.append)
    editor.load("abc")
    QTest.keyClicks(editor, "!")
    editor.flush()
    editor.undo()
    editor.flush()
    assert told == ["!abc", "abc"]


def test_replacing_keeps_the_cursor_at_its_letters_and_can_be_undone(editor: SourceEditor) -> None:
    editor.load("one 😀 two three")
    select(editor, 7, 10)  # UTF-16 positions of "two"
    editor.replace("one 😀😀, and two three")
    assert editor.textCursor().selectedText() == "two"
    editor.replace("one 😀😀, and two three")
    editor.undo()
    assert editor.text == "one 😀 two three"


@pytest.mark.parametrize(("start", "new", "expected"), [(2, "abXcd", 2), (3, "abXcd", 4), (2, "cd", 0), (4, "ab", 2)])
def test_cursor_after_a_replacement(editor: SourceEditor, start: int, new: str, expected: int) -> None:
    editor.load("abcd")
    select(editor, start, start)
    editor.replace(new)
    assert selection(editor) == (expected, expected)


def test_positions_count_characters(editor: SourceEditor) -> None:
    editor.load("a😀b\n😀c")
    editor.go_to(5)
    assert editor.textCursor().position() == 7 and editor.position() == 5
    editor.go_to(99)
    assert editor.position() == 6


def test_highlights_behind_wide_characters(qtbot: QtBot, editor: SourceEditor) -> None:
    editor.load("😀😀 **bold** end")
    layout = editor.document().firstBlock().layout()
    qtbot.waitUntil(lambda: bool(layout.formats()), timeout=HANG_MS)
    assert [(part.start, part.length) for part in layout.formats()] == [(5, 8)]


def bold_at(editor: SourceEditor, number: int) -> list[tuple[int, int]]:
    return [(part.start, part.length) for part in editor.document().findBlockByNumber(number).layout().formats()]


def test_a_long_text_is_coloured_by_and_by_and_that_is_no_edit(qtbot: QtBot, editor: SourceEditor) -> None:
    lines = [f"row {number:04} **bold** end" for number in range(5000)]
    told: list[str] = []
    editor.edited.connect(told.append)
    editor.load("\n".join(lines))
    assert bold_at(editor, 0) == [(9, 8)], "the head at once"
    assert not bold_at(editor, 4999), "the foot not yet"
    editor.go_to(0)
    QTest.keyClicks(editor, "x")  # while the colouring is under way
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bold_at(editor, 5000) == [(9, 8)], timeout=HANG_MS)
    assert all(bold_at(editor, number) == [(9, 8)] for number in range(1, 5001))
    editor.flush()
    assert told == ["x\n" + "\n".join(lines)] and not editor.unsaved
    editor.set_colours(DARK)
    wanted = QColor(DARK.dim)
    editor.load("<i>tag</i>")
    parts = editor.document().firstBlock().layout().formats()
    assert [part.format.foreground().color() for part in parts] == [wanted, wanted]


def test_right_to_left_paragraphs_run_from_the_right(editor: SourceEditor) -> None:
    editor.load("English\nשלום עולם")
    document = editor.document()
    directions = [document.findBlockByNumber(n).textDirection() for n in range(2)]
    assert directions == [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft]


@pytest.mark.parametrize("words", ["שלום עולם 😀, תרגיל 12", "مرحبا بالعالم هذا نص طويل جدا " * 6])
def test_right_to_left_paragraphs_stand_at_the_right(qtbot: QtBot, editor: SourceEditor, words: str) -> None:
    """Every line of them, also after typing and in another width; a click at the right is at their beginning."""
    editor.load(f"English\n{words}\n\nEnglish again")

    def edges(number: int) -> list[tuple[bool, bool]]:
        """Of each line of the paragraph: whether it reaches to the left edge, and to the right edge."""
        block = editor.document().findBlockByNumber(number)
        editor.blockBoundingGeometry(block)
        margin, width = editor.document().documentMargin(), editor.viewport().width()
        lines = [block.layout().lineAt(line) for line in range(block.layout().lineCount())]
        return [
            (x <= margin + 1, x + w >= width - margin - 4) for x, w in ((n.x(), n.naturalTextWidth()) for n in lines)
        ]

    for width in (400, 300):
        editor.resize(width, 300)
        QTest.keyClicks(editor, "x")
        qtbot.waitUntil(lambda: all(right for _, right in edges(1)), timeout=HANG_MS)
        assert all(left for left, _ in edges(0) + edges(3))
    block = editor.document().findBlockByNumber(1)
    top = editor.blockBoundingGeometry(block).translated(editor.contentOffset()).top()
    place = QPoint(editor.viewport().width() - 12, int(top + block.layout().lineAt(0).height() / 2))
    QTest.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert editor.position() == block.position()


@pytest.mark.parametrize("more", ["", "\nline" * 3000])
def test_the_first_paragraph_from_the_right_in_a_text_without_any(editor: SourceEditor, more: str) -> None:
    editor.load("English" + "\nline" * 3000)
    editor.insertPlainText("שלום עולם\n" + more.removeprefix("\n"))
    block = editor.document().firstBlock()
    editor.blockBoundingGeometry(block)
    line = block.layout().lineAt(0)
    assert line.x() + line.naturalTextWidth() >= editor.viewport().width() - editor.document().documentMargin() - 4


def test_the_wait_before_an_edit_is_told_can_be_set(editor: SourceEditor, qtbot: QtBot) -> None:
    editor.set_autosave(100)
    told: list[str] = []
    editor.edited.connect(told.append)
    editor.set_autosave(100)
    QTest.keyClicks(editor, "a")
    qtbot.waitUntil(lambda: told == ["a"], timeout=HANG_MS)
    editor.set_autosave(60_000)
    QTest.keyClicks(editor, "b")
    assert editor.unsaved and editor._latest.interval() == editor._quiet.interval() == 60_000


def coloured(editor: SourceEditor) -> list[str]:
    """The pieces in the colour of code and formulas, line by line."""
    found = []
    block = editor.document().firstBlock()
    accent = editor._highlighter._formats["accent"]
    while block.isValid():
        for part in block.layout().formats():
            if part.format == accent:
                text = block.text().encode("utf-16-le")
                found.append(text[2 * part.start : 2 * (part.start + part.length)].decode("utf-16-le"))
        block = block.next()
    return found


def test_money_is_no_formula_and_code_has_none(qtbot: QtBot, editor: SourceEditor) -> None:
    editor.load("US$3.50 and $x^2$ 😀 `$y$`\n\n```\n$z$\n```\n$w$")
    qtbot.waitUntil(lambda: coloured(editor) == ["$x^2$", "`$y$`", "```", "$z$", "```", "$w$"], timeout=HANG_MS)


def test_what_is_typed_tells_of_the_lines_around_it(qtbot: QtBot, editor: SourceEditor) -> None:
    editor.load("one\n\n$$\na\n\nb\n\nc $x$\n" + "more\n\n" * 100 + "$last$")
    qtbot.waitUntil(lambda: coloured(editor) == ["$x$", "$last$"], timeout=HANG_MS)

    def put(at: str, new: str, *, back: int = 0) -> None:
        place = editor.text.index(at)
        select(editor, place, place + back)
        editor.insertPlainText(new)

    put("\n\nc", "\n$$")  # the formula is closed, lines below where it began
    assert coloured(editor) == ["$$", "a", "", "b", "$$", "$x$", "$last$"]
    put("$$\n\nc", "", back=2)
    assert coloured(editor) == ["$x$", "$last$"]
    put("one", "```\n")  # a fence: everything below is code
    qtbot.waitUntil(lambda: len(coloured(editor)) == editor.document().blockCount(), timeout=HANG_MS)
    put("```\n", "", back=4)
    qtbot.waitUntil(lambda: coloured(editor) == ["$x$", "$last$"], timeout=HANG_MS)
    put("c $x$", "a *b\n")
    put("more", "d* ")
    block = editor.document().findBlock(editor.text.index("a *b"))
    assert [(part.start, part.length) for part in block.layout().formats()] == [(2, 2)], "emphasis over a line end"
