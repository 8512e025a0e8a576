# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the session tells of proofreading: the flags of pages, and places that were found. Part of `app.core.changes`.

Pages count from 0, places in code points of the page's text.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # they load a Markdown parser and more, which a start need not pay for
    from app.core.align import Alignment
    from app.core.checks import Findings, Flag


class PictureUse(StrEnum):
    """What would come of reading the page's picture with the built-in OCR, as its second reading."""

    OFFERED = "offered"  # a second reading, as far as is known
    OWN = "own"  # nothing: that OCR made the page's text, and would find the same
    NONE = "none"  # nothing: it has been read, or the file cannot be opened


@dataclass(frozen=True, slots=True)
class PageProofed:
    """What was found in `text`, a state of the page's text: views use places and spans only while
    theirs is the same. `flags` are those left (neither dismissed nor switched off), in the order of
    the text; `alignment` locates words (None where no words of the page are known: yet, if `pending`
    says that they are being looked for in the picture). `findings` has the rest; `picture` says whether the user
    can be offered to have the picture read."""

    document: int
    page: int
    text: str
    flags: tuple[Flag, ...]
    findings: Findings
    alignment: Alignment | None = None
    pending: bool = False
    dismissed: int = 0
    picture: PictureUse = PictureUse.OFFERED


@dataclass(frozen=True, slots=True)
class FlagFound:
    """The answer to `next_flag`: the flag, its page, and its number of those left on the page. `flag` is
    None where no flag is left in the document (pages that were not looked through yet are first)."""

    document: int
    page: int
    flag: Flag | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class UncheckedFound:
    """The answer to `next_unchecked`: the next page with a text that the user has not marked as
    checked, after the given one and then from the start; None where all are checked."""

    document: int
    page: int | None


@dataclass(frozen=True, slots=True)
class Replaced:
    """The answer to `replace_all`: how many places on how many pages were changed."""

    document: int
    places: int
    pages: int


@dataclass(frozen=True, slots=True)
class TextFound:
    """The answer to `find_text`: the next place, in code points of its page's present text with line feeds
    only (`text_units.tidy`); `page` is None where there is none. `problem` is a sentence that says what is
    wrong with the pattern or the replacement. `request` as given with the question."""

    document: int
    page: int | None
    start: int = 0
    end: int = 0
    problem: str = ""
    request: int = 0
