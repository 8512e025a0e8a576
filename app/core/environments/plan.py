# SPDX-License-Identifier: AGPL-3.0-or-later
"""What to install for a machine: a pure function from its facts to steps. The releases are pinned,
in resources/engines; which build of PyTorch goes with which hardware stands here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.core.environments.machine import Machine
from app.core.environments.words import InstallCode, InstallProblem
from engine import protocol

ENGINES = ("transformers", "vllm")

TORCH = "2.13.0"

WHEELS = "https://download.pytorch.org/whl"
"""PyTorch's own index: the general one has a single build for each system."""

CUDA_TAGS = {"cuda12": "cu126", "cuda13": "cu130"}
OLDEST_FOR_13 = (7, 5)
"""Compute capability (Turing) from which CUDA 13 works; older GPUs need CUDA 12."""

BLACKWELL = (10, 0)
"""Compute capability from which the build for CUDA 12.6 has no code: these GPUs need CUDA 13."""

ROOT = Path(protocol.__file__).resolve().parents[1]
SETS = ROOT / "resources" / "engines"
"""Part of the installed program, unlike what is in packaging/."""


@dataclass(frozen=True, slots=True)
class Step:
    """One call of the tool. `what` are requirements, or a file of them; `index` replaces the general
    index; `alone` installs nothing that they depend on (all is named)."""

    title: str
    what: tuple[str, ...] = ()
    file: Path | None = None
    index: str = ""
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """`disk` is bytes that the environment takes, about; `torch_backend` is uv's name for the build
    of PyTorch."""

    engine: str
    hardware: str
    steps: tuple[Step, ...]
    disk: int
    torch_backend: str


@dataclass(frozen=True, slots=True)
class _Set:
    """A file that names all that is needed. `torch`: whether PyTorch is a step of its own before it."""

    file: str
    disk: float
    torch: bool = True


_SETS = {
    ("transformers", "cpu"): _Set("transformers.txt", 1.6e9),
    ("transformers", "mps"): _Set("transformers.txt", 1.2e9),
    ("transformers", "cuda12"): _Set("transformers.txt", 6.5e9),
    ("transformers", "cuda13"): _Set("transformers.txt", 6.5e9),
    ("vllm", "cpu"): _Set("vllm-cpu.txt", 3.6e9),
    ("vllm", "cuda13"): _Set("vllm-cuda13.txt", 12e9, torch=False),
}


def plan(engine: str, machine: Machine, hardware: str = "auto") -> Plan:
    """The steps for an engine. Raises InstallProblem(NO_SET) with the reason."""
    chosen = best(engine, machine) if hardware == "auto" else hardware
    if reason := _unfit(engine, machine, chosen):
        raise InstallProblem(InstallCode.NO_SET, reason)
    kind = _SETS[engine, chosen]
    file = find_set(kind.file)
    if file is None:
        raise InstallProblem(InstallCode.NO_SET, f"this version has no tested libraries of {engine} for {chosen}")
    steps = [_torch(machine, chosen)] if kind.torch else []
    steps.append(Step(f"libraries of {engine}", file=file, alone=True))
    return Plan(engine, chosen, tuple(steps), int(kind.disk), CUDA_TAGS.get(chosen, "cpu"))


def best(engine: str, machine: Machine) -> str:
    """The fastest hardware of a machine that the engine has libraries for: cuda13, cuda12, mps or cpu."""
    if machine.cuda is not None and machine.system in ("linux", "win32"):
        if any(capability >= BLACKWELL for capability in machine.capabilities):
            return "cuda13"  # where the driver is too old for it, that is said
        old = any(capability < OLDEST_FOR_13 for capability in machine.capabilities)
        if machine.cuda >= (13, 0) and not old:
            return "cuda13"
        if machine.cuda >= (12, 0) and engine == "transformers":
            return "cuda12"
    if machine.system == "darwin" and machine.processor == "arm64" and engine == "transformers":
        return "mps"
    return "cpu"


def find_set(name: str) -> Path | None:
    """A file of pinned releases; None if this version has none of that name."""
    return SETS / name if (SETS / name).is_file() else None


def _unfit(engine: str, machine: Machine, hardware: str) -> str:
    """Why this cannot be; empty if it can."""
    if engine == "vllm" and machine.system != "linux":
        return "vLLM needs Linux (on Windows: WSL2)"
    if (engine, hardware) not in _SETS:
        return f"{engine} has no libraries for {hardware}"
    if machine.system == "darwin" and machine.processor != "arm64":
        return "PyTorch has no builds for Macs with Intel processors any more"
    if hardware == "mps" and machine.system != "darwin":
        return "mps is for Apple processors"
    if hardware.startswith("cuda"):
        return _no_cuda(machine, hardware)
    if machine.processor not in (("x86_64",) if engine == "vllm" else ("x86_64", "arm64")):
        return f"{engine} has no libraries for {machine.processor} processors"
    return ""


def _no_cuda(machine: Machine, hardware: str) -> str:
    wanted = int(hardware.removeprefix("cuda"))
    if machine.cuda is None or machine.system not in ("linux", "win32"):
        return "there is no NVIDIA GPU with a working driver"
    if machine.cuda < (wanted, 0):
        return f"the NVIDIA driver serves CUDA {machine.cuda[0]}.{machine.cuda[1]} only, update it for CUDA {wanted}"
    if wanted == 12 and machine.capabilities and all(one >= BLACKWELL for one in machine.capabilities):
        return "the NVIDIA GPU is newer than CUDA 12.6: install driver 580 or newer, which knows CUDA 13"
    return ""


def _torch(machine: Machine, hardware: str) -> Step:
    """PyTorch in the build for the hardware. On a CPU all that it needs is in the engine's file; for
    CUDA it brings NVIDIA's libraries with it."""
    tag = CUDA_TAGS.get(hardware, "cpu")
    if machine.system == "darwin":
        return Step("PyTorch", (f"torch=={TORCH}",), alone=True)
    return Step("PyTorch", (f"torch=={TORCH}+{tag}",), index=f"{WHEELS}/{tag}", alone=tag == "cpu")
