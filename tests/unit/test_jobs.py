# SPDX-License-Identifier: AGPL-3.0-or-later
"""The queue: order, endings, and what can never happen, whatever is done to it."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from app.core.changes import PageState, Problem
from app.core.jobs import MAX_STRIKES, Outcome, Queue, Task
from engine.protocol import ErrorCode

CRASHED = Problem(ErrorCode.CRASHED)
CANCELLED = Problem(ErrorCode.CANCELLED)
DAMAGED = Problem(ErrorCode.DAMAGED)


def queue_of(*pages: int, limit: int = 1) -> Queue:
    """Documents 1, 2, ... with so many pages, all asked for."""
    queue = Queue(limit)
    for document, count in enumerate(pages, 1):
        queue.add(document)
        queue.ask(document, range(count))
    return queue


def run(queue: Queue, *, until: int = 1000) -> list[tuple[int, int]]:
    """Read everything that can be read; the places in the order they were handed out."""
    order: list[tuple[int, int]] = []
    while (tasks := queue.next(0.0)) and len(order) < until:
        for task in tasks:
            order.append((task.document, task.page))
            queue.ended(task.job, None, 1.0)
    return order


def one(queue: Queue) -> Task:
    (task,) = queue.next(0.0)
    return task


def test_documents_in_order_and_pages_from_the_first() -> None:
    assert run(queue_of(2, 2)) == [(1, 0), (1, 1), (2, 0), (2, 1)]


def test_the_visible_page_goes_first_then_forward_then_its_earlier_pages_then_the_others() -> None:
    queue = queue_of(2, 5)
    queue.look_at(2, 3)
    assert run(queue) == [(2, 3), (2, 4), (2, 0), (2, 1), (2, 2), (1, 0), (1, 1)]


def test_looking_elsewhere_counts_for_the_next_page() -> None:
    queue = queue_of(4, 4)
    first = one(queue)
    queue.look_at(2, 2)
    queue.ended(first.job, None, 1.0)
    assert run(queue, until=1) == [(2, 2)]


def test_as_many_fly_as_the_engine_takes() -> None:
    queue = queue_of(5, limit=3)
    tasks = queue.next(0.0)
    assert [task.page for task in tasks] == [0, 1, 2]
    assert queue.next(0.0) == []
    queue.ended(tasks[1].job, None, 1.0)
    assert [task.page for task in queue.next(0.0)] == [3]


def test_the_order_can_be_changed() -> None:
    queue = queue_of(1, 1, 1)
    queue.move(3, 0)
    assert queue.order == (3, 1, 2)
    assert run(queue) == [(3, 0), (1, 0), (2, 0)]


def test_pause_lets_those_in_flight_end() -> None:
    queue = queue_of(3)
    task = one(queue)
    queue.pause()
    ending = queue.ended(task.job, None, 1.0)
    assert ending is not None and ending.outcome is Outcome.READ
    assert queue.next(0.0) == []
    queue.resume()
    assert run(queue) == [(1, 1), (1, 2)]


def test_stop_now_lets_the_cancelled_wait_again_and_keeps_what_was_read_all_the_same() -> None:
    queue = queue_of(3, limit=2)
    first, second = queue.next(0.0)
    assert queue.stop_now() == [first.job, second.job]
    outcomes = [queue.ended(first.job, CANCELLED, 1.0), queue.ended(second.job, None, 1.0)]
    assert [e.outcome for e in outcomes if e] == [Outcome.AGAIN, Outcome.READ]
    assert queue.next(0.0) == []
    queue.resume()
    assert run(queue) == [(1, 0), (1, 2)]


def test_stop_after_document() -> None:
    queue = queue_of(2, 2, limit=2)
    first, second = queue.next(0.0)
    queue.stop_after_document()
    queue.look_at(2, 0)
    for task in (first, second):
        queue.ended(task.job, None, 1.0)
    assert queue.paused
    queue.resume()
    assert run(queue) == [(2, 0), (2, 1)]


def test_stop_after_document_finishes_its_waiting_pages_only() -> None:
    queue = queue_of(3, 1)
    task = one(queue)
    queue.stop_after_document()
    queue.ended(task.job, None, 1.0)
    assert run(queue) == [(1, 1), (1, 2)]
    assert queue.paused


def test_a_failed_page_can_be_tried_again() -> None:
    queue = queue_of(2)
    task = one(queue)
    queue.ended(task.job, DAMAGED, 1.0)
    assert queue.problem(1, 0) == DAMAGED
    assert queue.retry(1) == [0]
    assert run(queue) == [(1, 0), (1, 1)]


def test_a_page_that_kills_the_engine_twice_fails_and_its_neighbours_do_not() -> None:
    queue = queue_of(6, limit=4)
    poison = 2
    deaths = 0
    while tasks := queue.next(0.0):
        dies = any(task.page == poison for task in tasks)
        deaths += dies
        for task in tasks:
            queue.ended(task.job, CRASHED if dies else None, 1.0)
    assert deaths == MAX_STRIKES
    assert queue.failed_pages(1) == {poison: CRASHED}
    assert queue.counts(1).read == 5


def test_a_page_that_comes_back_unread_for_ever_does_not_loop() -> None:
    queue = queue_of(1)
    endings = 0
    while tasks := queue.next(0.0):
        queue.ended(tasks[0].job, CANCELLED, 1.0)
        endings += 1
    assert endings == MAX_STRIKES
    assert queue.state(1, 0) is PageState.FAILED


def test_a_suspect_that_was_stopped_is_not_held_against() -> None:
    queue = queue_of(1)
    queue.ended(one(queue).job, CRASHED, 1.0)
    task = one(queue)
    queue.stop_now()
    queue.ended(task.job, CRASHED, 1.0)
    queue.resume()
    assert run(queue) == [(1, 0)]


def test_a_page_that_was_turned_in_flight_is_read_again_whatever_comes() -> None:
    queue = queue_of(1)
    task = one(queue)
    assert queue.recall(1, 0) == task.job
    ending = queue.ended(task.job, None, 1.0)
    assert ending is not None and ending.outcome is Outcome.AGAIN
    assert run(queue) == [(1, 0)]
    assert queue.recall(1, 0) is None
    assert run(queue) == [(1, 0)], "and one that was read as well"


def test_a_removed_document_keeps_its_slot_until_the_engine_is_done() -> None:
    queue = queue_of(2, 1)
    task = one(queue)
    assert queue.drop(1) == [task.job]
    assert queue.next(0.0) == []
    ending = queue.ended(task.job, CANCELLED, 1.0)
    assert ending is not None and ending.outcome is Outcome.GONE
    assert run(queue) == [(2, 0)]


def test_an_unknown_number_is_no_ending() -> None:
    queue = queue_of(1)
    task = one(queue)
    assert queue.ended(task.job + 1, None, 1.0) is None
    assert queue.ended(task.job, None, 1.0) is not None
    assert queue.ended(task.job, None, 1.0) is None


def test_pages_of_the_library_count_at_once() -> None:
    queue = queue_of(4)
    queue.count_read(1, [0, 2])
    assert run(queue) == [(1, 1), (1, 3)]
    assert queue.counts(1).read == 4


def test_a_page_that_is_given_back_has_nothing_against_it() -> None:
    queue = queue_of(2)
    for _ in range(MAX_STRIKES + 1):
        ending = queue.give_back(one(queue).job)
        assert ending is not None and ending.outcome is Outcome.AGAIN
    assert run(queue) == [(1, 0), (1, 1)]


def test_pages_at_an_engine_that_takes_no_more_leave_room_for_the_next_one() -> None:
    queue = queue_of(6, limit=2)
    old = queue.next(0.0)
    queue.set_apart([task.job for task in old])
    queue.limit = 3
    assert [task.page for task in queue.next(0.0)] == [2, 3, 4]
    queue.ended(old[0].job, None, 1.0)
    assert queue.next(0.0) == [], "its end makes no room either"
    assert queue.counts().flying == 4


def test_pages_of_an_engine_that_was_given_up_are_not_to_blame() -> None:
    queue = queue_of(3, limit=3)
    queue.ended(one_of(queue).job, CRASHED, 1.0)
    tasks = [task for task in map(queue.task, range(1, 10)) if task]
    queue.excuse([task.job for task in tasks])
    queue.pardon()
    for task in tasks:
        queue.ended(task.job, CRASHED, 1.0)
    assert len(queue.next(0.0)) == 3, "none is suspect any more"


def one_of(queue: Queue) -> Task:
    return queue.next(0.0)[0]


def test_barred_documents_are_passed_over() -> None:
    queue = queue_of(1, 1)
    queue.barred = {1}
    assert run(queue) == [(2, 0)]
    assert queue.has_work
    can = [queue.can_go_on]
    queue.barred = set()
    can.append(queue.can_go_on)
    queue.pause()
    can.append(queue.can_go_on)
    assert can == [False, True, False]


def test_time_left() -> None:
    queue = queue_of(10, limit=2)
    assert queue.seconds_left(0.0) is None
    for task in queue.next(0.0):
        queue.ended(task.job, None, 4.0)
    queue.next(4.0)
    assert queue.seconds_left(6.0) == pytest.approx((6 * 4 + 2 * 2) / 2)


class Anything(RuleBasedStateMachine):
    """Any sequence of what users and engines do."""

    def __init__(self) -> None:
        super().__init__()
        self.queue = Queue(2)
        self.added = 0
        self.documents: dict[int, int] = {}
        self.flying: dict[int, Task] = {}
        self.apart: set[int] = set()
        self.jobs: Counter[int] = Counter()

    @rule(pages=st.integers(1, 6))
    def add(self, pages: int) -> None:
        self.added += 1
        self.queue.add(self.added)
        self.queue.ask(self.added, range(pages))
        self.documents[self.added] = pages

    @precondition(lambda self: self.documents)
    @rule(data=st.data())
    def look_or_move_or_ask(self, data: st.DataObject) -> None:
        document = data.draw(st.sampled_from(sorted(self.documents)))
        page = data.draw(st.integers(0, self.documents[document] - 1))
        match data.draw(st.sampled_from(["look", "move", "ask", "count", "retry", "recall", "drop"])):
            case "look":
                self.queue.look_at(document, page)
            case "move":
                self.queue.move(document, page)
            case "ask":
                self.queue.ask(document, [page])
            case "count":
                self.queue.count_read(document, [page])
            case "retry":
                self.queue.retry(document, page)
            case "recall":
                job = self.queue.recall(document, page)
                assert (job is not None) == any(
                    t.document == document and t.page == page for t in self.flying.values()
                )
            case _:
                self.queue.drop(document)
                del self.documents[document]

    @rule()
    def hand_out(self) -> None:
        for task in self.queue.next(0.0):
            assert task.document not in self.queue.barred
            self.jobs[task.job] += 1
            self.flying[task.job] = task
        self.apart &= self.flying.keys()
        assert len(self.flying) - len(self.apart) <= max(4, self.queue.limit)

    @precondition(lambda self: self.flying)
    @rule(data=st.data(), problem=st.sampled_from([None, None, CRASHED, CANCELLED, DAMAGED]))
    def end(self, data: st.DataObject, problem: Problem | None) -> None:
        job = data.draw(st.sampled_from(sorted(self.flying)))
        task = self.flying.pop(job)
        ending = self.queue.ended(job, problem, 1.0)
        assert ending is not None
        assert ending.task == task
        assert (ending.outcome is Outcome.GONE) == (task.document not in self.documents)

    @precondition(lambda self: self.flying)
    @rule(data=st.data())
    def give_back(self, data: st.DataObject) -> None:
        job = data.draw(st.sampled_from(sorted(self.flying)))
        task = self.flying.pop(job)
        ending = self.queue.give_back(job)
        assert ending is not None
        assert ending.outcome is (Outcome.AGAIN if task.document in self.documents else Outcome.GONE)

    @rule()
    def another_engine(self) -> None:
        self.queue.set_apart(self.flying)
        self.queue.excuse(self.flying)
        self.queue.pardon()
        self.apart.update(self.flying)

    @rule(data=st.data())
    def bar(self, data: st.DataObject) -> None:
        self.queue.barred = {d for d in self.documents if data.draw(st.booleans())}

    @rule(what=st.sampled_from(["pause", "resume", "stop_now", "stop_after_document"]), limit=st.integers(1, 4))
    def steer(self, what: str, limit: int) -> None:
        getattr(self.queue, what)()
        self.queue.limit = limit

    @invariant()
    def no_number_twice(self) -> None:
        assert all(count == 1 for count in self.jobs.values())

    @invariant()
    def never_two_jobs_for_one_page(self) -> None:
        places = Counter((task.document, task.page) for task in self.flying.values())
        assert all(count == 1 for count in places.values())

    @invariant()
    def every_asked_page_is_in_one_state(self) -> None:
        for document, pages in self.documents.items():
            counts = self.queue.counts(document)
            states = Counter(self.queue.state(document, page) for page in range(pages))
            assert states[PageState.NEW] == 0
            assert (counts.waiting, counts.flying, counts.read, counts.failed) == (
                states[PageState.QUEUED],
                states[PageState.READING],
                states[PageState.READ],
                states[PageState.FAILED],
            )
            flying = {t.page for t in self.flying.values() if t.document == document}
            assert {p for p in range(pages) if self.queue.state(document, p) is PageState.READING} == flying

    def teardown(self) -> None:
        """Whatever was done: if the engine now reads everything, the queue runs empty."""
        self.queue.resume()
        self.queue.barred = set()
        for job in list(self.flying):
            self.queue.ended(job, None, 1.0)
        run(self.queue)
        assert not self.queue.has_work


Anything.TestCase.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
TestAnything = Anything.TestCase
