# SPDX-License-Identifier: AGPL-3.0-or-later
"""A row that a table has lost comes back as a row of it, beside cells over several columns and rows too, and never
breaks the table."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from app.core.checks import Evidence, Flag, Kind, Origin, Reason, Second, check, sentence
from engine.protocol import Word
from tests.unit.accepting import accepted
from tests.unit.page_words import HIGH, PITCH, columns, lines

QUAYS = (
    '<tr><td></td><td colspan="2">Before the war</td><td colspan="2">After the war</td></tr>',
    "<tr><td>Berth</td><td>Ships</td><td>Dues</td><td>Ships</td><td>Dues</td></tr>",
    '<tr><td rowspan="2">North</td><td>112</td><td>1,204</td><td>98</td><td>2,310</td></tr>',
    "<tr><td>87</td><td>932</td><td>45</td><td>618</td></tr>",
    '<tr><td colspan="5">Only in summer</td></tr>',
    '<tr><td rowspan="3">South</td><td>31</td><td>507</td><td>-</td><td>-</td></tr>',
    "<tr><td>14</td><td>88</td><td>19</td><td>230</td></tr>",
    "<tr><td>7</td><td>40</td><td>-</td><td>11</td></tr>",
    "<tr><td>West</td><td>12</td><td>64</td><td>23</td><td>91</td></tr>",
    '<tr><td colspan="5">All the year round</td></tr>',
    "<tr><td>Old dock</td><td>55</td><td>606</td><td>77</td><td>808</td></tr>",
)
GRID = (
    ("", "Before the war", "", "After the war", ""), ("Berth", "Ships", "Dues", "Ships", "Dues"),
    ("North", "112", "1,204", "98", "2,310"), ("", "87", "932", "45", "618"), ("", "Only in summer", "", "", ""),
    ("South", "31", "507", "-", "-"), ("", "14", "88", "19", "230"), ("", "7", "40", "-", "11"),
    ("West", "12", "64", "23", "91"), ("", "All the year round", "", "", ""), ("Old dock", "55", "606", "77", "808"),
)  # fmt: skip
PAGE = columns(GRID, wide=0.12)
BEFORE = "What the berths of the harbour were used for in those years is told by the old books."
WORDS = [*lines(BEFORE, top=0.1), *PAGE]


def _table(rows: Sequence[str], sign: str = "\n") -> str:
    return "<table>" + sign + "".join(row + sign for row in rows) + "</table>"


def _flags(text: str, words: Sequence[Word]) -> tuple[Flag, ...]:
    return check(Evidence(text, Second(Origin.TEXT_LAYER, words))).flags


def test_the_table_itself_has_no_flags() -> None:
    assert _flags(f"{BEFORE}\n\n{_table(QUAYS)}\n", WORDS) == ()


@pytest.mark.parametrize("sign", ["\n", ""], ids=["lines", "one line"])
@pytest.mark.parametrize("lost", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
def test_a_row_beside_cells_over_several_comes_back(lost: int, sign: str) -> None:
    whole = f"{BEFORE}\n\n{_table(QUAYS, sign)}\n"
    text = f"{BEFORE}\n\n{_table([row for number, row in enumerate(QUAYS) if number != lost], sign)}\n"
    assert accepted(text, WORDS) == whole


def test_a_lost_head_over_several_columns_comes_back() -> None:
    whole = f"{BEFORE}\n\n{_table(QUAYS)}\n"
    assert accepted(f"{BEFORE}\n\n{_table(QUAYS[1:])}\n", WORDS) == whole


@pytest.mark.parametrize("rows", [(6, 7), (2, 3), (8, 9, 10)])
def test_several_rows_come_back_without_breaking_the_table(rows: Sequence[int]) -> None:
    kept = [row for number, row in enumerate(QUAYS) if number not in rows]
    after = accepted(f"{BEFORE}\n\n{_table(kept)}\n", WORDS)
    assert not [flag for flag in _flags(after, WORDS) if flag.kind is Kind.TABLE_RAGGED]
    assert after.count("<tr>") == len(QUAYS)


BARS = (
    "| Berth | Ships | Dues |", "|---|---|---|", "| North quay | 112 | 1,204 |", "| South quay | 87 | 932 |",
    "| Coal wharf | 45 | 618 |",
)  # fmt: skip
BAR_ROWS = (
    ("Berth", "Ships", "Dues"),
    ("North quay", "112", "1,204"),
    ("South quay", "87", "932"),
    ("Coal wharf", "45", "618"),
)


@pytest.mark.parametrize("before", [f"{BEFORE}\n\n", ""], ids=["behind a paragraph", "first"])
def test_the_head_of_a_table_of_bars_comes_back_above_its_rule(before: str) -> None:
    words = [*(lines(BEFORE, top=0.1) if before else []), *columns(BAR_ROWS)]
    whole = before + "\n".join(BARS) + "\n"
    assert accepted(before + "\n".join(BARS[1:]) + "\n", words) == whole


def test_what_is_printed_above_a_table_is_no_row_of_it() -> None:
    words = [*lines(BEFORE, top=0.1), *lines("The berths and what they paid", top=0.16), *columns(BAR_ROWS)]
    after = accepted(f"{BEFORE}\n\n" + "\n".join(BARS) + "\n", words)
    assert "\n\nThe berths and what they paid\n\n| Berth" in after


def test_the_first_row_below_the_head_comes_back_where_columns_are_close() -> None:
    rows = (("No", "Name", "Price"), ("1", "Tests of books", "33.00"), ("2", "Papers of toads", "44.00"))
    words = [
        word
        for number, row in enumerate(rows)
        for cell, left in zip(row, (0.1, 0.13, 0.4), strict=True)
        for word in lines(cell, left=left, top=0.3 + number * PITCH)
    ]
    table = "| No | Name | Price |\n|---|---|---|\n| 1 | Tests of books | 33.00 |\n| 2 | Papers of toads | 44.00 |\n"
    assert accepted(table.replace("| 1 | Tests of books | 33.00 |\n", ""), words) == table


def test_rows_of_several_lines_come_back_as_one_row() -> None:
    """The lines of a cell are closer than rows are, and the other cells stand at their middle."""
    cells = (
        ("2020", "weak, but able to pay what is due"),
        ("2021", "sound, if the harvest is a good one"),
        ("2022", "in doubt since the old bank failed"),
    )
    words: list[Word] = lines("Year", top=0.2) + lines("Rating", left=0.3, top=0.2)
    for number, (year, told) in enumerate(cells):
        top = 0.25 + number * 0.1
        one, other = told[: told.index(" ", 15)], told[told.index(" ", 15) + 1 :]
        words += [
            *lines(year, top=top + HIGH / 2),
            *lines(one, left=0.3, top=top),
            *lines(other, left=0.3, top=top + HIGH),
        ]
    table = "| Year | Rating |\n|---|---|\n" + "".join(f"| {year} | {told} |\n" for year, told in cells)
    for year, told in cells[:2]:
        assert accepted(table.replace(f"| {year} | {told} |\n", ""), words) == table


def test_leaders_and_bullets_are_no_part_of_a_cell() -> None:
    rows = [
        ("●Berth", "●Ships"),
        ("●North ............", "●112"),
        ("●South ............", "●87"),
        ("●West ............", "●45"),
    ]
    table = "| Berth | Ships |\n|---|---|\n| North | 112 |\n| South | 87 |\n| West | 45 |\n"
    assert accepted(table.replace("| South | 87 |\n", ""), columns(rows, wide=0.3)) == table


def test_a_page_number_below_a_table_is_no_row_of_it() -> None:
    words = [*columns(BAR_ROWS), *lines("17", left=0.5, top=0.7)]
    table = "\n".join(BARS) + "\n"
    assert accepted(table.replace(BARS[4] + "\n", ""), words) == table


def test_words_whose_cells_are_not_known_go_into_one_cell_and_it_says_so() -> None:
    rows = [
        *columns(BAR_ROWS[:3]),
        *lines("free for the members of the guild", top=0.2 + 3 * PITCH),
        *columns(BAR_ROWS[3:], top=0.2 + 4 * PITCH),
    ]
    text = "\n".join(BARS) + "\n"
    (flag,) = _flags(text, rows)
    assert flag.reason is Reason.CELLS_LEFT_OUT
    assert "one cell" in sentence(flag, Origin.TEXT_LAYER)
    after = accepted(text, rows)
    assert "| free for the members of the guild | | |" in after
    assert not [flag for flag in _flags(after, rows) if flag.kind is Kind.TABLE_RAGGED]


def test_arabic_of_a_text_layer_has_its_ligatures_in_order() -> None:
    said = ("تعتبر البرمجة من الأدوات القوية", "التي يمكن أن تعزز الإنتاجية كل يوم", "وتساعد في إيجاد حلول فعالة للناس")
    words = lines(*(line.replace("الأ", "األ").replace("الإ", "اإل") for line in said))
    text = "\n\n".join(said) + "\n"
    assert accepted(text.replace(f"{said[1]}\n\n", ""), words) == text


@pytest.mark.parametrize("writer", ["bars", "html"])
@pytest.mark.parametrize(("row", "column"), [(1, 1), (2, 2), (2, 1), (3, 3)])
def test_the_one_word_of_a_cell_is_found_where_the_cell_is_empty(writer: str, row: int, column: int) -> None:
    rows = [["State", "Maths", "Reading", "Left"], ["North", "Yes", "No", "na"], ["South", "No", "Yes", "na"],
            ["East", "No", "No", "Yes"]]  # fmt: skip
    words = columns(rows, wide=0.2)

    def table(cells: Sequence[Sequence[str]]) -> str:
        if writer == "html":
            lines_ = ["<tr>" + "".join(f"<td>{cell}</td>" for cell in each) + "</tr>\n" for each in cells]
            return "<table>\n" + "".join(lines_) + "</table>\n"
        bars = ["| " + " | ".join(each) + " |\n" for each in cells]
        return bars[0] + "|---|---|---|---|\n" + "".join(bars[1:])

    wrong = [list(each) for each in rows]
    wrong[row][column] = ""
    (flag,) = _flags(table(wrong), words)
    assert (flag.kind, flag.data["page"]) == (Kind.MISSING_TEXT, rows[row][column])
    assert accepted(table(wrong), words).replace(" ", "") == table(rows).replace(" ", "")


@pytest.mark.parametrize("rows", [((1, 1),), ((2, 1), (3, 1), (1, 2))])
def test_a_table_whose_columns_no_cell_tells_has_flags_like_any_other(rows: Sequence[tuple[int, int]]) -> None:
    """Each cell goes over two columns, so none says where one of them is."""
    cells = (("State", "Ships"), ("North", "many"), ("South", "few"), ("East", "none"))
    wrong = [
        ["" if (number, column) in rows else cell for column, cell in enumerate(row)]
        for number, row in enumerate(cells)
    ]
    text = "".join("<tr>" + "".join(f'<td colspan="2">{cell}</td>' for cell in row) + "</tr>\n" for row in wrong)
    for flag in _flags(f"<table>\n{text}</table>\n", columns(cells, wide=0.3)):
        assert 0 <= flag.start <= flag.end
