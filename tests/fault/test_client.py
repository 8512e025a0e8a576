# SPDX-License-Identifier: AGPL-3.0-or-later
"""The app's side of a child, against small programs that misbehave."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from app.core.children import Child, ChildState, ChildStatus
from app.core.children.life import KILL_AFTER, QUIT_AFTER
from engine.protocol import (
    PROTOCOL,
    ErrorCode,
    Event,
    Hello,
    PageFailed,
    PageRead,
    PageText,
    Reading,
    UseEngine,
    encode,
)
from tests.conftest import ExpectLog
from tests.fault.programs import HANG, Talk, alive, read_page, wait_until

HELLO = encode(Hello(protocol=PROTOCOL, program="toy", version="0", pid=1))

START = f"import os, sys, time, signal, subprocess\nout = os.fdopen(1, 'wb', 0)\nhello = {HELLO!r}\n"


def toy(python: str, body: str) -> list[str]:
    """A child program of a few lines."""
    return [python, "-c", START + body]


GREET_AND_LISTEN = "out.write(hello)\nfor line in sys.stdin.buffer: pass\n"


def test_one_that_never_greets_is_given_up(python: str) -> None:
    with Talk(toy(python, "time.sleep(1000)"), greeting_limit=0.2) as talk:
        talk.send(read_page(1))
        state = talk.wait_state(ChildStatus.GAVE_UP)
        assert state.outcome is not None
        assert state.outcome.words == "did not greet within 0.2 s"
        assert [s.status for s in talk.states].count(ChildStatus.DIED) == 2
        failed = talk.wait_for(PageFailed)
        assert failed == PageFailed(job=1, code=ErrorCode.CRASHED, detail="did not greet within 0.2 s")


def test_another_protocol_is_not_tried_again(python: str) -> None:
    other = encode(Hello(protocol=PROTOCOL + 1, program="toy", version="9", pid=1))
    with Talk(toy(python, f"out.write({other!r})\ntime.sleep(1000)")) as talk:
        state = talk.wait_state(ChildStatus.GAVE_UP)
        assert state.outcome is not None
        assert "protocol" in state.outcome.words
        assert ChildStatus.DIED not in [s.status for s in talk.states]


def test_a_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    with Talk([str(tmp_path / "nothing")]) as talk:
        state = talk.wait_state(ChildStatus.GAVE_UP)
        assert state.outcome is not None
        assert "could not be started" in state.outcome.words
        talk.send(read_page(1))
        assert talk.wait_for(PageFailed).code is ErrorCode.ENGINE_UNAVAILABLE


def test_garbage_is_logged_and_passed_over(python: str, expect_log: ExpectLog) -> None:
    expect_log("not an event")
    good = encode(PageFailed(job=1, code=ErrorCode.DAMAGED))
    with Talk(toy(python, rf"out.write(hello + b'\xff\xfe{{\n' + {good!r})" + "\nsys.stdin.read()")) as talk:
        talk.send(read_page(1))
        assert talk.wait_for(PageFailed).code is ErrorCode.DAMAGED


def test_events_that_nobody_waits_for_are_dropped(python: str, expect_log: ExpectLog) -> None:
    expect_log("nobody waits")
    reading = PageRead(job=1, reading=Reading(engine="x", raw="", text=""))
    lines = encode(PageText(job=5, text="?")) + encode(reading) + encode(reading)
    with Talk(toy(python, f"out.write(hello)\nsys.stdin.readline()\nout.write({lines!r})\nsys.stdin.read()")) as talk:
        talk.send(read_page(1), read_page(2))
        talk.wait_for(PageRead)
    assert talk.events == [reading, PageFailed(job=2, code=ErrorCode.SHUTTING_DOWN)]


def test_state_comes_before_the_endings_and_pages_can_be_sent_again_at_once(python: str, tmp_path: Path) -> None:
    marker = tmp_path / "died"
    answer = encode(PageRead(job=2, reading=Reading(engine="x", raw="", text="")))
    body = f"""
out.write(hello)
sys.stdin.readline()
if not os.path.exists({str(marker)!r}):
    open({str(marker)!r}, "w").close()
    os._exit(7)
