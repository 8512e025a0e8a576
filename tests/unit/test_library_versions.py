# SPDX-License-Identifier: AGPL-3.0-or-later
"""The versions of a page in the library: all of them are there, and what the user chose stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.library import Library, Origin, Recipe
from engine.protocol import Reading

OURS, OTHER = Recipe("builtin"), Recipe("hosted", {"model": "m"})
CONTENT = "0a" * 32


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.sqlite3") as opened:
        yield opened


def save(
    library: Library, text: str, recipe: Recipe = OURS, *, page: int = 0, turn: int = 0, chosen: bool = False
) -> None:
    document = library.documents.add(CONTENT, Path("/a.pdf")).id
    reading = Reading(engine=recipe.engine, raw=text, text=text)
    library.readings.save(Origin(document, CONTENT, page, turn, recipe), reading, again=True, chosen=chosen)


def text(library: Library, page: int = 0) -> str:
    return library.edits.texts(1)[page].text


def test_all_readings_and_edits_are_listed_in_their_order(library: Library) -> None:
    save(library, "one")
    save(library, "two", OTHER, chosen=True)
    library.edits.save(1, 0, "mine", run="a", step=0)
    library.edits.save(1, 0, None)
    readings = library.versions.readings(1, 0)
    assert [(found.reading.text, found.present) for found in readings] == [("one", False), ("two", True)]
    assert [(edit.text, edit.who) for edit in library.versions.edits(1, 0)] == [("mine", "user"), (None, "user")]
    assert library.versions.readings(1, 1) == [] == library.versions.edits(1, 1)
    found = library.versions.reading(1, 0, readings[0].number)
    assert found is not None and found.text == "one"
    assert library.versions.reading(1, 1, readings[0].number) is None  # of another page


def test_what_was_chosen_is_not_taken_away_by_the_usual_engine(library: Library) -> None:
    save(library, "one")
    save(library, "two", OTHER, chosen=True)
    save(library, "three", OTHER, page=1)
    save(library, "four", page=1)
    save(library, "five", OTHER, page=1)
    assert library.versions.chosen(1) == {0}
    assert library.readings.choose(1, OURS) == [1]
    assert (text(library, 0), text(library, 1)) == ("two", "four")
    save(library, "read again")  # a later reading of the page is the present one again
    assert text(library) == "read again" and library.versions.chosen(1) == set()


def test_a_page_that_was_turned_since_is_not_held_to_the_choice(library: Library) -> None:
    save(library, "two", OTHER, chosen=True)
    save(library, "upright", turn=90)
    save(library, "two again", OTHER, chosen=True)
    library.documents.set_turn(1, 0, 90)
    assert library.versions.chosen(1) == set()
    assert library.readings.choose(1, OURS) == [0]
    assert text(library) == "upright"


def test_a_reading_of_the_list_is_used_and_found_by_search(library: Library) -> None:
    save(library, "gauges of the harbour")
    save(library, "lighthouse")
    first = library.versions.readings(1, 0)[0]
    assert library.versions.use(1, 0, first.number)
    assert text(library) == "gauges of the harbour"
    assert library.search.find("gauges") and not library.search.find("lighthouse")
    assert not library.versions.use(1, 0, 77) and not library.versions.use(1, 3, first.number)
    assert text(library) == "gauges of the harbour"


def test_an_edited_text_counts_whatever_reading_is_used(library: Library) -> None:
    save(library, "gauges of the harbour")
    save(library, "lighthouse")
    library.edits.save(1, 0, "my own words")
    library.versions.use(1, 0, library.versions.readings(1, 0)[0].number)
    assert text(library) == "my own words"
    assert library.search.find("own words") and not library.search.find("gauges")
    library.edits.save(1, 0, None)
    assert text(library) == "gauges of the harbour"


def test_readings_with_drafts_alone_are_summed(library: Library) -> None:
    document = library.documents.add(CONTENT, Path("/a.pdf")).id
    save(library, "without", page=0)
    drafted = Reading(engine="vllm", raw="x", text="x", steps=4, drafted=8, accepted=4, accepted_per_position=[3, 1])
    library.readings.save(Origin(document, CONTENT, 1, 0, OTHER), drafted)
    assert [reading.accepted_per_position for reading in library.versions.drafted(1, 0, 10)] == [[3, 1]]
    assert library.versions.drafted(1, 2, 10) == []
