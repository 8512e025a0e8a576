# SPDX-License-Identifier: AGPL-3.0-or-later
"""Code points and UTF-16 units."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.core.markup.text_units import Units, from_utf16, tidy, to_utf16, utf16_length

characters = st.characters(exclude_categories=["Cs"])


@given(st.text(characters))
def test_there_and_back(text: str) -> None:
    assert utf16_length(text) == len(text.encode("utf-16-le")) // 2
    for position in range(len(text) + 1):
        assert from_utf16(text, to_utf16(text, position)) == position


def test_inside_a_character_counts_as_before_it() -> None:
    assert [from_utf16("a😀b", units) for units in range(6)] == [0, 1, 1, 2, 3, 3]
    assert to_utf16("a😀b", 2) == 3


def test_tidy_keeps_whole_characters() -> None:
    assert tidy("a\r\nb\rc") == "a\nb\nc"
    assert tidy("\ud83d\ude00") == "😀"
    assert tidy("x\ud83dy") == "x\ufffdy"


@given(st.text())
def test_units_agree_with_the_single_conversions(text: str) -> None:
    text = tidy(text)
    units = Units(text)
    for position in range(len(text) + 1):
        assert units.to_utf16(position) == to_utf16(text, position)
    for unit in range(utf16_length(text) + 1):
        assert units.from_utf16(unit) == from_utf16(text, unit)
