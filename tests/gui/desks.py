# SPDX-License-Identifier: AGPL-3.0-or-later
"""Helpers of the window's tests: rows to show, and two desks: one that only writes down what
the views ask for, and one with a real session, real children and the scripted engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import msgspec
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.core.changes import Change, DocumentRow, DocumentState, PageRow, PageState, Problem
from app.core.choice import EngineChoice
from app.core.places import Places
from app.core.session import Session
from app.core.settings import Settings
from app.desktop.adapter import Desk
from app.desktop.background import wait_for_background
from app.desktop.look import Look
from app.desktop.memory import Memory
from app.desktop.window import Window
from engine.protocol import ErrorCode

HANG_MS = 120_000
"""After this long something that was to come is taken for lost."""

PAINTED = {"default": {"text": "# Page {page}\n\nOf {name}.\n", "chars_per_s": 400}}


def document(number: int, title: str = "", state: DocumentState = DocumentState.DONE, **more: Any) -> DocumentRow:
    title = title or f"Document {number}"
    return DocumentRow(number, title, Path(f"/papers/{title}.pdf"), state, **more)


def failed(number: int, code: ErrorCode = ErrorCode.DAMAGED) -> DocumentRow:
    return document(number, state=DocumentState.FAILED, problem=Problem(code))


def page_row(page: int, state: PageState = PageState.READ, **more: Any) -> PageRow:
    return PageRow(page, state, 612.0, 792.0, "", **more)


class Recorder:
    """Stands where the session stands, for tests of views alone: writes down every intention."""

    def __init__(self, notify: Callable[[Change], None]) -> None:
        self.notify = notify
        self.asked: list[tuple[object, ...]] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *args, **more: self.asked.append((name, *args, *more.values()))

    def of(self, name: str) -> list[tuple[object, ...]]:
        return [call[1:] for call in self.asked if call[0] == name]


def recording_desk() -> tuple[Desk, Recorder]:
    made: list[Recorder] = []

    def make(notify: Callable[[Change], None]) -> Session:
        made.append(Recorder(notify))
        return cast(Session, made[0])

    return Desk(make), made[0]


def the_look(mode: str = "light") -> Look:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return Look(application, mode)


def to_front(qtbot: QtBot, window: QWidget) -> None:
    """Keys that are shortcuts count in the active window alone, which it becomes a moment after it is shown."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=HANG_MS)


def soon(holds: Callable[[], bool], what: object) -> None:
    """Wait until it holds; `what` it is, for a failure."""
    until = time.monotonic() + HANG_MS / 1000
    while not holds():
        assert time.monotonic() < until, what
        QTest.qWait(10)


def act(window: Window, name: str) -> None:
    """What the menu does, once it can be done: that comes a moment after what is seen of the page."""
    action = window.actions_[name]
    soon(action.isEnabled, name)
    action.trigger()


def handed_out(desk: Desk) -> None:
    """Until all that the session has told is told to the views: a turn of the event loop need not be enough."""
    QApplication.processEvents()
    while desk._waiting or desk._ready:
        QApplication.processEvents()


def recording_window(
    qtbot: QtBot, home: Path, settings: Settings | None = None, *, web: bool = False
) -> tuple[Window, Recorder]:
    """A shown window whose session only writes down."""
    desk, recorder = recording_desk()
    places = Places(home)
    window = Window(desk, Memory(places, settings or Settings()), places, the_look(), web=web)
    qtbot.addWidget(window)
    window.show()
    to_front(qtbot, window)
    return window, recorder


@contextmanager
def real_window(
    qtbot: QtBot, home: Path, pages: dict[str, Any] | None = None, settings: Settings | None = None, **script: Any
) -> Iterator[Window]:
    """A shown window on a real session with the scripted engine; closed cleanly afterwards."""
    places = Places(home)
    present = settings or Settings()
    options = {"script": msgspec.json.encode({"pages": pages or PAINTED, **script}).decode()}
    engine = EngineChoice("scripted", "scripted", options)
    desk = Desk(lambda notify: Session(places, present, notify, engines=(engine,)))
    window = Window(desk, Memory(places, present), places, the_look(), web=False)
    qtbot.addWidget(window)
    window.show()
    to_front(qtbot, window)
    desk.session.start()
    try:
        yield window
    finally:
        window.close()
        desk.session.close(30.0)
        assert wait_for_background(30.0)
        window.memory.save_now()
        QApplication.processEvents()
