# SPDX-License-Identifier: AGPL-3.0-or-later
"""Scenes of the proofreading desk, inside the window's own process (see inside.py): all at once, and a page of
200 KB with 500 flags."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.core.changes import Notice, PageProofed, PageShown, PageState
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
    that was read is typed into, while others stream and the strip scrolls. Pages have 20 KB."""
    result: dict[str, Any] = {}
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
        if row is None or row.state is not PageState.READING or not window.text.text:
            QTimer.singleShot(20, streaming)
            return
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

    real_begin(window, files, urls, reason, notice)
    streaming()


def _scroll(window: Window) -> None:
    bar = window.strip.verticalScrollBar()
    bar.setValue(bar.value() + 12 if bar.value() < bar.maximum() else 0)


def many_flags(window: Window, files: Sequence[Path], urls: Sequence[str], reason: str, notice: Notice | None) -> None:
    """What the window's thread spends on a page of 200 KB with 500 flags: taking the proof, walking, typing, scrolling
    in step, in the source and in the preview."""
    real_begin(window, files, urls, reason, notice)
    text, proof = long_page()
    spent: dict[str, list[float]] = {}

    def timed(name: str, call: Callable[[], object]) -> None:
        began = time.perf_counter()
        call()
        spent.setdefault(name, []).append((time.perf_counter() - began) * 1000)

    def show(source: bool, then: Callable[[], None]) -> None:
        window.text.show_source(source)
        window.text.show_page(PageShown(1, 0, PageState.READ, text, serial=1 + source))
        window.proof.page_shown(PageShown(1, 0, PageState.READ, text, serial=1 + source))
        QTimer.singleShot(4000, then)

    def take(told: PageProofed, then: Callable[[], None]) -> None:
        timed("taking the proof", lambda: window.proof.page_proofed(told))
        QTimer.singleShot(3000, then)

    def walk(left: int, then: Callable[[], None]) -> None:
        timed("next flag", lambda: window.walk._look_at(left % len(proof.flags)))
        window.proof.text.scroll._touch()
        timed("page follows", lambda: window.proof.step._text_moved(left * 4000.0))
        timed("text follows", window.proof.step._follow_page)
        QTimer.singleShot(30, (lambda: walk(left - 1, then)) if left else then)

    def type_keys(left: int, then: Callable[[], None]) -> None:
        event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a")
        timed("a key", lambda: QCoreApplication.sendEvent(window.text.editor, event))
        QTimer.singleShot(30, (lambda: type_keys(left - 1, then)) if left else then)

    def end() -> None:
        finish(window, {"spent": spent, "flags": len(proof.flags), "chars": len(text)})

    def in_source() -> None:
        show(True, lambda: take(proof, lambda: walk(STEPS, lambda: type_keys(STEPS, end))))

    QTimer.singleShot(1500, lambda: show(False, lambda: take(proof, lambda: walk(STEPS, in_source))))


SCENES: dict[str, Callable[..., None]] = {"everything": everything, "flags": many_flags}
