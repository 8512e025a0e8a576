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
