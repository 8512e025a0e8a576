# SPDX-License-Identifier: AGPL-3.0-or-later
"""kill -9 of the whole engine while eight pages run: each page ends exactly once, what was read is kept,
and no process is left; nor is one after a quit."""

from __future__ import annotations

import os
import random
import signal
import sys
from functools import partial
from pathlib import Path

import pytest

from app.core.children import engine_command
from engine.protocol import EngineState, ErrorCode, PageText, UseEngine
from tests.fault.programs import Program, wait_until
from tests.vllm.killing import KILLS, Queue, all_gone
from tests.vllm.talking import OPTIONS, START_LIMIT, Desk, descendants, loaded

pytestmark = [pytest.mark.timeout(2400), pytest.mark.skipif(sys.platform != "linux", reason="vLLM runs on Linux")]


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


def test_nothing_is_left_after_a_quit(tmp_path: Path) -> None:
    with loaded(layout="separate", guard=False) as engine:  # pages that never end are to last until the quit
        desk = Desk(tmp_path)
        jobs = [desk.page("loop") for _ in range(4)]
        engine.send(*jobs)
        engine.until(lambda: engine.all(PageText), "text")
        below = engine.processes()
    wait_until(partial(all_gone, below), f"{below} to end")
    assert {event.code for event in engine.failures().values()} == {ErrorCode.SHUTTING_DOWN}
