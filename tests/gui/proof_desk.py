# SPDX-License-Identifier: AGPL-3.0-or-later
"""A window at the proofreading desk: its session only writes down what is asked; flags and maps are made by the real
checks from words that are laid out as a page would have them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.core.changes import Change, DocumentOpened, DocumentsChanged, PageProofed, PageRows, PageShown, PageState
from app.core.checks import Evidence, Origin, Second, check
from app.desktop.page_view import PageView
from app.desktop.preview_lite import LitePreview
from app.desktop.proof.strip import FlagStrip
from app.desktop.source_editor import SourceEditor
from app.desktop.window import Window
from engine.protocol import Reading, Word
from tests.gui.desks import HANG_MS, Recorder, document, handed_out, page_row, recording_window

PAGES = 5
LINES = 50
"""Lines that fit on a page."""


def laid_out(lines: Sequence[str], *, left: float = 0.1, right: float = 0.9, top: float = 0.06) -> list[Word]:
    """The words of these lines, each line below the other, letters of one width."""
    words: list[Word] = []
    high = 0.9 / LINES
    for number, line in enumerate(lines):
        wide = (right - left) / max(1, len(line))
        at = 0
        for part in line.split(" "):
            if part:
                y = top + number * high
                box = (left + at * wide, y, left + (at + len(part)) * wide, y + 0.7 * high)
                words.append(Word(text=part, box=box))
            at += len(part) + 1
    return words


def proofed(
    text: str, words: Sequence[Word], *, page: int = 0, origin: Origin = Origin.TEXT_LAYER, pending: bool = False
) -> PageProofed:
    findings = check(Evidence(text, second=Second(origin, tuple(words)) if words else None))
    return PageProofed(1, page, text, findings.flags, findings, findings.alignment, pending)


class ProofBench:
    """The window with one document open, at its first page."""

    web = False

    def __init__(self, qtbot: QtBot, home: Path) -> None:
        self.qtbot = qtbot
        made: tuple[Window, Recorder] = recording_window(qtbot, home, web=self.web)
        window, self.recorder = made
        self.window = window
        window.resize(1280, 820)
        window.text.make_preview()
        self.tell(DocumentsChanged((document(1, "Tides", pages=PAGES, asked=PAGES, read=PAGES),)))
        self.tell(DocumentOpened(1, PAGES))
        qtbot.waitUntil(lambda: window.looking.pages == PAGES, timeout=HANG_MS)
        self.tell(PageRows(1, 0, tuple(page_row(page) for page in range(PAGES))))
        qtbot.waitUntil(lambda: window.looking.page_row is not None, timeout=HANG_MS)
        self.serial = 0

    def tell(self, change: Change) -> None:
        self.recorder.notify(change)
        handed_out(self.window.desk)

    def show(self, text: str, *, page: int = 0, source: bool = True, state: PageState = PageState.READ) -> None:
        self.serial += 1
        self.window.text.show_source(source)
        reading = Reading(engine="builtin", raw=text, text=text)
        self.tell(PageShown(1, page, state, text, reading=reading, readings=1, serial=self.serial))
        self.qtbot.waitUntil(lambda: self.in_sight(text), timeout=HANG_MS)

    def in_sight(self, text: str) -> bool:
        pane = self.window.text
        if pane.source_visible:
            return pane.editor.text == text
        return pane.rendered is not None and pane.rendered.text == text

    def proof(self, text: str, words: Sequence[Word], *, origin: Origin = Origin.TEXT_LAYER) -> PageProofed:
        told = proofed(text, words, origin=origin)
        self.tell(told)
        if told.alignment is not None and told.page == self.window.looking.page:
            self.qtbot.waitUntil(lambda: self.window.proof.step._map is not None, timeout=HANG_MS)
        return told

    # ------------------------------------------------------------ the parts

    @property
    def editor(self) -> SourceEditor:
        return self.window.text.editor

    @property
    def strip(self) -> FlagStrip:
        return self.window.proof.strip

    @property
    def view(self) -> PageView:
        return self.window.page.view

    @property
    def lite(self) -> LitePreview:
        preview = self.window.text.preview
        assert isinstance(preview, LitePreview)
        return preview

    @property
    def selected(self) -> str:
        return self.editor.textCursor().selectedText().replace("\u2029", "\n")

    def asked(self, name: str) -> list[tuple[object, ...]]:
        return self.recorder.of(name)

    # ------------------------------------------------------------ the hand

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        focus = QApplication.focusWidget() or self.window
        QTest.keyClick(focus, key, modifiers)

    def click_word(self, word: str, nth: int = 0) -> None:
        """In the editor."""
        at = -1
        for _ in range(nth + 1):
            at = self.editor.toPlainText().index(word, at + 1)
        cursor = self.editor.textCursor()
        cursor.setPosition(at + len(word) // 2)
        place = self.editor.cursorRect(cursor).center()
        QTest.mouseClick(self.editor.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def on_page(self, x: float, y: float) -> QPoint:
        paper = self.view._paper()
        return QPointF(paper.left() + x * paper.width(), paper.top() + y * paper.height()).toPoint()

    def drag(self, start: QPoint, end: QPoint, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        port = self.view.viewport()
        QTest.mousePress(port, button, pos=start)
        for share in (0.3, 0.6, 1.0):
            QTest.mouseMove(port, start + (end - start) * share)
        QTest.mouseRelease(port, button, pos=end)


def wheel(widget: QWidget, notches: float) -> None:
    """As the system would send it: to the widget under the pointer."""
    place = QPointF(QRect(QPoint(), widget.size()).center())
    event = QWheelEvent(
        place, QPointF(widget.mapToGlobal(place.toPoint())), QPoint(), QPoint(0, round(120 * notches)),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)
