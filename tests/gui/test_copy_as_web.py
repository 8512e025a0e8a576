# SPDX-License-Identifier: AGPL-3.0-or-later
"""Copying from the browser preview, in the real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.desktop.preview_choice import register_scheme
from tests.gui.test_copy_as import preview_copies, shown

register_scheme()  # at import, since the application object comes with the first fixture

pytestmark = [pytest.mark.gui, pytest.mark.web]


def test_from_the_browser_preview_whole_words_are_copied(qtbot: QtBot, tmp_path: Path) -> None:
    preview_copies(qtbot, shown(qtbot, tmp_path, web=True), 20)
