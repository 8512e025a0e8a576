# SPDX-License-Identifier: AGPL-3.0-or-later
"""How wide letters are, roughly: Helvetica's advance widths (Adobe's published font metrics),
in thousandths of an em. Used to share a line's length among its letters."""

from __future__ import annotations

import unicodedata

_GROUPS = {
    191: "'",
    222: "ijl|",
    260: "¦",
    278: " !,./:;I[\\]ft·",
    333: "()-`r‘’",
    355: '"',
    350: "•",
    389: "*",
    469: "^",
    500: "cksvxyzJ",
    556: "#$0123456789?L_abdeghnopqu–",
    584: "+<=>~±×÷−",
    611: "FTZ",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "mM",
    889: "%",
    944: "W",
    1000: "—…",
    1015: "@",
}
_WIDTHS = {letter: width for width, letters in _GROUPS.items() for letter in letters}
_OTHER = 556
_WIDE = 1000


def width(letter: str) -> int:
    """Thousandths of an em; accents are ignored, East Asian wide letters fill the em."""
    known = _WIDTHS.get(letter)
    if known is not None:
        return known
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return _WIDE
    return _WIDTHS.get(unicodedata.normalize("NFD", letter)[0], _OTHER)


def length(text: str) -> int:
    """Thousandths of an em of the whole text."""
    return sum(map(width, text))
