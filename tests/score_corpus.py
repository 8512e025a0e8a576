# SPDX-License-Identifier: AGPL-3.0-or-later
# mypy: allow-untyped-calls
"""Read a corpus with the built-in engine and score it, page after page as it was read and put together as a document:
`python -m tests.score_corpus DIR [--only GLOB]`.

DIR holds documents, `MANIFEST.tsv` and `gt/` (see tests/score.py); a `baseline-*.txt` beside
them is compared column by column. The engine's backend is driven directly, as many pages at
once as it takes.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import fnmatch
import io
import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from app.core.assemble.steps import Entry
from app.core.export import ExportOptions, Format, render
from app.core.export.snapshot import PageText, Snapshot, entries
from engine.backends.builtin.backend import BuiltinBackend
from engine.backends.contract import EngineError
from engine.pages.opening import open_reader
from engine.pages.reader import FileError
from engine.protocol import NoteCode, PageFailed, PageRead, PageSource, Reading, ReadPage
from tests import score

PASSWORD = re.compile(r"password (?:is )?(\S+)$")
"""The manifest names a document's password at the end of its purpose."""
TOLERANCE = 0.02
BOUNDS = {"text": 0.78, "wrec": 0.82, "wprec": 0.85, "order": 0.80, "table": 0.65, "head": 0.65, "facts": 0.70}
"""The means that are demanded over the open corpus; over other documents they are a measure only."""


Scores: TypeAlias = dict[str, dict[str, float]]
"""By file and column."""


@dataclass
class Page:
    file: str
    number: int
    reading: Reading | None = None
    failure: str = ""


@dataclass
class Run:
    """`outlines` are the documents' own tables of contents, by file."""

    pages: list[Page] = field(default_factory=list)
    wall: float = 0.0
    outlines: dict[str, tuple[Entry, ...]] = field(default_factory=dict)

    def cpu(self, picture: bool) -> list[float]:
        """CPU seconds of the pages read from pictures, or of those read from text layers."""
        return [
            page.reading.seconds.cpu or 0.0
            for page in self.pages
            if page.reading is not None and _from_picture(page.reading) == picture
        ]


def _from_picture(reading: Reading) -> bool:
    return all(note.code != NoteCode.TEXT_LAYER for note in reading.notes)


