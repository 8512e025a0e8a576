# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder serve`: vLLM's own server with our plugin, used as a colleague would use it, and by our own
engine for servers: the text that was stored when the checkpoint was made, and the drafts of every page."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import psutil
import pytest

from engine.backends.contract import PageEvent
from engine.backends.hosted.backend import HostedBackend
from engine.protocol import PageFailed, PageRead, PageSource, PageText, ReadPage
from tests.processes import HANG
from tests.servers.pages import raw_file
from tests.vllm import pages
from tests.vllm.serving import KEY, Serving, ask, home, run, said, serve_command, serving

__all__ = ["home", "serving"]

NAMES = ("p1_text", "p2_list", "p3_table", "p4_formula", "p7_wide")


@pytest.mark.timeout(1800)
def test_the_line_for_a_colleague(serving: Serving) -> None:
    assert serving.line == f"copyholder convert FILE --engine openai:{serving.base} --model jina-ocr-v1\n"
    host = f"127.0.0.1:{serving.port}"
    assert said(serving, f"copyholder engines key {host}")


@pytest.mark.parametrize("name", ["p1_text", "p3_table", "p7_wide"])
def test_a_page_streams_as_it_was_stored(serving: Serving, name: str) -> None:
    """The cells of tables too, which are special tokens, and although the client asks for nothing."""
    got = ask(serving.base, name)
    assert got.text == pages.text(name)
    assert got.finish == "stop"
    assert got.pieces > 10
    stored = pages.stats()[name]
    assert got.usage["prompt_tokens"] == stored["prompt_tokens"]
    assert got.usage["completion_tokens"] == stored["output_tokens"]
    assert got.drafts["per_step_accepted"] == stored["K3"]["accepted_per_step"]
    assert got.drafts["num_draft_tokens"] == stored["K3"]["drafted"]


def test_eight_clients_at_once_and_one_leaves_early(serving: Serving) -> None:
    names = [name for name in pages.PICTURES if name != "p8_large"]
    with ThreadPoolExecutor(8) as pool:
        leaver = pool.submit(ask, serving.base, "p8_large", stop_after=3)
        stayers = list(pool.map(lambda name: ask(serving.base, name), names))
        assert leaver.result().text != pages.text("p8_large")
    assert [got.text for got in stayers] == [pages.text(name) for name in names]
    assert running(serving) == 0  # the one that left is no longer read
    assert ask(serving.base, "p8_large").text == pages.text("p8_large")


def running(serving: Serving) -> float:
    """Requests that the server still works at; asked until there is none, or for some seconds."""
    end = time.monotonic() + 20
    while True:
        text = httpx.get(f"http://127.0.0.1:{serving.port}/metrics", trust_env=False, timeout=HANG).text
        counts = [
            float(line.rsplit(" ", 1)[1])
            for line in text.splitlines()
            if line.startswith(("vllm:num_requests_running", "vllm:num_requests_waiting{"))
        ]
        assert counts
        if not sum(counts) or time.monotonic() > end:
            return sum(counts)
        time.sleep(0.2)


def test_nothing_is_read_without_the_key(serving: Serving) -> None:
    with pytest.raises(httpx.HTTPStatusError, match="401"):
        ask(serving.base, "p1_text", key="another")


def test_the_key_stands_in_no_process_list_and_no_log(serving: Serving, home: Path) -> None:
    family = [psutil.Process(serving.process.pid), *psutil.Process(serving.process.pid).children(recursive=True)]
    assert len(family) >= 3  # ours, the server, its engine core
    assert not any(KEY in part for process in family for part in process.cmdline())
    assert KEY not in "".join(serving.said) + serving.line
    for path in (home / "logs").iterdir():
        assert KEY not in path.read_text(errors="replace")


def test_a_second_server_finds_the_port_in_use(serving: Serving, home: Path) -> None:
    done = run(serve_command(serving.port, home))
    assert done.returncode == 2
    assert done.stderr == f"Port {serving.port} is in use by another program: choose another one with --port.\n"


@pytest.mark.long
def test_the_command_line_reads_through_it(serving: Serving, tmp_path: Path) -> None:
    """Another Copyholder, with a PDF: the same text as vLLM gave when the checkpoint was made."""
    line = serving.line.split()
    line[line.index("FILE")] = str(pages.TINY / "pages.pdf")
    command = [sys.executable, "-m", "app", "--home", str(tmp_path / "home"), *line[1:], "--pages", "1-3",
               "--yes", "--page-marks", "--out", str(tmp_path)]  # fmt: skip
    done = run(command, COPYHOLDER_API_KEY=KEY)
    assert done.returncode == 0, done.stderr
    written = (tmp_path / "pages.md").read_text()
    for name in ("text", "list"):
        assert pages.text(name).strip() in written


# ---------------------------------------------------------------- our own client


@pytest.fixture
def hosted(serving: Serving) -> Iterator[HostedBackend]:
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
    until = time.monotonic() + 600
    while len(found) < len(names):
        assert time.monotonic() < until, events[-5:]
        for event in backend.step(0.05):
            events.append(event)
            assert not isinstance(event, PageFailed), event
            if isinstance(event, PageRead):
                found[names[event.job]] = event
    return found, events


@pytest.mark.timeout(1800)
def test_our_own_client_reads_through_it_with_the_drafts_of_every_page(
    hosted: HostedBackend, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, events = read(hosted, tmp_path, NAMES)
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


# ---------------------------------------------------------------- the end


@pytest.mark.timeout(900)
def test_sigterm_ends_all_of_it(serving: Serving) -> None:
    """The last test: it ends the server."""
    family = psutil.Process(serving.process.pid).children(recursive=True)
    serving.process.send_signal(signal.SIGTERM)
    assert serving.process.wait(HANG) == 0
    _, alive = psutil.wait_procs(family, timeout=HANG)
    assert alive == []
    assert said(serving, "The server was stopped.")
