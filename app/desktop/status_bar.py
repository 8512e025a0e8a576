# SPDX-License-Identifier: AGPL-3.0-or-later
"""The foot of the window: the engine and why, speed, time left, pause and stop.

A figure that the engine does not report has no label; the line never shows a made-up zero.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QToolTip, QWidget

from app.core.changes import DocumentRow, EngineStatus, EngineWaiting, QueueStatus, Spent
from app.core.errors import sentence
from app.core.waits import wait_words
from app.core.wording import tr
from app.desktop.actions import plain
from app.desktop.phrases import (
    engine_chip,
    engine_name,
    engine_reason,
    pages_rate,
    per_cent,
    proof_line,
    queue_left,
    queue_speed,
    spending,
)

BEAT_MS = 250
"""How often the seconds of a wait are counted down."""


class StatusBar(QWidget):
    engine_asked = Signal()  # the chip was pressed

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("foot")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._chip = QToolButton(self)
        self._chip.setObjectName("chip")
        self._chip.setText(tr("Starting…"))
        self._chip.setAccessibleName(tr("Engine"))
        self._chip.clicked.connect(self.engine_asked)
        self._status: EngineStatus | None = None
        self._reasons: Mapping[str, str] = {}
        self._waiting = EngineWaiting()
        self._wait = self._label(tr("What pages wait for"))
        self._wait.setObjectName("wait")
        self._wait.setMinimumWidth(1)  # gives way in a narrow window; its tool tip has it all
        self._wait_stop = QToolButton(self)
        self._wait_stop.setText(tr("Stop"))
        self._wait_stop.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._beat = QTimer(self)
        self._beat.setInterval(BEAT_MS)
        self._beat.timeout.connect(self._count_down)
        self._detail = self._label(tr("Engine state"))
        self._detail.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._pages = self._label(tr("Pages a second"))
        self._speed = self._label(tr("Speed"))
        self._acceptance = self._label(tr("Accepted draft tokens"))
        self._spent = self._label(tr("What this run has cost"))
        self._left = self._label(tr("What is left"))
        self._proof = self._label(tr("Proofreading"))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 3, 8, 3)
        self._row.setSpacing(14)
        self._row.addWidget(self._chip)
        self._row.addWidget(self._wait)
        self._row.addWidget(self._wait_stop)
        self._row.addWidget(self._detail, 1)
        for label in (self._proof, self._pages, self._speed, self._acceptance, self._spent, self._left):
            self._row.addWidget(label)
        self.waiting(self._waiting)
        self.spent(Spent(0.0))
        self.progress(None)

    def _label(self, name: str) -> QLabel:
        label = QLabel(self)
        label.setAccessibleName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        return label

    def set_buttons(self, pause: QAction, stop: QAction, stop_after: QAction) -> None:
        """Pause and stop; the second way to stop is in the stop button's menu."""
        menu = QMenu(self)
        menu.addActions([stop, stop_after])
        for action in (pause, stop):
            button = QToolButton(self)
            button.setDefaultAction(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            action.changed.connect(lambda b=button, a=action: b.setAccessibleName(plain(a.text())))
            button.setAccessibleName(plain(action.text()))
            if action is stop:
                button.setMenu(menu)
                button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
            self._row.addWidget(button)
        self._wait_stop.clicked.connect(stop.trigger)
        self._wait_stop.setAccessibleName(tr("Stop waiting"))
        self._wait_stop.setToolTip(stop.toolTip())

    def waiting(self, waiting: EngineWaiting) -> None:
        """A countdown while pages wait for something outside."""
        self._waiting = waiting
        waits = waiting.code is not None
        self._wait_stop.setVisible(waits)
        self._show(self._wait, "")
        if waits:
            self._count_down()
            self._beat.start()
        else:
            self._beat.stop()

    def _count_down(self) -> None:
        if self._waiting.code is not None:
            words = wait_words(self._waiting.code, self._waiting.until, time.monotonic())
            self._show(self._wait, words)
            self._wait.setToolTip(words)

    def spent(self, spent: Spent) -> None:
        self._show(self._spent, spending(spent))
        self._spent.setToolTip(tr("An estimate, from the tokens that the service counted"))

    def set_reasons(self, reasons: Mapping[str, str]) -> None:
        """Why each engine was chosen, by name."""
        self._reasons = reasons
        if self._status is not None:
            self.engine_status(self._status)

    def engine_status(self, status: EngineStatus) -> None:
        self._status = status
        reason = engine_reason(status, self._reasons.get(status.name, ""))
        self._chip.setText(engine_chip(status))
        problem = sentence(status.problem, engine_name(status.name)) if status.problem else ""
        self._chip.setToolTip(problem or reason)
        self._chip.setAccessibleDescription(problem or reason)
        self._detail.setText(problem)
        self._detail.setToolTip(problem)
        failed = status.state == "failed"
        if self._chip.property("failed") != failed:
            self._chip.setProperty("failed", failed)
            self._chip.style().unpolish(self._chip)
            self._chip.style().polish(self._chip)

    def queue_status(self, status: QueueStatus) -> None:
        running = bool(status.running)
        self._show(self._pages, pages_rate(status.pages_per_s) if running and status.pages_per_s else "")
        self._show(self._speed, queue_speed(status) if running else "")
        accepted = status.acceptance if running else None
        share = per_cent(accepted) if accepted is not None else ""
        self._show(self._acceptance, tr("acceptance {share}").format(share=share) if share else "")
        self._show(self._left, queue_left(status))

    def progress(self, row: DocumentRow | None) -> None:
        """How far the shown document is proofread."""
        self._show(self._proof, proof_line(row) if row is not None else "")

    def show_why(self) -> None:
        """The reason for this engine, as a tool tip that the keyboard can call up, too."""
        QToolTip.showText(self._chip.mapToGlobal(QPoint(0, -self._chip.height())), self._chip.toolTip(), self._chip)

    def _show(self, label: QLabel, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))
