# SPDX-License-Identifier: AGPL-3.0-or-later
"""Matrices that are held in bfloat16 while everything is computed in float32."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest
import torch

from engine.backends.transformers import device
from engine.backends.transformers.device import Formats, choose_formats
from engine.jina_ocr import linear
from engine.jina_ocr.cache import Cache, Places
from engine.jina_ocr.compiled import CompiledPasses
from engine.jina_ocr.linear import SLAB, product, rounding
from engine.jina_ocr.model import JinaOcr
from engine.jina_ocr.passes import TorchPasses
from engine.jina_ocr.weights import stored_formats
from tests.model.golden import NAMES, Golden
from tests.model.golden_tokens import DEPTHS, check_all_pages

BF16, F32 = torch.bfloat16, torch.float32
CPU = torch.device("cpu")
ABLE = {"amx_bf16": True}


@pytest.mark.parametrize("abilities", [{}, ABLE])
@pytest.mark.parametrize("shape", [(1, 7), (3, 1, 7), (2, 40, 7), (1, SLAB // 3)])
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("in_prompt", [False, True])
def test_products(
    abilities: dict[str, bool], shape: tuple[int, ...], bias: bool, in_prompt: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with the widened matrix, exactly, but in prompts where the processor multiplies the format itself."""
    monkeypatch.setattr(linear, "_ABILITIES", abilities)
    chance = torch.Generator().manual_seed(1)
    x, weight = torch.randn(shape, generator=chance), torch.randn(11, shape[-1], generator=chance).to(BF16)
    added = torch.randn(11, generator=chance) if bias else None
    with rounding() if in_prompt else nullcontext():
        made = product(x, weight, added)
    assert (made.dtype, made.shape) == (F32, (*shape[:-1], 11))
    rounded = abilities == ABLE and in_prompt
    assert torch.equal(made, product(x, weight, added)) != rounded
    near = {"rtol": 1e-5, "atol": 1e-5 + 1e-6 * shape[-1]}
    if rounded:
        near = {"rtol": 2e-2, "atol": 5e-2 * max(1, shape[-1] ** 0.5 / 20)}
    torch.testing.assert_close(made, torch.nn.functional.linear(x, weight.float(), added), **near)
    assert torch.equal(product(x.to(BF16), weight), torch.nn.functional.linear(x.to(BF16), weight))


@pytest.fixture(scope="module")
def held(tiny: Path) -> JinaOcr:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linear, "_ABILITIES", {})
        return JinaOcr.from_pretrained(tiny, dtype=F32, held=BF16)


def test_half_the_memory(held: JinaOcr, model: JinaOcr) -> None:
    """Of the matrices; what is added or normed with stays as it was."""
    formats = {name: parameter.dtype for name, parameter in held.named_parameters()}
    assert formats["decoder.layers.1.mlp.inner"] == formats["decoder.head.weight"] == BF16
    assert formats["decoder.layers.1.mlp.gate"] == formats["decoder.norm.weight"] == F32
    used, before = (sum(one.numel() * one.itemsize for one in some.parameters()) for some in (held, model))
    assert used < 0.65 * before  # convolutions are a third here, nothing in full size


@pytest.mark.timeout(900)
@pytest.mark.parametrize("depth", ["0", "3"])
def test_all_pages_token_for_token(
    held: JinaOcr, tiny: Path, golden: Golden, depth: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The published weights are of bfloat16: nothing is lost."""
    monkeypatch.setattr(linear, "_ABILITIES", {})
    check_all_pages(Golden(tiny, held, golden.writer), depth, 1, CompiledPasses)


def test_until_they_are_compiled(
    held: JinaOcr, tiny: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PyTorch's passes give the same, slowly."""
    monkeypatch.setattr(linear, "_ABILITIES", {})
    name = min(NAMES, key=lambda one: len(golden.tokens(one)))
    read = Golden(tiny, held, golden.writer).read([name], DEPTHS["3"], passes=TorchPasses)
    assert read[name].tokens == golden.tokens(name)


def test_checks_are_never_rounded(held: JinaOcr, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many rows several pages have together: else a page's text would depend on the others, and on drafts."""
    rows, starts = [[5 + page, 6, 7, 8, 9, 10, 11, 12, 13] for page in range(5)], [0] * 5

    def states() -> list[torch.Tensor]:
        like = held.decoder.newline
        passes = TorchPasses(held, Cache(held.sizes, 5, 20, like), Places(held.sizes, 20, like))
        with torch.inference_mode():
            return [checked.states for checked in passes.check(rows, starts)]

    monkeypatch.setattr(linear, "_ABILITIES", ABLE)
    able = states()
    monkeypatch.setattr(linear, "_ABILITIES", {})
    assert all(torch.equal(*both) for both in zip(able, states(), strict=True))


def test_pictures_are_encoded_in_what_the_processor_multiplies(
    tiny: Path, model: JinaOcr, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    """... and what comes of it is near."""
    monkeypatch.setattr(linear, "_ABILITIES", ABLE)
    rounding = JinaOcr.from_pretrained(tiny, dtype=F32, held=BF16)
    assert {one.dtype for one in rounding.vision.parameters()} == {BF16}
    ours, exact = Golden(tiny, rounding, golden.writer).looked("p1_text"), golden.looked("p1_text")
    assert ours.dtype == F32
    assert float((ours - exact).norm() / exact.norm()) < 0.05


@pytest.mark.parametrize(
    ("wanted", "stored", "compiled", "formats"),
    [
        ("auto", {BF16}, True, Formats(F32, BF16)),
        ("auto", {BF16, F32}, True, Formats(F32)),
        ("auto", {torch.float16}, True, Formats(F32)),
        ("bfloat16", {F32}, True, Formats(F32, BF16)),
        ("bfloat16", {BF16}, False, Formats(BF16)),
        ("float32", {BF16}, True, Formats(F32)),
    ],
)
def test_what_a_processor_computes_with(
    wanted: str, stored: set[torch.dtype], compiled: bool, formats: Formats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device, "free_memory", lambda: 1 << 40)
    assert choose_formats(wanted, CPU, 3_000_000_000, stored, compiled=compiled) == formats
    assert choose_formats("auto", CPU, 3_000_000_000, stored, compiled=False) in (Formats(F32), Formats(BF16))


def test_short_memory_holds_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "free_memory", lambda: 12 << 30)
    assert choose_formats("auto", CPU, 3_000_000_000, {F32}, compiled=True) == Formats(F32, BF16)
    assert choose_formats("auto", CPU, 3_000_000_000, {F32}, compiled=False) == Formats(BF16)


def test_formats_of_a_checkpoint(tiny: Path) -> None:
    sizes = JinaOcr.from_pretrained(tiny).sizes
    assert stored_formats(tiny, sizes) == {BF16}
    assert (Formats(F32, BF16).name, Formats(F32).name) == ("bfloat16", "float32")
