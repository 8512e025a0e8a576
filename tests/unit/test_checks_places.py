# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the page has and the text has not: that it is seen however the page's words are ordered, and that it is told
where it belongs."""

from __future__ import annotations

from app.core.align import align
from app.core.align.sequence import pair_up
from app.core.checks import Evidence, Flag, Kind, Origin, Second, check, running_lines
from engine.protocol import Word
from tests.unit.page_words import columns, lines

ROWS = [
    ["State", "Votes", "Checks", "Figure"],
    ["Adams", "Yes", "No", "na"],
    ["Baker", "Yes", "Yes", "14.5"],
    ["Clark", "Yes", "No", "na"],
    ["Dover", "No", "Yes", "31.2"],
]
BEFORE = "The harbour office keeps a list of all barges here"
AFTER = "and nobody came down from the hills before the May"


def _table(rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in [rows[0], ["---"] * len(rows[0]), *rows[1:]])


def _text(rows: list[list[str]]) -> str:
    return f"{BEFORE}\n\n{_table(rows)}\n\n{AFTER}"


def _page(cells: list[Word]) -> list[Word]:
    return [*lines(BEFORE), *cells, *lines(AFTER, top=0.6)]


def _by_columns(rows: list[list[str]]) -> list[Word]:
    words = columns(rows, top=0.3)
    return sorted(words, key=lambda word: (word.box[0], word.box[1]))


def _one(text: str, words: list[Word]) -> Flag:
    (flag,) = check(Evidence(text, Second(Origin.TEXT_LAYER, words))).flags
    return flag


def test_a_row_lost_is_told_between_its_neighbours_also_where_cells_are_given_by_columns() -> None:
    rows = [ROWS[0], *([name, f"{n}71", f"{n}82", f"{n}93"] for n, (name, *_) in enumerate(ROWS[1:], 4))]
    text = _text(rows[:2] + rows[3:])
    for cells in (columns(rows, top=0.3), _by_columns(rows)):
        flags = check(Evidence(text, Second(Origin.TEXT_LAYER, _page(cells)))).flags
        assert flags
        for flag in flags:
            assert text.index("Adams") < flag.start < text.index("Dover"), flag


def test_the_first_row_lost_is_told_before_the_table_and_not_behind_what_the_page_gives_before() -> None:
    words = [*lines(AFTER, top=0.6), *lines(BEFORE), *columns(ROWS, top=0.3)]  # the last line is given first
    text = _text([ROWS[1], *ROWS[2:]])
    flag = _one(text, words)
    assert flag.data["page"] == "State Votes Checks Figure"
    assert text.index("here") < flag.start <= text.index("Adams")


def test_two_words_of_a_row_are_seen() -> None:
    rows = [ROWS[0], ["Adams", "Yes", "", ""], ["", "True", "", "Sometimes"], ["Clark", "Yes", "No", "na"]]
    text = _text(rows[:2] + rows[3:])
    flag = _one(text, _page(columns(rows, top=0.3)))
    assert (flag.kind, flag.data["page"]) == (Kind.MISSING_TEXT, "True Sometimes")
    assert text.index("Adams") < flag.start < text.index("Clark")


def test_a_row_of_headings_over_two_lines_is_seen() -> None:
    head = [*lines("Sample 2007 2006 2005 2004", top=0.3), *lines("unit", top=0.315)]
    head += lines("n %Pos n %Pos", left=0.3, top=0.317)
    body = columns([["Lisbon", "1.2", "3.4", "5.6"], ["Madrid", "7.8", "9.1", "2.3"]], top=0.35)
    html = "<table><tr><td>n</td><td>%Pos</td><td>n</td><td>%Pos</td></tr>" + "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>"
        for row in (["Lisbon", "1.2", "3.4", "5.6"], ["Madrid", "7.8", "9.1", "2.3"])
    )
    text = f"{BEFORE}\n\n{html}</table>\n\n{AFTER}"
    flags = check(Evidence(text, Second(Origin.TEXT_LAYER, [*lines(BEFORE), *head, *body, *lines(AFTER, top=0.6)])))
    missing = [flag for flag in flags.flags if flag.kind is Kind.MISSING_TEXT]
    assert "2007" in " ".join(str(flag.data["page"]) for flag in missing)


def test_a_line_lost_from_a_column_of_a_scan_is_told_in_its_column() -> None:
    left = ["apples pears cherries plums grapes", "iron copper silver nickel cobalt", "oak birch maple willow chestnut"]
    right = [
        "north winds carried seven ships",
        "every morning somebody opened gates",
        "quiet rivers flow below bridges",
    ]
    given: list[Word] = []
    for n in range(3):  # as an OCR gives them: line by line over both columns
        given += lines(left[n], left=0.05, top=0.2 + 0.025 * n, confidence=0.95)
        given += lines(right[n], left=0.55, top=0.2 + 0.025 * n, confidence=0.95)
    text = " ".join(left) + "\n\n" + " ".join([right[0], right[2]])
    flags = check(Evidence(text, Second(Origin.OCR, given))).flags
    assert [(flag.kind, flag.data["page"]) for flag in flags] == [(Kind.MISSING_TEXT, right[1])]
    assert flags[0].start == text.index("ships") + len("ships")


def test_a_word_divided_in_a_column_goes_on_in_that_column() -> None:
    given: list[Word] = []
    for n, (one, other) in enumerate([("the inter-", "a con-"), ("viewed people", "notation of it")]):
        given += lines(one, left=0.05, top=0.2 + 0.025 * n)
        given += lines(other, left=0.55, top=0.2 + 0.025 * n)
    keys = [word.key for word in align("", given).page.words]
    assert keys == ["the", "interviewed", "a", "connotation", "people", "of", "it"]


def test_a_block_elsewhere_is_not_paired_with_what_stands_in_its_place() -> None:
    begin, end = ["one", "two", "three"], ["four", "five", "six"]
    block = ["stawka", "vat", "wartość", "netto", "kwota", "brutto"]
    first = [*begin, *block, *end]
    second = [*begin, "dokumentacja", "szt", "44", "23", "88", "108", *end, *block]
    found = pair_up(first, second)
    assert [found.there[n] for n in range(3, 9)] == [(n,) for n in range(12, 18)]
    assert all(found.back[n] == () for n in range(3, 9))


def test_rows_that_are_alike_stay_with_their_names() -> None:
    same, other = ["yes", "no", "na"], ["d4", "left", "right"]
    first = ["a1", *same, *other, "b2", *same]
    second = ["a1", *same, "c3", *same, *other, "b2", *same]
    shuffled = [*second[:8], *second[11:], *other]
    for page in (second, shuffled):
        found = pair_up(first, page)
        name = page.index("b2")
        assert [found.there[n] for n in range(7, 11)] == [(name + n,) for n in range(4)]


def test_rows_less_than_a_hundredth_of_a_line_apart_on_a_long_page_are_in_order() -> None:
    rows = [" ".join(f"{word}{chr(97 + n % 26)}{chr(97 + n // 26)}" for word in BEFORE.split()) for n in range(60)]
    words = [
        Word(text=w.text, box=(w.box[0], 0.0004 * n, w.box[2], 0.0004 * n + 0.0003))
        for n, row in enumerate(rows)
        for w in lines(row)
    ]
    text = "\n\n".join(rows)
    assert check(Evidence(text, Second(Origin.TEXT_LAYER, words))).flags == ()
    other = [rows[5], *rows[:5], *rows[6:]]
    flags = check(Evidence("\n\n".join(other), Second(Origin.TEXT_LAYER, words))).flags
    assert [flag.kind for flag in flags] == [Kind.READING_ORDER]


def test_a_number_that_the_page_gives_behind_its_line_is_found_beside_its_word() -> None:
    page = [
        *lines("The Copyright Act (DMCA) was signed into law by"),
        *lines("President Clinton on that very day", top=0.23),
    ]
    act = page[3].box
    number = Word(text="7", box=(act[2] + 0.002, act[1] - 0.004, act[2] + 0.008, act[1] + 0.008))
    given = [*page[:9], number, *page[9:]]  # raised, and given when the line is over
    text = "The Copyright Act (DMCA)<sup>7</sup> was signed into law by President Clinton on that very day"
    assert check(Evidence(text, Second(Origin.TEXT_LAYER, given))).flags == ()
    at = text.index("7")
    place = align(text, given).place(at, at + 1)
    assert place is not None and place.boxes == (number.box,)
    elsewhere = Word(text="7", box=(0.1, 0.5, 0.11, 0.52))
    flags = check(
        Evidence(text, Second(Origin.TEXT_LAYER, [*page, elsewhere, *lines("More words here.", top=0.6)]))
    ).flags
    assert Kind.NUMBER_DIFFERS in [flag.kind for flag in flags]


def test_a_page_number_of_two_digits_is_found_wherever_it_is_given() -> None:
    given = [Word(text="42", box=(0.5, 0.8, 0.53, 0.82)), *lines(BEFORE, AFTER)]
    assert check(Evidence(f"{BEFORE} {AFTER}\n\n42", Second(Origin.TEXT_LAYER, given))).flags == ()


def test_lines_that_repeat_are_running_heads_also_in_wide_margins() -> None:
    head, foot = "The Digital Millennium Copyright Act", "Office Summary December Page"
    pages = [
        [*lines(f"{head} {n}", top=0.11), *lines(BEFORE, AFTER), *lines(f"{foot} {n}", top=0.87)] for n in range(3)
    ]
    running = running_lines(pages)
    text = f"{BEFORE} {AFTER}"
    assert check(Evidence(text, Second(Origin.TEXT_LAYER, pages[0]), running=running)).flags == ()
    flags = check(Evidence(text, Second(Origin.TEXT_LAYER, pages[0]))).flags
    assert head in "; ".join(str(flag.data["page"]) for flag in flags)  # of this page alone nobody knows
    inside = [[*lines(BEFORE, AFTER), *lines(f"{head} {n}", top=0.5)] for n in range(3)]
    assert running_lines(inside) == frozenset()


def _ocr(text: str, *page: str) -> list[Flag]:
    return list(check(Evidence(text, Second(Origin.OCR, lines(*page, confidence=0.95)))).flags)


def test_what_an_ocr_misreads_of_a_number_is_no_other_number() -> None:
    text = f"{BEFORE} in the early 970s with a disk of 3½ inches and 0.25 of I18n"
    assert _ocr(text, BEFORE, "in the early 97os with a disk of 3/½ inches and 0. 25 of 118n") == []
    (flag,) = _ocr(
        text.replace("970s", "990s"), BEFORE, "in the early 97os with a disk of 3/½ inches and 0. 25 of 118n"
    )
    assert flag.kind is Kind.NUMBER_DIFFERS


def test_one_part_of_a_number_is_not_the_number() -> None:
    page = (BEFORE, "the sum was CHF 3'667.35 and the call 079/987 there", AFTER)
    text = f"{BEFORE} the sum was CHF 3'667.35 and the call 079/987 there {AFTER}"
    assert _ocr(text, *page) == []
    for edit in (text.replace("3'667.35", "3'"), text.replace("079/987", "987")):
        assert [flag.kind for flag in _ocr(edit, *page)] == [Kind.NUMBER_DIFFERS]


def test_a_single_digit_that_an_ocr_did_not_see_is_no_flag_and_two_are() -> None:
    page = (BEFORE, "Name Amount Price", "Adams box dear", AFTER)
    assert _ocr(f"{BEFORE}\n\nName Amount Price\n\nAdams 1 box dear\n\n{AFTER}", *page) == []
    (flag,) = _ocr(f"{BEFORE}\n\nName Amount Price\n\nAdams 17 box dear\n\n{AFTER}", *page)
    assert flag.kind is Kind.NUMBER_DIFFERS


def test_a_number_beside_a_word_is_not_taken_for_a_part_of_it() -> None:
    found = pair_up(["spain", "single", "x", "36"], ["spain", "single", "25", "y", "36"])
    assert (found.there[1], found.back[2]) == ((1,), ())


def test_the_text_tells_how_a_divided_word_goes_on_where_columns_are_close() -> None:
    given = [
        *lines("the town office imple- but later mea-", top=0.2),
        *lines("mented a rule for sures that helped", top=0.23),
    ]
    text = "the town office implemented a rule for\n\nbut later measures that helped"
    keys = " ".join(word.key for word in align(text, given).page.words)
    assert keys == "the town office implemented but later measures a rule for that helped"


def test_a_word_that_goes_on_on_the_next_page_is_no_other_word() -> None:
    words = lines(BEFORE, AFTER, "and then the rule was imple-")
    assert (
        check(Evidence(f"{BEFORE} {AFTER} and then the rule was implemented", Second(Origin.TEXT_LAYER, words))).flags
        == ()
    )
    words += lines("Copyright Office of the Town", top=0.95)  # what comes next is no rest of it
    assert "imple" in [word.key for word in align("", words).page.words]
