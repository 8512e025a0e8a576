# SPDX-License-Identifier: AGPL-3.0-or-later
"""The FastMTP draft head in vLLM: one dense decoder layer, applied to its own output.

At vLLM's slot p stand the token at p + 1, the target's state at p after its last norm, and position p:
the published pairing (the token at j with the state at j - 1), moved by one, which the rotary
positions do not see. Embedding, last norm and output layer are the target's.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any, ClassVar, Literal

import torch
from torch import Tensor, nn
from vllm.compilation.decorators import support_torch_compile
from vllm.config import VllmConfig
from vllm.model_executor.layers.layernorm import RMSNorm
from vllm.model_executor.layers.linear import ReplicatedLinear
from vllm.model_executor.layers.logits_processor import LogitsProcessor
from vllm.model_executor.model_loader.weight_utils import default_weight_loader
from vllm.model_executor.models.deepseek_v2 import DeepseekV2DecoderLayer

HEAD = "mtp_module.heads.0."
"""What the names of the head's tensors begin with."""

LAST_NORM = "model.norm.weight"

TENSORS = 13
"""Tensors of the head: twelve of its own and the last norm."""

STACKED = {
    "q_proj": ("qkv_proj", "q"),
    "k_proj": ("qkv_proj", "k"),
    "v_proj": ("qkv_proj", "v"),
    "gate_proj": ("gate_up_proj", 0),
    "up_proj": ("gate_up_proj", 1),
}
"""Tensors that vLLM keeps side by side in one: the name there, and which part they are."""


class Lent(nn.Module):
    """Stands where vLLM puts the target's module; takes no memory until then."""

    weight: Tensor | None = None


@support_torch_compile(dynamic_arg_dims={"embeddings": 0, "positions": 0, "hidden_states": 0})
class FastMtp(nn.Module):
    """The head itself. (n, hidden) twice and (n,) positions in, (n, hidden) after the last norm out."""

    def __init__(self, *, vllm_config: VllmConfig, prefix: str = "") -> None:
        super().__init__()
        sizes = dense_sizes(vllm_config.model_config.hf_config.text_config)
        hidden, eps = sizes.hidden_size, sizes.rms_norm_eps
        self.embed_tokens: nn.Module = Lent()
        self.enorm = RMSNorm(hidden, eps=eps)
        self.hnorm = RMSNorm(hidden, eps=eps)
        self.eh_proj = ReplicatedLinear(2 * hidden, hidden, bias=False, return_bias=False)
        # numbered after the target's layers: vLLM finds a layer's cache by that number
        layer = f"{prefix}.layers.{sizes.num_hidden_layers}"
        self.mtp_block = DeepseekV2DecoderLayer(vllm_config, layer, config=sizes)
        self.norm = RMSNorm(hidden, eps=eps)

    def forward(self, embeddings: Tensor, positions: Tensor, hidden_states: Tensor) -> Tensor:
        # slot 0 pairs the second token with the first state; the head was trained without it
        embeddings = torch.where(positions.unsqueeze(-1) == 0, 0, embeddings)
        pair = torch.cat([self.enorm(embeddings), self.hnorm(hidden_states)], dim=-1)
        inner, residual = self.mtp_block(positions, self.eh_proj(pair), None)
        states: Tensor = self.norm(inner, residual)[0]
        return states


class FastMtpForCausalLM(nn.Module):
    """What vLLM's proposer for the method `eagle` expects of a draft model."""

    has_own_embed_tokens = False
    has_own_lm_head = False
    supports_multimodal_embeddings: ClassVar[Literal[True]] = True

    lm_head: nn.Module

    def __init__(self, *, vllm_config: VllmConfig, prefix: str = "") -> None:
        super().__init__()
        if vllm_config.parallel_config.pipeline_parallel_size > 1:
            raise ValueError("FastMTP drafts need the whole model on each machine: no pipeline parallelism.")
        # vLLM writes the picture token's number into this one; the target's must not change
        self.config = copy.copy(vllm_config.model_config.hf_config.text_config)
        self.model = FastMtp(vllm_config=vllm_config, prefix="model")
        self.logits_processor = LogitsProcessor(self.config.vocab_size)

    def embed_input_ids(
        self,
        input_ids: Tensor,
        multimodal_embeddings: Iterable[Tensor] | None = None,
        *,
        is_multimodal: Tensor | None = None,
    ) -> Tensor:
        """Embeddings of tokens; at a picture's positions its features, as the head was trained."""
        embeddings: Tensor = self.model.embed_tokens(input_ids)
        pieces = [] if multimodal_embeddings is None else list(multimodal_embeddings)
        if pieces and is_multimodal is not None:
            features = torch.cat([piece.reshape(-1, piece.shape[-1]) for piece in pieces])
            # a mask on the host spares a wait for the device
            embeddings[is_multimodal] = features.to(embeddings.dtype)
        return embeddings

    def forward(
        self,
        input_ids: Tensor | None,
        positions: Tensor,
        hidden_states: Tensor,
        inputs_embeds: Tensor | None = None,
        **_: Any,
    ) -> tuple[Tensor, Tensor]:
        """The state for the logits and the one for the next draft step: here they are one."""
        if inputs_embeds is None:
            if input_ids is None:
                raise ValueError("neither tokens nor embeddings were given")
            inputs_embeds = self.embed_input_ids(input_ids)
        states = self.model(inputs_embeds, positions, hidden_states)
        return states, states

    def compute_logits(self, hidden_states: Tensor) -> Tensor | None:
        logits: Tensor | None = self.logits_processor(self.lm_head, hidden_states)
        return logits

    def load_weights(self, weights: Iterable[tuple[str, Tensor]]) -> set[str]:
        """Takes the head's tensors and the last norm from a checkpoint, or from a file with only these.
        Raises ValueError if one is missing."""
        parameters = dict(self.model.named_parameters())
        loaded: set[str] = set()
        seen: set[str] = set()
        for name, tensor in weights:
            if name == LAST_NORM:
                inner = "norm.weight"
            elif name.startswith(HEAD):
                inner = name.removeprefix(HEAD)
            else:
                continue
            *place, kind, leaf = inner.split(".")
            stacked, part = STACKED.get(kind, (kind, None))
            inner = ".".join([*place, stacked, leaf])
            parameter = parameters.get(inner)
            if parameter is None:
                continue  # copies of the target's tensors that some revisions carry
            load = getattr(parameter, "weight_loader", default_weight_loader)
            load(parameter, tensor, *(() if part is None else (part,)))
            loaded.add(f"model.{inner}")
            seen.add(name)
        if len(seen) < TENSORS:
            raise ValueError(f"The checkpoint has {len(seen)} of the {TENSORS} tensors of a FastMTP head.")
        return loaded


def dense_sizes(text_config: Any) -> Any:
    """The target's sizes for a decoder layer that is dense whatever its number."""
    sizes = copy.deepcopy(text_config)
    sizes.first_k_dense_replace = sizes.num_hidden_layers + 1
    return sizes
