# SPDX-License-Identifier: AGPL-3.0-or-later
"""Speed and memory of the native model, in the environment with PyTorch:
`python -m tests.bench.model [--tiny FOLDER] [--full FOLDER] [--products]`. Exit status 1 if a firm bound
is missed. The full size takes 13.5 GB of memory in float32, and the disk 6.8 GB; each format has a
process of its own, so that the peak of its memory is seen."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import torch

from tests.bench import full_size, random_checkpoint, tiny_pages
from tests.bench.figures import show


def full(folder: Path, dtype: torch.dtype, rounds: int, *, ways: bool) -> bool:
    model, figures = full_size.loading(folder, dtype)
    name = f"matrices in {str(dtype).removeprefix('torch.')}"
    good = show(f"Native model, full size, random weights, computed in float32, {name}", figures)
    for figure in full_size.passes(model, rounds):
        print(figure.line(), flush=True)
    if ways:
        show("PyTorch's ways through the experts of a layer", full_size.ways(model, rounds))
    return good


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.model")
    parser.add_argument("--tiny", type=Path, help="folder of the tiny checkpoint")
    parser.add_argument("--vllm", type=Path, help="interpreter with vLLM, to be measured beside it")
    parser.add_argument("--full", type=Path, help="folder of the full-size random checkpoint; made if it is not there")
    parser.add_argument("--dtypes", nargs="*", default=["float32", "bfloat16"])
    parser.add_argument("--products", action="store_true", help="the libraries' products of few rows")
    parser.add_argument("--ways", action="store_true", help="the ways through the experts, in full size")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    load = f"; load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"PyTorch {torch.__version__}, {torch.get_num_threads()} threads{load}", flush=True)
    good = True
    if options.tiny:
        threads = torch.get_num_threads()
        torch.set_num_threads(1)
        figures = tiny_pages.speeds(options.tiny, options.rounds, options.vllm)
        good &= show("Native model, tiny checkpoint, float32, one page at a time, decoding alone", figures)
        torch.set_num_threads(threads)
    if options.products:
        show("Products of few rows in the libraries, float32", full_size.products(options.rounds))
    if options.full:
        if not (options.full / "config.json").exists():
            print(f"{random_checkpoint.write(options.full):,} parameters written", flush=True)
        if len(options.dtypes) == 1:
            return 0 if full(options.full, getattr(torch, options.dtypes[0]), options.rounds, ways=options.ways) else 1
        for dtype in options.dtypes:
            command = [sys.executable, "-m", "tests.bench.model", "--full", options.full, "--dtypes", dtype]
            more = ["--rounds", str(options.rounds), *(["--ways"] if options.ways else [])]
            good &= subprocess.run([*command, *more], check=False).returncode == 0
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
