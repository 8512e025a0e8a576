# SPDX-License-Identifier: AGPL-3.0-or-later
"""Names and shapes of the tensors in a published checkpoint, from its sizes alone.

The names are DeepSeek-OCR's, misspellings included, and those of the draft head.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.jina_ocr.config import SAM_PATCH, Sizes, Vision

Shape = tuple[int, ...]

NECK = 256
"""Channels of SAM's neck; the same in every size of the model, and not in config.json."""

DRAFT = "mtp_module.heads.0."

DUPLICATES = re.compile(r"(?:^|\.)mtp_embed_tokens\.weight$|^mtp_module\.heads\.\d+\.shared_head\.")
"""Tensors of some revisions that are bit-identical copies of the target's; they are skipped."""


def expected(sizes: Sizes) -> dict[str, Shape]:
    """Every tensor that a checkpoint of these sizes has, duplicates not counted."""
    found = dict(_vision(sizes.vision))
    found["model.projector.layers.weight"] = (sizes.hidden, sizes.vision.features)
    found["model.projector.layers.bias"] = (sizes.hidden,)
    found["model.image_newline"] = (sizes.hidden,)
    found["model.view_seperator"] = (sizes.hidden,)
    found |= _decoder(sizes)
    if sizes.draft_heads:
        found |= _draft(sizes)
    return found


def part_of(name: str) -> str:
    """To which of the published counts a tensor belongs: vision, decoder or draft."""
    if name.startswith(DRAFT):
        return "draft"
    towers = ("model.sam_model.", "model.vision_model.", "model.projector.")
    return "vision" if name.startswith(towers) else "decoder"


def _linear(name: str, out: int, into: int) -> Iterator[tuple[str, Shape]]:
    yield f"{name}.weight", (out, into)
    yield f"{name}.bias", (out,)


def _norm(name: str, width: int) -> Iterator[tuple[str, Shape]]:
    yield f"{name}.weight", (width,)
    yield f"{name}.bias", (width,)


def _vision(vision: Vision) -> Iterator[tuple[str, Shape]]:
    yield from _sam(vision)
    yield from _clip(vision)


def _sam(vision: Vision) -> Iterator[tuple[str, Shape]]:
    top, tower = "model.sam_model", vision.sam
    side = vision.image_size // SAM_PATCH
    yield f"{top}.patch_embed.proj.weight", (tower.width, 3, SAM_PATCH, SAM_PATCH)
    yield f"{top}.patch_embed.proj.bias", (tower.width,)
    yield f"{top}.pos_embed", (1, side, side, tower.width)
    for layer in range(tower.layers):
        block = f"{top}.blocks.{layer}"
        reach = side if layer in vision.sam_global else vision.sam_window
        for axis in "hw":
            yield f"{block}.attn.rel_pos_{axis}", (2 * reach - 1, tower.width // tower.heads)
        yield from _linear(f"{block}.attn.qkv", 3 * tower.width, tower.width)
        yield from _linear(f"{block}.attn.proj", tower.width, tower.width)
        yield from _norm(f"{block}.norm1", tower.width)
        yield from _norm(f"{block}.norm2", tower.width)
        yield from _linear(f"{block}.mlp.lin1", 4 * tower.width, tower.width)
        yield from _linear(f"{block}.mlp.lin2", tower.width, 4 * tower.width)
    yield f"{top}.neck.0.weight", (NECK, tower.width, 1, 1)
    yield from _norm(f"{top}.neck.1", NECK)
    yield f"{top}.neck.2.weight", (NECK, NECK, 3, 3)
    yield from _norm(f"{top}.neck.3", NECK)
    first, second = vision.sam_channels
    yield f"{top}.net_2.weight", (first, NECK, 3, 3)
    yield f"{top}.net_3.weight", (second, first, 3, 3)


def _clip(vision: Vision) -> Iterator[tuple[str, Shape]]:
    top, tower = "model.vision_model", vision.clip
    yield f"{top}.embeddings.class_embedding", (tower.width,)
    yield f"{top}.embeddings.patch_embedding.weight", (tower.width, 3, vision.clip_patch, vision.clip_patch)
    yield f"{top}.embeddings.position_embedding.weight", (vision.clip_grid**2 + 1, tower.width)
    yield from _norm(f"{top}.pre_layrnorm", tower.width)
    for layer in range(tower.layers):
        block = f"{top}.transformer.layers.{layer}"
        yield from _linear(f"{block}.self_attn.qkv_proj", 3 * tower.width, tower.width)
        yield from _linear(f"{block}.self_attn.out_proj", tower.width, tower.width)
        yield from _norm(f"{block}.layer_norm1", tower.width)
        yield from _norm(f"{block}.layer_norm2", tower.width)
        yield from _linear(f"{block}.mlp.fc1", 4 * tower.width, tower.width)
        yield from _linear(f"{block}.mlp.fc2", tower.width, 4 * tower.width)


def _gated(name: str, width: int, hidden: int) -> Iterator[tuple[str, Shape]]:
    yield f"{name}.gate_proj.weight", (width, hidden)
    yield f"{name}.up_proj.weight", (width, hidden)
    yield f"{name}.down_proj.weight", (hidden, width)


def _block(name: str, hidden: int) -> Iterator[tuple[str, Shape]]:
    """Attention and norms of a decoder layer; plain multi-head attention without biases."""
    yield f"{name}.input_layernorm.weight", (hidden,)
    yield f"{name}.post_attention_layernorm.weight", (hidden,)
    for part in "qkvo":
        yield f"{name}.self_attn.{part}_proj.weight", (hidden, hidden)


def _decoder(sizes: Sizes) -> Iterator[tuple[str, Shape]]:
    yield "model.embed_tokens.weight", (sizes.vocabulary, sizes.hidden)
    for layer in range(sizes.layers):
        top = f"model.layers.{layer}"
        yield from _block(top, sizes.hidden)
        if layer < sizes.dense_layers:
            yield from _gated(f"{top}.mlp", sizes.dense_width, sizes.hidden)
            continue
        yield f"{top}.mlp.gate.weight", (sizes.experts, sizes.hidden)
        for expert in range(sizes.experts):
            yield from _gated(f"{top}.mlp.experts.{expert}", sizes.expert_width, sizes.hidden)
        if sizes.shared_experts:
            yield from _gated(f"{top}.mlp.shared_experts", sizes.shared_width, sizes.hidden)
    yield "model.norm.weight", (sizes.hidden,)
    yield "lm_head.weight", (sizes.vocabulary, sizes.hidden)


def _draft(sizes: Sizes) -> Iterator[tuple[str, Shape]]:
    yield f"{DRAFT}enorm.weight", (sizes.hidden,)
    yield f"{DRAFT}hnorm.weight", (sizes.hidden,)
    yield f"{DRAFT}eh_proj.weight", (sizes.hidden, 2 * sizes.hidden)
    yield from _block(f"{DRAFT}mtp_block", sizes.hidden)
    yield from _gated(f"{DRAFT}mtp_block.mlp", sizes.dense_width, sizes.hidden)
