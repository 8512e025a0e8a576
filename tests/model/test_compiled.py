# SPDX-License-Identifier: AGPL-3.0-or-later
"""The compiled passes: right in every shape, and the same to the last bit however many rows there are."""

from __future__ import annotations

import hashlib
import itertools
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch
from filelock import FileLock
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.jina_ocr import attention, compiled, heads, kernels, lanes, products, quickest, softmax
from engine.jina_ocr.attention import Fixed, attend_coarsely, attend_page, attend_pages, put_coarsely
from engine.jina_ocr.cache import Cache, Places
from engine.jina_ocr.compiled import CompiledPasses, array_of, coarse_like, in_bytes
from engine.jina_ocr.decode import Batch
from engine.jina_ocr.depth import MAX_DEPTH, Depth
from engine.jina_ocr.heads import mix
from engine.jina_ocr.kernels import best, likeliest
from engine.jina_ocr.lanes import Array
from engine.jina_ocr.model import JinaOcr
from engine.jina_ocr.passes import TorchPasses
from engine.jina_ocr.plain import PlainPasses
from engine.jina_ocr.products import multiply, parted
from engine.jina_ocr.softmax import exponential
from tests.model.small import random_model
from tests.model.test_draft import Oracle, Steered, decode
from tests.processes import beside, joined

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.timeout(900)  # the first that needs them compiles the passes: minutes on a busy machine


def single(seed: int, **changes: object) -> JinaOcr:
    """A small random model in float32."""
    return random_model(seed, **changes).float()


def held_in_half(model: JinaOcr) -> JinaOcr:
    """The same model, computed in float32, with its matrices in bfloat16."""
    made = JinaOcr.laid_out(model.config, torch.float32, "cpu", torch.bfloat16)
    with torch.no_grad():
        for (_, place), (_, source) in zip(made.places(), model.places(), strict=True):
            place.copy_(source)
    return made


def drawn(seed: int, *shape: int) -> Array:
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


@settings(max_examples=60, deadline=None)
@given(rows=st.integers(1, 9), height=st.integers(1, 11), width=st.integers(1, 70), half=st.booleans())
def test_products(rows: int, height: int, width: int, half: bool) -> None:
    """In every shape, with a matrix of float32 or bfloat16; each row gives what it gives alone."""
    x, matrix = drawn(rows, rows, width), drawn(height, height, width)
    stored, meant, given = matrix, matrix, x
    if half:
        rounded = torch.from_numpy(matrix).bfloat16()
        stored, meant, given = array_of(rounded), rounded.float().numpy(), parted(x)
    made = np.full((rows + 2, height), np.float32(7))
    multiply(given, 0, rows, stored, 0, height, made, 1)
    np.testing.assert_allclose(made[1:-1], x @ meant.T, rtol=1e-5, atol=1e-5 * width)
    assert (made[0] == 7).all()
    assert (made[-1] == 7).all()
    alone = np.empty((1, height), np.float32)
    for row in range(rows):
        multiply(given, row, 1, stored, 0, height, alone, 0)
        assert alone[0].tobytes() == made[1 + row].tobytes()


