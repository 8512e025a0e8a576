# SPDX-License-Identifier: AGPL-3.0-or-later
"""Engines on a graphics processor: vLLM, and Transformers on CUDA, ROCm and Metal."""

from __future__ import annotations

from engine.choose import sizes, torch_build
from engine.choose.find import Needs, transformers_misfit
from engine.choose.values import Lack, Ranked, Wishes
from engine.hardware.facts import Gpu, Machine, Python, release
from engine.protocol import Scalar

VLLM_CAPABILITY = (8, 0)
"""The model's own format, bfloat16; float16 was never tried with it in vLLM."""

VLLM_VARIANT = "cuda13"
"""What Copyholder installs vLLM for."""

NEWER_DRIVER = "install NVIDIA's driver 580 or newer, which knows CUDA 13"

VLLM_OLDEST, VLLM_BROKEN = (0, 29), (0, 30)
"""The first release that counts the drafts of every page, and one that is reported not to run this model."""

BF16_CAPABILITY, FP16_CAPABILITY = (8, 0), (7, 0)
"""As in the backend: bfloat16 natively, float16 at full speed."""

WSL_MEMORY = "WSL2 gives Linux half of the memory unless .wslconfig says more"


def vllm(machine: Machine, wishes: Wishes) -> Ranked:
    needs = Needs(machine, wishes)
    cards = [gpu for gpu in machine.gpus if gpu.vendor == "nvidia"]
    reasons: list[str] = []
    if machine.system.name != "linux":
        fix = "install Copyholder inside WSL2" if machine.system.name == "win32" else ""
        needs.no(Lack(code="system", words="vLLM needs Linux, or WSL2 on Windows.", fix=fix))
    elif machine.system.architecture.lower() not in ("x86_64", "aarch64", "arm64"):
        needs.no(Lack(code="system", words=f"vLLM is not made for {machine.system.architecture} processors."))
    gpu = max(cards, key=_free, default=None)
    if gpu is None:
        needs.no(_no_card(machine, "vLLM"))
    else:
        _fit_for_vllm(needs, gpu)
        reasons.append(_seen(gpu))
    needs.need_model()
    variant = torch_build.variant(gpu) if gpu is not None else ""
    variant = variant if variant == VLLM_VARIANT else ""
    needs.need_python("vLLM", lambda python: _vllm_misfit(python, gpu), variant=variant,
                      size=sizes.ENVIRONMENTS["vllm"], instead=NEWER_DRIVER if gpu is not None else "")
    _compiler(needs)
    needs.need_room()
    drafts = needs.model is None or not needs.model.complete or needs.model.drafts
    if not drafts:
        reasons.append("the model folder has no draft head")
    if machine.system.wsl:
        reasons.append(WSL_MEMORY)
    return _ranked(needs, "vllm", "vLLM with FastMTP" if drafts else "vLLM", drafts, reasons,
                   variant=variant, options=_card_options(cards, gpu))


def transformers(machine: Machine, wishes: Wishes) -> Ranked | None:
    """None where there is no graphics processor at all that could be meant."""
    if any(gpu.vendor == "apple" for gpu in machine.gpus):
        return _metal(machine, wishes)
    cards = [gpu for gpu in machine.gpus if gpu.vendor == "nvidia"]
    if cards:
        return _cuda(machine, wishes, cards)
    others = [gpu for gpu in machine.gpus if gpu.vendor in ("amd", "intel")]
    if others:
        return _other(machine, wishes, max(others, key=_free))
    if "gpus" in machine.failed:
        needs = Needs(machine, wishes)
        needs.no(_no_card(machine, "Transformers"))
        return _ranked(needs, "transformers", "Transformers on the graphics card", True, [])
    return None


def number_format(gpu: Gpu, parameters: int) -> tuple[str, int]:
    """The format that the backend takes on a card by itself, and the bytes of a number; float16 where
    float32 is faster but does not fit."""
    capability = gpu.capability or BF16_CAPABILITY
    if capability >= BF16_CAPABILITY:
        return "bfloat16", 2
    if capability >= FP16_CAPABILITY or _free(gpu) < sizes.on_card(parameters, 4):
        return "float16", 2
    return "float32", 4


