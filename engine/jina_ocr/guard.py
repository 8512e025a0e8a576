# SPDX-License-Identifier: AGPL-3.0-or-later
"""Guards against endless repetition: a ban on repeated n-grams, and a detector of loops.

Both see the answer's tokens only, not the prompt's: a page may print what the prompt says.
Inside a table neither acts as outside, for true tables do repeat: the ban is lifted, and a loop
is one only when it has more rows than the page has lines of text.

A text that repeats itself at once is left to the detector, which cuts it cleanly: the ban would
push the model off its path in the second copy, and it would invent what never was on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

import numpy as np

NGRAM = 35
"""Tokens of an n-gram that must not come twice ..."""

WINDOW = 1024
"""... within this many last tokens. Both are the vendor's figures."""

MAX_BANS = 6
"""So many n-grams stopped within WINDOW tokens: the model insists, the page is a loop."""

MIN_PERIOD, MAX_PERIOD = 2, 128
"""Tokens of a loop's unit."""

MIN_COPIES = 10
"""Copies of a unit, one after the other, that make a loop (the vendor's figure)."""

MIN_SPAN = 192
"""Tokens that a loop has at least: the dot leaders of a table of contents and the rules of a
form are repetitions too, but shorter than that."""

MAX_CELLS = 100
"""Equal cells in one row of a true table."""

LINE_SLACK = 1.2
"""By so much may the picture's count of lines be too low."""


@dataclass(frozen=True)
class Repetition:
    """A loop was found: the answer is to be cut to its first `keep` tokens, one copy included."""

    keep: int


def in_table(text: str) -> bool:
    """Whether the end of `text` is within a table, HTML or Markdown."""
    if text.rfind("<table") > text.rfind("</table"):
        return True
    lines = text[-2000:].rsplit("\n", 2)
    return any(line.lstrip().startswith("|") or " | " in line for line in lines[-2:])


@dataclass
class NgramBan:
    """Says which tokens would complete an n-gram that the last tokens hold already."""

    exempt: Collection[int] = ()
    size: int = NGRAM
    window: int = WINDOW
    _followers: dict[tuple[int, ...], list[tuple[int, int]]] = field(default_factory=dict)
    _tokens: list[int] = field(default_factory=list)

    def banned(self) -> set[int]:
        """Tokens that must not come next."""
        count = len(self._tokens)
        if count < self.size:
            return set()
        found = self._followers.get(self._tail(), ())
        # an n-gram lies in the window if its first token does
        earliest = max(0, count - self.window)
        return {token for at, token in found if at - self.size + 1 >= earliest and token not in self.exempt}

    def add(self, token: int) -> None:
        """The next token of the answer."""
        if len(self._tokens) >= self.size - 1:
            self._followers.setdefault(self._tail(), []).append((len(self._tokens), token))
        self._tokens.append(token)

    def _tail(self) -> tuple[int, ...]:
        return tuple(self._tokens[len(self._tokens) - self.size + 1 :])


class Periods:
    """For every period from 1 to MAX_PERIOD, how many last tokens equal the one a period before."""

    def __init__(self) -> None:
        self._tokens = np.full(MAX_PERIOD + 4096, -1, np.int64)
        self._end = MAX_PERIOD
        self._runs = np.zeros(MAX_PERIOD, np.int64)

    def add(self, token: int) -> None:
        if self._end == len(self._tokens):
            self._tokens = np.concatenate([self._tokens, np.full(len(self._tokens), -1, np.int64)])
        equal = self._tokens[self._end - MAX_PERIOD : self._end][::-1] == token
        self._runs = (self._runs + 1) * equal
        self._tokens[self._end] = token
        self._end += 1

    def looping(self) -> bool:
        """Whether the last NGRAM - 1 tokens repeat, at once, those before."""
        return bool(self._runs.max() >= NGRAM - 1)

    def shortest(self) -> tuple[int, int] | None:
        """Period and repeated tokens (the first copy not counted) of the shortest unit that fills
        MIN_COPIES and MIN_SPAN; None if there is none."""
        periods = np.arange(1, MAX_PERIOD + 1)
        spans = self._runs + periods
        loops = np.flatnonzero((spans >= MIN_COPIES * periods) & (spans >= MIN_SPAN) & (periods >= MIN_PERIOD))
        if not len(loops):
            return None
        return int(periods[loops[0]]), int(self._runs[loops[0]])


class Guard:
    """Watches over the answer of one page."""

    def __init__(
        self,
        text: Callable[[], str],
        unit: Callable[[list[int]], str],
        lines: Callable[[], int],
        cell_marks: Collection[int],
    ) -> None:
        """`text` gives the answer so far, `unit` the text of some tokens, `lines` the number of
        text lines on the page's picture (asked only when it matters)."""
        self._text, self._unit, self._lines = text, unit, lines
        self._ban = NgramBan(cell_marks)
        self._periods = Periods()
        self._tokens: list[int] = []
        self._stops: list[int] = []

    def banned(self, token: int) -> set[int]:
        """Empty if `token` may come next; else all tokens that may not."""
        banned = self._ban.banned()
        if token not in banned or self._periods.looping() or in_table(self._text()):
            return set()
        self._stops.append(len(self._tokens))
        return banned

    def add(self, token: int) -> None:
        """The token that did come."""
        self._ban.add(token)
        self._periods.add(token)
        self._tokens.append(token)

    def verdict(self) -> Repetition | None:
        """A loop, if the answer so far ends in one."""
        recent = [at for at in self._stops if at >= len(self._tokens) - WINDOW]
        if len(recent) >= MAX_BANS:
            return Repetition(max(0, recent[0] - NGRAM + 1))
        found = self._periods.shortest()
        if found is None:
            return None
        period, repeated = found
        if in_table(self._text()) and not self._too_many(period, repeated):
            return None
        return Repetition(len(self._tokens) - repeated)

    def _too_many(self, period: int, repeated: int) -> bool:
        """Whether a table repeats itself more often than this page's table can."""
        copies = (repeated + period) / period
        unit = self._unit(self._tokens[-period:])
        rows = max(unit.count("</tr>"), unit.count("\n"))
        if rows:
            return copies * rows > self._lines() * LINE_SLACK + MIN_COPIES
        return copies > MAX_CELLS
