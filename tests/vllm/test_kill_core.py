# SPDX-License-Identifier: AGPL-3.0-or-later
"""kill -9 of vLLM's core while eight pages run: each page ends exactly once, what was read is kept, and
no process is left."""

from __future__ import annotations

import os
import random
import signal
import sys
from functools import partial
from pathlib import Path

import pytest

from engine.backends.vllm.causes import WORKER_ENDED, WORKER_KILLED
from engine.protocol import ErrorCode, NoteCode
from tests.fault.programs import alive, wait_until
from tests.vllm import pages
from tests.vllm.killing import KILLS, Queue, all_gone
from tests.vllm.talking import START_LIMIT, Desk, Engine, descendants, loaded, title

pytestmark = [pytest.mark.timeout(2400), pytest.mark.skipif(sys.platform != "linux", reason="vLLM runs on Linux")]


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
            queue.fill()  # all may have been read by then, and one that dies idle is missed with the next page
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


def test_a_workers_death_is_told_as_what_it_is(tmp_path: Path) -> None:
    """The system takes the process with most memory when there is too little: that is the worker."""
    with loaded(layout="separate", guard=False) as engine:  # a page that never ends is to last until the kill
        desk = Desk(tmp_path)
        lost, next_one = desk.page("loop"), desk.page("p1_text")
        (worker,) = [process for process in engine.processes() if "Worker" in title(process)]
        engine.send(lost)
        engine.until(lambda: engine.streamed(lost.job), "text")
        worker.send_signal(signal.SIGKILL)
        engine.wait_jobs(lost.job)
        failed = engine.failures()[lost.job]
        assert failed.code is ErrorCode.CRASHED
        assert failed.detail in (WORKER_KILLED, WORKER_ENDED)
        engine.send(next_one)
        engine.wait_jobs(next_one.job, limit=START_LIMIT)
        assert engine.readings()[next_one.job].raw == pages.text("p1_text")
