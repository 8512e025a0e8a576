# SPDX-License-Identifier: AGPL-3.0-or-later
"""Products with matrices that are held in fewer bytes than is computed with.

The published weights are bfloat16. On a CPU they can stay so while everything is computed in float32, with the
results of float32: they are widened while they are used, a part of a matrix at a time that stays in the cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

import torch
import torch.nn.functional as F  # noqa: N812 - the customary name
from torch import Tensor, nn

SLAB = 1 << 18
"""Numbers that are widened at once: one MB in float32."""

_rounding = ContextVar("rounding", default=False)


@contextmanager
def rounding() -> Iterator[None]:
    """Within it rows are rounded to the matrix' format where the processor multiplies that itself: several times
    faster, and what a graphics card computes, whose numbers are of bfloat16 throughout. For prompts, which are read
    page by page; never for checks, whose numbers must not depend on how many rows there are."""
    token = _rounding.set(True)
    try:
        yield
    finally:
        _rounding.reset(token)


class Linear(nn.Linear):
    def forward(self, x: Tensor) -> Tensor:
        return product(x, self.weight, self.bias)


def product(x: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """x (…, i) times the weight (o, i) transposed, in the dtype of `x`."""
    if x.dtype == weight.dtype:
        return F.linear(x, weight, bias)
    rows = x.flatten(0, -2)
    if _rounding.get() and multiplied_natively(weight.dtype):
        made = F.linear(rows.to(weight.dtype), weight).to(x.dtype)
    else:
        made = x.new_empty(len(rows), len(weight))
        height = max(1, SLAB // weight.shape[1])
        for at in range(0, len(weight), height):
            made[:, at : at + height] = F.linear(rows, weight[at : at + height].to(x.dtype))
    if bias is not None:
        made += bias
    return made.view(*x.shape[:-1], -1)


def multiplied_natively(dtype: torch.dtype) -> bool:
    """Whether this processor has instructions for products of the format."""
    return dtype == torch.bfloat16 and bool(_ABILITIES.get("amx_bf16") or _ABILITIES.get("avx512_bf16"))


def fuses_multiplications() -> bool:
    """Whether this processor multiplies and adds in one go, as far as PyTorch can tell."""
    return bool(_ABILITIES.get("fma3", True))


def _abilities() -> Mapping[str, object]:
    try:
        found: Mapping[str, object] = torch.cpu.get_capabilities()
    except (AttributeError, RuntimeError):  # an older PyTorch, or one that cannot tell
        return {}
    return found


_ABILITIES = _abilities()
