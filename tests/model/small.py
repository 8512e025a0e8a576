# SPDX-License-Identifier: AGPL-3.0-or-later
"""Small models with random weights, and plain greedy decoding to compare with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor

from engine.jina_ocr.cache import Cache, Places
from engine.jina_ocr.config import parse_sizes
from engine.jina_ocr.model import JinaOcr, JinaOcrConfig
from engine.jina_ocr.names import expected
from tests.unit.jina_published import CONFIG

TOWERS = {
    "image_size": 128,
    "width": {
        "sam_vit_b": {"layers": 1, "width": 8, "heads": 1, "global_attn_indexes": [0], "downsample_channels": [8, 8]},
        "clip-l-14-224": {"layers": 1, "width": 8, "heads": 1, "image_size": 28, "patch_size": 14},
    },
}


def small_config(**changes: Any) -> dict[str, Any]:
    """A model of a few thousand parameters."""
    sizes = {"vocab_size": 24, "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2,
             "num_key_value_heads": 2, "intermediate_size": 24, "moe_intermediate_size": 8, "n_routed_experts": 4,
             "n_shared_experts": 1, "num_experts_per_tok": 2, "max_position_embeddings": 256,
             "image_token_index": 23, "rope_theta": 100.0, "vision_config": TOWERS}
    return {**CONFIG, **sizes, **changes}


def random_model(seed: int, **changes: Any) -> JinaOcr:
    """In float64, so that no tie is decided by rounding. Weights are large enough for answers to vary."""
    model = JinaOcr.laid_out(JinaOcrConfig(**small_config(**changes)), torch.float64, "cpu")
    chance = torch.Generator().manual_seed(seed)
    for name, place in model.places():
        norm = "norm" in name and name.endswith("weight")
        drawn = torch.randn(place.shape, generator=chance, dtype=torch.float64)
        place.copy_(1 + 0.1 * drawn if norm else 0.6 * drawn)
    return model


@torch.inference_mode()
def plain_greedy(model: JinaOcr, prompt: Tensor, limit: int) -> list[int]:
    """Without cache, drafts or batches: the whole text anew for every token."""
    tokens: list[int] = []
    places = Places(model.sizes, 512, model.decoder.newline)
    while len(tokens) < limit and model.sizes.eos not in tokens:
        said = model.decoder.embedded(torch.tensor([tokens], dtype=torch.long))
        inputs = torch.cat([prompt, said], 1)
        cache = Cache(model.sizes, 1, inputs.shape[1], model.decoder.newline)
        states = model.decoder(inputs, places.prompt(0, inputs.shape[1]), cache)
        tokens.append(int(model.decoder.head(states[0, -1]).argmax()))
    return tokens


def write_checkpoint(folder: Path, *, shards: int = 1, dtype: torch.dtype = torch.float32) -> dict[str, Tensor]:
    """A small checkpoint on disk, with an index if there is more than one shard."""
    config = small_config()
    (folder / "config.json").write_text(json.dumps(config))
    chance = torch.Generator().manual_seed(1)
    tensors = {
        name: torch.randn(shape, generator=chance).to(dtype) for name, shape in expected(parse_sizes(config)).items()
    }
    if shards == 1:
        save_file(tensors, folder / "model.safetensors")
        return tensors
    names = list(tensors)
    numbers = {name: 1 + at * shards // len(names) for at, name in enumerate(names)}
    files = {name: f"model-{number:05}-of-{shards:05}.safetensors" for name, number in numbers.items()}
    for file in set(files.values()):
        save_file({name: tensors[name] for name in names if files[name] == file}, folder / file)
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": files}))
    return tensors
