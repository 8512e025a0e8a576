# SPDX-License-Identifier: AGPL-3.0-or-later
"""The choice and the engines judge cards alike: what is ranked as usable is not refused at the start."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine.backends.contract import EngineError
from engine.backends.vllm import preflight, sizing
from engine.backends.vllm.machine import Gpu as Card
from engine.backends.vllm.machine import Machine as Facts
from engine.choose import choose, sizes
from engine.choose.cards import BF16_CAPABILITY, FP16_CAPABILITY, VLLM_BROKEN, VLLM_OLDEST
from engine.hardware.facts import Gpu
from engine.jina_ocr.config import Sizes, Tower, Vision
from tests.unit.machines import (
    A100,
    GTX_1080_TI,
    H100,
    L4,
    READY,
    RTX_3060_8,
    RTX_3060_12,
    RTX_3080_10,
    RTX_4090,
    RTX_5090,
    T4,
    V100,
    VLLM,
    machine,
)

CARDS = (H100, A100, L4, T4, V100, GTX_1080_TI, RTX_3060_8, RTX_3060_12, RTX_3080_10, RTX_4090, RTX_5090)

PUBLISHED = Sizes(
    vision=Vision(1024, Tower(12, 768, 12), (2, 5, 8, 11), 14, (512, 1024), Tower(24, 1024, 16), 16, 14),
    vocabulary=129280, hidden=1280, layers=12, dense_layers=1, heads=10, head_dim=128, dense_width=6848,
    expert_width=896, experts=64, shared_experts=2, experts_per_token=6, rms_eps=1e-6, rope_theta=1e6,
    positions=32768, bos=0, eos=1, pad=2, image_token=128815, draft_heads=1, draft_depth=3,
)  # fmt: skip


def started(gpu: Gpu) -> bool:
    """Whether the backend would start on this card, by its own two checks."""
    assert gpu.capability is not None
    assert gpu.memory is not None
    assert gpu.free is not None
    card = Card(0, gpu.name, (gpu.capability[0], gpu.capability[1]), gpu.memory, gpu.free)
    facts = Facts(vllm="0.32.0", cuda=(13, 0), driver=gpu.driver, driver_cuda=gpu.cuda, gpus=(card,))
    try:
        preflight.judge(facts)
        sizing.fit(PUBLISHED, sizing.Room("cuda", gpu.free, gpu.memory), bytes_each=2, context=8192, drafts=1)
    except EngineError:
        return False
    return True


@pytest.mark.parametrize("gpu", CARDS, ids=lambda gpu: f"{gpu.name} {gpu.memory >> 30} GB")
def test_vllm_is_usable_where_its_backend_starts(gpu: Gpu) -> None:
    ranking = choose(machine(gpu, pythons=(VLLM,)), READY)
    vllm = next(one for one in ranking if (one.engine, one.device) == ("vllm", "gpu"))
    assert vllm.usable == started(gpu), vllm.lacks


def test_versions_of_vllm_that_are_refused() -> None:
    tested = {version for version, standing, _ in preflight.VERSIONS if standing == preflight.TESTED}
    assert min(tested) == VLLM_OLDEST
    assert (VLLM_BROKEN, preflight.PROBE) in {(version, standing) for version, standing, _ in preflight.VERSIONS}


def constants(module: str) -> dict[str, object]:
    """Constants of a module that cannot be imported without torch."""
    found = {}
    path = Path(__file__).parents[2] / "engine" / "backends" / "transformers" / module
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            try:
                found[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                continue
    return found


def test_number_formats_of_cards_are_those_of_the_transformers_backend() -> None:
    theirs = constants("device.py")
    assert theirs["BF16_CAPABILITY"] == BF16_CAPABILITY
    assert theirs["FP16_CAPABILITY"] == FP16_CAPABILITY
    assert theirs["HEADROOM"] == sizes.HEADROOM


def test_the_published_size_is_that_of_the_model() -> None:
    assert sizing.weight_bytes(PUBLISHED, 1) == sizes.PARAMETERS
