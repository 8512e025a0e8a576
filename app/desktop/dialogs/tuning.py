# SPDX-License-Identifier: AGPL-3.0-or-later
"""Measuring how fast an engine reads here: progress, the table as it grows, and what follows from it."""

from __future__ import annotations

from contextlib import suppress

import shiboken6
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.core.places import Places
from app.core.retell import retell
from app.core.settings import Settings
from app.core.tuning.run import Progress
from app.core.tuning.words import HEAD, cells, short, verdict
from app.core.tuning.work import Candidate, Ended, ProbeError, Told, Tuning, candidates
from app.core.wording import mark, tr
from app.desktop.background import in_background
from app.desktop.dialogs.spin import WholeField
from engine.tune.values import Measured, Table, Trial

MINUTES, MOST_MINUTES = 15, 240

HEADINGS = [*HEAD, mark("remark")]
REMARK = len(HEAD)

NONE = mark(
    "There is no engine with a model that could be measured here: Help → Engines says what is missing, and "
    "can fetch it."
)


class _Post(QObject):
    """Brings what the measurement's thread tells to the interface thread."""

    told = Signal(object)

    def say(self, told: Told) -> None:
        """On any thread. Where the dialog is gone nobody listens any more, and the measurement is kept all the same."""
        with suppress(RuntimeError):
            self.told.emit(told)


