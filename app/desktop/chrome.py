# SPDX-License-Identifier: AGPL-3.0-or-later
"""The window's frame from the table of actions: menus, tool bar, context menu, recent files."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMainWindow,
    QMenu,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QWidget,
)

from app.core.wording import tr
from app.desktop.actions import Actions
from app.desktop.fit_text import one_line
from app.desktop.look import ICON_SIDE

READ_AGAIN = ("read_page", "read_pages", "read_document", "retry")
EXPORT = ("export", "export_again")
COPY_AS = ("copy_markdown", "copy_html", "copy_latex")
TEXT_MENU = ("undo", "redo", "", "cut", "copy", *COPY_AS, "paste", "select_all", "", "table", "formula", "characters")
DOCUMENT_MENU = ("read_document", "retry", "export", "", "earlier", "later", "", "remove")


def tool_bar(window: QMainWindow, actions: Actions) -> QToolBar:
    bar = QToolBar(tr("Tools"), window)
    bar.setObjectName("top")
    bar.setMovable(False)
    bar.setFloatable(False)
    bar.setIconSize(QSize(ICON_SIDE, ICON_SIDE))
    bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    name = QLabel("Copyholder", bar)
    name.setObjectName("name")
    bar.addWidget(name)
    bar.addWidget(_button(bar, actions["open"], tr("Open…")))
    bar.addWidget(_menu_button(bar, actions, tr("Read again"), READ_AGAIN, "again"))
    bar.addWidget(_menu_button(bar, actions, tr("Export"), EXPORT, "export"))
    gap = QWidget(bar)
    gap.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    bar.addWidget(gap)
    bar.addWidget(_button(bar, actions["checked"], tr("Checked")))
    bar.addWidget(_button(bar, actions["search"], tr("Search the library")))
    bar.ensurePolished()
    QApplication.sendEvent(bar, QEvent(QEvent.Type.StyleChange))  # its margins are taken from the style sheet only then
    return bar


def _button(bar: QToolBar, action: QAction, text: str) -> QToolButton:
    button = QToolButton(bar)
    button.setDefaultAction(action)
    button.setText(text)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAccessibleName(text)
    action.changed.connect(lambda: button.setText(text))  # the action's own text has a mnemonic and more words
    return button


def _menu_button(bar: QToolBar, actions: Actions, text: str, names: tuple[str, ...], picture: str) -> QToolButton:
    button = QToolButton(bar)
    button.setText(text)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAccessibleName(text)
    menu = QMenu(button)
    for name in names:
        menu.addAction(actions[name])
    button.setMenu(menu)
    first = actions[names[0]]

    def follow() -> None:
        button.setIcon(first.icon())
        button.setEnabled(first.isEnabled())

    first.changed.connect(follow)
    follow()
    return button


def document_menu(actions: Actions, place: QPoint, window: QWidget) -> None:
    """The context menu of a document's row (the row is the shown document by then)."""
    _context_menu(DOCUMENT_MENU, actions, place, window)


def text_menu(actions: Actions, place: QPoint, window: QWidget) -> None:
    """The context menu of the page's source."""
    _context_menu(TEXT_MENU, actions, place, window)


def _context_menu(names: tuple[str, ...], actions: Actions, place: QPoint, window: QWidget) -> None:
    menu = QMenu(window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for name in names:
        if name:
            menu.addAction(actions[name])
        else:
            menu.addSeparator()
    menu.popup(place)


def recent_menu(actions: Actions, files: Callable[[], tuple[str, ...]], open_file: Callable[[str], None]) -> QMenu:
    """Below "Open folder…", filled when it opens."""
    menu = QMenu(tr("Open re&cent"), actions.menus["&File"])
    actions.menus["&File"].insertMenu(actions["export"], menu)

    def fill() -> None:
        menu.clear()
        names = files()
        for number, name in enumerate(names):
            key = f"&{(number + 1) % 10} " if number < 10 else ""
            action = menu.addAction(key + one_line(name).replace("&", "&&"))
            action.triggered.connect(lambda _=False, name=name: open_file(name))
        if not names:
            menu.addAction(tr("No files yet")).setEnabled(False)

    menu.aboutToShow.connect(fill)
    return menu
