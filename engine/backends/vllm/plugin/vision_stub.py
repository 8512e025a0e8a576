# SPDX-License-Identifier: AGPL-3.0-or-later
"""What vLLM's DeepSeek-OCR processor wants of torchvision, where torchvision is not installed.

WORKAROUND (vLLM 0.32 on a CPU): the processor's module imports torchvision for three small
transforms. On x86 Linux the package index has torchvision for CUDA only, and that pulls in another
torch with 3 GB of CUDA libraries. Where a real torchvision is installed nothing is done here.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

PROCESSOR = "vllm.transformers_utils.processors.deepseek_ocr"


class ToTensor:
    """A picture as float32, channels first, 0..1."""

    def __call__(self, picture: Any) -> Any:
        import torch

        values = np.array(picture, np.float32) / np.float32(255)
        return torch.from_numpy(np.ascontiguousarray(values.transpose(2, 0, 1)))


class Normalize:
    """(value - mean) / std, channel by channel."""

    def __init__(self, mean: Sequence[float], std: Sequence[float]) -> None:
        self.mean, self.std = tuple(mean), tuple(std)

    def __call__(self, pixels: Any) -> Any:
        import torch

        mean, std = (torch.tensor(v, dtype=pixels.dtype).view(-1, 1, 1) for v in (self.mean, self.std))
        return (pixels - mean) / std


class Compose:
    """One transform after the other."""

    def __init__(self, transforms: Sequence[Callable[[Any], Any]]) -> None:
        self.transforms = list(transforms)

    def __call__(self, value: Any) -> Any:
        for transform in self.transforms:
            value = transform(value)
        return value


def lend_torchvision() -> None:
    """Import the processor's module with the stub in place, then take the stub away again."""
    if PROCESSOR in sys.modules or importlib.util.find_spec("torchvision") is not None:
        return
    # Transformers looks for torchvision while it loads these, and must find none
    from transformers import BatchFeature, LlamaTokenizerFast  # noqa: F401
    from transformers.processing_utils import ProcessorMixin  # noqa: F401

    parent, transforms = types.ModuleType("torchvision"), types.ModuleType("torchvision.transforms")
    for kind in (ToTensor, Normalize, Compose):
        setattr(transforms, kind.__name__, kind)
    parent.transforms = transforms  # type: ignore[attr-defined]
    lent = {module.__name__: module for module in (parent, transforms)}
    sys.modules.update(lent)
    try:
        importlib.import_module(PROCESSOR)
    finally:
        for name in lent:
            sys.modules.pop(name, None)
