# SPDX-License-Identifier: AGPL-3.0-or-later
"""The options of an export as two groups of widgets: how pages become a document, and how Markdown is written."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QGroupBox, QVBoxLayout, QWidget

from app.core.assemble.steps import Steps
from app.core.export import ExportOptions, Format
from app.core.wording import mark, tr
from app.desktop.dialogs.spin import WholeField

STEPS = {
    "furniture": mark("Drop running &heads, feet and page numbers"),
    "joins": mark("&Join what a page break cut in two"),
    "tables": mark("Join &tables that go on over a page break"),
    "headings": mark("Heading &levels as the outline and the numbers say"),
    "footnotes": mark("&Number footnotes through the document"),
    "contents": mark("List of contents in &front"),
}
MATH = {"dollars": "$x$", "brackets": "\\(x\\)"}
TABLES = {"auto": mark("HTML where cells span several"), "always": mark("always HTML"), "never": mark("never HTML")}
FIGURES = {"files": mark("in files, linked to"), "embed": mark("in the Markdown itself"), "none": mark("left out")}


class StepsBox(QGroupBox):
    """One box to tick a step."""

    def __init__(self, steps: Steps, parent: QWidget) -> None:
        super().__init__(tr("From pages to a document"), parent)
        layout = QVBoxLayout(self)
        self.boxes: dict[str, QCheckBox] = {}
        for name, text in STEPS.items():
            box = QCheckBox(tr(text), self)
            box.setChecked(getattr(steps, name))
            layout.addWidget(box)
            self.boxes[name] = box

    def steps(self) -> Steps:
        return Steps(**{name: box.isChecked() for name, box in self.boxes.items()})


class MarkdownBox(QGroupBox):
    """What only Markdown has; it can be used where Markdown is written."""

    def __init__(self, options: ExportOptions, parent: QWidget) -> None:
        super().__init__(tr("Markdown"), parent)
        self.front_matter = QCheckBox(tr("Title, author, source and date in front (&YAML)"), self)
        self.front_matter.setChecked(options.front_matter)
        self.per_page = QCheckBox(tr("&One file for each page, in a folder"), self)
        self.per_page.setChecked(options.per_page)
        self.math = combo(MATH, options.math, self)
        self.html_tables = combo(TABLES, options.html_tables, self)
        self.columns = WholeField(self)
        self.columns.setRange(0, 1000)
        self.columns.setSingleStep(10)
        self.columns.setSpecialValueText(tr("as they are"))
        self.columns.setSuffix(tr(" characters"))
        self.columns.setValue(options.width)
        layout = QFormLayout(self)
        layout.addRow(self.front_matter)
        layout.addRow(self.per_page)
        layout.addRow(tr("Fo&rmulas"), self.math)
        layout.addRow(tr("Ta&bles"), self.html_tables)
        layout.addRow(tr("Lines of para&graphs"), self.columns)

    def suit(self, format: Format) -> None:
        self.setEnabled(format in (Format.MARKDOWN, Format.ZIP))

    def applied(self, options: ExportOptions) -> ExportOptions:
        """`options` with what is chosen here. A width below 20 is 20: shorter lines hold no words."""
        width = self.columns.value()
        return replace(
            options, front_matter=self.front_matter.isChecked(), per_page=self.per_page.isChecked(),
            math=self.math.currentData(), html_tables=self.html_tables.currentData(),
            width=max(20, width) if width else 0,
        )  # fmt: skip


def combo(texts: dict[str, str], chosen: str, parent: QWidget) -> QComboBox:
    """`texts` are marked."""
    combo = QComboBox(parent)
    for value, text in texts.items():
        combo.addItem(tr(text), value)
    combo.setCurrentIndex(max(0, combo.findData(chosen)))
    return combo
