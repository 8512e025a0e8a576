# SPDX-License-Identifier: AGPL-3.0-or-later
"""What to export, as what, and where to. The choices of last time stand there already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.core.changes import DocumentRow
from app.core.export import ExportOptions, Format
from app.core.export.figures import WITH_FIGURES
from app.core.wording import mark, tr
from app.desktop.dialogs.export_options import FIGURES, MarkdownBox, StepsBox, combo
from app.desktop.dialogs.rolling import Rolling, open_whole
from app.desktop.fit_text import one_line
from app.desktop.tab_order import by_layout

FORMATS = {
    Format.MARKDOWN: mark("Markdown (.md)"),
    Format.HTML: mark("Web page, one file (.html)"),
    Format.DOCX: mark("Word (.docx)"),
    Format.ODT: mark("OpenDocument text (.odt)"),
    Format.EPUB: mark("E-book (.epub)"),
    Format.LATEX: mark("LaTeX (.tex)"),
    Format.XLSX: mark("Tables, one workbook (.xlsx)"),
    Format.CSV: mark("Tables, one file each (.csv)"),
    Format.JSON: mark("For programs (.json)"),
    Format.PDF: mark("The original, made searchable (.pdf)"),
    Format.HOCR: mark("Words with their places, web page (.hocr)"),
    Format.ALTO: mark("Words with their places, ALTO (.xml, one file a page)"),
    Format.PAGE: mark("Words with their places, PAGE (.xml, one file a page)"),
    Format.ZIP: mark("Markdown, web page, JSON and tables in one file (.zip)"),
}


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """`folder` is "" for the folder of each document."""

    documents: tuple[int, ...]
    format: Format
    folder: str
    options: ExportOptions


class ExportDialog(QDialog):
    chosen = Signal(object)  # ExportChoice
    preview_asked = Signal(object)  # ExportChoice: what its steps would change

    def __init__(self, row: DocumentRow, rows: Sequence[DocumentRow], last: ExportChoice, parent: QWidget) -> None:
        """`rows` are all documents that have a text; `last` gives what is preset."""
        super().__init__(parent)
        self.setWindowTitle(tr("Export"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(460)
        self._scope = QComboBox(self)
        self._scope.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._scope.addItem(one_line(row.title), (row.document,))
        if len(rows) > 1:
            self._scope.addItem(tr("All {n:,} documents").format(n=len(rows)), tuple(other.document for other in rows))
        self._format = QComboBox(self)
        for format_, text in FORMATS.items():
            self._format.addItem(tr(text), format_)
        self._format.setCurrentIndex(list(FORMATS).index(last.format))
        self._steps = StepsBox(last.options.steps, self)
        self._markdown = MarkdownBox(last.options, self)
        self._format.currentIndexChanged.connect(self._suit)
        self._marks = QCheckBox(tr("&Mark where each page begins"), self)
        self._marks.setChecked(last.options.page_marks)
        self._beside = QCheckBox(tr("Page &pictures beside the text"), self)
        self._beside.setChecked(last.options.side_by_side)
        self._raw = QCheckBox(tr("The engine's te&xt, without what was edited"), self)
        self._raw.setToolTip(tr("Written beside the edited text, under a name of its own"))
        self._figures = combo(FIGURES, last.options.figures, self)
        self._folder = QLineEdit(last.folder, self)
        self._folder.setPlaceholderText(tr("beside each document"))
        self._buttons = QDialogButtonBox(self)
        self._buttons.addButton(tr("&Export"), QDialogButtonBox.ButtonRole.AcceptRole)
        self._buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._problem = QLabel(self)
        self._problem.setObjectName("problem")
        self._problem.setWordWrap(True)
        self._lay_out()
        by_layout(self)
        open_whole(self)
        self._suit()
        self._buttons.accepted.connect(self._choose)
        self._buttons.rejected.connect(self.reject)

    def _suit(self) -> None:
        """What has no meaning for the chosen format cannot be chosen."""
        format_ = self._chosen_format()
        self._markdown.suit(format_)
        self._beside.setEnabled(format_ in (Format.HTML, Format.ZIP))
        self._figures.setEnabled(format_ in WITH_FIGURES)

    def _lay_out(self) -> None:
        browse = QPushButton(tr("&Choose…"), self)
        browse.clicked.connect(self._browse)
        preview = QPushButton(tr("&Show what this changes…"), self)
        preview.clicked.connect(lambda: self.preview_asked.emit(self._choice()))
        place = QHBoxLayout()
        place.addWidget(self._folder, 1)
        place.addWidget(browse)
        inside = QWidget(self)
        layout = QFormLayout(inside)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        layout.addRow(tr("&What"), self._scope)
        layout.addRow(tr("&As"), self._format)
        layout.addRow("", self._marks)
        layout.addRow("", self._beside)
        layout.addRow("", self._raw)
        layout.addRow(tr("Fig&ures"), self._figures)
        folder = QLabel(tr("&Into"), self)
        folder.setBuddy(self._folder)
        self._folder.setAccessibleName(tr("Folder"))
        layout.addRow(folder, place)
        layout.addRow(self._steps)
        layout.addRow("", preview)
        layout.addRow(self._markdown)
        column = QVBoxLayout(self)
        column.addWidget(Rolling(inside, self), 1)
        column.addWidget(self._problem)
        column.addWidget(self._buttons)

    def _browse(self) -> None:
        dialog = QFileDialog(self, tr("Export into"), self._folder.text())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self._folder.setText)
        dialog.open()

    def _choose(self) -> None:
        folder = self._folder.text().strip()
        if folder and not Path(folder).is_dir():
            self._problem.setText(tr("There is no folder “{folder}”: choose one that exists.").format(folder=folder))
            return
        self.chosen.emit(self._choice())
        self.accept()

    def _choice(self) -> ExportChoice:
        folder = self._folder.text().strip()
        return ExportChoice(self._scope.currentData(), self._chosen_format(), folder, self.options())

    def _chosen_format(self) -> Format:
        return Format(self._format.currentData())  # Qt gives back a plain string

    def options(self) -> ExportOptions:
        """As they are chosen now."""
        whole = ExportOptions(
            page_marks=self._marks.isChecked(), steps=self._steps.steps(), figures=self._figures.currentData(),
            side_by_side=self._beside.isChecked(), raw=self._raw.isChecked(),
        )  # fmt: skip
        return self._markdown.applied(whole)
