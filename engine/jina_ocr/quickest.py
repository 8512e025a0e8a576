# SPDX-License-Identifier: AGPL-3.0-or-later
"""The passes of a decoding round on a CPU in the quickest way that is ready: NumPy's at once, and the
compiled ones as soon as they are compiled.

Compiling takes about 30 s of one core, once on a machine, on a thread of its own; what is made is kept
on the disk and loads in a second from then on. Without Numba, on a processor without fused
multiplication, or where compiling fails for whatever reason, NumPy's passes stay.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import threading
import time
from collections.abc import Sequence

import torch
from torch import Tensor

from engine.jina_ocr.cache import Cache, Places
from engine.jina_ocr.model import JinaOcr
from engine.jina_ocr.passes import Checked, Passes
from engine.jina_ocr.plain import PlainPasses

log = logging.getLogger(__name__)

SWITCH = "COPYHOLDER_COMPILE"
"""Environment variable: 0 leaves compiled passes out."""


class QuickestPasses:
    """See `passes.Passes`. Both ways work on the same cache, so that one can follow the other at any
    round."""

    def __init__(self, model: JinaOcr, cache: Cache, _: Places | None = None) -> None:
        self._model, self._cache = model, cache
        self._present: Passes = PlainPasses(model, cache)
        self._waiting = model.decoder.newline.dtype == torch.float32 and prepare()

    def check(self, rows: Sequence[Sequence[int]], starts: Sequence[int]) -> list[Checked]:
        return self._best().check(rows, starts)

    def draft(
        self, rows: Sequence[Sequence[int]], states: Sequence[Tensor], starts: Sequence[int], depth: int
    ) -> list[list[int]]:
        return self._best().draft(rows, states, starts, depth)

    def _best(self) -> Passes:
        if self._waiting and _compiling.over.is_set():
            self._waiting = False
            if _compiling.good:
                from engine.jina_ocr.compiled import CompiledPasses

                self._present = CompiledPasses(self._model, self._cache)
        return self._present


class _Compiling:
    """Happens once in a process. `over` is set when it is done, and `good` says whether it worked."""

    def __init__(self) -> None:
        self.over = threading.Event()
        self.good = False
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def start(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._compile, name="compile kernels", daemon=True)
                self._thread.start()

    def _compile(self) -> None:
        began = time.monotonic()
        try:
            from engine.jina_ocr import compiled

            self.good = compiled.warm_up()
        except Exception:  # a compiler can fail in any way, and NumPy's passes do as well
            log.warning("the passes could not be compiled; NumPy's are used", exc_info=True)
        self.over.set()
        log.info("compiled passes: %s, after %.1f s", "ready" if self.good else "none", time.monotonic() - began)


_compiling = _Compiling()


def prepare() -> bool:
    """Begin to compile, if that is possible here and did not begin yet. Returns at once."""
    if os.environ.get(SWITCH) == "0" or importlib.util.find_spec("numba") is None:
        return False
    _compiling.start()
    return True


def wait(seconds: float) -> bool:
    """Whether the compiled passes are ready, after so many seconds at most; for tests and measurements."""
    return prepare() and _compiling.over.wait(seconds) and _compiling.good
