# SPDX-License-Identifier: AGPL-3.0-or-later
"""May vLLM be started here? Decided from facts alone, before torch or vLLM is imported; every
refusal is a reason in words, so that the next engine can be started and the user knows why."""

from __future__ import annotations

import os
from dataclasses import dataclass

from engine.backends.contract import EngineError
from engine.backends.vllm.machine import Gpu, Machine, Version, numbers
from engine.protocol import ErrorCode

TESTED = "tested"
UNTESTED = "untested"
PROBE = "probe"

VERSIONS: tuple[tuple[Version, str, str], ...] = (
    ((0, 0), "refused", "it cannot draft with this model; version 0.29 or newer is needed"),
    ((0, 21), "refused", "this program was not tested with it; version 0.29 or newer is needed"),
    ((0, 29), TESTED, ""),
    ((0, 30), PROBE, "it is reported not to run this model; install 0.32"),
    ((0, 31), UNTESTED, ""),
    ((0, 32), TESTED, ""),
    ((0, 33), UNTESTED, ""),
)
"""What is known of vLLM from each version on: the standing, and what a refusal says. `probe`: refused
unless its parts turn out to fit. 0.21 is the vendor's minimum; 0.29 is the first that counts the
drafts of every page (https://docs.vllm.ai, per_request_spec_decode_metrics)."""

BF16_CAPABILITY = (8, 0)
"""Compute capability from which a card computes in bfloat16, the model's own format."""

OLDEST_CAPABILITY = (7, 0)
"""vLLM has no kernels for older cards (https://github.com/vllm-project/vllm/issues/1284)."""


@dataclass(frozen=True)
class Go:
    """It may be tried: `kind` is "cuda" or "cpu", `gpu` the card. `standing` of the version."""

    kind: str
    gpu: Gpu | None
    standing: str


def judge(machine: Machine, dtype: str = "auto", visible: str | None = None) -> Go:
    """Raises EngineError(ENGINE_UNAVAILABLE). `visible` is CUDA_VISIBLE_DEVICES, if it is set."""
    _system(machine)
    standing = _version(machine.vllm)
    if machine.build == "cpu":
        return Go("cpu", None, standing)
    if machine.build != "cuda":
        raise refused(f"vLLM for {machine.build} is installed; this program was tested with CUDA and processors only.")
    _driver(machine)
    gpu = _card(machine, dtype, visible)
    _compiler(machine)
    return Go("cuda", gpu, standing)


def _system(machine: Machine) -> None:
    if machine.system == "win32":
        raise refused("vLLM does not run on Windows itself; start Copyholder inside WSL2 to use it.")
    if machine.system != "linux":
        raise refused("vLLM needs Linux with an NVIDIA card; the transformers engine runs here.")
    if machine.wsl == 1:
        raise refused("This is WSL1, which has no graphics cards; convert it with `wsl --set-version NAME 2`.")


def _version(version: str | None) -> str:
    if version is None:
        raise refused("vLLM is not installed in the engine's environment: copyholder engines install vllm.")
    known = [entry for entry in VERSIONS if entry[0] <= numbers(version)]
    _, standing, why = known[-1] if known else VERSIONS[0]
    if standing == "refused":
        raise refused(f"vLLM {version} is installed; {why}.")
    return standing


def refuse_version(version: str | None, found: str) -> EngineError:
    """What to raise when a version on probation did not pass: `found` is what was wrong."""
    known = [why for since, _, why in VERSIONS if since <= numbers(version or "")]
    return refused(f"vLLM {version} is installed; {known[-1]} ({found}).")


def _driver(machine: Machine) -> None:
    if machine.driver_problem:
        hint = "restart Windows after updating its NVIDIA driver" if machine.wsl else "install or repair the driver"
        raise refused(f"The NVIDIA driver does not answer ({machine.driver_problem}); {hint}.")
    if not machine.gpus:
        raise refused("There is no NVIDIA card in this machine.")
    needed, has = machine.cuda, machine.driver_cuda
    if needed and has and has[0] < needed[0]:
        raise refused(
            f"The NVIDIA driver {machine.driver} knows CUDA {_dotted(has)}, the installed vLLM needs "
            f"{_dotted(needed)}; update the driver."
        )


def _card(machine: Machine, dtype: str, visible: str | None) -> Gpu:
    """The card to use: of those that fit, the one with most free memory."""
    seen = visible_cards(machine.gpus, visible)
    if not seen:
        raise refused(f"CUDA_VISIBLE_DEVICES={visible} leaves no card to use.")
    capable = [gpu for gpu in seen if gpu.capability >= BF16_CAPABILITY]
    if capable:
        return max(capable, key=lambda gpu: gpu.free)
    best = max(seen, key=lambda gpu: gpu.capability)
    if best.capability < OLDEST_CAPABILITY:
        has = _dotted(best.capability)
        raise refused(f"The {best.name} is too old for vLLM (compute capability {has}, 7.0 needed).")
    if dtype in ("float16", "float32"):  # asked for on purpose
        return best
    raise refused(
        f"The {best.name} cannot compute in bfloat16 (compute capability {_dotted(best.capability)}, 8.0 needed), "
        "and float16 was not tested with this model."
    )


def visible_cards(gpus: tuple[Gpu, ...], visible: str | None) -> tuple[Gpu, ...]:
    """Those that CUDA_VISIBLE_DEVICES lets through: numbers by PCI bus, or the driver's own names."""
    if visible is None:
        return gpus
    found: list[Gpu] = []
    for name in (part.strip() for part in visible.split(",")):
        match = [gpu for gpu in gpus if name and (str(gpu.index) == name or gpu.identity.startswith(name))]
        if not match:
            break  # CUDA too ignores what comes after a name it does not know
        found.append(match[0])
    return tuple(found)


def _compiler(machine: Machine) -> None:
    """Triton compiles a small C file when a kernel first runs, also without CUDA graphs."""
    if not machine.compiler:
        raise refused("vLLM needs a C compiler, and there is none: install gcc.")
    if not machine.headers:
        raise refused("vLLM needs the header files of Python, and there are none: install python3-dev.")


def visible_devices() -> str | None:
    """CUDA_VISIBLE_DEVICES of this process."""
    return os.environ.get("CUDA_VISIBLE_DEVICES")


def refused(sentence: str) -> EngineError:
    """Not here, and why."""
    return EngineError(ErrorCode.ENGINE_UNAVAILABLE, sentence)


def _dotted(version: Version) -> str:
    return ".".join(str(number) for number in version)
