# SPDX-License-Identifier: AGPL-3.0-or-later
"""Two independent implementations of the model, vLLM's and ours, read the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vllm import pages
from tests.vllm.ours import read_ours
from tests.vllm.reading import Answer, Plan, read
from tests.vllm.untrained import grids, random_pictures, write_random

FIRST = 64
"""Tokens that are compared where nothing was trained."""

TIE = 1e-4
"""How near the two best logits are where rounding may decide."""

PICTURES = 50


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_trained_pages_are_equal() -> None:
    names = [name for name in pages.NAMES if name != "loop"]
    ours = read_ours(pages.TINY, [pages.picture(name) for name in names], pages.LIMIT, drafts=2)
    theirs = read(Plan(draft_tokens=2, pictures=tuple(names)))
    assert [name for name, one, other in zip(names, ours, theirs, strict=True) if one != other.tokens] == []


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("seed", "count"),
    [pytest.param(7, 6, id="six pictures"), pytest.param(1, PICTURES, id="fifty pictures", marks=pytest.mark.long)],
)
def test_random_weights_and_pictures_of_every_shape(tmp_path: Path, seed: int, count: int) -> None:
    folder = tmp_path / "model"
    write_random(folder, seed)
    pictures = random_pictures(max(count, len(grids())), seed)
    if count < len(pictures):
        pictures = pictures[:: len(pictures) // count][:count]
    paths = []
    for number, picture in enumerate(pictures):
        paths.append(str(tmp_path / f"{number}.png"))
        picture.save(paths[-1], compress_level=1)
    plan = Plan(
        model=str(folder), draft_tokens=0, pictures=tuple(paths), limit=FIRST, ignore_end=True, logprobs=2
    )
    theirs = read(plan)
    ours = read_ours(folder, pictures, FIRST, ignore_end=True)
    drafted = read_ours(folder, pictures, FIRST, drafts=3, ignore_end=True)
    for number, answer in enumerate(theirs):
        assert len(answer.tokens) == FIRST
        for tokens in (ours[number], drafted[number]):
            assert equal_but_for_ties(answer, tokens), (number, pictures[number].size)
    # answers that were all alike would prove little
    assert len({tuple(answer.tokens) for answer in theirs}) > 0.8 * count
    assert len({token for answer in theirs for token in answer.tokens}) > 50


def equal_but_for_ties(answer: Answer, tokens: list[int]) -> bool:
    """Whether the first difference, if there is one, is where the two best logits are nearly equal."""
    for place, (theirs, ours) in enumerate(zip(answer.tokens, tokens, strict=True)):
        if theirs != ours:
            best, second = answer.best[place]
            return best - second < TIE
    return True
