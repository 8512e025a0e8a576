# SPDX-License-Identifier: AGPL-3.0-or-later
"""Flags that need no second reading: tables, formulas, repetition, and what the reading itself tells."""

from __future__ import annotations

import pytest

from app.core.checks import Evidence, Flag, Kind, Origin, Reason, Second, Severity, check, sentence
from engine.protocol import ErrorCode, Finish, Word
from tests.unit.page_words import lines


def _flags(text: str) -> list[tuple[Kind, Reason, str]]:
    return [(flag.kind, flag.reason, text[flag.start : flag.end]) for flag in check(Evidence(text)).flags]


def _one(evidence: Evidence) -> Flag:
    (flag,) = check(evidence).flags
    return flag


# ---------------------------------------------------------------- tables


@pytest.mark.parametrize(
    "text",
    [
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "| a | b |\n|---|---|\n| 1 | x \\| y |",
        "| $|x|$ | b |\n|---|---|\n| $|y|$ | 2 |",
        "<table><tr><td colspan=2>a</td></tr><tr><td>1</td><td>2</td></tr></table>",
        "<table><tr><td rowspan='2'>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
        "<table>\n<tr><td>a</td></tr>\n\n<tr><td>b</td></tr>\n</table>",
        "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b<br>c</td></tr></tbody></table>",
        "H<sub>2</sub>O and x<sup>2</sup>, `<td>` and 3 < 4 > 2",
        "```html\n<td>\n```",
    ],
)
def test_sound_tables_and_tags_are_not_flagged(text: str) -> None:
    assert _flags(text) == []


def test_a_row_with_a_cell_too_few_or_too_many_is_flagged() -> None:
    text = "| a | b |\n|---|---|\n| 1 |\n| 1 | 2 |\n| 1 | 2 | 3 |"
    assert _flags(text) == [
        (Kind.TABLE_RAGGED, Reason.UNEQUAL_ROWS, "| 1 |"),
        (Kind.TABLE_RAGGED, Reason.UNEQUAL_ROWS, "| 1 | 2 | 3 |"),
    ]


def test_an_html_row_that_fills_fewer_columns_is_flagged() -> None:
    rows = "<tr><td>1</td><td>2</td></tr>" * 3
    assert _flags(f"<table>{rows}<tr><td>x</td></tr></table>") == [
        (Kind.TABLE_RAGGED, Reason.UNEQUAL_ROWS, "<tr><td>x</td>")
    ]


def test_a_span_over_the_last_row_is_flagged() -> None:
    text = '<table><tr><td>1</td><td>2</td></tr><tr><td rowspan="3">1</td><td>2</td></tr></table>'
    assert [reason for _, reason, _ in _flags(text)] == [Reason.SPAN_TOO_LARGE]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("<table><tr><td>a<td>b</td></tr></table>", "<td>a"),
        ("<table><tr><td>a</td></tr><tr><td>b</td></table>", "<tr><td>b</td>"),
        ("<table><tr><td>a</td></tr>", "<table><tr><td>a</td></tr>"),
        ("Some <b>bold text\n\nand more", "<b>bold text"),
    ],
)
def test_a_tag_that_is_not_closed_is_flagged_with_what_is_in_it(text: str, marked: str) -> None:
    found = [(reason, piece) for _, reason, piece in _flags(text) if reason is Reason.TAG_NOT_CLOSED]
    assert found == [(Reason.TAG_NOT_CLOSED, marked)]


def test_a_tag_that_closes_nothing_is_flagged() -> None:
    assert _flags("a</b> c") == [(Kind.TABLE_RAGGED, Reason.TAG_NOT_OPENED, "</b>")]


def test_a_block_of_code_that_never_ends_is_flagged() -> None:
    assert _flags("text\n\n```py\nx = 1\n\nmore") == [(Kind.TABLE_RAGGED, Reason.TAG_NOT_CLOSED, "```py")]
    assert _flags("text\n\n```py\nx = 1\n```\n\nmore") == []


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("- first about mail- second about phone- third", "- first about mail\n- second about phone\n- third"),
        ("- the first.- the second", "- the first.\n- the second"),
        ("  * one- Two", "  * one\n  * Two"),
        ("• one • two", "• one\n• two"),
    ],
)
def test_items_of_a_list_in_one_line_are_flagged(text: str, suggestion: str) -> None:
    (flag,) = check(Evidence(f"Before\n\n{text}\n\nAfter")).flags
    assert (flag.kind, flag.suggestion) == (Kind.LIST_RUN_TOGETHER, suggestion)


