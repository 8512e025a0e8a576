# SPDX-License-Identifier: AGPL-3.0-or-later
"""Copy as Markdown, HTML and LaTeX: from the editor, both previews and a frame on the page's picture, in the real
clipboard."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot
from reportlab.pdfgen.canvas import Canvas

from app.core.changes import PageShown, PageState
from app.desktop.window import Window
from tests.gui.desks import HANG_MS, act, real_window, recording_window

pytestmark = pytest.mark.gui

TEXT = "# Head\n\nWater has the mass $m$ and *more* words.\n\n| a | b |\n|---|---|\n| one | two |\n\nLast line.\n"


def shown(qtbot: QtBot, tmp_path: Path, *, web: bool = False) -> Window:
    window, _ = recording_window(qtbot, tmp_path, web=web)
    window.desk.receive(PageShown(1, 0, PageState.READ, TEXT, serial=1))
    qtbot.waitUntil(lambda: window.text.text == TEXT, timeout=HANG_MS)
    for name in ("copy_markdown", "copy_html", "copy_latex"):
        window.actions_[name].setEnabled(True)
    QGuiApplication.clipboard().clear()
    return window


def _select(window: Window, part: str) -> None:
    if not window.text.source_visible:
        act(window, "source")
    cursor = window.text.editor.textCursor()
    start = window.text.editor.text.index(part)
    cursor.setPosition(start)
    cursor.setPosition(start + len(part), QTextCursor.MoveMode.KeepAnchor)
    window.text.editor.setTextCursor(cursor)


def copy(qtbot: QtBot, window: Window, action: str) -> str:
    with qtbot.waitSignal(window.copying.done, timeout=HANG_MS):
        act(window, action)
    return QGuiApplication.clipboard().text()


def test_from_the_editor(qtbot: QtBot, tmp_path: Path) -> None:
    window = shown(qtbot, tmp_path)
    _select(window, "one | t")
    assert copy(qtbot, window, "copy_markdown") == "| a | b |\n|---|---|\n| one | two |"
    data = QGuiApplication.clipboard().mimeData()
    assert data is not None and bytes(data.data("text/markdown").data()).startswith(b"| a | b |")
    assert copy(qtbot, window, "copy_html").startswith("| a | b |"), "for programs that take no HTML"
    data = QGuiApplication.clipboard().mimeData()
    assert data is not None and "<table" in data.html() and "one" in data.html()
    _select(window, "mass $m")
    copy(qtbot, window, "copy_html")
    data = QGuiApplication.clipboard().mimeData()
    assert data is not None and "<math" in data.html()


def test_as_latex(qtbot: QtBot, tmp_path: Path) -> None:
    pytest.importorskip("pypandoc")
    window = shown(qtbot, tmp_path)
    _select(window, "mass $m$ and *more*")
    assert copy(qtbot, window, "copy_latex") == r"mass \(m\) and \emph{more}"


def test_what_takes_long_says_so_and_a_newer_clipboard_stays(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.core.export import copied

    window = shown(qtbot, tmp_path)
    _select(window, "mass")
    go_on = Event()
    made = copied.copied

    def slow(*given: Any) -> str:
        go_on.wait(HANG_MS / 1000)
        return made(*given)

    monkeypatch.setattr(copied, "copied", slow)
    act(window, "copy_markdown")
    qtbot.waitUntil(lambda: window.notices.titles() == ["Copying…"], timeout=HANG_MS)
    with qtbot.waitSignal(window.copying.done, timeout=HANG_MS):
        go_on.set()
    assert not window.notices.titles() and QGuiApplication.clipboard().text() == "mass"
    go_on.clear()
    act(window, "copy_html")
    qtbot.waitUntil(lambda: window.notices.titles() == ["Copying…"], timeout=HANG_MS)
    QGuiApplication.clipboard().setText("newer")
    go_on.set()
    qtbot.waitUntil(lambda: window.notices.titles() not in (["Copying…"], []), timeout=HANG_MS)
    assert "meanwhile" in window.notices.titles()[0] and QGuiApplication.clipboard().text() == "newer"


def test_nothing_selected_is_told_and_the_clipboard_stays(qtbot: QtBot, tmp_path: Path) -> None:
    window = shown(qtbot, tmp_path)
    _select(window, "Head")
    cursor = window.text.editor.textCursor()
    cursor.clearSelection()
    window.text.editor.setTextCursor(cursor)
    QGuiApplication.clipboard().setText("before")
    act(window, "copy_markdown")
    qtbot.waitUntil(lambda: not window.notices.isHidden(), timeout=HANG_MS)
    assert QGuiApplication.clipboard().text() == "before"


def test_from_the_plain_preview_whole_words_are_copied(qtbot: QtBot, tmp_path: Path) -> None:
    preview_copies(qtbot, shown(qtbot, tmp_path), 22)


def preview_copies(qtbot: QtBot, window: Window, end: int) -> None:
    """Of a part of a paragraph the whole words, of a part of a table the table. `end` is where the formula ends, as the
    preview counts."""
    window.text.make_preview()

    def chosen() -> bool:
        preview = window.text.preview
        got: list[object] = []
        if preview is None or window.text.rendered is None:
            return False
        preview.select(1, 7, end)  # "as the mass m" of the second block
        preview.selected(got.append)
        qtbot.waitUntil(lambda: bool(got), timeout=HANG_MS)
        return got[0] is not None

    qtbot.waitUntil(chosen, timeout=HANG_MS)
    assert copy(qtbot, window, "copy_markdown") == "has the mass $m$"
    preview = window.text.preview
    assert preview is not None
    preview.select(2, 0, 1)
    assert copy(qtbot, window, "copy_markdown") == "| a | b |\n|---|---|\n| one | two |"


def test_from_a_frame_on_the_picture(qtbot: QtBot, tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"))
    for number, line in enumerate(("First line of words", "Second line of words", "Third line of words")):
        canvas.drawString(72, 720 - 60 * number, line)
    canvas.save()
    text = "First line of words\n\nSecond line of words\n\nThird line of words\n"
    with real_window(qtbot, tmp_path / "home", {"default": {"text": text}}) as window:
        window.resize(1200, 800)
        window.add([tmp_path / "a.pdf"])
        qtbot.waitUntil(lambda: window.page.view.hand.selects, timeout=HANG_MS)
        act(window, "source")
        window.page.view.framed.emit((0.05, 0.19, 0.9, 0.24))
        qtbot.waitUntil(lambda: window.text.editor.textCursor().hasSelection(), timeout=HANG_MS)
        assert copy(qtbot, window, "copy_markdown") == "Second line of words"
