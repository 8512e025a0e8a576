# SPDX-License-Identifier: AGPL-3.0-or-later
"""Numbers within formulas: flagged where page and text stand beside each other word for word, and nowhere else."""

from __future__ import annotations

import pytest

from app.core.checks import Evidence, Flag, Kind, Origin, Reason, Second, Severity, check
from tests.unit.page_words import columns, lines

AROUND = (
    "The second group gave a mean value of {} in the last run",
    "and was measured once more within thirty days of the first.",
    "All other groups were left as they had been found before.",
)


def _flags(page: str, text: str, origin: Origin = Origin.TEXT_LAYER) -> list[Flag]:
    words = lines(AROUND[0].format(page), *AROUND[1:])
    found = check(Evidence(" ".join(AROUND).replace("{}", text), Second(origin, words))).flags
    return [flag for flag in found if flag.kind is not Kind.WORD_DIFFERS]


OTHER = [
    ("1.71", "$1.17$", "$1.71$"),
    ("p < 0.5", "$p < 0.05$", "$p < 0.5$"),
    ("p < 0.05", r"\(p < 0.5\)", r"\(p < 0.05\)"),
    ("12 %", r"$13\,\%$", r"$12\,\%$"),
    ("13%", r"$12\%$", r"$13\%$"),
    ("4.2 ± 0.3", r"$4.2 \pm 0.8$", r"$4.2 \pm 0.3$"),
    ("1.4 × 105", r"$1.4 \times 10^{6}$", r"$1.4 \times 10^{5}$"),
    ("1.4 × 10−5", r"$1.5 \times 10^{-5}$", r"$1.4 \times 10^{-5}$"),
    ("105", "$10^{6}$", "$10^{5}$"),
    ("10 5", "$10^6$", "$10^5$"),
    ("4.7 mm", r"$4.1\,\mathrm{mm}$", r"$4.7\,\mathrm{mm}$"),
    ("x2 = 37", "$x_{2} = 31$", "$x_{2} = 37$"),
    ("1,234", "$1{,}284$", "$1{,}234$"),
    ("12 000", r"$13\,000$", r"$12\,000$"),
    ("[0, 1]", "$[0,7]$", "$[0,1]$"),
    ("11.7", "$1.17$", "$11.7$"),
    ("0.05", "$005$", "$0.05$"),
    ("α = 0.01", r"$\alpha = 0.07$", r"$\alpha = 0.01$"),
]


@pytest.mark.parametrize(("page", "text", "right"), OTHER)
def test_another_number_is_one_fault_and_accepting_it_changes_digits_alone(page: str, text: str, right: str) -> None:
    (flag,) = _flags(page, text)
    assert (flag.kind, flag.severity, flag.reason) == (Kind.NUMBER_DIFFERS, Severity.FAULT, Reason.OTHER_NUMBER)
    whole = " ".join(AROUND).replace("{}", text)
    mended = whole[: flag.start] + (flag.suggestion or "") + whole[flag.end :]
    assert mended == " ".join(AROUND).replace("{}", right)
    assert _flags(page, right) == []


SAME = [
    ("1.17", "$1.17$"), ("1:17", "$1.17$"), ("117", "$1.17$"), ("1 17", "$1.17$"), (".05", "$0.05$"),
    ("0.05", "$.05$"), ("105", "$10^{5}$"), ("10 5", "$10^{5}$"), ("10⁵", "$10^{5}$"), ("10−6", "$10^{-6}$"),
    ("1,000", "$1{,}000$"), ("1000", r"$1\,000$"), ("6, 9, 25", "$(6,9,25)$"), ("210", "$10^{2}$"),
    ("1.1712", "$1.17$"), ("109", "$^{9}$"), ("x 2 1", "$x_{1}^{2}$"), ("2 1", r"$\frac{1}{2}$"),
    ("½", r"$\frac{1}{2}$"),
    ("\ufffd.17", "$1.27$"), ("24,576", "${,}576$"), ("𝑥 = 𝟏", "$x = 1$"),
]  # fmt: skip


@pytest.mark.parametrize(("page", "text"), SAME)
def test_nothing_is_said_where_it_is_the_same_or_cannot_be_told(page: str, text: str) -> None:
    assert [flag for flag in _flags(page, text) if flag.reason is Reason.OTHER_NUMBER] == []


def test_a_changed_number_of_a_table_is_found() -> None:
    rows = [
        ["Group", "Mean", "Error"],
        ["boats", "+1.0", "0.35"],
        ["horses", "-2.4", "0.71"],
        ["trains", "+0.5", "0.90"],
    ]
    text = "| Group | Mean | Error |\n|---|---|---|\n| boats | $+1.0$ | $0.35$ |\n"
    text += "| horses | $-2.9$ | $0.71$ |\n| trains | $+0.5$ | $0.90$ |\n"
    (flag,) = check(Evidence(text, Second(Origin.TEXT_LAYER, columns(rows, wide=0.25)))).flags
    assert (text[flag.start : flag.end], flag.suggestion) == ("2.9", "2.4")


def test_nothing_is_said_of_formulas_that_an_ocr_read() -> None:
    assert _flags("1.71", "$1.17$", Origin.OCR) == []


def test_nothing_is_said_where_the_words_beside_it_are_others() -> None:
    words = lines("On that day nobody counted 1.71 boats along the coast", *AROUND[1:])
    text = " ".join(("On that day nobody weighed $1.17$ tons along the coast", *AROUND[1:]))
    flags = check(Evidence(text, Second(Origin.TEXT_LAYER, words))).flags
    assert [flag for flag in flags if flag.kind is Kind.NUMBER_DIFFERS] == []
