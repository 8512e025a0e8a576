# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the tuner measures next, and what it picks: machines as tables of speeds, played without waiting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

from engine.hardware.facts import Machine
from engine.tune import Measured, Plan, Table, Trial, verdict
from engine.tune.key import FOLDER, file_name, key_of, load, outdated
from tests.unit.machines import CUDA_13, FULL, L4, machine, nvidia, python

TOKENS = 1000.0
PAGE_FIXED = 0.5
"""Seconds of a page before its first token."""

ACCEPTED = (0.79, 0.49, 0.25, 0.13, 0.07, 0.03, 0.02, 0.01)
"""Share of steps in which the first, second ... draft is right."""


def play(speeds: Mapping[str, float], many: Mapping[tuple[str, int], float] | None = None, *, noise: float = 0.0,
         reported: bool = True, failing: Sequence[tuple[str, int]] = (), depths: Sequence[str] | None = None,
         pages: Sequence[int] = (1, 4, 8, 16)) -> Plan:  # fmt: skip
    """Measure all that the plan asks for. `speeds` is tokens a second in decoding with one page in flight, by
    drafts; `many` pages a second with more."""
    plan = Plan(depths or tuple(speeds), pages)
    while (trial := plan.next()) is not None:
        plan.add(measure(trial, speeds, many or {}, noise, reported, failing))
    return plan


def measure(trial: Trial, speeds: Mapping[str, float], many: Mapping[tuple[str, int], float], noise: float,
            reported: bool, failing: Sequence[tuple[str, int]]) -> Measured:  # fmt: skip
    if (trial.depth, trial.pages) in failing:
        return Measured(depth=trial.depth, pages=trial.pages, status="failed", reason="out of memory")
    drafts = 3 if trial.depth == "adaptive" else int(trial.depth)
    positions = ACCEPTED[:drafts] if reported else ()
    decode = TOKENS / speeds[trial.depth]
    seconds = PAGE_FIXED + decode
    per_step = 1 + sum(positions)
    rate = many.get((trial.depth, trial.pages), trial.pages / seconds if trial.pages == 1 else 0.0)
    return Measured(
        depth=trial.depth, pages=trial.pages, pages_per_s=rate, seconds=seconds, tokens_per_s=TOKENS / seconds,
        acceptance=sum(positions) / drafts if positions else None, per_position=tuple(positions),
        tokens_per_step=per_step if reported else None, step_seconds=decode / (TOKENS / per_step) if reported else None,
        decode_share=decode / seconds, noise=noise, passes=3,
    )  # fmt: skip


def measured(plan: Plan, pages: int = 1) -> str:
    return " ".join(row.depth for row in plan.rows if row.pages == pages and row.status == "measured")


