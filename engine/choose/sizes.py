# SPDX-License-Identifier: AGPL-3.0-or-later
"""How much memory and disk jina-ocr-v1 needs, and how long a page takes on a processor.

Figures are of the published model unless they say where they were measured; bytes and seconds.
"""

from __future__ import annotations

from engine.hardware.facts import Processor

PARAMETERS = 3_372_238_080
DOWNLOAD = 6_800_000_000

HEADROOM = 1.25
"""Weights times this: with the cache of a page and what a picture takes on its way. As in the
backend's own check (`engine.backends.transformers.device`)."""

CONTEXT = 500_000_000
"""What CUDA itself takes on a card."""

VLLM_EXTRA = 4_000_000_000
"""... and vLLM beside the weights: its cache, the picture towers' work, captured graphs."""

APPLE_SHARE = (0.67, 0.75)
"""Of the main memory, what Metal lets one program have: up to 36 GB, and above."""

ENVIRONMENTS = {"cpu": 1_600_000_000, "mps": 1_200_000_000, "cuda": 6_500_000_000, "vllm": 12_000_000_000}
"""An environment on the disk once it is installed."""

OUTPUT_TOKENS, PROMPT_TOKENS = 1085, 930
"""Of a page: published average, and an A4 page with its instruction."""

READ_PARAMETERS = 574_000_000
"""Weights that one token of output reads."""

VISION_CPU_SECONDS = 75.0
"""The picture towers for an A4 page on one 2.2 GHz core with AVX2: 33 s for the whole, 7 s for each of six
tiles (measured with plain PyTorch)."""

CORE_FLOPS = (20e9, 60e9)
"""Of one core with AVX2, in matrix products: worst and best."""

CORE_BANDWIDTH, BANDWIDTH = 10e9, (10e9, 50e9)
"""Bytes a second that one core reads from memory, and those of a whole machine: worst and best."""


def weights(parameters: int, width: int) -> int:
    """`width` bytes a number."""
    return (parameters or PARAMETERS) * width


def on_card(parameters: int, width: int) -> int:
    """Free memory that a graphics card must have for Transformers."""
    return int(weights(parameters, width) * HEADROOM) + CONTEXT


def for_vllm(parameters: int) -> int:
    """... and for vLLM."""
    return weights(parameters, 2) + VLLM_EXTRA


def on_processor(parameters: int, width: int) -> int:
    """Free main memory for Transformers on the processor."""
    return int(weights(parameters, width) * HEADROOM)


def apple_budget(total: int) -> int:
    """What one program gets of an Apple computer's memory."""
    return int(total * APPLE_SHARE[total > 37 << 30])


def page_seconds(processor: Processor, width: tuple[int, int], parameters: int = 0) -> tuple[float, float]:
    """From - to, for a page with `width` bytes a number at best and at worst and so many `parameters` (0: the
    published model's): picture towers, prompt, then token by token, which waits for the memory. Rough on purpose;
    what a machine really does, the tuner measures."""
    cores = max(1, processor.cores)
    old = "avx2" not in processor.features and "neon" not in processor.features
    slow, fast = max(1.0, cores / 2), cores * (2.0 if "avx512" in processor.features else 1.0)
    # cores may be halves of real ones, hence the worst case with half of them
    vision = VISION_CPU_SECONDS / fast * 0.8, VISION_CPU_SECONDS / slow * 1.3
    work = 2.0 * READ_PARAMETERS * PROMPT_TOKENS
    prompt = work / (CORE_FLOPS[1] * fast), work / (CORE_FLOPS[0] * slow)
    bandwidth = BANDWIDTH[0], min(BANDWIDTH[1], CORE_BANDWIDTH * cores)
    token = READ_PARAMETERS * width[0] / bandwidth[1], READ_PARAMETERS * width[1] / bandwidth[0]
    low = vision[0] + prompt[0] + OUTPUT_TOKENS * token[0]
    high = vision[1] + prompt[1] + OUTPUT_TOKENS * token[1]
    factor = (2.0 if old else 1.0) * (parameters or PARAMETERS) / PARAMETERS
    return low * factor, high * factor


def gigabytes(size: float) -> str:
    """For a sentence: "8.3 GB"; whole above ten. Powers of two, as memory is sold and desktops count."""
    number = size / (1 << 30)
    return f"{number:.0f} GB" if number >= 10 else f"{number:.1f} GB"


def duration(seconds: float) -> str:
    """For a sentence: "40 s", "3 minutes"."""
    if seconds < 90:
        return f"{seconds:.2g} s" if seconds < 10 else f"{5 * round(seconds / 5)} s"
    return f"{round(seconds / 60)} minutes"


def span(low: float, high: float) -> str:
    """From - to, for a sentence: "about 2 to 7 minutes"."""
    first, last = duration(low), duration(high)
    if first == last:
        return f"about {last}"
    unit = last.partition(" ")[2]
    return f"about {first.removesuffix(f' {unit}')} to {last}"
