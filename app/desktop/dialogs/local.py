# SPDX-License-Identifier: AGPL-3.0-or-later
"""Models and local engines on this computer: which are here, fetched, installed, chosen, looked into and removed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import shiboken6
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QInputDialog,
    QLabel,
    QMessageBox,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.core import environments, models
from app.core.environments import ENGINES, InstallProblem
from app.core.errors import ProblemError
from app.core.models import JINA_OCR, Model, ModelProblem
from app.core.models.words import gigabytes
from app.core.places import Places
from app.core.settings import Settings
from app.core.wording import mark, tr
from app.desktop.background import in_background
from app.desktop.phrases import engine_name
from app.desktop.tab_order import by_layout

ROW = Qt.ItemDataRole.UserRole
REVISION = 40
"""Characters of a whole revision."""


@dataclass(frozen=True, slots=True)
class Local:
    """A local engine: what is installed (None: nothing), and what could be, or why it cannot."""

    engine: str
    there: environments.Environment | None
    plan: environments.Plan | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Here:
    """What is on this computer."""

    models: tuple[Model, ...]
    engines: tuple[Local, ...]


def here(places: Places, settings: Settings) -> Here:
    """Looks at folders and asks the graphics driver: not for the interface thread."""
    machine = environments.this_machine()
    found = []
    for engine in ENGINES:
        try:
            plan, why = environments.plan(engine, machine), ""
        except InstallProblem as problem:
            plan, why = None, str(problem)
        found.append(Local(engine, environments.present(engine, places), plan, why))
    return Here(tuple(models.models(places, settings)), tuple(found))


class LocalDialog(QDialog):
    fetch_asked = Signal(str)  # revision, empty for the tested one
    install_asked = Signal(object)  # Plan
    model_chosen = Signal(str)  # folder, empty for none
    removed = Signal(str)  # an engine whose libraries were deleted

    def __init__(self, parent: QWidget, places: Places, settings: Settings) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Models and local engines"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._places, self._settings = places, settings
        self.models = _table(tr("Models"), (tr("Model"), tr("Revision"), tr("State"), tr("Size")), self)
        self.engines = _table(tr("Local engines"), (tr("Engine"), tr("State"), tr("Made for"), tr("Size")), self)
        self.words = QLabel(tr("Looking…"), self)
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.fetch = self._button(tr("&Fetch…"), lambda: self.fetch_asked.emit(""))
        self.other = self._button(tr("Another &revision…"), self._ask_revision)
        self.use = self._button(tr("&Use"), self._use)
        self.folder = self._button(tr("A folder I &have…"), self._ask_folder)
        self.check = self._button(tr("&Check"), self._check)
        self.delete = self._button(tr("&Delete…"), self._ask_delete)
        self.install = self._button(tr("&Install…"), self._install)
        self.remove = self._button(tr("Re&move…"), self._ask_remove)
        layout = QVBoxLayout(self)
        for title, table, buttons in (
            (tr("Models"), self.models, (self.fetch, self.other, self.use, self.folder, self.check, self.delete)),
            (tr("Local engines"), self.engines, (self.install, self.remove)),
        ):
            heading = QLabel(title, self)
            heading.setObjectName("section")
            layout.addWidget(heading)
            layout.addWidget(table, 1)
            row = QHBoxLayout()
            for button in buttons:
                row.addWidget(button)
            row.addStretch(1)
            layout.addLayout(row)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        close.rejected.connect(self.reject)
        layout.addWidget(self.words)
        layout.addWidget(close)
        by_layout(self)
        self.models.itemSelectionChanged.connect(self._selected)
        self.engines.itemSelectionChanged.connect(self._selected)
        self._selected()
        self.resize(700, 520)
        self.look()

    def _button(self, text: str, do: Callable[[], None]) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _=False: do())
        return button

    # ------------------------------------------------------------ what is here

    def use_settings(self, settings: Settings) -> None:
        """They have changed, or a model or an engine came: look again."""
        self._settings = settings
        self.look()

    def look(self) -> None:
        places, settings = self._places, self._settings
        in_background(lambda: here(places, settings), self._show)

    def _show(self, found: Here) -> None:
        if not shiboken6.isValid(self):
            return
        if self.words.text() == tr("Looking…"):
            self.words.clear()
        chosen = [one.data(0, ROW) for one in (self.models.currentItem(), self.engines.currentItem()) if one]
        self.models.clear()
        for model in found.models:
            cells = (model.name, model.revision[:12], _state(model), gigabytes(model.size))
            _add(self.models, cells, model, str(model.folder))
        if not found.models:
            cells = (JINA_OCR.name, JINA_OCR.revision[:12], tr("not here"), gigabytes(JINA_OCR.size))
            _add(self.models, cells, None, JINA_OCR.repo)
        self.engines.clear()
        for one in found.engines:
            _add(self.engines, _engine_cells(one), one, one.there.about if one.there is not None else one.why)
        for table in (self.models, self.engines):
            rows = [row for at in range(table.topLevelItemCount()) if (row := table.topLevelItem(at)) is not None]
            again = [row for row in rows if any(_same(row.data(0, ROW), old) for old in chosen)]
            if again or rows:
                table.setCurrentItem((again or rows)[0])
        self._selected()

    def _model(self) -> Model | None:
        item = self.models.currentItem()
        found = item.data(0, ROW) if item is not None else None
        return found if isinstance(found, Model) else None

    def _engine(self) -> Local | None:
        item = self.engines.currentItem()
        found = item.data(0, ROW) if item is not None else None
        return found if isinstance(found, Local) else None

    def _selected(self) -> None:
        model, engine = self._model(), self._engine()
        half = model is not None and model.ours and not model.complete
        self.fetch.setText(tr("&Fetch the rest…") if half else tr("&Fetch…"))
        self.use.setEnabled(model is not None and model.complete and not model.chosen)
        self.check.setEnabled(model is not None and model.complete)
        self.delete.setEnabled(model is not None and model.ours)
        self.install.setEnabled(engine is not None and engine.plan is not None)
        self.install.setText(
            tr("&Install anew…") if engine is not None and engine.there is not None else tr("&Install…")
        )
        self.remove.setEnabled(engine is not None and engine.there is not None)
        if engine is not None and engine.why and self.engines.hasFocus():
            self.words.setText(engine.why)

    # ------------------------------------------------------------ models

    def _ask_revision(self) -> None:
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(tr("Another revision"))
        dialog.setLabelText(
            tr(
                "Revision of {name} (its commit, {n} characters).\nCopyholder was tested with "
                "{revision}; others stand beside it."
            ).format(name=JINA_OCR.repo, n=REVISION, revision=JINA_OCR.revision[:12])
        )
        dialog.textValueSelected.connect(self._fetch_revision)
        dialog.open()

    def _fetch_revision(self, text: str) -> None:
        revision = text.strip().lower()
        if len(revision) == REVISION and all(letter in "0123456789abcdef" for letter in revision):
            self.fetch_asked.emit(revision)
        else:
            self.words.setText(
                tr("A revision is {n} digits and letters a to f: copy it from the model's page.").format(n=REVISION)
            )

    def _use(self) -> None:
        if (model := self._model()) is not None:
            self.model_chosen.emit(str(model.folder))

    def _ask_folder(self) -> None:
        dialog = QFileDialog(self, tr("A folder with the model"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.use_folder)
        dialog.open()

    def use_folder(self, folder: str) -> None:
        """Look whether it is the model, then use it."""
        self._look_into(Path(folder), False, lambda: self.model_chosen.emit(folder))

    def _check(self) -> None:
        if (model := self._model()) is not None:
            self._look_into(model.folder, True, lambda: None)

    def _look_into(self, folder: Path, checksums: bool, then: Callable[[], None]) -> None:
        """By the models program, which reads every byte where checksums are compared."""
        self.words.setText(tr("Looking into {folder}…").format(folder=folder))
        self.setEnabled(False)

        def work() -> str | None:
            try:
                checked = models.check(folder, checksums)
            except ModelProblem as problem:
                return str(problem)
            text = tr("It can be used: {size} of weights, with draft weights{sums}.")
            if not checked.draft:
                text = tr("It can be used: {size} of weights, without draft weights{sums}.")
            sums = tr("; {n} checksums are right").format(n=checked.verified) if checked.verified else ""
            return "\0" + text.format(size=gigabytes(checked.size), sums=sums)

        def done(text: str | None) -> None:
            if shiboken6.isValid(self) and text is not None:
                self.setEnabled(True)
                self.words.setText(text.removeprefix("\0"))
                if text.startswith("\0"):
                    then()

        in_background(work, done)

    def _ask_delete(self) -> None:
        model = self._model()
        if model is not None and model.ours:
            text = tr("Delete {name} {revision} ({size})?").format(
                name=model.name, revision=model.revision[:12], size=gigabytes(model.size)
            )
            self._question(text, tr("It can be fetched again."), lambda: self._delete(model))

    def _delete(self, model: Model) -> None:
        places = self._places
        if model.chosen:
            self.model_chosen.emit("")  # first: whoever reads with it lets go of it
            model = replace(model, chosen=False)

        def done(_none: None) -> None:
            if shiboken6.isValid(self):
                self.words.setText(
                    tr("{name} {revision} is deleted.").format(name=model.name, revision=model.revision[:12])
                )
                self.look()

        in_background(lambda: models.remove(places, model), done, self._failed)

    # ------------------------------------------------------------ engines

    def _install(self) -> None:
        engine = self._engine()
        if engine is not None and engine.plan is not None:
            self.install_asked.emit(engine.plan)

    def _ask_remove(self) -> None:
        engine = self._engine()
        if engine is not None:
            text = tr("Delete the libraries of {engine}?").format(engine=engine_name(engine.engine))
            self._question(
                text, tr("The model stays; the libraries can be installed again."), lambda: self._remove(engine)
            )

    def _remove(self, engine: Local) -> None:
        places = self._places

        def work() -> str:
            try:
                environments.remove(engine.engine, places)
            except InstallProblem as problem:
                return str(problem)
            return ""

        def done(problem: str) -> None:
            if shiboken6.isValid(self):
                if not problem:
                    self.removed.emit(engine.engine)
                self.words.setText(
                    problem or tr("The libraries of {engine} are deleted.").format(engine=engine_name(engine.engine))
                )
                self.look()

        in_background(work, done)

    # ------------------------------------------------------------

    def _question(self, text: str, more: str, do: Callable[[], None]) -> None:
        question = QMessageBox(QMessageBox.Icon.Question, tr("Delete"), text, parent=self)
        question.setInformativeText(more)
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.setStandardButtons(QMessageBox.StandardButton.Cancel)
        question.addButton(tr("Delete"), QMessageBox.ButtonRole.DestructiveRole).clicked.connect(lambda _=False: do())
        question.open()

    def _failed(self, error: Exception) -> None:
        if shiboken6.isValid(self):
            self.words.setText(
                str(error)
                if isinstance(error, ProblemError)
                else tr("It was not deleted: {error}.").format(error=error)
            )
            self.look()


def _state(model: Model) -> str:
    if model.complete:
        state = tr("complete") if model.ours else tr("yours")
    else:
        state = tr("half fetched") if model.ours else tr("missing")
    return tr("{state}, in use").format(state=state) if model.chosen else state


_HARDWARE = {"cpu": mark("processor"), "mps": mark("Apple graphics"), "cuda12": "CUDA 12", "cuda13": "CUDA 13"}


def _engine_cells(one: Local) -> tuple[str, ...]:
    name = engine_name(one.engine)
    if one.there is not None:
        return (
            name,
            tr("installed on {date}").format(date=one.there.made[:10]),
            tr(_HARDWARE.get(one.there.hardware, "")),
            "",
        )
    if one.plan is not None:
        return (
            name,
            tr("not installed"),
            tr(_HARDWARE[one.plan.hardware]),
            tr("about {size}").format(size=gigabytes(one.plan.disk)),
        )
    return name, tr("not for this computer"), "", ""


def _same(row: object, old: object) -> bool:
    if isinstance(row, Model) and isinstance(old, Model):
        return row.folder == old.folder
    return isinstance(row, Local) and isinstance(old, Local) and row.engine == old.engine


def _table(name: str, headings: tuple[str, ...], parent: QWidget) -> QTreeWidget:
    table = QTreeWidget(parent)
    table.setAccessibleName(name)
    table.setHeaderLabels([*headings])
    table.setRootIsDecorated(False)
    table.setUniformRowHeights(True)
    table.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    table.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
    table.header().setStretchLastSection(False)
    return table


def _add(table: QTreeWidget, cells: tuple[str, ...], row: object, tip: str) -> None:
    item = QTreeWidgetItem([*cells])
    item.setData(0, ROW, row)
    item.setToolTip(0, tip)
    table.addTopLevelItem(item)
