# SPDX-License-Identifier: AGPL-3.0-or-later
"""kill -9 of the window in the middle of typing: at most the last second is lost.

Each life is a real window (offscreen) on a real session, into whose editor keys are sent without a rest; it says
when each key was sent. Five lives in the normal run, fifty in the long one.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import psutil
import pytest

from app.core.library import Library
from app.core.places import Places
from tests.e2e.sessions import HANG, make_pdf, running
from tests.processes import Started, beside, joined, wait_until

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of POSIX"),
    pytest.mark.timeout(1200),  # fifty lives of the window
]

ROOT = Path(__file__).parents[2]
SCRIPT = {"pages": {"default": {"text": "Read."}}}
LOST = 1.0
"""Seconds of typing that may be lost."""

PACE = 0.015
"""Seconds from key to key. Where the whole program was held up, so was the typing: a second of it is as many keys."""

APP = """
import sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from app.core.choice import EngineChoice
from app.core.places import Places
from app.core.session import Session
from app.core.settings import Settings
from app.desktop.adapter import Desk
from app.desktop.look import Look
from app.desktop.memory import Memory
from app.desktop.window import Window

home, pdf, script = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
application = QApplication([])
places, settings = Places(home), Settings()
engine = EngineChoice("scripted", "scripted", {"script": script})
desk = Desk(lambda notify: Session(places, settings, notify, engines=(engine,)))
window = Window(desk, Memory(places, settings), places, Look(application, "light"), web=False)
window.show()
desk.session.start()
window.add([pdf])
typed = 0

def type_key():
    global typed
    editor = window.text.editor
    if not window.text.text.startswith("Read."):
        return
    if not typed:
        window.text.focus_source()
        if editor.isReadOnly():
            return
        editor.go_to(len(editor.text))
        print("begins", len(editor.text), flush=True)
    before = len(editor.text)
    QTest.keyClick(editor, "abcdefghij"[typed % 10])
    if len(editor.text) == before:
        print("refused", window.text._page.state, editor.isReadOnly(), window.text.source_visible, flush=True)
        return
    typed += 1
    print("typed", len(editor.text), time.monotonic(), flush=True)

timer = QTimer()
timer.timeout.connect(type_key)
timer.start(15)
application.exec()
"""


@pytest.fixture(params=[pytest.param(5, id="5"), pytest.param(50, id="50", marks=pytest.mark.long)])
def kills(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def test_killing_the_window_while_one_types_loses_a_second_at_most(tmp_path: Path, kills: int) -> None:
    dice = random.Random(kills)
    home, pdf = tmp_path / "home", make_pdf(tmp_path / "a.pdf")
    with running(home, SCRIPT) as (session, _):
        session.add([pdf])
        assert session.wait_idle(HANG)
    whole, worst, rows = "Read.", 0, 0
    for life in range(kills):
        seconds = dice.uniform(0.0, 3.0)
        begins, keys, killed = _one_life(home, pdf, seconds, saved=life == kills - 1 and whole == "Read.")
        assert begins == len(whole), "the next life begins with what was saved"
        with Library(Places(home).library) as library:
            assert library.notice is None, "the library is whole"
            (stored,) = library.documents.all()
            text = library.edits.texts(stored.id)[0].text
            history = library.edits.history(stored.id, 0)
        last = max((length for length, _ in keys), default=begins)
        due = max((n for n, at in keys if at <= killed - LOST and n <= last - LOST / PACE), default=begins)
        assert len(text) >= due, f"life {life}: {due - len(text)} letters lost that were typed over a second before"
        stream = "".join("abcdefghij"[number % 10] for number in range(len(text) - begins))
        assert text == whole + stream, "what is there is what was typed, letter by letter"
        assert len(history) >= rows, "no earlier state is gone"
        worst = max(worst, last - len(text))
        whole, rows = text, len(history)
    assert len(whole) > len("Read."), "some life got so far as to save"
    print(f"{kills} kills: at most {worst} letters lost, at 15 ms a letter")


def _one_life(home: Path, pdf: Path, seconds: float, saved: bool) -> tuple[int, list[tuple[int, float]], float]:
    """Let it type for so long, and until something is `saved`, kill it; the length of the text at its beginning, the
    length after each key with the moment, and the moment of the end (`time.monotonic`)."""
    command = [sys.executable, "-c", APP, str(home), str(pdf), msgspec.json.encode(SCRIPT).decode()]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    said: list[str] = []
    with Started[str](command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        heard = beside(lambda: said.extend(lines))
        wait_until(
            lambda: any(line.startswith("begins") for line in list(said)) or process.poll() is not None,
            "the window to come to typing",
        )
        assert process.poll() is None, "the window ended by itself"
        if saved:
            wait_until(lambda: _has_edit(home), "what was typed to be saved")
        time.sleep(seconds)  # the random moment, not a wait for something
        children = psutil.Process(process.pid).children(recursive=True)
        killed = time.monotonic()
        process.kill()
        joined(heard)
    _, left = psutil.wait_procs(children, timeout=HANG)
    assert not left, "the children ended with the window"
    out = "".join(said)
    refused = [line for line in said if line.startswith("refused")]
    if refused:
        print("REFUSED", len(refused), refused[0], [x for x in said if not x.startswith("typed")][:4])
    words = [line.split() for line in out[: out.rfind("\n") + 1].splitlines()]
    begins = next(int(line[1]) for line in words if line[0] == "begins")
    return begins, [(int(line[1]), float(line[2])) for line in words if line[0] == "typed"], killed


def _has_edit(home: Path) -> bool:
    with Library(Places(home).library) as library:
        (stored,) = library.documents.all()
        return bool(library.edits.edited_pages(stored.id))
