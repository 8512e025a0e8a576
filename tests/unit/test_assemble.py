# SPDX-License-Identifier: AGPL-3.0-or-later
"""From pages to a document: each step alone, on documents like those that users complained about."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.assemble.document import Assembly, assemble
from app.core.assemble.pieces import Kind, cut
from app.core.assemble.steps import Entry, Steps

NONE = Steps(furniture=False, joins=False, tables=False, headings=False, footnotes=False)


def _whole(*pages: str, outline: tuple[Entry, ...] = (), steps: Steps | None = None) -> Assembly:
    return assemble(list(enumerate(pages)), steps, outline)


def _text(*pages: str, outline: tuple[Entry, ...] = (), steps: Steps | None = None) -> str:
    return "\n\n".join(piece.source for piece in _whole(*pages, outline=outline, steps=steps).pieces)


# ---------------------------------------------------------------- pieces


def test_a_page_is_cut_into_its_blocks() -> None:
    text = (
        "# Head\n\nOne\ntwo[^1].\n\n1. a\n2. b\n\n| a |\n|---|\n| 1 |\n\n$$\nx\n$$\n\n```py\ncode\n```\n\n"
        "<table>\n<tr><td>x</td></tr>\n\n<tr><td>y</td></tr>\n</table>\n\n[^1]: Note\n    more\n\n"
        "[l]: http://x\n\n> q\n\n---"
    )
    pieces = cut(text, 4)
    assert [piece.kind for piece in pieces] == [
        Kind.HEADING, Kind.PARAGRAPH, Kind.LIST, Kind.TABLE, Kind.FORMULA, Kind.CODE, Kind.HTML_TABLE, Kind.FOOTNOTE,
        Kind.OTHER, Kind.QUOTE, Kind.RULE,
    ]  # fmt: skip
    assert "\n\n".join(piece.source for piece in pieces) == text
    assert {piece.page for piece in pieces} == {4}


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("ab #*-_|`~$\\[]^:()<>/!.1\n\n \t&"), max_size=200))
def test_cutting_loses_nothing(text: str) -> None:
    joined = "\n".join(piece.source for piece in cut(text, 0))
    squeezed = [line.rstrip() for line in text.split("\n") if line.strip()]
    assert [line.rstrip() for line in joined.split("\n") if line.strip()] == squeezed


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(st.sampled_from("ab #-|$.1\n "), max_size=80), max_size=4))
def test_no_step_taken_changes_nothing(pages: list[str]) -> None:
    done = assemble(list(enumerate(pages)), NONE)
    assert not done.changes
    assert list(done.pieces) == [piece for page, text in enumerate(pages) for piece in cut(text, page)]


_PARAGRAPH = st.sampled_from(
    ["The barge went", "and came back.", "See Table 1.", "1. first", "2. second", "- mark", "# Title", "## 1 Part",
     "ACME Manual", "Page 3 of 4", "| a | b |\n|---|---|\n| x | 1 |", "text[^1]", "[^1]: a note", "well-", "known"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(st.lists(_PARAGRAPH, max_size=5).map("\n\n".join), max_size=6))
def test_every_change_can_be_taken_back(pages: list[str]) -> None:
    done = assemble(list(enumerate(pages)), Steps(contents=True))
    pieces = list(done.pieces)
    words = Counter(re.findall(r"\w+", " ".join(piece.source for piece in pieces)))
    for change in reversed(done.changes):
        words.subtract(Counter(re.findall(r"\w+", " ".join(piece.source for piece in change.after))))
        words.update(re.findall(r"\w+", " ".join(piece.source for piece in change.before)))
    assert +words == Counter(re.findall(r"\w+", " ".join(pages))) and not -words


# ---------------------------------------------------------------- running heads


def _manual(page: int) -> str:
    return f"ACME Manual\n\nText of its own, number {'abcd'[page]}.\n\nPage {page + 1} of 4"


def test_running_heads_and_page_numbers_go() -> None:
    done = _whole(*map(_manual, range(4)))
    assert [piece.source for piece in done.pieces] == [f"Text of its own, number {c}." for c in "abcd"]
    assert Counter(change.step for change in done.changes) == {"furniture": 8}


def test_a_heading_like_the_running_head_stays() -> None:
    pages = ["# ACME Manual\n\nFirst.", "ACME Manual\n\nSecond.", "ACME Manual\n\nThird.", "ACME Manual\n\nFourth."]
    assert _text(*pages) == "# ACME Manual\n\nFirst.\n\nSecond.\n\nThird.\n\nFourth."
    pages[0] = "ACME Manual\n\n" + pages[0]
    assert _text(*pages).startswith("# ACME Manual\n\nFirst.")


def test_books_have_two_running_heads() -> None:
    pages = [f"{('Moby Dick' if n % 2 else 'The Whale')}\n\nLine {'abcdefgh'[n]}.\n\n{n + 17}" for n in range(8)]
    assert _text(*pages) == "\n\n".join(f"Line {c}." for c in "abcdefgh")


def test_numbers_in_a_running_line_may_be_high() -> None:
    pages = [f"Journal of Rain\n\n{n + 1990}\n\nText {'abcd'[n]}." for n in range(4)]
    assert _text(*pages) == "\n\n".join(f"Text {c}." for c in "abcd")
    long = [f"Line {n * n} of it.\n\n{n}" for n in range(1, 1500)]  # a page after the other, up to a year's number
    assert not any(piece.source.isdigit() for piece in _whole(*long).pieces)
    cut_out = [f"Text {c}.\n\n{n}" for n, c in zip(range(412, 416), "abcd", strict=True)]
    assert _text(*cut_out) == "\n\n".join(f"Text {c}." for c in "abcd")


def test_a_letter_a_page_keeps_all_but_its_head() -> None:
    letter = "ACME Works\n\nDear customer,\n\nWe {}.\n\nYours sincerely\n\nJ. Smith\n\nPage {}"
    kept = _text(*(letter.format(word, n) for n, word in enumerate(("thank you", "write", "ask", "pay"), 1)))
    assert kept.count("Dear customer,") == kept.count("Yours sincerely") == kept.count("J. Smith") == 4
    assert "ACME" not in kept and "Page" not in kept


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("Dear customer,", "Yours sincerely"),
        ("Dear customer", "Anna Smith"),
        ("Sehr geehrte Damen und Herren,", "Mit freundlichen Grüßen"),
        ("# Hello,", "Kind regards"),
        ("We have the following items:", "Cordialement"),
        ("尊敬的客户：", "此致"),
        ("**To whom it may concern:**", "With best wishes"),
    ],
)
def test_how_letters_begin_and_end_stays(first: str, last: str) -> None:
    pages = [f"{first}\n\nWe write of the {word}.\n\n{last}" for word in ("bill", "barge", "rain", "river", "sea")]
    assert not _whole(*pages).changes


def test_a_title_that_greets_nobody_is_a_running_head() -> None:
    assert "Madame" not in _text(*(f"Madame Bovary\n\nLine {c}.\n\n{n}" for n, c in enumerate("abcd", 7)))


@pytest.mark.parametrize("head", ["{}", "# {}", "**{}**", "Report {}", "Year {}"])
def test_years_are_no_page_numbers(head: str) -> None:
    pages = [f"{head.format(1990 + n)}\n\nIt rained {c}.\n\nAnd so {c}." for n, c in enumerate("abcde")]
    assert not [change for change in _whole(*pages).changes if change.step == "furniture"]


@pytest.mark.parametrize(
    "pages",
    [
        [f"## Chapter {n}\n\nIt began {c}." for n, c in zip(range(1, 5), "abcd", strict=True)],  # numbered headings
        [f"{n}\n\nText {c}." for n, c in zip((12, 7, 90, 33), "abcd", strict=True)],  # figures that do not count
        ["Yes.\n\nOne.", "Two."],
        [f"This is page {n} of the report." for n in range(1, 8)],  # all that there is
        [f"# Page {n}\n\nThis is page {n}." for n in range(1, 8)],
        [f"Step {n * 10}: press it.\n\nWait {c}." for n, c in zip((1, 3, 7), "abc", strict=True)],
    ],
)
def test_what_only_looks_like_one_stays(pages: list[str]) -> None:
    assert not [change for change in _whole(*pages).changes if change.step == "furniture"]


# ---------------------------------------------------------------- joins


def test_a_mark_above_and_below_a_page_goes() -> None:
    page = "# RESTRICTED\n\n## I. Purpose\n\nOne.\n\nTwo.\n\n# RESTRICTED"
    assert _text(page) == _text(page[:-12] + "## 1 RESTRICTED") == "## I. Purpose\n\nOne.\n\nTwo."
    for other in (page.replace("RESTRICTED", "Verse"), page.replace("# RESTRICTED", "12"), "# YES\n\nOne.\n\n# YES"):
        assert not [change for change in _whole(other).changes if change.step == "furniture"]


def test_copies_of_one_sheet_keep_what_they_have_in_common() -> None:
    lines = [f"What line {n} says of it is long enough to be text of its own, surely." for n in "abc"]
    sheet = "\n\n".join(["18720 Oxnard Street", *lines])
    assert not _whole(sheet, sheet.replace("surely", "probably"), sheet, sheet).changes


@pytest.mark.parametrize(
    ("before", "after", "whole"),
    [
        ("The barge went down the", "river and came back.", "The barge went down the river and came back."),
        ("It was seen by", "Smith in 1986.", "It was seen by Smith in 1986."),
        ("an implemen-", "tation of it.", "an implementation of it."),
        ("the blood-", "feeding kind; blood-feeding is", "the blood-feeding kind; blood-feeding is"),
        ("of n-", "octanal here", "of n-octanal here"),
        ("in 2019-", "2020 it", "in 2019-2020 it"),
        ("Ein-", "und Ausgabe", "Ein- und Ausgabe"),
        ("soft\u00ad", "ware is", "software is"),
        ("これは長い文", "章です。", "これは長い文章です。"),
        ("of Mr. Lee,", "“who” came", "of Mr. Lee, “who” came"),
    ],
)
def test_paragraphs_go_on_over_the_page(before: str, after: str, whole: str) -> None:
    done = _whole(before, after)
    assert [piece.source for piece in done.pieces] == [whole]
    assert done.pieces[0].ends_on == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It ended here.", "and so it went on"),
        ("It ended (here.)", "so did we"),
        ("A title without a point", "Another paragraph starts."),
        ("Figure 3: the barge on the", "river is wide"),
        ("the barge on the", "Table 2. Rivers"),
        ("He said “no.”", "then he left"),
    ],
)
def test_paragraphs_that_are_two_stay_two(before: str, after: str) -> None:
    assert len(_whole(before, after).pieces) == 2


def test_a_sentence_over_three_pages_and_past_a_footnote() -> None:
    done = _whole("It went on[^1] and\n\n[^1]: A note.", "on and", "on.", steps=Steps(footnotes=False))
    assert [piece.source for piece in done.pieces] == ["It went on[^1] and on and on.", "[^1]: A note."]


_FIGURE = "![](a.png)\n\nFigure 3: The barge."


@pytest.mark.parametrize(
    ("before", "between", "after"),
    [
        ("The barge went down the", "Figure 3: The barge.", "river and came back."),
        ("The barge went down the", f"{_FIGURE}\n\n[^1]: A note.", "river and came back."),
        ("The barge, which had been seen by many others near the harbour", "**Figure 3** Barge", "came back."),
        ("The barge went down the", "| a | b |\n|---|---|\n| 1 | 2 |", "river and came back."),
        ("The barge went down the", "Table 2. Barges\n\n<table><tr><td>1</td></tr></table>", "river and came back."),
        ("- One\n- The barge went down the", "Figure 3: The barge.", "river and came back."),
    ],
)
def test_what_is_set_apart_may_stand_between(before: str, between: str, after: str) -> None:
    whole = f"{before} {after}"
    assert _text(f"{before}\n\n{between}", after, steps=Steps(footnotes=False)) == f"{whole}\n\n{between}"
    alone = _text(before, between, after, steps=Steps(footnotes=False))  # a page of figures alone
    assert alone == f"{whole}\n\n{between}"


def test_figures_may_stand_above_the_rest() -> None:
    assert _text("It went down the", f"{_FIGURE}\n\nriver.") == f"It went down the river.\n\n{_FIGURE}"
    assert len(_whole("It went down the", "", "river.").pieces) == 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The barge went down the\n\nFigure 3: The barge on the", "river and came back."),  # the caption goes on
        ("The barge went down the\n\nFigure 3 shows it from afar.", "river and came back."),
        ("Prices of goods that were sold in the year\n\n| a | b |\n|---|---|\n| 1 | 2 |", "and so on"),  # a title
        ("It went down the", "| a | b |\n|---|---|\n| 1 | 2 |\n\na measured at 20 degrees"),  # a note to the table
        ("It went down the", "![](a.png)\n\nriver."),
        ("It went down the\n\nFigure 3: The barge.", "Rivers rise."),
        ("It went down the\n\nFigure 3: The barge.", "- river"),
    ],
)
def test_what_is_set_apart_may_end_a_text(before: str, after: str) -> None:
    assert not [change for change in _whole(before, after).changes if change.step == "joins"]


@pytest.mark.parametrize(
    ("before", "after", "whole"),
    [
        ("Pages 10-", "12.", "Pages 10-12."),
        ("See pages 10–", "12. The rest is on page 14.", "See pages 10–12. The rest is on page 14."),
        ("In 1914–", "18 it was", "In 1914–18 it was"),
        ("In 1914-", "18. It was", "In 1914-18. It was"),
    ],
)
def test_ranges_go_on(before: str, after: str, whole: str) -> None:
    assert _text(before, after) == whole


def test_a_list_is_no_range() -> None:
    assert len(_whole("Pages 10-", "12. a\n13. b").pieces) == 2
    assert len(_whole("Pages 10-", "2. a").pieces) == 1  # 10-2, a short form of 102
    assert len(_whole("Pages 10-", "10. a").pieces) == 2
    assert len(_whole("Pages of", "12. a").pieces) == 2


@pytest.mark.parametrize(
    ("before", "after", "whole"),
    [
        ("So:\n\n$$\na = b", "c = d\n$$\n\nText.", "So:\n\n$$\na = b\nc = d\n$$\n\nText."),
        ("So\n$$\na = b", "+ c\n$$ (3)\n\n$$\nx\n$$", "So\n\n$$\na = b\n+ c\n$$ (3)\n\n$$\nx\n$$"),
        ("$$\na = b\n- c", "- d\n$$\nText.", "$$\na = b\n- c\n- d\n$$\n\nText."),
        ("$$", "c = d $$", "$$\nc = d\n$$"),
        ("\\[\na = b", "c = d\n\\]", "\\[\na = b\nc = d\n\\]"),
        ("\\begin{align}\na &= b", "c &= d\n\\end{align}", "\\begin{align}\na &= b\nc &= d\n\\end{align}"),
    ],
)
def test_a_formula_cut_in_two_is_one(before: str, after: str, whole: str) -> None:
    done = _whole(before, after)
    assert "\n\n".join(piece.source for piece in done.pieces) == whole
    (formula,) = [piece for piece in done.pieces if piece.page == 0 and piece.kind is Kind.FORMULA]
    assert formula.ends_on == 1 and cut(whole, 0)[-1].kind is done.pieces[-1].kind
    (change,) = done.changes
    assert [piece.source for piece in change.before][-1] == cut(after, 1)[-1].source


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("$$\na = b", "Some text of the next page.\n\n$$\nx\n$$"),
        ("$$\na = b", "x\n\n$$\ny\n$$"),
        ("$$\nThese words were never any formula.", "c = d\n$$"),
        ("It costs $$ or more", "c = d\n$$"),
        ("$$\na = b\n\n# Title", "c = d\n$$"),
        ("Text", "c = d\n$$"),
    ],
)
def test_stray_signs_join_nothing(before: str, after: str) -> None:
    assert not _whole(before, after).changes


def test_lists_keep_their_printed_numbers() -> None:
    pages = ["1. Install\n2. Set the key\n\nA plain paragraph.\n\n- one\n- two\n\n3. Run\n4. Check", "5. Go\n6. End"]
    assert _text(*pages) == pages[0] + "\n5. Go\n6. End"
    assert len(_whole("1. a\n2. b", "1. c").pieces) == 2
    assert _text("- one\n- two and the", "rest of it\n\nOther.") == "- one\n- two and the rest of it\n\nOther."


def test_code_and_formulas_go_on() -> None:
    assert _text("```c\nint f(int a,\n```", "```c\n      int b)\n```") == "```c\nint f(int a,\n      int b)\n```"
    assert len(_whole("```c\nf();\n```", "```c\ng();\n```").pieces) == 2
    assert _text("$$\na = b +\n$$", "$$\nc\n$$") == "$$\na = b +\nc\n$$"
    assert len(_whole("$$a=b$$", "$$c=d$$").pieces) == 2


# ---------------------------------------------------------------- tables


def _rows(first: int, last: int, head: str = "| Part | Count |\n|---|---|") -> str:
    return "\n".join([head, *(f"| bolt {n} | {n}.50 |" for n in range(first, last))])


def test_a_table_over_three_pages_with_its_head_repeated() -> None:
    whole = _text(_rows(0, 20), _rows(20, 40), _rows(40, 60))
    assert whole == _rows(0, 60)


def test_a_table_over_three_pages_without_repeated_heads() -> None:
    later = [_rows(n + 1, n + 20, f"| bolt {n} | {n}.50 |\n|---|---|") for n in (20, 40)]
    whole = _text(_rows(0, 20), *later)
    assert whole == _rows(0, 60)


def test_numbers_with_words_tell_rows_from_a_head() -> None:
    rows = [f"| item {n} | {n * 7} pieces | of iron |" for n in range(6)]
    rule = "|---|---|---|"
    whole = _text("\n".join(["| Name | Stock | Kind |", rule, *rows[:3]]), "\n".join([rows[3], rule, *rows[4:]]))
    assert whole == "\n".join(["| Name | Stock | Kind |", rule, *rows])
    other = "\n".join(["| Name of item 1 | Stock | Kind |", rule, *rows])
    assert len(_whole(other, other.replace("Stock", "Weight")).pieces) == 2


def test_html_tables_go_on() -> None:
    head = "<tr><th>Part</th><th>Count</th></tr>"

    def table(first: int, last: int) -> str:
        rows = "\n".join(f"<tr><td>bolt {n}</td><td>{n}</td></tr>" for n in range(first, last))
        return f"<table>\n<thead>\n{head}\n</thead>\n<tbody>\n{rows}\n</tbody>\n</table>"

    assert _text(table(0, 3), table(3, 6)) == table(0, 6)
    wide = '<table><tr><td colspan="2">a</td><td>1</td></tr></table>'
    narrow = "<table><tr><td>a</td><td>1</td></tr></table>"
    assert len(_whole(wide, narrow).pieces) == 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (_rows(0, 3), "| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |"),
        (_rows(0, 3), "Between.\n\n" + _rows(3, 5)),
        (_rows(0, 3), "| Name | Weight |\n|---|---|\n| nut | 3 |"),
        (_rows(0, 3) + "\n\nAfter it.", _rows(3, 5)),
    ],
)
def test_tables_that_are_two_stay_two(before: str, after: str) -> None:
    done = _whole(before, after)
    assert sum(piece.kind is Kind.TABLE for piece in done.pieces) == 2


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=2, max_size=4), st.booleans())
def test_no_row_is_lost(sizes: list[int], repeat: bool) -> None:
    pages, at = [], 0
    for size in sizes:
        head = "| Part | Count |\n|---|---|" if repeat or at == 0 else f"| bolt {at} | {at}.50 |\n|---|---|"
        first = at if repeat or at == 0 else at + 1
        pages.append(_rows(first, at + size, head))
        at += size
    assert _text(*pages) == _rows(0, at)


# ---------------------------------------------------------------- headings


def test_levels_follow_the_numbers() -> None:
    page = "# A Survey\n\n# 3 Pipeline\n\nText.\n\n# 3.1 Backends\n\nText.\n\n# A.2 Proofs\n\n# Thanks"
    levels = [piece.level for piece in _whole(page.replace("# Thanks", "## Thanks")).pieces if piece.level]
    assert levels == [1, 2, 3, 3, 2]


def test_levels_follow_the_outline() -> None:
    outline = (Entry(1, "Introduction", 0), Entry(2, "Scope", 0), Entry(1, "Methods", 1))
    done = _whole("# Introduction\n\n# Scope\n\nText.", "# Methods\n\n# Unknown", outline=outline)
    assert [piece.source for piece in done.pieces if piece.level] == [
        "# Introduction", "## Scope", "# Methods", "# Unknown",
    ]  # fmt: skip


def test_names_of_authors_are_no_headings() -> None:
    page = "## A Study of Rain\n\n### Luca van der Berg\n\n### Ana M. Silva\n\nSome place\n\n### {}\n\nText."
    done = _text(page.format("Abstract"))
    assert "**Luca van der Berg**\n\n**Ana M. Silva**" in done and "### Abstract" in done
    assert "### Ana M. Silva" in _text(page.format("Acknowledgements"))
    assert "### Ana M. Silva" in _text(page.replace("### Luca van der Berg", "### by Luca").format("Abstract"))


def test_years_and_articles_are_no_numbers() -> None:
    page = "## 1986 in review\n\n### A good year\n\n#### 2019 figures\n\n##### 2020 figures"
    assert not _whole(page).changes


# ---------------------------------------------------------------- footnotes


def test_footnotes_are_numbered_through_the_document() -> None:
    done = _text("One[^1] two[^a].\n\n[^1]: first\n\n[^a]: second", "Three[^1].\n\n[^1]: third\n    goes on")
    assert done == ("One[^1] two[^2].\n\n[^1]: first\n\n[^2]: second\n\nThree[^3].\n\n[^3]: third\n    goes on")


def test_marks_in_code_and_marks_without_notes_stay() -> None:
    assert _text("See `[^1]`, [^1] and [^9].\n\n[^1]: note") == "See `[^1]`, [^1] and [^9].\n\n[^1]: note"


def test_a_note_without_a_mark_is_shown() -> None:
    assert _text("Text.\n\n[^*]: Lost note.", "More.") == "Text.\n\n<sup>*</sup> Lost note.\n\nMore."


def test_a_paragraph_over_two_pages_with_two_notes_of_one_label() -> None:
    done = _text("It was[^1] and\n\n[^1]: first", "is[^1] so.\n\n[^1]: second")
    assert done == "It was[^1] and is[^2] so.\n\n[^1]: first\n\n[^2]: second"


def test_notes_on_a_later_page_are_linked() -> None:
    done = _whole("Text[^1].", "More[^2].\n\n[^1]: Late note.", "[^2]: And another.")
    assert "\n\n".join(p.source for p in done.pieces) == (
        "Text[^1].\n\n[^1]: Late note.\n\nMore[^2].\n\n[^2]: And another."
    )
    assert [piece.page for piece in done.pieces] == [0, 0, 1, 1]
    ends = _text("One[^1] of[^2] it.", "It[^1] has its own.\n\n[^1]: own", "# Notes\n\n[^1]: first\n\n[^2]: second")
    assert ends == (
        "One[^1] of[^2] it.\n\n[^1]: first\n\n[^2]: second\n\nIt[^3] has its own.\n\n[^3]: own\n\n# Notes"
    )


@pytest.mark.parametrize(
    "pages",
    [
        ("Text[^1].", "More[^1].", "[^1]: Whose?"),  # two marks, and none of them
        ("Text[^1] and[^1].", "[^1]: Whose?"),
        ("[^1]: Before its mark.", "Text[^1]."),
        ("See `[^1]`.", "[^1]: Nothing refers to it."),
    ],
)
def test_notes_that_may_be_others_are_not_linked(pages: tuple[str, ...]) -> None:
    done = _whole(*pages)
    assert not [piece for piece in done.pieces if piece.kind is Kind.FOOTNOTE]
    assert "<sup>1</sup>" in "\n".join(piece.source for piece in done.pieces)


def test_a_mark_without_a_note_gets_no_other_one() -> None:
    done = _text("One[^2].", "Two[^1] three[^2].\n\n[^1]: first\n\n[^2]: second")
    assert done == "One[\\^2].\n\nTwo[^1] three[^2].\n\n[^1]: first\n\n[^2]: second"


def test_each_chapter_has_its_notes_behind_it() -> None:
    done = _text("One[^1].", "[^1]: first", "Two[^1].", "[^1]: second")
    assert done == "One[^1].\n\n[^1]: first\n\nTwo[^2].\n\n[^2]: second"


# ---------------------------------------------------------------- contents


def test_a_list_of_contents() -> None:
    page = "# Title\n\n## One *two*\n\n### Deep\n\n## One *two*\n\nText."
    done = _text(page, steps=Steps(contents=True))
    assert done.split("\n\n")[1] == "- [One *two*](#one-two)\n  - [Deep](#deep)\n- [One *two*](#one-two-1)"
    assert _text("Only text.", steps=Steps(contents=True)) == "Only text."
