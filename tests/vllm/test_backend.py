# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pages through the engine program with vLLM: texts, counts, ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.jina_ocr.cleanup import clean
from engine.protocol import (
    EngineState,
    ErrorCode,
    Finish,
    NoteCode,
    PageFailed,
    PageRead,
    PageSource,
    PageStarted,
    PageText,
    Reading,
    ReadPage,
    Throughput,
)
from tests.vllm import pages
from tests.vllm.talking import FINITE, Desk, Engine, loaded

pytestmark = pytest.mark.timeout(1800)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with loaded(pages_at_once=8) as started:
        yield started


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("pictures"))


def own_events(engine: Engine, job: int) -> list[PageStarted | PageText | PageRead | PageFailed]:
    kinds = (PageStarted, PageText, PageRead, PageFailed)
    return [event for event in list(engine.events) if isinstance(event, kinds) and event.job == job]


def test_all_pages_eight_at_once(engine: Engine, desk: Desk) -> None:
    sent = [desk.page(name) for name in FINITE]
    engine.send(*sent)
    jobs = {job.job: desk.names[job.job] for job in sent}
    engine.wait_jobs(*jobs)
    for number, name in jobs.items():
        reading = engine.readings()[number]
        own = own_events(engine, number)
        pieces = [event for event in own if isinstance(event, PageText)]
        assert isinstance(own[0], PageStarted)
        assert isinstance(own[-1], PageRead)
        assert reading.raw == pages.text(name), name
        assert "".join(piece.text for piece in pieces) == reading.raw
        assert reading.text == clean(pages.text(name)).text
        assert sum(piece.tokens or 0 for piece in pieces) == reading.output_tokens
        assert all(1 <= (piece.tokens or 0) <= 4 for piece in pieces)
        check_counts(reading, name)
    assert all(count == 1 for count in engine.ended().values())
    running = max(event.running for event in engine.all(Throughput))
    assert running == 10  # eight in flight, two being prepared
    assert any(event.acceptance for event in engine.all(Throughput))
    assert max(event.memory or 0 for event in engine.all(Throughput)) > 200_000_000


def check_counts(reading: Reading, name: str) -> None:
    """What vLLM counted when the checkpoint was made, page by page and position by position."""
    stored = pages.stats()[name]
    assert (reading.engine, reading.model, reading.finish) == ("vllm", "tiny-jina-ocr", Finish.STOP)
    assert (reading.prompt_tokens, reading.output_tokens) == (stored["prompt_tokens"], stored["output_tokens"])
    assert reading.draft_tokens == 3
    assert reading.accepted_per_position == stored["K3"]["accepted_by_position"]
    assert (reading.steps, reading.drafted) == (stored["K3"]["steps"], stored["K3"]["drafted"])
    assert reading.accepted == stored["K3"]["accepted"]
    assert reading.mean_tokens_per_step == pytest.approx((stored["output_tokens"] - 1) / stored["K3"]["steps"])
    seconds = reading.seconds
    parts = (seconds.queued, seconds.prefill, seconds.decode, seconds.total, seconds.first_token)
    assert all(part is not None and part >= 0 for part in parts)
    assert seconds.vision is None
    assert NoteCode.DRAFT_OFF not in [note.code for note in reading.notes]


def test_the_start_is_told_in_steps(engine: Engine) -> None:
    told = [state for state in engine.all(EngineState) if state.state == "loading" and state.detail]
    assert [state.detail for state in told][:2] == ["libraries", "starting"]
    assert ("weights 1 of 1", 1.0) in [(state.detail, state.progress) for state in told]
    ready = engine.ended_loads()[0].abilities
    assert ready is not None
    assert (ready.acceptance, ready.pages_at_once, ready.picture_side) == (True, 10, 1920)
    assert ready.draft_depths == [3]


def test_a_page_that_never_ends(engine: Engine, desk: Desk) -> None:
    job = desk.page("loop")
    engine.send(job)
    engine.wait_jobs(job.job)
    reading = engine.readings()[job.job]
    line = "The keeper lights the north lamp at dusk"
    assert reading.finish == Finish.REPETITION
    assert reading.output_tokens is not None
    assert reading.output_tokens < 600
    assert [(note.code, note.detail) for note in reading.notes] == [(NoteCode.CUT_OFF, "repetition")]
    assert reading.text.count(line) == 1
    assert reading.raw.count(line) > 1
    assert engine.streamed(job.job) == reading.raw


def test_answers_that_are_too_long(engine: Engine, desk: Desk) -> None:
    one, some = desk.page("loop", options={"max_tokens": 1}), desk.page("loop", options={"max_tokens": 40})
    engine.send(one, some)
    engine.wait_jobs(one.job, some.job)
    first, second = engine.readings()[one.job], engine.readings()[some.job]
    assert (first.output_tokens, first.finish, first.steps) == (1, Finish.LENGTH, 0)
    assert (second.output_tokens, second.finish) == (40, Finish.LENGTH)


def test_a_page_past_the_context(engine: Engine, desk: Desk) -> None:
    too_long, sound = desk.page("p1_text", prompt="word " * 9000), desk.page("p1_text", prompt="strict")
    engine.send(too_long, sound)
    engine.wait_jobs(too_long.job, sound.job)
    failed = engine.failures()[too_long.job]
    assert failed.code is ErrorCode.PROMPT_TOO_LONG
    tokens, fits = failed.detail.split(" of ")
    assert int(tokens) > 9000
    assert fits == "8191"
    assert engine.readings()[sound.job].raw == pages.text("p1_text")
    assert engine.readings()[sound.job].prompt == "strict"


def test_pictures_that_are_none(engine: Engine, desk: Desk, tmp_path: Path) -> None:
    source = PageSource(path="some.pdf", page=0)
    good = desk.page("p1_text")
    missing = ReadPage(job=100_001, source=source, picture=str(tmp_path / "none"), width=1, height=1, stride=3)
    none = ReadPage(job=100_002, source=source)
    short = ReadPage(job=100_003, source=source, picture=good.picture, width=9000, height=9000, stride=27_000)
    engine.send(missing, none, short, good)
    engine.wait_jobs(100_001, 100_002, 100_003, good.job)
    codes = {job: failed.code for job, failed in engine.failures().items() if job > 100_000}
    assert codes == {100_001: ErrorCode.NOT_FOUND, 100_002: ErrorCode.DAMAGED, 100_003: ErrorCode.DAMAGED}
    assert engine.readings()[good.job].raw == pages.text("p1_text")


@pytest.mark.parametrize("size", [(1, 1), (20_000, 10), (10, 20_000), (640, 5760)])
def test_odd_pictures_are_read(engine: Engine, size: tuple[int, int], tmp_path: Path) -> None:
    path = tmp_path / "odd.rgb"
    path.write_bytes(b"\xff" * (3 * size[0] * size[1]))
    number = 200_000 + size[0] + size[1]
    engine.send(
        ReadPage(job=number, source=PageSource(path="some.pdf", page=0), picture=str(path), width=size[0],
                 height=size[1], stride=3 * size[0], options={"max_tokens": 5})
    )  # fmt: skip
    engine.wait_jobs(number)
    assert engine.readings()[number].output_tokens == 5
