# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pages that are cancelled: answered at once, their memory free, the others' texts unchanged."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.protocol import Cancel, ErrorCode, PageStarted, PageText
from tests.vllm import pages
from tests.vllm.aborting import PHASES, run
from tests.vllm.talking import FINITE, Desk, Engine, loaded

pytestmark = pytest.mark.timeout(1800)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with loaded(batched_tokens=1300) as started:
        yield started


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_memory_is_free_after_the_present_step_in_every_phase() -> None:
    """Looked at inside vLLM, by a program of its own."""
    found = run()
    assert set(found) == set(PHASES)
    for phase, facts in found.items():
        assert facts["free_after"] == facts["free_before"], phase
        assert facts["open_after"] == 0, phase
        assert facts["said_after"] == 0, phase
    assert found["queued"]["free_during"] < found["queued"]["free_before"]  # others ran
    assert found["prefill"]["tokens"] == 0
    assert found["prefill"]["free_during"] < found["prefill"]["free_before"]
    assert found["decode"]["tokens"] > 0
    assert found["vision"]["in_step"] == 1


def test_a_cancelled_page_is_answered_at_once_and_says_nothing_more(engine: Engine, desk: Desk) -> None:
    endless, waiting, sound = desk.page("loop"), desk.page("loop"), desk.page("p1_text")
    engine.send(endless, sound, waiting, Cancel(job=waiting.job))
    engine.until(lambda: engine.streamed(endless.job), "the first piece")
    engine.send(Cancel(job=endless.job), Cancel(job=999_999))
    engine.wait_jobs(endless.job, waiting.job, sound.job)
    assert engine.failures()[endless.job].code is ErrorCode.CANCELLED
    assert engine.failures()[waiting.job].code is ErrorCode.CANCELLED
    at = next(i for i, event in enumerate(engine.events) if event == engine.failures()[endless.job])
    later = [event for event in engine.events[at + 1 :] if isinstance(event, PageStarted | PageText)]
    assert not [event for event in later if event.job == endless.job]
    assert engine.readings()[sound.job].raw == pages.text("p1_text")


@pytest.mark.parametrize("count", [20, pytest.param(200, marks=pytest.mark.long)])
def test_random_aborts_leave_the_others_as_they_are(engine: Engine, desk: Desk, count: int) -> None:
    chance = random.Random(count)
    cancelled: set[int] = set()
    sent: list[int] = []
    while len(cancelled) < count:
        for _ in range(3):
            page = desk.page(chance.choice(FINITE))
            engine.send(page)
            sent.append(page.job)
        wait_for_pieces(engine, sent, chance.randrange(25))
        running = unended(engine, sent)
        for number in chance.sample(running, min(2, len(running))):
            engine.send(Cancel(job=number))
            cancelled.add(number)
        engine.until(lambda: len(unended(engine, sent)) <= 8, "room")
    engine.wait_jobs(*sent, limit=300)
    assert all(engine.ended()[number] == 1 for number in sent)
    failed = {number for number in sent if number in engine.failures()}
    assert failed <= cancelled
    assert {engine.failures()[number].code for number in failed} == {ErrorCode.CANCELLED}
    kept = [number for number in sent if number not in failed]
    assert kept
    assert [n for n in kept if engine.readings()[n].raw != pages.text(desk.names[n])] == []


def wait_for_pieces(engine: Engine, sent: list[int], count: int) -> None:
    wanted = len(engine.all(PageText)) + count
    engine.until(lambda: len(engine.all(PageText)) >= wanted or not unended(engine, sent), "pieces")


def unended(engine: Engine, jobs: list[int]) -> list[int]:
    ended = engine.ended()
    return [number for number in jobs if number not in ended]
