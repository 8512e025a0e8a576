# SPDX-License-Identifier: AGPL-3.0-or-later
"""The engines of this machine: what is there and what is missing, line by line as the doctor tells it, with a
button wherever Copyholder can do something about it itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby

import shiboken6
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.core.doctor import Examination, Finding, bug_report, examine
from app.core.doctor.findings import INSTALL, KEY, MODEL, NOT, OK, TUNE
from app.core.places import Places
from app.core.retell import retell
from app.core.settings import Settings
from app.core.wording import mark, tr
from app.desktop.background import in_background
from app.desktop.look import Look, icon
from app.desktop.phrases import engine_name

SIGNS = {OK: "check", NOT: "close"}
STATES = {OK: mark("ok"), NOT: mark("not usable")}
"""For screen readers; of what is neither, only the name is told."""

NAME_LETTERS = 29

FIRST = "Engines"
"""The section that people come for stands first."""


class EnginesDialog(QDialog):
    """Show it with `show()`: it looks at the machine then, in the background."""

    act_asked = Signal(str)  # one of a finding's acts
    choose_asked = Signal()
    local_asked = Signal()

    def __init__(self, parent: QWidget, places: Places, settings: Settings, look: Look, present: str) -> None:
        """`present` says which engine reads now, and why."""
        super().__init__(parent)
        self.setWindowTitle(tr("Engines"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._places, self._settings, self._look = places, settings, look
        self._found: Examination | None = None
        self.present = QLabel(self)
        self.present.setWordWrap(True)
        self.present.setTextFormat(Qt.TextFormat.PlainText)
        self.present.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.busy = QProgressBar(self)
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setFixedHeight(6)
        self.busy.setAccessibleName(tr("Looking at this machine"))
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setAccessibleName(tr("What is there and what is missing"))
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.again = self._button(tr("Look &again"), self.look)
        self.report = self._button(tr("Copy &report"), self._copy)
        self.local = self._button(tr("&Models and engines…"), self.local_asked.emit)
        self.choose = self._button(tr("C&hoose engine…"), self.choose_asked.emit)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.present)
        layout.addWidget(self.busy)
        layout.addWidget(self.area, 1)
        layout.addWidget(self.buttons)
        self.resize(760, 620)
        self.say_present(present)
        self.look()

    def _button(self, text: str, do: Callable[[], None]) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _=False: do())
        self.buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        return button

    def say_present(self, present: str) -> None:
        self.present.setText(present)

    def use_settings(self, settings: Settings) -> None:
        """They have changed: look again."""
        self._settings = settings
        self.look()

    def look(self) -> None:
        """Look at the machine, again too."""
        self.busy.show()
        self.again.setEnabled(False)
        self.report.setEnabled(False)
        places, settings = self._places, self._settings
        in_background(lambda: examine(places, settings), self._show)

    def _show(self, found: Examination) -> None:
        if not shiboken6.isValid(self):
            return
        self._found = found
        self.busy.hide()
        self.again.setEnabled(True)
        self.report.setEnabled(True)
        at = self.area.verticalScrollBar().value()
        self.area.setWidget(self._page(found.findings()))
        self.area.verticalScrollBar().setValue(at)

    def _page(self, findings: list[Finding]) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(2)
        findings = sorted(findings, key=lambda one: not one.section.startswith(FIRST))
        for section, rows in groupby(findings, lambda one: one.section):
            heading = QLabel(retell(section), page)
            heading.setObjectName("section")
            column.addWidget(heading)
            for one in rows:
                column.addWidget(self._row(one, page))
        column.addStretch(1)
        return page

    def _row(self, one: Finding, page: QWidget) -> QWidget:
        row = QWidget(page)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 4, 0, 4)
        line.setSpacing(8)
        sign = QLabel(row)
        sign.setFixedWidth(18)
        if one.state in SIGNS:
            colours = self._look.colours
            colour = colours.accent if one.state == OK else colours.dim
            sign.setPixmap(icon(SIGNS[one.state], colour).pixmap(QSize(16, 16)))
        sign.setAccessibleName(_state(one))
        name = _label(retell(one.name), row)
        name.setFixedWidth(self.fontMetrics().averageCharWidth() * NAME_LETTERS)
        name.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        text = QVBoxLayout()
        text.setSpacing(1)
        place = f" ({one.place})" if one.place else ""
        if words := f"{retell(one.words)}{place}":
            text.addWidget(_label(words, row))
        for hint in hints(one):
            label = _label(hint, row)
            label.setObjectName("hint")
            text.addWidget(label)
        line.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(name)
        line.addLayout(text, 1)
        acts = QVBoxLayout()
        acts.setSpacing(4)
        for act in one.acts:
            button = QPushButton(act_words(act), row)
            button.setAutoDefault(False)
            button.setAccessibleName(f"{act_words(act)} {retell(one.name)}")
            button.setProperty("act", act)
            button.clicked.connect(lambda _=False, act=act: self.act_asked.emit(act))
            acts.addWidget(button)
        acts.addStretch(1)
        line.addLayout(acts)
        told = (retell(one.name), _state(one), retell(one.words), *hints(one))
        row.setAccessibleName(", ".join(filter(None, told)))
        return row

    def _copy(self) -> None:
        """The report for a bug, without anything that names anybody."""
        found, settings = self._found, self._settings
        if found is None:
            return
        self.report.setEnabled(False)
        in_background(lambda: bug_report(found, settings), self._copied)

    def _copied(self, report: str) -> None:
        QGuiApplication.clipboard().setText(report)
        if shiboken6.isValid(self):
            self.report.setEnabled(True)
            self.report.setText(tr("Report &copied"))


def hints(one: Finding) -> Iterator[str]:
    """What is missing and what helps; what a button does is not told as a command, too."""
    buttons = bool(one.acts)
    if one.fix and not (buttons and _is_command(one.fix)):
        yield _sentence(retell(one.fix))
    for words, fix in one.lacks:
        words = retell(words)
        yield words if not fix or (buttons and _is_command(fix)) else f"{words} {_sentence(retell(fix))}"


def _state(one: Finding) -> str:
    return tr(STATES[one.state]) if one.state in STATES else ""


def act_words(act: str) -> str:
    """The text of a button."""
    kind, *rest = act.split()
    if kind == INSTALL:
        return tr("Install {engine}…").format(engine=engine_name(rest[0]))
    return {MODEL: tr("Download model…"), TUNE: tr("Measure speed…"), KEY: tr("Enter key…")}[kind]


def _is_command(fix: str) -> bool:
    return "copyholder " in fix


def _sentence(fix: str) -> str:
    """Without options of the command line."""
    fix = re.sub(r" \(--[^)]*\)", "", fix)
    return f"{fix[0].upper()}{fix[1:]}."


def _label(text: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    label.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
    return label
