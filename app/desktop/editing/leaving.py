# SPDX-License-Identifier: AGPL-3.0-or-later
"""Before a dialog in which something was made is left by Escape or its frame: a key pressed once too often must not
cost the work. Its Cancel button is plain enough."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QMessageBox

from app.core.wording import tr


def ask_to_discard(dialog: QDialog, discard: Callable[[], None]) -> None:
    """Calls `discard` if the user says so."""
    if dialog.findChild(QMessageBox) is not None:
        return  # is being asked
    question = QMessageBox(
        QMessageBox.Icon.Question, dialog.windowTitle(), tr("Leave without the changes?"), parent=dialog
    )
    question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    stay = question.addButton(tr("Go on editing"), QMessageBox.ButtonRole.RejectRole)
    leave = question.addButton(tr("Discard the changes"), QMessageBox.ButtonRole.DestructiveRole)
    question.setDefaultButton(stay)
    leave.clicked.connect(discard)
    question.open()
