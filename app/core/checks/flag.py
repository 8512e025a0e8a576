# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a flag is: a place of the text that a person should look at, and why.

The reason is a code with data; the sentence is made where it is shown (`words.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from hashlib import blake2b

from engine.protocol import Box


class Kind(StrEnum):
    """Each can be switched off by itself."""

    NUMBER_DIFFERS = "number-differs"
    WORD_DIFFERS = "word-differs"
    MISSING_TEXT = "missing-text"
    INVENTED_TEXT = "invented-text"
    REPETITION = "repetition"
    CUT_OFF = "cut-off"
    BLANK_BUT_TEXT = "blank-but-text"
    INK_BUT_EMPTY = "ink-but-empty"
    FORMULA_INVALID = "formula-invalid"
    TABLE_RAGGED = "table-ragged"
    LIST_RUN_TOGETHER = "list-run-together"
    LOW_CONFIDENCE = "low-confidence"
    LOW_ACCEPTANCE = "low-acceptance"
    READING_ORDER = "reading-order"
    UNREAD = "unread"


SECOND = frozenset(
    {
        Kind.NUMBER_DIFFERS, Kind.WORD_DIFFERS, Kind.MISSING_TEXT, Kind.INVENTED_TEXT, Kind.BLANK_BUT_TEXT,
        Kind.INK_BUT_EMPTY, Kind.READING_ORDER,
    }
)  # fmt: skip
"""Kinds that rest on the second reading."""


class Severity(IntEnum):
    HINT = 1
    DOUBT = 2
    FAULT = 3


class Reason(StrEnum):
    """Why; in brackets the names of its data."""

    OTHER_NUMBER = "other-number"  # text, page
    NUMBER_LEFT_OUT = "number-left-out"  # page
    NUMBER_NOT_THERE = "number-not-there"  # text
    OTHER_WORD = "other-word"  # text, page
    WORDS_LEFT_OUT = "words-left-out"  # count, page
    CELLS_LEFT_OUT = "cells-left-out"  # count, page; the suggestion has them in one cell
    WORDS_NOT_THERE = "words-not-there"  # count
    LINE_AGAIN = "line-again"  # count
    LINE_TWICE = "line-twice"  # count; what the page has is not known
    LOOP = "loop"  # count
    CUT_AT_LIMIT = "cut-at-limit"
    STOPPED_LOOP = "stopped-loop"
    PAGE_IS_BLANK = "page-is-blank"
    PAGE_HAS_INK = "page-has-ink"
    PAGE_HAS_WORDS = "page-has-words"  # count
    FORMULA_REFUSED = "formula-refused"  # detail
    FORMULA_OPEN = "formula-open"  # sign
    UNEQUAL_ROWS = "unequal-rows"  # cells, usual
    SPAN_TOO_LARGE = "span-too-large"  # cells, usual
    TAG_NOT_CLOSED = "tag-not-closed"  # tag
    TAG_NOT_OPENED = "tag-not-opened"  # tag
    ITEMS_IN_A_LINE = "items-in-a-line"  # count
    UNSURE = "unsure"
    DRAFTS_REJECTED = "drafts-rejected"  # share, usual
    CELLS_SWAPPED = "cells-swapped"
    CELL_SHIFTED = "cell-shifted"
    BLOCK_JUMPS = "block-jumps"
    NOT_READ = "not-read"  # code


_ONCE_NAMED = {Reason.LINE_TWICE: Reason.LINE_AGAIN}
"""Reasons that marks in older libraries have under another name."""

Datum = str | int | float


@dataclass(frozen=True, slots=True)
class Flag:
    """`text[start:end]` in code points; empty spans say where something is lacking. `boxes` are on the upright page;
    `sure` is false where they only bound the place. `suggestion` would replace the span. `equal` counts the flags
    of the page that are equal to it and stand in equal surroundings, with itself, and `nth` those of them before it."""

    kind: Kind
    severity: Severity
    start: int
    end: int
    reason: Reason
    data: Mapping[str, Datum] = field(default_factory=dict)
    boxes: tuple[Box, ...] = ()
    sure: bool = True
    suggestion: str | None = None
    nth: int = 0
    equal: int = 1

    def mark(self, text: str) -> str:
        """A name that outlives edits elsewhere on the page, to remember a dismissal by. Each flag of a page has its
        own. Equal ones have other marks when there are more or fewer of them: which one is gone or new cannot be told,
        and it is better to show a flag once more than to hide one."""
        near = text[max(0, self.start - 24) : self.start], text[self.start : self.end], text[self.end : self.end + 24]
        reason = _ONCE_NAMED.get(self.reason, self.reason)
        told = repr((self.kind.value, reason.value, near, sorted(self.data.items())))
        if self.equal > 1:
            told += f" {self.nth} of {self.equal}"
        elif self.nth:
            told += f" {self.nth}"  # kept by an older Copyholder, which did not count them
        return blake2b(told.encode(errors="surrogatepass"), digest_size=8).hexdigest()
