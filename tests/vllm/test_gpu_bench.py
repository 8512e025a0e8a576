# SPDX-License-Identifier: AGPL-3.0-or-later
"""packaging/bench/gpu.py: its table, and a dry run with real vLLM on the CPU."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.vllm import pages

SCRIPT = pages.ROOT / "packaging" / "bench" / "gpu.py"


@pytest.fixture(scope="module")
def gpu() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gpu_bench", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_a_row_stands_beside_what_was_published(gpu: ModuleType) -> None:
    row = gpu.Row("graphs", 1, 1, 10, 9000, 50.0, 61.0, 0.8, (0.8,), 1.8, "A card")
    words = gpu.line(row).split()
    assert words[:7] == ["graphs", "1", "1", "0.20", "180", "900", "80.0"]
    assert gpu.line(row).endswith("L4: 185.6 tokens/s (1.17 x)")
    # without drafts nothing is accepted, which is not the same as none of them
    bare = gpu.line(gpu.Row("graphs", 0, 8, 10, 9000, 50.0, 61.0, None, (), None, "A card"))
    assert "%" not in bare
    assert len(gpu.heading()) > 80


def test_the_best_depth_is_told_for_each_number_of_pages(gpu: ModuleType) -> None:
    rows = [
        gpu.Row(mode, drafts, 8, 10, 9000, seconds, 60.0, None, (), None, "A card")
        for mode, drafts, seconds in (("eager", 0, 40.0), ("eager", 3, 20.0), ("graphs", 0, 10.0), ("graphs", 1, 20.0))
    ]
    assert gpu.best(rows) == [
        "eager, 8 at once: best with K=3, 2.00 x of K=0",
        "graphs, 8 at once: best with K=0, 1.00 x of K=0",
    ]


def test_without_a_model_it_says_what_it_needs() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--model and a document with --pages, or try --dry-run" in done.stderr


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_dry_run_on_the_cpu(tmp_path: Path) -> None:
    out = tmp_path / "rows.json"
    command = [sys.executable, str(SCRIPT), "--dry-run", "--draft-tokens", "0,3", "--at-once", "1,2", "--least", "3",
               "--json", str(out)]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = json.loads(out.read_text())
    assert [(row["drafts"], row["at_once"]) for row in rows] == [(0, 1), (0, 2), (3, 1), (3, 2)]
    for row in rows:
        assert row["pages"] == max(3, 3 * row["at_once"])
        first = [pages.stats()[name]["output_tokens"] for name in pages.PICTURES][: row["pages"]]
        # every page once, in order, and nothing behind its end
        assert abs(row["tokens"] - sum(first)) <= row["drafts"] * row["pages"]
        assert row["device"] == "CPU"
        if row["drafts"]:
            assert 0.6 < row["accepted"] < 0.9
            assert len(row["positions"]) == 3
    assert "best with K=" in done.stdout
