# SPDX-License-Identifier: AGPL-3.0-or-later
"""A window of 640 by 360 logical pixels: a full HD screen at 300 %."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from app.core.changes import DocumentOpened, DocumentsChanged, PageRows
from tests.gui.desks import HANG_MS, document, page_row, recording_window

pytestmark = pytest.mark.gui


def test_all_panes_fit_and_no_tool_of_the_page_is_squeezed(qtbot: QtBot, tmp_path: Path) -> None:
    window, recorder = recording_window(qtbot, tmp_path / "home")
    recorder.notify(DocumentsChanged((document(1, pages=3000),)))
    recorder.notify(DocumentOpened(1, 3000))
    recorder.notify(PageRows(1, 0, (page_row(0),)))
    qtbot.waitUntil(lambda: window.page._where.text() == "Page 1 of 3,000", timeout=HANG_MS)
    where = window.page._where

    def tools() -> list[QToolButton]:
        return [button for button in window.page._head.findChildren(QToolButton) if button.isVisible()]

    def unsqueezed() -> bool:
        wide = all(button.width() >= button.sizeHint().width() for button in tools())
        return wide and where.width() >= where.fontMetrics().horizontalAdvance(where.text())

    for width in (640, 800, 1280, 640):
        window.resize(width, 360)
        qtbot.waitUntil(unsqueezed, timeout=HANG_MS)
        assert window.width() == width and (len(tools()) == 6 or width < 1280)
        for pane in (window.documents, window.strip, window.page, window.text):
            assert window.rect().contains(pane.rect().translated(pane.mapTo(window, pane.rect().topLeft())))
