# SPDX-License-Identifier: AGPL-3.0-or-later
"""The native model in its full size, with random weights: loading, and the cost of its passes.

A token on a CPU takes as long as its weights take to be read. The floor is the bytes of the active
weights over the bandwidth of a copy (bytes read and bytes written, large buffers, as many threads).
"""

from __future__ import annotations

import random
import resource
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import psutil
import torch

from engine.jina_ocr import plain, quickest
from engine.jina_ocr.cache import Cache, Places
from engine.jina_ocr.config import Sizes
from engine.jina_ocr.experts import Experts
from engine.jina_ocr.linear import rounding
from engine.jina_ocr.model import JinaOcr
from engine.jina_ocr.passes import ROOM
from engine.jina_ocr.plain import Array
from tests.bench.costs import CONTEXT, check_bytes, check_weights, draft_bytes, gains, touched, worthwhile
from tests.bench.figures import Figure

MAX_CHECK = 4
FLOOR = 2.0
AGREEMENT = 1.15
PEAK = 1.15
COPIED = 512_000_000
PROMPT = 900
COMPILING = 300.0
"""Seconds that compiling may take."""


def best(call: Callable[[], object], times: int) -> float:
    """Seconds of the quickest of so many calls, after one that does not count."""
    call()
    return min(timed(call) for _ in range(times))


