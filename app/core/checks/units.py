# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a text repeats when it repeats itself: lines, rows and sentences, with the words in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.core.align.source import Source

_CUT = re.compile(r"\n|(?i:</tr\s*>)|(?<=[.!?。！？])\s+(?=[^\s\da-z])|(?<=[。！？])(?=[^\s”’」』）。！？])")


@dataclass(frozen=True, slots=True)
class Unit:
    """`text[start:end]` without the sign that ends it; `words` are numbers of source words."""

    start: int
    end: int
    keys: tuple[str, ...]
    words: range


def units(source: Source) -> Iterator[Unit]:
    """Units in order; those without words too."""
    number = 0
    start = 0
    cuts = [match.span() for match in _CUT.finditer(source.text)]
    for end, after in [*cuts, (len(source.text),) * 2]:
        first = number
        while number < len(source.words) and source.words[number].start < end:
            number += 1
        keys = tuple(word.key for word in source.words[first:number])
        yield Unit(start, end, keys, range(first, number))
        start = after
