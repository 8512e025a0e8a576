# SPDX-License-Identifier: AGPL-3.0-or-later
"""The window, measured from outside: offscreen, a fresh process each time (see inside.py)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.documents import paragraphs, text_pdf
from tests.bench.figures import Figure, percentile
from tests.bench.memory import Watch
from tests.processes import Started

PAGES = 3000
STARTS = 5
CHARS_PER_S = 2000
TOKENS_PER_S = 2000
CHARS_OF_A_TOKEN = 4
HANG = 240.0


def scene(name: str, folder: Path, *arguments: Path) -> tuple[dict[str, Any], Watch]:
    """The scene's result, and what its programs took. Raises RuntimeError if it gave none."""
    environment = {"QT_QPA_PLATFORM": "offscreen", "QTWEBENGINE_CHROMIUM_FLAGS": "--disable-gpu", **os.environ}
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        environment["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
    environment["COPYHOLDER_BENCH_STARTED"] = repr(time.time())
    command = [sys.executable, "-m", "tests.bench.inside", name, str(folder / "home"), *map(str, arguments)]
    with Started[bytes](command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        watch = Watch(process.pid)
        try:
            out, err = process.communicate(timeout=HANG)
        finally:
            process.kill()
            watch.stop()
    lines = out.decode().splitlines()
    if process.returncode != 0 or not lines:
        raise RuntimeError(f"scene {name} ended with {process.returncode}: {err.decode(errors='replace')[-500:]}")
    result: dict[str, Any] = json.loads(lines[-1])
    return result, watch


def start(folder: Path) -> list[Figure]:
    """From the start of the process to a window that is painted and answers, files warm."""
    first, *warm = [scene("up", folder)[0] for _ in range(STARTS)]
    return [
        Figure(
            "window usable, warm",
            median(run["seconds"] for run in warm),
            "s",
            1.0,
            remark=f"first start {first['seconds']:.2f} s",
        ),
        Figure("  of it CPU seconds of the window's program", median(run["cpu"] for run in warm), "s"),
    ]


def long_document(folder: Path) -> list[Figure]:
    """First page of 3,000, and memory while the strip scrolls from end to end; the built-in
    engine reads meanwhile."""
    result, watch = scene("long", folder, text_pdf(folder / "long.pdf", PAGES))
    return [
        Figure(f"first of {PAGES} pages on screen after the window is up", result["first_page"], "s", 0.5),
        Figure("  peak PSS of all programs, scrolling end to end", watch.peak_mb, "MB", 600),
    ]


def streaming(folder: Path) -> list[Figure]:
    """2,000 characters a second into a page of 20 KB and more, while the strip scrolls."""
    blocks = [f"## Part {n}\n\n{' '.join(paragraphs(n, 4))}\n\n- one\n- two $x^{n}$\n" for n in range(140)]
    script = folder / "script.json"
    page = {"text": "\n".join(blocks), "chars_per_s": CHARS_PER_S, "piece": 40}
    script.write_text(json.dumps({"pages": {"default": page}}))
    nothing, _ = scene("nothing", folder)
    result, _ = scene("stream", folder, text_pdf(folder / "long.pdf", PAGES), script)
    remark = f"{result['preview']}, page of {result['chars'] // 1000} KB at the end"
    return [
        Figure("delay of the window's thread, p99", percentile(result["delays"], 0.99), "ms", 16, remark=remark),
        Figure("  the same, median", percentile(result["delays"], 0.5), "ms"),
        Figure("  beside it: a program that does nothing, p99", percentile(nothing["delays"], 0.99), "ms"),
        Figure(
            "piece to painted, p95",
            percentile(result["painted"], 0.95),
            "ms",
            150,
            remark=f"{len(result['painted'])} pieces",
        ),
        Figure("  the same, median", percentile(result["painted"], 0.5), "ms"),
    ]


def everything(folder: Path) -> list[Figure]:
    """2,000 tokens a second into pages of 20 KB, the strip of 3,000 pages scrolling, and typing, all at once."""
    blocks = [f"## Part {n}\n\n{' '.join(paragraphs(n, 4))}\n\n- one\n- two $x^{n}$\n" for n in range(82)]
    script = folder / "script.json"
    text = "\n".join(blocks)
    page = {"text": text, "chars_per_s": TOKENS_PER_S * CHARS_OF_A_TOKEN, "piece": 40}
    script.write_text(json.dumps({"pages": {"default": page}}))
    nothing, _ = scene("nothing", folder)
    result, _ = scene("everything", folder, text_pdf(folder / "long.pdf", PAGES), script)
    remark = f"{result['preview']}, pages of {len(text) // 1000} KB"
    figures = []
    phases = {"streaming": "page in sight streams, search typed", "typing": "page typed into, others stream"}
    for name, what in phases.items():
        delays = result[name]
        figures += [
            Figure(f"{what}: delay p99", percentile(delays, 0.99), "ms", 16, remark=remark),
            Figure("  the longest", max(delays), "ms", 100),
            Figure("  the same, median", percentile(delays, 0.5), "ms"),
        ]
    return [
        *figures,
        Figure("before that, the preview's browser starts: the longest", max(result["start"]), "ms", 100),
        Figure("a program that does nothing: delay p99", percentile(nothing["delays"], 0.99), "ms"),
        Figure("  the longest", max(nothing["delays"]), "ms"),
    ]


def many_flags(folder: Path) -> list[Figure]:
    """What the window's thread spends at once on a page of 200 KB with 500 flags."""
    result, _ = scene("flags", folder)
    remark = f"{result['chars'] // 1000} KB, {result['flags']} flags"
    return [
        *(
            Figure(f"{name}, the longest", max(spent), "ms", 16, remark=f"median {median(spent):.1f}; {remark}")
            for name, spent in result["spent"].items()
        ),
        *(
            Figure(f"{name}: the longest delay", max(delays), "ms", 16, remark=f"p99 {percentile(delays, 0.99):.1f}")
            for name, delays in result["stalls"].items()
        ),
    ]
