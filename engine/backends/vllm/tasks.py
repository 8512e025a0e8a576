# SPDX-License-Identifier: AGPL-3.0-or-later
"""One page from command to reading, and the thread that prepares pictures ahead of vLLM."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from engine.backends.vllm.tally import Tally
from engine.jina_ocr.guard import Guard
from engine.jina_ocr.image import choose_grid, count_text_lines, image_tokens
from engine.jina_ocr.prompt import PromptWriter, Unroller
from engine.protocol import ReadPage, Seconds

CLOSE_LIMIT = 2.0
"""Seconds to wait at the end for the picture that is being prepared."""

WAITS, PREPARED, RUNS = "waits", "prepared", "runs"


@dataclass
class Task:
    """`state` is where the page is. Times are `time.monotonic()`. `prepared` is vLLM's own form of
    the prompt, `error` what happened while it was made."""

    job: ReadPage
    picture: Image.Image
    unroller: Unroller
    tally: Tally
    limit: int
    arrived: float = field(default_factory=time.monotonic)
    began: float | None = None
    added: float | None = None
    first: float | None = None
    announced: bool = False
    cancelled: bool = False
    state: str = WAITS
    prompt_tokens: int = 0
    prepared: Any = None
    error: Exception | None = None
    tokens: list[int] = field(default_factory=list)
    guard: Guard | None = None
    keep: int | None = None
    lines: int | None = None
    timed: Seconds = field(default_factory=Seconds)

    @property
    def name(self) -> str:
        """What vLLM calls it."""
        return str(self.job.job)

    def text_lines(self) -> int:
        """Lines of text on the picture, counted when first asked for."""
        if self.lines is None:
            self.lines = count_text_lines(self.picture)
        return self.lines


def watched(task: Task, writer: PromptWriter) -> Guard:
    """The guard against loops for a page. It bans nothing here: vLLM takes no logits processor
    together with drafts."""
    return Guard(lambda: task.unroller.text, writer.text, task.text_lines, writer.cell_marks)


def count_prompt(task: Task, writer: PromptWriter) -> int:
    """Positions of the whole prompt, the picture's included."""
    picture = image_tokens(choose_grid(*task.picture.size))
    return len(writer.before_image()) + picture + len(writer.after_image(task.job.prompt))


class Ahead:
    """The thread and its queue. `prepare` makes a page ready; `ready` is called after each one."""

    def __init__(self, prepare: Callable[[Task], None], ready: Callable[[], None]) -> None:
        self._prepare, self._ready = prepare, ready
        self._change = threading.Condition()
        self._waiting: deque[Task] = deque()
        self._done: deque[Task] = deque()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="pictures", daemon=True)
        self._thread.start()

    def put(self, task: Task) -> None:
        with self._change:
            self._waiting.append(task)
            self._change.notify_all()

    def take(self) -> Task | None:
        """The next page that is ready, if there is one."""
        with self._change:
            return self._done.popleft() if self._done else None

    def has_done(self) -> bool:
        with self._change:
            return bool(self._done)

    def close(self) -> None:
        with self._change:
            self._closing = True
            self._change.notify_all()
        self._thread.join(CLOSE_LIMIT)

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._waiting or self._closing)
                if self._closing:
                    return
                task = self._waiting.popleft()
            if task.cancelled:
                continue
            task.began = time.monotonic()
            self._ready()
            try:
                self._prepare(task)
            except Exception as error:  # noqa: BLE001 - the edge of a thread: the stepping thread deals with it
                task.error = error
            task.state = PREPARED
            with self._change:
                self._done.append(task)
            self._ready()
