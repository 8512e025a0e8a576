# SPDX-License-Identifier: AGPL-3.0-or-later
"""Two versions of a page of 200 KB set side by side, the performance panel of 3,000 pages, and search over
10,000 pages."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

from app.core.library import Library, Origin, Recipe
from app.core.versions import compare
from engine.protocol import Reading
from tests.bench.documents import paragraphs
from tests.bench.figures import Figure

LETTERS = 200_000
PAGES = 10_000
QUERIES = ("station 17", "the", "words of the", "harb")


def versions(folder: Path) -> list[Figure]:
    figures = []
    old = long_text()
    for changes, bound in ((10, 1.0), (1000, 1.0), (10_000, 2.0)):
        new = changed(old, changes)
        start = time.perf_counter()
        difference = compare(old, new)
        seconds = time.perf_counter() - start
        name = f"200 KB compared, {changes:,} words changed (off the window's thread)"
        figures.append(Figure(name, seconds, "s", bound, remark=f"{len(difference.hunks):,} differences"))
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    command = [sys.executable, "-m", "tests.bench.versions"]
    done = subprocess.run(command, capture_output=True, check=True, text=True, env=environment)
    for name, spent in json.loads(done.stdout.splitlines()[-1]).items():
        figures.append(Figure(f"window's thread: {name}, the longest", max(spent), "ms", 16,
                              remark=f"median {median(spent):.2f}"))  # fmt: skip
    return figures


def search(folder: Path) -> list[Figure]:
    """From a filled library; each query by a connection of its own, as the session does it."""
    path = folder / "library.sqlite3"
    dice = random.Random(5)
    words = " ".join(paragraphs(1, 40)).split()
    with Library(path) as library:
        library._store._connection.execute("PRAGMA synchronous = OFF")  # filling is not what is measured
        documents = [library.documents.add(f"{n:064x}", Path(f"/papers/{n}.pdf")).id for n in range(100)]
        for number in range(PAGES):
            text = f"Station {number}. {' '.join(dice.choices(words, k=300))}"
            origin = Origin(documents[number % 100], f"{number % 100:064x}", number // 100, 0, Recipe("builtin"))
            library.readings.save(origin, Reading(engine="builtin", raw=text, text=text))
    figures = []
    for query in QUERIES:
        start = time.perf_counter()
        with Library(path) as library:
            hits = library.search.find(query)
        spent = (time.perf_counter() - start) * 1000
        figures.append(Figure(f"“{query}” in {PAGES:,} pages", spent, "ms", 200, remark=f"{len(hits)} hits shown"))
    return figures


def long_text() -> str:
    text = ""
    number = 0
    while len(text) < LETTERS:
        number += 1
        table = f"| a | b |\n|---|---|\n| {number} | $x^{number}$ |"
        text += f"## Part {number}\n\n{' '.join(paragraphs(number, 4))}\n\n{table}\n\n"
    return text[:LETTERS]


def changed(text: str, number: int) -> str:
    dice = random.Random(number)
    words = text.split(" ")
    for _ in range(number):
        at = dice.randrange(len(words))
        words[at] = dice.choice((f"{words[at]}s", f"new {words[at]}", ""))
    return " ".join(words)


def inside() -> dict[str, list[float]]:
    """What single steps on the window's thread take, in milliseconds."""
    from PySide6.QtWidgets import QApplication

    from app.core.changes import PageRow, PageState
    from app.core.version_changes import FigureRows, PageFigures
    from app.desktop.figures.panel import FiguresPanel
    from app.desktop.look import Look
    from app.desktop.versions.side import SideView

    application = QApplication([])
    look = Look(application, "light")
    spent: dict[str, list[float]] = {}

    def measure(name: str, *steps: Callable[[], object]) -> None:
        start = time.perf_counter()
        for step in steps:
            step()
        application.processEvents()
        spent.setdefault(name, []).append((time.perf_counter() - start) * 1000)

    old = long_text()
    difference = compare(old, changed(old, 10_000))
    side = SideView(look, "Left", struck=True)
    side.resize(600, 800)
    side.show()
    application.processEvents()
    spans = [hunk.old for hunk in difference.hunks]
    measure("200 KB shown", lambda: side.show_text(old))
    measure("10,000 places marked", lambda: side.show_spans(spans))
    for number in range(0, len(spans), 97):
        measure("to the next difference", partial(side.show_present, number))
    side.close()
    panel = FiguresPanel(look)
    panel.resize(1200, 300)
    panel.show()
    panel.show_document(1, 3000)
    for first in range(0, 3000, 64):
        pages = [PageRow(page, PageState.READ, 612, 792, "") for page in range(first, first + 64)]
        change = FigureRows(1, first, tuple(PageFigures(row, "vllm", 4, row.page) for row in pages))
        index = panel.table.figures.index(first, 0)
        measure("64 rows of the panel", partial(panel.figure_rows, change))
        measure("the panel scrolled and hovered", partial(panel.table.scrollTo, index), partial(panel.hover, first))
    return spent


if __name__ == "__main__":
    print(json.dumps(inside()))
