# SPDX-License-Identifier: AGPL-3.0-or-later
"""The command line over generated documents: seconds a page, both cores, thousands of pages."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any

from tests.bench.documents import scan_pdf, text_pdf
from tests.bench.figures import Figure
from tests.bench.memory import Watch
from tests.processes import Started

TEXT_PAGES = 300
SCAN_PAGES = 6
LONG_PAGES = 3000
STARTS = 9
DOCTORS = 5


@dataclass(frozen=True, slots=True)
class Ran:
    seconds: float
    pages: list[dict[str, Any]]
    summary: dict[str, Any]
    watch: Watch

    def cpu(self) -> float:
        """Mean CPU seconds of the engine a page."""
        return mean(float(page.get("seconds", {}).get("cpu", "nan")) for page in self.pages)


def convert(document: Path, folder: Path, *options: str) -> Ran:
    """One run with a library of its own, in a fresh process."""
    folder.mkdir(parents=True)
    report = folder / "report.jsonl"
    command = [sys.executable, "-m", "app", "convert", str(document), "--out", str(folder), "--quiet",
               "--home", str(folder / "home"), "--report", str(report), *options]
    began = time.monotonic()
    with Started[bytes](command) as process:
        watch = Watch(process.pid)
        code = process.wait()
    seconds = time.monotonic() - began
    watch.stop()
    if code != 0:
        raise RuntimeError(f"exit code {code}: {' '.join(command)}")
    lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    return Ran(seconds, lines[:-1], lines[-1]["summary"], watch)


def doctor(folder: Path) -> list[Figure]:
    """`copyholder doctor`, and the probe alone, which it waits for."""
    doctors, probes = [], []
    for _ in range(DOCTORS):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "app", "doctor", "--home", str(folder)], check=True, capture_output=True)
        doctors.append(time.perf_counter() - began)
        probe = subprocess.run([sys.executable, "-m", "engine", "probe"], input=b"{}", check=True, capture_output=True)
        probes.append(float(json.loads(probe.stdout)["machine"]["seconds"]))
    return [
        Figure("copyholder doctor", median(doctors), "s", 2.0),
        Figure("the probe in it, without its program's start", median(probes), "s", 1.0),
    ]


def version(_folder: Path) -> list[Figure]:
    """`copyholder --version`, beside a Python that does nothing."""

    def timed(*arguments: str) -> float:
        def once() -> float:
            began = time.perf_counter()
            subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
            return (time.perf_counter() - began) * 1000

        return median(once() for _ in range(STARTS))

    return [
        Figure("copyholder --version", timed("-m", "app", "--version"), "ms", 150),
        Figure("  beside it: python -c pass", timed("-c", "pass"), "ms"),
    ]


def pages(folder: Path) -> list[Figure]:
    """CPU seconds a page, and what a second page at a time gives."""
    text = text_pdf(folder / "text.pdf", TEXT_PAGES)
    scan = scan_pdf(folder / "scan.pdf", SCAN_PAGES)
    one, two = (convert(text, folder / f"text{jobs}", "--jobs", str(jobs)) for jobs in (1, 2))
    scan_one, scan_two = (convert(scan, folder / f"scan{jobs}", "--jobs", str(jobs)) for jobs in (1, 2))
    return [
        Figure("CPU seconds a text page", one.cpu(), "s", 0.05, remark=f"{TEXT_PAGES} pages"),
        Figure("CPU seconds a clean scan", scan_one.cpu(), "s", 3.0, remark=f"{SCAN_PAGES} pages"),
        Figure("text pages a second, two at a time", TEXT_PAGES / two.seconds, "pages/s"),
        Figure("  speed-up of two at a time, start included", one.seconds / two.seconds, "x"),
        Figure("scans: speed-up of two at a time", scan_one.seconds / scan_two.seconds, "x", 1.5, least=True),
    ]


def thousands(folder: Path) -> list[Figure]:
    """3,000 pages in one file: time, and whether memory stays level."""
    ran = convert(text_pdf(folder / "long.pdf", LONG_PAGES), folder / "long")
    return [
        Figure(f"{LONG_PAGES} text pages converted", ran.seconds, "s", 300),
        Figure("  memory of the last third over the middle third", ran.watch.level(), "x", 1.1),
        Figure("  peak PSS, all programs", ran.watch.peak_mb, "MB", remark=f"{len(ran.watch.samples)} samples"),
        Figure("  library a page", (folder / "long" / "home" / "data" / "library.sqlite3").stat().st_size
               / LONG_PAGES / 1000, "KB"),
    ]
