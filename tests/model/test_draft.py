# SPDX-License-Identifier: AGPL-3.0-or-later
"""Drafts never change the text, however good or bad they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from torch import Tensor

from engine.jina_ocr.cache import Cache, Place
from engine.jina_ocr.decode import Batch, Page
from engine.jina_ocr.depth import MAX_DEPTH, Depth
from engine.jina_ocr.draft import Draft
from engine.jina_ocr.model import JinaOcr
from engine.jina_ocr.passes import TorchPasses
from engine.jina_ocr.plain import PlainPasses
from tests.model.golden import Golden
from tests.model.small import plain_greedy, random_model

PAGES = ("p1_text", "p3_table", "p5_twocol")


def acceptance(pages: dict[str, Page]) -> float:
    return sum(p.tally.accepted for p in pages.values()) / sum(p.tally.drafted for p in pages.values())


def reversed_join(self: Draft, embeddings: Tensor, states: Tensor) -> Tensor:
    joined: Tensor = self.joined(torch.cat([self.state_norm(states), self.embedding_norm(embeddings)], -1))
    return joined


def unprimed(self: Draft, embeddings: Tensor, states: Tensor, place: Place, cache: Cache) -> None:
    keys, values = cache.layer(self.number, place.pages)
    keys[:, : place.count] = 0
    values[:, : place.count] = 0


class RawRecursion(TorchPasses):
    """The head runs on what is before the norm; its tokens are chosen behind it, as they should."""

    def _settle(self, out: Tensor) -> Tensor:
        return out

    def draft(
        self, rows: Sequence[Sequence[int]], states: Sequence[Tensor], starts: Sequence[int], depth: int
    ) -> list[list[int]]:
        norm = self.model.decoder.norm
        hook = self.model.decoder.head.register_forward_pre_hook(lambda _, inputs: norm(inputs[0]))
        drafts = super().draft(rows, states, starts, depth)
        hook.remove()
        return drafts


class PairedWrongly(TorchPasses):
    """The token at j is paired with a later state than that of j - 1."""

    def _recent_states(self, states: Sequence[Tensor], count: int) -> Tensor:
        right = super()._recent_states(states, count)
        return torch.cat([right[:, 1:], right[:, -1:]], 1).roll(1, -1)


@pytest.fixture
def uneven(golden: Golden) -> Iterator[None]:
    """The tiny model's final norm has nearly equal weights, so that a state before it is nearly a
    multiple of the one behind it. Here they differ, and what follows the norm undoes it."""
    decoder, draft = golden.model.decoder, golden.model.draft
    assert draft is not None
    chance = torch.Generator().manual_seed(3)
    scale = torch.exp(0.8 * torch.randn(golden.model.sizes.hidden, generator=chance))
    before = [place.clone() for place in (decoder.norm.weight, decoder.head.weight, draft.state_norm.weight)]
    decoder.norm.weight.mul_(scale)
    decoder.head.weight.div_(scale)
    draft.state_norm.weight.mul_(scale.square().mean().sqrt() / scale)
    yield
    for place, old in zip((decoder.norm.weight, decoder.head.weight, draft.state_norm.weight), before, strict=True):
        place.copy_(old)


@pytest.mark.usefixtures("uneven")
@pytest.mark.parametrize("fault", ["none", "reversed", "unprimed", "before the norm", "pairing"])
def test_wrong_wirings_cost_acceptance_and_nothing_else(
    golden: Golden, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    passes = TorchPasses
    right = acceptance(golden.read(PAGES, lambda: Depth.fixed(3), passes=passes))
    match fault:
        case "reversed":
            monkeypatch.setattr(Draft, "join", reversed_join)
        case "unprimed":
            monkeypatch.setattr(Draft, "prime", unprimed)
        case "before the norm":
            passes = RawRecursion
        case "pairing":
            passes = PairedWrongly
    pages = golden.read(PAGES, lambda: Depth.fixed(3), passes=passes)
    assert [page.tokens for page in pages.values()] == [golden.tokens(name) for name in PAGES]
    if fault == "none":
        assert acceptance(pages) == right > 0.6
    else:
        assert acceptance(pages) < right - 0.03


class Oracle:
    """Replaces a page's drafts by the right tokens, wrong from a chosen place on."""

    def __init__(self, answer: list[int], vocabulary: int, faults: list[int]) -> None:
        self.answer, self.vocabulary, self.faults = answer, vocabulary, faults

    def change(self, page: Page) -> None:
        at = len(page.tokens)
        right = self.answer[at : at + len(page.drafts)]
        right += [0] * (len(page.drafts) - len(right))
        wrong_from = self.faults[at % len(self.faults)]
        page.drafts = [
            token if place < wrong_from else (token + 1) % self.vocabulary for place, token in enumerate(right)
        ]


