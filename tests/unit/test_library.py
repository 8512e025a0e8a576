# SPDX-License-Identifier: AGPL-3.0-or-later
"""The library, on real files."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.changes import AppCode
from app.core.errors import ProblemError
from app.core.export.write import Written
from app.core.library import HIT_CLOSES, HIT_OPENS, Library, Origin, PresentText, Recipe, schema
from app.core.library.documents import Documents
from engine.protocol import ErrorCode, Note, NoteCode, OutlineItem, Reading, Seconds, Word
from tests.others import open_to_others

RECIPE = Recipe("builtin", {"languages": "de"})


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "data" / "library.sqlite3") as opened:
        assert opened.notice is None
        assert opened.writable
        yield opened


def reading(text: str = "Text", **fields: object) -> Reading:
    return Reading(engine="builtin", raw=text, text=text, **fields)  # type: ignore[arg-type]  # fields of Reading


def add(library: Library, content: str = "c0ffee", path: str = "/papers/report.pdf") -> int:
    return library.documents.add(content, Path(path)).id


def origin(document: int, page: int = 0, *, content: str = "c0ffee", turn: int = 0, recipe: Recipe = RECIPE) -> Origin:
    return Origin(document, content, page, turn, recipe)


# ---------------------------------------------------------------- documents


def test_a_document_is_known_by_its_contents_wherever_it_moves(library: Library) -> None:
    first = library.documents.add("c0ffee", Path("/a/report.pdf"))
    moved = library.documents.add("c0ffee", Path("/b/other name.pdf"))
    assert moved.id == first.id
    assert moved.path == Path("/b/other name.pdf")
    assert library.documents.by_hash("c0ffee") == moved
    assert library.documents.by_hash("other") is None


def test_the_sizes_of_pages_are_kept(library: Library) -> None:
    number = add(library)
    assert library.documents.page_sizes(number) == []
    library.documents.set_page_sizes(number, [(595.0, 842.0), (842.0, 595.25)])
    assert library.documents.page_sizes(number) == [(595.0, 842.0), (842.0, 595.25)]


def test_a_folder_of_pictures_keeps_its_parts(library: Library) -> None:
    parts = (Path("/s/1.png"), Path("/s/2\n📄.png"))
    document = library.documents.add("feed", Path("/s"), parts)
    assert document.parts == parts


def test_finding_by_number_path_title_or_name(library: Library) -> None:
    number = add(library)
    library.documents.describe(number, "Annual Report", 12)
    for word in (str(number), "/papers/report.pdf", "annual report", "REPORT.pdf"):
        assert [d.id for d in library.documents.find(word)] == [number], word
    assert library.documents.find("nothing") == []
    assert library.documents.find("9" * 40) == []
    document = library.documents.get(number)
    assert document is not None
    assert (document.title, document.pages) == ("Annual Report", 12)


def test_marks_on_pages(library: Library) -> None:
    number = add(library)
    library.documents.set_turn(number, 3, 90)
    library.documents.set_checked(number, 3, True)
    library.documents.set_checked(number, 9_999, True)
    library.documents.set_checked(number, 9_999, False)
    marks = library.documents.marks(number)
    assert {page: (mark.turn, mark.checked) for page, mark in marks.items()} == {3: (90, True)}


def test_removing_takes_everything_and_gives_the_room_back(library: Library) -> None:
    number, other = add(library), add(library, "beef", "/b.pdf")
    for page in range(50):
        library.readings.save(origin(number, page), reading(f"find me {page} " + os.urandom(2000).hex()))
    library.readings.save(origin(other, content="beef"), reading("find me too"))
    library.edits.save(number, 3, "an edit to find")
    full = library.size()
    library.documents.remove(number)
    assert library.documents.get(number) is None
    assert [hit.document for hit in library.search.find("find")] == [other]
    assert library.size() < full / 2
    assert library.readings.present(number, 3) == (None, 0)


def test_sizes_for_the_storage_view(library: Library) -> None:
    number, empty = add(library), add(library, "beef", "/b.pdf")
    library.readings.save(origin(number, 0), reading("ä" * 100))
    library.readings.save(origin(number, 0), reading("x", revision="2"))
    library.edits.save(number, 0, "y" * 50)
    sizes = {size.id: size for size in library.documents.sizes()}
    assert sizes[number].pages_read == 1
    assert sizes[number].bytes > 250
    assert (sizes[empty].pages_read, sizes[empty].bytes) == (0, 0)


# ---------------------------------------------------------------- readings


def test_a_reading_comes_back_whole(library: Library) -> None:
    number = add(library)
    whole = Reading(
        engine="builtin",
        raw="raw 📄",
        text="clean 📄",
        model="tiny",
        revision="7",
        seconds=Seconds(total=1.5, cpu=0.5),
        words=[Word(text="clean", box=(0.1, 0.2, 0.3, 0.4), confidence=0.9)],
        notes=[Note(code=NoteCode.LOW_CONFIDENCE), Note(code=NoteCode.TEXT_LAYER)],
        low_confidence=[(0, 5)],
        accepted_per_position=[3, 2, 1],
        drafted=8,
        accepted=6,
        output_tokens=30,
    )
    assert library.readings.save(origin(number), whole)
    assert library.readings.present(number, 0) == (whole, 1)
    figures = library.readings.figures(number, 0, 10)[0]
    assert (figures.chars, figures.doubts, figures.seconds) == (7, 1, 1.5)
    assert (figures.tokens_per_s, figures.acceptance) == (20.0, 0.75)


def test_what_was_not_reported_is_absent_not_zero(library: Library) -> None:
    number = add(library)
    library.readings.save(origin(number), reading())
    figures = library.readings.figures(number, 0, 1)[0]
    assert (figures.seconds, figures.tokens_per_s, figures.acceptance) == (None, None, None)


def test_the_same_page_is_never_kept_twice_unless_it_is_asked_again(library: Library) -> None:
    number = add(library)
    assert library.readings.save(origin(number), reading("first"))
    assert not library.readings.save(origin(number), reading("second")), "another window had it"
    assert library.readings.present(number, 0) == (reading("first"), 1)
    assert library.readings.save(origin(number), reading("third"), again=True)
    assert library.readings.present(number, 0) == (reading("third"), 2)


@pytest.mark.parametrize(
    "other",
    [
        {"content": "beef"},
        {"turn": 90},
        {"recipe": Recipe("builtin", {"languages": "fr"})},
        {"recipe": Recipe("vllm", {"languages": "de"})},
        {"recipe": Recipe("builtin", {"languages": "de"}, prompt="strict")},
    ],
)
def test_each_part_of_the_key_makes_another_reading(library: Library, other: dict[str, object]) -> None:
    number = add(library)
    library.readings.save(origin(number), reading("one"))
    assert library.readings.save(origin(number, **other), reading("two"))  # type: ignore[arg-type]  # fields of Origin


def test_finished_pages_are_found_by_recipe_and_turn(library: Library) -> None:
    number = add(library)
    for page in (1, 2, 5):
        library.readings.save(origin(number, page), reading())
    assert library.readings.finished(number, RECIPE) == {1, 2, 5}
    assert library.readings.finished(number, Recipe("builtin")) == set()
    library.documents.set_turn(number, 2, 90)
    assert library.readings.finished(number, RECIPE) == {1, 5}
    library.readings.save(origin(number, 2, turn=90), reading("turned"))
    assert library.readings.finished(number, RECIPE) == {1, 2, 5}


def test_another_engine_may_have_read_it_since(library: Library) -> None:
    number, other = add(library), Recipe("vllm")
    library.readings.save(origin(number), reading("built-in text"))
    library.readings.save(origin(number, recipe=other), reading("model text"))
    assert library.edits.texts(number)[0].text == "model text"
    assert library.readings.choose(number, RECIPE) == [0]
    assert library.edits.texts(number)[0].text == "built-in text"
    assert [hit.page for hit in library.search.find("built-in")] == [0]
    assert library.search.find("model") == []
    assert library.readings.choose(number, RECIPE) == []


# ---------------------------------------------------------------- edits


def test_edits_are_kept_one_by_one_and_the_last_counts(library: Library) -> None:
    number = add(library)
    library.readings.save(origin(number), reading("engine"))
    for text in ("a", "ab", None, "abc"):
        library.edits.save(number, 0, text)
    assert [text for _, _, text in library.edits.history(number, 0)] == ["a", "ab", None, "abc"]
    present = library.edits.texts(number)[0]
    assert (present.text, present.edited) == ("abc", True)
    assert library.edits.engine_texts(number) == {0: "engine"}
    library.edits.save(number, 0, None)
    assert library.edits.texts(number) == {0: PresentText("engine")}
    assert library.edits.edited_pages(number) == set()


def test_a_new_reading_never_goes_over_an_edit(library: Library) -> None:
    number = add(library)
    library.readings.save(origin(number), reading("old"))
    library.edits.save(number, 0, "mine")
    library.readings.save(origin(number), reading("new"), again=True)
    assert library.edits.texts(number)[0].text == "mine"
    assert [hit.page for hit in library.search.find("mine")] == [0]
    assert library.search.find("new") == []


def test_an_edit_of_a_page_that_was_never_read(library: Library) -> None:
    number = add(library)
    library.edits.save(number, 7, "typed")
    assert library.edits.texts(number, 5, 5)[7].text == "typed"
    library.edits.save(number, 7, None)
    assert library.edits.texts(number) == {}


@given(st.text())
def test_any_text_can_be_kept(text: str) -> None:
    with Library(Path(__file__, "library.sqlite3")) as library:  # in memory: it cannot be made there
        number = add(library)
        library.edits.save(number, 0, text)
        library.readings.save(origin(number), reading(text.encode("utf-8", "replace").decode()))
        assert library.edits.texts(number)[0].text == text.encode("utf-8", "replace").decode()
        library.search.find(text)


# ---------------------------------------------------------------- search


def test_search_finds_words_beginnings_and_phrases_without_accents(library: Library) -> None:
    number = add(library)
    library.readings.save(origin(number, 0), reading("The café opens at nine."))
    library.readings.save(origin(number, 1), reading("Nine cafeterias, not one Cafe"))
    assert [hit.page for hit in library.search.find("cafe nine")] == [0, 1]
    assert [hit.page for hit in library.search.find("cafeter")] == [1]
    assert [hit.page for hit in library.search.find('"opens at"')] == [0]
    assert [hit.page for hit in library.search.find('"at opens"')] == []
    assert library.search.find("CAFÉ opens")[0].snippet.count(f"{HIT_OPENS}café{HIT_CLOSES}") == 1


@pytest.mark.parametrize("query", ["経済", "济成", "ไทย", "カタ"])
def test_search_in_scripts_without_spaces(library: Library, query: str) -> None:
    number = add(library)
    library.readings.save(origin(number), reading("日本経済 经济成长 ภาษาไทยสวย カタログ"))
    (hit,) = library.search.find(query)
    assert f"{HIT_OPENS}{query}{HIT_CLOSES}" in hit.snippet
    assert library.search.find(query[::-1]) == []


@pytest.mark.parametrize("query", ["", '"', "AND", "NEAR(", "a OR", "text:", "*", "-", "'; DROP TABLE found; --", "^"])
def test_nothing_typed_is_an_operator_or_an_error(library: Library, query: str) -> None:
    library.readings.save(origin(add(library)), reading("plain text"))
    library.search.find(query)
    assert library.search.find("plain")


# ---------------------------------------------------------------- exports


def test_the_ledger_of_exports(library: Library) -> None:
    path = Path("/out/report.md")
    assert library.exports.written(path) is None
    library.exports.note_written(path, Written("aa", "/in/report.pdf"))
    library.exports.note_written(path, Written("bb", "/in/report.pdf"))
    assert library.exports.written(path) == Written("bb", "/in/report.pdf")


# ---------------------------------------------------------------- the file


def test_ten_thousand_pages_are_looked_at_in_windows(library: Library) -> None:
    number = add(library)
    library.documents.describe(number, "", 10_000)
    for page in (0, 5_000, 9_999):
        library.readings.save(origin(number, page), reading(f"page {page}"))
    assert list(library.readings.figures(number, 4_990, 20)) == [5_000]
    assert list(library.readings.presents(number, 9_990, 20)) == [9_999]
    assert library.size() < 1_000_000, "pages without anything to remember take no room"


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
