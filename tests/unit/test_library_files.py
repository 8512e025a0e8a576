# SPDX-License-Identifier: AGPL-3.0-or-later
"""The library's file: older and newer ones, damaged ones, full disks, and other folders."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.changes import AppCode
from app.core.errors import ProblemError
from app.core.library import Library, schema
from app.core.library.documents import Documents
from engine.protocol import ErrorCode, OutlineItem
from tests.others import open_to_others
from tests.unit.library_help import add, origin, reading


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "data" / "library.sqlite3") as opened:
        assert opened.notice is None
        assert opened.writable
        yield opened


def test_what_was_written_is_there_after_opening_again(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    with Library(path) as library:
        number = add(library)
        library.readings.save(origin(number), reading("kept"))
    with Library(path) as library:
        assert library.edits.texts(number)[0].text == "kept"


OLD_VERSIONS: dict[int, str] = {
    0: "",
    1: """
    INSERT INTO documents (hash, path, title, pages, added, opened) VALUES ('0a', '/old.pdf', 'Old', 2, 1.0, 2.0);
    INSERT INTO edits (document, page, text, who, at) VALUES (1, 0, 'kept', 'user', 3.0);
    """,
    2: """
    INSERT INTO documents (hash, path, title, pages, added, opened, author)
    VALUES ('0a', '/old.pdf', 'Old', 2, 1.0, 2.0, 'Somebody');
    INSERT INTO edits (document, page, text, who, at) VALUES (1, 0, 'kept', 'user', 3.0);
    """,
    3: """
    INSERT INTO documents (hash, path, title, pages, added, opened) VALUES ('0a', '/old.pdf', 'Old', 2, 1.0, 2.0);
    INSERT INTO pages (document, page, chosen) VALUES (1, 0, 1);
    INSERT INTO edits (document, page, text, who, at) VALUES (1, 0, 'kept', 'user', 3.0);
    """,
    4: """
    INSERT INTO documents (hash, path, title, pages, added, opened) VALUES ('0a', '/old.pdf', 'Old', 2, 1.0, 2.0);
    INSERT INTO edits (document, page, text, who, at, run, step) VALUES (1, 0, 'kept', 'user', 3.0, 'r', 1);
    """,
}
"""For each version but the present one: SQL that makes a small file of it on top of its own
migrations. A new migration fails the next test until its predecessor has a sample here."""


def test_every_version_has_a_sample() -> None:
    assert set(OLD_VERSIONS) == set(range(schema.VERSION))


@pytest.mark.parametrize("version", range(schema.VERSION))
def test_an_older_file_becomes_one_of_today(tmp_path: Path, version: int) -> None:
    path = tmp_path / "library.sqlite3"
    connection = sqlite3.connect(path, isolation_level=None)
    for script in (*schema.MIGRATIONS[:version], OLD_VERSIONS[version]):
        connection.executescript(script)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    with Library(path) as library, sqlite3.connect(path) as check:
        assert library.notice is None
        assert schema.version_of(check) == schema.VERSION
        assert library.readings.save(origin(add(library)), reading())
    check.close()


def test_a_file_of_version_one_that_may_not_be_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    connection = sqlite3.connect(path, isolation_level=None)
    for script in (*schema.MIGRATIONS[:1], OLD_VERSIONS[1]):
        connection.executescript(script)
    connection.close()
    store = sqlite3.connect(f"file:{path}?mode=ro", uri=True)

    class ReadOnly:
        def row(self, sql: str, *values: object) -> tuple[object, ...] | None:
            found: tuple[object, ...] | None = store.execute(sql, values).fetchone()
            return found

    document = Documents(ReadOnly()).get(1)  # type: ignore[arg-type]
    assert document is not None and (document.title, document.outline) == ("Old", ())
    store.close()


def test_author_outline_and_time_are_kept(library: Library) -> None:
    number = add(library)
    assert library.documents.changed(number) == 0.0
    outline = (OutlineItem(level=1, title="One", page=0), OutlineItem(level=2, title="“Two”", page=3))
    library.documents.describe(number, "T", 4, "A. Writer", outline)
    document = library.documents.get(number)
    assert document is not None and (document.author, document.outline) == ("A. Writer", outline)
    library.edits.save(number, 0, "typed")
    assert library.documents.changed(number) > 1_700_000_000


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.sqlite3"
    with Library(path) as library:
        add(library)
    broken = "CREATE TABLE half (id INTEGER);\nCREATE TABLE documents (id INTEGER);"
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, broken))
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    connection = sqlite3.connect(path, isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        schema.migrate(connection)
    assert schema.version_of(connection) == schema.VERSION - 1
    assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'half'").fetchone() == (0,)
    connection.close()


def test_a_newer_file_is_read_only_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    with Library(path) as library:
        number = add(library)
        library.readings.save(origin(number), reading("of tomorrow"))
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    connection.close()
    with Library(path) as library:
        assert library.notice is not None and library.notice.problem.code is AppCode.LIBRARY_NEWER
        assert not library.writable
        assert library.edits.texts(number)[0].text == "of tomorrow"
        assert [hit.page for hit in library.search.find("tomorrow")] == [0]
        with pytest.raises(ProblemError) as caught:
            library.edits.save(number, 0, "x")
    assert caught.value.problem.code is AppCode.LIBRARY_NEWER


@pytest.mark.parametrize("content", [b"no database at all, but long" * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_set_aside_and_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "library.sqlite3"
    path.write_bytes(content)
    with Library(path) as library:
        assert library.notice is not None and library.notice.problem.code is AppCode.LIBRARY_DAMAGED
        assert Path(library.notice.problem.detail).read_bytes() == content
        assert library.writable
        add(library)
    with Library(path) as library:
        assert library.notice is None
        assert len(library.documents.all()) == 1


def test_damage_after_a_crash_is_found_on_opening(tmp_path: Path) -> None:
    """Only a file whose last program did not end cleanly is checked through."""
    path = tmp_path / "library.sqlite3"
    with Library(path) as library:
        number = add(library)
        for page in range(200):
            library.readings.save(origin(number, page), reading(os.urandom(500).hex()))
    data = bytearray(path.read_bytes())
    for at in range(40 * 4096, 60 * 4096):
        data[at] = 0xA5
    path.write_bytes(data)
    path.with_name(path.name + "-wal").write_bytes(b"left over")
    with Library(path) as library:
        assert library.notice is not None and library.notice.problem.code is AppCode.LIBRARY_DAMAGED


def test_a_full_disk_loses_nothing_and_goes_on_when_there_is_room(library: Library) -> None:
    number = add(library)
    library.limit_size(library.size() // 4096)
    pages = 0
    with pytest.raises(ProblemError) as caught:
        for page in range(1000):
            library.readings.save(origin(number, page), reading(os.urandom(2000).hex()))
            pages += 1
    assert caught.value.problem.code is ErrorCode.DISK_FULL
    assert library.readings.read_pages(number) == set(range(pages))
    library.limit_size(1_000_000)
    assert library.readings.save(origin(number, pages), reading("room again"))


def test_a_folder_that_cannot_be_made_gives_a_library_in_memory_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with Library(tmp_path / "file" / "library.sqlite3") as library:
        assert library.notice is not None and library.notice.problem.code is AppCode.LIBRARY_READ_ONLY
        library.edits.save(add(library), 0, "for this run only")


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="needs to become another user")
def test_a_library_that_may_not_be_written_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with Library(folder / "library.sqlite3") as library:
        number = add(library)
        library.readings.save(origin(number), reading("readable"))
    open_to_others(folder)
    script = (
        "import os, sys\nfrom pathlib import Path\nfrom app.core.library import Library\n"
        "os.setgid(65534); os.setuid(65534)\n"
        "library = Library(Path(sys.argv[1]))\n"
        "print(library.notice.problem.code, library.writable, library.edits.texts(1)[0].text)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder / "library.sqlite3")],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stdout.split() == [AppCode.LIBRARY_READ_ONLY, "False", "readable"], done.stderr


def test_moving_it_to_another_folder(tmp_path: Path) -> None:
    library = Library(tmp_path / "old" / "library.sqlite3")
    number = add(library)
    library.edits.save(number, 0, "moved along")
    remembered: list[Path] = []
    library.move_to(tmp_path / "new", remembered.append)
    assert remembered == [tmp_path / "new"]
    assert not any((tmp_path / "old").iterdir())
    with Library(tmp_path / "new" / "library.sqlite3") as moved:
        assert moved.edits.texts(number)[0].text == "moved along"


def test_it_is_not_moved_over_another_one(tmp_path: Path) -> None:
    with Library(tmp_path / "there" / "library.sqlite3") as there:
        add(there)
    with Library(tmp_path / "old" / "library.sqlite3") as library:
        with pytest.raises(ProblemError, match="There is another library in") as caught:
            library.move_to(tmp_path / "there", lambda folder: pytest.fail("was moved"))
        assert caught.value.problem.code is AppCode.LIBRARY_THERE
        assert not library.documents.all()  # it is still open


def test_it_is_not_moved_while_another_has_it_open(tmp_path: Path) -> None:
    path = tmp_path / "old" / "library.sqlite3"
    with Library(path) as library, Library(path) as other:
        number = add(library)
        with pytest.raises(ProblemError) as caught:
            library.move_to(tmp_path / "new", lambda folder: pytest.fail("was moved"))
        assert caught.value.problem.code is AppCode.LIBRARY_IN_USE
        other.edits.save(number, 0, "still there")
        assert library.edits.texts(number)[0].text == "still there"
    assert not (tmp_path / "new" / "library.sqlite3").exists()
