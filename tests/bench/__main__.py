# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m tests.bench [--corpus DIR] [--only NAME ...] [--full-model DIR]`: every figure beside its bound.

Exit status 1 if something could not be measured, or if a bound was missed that does not depend on what
else the machine does: quality, memory, equal results. A missed speed is shown as MISS and changes nothing."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.bench import converting, export, native, proofing, versions, vllm, windowed
from tests.bench.figures import Figure, show

SECTIONS: dict[str, tuple[str, Callable[[Path], list[Figure]]]] = {
    "version": ("Start of the command line", converting.version),
    "doctor": ("The doctor", converting.doctor),
    "pages": ("Reading, one page and two at a time", converting.pages),
    "thousands": ("A file of 3,000 pages by the command line", converting.thousands),
    "export": ("Export of 3,000 pages", export.long_documents),
    "window": ("Start of the window", windowed.start),
    "long": ("A file of 3,000 pages in the window", windowed.long_document),
    "stream": ("Text streaming into the window", windowed.streaming),
    "desk": ("The proofreading desk: streaming, scrolling and typing at once", windowed.everything),
    "flags": ("The proofreading desk: a page of 200 KB with 500 flags", windowed.many_flags),
    "versions": ("Versions side by side, and the performance panel", versions.versions),
    "search": ("Search in a library of 10,000 pages", versions.search),
    "keys": ("Flags while a page is typed in", proofing.keys),
    "proofs": ("3,000 pages are looked through", proofing.thousands),
    "vllm": ("The engine with vLLM against vLLM alone", vllm.ratios),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("--corpus", type=Path, default=Path("tests/data"), help="documents with MANIFEST.tsv and gt/")
    choices = ["corpus", "checks", "model", *SECTIONS]
    parser.add_argument("--only", nargs="*", choices=choices, help="these sections alone")
    parser.add_argument("--full-model", type=Path, help="measure the native model in full size too, from this folder")
    options = parser.parse_args()
    wanted = options.only or choices
    print(f"{os.cpu_count()} cores; load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "")
    failed = 0
    for name, (title, measure) in SECTIONS.items():
        if name in wanted:
            with tempfile.TemporaryDirectory(prefix="copyholder-bench-") as folder:
                failed += not _section(title, measure, Path(folder))
    if "model" in wanted:
        failed += not native.measure(options.full_model)
    if "corpus" in wanted:
        print(f"\n== Quality over {options.corpus}", flush=True)
        scored = subprocess.run([sys.executable, "-m", "tests.score_corpus", str(options.corpus)], check=False)
        failed += scored.returncode != 0
    if "checks" in wanted:
        print(f"\n== Flags over {options.corpus}", flush=True)
        flagged = subprocess.run([sys.executable, "-m", "tests.bench.checks", str(options.corpus)], check=False)
        failed += flagged.returncode != 0
    return 1 if failed else 0


def _section(title: str, measure: Callable[[Path], list[Figure]], folder: Path) -> bool:
    try:
        return show(title, measure(folder))
    except (RuntimeError, OSError, subprocess.SubprocessError) as error:
        print(f"\n== {title}\nnot measured: {error}")
        return False
    finally:
        sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
