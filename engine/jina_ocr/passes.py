# SPDX-License-Identifier: AGPL-3.0-or-later
"""The passes of a decoding round through PyTorch: the target's check and the head's drafts.

One round asks for two things: what the head proposes, and what the target says to it. There are two
ways to compute them, this one for every device and format, and `plain` for a CPU.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor

from engine.jina_ocr.cache import Cache, Place, Places
from engine.jina_ocr.depth import MAX_DEPTH
from engine.jina_ocr.model import JinaOcr

ROOM = MAX_DEPTH + 1
"""Positions behind the last committed token that a round may write to."""


@dataclass(frozen=True)
class Checked:
    """What the target says of one page's n tokens: its `choices` for the token behind each, with
    their `probabilities`, from `logits` (n, vocabulary) and `states` (n, hidden), behind the final norm."""

    choices: list[int]
    probabilities: list[float]
    logits: Tensor
    states: Tensor


class Passes(Protocol):
    """The passes over B pages, whose rows in the cache are 0 to B - 1. `rows` are each page's
    tokens, `starts` the position of its first."""

    def check(self, rows: Sequence[Sequence[int]], starts: Sequence[int]) -> list[Checked]:
        """One pass of the target over every page's tokens."""

    def draft(
        self, rows: Sequence[Sequence[int]], states: Sequence[Tensor], starts: Sequence[int], depth: int
    ) -> list[list[int]]:
        """`depth` drafts of every page. The head first sees `rows`, with the target's `states` (n,
        hidden) that come before each of these tokens, and then runs on its own output."""


class TorchPasses:
    """Pages are filled up to the same number of tokens; see Passes."""

    def __init__(
        self, model: JinaOcr, cache: Cache, places: Places, *, steady: int = 0, compiler: str | None = None
    ) -> None:
        """`steady` and `compiler` as in Batch."""
        self.model, self.cache, self.places = model, cache, places
        self.steady = steady
        self._target: Callable[..., Tensor] = model.decoder
        self._head: Callable[..., Tensor] | None = model.draft
        if compiler is not None:
            self._target = torch.compile(model.decoder, fullgraph=True, dynamic=False, backend=compiler)
            if model.draft is not None:
                self._head = torch.compile(model.draft, fullgraph=True, dynamic=False, backend=compiler)

    def check(self, rows: Sequence[Sequence[int]], starts: Sequence[int]) -> list[Checked]:
        count = self.steady + 1 if self.steady else max(map(len, rows))
        states = self._target(self._embed(rows, count), self._place(starts, count), self.cache)
        choices, probabilities, logits = choose(self.model, states)
        return [Checked(*page) for page in zip(choices, probabilities, logits, states, strict=True)]

    def draft(
        self, rows: Sequence[Sequence[int]], states: Sequence[Tensor], starts: Sequence[int], depth: int
    ) -> list[list[int]]:
        assert self._head is not None
        seen = [len(row) for row in rows]
        count = self.steady + 1 if self.steady else max(seen)
        out = self._head(
            self._embed(rows, count), self._recent_states(states, count), self._place(starts, count), self.cache
        )
        out = self._last(out, seen)
        made: list[Tensor] = []
        for number in range(depth):
            state = self._settle(out)
            made.append(self.model.decoder.head(state).argmax(-1))
            if number + 1 < depth:
                place = self._place([start + own + number for start, own in zip(starts, seen, strict=True)], 1)
                out = self._head(self.model.decoder.embedded(made[-1]), state, place, self.cache)
        drafts: list[list[int]] = torch.cat(made, 1).tolist() if made else [[] for _ in rows]
        return drafts

    def _settle(self, out: Tensor) -> Tensor:
        """What the draft head's output becomes before it is used: the target's final norm."""
        settled: Tensor = self.model.decoder.norm(out)
        return settled

    def _place(self, starts: Sequence[int], count: int) -> Place:
        if self.steady:
            return self.places.many(starts, count, self.cache.positions)
        return self.places.one(starts[0], count) if len(starts) == 1 else self.places.many(starts, count)

    def _embed(self, rows: Sequence[Sequence[int]], count: int) -> Tensor:
        """Embeddings (B, count, hidden); short rows are filled up with a token that is not looked at."""
        padded = [[*row, *[self.model.sizes.pad] * (count - len(row))] for row in rows]
        embedded: Tensor = self.model.decoder.embedded(torch.tensor(padded, device=self.cache.keys.device))
        return embedded

    def _recent_states(self, states: Sequence[Tensor], count: int) -> Tensor:
        """`states` of all pages as one (B, count, hidden), filled up with zeros."""
        if len(states) == 1 and len(states[0]) == count:
            return states[0].unsqueeze(0)
        padded = states[0].new_zeros(len(states), count, states[0].shape[1])
        for row, one in enumerate(states):
            padded[row, : len(one)] = one
        return padded

    def _last(self, out: Tensor, counts: Sequence[int]) -> Tensor:
        """The last of each page's own rows: (B, n, hidden) to (B, 1, hidden)."""
        if len(counts) == 1:
            return out[:, counts[0] - 1 : counts[0]]
        last = torch.tensor(counts, device=out.device) - 1
        return out[torch.arange(len(counts), device=out.device), last].unsqueeze(1)


def choose(model: JinaOcr, states: Tensor) -> tuple[list[list[int]], list[list[float]], Tensor]:
    """The target's choice behind every state (B, n, hidden), with its probability, and the logits."""
    logits = model.decoder.head(states).float()
    best, choices = logits.max(-1)
    probabilities = (best - logits.logsumexp(-1)).exp()
    return choices.tolist(), probabilities.tolist(), logits
