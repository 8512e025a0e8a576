# SPDX-License-Identifier: AGPL-3.0-or-later
"""Numbers as they are on the page and as the text has them: signs, separators, currency, percent and blanks count; how
they are spelled does not."""

from __future__ import annotations

import pytest

from app.core.checks import Evidence, Flag, Kind, Origin, Reason, Second, Severity, check
from tests.unit.page_words import lines

AROUND = (
    "Invoice total for the work of March was {} euro in all,",
    "to be paid within thirty days of the date of this letter.",
    "The second line of the bill names 4711 as customer number.",
)


def _flags(page: str, text: str, origin: Origin = Origin.TEXT_LAYER, confidence: float | None = None) -> list[Flag]:
    words = lines(AROUND[0].format(page), *AROUND[1:], confidence=confidence)
    return list(check(Evidence(" ".join(AROUND).format(text), Second(origin, words))).flags)


OTHER = [
    ("-40", "40"), ("40", "-40"), ("−40", "40"), ("+40", "-40"), ("(-40)", "(40)"), ("-$40", "$40"),
    ("40 %", "40"), ("40", "40 %"), ("40%", "40‰"), ("$40", "€40"), ("€40", "40"), ("40 €", "40"), ("40", "$40"),
    ("10-12", "1012"), ("1012", "10-12"), ("10–12", "10 12"), ("10-12", "10/12"), ("10x12", "1012"),
    ("10^5", "105"), ("10⁵", "105"), ("12", "1 2"), ("1 2", "12"), ("1e5", "105"), ("105", "1e5"),
    ("39.82", "3982"), ("3982", "39.82"), ("1,234", "1.234"), ("1234.50", "123450"), ("12:30", "1230"), ("1/2", "12"),
    ("-41", "40"), ("$41", "$40"), ("10-12", "10-13"), ("(41)", "(40)"), ("40 %", "41 %"), ("-41", "-40"),
]  # fmt: skip


@pytest.mark.parametrize(("page", "text"), OTHER)
def test_another_number_is_one_fault_and_accepting_it_gives_the_page_s(page: str, text: str) -> None:
    (flag,) = _flags(page, text)
    assert (flag.kind, flag.severity) == (Kind.NUMBER_DIFFERS, Severity.FAULT)
    whole = " ".join(AROUND).format(text)
    mended = whole[: flag.start] + (flag.suggestion or "") + whole[flag.end :]
    again = check(Evidence(mended, Second(Origin.TEXT_LAYER, lines(AROUND[0].format(page), *AROUND[1:]))))
    assert not again.flags, mended


SAME = [
    ("−40", "-40"), ("–40", "−40"), ("-40", "&minus;40"), ("-40", r"\-40"), ("40 %", "40%"), ("40 %", r"40\%"),
    ("40 %", r"40 \%"), ("40 %", "**40** %"), ("$40", r"\$40"), ("$40", "$40"), ("€ 40", "€40"), ("€40", "40 €"),
    ("€40", "&euro;40"), ("10–12", "10-12"), ("10 - 12", "10–12"), ("10-12", "**10**-12"), ("10⁵", "10^5"),
    ("10⁵", "10<sup>5</sup>"), ("105", "10<sup>5</sup>"), ("105", "10⁵"), ("105", "$10^{5}$"), ("10⁵", "$10^{5}$"),
    ("1 000", "1000"), ("1\u202f000", "1000"), ("1\u2009000", "1 000"), ("12 000 000", "12000000"), ("５", "5"),
    ("½", "1/2"), ("40", "**40**"), ("40", "<b>40</b>"), ("-40", "$-40$"), ("-40", "$-$ 40"), ("40%", r"40 $\%$"),
    ("3982.", "3982"), ("\ue0ac40", "€40"), ("A-40", "A40"), ("50 € 40 €", "50 € 40 €"), ("1998", "1998[^1]"),
]  # fmt: skip


@pytest.mark.parametrize(("page", "text"), SAME)
def test_another_spelling_is_no_other_number(page: str, text: str) -> None:
    assert [flag for flag in _flags(page, text) if flag.kind is Kind.NUMBER_DIFFERS] == []


def test_list_marks_and_cells_are_no_signs() -> None:
    page = [*lines("40 apples of the northern mill"), *lines("10 12 14 barges of coal", top=0.3)]
    text = "- 40 apples of the northern mill\n\n| 10 | 12 | 14 barges of coal |\n|---|---|---|"
    assert check(Evidence(text, Second(Origin.TEXT_LAYER, page))).flags == ()


SEPARATORS = [("3982", "39.82"), ("39.82", "3982"), ("1,234", "1.234"), ("1234.50", "123450"), ("12:30", "1230")]


@pytest.mark.parametrize(("page", "text"), SEPARATORS)
@pytest.mark.parametrize(("confidence", "severity"), [(0.99, Severity.FAULT), (0.93, Severity.DOUBT), (0.8, None)])
def test_a_separator_counts_as_much_as_the_ocr_is_sure(
    page: str, text: str, confidence: float, severity: Severity | None
) -> None:
    flags = _flags(page, text, Origin.OCR, confidence)
    assert [flag.severity for flag in flags] == ([] if severity is None else [severity])
    assert all(flag.reason is Reason.OTHER_NUMBER for flag in flags)


@pytest.mark.parametrize(("page", "text"), [("-40", "40"), ("40", "-40"), ("40 %", "40"), ("10-12", "1012")])
def test_a_sign_against_an_ocr_is_a_doubt_where_it_is_sure(page: str, text: str) -> None:
    assert [flag.severity for flag in _flags(page, text, Origin.OCR, 0.99)] == [Severity.DOUBT]
    assert _flags(page, text, Origin.OCR, 0.9) == []


@pytest.mark.parametrize(
    ("page", "text"),
    [("12 .5", "12.5"), ("12. 5", "12.5"), ("l2.5", "12.5"), ("1 234", "1234"), ("12", "1 2"), ("40", "€40")],
)
def test_what_an_ocr_often_does_is_nothing(page: str, text: str) -> None:
    assert _flags(page, text, Origin.OCR, 0.99) == []
