# SPDX-License-Identifier: AGPL-3.0-or-later
"""Scenes of the proofreading desk, inside the window's own process (see inside.py): all at once, and a page of
200 KB with 500 flags."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.core.changes import Notice, PageShown, PageState
from app.desktop.window import Window
from tests.bench.inside import Probe, finish, real_begin
from tests.bench.long_page import long_page

KEY_MS = 50
"""Twenty keys a second."""
PAUSE = 40
"""Keys after which the writer pauses, so that the page is looked through."""
PAUSE_MS = 400
SCROLL_MS = 16
SECONDS = 10.0
READY_CHARS = 18_000
STEPS = 40


class Writer:
    """Types into a widget as the system would: each key waits in the queue as an event."""

    def __init__(self, window: Window, target: Callable[[], QWidget | None]) -> None:
        self._target = target
        self._typed = 0
        self._timer = QTimer(window)
        self._timer.timeout.connect(self._type)

    def start(self) -> None:
        self._timer.start(KEY_MS)

    def stop(self) -> None:
        self._timer.stop()

    def _type(self) -> None:
        target = self._target()
        self._typed += 1
        self._timer.setInterval(PAUSE_MS if self._typed % PAUSE == 0 else KEY_MS)
        if target is not None:
            letter = "etaoin shrdlu"[self._typed % 13]
            key = Qt.Key(ord(letter.upper()))
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QCoreApplication.postEvent(target, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, letter))


def everything(window: Window, files: Sequence[Path], urls: Sequence[str], reason: str, notice: Notice | None) -> None:
    """First the page in sight streams while the strip scrolls and something is typed into the search; then a page
    that was read is typed into, while others stream and the strip scrolls. Pages have 20 KB. What it takes to start
    the preview's browser, from the window's being there to the first text on screen, is measured for itself."""
    result: dict[str, Any] = {}
    start = Probe(window)
    scroller = QTimer(window)
    scroller.timeout.connect(lambda: _scroll(window))
    searching = Writer(window, QApplication.focusWidget)
    writing = Writer(window, lambda: window.text.editor)

    def measure(name: str, writer: Writer, then: Callable[[], None]) -> None:
        probe = Probe(window)
        scroller.start(SCROLL_MS)
        writer.start()
        probe.start()

        def done() -> None:
            writer.stop()
            scroller.stop()
            result[name] = probe.stop()
            then()

        QTimer.singleShot(round(SECONDS * 1000), done)

    def streaming() -> None:
        row = window.looking.page_row
        if row is None or row.state is not PageState.READING or not painted:
            QTimer.singleShot(20, streaming)
            return
        result["start"] = start.stop()
        window.actions_["follow"].trigger()
        window.text.searching.open()
        measure("streaming", searching, to_typing)

    def to_typing() -> None:
        window.actions_["follow"].trigger()
        window.looking.go(0)
        window.text.show_source(True)
        typing()

    def typing() -> None:
        row = window.looking.page_row
        if row is None or row.state is not PageState.READ or len(window.text.editor.text) < READY_CHARS:
            QTimer.singleShot(50, typing)
            return
        window.text.editor.setFocus()
        QTimer.singleShot(500, lambda: measure("typing", writing, end))

    def end() -> None:
        result["chars"] = len(window.text.editor.text)
        result["proofed"] = window.proof.flags.proof is not None
        finish(window, {**result, "preview": type(window.text.preview).__name__})

    painted: list[float] = []
    window.text.painted.connect(painted.append)
    real_begin(window, files, urls, reason, notice)
    start.start()
    streaming()


def _scroll(window: Window) -> None:
    bar = window.strip.verticalScrollBar()
    bar.setValue(bar.value() + 12 if bar.value() < bar.maximum() else 0)


class Sheet(QObject):
    """What the window's thread spends on a page of 200 KB with 500 flags: taking the proof, walking, typing, scrolling
    in step, the list of flags, in the preview and in the source. The calls are timed, and all the while a probe shows
    what comes of them afterwards, by itself."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._text, self._proof = long_page()
        self._spent: dict[str, list[float]] = {}
        self._stalls: dict[str, list[float]] = {}
        self._probe: Probe | None = None
        self._in_turn: list[Callable[[], None]] = [
            *self._in_view("preview"),
            *self._in_view("source"),
            self._open_list,
            lambda: self._take("list open"),
            lambda: self._walk("list open", STEPS),
            lambda: self._type(STEPS),
        ]

    def _in_view(self, name: str) -> list[Callable[[], None]]:
        return [lambda: self._show(name), lambda: self._take(name), lambda: self._walk(name, STEPS)]

    def go_on(self) -> None:
        if self._in_turn:
            self._in_turn.pop(0)()
            return
        self._phase("")
        counts = {"flags": len(self._proof.flags), "chars": len(self._text)}
        finish(self._window, {"spent": self._spent, "stalls": self._stalls, **counts})

    def _timed(self, name: str, call: Callable[[], object]) -> None:
        began = time.perf_counter()
        call()
        self._spent.setdefault(name, []).append((time.perf_counter() - began) * 1000)

    def _phase(self, name: str) -> None:
        """What is late from here on is this phase's."""
        if self._probe is not None:
            self._probe.stop()
        if name:
            self._probe = Probe(self._window)
            self._stalls[name] = self._probe.delays
            self._probe.start()

    def _show(self, name: str) -> None:
        self._phase(f"page shown in the {name}")
        source = name == "source"
        shown = PageShown(1, 0, PageState.READ, self._text, serial=1 + source)
        self._timed("to the other view", lambda: self._window.text.show_source(source))
        self._timed("showing the page", lambda: self._window.text.show_page(shown))
        self._window.proof.page_shown(shown)
        QTimer.singleShot(4000, self.go_on)

    def _take(self, name: str) -> None:
        self._phase(f"proof taken, {name}")
        self._timed("taking the proof", lambda: self._window.proof.page_proofed(self._proof))
        QTimer.singleShot(3000, self.go_on)

    def _walk(self, name: str, left: int) -> None:
        if left == STEPS:
            self._phase(f"walk, {name}")
        desk = self._window.proof
        self._timed("next flag", lambda: self._window.walk._look_at(left % len(self._proof.flags)))
        desk.text.scroll._touch()
        self._timed("page follows", lambda: desk.step._text_moved(left * 4000.0))
        self._timed("text follows", desk.step._follow_page)
        QTimer.singleShot(30, (lambda: self._walk(name, left - 1)) if left else self.go_on)

    def _open_list(self) -> None:
        self._phase("list of the flags opened")
        self._timed("list opened", lambda: self._window.proof.strip.all.setChecked(True))
        QTimer.singleShot(1500, self.go_on)

    def _type(self, left: int) -> None:
        if left == STEPS:
            self._phase("keys")
        event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a")
        self._timed("a key", lambda: QCoreApplication.sendEvent(self._window.text.editor, event))
        QTimer.singleShot(30, (lambda: self._type(left - 1)) if left else self.go_on)


def many_flags(window: Window, files: Sequence[Path], urls: Sequence[str], reason: str, notice: Notice | None) -> None:
    real_begin(window, files, urls, reason, notice)
    QTimer.singleShot(1500, Sheet(window).go_on)


SCENES: dict[str, Callable[..., None]] = {"everything": everything, "flags": many_flags}
