# SPDX-License-Identifier: AGPL-3.0-or-later
"""What changes between two states of a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patch:
    """How to change a page: keep the first `head` blocks and the last `tail` blocks, put
    `html` (one string a block) in the place of those between."""

    head: int
    tail: int
    html: tuple[str, ...]

    def apply(self, shown: Sequence[str]) -> list[str]:
        """The page after the patch; what a view does with its elements."""
        return [*shown[: self.head], *self.html, *shown[len(shown) - self.tail :]]


def splice(old: Sequence[str], new: Sequence[str]) -> Patch:
    """The patch from one list of blocks to another: what begins and ends alike is kept."""
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return Patch(head, tail, tuple(new[head : len(new) - tail]))
