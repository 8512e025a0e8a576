# SPDX-License-Identifier: AGPL-3.0-or-later
"""How many drafts of a page were accepted, counted live from what each step commits, and replaced
at the end by vLLM's own count where the version has one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Tally:
    """`drafts` a step. A page's first output comes with the prompt and has no drafts; each later
    one is a check of `drafts` tokens, of which all but the last committed token were accepted."""

    drafts: int
    tokens: int = 0
    steps: int = 0
    drafted: int = 0
    per_position: list[int] = field(default_factory=list)
    exact: bool = False

    def __post_init__(self) -> None:
        self.per_position = [0] * self.drafts

    @property
    def accepted(self) -> int:
        return sum(self.per_position)

    def commit(self, count: int) -> None:
        """One output of `count` tokens."""
        first = self.tokens == 0
        self.tokens += count
        if first or not count:
            return
        self.steps += 1
        self.drafted += self.drafts
        for position in range(min(count - 1, self.drafts)):
            self.per_position[position] += 1

    def correct(self, metrics: Any) -> None:
        """Take vLLM's own count: the last step's tokens are cut at the end mark, so that the live
        count can be a little under it. `metrics` is its RequestSpecDecodeMetrics, or None."""
        histogram: Sequence[int] | None = getattr(metrics, "histogram", None)
        if not self.drafts or not histogram or not sum(histogram):
            return
        self.steps = sum(histogram)
        self.drafted = int(metrics.num_draft_tokens)
        self.per_position = [sum(histogram[position + 1 :]) for position in range(self.drafts)]
        self.exact = True
