# SPDX-License-Identifier: AGPL-3.0-or-later
"""Every damaged and odd document of tests/data through the command line and the built-in engine,
as a user gives them: all at once. What MANIFEST.tsv says of each is demanded here."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import DATA
from tests.e2e.program import Ended, Program, report


@dataclass(frozen=True)
class Fate:
    """`pages` in it, of which the `lost` cannot be read; `code` and `words` of the one sentence
    where nothing of it can."""

    pages: int = 0
    lost: frozenset[int] = frozenset()
    code: str = ""
    words: str = ""
    flags: frozenset[str] = frozenset()


FATES = {
    "29-rtl-hebrew-scan.png": Fate(1),
    "34-cyrillic-line.jpg": Fate(1),
    "34-greek-line.jpg": Fate(1),
    "35-encrypted-user-password.pdf": Fate(code="password-needed", words="is locked: write its password"),
    "36-encrypted-owner-only.pdf": Fate(1),
    "37-zero-pages.pdf": Fate(code="no-pages", words="has no pages: check"),
    "38-page-tree-loop.pdf": Fate(2, lost=frozenset({2})),  # page 2 is the tree itself again, for every reader
    "38b-xref-prev-loop.pdf": Fate(1),
    "39-xref-missing.pdf": Fate(1),
    "40-bad-page-count.pdf": Fate(1),
    "40b-no-page-object.pdf": Fate(1),
    "41-invalid.pdf": Fate(code="damaged", words="is damaged beyond repair: get a fresh copy"),
    "41b-truncated.pdf": Fate(5, flags=frozenset({"repaired"})),
    "42-huge-bitonal.pdf": Fate(1),
    "45-image-exif3.jpg": Fate(1),
    "48-image-alpha-black.png": Fate(1),
    "49-image-16bit.png": Fate(1),
    "51-mixed-page-sizes.pdf": Fate(3),
}


@dataclass(frozen=True)
class Run:
    ended: Ended
    out: Path
    lines: dict[str, list[dict[str, Any]]]
    summary: dict[str, Any]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("data")
    sources = [DATA / name for name in FATES]
    path = folder / "r.jsonl"
    ended = Program(folder / "home").run("convert", *sources, "--out", folder / "out", "--report", path)
    lines, summary = report(path)
    by_file: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        by_file.setdefault(Path(line["file"]).name, []).append(line)
    return Run(ended, folder / "out", by_file, summary)


def test_every_document_of_the_manifest_has_its_fate() -> None:
    with (DATA / "MANIFEST.tsv").open(encoding="utf-8", newline="") as rows:
        assert {row["file"] for row in csv.DictReader(rows, delimiter="\t")} == set(FATES)


def test_the_run_tells_that_some_failed_and_writes_all_others(run: Run) -> None:
    assert run.ended.code == 1, run.ended
    written = {Path(name).stem for name, fate in FATES.items() if fate.pages}
    assert {path.stem for path in run.out.iterdir()} == written
    assert run.summary["failed"] == sum(len(fate.lost) if fate.pages else 1 for fate in FATES.values())
    whole = sum(fate.pages > 0 and not fate.lost for fate in FATES.values())
    assert f"{whole} of {len(FATES)} documents" in run.ended.err


@pytest.mark.parametrize("name", FATES)
def test_document(run: Run, name: str) -> None:
    fate, lines = FATES[name], run.lines[name]
    if fate.code:
        assert [(line["state"], line["code"], line.get("page")) for line in lines] == [("failed", fate.code, None)]
        told = [line for line in run.ended.err.splitlines() if name in line]
        assert len(told) == 2, told  # when it happened, and in the list at the end
        assert all(fate.words in line for line in told)
        return
    assert sorted(str(line["page"]) for line in lines) == [str(n + 1) for n in range(fate.pages)]
    assert {line["page"] for line in lines if line["state"] == "failed"} == fate.lost
    flags = {flag for line in lines for flag in line.get("flags", ())}
    assert fate.flags <= flags
    assert (run.out / f"{Path(name).stem}.md").read_text(encoding="utf-8").endswith("\n")


def test_password_of_the_manifest(tmp_path: Path) -> None:
    (tmp_path / "secrets.txt").write_text("wrong\nasdfzxcv\n")
    words = ("convert", DATA / "35-encrypted-user-password.pdf", "--out", tmp_path, "--password-file")
    assert Program(tmp_path / "home").run(*words, tmp_path / "secrets.txt").code == 0
    assert (tmp_path / "35-encrypted-user-password.md").stat().st_size > 1
