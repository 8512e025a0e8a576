# SPDX-License-Identifier: AGPL-3.0-or-later
"""Two versions of a text side by side: hunks of whole words, and what comes of taking some over."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.session.versions import settings_words
from app.core.versions import compare, taken, units
from engine.protocol import Reading, Scalar


def words(old: str, new: str) -> list[tuple[str, str]]:
    """The hunks as (what was, what is instead)."""
    return [(old[slice(*hunk.old)], new[slice(*hunk.new)]) for hunk in compare(old, new).hunks]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("The tide came in.", "The tide came in.", []),
        ("The tide came in.", "The tides came in.", [("tide", "tides")]),
        ("cost 1,234.50 euros", "cost 1,284.50 euros", [("1,234.50", "1,284.50")]),
        ("at 13:10 sharp", "at 13:40 sharp", [("13:10", "13:40")]),
        ("one three", "one two three", [("", "two ")]),
        ("one two three", "one three", [("two ", "")]),
        ("a b", "a  b", [("", " ")]),
        ("First line\nsecond", "First line\n\nsecond", [("", "\n")]),
        ("", "All new", [("", "All new")]),
        ("All gone", "", [("All gone", "")]),
        ("where $a + b = c$ holds", "where $a + d = c$ holds", [("$a + b = c$", "$a + d = c$")]),
        ("$$\nx^2\n$$", "$$\nx^3\n$$", [("$$\nx^2\n$$", "$$\nx^3\n$$")]),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |\n|---|---|\n| 1 | 7 |", [("2", "7")]),
        ('<td rowspan="2">x</td>', '<td rowspan="3">x</td>', [('<td rowspan="2">', '<td rowspan="3">')]),
        ("潮汐每天来两次", "潮汐每日来两次", [("天", "日")]),
        ("😀 smile", "😃 smile", [("😀", "😃")]),
        ("costs $5 and $6 today", "costs $5 and $7 today", [("6", "7")]),
        ("red, green", "blue; brown", [("red, green", "blue; brown")]),  # hardly anything between: one hunk
    ],
)
def test_hunks_are_whole_words(old: str, new: str, expected: list[tuple[str, str]]) -> None:
    assert words(old, new) == expected


def test_some_hunks_taken_over() -> None:
    difference = compare("the old man saw the small boat", "the young man saw the large boat")
    assert [hunk.kind for hunk in difference.hunks] == ["changed", "changed"]
    assert taken(difference, []) == difference.old
    assert taken(difference, [1]) == "the old man saw the large boat"
    assert taken(difference, [0]) == "the young man saw the small boat"
    assert taken(difference, [1, 0, 1]) == difference.new


def test_kinds() -> None:
    assert compare("a c", "a b c").hunks[0].kind == "added"
    assert compare("a b c", "a c").hunks[0].kind == "removed"


def test_places_across() -> None:
    difference = compare("one two three four", "one 2222222 three extra four")
    assert difference.across(0) == 0
    assert difference.new[difference.across(difference.old.index("three")) :].startswith("three")
    assert difference.new[difference.across(difference.old.index("four")) :].startswith("four")
    assert difference.old[difference.across(difference.new.index("four"), back=True) :].startswith("four")
    assert difference.across(len(difference.old)) == len(difference.new)


text = st.text(st.sampled_from("ab1 \n\t.,|$<>#é汉😀-*"), max_size=80)


@given(text, text, st.sets(st.integers(0, 80)))
def test_taking_all_gives_the_other_text_and_none_the_own(old: str, new: str, chosen: set[int]) -> None:
    difference = compare(old, new)
    assert taken(difference, range(len(difference.hunks))) == new
    assert taken(difference, []) == old
    part = taken(difference, [number for number in chosen if number < len(difference.hunks)])
    rest = compare(part, new)
    assert taken(rest, range(len(rest.hunks))) == new
    places = [difference.across(place) for place in range(len(old) + 1)]
    assert places == sorted(places)
    assert all(0 <= place <= len(new) for place in places)
    ends = [(hunk.old[0], hunk.old[1], hunk.new[0], hunk.new[1]) for hunk in difference.hunks]
    for before, after in pairwise(ends):
        assert before[1] <= after[0] and before[3] <= after[2]


@given(st.text(max_size=200))
def test_units_never_overlap_and_cover_all_that_is_no_white_space(text: str) -> None:
    spans = units(text)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    between = "".join(text[a[1] : b[0]] for a, b in zip([(0, 0), *spans], [*spans, (len(text), 0)], strict=True))
    assert not between.strip()


def test_a_long_page_of_equal_lines() -> None:
    old = "| 1 | 2 | 3 |\n" * 4000
    new = old[:14000] + "| 1 | 2 | 4 |\n" + old[14000:]
    difference = compare(old, new)
    assert taken(difference, range(len(difference.hunks))) == new
    assert sum(hunk.new[1] - hunk.new[0] for hunk in difference.hunks) < 100


def test_settings_in_words() -> None:
    settings: dict[str, Scalar] = {"precision": "bf16", "x": None}
    reading = Reading(engine="vllm", raw="", text="", prompt="strict", draft_tokens=4, settings=settings)
    assert settings_words(reading) == "strict prompt, K 4, precision bf16"
    assert settings_words(Reading(engine="builtin", raw="", text="")) == ""
    own = Reading(engine="jina", raw="", text="", prompt="Only the tables, please")
    assert settings_words(own) == "prompt “Only the tables, please”"
