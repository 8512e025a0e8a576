# SPDX-License-Identifier: AGPL-3.0-or-later
"""A run over many inputs. The session does the work on its own thread; this follows its
changes: a document that opens is asked for its pages, one that is done is exported, and then
it leaves the list, so that memory does not grow with the number of inputs.

One bad input never stops the others.
"""

from __future__ import annotations

import queue
import signal
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.cli.cutting import Cutting, Mode
from app.cli.jobs import Job
from app.cli.outlet import Outlet
from app.cli.outside import NO_ENGINE, SOME_FAILED, Outside
from app.cli.progress import Progress, Step
from app.cli.report import Report, Totals, page_line
from app.cli.words import of_error, sentence
from app.core.changes import (
    AppCode,
    Change,
    DocumentChanged,
    DocumentChosen,
    DocumentOpened,
    DocumentRow,
    DocumentsChanged,
    DocumentState,
    EngineStatus,
    Exported,
    ExportFailed,
    Notice,
    PageEnded,
    PagesSplit,
    Problem,
    QueueStatus,
    SpreadsFound,
)
from app.core.errors import STOPPED, ProblemError
from app.core.export import ExportOptions, Format
from app.core.inputs import PageRange
from app.core.session import Session
from engine.protocol import ErrorCode

POLL_SECONDS = 0.2
"""How long a Ctrl-C may go unnoticed."""

OPEN_AT_ONCE = 32
"""Documents in the session's list at a time: enough to keep every core busy with small files,
few enough that ten thousand inputs cost no more than these."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted of every document. `pages` None means all; `split` and `right_first` are of double pages."""

    pages: PageRange | None
    again: bool
    split: Mode
    right_first: bool
    export: ExportOptions


