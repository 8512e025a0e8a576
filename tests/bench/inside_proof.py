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
    in step, the list of flags, in the preview and in the source. The calls are timed, and all the while a probe shows
    what comes of them afterwards, by itself."""
    real_begin(window, files, urls, reason, notice)
    text, proof = long_page()
    spent: dict[str, list[float]] = {}
    stalls: dict[str, list[float]] = {}
    probes: list[Probe] = []

    def timed(name: str, call: Callable[[], object]) -> None:
        began = time.perf_counter()
        call()
        spent.setdefault(name, []).append((time.perf_counter() - began) * 1000)

    def phase(name: str) -> None:
        """What is late from here on is this phase's."""
        if probes:
            probes.pop().stop()
        if name:
            probes.append(Probe(window))
            stalls[name] = probes[0].delays
            probes[0].start()

    def show(source: bool, then: Callable[[], None]) -> None:
        phase("page shown in the " + ("source" if source else "preview"))
        shown = PageShown(1, 0, PageState.READ, text, serial=1 + source)
        timed("to the other view", lambda: window.text.show_source(source))
        timed("showing the page", lambda: window.text.show_page(shown))
        window.proof.page_shown(shown)
        QTimer.singleShot(4000, then)

    def take(where: str, then: Callable[[], None]) -> None:
        phase(f"proof taken, {where}")
        timed("taking the proof", lambda: window.proof.page_proofed(proof))
        QTimer.singleShot(3000, then)

    def walk(where: str, left: int, then: Callable[[], None]) -> None:
        if left == STEPS:
            phase(f"walk, {where}")
        timed("next flag", lambda: window.walk._look_at(left % len(proof.flags)))
        window.proof.text.scroll._touch()
        timed("page follows", lambda: window.proof.step._text_moved(left * 4000.0))
        timed("text follows", window.proof.step._follow_page)
        QTimer.singleShot(30, (lambda: walk(where, left - 1, then)) if left else then)

    def list_open(then: Callable[[], None]) -> None:
        phase("list of the flags opened")
        timed("list opened", lambda: window.proof.strip.all.setChecked(True))
        QTimer.singleShot(1500, then)

    def type_keys(left: int, then: Callable[[], None]) -> None:
        if left == STEPS:
            phase("keys")
        event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a")
        timed("a key", lambda: QCoreApplication.sendEvent(window.text.editor, event))
        QTimer.singleShot(30, (lambda: type_keys(left - 1, then)) if left else then)

    def end() -> None:
        phase("")
        finish(window, {"spent": spent, "stalls": stalls, "flags": len(proof.flags), "chars": len(text)})

    in_turn: list[Callable[[Callable[[], None]], None]] = [
        lambda then: show(False, then),
        lambda then: take("preview", then),
        lambda then: walk("preview", STEPS, then),
        lambda then: show(True, then),
        lambda then: take("source", then),
        lambda then: walk("source", STEPS, then),
        list_open,
        lambda then: take("list open", then),
        lambda then: walk("list open", STEPS, then),
        lambda then: type_keys(STEPS, then),
    ]

    def go_on() -> None:
        if in_turn:
            in_turn.pop(0)(go_on)
        else:
            end()

    QTimer.singleShot(1500, go_on)


SCENES: dict[str, Callable[..., None]] = {"everything": everything, "flags": many_flags}
