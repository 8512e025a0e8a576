# SPDX-License-Identifier: AGPL-3.0-or-later
"""What keeps page and text in step, and what finds rendered words in their source: plain values."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.align import align
from app.core.align.source import read
from app.core.markup import render_blocks
from app.core.markup.text_units import utf16_length
from app.desktop.proof.heights import HeightMap, height_map
from app.desktop.proof.rendered import shown_html, shown_text, source_span, spot, word_spans
from engine.protocol import Word


def line(text: str, top: float, left: float = 0.1, wide: float = 0.8) -> list[Word]:
    parts = text.split()
    step = wide / len(parts)
    return [
        Word(text=part, box=(left + n * step, top, left + n * step + 0.9 * step, top + 0.02))
        for n, part in enumerate(parts)
    ]


def test_each_line_has_its_height_and_between_them_it_is_even() -> None:
    text = "alpha beta gamma\n\ndelta epsilon zeta\n\neta theta iota"
    words = line("alpha beta gamma", 0.1) + line("delta epsilon zeta", 0.3) + line("eta theta iota", 0.8)
    found = height_map(align(text, words))
    assert found.height_at(0) == 0.0  # the head of the text is the head of the sheet
    assert found.height_at(text.index("delta")) == pytest.approx(0.3)
    assert found.height_at(text.index("eta theta")) == pytest.approx(0.8)
    middle = found.height_at((text.index("delta") + text.index("eta theta")) / 2)
    assert middle == pytest.approx(0.55, abs=0.01)
    assert found.place_at(0.3, 0) == pytest.approx(text.index("delta"))
    assert found.place_at(5.0, 0) == pytest.approx(len(text))
    assert found.place_at(-1.0, 0) == 0


def test_of_two_columns_the_nearer_one_counts() -> None:
    left, right = "alpha beta gamma", "delta epsilon zeta"
    more, last = "eta theta iota", "kappa lambda mu"
    text = f"{left}\n\n{more}\n\n{right}\n\n{last}"
    words = line(left, 0.1, wide=0.35) + line(more, 0.8, wide=0.35)
    words += line(right, 0.1, 0.55, 0.35) + line(last, 0.8, 0.55, 0.35)
    found = height_map(align(text, words))
    there = text.index("kappa")
    assert found.place_at(0.8, there) == pytest.approx(there)
    assert found.place_at(0.8, 0) == pytest.approx(text.index("eta theta"))
    assert found.height_at(text.index("delta")) == pytest.approx(0.1)


def test_nothing_known_says_nothing() -> None:
    assert HeightMap((), ()).height_at(5) is None
    assert HeightMap((), ()).place_at(0.5, 0) is None
    assert height_map(align("***", line("quite other things", 0.2))).height_at(0) is None


@given(st.lists(st.tuples(st.integers(0, 1000), st.floats(0, 1)), min_size=1, max_size=20), st.floats(0, 1))
def test_any_height_finds_a_place_of_the_text(points: list[tuple[int, float]], height: float) -> None:
    places = sorted(place for place, _ in points)
    found = HeightMap(tuple(places), tuple(height for _, height in points))
    place = found.place_at(height, 0)
    assert place is not None and places[0] <= place <= places[-1]
    there = found.height_at(place)
    assert there is not None and 0 <= there <= 1


SOURCE = (
    "# A *heading* of words\n\n"
    "Some **bold** text &amp; an entity, 😀 and [a link](https://example.org/words) with $x_{1}^{2}$ in it\n\n"
    "| Cell one | Cell two |\n|---|---|\n| three | four |\n"
)


@pytest.mark.parametrize("formulas", ["mathml", "source"])
@pytest.mark.parametrize("word", ["heading", "bold", "entity", "link", "three", "four", "two", "it"])
def test_a_rendered_word_finds_its_source_and_back(word: str, formulas: str) -> None:
    source = read(SOURCE)
    blocks = render_blocks(SOURCE, formulas=formulas)  # type: ignore[arg-type]
    starts = [0]
    for row in SOURCE.split("\n"):
        starts.append(starts[-1] + len(row) + 1)
    found = []
    for block in blocks:
        span = (starts[block.first], min(starts[block.last + 1], len(SOURCE)))
        shown = shown_html(block.html)
        at = f" {shown.text} ".replace("\n", " ").find(f" {word}")
        if at >= 0:
            begin, end = source_span(source, span, shown, shown.places[at + 1]) or (0, 0)
            found.append(SOURCE[begin:end])
            place = spot(word_spans(source, span, shown), begin, end)
            assert place is not None
            assert shown.text[shown.point(place[0]) : shown.point(place[1])].strip() == word
    assert found == [word]


def test_a_browser_counts_in_units_of_utf_16() -> None:
    shown = shown_html("<p>😀a</p><table><tr><td>b</td><td>c&lt;</td></tr></table>")
    assert shown.places[-1] == utf16_length("😀abc<")
    assert [shown.places[shown.text.index(letter)] for letter in "abc"] == [2, 3, 4]
    assert shown.text.index("c") - shown.text.index("b") > 1  # cells are no one word
    plain = shown_text("😀ab")
    assert plain.places == (0, 2, 3, 4)
    assert all(a < b for a, b in pairwise(plain.places))
