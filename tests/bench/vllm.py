# SPDX-License-Identifier: AGPL-3.0-or-later
"""The engine with vLLM against vLLM alone: run by the interpreter that has it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.bench.figures import Figure

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv-vllm" / "bin" / "python"

LEAST = 0.97
MOST_IDLE = 0.01
MOST_STALL = 100.0


def ratios(folder: Path) -> list[Figure]:
    """Our engine program through its messages, to a bare `LLM.generate` over the same pages in the
    same run, with 1 and 8 pages in flight; and the processor time of an engine that waits."""
    if not PYTHON.exists():
        print("  vLLM is not installed for tests: make test-vllm installs it")
        return []
    out = folder / "ratios.json"
    subprocess.run(
        [PYTHON, "-m", "tests.bench.vllm_ratio", out], cwd=ROOT, check=True, env={**os.environ, "OMP_NUM_THREADS": "1"}
    )
    return [*(figure(row) for row in json.loads(out.read_text())), *stalls(folder / "stalls.json")]


def stalls(out: Path) -> list[Figure]:
    """How long the window does not answer while its engine is killed."""
    subprocess.run([sys.executable, "-m", "tests.bench.vllm_window", out], cwd=ROOT, check=True)
    found = json.loads(out.read_text())
    return [
        Figure("longest stall of the window, eight pages streaming", found["streaming"], "ms"),
        Figure("longest stall of the window, its engine killed", found["killed"], "ms", MOST_STALL),
    ]


def figure(row: dict[str, float | str]) -> Figure:
    name, value = str(row["name"]), float(row["value"])
    if row["kind"] == "idle":
        return Figure(name, value, "cores", MOST_IDLE, remark=str(row["remark"]))
    return Figure(name, value, "x bare", LEAST, least=True, remark=str(row["remark"]))
