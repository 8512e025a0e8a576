# SPDX-License-Identifier: AGPL-3.0-or-later
"""Reads pages with vLLM; it and torch are imported when it is loaded, after a look at the machine."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.backends.contract import EngineError, PageEvent, Report
from engine.backends.vllm.memory import Memory
from engine.backends.vllm.options import parse_options
from engine.jina_ocr.config import CheckpointError
from engine.jina_ocr.image import open_raw
from engine.protocol import Abilities, ErrorCode, PageFailed, ReadPage, Scalar

if TYPE_CHECKING:
    from engine.backends.vllm.start import Started

log = logging.getLogger(__name__)

PICTURE_SIDE = 1920
"""Pixels of a page picture's long side: more is not seen by the model, but for slides."""

AHEAD = 2
"""Pages beyond those in flight that are taken in: their pictures are prepared meanwhile."""

MOST_ATTEMPTS = 1
"""Breakdowns after which it is started once more, with safer settings; after the next it is out."""


class VllmBackend:
    """See `engine.backends.contract.Backend`."""

    name = "vllm"

    def __init__(self) -> None:
        self._started: Started | None = None
        self._change = threading.Condition()
        self._failed: list[PageFailed] = []
        self._memory: Memory | None = None

    def load(self, options: Mapping[str, Scalar], report: Report) -> Abilities:
        parsed = parse_options(options)
        if parsed.attempt > MOST_ATTEMPTS:
            raise EngineError(
                ErrorCode.ENGINE_UNAVAILABLE, "vLLM broke down, also with safer settings: choose another engine."
            )
        from engine.backends.vllm.start import start

        began = time.monotonic()
        try:
            self._started = start(parsed, report, self._notify)
        except CheckpointError as error:
            raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, str(error)) from error
        self._memory = Memory()
        plan = self._started.plan
        log.info("vLLM started in %.1f s: %s", time.monotonic() - began, plan)
        return Abilities(
            acceptance=plan.drafts > 0,
            pages_at_once=plan.size.pages + AHEAD,
            picture_side=PICTURE_SIDE,
            draft_depths=[plan.drafts],
        )

    def submit(self, job: ReadPage) -> None:
        reader = self._loaded().reader
        try:
            if job.picture is None:
                raise ValueError("no picture")
            picture = open_raw(Path(job.picture), job.width, job.height, job.stride)
            reader.put(job, picture)
        except FileNotFoundError:
            self._fail(job, ErrorCode.NOT_FOUND, str(job.picture))
        except (OSError, ValueError) as error:
            self._fail(job, ErrorCode.DAMAGED, str(error))

    def step(self, timeout: float) -> Sequence[PageEvent]:
        reader = self._loaded().reader
        with self._change:
            if not self._failed and not reader.has_work():
                self._change.wait(timeout)
            failed, self._failed = self._failed, []
        return [*failed, *reader.step()]

    def cancel(self, job: int) -> None:
        started = self._started
        if started is not None:
            started.reader.cancel(job)
        self._notify()

    def close(self) -> None:
        started, self._started = self._started, None
        if started is not None:
            started.close()

    def memory(self) -> int | None:
        return self._memory.resident() if self._memory is not None else None

    def _loaded(self) -> Started:
        if self._started is None:
            raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, "vLLM is not started.")
        return self._started

    def _fail(self, job: ReadPage, code: ErrorCode, detail: str) -> None:
        with self._change:
            self._failed.append(PageFailed(job=job.job, code=code, detail=detail))
            self._change.notify_all()

    def _notify(self) -> None:
        with self._change:
            self._change.notify_all()
