# SPDX-License-Identifier: AGPL-3.0-or-later
"""A long document through the app and the real hosted engine, against a server that fails one
request in nine, with a kill of the app and one of the engine on the way.

120 pages in the normal run, 500 in the long one.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import psutil
import pytest

from app.core.changes import Change, DocumentState, EngineWaiting, PageEnded, QueueHeld
from app.core.choice import EngineChoice, Price
from app.core.library import Library
from app.core.places import Places
from app.core.session import Session
from app.core.settings import Settings
from tests.e2e.sessions import HANG, Watcher
from tests.servers.chat import GOOD, Asked, ChatServer, Reply, refusal
from tests.servers.pages import picture

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of POSIX"),
    pytest.mark.timeout(1200),
]

ROOT = Path(__file__).parents[2]
LIMIT = 900.0
"""Seconds after which the whole certainly hangs."""

APP = """
import sys
from pathlib import Path
from app.core.choice import EngineChoice
from app.core.places import Places
from app.core.session import Session
from app.core.settings import Settings

home, file, url = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
options, speed = {"base_url": url, "model": "jina-ocr-v1"}, {"pages_at_once": 8, "wait_scale": 0.01}
engine = EngineChoice("server", "hosted", options, speed)
session = Session(Places(home), Settings(), lambda change: None, engines=(engine,))
session.start()
session.add([file])
sys.stdin.read()
"""


class Trouble:
    """5 % of the answers are 429 (every second one with Retry-After), 3 % 503, 2 % resets, 1 % cut streams."""

    def __init__(self) -> None:
        self._dice = random.Random(77)
        self.said: Counter[str] = Counter()

    def __call__(self, asked: Asked) -> Reply:
        roll = self._dice.random()
        for name, share, reply in (
            ("429", 0.05, refusal(429, {"detail": "slow down"}, **({"retry_after": "0"} if asked.turn % 2 else {}))),
            ("503", 0.03, refusal(503, {"detail": "starting"})),
            ("reset", 0.02, Reply(misdeed="reset")),
            ("cut", 0.01, Reply(misdeed="cut", after=3)),
        ):
            if roll < share:
                self.said[name] += 1
                return reply
            roll -= share
        self.said["good"] += 1
        return GOOD


class Clock(Watcher):
    """Notes when each page was told as read."""

    def __init__(self) -> None:
        super().__init__()
        self.read_at: dict[int, float] = {}

    def __call__(self, change: Change) -> None:
        if isinstance(change, PageEnded) and change.reading is not None:
            self.read_at.setdefault(change.page, time.monotonic())
        super().__call__(change)


def scans(path: Path, pages: int) -> Path:
    """A file of small numbered pictures: the page program need not draw them large."""
    first, *rest = [picture(number, (240, 320)).convert("L") for number in range(1, pages + 1)]
    first.save(path, save_all=True, append_images=rest, compression="tiff_deflate")
    return path


def until(condition: object, what: str) -> None:
    limit = time.monotonic() + LIMIT
    while not condition():  # type: ignore[operator]  # a function without arguments
        assert time.monotonic() < limit, what
        time.sleep(0.02)


@pytest.mark.parametrize("pages", [pytest.param(120, id="120"), pytest.param(500, id="500", marks=pytest.mark.long)])
def test_a_long_document_over_a_bad_line_with_two_kills(
    tmp_path: Path, pages: int, capsys: pytest.CaptureFixture[str]
) -> None:
    home, file, trouble = tmp_path / "home", scans(tmp_path / "long.tiff", pages), Trouble()
    with ChatServer(trouble) as server:
        kept = _life_that_is_killed(home, file, server, pages // 3)
        sent_before = len(server.asked)
        until(lambda: server.running == 0, "the end of the killed requests")

        watcher = Clock()
        options = {"base_url": server.url, "model": "jina-ocr-v1"}
        speed = {"pages_at_once": 8, "wait_scale": 0.01}
        engine = EngineChoice("server", "hosted", options, speed, price=Price(0.5, 2.0))
        session = Session(Places(home), Settings(), watcher, engines=(engine,))
        session.start()
        session.add([file])
        until(lambda: len(watcher.read_at) >= 2 * pages // 3, "two thirds of the pages")
        alive = [child for child in psutil.Process().children() if child.status() != psutil.STATUS_ZOMBIE]
        engines = [child for child in alive if child.cmdline()[-1:] == ["engine"]]
        for child in engines:
            child.kill()
        assert session.wait_idle(LIMIT)
        tries = 0
        while watcher.row.failed and tries < 3:  # broken twice, or hit by the kill: what a user would do
            tries += 1
            session.retry(watcher.row.document)
            assert session.wait_idle(LIMIT)
        row = watcher.row
        session.close(HANG)

    assert engines, "there was an engine to kill"
    assert (row.state, row.read, row.failed) == (DocumentState.DONE, pages, 0)
    late = [a.page - 1 for a in server.asked[sent_before:] if a.page is not None]
    assert not kept & set(late), "what was in the library when the app died is not asked for again"
    again = [
        asked.page
        for asked in server.asked[sent_before:]
        if asked.page is not None and asked.request.at > watcher.read_at.get(asked.page - 1, LIMIT * 1e6)
    ]
    assert not again, "no page is asked for after it was told as read"
    with Library(Places(home).library) as library:
        texts = library.readings.presents(1, 0, pages)
        assert sorted(texts) == list(range(pages))
        assert all(f"This is page {page + 1}:" in reading.text for page, reading in texts.items()), "the order is kept"
        assert {library.readings.present(1, page)[1] for page in range(pages)} == {1}, "no page has two readings"
    assert watcher.of(EngineWaiting)[-1] == EngineWaiting(None)
    assert not watcher.of(QueueHeld)
    asked = Counter(a.page for a in server.asked)
    with capsys.disabled():
        print(
            f"\n{pages} pages: {len(server.asked)} requests, {dict(trouble.said)}; "
            f"{len(kept)} kept from the killed app, {len(watcher.read_at) - len(kept)} read after it; "
            f"whole answers lost with a kill: {len(server.again)}; "
            f"most requests for a page: {max(asked.values())}; tried again by hand: {tries}"
        )


def _life_that_is_killed(home: Path, file: Path, server: ChatServer, after: int) -> set[int]:
    """An app that is killed when the server has given so many pages; what its library has then."""
    command = [sys.executable, "-c", APP, str(home), str(file), server.url]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE)
    try:
        until(lambda: len(server.answered) >= after, "the first third of the pages")
        children = psutil.Process(process.pid).children(recursive=True)
    finally:
        process.kill()
        process.communicate(timeout=HANG)
    _, left = psutil.wait_procs(children, timeout=HANG)
    assert not left, "the children ended with the app"
    with Library(Places(home).library) as library:
        kept = library.readings.read_pages(1)
    assert kept
    return kept
