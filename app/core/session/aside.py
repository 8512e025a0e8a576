# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pages read once with another engine, beside the chain: a program of its own is started for it and ends
with the last page. Neither the chain nor its queue hears of it; a pause does not hold it up."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from app.core.changes import AppCode, ConsentGiven, PageEnded, PageState, Problem
from app.core.children import ChildState, ChildStatus
from app.core.choice import BUILTIN, EngineChoice
from app.core.errors import HOLDING
from app.core.jobs import MAX_STRIKES
from app.core.session.chain import MAX_DEATHS, START_LIMIT, Chain
from app.core.session.consent import Consent, question
from app.core.session.desk import Desk, Document, file_problem
from app.core.session.fitting import ADDRESSES_ONLY, fits
from app.core.session.flights import Flight, Flights
from app.core.session.line import EngineLine
from app.core.session.link import PagesLink
from app.core.session.saving import Saving
from app.core.session.showing import Showing
from app.core.session.silence import Silence
from app.core.session.spending import Spending
from app.core.version_changes import RereadStatus
from engine.protocol import (
    EngineState,
    ErrorCode,
    Event,
    Kept,
    PageFailed,
    PageRead,
    PageRestarted,
    PageStarted,
    PageText,
    PageWaiting,
    Reading,
)

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Run:
    """Pages of one document, and the engines to try in turn. `careful`: one page at a time, since the engine
    has died once. `asked`: the user has not yet said whether pages may be sent away. `meanwhile`: nobody asked for it,
    and the chain's own engine will read these pages all the same."""

    document: Document
    waiting: deque[int]
    total: int
    engines: tuple[EngineChoice, ...]
    prompt: str | None
    at: int = 0
    read: int = 0
    failed: int = 0
    problem: Problem | None = None
    careful: bool = False
    asked: bool = False
    strikes: dict[int, int] = field(default_factory=dict)
    meanwhile: bool = False

    @property
    def choice(self) -> EngineChoice:
        return self.engines[self.at]


