# SPDX-License-Identifier: AGPL-3.0-or-later
"""Sizes of the model, all of them read from the checkpoint's config.json.

The architecture is that of DeepSeek-OCR (SAM and CLIP towers, a DeepSeek-V2 decoder with plain
multi-head attention) with one FastMTP draft head. What this program cannot compute is refused here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ARCHITECTURE = "DeepseekOCRForCausalLM"
MODEL_TYPE = "deepseek_vl_v2"

SAM_PATCH = 16
"""Pixels of a SAM patch's side; two convolutions of stride 2 follow, so a token is 64 pixels wide."""

PIXELS_PER_TOKEN = 64


class CheckpointError(ValueError):
    """A checkpoint that cannot be used; the text is one sentence, complete."""


@dataclass(frozen=True)
class Tower:
    """A vision transformer: `width` channels, MLP four times as wide."""

    layers: int
    width: int
    heads: int


@dataclass(frozen=True)
class Vision:
    """Both towers. `image_size` is the side of the global view in pixels, `clip_grid` the side of
    CLIP's table of positions in patches."""

    image_size: int
    sam: Tower
    sam_global: tuple[int, ...]
    sam_window: int
    sam_channels: tuple[int, int]
    clip: Tower
    clip_grid: int
    clip_patch: int

    @property
    def features(self) -> int:
        """Channels of a picture token before the projector: CLIP's and SAM's side by side."""
        return self.clip.width + self.sam_channels[1]


@dataclass(frozen=True)
class Sizes:
    """Sizes of the whole model; counts unless named otherwise."""

    vision: Vision
    vocabulary: int
    hidden: int
    layers: int
    dense_layers: int  # the first ones; the others have experts
    heads: int
    head_dim: int
    dense_width: int
    expert_width: int
    experts: int
    shared_experts: int
    experts_per_token: int
    rms_eps: float
    rope_theta: float
    positions: int  # the context, in tokens
    bos: int
    eos: int
    pad: int
    image_token: int
    draft_heads: int  # 0 or 1
    draft_depth: int  # drafts a step that the vendor recommends

    @property
    def shared_width(self) -> int:
        """The shared experts are one MLP of their summed width."""
        return self.expert_width * self.shared_experts


def load_sizes(folder: Path) -> Sizes:
    """The sizes of the checkpoint in `folder`. Raises CheckpointError."""
    return parse_sizes(read_config(folder))


def read_config(folder: Path) -> dict[str, Any]:
    """config.json as it is. Raises CheckpointError."""
    path = folder / "config.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CheckpointError(f"There is no readable config.json in {folder}.") from error
    except ValueError as error:
        raise CheckpointError(f"The file {path} is not valid JSON.") from error
    if not isinstance(data, dict):
        raise CheckpointError(f"The file {path} is not a model's configuration.")
    return data


def parse_sizes(config: Mapping[str, Any]) -> Sizes:
    """Sizes from the content of config.json. Raises CheckpointError, which says what is wrong."""
    _refuse_other_models(config)
    text = {**config.get("language_config", {}), **{k: v for k, v in config.items() if k != "language_config"}}
    try:
        sizes = _sizes(text)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CheckpointError(f"The model's config.json lacks or misstates {error}.") from error
    _refuse_unknown_arithmetic(text, sizes)
    return sizes


def _sizes(text: Mapping[str, Any]) -> Sizes:
    heads = int(text["num_attention_heads"])
    hidden = int(text["hidden_size"])
    return Sizes(
        vision=parse_vision(text["vision_config"]),
        vocabulary=int(text["vocab_size"]),
        hidden=hidden,
        layers=int(text["num_hidden_layers"]),
        dense_layers=int(text["first_k_dense_replace"]),
        heads=heads,
        head_dim=hidden // heads,
        dense_width=int(text["intermediate_size"]),
        expert_width=int(text["moe_intermediate_size"]),
        experts=int(text["n_routed_experts"]),
        shared_experts=int(text["n_shared_experts"]),
        experts_per_token=int(text["num_experts_per_tok"]),
        rms_eps=float(text["rms_norm_eps"]),
        rope_theta=float(text["rope_theta"]),
        positions=int(text["max_position_embeddings"]),
        bos=int(text["bos_token_id"]),
        eos=int(text["eos_token_id"]),
        pad=int(text["pad_token_id"]),
        image_token=int(text["image_token_index"]),
        draft_heads=int(text.get("mtp_num_heads", 0)),
        draft_depth=int(text.get("mtp_num_speculative_steps", 3)),
    )


def parse_vision(config: Mapping[str, Any]) -> Vision:
    """Sizes of the towers from `vision_config`. Raises KeyError, TypeError or ValueError."""
    sam, clip = config["width"]["sam_vit_b"], config["width"]["clip-l-14-224"]
    first, second = sam["downsample_channels"]
    return Vision(
        image_size=int(config["image_size"]),
        sam=Tower(int(sam["layers"]), int(sam["width"]), int(sam["heads"])),
        sam_global=tuple(int(index) for index in sam["global_attn_indexes"]),
        sam_window=int(sam.get("window_size", 14)),
        sam_channels=(int(first), int(second)),
        clip=Tower(int(clip["layers"]), int(clip["width"]), int(clip["heads"])),
        clip_grid=int(clip["image_size"]) // int(clip["patch_size"]),
        clip_patch=int(clip["patch_size"]),
    )


def _refuse_other_models(config: Mapping[str, Any]) -> None:
    architectures = config.get("architectures") or []
    if config.get("model_type") != MODEL_TYPE or ARCHITECTURE not in architectures:
        found = ", ".join(str(name) for name in architectures) or str(config.get("model_type", "no model type"))
        raise CheckpointError(f"This is not jina-ocr-v1 but another model ({found}).")


def _refuse_unknown_arithmetic(text: Mapping[str, Any], sizes: Sizes) -> None:
    """Settings that would need other arithmetic than ours; ours is that of the published model."""
    wanted: dict[str, Any] = {
        "use_mla": False,
        "hidden_act": "silu",
        "scoring_func": "softmax",
        "topk_method": "greedy",
        "norm_topk_prob": False,
        "routed_scaling_factor": 1.0,
        "moe_layer_freq": 1,
        "attention_bias": False,
        "num_key_value_heads": sizes.heads,
        "tie_word_embeddings": False,
        "sliding_window": None,
        "rope_scaling": None,
        "mtp_moe": False,
        "mtp_recursive": True,
        "global_view_pos": "head",
        "tile_tag": "2D",
    }
    for name, value in wanted.items():
        if text.get(name, value) != value:
            raise CheckpointError(f"The model's {name} is {text[name]!r}; this program knows {value!r} only.")
    projector = text.get("projector_config", {})
    if projector.get("projector_type", "linear") != "linear":
        raise CheckpointError(f"The model's projector is {projector['projector_type']!r}; only 'linear' is known.")
    if sizes.draft_heads not in (0, 1):
        raise CheckpointError(f"The model has {sizes.draft_heads} draft heads; this program knows one.")
    if sizes.head_dim * sizes.heads != sizes.hidden or sizes.head_dim % 2:
        raise CheckpointError(f"{sizes.heads} attention heads do not divide a hidden size of {sizes.hidden}.")
