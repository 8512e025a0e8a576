# SPDX-License-Identifier: AGPL-3.0-or-later
"""An alignment in a few bytes a word, for the library.

Only the pairing is kept; the words are read anew from the same text and the same list, which a digest makes sure of.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from hashlib import blake2b

import msgspec

from app.core.align import page as pages
from app.core.align.alignment import Alignment
from app.core.align.source import read as read_source
from engine.protocol import Word

VERSION = 2
"""Raised when words are cut in another way; older ones are made anew."""


class _Packed(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    version: int
    digest: bytes
    steps: list[int | list[int]]  # for each word the distance to the place after the last one, or its places
    moved: list[int]


def pack(alignment: Alignment) -> bytes:
    """About half a byte to two bytes a word."""
    steps: list[int | list[int]] = []
    expected = 0
    for places in alignment.places:
        if len(places) == 1:
            steps.append(places[0] - expected)
        else:
            steps.append(list(places))
        expected = places[-1] + 1 if places else expected
    packed = _Packed(VERSION, _digest(alignment.source.text, alignment.page.given), steps, sorted(alignment.moved))
    return zlib.compress(msgspec.msgpack.encode(packed), 6)


def unpack(data: bytes, text: str, words: Sequence[Word]) -> Alignment | None:
    """The alignment as it was packed; None if it is of another text or other words, or damaged."""
    try:
        packed = msgspec.msgpack.decode(zlib.decompress(data), type=_Packed)
    except (zlib.error, msgspec.DecodeError):
        return None
    if packed.version != VERSION or packed.digest != _digest(text, words):
        return None
    source = read_source(text)
    page = pages.read(words, frozenset(word.key for word in source.words))
    places: list[tuple[int, ...]] = []
    expected = 0
    for step in packed.steps:
        found = (expected + step,) if isinstance(step, int) else tuple(step)
        places.append(found)
        expected = found[-1] + 1 if found else expected
    back: list[list[int]] = [[] for _ in page.words]
    if len(places) != len(source.words) or any(not 0 <= n < len(back) for found in places for n in found):
        return None
    for number, found in enumerate(places):
        for place in found:
            back[place].append(number)
    return Alignment(source, page, tuple(places), tuple(map(tuple, back)), frozenset(packed.moved))


def _digest(text: str, words: Sequence[Word]) -> bytes:
    digest = blake2b(text.encode(errors="surrogatepass"), digest_size=8)
    digest.update(msgspec.msgpack.encode(list(words)))
    return digest.digest()
