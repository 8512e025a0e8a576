# SPDX-License-Identifier: AGPL-3.0-or-later
"""Flags that rest on the second reading: each kind where something is wrong, and silence where nothing is."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.checks import (
    SECOND,
    Evidence,
    Findings,
    Flag,
    Kind,
    Origin,
    Reason,
    Second,
    Unfit,
    check,
    running_lines,
    sentence,
    unfit_sentence,
)
from app.core.markup.text_units import to_utf16
from app.core.proof.answer import Found
from app.core.proof.question import Question, Source
from app.core.proof.work import answer
from engine.protocol import Word
from tests.unit.page_words import columns, lines

PAGE = (
    "The harbour office keeps a list of all barges",
    "that passed the northern lock in the year 1907",
    "and of the 1,234 tons of coal that they carried",
    "to the mills beside the river before the winter",
    "closed the upper canal for the rest of the season.",
)
TEXT = " ".join(PAGE)
ROWS = [["Name", "2007", "2008"], ["Adams", "14.5", "15.1"], ["Baker", "27.0", "28.3"], ["Clark", "31.2", "33.9"]]
TABLE = "\n".join("| " + " | ".join(row) + " |" for row in [ROWS[0], ["---"] * 3, *ROWS[1:]])


def _find(text: str, words: Sequence[Word], origin: Origin = Origin.TEXT_LAYER, off: Sequence[Kind] = ()) -> Findings:
    return check(Evidence(text, Second(origin, words)), off=off)


def _flags(text: str, words: Sequence[Word], origin: Origin = Origin.TEXT_LAYER) -> list[tuple[Kind, str, str | None]]:
    return [(flag.kind, text[flag.start : flag.end], flag.suggestion) for flag in _find(text, words, origin).flags]


def test_a_page_that_agrees_has_no_flags() -> None:
    assert _flags(TEXT, lines(*PAGE)) == []
    assert _flags(TABLE, columns(ROWS)) == []


# ---------------------------------------------------------------- numbers


def test_another_digit_is_flagged_with_the_page_s_number_and_its_place() -> None:
    text = TEXT.replace("1907", "1901")
    (flag,) = _find(text, lines(*PAGE)).flags
    assert (flag.kind, text[flag.start : flag.end], flag.suggestion) == (Kind.NUMBER_DIFFERS, "1901", "1907")
    assert flag.data == {"text": "1901", "page": "1907"}
    assert flag.sure
    assert flag.boxes[0][1] == pytest.approx(0.23)


def test_letters_that_an_ocr_takes_for_digits_are_no_other_number() -> None:
    page = [line.replace("1907", "l9O7") for line in PAGE]
    assert _flags(TEXT, lines(*page, confidence=0.9), Origin.OCR) == []
    (flag,) = _find(TEXT.replace(" 1907", ""), lines(*page, confidence=0.9), Origin.OCR).flags
    assert (flag.reason, flag.data["page"]) == (Reason.NUMBER_LEFT_OUT, "l9O7")


def test_another_separator_is_another_number() -> None:
    assert _flags(TEXT.replace("1,234", "1.234"), lines(*PAGE)) == [(Kind.NUMBER_DIFFERS, "1.234", "1,234")]


def test_a_number_left_out_of_a_sentence_is_flagged_where_it_belongs() -> None:
    text = TEXT.replace("1,234 ", "")
    (flag,) = _find(text, lines(*PAGE)).flags
    assert (flag.kind, flag.reason, flag.suggestion) == (Kind.NUMBER_DIFFERS, Reason.NUMBER_LEFT_OUT, " 1,234")
    assert text[: flag.start].endswith("of the")
    assert text[: flag.start] + (flag.suggestion or "") + text[flag.end :] == TEXT


def test_a_number_left_out_of_a_cell_is_flagged_in_its_row() -> None:
    text = TABLE.replace("27.0", "")
    (flag,) = _find(text, columns(ROWS)).flags
    assert (flag.kind, flag.data["page"]) == (Kind.NUMBER_DIFFERS, "27.0")
    assert text[: flag.start].endswith("Baker | ")


def test_a_number_that_the_page_does_not_have_is_flagged() -> None:
    text = TEXT.replace("tons", "tons 77")
    (flag,) = _find(text, lines(*PAGE)).flags
    assert (flag.reason, text[flag.start : flag.end], flag.suggestion) == (Reason.NUMBER_NOT_THERE, "77", "")


def test_numbers_of_lists_notes_and_formulas_are_not_compared() -> None:
    text = "1. First of all things\n2. Second of all things\n\nMass is $x_{17}$ here[^4] today.\n\n[^4]: A note."
    words = lines("a) First of all things", "b) Second of all things", "Mass is x here today.", "A note.")
    assert _flags(text, words) == []


# ---------------------------------------------------------------- words


def test_another_word_is_flagged() -> None:
    assert _flags(TEXT.replace("northern", "southern"), lines(*PAGE)) == [(Kind.WORD_DIFFERS, "southern", "northern")]


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("The final office of the well-known harbour", ("The ﬁnal of-", "ﬁce of the well-", "known harbour")),
        ("“Quoted” – and so ‘on’ for ever and ever", ('"Quoted" - and', "so 'on' for ever and ever")),
        ("The __bold__ and <b>strong</b> words of all", ("The bold and strong", "words of all")),
    ],
)  # fmt: skip
def test_other_forms_of_the_same_words_are_no_difference(text: str, page: tuple[str, ...]) -> None:
    assert _flags(text, lines(*page)) == []


def test_an_ocr_may_misread_letters_but_another_word_is_told() -> None:
    page = [line.replace("lock", "1ock").replace("barges", "bargos") for line in PAGE]
    assert _flags(TEXT, lines(*page, confidence=0.9), Origin.OCR) == []
    swapped = TEXT.replace("northern", "complete")
    assert _flags(swapped, lines(*page, confidence=0.9), Origin.OCR)[0][:2] == (Kind.WORD_DIFFERS, "complete")


def test_words_beside_a_letter_that_the_text_layer_does_not_know_are_no_difference() -> None:
    words: list[Word] = []
    first = "\u062a\u0642\u0631\u064a\u0631 \u0639\u0646 \u0627\u0644\u0633\u0641\u0646 \u0641\u064a 1911"
    for word in lines(first, *PAGE):
        if word.text != "\u0627\u0644\u0633\u0641\u0646":
            words.append(word)
            continue
        left, top, right, bottom = word.box
        cut = [left, left + 0.01, left + 0.02, right]
        words += [
            Word(text=part, box=(cut[n], top, cut[n + 1], bottom))
            for n, part in enumerate(("\u0627", "\ufffd", "\u0633\u0641\u0646"))
        ]
    text = f"{first}\n\n{TEXT}"
    assert _flags(text, words) == []
    (flag,) = _flags(text.replace("1911", "1191"), words)
    assert flag[1:] == ("1191", "1911")


# ---------------------------------------------------------------- lost and invented


def test_a_lost_line_is_flagged_between_its_neighbours_with_its_text() -> None:
    text = TEXT.replace(PAGE[2] + " ", "")
    (flag,) = _find(text, lines(*PAGE)).flags
    assert (flag.kind, flag.reason) == (Kind.MISSING_TEXT, Reason.WORDS_LEFT_OUT)
    assert flag.data["page"] == PAGE[2]
    assert text[: flag.start].endswith("1907")
    assert flag.boxes[0][1] == pytest.approx(0.26)


def test_a_lost_row_is_flagged_where_it_was() -> None:
    text = TABLE.replace("| Baker | 27.0 | 28.3 |\n", "")
    (flag,) = _find(text, columns(ROWS)).flags
    assert (flag.kind, flag.data["page"]) == (Kind.MISSING_TEXT, "Baker 27.0 28.3")
    assert text[: flag.start].endswith("15.1 |")


def test_running_heads_page_numbers_and_marks_at_the_margin_are_not_missing() -> None:
    head = lines("Annals of the Canal Company", top=0.03)
    number = lines("12", left=0.5, top=0.95)
    turned = [Word(text="arXiv:0709.4466", box=(0.02, 0.3, 0.04, 0.6))]
    assert _flags(TEXT, [*head, *lines(*PAGE), *number, *turned]) == []


def test_lines_that_repeat_over_the_pages_are_not_missing_even_near_the_text() -> None:
    pages = [[*lines(f"Annals of the Canal Company {n}", top=0.07), *lines(*PAGE, top=0.1)] for n in range(1, 5)]
    running = running_lines(pages)
    assert check(Evidence(TEXT, Second(Origin.TEXT_LAYER, pages[1]), running=running)).flags == ()
    assert check(Evidence(TEXT, Second(Origin.TEXT_LAYER, pages[1]))).flags != ()


def test_the_words_of_a_figure_are_not_missing() -> None:
    figure = [
        word
        for n, text in enumerate(["0", "20", "40", "60", "80"])
        for word in lines(text, left=0.2 + 0.1 * n, top=0.75)
    ]
    assert _flags(TEXT, [*lines(*PAGE), *figure, *lines("Row Encoder", left=0.4, top=0.6)]) == []


def test_an_invented_sentence_is_flagged_as_a_whole() -> None:
    added = " Nobody had expected the bridge to close again."
    text = TEXT.replace("carried", "carried." + added)
    (flag,) = _find(text, lines(*PAGE)).flags
    assert flag.kind == Kind.INVENTED_TEXT
    assert added.strip(" .") == text[flag.start : flag.end]
    assert not flag.sure and flag.boxes


def test_one_word_too_many_or_too_few_is_flagged() -> None:
    assert _flags(TEXT.replace("the northern", "the old northern"), lines(*PAGE)) == [(Kind.INVENTED_TEXT, "old", "")]
    assert _flags(TEXT.replace("northern ", ""), lines(*PAGE)) == [(Kind.MISSING_TEXT, "", " northern")]


def test_scans_flag_lost_and_invented_lines_but_not_single_words() -> None:
    page = lines(*PAGE, confidence=0.95)
    kinds = [kind for kind, _, _ in _flags(TEXT.replace(PAGE[2] + " ", ""), page, Origin.OCR)]
    assert kinds == [Kind.MISSING_TEXT]
    assert _flags(TEXT.replace("northern ", ""), page, Origin.OCR) == []


# ---------------------------------------------------------------- repetition


def test_a_repeated_row_is_flagged_once_and_not_as_invented_too() -> None:
    row = "| Baker | 27.0 | 28.3 |\n"
    text = TABLE.replace(row, row + row)
    (flag,) = _find(text, columns(ROWS)).flags
    assert (flag.kind, flag.reason) == (Kind.REPETITION, Reason.LINE_AGAIN)
    assert "Baker" in text[flag.start : flag.end]


def test_what_the_page_has_twice_in_another_order_is_no_repetition() -> None:
    page = [*lines("Currency Currency Amount Amount", top=0.5), *lines("CHF CHF 949.75 949.75", top=0.53)]
    text = TEXT + "\n\nCurrency CHF Amount 949.75\n\nCurrency CHF Amount 949.75"
    assert Kind.REPETITION not in [kind for kind, _, _ in _flags(text, [*lines(*PAGE), *page])]


@pytest.mark.parametrize("times", [2, 3, 6])
@pytest.mark.parametrize("more", [0, 1, 2])
def test_as_many_copies_are_flagged_as_the_text_has_more_than_the_page(times: int, more: int) -> None:
    line = "The mills were closed for the season."
    page = lines(*PAGE, *[line] * times)
    text = f"{TEXT}\n\n" + "\n\n".join([line] * (times + more))
    for flag in reversed(_find(text, page).flags):
        assert flag.kind is Kind.REPETITION
        assert flag.suggestion == ""
        text = text[: flag.start] + text[flag.end :]
    assert text.split("\n\n").count(line) == times
    assert text.count(line) == times


def test_where_the_second_reading_is_unfit_nothing_is_deleted() -> None:
    line = "The mills were closed for the season of the great flood."
    text = "\n\n".join([line] * 3)
    for flag in _find(text, lines("\ufffd\ufffd\ufffd\ufffd " * 20)).flags:
        assert (flag.kind, flag.suggestion) == (Kind.REPETITION, None)


def test_what_the_page_repeats_is_no_repetition() -> None:
    rows = [ROWS[0], ROWS[1], ROWS[1], ROWS[2]]
    text = "\n".join("| " + " | ".join(row) + " |" for row in [rows[0], ["---"] * 3, *rows[1:]])
    assert _flags(text, columns(rows)) == []


# ---------------------------------------------------------------- reading order


def test_a_block_that_the_page_has_earlier_is_flagged() -> None:
    blocks = [
        "Alpha begins the text with eleven words that stand at top",
        "Beta follows with other words that are set below the first",
        "Gamma comes third and has words of its own for the reader",
    ]
    page = lines(*blocks)
    assert _flags("\n\n".join(blocks), page) == []
    flags = _find("\n\n".join([blocks[1], blocks[0], blocks[2]]), page).flags
    assert [flag.kind for flag in flags] == [Kind.READING_ORDER]


def test_columns_read_across_are_flagged_and_columns_read_down_are_not() -> None:
    left = [
        "apples pears cherries plums grapes melons figs dates olives",
        "iron copper silver nickel cobalt chrome zinc platinum lead",
        "oak birch maple willow chestnut poplar cedar spruce larch",
    ]
    right = [
        "north winds carried seven ships across another cold ocean",
        "every morning somebody opened those heavy wooden gates slowly",
        "quiet rivers flow below bridges which nobody crossed since",
    ]
    page = [w for n in range(3) for w in _narrow(left[n], 0.05, 0.2 + n * 0.2)]
    page += [w for n in range(3) for w in _narrow(right[n], 0.55, 0.2 + n * 0.2)]
    assert _flags("\n\n".join([*left, *right]), page) == []
    across = "\n\n".join(text for pair in zip(left, right, strict=True) for text in pair)
    assert Kind.READING_ORDER in [kind for kind, _, _ in _flags(across, page)]


def _narrow(text: str, left: float, top: float) -> list[Word]:
    words = text.split()
    return lines(" ".join(words[:5]), " ".join(words[5:]), left=left, top=top)


# ---------------------------------------------------------------- the second reading


def test_garbage_switches_its_kinds_off_and_says_so() -> None:
    words = lines(*("\ue001\ue002\ue003 \ue004\ue005 \ue006\ue007\ue008" for _ in range(12)))
    found = _find(TEXT, words)
    assert found.flags == ()
    assert found.unfit is Unfit.GARBAGE
    assert Kind.NUMBER_DIFFERS in found.silent
    assert "text" in unfit_sentence(Unfit.GARBAGE, found.origin)


def test_a_second_reading_of_another_page_is_not_believed() -> None:
    found = _find(TEXT, lines(*("Quite other things are told upon this very leaf" for _ in range(6))))
    assert (found.flags, found.unfit) == ((), Unfit.DISAGREES)


def test_a_cipher_of_letters_is_not_believed() -> None:
    cipher = [
        line.translate(str.maketrans("abcdefghijklmnopqrstuvwxyz", "bcdefghijklmnopqrstuvwxyza")) for line in PAGE
    ]
    assert _find(TEXT, lines(*cipher)).unfit is Unfit.DISAGREES


def test_unsure_ocr_words_are_not_believed() -> None:
    assert _find(TEXT, lines(*PAGE, confidence=0.2), Origin.OCR).unfit is Unfit.GARBAGE


def test_without_a_second_reading_the_text_alone_is_checked() -> None:
    found = check(Evidence("A <table> that is open\n\n" + TEXT))
    assert found.unfit is Unfit.NONE
    assert [flag.kind for flag in found.flags] == [Kind.TABLE_RAGGED]


def test_leaders_of_a_table_of_contents_are_no_garbage() -> None:
    page = lines(*(f"Chapter {n} {'.' * 60} {n}7" for n in range(1, 9)))
    assert _find("\n\n".join(f"Chapter {n} {n}7" for n in range(1, 9)), page).unfit is None


# ---------------------------------------------------------------- all together


def test_each_kind_can_be_switched_off() -> None:
    text = TEXT.replace("1907", "1901").replace("northern", "southern").replace(PAGE[3] + " ", "")
    words = lines(*PAGE)
    kinds = {flag.kind for flag in _find(text, words).flags}
    assert kinds == {Kind.NUMBER_DIFFERS, Kind.WORD_DIFFERS, Kind.MISSING_TEXT}
    for kind in kinds:
        assert {flag.kind for flag in _find(text, words, off=[kind]).flags} == kinds - {kind}


def test_spans_stay_on_their_words_behind_emoji_and_rare_characters() -> None:
    text = "🙂🙂 𠀋𠀋𠀋 " + TEXT.replace("1907", "1901")
    page = [*lines("𠀋𠀋𠀋", top=0.15), *lines(*PAGE)]
    (flag,) = _find(text, page).flags
    assert text[flag.start : flag.end] == "1901"
    assert to_utf16(text, flag.start) == flag.start + 5


def test_every_flag_has_a_sentence_without_holes() -> None:
    text = TEXT.replace("1907", "1901").replace("northern", "southern").replace("1,234 ", "").replace("tons", "tons 9")
    found = _find(text + "\n\n$\\frac{1$ and <td>", lines(*PAGE))
    assert len(found.flags) > 4
    for flag in found.flags:
        told = sentence(flag, found.origin)
        assert told and "{" not in told.replace("\\frac{", "") and told[-1] in ".”"


def test_a_mark_outlives_edits_elsewhere_and_not_at_the_flag() -> None:
    def mark(text: str) -> str:
        (flag,) = _find(text, lines(*PAGE)).flags
        return flag.mark(text)

    text = TEXT.replace("1907", "1901")
    assert mark(text) == mark("\n\n" + text)
    assert mark(text) != mark(TEXT.replace("1907", "1902"))


def test_accepting_every_suggestion_gives_the_page_s_text() -> None:
    text = TEXT.replace("1907", "1901").replace("northern", "southern").replace("1,234 ", "").replace("upper ", "")
    found = _find(text, lines(*PAGE))
    for flag in reversed(found.flags):
        assert flag.suggestion is not None
        text = text[: flag.start] + flag.suggestion + text[flag.end :]
    assert text == TEXT


_PIECES = st.sampled_from(
    ["The barge ", "1907 ", "| a | 1 |\n", "|---|---|\n", "<table>", "<tr><td>", "</td>", "$x_1$ ", "$\\frac{", "\n\n",
     "表情 ", "🙂", "# ", "- ", "lock ", "&amp; ", "```\n", "[^1]"]
)  # fmt: skip
_LINES = st.lists(st.sampled_from(["The barge 1907", "a 1", "lock x1", "表情", "noon & night", "12 13"]), max_size=8)


@settings(max_examples=250, deadline=None)
@given(st.lists(_PIECES, max_size=25).map("".join), _LINES, st.sampled_from(list(Origin)))
def test_any_text_and_page_give_flags_with_spans_inside_the_text(text: str, page: list[str], origin: Origin) -> None:
    found = _find(text, lines(*page), origin)
    before = 0
    for flag in found.flags:
        assert 0 <= flag.start <= flag.end <= len(text)
        assert flag.start >= before
        before = flag.start
        assert sentence(flag, origin)
        if found.unfit is not None:
            assert flag.kind not in SECOND or flag.kind in (Kind.BLANK_BUT_TEXT, Kind.INK_BUT_EMPTY)


def test_five_hundred_flags_on_one_page() -> None:
    page = [f"Entry {n} of the long list weighs {n * 7 + 1000} tons and goes on" for n in range(520)]
    text = "\n\n".join(line.replace("tons", "pounds") for line in page)
    found = _find(text, lines(*page))
    assert len(found.flags) == 520
    assert all(text[flag.start : flag.end] == "pounds" for flag in found.flags)


@pytest.mark.parametrize(
    "text",
    ["the " * 50_000, "<td>" * 20_000, "$x$ " * 20_000, "$\\frac{ " * 8_000,
     "| a | 1 |\n|---|---|\n" + "| b |\n" * 20_000, "1907 " * 40_000, "The same line again.\n" * 8_000,
        "One line of words here.\nAnother line of them there.\n" * 4_000],
)  # fmt: skip
def test_200_kilobytes_come_to_an_end(text: str) -> None:
    flags: Sequence[Flag] = _find(text, lines(*PAGE * 200)).flags
    assert all(flag.end <= len(text) for flag in flags)


# ---------------------------------------------------------------- marks


def _equal_flags(before: str = "", after: str = "", wrong: int = 3) -> tuple[str, list[Flag]]:
    """Three equal rows with the same wrong number in the last three, two or one, and the flags of these."""
    rows = [[" ".join(["mill"] * 8), "1907", " ".join(["lock"] * 8)] for _ in range(3)]
    row = "{} 1901 {}\n\n".format(" ".join(["mill"] * 8), " ".join(["lock"] * 8))
    page = [word for number, cells in enumerate(rows) for word in lines(" ".join(cells), top=0.3 + 0.1 * number)]
    text = f"{before}{row.replace('1901', '1907') * (3 - wrong)}{row * wrong}{after}"
    words = [*lines(before.strip(), top=0.1), *page, *lines(after.strip(), top=0.8)]
    return text, [flag for flag in _find(text, words).flags if flag.kind is Kind.NUMBER_DIFFERS]


def test_each_of_equal_flags_has_a_mark_of_its_own() -> None:
    text, flags = _equal_flags()
    assert len(flags) == 3
    assert len({flag.mark(text) for flag in flags}) == 3


def test_dismissing_one_of_equal_flags_leaves_the_others_also_after_they_were_kept() -> None:
    text, flags = _equal_flags()
    page = [word for number in range(3) for word in lines("mill " * 8 + "1907 " + "lock " * 8, top=0.3 + 0.1 * number)]
    found = answer(Question(text=text, words=tuple(page), source=Source.TEXT_LAYER)).found
    assert found is not None
    assert found.flags == tuple(flags)
    kept = msgspec.json.decode(msgspec.json.encode(found), type=Found)
    assert kept.marks == tuple(flag.mark(text) for flag in kept.flags)
    for mark in kept.marks:
        assert sum(other != mark for other in kept.marks) == 2


@pytest.mark.parametrize("left", [1, 2])
def test_no_dismissal_of_an_equal_flag_hides_another_one_when_one_of_them_is_mended(left: int) -> None:
    text, flags = _equal_flags()
    fewer, others = _equal_flags(wrong=left)
    assert len(others) == left
    assert not {flag.mark(text) for flag in flags} & {flag.mark(fewer) for flag in others}


def test_marks_outlive_edits_elsewhere_and_that_of_a_single_flag_is_that_of_old_libraries() -> None:
    text, flags = _equal_flags()
    longer, same = _equal_flags("The harbour office keeps a list.\n\n", "It is a long list.")
    assert [flag.mark(text) for flag in flags[1:2]] == [flag.mark(longer) for flag in same[1:2]]
    (flag,) = _find(TEXT.replace("1907", "1901"), lines(*PAGE)).flags
    assert (flag.nth, flag.mark(TEXT.replace("1907", "1901"))) == (0, "91201ad683863aa9")
