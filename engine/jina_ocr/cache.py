# SPDX-License-Identifier: AGPL-3.0-or-later
"""Keys and values of the pages being decoded, and where new tokens go among them.

Allocated once for a number of pages and positions; nothing is moved while decoding. A page's
valid entries are those before its length; what lies behind (rejected drafts) is masked, then
written over, so cropping costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.jina_ocr.config import Sizes


class Cache:
    """`keys` and `values`: (layers, pages, positions, heads, head_dim). The draft head's layer is
    the last one."""

    def __init__(self, sizes: Sizes, pages: int, positions: int, like: Tensor) -> None:
        shape = (sizes.layers + sizes.draft_heads, pages, positions, sizes.heads, sizes.head_dim)
        # not `empty`: what is masked counts nothing, but nothing times NaN is NaN
        self.keys = torch.zeros(shape, dtype=like.dtype, device=like.device)
        self.values = torch.zeros_like(self.keys)
        self.pages, self.positions = pages, positions
        self.tenants = [0] * pages  # counts the pages that a row had: what was derived from others' is of no use

    @staticmethod
    def bytes_for(sizes: Sizes, pages: int, positions: int, dtype: torch.dtype) -> int:
        layers = sizes.layers + sizes.draft_heads
        return 2 * layers * pages * positions * sizes.heads * sizes.head_dim * dtype.itemsize

    def layer(self, number: int, pages: slice) -> tuple[Tensor, Tensor]:
        return self.keys[number, pages], self.values[number, pages]

    def move(self, source: int, target: int, length: int) -> None:
        """Copy the first `length` entries of one page's rows to another's."""
        self.tenants[target] += 1
        for table in (self.keys, self.values):
            table[:, target, :length] = table[:, source, :length]


def rotation_tables(sizes: Sizes, positions: int, device: torch.device) -> Tensor:
    """Cosines and sines of RoPE, float32: (2, positions, head_dim). Halves are repeated, the sine's
    first half with a minus, as it goes with the second half of what is rotated."""
    exponents = torch.arange(0, sizes.head_dim, 2, dtype=torch.float64, device="cpu") / sizes.head_dim
    angles = torch.outer(torch.arange(positions, dtype=torch.float64), sizes.rope_theta**-exponents)
    cos, sin = angles.cos(), angles.sin()
    return torch.stack([torch.cat([cos, cos], -1), torch.cat([-sin, sin], -1)]).float().to(device)


@dataclass(frozen=True)
class Place:
    """Where the tokens of one forward pass stand: B pages with n tokens each.

    `start` is the position of the first token where there is one page; else `positions` (B, n)
    says it for every token. Queries see the first `reach` entries, as far as `mask` allows.
    """

    cos: Tensor  # (B, n, 1, head_dim)
    sin: Tensor
    pages: slice
    count: int
    reach: int
    start: int | None = None
    rows: Tensor | None = None  # (B, 1), beside `positions`
    positions: Tensor | None = None
    mask: Tensor | None = None  # (B, 1, n, reach), 0 where seen, else -inf
    causal: bool = False

    def store(self, table: Tensor, new: Tensor) -> None:
        """Put `new` (B, n, heads, head_dim) into `table` (B, positions, heads, head_dim)."""
        if self.start is not None:
            table[:, self.start : self.start + self.count] = new
        else:
            table[self.rows, self.positions] = new

    def seen(self, table: Tensor) -> Tensor:
        """What of `table` queries look at: (B, heads, reach, head_dim)."""
        return table[:, : self.reach].transpose(1, 2)


class Places:
    """Makes places; holds the rotation tables."""

    def __init__(self, sizes: Sizes, positions: int, like: Tensor) -> None:
        self._tables = rotation_tables(sizes, positions, like.device).to(like.dtype).unsqueeze(2)
        self._numbers = torch.arange(positions, device=like.device)
        self._seen = torch.zeros((), dtype=like.dtype, device=like.device)
        self._unseen = torch.full_like(self._seen, -torch.inf)

    def prompt(self, page: int, length: int) -> Place:
        """A whole prompt, from position 0."""
        cos, sin = self._tables[:, :length].unsqueeze(1)
        return Place(cos, sin, slice(page, page + 1), length, length, start=0, causal=True)

    def one(self, start: int, count: int) -> Place:
        """`count` tokens of the only page, from position `start`."""
        cos, sin = self._tables[:, start : start + count].unsqueeze(1)
        reach = start + count
        mask = None
        if count > 1:
            mask = self._mask(self._numbers[start:reach].unsqueeze(0), reach)
        return Place(cos, sin, slice(0, 1), count, reach, start=start, mask=mask)

    def many(self, starts: Sequence[int], count: int, reach: int | None = None) -> Place:
        """`count` tokens of each of several pages, or of one with shapes that stay the same
        (`reach` given) however long the page is."""
        first = torch.tensor(starts, device=self._numbers.device).unsqueeze(1)
        positions = first + self._numbers[:count]
        return self.at(positions, reach or max(starts) + count)

    def at(self, positions: Tensor, reach: int) -> Place:
        """Tokens at `positions` (B, n)."""
        cos, sin = self._tables[0, positions], self._tables[1, positions]
        mask = self._mask(positions, reach)
        pages, count = positions.shape
        rows = self._numbers[:pages].unsqueeze(1)
        return Place(cos, sin, slice(0, pages), count, reach, rows=rows, positions=positions, mask=mask)

    def _mask(self, positions: Tensor, reach: int) -> Tensor:
        """What tokens at `positions` (B, n) see, made once for all layers."""
        behind = self._numbers[:reach] <= positions.unsqueeze(-1)
        return torch.where(behind, self._seen, self._unseen).unsqueeze(1)
