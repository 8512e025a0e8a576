# SPDX-License-Identifier: AGPL-3.0-or-later
"""Notices above the panes: one sentence each with a next step, never a dialog.

Notices of one group share a line ("6 files could not be opened") that unfolds. At most
SHOWN lines stand at once, the others wait; plain information leaves by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.core.wording import tr
from app.desktop.fit_text import one_line
from app.desktop.look import Look, icon

SHOWN = 3
INFO_MS = 12_000
LINES_MOST = 200
"""Lines that one group keeps; the number goes on counting."""

Heading = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class NextStep:
    """Taking a step closes its line, unless the line `stays` until its reason is gone."""

    text: str
    do: Callable[[], None]
    stays: bool = False


@dataclass(slots=True)
class _Group:
    key: str
    severity: str
    heading: Heading | None
    steps: tuple[NextStep, ...]
    lines: list[str] = field(default_factory=list)
    number: int = 0

    @property
    def title(self) -> str:
        if self.number == 1 or (self.heading is None and len(set(self.lines)) == 1):
            return self.lines[-1]
        if self.heading:
            return self.heading(self.number)
        return tr("{text} ({n:,} notices)").format(text=self.lines[-1], n=self.number)


class NoticeBar(QWidget):
    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notices")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._look = look
        self._groups: dict[str, _Group] = {}
        self._frames: dict[str, _Line] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(8, 6, 8, 6)
        self._layout.setSpacing(4)
        self._more = QLabel(self)
        self._more.setObjectName("hint")
        self._layout.addWidget(self._more)
        look.changed.connect(self._recolour)
        self._arrange()

    def tell(
        self,
        text: str,
        *,
        severity: str = "warning",
        group: str = "",
        heading: Heading | None = None,
        steps: Sequence[NextStep] = (),
        first: bool = False,
    ) -> None:
        """Show a sentence. `heading(n)` is the line for several of one group; without a group
        equal sentences share one. `severity` is "error", "warning" or "info". What keeps everything
        else from going on stands `first`."""
        key = group or text
        if first and key not in self._groups:
            self._groups = {key: _Group(key, severity, heading, tuple(steps)), **self._groups}
        known = self._groups.setdefault(key, _Group(key, severity, heading, tuple(steps)))
        known.number += 1
        if len(known.lines) < LINES_MOST:
            known.lines.append(one_line(text))
        self._arrange()
        if severity == "info" and not steps and known.number == 1:
            QTimer.singleShot(INFO_MS, self, lambda: self.dismiss(key))

    def withdraw(self, group: str) -> None:
        """The reason is gone (the files were opened after all)."""
        self.dismiss(group)

    def dismiss(self, key: str) -> None:
        if self._groups.pop(key, None) is not None:
            self._arrange()

    def titles(self) -> list[str]:
        """The lines that stand in the bar now, and those that wait."""
        return [group.title for group in self._groups.values()]

    def _arrange(self) -> None:
        keys = list(self._groups)[:SHOWN]
        for key in [key for key in self._frames if key not in keys]:
            frame = self._frames.pop(key)
            self._layout.removeWidget(frame)
            frame.hide()
            frame.deleteLater()
        for number, key in enumerate(keys):
            if key not in self._frames:
                frame = _Line(self._look, self._groups[key], self)
                frame.closed.clicked.connect(lambda _=False, key=key: self.dismiss(key))
                self._frames[key] = frame
                self._layout.insertWidget(number, frame)
            self._frames[key].show_group(self._groups[key])
        waiting = len(self._groups) - len(keys)
        self._more.setText(tr("{n} more below: close one to see the next").format(n=waiting) if waiting else "")
        self._more.setVisible(waiting > 0)
        self.setVisible(bool(self._groups))

    def _recolour(self) -> None:
        for frame in self._frames.values():
            frame.recolour()


class _Line(QFrame):
    def __init__(self, look: Look, group: _Group, bar: NoticeBar) -> None:
        super().__init__(bar)
        self.setObjectName("notice")
        self.setProperty("severity", group.severity)
        self._look, self._severity = look, group.severity
        self._sign = QLabel(self)
        self._title = QLabel(self)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setWordWrap(True)
        self._title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._unfold = QPushButton(tr("Show all"), self)
        self._unfold.setCheckable(True)
        self._unfold.toggled.connect(self._show_list)
        self.closed = QToolButton(self)
        self.closed.setToolTip(tr("Close this notice"))
        self.closed.setAccessibleName(tr("Close this notice"))
        self.closed.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._list = QPlainTextEdit(self)
        self._list.setReadOnly(True)
        self._list.setAccessibleName(tr("All notices of this kind"))
        self._list.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._list.setFixedHeight(self.fontMetrics().lineSpacing() * 7)
        self._list.hide()
        self._build(group)
        self.recolour()

    def _build(self, group: _Group) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._sign)
        row.addWidget(self._title, 1)
        for step in group.steps:
            button = QPushButton(step.text, self)
            button.clicked.connect(lambda _=False, do=step.do: do())
            if not step.stays:
                button.clicked.connect(self.closed.click)
            row.addWidget(button)
        row.addWidget(self._unfold)
        row.addWidget(self.closed)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 5, 6, 5)
        column.setSpacing(2)
        column.addLayout(row)
        column.addWidget(self._list)

    def show_group(self, group: _Group) -> None:
        self._title.setText(group.title)
        self.setAccessibleName(group.title)
        self._unfold.setVisible(group.number > 1 and len(set(group.lines)) > 1)
        if self._list.isVisible():
            self._list.setPlainText("\n".join(group.lines))
        self._lines = list(group.lines)

    def _show_list(self, on: bool) -> None:
        self._list.setPlainText("\n".join(self._lines))
        self._list.setVisible(on)
        self._unfold.setText(tr("Show less") if on else tr("Show all"))

    def recolour(self) -> None:
        colours = self._look.colours
        calm = self._severity == "info"
        name = "info" if calm else "warning"
        self._sign.setPixmap(icon(name, colours.accent if calm else colours.warn).pixmap(QSize(16, 16)))
        self.closed.setIcon(icon("close", colours.dim))