def _cuda(machine: Machine, wishes: Wishes, cards: list[Gpu]) -> Ranked:
    needs = Needs(machine, wishes)
    needs.need_model()
    parameters = needs.model.parameters if needs.model else 0
    gpu = max(cards, key=_free)
    dtype, width = number_format(gpu, parameters)
    _driver(needs, gpu)
    _memory(needs, gpu, sizes.on_card(parameters, width))
    variant = torch_build.variant(gpu)

    def fits(python: Python) -> str | None:
        why = transformers_misfit(python)
        return torch_build.misfit(python, gpu) if why == "" else why

    needs.need_python("PyTorch with Transformers", fits, variant=variant, size=sizes.ENVIRONMENTS["cuda"],
                      instead=NEWER_DRIVER)
    needs.need_room()
    reasons, options = [_seen(gpu)], _card_options(cards, gpu)
    capability = gpu.capability or BF16_CAPABILITY
    if dtype != "bfloat16":
        reasons.append(f"computes in {dtype}, the card has no bfloat16")
    if dtype == "float16" and capability < FP16_CAPABILITY:
        options["dtype"] = "float16"  # else the backend would take float32, which does not fit
        reasons.append("float16 is slow on this card")
    return _on_card(needs, "the graphics card", reasons, variant, options)


def _metal(machine: Machine, wishes: Wishes) -> Ranked:
    needs = Needs(machine, wishes)
    needs.need_model()
    gpu = next(gpu for gpu in machine.gpus if gpu.vendor == "apple")
    needed = sizes.on_card(needs.model.parameters if needs.model else 0, 2)
    budget = sizes.apple_budget(gpu.memory) if gpu.memory else needed
    if budget < needed:
        total = sizes.gigabytes(gpu.memory or 0)
        needs.no(Lack(
            code="memory",
            words=f"{sizes.gigabytes(needed)} are needed; of {total} macOS lets a program's graphics have "
                  f"{sizes.gigabytes(budget)}.",
        ))
    needs.need_python("PyTorch with Transformers", transformers_misfit, variant="mps", size=sizes.ENVIRONMENTS["mps"])
    needs.need_room()
    return _on_card(needs, f"the {gpu.name} graphics", [], "mps", {})


def _other(machine: Machine, wishes: Wishes, gpu: Gpu) -> Ranked:
    """AMD's cards with a PyTorch for ROCm that the user installed; Copyholder installs none."""
    needs = Needs(machine, wishes)
    needs.need_model()
    if gpu.vendor == "intel":
        needs.no(Lack(code="graphics", words=f"The model does not run on Intel's graphics ({gpu.name})."))
        return _on_card(needs, "the graphics card", [], "", {})
    parameters = needs.model.parameters if needs.model else 0
    if machine.system.name != "linux":
        needs.no(Lack(code="system", words="PyTorch uses AMD's graphics cards on Linux only."))
    _memory(needs, gpu, sizes.on_card(parameters, 2))

    def fits(python: Python) -> str | None:
        why = transformers_misfit(python)
        if why == "" and python.hip is None:
            return f"PyTorch {python.packages['torch']} is not built for ROCm, which AMD's cards need."
        return why

    needs.need_python("PyTorch for ROCm with Transformers", fits, variant="", size=0)
    return _on_card(needs, "the graphics card", [f"{gpu.name}: never tried by Copyholder's makers"], "", {})


# ---------------------------------------------------------------- parts


def _on_card(needs: Needs, where: str, reasons: list[str], variant: str, options: dict[str, Scalar]) -> Ranked:
    drafts = needs.model is None or not needs.model.complete or needs.model.drafts
    if not drafts:
        reasons = [*reasons, "the model folder has no draft head"]
    title = f"Transformers with FastMTP on {where}" if drafts else f"Transformers on {where}"
    return _ranked(needs, "transformers", title, drafts, reasons, variant=variant, options=options)


