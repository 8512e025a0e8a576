# SPDX-License-Identifier: AGPL-3.0-or-later
"""Our plugin for vLLM: jina-ocr-v1 with its FastMTP draft head.

vLLM calls `register` in every process that it starts, spawned or forked: front end, engine core,
workers, and the processes in which it looks at a class. It is cheap: no class is imported here.
"""

from __future__ import annotations

ENTRY_POINT = "copyholder_jina_ocr"
"""Name of the entry point in the group `vllm.general_plugins`; what VLLM_PLUGINS must name."""

GROUP = "vllm.general_plugins"

TARGET = "CopyholderJinaOcrForCausalLM"
"""Architecture of the model itself; a checkpoint's config.json says another (DeepSeek-OCR's)."""

DRAFT = "EagleCopyholderFastMtp"
"""Architecture of the draft head. It begins with "Eagle" since vLLM puts that before any other."""


def register() -> None:
    """Make both classes known to vLLM. May be called any number of times. Does nothing where
    this vLLM knows jina-ocr itself."""
    from engine.backends.vllm.plugin.native import native_names
    from engine.backends.vllm.plugin.vision_stub import lend_torchvision
    from engine.lifeline import end_with_the_engine

    end_with_the_engine()
    lend_torchvision()
    if native_names():
        return
    from vllm import ModelRegistry

    known = ModelRegistry.get_supported_archs()
    for name, place in ((TARGET, "target:JinaOcrForCausalLM"), (DRAFT, "draft:FastMtpForCausalLM")):
        if name not in known:
            ModelRegistry.register_model(name, f"{__name__}.{place}")
