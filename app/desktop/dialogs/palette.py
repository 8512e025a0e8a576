# SPDX-License-Identifier: AGPL-3.0-or-later
"""The command palette: all actions of the window by name, with their keys; a few letters find one, Enter runs
it. What cannot be done now is grey and says why."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.core.wording import mark, tr
from app.desktop import actions
from app.desktop.actions import TABLE, Entry, When, key_text, plain
from app.desktop.dialogs.shortcuts import on_keyboards
from app.desktop.fuzzy import fit

WHY: Mapping[When, str] = {
    actions.with_document: mark("open a document first"),
    actions.with_pages: mark("open a document first"),
    actions.not_first: mark("this is the first page"),
    actions.not_last: mark("this is the last page"),
    actions.with_text: mark("the page has no text yet"),
    actions.with_edit: mark("the page has not been edited"),
    actions.with_failed: mark("no page has failed"),
    actions.with_queue: mark("nothing is being read"),
    actions.working: mark("nothing is being read"),
    actions.with_service: mark("no service is chosen"),
    actions.with_others: mark("no other document"),
    actions.with_halves: mark("no page of it is split"),
}
"""Why an action that is enabled under this condition is not."""

NOT_NOW = mark("not possible now")

BESIDE_WIDE = 26
"""Average characters of the column with the menu, or the reason."""

_NAME = Qt.ItemDataRole.UserRole
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class PaletteDialog(QDialog):
    def __init__(self, made: actions.Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Command palette"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._made = made
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(tr("What do you want to do?"))
        self.field.setAccessibleName(tr("Command"))
        self.field.setClearButtonEnabled(True)
        self.list = QTreeWidget(self)
        self.list.setAccessibleName(tr("Commands"))
        self.list.setColumnCount(3)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(1, self.fontMetrics().averageCharWidth() * BESIDE_WIDE)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        self._hint = QLabel(self)
        self._hint.setObjectName("hint")
        layout = QVBoxLayout(self)
        for widget in (self.field, self.list, self._hint):
            layout.addWidget(widget)
        self.field.textChanged.connect(self._fill)
        self.field.returnPressed.connect(self._run)
        self.field.installEventFilter(self)
        self.list.itemClicked.connect(lambda item: self._run())
        self._fill()
        self.resize(620, 440)

    def _fill(self) -> None:
        """The actions that fit what was typed, the best first."""
        query = self.field.text()
        found = [(score, entry) for entry in TABLE if (score := _fits(query, entry)) is not None]
        found.sort(key=lambda pair: -pair[0])
        self.list.clear()
        items = [self._item(entry) for _, entry in found]
        self.list.addTopLevelItems(items)
        if items:
            self.list.setCurrentItem(items[0])
        self._hint.setText("" if found else tr("No command fits."))

    def _item(self, entry: Entry) -> QTreeWidgetItem:
        action = self._made[entry.name]
        on = action.isEnabled()
        beside = _menu(entry) if on else tr(WHY.get(entry.when, NOT_NOW))
        item = QTreeWidgetItem([_title(action), beside, _keys(action)])
        item.setData(0, _NAME, entry.name)
        item.setTextAlignment(2, Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        if action.isChecked():
            item.setText(0, f"✓ {item.text(0)}")
        grey = self.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
        for column in range(3):
            if not on:
                item.setForeground(column, grey)
            item.setToolTip(column, beside)
        return item

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrow keys move in the list while the field has the focus."""
        pressed = event if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress else None
        if watched is self.field and pressed is not None and pressed.key() in _MOVES:
            self.list.event(QKeyEvent(pressed.type(), pressed.key(), pressed.modifiers()))
            return True
        return super().eventFilter(watched, event)

    def _run(self) -> None:
        """Close first, so that the action finds the focus where it was."""
        item = self.list.currentItem()
        if item is None:
            return
        action = self._made[item.data(0, _NAME)]
        if not action.isEnabled():
            self._hint.setText(
                tr("“{command}” cannot be done now: {why}.").format(command=_title(action), why=item.text(1))
            )
            return
        self.accept()
        QTimer.singleShot(0, action, action.trigger)


def _fits(query: str, entry: Entry) -> float | None:
    """By its own name; with its menu's name before it, a little less."""
    own = fit(query, plain(tr(entry.text)))
    whole = fit(query, f"{_menu(entry)} {plain(tr(entry.text))}")
    if own is None:
        return None if whole is None else whole * 0.9
    return own if whole is None else max(own, whole * 0.9)


def _title(action: QAction) -> str:
    return plain(action.text()).rstrip("…")


def _menu(entry: Entry) -> str:
    return plain(tr(entry.menu))


def _keys(action: QAction) -> str:
    """The first of its keys; the page of shortcuts has them all."""
    return next((key_text(sequence) for sequence in action.shortcuts() if on_keyboards(sequence)), "")
