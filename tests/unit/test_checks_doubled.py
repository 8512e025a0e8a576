# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a model writes again right behind itself is one flag, accepting it leaves the text as it was before, and what
the page has several times stays."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from app.core.checks import Evidence, Flag, Kind, Origin, Reason, Second, check
from engine.protocol import Word
from tests.unit.accepting import accepted
from tests.unit.page_words import PITCH, columns, lines

ROWS = (
    ("State", "Maths", "Reading", "Exempt", "Left"),
    ("North", "Yes", "No", "Yes", "na"),
    ("South", "Yes", "No", "Yes", "na"),
    ("East", "No", "No", "Yes", "14"),
    ("West", "Yes", "No", "Yes", "na"),
    ("Isles", "No", "Yes", "No", "na"),
)
BARS = "\n".join(
    ["| " + " | ".join(ROWS[0]) + " |", "|---|---|---|---|---|", *("| " + " | ".join(r) + " |" for r in ROWS[1:])]
)
HTML = "<table>\n" + "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in ROWS)
TABLES = (BARS + "\n", HTML + "</table>\n", (HTML + "</table>").replace("\n", "") + "\n")
NAMES = ["bars", "html", "html in a line"]
BEFORE = "The harbour office keeps a list of all barges that passed the northern lock."
BEHIND = "It was printed once a year, and sent to all of the seven owners."
PAGE = [*lines(BEFORE, top=0.1), *columns(ROWS), *lines(BEHIND, top=0.6)]


def _flags(text: str, words: Sequence[Word], origin: Origin = Origin.TEXT_LAYER) -> tuple[Flag, ...]:
    return check(Evidence(text, Second(origin, words))).flags


def _row(table: str, name: str) -> str:
    """A row with what parts it from the next one."""
    start = table.index(f"<tr><td>{name}" if "<tr>" in table else f"| {name}")
    end = table.index("</tr>" if "<tr>" in table else "\n", start) + (5 if "<tr>" in table else 1)
    return table[start : end + (table[end : end + 1] == "\n" and "<tr>" in table)]


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
@pytest.mark.parametrize("times", [2, 3, 4, 9])
@pytest.mark.parametrize("name", [row[0] for row in ROWS[1:]])
def test_a_row_whose_cells_others_have_too_goes_as_often_as_it_is_too_much(table: str, times: int, name: str) -> None:
    text = f"{BEFORE}\n\n{table}\n{BEHIND}\n"
    row = _row(text, name)
    wrong = text.replace(row, row * times)
    flags = _flags(wrong, PAGE)
    assert [flag.kind for flag in flags] == [Kind.REPETITION]
    assert flags[0].reason is (Reason.LOOP if times >= 4 else Reason.LINE_AGAIN)
    assert accepted(wrong, PAGE) == text


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
@pytest.mark.parametrize("names", [("South", "East"), ("North", "South", "East"), ("West", "Isles")], ids=len)
def test_several_rows_that_come_again_are_one_flag(table: str, names: Sequence[str]) -> None:
    text = f"{BEFORE}\n\n{table}\n{BEHIND}\n"
    part = "".join(_row(text, name) for name in names)
    assert accepted(text.replace(part, part * 3), PAGE) == text


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
@pytest.mark.parametrize("behind", [f"\n{BEHIND}\n", ""], ids=["within", "at the end"])
def test_a_table_that_comes_again_goes_as_a_whole(table: str, behind: str) -> None:
    text = f"{BEFORE}\n\n{table}"
    words = PAGE if behind else PAGE[: -len(BEHIND.split())]
    assert accepted(f"{text}\n{table}{behind}", words) == text + behind


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
@pytest.mark.parametrize("cut", [3, 7, 20, 35])
def test_what_is_left_of_the_last_time_round_goes_too_and_the_table_is_closed(table: str, cut: int) -> None:
    text = f"{BEFORE}\n\n{table}"
    words = PAGE[: -len(BEHIND.split())]
    part = "".join(_row(text, name) for name in ("East", "West", "Isles"))
    wrong = text[: text.index(part)] + part * 3 + part[:-1][: -cut - 1]
    result = accepted(wrong, words)
    assert "".join(result.split()) == "".join(text.split())


