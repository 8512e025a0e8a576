# SPDX-License-Identifier: AGPL-3.0-or-later
"""kill -9 while double pages are cut and joined: the library has all pages as before or all as after, and all texts.

Eight kills in the normal run; the long campaign has sixty.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from app.core.library import Library, Origin, Recipe
from app.core.spreads import Split, leaves
from engine.protocol import Reading
from tests.processes import Started

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of POSIX"),
    pytest.mark.timeout(1200),
]

ROOT = Path(__file__).parents[2]
PAGES = 150
SPLITS = tuple(Split(page, 0.5) for page in range(0, PAGES, 3))
RECIPE = Recipe("builtin")

APP = """
import sys
from pathlib import Path
from app.core.library import Library
from app.core.spreads import leaves
from tests.e2e.test_kill_spreads import PAGES, SPLITS

library = Library(Path(sys.argv[1]))
while True:
    before = library.spreads.of(1)
    after = () if before else SPLITS
    old, new = leaves(PAGES, before), leaves(PAGES, after)
    assert library.spreads.change(1, before, after, old, new, [(800.0, 500.0)] * len(new), ())
    print(len(new), flush=True)
"""
"""A program that cuts and joins for as long as it lives."""


@pytest.fixture(params=[pytest.param(8, id="8"), pytest.param(60, id="60", marks=pytest.mark.long)])
def kills(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def _fill(path: Path) -> None:
    """Each page has a reading; the halves of those that are cut have one each, and every tenth page an edit."""
    with Library(path) as library:
        number = library.documents.add("hash", Path("/book.pdf")).id
        library.documents.describe(number, "Book", PAGES)
        for splits in ((), SPLITS):
            found = leaves(PAGES, splits)
            for page, leaf in enumerate(found):
                origin = Origin(number, "hash", page, 0, RECIPE, place=leaf.place)
                text = f"{leaf.place}"
                library.readings.save(origin, Reading(engine="builtin", raw=text, text=text))
            if not splits:
                for page in range(0, PAGES, 10):
                    library.edits.save(number, page, f"edit of {page}")
                new = leaves(PAGES, SPLITS)
                library.spreads.change(number, (), SPLITS, found, new, [(1.0, 1.0)] * len(new), ())


def _check(path: Path) -> int:
    """How many pages there are; every one has its own text, and is found by it."""
    with Library(path) as library:
        assert library.notice is None
        splits = library.spreads.of(1)
        assert splits in ((), SPLITS)
        found = leaves(PAGES, splits)
        document = library.documents.get(1)
        assert document is not None and document.pages == len(found)
        assert len(library.documents.page_sizes(1)) == len(found)
        wanted = {
            page: f"edit of {leaf.page}" if leaf.half is None and leaf.page % 10 == 0 else str(leaf.place)
            for page, leaf in enumerate(found)
        }
        assert {page: present.text for page, present in library.edits.texts(1).items()} == wanted
        assert library.readings.finished(1, RECIPE) == set(range(len(found)))
        assert {hit.page for hit in library.search.find('"edit of"')} == {
            page for page, text in wanted.items() if text.startswith("edit")
        }
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (readings,) = connection.execute("SELECT count(*) FROM readings").fetchone()
    assert readings == PAGES + len(leaves(PAGES, SPLITS)) - (PAGES - len(SPLITS)), "a reading was lost"
    return len(found)


def test_pages_are_as_before_or_as_after(tmp_path: Path, kills: int) -> None:
    path, chance = tmp_path / "library.sqlite3", random.Random(8)
    _fill(path)
    seen = {_check(path)}
    for _ in range(kills):
        with Started[bytes](
            [sys.executable, "-c", APP, str(path)], stdout=subprocess.PIPE, cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        ) as program:  # fmt: skip
            assert program.stdout is not None
            assert program.stdout.readline(), "the program did not begin"
            time.sleep(chance.uniform(0.0, 0.6))
            program.send_signal(signal.SIGKILL)
        seen.add(_check(path))
    print(f"{kills} kills, pages afterwards: {sorted(seen)}")
