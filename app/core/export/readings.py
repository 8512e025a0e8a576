# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the library knows of each page besides its text, for the formats that hold it: readings and flags."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

import msgspec

from app.core.checks.flag import Flag
from app.core.export.snapshot import Format, KeptFlag, KeptReading, PageText, Snapshot
from app.core.library import Library
from engine.protocol import Reading

WITH_READINGS = frozenset({Format.JSON, Format.ZIP})
"""Formats that hold it."""

_AT_ONCE = 64


def with_readings(snapshot: Snapshot, library: Library, document: int) -> Snapshot:
    """The snapshot with readings and flags of its pages. Readings come without the places of words: of thousands of
    pages these would fill the memory."""
    pages: list[PageText] = []
    for number, some in groupby(snapshot.pages, lambda page: page.page // _AT_ONCE):
        first = number * _AT_ONCE
        presents = library.readings.presents(document, first, _AT_ONCE)
        proofs = library.proofs.proofs(document, first, _AT_ONCE)
        several = library.versions.reread(document, first, _AT_ONCE)
        for page in some:
            reading, proof = presents.get(page.page), proofs.get(page.page)
            pages.append(replace(
                page,
                reading=None if reading is None else _light(reading),
                readings=_readings(library, document, page.page) if page.page in several else (),
                flags=None if proof is None else _flags(library, document, page, proof.flags),
            ))  # fmt: skip
    return replace(snapshot, pages=tuple(pages))


def _light(reading: Reading) -> Reading:
    return msgspec.structs.replace(reading, words=None)


def _readings(library: Library, document: int, page: int) -> tuple[KeptReading, ...]:
    stored = library.versions.readings(document, page)
    return tuple(KeptReading(one.at, one.present, _light(one.reading)) for one in stored)


class _Found(msgspec.Struct, frozen=True):
    """What is wanted of a proof that is kept (see `app.core.proof.answer`)."""

    flags: tuple[Flag, ...]
    marks: tuple[str, ...]


def _flags(library: Library, document: int, page: PageText, kept: bytes) -> tuple[KeptFlag, ...] | None:
    """None where they were found in another text than the page's present one."""
    try:
        found = msgspec.json.decode(kept, type=tuple[_Found, frozenset[str]])[0]
    except msgspec.DecodeError:
        return None
    text = page.text or ""
    if any(flag.mark(text) != mark for flag, mark in zip(found.flags, found.marks, strict=True)):
        return None
    dismissed = library.proofs.dismissed(document, page.page)
    pairs = zip(found.flags, found.marks, strict=True)
    return tuple(KeptFlag(flag, mark in dismissed) for flag, mark in pairs)
