# SPDX-License-Identifier: AGPL-3.0-or-later
"""A text with the suggestion of each of its flags put in."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.checks import Evidence, Origin, Second, check
from app.core.checks.taking import taken_out
from engine.protocol import Word


def accepted(text: str, words: Sequence[Word]) -> str:
    """With the suggestion of each flag that has one put in, from the last to the first."""
    flags = check(Evidence(text, Second(Origin.TEXT_LAYER, words))).flags
    assert flags
    for flag in reversed(flags):
        if flag.suggestion is not None:
            start, end = (flag.start, flag.end) if flag.suggestion else taken_out(text, flag.start, flag.end)
            text = text[:start] + flag.suggestion + text[end:]
    return text
