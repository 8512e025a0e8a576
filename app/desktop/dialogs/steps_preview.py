# SPDX-License-Identifier: AGPL-3.0-or-later
"""What putting pages together would change, place by place, before anything is written: the text as it is on the
pages, and as it would be in the document.
"""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QListView,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.core.changes import AssemblyShown, Reworked
from app.core.errors import sentence
from app.core.versions import Difference, compare
from app.core.wording import mark, tr
from app.desktop.background import in_background
from app.desktop.look import Look
from app.desktop.phrases import count
from app.desktop.versions.side import SideView

STEPS = {
    "furniture": mark("Dropped: heads, feet, page numbers"),
    "joins": mark("Joined over a page break"),
    "tables": mark("Table joined over a page break"),
    "headings": mark("Level of a heading"),
    "footnotes": mark("Footnote numbered"),
    "contents": mark("List of contents"),
}
"""What a change is called, by its step."""


def step_words(step: str) -> str:
    return tr(STEPS.get(step, step))


Index = QModelIndex | QPersistentModelIndex


class Changes(QAbstractListModel):
    """The changes of one step, or of all."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[Reworked] = []

    def show(self, rows: list[Reworked]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        change = self.rows[index.row()]
        told = " ".join((change.before or change.after).split())[:80]
        return tr("Page {page} · {change}: {told}").format(
            page=change.page + 1, change=step_words(change.step), told=told
        )


class StepsPreview(QDialog):
    def __init__(self, look: Look, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("What putting the pages together changes"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._all: tuple[Reworked, ...] = ()
        self._shown: Reworked | None = None
        self.summary = QLabel(tr("Looking through “{title}”…").format(title=title), self)
        self.summary.setWordWrap(True)
        self.filter = QComboBox(self)
        self.filter.setAccessibleName(tr("Kind of change"))
        self.filter.addItem(tr("All changes"), "")
        self.filter.setEnabled(False)
        self.model = Changes(self)
        self.list = QListView(self)
        self.list.setAccessibleName(tr("Changes"))
        self.list.setUniformItemSizes(True)
        self.list.setModel(self.model)
        self.before = SideView(look, tr("The text on the pages"), self, struck=True)
        self.after = SideView(look, tr("The text in the document"), self, struck=False)
        self._lay_out()
        self.filter.currentIndexChanged.connect(self._filter)
        self.list.selectionModel().currentChanged.connect(self._chosen)

    def _lay_out(self) -> None:
        texts = QWidget(self)
        grid = QGridLayout(texts)
        grid.setContentsMargins(0, 0, 0, 0)
        for column, (name, view) in enumerate(((tr("On the pages"), self.before), (tr("In the document"), self.after))):
            grid.addWidget(QLabel(name, self), 0, column)
            grid.addWidget(view, 1, column)
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.list)
        splitter.addWidget(texts)
        splitter.setStretchFactor(1, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (self.summary, self.filter):
            layout.addWidget(widget)
        layout.addWidget(splitter, 1)
        layout.addWidget(buttons)
        self.resize(820, 560)

    def assembled(self, shown: AssemblyShown) -> None:
        """The answer is there."""
        if shown.problem is not None:
            self.summary.setText(sentence(shown.problem, tr("The document")))
            return
        self._all = shown.changes
        if not self._all:
            self.summary.setText(tr("Nothing would be changed: the pages are written one after the other."))
            return
        self.summary.setText(
            tr(
                "{places} would be changed. To leave something as it is on the pages, switch its step off "
                "in the export."
            ).format(places=count(len(self._all), "place"))
        )
        for step in dict.fromkeys(change.step for change in self._all):
            number = sum(change.step == step for change in self._all)
            self.filter.addItem(f"{step_words(step)} ({number})", step)
        self.filter.setEnabled(True)
        self._filter()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _filter(self) -> None:
        step = self.filter.currentData()
        self.model.show([change for change in self._all if step in ("", change.step)])
        self.list.setCurrentIndex(self.model.index(0))

    def _chosen(self, now: QModelIndex, _: QModelIndex) -> None:
        if not now.isValid():
            return
        change = self._shown = self.model.rows[now.row()]
        self.before.show_text(change.before)
        self.after.show_text(change.after)

        def done(difference: Difference) -> None:
            if self._shown is change:
                self.before.show_spans([hunk.old for hunk in difference.hunks])
                self.after.show_spans([hunk.new for hunk in difference.hunks])

        in_background(lambda: compare(change.before, change.after), done, lambda error: None)
