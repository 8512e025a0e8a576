# SPDX-License-Identifier: AGPL-3.0-or-later
"""vLLM's log: read along, its steps, its reasons; and the counts of drafts."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from engine.backends.vllm.causes import explain, hopeful
from engine.backends.vllm.progress import Progress, Step, parse
from engine.backends.vllm.readings import timed
from engine.backends.vllm.slack import LATE, patient_threads
from engine.backends.vllm.tally import Tally
from engine.backends.vllm.watch import ending
from engine.protocol import ErrorCode, Seconds

PREFIX = "(EngineCore pid=15863) INFO 11-30 06:52:43 [default_loader.py:501] "


@pytest.mark.parametrize(
    ("line", "step"),
    [
        (PREFIX + "Initializing a V1 LLM engine (v0.32.0) with config: model='m'", Step("starting")),
        (PREFIX + "Starting to load model /models/jina...", Step("weights")),
        ("Loading safetensors checkpoint shards:  50% Completed | 1/2 [00:01<00:01,  1.2s/it]", Step("weights", 1, 2)),
        (PREFIX + "Loading weights took 2.10 seconds", Step("weights")),
        (PREFIX + "Dynamo bytecode transform time: 4.1 s", Step("compiling")),
        ("Capturing CUDA graphs (mixed, PIECEWISE):  37%|###7   | 3/8 [00:00<00:01]", Step("graphs", 3, 8)),
        ("Capturing CUDA graphs (decode, FULL): 100%|#| 4/4 [00:00<00:00]", Step("graphs", 4, 4)),
        (PREFIX + "init engine (profile, create kv cache, warmup model) took 0.13 s", Step("warming up")),
        (PREFIX + "Enforce eager set, disabling torch.compile, CUDAGraphs, and JIT", None),
        (PREFIX + "Using max model len 8192", None),
        ("", None),
    ],
)
def test_steps_of_the_start(line: str, step: Step | None) -> None:
    assert parse(line) == step


def test_steps_are_told_once_and_in_order() -> None:
    told: list[tuple[str, float | None]] = []
    progress = Progress(lambda *what: told.append(what))
    progress.tell(Step("libraries"))
    for line in (
        "Starting to load model /m...",
        "Loading safetensors checkpoint shards: 0% Completed | 0/2 [00:00<?, ?it/s]",
        "Loading safetensors checkpoint shards: 50% Completed | 1/2 [00:00<?, ?it/s]",
        "Loading safetensors checkpoint shards: 50% Completed | 1/2 [00:00<?, ?it/s]",
        "Dynamo bytecode transform time: 4.1 s",
        "Loading safetensors checkpoint shards: 100% Completed | 2/2 [00:00<?, ?it/s]",
        "Capturing CUDA graphs: 25%|##| 1/4 [00:00<00:01]",
    ):
        progress(line)
    assert told == [
        ("libraries", None), ("weights", None), ("weights 1 of 2", 0.5), ("compiling", None), ("graphs 1 of 4", 0.25)
    ]  # fmt: skip


FAILED = "Engine core initialization failed. See root cause above. Failed core proc(s): {'EngineCore': 1}"


@pytest.mark.parametrize(
    ("lines", "code", "words"),
    [
        (
            [PREFIX + "EngineCore failed to start.", "torch.OutOfMemoryError: CUDA out of memory."],
            ErrorCode.OUT_OF_MEMORY, "read fewer pages at once or draft fewer tokens",
        ),
        (
            ["ValueError: Free memory on device cuda:0 (3.1/23.7 GiB) on startup is less than desired GPU memory"],
            ErrorCode.OUT_OF_MEMORY, "Only 3.1 of 23.7 GiB of graphics memory are free",
        ),
        (
            ["ValueError: To serve at least one request with the model's max seq len (8), (0.6 GiB KV cache is needed"],
            ErrorCode.OUT_OF_MEMORY, "memory for one page is not enough",
        ),
        (["RuntimeError: Found no NVIDIA driver on your system."], ErrorCode.ENGINE_UNAVAILABLE, "no NVIDIA driver"),
        (["The NVIDIA driver on your system is too old (found"], ErrorCode.ENGINE_UNAVAILABLE, "older than vLLM needs"),
        (
            ["torch.AcceleratorError: CUDA error: no kernel image is available for execution on the device"],
            ErrorCode.ENGINE_UNAVAILABLE, "not supported by the installed vLLM",
        ),
        (
            ["safetensors_rust.SafetensorError: Error while deserializing header: MetadataIncompleteBuffer"],
            ErrorCode.ENGINE_UNAVAILABLE, "weights are damaged: download",
        ),
        (
            ["ValueError: There is no module or parameter named 'model.layers.9.x' in Jina"],
            ErrorCode.ENGINE_UNAVAILABLE, "(model.layers.9.x)",
        ),
        (["/tmp/x/main.c:1:10: fatal error: Python.h: No such file"], ErrorCode.ENGINE_UNAVAILABLE, "python3-dev"),
        (["RuntimeError: Failed to find C compiler. Please"], ErrorCode.ENGINE_UNAVAILABLE, "install gcc"),
        (["ModuleNotFoundError: No module named 'xgrammar'"], ErrorCode.ENGINE_UNAVAILABLE, "lacks xgrammar"),
        (["OSError: [Errno 28] No space left on device"], ErrorCode.ENGINE_UNAVAILABLE, "disk is full"),
        (
            ["torch.AcceleratorError: CUDA error: an illegal memory access was encountered"],
            ErrorCode.CRASHED, "(an illegal memory access was encountered)",
        ),
        (
            ["(EngineCore pid=1) ERROR 11-30 [core.py:9] AssertionError: the block size must divide"],
            ErrorCode.ENGINE_UNAVAILABLE, "vLLM says: AssertionError: the block size must divide",
        ),
        ([], ErrorCode.ENGINE_UNAVAILABLE, "its log does not say why"),
    ],
)  # fmt: skip
def test_the_root_cause_is_found_in_a_childs_log(lines: list[str], code: ErrorCode, words: str) -> None:
    found = explain(lines, RuntimeError(FAILED))
    assert found.code is code
    assert words in found.detail
    assert hopeful(found) == (code in (ErrorCode.OUT_OF_MEMORY, ErrorCode.CRASHED))


def test_a_process_that_was_killed_says_nothing_itself() -> None:
    found = explain(["all was well"], RuntimeError("Engine core initialization failed."), died="was ended by SIGKILL")
    assert (found.code, found.detail) == (ErrorCode.CRASHED, "vLLM's engine process was ended by SIGKILL.")
    assert [ending(code) for code in (-9, -200, 3, None)] == [
        "was ended by SIGKILL", "was ended by signal 200", "ended with status 3", "ended",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "words"),
    [(-9, "SIGKILL, as the system does when the memory is not enough"), (1, "process ended with status 1."),
     (None, "process ended without a word")],
)  # fmt: skip
def test_a_worker_that_ended_is_told_by_the_core(code: int | None, words: str) -> None:
    said = f"Worker proc VllmWorker-0 died unexpectedly (exit code: {code}), shutting down executor."
    found = explain([PREFIX + said], RuntimeError("EngineCore encountered an issue."), ran=True)
    assert found.code is ErrorCode.CRASHED
    assert found.detail.startswith("vLLM's worker process ")
    assert words in found.detail


def test_one_that_ran_was_started() -> None:
    found = explain(["all was well"], RuntimeError("EngineCore encountered an issue."), ran=True)
    assert found.detail == "vLLM stopped working, and its log does not say why."


def test_drafts_are_counted_as_they_are_committed() -> None:
    tally = Tally(3)
    for count in (1, 4, 1, 2, 3):
        tally.commit(count)
    assert (tally.tokens, tally.steps, tally.drafted, tally.per_position) == (11, 4, 12, [3, 2, 1])
    assert tally.accepted == 6
    assert not tally.exact


def test_vllms_own_count_replaces_ours() -> None:
    tally = Tally(3)
    tally.commit(1)
    tally.commit(3)
    tally.correct(SimpleNamespace(histogram=[0, 0, 0, 1], num_draft_tokens=3))
    assert (tally.steps, tally.drafted, tally.per_position, tally.exact) == (1, 3, [1, 1, 1], True)
    tally.correct(None)
    assert tally.per_position == [1, 1, 1]


def test_without_drafts_nothing_is_counted_as_accepted() -> None:
    tally = Tally(0)
    tally.commit(1)
    tally.commit(1)
    tally.correct(SimpleNamespace(histogram=[2], num_draft_tokens=0))
    assert (tally.steps, tally.drafted, tally.accepted, tally.per_position) == (1, 0, 0, [])


def test_times_by_vllms_clock() -> None:
    stats = SimpleNamespace(queued_ts=10.0, scheduled_ts=10.5, first_token_ts=12.0, last_token_ts=15.0)
    assert timed(stats) == Seconds(queued=0.5, prefill=1.5, decode=3.0)
    assert timed(None) == timed(SimpleNamespace()) == Seconds()


LISTENER = """
    import faulthandler, logging, os, subprocess, sys
    faulthandler.enable()
    from engine.backends.vllm.log import Log
    heard = []
    log = Log(heard.append)
    print("printed here", flush=True)
    os.write(2, b"bar 1/2\\rbar 2/2\\r\\n\\x1b[31mred\\x1b[0m\\n")
    subprocess.run([sys.executable, "-c", "import sys; print('from a child', file=sys.stderr)"])
    os.write(2, b"half a line")
    log.settle()
    lines = log.lines()
    log.mark()
    assert log.lines() == []
    log.close()
    log.close()
    print("after", file=sys.stderr)
    assert lines == heard == ["printed here", "bar 1/2", "bar 2/2", "red", "from a child", "half a line"], lines
    if len(sys.argv) > 1:
        log = Log()
        import ctypes
        ctypes.string_at(0)
"""


def listen(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(LISTENER), *arguments],
        capture_output=True, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}, timeout=60, check=False,
    )  # fmt: skip


def test_what_this_and_other_processes_say_is_heard_and_passed_on() -> None:
    done = listen()
    assert done.returncode == 0, done.stderr
    assert done.stderr == "printed here\nbar 1/2\nbar 2/2\n\x1b[31mred\x1b[0m\nfrom a child\nhalf a lineafter\n"
    assert done.stdout == ""


def test_the_traceback_of_a_crash_is_not_lost_in_the_pipe() -> None:
    done = listen("crash")
    assert done.returncode < 0
    assert "Segmentation fault" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="Linux lets timers be late on request")
def test_threads_that_may_wake_late_and_one_that_may_not() -> None:
    with patient_threads():
        patient = slack_of_a_thread()
    assert (patient, slack_of_a_thread()) == (LATE, slack())
    assert slack() < LATE


def slack() -> int:
    PR_GET_TIMERSLACK = 30  # noqa: N806 - as the kernel calls it
    return int(ctypes.CDLL(None).prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0))


def slack_of_a_thread() -> int:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(slack).result()
