# SPDX-License-Identifier: AGPL-3.0-or-later
"""The engine program behind the client: whatever the engine does, each page ends once."""

from __future__ import annotations

import os
import random
import signal
import sys
import venv
from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import PIL
import pytest

from app.core.children import ChildStatus, engine_command
from engine.protocol import (
    Cancel,
    EngineState,
    ErrorCode,
    Event,
    Hello,
    PageFailed,
    PageRead,
    PageStarted,
    PageText,
    Throughput,
)
from tests.conftest import ExpectLog
from tests.fault.programs import Talk, read_page, script, wait_until


def jobs_ended(talk: Talk) -> Counter[int]:
    return Counter(event.job for event in talk.endings() if isinstance(event, PageRead | PageFailed))


def wait_jobs(talk: Talk, *jobs: int) -> None:
    wait_until(lambda: set(jobs) <= set(jobs_ended(talk)), lambda: f"{jobs}; {talk.order[-10:]}; {talk.child.said(10)}")


@pytest.mark.parametrize(
    ("misdeed", "words"),
    [
        ("kill", "was ended by SIGKILL"),
        ("segfault", "was ended by SIGSEGV"),
        ("exit", "ended with status 3"),
    ],
)
def test_sudden_death_ends_the_open_pages_and_the_rest_is_read(misdeed: str, words: str, tmp_path: Path) -> None:
    once = str(tmp_path / "done")
    page = {"text": "some text", "misdeed": misdeed, "after": 4, "once": once}
    with Talk(engine_command()) as talk:
        talk.send(script({"2": page}), *(read_page(number, number) for number in range(5)))
        wait_jobs(talk, *range(5))
        failed = talk.all(PageFailed)
        assert 1 in {event.job for event in failed}
        assert {(event.code, event.detail) for event in failed} == {(ErrorCode.CRASHED, words)}
        again = [10 + event.job for event in failed]
        talk.send(*(read_page(job, job - 10) for job in again))
        wait_jobs(talk, *again)
        assert len(talk.all(PageRead)) == 5
        assert [state.status for state in talk.states] == ["starting", "ready", "died", "starting", "ready"]
        assert all(count == 1 for count in jobs_ended(talk).values())
        if misdeed == "segfault":
            assert any("Segmentation fault" in line or "Fatal" in line for line in talk.child.said())


def test_garbage_in_the_stream_is_logged_and_the_page_is_read(expect_log: ExpectLog) -> None:
    expect_log("not an event")
    with Talk(engine_command()) as talk:
        talk.send(script({"default": {"misdeed": "garbage"}}), read_page(1))
        talk.wait_for(PageRead)


def test_a_page_that_never_ends_can_be_cancelled() -> None:
    with Talk(engine_command()) as talk:
        talk.send(script({"1": {"misdeed": "never"}}), read_page(1, 0))
        talk.wait_for(PageStarted)
        talk.send(Cancel(job=1), read_page(2, 1))
        talk.wait_for(PageRead)
        assert talk.all(PageFailed) == [PageFailed(job=1, code=ErrorCode.CANCELLED)]


def test_a_hang_that_answers_nothing_is_ended_by_a_restart() -> None:
    with Talk(engine_command()) as talk:
        talk.send(script({"1": {"misdeed": "hang-in-c"}}), read_page(1, 0))
        talk.wait_for(PageStarted)
        talk.child.restart("did not answer")
        assert talk.wait_for(PageFailed) == PageFailed(job=1, code=ErrorCode.CRASHED, detail="did not answer")
        talk.send(read_page(2, 1))
        talk.wait_for(PageRead)


def test_a_hanging_engine_is_ended_at_the_end() -> None:
    with Talk(engine_command()) as talk:
        talk.send(script({"1": {"misdeed": "hang-in-c"}}), read_page(1, 0))
        talk.wait_for(PageStarted)
    assert talk.all(PageFailed) == [PageFailed(job=1, code=ErrorCode.SHUTTING_DOWN)]


def test_an_engine_that_dies_while_loading_is_given_up() -> None:
    with Talk(engine_command()) as talk:
        talk.send(script({}, load={"misdeed": "kill"}), read_page(1))
        talk.wait_state(ChildStatus.GAVE_UP)
        talk.wait_for(PageFailed)
        talk.send(read_page(2))
        assert talk.wait_for(PageFailed, 2).code is ErrorCode.ENGINE_UNAVAILABLE
        assert len(talk.endings()) == 2