def _ranked(needs: Needs, backend: str, title: str, drafts: bool, reasons: list[str], *, variant: str = "",
            options: dict[str, Scalar] | None = None) -> Ranked:
    return Ranked(
        engine=backend,
        backend=backend,
        device="gpu",
        title=title,
        usable=not needs.lacks,
        drafts=drafts,
        reasons=tuple(reasons),
        lacks=tuple(needs.lacks),
        python=needs.python.path if needs.python else "",
        model=needs.model.path if needs.model else "",
        variant=variant,
        download=needs.download,
        options=options or {},
    )


def _fit_for_vllm(needs: Needs, gpu: Gpu) -> None:
    _driver(needs, gpu)
    if gpu.capability is not None and gpu.capability < VLLM_CAPABILITY:
        has, wants = ".".join(map(str, gpu.capability)), ".".join(map(str, VLLM_CAPABILITY))
        needs.no(Lack(
            code="graphics",
            words=f"{gpu.name} is too old for vLLM (compute capability {has}; {wants} is needed).",
        ))
    _memory(needs, gpu, sizes.for_vllm(0))


def _vllm_misfit(python: Python, gpu: Gpu | None) -> str | None:
    vllm = python.packages.get("vllm")
    if vllm is None:
        return None
    if release(vllm) < VLLM_OLDEST or release(vllm)[:2] == VLLM_BROKEN:
        return f"vLLM {vllm} does not run this model; 0.32 is tested."
    return torch_build.misfit(python, gpu) if gpu is not None and "torch" in python.packages else ""


def _compiler(needs: Needs) -> None:
    """Triton compiles a small C file when a kernel first runs."""
    if needs.machine.system.name != "linux":
        return
    if not needs.machine.system.compiler:
        needs.no(Lack(code="system", words="vLLM needs a C compiler, and there is none.", fix="install gcc"))
    elif needs.python is not None and needs.python.headers is False:
        needs.no(Lack(code="system", words="vLLM needs the header files of Python, and there are none.",
                      fix="install python3-dev"))


def _driver(needs: Needs, gpu: Gpu) -> None:
    get = "install NVIDIA's current driver and restart"
    if gpu.problem:
        needs.no(Lack(code="driver", words=f"{gpu.name}: {gpu.problem}.", fix=get))
    elif gpu.cuda is not None and gpu.cuda < (12,):
        words = f"The NVIDIA driver {gpu.driver} is too old (CUDA {'.'.join(map(str, gpu.cuda))}; 12 is needed)."
        needs.no(Lack(code="driver", words=words, fix=get))


def _memory(needs: Needs, gpu: Gpu, needed: int) -> None:
    if gpu.memory is None or gpu.problem:
        return
    free = _free(gpu)
    if free >= needed:
        return
    if gpu.memory >= needed:
        fix = "close programs that use the card"
        has = f"{sizes.gigabytes(free)} of {sizes.gigabytes(gpu.memory)} are free"
    else:
        has, fix = f"it has {sizes.gigabytes(gpu.memory)}", ""
    needs.no(Lack(
        code="memory", words=f"{gpu.name}: {sizes.gigabytes(needed)} of graphics memory are needed, {has}.", fix=fix
    ))


def _no_card(machine: Machine, engine: str) -> Lack:
    if trouble := machine.failed.get("gpus"):
        return Lack(code="driver", words=f"The graphics card could not be asked ({trouble}).",
                    fix="restart the computer; if that does not help, install the driver anew")
    others = [gpu.name for gpu in machine.gpus]
    found = f"; {others[0]} is none" if others else ""
    return Lack(code="graphics", words=f"{engine} needs an NVIDIA graphics card{found}.")


def _free(gpu: Gpu) -> int:
    return gpu.free if gpu.free is not None else (gpu.memory or 0)


def _seen(gpu: Gpu) -> str:
    if gpu.memory is None:
        return gpu.name
    return f"{gpu.name}, {sizes.gigabytes(_free(gpu))} of {sizes.gigabytes(gpu.memory)} free"


def _card_options(cards: list[Gpu], gpu: Gpu | None) -> dict[str, Scalar]:
    """Which card, where there are several."""
    return {"gpu": gpu.uuid} if gpu is not None and gpu.uuid and len(cards) > 1 else {}
