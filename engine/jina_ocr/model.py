# SPDX-License-Identifier: AGPL-3.0-or-later
"""The whole model as a Transformers model, registered for local use: `AutoModel.from_pretrained`
gives it for a folder with jina-ocr-v1 in it, and no code of that folder is run.

Loading is our own (see `weights`): weights go straight from the file into joined and stacked
parameters, in the wanted dtype and on the wanted device, so that they are never held twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel, PretrainedConfig, PreTrainedModel

from engine.jina_ocr.config import MODEL_TYPE, CheckpointError, Sizes, parse_sizes, read_config
from engine.jina_ocr.decoder import Decoder, Layer
from engine.jina_ocr.draft import Draft
from engine.jina_ocr.experts import Experts, GatedMlp
from engine.jina_ocr.headers import examine
from engine.jina_ocr.image import Views
from engine.jina_ocr.linear import Linear, multiplied_natively
from engine.jina_ocr.names import DRAFT
from engine.jina_ocr.vision import VisionEncoder, arranged
from engine.jina_ocr.weights import Progress, fill

log = logging.getLogger(__name__)

TILES_AT_ONCE = 3
"""Tiles that the vision encoder takes together."""


class Unwanted(Exception):  # noqa: N818 - not a fault
    """The page that is being looked at is not wanted any more."""


class JinaOcrConfig(PretrainedConfig):
    """config.json as published; `sizes` is what we read from it."""

    model_type = MODEL_TYPE

    def __init__(self, **published: Any) -> None:
        own = {name: value for name, value in published.items() if not isinstance(value, Path)}
        self.published = {"model_type": MODEL_TYPE, **own}
        super().__init__(architectures=published.get("architectures"))

    @property
    def sizes(self) -> Sizes:
        """Raises CheckpointError if this is another architecture."""
        return parse_sizes(self.published)


class JinaOcr(PreTrainedModel):
    """Vision encoder, decoder, and the draft head where the checkpoint has one."""

    config_class = JinaOcrConfig
    base_model_prefix = ""

    def __init__(self, config: JinaOcrConfig) -> None:
        super().__init__(config)
        self.sizes = config.sizes
        self.vision = VisionEncoder(self.sizes)
        self.decoder = Decoder(self.sizes)
        self.draft = Draft(self.sizes) if self.sizes.draft_heads else None

    @classmethod
    def from_pretrained(  # type: ignore[override]
        cls,
        folder: str | Path,
        *_: Any,
        dtype: torch.dtype | str | None = None,
        held: torch.dtype | None = None,
        device: torch.device | str = "cpu",
        progress: Progress = lambda _: None,
        **_ignored: Any,
    ) -> JinaOcr:
        """The model of a folder, ready to read. `dtype` None or "auto": as stored (bfloat16). `held` as in `laid_out`.
        Raises CheckpointError with one sentence; `progress` is called with 0..1."""
        config = JinaOcrConfig(**read_config(Path(folder)))
        findings = examine(Path(folder), config.sizes)
        findings.complain()
        chosen = getattr(torch, dtype) if isinstance(dtype, str) and dtype != "auto" else dtype
        model = cls.laid_out(config, chosen if isinstance(chosen, torch.dtype) else torch.bfloat16, device, held)
        fill(dict(model.places()), findings, progress)
        return model

    @classmethod
    def laid_out(
        cls, config: JinaOcrConfig, dtype: torch.dtype, device: torch.device | str, held: torch.dtype | None = None
    ) -> JinaOcr:
        """The model with memory of its own but no values in it. Routers stay in float32. Matrices may be `held` in
        fewer bytes than `dtype`, which everything is computed in (see `linear`); but pictures are encoded in what
        the processor multiplies natively."""
        with torch.device("meta"):
            model = cls(config)
        nn.Module.to(model, dtype)
        for module in model.modules():
            if isinstance(module, Experts):
                module.gate = nn.Parameter(module.gate.float())
        if held is not None:
            model._hold(held)
        if torch.device(device).type != "meta":
            model.to_empty(device=device)
        model.requires_grad_(False)
        return model.eval()

    def _hold(self, dtype: torch.dtype) -> None:
        """Have matrices held in another format than the other parameters."""
        self.decoder.embed.to(dtype)
        for module in self.modules():
            if isinstance(module, Linear):
                module.weight = nn.Parameter(module.weight.to(dtype))
            elif isinstance(module, Experts):
                module.inner, module.outer = (nn.Parameter(one.to(dtype)) for one in (module.inner, module.outer))
        if multiplied_natively(dtype):
            nn.Module.to(self.vision, dtype)

    def places(self) -> Iterator[tuple[str, Tensor]]:
        """Where each tensor of a published checkpoint belongs: parameters, or slices of them."""
        for name, parameter in self.vision.named_parameters():
            yield f"model.{name}", parameter
        decoder = self.decoder
        yield "model.image_newline", decoder.newline
        yield "model.view_seperator", decoder.separator
        yield "model.embed_tokens.weight", decoder.embed.weight
        yield "model.norm.weight", decoder.norm.weight
        yield "lm_head.weight", decoder.head.weight
        for number, layer in enumerate(decoder.layers):
            assert isinstance(layer, Layer)
            yield from _layer_places(f"model.layers.{number}", layer)
        if self.draft is not None:
            yield f"{DRAFT}enorm.weight", self.draft.embedding_norm.weight
            yield f"{DRAFT}hnorm.weight", self.draft.state_norm.weight
            yield f"{DRAFT}eh_proj.weight", self.draft.joined.weight
            yield from _layer_places(f"{DRAFT}mtp_block", self.draft.block)

    def part_sizes(self) -> dict[str, int]:
        """Parameters of the vision encoder, the decoder and the draft head."""
        parts: dict[str, nn.Module | None] = {"vision": self.vision, "decoder": self.decoder, "draft": self.draft}
        return {name: sum(p.numel() for p in part.parameters()) if part else 0 for name, part in parts.items()}

    @torch.inference_mode()
    def look(self, views: Views, wanted: Callable[[], bool] = lambda: True) -> Tensor:
        """Embeddings of a page's picture, in the prompt's order (picture tokens, hidden).
        Asks between views whether the page is still `wanted`, and raises Unwanted if not."""
        like, pixel = self.decoder.newline, self.vision.sam_model.pos_embed

        def encode(pixels: Any) -> Tensor:
            if not wanted():
                raise Unwanted
            encoded: Tensor = self.vision(torch.from_numpy(pixels).to(pixel.device, pixel.dtype))
            return encoded.to(like.dtype)

        overall = encode(views.overall[None])[0]
        parts = [encode(views.tiles[at : at + TILES_AT_ONCE]) for at in range(0, len(views.tiles), TILES_AT_ONCE)]
        tiles = torch.cat(parts) if parts else overall[:0, None]
        return arranged(overall, tiles, views.grid, like, self.decoder.separator)

    @torch.inference_mode()
    def embed_prompt(self, ids: list[int], picture: Tensor) -> Tensor:
        """Embeddings of a prompt (1, n, hidden), the picture's in the place of its tokens."""
        tokens = torch.tensor(ids, device=picture.device)
        embedded: Tensor = self.decoder.embedded(tokens)
        here = tokens == self.sizes.image_token
        if int(here.sum()) != len(picture):
            raise ValueError(f"{int(here.sum())} picture tokens in the prompt, {len(picture)} in the picture")
        embedded[here] = picture
        return embedded.unsqueeze(0)


