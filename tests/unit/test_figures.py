# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the bench and the scorer print beside their bounds."""

from __future__ import annotations

import math

import pytest

from tests import score_corpus
from tests.bench.figures import Figure


@pytest.mark.parametrize(
    ("value", "bound", "least", "verdict"),
    [(0.9, 1.0, False, "ok"), (1.0, 1.0, False, "ok"), (1.1, 1.0, False, "MISS"), (math.nan, 1.0, False, "MISS"),
     (0.9, 1.0, True, "MISS"), (1.1, 1.0, True, "ok"), (5.0, None, False, "s")],
)  # fmt: skip
def test_figure_beside_its_bound(value: float, bound: float | None, least: bool, verdict: str) -> None:
    assert Figure("a page", value, "s", bound, least).line().split()[-1] == verdict


def test_means_beside_their_bounds() -> None:
    lines = list(score_corpus.bounds({"text": 0.78, "head": 0.649, "tstr": 0.1}))
    assert [line.split()[-1] for line in lines] == ["ok", "MISS"]
    assert "≥ 0.65" in lines[1]