PUBLISHED: dict[str, tuple[dict[str, float], str, str]] = {
    "L4, eager": ({"0": 42.7, "1": 66.0, "2": 78.0, "3": 83.1}, "3", "0 1 2 3"),
    "L4, captured graphs": ({"0": 158.3, "1": 185.6, "2": 180.0, "3": 172.5}, "1", "0 1 2 3"),
    "Apple, one draft loses and three win": ({"0": 183, "1": 173, "2": 196, "3": 212}, "3", "0 1 2 3"),
    "RTX 4090, captured graphs": ({"0": 300, "1": 296, "2": 291, "3": 288}, "0", "0 1 2 3"),
    "a processor, where each draft costs a token": ({"0": 10, "1": 9.0, "2": 6.0, "3": 4.5}, "0", "0 1 2"),
    "drafts that cost far too much": ({"0": 100, "1": 30, "2": 25, "3": 22}, "0", "0 1"),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_best_number_of_drafts_and_what_was_tried_for_it(name: str) -> None:
    speeds, expected, tried = PUBLISHED[name]
    plan = play(speeds, pages=(1,))
    found = verdict(plan.rows)
    assert found is not None
    assert found.latency == Trial(depth=expected)
    assert measured(plan) == tried


def test_what_was_not_tried_has_its_reason() -> None:
    plan = play({"0": 100, "1": 30, "2": 25, "3": 22}, pages=(1,))
    skipped = {row.depth: row.reason for row in plan.rows if row.status == "skipped"}
    assert set(skipped) == {"2", "3"}
    assert skipped["2"] == "it could not beat K=0 even if its drafts cost nothing"


def test_without_reported_acceptance_two_slower_in_a_row_are_enough() -> None:
    speeds = {"0": 100.0, "1": 90.0, "2": 80.0, "3": 70.0, "4": 200.0}
    assert measured(play(speeds, reported=False, pages=(1,))) == "0 1 2"
    rising = {"0": 100.0, "1": 90.0, "2": 95.0, "3": 130.0}
    assert measured(play(rising, reported=False, pages=(1,))) == "0 1 2 3"


def test_following_the_acceptance_is_tried_where_drafts_win() -> None:
    wins = {"0": 42.7, "1": 66.0, "2": 78.0, "3": 83.1, "adaptive": 90.0}
    found = verdict(play(wins, pages=(1,)).rows)
    assert found is not None
    assert found.latency.depth == "adaptive"
    loses = {"0": 100.0, "1": 60.0, "2": 50.0, "3": 40.0, "adaptive": 90.0}
    plan = play(loses, pages=(1,))
    assert "adaptive" not in measured(plan)
    assert "no number of drafts is faster than none" in [row.reason for row in plan.rows]


@pytest.mark.parametrize(("noise", "expected"), [(0.0, "2"), (0.05, "1"), (0.25, "0")])
def test_differences_below_the_noise_prefer_fewer_drafts(noise: float, expected: str) -> None:
    """Of K=1 and K=2, 3 % apart; and of these and none, 20 % apart."""
    found = verdict(play({"0": 100, "1": 121, "2": 126}, noise=noise, pages=(1,)).rows)
    assert found is not None
    assert found.latency.depth == expected


def test_what_was_disturbed_is_measured_again() -> None:
    """The first trial met another program at work: measured once more, it is what it should be, and what was
    skipped or preferred because of it is thought over."""
    speeds = {"0": 100.0, "1": 90.0, "2": 60.0, "3": 40.0}
    plan, times = Plan(tuple(speeds), (1,)), 0
    while (trial := plan.next()) is not None:
        row = measure(trial, speeds, {}, 0.0, True, ())
        if trial.depth == "0":
            times += 1
            if times == 1:
                row = msgspec.structs.replace(row, seconds=3 * row.seconds, noise=0.4)
        plan.add(row)
    assert times == 2
    found = verdict(plan.rows)
    assert found is not None
    assert found.latency == Trial(depth="0")
    assert [row.depth for row in plan.rows] == ["0", "1", "2", "3"]


def test_many_pages_at_once_that_were_disturbed_are_measured_again_before_more_are_skipped() -> None:
    speeds, many = {"0": 100.0}, {("0", 4): 300.0, ("0", 8): 500.0, ("0", 16): 505.0}
    plan, tried = Plan(depths=("0",), pages=(1, 4, 8, 16)), list[Trial]()
    while (trial := plan.next()) is not None:
        row = measure(trial, speeds, many, 0.0, True, ())
        if trial.pages == 4 and trial not in tried:
            row = msgspec.structs.replace(row, pages_per_s=row.pages_per_s / 4, noise=0.8)
        tried.append(trial)
        plan.add(row)
    assert [trial.pages for trial in tried] == [1, 4, 4, 8, 16]
    found = verdict(plan.rows)
    assert found is not None and found.queue == Trial(depth="0", pages=8)



def test_what_is_always_noisy_is_measured_twice_and_no_more() -> None:
    plan, times = Plan(("0", "1"), (1,)), 0
    while (trial := plan.next()) is not None:
        times += 1
        plan.add(measure(trial, {"0": 100.0, "1": 101.0}, {}, 0.5, True, ()))
    assert times == 4


MANY = {("1", 4): 0.9, ("1", 8): 1.4, ("1", 16): 1.42, ("1", 32): 1.5,
        ("0", 4): 0.8, ("0", 8): 1.5, ("0", 16): 2.0, ("0", 32): 2.5}  # fmt: skip


def test_many_pages_may_be_read_best_without_drafts() -> None:
    """Drafts win for one page; with many in flight the processor is busy anyway."""
    plan = play({"0": 158.3, "1": 185.6}, MANY, pages=(1, 4, 8, 16, 32))
    found = verdict(plan.rows)
    assert found is not None
    assert found.latency == Trial(depth="1")
    assert found.queue == Trial(depth="0", pages=32)
    assert "K=1: 1.16x as fast as without drafts (79% of the drafts are right)" in found.latency_reason
    assert "32 pages at once with K=0: 2.5 pages/s" in found.queue_reason
    skipped = [row for row in plan.rows if row.status == "skipped"]
    assert [(row.depth, row.pages, row.reason) for row in skipped] == [
        ("1", 32, "16 at once brought no more than 8")
    ]


def test_more_pages_at_once_stop_when_they_are_slower() -> None:
    many = {("0", 4): 0.05, ("0", 8): 0.2, ("0", 16): 0.1}
    plan = play({"0": 100.0}, many)
    assert [row.pages for row in plan.rows if row.status == "measured"] == [1, 4]
    found = verdict(plan.rows)
    assert found is not None
    assert found.queue == Trial(depth="0", pages=1)
    assert found.queue_reason == "one page at a time: more at once bring nothing here"


def test_memory_that_runs_out_ends_the_ladder() -> None:
    many = {("0", 4): 1.0}
    plan = play({"0": 100.0}, many, failing=[("0", 8)])
    found = verdict(plan.rows)
    assert found is not None
    assert found.queue == Trial(depth="0", pages=4)
    assert "8 failed (out of memory)" in found.queue_reason
    assert next(row for row in plan.rows if row.pages == 16).reason == "fewer pages at once failed already"


def test_an_engine_that_never_answers_gives_no_verdict() -> None:
    plan = play({"0": 100.0, "1": 100.0}, failing=[("0", 1)])
    assert verdict(plan.rows) is None
    assert [row.status for row in plan.rows] == ["failed", "skipped"]


def test_one_number_of_drafts_that_fails_does_not_stop_the_others() -> None:
    found = verdict(play({"0": 50, "1": 70, "2": 80, "3": 90}, failing=[("2", 1)], pages=(1,)).rows)
    assert found is not None
    assert found.latency.depth == "3"


def test_the_reason_says_what_a_step_costs_and_brings() -> None:
    found = verdict(play({"0": 158.3, "1": 185.6, "2": 150.0, "3": 130.0}, pages=(1,)).rows)
    assert found is not None
    assert "K=2 is slower than none (0.95x: a step takes 2.4 times as long and brings 2.3 tokens)" in (
        found.latency_reason
    )


def test_the_quickest_of_what_can_be_tried_in_any_order_of_speeds() -> None:
    """Skipping never loses more than the noise: whatever the speeds, within what drafts can bring at most."""
    import itertools

    for one, two, three in itertools.product((0.5, 0.9, 1.1, 1.7), (0.4, 0.9, 1.2, 2.2), (0.3, 0.95, 1.3, 2.4)):
        steps = {"0": 1.0, "1": 1.79 / one, "2": 2.28 / two, "3": 2.53 / three}
        if not steps["0"] <= steps["1"] <= steps["2"] <= steps["3"]:
            continue  # a longer draft that makes a step shorter is no machine's
        speeds = {"0": 100.0, "1": 100 * one, "2": 100 * two, "3": 100 * three}
        found = verdict(play(speeds, pages=(1,)).rows)
        assert found is not None
        assert speeds[found.latency.depth] >= 0.95 * max(speeds.values()), speeds


# ---------------------------------------------------------------- what a table holds for


def key(facts: Machine, path: str = "managed/python") -> dict[str, str]:
    return key_of(facts, "transformers", "gpu", path, FULL.path, {})


BEFORE = machine(L4, pythons=(CUDA_13,))


def kept(folder: Path, facts: Machine) -> Table:
    table = Table(key=key(facts), rows=(), latency=Trial(depth="1"), queue=Trial(depth="0", pages=8), date="2026-11-01")
    (folder / FOLDER).mkdir(exist_ok=True)
    (folder / FOLDER / file_name(table.key)).write_bytes(msgspec.json.encode(table))
    return table


def test_a_table_is_found_again_for_the_same_machine(tmp_path: Path) -> None:
    assert load(tmp_path, key(BEFORE)) is None
    assert outdated(tmp_path, key(BEFORE)) == ()
    table = kept(tmp_path, BEFORE)
    assert load(tmp_path, key(BEFORE)) == table
    assert outdated(tmp_path, key(BEFORE)) == ()


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (machine(nvidia("NVIDIA L4", (8, 9), 22.5, driver="590.1"), pythons=(CUDA_13,)), "its driver"),
        (machine(nvidia("NVIDIA L40S", (8, 9), 45), pythons=(CUDA_13,)), "the graphics card"),
        (machine(L4, pythons=(python("managed", torch="2.14.0", cuda="13.0"),)), "the engine's libraries"),
        (machine(L4, pythons=(CUDA_13,), cores=4), "the processor"),
        (machine(L4, pythons=(CUDA_13,), models=(msgspec.structs.replace(FULL, revision="0" * 40),)), "the model"),
    ],
    ids=["driver", "card", "libraries", "cores", "model"],
)
def test_a_change_makes_a_table_outdated(tmp_path: Path, after: Machine, words: str) -> None:
    kept(tmp_path, BEFORE)
    assert load(tmp_path, key(after)) is None
    assert outdated(tmp_path, key(after)) == (words,)


def test_free_memory_is_no_change(tmp_path: Path) -> None:
    table = kept(tmp_path, BEFORE)
    busy = machine(nvidia("NVIDIA L4", (8, 9), 22.5, 11.0), pythons=(CUDA_13,), free=3, disk=1)
    assert load(tmp_path, key(busy)) == table


def test_a_damaged_table_is_none(tmp_path: Path) -> None:
    table = kept(tmp_path, BEFORE)
    (tmp_path / FOLDER / file_name(table.key)).write_bytes(b'{"key": {')
    assert load(tmp_path, table.key) is None
    assert outdated(tmp_path, table.key) == ()


def test_drafts_that_there_was_no_time_for_are_not_called_useless() -> None:
    plain = Measured(depth="0", seconds=2.0, pages_per_s=0.5)
    alone, refused = verdict([plain]), verdict([plain, Measured(depth="1", status="failed", reason="nothing drafted")])
    assert alone is not None and alone.latency_reason == "drafts were not tried"
    assert refused is not None and refused.latency_reason == "this engine drafts nothing here"
