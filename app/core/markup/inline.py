# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where in a paragraph's source code and formulas stand, in time that grows with its length alone."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from app.core.markup.signs import find_inline

_TICKS = re.compile(r"`+")
_NEXT = re.compile(r"[\\`$]")


@dataclass(frozen=True, slots=True)
class Stretch:
    """`source[start:end]` is code or a formula. Of a formula, `opener` is its sign, and its content is
    between `begin` and `stop`; of code `opener` is empty."""

    start: int
    end: int
    opener: str = ""
    begin: int = 0
    stop: int = 0


def stretches(source: str) -> Iterator[Stretch]:
    """Code and formulas in their order; what is escaped is neither."""
    runs: dict[int, list[int]] = defaultdict(list)
    for match in _TICKS.finditer(source):
        runs[len(match[0])].append(match.start())
    at = 0
    while (sign_at := _NEXT.search(source, at)) is not None:
        at, sign = sign_at.start(), sign_at[0]
        if sign == "\\" and not source.startswith(("\\(", "\\["), at):
            at += 2
        elif sign == "`":
            length = _TICKS.match(source, at).end() - at  # type: ignore[union-attr]  # a tick stands there
            after = runs[length][bisect_right(runs[length], at) :][:1]
            if after:
                yield Stretch(at, after[0] + length)
            at = after[0] + length if after else at + length
        else:
            found = find_inline(source, at)
            if found is None:
                at += 1 if sign == "$" else 2
                continue
            opener, begin, stop = found
            yield Stretch(at, stop + len(opener), opener, begin, stop)
            at = stop + len(opener)
