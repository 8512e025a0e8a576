# SPDX-License-Identifier: AGPL-3.0-or-later
"""The bench's own arithmetic: what a pass reads, which misses fail a run, what is left out and said."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.jina_ocr.config import parse_sizes
from tests.bench import native
from tests.bench.costs import check_weights, draft_bytes, gains, touched, worthwhile
from tests.bench.figures import Figure, show
from tests.unit.jina_published import CONFIG

SIZES = parse_sizes(CONFIG)


def test_experts_in_use_and_bytes_of_a_pass() -> None:
    assert [round(touched(SIZES, tokens)) for tokens in (1, 2, 3, 4)] == [6, 11, 16, 21]
    # active parameters less the embedding table, of which one row is read; routers are in float32
    assert check_weights(SIZES, 1, 4) / 4 == pytest.approx(739_608_320 - 129_280 * 1280, rel=1e-3)
    assert check_weights(SIZES, 1, 2) / check_weights(SIZES, 1, 4) == pytest.approx(0.5, rel=2e-3)
    assert draft_bytes(SIZES, 4, compiled=True) < draft_bytes(SIZES, 4, compiled=False) < check_weights(SIZES, 1, 4) / 2


def test_gains_by_cost() -> None:
    free = gains(dict.fromkeys((1, 2, 3, 4), 1.0), 0.0)
    assert free == {0: 1.0, 1: 1.79, 2: pytest.approx(2.41), 3: pytest.approx(2.92)}
    dear = gains({tokens: float(tokens) for tokens in (1, 2, 3, 4)}, 0.3)
    assert max(dear, key=lambda depth: dear[depth]) == 0


@pytest.mark.parametrize(
    ("gain", "number"),
    [({0: 1.0, 1: 1.18, 2: 1.21, 3: 1.2}, 2), ({0: 1.0, 1: 1.019, 2: 1.0}, 0), ({0: 1.0, 1: 0.9}, 0), ({0: 1.0}, 0)],
)
def test_drafts_are_worthwhile_where_they_gain_more_than_noise(gain: dict[int, float], number: int) -> None:
    assert worthwhile(gain) == number


@pytest.mark.parametrize(
    ("value", "bound", "least", "firm", "good"),
    [(1.0, 2.0, False, True, True), (3.0, 2.0, False, True, False), (3.0, 2.0, False, False, True),
     (1.0, 2.0, True, True, False), (1.0, 0.0, False, True, False), (0.0, 0.0, False, True, True),
     (float("nan"), 2.0, False, True, False), (9.0, None, False, True, True)],
)  # fmt: skip
def test_only_a_firm_miss_fails_the_run(
    value: float, bound: float | None, least: bool, firm: bool, good: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    figure = Figure("what", value, "x", bound, least, firm=firm)
    assert show("title", [figure]) is good
    assert ("MISS" in capsys.readouterr().out) is figure.missed


def test_what_cannot_run_is_left_out_and_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VENV", str(tmp_path / "none"))
    assert native.measure(None)
    assert "left out: PyTorch is not installed for tests" in capsys.readouterr().out
    assert not native.measure(tmp_path)
