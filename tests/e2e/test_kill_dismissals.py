# SPDX-License-Identifier: AGPL-3.0-or-later
"""kill -9 while flags are being dismissed: what was told as dismissed stays so, and nothing else is lost or damaged.

Six kills in the normal run; the long campaign has fifty.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from reportlab.pdfgen.canvas import Canvas

from app.core.changes import PageProofed
from app.core.library import Library
from app.core.places import Places
from tests.e2e.sessions import HANG, running
from tests.processes import Started

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of POSIX"),
    pytest.mark.timeout(1200),
]

ROOT = Path(__file__).parents[2]
LINES = [f"Item {number} of the list of goods costs {number * 7 + 10000} pounds" for number in range(45)]
TEXT = "\n\n".join(line.replace(" costs 1", " costs 2") for line in LINES) + "\n"

APP = """
import sys
from pathlib import Path
from app.core.changes import PageEnded, PageProofed
from app.core.choice import EngineChoice
from app.core.places import Places
from app.core.session import Session
from app.core.settings import Settings

home, pdf, script = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]

def notify(change):
    match change:
        case PageEnded(document=document):
            session.view(document, 0)
        case PageProofed(document=document, text=text, flags=flags, dismissed=dismissed) if text:
            print(dismissed, flush=True)
            if flags:
                session.dismiss(document, 0, flags[len(flags) // 2].mark(text))
            else:
                session.bring_back(document, 0)

session = Session(Places(home), Settings(), notify, engines=(EngineChoice("scripted", "scripted", {"script": script}),))
session.start()
session.add([pdf])
sys.stdin.read()
"""
"""An app that dismisses one flag after the other, and brings all back in the end."""


@pytest.fixture(params=[pytest.param(6, id="6"), pytest.param(50, id="50", marks=pytest.mark.long)])
def kills(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def test_what_was_told_as_dismissed_stays_dismissed(tmp_path: Path, kills: int) -> None:
    home, pdf = tmp_path / "home", tmp_path / "a.pdf"
    canvas = Canvas(str(pdf))
    for number, line in enumerate(LINES):
        canvas.drawString(72, 760 - 15 * number, line)
    canvas.save()
    script = {"pages": {"default": {"text": TEXT}}}
    chance = random.Random(7)
    for _ in range(kills):
        command = [sys.executable, "-c", APP, str(home), str(pdf), msgspec.json.encode(script).decode()]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        with Started[bytes](command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as app:
            assert app.stdout is not None
            first = app.stdout.readline()
            time.sleep(chance.uniform(0.0, 0.4))
            os.kill(app.pid, signal.SIGKILL)
            told = [int(line) for line in [first, *app.stdout.read().split(b"\n")[:-1]]]
        with Library(Places(home).library) as library:
            assert library.notice is None
            marks = library.proofs.dismissed(1, 0)
        assert marks_fit(len(marks), told)
    with running(home, script) as (session, watcher):
        session.add([pdf])
        assert session.wait_idle(HANG)
        session.view(watcher.row.document, 0)
        shown = watcher.wait(PageProofed, lambda c: bool(c.text))
        assert shown.dismissed == len(marks) and len(shown.flags) + shown.dismissed == len(LINES)
        assert not marks & {flag.mark(TEXT) for flag in shown.flags}


def marks_fit(kept: int, told: list[int]) -> bool:
    """As many as were told last, or one step further: that was on the disk and not told yet."""
    last = told[-1]
    return kept in (last, last + 1) or (last == len(LINES) and kept == 0)
