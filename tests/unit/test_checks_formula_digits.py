# SPDX-License-Identifier: AGPL-3.0-or-later
"""Digits of fractions, scripts and display formulas: what the page has between the words around, in any order."""

from __future__ import annotations

import pytest

from app.core.checks import Evidence, Flag, Kind, Origin, Reason, Second, Severity, check
from tests.unit.page_words import PITCH, lines

BEFORE = "From all that was measured in the harbour it follows that"
BEHIND = "which is what the keeper of the light had written down."


def _flags(page: str, text: str, *, apart: bool = False, origin: Origin = Origin.TEXT_LAYER) -> list[Flag]:
    words = lines(BEFORE, top=0.2) + lines(page, top=0.2 + PITCH, left=0.3) + lines(BEHIND, top=0.2 + 2 * PITCH)
    found = check(Evidence(_text(text, apart), Second(origin, words))).flags
    return [flag for flag in found if flag.kind is Kind.NUMBER_DIFFERS and flag.start < flag.end]


def _text(formula: str, apart: bool) -> str:
    sign = "\n\n" if apart else " "
    return sign.join((BEFORE, formula, BEHIND)) + "\n"


CHANGED = [
    (r"$$r^{n}=2p^{3}T_{n}(x/4)$$", "rn = 2p3Tn(x/4), (9)", r"$$r^{n}=2p^{8}T_{n}(x/4)$$"),
    (r"$$a^2 + 8 = 12$$", "a2 + 8 = 12", r"$$a^2 + 8 = 17$$"),
    (r"$$\frac{17}{23}x = 5$$", "17 x = 5 23", r"$$\frac{17}{28}x = 5$$"),
    (
        r"$$L=\frac{1}{6^{n-4}}\sum_{i=0}^{7}5^{i}$$", "L = 1 6n−4 7 X i=0 5i (12)",
        r"$$L=\frac{1}{6^{n-4}}\sum_{i=0}^{7}3^{i}$$",
    ),
    (r"$$x_{21} = 4$$", "x21 = 4 (3.2)", r"$$x_{12} = 4$$"),
    (r"$\frac{3}{4}$", "3 4", r"$\frac{3}{5}$"),
    (r"$x_{1}^{2}$", "x2 1", r"$x_{1}^{3}$"),
    (r"$\sqrt[3]{58}$", "3 58", r"$\sqrt[3]{56}$"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "page", "wrong"), CHANGED)
def test_another_digit_is_a_fault_and_accepting_it_changes_that_number_alone(right: str, page: str, wrong: str) -> None:
    apart = not (right.startswith("$") and not right.startswith("$$"))
    (flag,) = _flags(page, wrong, apart=apart)
    assert (flag.severity, flag.reason) == (Severity.FAULT, Reason.OTHER_NUMBER)
    assert flag.suggestion is not None
    text = _text(wrong, apart)
    assert text[: flag.start] + flag.suggestion + text[flag.end :] == _text(right, apart)
    assert _flags(page, right, apart=apart) == []


@pytest.mark.parametrize("formula", [r"$$\frac{11}{1}=11$$", r"$$x_1+y_1=2$$"])
def test_which_of_equal_numbers_it_is_cannot_be_told_and_nothing_is_suggested(formula: str) -> None:
    page = formula.replace("11}{1", "11 1").replace("1", "7", 1)
    (flag,) = _flags("".join(sign if sign.isalnum() else " " for sign in page.replace("frac", "")), formula, apart=True)
    assert (flag.suggestion, flag.reason) == (None, Reason.OTHER_NUMBER)


@pytest.mark.parametrize(
    ("right", "page", "wrong", "reason"),
    [
        (r"$4 \times 10^{-6} y$", "4 × 10−6 y", r"$4 \times 10^{-} y$", Reason.NUMBER_LEFT_OUT),
        (r"$4 \times 10^{6} x$", "4 × 106x", r"$4 \times 10 x$", Reason.NUMBER_LEFT_OUT),
        (r"$$a_{3}x + 4 = b$$", "a3x + 4 = b (2)", r"$$a_{3}x + = b$$", Reason.NUMBER_LEFT_OUT),
        (r"$$\frac{a}{b} = 4x$$", "a = 4x b", r"$$\frac{a}{b} = 4x^{3}$$", Reason.NUMBER_NOT_THERE),
    ],
)
def test_a_number_that_is_lacking_or_too_much(right: str, page: str, wrong: str, reason: Reason) -> None:
    apart = not right.startswith("$")
    (flag,) = _flags(page, wrong, apart=apart)
    assert flag.reason is reason
    assert _flags(page, right, apart=apart) == []


SAME = [
    (r"$$x = 5$$", "x = 5 (17)"), (r"$$x = 5$$ (17)", "x = 5 (17)"), (r"$$x = 5$$", "x = 5 17"),
    (r"$$\left(\frac{1}{2}\right)$$", "0 @ 1 2 1 A"), (r"$$\frac{1}{2}x$$", "\ufffd x"), (r"$$10^{23}$$", "1023"),
    (r"$$a = 1.5$$", "a = 1:5"), (r"$$a = .05$$", "a = 0.05"), (r"$$a = 7$$", "a = seven 8 of them"),
    (r"$$x = 5$$", "x = 5 (A.3)"), (r"$$1{,}000$$", "1,000"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "page"), SAME)
def test_nothing_is_said_of_an_equations_number_or_where_it_cannot_be_told(text: str, page: str) -> None:
    assert _flags(page, text, apart=True) == []


def test_an_ocr_says_nothing_of_formulas() -> None:
    assert _flags("a2 + 8 = 12", "$$a^2 + 8 = 17$$", apart=True, origin=Origin.OCR) == []
