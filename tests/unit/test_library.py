# SPDX-License-Identifier: AGPL-3.0-or-later
"""The library, on real files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.export.write import Written
from app.core.library import HIT_CLOSES, HIT_OPENS, Library, PresentText, Recipe
from engine.protocol import Note, NoteCode, Reading, Seconds, Word
from tests.unit.library_help import RECIPE, add, origin, reading


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "data" / "library.sqlite3") as opened:
        assert opened.notice is None
        assert opened.writable
        yield opened


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


def test_signs_in_a_word_are_part_of_it(library: Library) -> None:
    document = add(library)
    texts = ["It’s late.", "Then it spoke. Cats can.", "C++ and C\\# are old.", "Only C is older.", "A well-known word"]
    for page, text in enumerate(texts):
        library.edits.save(document, page, text)
    found = {
        query: [hit.page for hit in library.search.find(query)]
        for query in ("it's", "it’s late", "it s", "c++", "C++ old", "c#", "c", "well-kn", "d++", "it'")
    }
    assert found["it's"] == found["it’s late"] == [0]
    assert sorted(found["it s"]) == [0, 1]
    assert found["c++"] == found["C++ old"] == found["c#"] == [2]
    assert set(found["c"]) == {1, 2, 3}
    assert found["well-kn"] == [4] and found["d++"] == [] and sorted(found["it'"]) == [0, 1]


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
