# SPDX-License-Identifier: AGPL-3.0-or-later
"""What tests of the real browser wait for before they click: until then the page may move under the pointer, and a
browser drops what is clicked before it has painted anything."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.desktop.preview_web import WebPreview
from tests.gui.desks import HANG_MS

_PAINTED = "performance.getEntriesByName('first-contentful-paint').length > 0 && document.fonts.status === 'loaded'"
_LATER = "window.turns = 0; requestAnimationFrame(() => requestAnimationFrame(() => { window.turns = 2; })); 1"


def answer_of(qtbot: QtBot, preview: WebPreview, script: str) -> object:
    """What a script in our own world of the page says."""
    answers: list[object] = []
    preview.page.runJavaScript(script, 1, answers.append)
    qtbot.waitUntil(lambda: bool(answers), timeout=HANG_MS)
    return answers[0]


def wait_for(qtbot: QtBot, preview: WebPreview, script: str, wanted: object) -> None:
    qtbot.waitUntil(lambda: answer_of(qtbot, preview, script) == wanted, timeout=HANG_MS)


def painted(qtbot: QtBot, preview: WebPreview) -> None:
    """Until the text stands where it stays: it is painted, in its own letters."""
    wait_for(qtbot, preview, _PAINTED, True)


def laid_out_anew(qtbot: QtBot, preview: WebPreview) -> None:
    """Two pictures later, so that what came into sight has its true height."""
    answer_of(qtbot, preview, _LATER)
    wait_for(qtbot, preview, "window.turns", 2)
