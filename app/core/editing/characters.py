# SPDX-License-Identifier: AGPL-3.0-or-later
"""Special characters: those that are often wanted, in groups, and all others by their Unicode names."""

from __future__ import annotations

import sys
import unicodedata
from functools import lru_cache

from app.core.wording import mark

GROUPS: tuple[tuple[str, str], ...] = (
    (mark("Typographic"), "–—‑…•·‘’‚“”„‹›«»†‡§¶©®™°′″№ªº¿¡€£¥¢¤½⅓¼¾⅛%‰\u00a0\u202f\u2009\u00ad\u200b\u200e\u200f"),
    (mark("Letters"), "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØŒŠÙÚÛÜÝŸÞŽàáâãäåæçèéêëìíîïðñòóôõöøœšßùúûüýÿþžąćęłńśźżčďěňřťůőűğışđħ"),
    (mark("Greek"), "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρςστυφχψωϑϕϖϱϵάέήίόύώ"),
    (mark("Mathematics"), "±∓×÷·∕−∗∘√∛∞∝≈≃≅≡≠≤≥≪≫∑∏∫∮∂∇∆∈∉∋⊂⊃⊆⊇∪∩∅∀∃¬∧∨⊕⊗⊥∥∠∴∵ℕℤℚℝℂℓℏℑℜ℘ℵ⟨⟩⌈⌉⌊⌋"),
    (mark("Super and sub"), "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₙₘ"),
    (mark("Arrows"), "←↑→↓↔↕⇐⇑⇒⇓⇔↦↪↩⟵⟶⟷⟸⟹⟺↗↘↙↖⇌"),
    (
        mark("Marks above and below"),
        "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0323\u0327\u0328",
    ),
    (mark("Signs"), "✓✔✗✘☐☑☒★☆●○■□▲△▼▽◆◇♀♂♠♣♥♦♩♪♭♮♯"),
)

SHOWN_MOST = 300
"""Characters that a search gives at most."""

_UNNAMED = "without a name"
_LEFT_OUT = frozenset({"Cs", "Co", "Cn", "Cc"})


def name(character: str) -> str:
    """Its Unicode name and number; for several, those of the first."""
    return f"{unicodedata.name(character[0], _UNNAMED).capitalize()} (U+{ord(character[0]):04X})"


@lru_cache(maxsize=1)
def _names() -> list[tuple[str, str]]:
    """All characters that have a name; takes a tenth of a second once."""
    every = map(chr, range(0x20, sys.maxunicode + 1))
    named = ((one, unicodedata.name(one, "")) for one in every if unicodedata.category(one) not in _LEFT_OUT)
    return [(one, found) for one, found in named if found]


def search(words: str) -> list[str]:
    """Characters whose names have all these words (or their beginnings), short names first; or the one with this
    number (U+2014), or this very character."""
    wanted = words.strip()
    if len(wanted) == 1 and wanted.isprintable():
        return [wanted]
    number = wanted.upper().removeprefix("U+")
    if wanted.upper().startswith("U+"):
        return _by_number(number)
    parts = wanted.upper().split()
    if not parts:
        return []
    hits = [(found, one) for one, found in _names() if all(part in found for part in parts)]
    whole = [" " + part for part in parts]
    hits.sort(key=lambda hit: (not all(part in " " + hit[0] for part in whole), len(hit[0]), hit[0]))
    return [one for _, one in hits[:SHOWN_MOST]]


def _by_number(number: str) -> list[str]:
    try:
        one = chr(int(number, 16))
    except (ValueError, OverflowError):
        return []
    return [one] if unicodedata.category(one) not in _LEFT_OUT else []
