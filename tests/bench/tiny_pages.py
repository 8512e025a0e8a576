# SPDX-License-Identifier: AGPL-3.0-or-later
"""The tiny checkpoint's pages, decoding alone: Python's own time rules there. Beside us vLLM, which
runs in an environment of its own, page for page and round for round in turns."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

import torch

from engine.backends.transformers.options import Options
from engine.jina_ocr import quickest
from engine.jina_ocr.decode import Batch, Page
from engine.jina_ocr.depth import Depth
from engine.jina_ocr.model import JinaOcr
from engine.jina_ocr.prompt import PromptWriter
from tests.bench.figures import Figure
from tests.model.golden import PICTURES, Golden
from tests.vllm.reading import environment

LIMIT = 400
TWICE = 2.0
GAIN = 1.2
NOT_SLOWER = 0.98
DEPTHS = (1, 2, 3, 4, 6, 8)


@dataclass
class Rounds:
    """One way of decoding: tokens a second of every round, and its last round's pages."""

    depth: Callable[[], Depth]
    speeds: list[float] = field(default_factory=list)
    pages: dict[str, Page] = field(default_factory=dict)

    @property
    def accepted(self) -> float:
        drafted = sum(page.tally.drafted for page in self.pages.values())
        return sum(page.tally.accepted for page in self.pages.values()) / drafted if drafted else 0.0


class Vllm:
    """`python -m tests.bench.vllm_decode` in vLLM's environment: decodes all pages when it gets a line."""

    def __init__(self, python: Path) -> None:
        self.process = subprocess.Popen(
            [python, "-m", "tests.bench.vllm_decode"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, env={**environment(), "VLLM_ENABLE_V1_MULTIPROCESSING": "0"},
        )  # fmt: skip
        self.speeds: list[float] = []
        self._answer()

    def _answer(self) -> float:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("SPEED "):
                return float(json.loads(line.removeprefix("SPEED ")))
        raise RuntimeError("vLLM's side ended")

    def round(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        self.speeds.append(self._answer())

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(60)


def speeds(folder: Path, rounds: int, vllm: Path | None) -> list[Figure]:
    """Tokens a second at every depth; acceptance belongs to these pages. `vllm`: the interpreter."""
    model = JinaOcr.from_pretrained(folder, dtype=torch.float32)
    quickest.wait(300)
    golden = Golden(folder, model, PromptWriter(folder, model.sizes))
    prompts = {name: golden.prompt(name) for name in PICTURES}
    automatic = partial(Options(folder).depth, None, on_cpu=True, advised=model.sizes.draft_depth)
    ways = {"0": Rounds(partial(Depth.fixed, 0)), "automatic": Rounds(automatic)}
    ways |= {str(depth): Rounds(partial(Depth.fixed, depth)) for depth in DEPTHS} | {"adaptive": Rounds(Depth.adaptive)}
    other = Vllm(vllm) if vllm is not None else None
    try:
        for number in range(rounds):
            if other is not None:
                other.round()
            order = list(ways.values())
            _round(model, prompts, order if number % 2 else order[::-1])
    finally:
        if other is not None:
            other.close()
    wrong = sum(page.tokens != golden.tokens(name) for way in ways.values() for name, page in way.pages.items())
    return [*_figures(ways), *_beside(ways["0"], other),
            Figure("pages that differ from vLLM's answers, all ways", wrong, "pages", 0, firm=True)]


def _round(model: JinaOcr, prompts: dict[str, torch.Tensor], ways: list[Rounds]) -> None:
    """Every page in every way, the ways in turns. Tokens a second of the steps alone; the first token
    comes with the prompt."""
    taken = {id(way): 0.0 for way in ways}
    for name, prompt in prompts.items():
        for way in ways:
            page = way.pages[name] = Page(0, 0, LIMIT, way.depth(), model.sizes.eos)
            batch = Batch(model, 1, prompt.shape[1] + LIMIT)
            batch.admit(page, prompt)
            began = time.perf_counter()
            while page.finish is None:
                batch.step()
            taken[id(way)] += time.perf_counter() - began
    for way in ways:
        way.speeds.append(sum(len(page.tokens) - 1 for page in way.pages.values()) / taken[id(way)])


def _gain(way: Rounds, plain: Rounds) -> float:
    """Median over the rounds, in each of which both were measured."""
    return median(own / base for own, base in zip(way.speeds, plain.speeds, strict=True))


def _figures(ways: dict[str, Rounds]) -> list[Figure]:
    plain = ways["0"]
    figures: list[Figure] = []
    for name, way in ways.items():
        remark = f"accepted {way.accepted:.2f}" if way.accepted else ""
        figures.append(Figure(f"drafts: {name}", median(way.speeds), "tokens/s", remark=remark))
        if way is not plain:
            bound = {"3": GAIN, "automatic": NOT_SLOWER}.get(name)
            figures.append(Figure("  over none", _gain(way, plain), "x", bound, least=True))
    return figures


def _beside(plain: Rounds, other: Vllm | None) -> list[Figure]:
    if other is None:
        return []
    ratio = median(own / theirs for own, theirs in zip(plain.speeds, other.speeds, strict=True))
    return [
        Figure("vLLM in its process, no drafts", median(other.speeds), "tokens/s"),
        Figure("  ours without drafts over it", ratio, "x", TWICE, least=True),
    ]
