# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pages on their way to the decoder: pictures are encoded by a thread of their own, one after
the other, while earlier pages are being decoded."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from PIL import Image
from torch import Tensor

from engine.jina_ocr.decode import Page
from engine.jina_ocr.guard import Guard
from engine.jina_ocr.image import count_text_lines, make_views
from engine.jina_ocr.model import JinaOcr, Unwanted
from engine.jina_ocr.prompt import PromptWriter, Unroller
from engine.protocol import ReadPage

CLOSE_LIMIT = 5.0
"""Seconds to wait at the end for the view that is being encoded."""


@dataclass
class Task:
    """One page from command to reading. `error` is what happened while its picture was encoded."""

    job: ReadPage
    picture: Image.Image
    page: Page
    unroller: Unroller
    arrived: float = field(default_factory=time.monotonic)
    began: float | None = None
    first: float | None = None
    announced: bool = False
    cancelled: bool = False
    prompt: Tensor | None = None
    prompt_tokens: int = 0
    error: Exception | None = None
    tried_alone: bool = False  # memory was short, and it had another try
    sent: int = 0  # tokens already said
    lines: int | None = None

    def text_lines(self) -> int:
        """Lines of text on the picture, counted when first asked for."""
        if self.lines is None:
            self.lines = count_text_lines(self.picture)
        return self.lines

    def guard(self, writer: PromptWriter) -> Guard:
        return Guard(lambda: self.unroller.text, writer.text, self.text_lines, writer.cell_marks)


class Ahead:
    """The thread and its queue. `ready` is called on the thread after every page."""

    def __init__(self, model: JinaOcr, writer: PromptWriter, ready: Callable[[], None]) -> None:
        self._model, self._writer, self._ready = model, writer, ready
        self._change = threading.Condition()
        self._waiting: deque[Task] = deque()
        self._done: deque[Task] = deque()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="vision", daemon=True)
        self._thread.start()

    def put(self, task: Task) -> None:
        with self._change:
            self._waiting.append(task)
            self._change.notify_all()

    def take(self) -> Task | None:
        """The next page that has been looked at, if there is one."""
        with self._change:
            return self._done.popleft() if self._done else None

    def has_done(self) -> bool:
        with self._change:
            return bool(self._done)

    def close(self) -> None:
        with self._change:
            self._closing = True
            for task in self._waiting:
                task.cancelled = True
            self._change.notify_all()
        self._thread.join(CLOSE_LIMIT)

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._waiting or self._closing)
                if self._closing:
                    return
                task = self._waiting.popleft()
            try:
                self.look(task)
            except Unwanted:
                continue
            except Exception as error:  # noqa: BLE001 - the edge of a thread: the stepping thread deals with it
                task.error = error
            with self._change:
                self._done.append(task)
            self._ready()

    def look(self, task: Task) -> None:
        """Make the prompt of a page. Raises Unwanted, or what torch raises."""
        task.began = task.began or time.monotonic()
        self._ready()
        began = time.perf_counter()
        looked = self._model.look(
            make_views(task.picture), wanted=lambda: not (task.cancelled or self._closing)
        )
        ids = self._writer.write(task.job.prompt, len(looked))
        task.prompt = self._model.embed_prompt(ids, looked)
        task.prompt_tokens = len(ids)
        task.page.tally.vision += time.perf_counter() - began
