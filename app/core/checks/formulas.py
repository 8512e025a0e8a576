# SPDX-License-Identifier: AGPL-3.0-or-later
"""`formula-invalid`: a formula that the renderer refuses, or one whose closing sign is lacking."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from app.core.align.source import Source
from app.core.checks.flag import Flag, Kind, Reason, Severity
from app.core.markup import deep
from app.core.markup.formulas import formula
from app.core.markup.inline import stretches

_REFUSED = re.compile(r'<code class="tex-error" title="([^"]*)"')
_POSITION = re.compile(r"^\d+: ")
"""What the renderer puts before its reason: where in the formula, counted in its own way."""
_OPEN = re.compile(
    r"(?<!\\)\$\$|\\\[(?=\s)|\\begin\{[A-Za-z]+\*?\}|\\(?:frac|sqrt|sum|int|left|right|mathrm|mathbf|text|alpha|beta"
    r"|gamma|delta|lambda|mu|sigma|theta|cdot|times|leq?|geq?|infty|partial)(?![A-Za-z])|(?<=[A-Za-z0-9)}])[_^]\{"
)


def check(source: Source) -> Iterator[Flag]:
    """Refused formulas, then signs of formulas outside of any."""
    if source.formulas:
        for found, detail in zip(source.formulas, deep.run(_refusals, source), strict=True):
            if detail is not None:
                data = {"detail": detail}
                yield Flag(Kind.FORMULA_INVALID, Severity.FAULT, found.start, found.end, Reason.FORMULA_REFUSED, data)
    text = source.text
    for block in source.blocks:
        if block.kind in ("fence", "code_block", "math_block"):
            continue
        piece = text[block.start : block.end]
        if "$" not in piece and "\\" not in piece and "{" not in piece:
            continue
        covered = [(stretch.start, stretch.end) for stretch in stretches(piece)]
        yield from _open(piece, covered, block.start)


def _refusals(source: Source) -> list[str | None]:
    """The renderer's reason for each formula, None for a sound one."""
    results: list[str | None] = []
    for found in source.formulas:
        refused = _REFUSED.match(formula(found.latex, display=found.display))
        results.append(_POSITION.sub("", unescape(refused[1])).rstrip(".") if refused else None)
    return results


def _open(piece: str, covered: list[tuple[int, int]], base: int) -> Iterator[Flag]:
    """One flag a line: a lost sign shows in many places."""
    index = 0
    line_end = -1
    for match in _OPEN.finditer(piece):
        while index < len(covered) and covered[index][1] <= match.start():
            index += 1
        if (index < len(covered) and covered[index][0] <= match.start()) or match.start() < line_end:
            continue
        start = piece.rfind("\n", 0, match.start()) + 1
        line_end = piece.find("\n", match.end())
        line_end = len(piece) if line_end < 0 else line_end
        yield Flag(
            Kind.FORMULA_INVALID, Severity.FAULT, base + start, base + line_end, Reason.FORMULA_OPEN, {"sign": match[0]}
        )
