# SPDX-License-Identifier: AGPL-3.0-or-later
"""Files that the system hands to the running program, as macOS does for "Open with" and a drop on
the icon. The application object is the real one, in a process of its own: there is one a process."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from app.core.places import Places
from tests.e2e.sessions import make_pdf

pytestmark = pytest.mark.gui

HANG_S = 120.0

WAITING = """
import sys
from pathlib import Path
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from app.desktop.application import the_application
application = the_application()
taken = []
application.sendEvent(application, QFileOpenEvent(QUrl.fromLocalFile("/papers/first one.pdf")))
application.sendEvent(application, QFileOpenEvent(QUrl("https://example.org/a.pdf")))
application.open_files_with(taken.append)
application.sendEvent(application, QFileOpenEvent("/papers/second.pdf"))
assert taken == [[Path("/papers/first one.pdf")], [Path("/papers/second.pdf")]], taken
"""

OPENED = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtGui import QFileOpenEvent
from app.desktop import application, main
from app.line import parse

early, late, home = sys.argv[1:]
begin = main._begin

def scene(window, *rest):
    begin(window, *rest)
    one = application.Application.instance()
    one.sendEvent(one, QFileOpenEvent(late))
    window.desk.page_ended.connect(lambda change: seen.add(change.document) or len(seen) == 2 and window.close())

seen = set()
main._begin = scene
made = main.the_application

def handed():
    one = made()
    one.sendEvent(one, QFileOpenEvent(early))
    return one

main.the_application = handed
sys.exit(main.main(parse(["--home", home, "--engine", "scripted"], ())))
"""


def run(script: str, *arguments: str | Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)], env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, timeout=HANG_S, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (0, ""), ended.stderr


def test_files_wait_until_the_window_can_take_them() -> None:
    run(WAITING)


def test_files_that_the_system_opens_are_read(tmp_path: Path) -> None:
    """One that came before the window was there, and one while it runs."""
    early, late = make_pdf(tmp_path / "early.pdf"), make_pdf(tmp_path / "late.pdf")
    run(OPENED, early, late, tmp_path / "home")
    with sqlite3.connect(Places(tmp_path / "home").library) as library:
        names = {Path(path).name for (path,) in library.execute("SELECT path FROM documents")}
        assert names == {"early.pdf", "late.pdf"}
        assert library.execute("SELECT count(*) FROM readings").fetchone() == (2,)
