# SPDX-License-Identifier: AGPL-3.0-or-later
"""Steps of fixed shapes: compiled as whole graphs, the same tokens come out."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
import torch
from torch._dynamo.utils import counters

from engine.jina_ocr.decode import Batch, Page
from engine.jina_ocr.depth import Depth
from engine.jina_ocr.experts import Experts
from engine.jina_ocr.model import JinaOcr, JinaOcrConfig
from tests.model.golden import Golden
from tests.model.small import plain_greedy, random_model, small_config


@pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")  # torch's own, within its compiler
@pytest.mark.parametrize(
    "compiler",
    [
        "aot_eager",
        pytest.param(
            "inductor",
            marks=[
                pytest.mark.long,
                pytest.mark.timeout(1800),  # a C++ compiler builds every graph: minutes on a busy machine
                pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler"),
            ],
        ),
    ],
)
def test_compiled_steps_give_the_same_tokens(compiler: str) -> None:
    """Pages grow from 5 to 49 tokens within the same graphs: for two pages and for one, the check,
    the draft's look back and its single step."""
    torch._dynamo.reset()
    counters.clear()
    model = random_model(11, eos_token_id=0)
    prompts = [torch.randn(1, length, 16, dtype=torch.float64) for length in (5, 9)]
    expected = [plain_greedy(model, prompt, 40) for prompt in prompts]
    batch = Batch(model, 2, 64, compiler=compiler)
    pages = [Page(number, 0, 40, Depth.fixed(3), 0) for number in range(2)]
    for page, prompt in zip(pages, prompts, strict=True):
        batch.admit(page, prompt)
    while batch.pages:
        batch.step()
    assert [page.tokens for page in pages] == expected
    assert counters["stats"]["unique_graphs"] <= 6


@pytest.fixture
def garbage() -> Iterator[None]:
    """Memory that nobody has written to holds values that are no numbers."""
    torch.use_deterministic_algorithms(True)
    yield
    torch.use_deterministic_algorithms(False)


@pytest.mark.usefixtures("garbage")
@pytest.mark.parametrize(("steady", "at_once"), [(3, 1), (3, 2), (0, 1), (0, 2)])
def test_steady_shapes_and_shared_batches_read_no_garbage(golden: Golden, steady: int, at_once: int) -> None:
    names = ["p3_table", "p1_text"]
    for name, page in golden.read(names, lambda: Depth.fixed(3), at_once, steady=steady).items():
        assert page.tokens == golden.tokens(name)


@pytest.mark.parametrize("rows", [1, 2, 5, 40])
def test_all_ways_through_the_experts_agree(rows: int) -> None:
    sizes = JinaOcrConfig(**small_config(n_routed_experts=7, num_experts_per_tok=3)).sizes
    experts = Experts(sizes).double()
    for parameter in experts.parameters():
        torch.nn.init.normal_(parameter)
    experts.gate.data = experts.gate.data.float()
    x = torch.randn(rows, sizes.hidden, dtype=torch.float64)
    with torch.inference_mode():
        weights, chosen = experts.route(x)
        scores = (x.float() @ experts.gate.T).softmax(-1)
        slow = torch.zeros_like(x)
        for row in range(rows):
            for number in scores[row].topk(3).indices.tolist():
                gate, up = (experts.inner[number] @ x[row]).chunk(2)
                slow[row] += scores[row, number] * (experts.outer[number] @ (torch.nn.functional.silu(gate) * up))
        for way in (experts.looped, experts.grouped, experts.gathered):
            torch.testing.assert_close(way(x, weights, chosen), slow, rtol=1e-6, atol=1e-6)
        single = experts.float()  # the fused kernel knows no float64
        torch.testing.assert_close(
            single.fused(x.float(), weights.float(), chosen).double(), slow, rtol=1e-4, atol=1e-3
        )


def test_a_row_alone_and_among_others_gets_the_same(model: JinaOcr) -> None:
    """What a page reads does not depend on the pages beside it."""
    experts = next(module for module in model.modules() if isinstance(module, Experts))
    x = torch.randn(20, model.sizes.hidden)
    with torch.inference_mode():
        together = experts(x)
        alone = torch.cat([experts(row.unsqueeze(0)) for row in x])
    torch.testing.assert_close(together, alone, rtol=1e-5, atol=1e-6)
