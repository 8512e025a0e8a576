# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a window says: every text of it that a person may read or hear, to look for those that no translator sees, and
for those that do not fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QSpinBox,
    QTabBar,
    QTableView,
    QTreeView,
    QWidget,
)

ROWS = 40
"""Of each list."""

OPENS, CLOSES = "⟦", "⟧"

_ROLE = Qt.ItemDataRole
_ROLES = (_ROLE.DisplayRole, _ROLE.ToolTipRole, _ROLE.AccessibleTextRole, _ROLE.AccessibleDescriptionRole)
_TAG = re.compile(r"<[^>]*>")
_KEY = re.compile(r"\(?(?:(?:(?:Ctrl|Shift|Alt|Meta)\+)+\S+|F\d+|[A-Z])\)?")
_CHARACTER = re.compile(r"[A-Z][\w -]+ \(U\+[0-9A-F]{4,}\)")
"""A character as Unicode calls it."""
_MEASURE = re.compile(r"\$?\d[\d.,]*\s?(?:s|min|h|kB|MB|GB|K|x|°|%)?(?:/s)?(?!\w)")


def pseudo(text: str, comment: str) -> str:
    """The translation into a language in which every text is recognised."""
    return f"{OPENS}{text}{CLOSES}"


def outside(text: str, data: Iterable[str] = ()) -> str:
    """What of a text was not looked up, without keys, measures and `data`; empty if no letter is left."""
    level, rest = 0, ""
    for sign in _TAG.sub(" ", text):
        level += (sign == OPENS) - (sign == CLOSES)
        rest += sign if level == 0 and sign != CLOSES else " "
    rest = _CHARACTER.sub(" ", rest)
    for known in sorted(data, key=len, reverse=True):
        rest = rest.replace(known, " ")
    rest = _MEASURE.sub(" ", " ".join(word for word in rest.split() if not _KEY.fullmatch(word)))
    return " ".join(rest.split()) if any(sign.isalpha() for sign in rest) else ""


def said(top: QWidget) -> Iterator[tuple[str, str]]:
    """Every text within `top` with the place where it stands, but those of Qt's own and what is typed."""
    for widget in (top, *top.findChildren(QWidget)):
        if not _of_qt(widget):
            for place, text in _of_widget(widget):
                if text:
                    yield f"{type(widget).__name__} {widget.objectName()} {place}", text


def _of_qt(widget: QWidget) -> bool:
    """Parts that Qt makes, and its own buttons and dialogs."""
    if widget.objectName().startswith("qt_") or isinstance(widget.window(), QFileDialog):
        return True
    parent = widget.parentWidget()
    if isinstance(widget, QHeaderView) or isinstance(parent, QTabBar):
        return True
    if isinstance(widget, QLineEdit) and isinstance(parent, QAbstractSpinBox | QComboBox):
        return True
    if isinstance(widget, QAbstractButton) and isinstance(parent, QDialogButtonBox):
        return parent.standardButton(widget) is not QDialogButtonBox.StandardButton.NoButton
    return False


def _of_widget(widget: QWidget) -> Iterator[tuple[str, str]]:
    if widget.isWindow():
        yield "window title", widget.windowTitle()
    yield "tool tip", widget.toolTip()
    yield "status tip", widget.statusTip()
    yield "name", widget.accessibleName()
    yield "description", widget.accessibleDescription()
    for action in widget.actions():
        yield f"action {action.objectName()}", action.text()
        yield f"action {action.objectName()}, tool tip", action.toolTip()
    yield from _own(widget)


def _own(widget: QWidget) -> Iterator[tuple[str, str]]:
    match widget:
        case QLabel() | QAbstractButton():
            yield "text", widget.text()
        case QGroupBox() | QMenu():
            yield "title", widget.title()
        case QLineEdit() | QPlainTextEdit():
            yield "placeholder", widget.placeholderText()
        case QSpinBox() | QDoubleSpinBox():
            yield from (("prefix", widget.prefix()), ("suffix", widget.suffix()), ("none", widget.specialValueText()))
        case QComboBox():
            for at in range(widget.count()):
                yield "choice", widget.itemText(at)
                yield "choice, tool tip", str(widget.itemData(at, _ROLE.ToolTipRole) or "")
        case QTabBar():
            for at in range(widget.count()):
                yield "tab", widget.tabText(at)
        case QAbstractItemView() if widget.model() is not None:
            yield from _of_model(widget)
        case _:
            return


def _of_model(view: QAbstractItemView) -> Iterator[tuple[str, str]]:
    model = view.model()
    headed = isinstance(view, QTableView) or (isinstance(view, QTreeView) and not view.isHeaderHidden())
    for column in range(_columns(model, QModelIndex()) if headed else 0):
        for role in (_ROLE.DisplayRole, _ROLE.ToolTipRole):
            yield f"heading {column}", str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")
    yield from _rows(model, QModelIndex())


def _rows(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[tuple[str, str]]:
    for row in range(min(ROWS, model.rowCount(parent))):
        for column in range(_columns(model, parent)):
            index = model.index(row, column, parent)
            for role in (
                _ROLE.DisplayRole,
                _ROLE.ToolTipRole,
                _ROLE.AccessibleTextRole,
                _ROLE.AccessibleDescriptionRole,
            ):
                found = index.data(role)
                if isinstance(found, str):
                    yield f"row {row}, column {column}", found
        if not isinstance(model, QAbstractListModel):
            yield from _rows(model, model.index(row, 0, parent))


def _columns(model: QAbstractItemModel, parent: QModelIndex) -> int:
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)


def strangers(top: QWidget, data: Iterable[str] = ()) -> list[str]:
    """Texts of a window in `pseudo` that were not looked up."""
    known = list(data)
    return [f"{place}: {rest!r} in {text!r}" for place, text in said(top) if (rest := outside(text, known))]


def cut(top: QWidget) -> list[str]:
    """Visible texts that have not the room that they ask for."""
    ones: list[QLabel | QAbstractButton] = [*top.findChildren(QLabel), *top.findChildren(QAbstractButton)]
    return [
        f"{type(one).__name__} {one.objectName()} {one.text()!r}: {one.size().toTuple()} of {one.sizeHint().toTuple()}"
        for one in ones
        if one.text() and one.isVisible() and one.window() is top and not _fits(one)
    ]


def _fits(widget: QLabel | QAbstractButton) -> bool:
    ignored = widget.sizePolicy().horizontalPolicy() in (QSizePolicy.Policy.Ignored,)
    if isinstance(widget, QLabel) and widget.wordWrap():
        return widget.heightForWidth(widget.width()) <= widget.height() + 1
    return ignored or widget.sizeHint().width() <= widget.width() + 1


def mnemonic(text: str) -> str:
    return QKeySequence.mnemonic(text).toString()
