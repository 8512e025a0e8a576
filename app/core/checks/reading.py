# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the reading itself tells: `unread`, `cut-off`, `low-confidence`, `low-acceptance`, and pages whose text and ink
do not go together: `blank-but-text`, `ink-but-empty`."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.checks.evidence import Evidence
from app.core.checks.flag import Flag, Kind, Reason, Severity
from engine.protocol import Finish

BLANK = 0.0003
"""Share of dark pixels at most of a page with nothing on it but specks."""
INKED = 0.004
"""Share at least of a page with a few lines of text."""
_FAR = 0.6
"""Acceptance is far below the document's if it is less than this share of it."""
_GAP = 2
"""Characters between two unsure spans that are one flag."""


def unread(evidence: Evidence) -> Iterator[Flag]:
    """A page that failed."""
    if evidence.failure is not None:
        yield Flag(Kind.UNREAD, Severity.FAULT, 0, 0, Reason.NOT_READ, {"code": str(evidence.failure)})


def cut_off(evidence: Evidence) -> Iterator[Flag]:
    """A reading that ended at the limit of tokens."""
    if evidence.finish is Finish.LENGTH:
        at = len(evidence.text.rstrip())
        yield Flag(Kind.CUT_OFF, Severity.FAULT, at, at, Reason.CUT_AT_LIMIT)


def blank_but_text(evidence: Evidence) -> Iterator[Flag]:
    """Text for a page that has neither ink nor words."""
    words = evidence.second.words if evidence.second else ()
    if evidence.text.strip() and not words and evidence.ink is not None and evidence.ink < BLANK:
        yield Flag(Kind.BLANK_BUT_TEXT, Severity.FAULT, 0, len(evidence.text), Reason.PAGE_IS_BLANK, {}, (), True, "")


def ink_but_empty(evidence: Evidence) -> Iterator[Flag]:
    """No text for a page that has ink or words."""
    if evidence.text.strip() or evidence.failure is not None:
        return
    words = [word for word in (evidence.second.words if evidence.second else ()) if word.text.strip()]
    if len(words) > 2:
        boxes = tuple(word.box for word in words[:50])
        yield Flag(Kind.INK_BUT_EMPTY, Severity.FAULT, 0, 0, Reason.PAGE_HAS_WORDS, {"count": len(words)}, boxes)
    elif evidence.ink is not None and evidence.ink > INKED:
        yield Flag(Kind.INK_BUT_EMPTY, Severity.DOUBT, 0, 0, Reason.PAGE_HAS_INK)


def low_confidence(evidence: Evidence) -> Iterator[Flag]:
    """The spans that the model was unsure of, near ones as one."""
    start = end = -1
    for first, last in sorted((max(0, a), min(b, len(evidence.text))) for a, b in evidence.unsure):
        if last <= first:
            continue
        if start >= 0 and first <= end + _GAP:
            end = max(end, last)
            continue
        if start >= 0:
            yield _unsure(start, end)
        start, end = first, last
    if start >= 0:
        yield _unsure(start, end)


def _unsure(start: int, end: int) -> Flag:
    return Flag(Kind.LOW_CONFIDENCE, Severity.HINT, start, end, Reason.UNSURE)


def low_acceptance(evidence: Evidence) -> Iterator[Flag]:
    """A page on which the model's drafts were rejected far oftener than in the rest of the document."""
    share, usual = evidence.acceptance, evidence.usual_acceptance
    if share is not None and usual is not None and usual > 0 and share < _FAR * usual:
        data = {"share": round(share, 3), "usual": round(usual, 3)}
        yield Flag(Kind.LOW_ACCEPTANCE, Severity.HINT, 0, 0, Reason.DRAFTS_REJECTED, data)
