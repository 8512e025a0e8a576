# SPDX-License-Identifier: AGPL-3.0-or-later
"""The engine program over bare pipes, with the scripted backend."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from engine.protocol import (
    PROTOCOL,
    BadMessage,
    Cancel,
    EngineState,
    ErrorCode,
    Hello,
    PageFailed,
    PageRead,
    PageStarted,
    PageText,
    ReadPage,
    Shutdown,
    Throughput,
    UseEngine,
)
from tests.fault.programs import HANG, Program, alive, read_page, script, wait_until

SLOW = {"default": {"text": "slow ", "repeat": 1000, "chars_per_s": 50, "piece": 5}}


def test_it_greets_before_it_loads_anything(python: str) -> None:
    with Program("engine", python=python) as engine:
        hello = engine.wait_for(Hello)
        assert (hello.protocol, hello.program, hello.pid) == (PROTOCOL, "engine", engine.process.pid)
        assert {"builtin", "scripted"} <= set(hello.engines)
        assert hello.hardware["cores"]
        assert isinstance(engine.events[0], Hello)


def test_it_imports_at_start_what_every_engine_environment_has() -> None:
    """msgspec, numpy and Pillow; nothing else from outside the standard library."""
    code = (
        "import sys, msgspec, numpy, PIL.Image\n"
        "before = set(sys.modules)\n"
        "import engine.__main__, engine.server, engine.lifeline, engine.backends.scripted\n"
        "print(*{name.split('.')[0] for name in set(sys.modules) - before} - set(sys.stdlib_module_names))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["engine"]


def test_a_page_from_start_to_ending(python: str) -> None:
    with Program("engine", python=python) as engine:
        engine.send(script({"default": {"text": "Page {page} of {name}. ", "repeat": 5}}), read_page(4, page=6))
        read = engine.wait_for(PageRead)
        assert read.job == 4
        assert read.reading.text == "Page 7 of sample.pdf. " * 5
        states = engine.all(EngineState)
        assert [state.state for state in states] == ["loading", "ready"]
        assert states[-1].abilities is not None
        about = [type(event) for event in engine.events if getattr(event, "job", None) == 4]
        assert about[0] is PageStarted
        assert about[-1] is PageRead
        assert "".join(piece.text for piece in engine.all(PageText)) == read.reading.text


def test_a_cancel_is_answered_while_the_backend_hangs(python: str) -> None:
    with Program("engine", python=python) as engine:
        engine.send(script({"default": {"misdeed": "hang"}}), read_page(1), read_page(2))
        engine.wait_for(PageStarted)
        engine.send(Cancel(job=2), Cancel(job=1), Cancel(job=1), Cancel(job=99))
        engine.wait_for(PageFailed, 2)
        engine.send(Shutdown())
        assert engine.wait_end() == 0
        assert engine.all(PageFailed) == [
            PageFailed(job=2, code=ErrorCode.CANCELLED),
            PageFailed(job=1, code=ErrorCode.CANCELLED),
        ]


def test_nothing_follows_an_ending(python: str) -> None:
    fast = {"default": {"text": "word ", "repeat": 4000, "piece": 5}}
    with Program("engine", python=python) as engine:
        engine.send(script(fast, abilities={"pages_at_once": 4}))
        for job in range(40):
            engine.send(read_page(job))
            if job >= 4:
                engine.send(Cancel(job=job - 4))
        engine.send(Shutdown())
        assert engine.wait_end() == 0
        ended: set[int] = set()
        for event in engine.events:
            if isinstance(event, PageStarted | PageText | PageRead | PageFailed):
                assert event.job not in ended
                if isinstance(event, PageRead | PageFailed):
                    ended.add(event.job)
        assert ended == set(range(40))


@pytest.mark.parametrize("how", ["shutdown", "end of input"])
def test_every_page_ends_when_the_program_does(python: str, how: str) -> None:
    with Program("engine", python=python) as engine:
        engine.send(script(SLOW), read_page(1), read_page(2), read_page(3))
        engine.wait_for(PageText)
        engine.send(Shutdown()) if how == "shutdown" else engine.close_input()
        assert engine.wait_end() == 0
        assert engine.all(PageFailed) == [PageFailed(job=n, code=ErrorCode.SHUTTING_DOWN) for n in (1, 2, 3)]


def test_lines_that_are_no_commands_are_answered_and_passed_over(python: str) -> None:
    with Program("engine", python=python) as engine:
        engine.write(b'not json\n\n{"type":"Dance"}\n{"type":"Cancel","job":"x"}\n\xff\xfe\n')
        engine.send(script({}), read_page(1))
        engine.wait_for(PageRead)
        assert len(engine.all(BadMessage)) == 4
        assert "$.job" in engine.all(BadMessage)[2].detail


def test_a_job_number_in_use_is_refused(python: str) -> None:
    with Program("engine", python=python) as engine:
        engine.send(script(SLOW), read_page(1), read_page(1), Cancel(job=1))
        engine.wait_for(PageFailed)
        assert engine.wait_for(BadMessage).detail == "job 1 is in use"
        assert len(engine.all(PageFailed)) == 1


def test_without_an_engine_pages_fail_at_once(python: str) -> None:
    with Program("engine", python=python) as engine:
        engine.send(read_page(1))
        assert engine.wait_for(PageFailed).code is ErrorCode.ENGINE_UNAVAILABLE


@pytest.mark.parametrize(
    ("use", "code"),
    [
        (UseEngine(name="no-such"), ErrorCode.ENGINE_UNAVAILABLE),
        (script({}, load={"fail": "out-of-memory"}), ErrorCode.OUT_OF_MEMORY),
        (script({}, load={"misdeed": "error"}), ErrorCode.ENGINE_UNAVAILABLE),
        (UseEngine(name="scripted", options={"script": "{"}), ErrorCode.ENGINE_UNAVAILABLE),
        (UseEngine(name="scripted", options={"script": "/no/such/file"}), ErrorCode.ENGINE_UNAVAILABLE),
    ],
)
def test_an_engine_that_cannot_load_says_why_and_another_can_follow(
    python: str, use: UseEngine, code: ErrorCode
) -> None:
    with Program("engine", python=python) as engine:
        engine.send(use, read_page(1))
        assert engine.wait_for(PageFailed).code is ErrorCode.ENGINE_UNAVAILABLE
        state = engine.all(EngineState)[-1]
        assert (state.state, state.code) == ("failed", code)
        engine.send(script({}), read_page(2))
        engine.wait_for(PageRead)


def test_pages_sent_while_it_loads_wait(python: str, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    load = {"seconds": 0.1, "reports": ["weights", "graph"], "until": str(whole)}
    with Program("engine", python=python) as engine:
        engine.send(script({}, load=load), read_page(1), read_page(2), Cancel(job=2))
        engine.wait_for(PageFailed)
        whole.touch()
        engine.wait_for(PageRead)
        states = engine.all(EngineState)
        assert [(s.state, s.detail, s.progress) for s in states] == [
            ("loading", "", None),
            ("loading", "weights", 0.0),
            ("loading", "graph", 0.5),
            ("ready", "", None),
        ]
        cancelled = engine.events.index(PageFailed(job=2, code=ErrorCode.CANCELLED))
        assert cancelled < engine.events.index(states[-1])


def test_another_engine_ends_the_pages_of_the_one_before(python: str) -> None:
    with Program("engine", python=python) as engine:
        engine.send(script(SLOW), read_page(1))
        engine.wait_for(PageText)
        engine.send(script({"default": {"text": "new"}}), read_page(2))
        assert engine.wait_for(PageRead).reading.text == "new"
        assert engine.all(PageFailed) == [PageFailed(job=1, code=ErrorCode.CANCELLED)]


@pytest.mark.parametrize(
    ("misdeed", "code"), [("error", ErrorCode.ENGINE_FAILED), ("memory", ErrorCode.OUT_OF_MEMORY)]
)
def test_a_backend_that_raises_is_loaded_anew_for_the_others(python: str, misdeed: str, code: ErrorCode) -> None:
    with Program("engine", python=python) as engine:
        engine.send(script({"2": {"misdeed": misdeed, "text": "abc", "after": 2}}))
        engine.send(*(read_page(page, page) for page in range(4)))
        engine.wait_for(PageRead, 3)
        assert [(f.job, f.code) for f in engine.all(PageFailed)] == [(1, code)]
        assert [s.state for s in engine.all(EngineState)] == ["loading", "ready", "loading", "ready"]


def test_one_that_keeps_raising_is_given_up(python: str) -> None:
    with Program("engine", python=python) as engine:
        engine.send(script({"default": {"misdeed": "error"}}))
        engine.send(*(read_page(page) for page in range(6)))
        engine.wait_for(PageFailed, 6)
        codes = Counter(event.code for event in engine.all(PageFailed))
        assert codes == {ErrorCode.ENGINE_FAILED: 3, ErrorCode.ENGINE_UNAVAILABLE: 3}
        assert engine.all(EngineState)[-1].state == "failed"


def test_stray_prints_do_not_reach_the_stream(python: str) -> None:
    with Program("engine", python=python) as engine:
        engine.send(script({"default": {"misdeed": "print"}}), read_page(1))
        engine.wait_for(PageRead)
        engine.send(Shutdown())
        engine.wait_end()
        assert b"a stray print" in engine.said
        assert b"a stray write" in engine.said
        assert not any(b"stray" in line for line in engine.lines)


def test_wrong_numbers_and_double_endings_stay_inside(python: str) -> None:
    with Program("engine", python=python) as engine:
        engine.send(script({"1": {"misdeed": "wrong-job"}, "2": {"misdeed": "twice"}}))
        engine.send(read_page(1, 0), read_page(2, 1), read_page(3, 2))
        engine.wait_for(PageRead, 3)
        engine.send(Shutdown())
        engine.wait_end()
        assert [event.job for event in engine.all(PageRead)] == [1, 2, 3]
        assert {event.job for event in engine.all(PageText)} <= {1, 2, 3}
        assert b"not open" in engine.said


def test_as_many_pages_run_as_the_backend_takes(python: str) -> None:
    with Program("engine", python=python) as engine:
        engine.send(script(SLOW, abilities={"pages_at_once": 3}))
        engine.send(*(read_page(job) for job in range(1, 8)))
        wait_until(lambda: any(t.running + t.waiting == 7 for t in engine.all(Throughput)), "a report on all")
        assert engine.all(Throughput)[-1].waiting == 4
        assert max(report.running for report in engine.all(Throughput)) == 3
        assert {event.job for event in engine.all(PageStarted)} == {1, 2, 3}


def test_the_throughput_is_told_while_pages_run_and_once_after(python: str) -> None:
    reading = {"drafted": 10, "accepted": 7}
    pages = {"default": {"text": "x" * 400, "chars_per_s": 400, "tokens": True, "reading": reading}}
    with Program("engine", python=python) as engine:
        engine.send(script(pages), read_page(1))
        engine.wait_for(PageRead)
        wait_until(lambda: engine.all(Throughput)[-1:] != [] and not engine.all(Throughput)[-1].running, "the last")
        last = engine.all(Throughput)[-1]
        assert last.acceptance == pytest.approx(0.7)
        assert any(report.tokens_per_s for report in engine.all(Throughput))
        count = len(engine.all(Throughput))
        engine.send(script({}), read_page(2))  # something that comes later than a report would
        engine.wait_for(PageRead, 2)
        assert count >= 2


def test_ctrl_c_is_left_to_the_app(python: str) -> None:
    with Program("engine", python=python) as engine:
        engine.wait_for(Hello)
        engine.send(script({}), read_page(1))
        engine.wait_for(PageRead)
        os.kill(engine.process.pid, signal.SIGINT)
        engine.send(read_page(2))
        engine.wait_for(PageRead, 2)


@pytest.mark.skipif(sys.platform != "linux", reason="the parent's death is told so on Linux alone")
@pytest.mark.parametrize("misdeed", ["", "hang", "hang-in-c"])
def test_it_dies_with_its_parent(python: str, tmp_path: Path, misdeed: str) -> None:
    note = tmp_path / "pid"
    lines = [script({"default": {"misdeed": misdeed} if misdeed else SLOW["default"]}), read_page(1)]
    from engine.protocol import encode

    parent = f"""
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-m", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
child.stdin.write({b"".join(map(encode, lines))!r}); child.stdin.flush()
while b"PageStarted" not in child.stdout.readline(): pass
open({str(note)!r}, "w").write(str(child.pid)); time.sleep(1000)
"""
    process = subprocess.Popen([python, "-c", parent])
    try:
        wait_until(lambda: note.exists() and note.read_text() != "", "the engine")
        child = int(note.read_text())
        assert alive(child)
    finally:
        process.kill()
        process.wait(HANG)
    wait_until(lambda: not alive(child), "the engine's end")


def test_it_needs_no_picture_for_a_scripted_page(python: str) -> None:
    with Program("engine", python=python) as engine:
        engine.send(script({}))
        engine.send(ReadPage(job=1, source=read_page(1).source))
        assert engine.wait_for(PageRead).reading.engine == "scripted"
