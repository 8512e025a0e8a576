# SPDX-License-Identifier: AGPL-3.0-or-later
"""The work itself: a question becomes an answer. About 10 ms for each 1,000 characters."""

from __future__ import annotations

import time

from app.core.align import Alignment, align, pack, unpack
from app.core.checks import Evidence, Kind, Origin, Second, check
from app.core.checks.masks import edge_lines
from app.core.proof.answer import Answer, Found, map_of
from app.core.proof.question import Question, Source
from engine.protocol import ErrorCode, Finish

_ORIGINS = {Source.TEXT_LAYER: Origin.TEXT_LAYER, Source.OCR: Origin.OCR}


def answer(question: Question) -> Answer:
    """Never raises on any text or words."""
    began = time.perf_counter()
    alignment = None
    if question.words and question.packed is not None:
        alignment = unpack(question.packed, question.text, question.words)
    if question.words and alignment is None:
        alignment = align(question.text, question.words)
    found = _found(question, alignment) if question.flags else None
    told = None
    if alignment is not None and question.map:
        told = map_of(alignment)
    packed = pack(alignment) if alignment is not None and question.flags else None
    return Answer(found=found, map=told, packed=packed, seconds=time.perf_counter() - began)


def _found(question: Question, alignment: Alignment | None) -> Found:
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
    marks = tuple(flag.mark(question.text) for flag in findings.flags)
    edges = edge_lines(alignment.page) if alignment is not None and origin is not None else frozenset()
    return Found(flags=findings.flags, marks=marks, origin=findings.origin, unfit=findings.unfit, edges=edges)


def _code(failure: str | None) -> ErrorCode | None:
    """A reason of the app's own (a page that was refused) is none of the codes between programs."""
    if failure is None:
        return None
    return next((code for code in ErrorCode if code.value == failure), ErrorCode.INTERNAL)
