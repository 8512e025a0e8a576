# SPDX-License-Identifier: AGPL-3.0-or-later
"""What accepting a suggestion leaves: the text as it is on the page, with its tables, sentences and words whole."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from app.core.align.source import read
from app.core.checks import Evidence, Kind, Origin, Second, check, tables
from app.core.checks.cutting import cut
from app.core.checks.taking import taken_out
from engine.protocol import Word
from tests.unit.accepting import accepted
from tests.unit.page_words import HIGH, PITCH, columns, lines

AROUND = "The quick brown fox jumps over the lazy dog near the river bank"
ROWS = (
    ("Berth", "Ships", "Dues"),
    ("North quay", "112", "1,204"),
    ("South quay", "87", "932"),
    ("Coal wharf", "45", "618"),
    ("Dry dock", "9", "88"),
)
BARS = "\n".join(["| Berth | Ships | Dues |", "|---|---|---|", *("| " + " | ".join(row) + " |" for row in ROWS[1:])])
HTML = "<table>\n" + "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in ROWS)
TABLES = (BARS + "\n", HTML + "</table>\n")


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("write to gate@example.org now", "write to gate@exanple.org now"),
        ("a non-linear and/or self-made thing", "a non-linaer and/nor self-mode thing"),
        ("the file main.py is here", "the file mian.py is here"),
        ("“Never,” said the (old) man", "“Newer,” said the (odd) man"),
        ("rises by 7.1%, they said", "rises by 1.7%, they said"),
        ("房租上涨7.1%。", "房租上涨1.7%。"),
        ("每人得到一张地图。收回的表格，", "每人得到一张地址。收回的表格，"),
    ],
)
def test_of_a_given_word_that_is_several_only_the_one_that_differs_is_put_in(page: str, text: str) -> None:
    words = lines(AROUND, page, AROUND)
    assert accepted(f"{AROUND}\n\n{text}\n\n{AROUND}\n", words) == f"{AROUND}\n\n{page}\n\n{AROUND}\n"


def test_of_a_line_without_blanks_the_reason_names_what_differs() -> None:
    page = "调查员每日工资为4先令6便士，每人得到一张地图。收回的表格中，96.4%可以使用。"
    text = page.replace("地图", "地址").replace("96.4", "94.6")
    flags = check(Evidence(text, Second(Origin.TEXT_LAYER, lines(page)))).flags
    assert [(flag.kind, flag.data["page"]) for flag in flags] == [
        (Kind.WORD_DIFFERS, "图"), (Kind.NUMBER_DIFFERS, "96.4"),
    ]  # fmt: skip


@pytest.mark.parametrize("table", TABLES, ids=["bars", "html"])
@pytest.mark.parametrize("lost", ROWS[1:], ids=lambda row: row[0])
def test_a_lost_row_comes_back_as_a_row(table: str, lost: Sequence[str]) -> None:
    line = next(line for line in table.splitlines(keepends=True) if lost[0] in line)
    assert accepted(table.replace(line, ""), columns(ROWS)) == table


@pytest.mark.parametrize("table", TABLES, ids=["bars", "html"])
def test_two_lost_rows_come_back_as_two(table: str) -> None:
    kept = "".join(line for line in table.splitlines(keepends=True) if "South" not in line and "Coal" not in line)
    assert accepted(kept, columns(ROWS)) == table


@pytest.mark.parametrize("table", TABLES, ids=["bars", "html"])
@pytest.mark.parametrize("lost", ["North quay", "112", "1,204", "South quay", "87", "88"])
def test_what_an_empty_cell_lacks_goes_into_it(table: str, lost: str) -> None:
    assert accepted(table.replace(lost, "", 1), columns(ROWS)) == table


def test_what_a_cell_lacks_does_not_go_into_an_empty_one_beside_it() -> None:
    rows = (*ROWS, ("Total of 7 berths", "", "2,842"))
    table = BARS + "\n| Total of berths |  | 2,842 |\n"
    assert accepted(table, columns(rows, wide=0.25)) == table.replace("of berths", "of 7 berths")


@pytest.mark.parametrize("table", TABLES, ids=["bars", "html"])
def test_a_last_cell_that_is_not_there_is_made(table: str) -> None:
    cut = table.replace("<td>932</td>", "").replace(" 932 |", "")
    assert cut != table
    assert accepted(cut, columns(ROWS)) == table


@pytest.mark.parametrize("table", TABLES, ids=["bars", "html"])
@pytest.mark.parametrize("row", ROWS[1:], ids=lambda row: row[0])
def test_a_row_that_is_there_twice_goes_with_its_line(table: str, row: Sequence[str]) -> None:
    line = next(line for line in table.splitlines(keepends=True) if row[0] in line)
    assert accepted(table.replace(line, line + line), columns(ROWS)) == table


def test_a_cell_of_two_lines_is_one_cell() -> None:
    rows = (("Berth", "Remarks"), ("North", "closed in May"), ("South", "two pilots"), ("West", "no crane"))
    words = [
        *columns(rows[:2], wide=0.3), *lines("South", top=0.2 + 2 * PITCH),
        *lines("two", left=0.4, top=0.2 + 2 * PITCH), *lines("pilots", left=0.4, top=0.2 + 2 * PITCH + HIGH),
        *columns(rows[3:], top=0.2 + 4 * PITCH, wide=0.3),
    ]  # fmt: skip
    table = "| Berth | Remarks |\n|---|---|\n| North | closed in May |\n| South | two pilots |\n| West | no crane |\n"
    assert accepted(table.replace("| South | two pilots |\n", ""), words) == table


def test_a_lost_line_over_the_whole_table_is_not_cut_into_cells() -> None:
    rows = [*columns(ROWS[:3]), *lines("all of them free for the members of the guild", top=0.2 + 3 * PITCH)]
    words = [*rows, *columns(ROWS[3:], top=0.2 + 4 * PITCH)]
    assert "all of them free for the members of the guild" in accepted(TABLES[0], words)


BLOCKS = (
    "The harbour office keeps a list of barges.\n\n## The lock\n\nBefore winter closed the canal, more came.\n",
    "The office has three lists:\n\n- of barges and boats\n- of coal that was carried\n- of the men on board\n",
    "The dues:\n\n| Berth | Ships |\n|---|---|\n| North quay | many of coal |\n| South quay | some of grain |\n",
    "The dues:\n\n<table><tr><td>Berth</td><td>Ships</td></tr><tr><td>Quay</td><td>many of coal</td></tr></table>\n",
)


@pytest.mark.parametrize("before", [1, 2, 3, 5])
@pytest.mark.parametrize("after", [1, 2, 4])
@pytest.mark.parametrize("text", BLOCKS, ids=["blocks", "items", "bars", "html"])
def test_what_is_too_much_over_a_border_leaves_the_border(text: str, before: int, after: int) -> None:
    """Words of which the page has the first and the last: what is between goes, and blocks, items, cells stay apart."""
    for border in ("\n\n## ", "\n\n", "\n- ", " | ", "</td><td>", "</tr><tr>"):
        at = text.find(border, 8)
        if at < 0:
            continue
        source = read(text)
        split = sum(word.start < at for word in source.words)
        run = range(max(1, split - before), min(len(source.words) - 1, split + after))
        start, end, instead = cut(source, run)
        if not instead:
            start, end = taken_out(text, start, end)
        left = text[:start] + instead + text[end:]
        keys = [word.key for number, word in enumerate(source.words) if number not in run]
        assert [word.key for word in read(left).words] == keys
        assert not list(tables.check(read(left)))
        of_block = {word.block for number, word in enumerate(source.words) if number not in run}
        assert len({word.block for word in read(left).words}) == len(of_block)


def test_rows_that_are_too_much_go_as_rows() -> None:
    for table in TABLES:
        line = next(line for line in table.splitlines(keepends=True) if "Coal" in line)
        more = line.replace("Coal wharf", "Fish market").replace("45", "31,777").replace("618", "999,222")
        assert accepted(table.replace(line, line + more), columns(ROWS)) == table


JAPANESE = (
    "港湾調査報告書", "千九百十一年五月三日より十一週間にわたり、十七の教区において調査を行った。",
    "調査員の日当は四円五十銭で、各人に地図が一枚ずつ渡された。",
    "返送された用紙のうち、九割六分が使用に堪えるものであった。残りは判読できなかった。",
)  # fmt: skip
CHINESE = (
    "一九一一年住户调查", "调查自1911年5月3日开始，历时十一周，共走访17个教区的1204户。",
    "调查员每日工资为4先令6便士，每人得到一张地图。收回的表格中，96.4%可以使用。", "第二次调查于1912年进行。",
)  # fmt: skip


def _columns_from_the_right(paragraphs: Sequence[str]) -> list[Word]:
    """Vertical writing as text layers give it: character by character, each paragraph a column."""
    return [
        Word(text=sign, box=(0.9 - 0.06 * column, 0.1 + 0.015 * row, 0.92 - 0.06 * column, 0.115 + 0.015 * row))
        for column, paragraph in enumerate(paragraphs)
        for row, sign in enumerate(paragraph)
    ]


@pytest.mark.parametrize("lost", range(4))
@pytest.mark.parametrize("paragraphs", [JAPANESE, CHINESE], ids=["from above", "from the left"])
def test_a_lost_paragraph_without_blanks_is_found_wherever_it_was(paragraphs: Sequence[str], lost: int) -> None:
    vertical = paragraphs is JAPANESE
    words = _columns_from_the_right(paragraphs) if vertical else lines(*paragraphs)
    rest = "\n\n".join(paragraph for number, paragraph in enumerate(paragraphs) if number != lost) + "\n"
    assert accepted(rest, words).replace("\n", "") == "".join(paragraphs)


@pytest.mark.parametrize(
    "lost", ["残りは判読できなかった。", "調査員の日当は", "使用に堪える", "返送された用紙のうち、"]
)
def test_what_a_column_lacks_goes_where_it_was(lost: str) -> None:
    text = "\n\n".join(JAPANESE) + "\n"
    assert accepted(text.replace(lost, ""), _columns_from_the_right(JAPANESE)) == text


@pytest.mark.parametrize(
    "lost", ["历时十一周，", "每人得到", "共走访17个教区的1204户", "第二次调查于", "中，96.4%可以"]
)
def test_what_a_line_without_blanks_lacks_goes_where_it_was(lost: str) -> None:
    text = "\n\n".join(CHINESE) + "\n"
    assert accepted(text.replace(lost, ""), lines(*CHINESE)) == text


@pytest.mark.parametrize(
    "lost",
    [" She left.", "She left. ", "He came home at last. ", ", who knew", " (as it was)", " ± 3",
     " and $6 and then $7", ".py", "util.", "example."],
)  # fmt: skip
def test_signs_around_what_is_lacking_are_put_in_once(lost: str) -> None:
    page = (
        "He came home at last. She left. They all, who knew, saw it.",
        "The road (as it was) had 12 ± 3 miles and cost $4.50 and $6 and then $7 a day.",
        "See main.py and util.py here, or write to gate@example.org now.",
    )
    text = "\n\n".join((AROUND, *page, AROUND)) + "\n"
    assert lost in text
    assert accepted(text.replace(lost, "", 1), lines(AROUND, *page, AROUND)) == text


@pytest.mark.parametrize(
    ("text", "gone", "left"),
    [
        ("contradicted each other.", "each", "contradicted other."), ("end of words", "words", "end of"),
        ("Sed diam. Nobody came. At vero", "Nobody came", "Sed diam. At vero"),
        ("Sed diam. Nobody came.\n\nAt vero", "Nobody came", "Sed diam.\n\nAt vero"),
        ("Nobody came. At vero", "Nobody came", "At vero"), ("“Nobody came.” Then", "Nobody came", "Then"),
        ("A\n\nNobody came.\n\nB\n", "Nobody came", "A\n\nB\n"), ("A\n\nNobody came.\n", "Nobody came", "A\n"),
        ("Nobody came.\n", "Nobody came", ""), ("A\nNobody came\nB", "Nobody came", "A\nB"),
        ("- one\n- Nobody came\n- two", "Nobody came", "- one\n- two"), ("# A\n\n## X\n\nB", "X", "# A\n\nB"),
        ("x (never so) and", "never so", "x and"), ("x **never** and", "never", "x and"),
        ("mile<sup>2</sup> and", "2", "mile and"), ("one, two, three", "two", "one, three"),
        ("<td>618 777</td>", "777", "<td>618</td>"), ("<td>777 618</td>", "777", "<td>618</td>"),
        ("| 618 777 |", "777", "| 618 |"), ("| a | 777 | b |", "777", "| a | | b |"),
        ("页面。多余的话。后面", "多余的话", "页面。后面"), ("a b", "", "a b"),
    ],
)  # fmt: skip
def test_what_is_taken_out_leaves_no_blank_sign_or_line_behind(text: str, gone: str, left: str) -> None:
    at = text.index(gone)
    start, end = taken_out(text, at, at + len(gone))
    assert text[:start] + text[end:] == left


LEFT = (
    "the keeper of the light wrote down",
    "all that he saw in a book of his own",
    "and his wife drew the birds in it,",
    "of which forty kinds are known here",
    "from the letters of her sister Ann.",
)
RIGHT = (
    "in those years nobody came to see",
    "either of them but the old doctor,",
    "who took the book away with him to",
    "the town where he had it printed at",
    "his own cost for a few good friends.",
)


@pytest.mark.parametrize("tilt", [-0.03, 0.0, 0.03])
@pytest.mark.parametrize("lost", [[n] for n in range(5)] + [[1, 2], [2, 3, 4]], ids=str)
def test_a_line_that_a_column_lacks_does_not_go_into_the_other(lost: list[int], tilt: float) -> None:
    """An OCR gives narrow columns row by row, and of a tilted page one row lies beside the next."""
    words: list[Word] = []
    for number, (one, other) in enumerate(zip(LEFT, RIGHT, strict=True)):
        top = 0.3 + number * PITCH
        words += [*lines(one, top=top), *lines(other, top=top, left=0.5)]
    shifted = [
        Word(text=word.text, box=(left, top + tilt * left, right, bottom + tilt * left), confidence=0.99)
        for word in words
        for left, top, right, bottom in [word.box]
    ]
    left = [line for number, line in enumerate(LEFT) if number not in lost]
    text = "\n\n".join((" ".join(left), " ".join(RIGHT))) + "\n"
    whole = "\n\n".join((" ".join(LEFT), " ".join(RIGHT))) + "\n"
    for _ in lost:
        flags = check(Evidence(text, Second(Origin.OCR, shifted))).flags
        for flag in reversed(flags[:1]):
            text = text[: flag.start] + (flag.suggestion or "") + text[flag.end :]
    assert text.split("\n\n")[-1] == whole.split("\n\n")[-1]
    assert " ".join(text.split()) == " ".join(whole.split())
