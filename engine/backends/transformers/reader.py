# SPDX-License-Identifier: AGPL-3.0-or-later
"""The loaded model with the pages it is reading. Everything torch raises is dealt with here."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import torch
from PIL import Image

from engine.backends.contract import EngineError, PageEvent, Report
from engine.backends.transformers.ahead import Ahead, Task
from engine.backends.transformers.device import (
    Formats,
    choose_device,
    choose_formats,
    give_memory_back,
    is_out_of_memory,
    used_memory,
)
from engine.backends.transformers.options import Options
from engine.backends.transformers.readings import make_reading
from engine.jina_ocr import quickest
from engine.jina_ocr.config import Sizes, load_sizes
from engine.jina_ocr.decode import Batch, NotNumbers, Page
from engine.jina_ocr.image import MAX_TILES, image_tokens
from engine.jina_ocr.model import JinaOcr
from engine.jina_ocr.names import expected
from engine.jina_ocr.prompt import PromptWriter, Unroller
from engine.jina_ocr.weights import stored_formats
from engine.protocol import ErrorCode, PageFailed, PageRead, PageStarted, PageText, ReadPage, Scalar

log = logging.getLogger(__name__)

INSTRUCTION_ROOM = 800
"""Tokens that an instruction may have, beside the picture's."""

AUTOMATIC_BATCH = {"cuda": 4, "mps": 2, "cpu": 1}
"""Pages decoded together. On a CPU a second page reads almost as many experts again."""


