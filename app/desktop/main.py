# SPDX-License-Identifier: AGPL-3.0-or-later
"""Starts the window. The order, and why:

1. Qt's messages go to the log, so that nothing of them is lost.
2. If the preview may be a browser, its scheme is made known: that must be before 3.
3. The one application object (see `application`).
4. Qt learns the language of the window; ours is spoken since the settings were read.
5. Settings, look, session and window are made. The session starts no thread and no child yet,
   the browser is not made yet: nothing slow stands before the window.
6. The window is shown.
7. When it has been painted: the session starts (library, children), the files are added, the
   browser is made.
8. At the end the window goes first, then the session is closed within its time limit.
"""

from __future__ import annotations

import argparse
import gc
import logging
import signal
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QEvent, QObject, QTimer, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from app.core import settings_file
from app.core.changes import Notice
from app.core.choice import BUILTIN, EngineChoice
from app.core.engine_options import asked
from app.core.engines import UnusableError, Wish, WrongError, choices, wish_of
from app.core.logs import log_to_file
from app.core.places import Places
from app.core.session import Session
from app.core.settings import Settings
from app.core.wording import tr
from app.desktop.adapter import Desk
from app.desktop.application import the_application, to_log
from app.desktop.background import wait_for_background
from app.desktop.language import language_of, speak, teach_qt
from app.desktop.look import Look, program_icon
from app.desktop.memory import Memory
from app.desktop.preview_choice import register_scheme, web_possible
from app.desktop.window import Window

log = logging.getLogger(__name__)

USAGE, NO_ENGINE = 2, 3
"""Exit codes, as of the command line."""
CLOSE_S = 8.0
"""Seconds that the session may take to end; its children have their own limits below that."""
BEAT_MS = 200
"""How often Python looks whether a signal (Ctrl+C in the terminal) came."""

SETTLED_MS = 3000
"""What is there by then stays to the end: the search for garbage, which stops every thread, passes over it."""


def main(options: argparse.Namespace) -> int:
    """The window with what `app.line.parse` found; the exit code."""
    places = Places(options.home)
    _log(places)
    settings, notice = settings_file.load(places.settings)
    speak(language_of(settings.language))
    try:
        chain, trouble = first_engines(options.wish, settings, places)
    except (WrongError, UnusableError) as error:
        print(str(error), file=sys.stderr)
        return USAGE if isinstance(error, WrongError) else NO_ENGINE
    return run(
        options.files, places, settings, engines=chain, named=options.wish, trouble=trouble, notice=notice,
        urls=options.urls,
    )  # fmt: skip


TURN_S = 0.0005
"""Seconds until a thread that computes gives way (Python's own: 5 ms). The window's thread asks for its turn after
each call into Qt, so a few of them would cost it a frame while a page is aligned beside it."""


def first_engines(wish: Wish | None, settings: Settings, places: Places) -> tuple[tuple[EngineChoice, ...], str]:
    """The engines of the line, else of the settings, without their keys; and what is wrong with
    the settings, where the built-in one stands in. Raises WrongError and UnusableError for the line."""
    if wish is not None:
        return choices(wish, settings, places, fall_back=True), ""
    try:
        return choices(wish_of(settings), settings, places, fall_back=True), ""
    except (WrongError, UnusableError) as error:
        return (BUILTIN,), error.window


def run(
    files: Sequence[Path],
    places: Places,
    settings: Settings,
    *,
    engines: Sequence[EngineChoice] = (BUILTIN,),
    named: Wish | None = None,
    trouble: str = "",
    notice: Notice | None = None,
    urls: Sequence[str] = (),
) -> int:
    """Show the window and stay until it is closed; the exit code. `named` are the engines of the line,
    where it names any. `notice` is what loading the settings had to tell, and `trouble` what is wrong
    with the engine that they name."""
    qInstallMessageHandler(to_log)
    sys.setswitchinterval(TURN_S)
    gc.disable()  # until the window has settled: a start makes much and drops little
    web, reason = web_possible(settings.preview != "lite")
    if web:
        register_scheme()
    application = the_application()
    _name(application)
    teach_qt(application, language_of(settings.language))
    look = Look(application, settings.theme)
    memory = Memory(places, settings)
    prompt = asked(settings.prompt, engines)
    cap = settings.max_cost or None
    desk = Desk(lambda notify: Session(places, settings, notify, engines=engines, prompt=prompt, max_cost=cap))
    window = Window(desk, memory, places, look, web=web, engines=engines, named=named)

    settled = QTimer(window)
    settled.setSingleShot(True)
    settled.timeout.connect(_settle)

    def begin() -> None:
        _begin(window, files, urls, reason if settings.preview != "lite" else "", notice)
        if trouble:
            window.engine.tell_trouble(trouble)
        application.open_files_with(window.add)
        settled.start(SETTLED_MS)

    _after_first_paint(window, begin)
    window.fit_screen()
    window.show()
    beat = _mind_signals(window)
    code = application.exec()
    gc.enable()
    gc.unfreeze()  # what Qt and Python hold of each other ends in its usual order
    beat.stop()
    desk.session.close(CLOSE_S)
    wait_for_background(1.0)
    memory.save_now()
    return code


def _settle() -> None:
    """What the start has made stays: it is not looked through again and again for what may go. What the first search
    needs is loaded beside, or its first letter would wait for it."""
    gc.freeze()
    gc.enable()
    Thread(target=import_module, args=("app.core.editing.pattern",), name="patterns", daemon=True).start()


def _log(places: Places) -> None:
    """Warnings on the terminal, more in the log file."""
    terminal = logging.StreamHandler()
    terminal.setLevel(logging.WARNING)
    terminal.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    logging.getLogger().addHandler(terminal)
    log_to_file(places)


def _name(application: QApplication) -> None:
    application.setApplicationName("copyholder")
    application.setApplicationDisplayName("Copyholder")
    application.setDesktopFileName("copyholder")
    application.setWindowIcon(program_icon())
    if sys.platform.startswith("linux") and application.style().objectName().lower() == "windows":
        application.setStyle("Fusion")  # Qt's fallback where no desktop says what to use


def _begin(
    window: Window, files: Sequence[Path], urls: Sequence[str], no_web_reason: str, notice: Notice | None
) -> None:
    window.desk.session.start()
    window.begin_with(files, urls)
    if no_web_reason:
        window.notices.tell(tr(no_web_reason), severity="info")
    if notice is not None:
        window.desk.notice.emit(notice)


def _after_first_paint(window: Window, then: Callable[[], None]) -> None:
    watcher = _FirstPaint(window, then)
    window.installEventFilter(watcher)


class _FirstPaint(QObject):
    """Calls `then` once, when the window was painted for the first time."""

    def __init__(self, window: Window, then: Callable[[], None]) -> None:
        super().__init__(window)
        self._then = then

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self, self._then)
        return False


def _mind_signals(window: Window) -> QTimer:
    """Ctrl+C in the terminal and a polite kill close the window as a click would."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: window.close())
    beat = QTimer(window)
    beat.timeout.connect(lambda: None)  # gives Python a turn while Qt waits for events
    beat.start(BEAT_MS)
    return beat
