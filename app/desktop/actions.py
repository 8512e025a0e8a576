# SPDX-License-Identifier: AGPL-3.0-or-later
"""All actions of the window in one table: what each is called, its key, its menu, when it is
enabled and what it calls. Menus, tool bar, buttons and the page of shortcuts are made from it.

`slot` is "group.method"; the groups are the objects that `Actions.connect_to` is given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from app.core.wording import mark, tr
from app.desktop.look import Look, icon

Keys = QKeySequence.StandardKey
_BRACKETED = re.compile(r" ?\(&\w\)")


@dataclass(frozen=True, slots=True)
class Situation:
    """What decides which actions are enabled."""

    document: bool = False  # one is shown
    pages: int = 0  # of it
    page: int = 0
    failed: bool = False  # it has failed pages
    text: bool = False  # the page has a text
    edited: bool = False
    queue: bool = False  # pages wait or are being read
    paused: bool = False
    documents: int = 0
    halves: bool = False  # double pages of the document are cut in two
    service: bool = False  # one of the engines is on another machine


When = Callable[[Situation], bool]


def always(now: Situation) -> bool:
    return True


def with_document(now: Situation) -> bool:
    return now.document


def with_pages(now: Situation) -> bool:
    return now.pages > 0


def not_first(now: Situation) -> bool:
    return now.page > 0


def not_last(now: Situation) -> bool:
    return now.page < now.pages - 1


def with_text(now: Situation) -> bool:
    return now.text


def with_edit(now: Situation) -> bool:
    return now.edited


def with_failed(now: Situation) -> bool:
    return now.failed


def with_queue(now: Situation) -> bool:
    return now.queue or now.paused


def working(now: Situation) -> bool:
    return now.queue and not now.paused


def with_service(now: Situation) -> bool:
    return now.service


def with_halves(now: Situation) -> bool:
    return now.halves


def with_others(now: Situation) -> bool:
    return now.documents > 1


@dataclass(frozen=True, slots=True)
class Entry:
    """One action. `keys` is a platform's standard key, or a sequence, or several of these.
    `menu` is where it stands ("" only in its submenu); an entry that starts a new section
    says so with `rule`."""

    name: str
    text: str
    menu: str
    keys: Keys | str | tuple[Keys | str, ...]
    slot: str
    when: When = always
    icon: str = ""
    checkable: bool = False
    choice: str = ""  # one of several that exclude each other: the name of the set
    rule: bool = False
    role: QAction.MenuRole = QAction.MenuRole.NoRole


MENUS = (mark("&File"), mark("&Edit"), mark("&View"), mark("&Page"), mark("Pr&oof"), mark("&Reading"), mark("&Help"))

_ROLE = QAction.MenuRole
TABLE: tuple[Entry, ...] = (
    Entry("open", mark("&Open…"), "&File", Keys.Open, "files.open_files", icon="open"),
    Entry("open_url", mark("Open &URL…"), "&File", "Ctrl+U", "files.open_url"),
    Entry("open_folder", mark("Open &folder…"), "&File", "Ctrl+Shift+O", "files.open_folder"),
    Entry("sample", mark("Open a sa&mple"), "&File", "Alt+Shift+O", "files.open_sample"),
    Entry(
        "export",
        mark("&Export…"),
        "&File",
        (Keys.SaveAs, "Ctrl+Shift+S"),
        "exports.export",
        with_document,
        "export",
        rule=True,
    ),
    Entry("export_again", mark("Export as &before"), "&File", Keys.Save, "exports.export_again", with_document),
    Entry("search", mark("&Search the library…"), "&File", "Ctrl+Shift+F", "tools.search", icon="search", rule=True),
    Entry("storage", mark("&Library storage…"), "&File", "Ctrl+Shift+L", "tools.storage"),
    Entry("remove", mark("&Remove from the list"), "&File", "Ctrl+W", "files.remove", with_document, rule=True),
    Entry(
        "settings",
        mark("Se&ttings…"),
        "&File",
        (Keys.Preferences, "Ctrl+,"),
        "tools.settings",
        rule=True,
        role=_ROLE.PreferencesRole,
    ),
    Entry("quit", mark("&Quit"), "&File", (Keys.Quit, "Ctrl+Q"), "tools.quit", role=_ROLE.QuitRole),
    Entry("undo", mark("&Undo"), "&Edit", Keys.Undo, "edit.undo"),
    Entry("redo", mark("&Redo"), "&Edit", Keys.Redo, "edit.redo"),
    Entry("cut", mark("Cu&t"), "&Edit", Keys.Cut, "edit.cut", rule=True),
    Entry("copy", mark("&Copy"), "&Edit", Keys.Copy, "edit.copy"),
    Entry("copy_markdown", mark("Copy as Mark&down"), "&Edit", "Ctrl+Shift+C", "copying.markdown", with_text),
    Entry("copy_html", mark("Cop&y as HTML"), "&Edit", "Alt+Shift+H", "copying.html", with_text),
    Entry("copy_latex", mark("C&opy as LaTeX"), "&Edit", "Ctrl+Shift+X", "copying.latex", with_text),
    Entry("paste", mark("&Paste text or picture"), "&Edit", Keys.Paste, "edit.paste"),
    Entry("select_all", mark("Select &all"), "&Edit", Keys.SelectAll, "edit.select_all"),
    Entry("find", mark("&Find…"), "&Edit", Keys.Find, "edit.find", with_pages, rule=True),
    Entry("find_next", mark("Find &next"), "&Edit", "F3", "edit.find_next", with_pages),
    Entry("find_previous", mark("Find pre&vious"), "&Edit", "Shift+F3", "edit.find_previous", with_pages),
    Entry("replace", mark("Find and r&eplace…"), "&Edit", "Ctrl+H", "edit.replace", with_pages),
    Entry("table", mark("Tab&le…"), "&Edit", "Ctrl+T", "insert.table", with_text, rule=True),
    Entry("formula", mark("For&mula…"), "&Edit", "Ctrl+M", "insert.formula", with_text),
    Entry("characters", mark("Special c&haracters…"), "&Edit", "Ctrl+Shift+I", "insert.characters", with_pages),
    Entry(
        "revert",
        mark("&Back to the engine's text"),
        "&Edit",
        "Ctrl+Shift+Backspace",
        "page.revert",
        with_edit,
        rule=True,
    ),
    Entry("source", mark("&Source or preview"), "&View", "Ctrl+E", "view.toggle_source"),
    Entry("fit_width", mark("Fit &width"), "&View", "Ctrl+1", "view.fit_width", icon="width", choice="fit", rule=True),
    Entry("fit_page", mark("Fit &page"), "&View", "Ctrl+2", "view.fit_page", icon="page", choice="fit"),
    Entry("zoom_in", mark("Zoom &in"), "&View", (Keys.ZoomIn, "Ctrl+="), "view.zoom_in", icon="plus"),
    Entry("zoom_out", mark("Zoom &out"), "&View", Keys.ZoomOut, "view.zoom_out", icon="minus"),
    Entry("zoom_plain", mark("&Actual size"), "&View", "Ctrl+0", "view.zoom_plain"),
    Entry("show_documents", mark("&Documents"), "&View", "F9", "view.show_documents", checkable=True, rule=True),
    Entry("show_strip", mark("Page st&rip"), "&View", "Shift+F9", "view.show_strip", checkable=True),
    Entry("show_figures", mark("Perfor&mance"), "&View", "Ctrl+F9", "figures.show_panel", checkable=True),
    Entry(
        "float_figures",
        mark("Performa&nce in a window"),
        "&View",
        "Ctrl+Shift+F9",
        "figures.float_panel",
        checkable=True,
    ),
    Entry("follow", mark("&Follow the page being read"), "&View", "Ctrl+Shift+J", "view.follow", checkable=True),
    Entry("full_screen", mark("F&ull screen"), "&View", (Keys.FullScreen, "F11"), "view.full_screen", checkable=True),
    Entry(
        "look_system",
        mark("&Colours of the system"),
        "&View",
        "Alt+0",
        "view.look_system",
        choice="look",
        rule=True,
    ),
    Entry("look_light", mark("&Light"), "&View", "Alt+1", "view.look_light", choice="look"),
    Entry("look_dark", mark("Dar&k"), "&View", "Alt+2", "view.look_dark", choice="look"),
    Entry("look_contrast", mark("High con&trast"), "&View", "Alt+3", "view.look_contrast", choice="look"),
    Entry("next_page", mark("&Next page"), "&Page", ("Ctrl+PgDown", "Alt+Down"), "page.next", not_last),
    Entry("previous_page", mark("&Previous page"), "&Page", ("Ctrl+PgUp", "Alt+Up"), "page.previous", not_first),
    Entry("first_page", mark("&First page"), "&Page", "Alt+Home", "page.first", not_first),
    Entry("last_page", mark("&Last page"), "&Page", "Alt+End", "page.last", not_last),
    Entry("go_to_page", mark("&Go to page…"), "&Page", "Ctrl+G", "page.go_to", with_pages),
    Entry("next_document", mark("Next &document"), "&Page", "Alt+PgDown", "page.next_document", with_others, rule=True),
    Entry("previous_document", mark("Previous d&ocument"), "&Page", "Alt+PgUp", "page.previous_document", with_others),
    Entry(
        "checked",
        mark("&Checked"),
        "&Page",
        "Ctrl+Shift+Return",
        "page.toggle_checked",
        with_text,
        "check",
        checkable=True,
        rule=True,
    ),
    Entry("compare", mark("Co&mpare versions…"), "&Page", "Ctrl+D", "versions.compare", with_pages, rule=True),
    Entry("history", mark("&History of the page…"), "&Page", "Ctrl+Shift+H", "versions.history", with_pages),
    Entry("turn_right", mark("&Turn right"), "&Page", "Ctrl+R", "page.turn_right", with_pages, "turn", rule=True),
    Entry("turn_left", mark("Turn l&eft"), "&Page", "Ctrl+Shift+R", "page.turn_left", with_pages),
    Entry("split_pages", mark("Split dou&ble pages…"), "&Page", "Ctrl+Shift+B", "spreads.split", with_pages, rule=True),
    Entry("join_pages", mark("&Join halves again"), "&Page", "Alt+Shift+J", "spreads.join", with_halves),
    Entry(
        "show_page_figures",
        mark("Figu&res on the page"),
        "&Page",
        "Alt+Shift+F",
        "framing.set_on",
        with_pages,
        checkable=True,
        rule=True,
    ),
    Entry(
        "add_figure", mark("&Add a figure"), "&Page", "Ctrl+Shift+N", "framing.set_drawing", with_pages, checkable=True
    ),
    Entry("list_figures", mark("L&ist of figures…"), "&Page", "Ctrl+Shift+G", "framing.show_list", with_pages),
    Entry("next_flag", mark("&Next flag"), "Pr&oof", "F8", "proof.next", with_document),
    Entry("previous_flag", mark("&Previous flag"), "Pr&oof", "Shift+F8", "proof.previous", with_document),
    Entry("accept_flag", mark("&Accept the suggestion"), "Pr&oof", "Alt+Return", "proof.accept", with_text),
    Entry("dismiss_flag", mark("&Dismiss the flag"), "Pr&oof", "Ctrl+Shift+D", "proof.dismiss", with_text),
    Entry("bring_back", mark("&Bring dismissed flags back"), "Pr&oof", "Ctrl+Shift+F8", "proof.bring_back", with_text),
    Entry("list_flags", mark("&List of the page's flags"), "Pr&oof", "Ctrl+F8", "proof.show_list", with_text),
    Entry(
        "check_next", mark("Checked, &go on"), "Pr&oof", "Ctrl+Return", "proof.check_and_go_on", with_text, rule=True
    ),
    Entry("show_on_page", mark("&Show on the page"), "Pr&oof", "F7", "proof.show_on_page", with_text, rule=True),
    Entry("read_picture", mark("&Read the picture to compare"), "Pr&oof", "Shift+F7", "proof.read_picture", with_text),
    Entry(
        "in_step",
        mark("Scroll page and text &together"),
        "Pr&oof",
        "Ctrl+Shift+T",
        "proof.set_in_step",
        icon="step",
        checkable=True,
        rule=True,
    ),
    Entry("read_page", mark("Read this pa&ge again"), "&Reading", "F5", "reading.page_again", with_pages, "again"),
    Entry("read_pages", mark("Read p&ages…"), "&Reading", "Alt+Shift+P", "reading.some_pages", with_pages),
    Entry(
        "read_document",
        mark("Read the whole &document again"),
        "&Reading",
        "Shift+F5",
        "reading.document_again",
        with_pages,
    ),
    Entry("retry", mark("Read &failed pages again"), "&Reading", "Ctrl+F5", "reading.retry", with_failed),
    Entry("pause", mark("&Pause"), "&Reading", "Ctrl+P", "reading.pause_or_resume", with_queue, "pause", rule=True),
    Entry("stop", mark("&Stop now"), "&Reading", "Ctrl+.", "reading.stop_now", working, "stop"),
    Entry("stop_after", mark("Stop af&ter this document"), "&Reading", "Ctrl+Shift+.", "reading.stop_after", working),
    Entry("earlier", mark("Move document &up"), "&Reading", "Ctrl+Shift+Up", "reading.earlier", with_others, rule=True),
    Entry("later", mark("Move document d&own"), "&Reading", "Ctrl+Shift+Down", "reading.later", with_others),
    Entry(
        "read_with", mark("Read w&ith another engine…"), "&Reading", "Ctrl+Shift+F5", "versions.read_with", with_pages
    ),
    Entry("stop_with", mark("Stop readi&ng with another engine"), "&Reading", "Alt+.", "versions.stop", with_pages),
    Entry("languages", mark("&Languages of scans…"), "&Reading", "Ctrl+L", "tools.languages", rule=True),
    Entry("engine", mark("&Engine…"), "&Reading", "Alt+Shift+E", "engine.choose"),
    Entry("key", mark("&Key of the service…"), "&Reading", "Ctrl+Shift+K", "engine.enter_key", with_service),
    Entry("cap", mark("Spending &cap…"), "&Reading", "Alt+Shift+C", "engine.raise_cap", with_service),
    Entry("local", mark("&Models and local engines…"), "&Reading", "Ctrl+Shift+M", "machine.local"),
    Entry("measure", mark("Measu&re the speed…"), "&Reading", "Alt+Shift+M", "machine.measure"),
    Entry("why", mark("&Why this engine?"), "&Reading", "Ctrl+Shift+E", "tools.why"),
    Entry("doctor", mark("&Engines of this computer…"), "&Help", "Alt+Shift+D", "machine.doctor"),
    Entry("palette", mark("&Command palette…"), "&Help", "Ctrl+Shift+P", "palette.open"),
    Entry("shortcuts", mark("&Keyboard shortcuts"), "&Help", "F1", "tools.shortcuts"),
    Entry("about", mark("&About Copyholder"), "&Help", "Shift+F1", "tools.about", role=_ROLE.AboutRole),
)


class Actions(QObject):
    """The table as QActions. They belong to the window, so their keys work all over it."""

    def __init__(self, window: QWidget, look: Look) -> None:
        super().__init__(window)
        self._look = look
        self._made: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        self.menus: dict[str, QMenu] = {}
        for entry in TABLE:
            self._made[entry.name] = self._make(entry, window)
        look.changed.connect(self._recolour)
        self._recolour()

    def __getitem__(self, name: str) -> QAction:
        return self._made[name]

    def _make(self, entry: Entry, window: QWidget) -> QAction:
        text = tr(entry.text)
        action = QAction(text, window)
        action.setObjectName(entry.name)
        action.setMenuRole(entry.role)
        action.setShortcuts(sequences(entry))
        action.setCheckable(entry.checkable or bool(entry.choice))
        if entry.choice:
            if entry.choice not in self._groups:
                self._groups[entry.choice] = QActionGroup(window)
                self._groups[entry.choice].setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
            self._groups[entry.choice].addAction(action)
        key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(f"{plain(text)} ({key})" if key else plain(text))
        window.addAction(action)
        return action

    def connect_to(self, groups: Mapping[str, object]) -> None:
        """Each action calls its slot; checkable ones pass whether they are on."""
        for entry in TABLE:
            group, method = entry.slot.split(".")
            call = getattr(groups[group], method)
            action = self._made[entry.name]
            if entry.checkable:
                action.triggered.connect(call)
            else:
                action.triggered.connect(lambda _=False, call=call: call())

    def fill(self, bar: QMenuBar) -> None:
        for title in MENUS:
            menu = bar.addMenu(tr(title))
            self.menus[title] = menu
            for entry in TABLE:
                if entry.menu == title:
                    if entry.rule:
                        menu.addSeparator()
                    menu.addAction(self._made[entry.name])

    def update(self, now: Situation) -> None:
        for entry in TABLE:
            action, on = self._made[entry.name], entry.when(now)
            if action.isEnabled() != on:
                action.setEnabled(on)

    def set_icon(self, name: str, picture: str) -> None:
        colours = self._look.colours
        self._made[name].setIcon(icon(picture, colours.ink, colours.on_accent))

    def _recolour(self) -> None:
        for entry in TABLE:
            if entry.icon:
                self.set_icon(entry.name, entry.icon)
        for action in self._made.values():
            action.setIconVisibleInMenu(False)


def sequences(entry: Entry) -> list[QKeySequence]:
    """The keys of an entry: those of the platform where it has standard ones, without doubles."""
    found: list[QKeySequence] = []
    for key in entry.keys if isinstance(entry.keys, tuple) else (entry.keys,):
        bound = (
            QKeySequence.keyBindings(key)
            if isinstance(key, Keys)
            else [QKeySequence(key, QKeySequence.SequenceFormat.PortableText)]
        )
        found += [sequence for sequence in bound if sequence not in found]
    return found


def plain(text: str) -> str:
    """A menu text without its mnemonic; where no letter of the text could be it, it stands behind in brackets."""
    return _BRACKETED.sub("", text).replace("&", "")


def key_text(sequence: QKeySequence) -> str:
    return sequence.toString(QKeySequence.SequenceFormat.NativeText)
