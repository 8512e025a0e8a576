# SPDX-License-Identifier: AGPL-3.0-or-later
"""Fetching a model: its licence first, then progress that can be paused, then where it is."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.core import models as core
from app.core.errors import ProblemError
from app.core.models import Download, DownloadState, ModelProblem, Offer
from app.core.models.download import DownloadChange
from app.core.models.words import gigabytes
from app.core.places import Places
from app.core.settings import Settings
from app.core.wording import tr
from app.desktop.background import in_background
from app.desktop.phrases import capital
from engine.models.messages import FetchedAgain, FetchModel, Planned, Progress, Waiting

PARTS = 1000
"""Steps of the progress bar; bytes of a large model do not fit its 32 bits."""


class _Post(QObject):
    """Brings what the download's thread tells to the interface thread."""

    change = Signal(object)


class ModelDialog(QDialog):
    """Show it with `open()`. Closing it pauses the download; what was fetched stays."""

    fetched = Signal(object)  # the model's folder

    def __init__(
        self, parent: QWidget | None, places: Places, settings: Settings, offer: Offer = core.JINA_OCR,
        revision: str = "",
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.setWindowTitle(tr("Get the model {name}").format(name=offer.name))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._places, self._settings, self._offer = places, settings, offer
        self._revision = revision or offer.revision
        self._download: Download | None = None
        self._left = False
        self._post = _Post(self)
        self._post.change.connect(self._hear)
        self.stages = QStackedWidget(self)
        self.licence = LicencePage(offer, settings.commercial, self)
        self.progress = ProgressPage(self)
        self.stages.addWidget(self.licence)
        self.stages.addWidget(self.progress)
        layout = QVBoxLayout(self)
        layout.addWidget(self.stages)
        self.licence.refused.connect(self.reject)
        self.licence.accepted.connect(self._accept_licence)
        self.progress.pause.clicked.connect(self._pause_or_go_on)
        self.progress.cancel.clicked.connect(self._cancel)
        self.resize(640, 520)
        if core.accepted(places, offer, self._revision):
            self._begin()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._leave()
        super().closeEvent(event)

    def reject(self) -> None:
        self._leave()
        super().reject()

    # ------------------------------------------------------------ what the user does

    def _accept_licence(self) -> None:
        try:
            core.accept(self._places, self._offer, self._revision)
        except ProblemError as error:
            self.licence.head.setText(str(error))
            return
        self._begin()

    def _begin(self) -> None:
        self.stages.setCurrentWidget(self.progress)
        self.stages.removeWidget(self.licence)  # the dialog becomes as small as its other page
        self.licence.hide()
        self.resize(560, self.progress.sizeHint().height() + 40)
        self.progress.say(tr("Asking the hub…"))
        self.progress.pause.setEnabled(False)
        places, settings, offer, revision = self._places, self._settings, self._offer, self._revision

        def asked() -> FetchModel | ModelProblem | ProblemError:
            try:
                return core.request(places, settings, offer, revision)
            except (ModelProblem, ProblemError) as problem:
                return problem

        in_background(asked, self._fetch)  # a keychain may have to be unlocked for the token

    def _fetch(self, request: FetchModel | ModelProblem | ProblemError) -> None:
        if self._left:
            return
        if not isinstance(request, FetchModel):
            self.progress.say(str(request))
            self.progress.bar.setRange(0, PARTS)
            return
        self.progress.pause.setEnabled(True)
        self._download = Download(request, self._post.change.emit)
        self._download.start()

    def _pause_or_go_on(self) -> None:
        if self._download is None:
            return
        if self._download.state is DownloadState.FETCHING:
            self._download.pause()
        else:
            self._download.start()

    def _cancel(self) -> None:
        if self._download is None:
            self.reject()
        elif self._download.state is DownloadState.DONE:
            self.accept()
        else:
            self._download.cancel()

    def _leave(self) -> None:
        """The program is ended off the interface thread: that may take it a moment."""
        self._left = True
        download, self._download = self._download, None
        if download is not None:
            in_background(download.close, lambda _none: None)

    # ------------------------------------------------------------ what the download tells

    def _hear(self, change: DownloadChange) -> None:
        if isinstance(change, Planned):
            self.progress.say(tr("{files} files, {size}").format(files=change.files, size=gigabytes(change.size)))
        elif isinstance(change, Progress):
            self.progress.show_progress(change)
        elif isinstance(change, Waiting):
            self.progress.say(capital(core.waiting(change)) + ".")
        elif isinstance(change, FetchedAgain):
            self.progress.say(tr("{file} came damaged and is fetched once more.").format(file=change.file))
        elif isinstance(change, DownloadState):
            self._enter(change)

    def _enter(self, state: DownloadState) -> None:
        download = self._download
        self.progress.pause.setText(tr("&Pause") if state is DownloadState.FETCHING else tr("&Continue"))
        if download is None:
            return
        if state is DownloadState.PAUSED:
            self.progress.say(tr("Paused. What was fetched stays here."))
        elif state is DownloadState.FAILED:
            self.progress.say(str(download.problem))
        elif state is DownloadState.CANCELLED:
            self.reject()
        elif state is DownloadState.DONE and download.result is not None:
            self.progress.finish(
                tr("The model is here ({size}), its checksums are right.").format(size=gigabytes(download.result.size))
            )
            self.fetched.emit(Path(download.result.folder))


class LicencePage(QWidget):
    """The licence's text, and the box without which nothing goes on."""

    accepted = Signal()
    refused = Signal()

    def __init__(self, offer: Offer, commercial: bool, parent: QWidget) -> None:
        super().__init__(parent)
        size = gigabytes(offer.size)
        head = tr("{name} comes from its vendor's page ({size}). Read its licence first.").format(
            name=offer.name, size=size
        )
        if commercial:
            head += " " + tr(
                "You use Copyholder commercially, which {licence} does not allow: ask the vendor, as below."
            ).format(licence=offer.licence)
        self.head = QLabel(head, self)
        self.head.setWordWrap(True)
        self.head.setTextFormat(Qt.TextFormat.PlainText)
        self.text = QPlainTextEdit(core.text(offer), self)
        self.text.setReadOnly(True)
        self.text.setAccessibleName(tr("Licence of {name}").format(name=offer.name))
        self.text.setTabChangesFocus(True)
        self.agree = QCheckBox(tr("I have &read this and accept {licence}").format(licence=offer.licence), self)
        self.get = QPushButton(tr("&Fetch the model"), self)
        self.get.setEnabled(False)
        self.get.setDefault(True)
        no = QPushButton(tr("Cancel"), self)
        no.setAutoDefault(False)
        row = _row(self.get, no)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for part in (self.head, self.text, self.agree):
            layout.addWidget(part)
        layout.addLayout(row)
        self.agree.toggled.connect(self.get.setEnabled)
        self.get.clicked.connect(self.accepted)
        no.clicked.connect(self.refused)


class ProgressPage(QWidget):
    """A bar, a line of figures, and a line for what has to be said."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.bar = QProgressBar(self)
        self.bar.setRange(0, 0)  # moves until figures come
        self.bar.setAccessibleName(tr("Progress of the download"))
        self.figures = _wrapped(self)
        self.words = _wrapped(self)
        self.pause = QPushButton(tr("&Pause"), self)
        self.cancel = QPushButton(tr("Cancel"), self)
        for button in (self.pause, self.cancel):
            button.setAutoDefault(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addStretch(1)
        for part in (self.words, self.bar, self.figures):
            layout.addWidget(part)
        layout.addStretch(1)
        layout.addLayout(_row(self.pause, self.cancel))

    def say(self, text: str) -> None:
        self.words.setText(text)

    def show_progress(self, progress: Progress) -> None:
        self.bar.setRange(0, PARTS)
        self.bar.setValue(int(PARTS * progress.done / max(progress.total, 1)))
        text = tr("Checking {file}") if progress.stage == "verifying" else tr("Fetching {file}")
        self.say(text.format(file=progress.file))
        parts = [tr("{done} of {whole}").format(done=gigabytes(progress.done), whole=gigabytes(progress.total))]
        if progress.per_second:
            parts.append(f"{gigabytes(progress.per_second)}/s")
        if progress.left and progress.left >= 1:
            parts.append(tr("{time} left").format(time=_time(progress.left)))
        self.figures.setText("  ·  ".join(parts))

    def finish(self, text: str) -> None:
        self.bar.setRange(0, PARTS)
        self.bar.setValue(PARTS)
        self.figures.clear()
        self.say(text)
        self.pause.hide()
        self.cancel.setText(tr("Close"))
        self.cancel.setDefault(True)
        self.cancel.setFocus()


def _row(*buttons: QPushButton) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addStretch(1)
    for button in buttons:
        row.addWidget(button)
    return row


def _wrapped(parent: QWidget) -> QLabel:
    label = QLabel(parent)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