out.write({answer!r})
sys.stdin.read()
"""
    order: list[Event | ChildState] = []

    def on_event(event: Event) -> None:
        order.append(event)
        if isinstance(event, PageFailed):
            child.send(read_page(2))

    child = Child("toy", toy(python, body), on_event, order.append, back_off=(0.05,), greeting_limit=HANG)
    child.send(read_page(1))
    child.start()
    wait_until(lambda: any(isinstance(event, PageRead) for event in order), lambda: f"the second reading in {order}")
    child.close()
    told = [str(thing.status) if isinstance(thing, ChildState) else type(thing).__name__ for thing in order]
    assert told == ["starting", "ready", "died", "PageFailed", "starting", "ready", "PageRead", "closed"]


def test_after_giving_up_a_restart_tries_again(python: str, tmp_path: Path) -> None:
    marker = tmp_path / "mended"
    body = f"if not os.path.exists({str(marker)!r}): os._exit(1)\n" + GREET_AND_LISTEN
    with Talk(toy(python, body)) as talk:
        talk.wait_state(ChildStatus.GAVE_UP)
        marker.touch()
        talk.child.restart()
        talk.wait_state(ChildStatus.READY)


def test_restart_ends_the_present_process_at_once(python: str) -> None:
    with Talk(toy(python, GREET_AND_LISTEN), back_off=()) as talk:  # one death of its own would be the last
        talk.wait_state(ChildStatus.READY)
        talk.send(read_page(1))
        first = talk.child.pid
        talk.child.restart("did not answer a cancel")
        talk.wait_state(ChildStatus.READY, 2)
        assert talk.child.pid != first
        assert talk.wait_for(PageFailed).detail == "did not answer a cancel"


def test_one_that_does_not_listen_is_still_ended(python: str) -> None:
    body = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nout.write(hello)\ntime.sleep(1000)"
    with Talk(toy(python, body)) as talk:
        talk.wait_state(ChildStatus.READY)
        pid = talk.child.pid
        assert pid is not None
        talk.send(read_page(1))
        began = time.monotonic()
        talk.child.close()
        assert time.monotonic() - began >= QUIT_AFTER + KILL_AFTER  # it was given its chances
    assert not alive(pid)
    assert talk.events == [PageFailed(job=1, code=ErrorCode.SHUTTING_DOWN)]
    assert talk.states[-1].status is ChildStatus.CLOSED


def test_its_own_workers_end_with_it(python: str, tmp_path: Path) -> None:
    """A worker that even holds the message stream open."""
    note = tmp_path / "pid"
    body = f"""
worker = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
open({str(note)!r} + ".new", "w").write(str(worker.pid))
os.rename({str(note)!r} + ".new", {str(note)!r})
{GREET_AND_LISTEN}"""
    with Talk(toy(python, body)) as talk:
        talk.wait_state(ChildStatus.READY)
        worker = int(note.read_text())
        assert alive(worker)
        assert talk.child.pid is not None
        os.kill(talk.child.pid, signal.SIGKILL)
        state = talk.wait_state(ChildStatus.DIED)
        assert state.outcome is not None
        assert state.outcome.words == "was ended by SIGKILL"
        wait_until(lambda: not alive(worker), "the worker's end")


def test_one_that_closes_its_output_is_dead(python: str) -> None:
    with Talk(toy(python, "out.write(hello)\nout.close()\ntime.sleep(1000)"), back_off=()) as talk:
        talk.wait_state(ChildStatus.GAVE_UP)
        assert talk.child.pid is None


def test_what_it_says_is_kept_within_bounds_and_never_blocks_it(python: str) -> None:
    noise = "out.write(hello)\nfor n in range(5000): print('noise', n, 'x' * 100, file=sys.stderr)\nos._exit(4)"
    with Talk(toy(python, noise), back_off=()) as talk:
        state = talk.wait_state(ChildStatus.GAVE_UP)
        assert state.outcome is not None
        assert state.outcome.words == "ended with status 4"
        wait_until(lambda: talk.child.said(1)[-1:] != [] and "noise 4999" in talk.child.said(1)[0], "the last line")
        assert len(talk.child.said()) == 400


def test_send_does_not_wait_for_one_that_does_not_read(python: str) -> None:
    with Talk(toy(python, "out.write(hello)\ntime.sleep(1000)")) as talk:
        talk.wait_state(ChildStatus.READY)
        for job in range(200):
            talk.send(read_page(job, path="/" + "x" * 10_000))  # far more than a pipe holds
        talk.child.restart()
        wait_until(lambda: len(talk.all(PageFailed)) == 200, "all endings")


def test_a_fault_in_the_app_does_not_stop_the_reading(python: str, expect_log: ExpectLog) -> None:
    expect_log("was not taken in")
    lines = encode(PageFailed(job=1, code=ErrorCode.DAMAGED)) + encode(PageFailed(job=2, code=ErrorCode.DAMAGED))
    heard: list[Event] = []

    def on_event(event: Event) -> None:
        heard.append(event)
        raise RuntimeError("a fault")

    body = f"out.write(hello)\nsys.stdin.readline()\nsys.stdin.readline()\nout.write({lines!r})\nsys.stdin.read()"
    child = Child("toy", toy(python, body), on_event, lambda state: None)
    child.send(read_page(1))
    child.send(read_page(2))
    child.start()
    wait_until(lambda: len(heard) == 2, "both events")
    child.close()


def test_a_path_that_is_no_text_is_refused_before_it_is_noted(python: str) -> None:
    with Talk(toy(python, GREET_AND_LISTEN)) as talk:
        with pytest.raises(ValueError, match="surrogates"):
            talk.send(read_page(1, path="/\udcff"))
        talk.send(read_page(1))
    assert len(talk.endings()) == 1


def test_close_before_the_greeting_and_before_the_start(python: str) -> None:
    talk = Talk(toy(python, GREET_AND_LISTEN))
    talk.child.close()
    with Talk(toy(python, GREET_AND_LISTEN)) as talk:
        talk.send(UseEngine(name="x"), read_page(1))
    assert [event for event in talk.endings() if isinstance(event, PageFailed)] == talk.endings()
    assert len(talk.endings()) == 1