class TuningDialog(QDialog):
    """Show it with `open()`. Nothing is measured before Measure; closing it stops, and keeps what was measured."""

    started = Signal()
    ended = Signal(bool)  # whether there is a table, which is kept and counts from now on
    left = Signal(object)  # the Tuning, which was told to stop: the dialog was closed before it ended

    def __init__(self, parent: QWidget | None, places: Places, settings: Settings) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Measure the speed"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._places, self._settings = places, settings
        self._candidates: list[Candidate] = []
        self._work: Tuning | None = None
        self.engine = QComboBox(self)
        self.engine.setAccessibleName(tr("Engine"))
        self.minutes = WholeField(self)
        self.minutes.setRange(1, MOST_MINUTES)
        self.minutes.setValue(MINUTES)
        self.minutes.setSuffix(tr(" minutes at most"))
        self.minutes.setAccessibleName(tr("Minutes at most"))
        self.words = _wrapped(tr("Looking for engines that can be measured…"), self)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName(tr("Whether something is being measured"))
        self.table = QTreeWidget(self)
        self.table.setAccessibleName(tr("What was measured"))
        self.table.setHeaderLabels([tr(heading) for heading in HEADINGS])
        self.table.setRootIsDecorated(False)
        self.table.setWordWrap(True)
        self.table.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.header().setStretchLastSection(True)
        self.verdict = _wrapped("", self)
        self.verdict.setAccessibleName(tr("What follows"))
        self.buttons = QDialogButtonBox(self)
        self.go = QPushButton(tr("&Measure"), self)
        self.stop = QPushButton(tr("Close"), self)
        self.go.setDefault(True)
        self.stop.setAutoDefault(False)
        self.buttons.addButton(self.go, QDialogButtonBox.ButtonRole.ActionRole)
        self.buttons.addButton(self.stop, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(self)
        row = QHBoxLayout()
        label = QLabel(tr("&Engine:"), self)
        label.setBuddy(self.engine)
        row.addWidget(label)
        row.addWidget(self.engine, 1)
        row.addWidget(self.minutes)
        layout.addLayout(row)
        for part in (self.words, self.bar):
            layout.addWidget(part)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.verdict)
        layout.addWidget(self.buttons)
        self.go.clicked.connect(self.begin)
        self.stop.clicked.connect(self._stop)
        self.engine.currentIndexChanged.connect(self._show_kept)
        self.go.setEnabled(False)
        self.resize(900, 460)
        in_background(self._look_for, self._offer)

    # ------------------------------------------------------------ which engine

    def _look_for(self) -> list[Candidate] | str:
        try:
            return candidates(self._places, self._settings)
        except ProbeError as error:
            return tr("The machine could not be looked at: {error}.").format(error=retell(str(error)))

    def _offer(self, found: list[Candidate] | str) -> None:
        if not shiboken6.isValid(self):
            return
        if isinstance(found, str) or not found:
            self.words.setText(found if isinstance(found, str) else tr(NONE))
            return
        self._candidates = found
        self.engine.addItems([retell(one.title) for one in found])
        self.go.setEnabled(True)
        self.go.setFocus()

    def _show_kept(self) -> None:
        wanted = self._candidates[self.engine.currentIndex()]
        self.table.clear()
        self.verdict.clear()
        if wanted.table is not None:
            self.words.setText(tr("Measured on {date}; these settings are in use.").format(date=wanted.table.date[:10]))
            self._show_table(wanted.table)
        else:
            self.words.setText(
                tr(
                    "Sample pages are read with different numbers of drafts and of pages at once. Nothing else is read "
                    "meanwhile; what comes out best is used from then on."
                )
            )

    # ------------------------------------------------------------ measuring

    def begin(self) -> None:
        wanted = self._candidates[self.engine.currentIndex()]
        post = _Post(self)
        post.told.connect(self._hear)
        self._work = Tuning(wanted, self._places, post.say, seconds=60.0 * self.minutes.value())
        for part in (self.go, self.engine, self.minutes):
            part.setEnabled(False)
        self.table.clear()
        self.verdict.clear()
        self.bar.setRange(0, 0)
        self.words.setText(tr("Starting the engine…"))
        self.stop.setText(tr("&Stop"))
        self.started.emit()
        self._work.start()

    def _hear(self, told: Told) -> None:
        if isinstance(told, Ended):
            self._end(told)
        elif isinstance(told, Progress) and told.row is not None:
            self._add(told.row)
        else:
            self.words.setText(tr("Measuring {title}…").format(title=retell(told.trial.title)))

    def _add(self, row: Measured) -> None:
        """A row that was measured again takes the place of the first."""
        values = [*cells(row), ""]
        if row.status != "measured":
            values = [*values[:2], *("" for _ in values[3:]), short(row)]
        item = QTreeWidgetItem(values)
        item.setToolTip(REMARK, values[REMARK])
        for column in range(1, REMARK):
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        for at in range(self.table.topLevelItemCount()):
            known = self.table.topLevelItem(at)
            if known is not None and [known.text(0), known.text(1)] == values[:2]:
                self.table.takeTopLevelItem(at)
                self.table.insertTopLevelItem(at, item)
                break
        else:
            self.table.addTopLevelItem(item)
        self.table.scrollToItem(item)

    def _end(self, ended: Ended) -> None:
        self._work = None
        self.bar.setRange(0, 1)
        for part in (self.go, self.engine, self.minutes):
            part.setEnabled(True)
        self.stop.setEnabled(True)
        self.stop.setText(tr("Close"))
        self.go.setText(tr("&Measure again"))
        if ended.table is None:
            self.words.setText(ended.problem)
        else:
            self.words.setText(tr("Measured: these settings are used from now on."))
            self.table.clear()
            self._show_table(ended.table)
        self.ended.emit(ended.table is not None)

    def _show_table(self, table: Table) -> None:
        """With the best settings marked, and the reasons."""
        for row in table.rows:
            self._add(row)
        for best, why in ((table.latency, tr("for one page")), (table.queue, tr("for a queue"))):
            self._mark(best, why)
        self.verdict.setText("\n".join(verdict(table)))

    def _mark(self, best: Trial, why: str) -> None:
        drafts = cells(Measured(depth=best.depth, pages=best.pages))[0]
        for at in range(self.table.topLevelItemCount()):
            item = self.table.topLevelItem(at)
            if item is not None and [item.text(0), item.text(1)] == [drafts, str(best.pages)]:
                font = item.font(0)
                font.setBold(True)
                for column in range(len(HEADINGS)):
                    item.setFont(column, font)
                item.setText(
                    REMARK,
                    tr("{text} and {why}").format(text=item.text(REMARK), why=why)
                    if item.text(REMARK)
                    else tr("best {why}").format(why=why),
                )

    # ------------------------------------------------------------ the end

    def _stop(self) -> None:
        if self._work is None:
            self.reject()
            return
        self.stop.setEnabled(False)
        self.words.setText(tr("Stopping…"))
        self._work.stop()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._leave()
        super().closeEvent(event)

    def reject(self) -> None:
        self._leave()
        super().reject()

    def _leave(self) -> None:
        """What was measured by then is kept and counts."""
        work, self._work = self._work, None
        if work is not None:
            work.stop()
            self.left.emit(work)


def _wrapped(text: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
