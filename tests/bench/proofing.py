# SPDX-License-Identifier: AGPL-3.0-or-later
"""Looking through pages: how soon after the last key, what it costs the window's thread, and 3,000 pages."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import psutil
from reportlab.pdfgen.canvas import Canvas

from app.core.changes import PageProofed
from app.core.library import Library
from app.core.places import Places
from app.core.session import Session
from tests.bench.figures import Figure, percentile
from tests.bench.memory import pss
from tests.e2e.sessions import HANG, Watcher, running

PAGES = 3000
KEYS = 60
LIMIT_MS = 200.0
"""From the call to its answer; the window calls 100 ms after the last key."""

_WORDS = (
    "the", "committee", "met", "in", "the", "old", "town", "hall", "and", "heard", "witnesses", "from", "all", "parts",
    "of", "the", "county", "who", "told", "of", "the", "state", "of", "the", "roads", "and", "bridges", "after", "the",
    "floods", "of", "that", "winter", "and", "of", "the", "cost", "of", "mending", "them",
)  # fmt: skip


def _line(number: int) -> str:
    return " ".join(_WORDS[(number * 7 + at * 3) % len(_WORDS)] for at in range(14)) + f" {number * 37 % 9973} pounds."


def _document(path: Path, pages: int, lines: int) -> str:
    """A PDF, and the text that all its pages have."""
    shown = [_line(number) for number in range(lines)]
    canvas = Canvas(str(path), pagesize=(612, max(792, 12 * lines + 80)))
    for _ in range(pages):
        canvas.setFont("Helvetica", 8)
        for number, line in enumerate(shown):
            canvas.drawString(40, max(792, 12 * lines + 80) - 40 - 12 * number, line)
        canvas.showPage()
    canvas.save()
    return "\n\n".join(shown) + "\n"


def keys(folder: Path) -> list[Figure]:
    """A page of 10 KB that is being typed in, alone and while a long document is looked through."""
    small, long = folder / "small.pdf", folder / "long.pdf"
    text = _document(small, 1, 110)
    other = _document(long, 400, 40)
    script = {"pages": {"small.pdf:1": {"text": text}, "default": {"text": other.replace("pounds", "pound", 3)}}}
    figures = [Figure("size of the page", len(text) / 1000, "KB")]
    with running(folder / "home", script) as (session, watcher):
        session.add([small, long])
        _idle(session)
        document = watcher.rows["small.pdf"].document
        session.view(document, 0)
        watcher.wait(PageProofed, lambda c: bool(c.text))
        figures += _typed("alone", session, watcher, document, text)
        session.proof(watcher.rows["long.pdf"].document, 0)  # from here on its pages are looked through too
        figures += _typed("while others are looked through", session, watcher, document, text)
    return figures


def _typed(name: str, session: Session, watcher: Watcher, document: int, text: str) -> list[Figure]:
    took: list[float] = []
    for number in range(KEYS):
        typed = text[:2000] + "x" * (number + 1) + text[2000:]
        since, began = len(watcher.changes), time.perf_counter()
        session.proof(document, 0, typed)
        watcher.wait(PageProofed, lambda c, t=typed: c.text == t, since)  # type: ignore[misc]
        took.append(1000 * (time.perf_counter() - began))
    return [
        Figure(f"flags after a key, {name}, median", percentile(took, 0.5), "ms", LIMIT_MS),
        Figure(f"flags after a key, {name}, 95 %", percentile(took, 0.95), "ms", LIMIT_MS),
    ]


def thousands(folder: Path) -> list[Figure]:
    """3,000 pages are looked through by and by; meanwhile a thread waits as the window's does."""
    path = folder / "thousands.pdf"
    text = _document(path, PAGES, 20)
    script = {"pages": {"default": {"text": text.replace("pounds", "pound", 3)}}}
    home = Places(folder / "home")
    with running(folder / "home", script) as (session, watcher):
        session.add([path])
        _idle(session)
        before, quiet = _memory(), _delays(2.0)
        began = time.monotonic()
        session.proof(watcher.row.document, 0)
        busy = _delays(10.0)
        half = 0.0
        while (done := _looked_through(home)) < PAGES:
            half = half or (_memory() if done > PAGES / 2 else 0.0)
            if time.monotonic() - began > HANG * 10:
                raise RuntimeError(f"only {done} pages were looked through")
            time.sleep(0.5)
        took, after = time.monotonic() - began, _memory()
    with running(folder / "home", script) as (session, watcher):
        session.add([path])
        _idle(session)
        began = time.monotonic()
        session.view(watcher.row.document, PAGES // 2)
        watcher.wait(PageProofed, lambda c: bool(c.text))
        again = 1000 * (time.monotonic() - began)
        flags = watcher.row.flags
    return [
        Figure("pages looked through a second", PAGES / took, "1/s"),
        Figure("delay of a waiting thread before, 99 %", percentile(quiet, 0.99), "ms"),
        Figure("delay of a waiting thread meanwhile, 99 %", percentile(busy, 0.99), "ms", 16.0),
        Figure("delay of a waiting thread meanwhile, most", max(busy), "ms", 100.0),
        Figure("memory it took, app and programs", after - before, "MB", 200.0),
        Figure("memory of the second half", after - half, "MB", 60.0),
        Figure("flags of a page when it is opened again", again, "ms", 300.0),
        Figure("flags told of the document when it is opened again", flags, "", 1.0, least=True, firm=True),
    ]


def _idle(session: Session) -> None:
    if not session.wait_idle(HANG * 5):
        raise RuntimeError("the session did not come to rest")


def _looked_through(home: Places) -> int:
    with Library(home.library) as library:
        return len(library.proofs.digests(1))


def _memory() -> float:
    return pss(psutil.Process(os.getpid())) / 1e6


def _delays(seconds: float) -> list[float]:
    """By how many ms a thread that wakes up each ms is late: it must get the interpreter back, as the window must."""
    late: list[float] = []

    def wait() -> None:
        until = time.perf_counter() + seconds
        while (now := time.perf_counter()) < until:
            time.sleep(0.001)
            late.append(1000 * (time.perf_counter() - now - 0.001))

    thread = threading.Thread(target=wait)
    thread.start()
    thread.join()
    return late
