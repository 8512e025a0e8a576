# SPDX-License-Identifier: AGPL-3.0-or-later
"""From a decoded page to the reading that the app gets."""

from __future__ import annotations

import time
from collections.abc import Sequence

from engine.backends.transformers.ahead import Task
from engine.jina_ocr.cleanup import clean
from engine.jina_ocr.decode import Page
from engine.jina_ocr.prompt import PromptWriter
from engine.protocol import Finish, Note, NoteCode, Reading, Scalar, Seconds

DOUBTFUL = 0.5
"""A token less probable than this makes its text a span of low confidence."""


def make_reading(task: Task, writer: PromptWriter, model: str, settings: dict[str, Scalar]) -> Reading:
    """Everything there is to say about a finished page."""
    page, tally = task.page, task.page.tally
    kept = page.keep if page.keep is not None else len(page.tokens)
    raw = task.unroller.text
    said = raw if page.keep is None else writer.text(page.tokens[:kept])
    cleaned = clean(said, doubtful_spans(page.probabilities[:kept], task.unroller.starts, len(said)))
    finish = Finish(page.finish or Finish.CANCELLED)
    drafts = tally.drafted > 0
    return Reading(
        engine="transformers",
        model=model,
        prompt=task.job.prompt,
        settings=settings,
        raw=raw,
        text=cleaned.text,
        finish=finish,
        prompt_tokens=task.prompt_tokens,
        output_tokens=len(page.tokens),
        seconds=_seconds(task),
        steps=tally.steps,
        drafted=tally.drafted,
        accepted=tally.accepted if drafts else None,
        accepted_per_position=list(tally.per_position) if drafts else None,
        draft_tokens=page.depth.high,
        mean_tokens_per_step=_mean_tokens(page),
        low_confidence=cleaned.spans,
        regions=list(cleaned.regions),
        notes=[Note(code=NoteCode.CUT_OFF, detail=str(finish))] if finish != Finish.STOP or cleaned.closed else [],
    )


def doubtful_spans(probabilities: Sequence[float], starts: Sequence[int], end: int) -> list[tuple[int, int]]:
    """Spans (in code points of the answer) of tokens that the model was not sure of; neighbours joined.
    `starts` says where each token's text begins, `end` where the last one's ends."""
    spans: list[tuple[int, int]] = []
    bounds = [*starts[: len(probabilities)], end]
    for at, probability in enumerate(probabilities):
        first, last = min(bounds[at], end), min(bounds[at + 1], end)
        if probability >= DOUBTFUL or first == last:
            continue
        if spans and spans[-1][1] == first:
            spans[-1] = (spans[-1][0], last)
        else:
            spans.append((first, last))
    return spans


def _mean_tokens(page: Page) -> float | None:
    """Committed tokens a verification; the first token comes with the prompt."""
    steps = page.tally.steps
    return (len(page.tokens) - 1) / steps if steps else None


def _seconds(task: Task) -> Seconds:
    now, tally = time.monotonic(), task.page.tally
    began = task.began if task.began is not None else now
    return Seconds(
        queued=began - task.arrived,
        vision=tally.vision,
        prefill=tally.prefill,
        decode=tally.draft + tally.verify,
        total=now - began,
        first_token=task.first - began if task.first is not None else None,
    )

