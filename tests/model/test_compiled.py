# SPDX-License-Identifier: AGPL-3.0-or-later
"""The compiled passes: right in every shape, and the same to the last bit however many rows there are."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.jina_ocr import kernels, lanes, quickest
from engine.jina_ocr.cache import Cache
from engine.jina_ocr.compiled import CompiledPasses
from engine.jina_ocr.decode import Batch
from engine.jina_ocr.depth import MAX_DEPTH, Depth
from engine.jina_ocr.kernels import best, exponential
from engine.jina_ocr.lanes import Array, mix, multiply, paired
from engine.jina_ocr.model import JinaOcr
from engine.jina_ocr.plain import PlainPasses
from tests.model.small import random_model
from tests.model.test_draft import Oracle, Steered, decode

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.timeout(900)  # the first that needs them compiles the passes: minutes on a busy machine


def single(seed: int, **changes: object) -> JinaOcr:
    """A small random model in float32."""
    return random_model(seed, **changes).float()


def drawn(seed: int, *shape: int) -> Array:
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


@settings(max_examples=60, deadline=None)
@given(rows=st.integers(1, 9), height=st.integers(1, 11), width=st.integers(1, 70), half=st.booleans())
def test_products(rows: int, height: int, width: int, half: bool) -> None:
    """In every shape, with a matrix of float32 or bfloat16; each row gives what it gives alone."""
    x, matrix = drawn(rows, rows, width), drawn(height, height, width)
    stored, meant = matrix, matrix
    if half:
        stored = paired(matrix)
        meant = torch.from_numpy(matrix).bfloat16().float().numpy()
    made = np.full((rows + 2, height), np.float32(7))
    multiply(x, 0, rows, stored, 0, height, made, 1)
    np.testing.assert_allclose(made[1:-1], x @ meant.T, rtol=1e-5, atol=1e-5 * width)
    assert (made[0] == 7).all()
    assert (made[-1] == 7).all()
    alone = np.empty((1, height), np.float32)
    for row in range(rows):
        multiply(x, row, 1, stored, 0, height, alone, 0)
        assert alone[0].tobytes() == made[1 + row].tobytes()


@settings(max_examples=40, deadline=None)
@given(rows=st.integers(1, 4), entries=st.integers(1, 20), width=st.integers(1, 140))
def test_mixtures(rows: int, entries: int, width: int) -> None:
    shares, table = drawn(rows, 4, entries), drawn(entries, entries, width)
    made = np.zeros((5, width), np.float32)
    mix(table, shares, rows, entries, made, 1)
    np.testing.assert_allclose(made[1 : 1 + rows], shares[:rows] @ table, rtol=1e-5, atol=1e-5 * entries)


def test_compiled_code_is_not_kept_for_longer_than_its_source() -> None:
    source = Path(lanes.__file__).read_text(encoding="utf-8")
    digits = hashlib.sha256(source.encode()).hexdigest()[:16]
    assert digits == kernels.LANES_SOURCE, "put the new digits into kernels.py"


@settings(max_examples=60, deadline=None)
@given(
    width=st.integers(1, 200),
    where=st.lists(st.integers(0, 199), min_size=1, max_size=3),
    scale=st.sampled_from([1e-30, 1, -1e30]),
)
def test_the_first_of_the_largest(width: int, where: list[int], scale: float) -> None:
    """Wherever it is, also among negative numbers alone and where several are equal."""
    numbers = np.full((3, width), 1e9, np.float32)
    numbers[1] = np.minimum(drawn(width, width) * np.float32(scale), 0) - np.float32(1)
    for at in where:
        numbers[1, at % width] = np.float32(-0.5)
    assert best(numbers, 1) == int(numbers[1].argmax()) == min(at % width for at in where)


def test_exponentials() -> None:
    numbers = np.concatenate([np.linspace(-87, 88, 5001), [0, -1e-6, 1e-6]]).astype(np.float32)
    made = np.array([exponential(number) for number in numbers])
    np.testing.assert_allclose(made, np.exp(numbers.astype(np.float64)), rtol=3e-7)
    assert 0 < exponential(np.float32(-1000)) < 1e-37


@pytest.mark.parametrize("changes", [{}, {"n_shared_experts": 0}, {"num_hidden_layers": 1}])
@pytest.mark.parametrize("shared_out", [False, True])
def test_passes_equal_numpys(changes: dict[str, int], shared_out: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """States, probabilities and drafts of several pages with unequal rows, on one thread and several.
    Weights are bfloat16, as in the published checkpoint, so that the drafts' copies are the same."""
    if shared_out:
        monkeypatch.setattr("engine.jina_ocr.compiled.SHARED_OUT", 1)
        monkeypatch.setattr(torch, "get_num_threads", lambda: 3)
    model = single(11, **changes).bfloat16().float()
    caches = [Cache(model.sizes, 3, 40, model.decoder.newline) for _ in range(2)]
    for table in ("keys", "values"):
        getattr(caches[0], table).copy_(torch.from_numpy(drawn(5, *getattr(caches[0], table).shape)))
        getattr(caches[1], table).copy_(getattr(caches[0], table))
    ours, theirs = CompiledPasses(model, caches[0]), PlainPasses(model, caches[1])
    rows, starts = [[1, 2, 3, 4, 5, 6], [7], [8, 9, 10]], [20, 0, 31]
    for own, other in zip(ours.check(rows, starts), theirs.check(rows, starts), strict=True):
        torch.testing.assert_close(own.states, other.states, rtol=1e-4, atol=1e-4)
        torch.testing.assert_close(own.logits, other.logits, rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(own.probabilities, other.probabilities, rtol=1e-3)
        assert own.choices == other.choices
    torch.testing.assert_close(caches[0].keys, caches[1].keys, rtol=1e-4, atol=1e-4)
    states = [torch.from_numpy(drawn(page, len(row), model.sizes.hidden)) for page, row in enumerate(rows)]
    for depth in (0, 1, 4):
        assert ours.draft(rows, states, starts, depth) == theirs.draft(rows, states, starts, depth)
    torch.testing.assert_close(caches[0].values, caches[1].values, rtol=1e-4, atol=1e-4)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    seed=st.integers(0, 2**20), lengths=st.lists(st.integers(1, 9), min_size=1, max_size=4),
    limit=st.integers(1, 24), eos=st.integers(0, 23), data=st.data(),
)
def test_any_draft_gives_the_same_text(
    seed: int, lengths: list[int], limit: int, eos: int, data: st.DataObject
) -> None:
    """In float32, and yet exactly: a token's numbers do not depend on what is computed beside it."""
    model = single(seed, eos_token_id=eos)
    prompts = [torch.from_numpy(drawn(seed + at, 1, length, model.sizes.hidden)) for at, length in enumerate(lengths)]
    expected = [
        decode(Batch(model, 1, 64, passes=CompiledPasses), [prompt], [Depth.fixed(0)], limit)[0] for prompt in prompts
    ]
    depths = data.draw(st.lists(st.integers(0, MAX_DEPTH), min_size=len(lengths), max_size=len(lengths)))
    faults = data.draw(st.lists(st.integers(0, MAX_DEPTH), min_size=1, max_size=5))
    batch = Steered(model, len(lengths), 64, passes=CompiledPasses)
    steered = data.draw(st.booleans())
    batch.oracles = {n: Oracle(answer, 24, faults) for n, answer in enumerate(expected)} if steered else {}
    assert decode(batch, prompts, [Depth.fixed(depth) for depth in depths], limit) == expected


def test_they_take_over_in_the_middle_of_a_page() -> None:
    assert quickest.wait(250)
    model = single(4)
    caches = [Cache(model.sizes, 1, 20, model.decoder.newline) for _ in range(2)]
    passes = quickest.QuickestPasses(model, caches[0])
    before = type(passes._present)
    first = passes.check([[1, 2]], [0])[0]
    assert (before, type(passes._present)) == (PlainPasses, CompiledPasses)
    plain = PlainPasses(model, caches[1]).check([[1, 2]], [0])[0]
    torch.testing.assert_close(first.states, plain.states, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("hindrance", ["switched off", "broken"])
def test_where_they_cannot_be_numpys_stay(hindrance: str) -> None:
    """In a program of its own, since compiling is tried once in each."""
    prelude, environment = "", dict(os.environ)
    match hindrance:
        case "switched off":
            environment[quickest.SWITCH] = "0"
        case "broken":
            prelude = "import sys; sys.modules['llvmlite'] = None\n"
    code = prelude + "from engine.jina_ocr import quickest\nprint(quickest.wait(250))\n"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == ["False"]
