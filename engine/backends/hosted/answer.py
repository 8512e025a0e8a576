# SPDX-License-Identifier: AGPL-3.0-or-later
"""A service's answer for one page, and the reading that is made of it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.protocol import Finish, Note, NoteCode, Reading, ReadPage, Scalar, Seconds

CHARACTERS_A_TOKEN = 4
"""For counting what a service does not count."""


@dataclass(frozen=True)
class Speculation:
    """What a vLLM server tells of its drafts for one answer."""

    steps: int
    drafted: int
    accepted: int
    per_position: list[int] | None = None
    depth: int | None = None
    mean: float | None = None


@dataclass
class Answer:
    """`text` is all that came; `keep` the characters up to where it begins to repeat itself.
    Tokens are None where the service does not count them. `cost` is that of this one request, in US
    dollars. `asked`, `first`, `ended` are times of `time.monotonic()`."""

    asked: float
    text: str = ""
    clean: str = ""
    keep: int | None = None
    finish: Finish = Finish.STOP
    cut: str = ""
    model: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float = 0.0
    speculation: Speculation | None = None
    first: float | None = None
    ended: float | None = None
    settings: dict[str, Scalar] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)

    @property
    def said(self) -> str:
        """The text without the repetition."""
        return self.text if self.keep is None else self.text[: self.keep]

    @property
    def output_guess(self) -> int:
        """Output tokens, guessed from the text where they are not told."""
        return self.output_tokens if self.output_tokens is not None else len(self.text) // CHARACTERS_A_TOKEN + 1


def make_reading(
    engine: str, job: ReadPage, answer: Answer, *, arrived: float, cost: float | None, replays: int
) -> Reading:
    """Everything there is to say about a finished page."""
    now = answer.ended if answer.ended is not None else time.monotonic()
    notes = list(answer.notes)
    if answer.finish is not Finish.STOP or answer.cut:
        notes.append(Note(code=NoteCode.CUT_OFF, detail=answer.cut or str(answer.finish)))
    if replays:
        notes.append(Note(code=NoteCode.REPLAYED, detail=str(replays)))
    drafts = answer.speculation
    return Reading(
        engine=engine,
        model=answer.model or None,
        prompt=job.prompt,
        settings=answer.settings,
        raw=answer.text,
        text=answer.clean,
        finish=answer.finish,
        prompt_tokens=answer.input_tokens,
        output_tokens=answer.output_tokens,
        seconds=Seconds(
            queued=answer.asked - arrived,
            decode=now - answer.first if answer.first is not None else None,
            total=now - answer.asked,
            first_token=answer.first - answer.asked if answer.first is not None else None,
        ),
        steps=drafts.steps if drafts else None,
        drafted=drafts.drafted if drafts else None,
        accepted=drafts.accepted if drafts else None,
        accepted_per_position=drafts.per_position if drafts else None,
        draft_tokens=drafts.depth if drafts else None,
        mean_tokens_per_step=drafts.mean if drafts else None,
        cost=cost,
        notes=notes,
    )


def speculation(metrics: Mapping[str, Any] | None) -> Speculation | None:
    """What `metrics.speculative_decoding` of a vLLM server tells; None where it is absent, or not
    of the shape that is known (vLLM calls it experimental)."""
    told = metrics.get("speculative_decoding") if metrics else None
    if not isinstance(told, Mapping):
        return None
    steps, drafted = count(told.get("num_spec_steps")), count(told.get("num_draft_tokens"))
    accepted = count(told.get("num_accepted_draft_tokens"))
    if steps is None or drafted is None or accepted is None or accepted > drafted:
        return None
    mean = told.get("mean_acceptance_length")
    return Speculation(
        steps=steps,
        drafted=drafted,
        accepted=accepted,
        per_position=_per_position(told.get("acceptance_histogram"), steps, accepted),
        depth=count(told.get("num_spec_tokens")),
        mean=float(mean) if isinstance(mean, int | float) and steps else None,
    )


def _per_position(histogram: object, steps: int, accepted: int) -> list[int] | None:
    """Accepted drafts at each position, from the number of steps that accepted 0, 1, 2 ... drafts:
    the draft at a position was accepted in all steps that accepted so many or more. None if the
    figures do not agree."""
    if not isinstance(histogram, Sequence) or isinstance(histogram, str) or not histogram:
        return None
    counts = [count(value) for value in histogram]
    known = [value for value in counts if value is not None]
    if len(known) != len(counts) or sum(known) != steps:
        return None
    positions = [sum(known[position:]) for position in range(1, len(known))]
    return positions if sum(positions) == accepted else None


def count(value: object) -> int | None:
    """A number of things, None if it is not one."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