class Conversion:
    """Give its `notify` to the session, then call `run` on the main thread."""

    def __init__(
        self,
        jobs: Sequence[Job],
        wish: Wish,
        outlet: Outlet,
        progress: Progress,
        report: Report | None,
        outside: Outside,
    ) -> None:
        self.totals = Totals()
        self.outside = outside
        self.jobs = list(jobs)
        self._wish = wish
        self._cutting = Cutting(wish.split, wish.right_first, self._say_of)
        self._outlet = outlet
        self._progress = progress
        self._report = report
        self._changes: queue.SimpleQueue[Change] = queue.SimpleQueue()
        self._by_path = {job.input.path: job for job in jobs if not job.url}
        self._by_url = {job.url: job for job in jobs if job.url}
        self._by_document: dict[int, list[Job]] = {}
        self._exports: dict[int, deque[tuple[Job, Format]]] = {}
        self._engine_ready = False
        self._engine_problem: Problem | None = None
        self._interrupts = 0
        self._stopped = False  # because the queue is held
        self._status = QueueStatus(paused=False, running=0, waiting=0, done=0, failed=0)
        self._session: Session
        self._waiting = deque(jobs)
        self._under_way: list[Job] = []  # begun and not ended: few, whereas a run may have thousands
        self._past = Counter[str]()  # pages of those that ended
        self._unended = len(self.jobs)
        self._fault: Problem | None = None  # of the session's own: what it was at may never end
        targets: dict[Path, Job] = {}
        for job in jobs:
            target = outlet.target(job, job.formats[0])
            if (earlier := targets.get(target)) is not None:
                job.after, earlier.before = earlier, job
            targets[target] = job

    def notify(self, change: Change) -> None:
        """For the session; any thread."""
        self._changes.put(change)

    def interrupt(self, *_signal: object) -> None:
        """For Ctrl-C: the first one stops, the second leaves at once (the children end when
        this process has)."""
        self._interrupts += 1
        if self._interrupts > 1:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.raise_signal(signal.SIGINT)

    def _say_of(self, document: int, text: str) -> None:
        for job in self._by_document.get(document, [])[:1]:
            self._progress.say(f"{job.name}: {text}")

    def lost(self, name: str, problem: Problem) -> None:
        """An input that is not there at all: it counts as failed, in the report too."""
        self.totals.failed += 1
        self._write(page_line(name, None, None, problem))

    def run(self, session: Session) -> int:
        """Until every job has ended; the exit code."""
        self._session = session
        self._fill()
        while self._unended:
            if self._interrupts:
                session.stop_now()
                return STOPPED
            try:
                self._take(self._changes.get(timeout=POLL_SECONDS))
            except queue.Empty:
                if self.outside.waits:
                    self._show()
                if self._fault is not None and session.wait_idle(POLL_SECONDS):
                    self._end_all(self._fault)  # nothing goes on any more
            self._mind_services()
        if self.outside.held is not None:
            return self.outside.exit_code(self.totals.read)
        if self._engine_problem is not None and not self._engine_ready:
            return NO_ENGINE
        return 0 if all(job.clean for job in self.jobs) else SOME_FAILED

    def _fill(self) -> None:
        under_way = self._unended - len(self._waiting)
        while self._waiting and under_way < OPEN_AT_ONCE:
            job = self._waiting.popleft()
            if not job.ended:
                self._under_way.append(job)
                self._add(job)
                under_way += 1

    def _add(self, job: Job) -> None:
        one = job.input
        if job.url:
            self._session.add_url(job.url, read=False)
            return
        loose = bool(one.parts) and not one.path.is_dir()
        self._session.add(one.parts if loose else [one.path], as_one=bool(one.parts), read=False)

    # ------------------------------------------------------------ services

    def _mind_services(self) -> None:
        expected = sum(len(job.unread) for job in self._under_way)
        opening = any(job.asked is None for job in self._under_way)
        self.outside.answer(self._session, expected, opening, len(self._waiting))
        if self.outside.over and self.outside.held is not None and not self._stopped:
            self._stopped = True
            self._stop(self.outside.held)

    def _stop(self, problem: Problem) -> None:
        """The queue is held: what was read is written, the rest is missing because of `problem`."""
        self._waiting.clear()
        for job in self.jobs:
            if job.ended or job.exporting:
                continue
            if job.document is None or not job.read:
                self._miss(job, problem)
                self._end(job, problem, tell=False)
            else:
                self._miss(job, problem)
                self._export(job)

    def _miss(self, job: Job, problem: Problem) -> None:
        for page in job.unread:
            job.failed[page] = problem
            self.totals.add(None, problem, False)
            self._write(page_line(job.name_given, page, None, problem))

    # ------------------------------------------------------------ changes

    def _take(self, change: Change) -> None:
        self.outside.take(change)
        match change:
            case DocumentsChanged(rows=rows):
                for row in rows:
                    self._row(row)
            case DocumentChanged(row=row):
                self._row(row)
            case DocumentChosen():
                self._chosen(change)
            case DocumentOpened(document=document, pages=pages):
                self._opened(document, pages if self._cutting.opened(document, pages) else None)
            case SpreadsFound():
                self._opened(change.document, self._cutting.found(self._session, change))
            case PagesSplit():
                self._opened(change.document, self._cutting.split(change))
            case PageEnded():
                self._page(change)
            case Exported(document=document, paths=paths):
                self._exported(document, paths)
            case ExportFailed():
                self._exported(change.document, problem=change.problem, target=change.target)
            case EngineStatus():
                self._engine(change)
            case Notice(problem=problem, subject=subject):
                self._notice(problem, subject)
            case QueueStatus():
                self._status = change
                self._show()
            case _:
                return  # what only a window shows

    def _row(self, row: DocumentRow) -> None:
        job = self._by_url.get(row.url) or self._by_path.get(row.path)  # one on the disk may have an address too
        if job is None or job.ended:
            return
        self._bind(job, row.document)
        if row.state is DocumentState.FAILED:
            self._end(job, row.problem or Problem(ErrorCode.INTERNAL))
        elif row.state is DocumentState.NEEDS_PASSWORD:
            self._locked(job, row)
        elif row.state is DocumentState.OPENING:
            job.unlocking = False  # the session has taken up the password

    def _bind(self, job: Job, document: int) -> None:
        if job.document == document:
            return
        if job.document is not None:
            self._by_document[job.document].remove(job)
        job.document = document
        self._by_document.setdefault(document, []).append(job)

    def _locked(self, job: Job, row: DocumentRow) -> None:
        if job.unlocking:
            return  # a row from before the session took up the password
        if not job.passwords:
            self._end(job, row.problem or Problem(ErrorCode.PASSWORD_NEEDED))
            return
        job.unlocking = True
        self._session.unlock(row.document, job.passwords.pop(0))

    def _chosen(self, change: DocumentChosen) -> None:
        """A copy of a document that is in the list, or that was until a moment ago."""
        job = self._by_url.get(change.url) or self._by_path.get(change.path)
        if job is None or job.ended or job.document == change.document:
            return
        others = self._by_document.get(change.document, [])
        if not others or all(one.ended for one in others):
            self._add(job)
            return
        first = others[0]
        self._bind(job, change.document)
        job.asked, job.read, job.failed = first.asked, set(first.read), dict(first.failed)
        self._export(job)

    def _opened(self, document: int, pages: int | None) -> None:
        """Ask for its pages, if it is known how they are counted."""
        if pages is None:
            return
        waiting = [job for job in self._by_document.get(document, []) if job.asked is None and not job.ended]
        try:
            asked = tuple(self._wish.pages.select(pages) if self._wish.pages else range(pages))
        except ProblemError as error:
            for job in waiting:
                self._end(job, error.problem)
            return
        for job in waiting:
            job.asked = asked
        if waiting:
            self._session.read(document, asked, again=self._wish.again)

    def _page(self, change: PageEnded) -> None:
        for job in self._by_document.get(change.document, []):
            if job.asked is None:
                continue
            if change.problem is None:
                job.read.add(change.page)
                job.failed.pop(change.page, None)
            else:
                job.failed[change.page] = change.problem
            self.totals.add(change.reading, change.problem, change.from_library)
            label = self._cutting.label(change.document, change.page)
            self._write(page_line(job.name_given, change.page, change.reading, change.problem, label))
            self._export(job)

    def _engine(self, change: EngineStatus) -> None:
        if change.state == "ready":
            self._engine_ready = True
        if change.state == "failed" and not change.instead:
            self._engine_problem = change.problem or Problem(ErrorCode.ENGINE_UNAVAILABLE, change.detail)
            self._give_up(self._engine_problem)

    def _notice(self, problem: Problem, subject: str) -> None:
        named = [job for path, job in self._by_path.items() if str(path) == subject and not job.ended]
        if problem.code is AppCode.NO_FIGURES:  # all else is written
            if not any(job.failed for job in named):  # else its pages tell of the file already
                self._progress.warn(sentence(problem, named[0].name if named else subject))
            return
        for job in named:
            self._end(job, problem)
        if not named:
            self._progress.warn(sentence(problem, subject))
        if problem.code is ErrorCode.INTERNAL:
            self._fault = problem
        if problem.code is ErrorCode.DISK_FULL:
            self._give_up(problem)  # the session waits for room; nobody is here to make any

    def _end_all(self, problem: Problem) -> None:
        self._waiting.clear()
        for job in self.jobs:
            if not job.ended:
                self._end(job, problem)

    def _give_up(self, problem: Problem) -> None:
        """Where no engine starts, the end of the run says so, once."""
        tell = self._engine_problem is None or self._engine_ready
        for job in self.jobs:
            if not job.ended and not job.exporting:
                self._end(job, problem, tell=tell)

    def _show(self) -> None:
        total = self._past["asked"] + sum(len(job.asked or ()) for job in self._under_way)
        done = self._past["done"] + sum(len(job.read) + len(job.failed) for job in self._under_way)
        documents = (len(self.jobs) - self._unended, len(self.jobs))
        status = self._status
        left = None if self._waiting else status.seconds_left
        self._progress.show(
            Step(
                documents, (done, total), status.pages_per_s, left, status.tokens_per_s, status.acceptance,
                self.outside.cost, self.outside.waits,
            )
        )  # fmt: skip

    # ------------------------------------------------------------ results

    def _export(self, job: Job) -> None:
        """Once all its pages have ended. One export a document at a time: the answers name the
        document only."""
        if job.ended or job.exporting or job.asked is None or job.document is None:
            return
        if len(job.read) + len(job.failed) < len(job.asked) or (job.after and not job.after.ended):
            return
        if not job.read:
            self._end(job, None)
            return
        job.exporting = True
        queued = self._exports.setdefault(job.document, deque())
        queued.extend((job, format) for format in job.formats)
        if len(queued) == len(job.formats):
            self._next_export(job.document)

    def _next_export(self, document: int) -> None:
        job, format = self._exports[document][0]
        options = self._outlet.options(job, self._wish.export)
        self._session.export(document, format, self._outlet.target(job, format), options)

    def _exported(
        self, document: int, paths: Sequence[Path] = (), problem: Problem | None = None, target: Path | None = None
    ) -> None:
        queued = self._exports.get(document)
        if not queued:
            return
        job, format = queued.popleft()
        job.written.extend(paths)
        if not paths and problem is None:
            job.tableless.append(format)
        if problem is not None and target is not None:
            job.problem, job.about = problem, target
        if not any(one is job for one, _ in queued):
            self._end(job, job.problem)
        if queued:
            self._next_export(document)

    def _end(self, job: Job, problem: Problem | None, *, tell: bool = True) -> None:
        if job.ended:
            return  # it was told of while something of it was being written
        job.problem = problem
        job.ended = True
        self._unended -= 1
        self._past.update(asked=len(job.asked or ()), done=len(job.read) + len(job.failed))
        if job in self._under_way:
            self._under_way.remove(job)
        if problem is not None and not job.read and not job.failed:
            self.totals.failed += 1
            self._write(page_line(job.name_given, None, None, problem))
        self._outlet.ended(job)
        if tell:
            (self._progress.say if job.clean else self._progress.warn)(job.line(self._outlet.tells_where))
        self._show()
        if job.before is not None:
            self._export(job.before)
        if job.document is not None and all(one.ended for one in self._by_document[job.document]):
            self._session.remove(job.document)
            del self._by_document[job.document]
            self._exports.pop(job.document, None)
        self._fill()

    def _write(self, line: dict[str, Any]) -> None:
        try:
            if self._report is not None:
                self._report.write(line)
        except ProblemError as error:  # a full disk under the report does not stop the reading
            self._progress.warn(of_error(error))