def passwords(corpus: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in (corpus / "MANIFEST.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        cells = line.split("\t")
        match = PASSWORD.search(cells[7]) if len(cells) > 7 else None
        if match:
            found[cells[0]] = match.group(1)
    return found


def jobs_of(corpus: Path, only: str, most: int) -> tuple[list[ReadPage], list[Page]]:
    """A job a page, and the pages (also those of files that cannot be opened)."""
    jobs: list[ReadPage] = []
    pages: list[Page] = []
    keys = passwords(corpus)
    names = [line.split("\t")[0] for line in (corpus / "MANIFEST.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    for name in names:
        if not fnmatch.fnmatch(name, only) and not fnmatch.fnmatch(Path(name).stem, only):
            continue
        path = str(corpus / name)
        try:
            reader = open_reader(path, keys.get(name))
        except FileError as error:
            pages.append(Page(name, 0, failure=f"{error.code} {error.detail}"))
            continue
        for number in range(min(reader.pages, most)):
            source = PageSource(path=path, page=number, password=keys.get(name))
            jobs.append(ReadPage(job=len(jobs), source=source))
            pages.append(Page(name, number))
        reader.close()
    return jobs, pages


def read_all(jobs: Sequence[ReadPage], pages: Sequence[Page]) -> Run:
    """Drive the backend until every job has its ending."""
    run = Run(list(pages))
    open_pages = [page for page in run.pages if not page.failure]
    backend = BuiltinBackend()
    room = backend.load({}, lambda what, progress: None).pages_at_once
    started, sent, done = time.monotonic(), 0, 0
    while done < len(jobs):
        while sent < len(jobs) and sent - done < room:
            backend.submit(jobs[sent])
            sent += 1
        for event in backend.step(1.0):
            if isinstance(event, PageRead):
                open_pages[event.job].reading = event.reading
            elif isinstance(event, PageFailed):
                open_pages[event.job].failure = f"{event.code} {event.detail}"
            done += isinstance(event, PageRead | PageFailed)
    run.wall = time.monotonic() - started
    backend.close()
    return run


def write(run: Run, out: Path) -> None:
    """One Markdown file a document, with marks at its pages."""
    texts: dict[str, list[str]] = {}
    for page in run.pages:
        text = page.reading.text if page.reading else ""
        texts.setdefault(Path(page.file).stem, []).append(f"<!-- page {page.number + 1} -->\n\n{text}\n")
    for stem, parts in texts.items():
        (out / f"{stem}.md").write_text("\n".join(parts), encoding="utf-8")


def outlines(corpus: Path, names: Iterable[str]) -> dict[str, tuple[Entry, ...]]:
    """The tables of contents that the documents bring along."""
    keys = passwords(corpus)
    found: dict[str, tuple[Entry, ...]] = {}
    for name in names:
        with contextlib.suppress(FileError):
            reader = open_reader(str(corpus / name), keys.get(name))
            found[name] = entries(reader.outline)
            reader.close()
    return found


def write_documents(run: Run, out: Path) -> None:
    """One Markdown file a document, as an export with the usual steps gives it, with marks at its pages."""
    for name in dict.fromkeys(page.file for page in run.pages):
        pages = [page for page in run.pages if page.file == name]
        texts = tuple(PageText(page.number, text=page.reading.text if page.reading else None) for page in pages)
        snapshot = Snapshot(Path(name).stem, name, texts, outline=run.outlines.get(name, ()))
        options = ExportOptions(page_marks=True, figures="none")
        (out / f"{Path(name).stem}.md").write_text(render(snapshot, Format.MARKDOWN, options), encoding="utf-8")


def scored(out: Path, corpus: Path, only: str) -> tuple[Scores, dict[str, float]]:
    """Scores by file and column, and their means."""
    scores = out / "scores.json"
    stems = only.rpartition(".")[0] if "." in only else only
    with contextlib.redirect_stderr(io.StringIO()):
        score.main([str(out), str(corpus / "gt"), "--json", str(scores), "--only", stems])
    found = json.loads(scores.read_text(encoding="utf-8"))
    return found["files"], found["mean"]


def gains(pages: tuple[Scores, dict[str, float]], documents: tuple[Scores, dict[str, float]]) -> Iterable[str]:
    """What putting pages together does to each mean, and the documents for which a score falls."""
    for column, value in pages[1].items():
        yield f"  {column:<6} pages {value:.3f}  document {documents[1].get(column, 0.0):.3f}"
    for stem, row in pages[0].items():
        for column, value in row.items():
            after = documents[0].get(stem, {}).get(column)
            if isinstance(value, float) and isinstance(after, float) and abs(after - value) > 0.001:
                yield f"  {'falls' if after < value else 'rises'}: {stem} {column} {value:.3f} to {after:.3f}"


def baseline_of(path: Path) -> dict[str, dict[str, float]]:
    rows: dict[str, dict[str, float]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        cells = line.split()
        if len(cells) >= 1 + len(score.COLS) and (cells[1] == "-" or re.fullmatch(r"[\d.]+", cells[1])):
            rows[cells[0]] = {
                column: float(value) for column, value in zip(score.COLS, cells[1:], strict=False) if value != "-"
            }
    return rows


def below(rows: dict[str, dict[str, float]], baseline: dict[str, dict[str, float]], stems: set[str]) -> Iterable[str]:
    """Columns of files in which we are worse than the baseline by more than TOLERANCE."""
    for stem in sorted(stems):
        for column, value in baseline.get(stem, {}).items():
            ours = rows.get(stem, {}).get(column)
            if isinstance(ours, float) and ours < value - TOLERANCE:
                yield f"  {stem} {column} {ours:.3f}, bare library {value:.3f}"


def bounds(mean: dict[str, float]) -> Iterable[str]:
    """A line for each demanded mean."""
    for column, bound in BOUNDS.items():
        if column in mean:
            verdict = "ok" if mean[column] >= bound else "MISS"
            yield f"  mean {column:<6} {mean[column]:.3f}  ≥ {bound:.2f}  {verdict}"


def behaviours(run: Run, corpus: Path) -> Iterable[str]:
    """For documents without ground truth: what came of each, beside what the manifest says in prose."""
    with (corpus / "MANIFEST.tsv").open(encoding="utf-8", newline="") as lines:
        wanted = {row["file"]: row for row in csv.DictReader(lines, delimiter="\t")}
    for name in dict.fromkeys(page.file for page in run.pages):
        if wanted[name]["ground_truth_kind"] != "behaviour":
            continue
        mine = [page for page in run.pages if page.file == name]
        failed = Counter(page.failure.split()[0] for page in mine if page.failure)
        notes = sorted({str(note.code) for page in mine if page.reading for note in page.reading.notes})
        came = [f"{sum(page.reading is not None for page in mine)} pages read"]
        came += [f"{code} ({count})" for code, count in failed.items()] + notes
        yield f"  {name}: {', '.join(came)}\n    wanted: {wanted[name]['expected_behaviour']}"


def report(run: Run, corpus: Path, rows: dict[str, dict[str, float]], mean: dict[str, float]) -> None:
    print("means beside what the open corpus demands:", *bounds(mean), sep="\n")
    print("documents whose behaviour is looked at:", *behaviours(run, corpus), sep="\n")
    for picture, name in ((False, "text page"), (True, "picture page")):
        seconds = sorted(run.cpu(picture))
        if seconds:
            average, middle = sum(seconds) / len(seconds), seconds[len(seconds) // 2]
            figures = f"mean {average:.3f}, median {middle:.3f}, worst {seconds[-1]:.3f}, {len(seconds)} pages"
            print(f"CPU s a {name}: {figures}")
    print(f"wall {run.wall:.1f} s, {len(run.pages)} pages")
    for page in run.pages:
        if page.failure:
            print(f"  {page.file} page {page.number + 1}: {page.failure}")
    texts = {Path(p.file).stem for p in run.pages if p.reading and not _from_picture(p.reading)}
    for path in sorted(corpus.glob("baseline-*.txt")):
        worse = list(below(rows, baseline_of(path), texts))
        print(f"below {path.name} by more than {TOLERANCE}: {len(worse)}", *worse, sep="\n")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Score the built-in engine on a corpus")
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--only", default="*", help="glob for file names or stems")
    parser.add_argument("--pages", type=int, default=10_000, help="read at most this many pages of a document")
    parser.add_argument("--out", type=Path, help="keep the Markdown here")
    options = parser.parse_args(argv)
    jobs, pages = jobs_of(options.corpus, options.only, options.pages)
    try:
        run = read_all(jobs, pages)
    except EngineError as error:
        print(f"the engine could not start: {error}", file=sys.stderr)
        return 3
    with contextlib.ExitStack() as stack:
        out = options.out or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        both = [out / "pages", out / "documents"]
        for folder in both:
            folder.mkdir(parents=True, exist_ok=True)
        run.outlines = outlines(options.corpus, dict.fromkeys(page.file for page in pages))
        write(run, both[0])
        write_documents(run, both[1])
        as_pages, as_documents = (scored(folder, options.corpus, options.only) for folder in both)
    report(run, options.corpus, *as_pages)
    print("pages as they were read, and put together as documents:", *gains(as_pages, as_documents), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