def _layer_places(name: str, layer: Layer) -> Iterator[tuple[str, Tensor]]:
    yield f"{name}.input_layernorm.weight", layer.input_norm.weight
    yield f"{name}.post_attention_layernorm.weight", layer.post_norm.weight
    for part, place in zip("qkv", layer.attention.qkv.weight.chunk(3), strict=True):
        yield f"{name}.self_attn.{part}_proj.weight", place
    yield f"{name}.self_attn.o_proj.weight", layer.attention.out.weight
    mlp = layer.mlp
    if isinstance(mlp, GatedMlp):
        yield from _gated_places(f"{name}.mlp", mlp.inner.weight, mlp.outer.weight)
    elif isinstance(mlp, Experts):
        yield f"{name}.mlp.gate.weight", mlp.gate
        for number in range(mlp.inner.shape[0]):
            yield from _gated_places(f"{name}.mlp.experts.{number}", mlp.inner[number], mlp.outer[number])
        if mlp.shared is not None:
            yield from _gated_places(f"{name}.mlp.shared_experts", mlp.shared.inner.weight, mlp.shared.outer.weight)


def _gated_places(name: str, inner: Tensor, outer: Tensor) -> Iterator[tuple[str, Tensor]]:
    gate, up = inner.chunk(2)
    yield f"{name}.gate_proj.weight", gate
    yield f"{name}.up_proj.weight", up
    yield f"{name}.down_proj.weight", outer


def register() -> None:
    """Make Transformers' Auto classes know the model; may be called again."""
    AutoConfig.register(MODEL_TYPE, JinaOcrConfig, exist_ok=True)
    AutoModel.register(JinaOcrConfig, JinaOcr, exist_ok=True)


__all__ = ["CheckpointError", "JinaOcr", "JinaOcrConfig", "Unwanted", "register"]
