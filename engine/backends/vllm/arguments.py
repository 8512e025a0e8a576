# SPDX-License-Identifier: AGPL-3.0-or-later
"""From options, machine and checkpoint to the arguments of vLLM's engine. Nothing is imported of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.backends.vllm import quirks
from engine.backends.vllm.machine import Machine
from engine.backends.vllm.options import Options
from engine.backends.vllm.preflight import Go
from engine.backends.vllm.sizing import Room, Size, fit, weight_bytes
from engine.jina_ocr.config import Sizes

BYTES = {"bfloat16": 2, "float16": 2, "float32": 4}

HALF = 0.5
"""Share of the free memory that weights in float32 may take."""

NET = {"min_pattern_size": 2, "max_pattern_size": 128, "min_count": 120}
"""vLLM's own stop at repetitions, as a net below our guard. The vendor's setting (35, 35, 10) finds
only periods that divide 35, and a low count would cut true tables: a hundred equal cells in a row,
or as many equal rows, are no loop. The guard looks at the page before it decides."""


@dataclass(frozen=True)
class Plan:
    """How vLLM is to be started. `why_no_drafts`: why drafts that were wanted are not made."""

    options: Options
    go: Go
    sizes: Sizes
    size: Size
    drafts: int
    dtype: str
    layout: str
    eager: bool
    why_no_drafts: str = ""

    def without_drafts(self, why: str) -> Plan:
        return replace(self, drafts=0, why_no_drafts=why)


def plan(options: Options, machine: Machine, go: Go, sizes: Sizes, no_drafts: str = "") -> Plan:
    """`no_drafts`: why the checkpoint's draft head cannot be used, if so.

    After a breakdown (`options.attempt`) half as many pages are read at once, without CUDA graphs
    and without drafts. Raises EngineError if the memory is not enough."""
    dtype = number_format(options, machine, go, sizes)
    wanted = replace(options, attempt=0).depth(go.kind, 1)
    drafts = 0 if no_drafts else options.depth(go.kind, sizes.draft_heads)
    eager = options.eager or options.attempt > 0 or go.kind == "cpu"
    room = Room("cuda", go.gpu.free, go.gpu.total) if go.gpu else Room("cpu", machine.free, machine.total)
    size = fit(
        sizes,
        room,
        bytes_each=BYTES[dtype],
        context=context(options, sizes),
        drafts=drafts,
        eager=eager,
        pages=options.pages,
        kv_bytes=options.kv_bytes,
        batched=options.batched_tokens,
        attempt=options.attempt,
    )
    why = ""
    if wanted and not drafts:
        why = no_drafts or ("the engine broke down with them" if options.attempt else "the model has no draft head")
    layout = options.layout if options.layout != "auto" else {"cuda": "separate", "cpu": "one"}[go.kind]
    return Plan(options, go, sizes, size, drafts, dtype, layout, eager, why)


def number_format(options: Options, machine: Machine, go: Go, sizes: Sizes) -> str:
    """As asked; else the model's own on a card, and on a processor, which is quicker in float32
    unless it is of the newest, float32 where the memory is enough for it."""
    if options.dtype != "auto":
        return options.dtype
    roomy = not machine.free or weight_bytes(sizes, BYTES["float32"]) < HALF * machine.free
    return "float32" if go.kind == "cpu" and roomy else "bfloat16"


def context(options: Options, sizes: Sizes) -> int:
    """Positions of a page: as asked, but not more than the model has."""
    return min(options.context, sizes.positions)


def arguments(plan: Plan, model_arguments: dict[str, Any]) -> dict[str, Any]:
    """Keyword arguments of vLLM's EngineArgs. `model_arguments` are the plugin's: which classes."""
    gpu = plan.go.gpu
    total, free = (gpu.total, gpu.free) if gpu else (0, 0)
    return {
        "model": str(plan.options.model),
        "dtype": plan.dtype,
        "seed": 0,
        "enforce_eager": plan.eager,
        "max_model_len": context(plan.options, plan.sizes),
        "max_num_seqs": plan.size.pages,
        "max_num_batched_tokens": plan.size.batched,
        "kv_cache_memory_bytes": plan.size.kv_bytes,
        "limit_mm_per_prompt": {"image": 1},
        # a page is read once: nothing would be found in either cache
        "mm_processor_cache_gb": 0,
        "enable_prefix_caching": False,
        # the checkpoint's own generation_config.json is the Transformers path's
        "generation_config": "vllm",
        # times and counts of a request come with the statistics
        "disable_log_stats": False,
        "trust_remote_code": False,
        **quirks.utilization(plan.go.kind, plan.size.needed, free, total),
        **quirks.attention(gpu),
        **quirks.no_counts_without_drafts(plan.drafts),
        **model_arguments,
    }


def settings(plan: Plan) -> dict[str, Any]:
    """What a reading says of how it was made."""
    options = plan.options
    return {
        "device": plan.go.gpu.name if plan.go.gpu else "cpu",
        "dtype": plan.dtype,
        "draft_tokens": plan.drafts,
        "max_tokens": options.max_tokens,
        "context": context(options, plan.sizes),
        "repetition_penalty": options.repetition_penalty,
        "guard": options.guard,
    }