@pytest.mark.parametrize(
    "text",
    ["- well-known - though odd - words", "- Ein- und Ausgabe", "- a self- employed person", "- pre- and post-war",
     "about mail- about phone- x", "```\n- a- b- c\n```", "- 1- 2 = -1", "- [x](y) and `a- b`"],
)  # fmt: skip
def test_sound_items_are_not_flagged(text: str) -> None:
    assert _flags(text) == []


# ---------------------------------------------------------------- formulas


@pytest.mark.parametrize(
    "text",
    ["$x_1$ and \\(y\\)", "$$\n\\frac{a}{b}\n$$", "It costs $10 or $20.", "\\begin{align}\na &= b\n\\end{align}",
     "$$E=mc^2$$ (1)", "Use `\\frac` in code", "| $\\alpha$ | 1 |\n|---|---|\n| a | $\\beta$ |"],
)  # fmt: skip
def test_sound_formulas_are_not_flagged(text: str) -> None:
    assert _flags(text) == []


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("so $\\frac{a}{b$ is", "$\\frac{a}{b$"),
        ("$$\n\\left( a + b\n$$", "$$\n\\left( a + b\n$$"),
        ("so \\(\\nonsense{x}\\) is", "\\(\\nonsense{x}\\)"),
        ("| a |\n|---|\n| $x^$ |", "$x^$"),
        ("<table><tr><td>$\\sqrt{2$</td></tr></table>", "$\\sqrt{2$"),
    ],
)
def test_a_formula_that_cannot_be_typeset_is_flagged_as_a_whole(text: str, marked: str) -> None:
    (flag,) = check(Evidence(text)).flags
    assert (flag.kind, text[flag.start : flag.end]) == (Kind.FORMULA_INVALID, marked)
    detail = flag.data["detail"]
    assert isinstance(detail, str) and detail[:1].isalpha() and not detail.endswith(".")


def test_a_lost_dollar_sign_is_flagged_at_its_line() -> None:
    text = "first line\nand \\frac{a}{b} = c$ here\nlast"
    assert _flags(text) == [(Kind.FORMULA_INVALID, Reason.FORMULA_OPEN, "and \\frac{a}{b} = c$ here")]


# ---------------------------------------------------------------- repetition


def test_a_loop_is_one_flag_from_its_second_turn_to_its_end() -> None:
    line = "The same thing again and again."
    text = "A first line.\n" + "\n".join([line] * 6)
    (flag,) = check(Evidence(text)).flags
    assert (flag.kind, flag.reason, flag.data["count"]) == (Kind.REPETITION, Reason.LOOP, 6)
    assert (text[: flag.start] + text[flag.end :], flag.suggestion) == (f"A first line.\n{line}\n", None)


def test_a_long_line_that_follows_itself_is_flagged_and_short_ones_are_not() -> None:
    line = "The harbour office keeps a list of barges"
    assert [kind for kind, _, _ in _flags(f"{line}\n\n{line}")] == [Kind.REPETITION]
    assert _flags("yes\n\nyes\n\nno\n\nyes") == []


@pytest.mark.parametrize("times", [2, 3, 6])
@pytest.mark.parametrize("between", [" ", "\n\n", "\n\nAnother line stands between two.\n\n"])
def test_without_a_second_reading_nothing_is_deleted_and_nothing_is_said_of_the_page(times: int, between: str) -> None:
    line = "The harbour office keeps a list of all the barges of the river."
    flags = check(Evidence(between.join([line] * times))).flags
    assert flags
    for flag in flags:
        assert flag.kind is Kind.REPETITION
        assert flag.severity < Severity.FAULT
        assert flag.suggestion is None
        assert "on the page" not in sentence(flag, None)


def test_a_dismissal_of_an_older_library_still_names_a_line_that_is_there_twice() -> None:
    line = "The harbour office keeps a list of all the barges of the river."
    text = f"{line}\n\n{line}"
    flag = _one(Evidence(text))
    older = Flag(flag.kind, Severity.FAULT, flag.start, flag.end, Reason.LINE_AGAIN, flag.data)
    assert (flag.reason, flag.mark(text)) == (Reason.LINE_TWICE, older.mark(text))


