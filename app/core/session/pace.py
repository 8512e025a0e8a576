# SPDX-License-Identifier: AGPL-3.0-or-later
"""How fast a page is being read, and how many of its drafted tokens are accepted: from its pieces
alone, while they come. The reading's own figures replace this at its end."""

from __future__ import annotations

from dataclasses import dataclass

ROW_EVERY = 0.5
"""Seconds between two changes of a row by figures alone."""


@dataclass(slots=True)
class Pace:
    """`steps` are pieces with tokens after the first, which comes with the prompt and has no drafts.
    Times are `time.monotonic()`."""

    began: float = 0.0
    last: float = 0.0
    first_tokens: int = 0
    tokens: int = 0
    steps: int = 0
    told: float = 0.0

    def add(self, tokens: int | None, arrived: float) -> None:
        """A piece of `tokens` committed tokens; None where the engine does not count them."""
        if not tokens:
            return
        self.tokens += tokens
        self.last = arrived
        if not self.began:
            self.began, self.first_tokens = arrived, tokens
            return
        self.steps += 1

    def due(self, now: float) -> bool:
        """Whether a row may be told again; then it is taken to be."""
        if not self.steps or now - self.told < ROW_EVERY:
            return False
        self.told = now
        return True

    def tokens_per_s(self) -> float | None:
        """Of what came after the first piece."""
        lasted = self.last - self.began
        return (self.tokens - self.first_tokens) / lasted if self.steps and lasted > 0 else None

    def acceptance(self, depth: int) -> float | None:
        """Share of the drafted tokens that were accepted, where every step drafts `depth`."""
        if depth < 1 or not self.steps:
            return None
        accepted = self.tokens - self.first_tokens - self.steps
        return min(1.0, max(0.0, accepted / (depth * self.steps)))
