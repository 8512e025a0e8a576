# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pages that lie on their side or upside down: their text is checked as on an upright page, and boxes stay on the page
as it is shown."""

from __future__ import annotations

import pytest

from app.core.align import align
from app.core.align.direction import straight, turned
from app.core.checks import Evidence, Flag, Kind, Origin, Second, check
from engine.protocol import Box, Word
from tests.unit.page_words import lines

BLOCKS = (
    ("The harbour office keeps a list of all barges", "that passed the northern lock in the year 1907"),
    ("and of the 1,234 tons of coal that they carried", "to the mills beside the river before the winter"),
    ("closed the upper canal for the rest of the season", "and nobody came down from the hills until May."),
)
TEXT = "\n\n".join(" ".join(block) for block in BLOCKS)
PAGE = [word for n, block in enumerate(BLOCKS) for word in lines(*block, top=0.2 + 0.1 * n, confidence=0.95)]
TURNS = (0, 90, 180, 270)


def _turn(words: list[Word], degrees: int) -> list[Word]:
    """The page as it is shown when it lies turned clockwise by so many degrees."""
    return [Word(text=w.text, box=straight(w.box, -degrees % 360), confidence=w.confidence) for w in words]


def _flags(text: str, words: list[Word]) -> list[Flag]:
    return list(check(Evidence(text, Second(Origin.OCR, words))).flags)


@pytest.mark.parametrize("degrees", TURNS)
def test_the_turn_of_a_page_is_told_from_its_words(degrees: int) -> None:
    assert turned(_turn(PAGE, degrees)) == degrees


def test_what_runs_from_right_to_left_is_not_upside_down() -> None:
    hebrew = "מר שמואל שהיתה מרכז יהודי חשוב מימיו של התנא הנשיא"
    words = [
        Word(text=word, box=(0.9 - 0.09 * n, 0.2 + 0.03 * line, 0.97 - 0.09 * n, 0.22 + 0.03 * line))
        for line in range(2)
        for n, word in enumerate(hebrew.split())
    ]
    assert turned(words) == 0
    assert turned(_turn(words, 180)) == 180


def test_vertical_writing_runs_as_if_it_were_turned() -> None:
    columns = [Word(text="新進の大學士", box=(0.9 - 0.05 * n, 0.1, 0.93 - 0.05 * n, 0.4)) for n in range(12)]
    signs = [
        Word(text="学", box=(0.9 - 0.05 * n, 0.1 + 0.03 * m, 0.93 - 0.05 * n, 0.125 + 0.03 * m))
        for n in range(3)
        for m in range(8)
    ]
    lines = [Word(text="新進の大學士", box=(0.1, 0.1 + 0.05 * n, 0.4, 0.13 + 0.05 * n)) for n in range(12)]
    assert [turned(words) for words in (columns, signs, lines)] == [90, 90, 0]


def test_lists_and_a_few_words_are_not_turned() -> None:
    listed = [Word(text=f"entry{n}", box=(0.1, 0.1 + 0.03 * n, 0.2, 0.12 + 0.03 * n)) for n in range(20)]
    assert [turned(words) for words in (listed, PAGE[:3], [])] == [0, 0, 0]


@pytest.mark.parametrize("degrees", TURNS)
def test_a_box_comes_back_where_it_was(degrees: int) -> None:
    box: Box = (0.1, 0.2, 0.4, 0.25)
    assert straight(straight(box, degrees), -degrees % 360) == pytest.approx(box)


@pytest.mark.parametrize("degrees", TURNS)
def test_a_turned_page_that_agrees_has_no_flags(degrees: int) -> None:
    assert _flags(TEXT, _turn(PAGE, degrees)) == []


@pytest.mark.parametrize("degrees", TURNS)
def test_a_line_lost_from_a_turned_page_is_flagged_where_it_belongs_and_shown_where_it_is(degrees: int) -> None:
    lost = BLOCKS[1][1]
    (flag,) = _flags(TEXT.replace(" " + lost, ""), _turn(PAGE, degrees))
    assert (flag.kind, flag.data["page"]) == (Kind.MISSING_TEXT, lost)
    assert flag.start == TEXT.index(" " + lost)
    (box,) = flag.boxes
    wanted = [word for word in PAGE if word.text in lost.split() and 0.32 < word.box[1] < 0.34]
    assert straight(box, degrees)[:2] == pytest.approx(wanted[0].box[:2])


@pytest.mark.parametrize("degrees", TURNS)
def test_blocks_in_another_order_are_flagged_on_a_turned_page_too(degrees: int) -> None:
    first, second, third = TEXT.split("\n\n")
    flags = _flags(f"{second}\n\n{first}\n\n{third}", _turn(PAGE, degrees))
    assert [flag.kind for flag in flags] == [Kind.READING_ORDER]


@pytest.mark.parametrize("degrees", TURNS)
def test_the_lines_of_a_turned_page_are_its_lines(degrees: int) -> None:
    assert len(align(TEXT, _turn(PAGE, degrees)).page.lines) == 6
