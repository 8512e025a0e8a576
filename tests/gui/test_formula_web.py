# SPDX-License-Identifier: AGPL-3.0-or-later
"""The formula's dialog with the browser preview: the formula is set as MathML while one types."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.desktop.editing.formula_dialog import FormulaDialog
from app.desktop.preview_choice import register_scheme
from app.desktop.preview_web import WebPreview
from tests.gui.desks import HANG_MS

register_scheme()  # at import, since the application object comes with the first fixture

pytestmark = [pytest.mark.gui, pytest.mark.web]

COUNT = "document.querySelectorAll('math mfrac').length + ' ' + document.querySelectorAll('.tex-error').length"


def test_the_formula_is_set_while_one_types(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = FormulaDialog("", True, WebPreview, parent, new=True)
    dialog.show()
    preview = dialog.preview
    assert isinstance(preview, WebPreview)
    answers: list[str] = [""]

    def shows(wanted: str) -> bool:
        preview.page.runJavaScript(COUNT, 1, answers.append)
        return answers[-1] == wanted

    QTest.keyClicks(dialog.source, "\\frac{a}{b")
    qtbot.waitUntil(lambda: shows("0 1"), timeout=HANG_MS)
    QTest.keyClicks(dialog.source, "}")
    qtbot.waitUntil(lambda: shows("1 0"), timeout=HANG_MS)
    dialog.reject()
