# SPDX-License-Identifier: AGPL-3.0-or-later
"""Every dialog of the program, made as the window makes it: for tests of what holds for all of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QDialog

from app.core.changes import ConsentNeeded, DocumentState, Spent
from app.core.editing.tables import new_table
from app.core.environments.plan import Plan
from app.core.export import ExportOptions, Format
from app.core.keys import Keys
from app.core.spreads import Guess, Split, SpreadsFound
from app.desktop.dialogs.about import AboutDialog
from app.desktop.dialogs.address import AddressDialog
from app.desktop.dialogs.cap import CapDialog
from app.desktop.dialogs.consent import ConsentDialog
from app.desktop.dialogs.doctor import EnginesDialog
from app.desktop.dialogs.engine import EngineDialog
from app.desktop.dialogs.export import ExportChoice, ExportDialog
from app.desktop.dialogs.install import InstallDialog
from app.desktop.dialogs.key import KeyDialog
from app.desktop.dialogs.languages import LanguagesDialog
from app.desktop.dialogs.local import LocalDialog
from app.desktop.dialogs.models import ModelDialog
from app.desktop.dialogs.pages import PageNumberDialog, PageRangeDialog
from app.desktop.dialogs.palette import PaletteDialog
from app.desktop.dialogs.password import PasswordDialog
from app.desktop.dialogs.search import SearchDialog
from app.desktop.dialogs.settings import SettingsDialog
from app.desktop.dialogs.shortcuts import ShortcutsDialog
from app.desktop.dialogs.steps_preview import StepsPreview
from app.desktop.dialogs.storage import StorageDialog
from app.desktop.dialogs.tuning import TuningDialog
from app.desktop.editing.characters_dialog import CharactersDialog
from app.desktop.editing.formula_dialog import FormulaDialog
from app.desktop.editing.table_dialog import TableDialog
from app.desktop.framing.list_dialog import FigureList
from app.desktop.preview_lite import LitePreview
from app.desktop.spreads.dialog import SpreadsDialog
from app.desktop.versions.compare import CompareWindow
from app.desktop.versions.history import HistoryDialog
from app.desktop.versions.read_with import ReadWithDialog
from app.desktop.window import Window
from tests.gui.desks import document

Make = Callable[[Window], QDialog]

NEEDED = ConsentNeeded("api.jina.ai", "jina", (("Tides", 12), ("A very long title " * 12, 31)), 43, 0.1375)


def _export(window: Window) -> QDialog:
    row = document(1)
    return ExportDialog(row, [row, document(2)], ExportChoice((1,), Format.MARKDOWN, "", ExportOptions()), window)


def _install(window: Window) -> QDialog:
    plan = Plan("transformers", "CPU", (), 2_000_000_000, "cpu")
    return InstallDialog(window, window.setup.places, window.memory.settings, plan)


def _formula(window: Window) -> QDialog:
    return FormulaDialog(r"$\frac{a}{b}$", False, LitePreview, window, new=True)


def _spreads(window: Window) -> QDialog:
    dialog = SpreadsDialog(1, "Tides", window.look, window)
    guesses = tuple(Guess(Split(page, 0.5), page % 2 == 0) for page in range(9))
    dialog.found(SpreadsFound(1, guesses, complete=True))
    return dialog


def _with(kind: Callable[..., QDialog]) -> Make:
    """Of places and settings."""
    return lambda window: kind(window, window.setup.places, window.memory.settings)


def _keys(window: Window) -> Keys:
    return Keys(window.setup.places)


DIALOGS: dict[str, Make] = {
    "about": AboutDialog,
    "address": AddressDialog,
    "cap": lambda window: CapDialog(Spent(0.5, 1.0), True, window),
    "characters": lambda window: CharactersDialog("", window.text.editor, window),
    "compare": lambda window: CompareWindow(1, 0, "A text.", False, window.look, window),
    "consent": lambda window: ConsentDialog(NEEDED, True, window),
    "engine": lambda window: EngineDialog(window.memory.settings, window.setup.places, _keys(window), window),
    "engines": lambda window: EnginesDialog(
        window, window.setup.places, window.memory.settings, window.look, "Built-in reader"
    ),
    "export": _export,
    "figures": lambda window: FigureList(window.framing, window),
    "formula": _formula,
    "history": lambda window: HistoryDialog(1, 0, window),
    "install": _install,
    "key": lambda window: KeyDialog("api.jina.ai", _keys(window), window),
    "languages": lambda window: LanguagesDialog(("de",), window),
    "local": _with(LocalDialog),
    "model": _with(ModelDialog),
    "page": lambda window: PageNumberDialog(0, 3, ("i", "ii", "1"), window),
    "pages": lambda window: PageRangeDialog(12, 0, window),
    "palette": lambda window: PaletteDialog(window.actions_, window),
    "password": lambda window: PasswordDialog(document(1, state=DocumentState.NEEDS_PASSWORD), window),
    "read with": lambda window: ReadWithDialog(
        window.memory.settings, window.setup.places, _keys(window), window,
        page=0, pages=12, failed=True, from_web=True,
    ),
    "search": lambda window: SearchDialog(window.look, [document(1)], window),
    "settings": lambda window: SettingsDialog(window.memory.settings, window),
    "shortcuts": ShortcutsDialog,
    "spreads": _spreads,
    "steps": lambda window: StepsPreview(window.look, "Tides", window),
    "storage": StorageDialog,
    "table": lambda window: TableDialog(None, new_table(0).grid, window),
    "tuning": _with(TuningDialog),
}  # fmt: skip


def left_out() -> set[str]:
    """Classes of dialogs in the program's sources that are not in the list."""
    here = Path(__file__).parents[2] / "app" / "desktop"
    known = {name for name, thing in globals().items() if isinstance(thing, type) and issubclass(thing, QDialog)}
    found = set()
    for source in here.rglob("*.py"):
        for line in source.read_text(encoding="utf-8").splitlines():
            if line.startswith("class ") and ("(QDialog)" in line or "Dialog(" in line):
                found.add(line.removeprefix("class ").partition("(")[0])
    return found - known
