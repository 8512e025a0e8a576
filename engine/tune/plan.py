# SPDX-License-Identifier: AGPL-3.0-or-later
"""What to measure next. First each number of drafts with one page in flight; then more and more pages with the
best of these, and with none. A trial that cannot win any more is skipped, with the reason.

The bound for skipping: a further draft is right at most as often as the last one, and makes a step no shorter.
If even so the page would not be read faster than in the best way so far, it is not tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.tune.values import Depth, Measured, Trial

DEPTHS: tuple[Depth, ...] = ("0", "1", "2", "3", "adaptive")
PAGES = (1, 4, 8, 16, 32)

LEAST_NOISE = 0.02
"""Differences below this share are none, however well passes agree."""

DOUBTFUL = 0.1
"""Noise above which a trial is measured once more: a number of drafts after the others, pages at once right away."""

GAIN = 0.03
"""More pages at once must bring this share more, or fewer are taken: they need memory."""


class Plan:
    """Ask `next` for a trial, measure it, hand the result to `add`, until there is none."""

    def __init__(self, depths: Iterable[Depth] = DEPTHS, pages: Iterable[int] = PAGES) -> None:
        self._depths = tuple(depths) or ("0",)
        self._pages = tuple(sorted({number for number in pages if number > 1}))
        self.rows: list[Measured] = []
        self._repeated: set[Trial] = set()
        self._queue: list[tuple[Depth, list[int]]] | None = None  # of the second stage

    def next(self) -> Trial | None:
        """The next trial. What is skipped on the way is noted in `rows`."""
        for depth in self._depths:
            if not self._has(depth, 1):
                if reason := self._hopeless(depth):
                    self._skip(Trial(depth=depth), reason)
                    continue
                return Trial(depth=depth)
        if (doubtful := self._doubtful()) is not None:
            self._repeated.add(doubtful.trial)
            return doubtful.trial
        return self._next_of_queue()

    def add(self, measured: Measured) -> None:
        """A trial that was measured again counts if its passes agreed better; what was skipped because of it is
        then thought over."""
        before = next((row for row in self.rows if row.trial == measured.trial), None)
        if before is None:
            self.rows.append(measured)
        elif measured.status == "measured" and measured.noise < before.noise:
            again = "skipped" if measured.pages == 1 else ""  # of many pages none is skipped before this is certain
            self.rows = [row for row in self.rows if row is not before and row.status != again]
            self.rows.append(measured)
            self.rows.sort(key=lambda row: (row.pages, order(row.depth)))

    def _doubtful(self) -> Measured | None:
        """One whose passes differed much: something else was going on. It is measured again, once."""
        for row in self.rows:
            if row.status == "measured" and row.noise > DOUBTFUL and row.trial not in self._repeated:
                return row
        return None

    # ------------------------------------------------------------ one page in flight

    def _hopeless(self, depth: Depth) -> str:
        """Why a number of drafts need not be tried, empty if it must."""
        done = [row for row in self.rows if row.pages == 1]
        if any(row.status == "failed" for row in done) and not best(done, 1):
            return "the engine failed before"
        if not depth.isdecimal():
            return self._adaptive_hopeless(done)
        measured = [row for row in done if row.status == "measured" and row.depth.isdecimal()]
        if len(measured) < 2:
            return ""
        last, top = measured[-1], best(done, 1)
        if top is None or last is top:
            return ""
        if last.per_position and last.tokens_per_step:
            further = int(depth) - int(last.depth)
            bound = fastest(last, further)
            if bound > top.seconds * (1 - noise(top, last)):
                return f"it could not beat K={top.depth} even if its drafts cost nothing"
            return ""
        before = measured[-2]
        slower = all(row.seconds > top.seconds * (1 + noise(top, row)) for row in (before, last))
        return "twice in a row more drafts were slower" if slower and last.seconds > before.seconds else ""

    @staticmethod
    def _adaptive_hopeless(done: Sequence[Measured]) -> str:
        """Following the acceptance can win only where some number of drafts does."""
        top = best(done, 1)
        drafting = [row for row in done if row.status == "measured" and row.depth != "0"]
        if top is not None and top.depth == "0" and drafting:
            near = [row for row in drafting if row.seconds <= top.seconds * (1 + noise(top, row))]
            if not near:
                return "no number of drafts is faster than none"
        return ""

    # ------------------------------------------------------------ many pages in flight

    def _next_of_queue(self) -> Trial | None:
        if self._queue is None:
            top = best(self.rows, 1)
            depths = [] if top is None else list(dict.fromkeys((top.depth, "0")))
            self._queue = [(depth, list(self._pages)) for depth in depths if self._known(depth)]
        while self._queue:
            depth, pages = self._queue[0]
            if not pages:
                self._queue.pop(0)
                continue
            number = pages.pop(0)
            if reason := self._enough(depth):
                self._skip(Trial(depth=depth, pages=number), reason)
                for other in pages:
                    self._skip(Trial(depth=depth, pages=other), reason)
                self._queue.pop(0)
                continue
            return Trial(depth=depth, pages=number)
        return None

    def _enough(self, depth: Depth) -> str:
        """Why more pages with so many drafts need not be tried."""
        rows = sorted((row for row in self.rows if row.depth == depth), key=lambda row: row.pages)
        measured = [row for row in rows if row.status == "measured"]
        ended = next((row for row in rows if row.status != "measured"), None)
        if ended is not None:
            return "fewer pages at once failed already" if ended.status == "failed" else ended.reason
        if len(measured) < 2:
            return ""
        before, last = max(measured[:-1], key=lambda row: row.pages_per_s), measured[-1]
        if last.pages_per_s < before.pages_per_s * (1 - noise(before, last)):
            return f"{last.pages} at once were slower than {before.pages}"
        if last.pages_per_s < before.pages_per_s * (1 + max(GAIN, noise(before, last))):
            return f"{last.pages} at once brought no more than {before.pages}"
        return ""

    def _known(self, depth: Depth) -> bool:
        return any(row.depth == depth and row.pages == 1 and row.status == "measured" for row in self.rows)

    def _has(self, depth: Depth, pages: int) -> bool:
        return any((row.depth, row.pages) == (depth, pages) for row in self.rows)

    def _skip(self, trial: Trial, reason: str) -> None:
        self.rows.append(Measured(depth=trial.depth, pages=trial.pages, status="skipped", reason=reason))


# ---------------------------------------------------------------- shared with the verdict


def order(depth: Depth) -> float:
    """Fewer drafts first; following the acceptance last."""
    return int(depth) if depth.isdecimal() else 100


def noise(*rows: Measured) -> float:
    """The share below which a difference between these is none."""
    return max(LEAST_NOISE, *(row.noise for row in rows))


def best(rows: Iterable[Measured], pages: int) -> Measured | None:
    """The quickest for one page, or with so many in flight; of those that do not differ beyond the noise, the
    one with the fewest drafts."""
    measured = [row for row in rows if row.pages == pages and row.status == "measured"]
    if not measured:
        return None
    quickest = min(measured, key=lambda row: row.seconds) if pages == 1 else max(measured, key=lambda r: r.pages_per_s)
    near = [row for row in measured if _near(row, quickest, pages)]
    return min(near, key=lambda row: order(row.depth))


def _near(row: Measured, quickest: Measured, pages: int) -> bool:
    share = noise(row, quickest)
    if pages == 1:
        return row.seconds <= quickest.seconds * (1 + share)
    return row.pages_per_s >= quickest.pages_per_s * (1 - share)


def fastest(row: Measured, further: int) -> float:
    """Seconds of a page with `further` drafts more than in `row`, if they cost nothing: each is right at most as
    often as the last one measured, so steps get longer by at most that many tokens."""
    tokens = row.tokens_per_step or 1.0
    last = row.per_position[-1] if row.per_position else 1.0
    decode = row.seconds * row.decode_share
    return row.seconds - decode + decode * tokens / (tokens + further * last)
