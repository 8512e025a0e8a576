# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder serve`: vLLM's own server with our plugin, used as a colleague would use it."""

from __future__ import annotations

import base64
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from engine.jina_ocr.prompt import DEFAULT
from tests.vllm import pages

KEY = "clients-must-send-this"
DRAFTS = 3
START = 280.0
"""Seconds for a start, on a busy machine, with cold caches."""


@dataclass
class Serving:
    """A `copyholder serve` that answers."""

    process: subprocess.Popen[str]
    port: int
    line: str
    said: list[str] = field(default_factory=list)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def serve_command(port: int, home: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "app", "--home", str(home), "serve", "--model", str(pages.TINY),
            "--engine-python", sys.executable, "--port", str(port), *more]  # fmt: skip


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(pages.ROOT), "OMP_NUM_THREADS": "1", **more}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copyholder's folders; vLLM's caches in them are those of all tests."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "cache").mkdir()
    pages.WORK.mkdir(parents=True, exist_ok=True)
    (folder / "cache" / "vllm").symlink_to(pages.WORK)
    return folder


@pytest.fixture(scope="module")
def serving(home: Path) -> Iterator[Serving]:
    port = free_port()
    command = serve_command(
        port, home, "--draft-tokens", str(DRAFTS), "--pages-at-once", "8", "--vllm=--kv-cache-memory-bytes=268435456"
    )
    process = subprocess.Popen(
        command, env=environment(COPYHOLDER_API_KEY=KEY), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    serving = Serving(process, port, "")
    assert process.stderr is not None
    reader = threading.Thread(target=lambda: serving.said.extend(process.stderr or ()), daemon=True)
    reader.start()
    watchdog = threading.Timer(START, process.terminate)
    watchdog.start()
    try:
        assert process.stdout is not None
        serving.line = process.stdout.readline()  # the end of the stream if it gave up
        watchdog.cancel()
        assert serving.line, (serving.said, log_of(home))
        yield serving
    finally:
        watchdog.cancel()
        process.terminate()
        process.wait(60)
        reader.join(10)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stderr.close()


def said(serving: Serving, text: str) -> bool:
    """Whether it comes on standard error, now or within some seconds."""
    end = time.monotonic() + 20
    while not any(text in line for line in serving.said):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def log_of(home: Path) -> str:
    path = home / "logs" / "serve.log"
    return path.read_text(errors="replace")[-4000:] if path.exists() else ""


@dataclass
class Streamed:
    text: str = ""
    finish: str = ""
    pieces: int = 0
    usage: dict[str, Any] = field(default_factory=dict)
    drafts: dict[str, Any] = field(default_factory=dict)


def ask(base: str, name: str, *, key: str = KEY, stop_after: int = 0, limit: int = pages.LIMIT) -> Streamed:
    """Read a page as any OpenAI client would. With `stop_after` the connection is closed after so
    many pieces."""
    data = base64.b64encode((pages.TINY / "pages" / f"{name}.png").read_bytes()).decode()
    picture = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}}
    body = {
        "model": "jina-ocr-v1",
        "messages": [{"role": "user", "content": [picture, {"type": "text", "text": DEFAULT}]}],
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_tokens": limit,
    }
    got = Streamed()
    with httpx.Client(trust_env=False, timeout=120) as client, client.stream(
        "POST", f"{base}/chat/completions", json=body, headers={"Authorization": f"Bearer {key}"}
    ) as response:
        if response.status_code != 200:
            response.read()
            response.raise_for_status()
        for line in response.iter_lines():
            if not line.startswith("data: ") or line == "data: [DONE]":
                continue
            chunk = json.loads(line.removeprefix("data: "))
            for choice in chunk["choices"]:
                piece = choice["delta"].get("content") or ""
                got.text += piece
                got.pieces += bool(piece)
                got.finish = choice["finish_reason"] or got.finish
            got.usage = chunk.get("usage") or got.usage
            got.drafts = (chunk.get("metrics") or {}).get("speculative_decoding") or got.drafts
            if stop_after and got.pieces >= stop_after:
                return got
    return got


@pytest.mark.timeout(600)
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
        text = httpx.get(f"http://127.0.0.1:{serving.port}/metrics", trust_env=False, timeout=20).text
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
@pytest.mark.timeout(300)
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


@pytest.mark.timeout(120)
def test_sigterm_ends_all_of_it(serving: Serving) -> None:
    """The last test: it ends the server."""
    family = psutil.Process(serving.process.pid).children(recursive=True)
    serving.process.send_signal(signal.SIGTERM)
    assert serving.process.wait(60) == 0
    _, alive = psutil.wait_procs(family, timeout=20)
    assert alive == []
    assert said(serving, "The server was stopped.")


# ---------------------------------------------------------------- starts that fail


def run(command: list[str], **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, env=environment(**more), capture_output=True, text=True, timeout=280, check=False)


def test_a_folder_without_a_model(home: Path, tmp_path: Path) -> None:
    command = serve_command(free_port(), home)
    command[command.index(str(pages.TINY))] = str(tmp_path)
    done = run(command)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"--model: {tmp_path} has no config.json, so no model is in it.\n"


def test_another_model(home: Path, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps({"architectures": ["LlamaForCausalLM"], "model_type": "llama"}))
    command = serve_command(free_port(), home)
    command[command.index(str(pages.TINY))] = str(tmp_path)
    done = run(command)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.splitlines()[-1] == "This is not jina-ocr-v1 but another model (LlamaForCausalLM)."


def test_another_address_needs_a_key(home: Path) -> None:
    done = run(serve_command(free_port(), home, "--host", "0.0.0.0"))
    assert done.returncode == 2
    assert done.stderr.startswith("Whoever reaches 0.0.0.0 could use the server: give a key with --key-file FILE")


def test_an_interpreter_without_vllm(home: Path, tmp_path: Path) -> None:
    """A bare environment that sees only what the starter itself needs."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "bare")], check=True)
    (site,) = (tmp_path / "bare").glob("lib/python*/site-packages")
    own = Path(pytest.__file__).parents[1]
    for name in ("msgspec", "PIL", "numpy", "pillow.libs", "numpy.libs"):
        if (own / name).exists():
            (site / name).symlink_to(own / name)
    command = serve_command(free_port(), home)
    command[command.index("--engine-python") + 1] = str(tmp_path / "bare" / "bin" / "python")
    done = run(command)
    assert done.returncode == 3
    assert "vLLM is not installed" in done.stderr.splitlines()[-1]


@pytest.mark.timeout(300)
def test_the_server_ends_when_ours_is_killed(home: Path) -> None:
    """Also while it starts, and although nobody was left to end it."""
    ours = subprocess.Popen(
        serve_command(free_port(), home), env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        theirs = becomes_server(psutil.Process(ours.pid))
    finally:
        ours.kill()
        ours.wait()
    _, alive = psutil.wait_procs([theirs], timeout=60)
    assert alive == []


def becomes_server(ours: psutil.Process) -> psutil.Process:
    """The child, once it is vLLM's server."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        for child in ours.children():
            if any("api_server" in part for part in child.cmdline()):
                return child
        time.sleep(0.05)
    raise AssertionError("no server was started")


@pytest.mark.timeout(300)
def test_a_start_that_fails_is_explained_from_its_log(home: Path) -> None:
    done = run(serve_command(free_port(), home, "--vllm=--no-such-argument"))
    assert done.returncode == 3
    last = done.stderr.splitlines()[-1]
    assert "no-such-argument" in last
    assert "Traceback" not in done.stderr
