# SPDX-License-Identifier: AGPL-3.0-or-later
"""Finds endless repetition in a text that streams in, and where its first copy ends.

The detector is the one of the local engines; since a service sends text and no token numbers,
words, blanks and signs stand for tokens.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.jina_ocr.guard import Guard

_PART = re.compile(r"\n|[^\S\n]{1,16}|\w{1,16}|([^\w\s])\1{0,15}")

LOOK_EVERY = 32
"""Parts after which it is looked whether they repeat."""


class LoopWatch:
    """Follows one answer. `lines` gives the lines of text on the page's picture."""

    def __init__(self, lines: Callable[[], int]) -> None:
        self._numbers: dict[str, int] = {}
        self._words: list[str] = []
        self._ends: list[int] = []  # where each part ends in the text
        self._text = ""
        self._done = 0
        self._guard = Guard(lambda: self._text[: self._done], self._unit, lines, ())

    def add(self, piece: str) -> int | None:
        """More text; the number of characters to keep once it is seen that the rest repeats them."""
        self._text += piece
        # the last part may still grow, so it waits for what comes next
        while (part := _PART.match(self._text, self._done)) and part.end() < len(self._text):
            self._take(part[0])
            if len(self._ends) % LOOK_EVERY == 0 and (keep := self._verdict()) is not None:
                return keep
        return None

    def _take(self, word: str) -> None:
        number = self._numbers.setdefault(word, len(self._numbers))
        if number == len(self._words):
            self._words.append(word)
        self._done += len(word)
        self._ends.append(self._done)
        self._guard.add(number)

    def _verdict(self) -> int | None:
        found = self._guard.verdict()
        if found is None:
            return None
        return self._ends[found.keep - 1] if found.keep else 0

    def _unit(self, numbers: list[int]) -> str:
        return "".join(self._words[number] for number in numbers)
