# SPDX-License-Identifier: AGPL-3.0-or-later
"""vLLM's oddities, each with the versions it was seen in and where it is told of. Whatever has to be
done for one of them is done here and nowhere else. Nothing here imports vLLM."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from typing import Any

from engine.backends.vllm.machine import Gpu, Machine
from engine.lifeline import BELOW_ENGINE

log = logging.getLogger(__name__)

HOPPER = 9
"""Major compute capability of the H100 and its kind."""

SHUTDOWN = 1
"""Seconds that workers have to end by themselves; the app kills the engine after three."""


def environment(machine: Machine, gpu: Gpu | None, layout: str) -> dict[str, str]:
    """Variables that vLLM, torch and their processes are to see, beside the plugin's own. To be set
    before the first import."""
    found = {
        "VLLM_ENABLE_V1_MULTIPROCESSING": "1" if layout == "separate" else "0",
        # this process has threads, and a fork takes their locks along; CUDA in the parent forces
        # spawn anyway, and in WSL NVML cannot be forked (docs.vllm.ai, troubleshooting)
        "VLLM_WORKER_MULTIPROC_METHOD": "spawn",
        # a core whose front end is killed stays for ever, with its memory (seen in 0.32): ours ends
        BELOW_ENGINE: "1",
        "VLLM_WORKER_SHUTDOWN_TIMEOUT_SECONDS": str(SHUTDOWN),
        # else it asks for the address of a network card, and opens ports there
        "VLLM_HOST_IP": "127.0.0.1",
        # the log is read by `progress` and `causes`
        "VLLM_LOGGING_LEVEL": "INFO",
        "VLLM_LOGGING_COLOR": "0",
    }
    if machine.build == "cpu":
        found["VLLM_TARGET_DEVICE"] = "cpu"  # else guessed from the distribution's name (0.32)
    if gpu is not None:
        # NVML counts cards by bus, CUDA by speed, unless told
        found |= {"CUDA_DEVICE_ORDER": "PCI_BUS_ID", "CUDA_VISIBLE_DEVICES": str(gpu.index)}
        if not machine.nvcc:
            # FlashInfer's sampler compiles with nvcc when it first runs (0.21 to 0.29, model card's thread)
            found["VLLM_USE_FLASHINFER_SAMPLER"] = "0"
    return found


def attention(gpu: Gpu | None) -> dict[str, Any]:
    """FlashAttention 3 crashes while CUDA graphs are captured on Hopper with a draft head
    (seen on 0.22.1; https://github.com/vllm-project/vllm/issues/49311 for H200)."""
    if gpu is None or gpu.capability[0] != HOPPER:
        return {}
    return {"attention_config": {"flash_attn_version": 2}}


def only_known(arguments: Mapping[str, Any], known: Collection[str]) -> dict[str, Any]:
    """Arguments that this version has: an unknown one fails the start. What may be missing are
    counts of drafts by page (before 0.29) and the attention's version (before 0.20)."""
    missing = sorted(set(arguments) - set(known))
    if missing:
        log.info("this vLLM does not know %s", ", ".join(missing))
    return {name: value for name, value in arguments.items() if name in known}


def no_counts_without_drafts(drafts: int) -> dict[str, Any]:
    """Counts of drafts by page are refused where nothing is drafted (0.29 to 0.32)."""
    return {"per_request_spec_decode_metrics": "detailed"} if drafts else {}


def utilization(kind: str, needed: int, free: int, total: int) -> dict[str, Any]:
    """Before it looks at the bytes it was given, vLLM refuses to start where less than
    `gpu_memory_utilization` (0.92) of the card is free (0.21 to 0.32, `request_memory`)."""
    if kind != "cuda" or not total:
        return {}
    return {"gpu_memory_utilization": round(max(0.05, min(0.9, needed / total, 0.98 * free / total)), 3)}
