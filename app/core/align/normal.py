# SPDX-License-Identifier: AGPL-3.0-or-later
"""Text reduced to what two readings of one page must share: keys of words, numbers and single Han characters.

Case, compatibility forms (ligatures, full-width signs, Arabic presentation forms), quotation marks, dashes, soft
hyphens and vowel points fall away; the digits and the separators inside a number stay.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

_POINTS = re.compile("[\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640\u00ad\u200b-\u200f\u2060\ufeff]")
"""Vowel points, the Arabic stretching sign, soft hyphens and signs without width."""
_APOSTROPHES = re.compile("['’‘ʼ`´]")
_MARKS = "\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
SINGLE = (
    "\u2e80-\u2fdf\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Scripts that are written without spaces: each character is a word."""
_SINGLE = re.compile(f"[{SINGLE}]")
TOKEN = re.compile(
    rf"(?P<single>[{SINGLE}])"
    rf"|(?P<number>\d+(?:[.,:/'’]\d+)*)"
    rf"|(?P<word>(?:[^\W\d_{SINGLE}][{_MARKS}]*)+(?:['’ʼ](?:[^\W\d_{SINGLE}][{_MARKS}]*)+)*)"
)
_COMBINING = {"¨": "\u0308", "´": "\u0301", "ˆ": "\u0302", "˜": "\u0303", "¸": "\u0327", "ˇ": "\u030c", "˚": "\u030a"}
_SPACED_ACCENT = re.compile(r"([¨´ˆ˜¸ˇ˚])([A-Za-z])")
HYPHENS = "-‐‑\u00ad"


class Bit(NamedTuple):
    """A key with its place in the text it was found in (code points)."""

    key: str
    start: int
    end: int


def bits(text: str) -> Iterator[Bit]:
    """The words, numbers and single characters of a text, in order, with places in that very text."""
    plain, origin = _compatible(text)
    for match in TOKEN.finditer(plain):
        key = _key(match[0])
        if not key:
            continue
        start, end = match.span()
        yield Bit(key, origin[start] if origin else start, origin[end - 1] + 1 if origin else end)


def has_digit(key: str) -> bool:
    return any(character.isdigit() for character in key)


def is_number(key: str) -> bool:
    return key[:1].isdigit()


def is_single(key: str) -> bool:
    """Whether it is a character of a script that is written without spaces."""
    return _SINGLE.match(key) is not None


@lru_cache(maxsize=8192)
def _key(text: str) -> str:
    return _APOSTROPHES.sub("", text).casefold()


def _compatible(text: str) -> tuple[str, list[int]]:
    """Compatibility form without points, and the place each of its characters came from (empty: the same)."""
    if text.isascii():
        return text, []
    if _SPACED_ACCENT.search(text):  # LaTeX without an encoding: the accent stands before its letter
        text = _SPACED_ACCENT.sub(lambda match: match[2] + _COMBINING[match[1]], text)
    plain: list[str] = []
    origin: list[int] = []
    for place, character in enumerate(text):
        form = character if character < "\u0080" else _form(character)
        plain.append(form)
        origin += [place] * len(form)
    joined = "".join(plain)
    composed = unicodedata.normalize("NFC", joined)
    if composed != joined:  # letters with signs of their own: places are found character by character
        return _composed(joined, origin)
    return joined, origin


@lru_cache(maxsize=4096)
def _form(character: str) -> str:
    return _POINTS.sub("", unicodedata.normalize("NFKC", character)).replace("\u2044", "/")


def _composed(text: str, origin: list[int]) -> tuple[str, list[int]]:
    done: list[str] = []
    places: list[int] = []
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        form = unicodedata.normalize("NFC", text[start:end])
        done.append(form)
        places += [origin[start + min(offset, end - start - 1)] for offset in range(len(form))]
        start = end
    return "".join(done), places
