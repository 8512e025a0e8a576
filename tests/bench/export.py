# SPDX-License-Identifier: AGPL-3.0-or-later
"""Export of long documents: seconds to Markdown and HTML, time a page at three lengths, and how memory grows; and the
same of a document whose file is there, so that its figures are looked for on every page."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

from tests.bench.documents import text_pdf
from tests.bench.figures import Figure

LENGTHS = (30, 300, 3000)
BOUNDS = {"md": 20.0, "html": 60.0}
MEMORY_MB = 300.0


def long_documents(folder: Path) -> list[Figure]:
    """Each format and length in a process of its own, so that the memory of one says nothing of another."""
    figures: list[Figure] = []
    original = text_pdf(folder / "original.pdf", LENGTHS[-1])
    for format, bound in BOUNDS.items():
        for pages in LENGTHS:
            done = _apart(format, pages, folder)
            longest = pages == LENGTHS[-1]
            figures.append(Figure(f"{format}, {pages:,} pages", done["seconds"], "s", bound if longest else None))
            figures.append(Figure(f"{format}, {pages:,} pages: a page", 1000 * done["seconds"] / pages, "ms"))
            if longest:
                figures.append(Figure(f"{format}, {pages:,} pages: memory", done["mb"], "MB", MEMORY_MB, firm=True))
        done = _apart(format, LENGTHS[-1], folder, original)
        name = f"{format}, {LENGTHS[-1]:,} pages of a file, searched for figures"
        figures.append(Figure(name, done["seconds"], "s", bound))
        figures.append(Figure(f"{name}: memory", done["mb"], "MB", MEMORY_MB, firm=True))
    return figures


def _apart(format: str, pages: int, folder: Path, original: Path | None = None) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.bench.export", format, str(pages), str(folder)]
    command += [str(original)] if original is not None else []
    done: dict[str, float] = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    return done


def page(number: int) -> str:
    """About 2,000 characters with what documents have: heads, paragraphs that go on, tables, formulas, notes."""
    words = " ".join(f"word{(number * 31 + at) % 997}" for at in range(60))
    table = "\n".join(f"| row {at} | {number * at}.50 | $x_{at}$ |" for at in range(6))
    return (
        f"The running head\n\n## {number // 10 + 1}.{number % 10 + 1} A heading of page {number}\n\n"
        f"{words}.[^1] The formula $a_{{{number}}} = \\frac{{b}}{{{number + 1}}}$ and so on. {words}.\n\n"
        f"$$\\sum_{{i=1}}^{{{number}}} i^2$$\n\n| name | value | sign |\n|---|--:|---|\n{table}\n\n"
        f"- one item\n- another\n\n{words} goes on\n\n[^1]: A note of page {number}.\n\n{number + 1}"
    )


def _measure(format: str, pages: int, folder: Path, original: str = "") -> dict[str, float]:
    """Seconds and MB of the exporting program; what looks for figures is a program of its own, with its own bound."""
    import psutil

    from app.core.export import ExportOptions, Format, PageText, Snapshot, export
    from app.core.export.snapshot import Original

    source = Original((original,), {}) if original else None

    def snapshot(length: int) -> Snapshot:
        texts = tuple(PageText(at, text=page(at)) for at in range(length))
        return Snapshot("Long", original or "/in/long.pdf", texts, original=source)

    export(snapshot(3), Format(format), folder / f"warm.{format}", ExportOptions(), None)  # what is loaded once
    whole = snapshot(pages)
    process = psutil.Process()
    before = process.memory_info().rss
    start = time.perf_counter()
    export(whole, Format(format), folder / f"long-{pages}.{format}", ExportOptions(), None)
    seconds = time.perf_counter() - start
    return {"seconds": seconds, "mb": (_peak(process) - before) / 1e6}


def _peak(process: object) -> float:
    """Bytes; where the system does not tell the peak, what is used at the end."""
    try:
        import resource
    except ImportError:  # Windows
        return float(process.memory_info().rss)  # type: ignore[attr-defined]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(peak) * (1 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    print(json.dumps(_measure(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), *sys.argv[4:])))
