# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m tests.bench.vllm_ratio OUT [--layout one|separate] [--rounds N]`, in vLLM's environment.

Both sides are started, and then read the same pages in turns, a few seconds each, so that what else the
machine does meets both; medians over the rounds are compared. The bare side is a process with `vllm.LLM`
that got the same prompt ids, engine arguments and process layout; its pictures are in memory, ours come
from files."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil

from engine.protocol import Event, PageRead, PageText
from tests.vllm import pages
from tests.vllm.reading import environment
from tests.vllm.talking import FINITE, OPTIONS, Desk, Engine

IDLE = 10.0
"""Seconds over which a waiting engine is watched, unless asked otherwise."""

SETTLE = 3.0


class Quiet(Engine):
    """Waits without polling: what the client takes must not count against the engine."""

    def __init__(self) -> None:
        super().__init__()
        self.read: dict[int, str] = {}
        self.change = threading.Condition()

    def _event(self, event: Event) -> None:
        if not isinstance(event, PageRead):
            if not isinstance(event, PageText):
                super()._event(event)
            return
        with self.change:
            self.read[event.job] = event.reading.raw
            self.change.notify_all()

    def wait_read(self, jobs: set[int]) -> None:
        with self.change:
            assert self.change.wait_for(lambda: jobs <= set(self.read), 600), self.child.said(40)


class Bare:
    """`python -m tests.bench.vllm_ratio --bare`: reads a group of pages when it gets its number."""

    def __init__(self, at_once: int, layout: str) -> None:
        variables = environment()
        variables["VLLM_ENABLE_V1_MULTIPROCESSING"] = "1" if layout == "separate" else "0"
        self.groups = groups(at_once)
        self.process = subprocess.Popen(
            # our engine gives way to the window, and so does this: else a busy machine decides the ratio
            ["nice", "-n", "5", sys.executable, "-m", "tests.bench.vllm_ratio", "--bare", str(at_once),
             "--layout", layout],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=variables, cwd=pages.ROOT,
            text=True,
        )  # fmt: skip
        self.answer()

    def answer(self) -> float:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("SECONDS "):
                return float(line.split()[1])
        raise RuntimeError("the bare side ended")

    def read(self, part: int) -> float:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{part}\n")
        self.process.stdin.flush()
        return self.answer()

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(30)


def bare(at_once: int, layout: str) -> None:
    """The bare side's own program."""
    from vllm import LLM, SamplingParams

    from engine.backends.vllm.arguments import arguments, plan
    from engine.backends.vllm.machine import look
    from engine.backends.vllm.options import parse_options
    from engine.backends.vllm.plugin import launch
    from engine.backends.vllm.preflight import judge
    from engine.jina_ocr.config import load_sizes
    from engine.jina_ocr.prompt import PromptWriter

    machine = look()
    options = parse_options({**OPTIONS, "pages_at_once": at_once, "layout": layout})
    chosen = plan(options, machine, judge(machine), load_sizes(options.model))
    llm = LLM(**arguments(chosen, launch.model_arguments(options.model, chosen.drafts, options.work)))
    ids = PromptWriter(options.model, chosen.sizes).write(None, 1)
    sampling = SamplingParams(
        temperature=0.0, max_tokens=options.max_tokens, stop_token_ids=[chosen.sizes.eos], detokenize=False,
        skip_special_tokens=False,
    )  # fmt: skip
    prompts: dict[str, Any] = {
        name: {"prompt_token_ids": ids, "multi_modal_data": {"image": pages.picture(name)}} for name in FINITE
    }

    def read(names: Sequence[str]) -> None:
        asked = [prompts[name] for name in names]
        if at_once == 1:
            results = [llm.generate(prompt, sampling, use_tqdm=False)[0] for prompt in asked]
        else:
            results = llm.generate(asked, sampling, use_tqdm=False)
        for name, result in zip(names, results, strict=True):
            assert list(result.outputs[0].token_ids) == pages.tokens(name), name

    read(FINITE)  # warms up
    print("SECONDS 0", flush=True)
    for line in sys.stdin:
        began = time.perf_counter()
        read(groups(at_once)[int(line)])
        print(f"SECONDS {time.perf_counter() - began}", flush=True)


