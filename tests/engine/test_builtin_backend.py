# SPDX-License-Identifier: AGPL-3.0-or-later
"""The backend with its real worker processes: order, streams, cancel, hangs, crashes, death."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.pdfgen.canvas import Canvas

from engine.backends.builtin.backend import BuiltinBackend
from engine.protocol import ErrorCode, PageFailed, PageRead, PageSource, PageStarted, PageText, ReadPage
from tests.engine.builtin_help import HANG, draw, drive, paragraph, put
from tests.processes import Started


@pytest.fixture
def backend() -> Iterator[BuiltinBackend]:
    backend = BuiltinBackend()
    backend.load({"workers": 2}, lambda what, progress: None)
    yield backend
    backend.close()


def pages(path: Path, count: int, first: int = 0) -> list[ReadPage]:
    return [ReadPage(job=first + n, source=PageSource(path=str(path), page=n)) for n in range(count)]


def slow_picture(path: Path) -> Path:
    """A page full of text that takes the OCR seconds."""
    image = Image.new("RGB", (1700, 2200), "white")
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(26)
    for n in range(60):
        line = f"line {n} of a long page that takes its time to be read by any engine"
        pen.text((80, 60 + 35 * n), line, "black", font)
    image.save(path)
    return path


def workers() -> list[psutil.Process]:
    """Our worker processes (not the helper that multiprocessing starts beside them)."""
    return [c for c in psutil.Process().children() if "resource_tracker" not in " ".join(c.cmdline())]


def wait_for(condition: Callable[[], bool], step: Callable[[], object] = lambda: time.sleep(0.02)) -> None:
    end = time.monotonic() + HANG
    while not condition():
        assert time.monotonic() < end, "what was waited for did not come"
        step()


def test_pieces_are_the_text_and_every_page_ends_once(tmp_path: Path, backend: BuiltinBackend) -> None:
    def page(number: int) -> Callable[[Canvas], None]:
        def fill(canvas: Canvas) -> None:
            put(canvas, 60, 780, f"{number} Chapter", "Helvetica-Bold", 16)
            paragraph(canvas, 60, 750)

        return fill

    path = draw(tmp_path / "d.pdf", *[page(n) for n in range(1, 7)])
    events, endings = drive(backend, pages(path, 6))
    for job, ending in endings.items():
        assert isinstance(ending, PageRead)
        mine = [e for e in events if e.job == job]
        assert isinstance(mine[0], PageStarted)
        assert "".join(e.text for e in mine if isinstance(e, PageText)) == ending.reading.text
        assert sum(isinstance(e, PageText) for e in mine) == 2
        assert ending.reading.text.startswith(f"## {job + 1} Chapter")
        assert ending.reading.seconds.cpu is not None
        assert ending.reading.seconds.total is not None
    assert backend.memory() is None or (backend.memory() or 0) > 10_000_000


def test_bad_files_among_good_ones(tmp_path: Path, backend: BuiltinBackend) -> None:
    """B25"""
    good = draw(tmp_path / "good.pdf", lambda c: put(c, 60, 700, "A good page."))
    names = ["good.pdf", "empty.pdf", "words.pdf", "cut.pdf", "absent.pdf", "good.pdf"]
    (tmp_path / "empty.pdf").touch()
    (tmp_path / "words.pdf").write_text("no PDF at all")
    (tmp_path / "cut.pdf").write_bytes(good.read_bytes()[:200])
    jobs = [ReadPage(job=n, source=PageSource(path=str(tmp_path / name), page=0)) for n, name in enumerate(names)]
    _, endings = drive(backend, jobs)
    failed = {n: e.code for n, e in endings.items() if isinstance(e, PageFailed)}
    assert failed[1] == ErrorCode.EMPTY_FILE
    assert failed[2] == ErrorCode.NOT_A_DOCUMENT
    assert failed[4] == ErrorCode.NOT_FOUND
    assert set(failed) == {1, 2, 3, 4}


def test_a_page_over_its_time_costs_that_page_only(tmp_path: Path) -> None:
    backend = BuiltinBackend()
    backend.load({"workers": 1, "page_seconds": 1.0}, lambda what, progress: None)
    slow = slow_picture(tmp_path / "s.png")
    good = draw(tmp_path / "g.pdf", lambda c: put(c, 60, 700, "A good page."))
    _, endings = drive(backend, pages(slow, 1))
    assert isinstance(endings[0], PageFailed)
    assert endings[0].code == ErrorCode.TIME_LIMIT
    _, endings = drive(backend, pages(good, 1, first=1))
    backend.close()
    assert isinstance(endings[1], PageRead)


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize(("blow", "code"), [("SIGSEGV", ErrorCode.CRASHED), ("SIGKILL", ErrorCode.OUT_OF_MEMORY)])
def test_a_dead_worker_is_replaced(tmp_path: Path, backend: BuiltinBackend, blow: str, code: ErrorCode) -> None:
    slow = slow_picture(tmp_path / "s.png")
    backend.submit(pages(slow, 1)[0])
    events: list[object] = []
    wait_for(lambda: any(isinstance(e, PageStarted) for e in events), lambda: events.extend(backend.step(0.05)))
    busy = next(worker.pid for worker in backend._workers if worker.job == 0)
    os.kill(busy, getattr(signal, blow))
    wait_for(lambda: isinstance(events[-1], PageFailed | PageRead), lambda: events.extend(backend.step(0.05)))
    assert events[-1] == PageFailed(job=0, code=code, detail=blow)
    good = draw(tmp_path / "g.pdf", *[lambda c: put(c, 60, 700, "A good page.")] * 4)
    _, endings = drive(backend, pages(good, 4, first=1))
    assert all(isinstance(e, PageRead) for e in endings.values())
    assert len(workers()) == 2


def test_cancel_of_running_and_waiting_pages(tmp_path: Path, backend: BuiltinBackend) -> None:
    slow = slow_picture(tmp_path / "s.png")
    for n in range(4):
        backend.submit(ReadPage(job=n, source=PageSource(path=str(slow), page=0)))
    events: list[object] = []
    wait_for(lambda: sum(isinstance(e, PageStarted) for e in events) == 2, lambda: events.extend(backend.step(0.05)))
    for n in range(4):
        backend.cancel(n)
    good = draw(tmp_path / "g.pdf", lambda c: put(c, 60, 700, "A good page."))
    later, endings = drive(backend, pages(good, 1, first=9))
    assert isinstance(endings[9], PageRead)
    assert {e.job for e in later} == {9}


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_workers_end_with_the_engine(tmp_path: Path) -> None:
    code = (
        "from engine.backends.builtin.backend import BuiltinBackend\n"
        "import sys, time\n"
        "if __name__ == '__main__':\n"
        "    b = BuiltinBackend(); b.load({'workers': 2}, lambda w, p: None)\n"
        "    print('up', flush=True); time.sleep(600)\n"
    )
    script = tmp_path / "host.py"
    script.write_text(code)
    root = str(Path(__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": root}
    with Started[bytes]([sys.executable, str(script)], stdout=subprocess.PIPE, env=environment) as host:
        assert host.stdout is not None
        assert host.stdout.readline() == b"up\n"
        children = psutil.Process(host.pid).children(recursive=True)
        assert children
        host.kill()
        wait_for(lambda: not psutil.wait_procs(children, timeout=0.1)[1])


def test_the_engine_process_itself_loads_no_library_for_documents() -> None:
    code = (
        "import sys, engine.backends.builtin.backend\n"
        "heavy = {'liteparse', 'pypdfium2', 'pymupdf', 'numpy', 'faster_paddle', 'PIL'} & set(sys.modules)\n"
        "sys.exit(repr(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
