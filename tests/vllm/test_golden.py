# SPDX-License-Identifier: AGPL-3.0-or-later
"""Token for token, and step for step, what was stored when the tiny checkpoint was made."""

from __future__ import annotations

import shutil

import pytest

from tests.vllm import pages
from tests.vllm.reading import Plan, read

ALL = [
    pytest.param(Plan(draft_tokens=0), id="K0"),
    pytest.param(Plan(draft_tokens=3), id="K3"),
    pytest.param(Plan(draft_tokens=1), id="K1", marks=pytest.mark.long),
    *(
        pytest.param(
            Plan(draft_tokens=draft_tokens, at_once=at_once, separate=separate, budget=budget),
            id=f"K{draft_tokens}-{at_once}-at-once-{'separate' if separate else 'one'}-{budget}",
            marks=pytest.mark.long,
        )
        for draft_tokens in (0, 1, 3)
        for at_once in (4, 8)
        for separate in (False, True)
        for budget in (4096, 512)
        # whole prefills in one process and parts in several: both ways of both, half the time
        if separate == (budget == 512) or draft_tokens == 3
    ),
]


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("plan", ALL)
def test_all_pages_token_for_token(plan: Plan) -> None:
    read_pages = dict(zip(pages.NAMES, read(plan), strict=True))
    assert [name for name, answer in read_pages.items() if answer.tokens != pages.tokens(name)] == []
    ends = {name: answer.finish for name, answer in read_pages.items()}
    assert ends == {name: "length" if name == "loop" else "stop" for name in pages.NAMES}
    for name, answer in read_pages.items():
        stored = pages.stats()[name]
        assert len(answer.prompt) == stored["prompt_tokens"]
        if plan.draft_tokens == 0:
            assert answer.accepted == []
            continue
        expected = stored[f"K{plan.draft_tokens}"]
        assert answer.accepted == expected["accepted_per_step"], name
        by_position = [sum(count > i for count in answer.accepted) for i in range(plan.draft_tokens)]
        assert by_position == expected["accepted_by_position"], name


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.skipif(shutil.which("g++") is None, reason="compiling needs g++")
def test_compiled_is_as_eager() -> None:
    """As on a card, where the decoder and the draft head are compiled."""
    names = ("p1_text", "p7_wide", "p8_large")
    plan = Plan(draft_tokens=3, at_once=2, pictures=names, changes={"enforce_eager": False})
    for name, answer in zip(names, read(plan, 1100), strict=True):
        assert answer.tokens == pages.tokens(name)
        assert answer.accepted == pages.stats()[name]["K3"]["accepted_per_step"]
