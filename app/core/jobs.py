# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which page is read next. Plain values in, plain values out: no input or output, no clock
(`now` is passed in, in seconds of any steady clock).

A page that is asked for waits, then flies (is at the engine under a job number that is used
once), then is read or failed. The page the user looks at goes first, then those after it in
the same document, then its earlier ones, then the other documents in their order.

When the engine dies, the pages that were in flight end as crashed. They wait again and are
*suspects*: each then flies alone, so that a page that kills the engine is known by its
second death and fails, and no innocent neighbour with it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from app.core.changes import PageState, Problem
from engine.protocol import ErrorCode

MAX_STRIKES = 2
"""A page that was in flight at so many deaths of the engine, or came back unread so often, has failed."""

_REMEMBERED = 32
"""Pages whose durations make the estimate of the time left."""

_UNDESERVED = frozenset({ErrorCode.CRASHED, ErrorCode.CANCELLED, ErrorCode.SHUTTING_DOWN, ErrorCode.ENGINE_UNAVAILABLE})
"""Endings that say nothing against the page yet: it is tried once more, alone."""


@dataclass(frozen=True, slots=True)
class Task:
    """A page at the engine. `started` is the `now` it was handed out at."""

    job: int
    document: int
    page: int
    started: float


class Outcome(StrEnum):
    READ = "read"
    FAILED = "failed"
    AGAIN = "again"  # waits again: it was stopped or turned, or the engine died
    GONE = "gone"  # its document was removed meanwhile


@dataclass(frozen=True, slots=True)
class Ending:
    task: Task
    outcome: Outcome
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    waiting: int = 0
    flying: int = 0
    read: int = 0
    failed: int = 0

    @property
    def asked(self) -> int:
        return self.waiting + self.flying + self.read + self.failed


@dataclass(slots=True)
class _Lane:
    """One document's pages; each asked page is in exactly one of the four."""

    waiting: list[int] = field(default_factory=list)  # sorted
    flying: dict[int, int] = field(default_factory=dict)  # page: job
    read: set[int] = field(default_factory=set)
    failed: dict[int, Problem] = field(default_factory=dict)

    def wait(self, pages: Iterable[int]) -> None:
        fresh = set(pages) - self.flying.keys()
        self.read -= fresh
        for page in fresh & self.failed.keys():
            del self.failed[page]
        self.waiting = sorted(fresh | set(self.waiting))

    def unwait(self, page: int) -> None:
        at = bisect_left(self.waiting, page)
        if at < len(self.waiting) and self.waiting[at] == page:
            del self.waiting[at]

    def from_page(self, page: int) -> int:
        """The first waiting page from `page` on, else the first of all."""
        at = bisect_left(self.waiting, page)
        return self.waiting[at if at < len(self.waiting) else 0]

    def counts(self) -> Counts:
        return Counts(len(self.waiting), len(self.flying), len(self.read), len(self.failed))


