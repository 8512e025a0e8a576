# SPDX-License-Identifier: AGPL-3.0-or-later
"""Numbers that count the lines of a page, printed beside them: in bills, transcripts, manuscripts for review, patents.

They count what stands on paper and are no text. The numbers of a list, a table, a listing or of verses look alike, but
no sentence runs on from one of their lines to the next. So numbers go only where they stand in a strip of their own,
rise from line to line (or with every fifth), and sentences run on past them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.backends.builtin.layer.layout import Rect
from engine.backends.builtin.layer.words import Word

_NUMBER = re.compile(r"^\d{1,4}$")
_NUMBERED = re.compile(r"^\s*(\d{1,4})\s+(\S.*)$", re.M)
_ALIGNED = 0.3
"""Type sizes by which the edges of such numbers differ at most."""
_STEPS = (1, 2, 3, 4, 5, 10)
_MISSED = 3
"""Steps that a number may be on from the one before it: a line between them may have none."""
_LEAST, _LEAST_STEPS = 6, 3
"""Numbers that tell: of each line, of every fifth or so. One is enough where the pages around have such numbers."""
_MAIN = 0.8
"""Share of the numbers of a strip that must rise so."""
_WHITE = 0.3
"""Type sizes of white between a number and the text at least."""
_JOINED = 1.2
"""White of more type sizes parts columns."""
_LEVEL = 0.6
"""Type sizes by which the baselines of a number and its line differ at most."""
_MARGIN = 0.9
"""Share of the lines that end within the margin of the text."""
_ROOM = 0.3
"""Type sizes by which a word misses the room it needs in a line at most, the space before it included."""
_FULL = 0.6
"""Share of the lines with an open end that must be full; those of a list end where they like."""
_RUNS_ON = 0.3
"""Share of the lines that go on with the sentence of a full line before them."""
_NARROW = 12
"""Type sizes; narrower lines are no text that runs on."""
_RUNS_ON_AGAIN = 0.1
_LEAST_AGAIN = 20
"""The same where the page before or after has the same numbers at the same place, and so many of them."""
_BESIDE = 0.6
"""Share of the numbers that stand beside a line."""
_NEAR = 200.0
"""Points beside the numbers in which lines are counted."""
_ENDS = re.compile(r"[.!?:;。！？…]['\"”’»)\]]*$")
_PROGRAM = re.compile(r"[{}=<>_;]|\w\(|^#|//")
_CASELESS = re.compile("[\u0590-\u08ff\u0900-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class _Strip:
    """Numbers below each other that rise by `step`, and the words in their height on either side."""

    numbers: Sequence[Word]
    step: int
    left: Sequence[Word]
    right: Sequence[Word]


def line_numbers(words: Sequence[Word], strip: Callable[[int, Rect], str | None]) -> set[int]:
    """The `id`s of the words that count lines. `strip`: the text in a box on the page so many pages further on, None
    if there is none."""
    numbers = [w for w in words if not w.turn and _NUMBER.match(w.text)]
    edge = min((w.x0 for w in words if not w.turn and not _NUMBER.match(w.text)), default=0.0)
    gone: set[int] = set()
    judged: set[int] = set()
    for group in _columns(numbers):
        rest = [w for w in group if id(w) not in judged]
        chain, step = _rising(rest)
        few = len(chain) < (_LEAST if step == 1 else _LEAST_STEPS)
        if not chain or len(chain) < _MAIN * len(rest) or (few and (step > 1 or chain[0].x1 > edge)):
            continue
        found = _strip(chain, step, words)
        if found is None:
            continue
        judged |= {id(w) for w in chain if not few}
        if _known(chain, strip) if few else _counts_lines(found, strip):
            gone |= {id(w) for w in chain}
    return gone


def _columns(numbers: Sequence[Word]) -> Iterable[list[Word]]:
    """Numbers that share their right or left edge and rise from top to bottom, the most first."""
    groups: list[list[Word]] = []
    for right in (True, False):
        ends: list[float] = []
        for word in sorted(numbers, key=lambda w: w.x1 if right else w.x0):
            end = word.x1 if right else word.x0
            if not ends or end - ends[-1] > _ALIGNED * word.size:
                groups.append([])
            groups[-1].append(word)
            ends.append(end)
    yield from sorted((run for group in groups for run in _runs(group)), key=len, reverse=True)


def _runs(group: Iterable[Word]) -> Iterable[list[Word]]:
    """A column cut where its numbers begin anew."""
    run: list[Word] = []
    for word in sorted(group, key=lambda w: w.base):
        if run and int(word.text) <= int(run[-1].text):
            yield run
            run = []
        run.append(word)
    yield run


def _rising(group: Sequence[Word]) -> tuple[list[Word], int]:
    """Most of a column's numbers that rise by one step, and the step."""
    best: tuple[list[Word], int] = ([], 1)
    for step in _STEPS:
        for start in range(min(3, len(group))):
            chain = [group[start]]
            for word in group[start + 1 :]:
                up = int(word.text) - int(chain[-1].text)
                if up % step == 0 and 0 < up <= _MISSED * step and word.base > chain[-1].base + 0.5 * word.size:
                    chain.append(word)
            single = sum(int(b.text) - int(a.text) == step for a, b in pairwise(chain))
            whole = step == 1 or all(int(word.text) % step == 0 for word in chain)
            if whole and single >= _MAIN * (len(chain) - 1) and len(chain) > len(best[0]):
                best = chain, step
    return best


