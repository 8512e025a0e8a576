# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is answered about a page: its flags with their marks, and the map between text and page."""

from __future__ import annotations

import msgspec

from app.core.align import Alignment
from app.core.align.page import Page
from app.core.align.source import Source as Text
from app.core.checks import Findings, Flag, Origin, Unfit


class Map(msgspec.Struct, frozen=True):
    """An Alignment without what follows from the rest."""

    source: Text
    page: Page
    places: tuple[tuple[int, ...], ...]
    back: tuple[tuple[int, ...], ...]
    moved: frozenset[int]


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """Flags in the order of the text; `marks` name them. `edges` are the keys of the lines at the page's top and
    bottom, of which those that repeat over the document are running heads."""

    flags: tuple[Flag, ...] = ()
    marks: tuple[str, ...] = ()
    origin: Origin | None = None
    unfit: Unfit | None = None
    edges: frozenset[str] = frozenset()


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """`found` is absent where only the map was asked for, `map` where only the flags were or no words are known.
    `packed` is the map for the library, `seconds` what the work took."""

    found: Found | None = None
    map: Map | None = None
    packed: bytes | None = None
    seconds: float = 0.0


def alignment_of(told: Map | None) -> Alignment | None:
    """The map as views use it."""
    return None if told is None else Alignment(told.source, told.page, told.places, told.back, told.moved)


def findings_of(found: Found, alignment: Alignment | None) -> Findings:
    return Findings(found.flags, found.origin, found.unfit, alignment)
