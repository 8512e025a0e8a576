# SPDX-License-Identifier: AGPL-3.0-or-later
"""From the queue to the engine and back: hands pages out, takes in what comes of them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from app.core.changes import AppCode, PageEnded, Problem
from app.core.errors import HOLDING
from app.core.jobs import Ending, Outcome, Task
from app.core.library import Recipe
from app.core.session.alone import options_alone
from app.core.session.chain import Chain
from app.core.session.consent import Consent
from app.core.session.desk import Desk, Document, file_problem
from app.core.session.fitting import Fitting
from app.core.session.holding import Holding
from app.core.session.line import EngineLine
from app.core.session.link import Answer, Ask, PagesLink, Urgency
from app.core.session.saving import Saving
from app.core.session.showing import Showing
from app.core.session.silence import Silence
from app.core.session.spending import Spending, costs
from app.core.session.status import Status
from app.core.session.waits import Waits
from engine.protocol import (
    Cancel,
    ErrorCode,
    Event,
    Kept,
    PageFailed,
    PageRead,
    PageRequestFailed,
    PageRestarted,
    PageStarted,
    PageText,
    PageWaiting,
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


@dataclass(slots=True)
class _Flight:
    """A job under way: at which engine and how it is read, the long side of its picture, and
    where it is: `ask` is the picture it waits for, `sent` says that the engine has it."""

    line: EngineLine
    recipe: Recipe
    side: int = 0
    ask: Ask | None = None
    sent: bool = False


class PageReading:
    """Follows the chain of engines (`chain.Follower`)."""

    def __init__(
        self,
        desk: Desk,
        link: PagesLink,
        saving: Saving,
        showing: Showing,
        status: Status,
        chain: Chain,
        spending: Spending,
    ) -> None:
        self._desk = desk
        self._link = link
        self._saving = saving
        self._showing = showing
        self._status = status
        self._chain = chain
        self._spending = spending
        self._holding = Holding(desk)
        self._consent = Consent(desk)
        self._fitting = Fitting(desk, chain, self._fail_waiting)
        self._waits = Waits(desk)
        self._flights: dict[int, _Flight] = {}  # by job
        self._unkept: list[tuple[EngineLine, int]] = []  # jobs that were read; their engines do not know yet
        self._blamed: list[tuple[int, int]] = []  # pages that failed with the engine's deaths, none was read since
        self._silence = Silence(desk, self._busy, chain.restart)
        self._recount: Callable[[], None] = lambda: None
        chain.follow(self)

    def when_chosen(self, recount: Callable[[], None]) -> None:
        """`recount` looks what the library has of the waiting pages, whenever another engine is chosen."""
        self._recount = recount

    @property
    def permissions(self) -> Consent:
        """What the user said of sending pages away."""
        return self._consent

    def ask_again(self) -> None:
        """A question that may be open was answered for somebody else."""
        self._consent.forget()
        self.pump()

    @property
    def idle(self) -> bool:
        """Nothing is being read, and nothing waits that could be."""
        queue = self._desk.queue
        going = queue.can_go_on and not self._chain.failed
        return not (queue.counts().flying or going or self._consent.due)

    # ------------------------------------------------------------ handing out

    def pump(self) -> None:
        """Send what the engine can take now."""
        self._acknowledge()
        if self._fitting.passed_on():
            return  # the other engine's beginning came here too
        if self._desk.queue.can_go_on:
            self._chain.wake()
        line = self._chain.present
        if line is not None:
            self._consent.check(line.choice)
            if line.stale and not self.has_pages(line):
                line.use()
            elif not line.stale and line.abilities is not None and not self._out_of_money(line):
                while tasks := self._desk.queue.next(time.monotonic()):
                    for task in tasks:
                        self._hand_out(task, line)
        self._status.touch()

    def _acknowledge(self) -> None:
        """Tell services' engines of the readings that are on the disk: only then is another page asked
        for, so that no page is bought again whatever becomes of this program."""
        if self._saving.unsaved and self._desk.library.writable:
            return
        for line, job in self._unkept:
            if line.abilities is not None and line.abilities.needs_network:
                line.send(Kept(job=job))
        self._unkept.clear()

    def _out_of_money(self, line: EngineLine) -> bool:
        problem = self._spending.problem(line.choice)
        if problem is not None and self._desk.queue.can_go_on:
            self._holding.hold(problem, line.name)
        return problem is not None

    def _hand_out(self, task: Task, line: EngineLine) -> None:
        document = self._desk.documents[task.document]
        problem = file_problem(document, task.page)
        if problem is not None:
            self._file_lost(document, problem)
            self._end(task.job, None, problem)
            return
        document.streams.pop(task.page, None)
        self._flights[task.job] = flight = _Flight(line, self._desk.recipe())
        abilities = line.abilities
        if abilities is not None and abilities.needs_picture:
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
        command = ReadPage(
            job=task.job,
            source=document.source(task.page),
            picture=picture.path if picture else None,
            width=picture.width if picture else 0,
            height=picture.height if picture else 0,
            stride=picture.stride if picture else 0,
            prompt=flight.recipe.prompt,
            options={**self._desk.reading_options(), **options_alone(flight.line, self._desk.queue.counts())},
        )
        flight.sent = True
        flight.line.send(command)
        self._silence.heard(flight.line, time.monotonic())

    def cancel(self, jobs: Sequence[int]) -> None:
        """Give up jobs; each still gets its ending."""
        for job in jobs:
            flight = self._flights.get(job)
            if flight is None:
                continue
            if flight.sent:
                flight.line.send(Cancel(job=job))
                self._desk.actor.after(CANCEL_LIMIT, partial(self._insist, job))
            elif flight.ask is not None:
                self._link.drop(flight.ask)
                self._end(job, None, Problem(ErrorCode.CANCELLED))
        self.pump()

    def _insist(self, job: int) -> None:
        if job in self._flights:
            log.info("the engine did not give up job %d in time", job)
            self._chain.restart(self._flights[job].line)

    # ------------------------------------------------------------ taking in

    def take(self, line: EngineLine, event: Event, arrived: float) -> None:
        """An event of an engine. `arrived` is the `time.monotonic()` at which it came."""
        match event:
            case PageStarted() | PageText() | PageWaiting() | PageRestarted() | PageRead() | PageFailed():
                self._silence.heard(line, arrived)
                self._waits.over(event.job)
                self._page(line, event, arrived)
            case Throughput() if self._chain.is_present(line):
                self._status.throughput = event
                self._status.touch()
            case _:
                return

    def _page(
        self,
        line: EngineLine,
        event: PageStarted | PageText | PageWaiting | PageRestarted | PageRead | PageFailed,
        arrived: float,
    ) -> None:
        task = self._desk.queue.task(event.job) if self._desk.queue.holds(event.job) else None
        document = self._desk.documents.get(task.document) if task else None
        match event:
            case PageText(text=text) if task and document:
                self._showing.piece(document, task.page, text, arrived)
                self._showing.counted(document, task.page, event.tokens, _fixed_depth(line), arrived)
            case PageRestarted() if task and document:
                self._showing.restarted(document, task.page)
            case PageWaiting():
                self._silence.heard(line, self._waits.begin(event, arrived))
            case PageRead(job=job, reading=reading):
                self._spending.add(reading.cost)
                self._blamed.clear()
                self._end(job, reading, None)
                self._unkept.append((line, job))
                self.pump()
            case PageFailed(job=job):
                self._spending.add(event.cost)
                self._failed(line, job, Problem(event.code, event.detail))
                self.pump()
            case _:
                return

    def _failed(self, line: EngineLine, job: int, problem: Problem) -> None:
        """A page failed; or the service did, and then the page waits again and the queue is held."""
        if problem.code not in HOLDING:
            self._end(job, None, problem)
            return
        self._back(job)
        keyless = Problem(ErrorCode.ENGINE_UNAVAILABLE, f"{problem.detail} needs a key")
        if problem.code is ErrorCode.KEY_MISSING and self._chain.go_on_without(line, keyless):
            return
        if self._chain.is_present(line):
            self._holding.hold(problem, line.name)
            self._take_back(line)

    # ------------------------------------------------------------ what becomes of the engines

    def ready(self, line: EngineLine) -> None:
        if line.abilities is not None:
            self._desk.queue.limit = max(1, line.abilities.pages_at_once)
        self.pump()

    def died(self, line: EngineLine) -> None:
        """What was on its way to a service at that moment may be billed all the same."""
        if line.choice.page_cost is not None:
            sent = sum(flight.line is line and flight.sent for flight in self._flights.values())
            self._spending.add(sent * line.choice.page_cost)

    def leave(self, line: EngineLine, *, failed: bool) -> None:
        """What it has not got waits again; what it has ends there."""
        self._take_back(line)
        sent = [job for job, flight in self._flights.items() if flight.line is line]
        self._desk.queue.set_apart(sent)
        if failed:
            self._desk.queue.excuse(sent)
            self._desk.queue.pardon()
            self._try_blamed_again()

    def _take_back(self, line: EngineLine) -> None:
        """Pages whose pictures are still being made for this engine wait again."""
        for job in [job for job, flight in self._flights.items() if flight.line is line and not flight.sent]:
            if (ask := self._flights[job].ask) is not None:
                self._link.drop(ask)
            self._back(job)

    def _try_blamed_again(self) -> None:
        """An engine that dies with every page it gets is to blame itself: another one gets these."""
        blamed, self._blamed = self._blamed, []
        for number, page in blamed:
            document = self._desk.documents.get(number)
            if document is not None and self._desk.queue.retry(number, page):
                self.changed(document, page)

    def _busy(self) -> set[EngineLine]:
        return {flight.line for flight in self._flights.values() if flight.sent}

    def has_pages(self, line: EngineLine) -> bool:
        return any(flight.line is line for flight in self._flights.values())

    def chosen(self) -> None:
        self._recount()
        self.pump()

    # ------------------------------------------------------------ what the user says

    def go_on(self) -> None:
        """Resume: after a hold, and from the first engine if all of them failed."""
        self._holding.release()
        self._consent.forget()
        self._chain.start_again()

    def consent(self, host: str, granted: bool, remember: bool) -> None:
        """The answer to ConsentNeeded. Without it another engine of the chain that keeps the pages
        here reads them, else the queue is held."""
        line = self._chain.present
        if self._consent.answer(host, granted, remember) and not granted and line is not None:
            problem = Problem(AppCode.NO_CONSENT, host)
            if not self._chain.refuse(line, problem):
                self._holding.hold(problem, line.name)
        self.pump()

    def limit_cost(self, dollars: float | None) -> None:
        """The engine hears of it as soon as it has no pages: loading it would end these."""
        self._spending.limit_to(dollars)
        line = self._chain.present
        if line is not None and costs(line.choice):
            line.stale = True
        self.pump()

    # ------------------------------------------------------------ endings

    def _end(self, job: int, reading: Reading | None, problem: Problem | None) -> None:
        flight = self._flights.pop(job, None)
        task = self._desk.queue.task(job)
        document = self._desk.documents.get(task.document) if task else None
        if task and document and self._desk.queue.holds(job) and (problem is None or problem.code not in _ASKED_FOR):
            lost = file_problem(document, task.page)
            if lost is not None:  # a reading may be of another file by now, a failure come from that
                reading, problem = None, lost
                self._file_lost(document, lost)
        ending = self._desk.queue.ended(job, problem, time.monotonic())
        if ending is None:
            log.info("job %d ended, but is not under way", job)
        elif document is not None and ending.outcome is not Outcome.GONE:
            self._ended(document, ending, reading, flight)

    def _back(self, job: int) -> None:
        """The page waits again, with nothing against it."""
        self._flights.pop(job, None)
        ending = self._desk.queue.give_back(job)
        document = self._desk.documents.get(ending.task.document) if ending else None
        if ending is not None and document is not None and ending.outcome is not Outcome.GONE:
            self._ended(document, ending, None, None)

    def _ended(self, document: Document, ending: Ending, reading: Reading | None, flight: _Flight | None) -> None:
        page = ending.task.page
        document.streams.pop(page, None)
        if ending.outcome is Outcome.READ and reading is not None and flight is not None:
            self._saving.reading(document, page, reading, flight.recipe, flight.side)
            self._status.ended(read=True)
            self._desk.tell(PageEnded(document.id, page, reading, None))
        elif ending.outcome is Outcome.FAILED:
            self._status.ended(read=False)
            if ending.problem is not None and ending.problem.code is ErrorCode.CRASHED:
                self._blamed.append((document.id, page))
            self._desk.tell(PageEnded(document.id, page, None, ending.problem))
        self.changed(document, page)

    def changed(self, document: Document, page: int) -> None:
        """A page has another state: tell its own row, the page on screen, and last its document's row: whoever hears
        that a document is done has heard of its last page."""
        self._showing.row(document, page)
        self._showing.refresh(document, page)
        self._desk.tell_row(document)

    # ------------------------------------------------------------ the file under the reading

    def _file_lost(self, document: Document, problem: Problem) -> None:
        """The file changed or vanished: its waiting pages fail with that, the others go on."""
        document.problem = problem
        self._fail_waiting(document, problem)

    def _fail_waiting(self, document: Document, problem: Problem) -> None:
        waiting = self._desk.queue.waiting_pages(document.id)
        self._desk.queue.fail(document.id, problem)
        for page in waiting:
            self._status.ended(read=False)
            self._desk.tell(PageEnded(document.id, page, None, problem))
        self._showing.rows(document)
        self._desk.tell_row(document)


def _fixed_depth(line: EngineLine) -> int:
    """Drafts a step, where an engine makes as many for every page; else 0."""
    depths = line.abilities.draft_depths if line.abilities is not None else []
    return depths[0] if len(depths) == 1 else 0
