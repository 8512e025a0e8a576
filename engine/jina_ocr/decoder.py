# SPDX-License-Identifier: AGPL-3.0-or-later
"""The decoder: pre-norm layers with plain multi-head attention, the first dense, the others with
experts. Shapes in comments: B pages, n tokens each."""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 - the customary name
from torch import Tensor, nn

from engine.jina_ocr.cache import Cache, Place
from engine.jina_ocr.config import Sizes
from engine.jina_ocr.experts import Experts, GatedMlp
from engine.jina_ocr.linear import Linear, product


class RmsNorm(nn.Module):
    def __init__(self, width: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        return F.rms_norm(x, self.weight.shape, self.weight, self.eps)


def rotated(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """RoPE on (..., head_dim), its halves paired; `sin` is negative in the first half."""
    return torch.addcmul(x * cos, x.roll(x.shape[-1] // 2, -1), sin)


class Attention(nn.Module):
    """Multi-head attention with RoPE; the three input projections joined."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.heads = sizes.heads
        self.qkv = Linear(sizes.hidden, 3 * sizes.hidden, bias=False)
        self.out = Linear(sizes.hidden, sizes.hidden, bias=False)

    def forward(self, x: Tensor, place: Place, keys: Tensor, values: Tensor) -> Tensor:
        batch, count, _ = x.shape
        qkv = self.qkv(x).view(batch, count, 3 * self.heads, -1)
        qk = rotated(qkv[:, :, : 2 * self.heads], place.cos, place.sin)
        place.store(keys, qk[:, :, self.heads :])
        place.store(values, qkv[:, :, 2 * self.heads :])
        queries = qk[:, :, : self.heads].transpose(1, 2)
        if count == 1 and x.dtype == torch.bfloat16 and x.device.type == "cpu":
            queries = queries.expand(-1, -1, 2, -1)  # twice the same: the path for a single query is 5 times slower
        mixed = F.scaled_dot_product_attention(
            queries, place.seen(keys), place.seen(values), attn_mask=place.mask, is_causal=place.causal
        )
        return self.out(mixed[:, :, :count].transpose(1, 2).reshape(batch, count, -1))

    def remember(self, x: Tensor, place: Place, keys: Tensor, values: Tensor) -> None:
        """Only put keys and values of `x` into the cache."""
        batch, count, width = x.shape
        kv = product(x, self.qkv.weight[width:]).view(batch, count, 2 * self.heads, -1)
        place.store(keys, rotated(kv[:, :, : self.heads], place.cos, place.sin))
        place.store(values, kv[:, :, self.heads :])


class Layer(nn.Module):
    """One decoder layer, dense or with experts."""

    def __init__(self, sizes: Sizes, *, dense: bool) -> None:
        super().__init__()
        self.input_norm = RmsNorm(sizes.hidden, sizes.rms_eps)
        self.attention = Attention(sizes)
        self.post_norm = RmsNorm(sizes.hidden, sizes.rms_eps)
        self.mlp: nn.Module = GatedMlp(sizes.hidden, sizes.dense_width) if dense else Experts(sizes)

    def forward(self, x: Tensor, place: Place, keys: Tensor, values: Tensor) -> Tensor:
        x = x + self.attention(self.input_norm(x), place, keys, values)
        return x + self.mlp(self.post_norm(x))


class Decoder(nn.Module):
    """Embeddings in, states behind the final norm out; the head that turns them into logits."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.embed = nn.Embedding(sizes.vocabulary, sizes.hidden)
        self.layers = nn.ModuleList(
            Layer(sizes, dense=number < sizes.dense_layers) for number in range(sizes.layers)
        )
        self.norm = RmsNorm(sizes.hidden, sizes.rms_eps)
        self.head = Linear(sizes.hidden, sizes.vocabulary, bias=False)
        self.newline = nn.Parameter(torch.zeros(sizes.hidden))
        self.separator = nn.Parameter(torch.zeros(sizes.hidden))

    def embedded(self, tokens: Tensor) -> Tensor:
        """Embeddings of tokens, in the dtype that is computed with."""
        return F.embedding(tokens, self.embed.weight).to(self.newline.dtype)

    def forward(self, x: Tensor, place: Place, cache: Cache) -> Tensor:
        """x (B, n, hidden) to states (B, n, hidden)."""
        for number, layer in enumerate(self.layers):
            x = layer(x, place, *cache.layer(number, place.pages))
        return self.norm(x)
