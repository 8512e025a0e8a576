# SPDX-License-Identifier: AGPL-3.0-or-later
"""The whole measurement of one engine: trial after trial of the plan, each in several passes."""

from __future__ import annotations

import datetime as dt
import os
import statistics
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from app.core.choice import EngineChoice
from app.core.retell import retell
from app.core.tuning.bench import Bench, BenchError, Pass, StoppedError, Timing
from app.core.tuning.sample import Sample, Shot
from app.core.wording import tr
from engine.protocol import Scalar
from engine.tune import Measured, Plan, Table, Trial, verdict
from engine.tune.plan import DEPTHS, PAGES

DRAFTS = {"transformers": DEPTHS, "vllm": DEPTHS[:-1], "scripted": DEPTHS}
"""Numbers of drafts that are tried, by backend; the others draft nothing."""

PROCESSOR_PAGES = (1, 2, 4)
"""Pages in flight where the model runs on the processor: its memory is everybody's."""

BUSY = "other programs were busy at the beginning: measure again when the machine is quiet"

UNKNOWN_NOISE = 0.05
"""Taken for the noise where there was time for one pass only."""


class TuneError(Exception):
    """Nothing could be measured; the text is a sentence."""


@dataclass(frozen=True, slots=True)
class Limits:
    """`seconds` for everything. At least `passes` of each trial unless one takes longer than `long`; more, up to
    `most_passes`, while they differ by more than `agree`. Where a page takes longer than `slow`, one page is
    enough, and none is read for warming up."""

    seconds: float = 900.0
    passes: int = 2
    most_passes: int = 4
    long: float = 60.0
    slow: float = 20.0
    agree: float = 0.04


@dataclass(frozen=True, slots=True)
class Progress:
    """`row` is what has just been measured or skipped, None while `trial` begins."""

    trial: Trial
    row: Measured | None = None


def tune(
    choice: EngineChoice, sample: Sample, key: Mapping[str, str], tell: Callable[[Progress], None], *,
    stop: threading.Event | None = None, limits: Limits | None = None, depths: Sequence[str] | None = None,
    pages: Sequence[int] | None = None,
) -> Table:  # fmt: skip
    """Measure an engine that stays on this machine. `key` is what the table holds for. Raises TuneError; what was
    measured before the time was up, or `stop` was set, counts. Call it from a thread that outlives it."""
    limits = limits or Limits()
    began, busy = time.monotonic(), _busy()
    plan = Plan(depths or DRAFTS.get(choice.backend, ("0",)), pages or _pages(choice))
    bench = Bench(choice, stop or threading.Event(), began + limits.seconds)
    ended = ""
    with closing(bench):
        runner = _Runner(bench, sample, limits)
        try:
            _measure(plan, runner, tell)
        except StoppedError as error:
            ended = str(error)
    found = verdict(plan.rows)
    if found is None:
        why = ended or next((row.reason for row in plan.rows if row.status == "failed"), "no page was read")
        text = tr("The engine “{engine}” could not be measured: {reason}.")
        raise TuneError(text.format(engine=choice.name, reason=retell(why)))
    return Table(
        key=dict(key), rows=tuple(plan.rows), latency=found.latency, queue=found.queue,
        latency_reason=found.latency_reason, queue_reason=found.queue_reason, sample=sample.title,
        note=BUSY if busy else "", date=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        seconds=round(time.monotonic() - began, 1),
    )  # fmt: skip


def _pages(choice: EngineChoice) -> Sequence[int]:
    return PROCESSOR_PAGES if choice.speed.get("device") == "cpu" or choice.options.get("device") == "cpu" else PAGES


def _busy() -> bool:
    """Whether other programs keep all processors at work, as far as the system tells."""
    return hasattr(os, "getloadavg") and os.getloadavg()[0] > (os.cpu_count() or 1)


def _measure(plan: Plan, runner: _Runner, tell: Callable[[Progress], None]) -> None:
    told: list[Measured] = []
    while (trial := plan.next()) is not None:
        _tell_rows(plan, told, tell)
        tell(Progress(trial))
        plan.add(runner.measure(trial))
        _tell_rows(plan, told, tell)
    _tell_rows(plan, told, tell)


def _tell_rows(plan: Plan, told: list[Measured], tell: Callable[[Progress], None]) -> None:
    """What has come since; a row stays the same object."""
    for row in plan.rows:
        if not any(row is other for other in told):
            told.append(row)
            tell(Progress(row.trial, row))