def groups(at_once: int) -> list[tuple[str, ...]]:
    """The pages as each side reads them in one go: few, but enough to fill all places twice."""
    count = len(FINITE) // max(5, 2 * at_once)
    return [FINITE[first::count] for first in range(count)]


def ours(engine: Quiet, desk: Desk, names: Sequence[str]) -> float:
    """One group through messages: seconds from the first command to the last page."""
    jobs = [desk.page(name) for name in names]
    began = time.perf_counter()
    engine.send(*jobs)
    engine.wait_read({job.job for job in jobs})
    took = time.perf_counter() - began
    assert [name for job, name in desk.names.items() if engine.read[job] != pages.text(name)] == []
    return took


def compare(at_once: int, layout: str, rounds: int, idle_seconds: float) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder, Quiet() as engine:
        assert isinstance(engine, Quiet)
        state = engine.use(pages_at_once=at_once, layout=layout)
        assert state.state == "ready", state
        desk = Desk(Path(folder))
        ours(engine, desk, FINITE)  # warms up, and writes the pictures
        time.sleep(SETTLE)
        idle = waiting(engine, idle_seconds)
        other = Bare(at_once, layout)
        try:
            turns = [
                [in_turns(engine, desk, other, group, first=(number + group) % 2 == 0) for number in range(rounds)]
                for group in range(len(other.groups))
            ]
        finally:
            other.close()
    own, theirs = (sum(statistics.median(turn[side] for turn in group) for group in turns) for side in (0, 1))
    each = ", ".join(f"{turn[1] / turn[0]:.3f}" for group in turns for turn in group)
    where = f"{layout} process" if layout == "one" else "separate processes"
    return [
        {"kind": "ratio", "name": f"pages/s, {at_once} in flight, {where}", "value": theirs / own,
         "remark": f"{len(FINITE) / own:.2f} pages/s; by turn {each}"},
        {"kind": "idle", "name": f"an engine that waits, {where}", "value": idle,
         "remark": f"over {idle_seconds:g} s"},
    ]  # fmt: skip


def in_turns(engine: Quiet, desk: Desk, other: Bare, group: int, *, first: bool) -> tuple[float, float]:
    """Both sides read a group, ours `first` or last: their seconds, ours in front."""
    if first:
        own = ours(engine, desk, other.groups[group])
        return own, other.read(group)
    theirs = other.read(group)
    return ours(engine, desk, other.groups[group]), theirs


def waiting(engine: Engine, seconds: float) -> float:
    """Processor time a second of the engine and all below it, while there is nothing to do."""
    assert engine.child.pid is not None
    processes = [psutil.Process(engine.child.pid), *engine.processes()]
    before = [sum(process.cpu_times()[:2]) for process in processes]
    time.sleep(seconds)
    return sum(sum(p.cpu_times()[:2]) - was for p, was in zip(processes, before, strict=True)) / seconds


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.vllm_ratio")
    parser.add_argument("out", nargs="?", type=Path)
    parser.add_argument("--bare", type=int, default=0)
    parser.add_argument("--layout", default="one", choices=["one", "separate"])
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--idle", type=float, default=IDLE, help="seconds over which a waiting engine is watched")
    parser.add_argument("--at-once", type=int, nargs="*", default=[1, 8])
    options = parser.parse_args()
    if options.bare:
        bare(options.bare, options.layout)
        return
    rows: list[dict[str, Any]] = []
    for count in options.at_once:
        found = compare(count, options.layout, options.rounds, options.idle)
        print(f"load {os.getloadavg()[0]:.1f}", *(json.dumps(row) for row in found), sep="\n", flush=True)
        rows += found
    if options.out:
        options.out.write_text(json.dumps(rows))


if __name__ == "__main__":
    main()
