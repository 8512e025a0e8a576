# SPDX-License-Identifier: AGPL-3.0-or-later
"""Installing a local engine: what it takes, then its log as it comes, then that it works."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent, QFontDatabase
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.core.environments import Installation, InstallState, Plan
from app.core.environments.installation import Grown, InstallChange, Line, Stage
from app.core.models.words import gigabytes
from app.core.places import Places
from app.core.retell import retell
from app.core.settings import Settings
from app.core.wording import tr
from app.desktop.background import in_background

LINES = 5000
"""Lines of the log that are kept."""

PARTS = 1000


class _Post(QObject):
    """Brings what the installation's threads tell to the interface thread."""

    change = Signal(object)


class InstallDialog(QDialog):
    """Show it with `open()`. Nothing happens before Install; closing it cancels."""

    installed = Signal(str)  # the engine's name

    def __init__(self, parent: QWidget | None, places: Places, settings: Settings, wanted: Plan) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Install the engine {engine}").format(engine=wanted.engine))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._places, self._settings, self._plan = places, settings, wanted
        self._work: Installation | None = None
        self.words = QLabel(
            tr(
                "{engine} for {hardware} takes about {size} in Copyholder's data folder, in a Python of "
                "its own. Nothing else on this computer is changed, and it can be removed at any time."
            ).format(engine=wanted.engine, hardware=wanted.hardware, size=gigabytes(wanted.disk)),
            self,
        )
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bar = QProgressBar(self)
        self.bar.setRange(0, PARTS)
        self.bar.setAccessibleName(tr("Progress of the installation"))
        self.log = QPlainTextEdit(self)
        self.log.setReadOnly(True)
        self.log.setMaximumBlockCount(LINES)
        self.log.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.log.setAccessibleName(tr("Log of the installation"))
        self.log.setTabChangesFocus(True)
        self.go = QPushButton(tr("&Install"), self)
        self.go.setDefault(True)
        self.stop = QPushButton(tr("Cancel"), self)
        self.stop.setAutoDefault(False)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.go)
        row.addWidget(self.stop)
        layout = QVBoxLayout(self)
        for part in (self.words, self.bar, self.log):
            layout.addWidget(part)
        layout.addLayout(row)
        self.go.clicked.connect(self.begin)
        self.stop.clicked.connect(self._stop)
        self.resize(680, 460)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._leave()
        super().closeEvent(event)

    def reject(self) -> None:
        self._leave()
        super().reject()

    def begin(self) -> None:
        """Install, or try again after a failure."""
        self.go.setEnabled(False)
        self.log.clear()
        post = _Post(self)  # one for each try: what an earlier one still says is not heard
        post.change.connect(self._hear)
        settings = self._settings
        self._work = Installation(self._plan, self._places, post.change.emit, model=settings.model,
                                  proxy=settings.proxy, ca_file=settings.ca_file)  # fmt: skip
        self._work.start()

    def _stop(self) -> None:
        if self._work is not None and self._work.state is InstallState.RUNNING:
            self.stop.setEnabled(False)
            self._work.cancel()
        else:
            self.reject()

    def _leave(self) -> None:
        """Cancelled and waited for off the interface thread."""
        work, self._work = self._work, None
        if work is not None and work.state is InstallState.RUNNING:
            work.cancel()
            in_background(work.wait, lambda _ended: None)

    def _hear(self, change: InstallChange) -> None:
        if isinstance(change, Line):
            self.log.appendPlainText(change.text)
        elif isinstance(change, Stage):
            self.words.setText(
                tr("Step {number} of {of}: {title}").format(
                    number=change.number, of=change.of, title=retell(change.title)
                )
            )
            self.log.appendPlainText(f"== {retell(change.title)}")
        elif isinstance(change, Grown):
            self.bar.setValue(int(PARTS * 0.95 * change.done / max(change.total, 1)))
        elif self._work is not None:
            self._enter(self._work, change)

    def _enter(self, work: Installation, state: InstallState) -> None:
        self.stop.setEnabled(True)
        if state is InstallState.DONE:
            about = work.environment.about if work.environment else ""
            self.words.setText(
                tr("The engine {engine} is installed and works ({about}).").format(
                    engine=self._plan.engine, about=about
                )
            )
            self.bar.setValue(PARTS)
            self.go.hide()
            self.stop.setText(tr("Close"))
            self.installed.emit(self._plan.engine)
        elif state is InstallState.FAILED:
            self.words.setText(str(work.problem))
            self._offer_again()
        elif state is InstallState.CANCELLED:
            self.words.setText(tr("Cancelled: nothing was installed, and what was there before is as it was."))
            self._offer_again()

    def _offer_again(self) -> None:
        self.bar.setValue(0)
        self.go.setText(tr("&Try again"))
        self.go.setEnabled(True)