class _Runner:
    def __init__(self, bench: Bench, sample: Sample, limits: Limits) -> None:
        self._bench, self._sample, self._limits = bench, sample, limits
        self._first: Pass | None = None  # after a load: what was read for warming up, if that was slow

    def measure(self, trial: Trial) -> Measured:
        """Raises StoppedError."""
        try:
            if most := self._prepare(trial):
                reason = f"the engine takes {most} at most"
                return Measured(depth=trial.depth, pages=trial.pages, status="skipped", reason=reason)
            passes = self._passes(trial)
        except BenchError as error:
            return Measured(depth=trial.depth, pages=trial.pages, status="failed", reason=str(error))
        drafted = [page.reading.draft_tokens for page in passes[0].pages if page.reading is not None]
        if trial.depth not in ("0", "adaptive") and drafted and not any(drafted):
            return Measured(depth=trial.depth, pages=trial.pages, status="failed", reason="the engine drafts nothing")
        return _measured(trial, passes)

    def _prepare(self, trial: Trial) -> int:
        """Have the engine loaded with so many drafts and room for so many pages; read a page that does not count
        after a load, when everything is still cold. Returns how many pages it takes where these are too many."""
        bench = self._bench
        fits = bench.loaded.get("draft_tokens") == trial.depth and bench.abilities.pages_at_once >= trial.pages
        if not fits:
            options: dict[str, Scalar] = {"draft_tokens": trial.depth}
            if trial.pages > 1:
                options["pages_at_once"] = trial.pages
            abilities = bench.load(options)
            if abilities.pages_at_once < trial.pages:
                return abilities.pages_at_once
            first = bench.read(self._sample.shots[:1], 1)
            self._first = first if first.seconds > self._limits.slow else None
        return 0

    def _passes(self, trial: Trial) -> list[Pass]:
        limits = self._limits
        if self._first is not None and trial.pages == 1:
            return [self._first]
        shots = self._shots(trial.pages)
        passes: list[Pass] = []
        while len(passes) < limits.most_passes:
            passes.append(self._bench.read(shots, trial.pages))
            if passes[-1].seconds > limits.long:
                break
            if len(passes) >= limits.passes and _spread([one.seconds for one in passes]) <= limits.agree:
                break
        return passes

    def _shots(self, at_once: int) -> list[Shot]:
        """The sample, again and again, until every place in flight has had two pages; one where they are slow."""
        shots = self._sample.shots
        if self._first is not None:
            return [shots[number % len(shots)] for number in range(at_once)]
        count = len(shots) if at_once == 1 else max(len(shots), 2 * at_once)
        return [shots[number % len(shots)] for number in range(count)]


def _spread(values: Sequence[float]) -> float:
    """Half the distance of the extremes, as a share of the middle."""
    middle = statistics.median(values)
    return (max(values) - min(values)) / 2 / middle if middle else 0.0


def _measured(trial: Trial, passes: Sequence[Pass]) -> Measured:
    """Medians over the passes, sums over all their pages."""
    seconds = statistics.median(one.seconds for one in passes)
    count = len(passes[0].pages)
    pages = [page for one in passes for page in one.pages]
    readings = [page.reading for page in pages if page.reading is not None]
    whole = sum(one.seconds for one in passes)
    tokens = [reading.output_tokens for reading in readings if reading.output_tokens is not None]
    drafted = sum(reading.drafted or 0 for reading in readings)
    accepted = sum(reading.accepted or 0 for reading in readings)
    steps = sum(reading.steps or 0 for reading in readings)
    decodes = [reading.seconds.decode for reading in readings if reading.seconds.decode is not None]
    decode = sum(decodes) if len(decodes) == len(readings) else None
    first = [page.first for page in pages if page.first is not None]
    made = sum(tokens) - len(tokens)  # the first token of a page comes with its prompt
    return Measured(
        depth=trial.depth, pages=trial.pages, passes=len(passes),
        pages_per_s=count / seconds if seconds else 0.0,
        seconds=seconds / count if trial.pages == 1 else statistics.median(page.seconds for page in pages),
        tokens_per_s=sum(tokens) / whole if tokens and whole else None,
        first_token=statistics.median(first) if first else None,
        acceptance=accepted / drafted if drafted else None,
        per_position=_positions(pages, steps),
        tokens_per_step=made / steps if steps and tokens else None,
        step_seconds=decode / steps if decode is not None and steps else None,
        decode_share=min(1.0, decode / whole) if decode is not None and whole and trial.pages == 1 else 1.0,
        noise=_spread([one.seconds for one in passes]) if len(passes) > 1 else UNKNOWN_NOISE,
    )  # fmt: skip


def _positions(pages: Sequence[Timing], steps: int) -> tuple[float, ...]:
    """Share of steps in which the first, second ... draft was right."""
    rows = [page.reading.accepted_per_position or [] for page in pages if page.reading is not None]
    if not steps or not any(rows):
        return ()
    width = max(map(len, rows))
    return tuple(sum(row[at] for row in rows if at < len(row)) / steps for at in range(width))
