# SPDX-License-Identifier: AGPL-3.0-or-later
"""vLLM with the pages it is reading. Everything that it raises is dealt with here."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from PIL import Image

from engine.backends.contract import EngineError, PageEvent
from engine.backends.vllm.arguments import Plan, context, settings
from engine.backends.vllm.causes import explain, says_why
from engine.backends.vllm.core import Core, Piece
from engine.backends.vllm.log import Log
from engine.backends.vllm.readings import FINISHES, make_reading, timed
from engine.backends.vllm.tally import Tally
from engine.backends.vllm.tasks import PREPARED, RUNS, Ahead, Task, count_prompt, watched
from engine.jina_ocr.guard import Guard
from engine.jina_ocr.prompt import PromptWriter, Unroller
from engine.protocol import ErrorCode, Finish, PageFailed, PageRead, PageStarted, PageText, ReadPage

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds that the process which knows why has to say it, after another has failed of it."""


class Reader:
    """Used by the stepping thread, but for `cancel`."""

    def __init__(self, plan: Plan, core: Core, writer: PromptWriter, heard: Log, notify: Callable[[], None]) -> None:
        self._plan, self._core, self._writer, self._heard = plan, core, writer, heard
        self._context = context(plan.options, plan.sizes)
        self._settings = settings(plan)
        self._tasks: dict[int, Task] = {}
        self._ahead = Ahead(self._prepare, notify)

    # ------------------------------------------------------------ pages come and go

    def put(self, job: ReadPage, picture: Image.Image) -> None:
        asked = job.options.get("max_tokens")
        limit = int(asked) if asked is not None else self._plan.options.max_tokens
        task = Task(job, picture, Unroller(self._writer), Tally(self._plan.drafts), max(1, limit))
        if self._plan.options.guard:
            task.guard = watched(task, self._writer)
        self._tasks[job.job] = task
        self._ahead.put(task)

    def cancel(self, job: int) -> None:
        """May be called from any thread; the page is gone after the present step."""
        task = self._tasks.get(job)
        if task is not None:
            task.cancelled = True

    def has_work(self) -> bool:
        """Whether `step` would do something now."""
        tasks = list(self._tasks.values())
        unsaid = any((t.began is not None and not t.announced) or t.cancelled for t in tasks)
        return unsaid or self._ahead.has_done() or self._core.busy()

    def step(self) -> list[PageEvent]:
        """Let pages in, do one step, and tell what happened. Raises EngineError when vLLM is gone."""
        events: list[PageEvent] = self._announce()
        try:
            self._forget_cancelled()
            events += self._let_in()
            pieces = self._core.step() if self._core.busy() else []
            for piece in pieces:
                events += self._take(piece)
        except EngineError:
            raise
        except Exception as error:  # vLLM's edge: whatever breaks a step breaks the engine
            raise self._broken(error) from error
        return events

    def close(self) -> None:
        for task in self._tasks.values():
            task.cancelled = True
        self._ahead.close()
        self._tasks.clear()
        self._core.close()

    # ------------------------------------------------------------ parts of a step

    def _announce(self) -> list[PageEvent]:
        events: list[PageEvent] = []
        for task in self._tasks.values():
            if task.began is not None and not task.announced and not task.cancelled:
                task.announced = True
                events.append(PageStarted(job=task.job.job))
        return events

    def _forget_cancelled(self) -> None:
        gone = [task for task in self._tasks.values() if task.cancelled]
        for task in gone:
            del self._tasks[task.job.job]
        self._core.abort([task.name for task in gone if task.state == RUNS])

    def _prepare(self, task: Task) -> None:
        """On the pictures' thread: the prompt, in vLLM's form. Raises EngineError, or what vLLM raises."""
        task.prompt_tokens = count_prompt(task, self._writer)
        if task.prompt_tokens >= self._context:
            raise EngineError(ErrorCode.PROMPT_TOO_LONG, f"{task.prompt_tokens} of {self._context - 1}")
        ids = [
            *self._writer.before_image(),
            self._plan.sizes.image_token,
            *self._writer.after_image(task.job.prompt),
        ]
        task.prepared = self._core.prepare(ids, task.picture)

    def _let_in(self) -> list[PageEvent]:
        """Hand vLLM the pages that are prepared; it lets them wait where there is no room yet."""
        events: list[PageEvent] = []
        while (task := self._ahead.take()) is not None:
            if task.cancelled:
                self._tasks.pop(task.job.job, None)
                continue
            if not task.announced:
                task.announced = True
                events.append(PageStarted(job=task.job.job))
            error = task.error or self._add(task)
            if error is not None:
                events.append(self._refuse(task, error))
        return events

    def _add(self, task: Task) -> Exception | None:
        """What is wrong with the page, if vLLM does not take it. Raises when vLLM is gone."""
        task.limit = min(task.limit, self._context - task.prompt_tokens)
        try:
            self._core.add(task.name, task.prepared, task.limit)
        except ValueError as error:  # it refuses what does not fit
            return error
        task.prepared = None
        task.state, task.added = RUNS, time.monotonic()
        return None

    def _refuse(self, task: Task, error: Exception) -> PageFailed:
        if isinstance(error, EngineError):
            return self._fail(task, error.code, error.detail)
        log.error("a page could not be prepared", exc_info=error)
        return self._fail(task, ErrorCode.ENGINE_FAILED, f"{type(error).__name__}: {error}"[:300])

    def _take(self, piece: Piece) -> list[PageEvent]:
        """What a page has to say since the last step."""
        task = self._tasks.get(int(piece.name))
        if task is None or task.state == PREPARED:
            return []
        task.first = task.first or time.monotonic()
        task.tally.commit(len(piece.tokens))
        task.tokens += piece.tokens
        text = task.unroller.add(piece.tokens)
        finish = FINISHES.get(piece.finish or "")
        if task.guard is not None:
            finish = self._watch_over(task, task.guard, piece.tokens, finish)
        if finish is not None:
            text += task.unroller.finish()
        events: list[PageEvent] = []
        if piece.tokens and not task.cancelled:
            events.append(PageText(job=task.job.job, text=text, tokens=len(piece.tokens)))
        if finish is not None:
            events.append(self._finish(task, piece, finish))
        elif piece.finish is not None and not task.cancelled:
            events.append(self._fail(task, ErrorCode.ENGINE_FAILED, f"vLLM ended the page: {piece.finish}"))
        return events

    def _watch_over(self, task: Task, guard: Guard, tokens: list[int], finish: Finish | None) -> Finish | None:
        """The guard's judgement goes before vLLM's, but for a page that has ended well."""
        for token in tokens:
            guard.add(token)
        if finish == Finish.STOP:
            return finish
        found = guard.verdict()
        if found is None:
            return finish
        task.keep = found.keep
        if finish is None:
            self._core.abort([task.name])
        return Finish.REPETITION

    def _finish(self, task: Task, piece: Piece, finish: Finish) -> PageRead:
        self._tasks.pop(task.job.job, None)
        task.tally.correct(piece.drafts)
        task.timed = timed(piece.stats)
        reading = make_reading(
            task, finish, self._writer, self._plan.options.model.name, self._settings, self._plan.why_no_drafts
        )
        return PageRead(job=task.job.job, reading=reading)

    def _fail(self, task: Task, code: ErrorCode, detail: str) -> PageFailed:
        self._tasks.pop(task.job.job, None)
        return PageFailed(job=task.job.job, code=code, detail=detail)

    def _broken(self, error: Exception) -> EngineError:
        """The engine cannot go on: why, from the log of its processes. Whatever it is, its pages are
        to be tried again with the next, safer start, hence the code."""
        died = self._core.died  # waits, and meanwhile more is said
        until = time.monotonic() + PATIENCE
        while True:
            self._heard.settle()
            found = explain(self._heard.lines(), error, died=died, ran=True)
            if says_why(found) or time.monotonic() > until:
                break
            time.sleep(0.1)
        return EngineError(ErrorCode.CRASHED, found.detail)
