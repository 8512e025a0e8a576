# SPDX-License-Identifier: AGPL-3.0-or-later
"""From the queue to the engine and back: hands pages out, takes in what comes of them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from app.core.changes import EngineStatus, PageEnded, Problem
from app.core.children import ChildState, ChildStatus
from app.core.errors import ProblemError
from app.core.files import stamp
from app.core.jobs import Ending, Outcome, Task
from app.core.library import Recipe
from app.core.session.desk import Desk, Document
from app.core.session.link import Answer, Ask, PagesLink, Urgency
from app.core.session.saving import Saving
from app.core.session.showing import Showing
from app.core.session.status import Status
from engine.protocol import (
    Abilities,
    Cancel,
    EngineCommand,
    EngineState,
    ErrorCode,
    Event,
    PageFailed,
    PageRead,
    PageRequestFailed,
    PageSource,
    PageStarted,
    PageText,
    Picture,
    Reading,
    ReadPage,
    Throughput,
)

log = logging.getLogger(__name__)

_ASKED_FOR = (ErrorCode.CANCELLED, ErrorCode.SHUTTING_DOWN)
"""Endings that are nobody's fault, the file's neither."""

USUAL_SIDE = 1920
"""Pixels of the long side for an engine that needs pictures and does not say how large."""

CANCEL_LIMIT = 5.0
"""Seconds that the engine may take to answer a cancel; then it is ended and started anew."""


STALL_LIMIT = 600.0
"""Seconds in which an engine that has pages may say nothing of any of them; then it is ended and
started anew, its pages are read one at a time, and one that silences it again fails. Generous,
because a large model on a slow CPU takes minutes before its first token."""


@dataclass(slots=True)
class _Flight:
    """A job under way: how it is read, the long side of its picture, and where it is: `ask` is
    the picture it waits for, `sent` says that the engine has it."""

    recipe: Recipe
    side: int = 0
    ask: Ask | None = None
    sent: bool = False


class PageReading:
    """`send` hands a command to the engine's child; `restart` ends it and starts it anew."""

    def __init__(
        self,
        desk: Desk,
        link: PagesLink,
        saving: Saving,
        showing: Showing,
        status: Status,
        send: Callable[[EngineCommand], None],
        restart: Callable[[], None],
    ) -> None:
        self._desk = desk
        self._link = link
        self._saving = saving
        self._showing = showing
        self._status = status
        self._send = send
        self._restart = restart
        self._ready: Abilities | None = None
        self.engine_failed = False
        self._flights: dict[int, _Flight] = {}  # by job
        self._heard = 0.0  # time.monotonic() of the last word on any page
        self._watching = False

    @property
    def idle(self) -> bool:
        """Nothing is being read, and nothing waits that could be."""
        counts = self._desk.queue.counts()
        blocked = self._desk.queue.paused or self.engine_failed
        return not (counts.flying or (counts.waiting and not blocked))

    # ------------------------------------------------------------ handing out

    def pump(self) -> None:
        """Send what the engine can take now."""
        desk = self._desk
        while self._ready is not None and (tasks := desk.queue.next(time.monotonic())):
            for task in tasks:
                self._hand_out(task, self._ready)
        self._status.touch()

    def _hand_out(self, task: Task, abilities: Abilities) -> None:
        document = self._desk.documents[task.document]
        problem = self._file_problem(document, task.page)
        if problem is not None:
            self._file_lost(document, problem)
            self._end(task.job, None, problem)
            return
        document.streams.pop(task.page, None)
        self._flights[task.job] = flight = _Flight(self._desk.recipe())
        if abilities.needs_picture:
            flight.side = abilities.picture_side or USUAL_SIDE
            self._render(task, document, flight)
        else:
            self._send_page(task, document, flight, None)
        self.changed(document, task.page)

    def _render(self, task: Task, document: Document, flight: _Flight) -> None:
        """The engine needs a picture: it is made first. One that is a picture already is not
        enlarged, since that adds nothing to see and makes work."""

        def answered(answer: Answer) -> None:
            flight.ask = None
            if isinstance(answer, Picture):
                self._send_page(task, document, flight, answer)
            elif isinstance(answer, PageRequestFailed):
                self._end(task.job, None, Problem(answer.code, answer.detail))
                self.pump()

        seen = self._desk.viewed == (document.id, task.page)
        urgency = Urgency.SEEN if seen else Urgency.READ
        flight.ask = self._link.render(document, task.page, flight.side, answered, urgency, enlarge=False)

    def _send_page(self, task: Task, document: Document, flight: _Flight, picture: Picture | None) -> None:
        part, inner = document.part_of(task.page)
        turn = document.turns.get(task.page, 0)
        command = ReadPage(
            job=task.job,
            source=PageSource(path=str(part.path), page=inner, password=document.password, turn=turn),
            picture=picture.path if picture else None,
            width=picture.width if picture else 0,
            height=picture.height if picture else 0,
            stride=picture.stride if picture else 0,
            prompt=self._desk.prompt,
            options=self._desk.reading_options(),
        )
        flight.sent = True
        self._send(command)
        if not self._watching:
            self._heard = time.monotonic()
            self._watch()

    def cancel(self, jobs: Sequence[int]) -> None:
        """Give up jobs; each still gets its ending."""
        for job in jobs:
            flight = self._flights.get(job)
            if flight is None:
                continue
            if flight.sent:
                self._send(Cancel(job=job))
                self._desk.actor.after(CANCEL_LIMIT, partial(self._insist, job))
            elif flight.ask is not None:
                self._link.drop(flight.ask)
                self._end(job, None, Problem(ErrorCode.CANCELLED))
        self.pump()

    def _insist(self, job: int) -> None:
        if job in self._flights:
            log.info("the engine did not give up job %d in time", job)
            self._restart()

    def _watch(self) -> None:
        """Look after the engine as long as it has pages."""
        self._watching = any(flight.sent for flight in self._flights.values())
        if not self._watching:
            return
        left = self._heard + STALL_LIMIT - time.monotonic()
        if left <= 0:
            log.info("the engine has said nothing for %.0f s", STALL_LIMIT)
            self._heard, left = time.monotonic(), STALL_LIMIT
            self._restart()
        self._desk.actor.after(left, self._watch)

    # ------------------------------------------------------------ taking in

    def take(self, event: Event, arrived: float) -> None:
        """An event of the engine. `arrived` is the `time.monotonic()` at which it came."""
        if isinstance(event, (PageStarted, PageText, PageRead, PageFailed)):
            self._heard = arrived
        match event:
            case PageText(job=job, text=text):
                task = self._desk.queue.task(job)
                if task is not None and task.document in self._desk.documents:
                    self._showing.piece(self._desk.documents[task.document], task.page, text, arrived)
            case PageRead(job=job, reading=reading):
                self._end(job, reading, None)
                self.pump()
            case PageFailed(job=job, code=code, detail=detail):
                self._end(job, None, Problem(code, detail))
                self.pump()
            case EngineState():
                self._engine_state(event)
            case Throughput():
                self._status.throughput = event
                self._status.touch()
            case _:
                return

    def _engine_state(self, event: EngineState) -> None:
        problem = None
        if event.state == "ready":
            self._ready = event.abilities or Abilities()
            self._desk.queue.limit = max(1, self._ready.pages_at_once)
            self.engine_failed = False
        elif event.state == "failed":
            self._ready = None
            self.engine_failed = True
            problem = Problem(event.code or ErrorCode.ENGINE_UNAVAILABLE, event.detail)
        self._desk.tell(EngineStatus(event.name, event.state, event.detail, event.progress, problem))
        self.pump()

    def child_state(self, state: ChildState) -> None:
        """The engine's process came, died or was given up."""
        name = self._desk.engine
        match state.status:
            case ChildStatus.STARTING:
                self._desk.tell(EngineStatus(name, "starting"))
            case ChildStatus.DIED | ChildStatus.GAVE_UP:
                self._died(state)
            case _:
                return

    def _died(self, state: ChildState) -> None:
        words = state.outcome.words if state.outcome else ""
        self._ready = None
        self.engine_failed = state.status is ChildStatus.GAVE_UP
        if self.engine_failed:
            problem = Problem(ErrorCode.ENGINE_UNAVAILABLE, words)
            self._desk.tell(EngineStatus(self._desk.engine, "failed", words, problem=problem))
        else:
            self._desk.tell(EngineStatus(self._desk.engine, "restarting", words))

    def try_engine_again(self) -> None:
        """After it was given up: the user asks for it."""
        if self.engine_failed:
            self.engine_failed = False
            self._restart()

    # ------------------------------------------------------------ endings

    def _end(self, job: int, reading: Reading | None, problem: Problem | None) -> None:
        flight = self._flights.pop(job, None)
        task = self._desk.queue.task(job)
        document = self._desk.documents.get(task.document) if task else None
        if task and document and (problem is None or problem.code not in _ASKED_FOR):
            lost = self._file_problem(document, task.page)
            if lost is not None:  # a reading may be of another file by now, a failure come from that
                reading, problem = None, lost
                self._file_lost(document, lost)
        ending = self._desk.queue.ended(job, problem, time.monotonic())
        if ending is None:
            log.info("job %d ended, but is not under way", job)
        elif document is not None and ending.outcome is not Outcome.GONE:
            self._ended(document, ending, reading, flight)

    def _ended(self, document: Document, ending: Ending, reading: Reading | None, flight: _Flight | None) -> None:
        page = ending.task.page
        document.streams.pop(page, None)
        if ending.outcome is Outcome.READ and reading is not None and flight is not None:
            self._saving.reading(document, page, reading, flight.recipe, flight.side)
            self._status.ended(read=True)
            self._desk.tell(PageEnded(document.id, page, reading, None))
        elif ending.outcome is Outcome.FAILED:
            self._status.ended(read=False)
            self._desk.tell(PageEnded(document.id, page, None, ending.problem))
        self.changed(document, page)

    def changed(self, document: Document, page: int) -> None:
        """A page has another state: tell its document's row, its own row, and the page on screen."""
        self._desk.tell_row(document)
        self._showing.row(document, page)
        self._showing.refresh(document, page)

    # ------------------------------------------------------------ the file under the reading

    def _file_problem(self, document: Document, page: int) -> Problem | None:
        """Whether the page's file is still the one that was opened."""
        part, _ = document.part_of(page)
        try:
            now = stamp(part.path)
        except ProblemError as error:
            return error.problem
        return None if now == part.stamp else Problem(ErrorCode.FILE_CHANGED)

    def _file_lost(self, document: Document, problem: Problem) -> None:
        """The file changed or vanished: its waiting pages fail with that, the others go on."""
        document.problem = problem
        waiting = self._desk.queue.waiting_pages(document.id)
        self._desk.queue.fail(document.id, problem)
        for page in waiting:
            self._status.ended(read=False)
            self._desk.tell(PageEnded(document.id, page, None, problem))
        self._showing.rows(document)
        self._desk.tell_row(document)
