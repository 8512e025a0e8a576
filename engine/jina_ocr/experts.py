# SPDX-License-Identifier: AGPL-3.0-or-later
"""The mixture of experts of a decoder layer.

Weights of all experts lie in two stacked tensors, gate and up projections joined: `inner`
(experts, 2 x width, hidden) and `outer` (experts, hidden, width). Four ways to compute with them:

* `looped`: one matrix product for each expert in use, over all rows; rows that did not choose the
  expert get weight zero. For a few tokens time is that of reading the weights, so the idle rows are free.
* `grouped`: rows sorted by expert, one product for each expert over its own rows. For a whole prompt.
* `fused`: the same in one kernel, without asking the device how many rows an expert has. For CUDA.
* `gathered`: the chosen experts' weights are picked in the graph. Shapes never depend on the
  routing, so the step can be compiled and captured; a compiler fuses the picking with the product.

The measured choice stands at `FEW`; `python -m tests.bench.model --full DIR --ways` measures it. A CPU
in float32 decodes otherwise (see `plain`); these ways are for its prompts, and for everything else.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
import torch.nn.functional as F  # noqa: N812 - the customary name
from torch import Tensor, nn

from engine.jina_ocr.config import Sizes
from engine.jina_ocr.linear import Linear, product

FEW = 1
"""Up to so many rows `looped` is taken on a CPU, above it `grouped`. Milliseconds a layer of the
published size, one thread, `looped` and `grouped` for 1, 2, 4, 16 and 900 rows: in bfloat16 4.9 and
5.6, 8.1 and 8.9, 15.1 and 15.0, 61 and 39, 2369 and 230; in float32 6.7 and 6.9, 22 and 13, 33 and
26, 106 and 71, 4513 and 484. `fused` is as `grouped`; `gathered` without a compiler ten times as slow."""

FEW_SMALL, SMALL = 4, 1 << 18
"""The same for experts of fewer than SMALL weights, which lie in the processor's caches."""


def gated(x: Tensor) -> Tensor:
    """SwiGLU of joined gate and up halves."""
    gate, up = x.chunk(2, -1)
    return F.silu(gate) * up


class GatedMlp(nn.Module):
    """A dense MLP, gate and up projections joined."""

    def __init__(self, hidden: int, width: int) -> None:
        super().__init__()
        self.inner = Linear(hidden, 2 * width, bias=False)
        self.outer = Linear(width, hidden, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        return self.outer(gated(self.inner(x)))


class Experts(nn.Module):
    """Routed experts and the shared one. The router works in float32 in every dtype."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.chosen = sizes.experts_per_token
        self.gate = nn.Parameter(torch.empty(sizes.experts, sizes.hidden, dtype=torch.float32))
        self.inner = nn.Parameter(torch.empty(sizes.experts, 2 * sizes.expert_width, sizes.hidden))
        self.outer = nn.Parameter(torch.empty(sizes.experts, sizes.hidden, sizes.expert_width))
        self.few = FEW_SMALL if self.inner[0].numel() < SMALL else FEW
        self.shared = GatedMlp(sizes.hidden, sizes.shared_width) if sizes.shared_experts else None

    def forward(self, x: Tensor) -> Tensor:
        rows = x.flatten(0, -2)
        weights, experts = self.route(rows)
        if torch.compiler.is_compiling():
            mixed = self.gathered(rows, weights, experts)
        elif rows.is_cuda and hasattr(F, "grouped_mm"):
            mixed = self.fused(rows, weights, experts)
        elif rows.shape[0] <= self.few:
            mixed = self.looped(rows, weights, experts)
        else:
            mixed = self.grouped(rows, weights, experts)
        if self.shared is not None:
            mixed = mixed + self.shared(rows)
        return mixed.view_as(x)

    def route(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Weights and numbers of the experts of each row; the weights do not add up to one."""
        scores = F.linear(rows.float(), self.gate).softmax(-1)
        weights, experts = scores.topk(self.chosen, -1, sorted=False)
        return weights.to(rows.dtype), experts

    def looped(self, rows: Tensor, weights: Tensor, experts: Tensor) -> Tensor:
        used = sorted({number for row in experts.tolist() for number in row})
        table = rows.new_zeros(rows.shape[0], self.gate.shape[0]).scatter_(1, experts, weights)
        inner, outer = self.inner, self.outer
        hidden = torch.stack([product(rows, inner[number]) for number in used])
        hidden = gated(hidden) * table[:, used].T.unsqueeze(-1)
        mixed = product(hidden[0], outer[used[0]])
        for place in range(1, len(used)):
            mixed += product(hidden[place], outer[used[place]])
        return mixed

    def grouped(self, rows: Tensor, weights: Tensor, experts: Tensor) -> Tensor:
        return self._sorted(rows, weights, experts, self._products)

    def fused(self, rows: Tensor, weights: Tensor, experts: Tensor) -> Tensor:
        def products(sorted_rows: Tensor, stacked: Tensor, counts: Tensor) -> Tensor:
            ends = counts.cumsum(0).int()
            return F.grouped_mm(sorted_rows, stacked.transpose(1, 2), offs=ends)

        return self._sorted(rows, weights, experts, products)

    def _sorted(
        self, rows: Tensor, weights: Tensor, experts: Tensor, products: Callable[[Tensor, Tensor, Tensor], Tensor]
    ) -> Tensor:
        """Rows sorted by expert, `products` of them with their experts' matrices, and back."""
        order = experts.flatten().argsort(stable=True)
        sources = order // self.chosen
        numbers = torch.arange(self.gate.shape[0], device=rows.device)
        counts = (experts.flatten().unsqueeze(1) == numbers).sum(0)
        hidden = gated(products(rows[sources], self.inner, counts)) * weights.flatten()[order].unsqueeze(-1)
        return torch.zeros_like(rows).index_add_(0, sources, products(hidden, self.outer, counts))

    @staticmethod
    def _products(rows: Tensor, stacked: Tensor, counts: Tensor) -> Tensor:
        """Rows in runs of `counts`, each run times its own matrix."""
        made = rows.new_empty(rows.shape[0], stacked.shape[1])
        at = 0
        for number, count in enumerate(counts.tolist()):
            if count:
                made[at : at + count] = product(rows[at : at + count], stacked[number])
            at += count
        return made

    def gathered(self, rows: Tensor, weights: Tensor, experts: Tensor) -> Tensor:
        hidden = torch.einsum("rkih,rh->rki", self.inner[experts], rows)
        hidden = gated(hidden) * weights.unsqueeze(-1)
        return torch.einsum("rkhi,rki->rh", self.outer[experts], hidden)