def _strip(chain: Sequence[Word], step: int, words: Sequence[Word]) -> _Strip | None:
    """None if other words stand in the strip of the numbers; those of each line stand beside the whole text."""
    own = {id(w) for w in chain}
    white = _WHITE * chain[0].size
    x0, x1 = min(w.x0 for w in chain) - white, max(w.x1 for w in chain) + white
    top, low = chain[0].base - chain[0].size, chain[-1].base + chain[-1].size
    others = [w for w in words if id(w) not in own and not w.turn and top < w.base < low]
    left, right = [w for w in others if w.x1 <= x0], [w for w in others if w.x0 >= x1]
    crossing = len(others) - len(left) - len(right)
    if crossing or (step == 1 and left and right):
        return None
    return _Strip(chain, step, left, right)


def _counts_lines(found: _Strip, strip: Callable[[int, Rect], str | None]) -> bool:
    """Whether there is a line of text for each step of the numbers, from which it runs on to the next."""
    for words, right in ((found.right, True), (found.left, False)):
        rows = [_line(number, words, right=right) for number in found.numbers]
        lines = [row[0] if row else [] for row in rows]
        there = [line for line in lines if line]
        if len(there) < _BESIDE * len(lines) or not _as_many(found, words, right=right):
            continue
        if _listing(there, words) or _is_table(rows):
            continue
        if _is_prose(there) if found.step > 1 else _runs_on(lines, again=_again(found.numbers, strip)):
            return True
    return False


def _line(number: Word, words: Sequence[Word], *, right: bool) -> list[list[Word]]:
    """What stands level with a number, cut at wide white: the text beside it and what may be in further columns."""
    parts: list[list[Word]] = []
    level = [w for w in words if abs(w.base - number.base) < _LEVEL * max(w.size, number.size)]
    for word in sorted(level, key=lambda w: w.x0, reverse=not right):
        last = parts[-1][-1] if parts else None
        if last is None or max(word.x0 - last.x1, last.x0 - word.x1) > _JOINED * word.size:
            parts.append([])
        parts[-1].append(word)
    return parts if right else [part[::-1] for part in parts]


