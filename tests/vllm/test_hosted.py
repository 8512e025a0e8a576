# SPDX-License-Identifier: AGPL-3.0-or-later
"""The `hosted` engine on a real vLLM server with the tiny checkpoint: the text that was stored when the
checkpoint was made, and the drafts of every page."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.backends.contract import PageEvent
from engine.backends.hosted.backend import HostedBackend
from engine.protocol import PageFailed, PageRead, PageSource, PageText, ReadPage
from tests.servers.pages import raw_file
from tests.vllm import pages
from tests.vllm.test_server import KEY, Serving, home, serving

__all__ = ["home", "serving"]

NAMES = ("p1_text", "p2_list", "p3_table", "p4_formula", "p7_wide")


@pytest.fixture
def backend(serving: Serving) -> Iterator[HostedBackend]:
    made = HostedBackend()
    made.load({"base_url": serving.base, "model": "jina-ocr-v1", "key": KEY}, lambda detail, progress: None)
    yield made
    made.close()


def read(backend: HostedBackend, folder: Path, names: tuple[str, ...]) -> tuple[dict[str, PageRead], list[PageEvent]]:
    for job, name in enumerate(names):
        path, width, height, stride = raw_file(folder, pages.picture(name), name)
        source = PageSource(path=name, page=0)
        backend.submit(ReadPage(job=job, source=source, picture=path, width=width, height=height, stride=stride))
    events: list[PageEvent] = []
    found: dict[str, PageRead] = {}
    until = time.monotonic() + 240
    while len(found) < len(names):
        assert time.monotonic() < until, events[-5:]
        for event in backend.step(0.05):
            events.append(event)
            assert not isinstance(event, PageFailed), event
            if isinstance(event, PageRead):
                found[names[event.job]] = event
    return found, events


@pytest.mark.timeout(600)
def test_the_stored_text_and_the_drafts_of_every_page(
    backend: HostedBackend, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, events = read(backend, tmp_path, NAMES)
    with capsys.disabled():
        for name in NAMES:
            reading, stored = found[name].reading, pages.stats()[name]
            assert reading.raw == pages.text(name)
            assert str(reading.settings["picture"]).startswith("png")
            assert (reading.prompt_tokens, reading.output_tokens) == (stored["prompt_tokens"], stored["output_tokens"])
            assert reading.drafted == stored["K3"]["drafted"]
            assert reading.accepted == sum(stored["K3"]["accepted_per_step"])
            assert reading.accepted_per_position is not None
            assert sum(reading.accepted_per_position) == reading.accepted
            assert reading.draft_tokens == 3
            assert reading.drafted is not None
            assert reading.accepted is not None
            share, positions = reading.accepted / reading.drafted, reading.accepted_per_position
            print(f"\n{name}: {reading.output_tokens} tokens, acceptance {share:.3f}, by position {positions}", end="")
    for job, name in enumerate(NAMES):
        pieces = [event.text for event in events if isinstance(event, PageText) and event.job == job]
        assert "".join(pieces) == pages.text(name)
