# SPDX-License-Identifier: AGPL-3.0-or-later
"""The Markdown's words set beside the page's words: what is located, where a click leads, and what is kept."""

from __future__ import annotations

import gc
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.align import Alignment, align, pack, unpack
from app.core.align.normal import bits
from app.core.align.sequence import pair_up
from app.core.align.source import read
from app.core.markup.text_units import from_utf16, to_utf16
from engine.protocol import Word
from tests.unit.page_words import columns, lines


def _located(alignment: Alignment, word: str) -> list[str]:
    """The page's words that the first occurrence of a word in the text stands at."""
    start = alignment.source.text.index(word)
    found = [alignment.places[n] for n in alignment.words_in(start, start + len(word))]
    return [alignment.page.given[w].text for places in found for p in places for w in alignment.page.words[p].words]


# ---------------------------------------------------------------- words of the Markdown


def _words(text: str) -> list[str]:
    """The words with what stands in the source where they are said to be."""
    source = read(text)
    return [text[word.start : word.end] for word in source.words]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# A *bold* **move**", ["A", "bold", "move"]),
        ("un**believ**able", ["un**believ**able"]),
        ("| a | b |\n|---|:-:|\n| 1,5 | x\\|y |", ["a", "b", "1,5", "x", "y"]),
        ("<table><tr><td>a&amp;b</td><td>c<br>d</td></tr></table>", ["a", "b", "c", "d"]),
        ("see [the page](http://x.org/a_1) now", ["see", "the", "page", "now"]),
        ("![a picture](fig.png) after", ["after"]),
        ("```py\nx = 12\n```\nend", ["x", "12", "end"]),
        ("<!-- page 3 -->\n\ntext", ["text"]),
        ("caf&eacute; open", ["caf&eacute;", "open"]),
        ("表1：数据", ["表", "1", "数", "据"]),
        ("3rd of 1,234.50", ["3", "rd", "of", "1,234.50"]),
        ("- [x] done\n- item", ["done", "item"]),
        ("[l]: http://example.org\n\nbody", ["body"]),
    ],
)  # fmt: skip
def test_words_are_found_with_their_places_in_the_source(text: str, words: list[str]) -> None:
    assert _words(text) == words


def test_formulas_show_what_is_printed_and_are_marked() -> None:
    source = read("Let $\\alpha_{10} = \\frac{x}{\\sin y}$ be.")
    assert [word.key for word in source.words] == ["let", "α", "10", "x", "sin", "y", "be"]
    assert [word.math for word in source.words] == [False, True, True, True, True, True, False]
    assert source.formulas[0].latex == "\\alpha_{10} = \\frac{x}{\\sin y}"


def test_numbers_of_list_items_may_be_written_otherwise() -> None:
    source = read("1. one\n2. two 3\n")
    assert [(word.key, word.soft) for word in source.words] == [
        ("1", True), ("one", False), ("2", True), ("two", False), ("3", False),
    ]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("ab1é𠀋🙂表 #*_|`$\\{}[]()<>/!.&;\n-\r"), max_size=120))
def test_any_text_is_read_and_places_are_in_order(text: str) -> None:
    source = read(text)
    ends = 0
    for word in source.words:
        assert ends <= word.start < word.end <= len(text)
        ends = word.end
        assert source.blocks[word.block].start <= word.start < source.blocks[word.block].end


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_keys_lie_where_they_were_found(text: str) -> None:
    at = 0
    for bit in bits(text):
        assert at <= bit.start < bit.end <= len(text)
        at = bit.start
        assert bit.key


@pytest.mark.parametrize(
    ("one", "other"),
    [("ﬁnal", "final"), ("Straße", "STRASSE"), ("don’t", "don't"), ("１２３", "123"), ("soft\u00adware", "software"),
     ("B¨orschinger", "Börschinger"), ("e\u0301t\u00e9", "été"), ("ﻻ", "لا"), ("שָׁלוֹם", "שלום")],
)  # fmt: skip
def test_forms_of_one_word_have_one_key(one: str, other: str) -> None:
    assert [bit.key for bit in bits(one)] == [bit.key for bit in bits(other)]


# ---------------------------------------------------------------- alignment


def test_each_word_of_a_page_is_located() -> None:
    text = "# Barges\n\nThe old **barge** went to the *lock* at noon."
    alignment = align(text, lines("Barges", "The old barge went", "to the lock at noon."))
    assert all(alignment.places)
    assert _located(alignment, "lock") == ["lock"]


def test_a_word_divided_at_the_end_of_a_line_has_two_boxes() -> None:
    alignment = align("a remarkable day", lines("a remark-", "able day"))
    place = alignment.place(2, 12)
    assert place is not None and place.sure
    assert len(place.boxes) == 2


