# SPDX-License-Identifier: AGPL-3.0-or-later
"""A formula's source with a live preview, what is wrong with it, and a palette of common constructs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QFontDatabase, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QPlainTextEdit,
    QRadioButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.core.editing.formula import breaks_out, problem
from app.core.wording import mark, tr
from app.desktop.background import in_background
from app.desktop.editing.leaving import ask_to_discard
from app.desktop.preview import Preview
from app.desktop.preview_worker import PreviewWorker, Rendered

QUIET_MS = 120
"""The preview follows when the keys have rested for so long."""

PALETTE: tuple[tuple[str, str, str], ...] = (
    ("a⁄b", mark("Fraction"), r"\frac{}{}"),
    ("√", mark("Root"), r"\sqrt{}"),
    ("xⁿ", mark("Power"), "^{}"),
    ("xₙ", mark("Index"), "_{}"),
    ("Σ", mark("Sum"), r"\sum_{}^{} "),
    ("∫", mark("Integral"), r"\int_{}^{} "),
    ("lim", mark("Limit"), r"\lim_{} "),
    ("( )", mark("Brackets that grow"), r"\left( \right)"),
    ("x̄", mark("Bar"), r"\bar{}"),
    ("x⃗", mark("Vector"), r"\vec{}"),
    ("[⋮]", mark("Matrix"), "\\begin{pmatrix}\n  & \\\\\n  & \n\\end{pmatrix}"),
    ("{⋮", mark("Cases"), "\\begin{cases}\n  & \\\\\n  & \n\\end{cases}"),
    ("T", mark("Text within the formula"), r"\text{}"),
    ("α", mark("Alpha"), r"\alpha "),
    ("π", mark("Pi"), r"\pi "),
    ("∞", mark("Infinity"), r"\infty "),
    ("≤", mark("Less or equal"), r"\le "),
    ("≠", mark("Not equal"), r"\ne "),
    ("→", mark("To"), r"\to "),
    ("·", mark("Times"), r"\cdot "),
)
"""What the button shows, what it is called, and what it inserts; the cursor (or the selected source) goes into the
first braces."""


class FormulaDialog(QDialog):
    chosen = Signal(str, bool)  # LaTeX without signs, on lines of its own

    def __init__(
        self, latex: str, display: bool, make_preview: Callable[[QWidget], Preview], parent: QWidget, *, new: bool
    ) -> None:
        """`new`: the user chooses whether it stands on lines of its own."""
        super().__init__(parent)
        self.setWindowTitle(tr("Formula"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._ticket = 0
        self.source = QPlainTextEdit(self)
        self.source.setAccessibleName(tr("Formula, LaTeX source"))
        self.source.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.source.setTabChangesFocus(True)
        self.source.setPlainText(latex.strip("\n"))
        self._at_first = self.latex
        self.note = QLabel(self)
        self.note.setObjectName("problem")
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.inline = QRadioButton(tr("Within the &line"), self)
        self.own = QRadioButton(tr("On lines of its &own"), self)
        (self.own if display else self.inline).setChecked(True)
        for choice in (self.inline, self.own):
            choice.setVisible(new)
            choice.toggled.connect(self._show)
        self.preview = make_preview(self)
        self.preview.setMinimumHeight(110)
        self._worker = PreviewWorker(self)
        self._worker.rendered.connect(self._rendered, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(QUIET_MS)
        self._timer.timeout.connect(self._show)
        self.source.textChanged.connect(self._timer.start)
        self.palette_buttons: dict[str, QToolButton] = {}
        self.boxes = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self)
        self.boxes.accepted.connect(self._accept)
        self.boxes.rejected.connect(self._discard)
        self._lay_out()
        self.finished.connect(self._end)
        self.resize(640, 460)
        self.source.setFocus()
        self.source.selectAll()
        self._show()

    def _lay_out(self) -> None:
        palette = QGridLayout()
        palette.setSpacing(4)
        for number, (sign, name, snippet) in enumerate(PALETTE):
            button = QToolButton(self)
            button.setText(sign)
            button.setToolTip(f"{tr(name)}: {snippet.strip()}")
            button.setAccessibleName(tr(name))
            button.setMinimumWidth(44)
            button.clicked.connect(lambda _=False, snippet=snippet: self.insert(snippet))
            self.palette_buttons[name] = button
            palette.addWidget(button, number // 10, number % 10)
        layout = QVBoxLayout(self)
        layout.addLayout(palette)
        layout.addWidget(self.source, 1)
        layout.addWidget(self.inline)
        layout.addWidget(self.own)
        layout.addWidget(self.preview, 1)
        layout.addWidget(self.note)
        layout.addWidget(self.boxes)

    @property
    def latex(self) -> str:
        return self.source.document().toRawText().replace("\u2029", "\n")

    def insert(self, snippet: str) -> None:
        """Put a construct at the cursor; what was selected goes into its first braces."""
        cursor = self.source.textCursor()
        selected = cursor.selectedText().replace("\u2029", "\n")
        head, braces, tail = snippet.partition("{}")
        start = cursor.selectionStart()
        if not braces:
            cursor.insertText(snippet)
        else:
            cursor.insertText(f"{head}{{{selected}}}{tail}")
            cursor.setPosition(start + len(head) + 1)
        self.source.setTextCursor(cursor)
        self.source.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Return from the source: done."""
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if held and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.boxes.button(QDialogButtonBox.StandardButton.Ok).click()
        else:
            super().keyPressEvent(event)

    def reject(self) -> None:
        """Escape, or the frame's button."""
        if self.latex.strip() and self.latex != self._at_first:
            ask_to_discard(self, self._discard)
        else:
            self._discard()

    def _discard(self) -> None:
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        if event.isAccepted():
            self._end()

    def _accept(self) -> None:
        """What would break the page is refused, unless it stands in the page already."""
        said = "" if self.latex == self._at_first else breaks_out(self.latex)
        if said:
            self.note.setText(said)
        else:
            self.chosen.emit(self.latex, self.own.isChecked())

    # ------------------------------------------------------------ the preview

    def _show(self) -> None:
        latex = self.latex
        self._ticket += 1
        signs = ("$$\n", "\n$$") if self.own.isChecked() else ("$", "$")
        if latex.lstrip().startswith("\\begin{"):
            signs = ("", "")
        text = f"{signs[0]}{latex.strip()}{signs[1]}" if latex.strip() else ""
        self._worker.set_text(text, ticket=self._ticket, formulas=self.preview.formulas)
        in_background(lambda: problem(latex), lambda said: self._say(latex, said))

    def _say(self, latex: str, said: str) -> None:
        if not self._worker.closed and latex == self.latex:
            self.note.setText(said)
            self.boxes.button(QDialogButtonBox.StandardButton.Ok).setEnabled(bool(latex.strip()))

    def _rendered(self, rendered: Rendered) -> None:
        if rendered.ticket == self._ticket and not self._worker.closed:
            self.preview.show_blocks(rendered.blocks, ticket=rendered.ticket, new_page=True, follow=False)

    def _end(self) -> None:
        if not self._worker.closed:
            self._worker.close()
            self.preview.close_down()
