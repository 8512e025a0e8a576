# SPDX-License-Identifier: AGPL-3.0-or-later
"""The passes of a decoding round on a CPU in the quickest way that is ready: NumPy's at once (PyTorch's where
matrices are held in bfloat16, which NumPy does not know), and the compiled ones as soon as they are compiled.

Compiling takes about 30 s of one core, once on a machine, on a thread of its own; what is made is kept
on the disk and loads in a second from then on. Without Numba, on a processor without fused
multiplication, or where compiling fails for whatever reason, the first ones stay.
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

from engine.jina_ocr import plain
from engine.jina_ocr.cache import Cache, Places
from engine.jina_ocr.linear import fuses_multiplications
from engine.jina_ocr.model import JinaOcr
from engine.jina_ocr.passes import Checked, Passes, TorchPasses
from engine.jina_ocr.plain import PlainPasses

log = logging.getLogger(__name__)

SWITCH = "COPYHOLDER_COMPILE"
"""Environment variable: 0 leaves compiled passes out."""


def suits(model: JinaOcr) -> bool:
    """Whether the model is where, and computes in a format, that there are quick ways for."""
    like = model.decoder.newline
    return like.device.type == "cpu" and like.dtype in plain.FORMATS


class QuickestPasses:
    """See `passes.Passes`. Both ways work on the same cache, so that one can follow the other at any
    round."""

    def __init__(self, model: JinaOcr, cache: Cache, places: Places) -> None:
        self._model, self._cache = model, cache
        self._half = model.decoder.head.weight.dtype == torch.bfloat16
        self._present: Passes = (
            PlainPasses(model, cache) if plain.suits(model) else TorchPasses(model, cache, places)
        )
        self._waiting = model.decoder.newline.dtype == torch.float32 and prepare(half=self._half)

    def check(self, rows: Sequence[Sequence[int]], starts: Sequence[int]) -> list[Checked]:
        return self._best().check(rows, starts)

    def draft(
        self, rows: Sequence[Sequence[int]], states: Sequence[Tensor], starts: Sequence[int], depth: int
    ) -> list[list[int]]:
        return self._best().draft(rows, states, starts, depth)

    def _best(self) -> Passes:
        if self._waiting and _compiling[self._half].over.is_set():
            self._waiting = False
            if _compiling[self._half].good:
                from engine.jina_ocr.compiled import CompiledPasses

                self._present = CompiledPasses(self._model, self._cache)
        return self._present


class _Compiling:
    """Happens once in a process for each format. `over` is set when it is done, and `good` says whether it worked."""

    def __init__(self, half: bool) -> None:
        self.half = half
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

            self.good = compiled.warm_up(self.half)
        except Exception:  # a compiler can fail in any way, and the libraries' passes do as well
            log.warning("the passes could not be compiled; the libraries' are used", exc_info=True)
        self.over.set()
        log.info("compiled passes: %s, after %.1f s", "ready" if self.good else "none", time.monotonic() - began)


_compiling = {half: _Compiling(half) for half in (False, True)}


def possible() -> bool:
    """Whether passes can be compiled here, as far as that is known before it is tried."""
    return os.environ.get(SWITCH) != "0" and importlib.util.find_spec("numba") is not None and fuses_multiplications()


def prepare(*, half: bool = False) -> bool:
    """Begin to compile for matrices of float32 or bfloat16 (`half`), if that is possible here and did not begin
    yet. Returns at once."""
    if not possible():
        return False
    _compiling[half].start()
    return True


def wait(seconds: float, *, half: bool = False) -> bool:
    """Whether the compiled passes are ready, after so many seconds at most; for tests and measurements."""
    return prepare(half=half) and _compiling[half].over.wait(seconds) and _compiling[half].good
