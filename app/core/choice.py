# SPDX-License-Identifier: AGPL-3.0-or-later
"""An engine as the session uses it: which backend, started how, with what, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.protocol import Scalar

TOKENS_A_PAGE = (957, 1367)
"""Input and output tokens of a page, for estimates: one measured page of a paper
(shared facts on the hosted model); pages differ, hence always called an estimate."""


READER_FACTOR = 40
"""Jina Reader bills so many times the tokens of a page (one measured page: 2,324 tokens, 92,960 billed)."""


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars a million tokens."""

    input: float
    output: float

    def page(self) -> float:
        """An estimate for one page, in US dollars."""
        return (TOKENS_A_PAGE[0] * self.input + TOKENS_A_PAGE[1] * self.output) / 1e6


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """One engine that the session may use.

    `name` is what the user chose by ("vllm", "jina", "openai:http://localhost:8000/v1").
    `options` change what is read and are part of a reading's key; `speed` holds options that
    do not; `secrets` are handed to the engine and kept nowhere. All three go with UseEngine.
    `alone` are options of speed for a page that nothing else is read beside; they go with the page.
    `host` is the machine that pages are sent to, empty where they stay on this one. `command`
    starts the engine's program, None for this interpreter. `reason` says why it was chosen, in words.
    `stands_in`: the user did not name it, it is there in case that nothing else starts."""

    name: str
    backend: str
    options: Mapping[str, Scalar] = field(default_factory=dict)
    speed: Mapping[str, Scalar] = field(default_factory=dict)
    alone: Mapping[str, Scalar] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    host: str = ""
    price: Price | None = None
    command: tuple[str, ...] | None = None
    reason: str = ""
    stands_in: bool = False

    @property
    def by_address(self) -> bool:
        """It reads documents of the web by their addresses, and no others."""
        return self.backend == "reader"

    @property
    def tokens_factor(self) -> int:
        """How many times the tokens of a page are billed."""
        return READER_FACTOR if self.by_address else 1

    @property
    def page_cost(self) -> float | None:
        """An estimate for one page, in US dollars; None where the price is not known."""
        return None if self.price is None else self.price.page() * self.tokens_factor


OF_SPEED = frozenset({"workers", "page_seconds", "draft_tokens"})
"""Options of engines that change how fast a page is read, not what is read."""


def choice_of(backend: str, options: Mapping[str, Scalar]) -> EngineChoice:
    """A backend of this machine under its own name, with options of both sorts."""
    speed = {name: value for name, value in options.items() if name in OF_SPEED}
    return EngineChoice(backend, backend, {n: v for n, v in options.items() if n not in OF_SPEED}, speed)


BUILTIN = EngineChoice("builtin", "builtin")
