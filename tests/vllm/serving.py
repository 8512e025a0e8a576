# SPDX-License-Identifier: AGPL-3.0-or-later
"""A `copyholder serve` with the tiny checkpoint, and a client as any other that speaks OpenAI's protocol."""

from __future__ import annotations

import base64
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine.jina_ocr.prompt import DEFAULT
from tests.processes import HANG, Started, beside, joined
from tests.vllm import pages

KEY = "clients-must-send-this"
DRAFTS = 3
START = 600.0
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
    process = Started[str](
        command, env=environment(COPYHOLDER_API_KEY=KEY), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    serving = Serving(process, port, "")
    assert process.stderr is not None
    reader = beside(lambda: serving.said.extend(process.stderr or ()))
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
        try:
            process.wait(HANG)
        finally:
            process.kill()
        joined(reader)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stderr.close()


def said(serving: Serving, text: str) -> bool:
    """Whether it comes on standard error, now or by and by."""
    end = time.monotonic() + HANG
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
    with httpx.Client(trust_env=False, timeout=HANG) as client, client.stream(
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


def run(command: list[str], **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, env=environment(**more), capture_output=True, text=True, timeout=START, check=False)