@pytest.mark.parametrize("sign", ["\n\n", " ", "\n"], ids=["paragraphs", "sentences", "lines"])
@pytest.mark.parametrize("times", [2, 5])
def test_prose_that_comes_again_goes(sign: str, times: int) -> None:
    said = ("Nobody came for a week.", "Then the ice broke, and the first boat was seen.", "She had no name.")
    text = sign.join((BEFORE, *said, BEHIND)) + "\n"
    words = lines(BEFORE, *said, BEHIND)
    for part in (said[:1], said[1:], said):
        one = sign.join(part)
        assert accepted(text.replace(one, sign.join([one] * times)), words) == text


def test_sentences_without_blanks_that_come_again_go() -> None:
    said = ("一九一一年住户调查。", "每人得到一张地图。", "第二次调查于次年进行。")
    text = "".join(said) + "\n"
    assert accepted(text.replace(said[1], said[1] * 3), lines("".join(said))) == text


@pytest.mark.parametrize("origin", list(Origin))
@pytest.mark.parametrize("table", TABLES, ids=NAMES)
@pytest.mark.parametrize("times", [2, 3, 6])
def test_equal_rows_of_the_page_stay(table: str, times: int, origin: Origin) -> None:
    row = ("Isles", "No", "Yes", "No", "na")
    rows = [*ROWS, *([row] * (times - 1))]
    text = table.replace(_row(table, "Isles"), _row(table, "Isles") * times)
    assert _flags(text, columns(rows), origin) == ()


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_of_rows_that_the_page_has_twice_two_stay(table: str) -> None:
    rows = [*ROWS[:3], ROWS[2], *ROWS[3:]]
    row = _row(table, "South")
    text = table.replace(row, row * 2)
    assert accepted(table.replace(row, row * 5), columns(rows)) == text


@pytest.mark.parametrize("more", [0, 1, 4])
def test_a_page_of_one_sentence_again_and_again_keeps_each_that_it_has(more: int) -> None:
    said = "The quick brown fox jumps over the lazy dog near the river bank."
    words = lines(*[said] * 7)
    text = " ".join([said] * 7) + "\n"
    wrong = " ".join([said] * (7 + more)) + "\n"
    assert (accepted(wrong, words) if more else wrong) == text
    assert more or _flags(wrong, words) == ()


def test_an_ocr_that_lost_letters_of_a_second_equal_row_is_not_believed() -> None:
    rows = [
        ("Item", "Price"),
        ("Garden work, an hour", "120.00"),
        ("Garden work, an hour", "120.00"),
        ("Sum", "240.00"),
    ]
    text = "| Item | Price |\n|---|---|\n" + "".join(f"| {a} | {b} |\n" for a, b in rows[1:])
    words = columns(rows, wide=0.4)
    worn = {"Garden": "6arden", "work,": "wcrk,", "an": "a", "hour": "haur"}
    second = [
        Word(text=worn.get(w.text, w.text), box=w.box, confidence=0.9)
        if 0.2 + 1.5 * PITCH < w.box[1] < 0.2 + 2.5 * PITCH
        else w
        for w in words
    ]
    assert not [flag for flag in _flags(text, second, Origin.OCR) if flag.kind is Kind.REPETITION]


def test_lines_that_the_page_has_in_other_words_are_not_too_many() -> None:
    page = ("for each of the berths do", "count the ships of coal", "end", "end", "end", "and write down the sum of it")
    text = "\n".join(line.replace("end", "end for") for line in page)
    assert not [flag for flag in _flags(f"```\n{text}\n```\n", lines(*page)) if flag.kind is Kind.REPETITION]
