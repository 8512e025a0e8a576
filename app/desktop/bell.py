# SPDX-License-Identifier: AGPL-3.0-or-later
"""A message of the desktop when the queue has ended and the window is not in front."""

from __future__ import annotations

import logging

from PySide6.QtCore import QObject, QProcess, QStandardPaths, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QSystemTrayIcon

from app.core.changes import QueueFinished
from app.core.wording import mark, several, tr
from app.desktop.phrases import duration

log = logging.getLogger(__name__)

LEAST_S = 5.0
"""Seconds that a queue must have taken: shorter ones end before one has looked away."""
SHOWN_MS = 10_000


def ended_words(finished: QueueFinished) -> str:
    """ "48 pages read in 3 min, 2 failed"."""
    pages = several(mark("{n:,} page"), mark("{n:,} pages"), finished.read)
    words = tr("{pages} read in {time}").format(pages=pages, time=duration(finished.seconds))
    return tr("{words}, {n:,} failed").format(words=words, n=finished.failed) if finished.failed else words


class Bell(QObject):
    def __init__(self, icon: QIcon, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._tray: QSystemTrayIcon | None = None

    def ring(self, finished: QueueFinished) -> None:
        if finished.seconds < LEAST_S:
            return
        text = ended_words(finished)
        if QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            self._by_tray(text)
        elif program := QStandardPaths.findExecutable("notify-send"):
            QProcess.startDetached(program, ["--app-name=Copyholder", "Copyholder", text])
        else:
            log.info("this desktop shows no messages: %s", text)

    def _by_tray(self, text: str) -> None:
        """The icon is in the tray only as long as its message."""
        if self._tray is None:
            self._tray = QSystemTrayIcon(self._icon, self)
        self._tray.show()
        self._tray.showMessage("Copyholder", text, self._icon, SHOWN_MS)
        QTimer.singleShot(SHOWN_MS, self._tray, self._tray.hide)
