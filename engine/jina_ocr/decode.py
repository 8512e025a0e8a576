# SPDX-License-Identifier: AGPL-3.0-or-later
"""Greedy decoding with FastMTP drafts, for one page or several at once.

A round: every page drafts up to K tokens, the target checks all of them in one forward pass, the
longest prefix that equals the target's own choice is committed, and one more token of the target's.
What comes out is what plain greedy decoding gives; drafts only change how many passes it takes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import torch
from torch import Tensor

from engine.jina_ocr import quickest
from engine.jina_ocr.cache import Cache, Places
from engine.jina_ocr.depth import MAX_DEPTH, Depth
from engine.jina_ocr.guard import Guard
from engine.jina_ocr.linear import rounding
from engine.jina_ocr.model import JinaOcr
from engine.jina_ocr.passes import ROOM, Checked, Passes, TorchPasses, choose


class NotNumbers(RuntimeError):  # noqa: N818 - what is wrong with the values
    """The first forward pass gave values that are not finite: broken weights or dtype."""


@dataclass
class Tally:
    """Counts and seconds of one page. `steps` are verifications; the first token has none.
    Drafts behind the end token count as accepted where the target would have chosen them."""

    steps: int = 0
    drafted: int = 0
    accepted: int = 0
    per_position: list[int] = field(default_factory=list)
    per_step: list[int] = field(default_factory=list)
    vision: float = 0.0
    prefill: float = 0.0
    draft: float = 0.0
    verify: float = 0.0

    def step(self, drafted: int, accepted: int) -> None:
        self.steps += 1
        self.drafted += drafted
        self.accepted += accepted
        self.per_step.append(accepted)
        self.per_position += [0] * (drafted - len(self.per_position))
        for position in range(accepted):
            self.per_position[position] += 1


@dataclass
class Page:
    """A page being decoded. `length` counts its tokens that the target's cache holds: all but the
    last committed one."""

    key: int
    length: int
    limit: int
    depth: Depth
    eos: int
    guard: Guard | None = None
    tokens: list[int] = field(default_factory=list)
    probabilities: list[float] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    finish: str | None = None  # "stop", "length" or "repetition"
    keep: int | None = None  # tokens that remain when a repetition is cut to one copy
    states: Tensor | None = None  # the target's, (m, hidden), that the draft has not seen yet ...
    drafts: list[int] = field(default_factory=list)

    @property
    def fresh(self) -> list[int]:
        """... and the tokens that follow them, one for each."""
        return self.tokens[-len(self.states) :] if self.states is not None else []

    def commit(self, token: int, probability: float) -> None:
        self.tokens.append(token)
        self.probabilities.append(probability)
        if token == self.eos:
            self.finish = "stop"
        elif len(self.tokens) >= self.limit:
            self.finish = "length"
        if self.guard is not None:
            self.guard.add(token)

    def look_back(self) -> None:
        """End the page if it only repeats itself."""
        if self.guard is not None and self.finish is None and (loop := self.guard.verdict()):
            self.finish, self.keep = "repetition", loop.keep


class Batch:
    """Pages being decoded together; at most `pages` at once, each of at most `positions` tokens."""

    def __init__(
        self, model: JinaOcr, pages: int, positions: int, *, steady: int = 0, compiler: str | None = None,
        passes: Callable[[JinaOcr, Cache, Places], Passes] | None = None,
    ) -> None:
        """`steady`: deepest draft; every round then has the same shapes, at the price of idle
        positions (0: as wide as needed). `compiler`: a backend of torch.compile for the target's and
        the draft's passes, which needs steady ones; prompts stay as they are. `passes`: how a round
        is computed, None: as is fastest. Memory for all pages is taken now."""
        self.model = model
        self.sizes = model.sizes
        self.pages: list[Page] = []
        like = model.decoder.newline
        self.cache = Cache(self.sizes, pages, positions + ROOM, like)
        self.places = Places(self.sizes, positions + ROOM, like)
        self.capacity, self.positions = pages, positions
        self.passes: Passes
        if passes is not None:
            self.passes = passes(model, self.cache, self.places)
        elif steady or compiler or not quickest.suits(model):
            steady = steady or (MAX_DEPTH if compiler else 0)
            self.passes = TorchPasses(model, self.cache, self.places, steady=steady, compiler=compiler)
        else:
            self.passes = quickest.QuickestPasses(model, self.cache, self.places)

    # ------------------------------------------------------------ pages come and go

    @torch.inference_mode()
    def admit(self, page: Page, prompt: Tensor) -> None:
        """Take a page in: its whole prompt (1, n, hidden) goes through the target and primes the
        draft; the first token is committed. A page that was dropped goes on where it was, its
        tokens being read as part of the prompt. Raises NotNumbers."""
        began = time.perf_counter()
        row, length = len(self.pages), prompt.shape[1]
        if row >= self.capacity or length + page.limit > self.positions:
            raise ValueError(f"no room for a page of {length} + {page.limit} tokens")
        if page.tokens:
            again: Tensor = self.model.decoder.embedded(torch.tensor([page.tokens], device=prompt.device))
            prompt = torch.cat([prompt, again], 1)
            length = prompt.shape[1]
        place = self.places.prompt(row, length)
        self.cache.tenants[row] += 1
        with rounding():
            states = self.model.decoder(prompt, place, self.cache)
            if self.model.draft is not None and page.depth.high:
                self.model.draft.prime(prompt, states, place, self.cache)
        choice, probability, logits = choose(self.model, states[:, -1:])
        if not torch.isfinite(logits).all():
            raise NotNumbers
        page.length = length
        page.states = states[0, -1:]
        page.commit(choice[0][0], probability[0][0])
        page.tally.prefill += time.perf_counter() - began
        if page.finish is None:
            self.pages.append(page)

    def drop(self, page: Page) -> None:
        """Let a page go; the last one takes its place in the cache."""
        row = self.pages.index(page)
        last = self.pages.pop()
        if last is not page:
            self.cache.move(len(self.pages), row, last.length)
            self.pages[row] = last

    # ------------------------------------------------------------ one round

    @torch.inference_mode()
    def step(self) -> None:
        """One round for all pages. Pages that are finished leave."""
        began = time.perf_counter()
        self._draft()
        drafted = time.perf_counter()
        rows = [[page.tokens[-1], *page.drafts] for page in self.pages]
        checked = self.passes.check(rows, [page.length for page in self.pages])
        verified = time.perf_counter()
        for page, own in zip(self.pages, checked, strict=True):
            kept = _accept(page, own)
            page.states = own.states[:kept] if kept < len(own.choices) else own.states
            page.length += kept
            page.tally.draft += (drafted - began) / len(rows)
            page.tally.verify += (verified - drafted) / len(rows)
        for page in [page for page in self.pages if page.finish is not None]:
            self.drop(page)

    def _draft(self) -> None:
        """Let every page have its drafts: the head first sees what was committed since its last
        look, with the target's own states, and then runs on its own output."""
        wanted = [min(page.depth.now, page.limit) for page in self.pages]
        for page in self.pages:
            page.drafts = []
        if self.model.draft is None or not any(page.depth.high for page in self.pages):
            return
        fresh = [page.fresh for page in self.pages]
        starts = [page.length - len(own) + 1 for page, own in zip(self.pages, fresh, strict=True)]
        states = [page.states for page in self.pages if page.states is not None]
        drafts = self.passes.draft(fresh, states, starts, max(wanted))
        for page, row, depth in zip(self.pages, drafts, wanted, strict=True):
            page.drafts = row[:depth]


def _accept(page: Page, checked: Checked) -> int:
    """Commit what the target confirms of a page's drafts, and one token of its own. Returns how
    many positions of the pass hold committed tokens now."""
    drafts = page.drafts
    accepted = kept = 0
    for position in range(len(drafts) + 1):
        choice, probability = checked.choices[position], checked.probabilities[position]
        if page.finish is None:
            if page.guard is not None and (banned := page.guard.banned(choice)):
                choice, probability = _next_best(checked.logits[position], banned)
            page.commit(choice, probability)
            kept += 1
        if position == len(drafts) or choice != drafts[position]:
            break
        accepted += 1
    page.tally.step(len(drafts), accepted)
    page.depth.learn(len(drafts), accepted)
    page.look_back()
    return kept


def _next_best(logits: Tensor, banned: set[int]) -> tuple[int, float]:
    """The best token that is not banned, with its probability among all."""
    allowed = logits.clone()
    allowed[list(banned)] = -torch.inf
    choice = int(allowed.argmax())
    return choice, float(logits.log_softmax(-1)[choice].exp())
