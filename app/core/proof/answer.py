# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is answered about a page: its flags with their marks, and the map between text and page."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from app.core.align import Alignment
from app.core.align.page import Page, PageWord
from app.core.align.source import Formula, Source, SourceBlock, SourceWord
from app.core.checks import Findings, Flag, Origin, Unfit
from engine.protocol import Box, Word

T = TypeVar("T")

CHUNK = 400
"""Words decoded in one go: about a millisecond."""


class Map(msgspec.Struct, frozen=True):
    """An Alignment without what the app has already, and what is long of it in parts of CHUNK: decoding keeps the
    interpreter from the window's thread."""

    blocks: tuple[SourceBlock, ...]
    formulas: tuple[Formula, ...]
    lines: tuple[Box, ...]
    moved: frozenset[int]
    words: tuple[msgspec.Raw, ...]
    page_words: tuple[msgspec.Raw, ...]
    places: tuple[msgspec.Raw, ...]
    back: tuple[msgspec.Raw, ...]


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


def map_of(alignment: Alignment) -> Map:
    source, page = alignment.source, alignment.page
    return Map(
        source.blocks, source.formulas, page.lines, alignment.moved,
        _parts(source.words), _parts(page.words), _parts(alignment.places), _parts(alignment.back),
    )  # fmt: skip


def alignment_of(told: Map | None, text: str, given: Sequence[Word]) -> Alignment | None:
    """The map as views use it: of this text and these words. Other threads get their turn again and again."""
    if told is None:
        return None
    source = Source(text, told.blocks, _whole(told.words, _source_words), told.formulas)
    page = Page(tuple(given), _whole(told.page_words, _page_words), told.lines)
    return Alignment(source, page, _whole(told.places, _numbers), _whole(told.back, _numbers), told.moved)


def _parts(values: Sequence[object]) -> tuple[msgspec.Raw, ...]:
    return tuple(msgspec.Raw(msgspec.json.encode(values[at : at + CHUNK])) for at in range(0, len(values), CHUNK))


def _whole(parts: Sequence[msgspec.Raw], decoder: msgspec.json.Decoder[tuple[T, ...]]) -> tuple[T, ...]:
    found: list[T] = []
    for part in parts:
        found += decoder.decode(part)
        time.sleep(0)  # another thread's turn
    return tuple(found)


_source_words = msgspec.json.Decoder(tuple[SourceWord, ...])
_page_words = msgspec.json.Decoder(tuple[PageWord, ...])
_numbers = msgspec.json.Decoder(tuple[tuple[int, ...], ...])


def findings_of(found: Found, alignment: Alignment | None) -> Findings:
    return Findings(found.flags, found.origin, found.unfit, alignment)
