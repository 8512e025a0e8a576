# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where the model runs and in which number format; what memory there is. Needs torch."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch

from engine.backends.contract import EngineError
from engine.jina_ocr.plain import times
from engine.protocol import ErrorCode

DTYPES = {"bfloat16": torch.bfloat16, "float16": torch.float16, "float32": torch.float32}

BF16_CAPABILITY = (8, 0)
"""CUDA compute capability from which bfloat16 is computed natively."""

FP16_CAPABILITY = (7, 0)
"""... and float16 at full speed; older cards are no faster with it than with float32."""

HEADROOM = 1.25
"""Weights times this must fit into the free memory."""

TRIAL = (48, 2048, 1024)
"""Matrices of the trial of a CPU's formats: more bytes than any cache holds."""


def choose_device(wanted: str) -> torch.device:
    """`wanted` is "auto" or a device's name. Raises EngineError(ENGINE_UNAVAILABLE)."""
    if wanted == "auto":
        if torch.cuda.is_available():
            return torch.device("cuda")
        return torch.device("mps" if torch.backends.mps.is_available() else "cpu")
    try:
        device = torch.device(wanted)
    except RuntimeError as error:
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, f"There is no device {wanted!r}.") from error
    there = {"cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available(), "cpu": True}
    if not there.get(device.type, False):
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, f"This computer, or its PyTorch, has no {wanted}.")
    return device


@dataclass(frozen=True)
class Formats:
    """What is computed with; `held` is what matrices are held in where that is another (see `jina_ocr.linear`)."""

    computed: torch.dtype
    held: torch.dtype | None = None

    @property
    def name(self) -> str:
        """The one that is asked for by name."""
        return str(self.held or self.computed).removeprefix("torch.")


def choose_formats(
    wanted: str, device: torch.device, parameters: int, stored: Collection[torch.dtype], *, compiled: bool
) -> Formats:
    """`wanted` is "auto" or a format's name; `parameters` of the model decide where memory is short. `compiled`:
    whether passes will be compiled for a CPU, which then computes in float32 with bfloat16 as it is `stored`: the
    results of float32 for half the bytes to be read. Raises EngineError(ENGINE_UNAVAILABLE)."""
    if wanted != "auto" and wanted not in DTYPES:
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, f"There is no number format {wanted!r}.")
    if device.type == "cpu":
        dtype = DTYPES[wanted] if wanted != "auto" else cpu_dtype(parameters, stored, compiled=compiled)
        return Formats(torch.float32, dtype) if dtype == torch.bfloat16 and compiled else Formats(dtype)
    if wanted != "auto":
        return Formats(DTYPES[wanted])
    if device.type == "cuda":
        return Formats(cuda_dtype(torch.cuda.get_device_capability(device)))
    return Formats(torch.bfloat16 if torch.backends.mps.is_macos_or_newer(14, 0) else torch.float16)


def cpu_dtype(parameters: int, stored: Collection[torch.dtype], *, compiled: bool) -> torch.dtype:
    """The format for a CPU; nothing that is stored is rounded unless memory is short."""
    free = free_memory()
    if free is not None and parameters * torch.float32.itemsize * HEADROOM > free:
        return torch.bfloat16
    if compiled:
        return torch.bfloat16 if set(stored) == {torch.bfloat16} else torch.float32
    return faster_on_cpu()


def cuda_dtype(capability: tuple[int, int]) -> torch.dtype:
    """The format for a compute capability."""
    if capability >= BF16_CAPABILITY:
        return torch.bfloat16
    return torch.float16 if capability >= FP16_CAPABILITY else torch.float32


@torch.inference_mode()
def faster_on_cpu() -> torch.dtype:
    """bfloat16 or float32, whichever reads matrices faster for one token, each in the way that decoding does where
    nothing is compiled; takes about 0.2 s."""
    matrices = torch.ones(TRIAL)
    halves = matrices.bfloat16()
    one = torch.ones(1, TRIAL[2])
    ways: dict[torch.dtype, tuple[Sequence[Any], Callable[[Any], object]]] = {
        torch.bfloat16: (list(halves), partial(torch.nn.functional.linear, one.bfloat16())),
        torch.float32: (list(matrices.numpy()), partial(times, one.numpy())),
    }
    seconds = {}
    for dtype, (trial, multiply) in ways.items():
        multiply(trial[0])
        began = time.perf_counter()
        for matrix in trial:
            multiply(matrix)
        seconds[dtype] = time.perf_counter() - began
    return min(seconds, key=lambda dtype: seconds[dtype])


def free_memory() -> int | None:
    """Bytes of main memory that programs can still have; None where the system does not tell."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        return None
    return None


def used_memory(device: torch.device) -> int | None:
    """Bytes that this program holds, the device's included."""
    own = None
    try:
        own = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        pass
    if device.type == "cuda":
        return (own or 0) + torch.cuda.memory_reserved(device)
    if device.type == "mps":
        return (own or 0) + int(torch.mps.driver_allocated_memory())
    return own


def is_out_of_memory(error: BaseException) -> bool:
    """Whether a library's exception says that memory is short; on a CPU it is a plain RuntimeError."""
    if isinstance(error, torch.OutOfMemoryError | MemoryError):
        return True
    return isinstance(error, RuntimeError) and "not enough memory" in str(error)


def give_memory_back(device: torch.device) -> None:
    """Return what is cached for later to the device."""
    if device.type == "cuda":
        torch.cuda.empty_cache()
    elif device.type == "mps":
        torch.mps.empty_cache()
