# SPDX-License-Identifier: AGPL-3.0-or-later
"""The backend as the engine drives it: pages in flight, pieces, cancelling, short memory."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import torch
from PIL import Image
from safetensors.torch import load_file, save_file

from engine.backends.contract import EngineError, PageEvent
from engine.backends.table import make
from engine.backends.transformers.backend import TransformersBackend
from engine.backends.transformers.device import cuda_dtype
from engine.jina_ocr.cleanup import clean
from engine.jina_ocr.decode import Batch
from engine.protocol import (
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
    Scalar,
)
from tests.model.golden import PICTURES, Golden
from tests.processes import beside

LIMIT = 600.0
"""Seconds after which a test gives up."""

OPTIONS: dict[str, Scalar] = {
    "device": "cpu", "dtype": "float32", "draft_tokens": 3, "threads": 1, "attempt": 2, "unknown": "x",
}


@pytest.fixture
def started(tiny: Path) -> Iterator[Callable[..., TransformersBackend]]:
    """Makes loaded backends and closes them."""
    made: list[TransformersBackend] = []

    def start(**options: Scalar) -> TransformersBackend:
        backend = TransformersBackend()
        backend.load({**OPTIONS, "model": str(tiny), **options}, lambda *_: None)
        made.append(backend)
        return backend

    yield start
    for backend in made:
        backend.close()


class Desk:
    """Writes pictures as the page program does, and numbers the jobs."""

    def __init__(self, golden: Golden, folder: Path) -> None:
        self.golden, self.folder, self.count = golden, folder, 0

    def page(self, picture: str | Image.Image, **fields: Any) -> ReadPage:
        self.count += 1
        image = self.golden.picture(picture) if isinstance(picture, str) else picture
        path = self.folder / f"{self.count}.rgb"
        path.write_bytes(image.tobytes())
        size = {"width": image.width, "height": image.height, "stride": 3 * image.width}
        source = PageSource(path="some.pdf", page=0)
        return ReadPage(job=self.count, source=source, picture=str(path), **{**size, **fields})


@pytest.fixture
def desk(golden: Golden, tmp_path: Path) -> Desk:
    return Desk(golden, tmp_path)


def run(backend: TransformersBackend, jobs: int) -> list[PageEvent]:
    """All events until so many pages have ended."""
    events: list[PageEvent] = []
    until = time.monotonic() + LIMIT
    while sum(isinstance(event, PageRead | PageFailed) for event in events) < jobs:
        assert time.monotonic() < until, events
        events += backend.step(0.05)
    return events


def readings(events: list[PageEvent]) -> dict[int, Reading]:
    return {event.job: event.reading for event in events if isinstance(event, PageRead)}


def failures(events: list[PageEvent]) -> list[tuple[int, ErrorCode, str]]:
    return [(event.job, event.code, event.detail) for event in events if isinstance(event, PageFailed)]


def test_abilities(tiny: Path) -> None:
    backend = make("transformers")
    told: list[tuple[str, float | None]] = []
    able = backend.load({**OPTIONS, "model": str(tiny), "batch": 3}, lambda *what: told.append(what))
    assert (able.streams, able.acceptance, able.confidence, able.picture_side) == (True, True, True, 1920)
    assert able.pages_at_once == 4
    assert able.draft_depths == list(range(9))
    assert told[-1] == ("weights", 1.0)
    assert (backend.memory() or 0) > 50_000_000
    backend.close()


@pytest.mark.parametrize("batch", [1, 3])
def test_pages_in_flight(started: Callable[..., TransformersBackend], desk: Desk, batch: int) -> None:
    backend = started(batch=batch, guard=False)
    names: dict[int, str] = {}
    for name in PICTURES:
        job = desk.page(name)
        names[job.job] = name
        backend.submit(job)
    events = run(backend, len(PICTURES))
    read = readings(events)
    assert set(read) == set(names)
    for number, name in names.items():
        own = [event for event in events if event.job == number]
        pieces = [event for event in own if isinstance(event, PageText)]
        assert isinstance(own[0], PageStarted)
        assert isinstance(own[-1], PageRead)
        assert "".join(piece.text for piece in pieces) == read[number].raw == desk.golden.text(name)
        assert all(piece.tokens and 1 <= piece.tokens <= 4 for piece in pieces)
        assert all(piece.confidence is not None and 0 < piece.confidence <= 1.0001 for piece in pieces)
        assert read[number].text == clean(desk.golden.text(name)).text
        check_counts(read[number], desk.golden.stats[name], len(pieces))


def check_counts(reading: Reading, stats: Mapping[str, Any], pieces: int) -> None:
    """The reading says everything, and it adds up."""
    assert (reading.engine, reading.model, reading.finish) == ("transformers", "tiny-jina-ocr", Finish.STOP)
    assert reading.prompt_tokens == stats["prompt_tokens"]
    assert reading.output_tokens == stats["output_tokens"]
    assert reading.draft_tokens == 3
    assert reading.steps == pieces - 1
    assert reading.drafted == 3 * reading.steps
    assert reading.accepted_per_position is not None
    assert reading.accepted == sum(reading.accepted_per_position)
    assert reading.mean_tokens_per_step == pytest.approx((stats["output_tokens"] - 1) / reading.steps)
    seconds = reading.seconds
    parts = (seconds.queued, seconds.vision, seconds.prefill, seconds.decode, seconds.first_token, seconds.total)
    assert all(part is not None and part >= 0 for part in parts)
    assert (seconds.vision or 0) + (seconds.prefill or 0) + (seconds.decode or 0) <= (seconds.total or 0) + 0.01
    assert reading.settings["dtype"] == "float32"


def test_plain_greedy_reports_no_acceptance(started: Callable[..., TransformersBackend], desk: Desk) -> None:
    backend = started()
    backend.submit(desk.page("p1_text", options={"draft_tokens": 0}))
    backend.submit(desk.page("p1_text", options={"draft_tokens": "adaptive"}, prompt="strict"))
    plain, adaptive = readings(run(backend, 2)).values()
    assert (plain.drafted, plain.accepted, plain.accepted_per_position) == (0, None, None)
    assert plain.draft_tokens == 0
    assert plain.mean_tokens_per_step == 1.0
    assert adaptive.draft_tokens == 8
    assert adaptive.prompt == "strict"
    assert adaptive.text == plain.text


def test_cancelled_pages_say_nothing_more(started: Callable[..., TransformersBackend], desk: Desk) -> None:
    backend = started(batch=2, guard=False)
    endless, waiting, sound = desk.page("loop"), desk.page("loop"), desk.page("p1_text")
    for job in (endless, waiting, sound):
        backend.submit(job)
    events: list[PageEvent] = []
    while not any(isinstance(event, PageText) and event.job == endless.job for event in events):
        events += backend.step(0.05)
    beside(lambda: backend.cancel(endless.job))
    backend.cancel(waiting.job)
    backend.cancel(999)
    later = run(backend, 1)
    after = [event.job for event in later[3:]]
    assert set(after) == {sound.job}
    assert readings(later)[sound.job].raw == desk.golden.text("p1_text")
    backend.submit(desk.page("p2_list"))
    assert [r.raw for r in readings(run(backend, 1)).values()] == [desk.golden.text("p2_list")]


def test_limits_and_loops(started: Callable[..., TransformersBackend], desk: Desk) -> None:
    backend = started(max_tokens=1500)
    for options in ({"max_tokens": 1}, {"max_tokens": 40}, {}):
        backend.submit(desk.page("loop", options=options))
    one, some, looped = readings(run(backend, 3)).values()
    assert (one.output_tokens, one.finish, one.steps) == (1, Finish.LENGTH, 0)
    assert (some.output_tokens, some.finish) == (40, Finish.LENGTH)
    assert [note.code for note in some.notes] == [NoteCode.CUT_OFF]
    assert looped.finish == Finish.REPETITION
    assert looped.output_tokens is not None
    assert looped.output_tokens < 600
    assert [(note.code, note.detail) for note in looped.notes] == [(NoteCode.CUT_OFF, "repetition")]
    line = "The keeper lights the north lamp at dusk"
    assert looped.text.count(line) == 1
    assert looped.raw.count(line) > 1


def test_odd_pictures_are_read(started: Callable[..., TransformersBackend], desk: Desk) -> None:
    backend = started(max_tokens=5)
    for size in ((1, 1), (20_000, 10), (10, 20_000)):
        backend.submit(desk.page(Image.new("RGB", size, "white")))
    assert len(readings(run(backend, 3))) == 3


def test_pictures_that_are_none(started: Callable[..., TransformersBackend], desk: Desk, tmp_path: Path) -> None:
    backend = started()
    good = desk.page("p1_text")
    source = PageSource(path="some.pdf", page=0)
    backend.submit(ReadPage(job=101, source=source))
    backend.submit(ReadPage(job=102, source=source, picture=str(tmp_path / "none"), width=1, height=1, stride=3))
    backend.submit(ReadPage(job=103, source=source, picture=good.picture, width=9000, height=9000, stride=27000))
    backend.submit(desk.page("p1_text", options={"draft_tokens": 11}))
    failed = failures(run(backend, 4))
    assert [(job, code) for job, code, _ in failed] == [
        (101, ErrorCode.DAMAGED), (102, ErrorCode.NOT_FOUND), (103, ErrorCode.DAMAGED),
        (2, ErrorCode.ENGINE_UNAVAILABLE),
    ]
    backend.submit(good)
    assert len(readings(run(backend, 1))) == 1


def test_a_prompt_longer_than_the_context(started: Callable[..., TransformersBackend], desk: Desk) -> None:
    backend = started()
    backend.submit(desk.page("p1_text", prompt="word " * 9000))
    backend.submit(desk.page("p1_text", prompt="strict"))
    events = run(backend, 2)
    ((_, code, detail),) = failures(events)
    asked, fit = map(int, detail.split(" of "))
    assert code == ErrorCode.PROMPT_TOO_LONG
    assert asked > 9000 > fit
    assert [reading.prompt for reading in readings(events).values()] == ["strict"]


class Short:
    """Memory runs out in the given calls of a method."""

    def __init__(self, real: Callable[..., Any], calls: set[int]) -> None:
        self.real, self.calls, self.count = real, calls, 0

    def __get__(self, owner: object, _: type) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            self.count += 1
            if self.count in self.calls:
                raise torch.OutOfMemoryError("no memory")
            return self.real(owner, *arguments, **named)

        return call


def test_short_memory_makes_the_batch_smaller(
    started: Callable[..., TransformersBackend], desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = started(batch=4, guard=False)
    monkeypatch.setattr(Batch, "step", Short(Batch.step, {5}))
    monkeypatch.setattr(Batch, "admit", Short(Batch.admit, {2}))
    names = PICTURES[:5]
    for name in names:
        backend.submit(desk.page(name))
    events = run(backend, len(names))
    assert [reading.raw for _, reading in sorted(readings(events).items())] == [desk.golden.text(n) for n in names]
    for number, reading in readings(events).items():
        assert "".join(e.text for e in events if isinstance(e, PageText) and e.job == number) == reading.raw


def test_a_page_that_memory_never_suffices_for(
    started: Callable[..., TransformersBackend], desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = started(batch=2, guard=False)
    with monkeypatch.context() as patch:
        patch.setattr(Batch, "step", Short(Batch.step, set(range(1, 99))))
        backend.submit(desk.page("p1_text"))
        assert [code for _, code, _ in failures(run(backend, 1))] == [ErrorCode.OUT_OF_MEMORY]
    with monkeypatch.context() as patch:
        from engine.jina_ocr.model import JinaOcr

        patch.setattr(JinaOcr, "look", Short(JinaOcr.look, {1, 3, 4}))
        backend.submit(desk.page("p1_text"))
        assert len(readings(run(backend, 1))) == 1
        backend.submit(desk.page("p1_text"))
        assert [code for _, code, _ in failures(run(backend, 1))] == [ErrorCode.OUT_OF_MEMORY]
    backend.submit(desk.page("p1_text"))
    assert [reading.raw for reading in readings(run(backend, 1)).values()] == [desk.golden.text("p1_text")]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"model": None}, "No model folder"),
        ({"model": "nowhere"}, "no model folder nowhere"),
        ({"device": "cuda:77x"}, "no device"),
        ({"device": "meta"}, "has no meta"),
        ({"dtype": "float8"}, "number format 'float8'"),
        ({"draft_tokens": 9}, "not '9'"),
        ({"batch": -1}, "batch is 0 to 64"),
        ({"max_tokens": "many"}, "max_tokens is 1 to"),
    ],
)
def test_options_that_cannot_be(tiny: Path, options: dict[str, Scalar], sentence: str) -> None:
    with pytest.raises(EngineError, match=sentence) as caught:
        TransformersBackend().load({**OPTIONS, "model": str(tiny), **options}, lambda *_: None)
    assert caught.value.code == ErrorCode.ENGINE_UNAVAILABLE


def test_a_folder_with_another_model(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"architectures": ["LlamaForCausalLM"], "model_type": "llama"}')
    with pytest.raises(EngineError, match=r"another model \(LlamaForCausalLM\)"):
        TransformersBackend().load({**OPTIONS, "model": str(tmp_path)}, lambda *_: None)


def test_weights_that_are_no_numbers(tiny: Path, desk: Desk, tmp_path: Path) -> None:
    """The page fails with its reason, and no garbage is read."""
    folder = tmp_path / "spoilt"
    shutil.copytree(tiny, folder)
    tensors = load_file(folder / "model.safetensors")
    tensors["model.layers.1.self_attn.q_proj.weight"][0, 0] = torch.nan
    save_file(tensors, folder / "model.safetensors")
    backend = TransformersBackend()
    backend.load({**OPTIONS, "model": str(folder)}, lambda *_: None)
    backend.submit(desk.page("p1_text"))
    events = run(backend, 1)
    backend.close()
    assert [code for _, code, _ in failures(events)] == [ErrorCode.ENGINE_FAILED]
    assert not any(isinstance(event, PageText) for event in events)


def test_formats_by_compute_capability() -> None:
    assert cuda_dtype((9, 0)) == cuda_dtype((8, 0)) == torch.bfloat16
    assert cuda_dtype((7, 5)) == cuda_dtype((7, 0)) == torch.float16
    assert cuda_dtype((6, 1)) == torch.float32


def test_automatic_choices_on_a_processor(started: Callable[..., TransformersBackend], desk: Desk) -> None:
    """Whatever format is chosen, the page is read; no drafts, since they do not pay on a CPU."""
    backend = started(dtype="auto", draft_tokens="auto")
    backend.submit(desk.page("p1_text"))
    (reading,) = readings(run(backend, 1)).values()
    assert reading.draft_tokens == 0
    assert reading.settings["dtype"] in ("float32", "bfloat16")
    assert reading.text.startswith(desk.golden.text("p1_text")[:30])