def test_a_compound_keeps_its_hyphen_at_the_end_of_a_line() -> None:
    alignment = align("a well-known day", lines("a well-", "known day"))
    assert all(alignment.places)


def test_ocr_errors_do_not_lose_a_word() -> None:
    alignment = align(
        "The quick brown fox jumps over the lazy dog", lines("Tbe quiek brovn fox", "jurnps ovcr the Iazy dog")
    )
    assert all(alignment.places)
    assert _located(alignment, "jumps") == ["jurnps"]


def test_words_run_together_are_all_located_there() -> None:
    alignment = align("client drivers for most languages", lines("clientdriversformost languages"))
    assert _located(alignment, "most") == ["clientdriversformost"]
    assert all(alignment.places)


def test_columns_in_another_order_are_found_elsewhere() -> None:
    left = ["The first column has text", "that goes on for a while", "until it ends down here"]
    right = ["Now begins another column", "with quite different words", "and it ends there too"]
    text = " ".join(left) + "\n\n" + " ".join(right)
    page = lines(*right, left=0.5) + lines(*left, left=0.1)
    alignment = align(text, page)
    assert all(alignment.places)
    assert alignment.moved


def test_a_table_read_by_rows_finds_cells_given_by_columns() -> None:
    rows = [["Name", "2007", "2008"], ["Adams", "14.5", "15.1"], ["Baker", "27.0", "28.3"], ["Clark", "31.2", "33.9"]]
    text = "\n".join("| " + " | ".join(row) + " |" for row in [rows[0], ["---"] * 3, *rows[1:]])
    page = [w for column in range(3) for number, row in enumerate(rows) for w in lines(
        row[column], left=0.1 + column * 0.2, top=0.2 + number * 0.03)]  # fmt: skip
    alignment = align(text, page)
    assert sum(map(bool, alignment.places)) == len(alignment.places)
    assert _located(alignment, "28.3") == ["28.3"]


def test_han_characters_are_aligned_one_by_one_with_boxes_of_their_own() -> None:
    alignment = align("发行人信用评级", lines("发行人", "信用评级"))
    assert all(alignment.places)
    first, second = alignment.place(0, 1), alignment.place(1, 2)
    assert first is not None and second is not None
    assert first.boxes[0][2] == pytest.approx(second.boxes[0][0])


def test_a_word_without_a_place_is_bounded_by_its_neighbours() -> None:
    text = "One two three hallucinated four five six"
    alignment = align(text, lines("One two three four", "five six"))
    start = text.index("halluc")
    place = alignment.place(start, start + 12)
    assert place is not None and not place.sure
    left, top, right, bottom = place.boxes[0]
    assert left < 0.3 and top == pytest.approx(0.2) and right > left and bottom > top


def test_no_words_means_no_place() -> None:
    alignment = align("some text", [])
    assert alignment.place(0, 4) is None
    assert alignment.span_at(0.5, 0.5) is None


def test_a_click_on_the_page_leads_to_the_word_and_back() -> None:
    text = "# Head\n\n| a | 12.5 |\n|---|---|\n| b | 13.5 |"
    alignment = align(text, [*lines("Head"), *columns([["a", "12.5"], ["b", "13.5"]], top=0.3)])
    start = text.index("13.5")
    place = alignment.place(start, start + 4)
    assert place is not None
    left, top, right, bottom = place.boxes[0]
    assert alignment.span_at((left + right) / 2, (top + bottom) / 2) == (start, start + 4)
    assert alignment.span_at(0.95, 0.95) is None


def test_a_frame_drawn_on_the_page_selects_from_first_to_last_word() -> None:
    text = "One two three four five six"
    alignment = align(text, lines("One two three", "four five six"))
    assert alignment.span_in((0.0, 0.22, 1.0, 0.27)) == (text.index("four"), len(text))
    assert alignment.span_in((0.9, 0.9, 1.0, 1.0)) is None


def test_blocks_have_regions_for_scrolling_in_step() -> None:
    text = "First block here.\n\nSecond block there."
    alignment = align(text, lines("First block here.", "Second block there."))
    first, second = alignment.block_place(0), alignment.block_place(1)
    assert first is not None and second is not None
    assert first.boxes[0][3] <= second.boxes[0][1]
    assert alignment.block_at(text.index("Second")) == 1


def test_marks_stay_on_their_words_behind_emoji_and_rare_characters() -> None:
    text = "🙂 𠀋𠀋 the 😀 number 42 here"
    alignment = align(text, lines("𠀋𠀋 the number 42 here"))
    span = alignment.span_at(*_middle(alignment, "42"))
    assert span is not None and text[slice(*span)] == "42"
    units = to_utf16(text, span[0]), to_utf16(text, span[1])
    assert text.encode("utf-16-le")[2 * units[0] : 2 * units[1]].decode("utf-16-le") == "42"
    assert from_utf16(text, units[0]) == span[0]