def timed(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def in_turns(calls: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Median seconds of each, after one round that does not count."""
    for call in calls:
        call()
    taken = [[timed(call) for call in calls] for _ in range(rounds)]
    return [statistics.median(row) for row in zip(*taken, strict=True)]


def bandwidths() -> tuple[float, float]:
    """Bytes a second: of numbers that are only read, and of a copy of them, read and written."""
    source = torch.ones(COPIED // 4)
    target = torch.empty_like(source)
    return COPIED / best(source.max, 5), 2 * COPIED / best(lambda: target.copy_(source), 5)


def loading(folder: Path, dtype: torch.dtype) -> tuple[JinaOcr, list[Figure]]:
    """The model, computed in float32 with matrices held in `dtype`."""
    before = psutil.Process().memory_info().rss  # the peak so far may be that of the parent
    began = time.perf_counter()
    model = JinaOcr.from_pretrained(folder, dtype=torch.float32, held=None if dtype == torch.float32 else dtype)
    seconds = time.perf_counter() - began
    size = sum(parameter.numel() * parameter.itemsize for parameter in model.parameters())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before
    count = sum(parameter.numel() for parameter in model.parameters())
    return model, [
        Figure("loading, seconds a GB of weights", seconds / (size / 1e9), "s/GB",
               remark=f"{seconds:.1f} s for {size / 1e9:.1f} GB, {count:,} parameters"),
        Figure("  peak memory over the weights", peak / size, "x", PEAK, firm=True),
    ]


class Steps:
    """Passes of a loaded model over random tokens, with a filled cache. Every call has other
    tokens, so that experts are used as they come."""

    def __init__(self, model: JinaOcr) -> None:
        self.model = model
        like = model.decoder.newline
        cache = Cache(model.sizes, 1, CONTEXT + PROMPT + ROOM, like)
        cache.keys.normal_()
        cache.values.normal_()
        self.places, self.cache = Places(model.sizes, CONTEXT + PROMPT + ROOM, like), cache
        self.plain = plain.PlainPasses(model, cache) if plain.suits(model) else None
        held = model.decoder.head.weight.dtype
        self.compiled = quickest.wait(COMPILING, half=held == torch.bfloat16)
        self.passes = quickest.QuickestPasses(model, cache, self.places)
        self.state = torch.randn(1, model.sizes.hidden)
        self._chance = random.Random(0)

    def tokens(self, count: int) -> list[int]:
        return self._chance.sample(range(10, self.model.sizes.vocabulary), count)

    @torch.inference_mode()
    def check(self, tokens: int) -> None:
        self.passes.check([self.tokens(tokens)], [CONTEXT])

    @torch.inference_mode()
    def check_plainly(self) -> None:
        assert self.plain is not None
        self.plain.check([self.tokens(1)], [CONTEXT])

    @torch.inference_mode()
    def draft(self) -> None:
        self.passes.draft([self.tokens(1)], [self.state], [CONTEXT], 1)

    def multiply(self, tokens: int) -> None:
        """The products of a check of so many tokens through NumPy's BLAS and nothing else."""
        assert self.plain is not None
        sizes = self.model.sizes
        x = {width: np.ones((tokens, width), np.float32)
             for width in (sizes.hidden, sizes.dense_width, sizes.expert_width, sizes.shared_width)}
        for layer in self.plain.layers:
            dense = layer.mlp.shared if isinstance(layer.mlp, plain.PlainExperts) else layer.mlp
            assert dense is not None
            for weight in (layer.qkv, layer.out, dense.inner, dense.outer):
                plain.times(x[weight.shape[1]], weight)
            if isinstance(layer.mlp, plain.PlainExperts):
                chosen = [self._chance.sample(range(sizes.experts), sizes.experts_per_token) for _ in range(tokens)]
                for expert in sorted(number for row in chosen for number in row):
                    np.dot(layer.mlp.inner[expert], x[sizes.hidden][0])
                    np.dot(layer.mlp.outer[expert], x[sizes.expert_width][0])
        plain.times(x[sizes.hidden], self.plain.head)

    @torch.inference_mode()
    def prompt(self) -> None:
        inputs = torch.randn(1, PROMPT, self.model.sizes.hidden)
        with rounding():
            self.model.decoder(inputs, self.places.prompt(0, PROMPT), self.cache)


def passes(model: JinaOcr, rounds: int) -> list[Figure]:
    """Checks and drafts against the memory's speed and the model of bytes. All are measured in
    turns, so that what else the machine does meets all; medians."""
    sizes, dtype = model.sizes, model.decoder.head.weight.dtype
    width = dtype.itemsize
    reading, copying = bandwidths()
    run = Steps(model)
    calls: list[Callable[[], None]] = [partial(run.check, tokens) for tokens in range(1, MAX_CHECK + 1)]
    medians = in_turns([*calls, run.draft], rounds)
    cost, draft = dict(enumerate(medians[:MAX_CHECK], 1)), medians[MAX_CHECK]
    alone: dict[int, float] = {}
    through_numpy = 0.0
    if run.plain is not None:  # apart: its library's threads go on running for a while
        multiplied = [partial(run.multiply, tokens) for tokens in range(1, MAX_CHECK + 1)]
        *products, through_numpy = in_turns([*multiplied, run.check_plainly], rounds)
        alone = dict(enumerate(products, 1))
    weights = check_weights(sizes, 1, width)
    threads = torch.get_num_threads()
    figures = [
        Figure("memory: a copy, read and written", copying / 1e9, "GB/s", remark=f"{threads} threads"),
        Figure("memory: reading alone", reading / 1e9, "GB/s"),
        Figure("one token", cost[1], "s",
               remark=f"{weights / 1e9:.2f} GB of weights, {weights / 1e9 / cost[1]:.1f} GB/s"),
        Figure("  over the floor: its weights at a copy's bandwidth", cost[1] * copying / weights, "x",
               FLOOR),
        *([Figure("  over one token through NumPy alone", cost[1] / through_numpy, "x")] if through_numpy else []),
        *_against_bytes(sizes, width, cost, draft, run.compiled),
        *(Figure(f"  a check of {n}: its products in NumPy's BLAS", alone[n] / cost[n], "x",
                 remark=f"of the check's time; {alone[n] / alone[1]:.2f} of one token's") for n in alone),
    ]
    by_bytes = gains({n: check_bytes(sizes, n, width) for n in cost}, draft_bytes(sizes, width, compiled=run.compiled))
    measured = gains(cost, draft)
    figures += [
        Figure(f"expected gain of {depth} drafts, published acceptance", measured[depth], "x",
               remark=f"by bytes {gain:.2f}")
        for depth, gain in by_bytes.items()
        if depth
    ]
    remark = f"by bytes {worthwhile(by_bytes)}; where nothing was measured the engine makes none on a CPU"
    figures.append(Figure("  best number of drafts as measured here", worthwhile(measured), "drafts", remark=remark))
    figures.append(Figure(f"prompt of {PROMPT} tokens", timed(run.prompt), "s"))
    return figures


def _against_bytes(
    sizes: Sizes, width: int, cost: dict[int, float], draft: float, compiled: bool
) -> list[Figure]:
    """Costs over that of one token, beside what the bytes would have."""
    one = check_bytes(sizes, 1, width)
    rows = [
        (f"check of {n} tokens over one", cost[n] / cost[1], check_bytes(sizes, n, width) / one,
         f"; {touched(sizes, n):.0f} of {sizes.experts} experts")
        for n in range(2, MAX_CHECK + 1)
    ]
    rows.append(("draft step over one token", draft / cost[1], draft_bytes(sizes, width, compiled=compiled) / one, ""))
    bound = AGREEMENT
    figures: list[Figure] = []
    for name, measured, modelled, remark in rows:
        figures.append(Figure(name, measured, "x", remark=f"by bytes {modelled:.2f}{remark}"))
        figures.append(Figure("  measured and by bytes, the larger over the smaller",
                              max(measured / modelled, modelled / measured), "x", bound))
    return figures


def products(rounds: int) -> list[Figure]:
    """What the libraries give for a product of 1 to 4 rows with a matrix, of the full size and of the
    tiny checkpoint's: why a check costs more than its bytes. In float32; GB of the matrix a second."""
    figures: list[Figure] = []
    for count, again, height, width in ((8, 1, 13696, 1280), (1, 100, 576, 192)):
        drawn = np.random.default_rng(0).standard_normal((count, height, width), dtype=np.float32)
        weights, stacked = list(drawn) * again, list(torch.from_numpy(drawn)) * again
        for rows in range(1, MAX_CHECK + 1):
            x = np.ones((rows, width), np.float32)
            figures.append(_product(x, weights, stacked, rounds, f"{rows} rows, a matrix of {height} x {width}"))
    return figures


def _product(x: Array, weights: list[Array], stacked: list[torch.Tensor], rounds: int, name: str) -> Figure:
    inputs = torch.from_numpy(x)
    called: dict[str, Callable[[], object]] = {
        "ours": lambda: [plain.times(x, one) for one in weights],
        "NumPy": lambda: [x @ one.T for one in weights],
        "PyTorch": lambda: [torch.nn.functional.linear(inputs, one) for one in stacked],
        "PyTorch transposed": lambda: [torch.mm(one, inputs.T) for one in stacked],
    }
    size = sum(one.nbytes for one in weights)
    speeds = {way: size / best(call, rounds) / 1e9 for way, call in called.items()}
    own = speeds.pop("ours")
    return Figure(name, own, "GB/s", remark=", ".join(f"{way} {speed:.1f}" for way, speed in speeds.items()))


def ways(model: JinaOcr, rounds: int) -> list[Figure]:
    """PyTorch's ways through one layer's experts: see `engine.jina_ocr.experts`."""
    layer = next(module for module in model.modules() if isinstance(module, Experts))
    figures: list[Figure] = []
    for rows in (1, 2, 4, 16, PROMPT):
        x = torch.randn(rows, model.sizes.hidden)
        with torch.inference_mode():
            weights, chosen = layer.route(x)
            for way in (layer.looped, layer.grouped, layer.fused, layer.gathered):
                if way == layer.gathered and rows > 16:
                    continue
                seconds = best(partial(way, x, weights, chosen), rounds)
                figures.append(Figure(f"experts, {rows} tokens, {way.__name__}", 1000 * seconds, "ms"))
    return figures
