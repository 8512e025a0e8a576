# SPDX-License-Identifier: AGPL-3.0-or-later
"""What accepting "text is lacking" and "number left out" does to the text: words stay words, paragraphs paragraphs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from app.core.checks import Evidence, Kind, Origin, Second, check
from engine.protocol import Word
from tests.unit.page_words import PITCH, columns, lines

FIRST = (
    "The gauge at Ostend showed 4217 millimetres above the datum",
    "of the survey and the one at Dover rather less than that at the",
    "same hour of the day, as was to be expected in spring.",
)
SECOND = (
    "Both were read by the keeper of the light, who had done so for",
    "years without a single day of rest and with the greatest care.",
)
THIRD = (
    "The king of the islands never came to look at any of the two",
    "gauges, although he was asked to come every other year.",
)
PARAGRAPHS = (FIRST, SECOND, THIRD)


def _page(gap: float = PITCH) -> list[Word]:
    words: list[Word] = []
    top = 0.1
    for paragraph in PARAGRAPHS:
        words += lines(*paragraph, top=top)
        top += PITCH * len(paragraph) + gap
    return words


def _text(*paragraphs: Sequence[str]) -> str:
    return "\n\n".join(" ".join(paragraph) for paragraph in paragraphs)


WHOLE = _text(*PARAGRAPHS)


def _accepted(text: str, words: Sequence[Word], origin: Origin = Origin.TEXT_LAYER) -> str:
    """The text with the suggestion of each flag put in, from the last to the first."""
    flags = check(Evidence(text, Second(origin, words))).flags
    assert {flag.kind for flag in flags} <= {Kind.MISSING_TEXT, Kind.NUMBER_DIFFERS}
    assert flags
    for flag in reversed(flags):
        assert flag.suggestion is not None
        text = text[: flag.start] + flag.suggestion + text[flag.end :]
    return text


@pytest.mark.parametrize("lost", range(3))
@pytest.mark.parametrize("gap", [PITCH, 0.4 * PITCH])
def test_a_lost_paragraph_comes_back_with_blank_lines_around_it(lost: int, gap: float) -> None:
    rest = [paragraph for number, paragraph in enumerate(PARAGRAPHS) if number != lost]
    assert _accepted(_text(*rest), _page(gap)) == WHOLE


def test_two_lost_paragraphs_come_back_as_two() -> None:
    assert _accepted(_text(FIRST), _page()) == WHOLE
    assert _accepted(_text(THIRD), _page()) == WHOLE


@pytest.mark.parametrize(
    "lost", [line for paragraph in PARAGRAPHS for line in paragraph], ids=lambda line: line.split()[0]
)
def test_a_lost_line_comes_back_in_its_paragraph(lost: str) -> None:
    text = WHOLE.replace(f"{lost} ", "").replace(f" {lost}", "")
    assert _accepted(text, _page()) == WHOLE


@pytest.mark.parametrize(
    "lost",
    ["The ", "The gauge at Ostend showed ", "4217 ", " of the survey and the one", " in spring", "Both were read by ",
     " with the greatest care", " rest", "The king of the islands ", " every other"],
)  # fmt: skip
def test_lost_words_come_back_as_words(lost: str) -> None:
    assert lost in WHOLE
    assert _accepted(WHOLE.replace(lost, "", 1), _page()) == WHOLE


def test_a_page_that_begins_with_a_number() -> None:
    page = lines("1907 was the year of the northern lock, as", "the books say of the harbour office.")
    text = "1907 was the year of the northern lock, as the books say of the harbour office."
    assert _accepted(text[5:], page) == text


def test_words_before_a_bracket_and_after_one() -> None:
    page = lines("The lock was closed (for repairs of the gate) in spring", "and opened for all the barges in autumn.")
    text = "The lock was closed (for repairs of the gate) in spring and opened for all the barges in autumn."
    assert _accepted(text.replace("for repairs ", ""), page) == text
    assert _accepted(text.replace(" was closed", ""), page) == text


def test_a_paragraph_lost_after_a_heading_and_before_a_table() -> None:
    rows = [["Name", "2007", "2008"], ["Adams", "14.5", "15.1"], ["Baker", "27.0", "28.3"]]
    table = "| Name | 2007 | 2008 |\n|---|---|---|\n| Adams | 14.5 | 15.1 |\n| Baker | 27.0 | 28.3 |"
    page = [*lines("The gauges", top=0.1), *lines(*SECOND, top=0.2), *columns(rows, top=0.35), *lines(*THIRD, top=0.5)]
    whole = f"# The gauges\n\n{_text(SECOND)}\n\n{table}\n\n{_text(THIRD)}\n"
    assert _accepted(whole.replace(f"{_text(SECOND)}\n\n", ""), page) == whole
    assert _accepted(whole.replace(f"{_text(THIRD)}\n", ""), page).rstrip() == whole.rstrip()


def test_characters_written_without_spaces_get_none() -> None:
    page = lines("北方的水闸每年春天都会关闭", "所有的船只都要等到秋天")
    text = "北方的水闸每年春天都会关闭所有的船只都要等到秋天"
    assert _accepted(text.replace("每年春天", ""), page) == text


def test_a_paragraph_that_begins_as_the_next_one_does_comes_back_whole() -> None:
    """What is lacking may as well be from one word of the paragraph to the same word of the next."""
    paragraph = (
        "The gauge at Ostend showed {} millimetres above the datum",
        "of the survey, at the same hour of the day.",
    )
    made = [[line.format(4217 + number) for line in paragraph] for number in range(5)]
    page = [word for number, two in enumerate(made) for word in lines(*two, top=0.1 + 0.1 * number)]
    for lost in range(5):
        text = _text(*(two for number, two in enumerate(made) if number != lost))
        assert _accepted(text, page) == _text(*made)


def test_a_line_lost_among_lines_that_are_paragraphs_is_one_too() -> None:
    rows = [
        "Paid 0.00 PLN until today",
        "To be paid 148.83 PLN by May",
        "Total 148.83 PLN for both",
        "The clerk of the mill",
    ]
    page = [*lines(*rows, top=0.1), *lines(*FIRST, top=0.4)]
    whole = "\n\n".join([*rows, " ".join(FIRST)])
    for lost in rows:
        assert _accepted(whole.replace(f"{lost}\n\n", ""), page) == whole


def test_a_paragraph_lost_after_a_heading_a_table_or_at_the_page_s_end_before_its_number() -> None:
    page = [*lines("The gauges", top=0.1), *lines(*SECOND, top=0.13), *lines("17", left=0.5, top=0.93)]
    whole = f"# The gauges\n\n{_text(SECOND)}\n"
    assert _accepted("# The gauges\n", page) == whole
