# SPDX-License-Identifier: AGPL-3.0-or-later
"""The engine program with this backend, as the app starts it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from engine.protocol import (
    Cancel,
    EngineState,
    ErrorCode,
    Hello,
    Message,
    PageFailed,
    PageRead,
    PageSource,
    PageText,
    ReadPage,
    Scalar,
    Shutdown,
    UseEngine,
    decode_event,
    encode,
)
from tests.model.golden import Golden
from tests.processes import HANG


class Program:
    """`python -m engine` on pipes."""

    def __init__(self, root: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "engine"], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def say(self, *messages: Message) -> None:
        """At once: so the engine has all of them before it has done what the first asks for."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"".join(map(encode, messages)))
        self.process.stdin.flush()

    def events(self) -> Iterator[Message]:
        stream: IO[bytes] | None = self.process.stdout
        assert stream is not None
        for line in stream:
            yield decode_event(line)


@pytest.fixture
def program() -> Iterator[Program]:
    started = Program(Path(__file__).parents[2])
    yield started
    started.process.kill()
    started.process.communicate(timeout=HANG)


def use(program: Program, events: Iterator[Message], **options: Scalar) -> EngineState:
    program.say(UseEngine(name="transformers", options={"device": "cpu", "dtype": "float32", **options}))
    return next(e for e in events if isinstance(e, EngineState) and e.state in ("ready", "failed"))


def test_a_page_through_the_program(program: Program, golden: Golden, tiny: Path, tmp_path: Path) -> None:
    picture = golden.picture("p3_table")
    raw = tmp_path / "page.rgb"
    raw.write_bytes(picture.tobytes())

    def page(job: int) -> ReadPage:
        return ReadPage(job=job, source=PageSource(path="a.pdf", page=0), picture=str(raw), width=picture.width,
                        height=picture.height, stride=3 * picture.width, options={"draft_tokens": 3})

    events = program.events()
    hello = next(events)
    assert isinstance(hello, Hello)
    assert "transformers" in hello.engines
    state = use(program, events, model=str(tiny), threads=1)
    assert state.state == "ready"
    assert state.abilities is not None
    assert state.abilities.acceptance
    program.say(page(1), page(2), Cancel(job=2))
    text = ""
    endings: dict[int, Message] = {}
    while len(endings) < 2:
        event = next(events)
        if isinstance(event, PageText) and event.job == 1:
            text += event.text
        if isinstance(event, PageRead | PageFailed):
            endings[event.job] = event
    assert isinstance(endings[2], PageFailed)
    assert endings[2].code == ErrorCode.CANCELLED
    assert isinstance(endings[1], PageRead)
    assert endings[1].reading.raw == text == golden.text("p3_table")
    program.say(Shutdown())
    assert program.process.wait(HANG) == 0


def test_a_folder_that_is_no_model(program: Program, tmp_path: Path) -> None:
    events = program.events()
    state = use(program, events, model=str(tmp_path))
    assert (state.state, state.code) == ("failed", ErrorCode.ENGINE_UNAVAILABLE)
    assert "no readable config.json" in state.detail