def _as_many(strip: _Strip, words: Sequence[Word], *, right: bool) -> bool:
    """Whether there are about as many lines beside the numbers as they count."""
    first, last = strip.numbers[0], strip.numbers[-1]
    edge = max(w.x1 for w in strip.numbers) if right else min(w.x0 for w in strip.numbers)
    bases: list[float] = []
    for word in sorted(words, key=lambda w: w.base):
        near = word.x0 < edge + _NEAR if right else word.x1 > edge - _NEAR
        below = not bases or word.base - bases[-1] > _LEVEL * word.size
        if near and below and first.base - 1 < word.base < last.base + 1:
            bases.append(word.base)
    counted = int(last.text) - int(first.text) + 1
    return 0.5 * counted < len(bases) < 1.3 * counted + 1


def _listing(lines: Sequence[Sequence[Word]], words: Sequence[Word]) -> bool:
    """Whether the lines are those of a listing: in typewriter type, on a page that has other type too or is full of
    what only programs have."""
    if sum(line[0].glyphs[0].style.mono for line in lines) <= 0.5 * len(lines):
        return False
    strange = sum(bool(_PROGRAM.search(" ".join(word.text for word in line))) for line in lines)
    return strange > 0.3 * len(lines) or len(lines) * 2 < len({round(w.base) for w in words})


def _is_table(rows: Sequence[Sequence[Sequence[Word]]]) -> bool:
    """Whether most lines have narrow cells beside them."""
    wide = sorted(row[0][-1].x1 - row[0][0].x0 for row in rows if row)[len(rows) // 2 :]
    cells = [row[1] for row in rows if len(row) > 1]
    narrow = sum(cell[-1].x1 - cell[0].x0 < 0.6 * wide[0] for cell in cells) if wide else 0
    return narrow > 0.5 * len(rows)


def _is_prose(lines: Sequence[Sequence[Word]]) -> bool:
    """Whether most lines have several words, as text has and the rows of a table have not."""
    return 2 * sum(sum(any(c.isalpha() for c in w.text) for w in line) > 2 for line in lines) > len(lines)


def _runs_on(lines: Sequence[Sequence[Word]], *, again: bool) -> bool:
    """Whether sentences run on past the numbers, from lines that had no room for their next word."""
    pairs = [(a, b) for a, b in pairwise(lines) if a and b]
    ends = sorted(line[-1].x1 for line in lines if line)
    if not pairs or ends[-1] - min(line[0].x0 for line in lines if line) < _NARROW * pairs[0][0][0].size:
        return False
    edge = ends[int(_MARGIN * (len(ends) - 1))]
    on = [(a, b[0]) for a, b in pairs if _goes_on(a[-1].text, b[0].text)]
    if again and len(on) >= _RUNS_ON_AGAIN * len(pairs):
        return True
    full = sum(a[-1].x1 + word.x1 - word.x0 > edge - _ROOM * word.size for a, word in on)
    return full >= _RUNS_ON * len(pairs) and full >= _FULL * len(on)


def _goes_on(last: str, first: str) -> bool:
    return not _ENDS.search(last) and (first[:1].islower() or bool(_CASELESS.match(first)))


def _again(numbers: Sequence[Word], strip: Callable[[int, Rect], str | None]) -> bool:
    """Whether the page before or after has the same numbers at the same place: each page is counted anew."""
    box = min(w.x0 for w in numbers) - 1, 0.0, max(w.x1 for w in numbers) + 1, 1e5
    own = [w.text for w in numbers]
    return len(own) >= _LEAST_AGAIN and any((strip(step, box) or "").split() == own for step in (-1, 1))


def _known(chain: Sequence[Word], strip: Callable[[int, Rect], str | None]) -> bool:
    """Whether the page before or after has such numbers at the same place, with sentences that run on past them."""
    box = min(w.x0 for w in chain) - 1, 0.0, max(w.x1 for w in chain) + _NEAR, 1e5
    for step in (-1, 1):
        lines = _NUMBERED.findall(strip(step, box) or "")
        pairs = list(pairwise(lines))
        rising = sum(int(b[0]) - int(a[0]) == 1 for a, b in pairs)
        on = sum(_goes_on(a[1], b[1]) for a, b in pairs)
        if len(lines) >= _LEAST and rising >= _MAIN * len(pairs) and on >= _RUNS_ON * len(pairs):
            return True
    return False
