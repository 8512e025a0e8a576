# SPDX-License-Identifier: AGPL-3.0-or-later
"""A page of 200 KB, its words, and 500 digits that differ: made, proofread by the real checks."""

from __future__ import annotations

from app.core.changes import PageProofed
from app.core.checks import Evidence, Origin, Second, check
from engine.protocol import Word

ROWS = 3000
EVERY = 6
"""Rows from one wrong digit to the next."""
HIGH = 0.018
"""Of a line, as a share of a page's height: so long a text would need 60 pages, which the checks do not mind."""


def long_page() -> tuple[str, PageProofed]:
    words: list[Word] = []
    lines: list[str] = []
    for row in range(ROWS):
        number = row * 7919 + 13
        parts = f"Row {row} of the gauge stands at {number} millimetres above datum".split()
        for place, part in enumerate(parts):
            left = 0.1 + 0.07 * place
            top = 0.05 + row * HIGH
            words.append(Word(text=part, box=(left, top, left + 0.06, top + 0.7 * HIGH)))
        told = number if row % EVERY else number + 1
        lines.append(f"Row {row} of the gauge stands at {told} millimetres above datum")
    text = "\n\n".join(lines)
    findings = check(Evidence(text, second=Second(Origin.TEXT_LAYER, tuple(words))))
    return text, PageProofed(1, 0, text, findings.flags, findings, findings.alignment)
