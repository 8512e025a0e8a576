# SPDX-License-Identifier: AGPL-3.0-or-later
"""The engine's text and the edited text are exported apart, from one dialog, and neither takes the other's
place. What was written is told of by its name."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from app.core.changes import Exported
from app.desktop.dialogs.export import ExportDialog
from tests.e2e.sessions import make_pdf
from tests.gui.desks import HANG_MS, act, real_window, recording_window

pytestmark = pytest.mark.gui


def test_a_document_is_named_and_its_pictures_are_counted(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path / "home")
    pictures = [Path(f"/papers/tides.assets/page-001-figure-{n}.png") for n in (1, 2, 3, 4)]
    told = []
    for paths in ([Path("/papers/tides.md"), *pictures], [Path("/papers/tides.md"), *pictures[:1]], pictures[:0]):
        window.exports.exported(Exported(1, tuple(paths)))
        told.append(window.notices.titles()[-1] if window.notices.titles() else "")
    assert told[0] == f"“tides.md” and 4 pictures are in {Path('/papers')}."
    assert told[1] == f"“tides.md” and 1 picture are in {Path('/papers')}."
    assert "no table" in told[2]


def test_both_texts_are_written_apart(qtbot: QtBot, tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "tides.pdf")
    pages = {"default": {"text": "# As the engine read it\n"}}
    with real_window(qtbot, tmp_path / "home", pages) as window:
        window.add([file])
        qtbot.waitUntil(window.actions_["checked"].isEnabled, timeout=HANG_MS)
        document = window.looking.document
        assert document is not None
        window.desk.session.replace_text(document, 0, "# As it was edited\n")
        qtbot.waitUntil(lambda: "edited" in window.text.text, timeout=HANG_MS)
        for raw in (False, True):
            act(window, "export")
            (dialog,) = [one for one in window.findChildren(ExportDialog) if one.isVisible()]
            box = next(one for one in dialog.findChildren(QCheckBox) if "engine's te&xt" in one.text())
            assert not box.isChecked()  # never remembered: the next export is of the edited text
            if raw:
                QTest.keyClick(box, Qt.Key.Key_Space)
            assert dialog.options().raw is raw
            dialog._choose()
            qtbot.waitUntil(lambda: window.exports.pending == 0, timeout=HANG_MS)
    assert (tmp_path / "tides.md").read_text(encoding="utf-8") == "# As it was edited\n"
    assert (tmp_path / "tides (engine).md").read_text(encoding="utf-8") == "# As the engine read it\n"
