# SPDX-License-Identifier: AGPL-3.0-or-later
"""The n-gram ban and the loop detector, on token numbers alone."""

from __future__ import annotations

import random
from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from engine.jina_ocr.guard import (
    MAX_BANS,
    MAX_PERIOD,
    MIN_COPIES,
    MIN_SPAN,
    NGRAM,
    Guard,
    NgramBan,
    Periods,
    in_table,
)
from engine.jina_ocr.image import count_text_lines

CELL, CELL_END = 500, 501


def slow_ban(tokens: list[int], size: int, window: int, exempt: Collection[int]) -> set[int]:
    """The vendor's rule, as it is stated."""
    if len(tokens) < size:
        return set()
    tail = tokens[len(tokens) - size + 1 :]
    starts = range(max(0, len(tokens) - window), len(tokens) - size + 1)
    found = {tokens[at + size - 1] for at in starts if tokens[at : at + size - 1] == tail}
    return found - set(exempt)


@given(st.lists(st.integers(0, 2), max_size=80), st.integers(2, 5), st.integers(5, 30))
def test_ban_is_the_vendors_rule(tokens: list[int], size: int, window: int) -> None:
    ban = NgramBan({2}, size, window)
    for at, token in enumerate(tokens):
        assert ban.banned() == slow_ban(tokens[:at], size, window, {2})
        ban.add(token)


@given(st.lists(st.integers(0, 1), max_size=400))
def test_runs_of_all_periods(tokens: list[int]) -> None:
    periods = Periods()
    for token in tokens:
        periods.add(token)
    found = periods.shortest()
    runs = {}
    for period in range(2, MAX_PERIOD + 1):
        run = 0
        while run + period < len(tokens) and tokens[-1 - run] == tokens[-1 - run - period]:
            run += 1
        runs[period] = run
    loops = [p for p, run in runs.items() if run + p >= MIN_COPIES * p and run + p >= MIN_SPAN]
    assert found == ((loops[0], runs[loops[0]]) if loops else None)


def guard(text: str = "", unit: str = "", lines: int = 0) -> Guard:
    return Guard(lambda: text, lambda _: unit, lambda: lines, {CELL, CELL_END})


@pytest.mark.parametrize("period", [2, 3, 7, 34, 35, 36, 50, 99, 128])
def test_every_period_is_found_and_cut_to_one_copy(period: int) -> None:
    chance = random.Random(period)
    sound = [chance.randrange(1000, 9000) for _ in range(50)]
    unit = [chance.randrange(1, 400) for _ in range(period)]
    watch = guard()
    verdict = None
    count = 0
    for token in sound + unit * 200:
        watch.add(token)
        count += 1
        if verdict := watch.verdict():
            break
    assert verdict is not None
    assert verdict.keep == len(sound) + period
    assert count - len(sound) <= max(MIN_COPIES * period, MIN_SPAN)


def test_long_periods_and_short_repeats_are_left_alone() -> None:
    watch = guard()
    for token in [*range(MAX_PERIOD + 1)] * 6 + [7] * (MIN_SPAN - 1):  # dot leaders
        watch.add(token)
    assert watch.verdict() is None


def feed(watch: Guard, unit: list[int], copies: int) -> int | None:
    """Copies said before the guard stopped it."""
    for copy in range(copies):
        for token in unit:
            watch.add(token)
            if watch.verdict():
                return copy
    return None


def test_a_true_table_survives_and_an_endless_one_does_not() -> None:
    row = [CELL, 3, CELL_END, CELL, 3, CELL_END, 9]
    assert feed(guard("<table><tr>", "<td>0.00</td><td>0.00</td></tr>\n", lines=121), row, 120) is None
    assert feed(guard("<table><tr>", "<td>0.00</td><td>0.00</td></tr>\n", lines=20), row, 400) in range(30, 45)
    assert feed(guard("| a | b |\n| 0.00", "| 0.00 | 0.00 |\n", lines=121), row, 120) is None
    assert feed(guard("plain text", "0.00 0.00\n", lines=121), row, 120) in range(10, 30)


def test_120_equal_rows_on_a_page_survive() -> None:
    """B22 of the collected bug reports: the page really has them."""
    page = Image.new("RGB", (1357, 1920), "white")
    for row in range(120):
        ImageDraw.Draw(page).text((100, 40 + 15 * row), "0.00 | 0.00", fill="black", font_size=11)
    lines = count_text_lines(page)
    watch = Guard(lambda: "| a | b |\n| 0.00", lambda _: "| 0.00 | 0.00 |\n", lambda: lines, ())
    assert feed(watch, [3, 4, 5, 6, 7], 120) is None
    assert feed(watch, [3, 4, 5, 6, 7], 400) is not None


def test_cells_without_end_in_one_row() -> None:
    cell = [CELL, CELL_END]
    assert feed(guard("<table><tr>", "<td></td>", lines=40), cell, 99) is None
    assert feed(guard("<table><tr>", "<td></td>", lines=40), cell, 300) in range(100, 110)


def test_ban_holds_outside_tables_only() -> None:
    tokens = list(range(100, 100 + MAX_PERIOD + 20))
    for text, expected in (("plain", {tokens[NGRAM - 1]}), ("<table><tr>", set())):
        watch = guard(text)
        for token in [*tokens, *tokens[: NGRAM - 1]]:
            watch.add(token)
        assert watch.banned(tokens[NGRAM - 1]) == expected
        assert watch.banned(7) == set()


def test_the_ban_leaves_loops_to_the_detector() -> None:
    watch = guard()
    for token in list(range(100, 150)) * MIN_COPIES:
        assert watch.banned(token) == set()
        watch.add(token)
    assert watch.verdict() is not None


def test_a_model_that_insists_is_stopped() -> None:
    tokens = list(range(100, 100 + MAX_PERIOD + 20))
    watch = guard()
    rounds = 0
    while (verdict := watch.verdict()) is None and rounds < 50:
        for token in tokens:
            watch.add(5000 + rounds if watch.banned(token) else token)
        rounds += 1
    assert rounds <= MAX_BANS + 2
    assert verdict is not None
    assert verdict.keep == len(tokens)


def test_cell_marks_are_exempt() -> None:
    watch = guard()
    for token in [CELL, CELL_END] * 60:
        assert watch.banned(token) == set()
        watch.add(token)


def test_in_table() -> None:
    assert in_table("<p>x</p><table border=1><tr><td>1")
    assert not in_table("<table><tr><td>1</td></tr></table>\nafter")
    assert in_table("| a | b |\n| --- | --- |\n| 1 ")
    assert not in_table("| a | b |\n\nA plain line.\nAnother.")