def _middle(alignment: Alignment, word: str) -> tuple[float, float]:
    box = next(w.box for w in alignment.page.given if w.text == word)
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


# ---------------------------------------------------------------- the sequences


_KEYS = st.lists(st.sampled_from(["the", "of", "1", "2.5", "barge", "lock", "noon", "x", "表"]), max_size=40)


@settings(max_examples=300, deadline=None)
@given(_KEYS, _KEYS)
def test_a_pairing_is_the_same_from_both_sides(first: list[str], second: list[str]) -> None:
    pairing = pair_up(first, second)
    for number, places in enumerate(pairing.there):
        assert all(number in pairing.back[place] for place in places)
    for place, numbers in enumerate(pairing.back):
        assert all(place in pairing.there[number] for number in numbers)


@settings(max_examples=200, deadline=None)
@given(_KEYS)
def test_a_sequence_is_paired_with_itself_place_by_place(keys: list[str]) -> None:
    assert pair_up(keys, keys).there == [(n,) for n in range(len(keys))]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000))
def test_most_words_keep_their_place_when_some_are_lost_swapped_and_misread(seed: int) -> None:
    draw = random.Random(seed)
    keys = [f"{draw.choice('bcdfg')}{draw.choice('aeiou')}{draw.choice('lmnrst')}{n % 37}" for n in range(120)]
    changed: list[tuple[int, str]] = list(enumerate(keys))
    for _ in range(4):
        del changed[draw.randrange(len(changed))]
    for _ in range(4):
        n = draw.randrange(len(changed))
        changed[n] = (changed[n][0], "zzz")
    pairing = pair_up([key for _, key in changed], keys)
    right = sum((origin,) == places for (origin, _), places in zip(changed, pairing.there, strict=True))
    assert right >= len(changed) - 6


# ---------------------------------------------------------------- keeping it


def test_what_is_packed_comes_back_the_same() -> None:
    text = "# Head\n\nThe remarkable day of 12 barges, 表1 and words run together again"
    words = lines("Head", "The remark-", "able day of 13 barges, 表1 and", "wordsruntogether again")
    alignment = align(text, words)
    data = pack(alignment)
    again = unpack(data, text, words)
    assert again is not None
    assert (again.places, again.back, again.moved) == (alignment.places, alignment.back, alignment.moved)
    assert again.place(0, 6) == alignment.place(0, 6)


def test_it_is_small() -> None:
    rows = [f"word{n} and other{n} things" for n in range(400)]
    alignment = align(" ".join(rows), lines(*rows))
    assert len(pack(alignment)) < len(alignment.places) / 4


@pytest.mark.parametrize("data", [b"", b"nonsense", b"x\x9c\x03\x00\x00\x00\x00\x01"])
def test_damaged_bytes_are_no_alignment(data: bytes) -> None:
    assert unpack(data, "text", lines("text")) is None


def test_another_text_or_other_words_need_a_new_alignment() -> None:
    words = lines("some text")
    data = pack(align("some text", words))
    assert unpack(data, "other text", words) is None
    assert unpack(data, "some text", lines("some texts")) is None


# ---------------------------------------------------------------- large and hostile


@pytest.mark.parametrize(
    "text",
    ["the " * 50_000, "<td>" * 20_000 + "x", "$x$ " * 20_000, "1 2 3 4 5 6 7 8 9 " * 10_000, "表" * 60_000,
     "&amp;" * 30_000, "[" * 50_000, "\\(" * 30_000],
)  # fmt: skip
def test_a_page_of_200_kilobytes_comes_to_an_end(text: str) -> None:
    words = lines(*(line for line in re.findall(r".{1,80}", text[:100_000])))
    alignment = align(text, words)
    assert len(alignment.places) == len(alignment.source.words)


def test_words_without_text_or_size_do_no_harm() -> None:
    words = [Word(text="", box=(0, 0, 0, 0)), Word(text="-", box=(0, 0, 0, 0)), Word(text="a", box=(0, 0, 0, 0))]
    assert _located(align("a", words), "a") == ["a"]


def test_the_search_for_garbage_passes_over_the_words_of_long_pages() -> None:
    """It stops every thread: tens of thousands of words would cost the window several frames."""
    shown = [f"word number {number} of a long page" for number in range(2000)]
    alignment = align("\n\n".join(shown), lines(*shown))
    gc.collect()
    words = [*alignment.source.words, *alignment.page.words, *alignment.page.given]
    assert len(words) > 30_000 and not any(map(gc.is_tracked, words))
    assert not any(gc.is_tracked(places) for places in (*alignment.places, *alignment.back) if places)
