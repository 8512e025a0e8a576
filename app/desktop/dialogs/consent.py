# SPDX-License-Identifier: AGPL-3.0-or-later
"""Asks before pages leave this machine: which documents, to which host, how many pages, and what it
may cost. Nothing is sent while it is open."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.core.changes import ConsentNeeded
from app.core.money import dollars
from app.core.wording import tr
from app.desktop.fit_text import one_line
from app.desktop.phrases import count, engine_name

ROWS_SHOWN = 8
"""Documents that stand in the list before it scrolls."""


class ConsentDialog(QDialog):
    answered = Signal(str, bool, bool)  # host, granted, remember

    def __init__(self, needed: ConsentNeeded, encrypted: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Send pages to another machine?"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.host = needed.host
        self._question = self._label("question")
        self.list = QTreeWidget(self)
        self.list.setAccessibleName(tr("Documents to send"))
        self.list.setHeaderLabels([tr("Document"), tr("Pages")])
        self.list.setObjectName("sent")
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.list.setFrameShape(QFrame.Shape.StyledPanel)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.price = self._label("price")
        self.price.setTextFormat(Qt.TextFormat.PlainText)
        self._open = self._label("problem")
        self._open.setText(
            tr("The connection to {host} is not encrypted: others on the way can read the pages.").format(
                host=needed.host
            )
        )
        self._open.setVisible(not encrypted)
        hint = self._label("hint")
        hint.setText(tr("What becomes of the pages there is up to the service. Without your consent they stay here."))
        self.remember = QCheckBox(tr("Do not ask again for {host}").format(host=needed.host).replace("&", "&&"), self)
        buttons = QDialogButtonBox(self)
        self.send = QPushButton(tr("&Send the pages"), self)
        self.keep = QPushButton(tr("&Keep them here"), self)
        buttons.addButton(self.send, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self.keep, QDialogButtonBox.ButtonRole.RejectRole)
        self.keep.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        for widget in (self._question, self.list, self.price, self._open, hint, self.remember, buttons):
            layout.addWidget(widget)
        layout.addStretch(1)
        self.finished.connect(self._answer)
        self.show_needed(needed)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 84)
        self.adjustSize()
        self.keep.setFocus()

    def _label(self, name: str) -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setWordWrap(True)
        return label

    def show_needed(self, needed: ConsentNeeded) -> None:
        """What is asked now; it grows while more documents are opened."""
        pages = count(needed.pages, "page")
        self._question.setText(
            tr("{engine} reads on another machine. To be sent to {host}: {pages} of {documents}.").format(
                engine=engine_name(needed.engine),
                host=needed.host,
                pages=pages,
                documents=count(len(needed.documents), "document"),
            )
        )
        self.list.clear()
        for title, number in needed.documents:
            row = QTreeWidgetItem([one_line(title), f"{number:,}"])
            row.setToolTip(0, title)
            row.setTextAlignment(1, Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
            self.list.addTopLevelItem(row)
        rows = min(len(needed.documents), ROWS_SHOWN)
        line = max(self.list.sizeHintForRow(0), self.fontMetrics().lineSpacing())
        self.list.setFixedHeight(line * max(rows, 2) + self.list.header().sizeHint().height() + 8)
        self.price.setText(price_words(needed))

    def _answer(self, result: int) -> None:
        granted = result == QDialog.DialogCode.Accepted
        self.answered.emit(self.host, granted, granted and self.remember.isChecked())


def price_words(needed: ConsentNeeded) -> str:
    """What it may cost: "About $0.10 in all, $0.0032 a page (an estimate)."."""
    if needed.dollars is None:
        return tr("What this service costs is not known to Copyholder.")
    each = needed.dollars / max(needed.pages, 1)
    words = tr("About {dollars} in all, {each} a page (an estimate).").format(
        dollars=dollars(needed.dollars), each=dollars(each)
    )
    if needed.tokens_factor > 1:
        words += " " + tr("This service bills {tokens_factor} times the tokens of a page.").format(
            tokens_factor=needed.tokens_factor
        )
    return words
