# SPDX-License-Identifier: AGPL-3.0-or-later
"""Reads pages with our own implementation of jina-ocr-v1; torch is imported when it is loaded.

The stepping thread decodes up to `batch` pages together; another thread encodes the next page's
picture meanwhile. When memory runs short the batch gets smaller and pages go on where they were.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.backends.contract import EngineError, PageEvent, Report
from engine.backends.transformers.options import Options, parse_options
from engine.jina_ocr.config import CheckpointError
from engine.jina_ocr.depth import MAX_DEPTH
from engine.jina_ocr.image import open_raw
from engine.protocol import Abilities, ErrorCode, PageFailed, ReadPage, Scalar

if TYPE_CHECKING:
    from engine.backends.transformers.reader import Reader

log = logging.getLogger(__name__)

LIBRARIES = ("torch", "transformers", "tokenizers")

PICTURE_SIDE = 1920
"""Pixels of a page picture's long side: more is not seen by the model, but for slides."""


class TransformersBackend:
    """See `engine.backends.contract.Backend`."""

    name = "transformers"

    def __init__(self) -> None:
        self._reader: Reader | None = None
        self._options: Options | None = None
        self._change = threading.Condition()
        self._failed: list[PageFailed] = []

    def load(self, options: Mapping[str, Scalar], report: Report) -> Abilities:
        parsed = parse_options(options)
        missing = [name for name in LIBRARIES if importlib.util.find_spec(name) is None]
        if missing:
            lacking = f'Not installed: {", ".join(missing)}; pip install "copyholder[transformers]".'
            raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, lacking)
        if not parsed.model.is_dir():
            raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, f"There is no model folder {parsed.model}.")
        report("libraries", None)
        _see_only(options.get("gpu"))
        from engine.backends.transformers.reader import Reader, foreign

        began = time.monotonic()
        try:
            self._reader = Reader(parsed, report, self._notify)
        except CheckpointError as error:
            raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, str(error)) from error
        except (RuntimeError, MemoryError) as error:
            raise foreign(error) from error
        self._options = parsed
        log.info("model loaded in %.1f s: %s", time.monotonic() - began, self._reader.settings)
        return Abilities(
            acceptance=self._reader.drafts,
            confidence=True,
            pages_at_once=self._reader.at_once + 1,
            picture_side=PICTURE_SIDE,
            draft_depths=list(range(MAX_DEPTH + 1)) if self._reader.drafts else [0],
        )

    def submit(self, job: ReadPage) -> None:
        reader = self._loaded()
        try:
            if job.picture is None:
                raise ValueError("no picture")
            picture = open_raw(Path(job.picture), job.width, job.height, job.stride)
            reader.put(job, picture)
        except FileNotFoundError:
            self._fail(job, ErrorCode.NOT_FOUND, str(job.picture))
        except (OSError, ValueError) as error:
            self._fail(job, ErrorCode.DAMAGED, str(error))
        except EngineError as error:
            self._fail(job, error.code, error.detail)

    def step(self, timeout: float) -> Sequence[PageEvent]:
        reader = self._loaded()
        with self._change:
            if not self._failed and not reader.has_work():
                self._change.wait(timeout)
            failed, self._failed = self._failed, []
        return [*failed, *reader.step()]

    def cancel(self, job: int) -> None:
        if self._reader is not None:
            self._reader.cancel(job)
        self._notify()

    def close(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.close()

    def memory(self) -> int | None:
        return self._reader.memory() if self._reader is not None else None

    def _loaded(self) -> Reader:
        if self._reader is None:
            raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, "The model is not loaded.")
        return self._reader

    def _fail(self, job: ReadPage, code: ErrorCode, detail: str) -> None:
        with self._change:
            self._failed.append(PageFailed(job=job.job, code=code, detail=detail))
            self._change.notify_all()

    def _notify(self) -> None:
        with self._change:
            self._change.notify_all()


def _see_only(gpu: Scalar) -> None:
    """Of several graphics cards, let CUDA see the one of this UUID; too late once torch is there."""
    if gpu and "torch" not in sys.modules:
        os.environ["CUDA_VISIBLE_DEVICES"] = str(gpu)