class Steered(Batch):
    """Drafts come from oracles, so that every pattern of acceptance happens."""

    oracles: dict[int, Oracle]

    def _draft(self) -> None:
        super()._draft()
        for page in self.pages:
            if page.key in self.oracles:
                self.oracles[page.key].change(page)


def decode(batch: Batch, prompts: list[Tensor], depths: list[Depth], limit: int) -> list[list[int]]:
    pages = [Page(number, 0, limit, depth, batch.sizes.eos) for number, depth in enumerate(depths)]
    for page, prompt in zip(pages, prompts, strict=True):
        batch.admit(page, prompt)
    while batch.pages:
        batch.step()
    return [page.tokens for page in pages]


def answers(model: JinaOcr, seed: int, lengths: list[int], limit: int) -> tuple[list[Tensor], list[list[int]]]:
    chance = torch.Generator().manual_seed(seed)
    prompts = [torch.randn(1, length, model.sizes.hidden, generator=chance, dtype=torch.float64) for length in lengths]
    return prompts, [plain_greedy(model, prompt, limit) for prompt in prompts]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    seed=st.integers(0, 2**20),
    lengths=st.lists(st.integers(1, 9), min_size=1, max_size=4),
    limit=st.integers(1, 24),
    eos=st.integers(0, 23),
    data=st.data(),
)
def test_any_draft_gives_plain_greedy_output(
    seed: int, lengths: list[int], limit: int, eos: int, data: st.DataObject
) -> None:
    """Random models and prompts, every depth, rejections at every place, several pages, the end
    token and the limit anywhere in a block. A random model drafts badly, an oracle well."""
    model = random_model(seed, eos_token_id=eos)
    prompts, expected = answers(model, seed, lengths, limit)
    depths = data.draw(st.lists(st.integers(0, MAX_DEPTH), min_size=len(lengths), max_size=len(lengths)))
    faults = data.draw(st.lists(st.integers(0, MAX_DEPTH), min_size=1, max_size=5))
    passes, steady = data.draw(st.sampled_from([(PlainPasses, 0), (TorchPasses, 0), (None, MAX_DEPTH)]))
    batch = Steered(model, len(lengths), 64, steady=steady, passes=passes)
    steered = data.draw(st.booleans())
    batch.oracles = {n: Oracle(answer, 24, faults) for n, answer in enumerate(expected)} if steered else {}
    assert decode(batch, prompts, [Depth.fixed(depth) for depth in depths], limit) == expected
    batch = Steered(model, len(lengths), 64, passes=passes)
    batch.oracles = {}
    assert decode(batch, prompts, [Depth.adaptive() for _ in lengths], limit) == expected


def test_full_acceptance_is_reached() -> None:
    """With perfect drafts a step commits all of them and one more."""
    model = random_model(5, eos_token_id=0)
    prompts, expected = answers(model, 5, [6], 30)
    assert len(expected[0]) == 30
    batch = Steered(model, 1, 64)
    batch.oracles = {0: Oracle(expected[0], 24, [MAX_DEPTH])}
    page = Page(0, 0, 30, Depth.fixed(4), 0)
    batch.admit(page, prompts[0])
    while batch.pages:
        batch.step()
    assert page.tokens == expected[0]
    assert page.tally.per_step[:5] == [4] * 5
    assert page.tally.steps == 6


def test_a_model_without_a_draft_head_decodes_plainly() -> None:
    model = random_model(3, mtp_num_heads=0)
    assert model.draft is None
    prompts, expected = answers(model, 3, [4, 7], 12)
    assert decode(Batch(model, 2, 64), prompts, [Depth.fixed(3), Depth.adaptive()], 12) == expected


def test_depths() -> None:
    depth = Depth.adaptive(high=5)
    assert depth.now == 3
    for _ in range(4):
        depth.learn(depth.now, depth.now)
    assert depth.now == 5
    depth.learn(5, 2)
    assert depth.now == 5
    for _ in range(9):
        depth.learn(depth.now, 0)
    assert depth.now == 1
    fixed = Depth.fixed(2)
    fixed.learn(2, 2)
    fixed.learn(2, 0)
    assert fixed.now == 2
    for wrong in (-1, 9):
        with pytest.raises(ValueError, match="drafts a step"):
            Depth.fixed(wrong)