def test_a_sentence_of_one_says_one() -> None:
    row = Flag(Kind.TABLE_RAGGED, Severity.DOUBT, 0, 0, Reason.UNEQUAL_ROWS, {"cells": 1, "usual": 3})
    assert sentence(row, None) == "This row has 1 column, the table has 3."
    rows = Flag(Kind.TABLE_RAGGED, Severity.DOUBT, 0, 0, Reason.UNEQUAL_ROWS, {"cells": 2, "usual": 3})
    assert sentence(rows, None) == "This row has 2 columns, the table has 3."
    word = Flag(Kind.INVENTED_TEXT, Severity.DOUBT, 0, 0, Reason.WORDS_NOT_THERE, {"count": 1})
    assert sentence(word, Origin.OCR).startswith("This word is not in the second reading")


def test_a_reading_stopped_in_a_loop_says_so_at_its_end() -> None:
    flag = _one(Evidence("text\n", finish=Finish.REPETITION))
    assert (flag.kind, flag.reason, flag.start) == (Kind.REPETITION, Reason.STOPPED_LOOP, 4)


# ---------------------------------------------------------------- what the reading tells


def test_a_reading_at_the_limit_is_cut_off() -> None:
    flag = _one(Evidence("text that stops in the mid", finish=Finish.LENGTH))
    assert (flag.kind, flag.start, flag.end) == (Kind.CUT_OFF, 26, 26)
    assert check(Evidence("text", finish=Finish.STOP)).flags == ()


def test_a_failed_page_is_unread() -> None:
    flag = _one(Evidence("", failure=ErrorCode.TIME_LIMIT))
    assert (flag.kind, flag.severity, flag.data["code"]) == (Kind.UNREAD, Severity.FAULT, "time-limit")


def test_text_for_a_blank_page_is_flagged_and_for_an_inked_or_unknown_one_not() -> None:
    assert _one(Evidence("The Art of War", ink=0.0)).kind is Kind.BLANK_BUT_TEXT
    assert check(Evidence("The Art of War", ink=0.03)).flags == ()
    assert check(Evidence("The Art of War")).flags == ()


def test_a_page_with_ink_or_words_and_no_text_is_flagged_and_a_blank_one_not() -> None:
    assert _one(Evidence(" \n", ink=0.05)).reason is Reason.PAGE_HAS_INK
    flag = _one(Evidence("", second=Second(Origin.OCR, lines("four words are here"))))
    assert (flag.kind, flag.reason, flag.data["count"]) == (Kind.INK_BUT_EMPTY, Reason.PAGE_HAS_WORDS, 4)
    assert check(Evidence("", ink=0.0)).flags == ()
    assert check(Evidence("", second=Second(Origin.OCR, [Word(text=" ", box=(0, 0, 1, 1))]))).flags == ()


def test_unsure_spans_are_flagged_near_ones_together_and_kept_inside_the_text() -> None:
    text = "abcdefghij klmnop"
    flags = check(Evidence(text, unsure=[(11, 99), (0, 3), (4, 6), (9, 9), (-5, -1)])).flags
    assert [(flag.kind, flag.start, flag.end) for flag in flags] == [
        (Kind.LOW_CONFIDENCE, 0, 6),
        (Kind.LOW_CONFIDENCE, 11, 17),
    ]


def test_acceptance_far_below_the_document_s_is_flagged() -> None:
    assert _one(Evidence("text", acceptance=0.3, usual_acceptance=0.8)).kind is Kind.LOW_ACCEPTANCE
    assert check(Evidence("text", acceptance=0.7, usual_acceptance=0.8)).flags == ()
    assert check(Evidence("text", acceptance=0.0, usual_acceptance=0.0)).flags == ()
    assert check(Evidence("text", usual_acceptance=0.8)).flags == ()


def test_every_reason_has_a_sentence() -> None:
    names = ("text", "page", "count", "detail", "sign", "cells", "usual", "tag", "share", "code")
    data = dict.fromkeys(names, "x")
    for reason in Reason:
        for origin in (*Origin, None):
            told = sentence(Flag(Kind.UNREAD, Severity.HINT, 0, 0, reason, data), origin)
            assert told and "{" not in told


def test_a_long_detail_is_cut_in_the_sentence() -> None:
    flag = Flag(Kind.MISSING_TEXT, Severity.FAULT, 0, 0, Reason.WORDS_LEFT_OUT, {"count": 99, "page": "word \n" * 99})
    told = sentence(flag, Origin.OCR)
    assert len(told) < 160 and "\n" not in told and "…" in told