def test_kill_9_at_random_moments_loses_no_page() -> None:
    """Twenty times; each page is sent again until it is read, and each sending ends once."""
    chance = random.Random(9)
    pages = {"default": {"text": "words and words ", "repeat": 20, "chars_per_s": 4000, "piece": 20}}
    sent: list[int] = []
    with Talk(engine_command(), back_off=[0.01] * 100) as talk:
        talk.send(script(pages, abilities={"pages_at_once": 3}))
        talk.wait_state(ChildStatus.READY)
        open_pages = list(range(8))
        for _ in range(20):
            by_job = {}
            for page in open_pages:
                job = len(sent)
                sent.append(job)
                by_job[job] = page
                talk.send(read_page(job, page))
            wait_pieces = len(talk.all(PageText)) + chance.randrange(40)
            wait_until_pieces(talk, wait_pieces, by_job)
            pid = talk.child.pid
            if pid is not None:
                os.kill(pid, signal.SIGKILL)
            wait_jobs(talk, *by_job)
            read = {event.job for event in talk.all(PageRead)}
            open_pages = [page for job, page in by_job.items() if job not in read] or list(range(8))
    assert jobs_ended(talk) == Counter(sent)
    assert {event.reading.text for event in talk.all(PageRead)} == {"words and words " * 20}
    assert_streams_whole(talk.events)


def wait_until_pieces(talk: Talk, count: int, by_job: dict[int, int]) -> None:
    wait_until(
        lambda: len(talk.all(PageText)) >= count or set(by_job) <= set(jobs_ended(talk)),
        lambda: f"{count} pieces; {talk.child.said(10)}",
    )


def assert_streams_whole(events: list[Event]) -> None:
    """What was streamed of a page that was read is its text, and nothing follows an ending."""
    streams: dict[int, str] = {}
    ended: set[int] = set()
    for event in events:
        if isinstance(event, PageText):
            assert event.job not in ended
            streams[event.job] = streams.get(event.job, "") + event.text
        elif isinstance(event, PageRead):
            assert streams[event.job] == event.reading.text
            ended.add(event.job)
        elif isinstance(event, PageFailed):
            ended.add(event.job)


def test_the_throughput_goes_on_through_a_restart() -> None:
    pages = {"default": {"text": "x" * 2000, "chars_per_s": 1000}}
    with Talk(engine_command()) as talk:
        talk.send(script(pages), read_page(1))
        talk.wait_for(Throughput)
        talk.child.restart()
        talk.wait_for(PageFailed)
        before = len(talk.all(Throughput))
        talk.send(read_page(2))
        talk.wait_for(Throughput, before + 1)
        assert talk.all(EngineState)[-1].state == "ready"


@pytest.mark.skipif(sys.platform == "win32", reason="the layout of a virtual environment differs")
def test_another_interpreter_that_has_only_the_engines_needs(tmp_path: Path) -> None:
    """A second environment with msgspec, numpy and Pillow; our packages come by the path alone."""
    home = tmp_path / "environment"
    venv.create(home, with_pip=False, system_site_packages=False, symlinks=True)
    needs = tmp_path / "needs"
    needs.mkdir()
    for package in (msgspec, np, PIL):
        assert package.__file__ is not None
        folder = Path(package.__file__).parent
        for part in (folder, folder.with_name(f"{folder.name}.libs"), folder.with_name("pillow.libs")):
            if part.exists() and not (needs / part.name).exists():
                (needs / part.name).symlink_to(part)
    (site,) = (home / "lib").glob("python*/site-packages")
    (site / "needs.pth").write_text(f"{needs}\n")
    python = home / "bin" / "python"
    with Talk(engine_command(str(python))) as talk:
        talk.send(script({"default": {"text": "read elsewhere"}}), read_page(1))
        assert talk.wait_for(PageRead).reading.text == "read elsewhere"
        state = talk.wait_state(ChildStatus.READY)
        assert isinstance(state.hello, Hello)
        pid = talk.child.pid
        if sys.platform == "linux":
            loaded = Path(f"/proc/{pid}/maps").read_text()
            assert "pymupdf" not in loaded
            assert "PySide6" not in loaded