@settings(max_examples=40, deadline=None)
@given(rows=st.integers(1, 4), entries=st.integers(1, 20), width=st.integers(1, 140))
def test_mixtures(rows: int, entries: int, width: int) -> None:
    """In two parts, which add up."""
    shares, table = drawn(rows, 5, entries), drawn(entries, entries, width)
    made = np.zeros((5, width), np.float32)
    for low, high in ((0, entries // 2), (entries // 2, entries)):
        mix(table, shares, 1, rows, low, high, made, 1)
    np.testing.assert_allclose(made[1 : 1 + rows], shares[1 : 1 + rows] @ table, rtol=1e-5, atol=1e-5 * entries)


@settings(max_examples=40, deadline=None)
@given(
    rows=st.integers(1, 9), before=st.integers(0, 150), heads=st.integers(1, 3),
    size=st.sampled_from([2, 8, 16, 22, 64, 128]), scale=st.sampled_from([0.1, 3.0]),
)  # fmt: skip
def test_attention(rows: int, before: int, heads: int, size: int, scale: float) -> None:
    """Of several rows as of each alone, to the last bit, and as it is written in books."""
    reach = before + rows
    qkv = drawn(rows, rows + 1, 3 * heads * size) * np.float32(scale)
    keys, values = drawn(before, reach, heads * size), drawn(size, reach, heads * size)
    made, alone = (np.full((rows + 1, heads * size), np.float32(7)) for _ in range(2))
    attend_page(qkv, 1, rows, before, keys, values, size, 0, heads, made)
    for row in range(rows):
        attend_page(qkv, 1 + row, 1, before + row, keys, values, size, 0, heads, alone)
        for own in (slice(head * size, (head + 1) * size) for head in range(heads)):
            scores = keys[: before + row + 1, own].astype(np.float64) @ qkv[1 + row, own]
            shares = np.exp(scores - scores.max())
            expected = shares @ values[: before + row + 1, own] / shares.sum()
            np.testing.assert_allclose(made[1 + row, own], expected, rtol=2e-4, atol=2e-4)
    assert (made[0] == 7).all()
    assert alone.tobytes() == made.tobytes()


@settings(max_examples=20, deadline=None)
@given(before=st.integers(0, 100), heads=st.integers(1, 3), size=st.sampled_from([2, 16, 22, 64]))
def test_coarse_attention(before: int, heads: int, size: int) -> None:
    """Near what it is with all digits, for the last row of each page; entries of any magnitude, and zeros."""
    spans = np.array([[0, 1, before, 0], [1, 2, 3, 1]], np.intp)
    keys, values = drawn(1, 2, before + 6, heads * size), drawn(2, 2, before + 6, heads * size)
    keys[0, 0], values[1] = 0, values[1] * np.float32(1e6)
    qkv = drawn(3, 3, 3 * heads * size) * np.float32(size**-0.5)
    coarse, fixed = coarse_like(keys, heads), Fixed(heads, 1, 1e-6, 1, qkv, qkv)
    put_coarsely(np.array([[0, before + 6, 0, 0], [0, before + 6, 0, 1]], np.intp), keys, values, coarse)
    made, exact = np.zeros((2, heads * size), np.float32), np.zeros((3, heads * size), np.float32)
    attend_coarsely(qkv, spans, coarse, fixed, made)
    attend_pages(qkv, spans, keys, values, fixed, exact)
    for page, row in ((0, 0), (1, 2)):
        np.testing.assert_allclose(made[page], exact[row], atol=0.03 * float(np.abs(values[page]).max()))


@pytest.mark.parametrize(
    ("source", "above"), [*itertools.pairwise([lanes, softmax, products, heads, attention, kernels])]
)
def test_compiled_code_is_not_kept_for_longer_than_its_source(source: ModuleType, above: ModuleType) -> None:
    assert source.__file__
    text = Path(source.__file__).read_text(encoding="utf-8")
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == above.BELOW, "put the new digits into the file above it"


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


@settings(max_examples=60, deadline=None)
@given(
    vocabulary=st.integers(1, 300), width=st.integers(1, 90), half=st.booleans(),
    near=st.sampled_from([0, 1e-6, 1e-3, 1]), outlier=st.booleans(),
)  # fmt: skip
def test_the_likeliest_token(vocabulary: int, width: int, half: bool, near: float, outlier: bool) -> None:
    """With the head in bytes it is the one that all digits give, also where rows hardly differ, and where one number
    of a row is so large that a byte has nothing left for the others."""
    head = drawn(1, 1, width) + np.float32(near) * drawn(vocabulary, vocabulary, width)
    if outlier:
        head[vocabulary // 2, 0] = 1e4
    kept = torch.from_numpy(head).bfloat16() if half else torch.from_numpy(head)
    coarse, scales = in_bytes(kept)
    x = drawn(7, 3, width)
    products = np.full((3, vocabulary), np.float32(7))
    multiply(x, 0, 3, coarse, 0, vocabulary, products, 0)
    found = likeliest(x, 1, products, array_of(kept), scales)
    exact = kept.double().numpy() @ x[1].astype(np.float64)
    assert exact[found] >= exact.max() - 1e-5 * np.abs(kept.double().numpy() * x[1]).sum(1).max()
    assert (products[0] != 7).all()


def test_exponentials() -> None:
    numbers = np.concatenate([np.linspace(-87, 88, 5001), [0, -1e-6, 1e-6]]).astype(np.float32)
    made = np.array([exponential(number) for number in numbers])
    np.testing.assert_allclose(made, np.exp(numbers.astype(np.float64)), rtol=3e-7)
    assert 0 < exponential(np.float32(-1000)) < 1e-37


@pytest.mark.parametrize("changes", [{}, {"n_shared_experts": 0}, {"num_hidden_layers": 1}])
@pytest.mark.parametrize("shared_out", [False, True])
@pytest.mark.parametrize("half", [False, True])
def test_passes_equal_numpys(
    changes: dict[str, int], shared_out: bool, half: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """States, probabilities and drafts of several pages with unequal rows, on one thread and several.
    Weights are bfloat16, as in the published checkpoint, so that the drafts' copies are the same; its cache is
    a little off, but not so much that these drafts are."""
    if shared_out:
        monkeypatch.setattr("engine.jina_ocr.compiled.SHARED_OUT", 1)
        monkeypatch.setattr(torch, "get_num_threads", lambda: 3)
    model = single(11, **changes).bfloat16().float()
    own_model = held_in_half(model) if half else model
    caches = [Cache(model.sizes, 3, 40, model.decoder.newline) for _ in range(2)]
    for table in ("keys", "values"):
        getattr(caches[0], table).copy_(torch.from_numpy(drawn(5, *getattr(caches[0], table).shape)))
        getattr(caches[1], table).copy_(getattr(caches[0], table))
    ours, theirs = CompiledPasses(own_model, caches[0]), PlainPasses(model, caches[1])
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
    for page, (row, start) in enumerate(zip(rows, starts, strict=True)):  # behind these the head saw its own, coarsely
        ours_seen, theirs_seen = (cache.values[:, page, : start + len(row)] for cache in caches)
        torch.testing.assert_close(ours_seen, theirs_seen, rtol=1e-4, atol=1e-4)


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


@pytest.mark.parametrize("half", [False, True])
def test_they_take_over_in_the_middle_of_a_page(half: bool) -> None:
    assert quickest.wait(800, half=half)
    model = single(4).bfloat16().float()
    own_model = held_in_half(model) if half else model
    caches = [Cache(model.sizes, 1, 20, model.decoder.newline) for _ in range(2)]
    passes = quickest.QuickestPasses(own_model, caches[0], Places(model.sizes, 20, model.decoder.newline))
    before = type(passes._present)
    first = passes.check([[1, 2]], [0])[0]
    assert (before, type(passes._present)) == (TorchPasses if half else PlainPasses, CompiledPasses)
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
    code = prelude + "from engine.jina_ocr import quickest\nprint(quickest.wait(800))\n"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == ["False"]


@pytest.mark.skipif(not lanes.has_fused_multiply(), reason="nothing is compiled for this processor")
def test_one_program_compiles_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba's list of what it holds is not made for two that write to it; one that takes too long is not waited for."""
    lock = FileLock(Path(kernels.layer.stats.cache_path) / "compiling.lock")
    with lock:
        thread = beside(compiled.warm_up)
        thread.join(2)
        assert thread.is_alive()
    joined(thread, 600)
    monkeypatch.setattr(compiled, "COMPILING", 0.1)
    with lock:
        assert compiled.warm_up()
