# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a page's flags rest on: spans that move along with edits, running heads, the usual acceptance."""

from __future__ import annotations

import pytest

from app.core.session.page_facts import carried
from app.core.session.progress import NEAR, Progress

TEXT = "one two three four five"
SPANS = [(4, 7), (14, 18)]  # two, four


@pytest.mark.parametrize(
    ("after", "kept"),
    [
        (TEXT, ["two", "four"]),
        ("\U0001f600 " + TEXT, ["two", "four"]),
        (TEXT + " six", ["two", "four"]),
        (TEXT.replace("three", "3"), ["two", "four"]),
        (TEXT.replace("three", "three and a half"), ["two", "four"]),
        (TEXT.replace("two", "too"), ["four"]),
        (TEXT.replace("four ", ""), ["two"]),
        (TEXT.replace("two three four", "2 3 4"), []),
        ("", []),
        (TEXT + TEXT, ["two", "four"]),
    ],
)
def test_spans_move_along_with_an_edit_elsewhere(after: str, kept: list[str]) -> None:
    assert [after[start:end] for start, end in carried(SPANS, TEXT, after)] == kept


def test_a_line_of_three_pages_near_each_other_is_a_running_head() -> None:
    progress = Progress("hash")
    head = frozenset({"a head 0"})
    assert progress.seen(0, head, frozenset()) == []
    assert progress.seen(1, head, frozenset()) == []
    assert progress.seen(2, head, frozenset()) == [0, 1, 2]  # all three were looked through without knowing
    assert progress.running(2) == head
    for page in (0, 1, 2):
        assert not progress.seen(page, head, head).count(page)
    assert progress.seen(3, head, progress.running(3)) == []
    assert progress.running(3 + NEAR) == frozenset()  # another chapter may have another one


def test_other_lines_that_repeat_do_not_concern_a_page() -> None:
    progress = Progress("hash")
    progress.seen(0, frozenset({"its own"}), frozenset())
    for page in (1, 2, 3):
        assert 0 not in progress.seen(page, frozenset({"of others"}), progress.running(page))


def test_the_usual_acceptance_is_a_median_of_some_pages() -> None:
    progress = Progress("hash")
    assert not progress.counted(2)
    assert progress.usual_acceptance([0.1, 0.9], 2) is None
    assert progress.usual_acceptance([0.8, 0.1, 0.7], 3) == 0.7
    assert progress.counted(3) and progress.usual_acceptance(None, 3) == 0.7
