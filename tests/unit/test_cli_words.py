# SPDX-License-Identifier: AGPL-3.0-or-later
"""Problems in words for a command line."""

from __future__ import annotations

import pytest

from app.cli.words import of_pages, sentence
from app.core.changes import AppCode, Problem
from engine.protocol import ErrorCode

ONLY_IN_A_WINDOW = (
    "Resume", "open it again", "enter its", "add it", "any more", "the settings to", "in the settings, ",
    "authority in",
)  # fmt: skip


@pytest.mark.parametrize("code", [*ErrorCode, *AppCode])
def test_no_sentence_names_a_step_of_the_window(code: ErrorCode | AppCode) -> None:
    for text in (sentence(Problem(code), "a.pdf"), sentence(Problem(code, "7"), "a.pdf"), sentence(Problem(code))):
        assert text.endswith("."), text
        assert not any(words in text for words in ONLY_IN_A_WINDOW), text


def test_one_problem_of_many_pages_is_one_line() -> None:
    gone = of_pages(Problem(ErrorCode.NOT_FOUND), list(range(19, 600)), "v.pdf")
    assert gone == "Pages 20-600 of v.pdf: v.pdf is not there: check its name and its folder."
    crashed = of_pages(Problem(ErrorCode.CRASHED), [2, 6, 7, 8, 19], "v.pdf")
    assert crashed.startswith("Pages 3, 7-9, 20 of v.pdf: Each page made the reading program crash")
    one = of_pages(Problem(ErrorCode.CRASHED), [2], "v.pdf")
    assert one.startswith("Page 3 of v.pdf made the reading program crash")
    changed = of_pages(Problem(ErrorCode.FILE_CHANGED), [2], "v.pdf")
    assert changed.startswith("Page 3 of v.pdf: v.pdf was changed by another program")
