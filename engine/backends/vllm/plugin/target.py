# SPDX-License-Identifier: AGPL-3.0-or-later
"""jina-ocr-v1 in vLLM: vLLM's DeepSeek-OCR with nine tiles, no token for the beginning, towers of
any size, and without the draft head's tensors."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import torch
from transformers import CLIPVisionConfig
from vllm.config import VllmConfig
from vllm.model_executor.models import deepseek_ocr as stock
from vllm.model_executor.models.deepencoder import ImageEncoderViT
from vllm.multimodal import MULTIMODAL_REGISTRY
from vllm.multimodal.parse import ImageSize
from vllm.transformers_utils.processors.deepseek_ocr import (
    BASE_SIZE,
    CROP_MODE,
    IMAGE_SIZE,
    DeepseekOCRProcessor,
    count_tiles,
)

from engine.jina_ocr.config import Vision, parse_vision
from engine.jina_ocr.names import NECK

MAX_TILES = 9
"""The model was trained with up to 9 tiles; vLLM's own processor says 6, at two places."""

PIXELS_PER_TOKEN = 64

PUBLISHED = ((12, 768, 12), (2, 5, 8, 11), (512, 1024), (24, 1024, 16))
"""SAM's layers, width and heads, its global layers, its channels; CLIP's layers, width and heads:
the sizes that the stock class has built in."""


class JinaOcrProcessor(DeepseekOCRProcessor):
    """vLLM's processor, but for the token of the beginning: it follows the tokenizer."""

    def tokenize_with_images(
        self, conversation: str, images: list[Any], bos: bool = True, eos: bool = True, cropping: bool = True
    ) -> Any:
        wanted = bool(getattr(self.tokenizer, "add_bos_token", False))
        return super().tokenize_with_images(conversation, images, bos=bos and wanted, eos=eos, cropping=cropping)


class JinaOcrProcessingInfo(stock.DeepseekOCRProcessingInfo):
    """How large a picture becomes. What the processor cuts and what is counted here must agree."""

    def get_hf_processor(self, **kwargs: object) -> JinaOcrProcessor:
        settings = {
            "image_size": IMAGE_SIZE,
            "base_size": BASE_SIZE,
            "crop_mode": CROP_MODE,
            "strategy": "v1",
            "max_crops": MAX_TILES,
        }
        return self.ctx.get_hf_processor(JinaOcrProcessor, **{**settings, **kwargs})

    def get_num_image_tokens(self, *, image_width: int, image_height: int, cropping: bool = True) -> int:
        """Each row of tokens ends with one for the line's end, the whole with a separator."""
        side = math.ceil(BASE_SIZE / PIXELS_PER_TOKEN)
        count = side * (side + 1) + 1
        columns, rows = 1, 1
        if cropping and max(image_width, image_height) > IMAGE_SIZE:
            columns, rows = count_tiles(image_width, image_height, max_num=MAX_TILES, image_size=IMAGE_SIZE)
        if columns * rows > 1:
            per_tile = math.ceil(IMAGE_SIZE / PIXELS_PER_TOKEN)
            count += rows * per_tile * (columns * per_tile + 1)
        return count

    def get_image_size_with_most_features(self) -> ImageSize:
        """A column of nine tiles: its ninety rows have the most line ends (1263 tokens; a square of
        nine has 1203). With less, a tall page would be refused where the budget is small."""
        return ImageSize(width=IMAGE_SIZE, height=IMAGE_SIZE * MAX_TILES)


@MULTIMODAL_REGISTRY.register_processor(
    stock.DeepseekOCRMultiModalProcessor,
    info=JinaOcrProcessingInfo,
    dummy_inputs=stock.DeepseekOCRDummyInputsBuilder,
)
class JinaOcrForCausalLM(stock.DeepseekOCRForCausalLM):
    """The target model."""

    def __init__(self, *, vllm_config: VllmConfig, prefix: str = "") -> None:
        sizes = vision_sizes(vllm_config.model_config.hf_config)
        with towers_of(sizes):
            super().__init__(vllm_config=vllm_config, prefix=prefix)

    def load_weights(self, weights: Iterable[tuple[str, torch.Tensor]]) -> set[str]:
        """All tensors but the draft head's, which the draft model loads itself."""
        return super().load_weights((name, tensor) for name, tensor in weights if not of_draft(name))


def of_draft(name: str) -> bool:
    """Whether a checkpoint's tensor belongs to the draft head, or is the head's copy of another."""
    return name.removeprefix("model.").startswith("mtp_")


def vision_sizes(config: Any) -> Vision | None:
    """Sizes of the towers by the checkpoint's config.json; None where it does not say them."""
    vision = config.vision_config
    if not isinstance(getattr(vision, "width", None), dict):
        return None
    return parse_vision({"image_size": vision.image_size, "width": vision.width})


@contextmanager
def towers_of(sizes: Vision | None) -> Iterator[None]:
    """While it lasts, the stock class builds towers of these sizes.

    WORKAROUND (vLLM 0.32): `DeepseekOCRForCausalLM.__init__` has the published sizes built in and
    reads none of `vision_config.width`. Only a checkpoint of other sizes gets here."""
    if sizes is None or _is_published(sizes):
        yield
        return
    clip = functools.partial(_clip_config, sizes)
    with mock.patch.object(stock, "build_sam_vit_b", functools.partial(_sam, sizes)):
        with mock.patch.object(stock, "CLIPVisionConfig", clip):
            yield


def _is_published(sizes: Vision) -> bool:
    sam, clip = sizes.sam, sizes.clip
    return (
        (sam.layers, sam.width, sam.heads),
        sizes.sam_global,
        sizes.sam_channels,
        (clip.layers, clip.width, clip.heads),
    ) == PUBLISHED


def _sam(sizes: Vision) -> torch.nn.Module:
    tower = ImageEncoderViT(
        img_size=sizes.image_size,
        embed_dim=sizes.sam.width,
        depth=sizes.sam.layers,
        num_heads=sizes.sam.heads,
        out_chans=NECK,
        norm_layer=functools.partial(torch.nn.LayerNorm, eps=1e-6),
        use_rel_pos=True,
        window_size=sizes.sam_window,
        global_attn_indexes=sizes.sam_global,
    )
    first, second = sizes.sam_channels
    kind = type(tower.net_2)  # vLLM's own convolution
    tower.net_2 = kind(NECK, first, kernel_size=3, stride=2, padding=1, bias=False)
    tower.net_3 = kind(first, second, kernel_size=3, stride=2, padding=1, bias=False)
    return tower


def _clip_config(sizes: Vision, **stock_sizes: Any) -> CLIPVisionConfig:
    own = {
        "hidden_size": sizes.clip.width,
        "intermediate_size": 4 * sizes.clip.width,
        "num_attention_heads": sizes.clip.heads,
        "num_hidden_layers": sizes.clip.layers,
        "image_size": sizes.clip_grid * sizes.clip_patch,
        "patch_size": sizes.clip_patch,
    }
    return CLIPVisionConfig(**{**stock_sizes, **own})
