# SPDX-License-Identifier: AGPL-3.0-or-later
"""The one application object: made so that a missing display is a sentence, with Qt's messages in
the log, and with ears for files that the system asks it to open."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

qt_log = logging.getLogger("qt")

NO_WINDOW = 2
"""Exit code where Qt cannot show a window."""

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}

HARMLESS = (
    "propagateSizeHints",  # where a platform (offscreen) has no window manager
    "ulkan",  # the browser engine looks for Vulkan and goes on without
    "Unable to detect GPU vendor",  # ... and draws by software
)
"""Parts of Qt's warnings that mean nothing to anyone."""


class Application(QApplication):
    """Also told by the system to open files while it runs: on macOS by a double click, "Open with"
    or a drop on the icon. Those that come before the window can take them wait."""

    def __init__(self) -> None:
        super().__init__(sys.argv[:1])
        self._waiting: list[Path] = []
        self._take: Callable[[Sequence[Path]], None] | None = None

    def open_files_with(self, take: Callable[[Sequence[Path]], None]) -> None:
        """From now on, and what is waiting at once."""
        self._take = take
        waiting, self._waiting = self._waiting, []
        if waiting:
            take(waiting)

    def event(self, event: QEvent) -> bool:
        if not isinstance(event, QFileOpenEvent):
            return super().event(event)
        if event.file():  # a web address has none
            path = Path(event.file())
            if self._take is None:
                self._waiting.append(path)
            else:
                self._take([path])
        return True


def the_application() -> Application:
    """Make the application. Where Qt finds no display it would abort the process and leave a core
    dump; here that is one sentence and the exit code 2."""
    said: list[tuple[QtMsgType, QMessageLogContext, str]] = []

    def starting(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind == QtMsgType.QtFatalMsg:
            _give_up([one for _, _, one in said] or [text])
        said.append((kind, context, text))

    qInstallMessageHandler(starting)
    application = Application()
    qInstallMessageHandler(to_log)
    for message in said:
        to_log(*message)
    return application


def _give_up(reasons: Sequence[str]) -> None:
    """Qt ends the process after this message in any case; nothing was begun that could be lost."""
    reason = " ".join(reasons[0].split()).rstrip(".")
    sentence = f"No window can be shown here ({reason}): “copyholder convert FILE” works without a display."
    os.write(2, f"{sentence}\n".encode())
    os._exit(NO_WINDOW)


def to_log(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    """Qt's own messages as records of the logger "qt"."""
    level = logging.DEBUG if any(part in text for part in HARMLESS) else _LEVELS.get(kind, logging.WARNING)
    qt_log.log(level, "%s%s", f"{context.category}: " if context.category else "", text)
