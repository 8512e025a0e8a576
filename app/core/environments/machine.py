# SPDX-License-Identifier: AGPL-3.0-or-later
"""What decides which libraries fit: the system, the processor and the CUDA driver. Asked from the
system and from NVIDIA's driver, without any model library."""

from __future__ import annotations

import importlib
import platform
import sys
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Machine:
    """`system` as sys.platform has it; `processor` is "x86_64" or "arm64", others as they are called.
    `cuda` is the newest CUDA that the driver serves, None without an NVIDIA GPU; `capabilities`
    are those of its GPUs."""

    system: str
    processor: str
    cuda: tuple[int, int] | None = None
    capabilities: tuple[tuple[int, int], ...] = ()


def this_machine() -> Machine:
    """Never fails: what cannot be found out is not there."""
    processor = platform.machine().lower()
    processor = {"amd64": "x86_64", "aarch64": "arm64"}.get(processor, processor)
    cuda, capabilities = _nvidia()
    return Machine(sys.platform, processor, cuda, capabilities)


def _nvidia() -> tuple[tuple[int, int] | None, tuple[tuple[int, int], ...]]:
    try:
        pynvml: Any = importlib.import_module("pynvml")  # it has no types
        pynvml.nvmlInit()
    except Exception:  # noqa: BLE001 - no driver, or one that is broken in a way of its own: no GPU either way
        return None, ()
    try:
        version = pynvml.nvmlSystemGetCudaDriverVersion_v2()
        found = []
        for index in range(pynvml.nvmlDeviceGetCount()):
            major, minor = pynvml.nvmlDeviceGetCudaComputeCapability(pynvml.nvmlDeviceGetHandleByIndex(index))
            found.append((int(major), int(minor)))
        return ((version // 1000, version % 1000 // 10) if found else None), tuple(found)
    except pynvml.NVMLError:
        return None, ()
    finally:
        pynvml.nvmlShutdown()
