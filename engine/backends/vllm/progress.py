# SPDX-License-Identifier: AGPL-3.0-or-later
"""The steps of vLLM's start, read from its log."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.backends.contract import Report

STEPS = ("libraries", "starting", "weights", "compiling", "graphs", "warming up")
"""What is reported, in this order; a step is never told after a later one."""

_SHARDS = re.compile(r"Loading safetensors checkpoint shards:.*?\|\s*(\d+)/(\d+)")
_GRAPHS = re.compile(r"Capturing .*?CUDA graphs?.*?\|\s*(\d+)/(\d+)")

_LINES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"Initializing a V1 LLM engine"), "starting"),
    (re.compile(r"Starting to load model|Loading weights"), "weights"),
    (re.compile(r"Starting torch\.compile|Dynamo bytecode transform|Compiling a graph"), "compiling"),
    (re.compile(r"Graph capturing finished|init engine \("), "warming up"),
)


@dataclass(frozen=True)
class Step:
    """`what` is one of STEPS; `done` of `total` where it is counted."""

    what: str
    done: int = 0
    total: int = 0


def parse(line: str) -> Step | None:
    """The step that a line of the log tells of."""
    for counted, what in ((_SHARDS, "weights"), (_GRAPHS, "graphs")):
        if found := counted.search(line):
            return Step(what, int(found[1]), int(found[2]))
    return next((Step(what) for pattern, what in _LINES if pattern.search(line)), None)


class Progress:
    """Hears lines, reports steps. Called from one thread at a time."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._at: Step | None = None

    def __call__(self, line: str) -> None:
        step = parse(line)
        if step is not None:
            self.tell(step)

    def tell(self, step: Step) -> None:
        """Report, unless it is said already or a later one has begun."""
        before = self._at
        if before is not None:
            if STEPS.index(step.what) < STEPS.index(before.what):
                return
            if step.what == before.what and step.done <= before.done:
                return
        self._at = step
        words = f"{step.what} {step.done} of {step.total}" if step.total else step.what
        self._report(words, step.done / step.total if step.total else None)
