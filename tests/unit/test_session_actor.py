# SPDX-License-Identifier: AGPL-3.0-or-later
"""The session's thread: order, faults, helpers, timers, and waiting until all is done."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from app.core.changes import Problem
from app.core.errors import ProblemError
from app.core.session.actor import Actor, Gone
from engine.protocol import ErrorCode
from tests.conftest import ExpectLog

HANG = 180.0


class Told:
    """An actor with what it told, and whether it is idle."""

    def __init__(self) -> None:
        self.problems: list[tuple[ErrorCode, str]] = []
        self.idle = True
        self.actor = Actor("test", self._trouble, lambda: self.idle)
        self.actor.start()

    def _trouble(self, problem: Problem, subject: str) -> None:
        assert isinstance(problem.code, ErrorCode)
        self.problems.append((problem.code, subject))

    def settle(self) -> None:
        assert self.actor.wait_idle(HANG)


@pytest.fixture
def told() -> Iterator[Told]:
    told = Told()
    yield told
    told.actor.post(told.actor.stop)
    assert told.actor.join(HANG)


def test_calls_run_in_order_on_one_thread(told: Told) -> None:
    ran: list[tuple[int, int]] = []
    for number in range(100):
        told.actor.post(lambda n=number: ran.append((n, threading.get_ident())))  # type: ignore[misc]  # default binds it
    told.settle()
    assert [number for number, _ in ran] == list(range(100))
    assert len({thread for _, thread in ran} - {threading.get_ident()}) == 1


def test_a_fault_in_a_call_is_told_and_the_next_one_runs(told: Told, expect_log: ExpectLog) -> None:
    expect_log("a call of the session failed")
    ran: list[str] = []

    def fault() -> None:
        raise ZeroDivisionError

    def problem() -> None:
        raise ProblemError(Problem(ErrorCode.DISK_FULL), "/out")

    def gone() -> None:
        raise Gone

    for call in (fault, problem, gone, lambda: ran.append("next")):
        told.actor.post(call)
    told.settle()
    assert ran == ["next"]
    assert told.problems == [(ErrorCode.INTERNAL, ""), (ErrorCode.DISK_FULL, "/out")]


def test_work_is_done_elsewhere_and_answered_here(told: Told, expect_log: ExpectLog) -> None:
    expect_log("work of the session failed")
    results: list[object] = []
    threads: set[int] = set()

    def work(number: int) -> int:
        threads.add(threading.get_ident())
        return 10 // number

    def refused() -> int:
        raise ProblemError(Problem(ErrorCode.NOT_FOUND), "x")

    def begin() -> None:
        threads.add(threading.get_ident())
        here = threading.get_ident()
        for job in (lambda: work(2), lambda: work(0), refused):
            told.actor.work(
                job,
                lambda result: results.append((result, threading.get_ident() == here)),
                lambda problem: results.append((problem.code, threading.get_ident() == here)),
            )

    told.actor.post(begin)
    told.settle()
    assert sorted(map(str, results)) == sorted(
        map(str, [(5, True), (ErrorCode.INTERNAL, True), (ErrorCode.NOT_FOUND, True)])
    )
    assert len(threads) >= 2


def test_timers_fire_in_their_order(told: Told) -> None:
    fired: list[str] = []
    done = threading.Event()

    def begin() -> None:
        told.actor.after(0.03, lambda: fired.append("late"))
        told.actor.after(0.0, lambda: fired.append("early"))
        told.actor.after(0.06, done.set)

    told.actor.post(begin)
    assert done.wait(HANG)
    assert fired == ["early", "late"]


def test_no_timer_fires_after_the_end(told: Told) -> None:
    fired: list[str] = []

    def end() -> None:
        told.actor.after(0.0, lambda: fired.append("late"))
        told.actor.stop()

    told.actor.post(end)
    assert told.actor.join(HANG)
    assert fired == []


def test_waiting_lasts_until_it_is_idle_and_ends_with_the_actor(told: Told) -> None:
    told.idle = False
    assert not told.actor.wait_idle(0.05)

    def rest() -> None:
        told.idle = True

    told.actor.post(rest)
    told.settle()
    told.idle = False
    told.actor.post(told.actor.stop)
    assert not told.actor.wait_idle(HANG)
