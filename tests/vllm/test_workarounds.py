# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the plugin relies on in vLLM beyond its documented ways. Each of these fails when vLLM changes
there, and then the WORKAROUND that it belongs to is to be looked at, or can go."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from engine.backends.vllm.plugin import DRAFT, TARGET, vision_stub
from engine.backends.vllm.plugin.native import native_names, registry_file
from engine.jina_ocr.image import choose_grid, image_tokens
from tests.vllm import pages, seen
from tests.vllm.reading import environment

PLUGIN = pages.ROOT / "engine" / "backends" / "vllm" / "plugin"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a process with vLLM in it sees."""
    out = tmp_path_factory.mktemp("seen") / "seen.json"
    done = subprocess.run(
        [sys.executable, "-m", "tests.vllm.seen", str(out)], env=environment(), cwd=pages.ROOT,
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:]
    told: dict[str, Any] = json.loads(out.read_text())
    return told


def vllm_file(*parts: str) -> Path:
    folder = importlib.util.find_spec("vllm")
    assert folder is not None
    assert folder.submodule_search_locations
    return Path(folder.submodule_search_locations[0], *parts)


def test_every_workaround_names_version_and_reason() -> None:
    count = 0
    for path in PLUGIN.glob("*.py"):
        for text in re.findall(r"WORKAROUND.*", path.read_text()):
            count += 1
            assert re.match(r"WORKAROUND \(vLLM [\d.]+[^)]*\): \S", text), (path.name, text)
    assert count == 3


@pytest.mark.timeout(1800)
def test_both_classes_are_registered_and_registering_again_does_no_harm(found: dict[str, Any]) -> None:
    assert found["known"] == [TARGET, DRAFT]


# ------------------------------------------------ native support, read from the table's text


def test_vllms_table_of_models_can_be_read_as_text() -> None:
    table = registry_file()
    assert table == vllm_file("model_executor", "models", "registry.py")
    assert table is not None
    # the form of an entry that `native` looks for
    assert re.search(r'^\s*"DeepseekOCRForCausalLM"\s*:', table.read_text(), re.MULTILINE)
    assert native_names() == ()


# ------------------------------------------------ torchvision, lent


def test_the_processor_wants_three_transforms_of_torchvision_and_no_more() -> None:
    tree = ast.parse(vllm_file("transformers_utils", "processors", "deepseek_ocr.py").read_text())
    imported = [
        alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
        if alias.name.startswith("torchvision")
    ]  # fmt: skip
    assert imported == ["torchvision.transforms"]
    used = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and getattr(n.value, "id", "") == "T"}
    assert used == {"ToTensor", "Normalize", "Compose"}


def test_the_stub_is_taken_away_again(found: dict[str, Any]) -> None:
    assert found["torchvision_left"] == []


def test_the_stub_computes_what_torchvision_does() -> None:
    """x / 255, then (x - mean) / std, channels first."""
    chance = np.random.default_rng(3)
    values = chance.integers(0, 256, (5, 7, 3), np.uint8)
    chain = vision_stub.Compose([vision_stub.ToTensor(), vision_stub.Normalize((0.5, 0.4, 0.3), (0.5, 0.25, 0.2))])
    made = chain(Image.fromarray(values)).numpy()
    assert made.shape == (3, 5, 7)
    assert made.dtype == np.float32
    expected = (values / 255 - np.array([0.5, 0.4, 0.3])) / np.array([0.5, 0.25, 0.2])
    np.testing.assert_allclose(made, expected.transpose(2, 0, 1), atol=1e-6)


# ------------------------------------------------ nine tiles, at both places


def test_tokens_are_counted_as_ours_counts_them(found: dict[str, Any]) -> None:
    assert found["counted"] == [image_tokens(choose_grid(*size)) for size in seen.SIZES]
    assert len(set(found["counted"])) > 15


def test_the_processor_cuts_as_many_as_were_counted(found: dict[str, Any]) -> None:
    for size, counted, (cut, grid, tiles) in zip(
        seen.PICTURES, found["counted_pictures"], found["cut_pictures"], strict=True
    ):
        assert counted == cut
        assert tuple(grid) == choose_grid(*size)
        assert tiles == (grid[0] * grid[1] if grid != [1, 1] else 0)


def test_no_picture_is_larger_than_the_declared_one(found: dict[str, Any]) -> None:
    assert found["largest"] == [640, 5760]
    most = image_tokens(choose_grid(*found["largest"]))
    assert most == 1263
    assert most >= max(found["counted"])


def test_stock_vllm_still_stops_at_six(found: dict[str, Any]) -> None:
    """Otherwise our own count may go."""
    assert found["stock_max_crops"] == 6


# ------------------------------------------------ the rest


def test_the_beginning_follows_the_tokenizer(found: dict[str, Any]) -> None:
    assert found["begins_false"] == [970, 28, 201]
    assert found["begins_true"] == [0, 970, 28]


def test_stock_towers_have_their_sizes_built_in(found: dict[str, Any]) -> None:
    assert found["calls"] == ["build_sam_vit_b()", "CLIPVisionConfig("]
    assert not found["reads_width"]


def test_towers_are_of_the_checkpoints_sizes(found: dict[str, Any]) -> None:
    assert found["sam"] == [2, 64, 128]
    assert found["clip"] == [2, 128, 512, 512]
    assert found["put_back"]


def test_the_published_sizes_are_built_by_the_stock_class_alone(found: dict[str, Any]) -> None:
    assert found["published_untouched"]


def test_vllm_puts_eagle_before_other_names_only(found: dict[str, Any]) -> None:
    assert found["draft_names"] == [[DRAFT], ["EagleSome"]]


def test_the_targets_overrides_do_not_reach_the_draft(found: dict[str, Any]) -> None:
    assert not found["draft_gets_overrides"]