class Reader:
    """Used by the stepping thread, but for `cancel`."""

    def __init__(self, options: Options, report: Report, notify: Callable[[], None]) -> None:
        """Loads the model. Raises CheckpointError, EngineError, or what torch raises."""
        sizes = load_sizes(options.model)
        self._options = options
        self.device = choose_device(options.device)
        if options.threads:
            torch.set_num_threads(options.threads)
        parameters = sum(torch.Size(shape).numel() for shape in expected(sizes).values())
        self._formats = choose_formats(
            options.dtype, self.device, parameters, stored_formats(options.model, sizes),
            compiled=quickest.possible() and not options.compile,
        )  # fmt: skip
        self._writer = PromptWriter(options.model, sizes)
        self._model = _load(options, self._formats, self.device, report)
        self.drafts = self._model.draft is not None
        self.at_once = options.batch or AUTOMATIC_BATCH[self.device.type]
        self._batch = self._roomy_batch(sizes)
        self._tasks: dict[int, Task] = {}
        self._decoding: list[Task] = []
        self._stalled: list[Task] = []  # dropped from the batch, to go on when there is room
        self._ahead = Ahead(self._model, self._writer, notify)

    @property
    def settings(self) -> dict[str, Scalar]:
        return {
            "device": str(self.device),
            "dtype": self._formats.name,
            "draft_tokens": self._options.draft_tokens,
            "max_tokens": self._options.max_tokens,
            "guard": self._options.guard,
        }

    # ------------------------------------------------------------ pages come and go

    def put(self, job: ReadPage, picture: Image.Image) -> None:
        """Raises EngineError if the page asks for what cannot be."""
        limit = int(job.options.get("max_tokens") or self._options.max_tokens)
        advised = self._model.sizes.draft_depth
        depth = self._options.depth(
            job.options.get("draft_tokens"), on_cpu=self.device.type == "cpu", advised=advised
        )
        page = Page(job.job, 0, max(1, limit), depth, self._model.sizes.eos)
        task = Task(job, picture, page, Unroller(self._writer))
        if self._options.guard:
            page.guard = task.guard(self._writer)
        self._tasks[job.job] = task
        self._ahead.put(task)

    def cancel(self, job: int) -> None:
        """May be called from any thread; the page is gone after the present step."""
        task = self._tasks.get(job)
        if task is not None:
            task.cancelled = True

    def has_work(self) -> bool:
        """Whether `step` would do something now."""
        unsaid = any(t.began is not None and not t.announced for t in list(self._tasks.values()))
        return bool(self._decoding or self._stalled or unsaid or self._ahead.has_done())

    def step(self) -> list[PageEvent]:
        """Let pages in, decode one round, and tell what happened."""
        events: list[PageEvent] = self._announce()
        self._forget_cancelled()
        try:
            before = len(self._decoding)
            events += self._let_in()
            if self._batch.pages and len(self._decoding) == before:  # else first tokens are told at once
                self._batch.step()
        except (RuntimeError, MemoryError) as error:
            if not is_out_of_memory(error):
                raise foreign(error) from error
            events += self._shrink()
        for task in list(self._decoding):
            events += self._tell(task)
        return events

    def close(self) -> None:
        for task in self._tasks.values():
            task.cancelled = True
        self._ahead.close()
        self._tasks.clear()
        self._decoding.clear()
        del self._batch, self._model
        give_memory_back(self.device)

    def memory(self) -> int | None:
        return used_memory(self.device)

    # ------------------------------------------------------------ parts of a step

    def _announce(self) -> list[PageEvent]:
        events: list[PageEvent] = []
        for task in self._tasks.values():
            if task.began is not None and not task.announced and not task.cancelled:
                task.announced = True
                events.append(PageStarted(job=task.job.job))
        return events

    def _forget_cancelled(self) -> None:
        for task in [task for task in self._tasks.values() if task.cancelled]:
            del self._tasks[task.job.job]
            if task in self._stalled:
                self._stalled.remove(task)
            if task in self._decoding:
                self._decoding.remove(task)
                self._batch.drop(task.page)

    def _let_in(self) -> list[PageEvent]:
        """Pages whose pictures are encoded, as many as there is room for."""
        events: list[PageEvent] = []
        while len(self._batch.pages) < self._batch.capacity:
            task = self._stalled.pop(0) if self._stalled else self._ahead.take()
            if task is None:
                break
            if task.cancelled:
                continue
            if task.error is not None:
                events += self._after_error(task, task.error)
                continue
            events += self._admit(task)
        return events

    def _admit(self, task: Task) -> list[PageEvent]:
        assert task.prompt is not None
        room = self._batch.positions - task.prompt_tokens
        if room < 1:
            had = f"{task.prompt_tokens} of {self._batch.positions - 1}"
            return [self._fail(task, ErrorCode.PROMPT_TOO_LONG, had)]
        task.page.limit = min(task.page.limit, room)
        self._decoding.append(task)
        try:
            self._batch.admit(task.page, task.prompt)
        except NotNumbers:
            self._decoding.remove(task)
            why = "The model's weights, or its number format, give values that are no numbers."
            return [self._fail(task, ErrorCode.ENGINE_FAILED, why)]
        task.first = task.first or time.monotonic()
        return []

    def _after_error(self, task: Task, error: Exception) -> list[PageEvent]:
        """A picture could not be encoded. If memory was short, once more when nothing else runs."""
        if is_out_of_memory(error):
            give_memory_back(self.device)
            if not task.tried_alone:
                task.tried_alone, task.error = True, None
                self._ahead.put(task)
                return []
            return [self._fail(task, ErrorCode.OUT_OF_MEMORY, "")]
        log.error("a picture could not be encoded", exc_info=error)
        return [self._fail(task, ErrorCode.ENGINE_FAILED, f"{type(error).__name__}: {error}"[:300])]

    def _tell(self, task: Task) -> list[PageEvent]:
        """What a page has to say since the last step."""
        page, job = task.page, task.job.job
        fresh, sure = page.tokens[task.sent :], page.probabilities[task.sent :]
        task.sent = len(page.tokens)
        text = task.unroller.add(fresh)
        events: list[PageEvent] = []
        if page.finish is not None:
            text += task.unroller.finish()
        if fresh:
            events.append(PageText(job=job, text=text, tokens=len(fresh), confidence=sum(sure) / len(sure)))
        if page.finish is not None:
            self._decoding.remove(task)
            self._tasks.pop(job, None)
            reading = make_reading(task, self._writer, self._options.model.name, self.settings)
            events.append(PageRead(job=job, reading=reading))
        return events

    def _fail(self, task: Task, code: ErrorCode, detail: str) -> PageFailed:
        self._tasks.pop(task.job.job, None)
        return PageFailed(job=task.job.job, code=code, detail=detail)

    # ------------------------------------------------------------ memory

    def _roomy_batch(self, sizes: Sizes) -> Batch:
        """A batch of `at_once` pages, or of as many as there is memory for."""
        longest = max(image_tokens((c, r)) for c in range(1, MAX_TILES + 1) for r in (1, MAX_TILES // c))
        positions = min(sizes.positions, longest + INSTRUCTION_ROOM + self._options.max_tokens)
        while True:
            try:
                return Batch(self._model, self.at_once, positions, compiler=self._options.compile or None)
            except (RuntimeError, MemoryError) as error:
                if not is_out_of_memory(error) or self.at_once == 1:
                    raise
            self.at_once = max(1, self.at_once // 2)
            give_memory_back(self.device)

    def _shrink(self) -> list[PageEvent]:
        """Memory ran out in a step: go on with half as many pages; a page alone fails."""
        events: list[PageEvent] = []
        waiting = [task for task in self._decoding if task.page.finish is None]
        self._decoding = [task for task in self._decoding if task.page.finish is not None]
        if self._batch.capacity == 1:
            events += [self._fail(task, ErrorCode.OUT_OF_MEMORY, "") for task in waiting]
            waiting = []
        self.at_once = max(1, self._batch.capacity // 2)
        log.info("memory is short: %d pages at once from now on", self.at_once)
        del self._batch
        give_memory_back(self.device)
        for task in waiting:
            task.page.states = None
        self._stalled = waiting + self._stalled
        self._batch = self._roomy_batch(self._model.sizes)
        return events


def _load(options: Options, formats: Formats, device: torch.device, report: Report) -> JinaOcr:
    told = -1

    def progress(done: float) -> None:
        nonlocal told
        if int(done * 50) > told:
            told = int(done * 50)
            report("weights", done)

    return JinaOcr.from_pretrained(
        options.model, dtype=formats.computed, held=formats.held, device=device, progress=progress
    )


def foreign(error: BaseException) -> EngineError:
    """What torch raised, as the one exception that leaves a backend."""
    if is_out_of_memory(error):
        return EngineError(ErrorCode.OUT_OF_MEMORY, "")
    return EngineError(ErrorCode.ENGINE_FAILED, f"{type(error).__name__}: {error}"[:300])