class Queue:
    """`limit` is how many pages the engine takes at once. Documents in `barred` are passed over."""

    def __init__(self, limit: int = 1) -> None:
        self.limit = limit
        self.paused = False
        self.barred: set[int] = set()
        self._lanes: dict[int, _Lane] = {}
        self._order: list[int] = []
        self._flying: dict[int, Task] = {}
        self._void: set[int] = set()  # jobs whose result no longer counts
        self._stopped: set[int] = set()  # jobs that were to be cancelled, or are not to blame
        self._apart: set[int] = set()  # jobs at an engine that takes no more
        self._strikes: dict[tuple[int, int], int] = {}
        self._seen: tuple[int, int] | None = None
        self._last: int | None = None  # the document after which to pause
        self._latest: int | None = None  # the document of the task handed out last
        self._next_job = 1
        self._durations: deque[float] = deque(maxlen=_REMEMBERED)

    # ------------------------------------------------------------ documents

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(self._order)

    def add(self, document: int) -> None:
        self._lanes[document] = _Lane()
        self._order.append(document)

    def drop(self, document: int) -> list[int]:
        """Forget a document; the jobs to cancel. They keep their slots until they end."""
        lane = self._lanes.pop(document)
        self._order.remove(document)
        self.barred.discard(document)
        for key in [k for k in self._strikes if k[0] == document]:
            del self._strikes[key]
        self._pause_if_through()
        return list(lane.flying.values())

    def move(self, document: int, position: int) -> None:
        self._order.remove(document)
        self._order.insert(max(0, position), document)

    def look_at(self, document: int, page: int) -> None:
        """The page the user looks at."""
        self._seen = (document, page)

    # ------------------------------------------------------------ asking

    def ask(self, document: int, pages: Iterable[int]) -> None:
        """These pages wait, also those that were read or failed before; those in flight go on."""
        self._lanes[document].wait(pages)

    def count_read(self, document: int, pages: Iterable[int]) -> None:
        """These pages are finished without having been sent; those in flight go on."""
        lane = self._lanes[document]
        done = set(pages) - lane.flying.keys()
        lane.read |= done
        lane.waiting = [page for page in lane.waiting if page not in done]
        for page in done & lane.failed.keys():
            del lane.failed[page]

    def forget_read(self, document: int) -> None:
        """Its finished pages are as if nobody had asked for them."""
        self._lanes[document].read.clear()

    def fail(self, document: int, problem: Problem) -> None:
        """All waiting pages of a document fail: it can no longer be read."""
        lane = self._lanes[document]
        lane.failed.update(dict.fromkeys(lane.waiting, problem))
        lane.waiting.clear()
        self._pause_if_through()

    def retry(self, document: int, page: int | None = None) -> list[int]:
        """Failed pages wait again with a clean record; which."""
        lane = self._lanes[document]
        pages = [p for p in lane.failed if page is None or p == page]
        for p in pages:
            self._strikes.pop((document, p), None)
        lane.wait(pages)
        return pages

    def recall(self, document: int, page: int) -> int | None:
        """The page must be read anew (it was turned): whatever comes of it in flight does not
        count. The job to cancel, if it flies."""
        lane = self._lanes[document]
        job = lane.flying.get(page)
        if job is not None:
            self._void.add(job)
        elif page in lane.read or page in lane.failed:
            lane.wait([page])
        return job

    # ------------------------------------------------------------ flying

    def next(self, now: float) -> list[Task]:
        """The tasks to send to the engine now."""
        tasks = []
        while len(self._flying) - len(self._apart) < self.limit and (place := self._choose()):
            document, page = place
            task = Task(self._next_job, document, page, now)
            self._next_job += 1
            lane = self._lanes[document]
            lane.unwait(page)
            lane.flying[page] = task.job
            self._flying[task.job] = task
            self._latest = document
            tasks.append(task)
        return tasks

    def task(self, job: int) -> Task | None:
        """The page in flight under this number."""
        return self._flying.get(job)

    def holds(self, job: int) -> bool:
        """Whether a page waits for this job: not where its document was dropped, or counted anew, meanwhile."""
        task = self._flying.get(job)
        lane = self._lanes.get(task.document) if task is not None else None
        return task is not None and lane is not None and lane.flying.get(task.page) == job

    def ended(self, job: int, problem: Problem | None, now: float) -> Ending | None:
        """A task came to its end, without problem if it was read; None for an unknown number."""
        task = self._flying.pop(job, None)
        if task is None:
            return None
        void, stopped = self._forget_marks(job)
        lane = self._lanes.get(task.document)
        if lane is None or lane.flying.get(task.page) != job:
            return Ending(task, Outcome.GONE, problem)
        del lane.flying[task.page]
        if void:
            return self._again(lane, task)
        if problem is None:
            self._durations.append(now - task.started)
            self._strikes.pop((task.document, task.page), None)
            lane.read.add(task.page)
            self._pause_if_through()
            return Ending(task, Outcome.READ)
        if problem.code not in _UNDESERVED:
            return self._failed(lane, task, problem)
        return self._again(lane, task) if stopped else self._strike(lane, task, problem)

    def give_back(self, job: int) -> Ending | None:
        """A task that has not reached an engine waits again, as if it had never been handed out."""
        self._stopped.add(job)
        return self.ended(job, Problem(ErrorCode.CANCELLED), 0.0)

    def excuse(self, jobs: Iterable[int]) -> None:
        """If these come back unread, their pages are not to blame."""
        self._stopped.update(self._flying.keys() & set(jobs))

    def set_apart(self, jobs: Iterable[int]) -> None:
        """These end at an engine that takes no more pages: they take no place of the next one."""
        self._apart.update(self._flying.keys() & set(jobs))

    def pardon(self) -> None:
        """Another engine reads from here on: what pages did to the one before does not count."""
        self._strikes.clear()

    # ------------------------------------------------------------ pausing

    def pause(self) -> None:
        self.paused, self._last = True, None

    def resume(self) -> None:
        self.paused, self._last = False, None

    def stop_now(self) -> list[int]:
        """Pause; the jobs to cancel. One that ends as cancelled waits again, one that was
        read all the same counts."""
        self.pause()
        self._stopped.update(self._flying)
        return list(self._flying)

    def stop_after_document(self) -> None:
        """Pause when the document whose page was handed out last is through."""
        self._last = self._latest
        self._pause_if_through()

    # ------------------------------------------------------------ asking about

    def state(self, document: int, page: int) -> PageState:
        lane = self._lanes[document]
        if page in lane.flying:
            return PageState.READING
        if page in lane.read:
            return PageState.READ
        if page in lane.failed:
            return PageState.FAILED
        at = bisect_left(lane.waiting, page)
        return PageState.QUEUED if at < len(lane.waiting) and lane.waiting[at] == page else PageState.NEW

    def problem(self, document: int, page: int) -> Problem | None:
        return self._lanes[document].failed.get(page)

    def failed_pages(self, document: int) -> dict[int, Problem]:
        return dict(self._lanes[document].failed)

    @property
    def has_work(self) -> bool:
        """Something waits or flies."""
        return bool(self._flying) or any(lane.waiting for lane in self._lanes.values())

    @property
    def can_go_on(self) -> bool:
        """Something waits that may be handed out."""
        return not self.paused and any(
            lane.waiting and document not in self.barred for document, lane in self._lanes.items()
        )

    def waiting_pages(self, document: int) -> list[int]:
        return list(self._lanes[document].waiting)

    def asked_pages(self, document: int) -> list[int]:
        """Every page asked for, in order."""
        lane = self._lanes[document]
        return sorted({*lane.waiting, *lane.flying, *lane.read, *lane.failed})

    def counts(self, document: int | None = None) -> Counts:
        """Of one document, or of all in the list. Tasks of removed documents still count as flying."""
        if document is not None:
            return self._lanes[document].counts()
        each = [lane.counts() for lane in self._lanes.values()]
        return Counts(
            sum(c.waiting for c in each), len(self._flying), sum(c.read for c in each), sum(c.failed for c in each)
        )

    def seconds_left(self, now: float) -> float | None:
        """Estimate for everything asked for, from how long the last pages took; None before
        the first page was read."""
        if not self._durations:
            return None
        each = sum(self._durations) / len(self._durations)
        waiting = sum(len(lane.waiting) for lane in self._lanes.values())
        begun = sum(max(0.0, each - (now - task.started)) for task in self._flying.values())
        at_once = max(1, min(self.limit, waiting + len(self._flying)))
        return (waiting * each + begun) / at_once

    # ------------------------------------------------------------ choosing

    def _choose(self) -> tuple[int, int] | None:
        here = [task for job, task in self._flying.items() if job not in self._apart]
        if self.paused or any(self._is_suspect(t.document, t.page) for t in here):
            return None
        for document in self._sequence():
            lane = self._lanes[document]
            if lane.waiting and document not in self.barred:
                start = self._seen[1] if self._seen and self._seen[0] == document else 0
                page = lane.from_page(start)
                return None if here and self._is_suspect(document, page) else (document, page)
        return None

    def _sequence(self) -> Sequence[int]:
        if self._last is not None:
            return [self._last]
        if self._seen and self._seen[0] in self._lanes:
            return [self._seen[0], *self._order]
        return self._order

    def _is_suspect(self, document: int, page: int) -> bool:
        return (document, page) in self._strikes

    def _forget_marks(self, job: int) -> tuple[bool, bool]:
        """Whether the job's result no longer counts, and whether it was to be cancelled."""
        marks = job in self._void, job in self._stopped
        self._void.discard(job)
        self._stopped.discard(job)
        self._apart.discard(job)
        return marks

    def _again(self, lane: _Lane, task: Task) -> Ending:
        lane.wait([task.page])
        return Ending(task, Outcome.AGAIN)

    def _strike(self, lane: _Lane, task: Task, problem: Problem) -> Ending:
        key = (task.document, task.page)
        self._strikes[key] = self._strikes.get(key, 0) + 1
        if self._strikes[key] >= MAX_STRIKES:
            return self._failed(lane, task, problem)
        return self._again(lane, task)

    def _failed(self, lane: _Lane, task: Task, problem: Problem) -> Ending:
        self._strikes.pop((task.document, task.page), None)
        lane.failed[task.page] = problem
        self._pause_if_through()
        return Ending(task, Outcome.FAILED, problem)

    def _pause_if_through(self) -> None:
        """Stop after document: nothing of it waits or flies any more."""
        if self._last is not None:
            lane = self._lanes.get(self._last)
            if lane is None or not (lane.waiting or lane.flying):
                self.pause()
