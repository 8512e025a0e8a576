# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which pieces of a text are nothing but words within figures (numbers of an axis, names in a diagram): where the
figure is put in, it shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.align.normal import bits
from app.core.assemble.pieces import Kind
from app.core.figure_boxes import inside
from engine.protocol import Box, Word

MOST_WORDS = 25
"""Of a label at most: a legend in one line. What is longer is text with something drawn around it."""

INSIDE = 0.95
"""Share of a label's box, or of a word's, that must lie in the figure."""

MANY = 3

KINDS = frozenset({Kind.PARAGRAPH, Kind.HEADING, Kind.FORMULA, Kind.LIST})


@dataclass(frozen=True, slots=True)
class Candidate:
    """A piece of the page that may be a label: its number, the words it shows, and where they stand, if that is known.
    Candidates that follow each other in the text have consecutive numbers."""

    index: int
    text: str
    box: Box | None


def labels(candidates: Sequence[Candidate], figures: Sequence[Box], words: Sequence[Word]) -> set[int]:
    """Numbers of those that are labels: they stand in a figure, or they have only words that stand in one and are
    among others of that sort. The second counts too, since an axis has "10" several times, and the text has it as well:
    which is which cannot always be told. MANY in a row that are found nowhere are labels by their words alone."""
    within = [_keys_within(box, words) for box in figures]
    there = {one.index for one in candidates if one.box and any(inside(one.box, box) >= INSIDE for box in figures)}
    like = {one.index for one in candidates if any(_all_in(one.text, keys) for keys in within)}
    found: set[int] = set()
    lost = {one.index for one in candidates if one.box is None}
    for run in _runs(sorted(there | like)):
        sure = there.intersection(run) or (len(run) >= MANY and lost.issuperset(run))
        found |= set(run) if sure else set()
    return found


def _keys_within(box: Box, words: Sequence[Word]) -> frozenset[str]:
    inner = [word for word in words if inside(word.box, box) >= INSIDE]
    return frozenset(bit.key for word in inner for bit in bits(word.text))


def _all_in(text: str, keys: frozenset[str]) -> bool:
    """Whether there is nothing else than these in it. Digits may come apart: 10 to the power of -2 is "10−2" there."""
    own = [bit.key for bit in bits(text)]
    return all(key in keys or (key.isdigit() and any(key in other for other in keys)) for key in own) and bool(keys)


def _runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    run: list[int] = []
    for number in numbers:
        if run and number != run[-1] + 1:
            yield run
            run = []
        run.append(number)
    if run:
        yield run
