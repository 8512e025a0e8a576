# SPDX-License-Identifier: AGPL-3.0-or-later
"""Cancels a page in each phase and counts vLLM's blocks of keys and values meanwhile.

`run` starts `python -m tests.vllm.aborting` and returns what that saw. vLLM runs in that process,
since only there can its blocks be counted.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.backends.contract import PageEvent
from engine.protocol import PageFailed, PageRead, PageText
from tests.processes import HANG, beside, joined
from tests.vllm import pages
from tests.vllm.reading import environment

PHASES = ("preparing", "queued", "vision", "prefill", "decode")


def run(seconds: float = 1700) -> dict[str, dict[str, int]]:
    """What was seen, by phase. Raises AssertionError with the end of the log if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "seen.json")
        done = subprocess.run(
            [sys.executable, "-m", "tests.vllm.aborting", str(out)], env=environment(), cwd=pages.ROOT,
            timeout=seconds, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-6000:]
        found: dict[str, dict[str, int]] = json.loads(out.read_text())
        return found


class Bench:
    """A backend in this process, stepped by hand. A step takes 1,264 tokens of two pages."""

    def __init__(self, folder: Path) -> None:
        from engine.backends.vllm.backend import VllmBackend
        from tests.vllm.talking import OPTIONS, Desk

        self.backend = VllmBackend()
        self.desk = Desk(folder)
        self.backend.load({**OPTIONS, "pages_at_once": 2, "batched_tokens": 1264}, lambda *_: None)
        assert self.backend._started is not None
        self.reader = self.backend._started.reader
        self.engine: Any = self.reader._core._engine
        assert self.engine is not None
        self.scheduler = self.engine.engine_core.engine_core.scheduler

    def free(self) -> int:
        return int(self.scheduler.kv_cache_manager.block_pool.get_num_free_blocks())

    def send(self, name: str, **fields: Any) -> int:
        job = self.desk.page(name, **fields)
        self.backend.submit(job)
        return job.job

    def step_until(self, condition: Callable[[list[PageEvent]], bool]) -> list[PageEvent]:
        events: list[PageEvent] = []
        until = time.monotonic() + HANG
        while time.monotonic() < until:
            if condition(events):
                return events
            events += self.backend.step(0.01)
        raise AssertionError(f"nothing came of it: {events[-5:]}")

    def state(self, job: int) -> str:
        task = self.reader._tasks.get(job)
        return task.state if task else ""

    def requests(self, job: int) -> list[Any]:
        return [one for name, one in self.scheduler.requests.items() if name.partition("-")[0] == str(job)]

    def cancel(self, job: int, others: list[int]) -> dict[str, int]:
        """Cancel, let the present step end, and see; then let the others go too."""
        during = self.free()
        tokens = sum(one.num_output_tokens for one in self.requests(job))
        self.backend.cancel(job)
        after = self.backend.step(0.0)
        facts = {"free_during": during, "tokens": tokens, "open_after": len(self.requests(job))}
        for other in others:
            self.backend.cancel(other)
        after = [*after, *self.backend.step(0.0), *self.backend.step(0.0)]
        said = [e for e in after if isinstance(e, PageText | PageRead | PageFailed) and e.job == job]
        return {**facts, "free_after": self.free(), "said_after": len(said)}


def preparing(bench: Bench) -> dict[str, int]:
    """While the picture waits to be prepared."""
    jobs = [bench.send("p8_large") for _ in range(4)]
    return bench.cancel(jobs[-1], jobs[:-1])


def queued(bench: Bench) -> dict[str, int]:
    """While vLLM lets it wait for one of two places."""
    jobs = [bench.send("loop") for _ in range(3)]
    bench.step_until(lambda events: bool(bench.requests(jobs[2])) and any(isinstance(e, PageText) for e in events))
    assert bench.requests(jobs[2])[0].num_computed_tokens == 0
    return bench.cancel(jobs[2], jobs[:2])


def vision(bench: Bench) -> dict[str, int]:
    """In the middle of the step that encodes the picture: by another thread, as commands come."""
    job = bench.send("p8_large")
    runner = bench.engine.model_executor.driver_worker.model_runner
    inner, seen = runner.model.embed_multimodal, []

    def encoding(*args: Any, **kwargs: Any) -> Any:
        seen.append(bench.free())
        joined(beside(lambda: bench.backend.cancel(job)))
        return inner(*args, **kwargs)

    runner.model.embed_multimodal = encoding
    try:
        bench.step_until(lambda _: bool(seen))
    finally:
        del runner.model.embed_multimodal
    return {**bench.cancel(job, []), "in_step": len(seen), "free_during": seen[0]}


def prefill(bench: Bench) -> dict[str, int]:
    """Between two parts of a prompt that is longer than what one step takes."""
    job = bench.send("p1_text", prompt="word " * 1200)

    def partly(_: list[PageEvent]) -> bool:
        return any(0 < one.num_computed_tokens < one.num_prompt_tokens for one in bench.requests(job))

    bench.step_until(partly)
    return bench.cancel(job, [])


def decode(bench: Bench) -> dict[str, int]:
    job = bench.send("loop")
    bench.step_until(lambda events: sum(isinstance(event, PageText) for event in events) >= 5)
    return bench.cancel(job, [])


def main(out: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        found = {}
        for phase in (preparing, queued, vision, prefill, decode):
            before = bench.free()
            found[phase.__name__] = {"free_before": before, **phase(bench)}
        bench.send("p1_text")
        bench.step_until(lambda events: any(isinstance(event, PageRead) for event in events))
        bench.backend.close()
    out.write_text(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
