# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the steps are given, and which there are: one switch a step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from app.core.assemble.pieces import Change, Piece


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the document's own table of contents. `level` counts from 1, `page` from 0."""

    level: int
    title: str
    page: int


@dataclass(frozen=True, slots=True)
class Steps:
    """Which steps are taken; the names are those in `Change.step`."""

    furniture: bool = True  # running heads, feet and page numbers are dropped
    joins: bool = True  # paragraphs, lists, code and formulas go on over page breaks
    tables: bool = True  # tables go on over page breaks
    headings: bool = True  # levels as the outline and the numbers say
    footnotes: bool = True  # numbered through the document, each behind its text
    contents: bool = False  # a list of contents in front


DEFAULT = Steps()


@dataclass(frozen=True, slots=True)
class Whole:
    """What a step may look at besides the pieces: the outline, and the words of the document (lower
    case, those within lines)."""

    outline: tuple[Entry, ...] = ()
    words: frozenset[str] = frozenset()


Step: TypeAlias = "Callable[[Sequence[Piece], Whole], tuple[list[Piece], list[Change]]]"
"""Pieces in, pieces and what was changed out."""
