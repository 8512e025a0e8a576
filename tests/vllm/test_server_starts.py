# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder serve` where it does not come to serving: starts that fail, and one that is killed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.processes import HANG, Started
from tests.vllm import pages
from tests.vllm.serving import environment, free_port, home, run, serve_command

__all__ = ["home"]


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


@pytest.mark.timeout(1800)
def test_the_server_ends_when_ours_is_killed(home: Path) -> None:
    """Also while it starts, and although nobody was left to end it."""
    ours = Started[bytes](
        serve_command(free_port(), home), env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        theirs = becomes_server(psutil.Process(ours.pid))
    finally:
        ours.kill()
        ours.wait(HANG)
    _, alive = psutil.wait_procs([theirs], timeout=HANG)
    assert alive == []


def becomes_server(ours: psutil.Process) -> psutil.Process:
    """The child, once it is vLLM's server."""
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        for child in ours.children():
            if any("api_server" in part for part in child.cmdline()):
                return child
        time.sleep(0.05)
    raise AssertionError("no server was started")


@pytest.mark.timeout(1800)
def test_a_start_that_fails_is_explained_from_its_log(home: Path) -> None:
    done = run(serve_command(free_port(), home, "--vllm=--no-such-argument"))
    assert done.returncode == 3
    last = done.stderr.splitlines()[-1]
    assert "no-such-argument" in last
    assert "Traceback" not in done.stderr
