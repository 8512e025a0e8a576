# SPDX-License-Identifier: AGPL-3.0-or-later
"""The FastMTP draft head: one dense decoder layer with a cache of its own, applied to its own output.

At position j it takes the embedding of the token at j and the target's state (behind the final
norm) at j - 1, and its own output, behind the target's final norm, predicts the token at j + 1.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from engine.jina_ocr.cache import Cache, Place
from engine.jina_ocr.config import Sizes
from engine.jina_ocr.decoder import Layer, RmsNorm
from engine.jina_ocr.linear import Linear


class Draft(nn.Module):
    """Shares embeddings, final norm and head with the target, which stay there."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.number = sizes.layers  # its layer in the cache
        self.embedding_norm = RmsNorm(sizes.hidden, sizes.rms_eps)
        self.state_norm = RmsNorm(sizes.hidden, sizes.rms_eps)
        self.joined = Linear(2 * sizes.hidden, sizes.hidden, bias=False)
        self.block = Layer(sizes, dense=True)

    def join(self, embeddings: Tensor, states: Tensor) -> Tensor:
        """Inputs of the block: the embedding first, then the state before it."""
        both = torch.cat([self.embedding_norm(embeddings), self.state_norm(states)], -1)
        joined: Tensor = self.joined(both)
        return joined

    def forward(self, embeddings: Tensor, states: Tensor, place: Place, cache: Cache) -> Tensor:
        """(B, n, hidden) each; returns the block's output, before the final norm."""
        x = self.join(embeddings, states)
        out: Tensor = self.block(x, place, *cache.layer(self.number, place.pages))
        return out

    def prime(self, embeddings: Tensor, states: Tensor, place: Place, cache: Cache) -> None:
        """Fill the cache over a whole prompt: `embeddings` and the target's `states` (1, n, hidden)
        are both those of positions 0 to n - 1. At position 0 both inputs are zero."""
        shifted = torch.cat([torch.zeros_like(states[:, :1]), states[:, :-1]], 1)
        blanked = torch.cat([torch.zeros_like(embeddings[:, :1]), embeddings[:, 1:]], 1)
        x = self.block.input_norm(self.join(blanked, shifted))
        self.block.attention.remember(x, place, *cache.layer(self.number, place.pages))
