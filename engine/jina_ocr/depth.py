# SPDX-License-Identifier: AGPL-3.0-or-later
"""How many tokens to draft in the next step of a page: a fixed number, or one that follows
the acceptance of the page."""

from __future__ import annotations

from dataclasses import dataclass

MAX_DEPTH = 8
"""Deepest draft; acceptance falls with each position, so deeper never pays."""

START = 3
"""Where the adaptive depth begins: the vendor's recommendation."""


@dataclass
class Depth:
    """Drafts of the next step are `now`. A fixed depth has `low` equal to `high`."""

    low: int
    high: int
    now: int

    @classmethod
    def fixed(cls, depth: int) -> Depth:
        """Always `depth` drafts, 0 to MAX_DEPTH; 0 is plain greedy decoding."""
        if not 0 <= depth <= MAX_DEPTH:
            raise ValueError(f"{depth} drafts a step; 0 to {MAX_DEPTH} are possible")
        return cls(depth, depth, depth)

    @classmethod
    def adaptive(cls, high: int = MAX_DEPTH, low: int = 1) -> Depth:
        """Between `low` and `high`, one more after a fully accepted step, one less after a step
        of which nothing was accepted."""
        if not 1 <= low <= high <= MAX_DEPTH:
            raise ValueError(f"{low} to {high} drafts a step; 1 to {MAX_DEPTH} are possible")
        return cls(low, high, min(max(START, low), high))

    def learn(self, drafted: int, accepted: int) -> None:
        """Take in how a step went."""
        if drafted and accepted == drafted:
            self.now = min(self.high, self.now + 1)
        elif accepted == 0:
            self.now = max(self.low, self.now - 1)
