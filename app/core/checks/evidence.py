# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is known about a page when it is checked, and what follows from it once for all kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from app.core.align import Alignment
from app.core.checks.masks import Furniture
from engine.protocol import ErrorCode, Finish, Word


class Origin(StrEnum):
    """Where the second reading's words come from."""

    TEXT_LAYER = "text-layer"
    OCR = "ocr"


class Unfit(StrEnum):
    """Why the second reading is not used."""

    NONE = "none"  # there is none
    GARBAGE = "garbage"  # its words are no words
    DISAGREES = "disagrees"  # hardly anything agrees: one of both is wrong as a whole


@dataclass(frozen=True, slots=True)
class Second:
    """The second reading of a page."""

    origin: Origin
    words: Sequence[Word]


@dataclass(frozen=True, slots=True)
class Evidence:
    """One page as it stands. `ink` is the share of dark pixels (0..1), `acceptance` the page's share of accepted draft
    tokens and `usual_acceptance` the document's median, each absent where not known. `unsure` are spans of low
    confidence in `text` as it was read: give them only while the text is unedited, or moved along with it.
    `running` are keys of lines that repeat over the document's pages (`masks.running_lines`)."""

    text: str
    second: Second | None = None
    finish: Finish | None = None
    ink: float | None = None
    acceptance: float | None = None
    usual_acceptance: float | None = None
    unsure: Sequence[tuple[int, int]] = ()
    failure: ErrorCode | None = None
    running: Furniture = frozenset()


@dataclass(frozen=True)
class Compared:
    """Text and page side by side. `level` is the same on the page turned so that its text runs as it is written: rows
    and columns are looked for there, and boxes that are shown are those of `alignment`. `masked` are page words that no
    Markdown needs to have; `strict` is whether the page's words are those that were printed (a sound text layer) and
    not another machine's guess. `unknown` are page words that the text layer itself does not know all letters of."""

    alignment: Alignment
    level: Alignment
    masked: frozenset[int]
    strict: bool
    unknown: frozenset[int] = frozenset()

    @cached_property
    def letters(self) -> frozenset[str]:
        """Single letters that are words of this text: it has them in prose, and not in formulas."""
        words = self.alignment.source.words
        math = {word.key for word in words if word.math}
        told = Counter(word.key for word in words if len(word.key) == 1 and word.key.isalpha() and not word.math)
        return frozenset(key for key, count in told.items() if count > 1 and key not in math)
