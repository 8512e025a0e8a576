# SPDX-License-Identifier: AGPL-3.0-or-later
"""Columns that are swapped and cells that went into the next column: one flag, and accepting it puts them right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

from app.core.checks import Evidence, Flag, Kind, Origin, Reason, Second, check, sentence
from app.core.checks.taking import taken_out
from tests.unit.accepting import accepted
from tests.unit.page_words import columns

ROWS = (
    ("Berth", "Keeper", "Cargo", "Remarks"),
    ("North quay", "Adams", "coal", ""),
    ("South quay", "Baker", "", "closed in May"),
    ("Old dock", "Clark", "grain", ""),
    ("Fish market", "Dunn", "", ""),
    ("West pier", "Evans", "timber", "two pilots"),
)
WORDS = columns(ROWS, wide=0.2)


def _bars(rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|---|---|---|---|", *lines[1:]]) + "\n"


def _html(rows: Sequence[Sequence[str]]) -> str:
    return (
        "<table>\n" + "".join("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>\n" for row in rows) + "</table>\n"
    )


Writer = Callable[[Sequence[Sequence[str]]], str]
WRITERS = [_bars, _html]


def _flags(text: str, origin: Origin = Origin.TEXT_LAYER) -> tuple[Flag, ...]:
    return check(Evidence(text, Second(origin, WORDS))).flags


def _same(text: str, other: str) -> bool:
    return text.replace(" ", "") == other.replace(" ", "")


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("origin", list(Origin))
def test_the_table_itself_has_no_flags(writer: Writer, origin: Origin) -> None:
    assert _flags(writer(ROWS), origin) == ()


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("head", [True, False], ids=["with the head", "below the head"])
@pytest.mark.parametrize(("one", "other"), [(0, 1), (1, 2), (2, 3), (0, 2)])
def test_two_columns_the_other_way_round(writer: Writer, head: bool, one: int, other: int) -> None:
    rows = [list(row) for row in ROWS]
    for row in rows[0 if head else 1 :]:
        row[one], row[other] = row[other], row[one]
    text = writer(rows)
    swaps = [flag for flag in _flags(text) if flag.kind is Kind.READING_ORDER]
    assert [flag.reason for flag in swaps[:1]] == [Reason.CELLS_SWAPPED]
    assert "another order" in sentence(swaps[0], Origin.TEXT_LAYER)
    for _ in range(3):
        for flag in [flag for flag in _flags(text) if flag.kind is Kind.READING_ORDER and flag.suggestion][:1]:
            text = text[: flag.start] + (flag.suggestion or "") + text[flag.end :]
    assert _same(text, writer(ROWS))


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize(("row", "cell"), [(1, 2), (2, 3), (3, 2)])
@pytest.mark.parametrize("step", [-1, 1])
def test_a_cell_in_the_next_column(writer: Writer, row: int, cell: int, step: int) -> None:
    rows = [list(each) for each in ROWS]
    target = cell + step
    if not 0 <= target < 4 or rows[row][target]:
        return
    rows[row][cell], rows[row][target] = "", rows[row][cell]
    (flag,) = _flags(writer(rows))
    assert (flag.kind, flag.reason) == (Kind.READING_ORDER, Reason.CELL_SHIFTED)
    assert _same(accepted(writer(rows), WORDS), writer(ROWS))


def test_cells_that_the_page_has_several_times_tell_nothing() -> None:
    rows = (("Name", "2007", "2008"), ("Yes", "No", "Yes"), ("No", "Yes", "No"))
    text = "| Name | 2007 | 2008 |\n|---|---|---|\n| Yes | Yes | No |\n| No | No | Yes |\n"
    flags = check(Evidence(text, Second(Origin.TEXT_LAYER, columns(rows, wide=0.2)))).flags
    assert not [flag for flag in flags if flag.kind is Kind.READING_ORDER]


def test_a_table_from_right_to_left_has_its_columns_from_right_to_left() -> None:
    rows = (("الميناء", "الحارس", "الحمولة"), ("الشمال", "عادل", "فحم"), ("الجنوب", "بشير", "قمح"))
    words = columns([row[::-1] for row in rows], wide=0.2)
    text = "| " + " | ".join(rows[0]) + " |\n|---|---|---|\n" + "".join("| " + " | ".join(r) + " |\n" for r in rows[1:])
    assert not [
        f for f in check(Evidence(text, Second(Origin.TEXT_LAYER, words))).flags if f.kind is Kind.READING_ORDER
    ]


def test_a_word_over_the_border_of_two_cells_has_no_suggestion_that_takes_the_border() -> None:
    rows = (("Net", "Name", "Tax"), ("121.00", "Total", "27.83"), ("88.00", "Part", "20.24"))
    text = "| Net | Name | Tax |\n|---|---|---|\n| 12 | 1.00 | 27.83 |\n| 88.00 | Part | 20.24 |\n"
    for flag in check(Evidence(text, Second(Origin.TEXT_LAYER, columns(rows, wide=0.2)))).flags:
        if flag.suggestion:
            assert "|" not in text[flag.start : flag.end] or "|" in flag.suggestion


@pytest.mark.parametrize(
    ("text", "gone", "left"),
    [("| a | 23% | b |", "23", "| a | | b |"), ("<td>szt.</td>", "szt", "<td></td>"), ("| (12) |", "12", "| |"),
     ("at 23% of", "23", "at% of")],
)  # fmt: skip
def test_no_sign_is_left_of_a_cell(text: str, gone: str, left: str) -> None:
    at = text.index(gone)
    start, end = taken_out(text, at, at + len(gone))
    assert text[:start] + text[end:] == left
    assert all(one < other for one, other in pairwise((0, start, end)))
