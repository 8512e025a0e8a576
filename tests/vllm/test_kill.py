# SPDX-License-Identifier: AGPL-3.0-or-later
"""kill -9 of vLLM's core and of the whole engine while eight pages run: each page ends exactly once,
what was read is kept, and no process is left."""

from __future__ import annotations

import os
import random
import signal
import sys
from collections import Counter
from functools import partial
from pathlib import Path

import psutil
import pytest

from app.core.children import engine_command
from engine.protocol import EngineState, ErrorCode, NoteCode, PageFailed, PageRead, PageText, UseEngine
from tests.fault.programs import Program, alive, wait_until
from tests.vllm import pages
from tests.vllm.talking import FINITE, OPTIONS, START_LIMIT, Desk, Engine, descendants, loaded

pytestmark = [pytest.mark.timeout(2400), pytest.mark.skipif(sys.platform != "linux", reason="vLLM runs on Linux")]

KILLS = [6, pytest.param(30, marks=pytest.mark.long)]


class Queue:
    """Twenty-four pages; those that were lost with a process are sent again, as the session does."""

    def __init__(self, engine: Engine, desk: Desk, chance: random.Random) -> None:
        self.engine, self.desk, self.chance = engine, desk, chance
        self.waiting: list[str] = []
        self.sent: dict[int, str] = {}

    def fill(self) -> None:
        """Eight pages in flight."""
        while len(self.open()) < 8:
            if not self.waiting:
                self.waiting = self.chance.sample(FINITE, 8)
            job = self.desk.page(self.waiting.pop())
            self.sent[job.job] = self.desk.names[job.job]
            self.engine.send(job)

    def open(self) -> list[int]:
        ended = self.engine.ended()
        return [job for job in self.sent if job not in ended]

    def run_for(self, pieces: int) -> None:
        """Until so many more pieces of text have come."""
        wanted = len(self.engine.all(PageText)) + pieces
        self.engine.until(lambda: len(self.engine.all(PageText)) >= wanted or not self.open(), "pieces", 300)

    def take_back(self) -> None:
        """Lost pages go in front of the others again."""
        read = self.engine.readings()
        self.waiting += [self.sent[job] for job in self.sent if job in self.engine.failures()]
        self.sent = {job: name for job, name in self.sent.items() if job in read or job in self.open()}

    def check(self) -> None:
        counts = Counter(event.job for event in self.engine.events if isinstance(event, PageRead | PageFailed))
        assert all(count == 1 for count in counts.values())
        readings = self.engine.readings()
        wrong = [job for job, reading in readings.items() if reading.raw != pages.text(self.desk.names[job])]
        assert wrong == []
        assert {failed.code for failed in self.engine.failures().values()} <= {ErrorCode.CRASHED}


def all_gone(processes: list[psutil.Process]) -> bool:
    return not any(alive(process.pid) for process in processes)


def more_read(engine: Engine, than: int) -> bool:
    return len(engine.readings()) > than


@pytest.mark.parametrize("kills", KILLS)
def test_the_core_is_killed(kills: int, tmp_path: Path) -> None:
    with loaded(layout="separate", pages_at_once=8) as engine:
        queue = Queue(engine, Desk(tmp_path), random.Random(kills))
        for kill in range(kills):
            read = len(engine.readings())
            queue.fill()
            engine.until(partial(more_read, engine, read), "a page", 300)  # else two deaths in a row: given up
            queue.fill()
            queue.run_for(queue.chance.randrange(1, 60))
            core = engine.core()
            below = [core, *core.children(recursive=True)]
            core.send_signal(signal.SIGKILL)
            state = engine.wait_load(kill + 2)
            assert state.state == "ready", state
            engine.until(partial(all_gone, below), "its processes to end")
            queue.take_back()
        queue.fill()
        engine.wait_jobs(*queue.sent, limit=600)
        queue.check()
        failed = list(engine.failures().values())
        assert failed
        assert {event.detail for event in failed} == {"vLLM's engine process was ended by SIGKILL."}
        assert [state.status for state in engine.states] == ["starting", "ready"]  # the program itself lived on
        safer = engine.readings()[max(engine.readings())]
        assert safer.draft_tokens == 0
        assert NoteCode.DRAFT_OFF in [note.code for note in safer.notes]
    wait_until(lambda: not descendants(os.getpid()), "all processes to end")


@pytest.mark.parametrize("kills", KILLS)
def test_the_whole_engine_is_killed(kills: int, tmp_path: Path) -> None:
    with loaded(pages_at_once=8) as engine:
        queue = Queue(engine, Desk(tmp_path), random.Random(kills))
        for kill in range(kills):
            queue.fill()
            queue.run_for(queue.chance.randrange(1, 60))
            pid = engine.child.pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            state = engine.wait_load(kill + 2)
            assert state.state == "ready", state
            queue.take_back()
        queue.fill()
        engine.wait_jobs(*queue.sent, limit=600)
        queue.check()
        assert {event.detail for event in engine.failures().values()} == {"was ended by SIGKILL"}
    wait_until(lambda: not descendants(os.getpid()), "all processes to end")


def test_vllms_processes_die_with_the_engine(tmp_path: Path) -> None:
    """Also where nobody ends the engine's group: the app may be dead itself."""
    with Program("engine", python=engine_command()[0]) as program:
        program.send(UseEngine(name="vllm", options={**OPTIONS, "layout": "separate"}))

        def ready() -> bool:
            return any(state.state == "ready" for state in program.all(EngineState))

        wait_until(ready, f"the engine; {program.said[-2000:]!r}", START_LIMIT)
        below = descendants(program.process.pid)
        assert len(below) >= 2
        program.process.kill()
        wait_until(partial(all_gone, below), f"{below} to end")


def test_deaths_in_a_row(tmp_path: Path) -> None:
    """One that dies idle is started again for the next page; one that dies again before it has read a
    page is given up, and the next engine may begin."""
    with loaded(layout="separate") as engine:
        desk = Desk(tmp_path)
        kill_core(engine)
        first, second = desk.page("p1_text"), desk.page("p2_list")
        engine.send(first)
        engine.wait_jobs(first.job)
        assert engine.failures()[first.job].code is ErrorCode.CRASHED
        engine.send(second)
        engine.wait_jobs(second.job, limit=START_LIMIT)
        assert engine.readings()[second.job].raw == pages.text("p2_list")
        for load in (3, 4):
            kill_core(engine)
            lost = desk.page("p1_text")
            engine.send(lost)
            engine.wait_jobs(lost.job)
            state = engine.wait_load(load)
        assert (state.state, state.code) == ("failed", ErrorCode.ENGINE_UNAVAILABLE)
        assert state.detail == "vLLM broke down, also with safer settings: choose another engine."


def kill_core(engine: Engine) -> None:
    core = engine.core()
    core.send_signal(signal.SIGKILL)
    engine.until(lambda: not alive(core.pid), "it to end")


def test_nothing_is_left_after_a_quit(tmp_path: Path) -> None:
    with loaded(layout="separate") as engine:
        desk = Desk(tmp_path)
        jobs = [desk.page("loop") for _ in range(4)]
        engine.send(*jobs)
        engine.until(lambda: engine.all(PageText), "text")
        below = engine.processes()
    wait_until(partial(all_gone, below), f"{below} to end")
    assert {event.code for event in engine.failures().values()} == {ErrorCode.SHUTTING_DOWN}
