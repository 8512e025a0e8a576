# SPDX-License-Identifier: AGPL-3.0-or-later
"""The page program against hostile files and kill -9: a hang or a crash costs that request only."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from PIL import Image

from app.core.children import ChildStatus, pages_command
from engine.protocol import (
    PROTOCOL,
    BadMessage,
    CloseFile,
    Drop,
    ErrorCode,
    Event,
    FileFailed,
    FileOpened,
    Hello,
    OpenFile,
    PageRequestFailed,
    PageWords,
    Picture,
    Render,
    Shutdown,
    Words,
    encode,
)
from tests.fault import hostile
from tests.fault.programs import HANG, Program, Talk, alive, wait_until

LIMIT = "1.5"


@pytest.fixture
def plain(tmp_path: Path) -> str:
    path = tmp_path / "plain.pdf"
    path.write_bytes(hostile.document([hostile.words(f"page {n}") for n in range(5)]))
    return str(path)


@pytest.fixture(scope="module")
def strokes(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("strokes") / "strokes.pdf"
    path.write_bytes(hostile.many_strokes())
    return str(path)


@pytest.fixture
def pages(python: str, tmp_path: Path) -> Iterator[Program]:
    with Program(
        "engine.pages", "--time-limit", LIMIT, "--cache", str(tmp_path / "cache"), python=python
    ) as program:
        program.wait_for(Hello)
        yield program


def worker_pids(program: int) -> list[int]:
    return [child.pid for child in psutil.Process(program).children() if child.status() != psutil.STATUS_ZOMBIE]


def endings(program: Program) -> dict[int, Event]:
    """By request number; fails on a second ending."""
    found: dict[int, Event] = {}
    for event in program.events:
        request = getattr(event, "request", None)
        if request is not None:
            assert request not in found, f"two endings of {request}"
            found[request] = event
    return found


def wait_endings(talk: Talk, count: int) -> None:
    wait_until(
        lambda: len(talk.endings()) >= count,
        lambda: f"{count} endings; {len(talk.endings())}, {talk.child.said(5)}",
    )


def wait_all(program: Program, *requests: int) -> dict[int, Event]:
    wait_until(
        lambda: set(requests) <= endings(program).keys(),
        lambda: f"{requests}; {endings(program)} {program.said!r}",
    )
    return endings(program)


@pytest.mark.parametrize(("name", "side"), [("small.png", 60), ("large.png", 400), ("page.pdf", 400)])
def test_what_is_a_picture_already_is_not_enlarged_unasked(
    pages: Program, plain: str, tmp_path: Path, name: str, side: int
) -> None:
    Image.new("RGB", (45, 60)).save(tmp_path / "small.png", dpi=(300, 300))
    Image.new("RGB", (600, 800)).save(tmp_path / "large.png")
    path = plain if name == "page.pdf" else str(tmp_path / name)
    pages.send(OpenFile(request=1, file="f", path=path))
    pages.send(*(Render(request=n, file="f", page=0, pixels=400, enlarge=n == 3) for n in (2, 3)))
    pages.send(Render(request=4, file="f", page=1000, pixels=400, enlarge=False))
    found = wait_all(pages, 1, 2, 3, 4)
    sizes = [(one.width, one.height) for n in (2, 3) if isinstance(one := found[n], Picture)]
    assert sizes == [(side * 3 // 4, side), (300, 400)]
    missing = found[4]
    assert isinstance(missing, PageRequestFailed)
    assert missing.code == ErrorCode.NO_SUCH_PAGE


def test_open_render_words_close(pages: Program, plain: str) -> None:
    assert pages.all(Hello)[0].protocol == PROTOCOL
    assert pages.all(Hello)[0].program == "pages"
    pages.send(OpenFile(request=1, file="f", path=plain))
    opened = pages.wait_for(FileOpened)
    assert (opened.file, opened.pages, opened.kind, opened.sizes[0]) == ("f", 5, "pdf", (600, 800))
    pages.send(Render(request=2, file="f", page=1, pixels=400), Words(request=3, file="f", page=1))
    picture = pages.wait_for(Picture)
    assert (picture.width, picture.height, picture.stride) == (300, 400, 900)
    raw = Path(picture.path).read_bytes()
    assert len(raw) == 900 * 400
    assert raw[:3] == b"\xff\xff\xff"
    assert [word.text for word in pages.wait_for(PageWords).words] == ["page", "1"]
    pages.send(CloseFile(file="f"), Render(request=4, file="f", page=1, pixels=400))
    assert pages.wait_for(PageRequestFailed).code is ErrorCode.BAD_MESSAGE
    folder = Path(picture.path).parent
    pages.send(Shutdown())
    assert pages.wait_end() == 0
    assert not folder.exists()


def test_the_picture_of_a_page_keeps_its_bytes_when_asked_again(pages: Program, plain: str) -> None:
    pages.send(OpenFile(request=1, file="f", path=plain))
    for request in (2, 3):
        pages.send(Render(request=request, file="f", page=2, pixels=300))
    found = wait_all(pages, 1, 2, 3)
    one, two = found[2], found[3]
    assert isinstance(one, Picture)
    assert isinstance(two, Picture)
    assert one.path != two.path
    assert Path(one.path).read_bytes() == Path(two.path).read_bytes()


def test_a_page_that_hangs_costs_that_page_only(pages: Program, strokes: str, plain: str) -> None:
    pages.send(OpenFile(request=1, file="s", path=strokes), OpenFile(request=2, file="p", path=plain))
    pages.send(
        Render(request=3, file="s", page=1, pixels=2000),
        Render(request=4, file="s", page=0, pixels=200),
        Render(request=5, file="p", page=0, pixels=200),
    )
    found = wait_all(pages, 1, 2, 3, 4, 5)
    assert found[3] == PageRequestFailed(request=3, file="s", page=1, code=ErrorCode.TIME_LIMIT, detail=LIMIT)
    assert isinstance(found[4], Picture)
    assert isinstance(found[5], Picture)
    order = [getattr(event, "request", 0) for event in pages.events]
    assert order.index(4) < order.index(3)  # the helper went on meanwhile
    pages.send(Render(request=6, file="s", page=1, pixels=100), Render(request=7, file="s", page=2, pixels=100))
    found = wait_all(pages, 6, 7)
    assert isinstance(found[6], PageRequestFailed)  # known by now: fails at once
    assert isinstance(found[7], Picture)


@pytest.mark.parametrize("make", [hostile.form_in_itself, hostile.giant_page])
def test_other_hostile_pages_end(pages: Program, tmp_path: Path, make: object) -> None:
    path = tmp_path / "hostile.pdf"
    path.write_bytes(make())  # type: ignore[operator]
    pages.send(OpenFile(request=1, file="h", path=str(path)))
    opened = wait_all(pages, 1)[1]
    assert isinstance(opened, FileOpened)
    numbers = range(2, 2 + opened.pages)
    pages.send(*(Render(request=n, file="h", page=n - 2, pixels=3000) for n in numbers))
    found = wait_all(pages, *numbers)
    assert all(isinstance(found[n], Picture | PageRequestFailed) for n in numbers)
    assert isinstance(found[2], Picture)


def test_a_worker_that_wants_too_much_memory_fails_that_request(python: str, tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    Image.new("L", (20_000, 15_000)).save(path)  # 300 MB decoded, a few hundred KB on disk
    small = tmp_path / "small.png"
    Image.new("L", (300, 200)).save(small)
    with Program("engine.pages", "--memory", str(500_000_000), python=python) as program:
        program.send(OpenFile(request=1, file="l", path=str(path)), OpenFile(request=2, file="s", path=str(small)))
        program.send(Render(request=3, file="l", page=0, pixels=800), Render(request=4, file="s", page=0, pixels=80))
        found = wait_all(program, 1, 2, 3, 4)
        failed = found[3]
        assert isinstance(failed, PageRequestFailed)
        assert failed.code is ErrorCode.OUT_OF_MEMORY
        assert isinstance(found[4], Picture)


def test_files_that_cannot_be_opened_are_told_and_forgotten(pages: Program, tmp_path: Path) -> None:
    text = tmp_path / "text.pdf"
    text.write_text("text")
    pages.send(OpenFile(request=1, file="t", path=str(text)), OpenFile(request=2, file="n", path=str(tmp_path / "no")))
    pages.send(Render(request=3, file="t", page=0, pixels=10))
    found = wait_all(pages, 1, 2, 3)
    assert found[1] == FileFailed(request=1, file="t", code=ErrorCode.NOT_A_DOCUMENT)
    assert found[2] == FileFailed(request=2, file="n", code=ErrorCode.NOT_FOUND)
    assert isinstance(found[3], PageRequestFailed)


def test_a_file_that_changes_or_vanishes(pages: Program, plain: str, tmp_path: Path) -> None:
    pages.send(OpenFile(request=1, file="f", path=plain), Render(request=2, file="f", page=0, pixels=50))
    assert isinstance(wait_all(pages, 1, 2)[2], Picture)
    Path(plain).write_bytes(hostile.document([hostile.words("other")]))
    pages.send(Render(request=3, file="f", page=0, pixels=50))
    failed = wait_all(pages, 3)[3]
    assert isinstance(failed, PageRequestFailed)
    assert failed.code is ErrorCode.FILE_CHANGED
    pages.send(OpenFile(request=4, file="f", path=plain), Words(request=5, file="f", page=0))
    words = wait_all(pages, 4, 5)[5]
    assert isinstance(words, PageWords)
    assert words.words[0].text == "other"
    Path(plain).unlink()
    pages.send(Words(request=6, file="f", page=0))
    failed = wait_all(pages, 6)[6]
    assert isinstance(failed, PageRequestFailed)
    assert failed.code is ErrorCode.NOT_FOUND


def test_what_is_dropped_before_it_began_ends_as_cancelled(pages: Program, strokes: str) -> None:
    pages.send(OpenFile(request=1, file="s", path=strokes), Render(request=2, file="s", page=1, pixels=2000))
    pages.send(*(Render(request=n, file="s", page=0, pixels=100) for n in range(3, 9)))
    pages.send(*(Drop(request=n) for n in range(3, 8)), Drop(request=99))
    wait_all(pages, 8)  # by the helper, so that the main worker is at the second request
    pages.send(Drop(request=2))
    found = wait_all(pages, *range(1, 9))
    cancelled = [n for n, e in found.items() if isinstance(e, PageRequestFailed) and e.code is ErrorCode.CANCELLED]
    assert set(cancelled) == {3, 4, 5, 6, 7}
    assert isinstance(found[8], Picture)


def test_lines_that_are_no_commands(pages: Program, plain: str) -> None:
    pages.write(b'nonsense\n{"type":"ReadPage"}\n')
    open_it = OpenFile(request=1, file="f", path=plain)
    pages.send(open_it, Words(request=2, file="f", page=0))
    wait_all(pages, 1, 2)
    assert len(pages.all(BadMessage)) == 2


def test_shutdown_ends_what_is_open_though_a_worker_hangs(pages: Program, strokes: str) -> None:
    pages.send(OpenFile(request=1, file="s", path=strokes))
    wait_all(pages, 1)
    pages.send(Render(request=2, file="s", page=1, pixels=2000), Render(request=3, file="s", page=1, pixels=2000))
    pages.send(Shutdown())
    assert pages.wait_end() == 0
    found = endings(pages)
    for request in (2, 3):
        failed = found[request]
        assert isinstance(failed, PageRequestFailed)
        assert failed.code is ErrorCode.SHUTTING_DOWN


def test_the_folder_of_pictures_is_bounded(python: str, tmp_path: Path, plain: str) -> None:
    size = 750 * 1000 * 3
    with Program(
        "engine.pages", "--cache", str(tmp_path / "c"), "--cache-bytes", str(4 * size), python=python
    ) as program:
        program.send(OpenFile(request=1, file="f", path=plain))
        program.send(*(Render(request=n, file="f", page=n % 5, pixels=1000) for n in range(2, 14)))
        found = wait_all(program, *range(1, 14))
        there = [n for n in range(2, 14) if Path(getattr(found[n], "path", "")).exists()]
        assert there == [10, 11, 12, 13]
        program.process.kill()
        program.wait_end()
    assert list((tmp_path / "c").iterdir()) != []
    with Program("engine.pages", "--cache", str(tmp_path / "c"), python=python) as program:
        program.wait_for(Hello)
        assert len(list((tmp_path / "c").iterdir())) == 1  # the dead run's is gone


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="needs a small file system of its own")
def test_a_full_disk_is_told(python: str, tmp_path: Path, plain: str) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], check=False).returncode:
        pytest.skip("no mount allowed")
    try:
        with Program("engine.pages", "--cache", str(disk), python=python) as program:
            program.send(OpenFile(request=1, file="f", path=plain))
            program.send(Render(request=2, file="f", page=0, pixels=1000))
            program.send(Render(request=3, file="f", page=0, pixels=100))
            found = wait_all(program, 1, 2, 3)
            failed = found[2]
            assert isinstance(failed, PageRequestFailed)
            assert failed.code is ErrorCode.DISK_FULL
            assert isinstance(found[3], Picture)
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


def test_a_folder_that_cannot_be_is_replaced_by_a_temporary_one(python: str, tmp_path: Path, plain: str) -> None:
    (tmp_path / "file").touch()
    with Program("engine.pages", "--cache", str(tmp_path / "file" / "below"), python=python) as program:
        program.send(OpenFile(request=1, file="f", path=plain), Render(request=2, file="f", page=0, pixels=10))
        assert isinstance(wait_all(program, 1, 2)[2], Picture)


# ---------------------------------------------------------------- kill -9


def test_a_killed_worker_costs_nothing_but_time(pages: Program, plain: str) -> None:
    """The request it was at is tried once more, the others find a new worker."""
    chance = random.Random(3)
    pages.send(OpenFile(request=0, file="f", path=plain))
    wait_all(pages, 0)
    number = 1
    for _ in range(12):
        batch = range(number, number + 8)
        number += 8
        pages.send(*(Render(request=n, file="f", page=n % 5, pixels=chance.randrange(50, 1500)) for n in batch))
        if chance.random() < 0.5:
            wait_all(pages, batch[0])
        for pid in worker_pids(pages.process.pid):
            os.kill(pid, signal.SIGKILL)
        found = wait_all(pages, *batch)
        assert all(isinstance(found[n], Picture) for n in batch)


def test_kill_9_of_the_program_at_random_moments(plain: str, tmp_path: Path) -> None:
    """Each request ends once; what was open is open again; no worker and no picture stays behind."""
    chance = random.Random(5)
    cache = tmp_path / "cache"
    seen_workers: set[int] = set()
    with Talk(pages_command(cache), back_off=[0.01] * 50) as talk:
        talk.send(OpenFile(request=0, file="f", path=plain))
        talk.wait_for(FileOpened)
        number = 1
        for round_ in range(12):
            batch = range(number, number + 6)
            number += 6
            talk.send(*(Render(request=n, file="f", page=n % 5, pixels=chance.randrange(50, 1200)) for n in batch))
            if chance.random() < 0.6:
                wait_endings(talk, batch[0] + chance.randrange(1, 6))
            pid = talk.child.pid
            assert pid is not None
            try:
                seen_workers.update(worker_pids(pid))
                os.kill(pid, signal.SIGKILL)
            except (psutil.NoSuchProcess, ProcessLookupError):
                pytest.fail("the program died by itself")
            wait_endings(talk, batch[-1] + 1)
            talk.wait_state(ChildStatus.READY, round_ + 2)
        talk.send(Words(request=number, file="f", page=4))
        assert [word.text for word in talk.wait_for(PageWords).words] == ["page", "4"]
        ended = [getattr(event, "request", None) for event in talk.endings()]
        assert sorted(map(str, ended)) == sorted(map(str, range(number + 1)))
        codes = {event.code for event in talk.all(PageRequestFailed)}
        assert codes <= {ErrorCode.CRASHED}
    wait_until(lambda: not any(alive(pid) for pid in seen_workers), "the workers' end")
    assert seen_workers
    assert list(cache.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="the parent's death is told so on Linux alone")
def test_it_and_its_hanging_worker_die_with_the_app(python: str, tmp_path: Path, strokes: str) -> None:
    note = tmp_path / "pid"
    commands = encode(OpenFile(request=1, file="s", path=strokes))
    commands += encode(Render(request=2, file="s", page=1, pixels=2000))
    app = f"""
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-m", "engine.pages", "--cache", {str(tmp_path / "c")!r}],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)
child.stdin.write({commands!r}); child.stdin.flush()
while b"FileOpened" not in child.stdout.readline(): pass
open({str(note)!r}, "w").write(str(child.pid)); time.sleep(1000)
"""
    process = subprocess.Popen([python, "-c", app])
    try:
        wait_until(lambda: note.exists() and note.read_text() != "", "the program")
        program = int(note.read_text())
        workers = worker_pids(program)
        assert workers
    finally:
        process.kill()
        process.wait(HANG)
    wait_until(lambda: not any(alive(pid) for pid in (program, *workers)), "the end of both")
