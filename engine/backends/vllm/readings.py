# SPDX-License-Identifier: AGPL-3.0-or-later
"""From a page that vLLM has read to the reading that the app gets."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from engine.backends.vllm.tasks import Task
from engine.jina_ocr.cleanup import clean
from engine.jina_ocr.prompt import PromptWriter
from engine.protocol import Finish, Note, NoteCode, Reading, Scalar, Seconds

FINISHES = {"stop": Finish.STOP, "length": Finish.LENGTH, "repetition": Finish.REPETITION}
"""vLLM's reasons that are an end of a page; the others are "abort" and "error"."""


def make_reading(
    task: Task, finish: Finish, writer: PromptWriter, model: str, settings: dict[str, Scalar], why_no_drafts: str = ""
) -> Reading:
    """Everything there is to say about a finished page."""
    tally = task.tally
    raw = task.unroller.text
    said = raw if task.keep is None else writer.text(task.tokens[: task.keep])
    cleaned = clean(said)
    drafts = tally.drafted > 0
    notes = [Note(code=NoteCode.CUT_OFF, detail=str(finish))] if finish != Finish.STOP or cleaned.closed else []
    if why_no_drafts:
        notes.append(Note(code=NoteCode.DRAFT_OFF, detail=why_no_drafts))
    return Reading(
        engine="vllm",
        model=model,
        prompt=task.job.prompt,
        settings=settings,
        raw=raw,
        text=cleaned.text,
        finish=finish,
        prompt_tokens=task.prompt_tokens,
        output_tokens=len(task.tokens),
        seconds=_seconds(task),
        steps=tally.steps,
        drafted=tally.drafted,
        accepted=tally.accepted if drafts else None,
        accepted_per_position=list(tally.per_position) if drafts else None,
        draft_tokens=tally.drafts,
        mean_tokens_per_step=(len(task.tokens) - 1) / tally.steps if tally.steps else None,
        regions=list(cleaned.regions),
        notes=notes,
    )


def timed(stats: Any) -> Seconds:
    """Where vLLM's engine spent a page's time, by its own clock. `stats` is its RequestStateStats,
    or None. The picture is encoded within `prefill`; how long that took is not told."""
    queued, scheduled, first, last = (
        float(getattr(stats, name, 0.0) or 0.0)
        for name in ("queued_ts", "scheduled_ts", "first_token_ts", "last_token_ts")
    )
    if not (queued and scheduled and first):
        return Seconds()
    return Seconds(queued=scheduled - queued, prefill=first - scheduled, decode=max(0.0, last - first))


def _seconds(task: Task) -> Seconds:
    """vLLM's own figures, and those that only we can tell."""
    now = time.monotonic()
    began = task.began if task.began is not None else task.arrived
    waited = began - task.arrived
    queued = waited + task.timed.queued if task.timed.queued is not None else waited
    return msgspec.structs.replace(
        task.timed,
        queued=queued,
        total=now - began,
        first_token=task.first - began if task.first is not None else None,
    )