class Aside:
    """One run at a time, the others wait in their order. On the session's thread only."""

    def __init__(
        self, desk: Desk, link: PagesLink, saving: Saving, showing: Showing, chain: Chain, spending: Spending,
        permissions: Consent,
    ) -> None:  # fmt: skip
        self._desk, self._saving, self._showing = desk, saving, showing
        self._chain, self._spending, self._permissions = chain, spending, permissions
        self._runs: deque[Run] = deque()
        self._line: EngineLine | None = None
        self._flights = Flights(desk, link, self._no_picture)
        self._silence = Silence(desk, self._busy, lambda line: line.restart())

    @property
    def busy(self) -> bool:
        """Something is read, or waits for anything but the user's consent."""
        return bool(self._runs) and not self._runs[0].asked

    # ------------------------------------------------------------ what the user says

    def read(
        self, document: Document, pages: Sequence[int], engines: Sequence[EngineChoice], prompt: str | None,
        *, meanwhile: bool = False,
    ) -> None:  # fmt: skip
        """Pages that wait for such a reading already are left out."""
        wanted = [page for page in dict.fromkeys(pages) if document.has(page) and page not in document.aside]
        suited = tuple(choice for choice in engines if fits(choice, document))
        if not suited and engines:
            self._desk.trouble(Problem(ErrorCode.ENGINE_FAILED, ADDRESSES_ONLY), document.title)
        if not wanted or not suited or not document.ready:
            return
        self._runs.append(Run(document, deque(wanted), len(wanted), suited, prompt, meanwhile=meanwhile))
        for page in wanted:
            document.aside[page] = PageState.QUEUED
        self._showing.rows(document)
        if len(self._runs) == 1:
            self._begin()

    def read_meanwhile(self) -> None:
        """An engine failed and the next one takes a while to start: the page on screen, if it waits for that and
        has no text yet, is read by the built-in engine until then. One that was on screen before and is not begun
        waits for the chain."""
        viewed = self._desk.viewed
        document = self._desk.documents.get(viewed[0]) if viewed is not None else None
        if viewed is None or document is None or not document.has(viewed[1]):
            return
        page = viewed[1]
        waits = self._desk.queue.state(document.id, page) is PageState.QUEUED
        for run in [run for run in list(self._runs)[1:] if run.meanwhile]:
            self._over(run, "stopped")
        if waits and page not in document.has_reading and page not in document.edited:
            self.read(document, [page], (BUILTIN,), None, meanwhile=True)

    def stop(self, document: int | None = None) -> None:
        """Give up what is read of one document, or of all; what is read already stays."""
        stopped = [run for run in self._runs if document in (None, run.document.id)]
        for run in reversed(stopped):  # the last first, so that none is begun for it
            self._over(run, "stopped", at_once=True)

    def consent(self, host: str, granted: bool, remember: bool) -> bool:
        """The user's answer, if it was asked here."""
        run = self._runs[0] if self._runs else None
        if run is None or not run.asked or run.choice.host != host:
            return False
        run.asked = False
        self._desk.tell(ConsentGiven(host, granted, remember))
        if granted:
            self._permissions.grant(host, run.document.id, remember)
            self._begin()
        else:
            run.problem = Problem(AppCode.NO_CONSENT, host)
            self._over(run, "stopped")
        return True

    # ------------------------------------------------------------ the engine

    def _begin(self) -> None:
        """The first run: ask for consent, or start its engine."""
        run = self._runs[0]
        choice = run.choice
        if not self._permissions.allows(choice.host, run.document.id):
            run.asked = True
            self._desk.tell(question(choice, [(run.document.title, len(run.waiting))]))
            self._tell(run, "asking")
            return
        self._line = line = self._chain.guest(choice, self._event, self._state)
        line.spoke = time.monotonic()
        self._tell(run, "starting")
        self._chain.admit(line)
        self._desk.actor.after(START_LIMIT, partial(self._look_after, line))

    def _look_after(self, line: EngineLine) -> None:
        """Whether it still says something while it starts."""
        if line is not self._line or line.abilities is not None:
            return
        left = line.spoke + START_LIMIT - time.monotonic()
        if left > 0 or not line.started:
            self._desk.actor.after(max(left, 1.0), partial(self._look_after, line))
        else:
            self._lost(Problem(ErrorCode.ENGINE_UNAVAILABLE, f"said nothing for {START_LIMIT:g} s"))

    def _busy(self) -> set[EngineLine]:
        return {self._line} if self._line is not None and self._flights.sent else set()

    def _state(self, line: EngineLine, state: ChildState) -> None:
        if line is not self._line or state.status not in (ChildStatus.DIED, ChildStatus.GAVE_UP):
            return
        if line.choice.page_cost is not None:  # what it had may be billed all the same
            self._spending.add(self._flights.sent * line.choice.page_cost)
        line.abilities, line.spoke = None, time.monotonic()
        line.deaths += 1
        self._runs[0].careful = True
        if state.status is ChildStatus.GAVE_UP or line.deaths >= MAX_DEATHS:
            words = state.outcome.words if state.outcome else ""
            self._lost(Problem(ErrorCode.ENGINE_UNAVAILABLE, words))
        else:
            line.use()

    def _lost(self, problem: Problem) -> None:
        """The engine cannot be used: the next one reads, if any is named."""
        run = self._runs[0]
        run.waiting.extendleft(reversed(self._flights.give_up()))
        self._dismiss(at_once=True)
        run.problem = run.problem or problem
        if run.at + 1 < len(run.engines):
            run.at += 1
            run.careful = False
            self._begin()
        else:
            self._over(run, "failed")

    def _dismiss(self, *, at_once: bool) -> None:
        line, self._line = self._line, None
        if line is not None:
            self._chain.dismiss(line, at_once=at_once)

    # ------------------------------------------------------------ the pages

    def _pump(self) -> None:
        """Hand out what the engine can take; the run is over with its last page."""
        line = self._line
        if line is None or line.abilities is None:
            return
        run = self._runs[0]
        problem = self._spending.problem(line.choice)
        if problem is not None and run.waiting:
            self._hold(run, problem)
            return
        most = 1 if run.careful else max(1, line.abilities.pages_at_once)
        while run.waiting and len(self._flights) < most:
            page = run.waiting.popleft()
            lost = _lost_file(run.document, page)
            if lost is not None:
                self._page_failed(run, page, lost)
                continue
            run.document.aside[page] = PageState.READING
            if self._alone(run.document, page):
                run.document.streams.pop(page, None)
            self._flights.send(line, run.document, page, run.prompt)
            self._silence.heard(line, time.monotonic())
            self._changed(run.document, page)
        if not run.waiting and not len(self._flights):
            self._over(run, "done")

    def _hold(self, run: Run, problem: Problem) -> None:
        """Every other page would end alike: the run ends here, and says why."""
        run.problem = problem
        self._over(run, "failed", at_once=True)

    def _alone(self, document: Document, page: int) -> bool:
        """The chain is not reading this very page, whose stream would be mixed with ours."""
        return self._desk.queue.state(document.id, page) is not PageState.READING

    def _event(self, line: EngineLine, event: Event, arrived: float) -> None:
        if line is not self._line:
            return
        run = self._runs[0]
        if self._desk.documents.get(run.document.id) is not run.document:
            self._over(run, "stopped", at_once=True)
            return
        self._silence.heard(line, arrived)
        match event:
            case EngineState():
                self._engine_state(line, run, event)
            case PageStarted() | PageText() | PageWaiting() | PageRestarted() | PageRead() | PageFailed():
                flight = self._flights.get(event.job)
                if flight is not None:
                    self._page(line, run, flight, event, arrived)
            case _:
                return

    def _engine_state(self, line: EngineLine, run: Run, event: EngineState) -> None:
        line.spoke = time.monotonic()
        if event.state == "failed":
            self._lost(Problem(event.code or ErrorCode.ENGINE_UNAVAILABLE, event.detail))
            return
        line.abilities = event.abilities if event.state == "ready" else None
        self._tell(run, "reading" if event.state == "ready" else "starting", event.detail)
        self._pump()

    def _page(self, line: EngineLine, run: Run, flight: Flight, event: Event, arrived: float) -> None:
        document, page = run.document, flight.page
        match event:
            case PageText(text=text) if self._alone(document, page):
                self._showing.piece(document, page, text, arrived)
                self._showing.counted(document, page, event.tokens, 0, arrived)
            case PageRestarted() if self._alone(document, page):
                self._showing.restarted(document, page)
            case PageWaiting(seconds=seconds):
                self._silence.heard(line, arrived + seconds)
            case PageRead(job=job, reading=reading):
                line.deaths = 0
                self._spending.add(reading.cost)
                self._flights.end(job)
                self._page_read(run, flight, reading)
                if not self._saving.unsaved or not self._desk.library.writable:
                    line.send(Kept(job=job))
                self._pump()
            case PageFailed(job=job, code=code, detail=detail):
                self._spending.add(event.cost)
                self._flights.end(job)
                self._page_ended_badly(run, page, Problem(code, detail))
            case _:
                return

    def _page_read(self, run: Run, flight: Flight, reading: Reading) -> None:
        document, page = run.document, flight.page
        lost = _lost_file(document, page)
        if lost is not None:  # it may be a reading of another file
            self._page_failed(run, page, lost)
            return
        if run.meanwhile and page in document.has_reading:  # the chain's engine was quicker
            self._back(document, page)
            return
        self._saving.reading(document, page, reading, flight.recipe, flight.side, chosen=not run.meanwhile)
        queue = self._desk.queue
        wanted = queue.state(document.id, page) is not PageState.NEW and page not in document.read_again
        if wanted and not run.meanwhile:
            queue.count_read(document.id, [page])
        run.read += 1
        self._back(document, page)
        if not run.meanwhile:
            self._desk.tell(PageEnded(document.id, page, reading, None))
        self._tell(run, "reading")

    def _page_ended_badly(self, run: Run, page: int, problem: Problem) -> None:
        if problem.code in HOLDING:
            run.waiting.appendleft(page)
            self._hold(run, problem)
            return
        if problem.code is ErrorCode.CRASHED:
            run.strikes[page] = run.strikes.get(page, 0) + 1
            if run.strikes[page] < MAX_STRIKES:
                run.document.aside[page] = PageState.QUEUED
                run.waiting.appendleft(page)
                self._changed(run.document, page)
                self._pump()
                return
        self._page_failed(run, page, problem)
        self._pump()

    def _no_picture(self, page: int, problem: Problem) -> None:
        self._page_failed(self._runs[0], page, problem)
        self._pump()

    def _page_failed(self, run: Run, page: int, problem: Problem) -> None:
        """What the page had before stays."""
        run.failed += 1
        run.problem = run.problem or problem
        self._back(run.document, page)
        self._tell(run, "reading")

    # ------------------------------------------------------------ endings

    def _over(self, run: Run, state: str, *, at_once: bool = False) -> None:
        """The run is over; pages that were not read are as they were."""
        first = run is self._runs[0]
        self._runs.remove(run)
        pages = [*(self._flights.give_up() if first else ()), *run.waiting]
        run.waiting.clear()
        for page in pages:
            self._back(run.document, page)
        if first:
            self._dismiss(at_once=at_once)
        self._tell(run, state)
        if first and self._runs:
            self._begin()

    def _back(self, document: Document, page: int) -> None:
        """The page is no longer read here."""
        document.aside.pop(page, None)
        if self._alone(document, page) if document.id in self._desk.documents else False:
            document.streams.pop(page, None)
        self._changed(document, page)

    def _changed(self, document: Document, page: int) -> None:
        if self._desk.documents.get(document.id) is document and document.has(page):
            self._showing.row(document, page)
            self._showing.refresh(document, page)
            self._desk.tell_row(document)

    def _tell(self, run: Run, state: str, detail: str = "") -> None:
        if run.meanwhile:
            return
        self._desk.tell(
            RereadStatus(run.document.id, run.choice.name, state, run.read, run.failed, run.total, run.problem, detail)
        )


def _lost_file(document: Document, page: int) -> Problem | None:
    """Why the page can no longer be read, or its reading be trusted; it may be of a document that was opened anew."""
    return file_problem(document, page) if document.has(page) else Problem(ErrorCode.FILE_CHANGED)
