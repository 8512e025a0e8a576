# SPDX-License-Identifier: AGPL-3.0-or-later
"""kill -9 of each of the three programs at random moments: whatever was told as finished or
saved is in the library, and the same command goes on from there.

Six kills of each in the normal run; the long campaign has sixty.
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
import psutil
import pytest

from app.core.changes import DocumentOpened, DocumentState, EngineStatus, PageEnded, PictureReady, QueueFinished
from app.core.library import Library
from app.core.places import Places
from engine.protocol import ErrorCode
from tests.e2e.sessions import HANG, make_pdf, running
from tests.processes import Started, beside, joined, wait_until

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of POSIX"),
    pytest.mark.timeout(1200),  # sixty lives of the app take three minutes on an idle machine
]

ROOT = Path(__file__).parents[2]
PAGES = 60
SCRIPT = {
    "abilities": {"pages_at_once": 2},
    "pages": {"default": {"text": "Words of page {page}. ", "repeat": 20, "chars_per_s": 8000}},
}
"""A twentieth of a second a page."""

APP = """
import sys
from pathlib import Path
from app.core.changes import DocumentOpened, PageEnded, QueueFinished, Saved
from app.core.choice import EngineChoice
from app.core.places import Places
from app.core.session import Session
from app.core.settings import Settings

home, pdf, script, first = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
number = first

def notify(change):
    global number
    match change:
        case DocumentOpened(document=document) | PageEnded(document=document):
            if isinstance(change, PageEnded) and change.reading:
                print("read", change.page, flush=True)
            number += 1
            session.edit(document, number % 7, f"typed {number}")
        case Saved(page=page):
            print("saved", page, flush=True)
        case QueueFinished():
            print("finished", flush=True)

engine = EngineChoice("scripted", "scripted", {"script": script})
session = Session(Places(home), Settings(), notify, engines=(engine,))
session.start()
session.add([pdf])
sys.stdin.read()
"""
"""An app that reads, and types at every page that comes."""


@pytest.fixture(params=[pytest.param(6, id="6"), pytest.param(60, id="60", marks=pytest.mark.long)])
def kills(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def test_killing_the_app_loses_nothing_finished_or_typed(tmp_path: Path, kills: int) -> None:
    dice = random.Random(kills)
    home, pdf = tmp_path / "home", make_pdf(tmp_path / "a.pdf", PAGES)
    read: set[int] = set()
    saved = 0
    for life in range(kills):
        said = _one_life(home, pdf, first=life * 1000, seconds=dice.uniform(0.2, 2.5), reads=life % 2 == 1)
        read |= {int(page) for word, page in said if word == "read"}
        saved += sum(word == "saved" for word, _ in said)
        with Library(Places(home).library) as library:
            assert library.notice is None, "the library is whole"
            documents = library.documents.all()
            stored = documents[0].id if documents else 0
            assert read <= library.readings.read_pages(stored) | library.edits.edited_pages(stored)
            history = [e for page in range(7) for e in library.edits.history(stored, page)]
            assert len(history) >= saved, "every edit that was told as saved is there"
    assert read, "some life got so far as to read a page"


def _one_life(home: Path, pdf: Path, first: int, seconds: float, reads: bool) -> list[tuple[str, str]]:
    """Run the app for so long, from its start or (`reads`) from its first page, kill it, and return
    what it said; its children end by themselves."""
    command = [sys.executable, "-c", APP, str(home), str(pdf), msgspec.json.encode(SCRIPT).decode(), str(first)]
    said: list[str] = []
    with Started[str](command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        heard = beside(lambda: said.extend(lines))
        if reads:
            wait_until(lambda: any(line.startswith("read") for line in list(said)), "the first page")
        time.sleep(seconds)  # the random moment, not a wait for something
        children = psutil.Process(process.pid).children(recursive=True)
        process.kill()
        joined(heard)
    out = "".join(said)
    _, left = psutil.wait_procs(children, timeout=HANG)
    assert not left, "the children ended with the app"
    whole = out[: out.rfind("\n") + 1].splitlines()
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in whole)]


def test_killing_the_engine_costs_nothing_finished(tmp_path: Path, kills: int) -> None:
    """A page that was hit twice is given up (it might be the cause), and read when tried again."""
    dice = random.Random(kills)
    with running(tmp_path / "home", SCRIPT) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", PAGES)])
        for number in range(kills):
            since = len(watcher.changes)
            watcher.wait(EngineStatus, lambda status: status.state == "ready")
            if number % 2:  # an engine that dies three times without having finished a page is given up
                if watcher.of(QueueFinished):
                    session.read(watcher.row.document, again=True)
                watcher.wait(PageEnded, lambda ended: ended.reading is not None, since=since)
            time.sleep(dice.uniform(0.0, 0.3))  # the random moment
            if watcher.of(QueueFinished):
                session.read(watcher.row.document, again=True)  # so that there is something to hit
            _kill("engine")
            watcher.wait(EngineStatus, lambda status: status.state == "ready", since=since)
        assert session.wait_idle(HANG)
        assert watcher.row.read + watcher.row.failed == PAGES
        failed = [ended.problem for ended in watcher.ended().values() if ended.problem]
        assert all(problem.code is ErrorCode.CRASHED for problem in failed)
        session.retry(watcher.row.document)
        assert session.wait_idle(HANG)
        assert (watcher.row.state, watcher.row.read) == (DocumentState.DONE, PAGES)


def test_killing_the_pages_program_costs_no_picture(tmp_path: Path, kills: int) -> None:
    dice = random.Random(kills)
    with running(tmp_path / "home", SCRIPT) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", PAGES)])
        document = watcher.wait(DocumentOpened).document
        for life in range(kills):
            since = len(watcher.changes)
            for page in range(5):
                session.picture(document, page, 300 + life, f"life {life}")
            time.sleep(dice.uniform(0.0, 0.2))  # the random moment
            _kill("engine.pages")
            session.picture(document, 9, 100, "after")
            watcher.wait(PictureReady, lambda picture: picture.purpose == "after", since=since)
        assert session.wait_idle(HANG)
        shown = {(picture.page, picture.purpose) for picture in watcher.of(PictureReady)}
        assert shown >= {(page, f"life {life}") for page in range(5) for life in range(kills)}
        assert watcher.row.read == PAGES


def _kill(module: str) -> None:
    """kill -9 the child of this process that runs the module, if it is there just now."""
    for child in psutil.Process().children():
        try:
            if child.cmdline()[1:3] == ["-m", module]:
                os.kill(child.pid, signal.SIGKILL)
        except psutil.NoSuchProcess:
            continue
