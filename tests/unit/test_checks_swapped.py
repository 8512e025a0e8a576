# SPDX-License-Identifier: AGPL-3.0-or-later
"""Words and sentences that stand the other way round than on the page."""

from __future__ import annotations

import pytest

from app.core.checks import Evidence, Flag, Kind, Origin, Second, check
from tests.unit.accepting import accepted
from tests.unit.page_words import columns, lines

PAGE = (
    "The harbour office keeps a list of all barges that passed",
    "the northern lock, and of the 12 of 30 boats that paid. Nobody",
    "came for a week. Then the ice broke, and they left at last.",
    "Before winter closed the upper canal, fifty more had come.",
)
TEXT = " ".join(PAGE) + "\n"
WORDS = lines(*PAGE)


def _flags(text: str, origin: Origin = Origin.TEXT_LAYER, confidence: float | None = None) -> tuple[Flag, ...]:
    return check(Evidence(text, Second(origin, lines(*PAGE, confidence=confidence)))).flags


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("harbour office", "office harbour"), ("12 of 30", "30 of 12"), ("northern lock", "lock northern"),
        ("barges that passed the northern", "passed the northern barges that"), ("ice broke", "broke ice"),
        ("Nobody came for a week. Then the ice broke, and they left at last.",
         "Then the ice broke, and they left at last. Nobody came for a week."),
        ("upper canal, fifty more", "fifty canal, upper more"),
    ],
)  # fmt: skip
def test_another_order_is_one_flag_and_accepting_it_brings_the_pages_order(right: str, wrong: str) -> None:
    text = TEXT.replace(right, wrong)
    assert text != TEXT
    assert [flag.kind for flag in _flags(text)] == [Kind.WORD_DIFFERS]
    assert accepted(text, WORDS) == TEXT


def test_the_pages_own_order_is_not_doubted() -> None:
    assert _flags(TEXT) == ()


def test_an_ocr_that_is_not_sure_says_nothing_of_the_order() -> None:
    text = TEXT.replace("harbour office", "office harbour")
    assert len(_flags(text, Origin.OCR, 0.99)) == 1
    assert _flags(text, Origin.OCR, 0.9) == ()


def test_words_that_a_text_layer_gives_out_of_order_are_not_swapped() -> None:
    """The layer has the second column of each line first; what is beside what is told by the boxes."""
    left, right = ("keeper of the light", "wrote all of it down"), ("nobody came to see", "either of them there")
    words = [word for one, other in zip(left, right, strict=True) for word in (*lines(other, left=0.6), *lines(one))]
    text = "\n\n".join((" ".join(left), " ".join(right))) + "\n"
    assert not [
        flag for flag in check(Evidence(text, Second(Origin.TEXT_LAYER, words))).flags if flag.kind is Kind.WORD_DIFFERS
    ]


def test_words_from_right_to_left_and_cells_are_left_alone() -> None:
    arabic = ("كتب حارس المنارة كل شيء في دفتر كبير", "ولم يأت أحد في تلك السنوات إلى الجزيرة")
    text = " ".join(arabic).replace("حارس المنارة", "المنارة حارس") + "\n"
    assert check(Evidence(text, Second(Origin.TEXT_LAYER, lines(*arabic)))).flags == ()
    rows = (("Name", "Port"), ("Ann", "Bergen"), ("Eve", "Calais"))
    table = "| Name | Port |\n|---|---|\n| Ann | Bergen |\n| Calais | Eve |\n"
    flags = check(Evidence(table, Second(Origin.TEXT_LAYER, columns(rows, wide=0.3)))).flags
    assert not [flag for flag in flags if flag.kind is Kind.WORD_DIFFERS]
