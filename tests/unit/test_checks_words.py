# SPDX-License-Identifier: AGPL-3.0-or-later
"""Single words against an OCR: another word, one more, one less are hints where it is sure, and what it misreads is
nothing."""

from __future__ import annotations

import pytest

from app.core.checks import Evidence, Flag, Kind, Origin, Second, Severity, check
from tests.unit.page_words import lines

PAGE = (
    "Both were read by the keeper of the light, who had done so",
    "without a single day of rest and with the greatest care for",
    "detail, as the books of the harbour office in the town say.",
)
TEXT = " ".join(PAGE)


def _flags(text: str, confidence: float = 0.99, page: tuple[str, ...] = PAGE) -> list[Flag]:
    return list(check(Evidence(text, Second(Origin.OCR, lines(*page, confidence=confidence)))).flags)


@pytest.mark.parametrize(
    ("was", "now", "kind"),
    [
        ("light", "night", Kind.WORD_DIFFERS), ("without", "with", Kind.WORD_DIFFERS),
        ("greatest", "greenest", Kind.WORD_DIFFERS), ("books", "boots", Kind.WORD_DIFFERS),
        ("had done", "had not done", Kind.INVENTED_TEXT), ("single day", "single hot day", Kind.INVENTED_TEXT),
        ("the greatest care", "the care", Kind.MISSING_TEXT), ("who had done", "who done", Kind.MISSING_TEXT),
    ],
)  # fmt: skip
def test_one_word_is_a_hint_where_the_ocr_is_sure(was: str, now: str, kind: Kind) -> None:
    text = TEXT.replace(was, now)
    (flag,) = _flags(text)
    assert (flag.kind, flag.severity) == (kind, Severity.HINT)
    assert (text[: flag.start] + (flag.suggestion or "") + text[flag.end :]).split() == TEXT.split()
    assert _flags(text, 0.9) == []


@pytest.mark.parametrize(
    ("printed", "seen"),
    [
        ("light,", "liqht,"), ("single", "singIe"), ("greatest", "greatcst"), ("office", "offce"), ("town", "towri"),
        ("keeper", "keper"), ("harbour", "harbóur"), ("detail,", "detai1,"), ("for", ""), ("so", "s0"),
    ],
)  # fmt: skip
def test_a_misread_word_is_nothing(printed: str, seen: str) -> None:
    page = tuple(line.replace(printed, seen, 1).strip() for line in PAGE)
    assert _flags(TEXT, page=page) == []


def test_a_word_that_the_ocr_did_not_see_leaves_a_gap() -> None:
    words = [word for word in lines(*PAGE, confidence=0.99) if word.text != "single"]
    assert check(Evidence(TEXT, Second(Origin.OCR, words))).flags == ()


SCAN = (
    "The harbour office did not keep a list of the barges that",
    "passed the northern lock in June 1911, and a million tons",
    "of coal were never counted. In May a boat came each day.",
)


def _scanned(text: str, confidence: float) -> list[Kind]:
    words = lines(*SCAN, confidence=confidence)
    return [flag.kind for flag in check(Evidence(text, Second(Origin.OCR, words))).flags]


@pytest.mark.parametrize("lost", ["not ", "never "])
@pytest.mark.parametrize(("sure", "found"), [(0.85, True), (0.5, False)])
def test_an_ocr_does_not_make_up_a_negation(lost: str, sure: float, found: bool) -> None:
    text = " ".join(SCAN)
    assert bool(_scanned(text.replace(lost, "", 1), sure)) is found
    assert _scanned(text, sure) == []


@pytest.mark.parametrize(("right", "wrong"), [("June", "July"), ("May", "March"), ("million", "billion")])
@pytest.mark.parametrize(("sure", "found"), [(0.85, True), (0.5, False)])
def test_an_ocr_does_not_take_one_month_or_scale_for_another(right: str, wrong: str, sure: float, found: bool) -> None:
    assert (_scanned(" ".join(SCAN).replace(right, wrong, 1), sure) == [Kind.WORD_DIFFERS]) is found


def test_a_month_that_the_text_has_nearby_too_is_no_other_order_of_cells() -> None:
    page = ("Between June 1941 and June 1945 there were", "many more of them than at any other time")
    text = " ".join(page).replace("June 1941", "July 1941")
    flags = check(Evidence(text, Second(Origin.OCR, lines(*page, confidence=0.95)))).flags
    assert [flag.kind for flag in flags] == [Kind.WORD_DIFFERS]


def test_a_lost_word_of_one_letter_is_found_where_the_text_has_it_elsewhere() -> None:
    words = lines(*SCAN, "At night a lamp was lit on a tower of the lock.")
    text = " ".join((*SCAN, "At night a lamp was lit on a tower of the lock."))
    lost = check(Evidence(text.replace("keep a list", "keep list"), Second(Origin.TEXT_LAYER, words))).flags
    assert [(flag.kind, flag.data["page"]) for flag in lost] == [(Kind.MISSING_TEXT, "a")]
    assert check(Evidence(text, Second(Origin.TEXT_LAYER, words))).flags == ()


def test_a_letter_of_the_page_that_is_no_word_of_the_text_is_not_lacking() -> None:
    page = ("The point x lies on the line that the keeper drew", "and it is as far from the lamp as from the lock.")
    text = " ".join(page).replace("point x lies", "point lies")
    assert check(Evidence(text, Second(Origin.TEXT_LAYER, lines(*page)))).flags == ()
