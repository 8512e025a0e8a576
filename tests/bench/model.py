# SPDX-License-Identifier: AGPL-3.0-or-later
"""Speed and memory of the native model: `python -m tests.bench.model [--full FOLDER] [--tiny FOLDER]`.

Every figure stands beside what it is measured against: seconds for a token beside the time the
memory needs to deliver the weights it uses, the cost of a check of n tokens beside the bytes it
reads, loading beside the size of the weights.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import torch

from engine.jina_ocr.cache import Cache, Places
from engine.jina_ocr.config import Sizes
from engine.jina_ocr.decode import Batch, Page
from engine.jina_ocr.depth import Depth
from engine.jina_ocr.experts import Experts
from engine.jina_ocr.model import JinaOcr
from tests.bench.random_checkpoint import write

CONTEXT = 1000
"""Tokens in the cache while steps are measured: a page's picture, and some text."""

ACCEPTED = (0.79, 0.62, 0.51)
"""Published share of steps in which the first, second and third draft were right (Apple port)."""

MAX_CHECK = 4


clock = time.perf_counter
"""With one thread on a busy machine the processor's own time is the steadier measure."""


def best(call: Callable[[], object], times: int) -> float:
    """Seconds of the quickest of so many calls, after one that does not count."""
    call()
    seconds = []
    for _ in range(times):
        began = clock()
        call()
        seconds.append(clock() - began)
    return min(seconds)


def bandwidths() -> tuple[float, float]:
    """Bytes a second: of 512 MB that are only read, and of a copy of them, read and written."""
    source = torch.ones(64_000_000, dtype=torch.int64)
    target = torch.empty_like(source)
    return 512_000_000 / best(source.max, 5), 2 * 512_000_000 / best(lambda: target.copy_(source), 5)


def touched(sizes: Sizes, tokens: int) -> float:
    """Experts of a layer that so many tokens use, if they choose evenly."""
    return sizes.experts * (1 - (1 - sizes.experts_per_token / sizes.experts) ** tokens)


def bytes_read(sizes: Sizes, tokens: int, width: int) -> float:
    """Weights and cache that one pass of the target reads, head included; `width` bytes a number."""
    attention = 4 * sizes.hidden**2 + 2 * CONTEXT * sizes.hidden
    dense = 3 * sizes.hidden * sizes.dense_width
    routed = 3 * sizes.hidden * (sizes.expert_width * touched(sizes, tokens) + sizes.shared_width)
    routed += sizes.experts * sizes.hidden * 4 / width
    head = sizes.vocabulary * sizes.hidden
    mixed = sizes.layers - sizes.dense_layers
    return width * (sizes.layers * attention + sizes.dense_layers * dense + mixed * routed + head)


def draft_bytes(sizes: Sizes, width: int) -> float:
    """The same for one step of the draft."""
    block = 6 * sizes.hidden**2 + 3 * sizes.hidden * sizes.dense_width + 2 * CONTEXT * sizes.hidden
    return width * (block + sizes.vocabulary * sizes.hidden)


class Steps:
    """Passes of a loaded model over random states, with a filled cache."""

    def __init__(self, model: JinaOcr) -> None:
        self.model = model
        like = model.decoder.newline
        self.cache = Cache(model.sizes, 1, CONTEXT + 1024, like)
        self.cache.keys.normal_()
        self.cache.values.normal_()
        self.places = Places(model.sizes, CONTEXT + 1024, like)

    def inputs(self, tokens: int) -> torch.Tensor:
        like = self.model.decoder.newline
        return torch.randn(1, tokens, self.model.sizes.hidden).to(like.dtype)

    @torch.inference_mode()
    def check(self, tokens: int) -> None:
        states = self.model.decoder(self.inputs(tokens), self.places.one(CONTEXT, tokens), self.cache)
        self.model.decoder.head(states).float().max(-1)

    @torch.inference_mode()
    def draft(self) -> None:
        assert self.model.draft is not None
        out = self.model.draft(self.inputs(1), self.inputs(1), self.places.one(CONTEXT, 1), self.cache)
        self.model.decoder.head(self.model.decoder.norm(out)).argmax(-1)

    @torch.inference_mode()
    def prompt(self, tokens: int) -> None:
        self.model.decoder(self.inputs(tokens), self.places.prompt(0, tokens), self.cache)


def steps(model: JinaOcr, repeats: int) -> None:
    """Seconds of checks and drafts against the memory's speed and the model of bytes."""
    sizes, width = model.sizes, model.decoder.newline.dtype.itemsize
    reading, copying = bandwidths()
    run = Steps(model)
    one = best(lambda: run.check(1), repeats)
    size = bytes_read(sizes, 1, width)
    print(f"  memory: {reading / 1e9:.1f} GB/s read; {copying / 1e9:.1f} GB/s read and written by a copy")
    print(f"  one token: {one:.4f} s for {size / 1e9:.2f} GB, {size / one / 1e9:.1f} GB/s; "
          f"{one * reading / size:.2f} x the floor of reading, {one * copying / size:.2f} x that of copying "
          "(wanted: within 2.0)")
    cost = {1: one}
    for tokens in range(2, MAX_CHECK + 1):
        cost[tokens] = best(partial(run.check, tokens), repeats)
        modelled = bytes_read(sizes, tokens, width) / bytes_read(sizes, 1, width)
        print(f"  check of {tokens}: {cost[tokens] / one:.2f} x one token; by bytes {modelled:.2f} "
              f"({touched(sizes, tokens):.0f} of {sizes.experts} experts)")
    draft = best(run.draft, repeats)
    modelled = draft_bytes(sizes, width) / bytes_read(sizes, 1, width)
    print(f"  draft step: {draft / one:.2f} x one token; by bytes {modelled:.2f}")
    gains = {0: 1.0}
    for depth in range(1, MAX_CHECK):
        gains[depth] = (1 + sum(ACCEPTED[:depth])) * one / (cost[depth + 1] + depth * draft)
        print(f"  expected gain of {depth} drafts: {gains[depth]:.2f} x")
    print(f"  so the best depth here is {max(gains, key=lambda depth: gains[depth])}; automatic on a CPU is 0")
    prompt = best(lambda: run.prompt(900), 1)
    print(f"  prompt of 900: {prompt:.2f} s")


