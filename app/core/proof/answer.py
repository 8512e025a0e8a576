# SPDX-License-Identifier: AGPL-3.0-or-later
"""The work itself: a question becomes flags and a map. Slow (some 100 ms a page): never on the session's thread."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.align import Alignment, align
from app.core.checks import Evidence, Findings, Kind, Origin, Second, check
from app.core.proof.question import Question, Source
from engine.protocol import ErrorCode, Finish

_ORIGINS = {Source.TEXT_LAYER: Origin.TEXT_LAYER, Source.OCR: Origin.OCR}


@dataclass(frozen=True, slots=True)
class Answer:
    """`marks` name the flags of `findings`, in their order."""

    findings: Findings
    marks: tuple[str, ...]
    alignment: Alignment | None


def answer(question: Question) -> Answer:
    """Never raises on any text or words."""
    alignment = align(question.text, question.words) if question.words else None
    origin = _ORIGINS.get(question.source)
    evidence = Evidence(
        question.text,
        Second(origin, question.words) if origin is not None else None,
        Finish(question.finish) if question.finish is not None else None,
        question.ink,
        question.acceptance,
        question.usual_acceptance,
        question.unsure,
        _code(question.failure),
        question.running,
    )
    off = [kind for kind in Kind if kind.value in question.off]
    findings = check(evidence, off=off, alignment=alignment)
    return Answer(findings, tuple(flag.mark(question.text) for flag in findings.flags), alignment)


def _code(failure: str | None) -> ErrorCode | None:
    """A reason of the app's own (a page that was refused) is none of the codes between programs."""
    if failure is None:
        return None
    return next((code for code in ErrorCode if code.value == failure), ErrorCode.INTERNAL)
