# SPDX-License-Identifier: AGPL-3.0-or-later
"""Speed and acceptance of a page that is still being read."""

from __future__ import annotations

import pytest

from app.core.session.pace import Pace


def paced(*tokens: int | None, every: float = 0.1) -> Pace:
    pace = Pace()
    for number, count in enumerate(tokens):
        pace.add(count, 100.0 + number * every)
    return pace


def test_the_first_piece_comes_with_the_prompt_and_has_no_drafts() -> None:
    pace = paced(1, 4, 2, 1)
    assert pace.acceptance(3) == pytest.approx(4 / 9)
    assert pace.tokens_per_s() == pytest.approx(7 / 0.3)


def test_nothing_is_said_before_there_is_something_to_say() -> None:
    assert paced().acceptance(3) is None
    assert paced(1).acceptance(3) is None
    assert paced(1).tokens_per_s() is None
    assert paced(None, None, None).tokens_per_s() is None
    assert paced(1, 4).acceptance(0) is None


def test_a_row_is_told_now_and_then() -> None:
    pace = paced(1, 2)
    assert pace.due(100.1)
    assert not pace.due(100.2)
    assert pace.due(100.7)
    assert not paced(1).due(200.0)
