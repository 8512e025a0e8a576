# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is searched for: words and regular expressions, and patterns that would hang or are wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.editing import pattern as module
from app.core.editing.pattern import Finder, PatternError, Place, Search
from tests.processes import beside


def spans(search: Search, text: str) -> list[tuple[int, int]]:
    return [(place.start, place.end) for place in Finder(search).places(text)]


def test_plain_words_are_no_pattern() -> None:
    assert spans(Search("a.c"), "abc a.c A.C") == [(4, 7), (8, 11)]
    assert spans(Search("a.c", case=True), "abc a.c A.C") == [(4, 7)]
    assert Finder(Search("a.c")).replaced("a.c", r"\1 \n") == (r"\1 \n", 1)


def test_whole_words() -> None:
    assert spans(Search("tide", words=True), "tides, tide; Tide-gauge, ebbtide") == [(7, 11), (13, 17)]
    assert spans(Search("(a)", words=True), "f(a) (a)") == [(5, 8)]
    assert spans(Search("a|b", regex=True, words=True), "ab a b") == [(3, 4), (5, 6)]


def test_case_is_folded_in_every_script() -> None:
    assert spans(Search("STRASSE"), "Straße") == [(0, 6)]
    assert spans(Search("άλφα"), "ΆΛΦΑ") == [(0, 4)]


def test_places_are_code_points() -> None:
    assert spans(Search("word"), "😀 𠮷 e\u0301 word") == [(7, 11)]


def test_regular_expressions_and_their_groups() -> None:
    finder = Finder(Search(r"(\d+) (?P<unit>\w+)", regex=True))
    assert finder.replaced("12 kg\n3 m", r"\g<unit> \1") == ("kg 12\nm 3", 2)
    assert spans(Search("^", regex=True), "a\nb") == [(0, 0), (2, 2)]
    assert Finder(Search("^", regex=True)).replaced("a\nb", "> ") == ("> a\n> b", 2)
    assert Finder(Search("b", regex=True)).replaced("abc", "\\") == ("a\\c", 1)


def test_one_place_is_replaced_as_all_would_be() -> None:
    finder = Finder(Search(r"(a)(b)", regex=True))
    assert finder.replaced_at("ab ab", Place(3, 5), r"\2\1") == "ba"
    assert finder.replaced_at("ab ab", Place(2, 5), r"\2\1") is None
    assert Finder(Search("ab")).replaced_at("ab", Place(0, 2), r"\2") == r"\2"


def test_next_and_previous() -> None:
    finder = Finder(Search("ab"))
    assert finder.after("ab ab", 1) == Place(3, 5) and finder.after("ab", 9) is None
    assert finder.before("ab ab ab", 5) == Place(3, 5) and finder.before("ab", 1) is None


@pytest.mark.parametrize(
    "wrong", ["", "(", "[z-a]", "*", r"\p{Nope}", "(" * 900, "x" * 1001, "((a{1000}){1000}){1000}", "(?P<1>a)"]
)
def test_a_wrong_pattern_is_one_sentence(wrong: str) -> None:
    with pytest.raises(PatternError) as refused:
        Finder(Search(wrong, regex=True))
    said = str(refused.value)
    assert said[0].isupper() and said.endswith(".") and "\n" not in said


@pytest.mark.parametrize("wrong", [r"\7", r"\q", r"\g<nobody>"])
def test_a_wrong_replacement_is_one_sentence(wrong: str) -> None:
    with pytest.raises(PatternError) as refused:
        Finder(Search("(a)", regex=True)).replaced("a", wrong)
    assert str(refused.value).startswith("The replacement is not understood")


def test_a_pattern_that_explodes_is_given_up_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the meantime this thread counts: the search does not hold the interpreter."""
    monkeypatch.setattr(module, "SECONDS", 0.5)
    finder = Finder(Search(r"(a|aa)+$", regex=True))
    said: list[str] = []

    def look() -> None:
        for call in (lambda: finder.after(hard, 0), lambda: finder.replaced(hard, ""), lambda: [*finder.places(hard)]):
            with pytest.raises(PatternError) as refused:
                call()
            said.append(str(refused.value))

    hard, counted = "a" * 5000 + "b", 0
    thread = beside(look)
    while thread.is_alive():
        thread.join(0.001)
        counted += 1
    assert said == ["This pattern takes too long; write it with fewer repetitions within repetitions."] * 3
    assert counted > 10  # on a busy machine; else it would be one for each of the three calls


@given(st.text(max_size=30), st.text(max_size=200), st.booleans(), st.booleans())
def test_nothing_typed_fails_but_with_a_sentence(typed: str, text: str, regex: bool, words: bool) -> None:
    try:
        finder = Finder(Search(typed, regex=regex, words=words))
        last = -1
        for place in finder.places(text):
            assert last <= place.start <= place.end <= len(text)
            last = place.end
        replaced, count = finder.replaced(text, typed)
        assert count or replaced == text
    except PatternError as error:
        assert str(error).endswith(".")


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=5))
def test_every_text_finds_itself(text: str) -> None:
    assert Finder(Search(text, case=True)).after("x" + text + "y", 1) == Place(1, 1 + len(text))


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("x_{i}", "x_{i} + x_{j}", ["x_{i}"]),  # the package would take these for "any errors" ...
        ("a{e}", "a b ab a{e}", ["a{e}"]),
        ("colou{d}r", "color colou{d}r", ["colou{d}r"]),
        ("(?:cat){s<=1}", "cat cut cat{s<=1}", ["cat{s<=1}"]),
        (r"\\frac{1}", "\\frac{1} \\frac", ["\\frac", "\\frac"]),  # ... and a count counts
        (r"\\frac\{1}", "\\frac{1} \\frac", ["\\frac{1}"]),
        ("{i}", "{i}", ["{i}"]),
        (r"\\{i", "\\{i", ["\\{i"]),
        ("o{2}|a{2,}|i{,3}b", "foo aaa iib", ["oo", "aaa", "iib"]),
        (r"\p{Greek}{2}\N{BULLET}", "αβ• ab•", ["αβ•"]),
        ("[{}]", "{a}", ["{", "}"]),
        ("{", "a { b", ["{"]),
    ],
)
def test_braces_that_count_nothing_stand_for_themselves(pattern: str, text: str, found: list[str]) -> None:
    finder = Finder(Search(pattern, regex=True, case=True))
    assert [text[place.start : place.end] for place in finder.places(text)] == found


def test_the_place_of_a_mistake_behind_a_brace() -> None:
    with pytest.raises(PatternError, match=r"at character 6\)"):
        Finder(Search("x{i}(", regex=True))
    with pytest.raises(PatternError, match=r"at character 6\)"):
        Finder(Search("xxxx(", regex=True))
