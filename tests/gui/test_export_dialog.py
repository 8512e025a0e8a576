# SPDX-License-Identifier: AGPL-3.0-or-later
"""The export's dialog: what its options mean for each format, and the preview of what the steps change."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.core.assemble.steps import Steps
from app.core.changes import AppCode, AssemblyShown, DocumentOpened, DocumentsChanged, Problem, Reworked
from app.core.export import ExportOptions, Format
from app.desktop.dialogs.export import ExportDialog
from app.desktop.dialogs.steps_preview import StepsPreview
from app.desktop.window import Window
from tests.gui.desks import HANG_MS, Recorder, document, recording_window

pytestmark = pytest.mark.gui

ROWS = (document(1, "Tidal gauges", pages=48, asked=48, read=31), document(2, pages=2, asked=2, read=2))
CHANGES = (
    Reworked("furniture", 0, "Annual report", ""),
    Reworked("furniture", 1, "Annual report", ""),
    Reworked("joins", 1, "The river was de-\n\nlayed by ice.", "The river was delayed by ice."),
)


@pytest.fixture
def opened(qtbot: QtBot, tmp_path: Path) -> tuple[Window, Recorder]:
    window, recorder = recording_window(qtbot, tmp_path)
    recorder.notify(DocumentsChanged(ROWS))
    recorder.notify(DocumentOpened(1, 48))
    qtbot.waitUntil(lambda: window.looking.pages == 48, timeout=HANG_MS)
    return window, recorder


def _dialog(window: Window) -> ExportDialog:
    window.actions_["export"].trigger()
    (dialog,) = window.findChildren(ExportDialog)
    return dialog


def test_options_without_meaning_for_a_format_cannot_be_chosen(opened: tuple[Window, Recorder]) -> None:
    window, _ = opened
    dialog = _dialog(window)
    allowed = {}
    for format_ in Format:
        dialog._format.setCurrentIndex(dialog._format.findData(format_))
        assert dialog._format.currentData() == format_, "every format can be chosen"
        allowed[format_] = (dialog._markdown.isEnabled(), dialog._beside.isEnabled(), dialog._figures.isEnabled())
    assert allowed[Format.MARKDOWN] == (True, False, True)
    assert allowed[Format.HTML] == (False, True, True)
    assert allowed[Format.CSV] == (False, False, False)
    assert allowed[Format.PDF] == (False, False, False)


def test_figures_and_pictures_are_chosen_and_remembered(opened: tuple[Window, Recorder]) -> None:
    window, recorder = opened
    dialog = _dialog(window)
    dialog._format.setCurrentIndex(dialog._format.findData(Format.HTML))
    dialog._figures.setCurrentIndex(dialog._figures.findData("none"))
    dialog._beside.setChecked(True)
    dialog._choose()
    ((number, format_, target, options),) = recorder.of("export")
    assert (number, format_) == (1, Format.HTML)
    assert str(target).endswith("Tidal gauges.html")
    assert options == ExportOptions(figures="none", side_by_side=True)
    window.actions_["export_again"].trigger()
    assert recorder.of("export")[1][3] == options


def test_what_the_steps_change_is_shown_before_anything_is_written(
    qtbot: QtBot, opened: tuple[Window, Recorder]
) -> None:
    window, recorder = opened
    dialog = _dialog(window)
    dialog._steps.boxes["tables"].setChecked(False)
    (button,) = [one for one in dialog.findChildren(QPushButton) if "changes" in one.text()]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    ((number, options),) = recorder.of("show_assembly")
    assert isinstance(options, ExportOptions)
    assert (number, options.steps) == (1, Steps(tables=False))
    (preview,) = window.findChildren(StepsPreview)
    recorder.notify(AssemblyShown(1, CHANGES))
    qtbot.waitUntil(lambda: preview.model.rowCount() == 3, timeout=HANG_MS)
    assert preview.summary.text().startswith("3 places would be changed")
    assert [preview.filter.itemText(at) for at in range(preview.filter.count())][1:] == [
        "Dropped: heads, feet, page numbers (2)", "Joined over a page break (1)"
    ]  # fmt: skip
    assert preview.before.toPlainText() == "Annual report"
    QTest.keyClick(preview.list, Qt.Key.Key_End)
    assert preview.after.toPlainText() == "The river was delayed by ice."
    qtbot.waitUntil(lambda: preview.before.spans == 1, timeout=HANG_MS)
    preview.filter.setCurrentIndex(1)
    assert preview.model.rowCount() == 2
    assert recorder.of("export") == []


def test_the_preview_says_when_there_is_nothing_to_see(qtbot: QtBot, opened: tuple[Window, Recorder]) -> None:
    window, recorder = opened
    dialog = _dialog(window)
    dialog.preview_asked.emit(dialog._choice())
    (preview,) = window.findChildren(StepsPreview)
    recorder.notify(AssemblyShown(1, ()))
    qtbot.waitUntil(lambda: preview.summary.text().startswith("Nothing would be changed"), timeout=HANG_MS)
    recorder.notify(AssemblyShown(1, (), Problem(AppCode.NOT_READ_YET)))
    qtbot.waitUntil(lambda: "no page that was read yet" in preview.summary.text(), timeout=HANG_MS)
