# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which builds of PyTorch have code for which NVIDIA card, and which driver runs them.

From PyTorch's published support matrix: builds for CUDA 12.6 carry Maxwell to Hopper; those for 12.8
Turing to Blackwell, with Volta from 2.8 to 2.10; those for 13.0 Turing to Blackwell.
"""

from __future__ import annotations

from engine.hardware.facts import Gpu, Python, Release, release

TURING: Release = (7, 5)
BLACKWELL: Release = (10, 0)


def oldest(torch: Release, cuda: Release) -> Release:
    """The lowest compute capability that a build has code for."""
    if cuda >= (13,):
        return TURING
    if cuda >= (12, 8):
        return (7, 0) if (2, 8) <= torch < (2, 11) else TURING
    return (5, 0)


def newest_family(cuda: Release) -> int:
    """The highest major capability that a build has code for."""
    if cuda >= (12, 8):
        return 12
    return 9 if cuda >= (11, 8) else 8


def variant(gpu: Gpu) -> str:
    """What Copyholder installs for a card and its driver (`engines install --hardware`), builds for CUDA 12.6 and
    13.0; empty if neither fits."""
    capability, cuda = gpu.capability or TURING, gpu.cuda or (12, 6)
    if cuda < (12,) or capability < (5, 0):
        return ""
    if capability < TURING:
        return "cuda12"
    if cuda >= (13,):
        return "cuda13"
    return "cuda12" if capability < BLACKWELL else ""


def misfit(python: Python, gpu: Gpu) -> str:
    """Why an interpreter's PyTorch cannot use a card, as a sentence; empty if it can."""
    torch = python.packages.get("torch", "")
    if python.cuda is None:
        return f"PyTorch {torch} is a build for the processor alone and cannot use the graphics card."
    cuda, capability = release(python.cuda), gpu.capability
    named = f"PyTorch {torch.partition('+')[0]}, built for CUDA {python.cuda},"
    if gpu.cuda is not None and cuda[:1] > gpu.cuda[:1]:
        return f"{named} needs a newer NVIDIA driver: {gpu.driver} knows CUDA {_dotted(gpu.cuda)}."
    if capability is None:
        return ""
    if capability < oldest(release(torch), cuda):
        return f"{named} has no code any more for this card (compute capability {_dotted(capability)})."
    if capability[0] > newest_family(cuda):
        return f"{named} has no code yet for this card (compute capability {_dotted(capability)})."
    return ""


def _dotted(numbers: Release) -> str:
    return ".".join(map(str, numbers))
