# SPDX-License-Identifier: AGPL-3.0-or-later
"""Several programs on one library at once, as real processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from app.core.library import Library, Origin, Recipe
from engine.protocol import Reading

ROOT = Path(__file__).parents[2]

WRITER = """
import sys
from pathlib import Path
from app.core.library import Library, Origin, Recipe
from engine.protocol import Reading

path, name = Path(sys.argv[1]), sys.argv[2]
print("ready", flush=True)
sys.stdin.readline()
with Library(path) as library:
    document = library.documents.add("c0ffee", Path("/shared.pdf"))
    for page in range(100):
        origin = Origin(document.id, "c0ffee", page, 0, Recipe("scripted"))
        library.readings.save(origin, Reading(engine="scripted", raw="", text=f"page {page} by {name}"))
        library.edits.save(document.id, page, f"edit {page} by {name}", who=name)
        assert library.edits.texts(document.id, page, 1)
"""


def start(path: Path, name: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), name],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_three_programs_write_at_once_and_nothing_is_lost(tmp_path: Path) -> None:
    """They also make the file at once: it does not exist before."""
    path = tmp_path / "new" / "library.sqlite3"
    names = ["window", "command", "second"]
    processes = [start(path, name) for name in names]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
    with Library(path) as library:
        assert library.notice is None
        (document,) = library.documents.all()
        for page in range(100):
            reading, count = library.readings.present(document.id, page)
            assert count == 1, "the same page is kept once"
            assert reading is not None
            assert sorted(who for _, who, _ in library.edits.history(document.id, page)) == sorted(names)


def test_one_sees_what_the_other_has_just_written(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    with Library(path) as window, Library(path) as command:
        document = command.documents.add("c0ffee", Path("/a.pdf"))
        origin = Origin(document.id, "c0ffee", 0, 0, Recipe("scripted"))
        command.readings.save(origin, Reading(engine="scripted", raw="", text="fresh"))
        assert window.edits.texts(document.id)[0].text == "fresh"
        assert window.search.find("fresh")
