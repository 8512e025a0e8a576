# SPDX-License-Identifier: AGPL-3.0-or-later
"""The native model's bench, run from the environment without PyTorch by the interpreter that has it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
TINY = ROOT / "tests" / "data" / "tiny-jina-ocr"


def interpreter(name: str) -> Path:
    """Of the environment beside ours whose name ends so: `model`, `vllm`."""
    return ROOT / f"{os.environ.get('VENV', '.venv')}-{name}" / "bin" / "python"


def measure(full: Path | None) -> bool:
    """Whether no firm bound was missed. What is left out is said, with the reason."""
    model, vllm = interpreter("model"), interpreter("vllm")
    if not model.exists():
        print("\n== Native model\nleft out: PyTorch is not installed for tests (make test-model installs it)")
        return full is None
    command: list[str | Path] = [model, "-m", "tests.bench.model", "--tiny", TINY, "--products"]
    left_out: list[str] = []
    if vllm.exists():
        command += ["--vllm", vllm]
    else:
        left_out.append("vLLM beside it: it is not installed for tests (make test-vllm installs it)")
    if full is not None:
        command += ["--full", full]
    else:
        left_out.append("the full size: give a folder for 6.8 GB of random weights (make bench-model FULL_MODEL=DIR)")
    print("\n== Native model", *(f"left out: {what}" for what in left_out), sep="\n", flush=True)
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0
