# SPDX-License-Identifier: AGPL-3.0-or-later
"""The strip of the walk, between head and text: how many flags the page has, the one looked at with its reason, and
what can be done about it. While it has the focus: Return accepts, D dismisses, E edits, arrows walk, and any other
letter, Backspace and Delete are typed over the flag's text."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.core.checks import Severity
from app.core.wording import mark, tr
from app.desktop.proof.marks import SEVERITIES, SIGNS

_SEVERITY_WORDS = {Severity.FAULT: mark("Fault"), Severity.DOUBT: mark("Doubt"), Severity.HINT: mark("Hint")}

_KEYS = frozenset(
    {
        Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_D, Qt.Key.Key_E, Qt.Key.Key_Escape, Qt.Key.Key_Up,
        Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right,
    }
)  # fmt: skip

_TAGS = re.compile(r"(?:\s*</?t[rdh]>)+")
"""Of rows and cells of a table."""


class FlagStrip(QFrame):
    accept_asked = Signal()
    dismiss_asked = Signal()
    edit_asked = Signal()
    walk_asked = Signal(int)  # +1 or -1
    list_asked = Signal(bool)
    picture_asked = Signal()  # read the picture as second reading
    typed = Signal(QKeyEvent)  # over the flag that is looked at

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("flags")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._count = QLabel(self)
        self._count.setAccessibleName(tr("Flags of this page"))
        self._count.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._sign = QLabel(self)
        self._sign.setObjectName("sign")
        self._sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._reason = QLabel(self)
        self._reason.setTextFormat(Qt.TextFormat.PlainText)
        self._reason.setWordWrap(True)
        self._reason.setAccessibleName(tr("Why this is flagged"))
        self._note = QLabel(self)
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._note.setWordWrap(True)
        self._note.setObjectName("note")
        self._note.setAccessibleName(tr("About the second reading"))
        self.accept = self._button(tr("Accept"), tr("Put the suggestion in (Return)"), self.accept_asked)
        self.dismiss = self._button(
            tr("Dismiss"), tr("The text is right; do not flag it again (D)"), self.dismiss_asked
        )
        self.edit = self._button(
            tr("Edit"),
            tr("Correct it in the source (E). Or type at once what is right, unless it begins with D or E"),
            self.edit_asked,
        )
        self.previous = self._button("‹", tr("Previous flag (Shift+F8)"), None, tr("Previous flag"))
        self.next = self._button("›", tr("Next flag (F8)"), None, tr("Next flag"))
        self.previous.clicked.connect(lambda: self.walk_asked.emit(-1))
        self.next.clicked.connect(lambda: self.walk_asked.emit(1))
        self.all = self._button(tr("List"), tr("All flags of this page"), None, tr("List of this page's flags"))
        self.all.setCheckable(True)
        self.all.toggled.connect(self.list_asked)
        self.read_picture = self._button(
            tr("Read the picture"), tr("Have the picture read by the small OCR and compare with it"), self.picture_asked
        )
        self._lay_out()
        self.show_flag(None)
        self.show_note("", offer=False)
        self.hide()

    def _lay_out(self) -> None:
        top, middle, bottom, foot = QHBoxLayout(), QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 4, 8, 4)
        column.setSpacing(4)
        for row in (top, middle, bottom, foot):
            row.setSpacing(5)
            column.addLayout(row)
        top.addWidget(self._count, 1)
        for button in (self.previous, self.next, self.all):
            top.addWidget(button)
        middle.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        middle.addWidget(self._reason, 1)
        for button in (self.accept, self.dismiss, self.edit):
            bottom.addWidget(button)
        bottom.addStretch(1)
        foot.addWidget(self._note, 1)
        foot.addWidget(self.read_picture, 0, Qt.AlignmentFlag.AlignTop)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def _button(self, text: str, tip: str, signal: SignalInstance | None, name: str = "") -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(name or text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if signal is not None:
            button.clicked.connect(signal)
        return button

    # ------------------------------------------------------------ what is shown

    @property
    def reason(self) -> str:
        return self._reason.text()

    @property
    def count(self) -> str:
        return self._count.text()

    @property
    def note(self) -> str:
        return self._note.text()

    def show_count(self, words: str, walks: bool) -> None:
        """`walks`: there is something to walk through, here or on other pages."""
        if words != self._count.text():
            self._count.setText(words)
            self._count.setToolTip(words)
        for button in (self.previous, self.next):
            button.setEnabled(walks)

    def show_flag(
        self, severity: Severity | None, kind: str = "", reason: str = "", suggestion: str | None = None
    ) -> None:
        """The flag looked at, or none."""
        shown = severity is not None
        for widget in (self._sign, self._reason, self.dismiss, self.edit):
            widget.setVisible(shown)
        self.accept.setVisible(shown and suggestion is not None)
        if severity is None:
            self._reason.setText("")
            self.setAccessibleName(tr("Flags of this page"))
            return
        self._sign.setText(SIGNS[severity])
        self._sign.setAccessibleName(tr(_SEVERITY_WORDS[severity]))
        self._sign.setToolTip(tr(_SEVERITY_WORDS[severity]))
        if self._sign.property("severity") != SEVERITIES[severity]:
            self._sign.setProperty("severity", SEVERITIES[severity])
            self._sign.style().unpolish(self._sign)
            self._sign.style().polish(self._sign)
        words = tr("{kind}: {reason}").format(kind=kind, reason=reason)
        self._reason.setText(words)
        self.setAccessibleName(f"{tr(_SEVERITY_WORDS[severity])}. {words}")
        if suggestion is not None:
            self._show_suggestion(suggestion)

    def _show_suggestion(self, suggestion: str) -> None:
        one = " ".join(_TAGS.sub(" | ", suggestion).split()).strip(" |")
        text = tr("Accept “{text}”").format(text=one) if one else tr("Delete it")
        self.accept.setToolTip(tr("{words} (Return)").format(words=text))
        self.accept.setAccessibleName(text)
        room = max(60, self.width() - 180)
        self.accept.setText(self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room))

    def show_note(self, words: str, *, offer: bool) -> None:
        """About the second reading; `offer` to read the picture."""
        self._note.setText(words)
        self._note.setVisible(bool(words))
        self.read_picture.setVisible(offer)

    # ------------------------------------------------------------ keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        shown = self._reason.isVisibleTo(self)
        key = Qt.Key(event.key()) if not event.modifiers() & Qt.KeyboardModifier.ControlModifier else None
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and shown:
            self.accept_asked.emit()
        elif key is Qt.Key.Key_D and shown:
            self.dismiss_asked.emit()
        elif key in (Qt.Key.Key_E, Qt.Key.Key_Escape):
            self.edit_asked.emit()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Right):
            self.walk_asked.emit(1)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Left):
            self.walk_asked.emit(-1)
        elif shown and _types(event):
            self.typed.emit(event)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Its keys must not be taken for keys of the window while the strip has the focus."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride:
            ours = Qt.Key(event.key()) in _KEYS and not event.modifiers()
            if ours or (self._reason.isVisibleTo(self) and _types(event)):
                event.accept()
                return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.accept.isVisibleTo(self):
            words = self.accept.accessibleName()
            room = max(60, self.width() - 180)
            self.accept.setText(self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room))


def _types(event: QKeyEvent) -> bool:
    """Whether a key changes text: a letter of any kind, Backspace or Delete. (Ctrl and Alt together are AltGr.)"""
    held = Qt.KeyboardModifier
    shortcut = event.modifiers() & (held.ControlModifier | held.AltModifier | held.MetaModifier)
    if event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
        return not shortcut and not event.modifiers() & held.ShiftModifier
    plain = not shortcut or shortcut == held.ControlModifier | held.AltModifier
    return plain and bool(event.text()) and event.text().isprintable()