def experts(model: JinaOcr, repeats: int) -> None:
    """The ways through one layer's experts."""
    layer = next(module for module in model.modules() if isinstance(module, Experts))
    for rows in (1, 2, 4, 16, 900):
        x = torch.randn(rows, model.sizes.hidden).to(model.decoder.newline.dtype)
        shown = []
        with torch.inference_mode():
            weights, chosen = layer.route(x)
            ways = {"looped": layer.looped, "grouped": layer.grouped, "fused": layer.fused, "gathered": layer.gathered}
            for name, way in ways.items():
                if name == "gathered" and rows > 16:
                    continue
                seconds = best(partial(way, x, weights, chosen), repeats)
                shown.append(f"{name} {1000 * seconds:.2f} ms")
        print(f"  experts, {rows} tokens: {', '.join(shown)}")


def full(folder: Path, dtype: torch.dtype, repeats: int) -> None:
    print(f"\n== Full size, random weights, {dtype}", flush=True)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    began = time.perf_counter()
    model = JinaOcr.from_pretrained(folder, dtype=dtype)
    seconds = time.perf_counter() - began
    size = sum(parameter.numel() * parameter.itemsize for parameter in model.parameters())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before
    count = sum(parameter.numel() for parameter in model.parameters())
    print(f"  {count:,} parameters; loading {seconds:.1f} s, {seconds / (size / 1e9):.2f} s/GB; "
          f"peak {peak / size:.3f} x the weights (wanted: within 1.15)", flush=True)
    experts(model, repeats)
    steps(model, repeats)


def tiny(folder: Path, rounds: int) -> None:
    """Tokens a second of the tiny checkpoint, at every depth; acceptance belongs to its pages."""
    from engine.jina_ocr.prompt import PromptWriter
    from tests.model.golden import PICTURES, Golden

    print("\n== Tiny checkpoint, float32, one page at a time, decoding alone", flush=True)
    model = JinaOcr.from_pretrained(folder, dtype=torch.float32)
    golden = Golden(folder, model, PromptWriter(folder, model.sizes))
    prompts = {name: golden.prompt(name) for name in PICTURES}
    depths: dict[str, Callable[[], Depth]] = {str(k): partial(Depth.fixed, k) for k in (0, 1, 2, 3, 4, 6, 8)}
    depths["adaptive"] = Depth.adaptive
    plain = 0.0
    for name, depth in depths.items():
        speeds = []
        for _ in range(rounds):
            decoded = [_decode(model, prompt, depth()) for prompt in prompts.values()]
            pages = [page for page, _ in decoded]
            speeds.append(sum(len(page.tokens) for page in pages) / sum(seconds for _, seconds in decoded))
        speed = max(speeds)
        plain = plain or speed
        drafted = sum(page.tally.drafted for page in pages)
        accepted = sum(page.tally.accepted for page in pages) / drafted if drafted else math.nan
        print(f"  {name:>8} drafts: {speed:7.1f} tokens/s, {speed / plain:.2f} x none; accepted {accepted:.2f}; "
              f"spread {statistics.pstdev(speeds) / speed:.2f}", flush=True)


def _decode(model: JinaOcr, prompt: torch.Tensor, depth: Depth) -> tuple[Page, float]:
    """The page, and the seconds of its steps."""
    page = Page(0, 0, 400, depth, model.sizes.eos)
    batch = Batch(model, 1, prompt.shape[1] + 400)
    batch.admit(page, prompt)
    began = clock()
    while page.finish is None:
        batch.step()
    return page, clock() - began


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.model")
    parser.add_argument("--full", type=Path, help="folder of the full-size random checkpoint; made if it is not there")
    parser.add_argument("--dtypes", nargs="*", default=["bfloat16", "float32"])
    parser.add_argument("--tiny", type=Path, help="folder of the tiny checkpoint")
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--processor-time", action="store_true", help="count the processor's time (one thread)")
    options = parser.parse_args()
    global clock
    if options.processor_time:
        clock, options.threads = time.process_time, 1
    torch.set_num_threads(options.threads)
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, {options.threads} threads, load {load:.1f}, torch {torch.__version__}")
    if options.tiny:
        torch.set_num_threads(1)
        tiny(options.tiny, options.repeats)
        torch.set_num_threads(options.threads)
    if options.full:
        if not (options.full / "config.json").exists():
            print(json.dumps({"parameters": write(options.full)}))
        for dtype in options.dtypes:
            full(options.full, getattr(torch, dtype), options.repeats)


if __name__ == "__main__":
    main()
