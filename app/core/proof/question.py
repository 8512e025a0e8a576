# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is asked about a page, as plain values, and the digest by which an answer is found again."""

from __future__ import annotations

from enum import StrEnum
from hashlib import blake2b

import msgspec

from engine.protocol import Word

VERSION = 6
"""Raised when the checks change so that pages are to be looked through anew."""


class Source(StrEnum):
    """Where the words of a page come from."""

    NONE = "none"
    OWN = "own"  # the reading's own words: they show places, but prove nothing
    TEXT_LAYER = "text-layer"
    OCR = "ocr"


class Question(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One page as it stands; fields as in `app.core.checks.Evidence`. `off` are kinds that are switched off. `packed`
    is the map of this text and these words, where it was kept; with `flags` False only the map is wanted, with `map`
    False only the flags."""

    text: str
    words: tuple[Word, ...] = ()
    source: Source = Source.NONE
    finish: str | None = None
    ink: float | None = None
    acceptance: float | None = None
    usual_acceptance: float | None = None
    unsure: tuple[tuple[int, int], ...] = ()
    failure: str | None = None
    running: frozenset[str] = frozenset()
    off: frozenset[str] = frozenset()
    packed: bytes | None = None
    flags: bool = True
    map: bool = True


def digest(text: str, *parts: object) -> bytes:
    """A digest of the text and of whatever else a page's flags depend on."""
    told = blake2b(repr((VERSION, parts)).encode(errors="surrogatepass"), digest_size=16)
    told.update(text.encode(errors="surrogatepass"))
    return told.digest()


def sendable(text: str) -> str:
    """The same text, as long as before, without lone surrogates, which have no UTF-8."""
    return "".join("\ufffd" if "\ud800" <= sign <= "\udfff" else sign for sign in text) if not _is_sound(text) else text


def _is_sound(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
