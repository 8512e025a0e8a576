# SPDX-License-Identifier: AGPL-3.0-or-later
"""Fonts whose letters are pictures: `!` in WordPerfect's typographic symbols is a bullet, `ü` in Wingdings a tick.

The tables are the fonts' own character charts; what is not in them stays as the file has it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

_WINGDINGS = {
    0x22: "✂", 0x28: "☎", 0x2A: "✉", 0x6C: "●", 0x6D: "○", 0x6E: "■", 0x6F: "□", 0x70: "□", 0x71: "□", 0x72: "□",
    0x73: "◆", 0x74: "◆", 0x75: "◆", 0x76: "◆", 0x77: "◆", 0x9E: "•", 0x9F: "•", 0xA1: "○", 0xA7: "▪", 0xA8: "□",
    0xAB: "★", 0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "→", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒",
    0xFE: "☑",
}  # fmt: skip
_WORDPERFECT = {
    0x21: "•", 0x22: "○", 0x23: "■", 0x24: "•", 0x3C: "‘", 0x3D: "’", 0x40: "”", 0x41: "“", 0x42: "–", 0x43: "—",
}  # fmt: skip
_DINGBATS = {
    0x21: "✁", 0x25: "☎", 0x29: "✉", 0x33: "✓", 0x34: "✔", 0x35: "✕", 0x36: "✖", 0x37: "✗", 0x38: "✘", 0x48: "★",
    0x6C: "●", 0x6D: "○", 0x6E: "■", 0x6F: "□", 0x70: "□", 0x71: "□", 0x72: "□", 0x73: "▲", 0x74: "▼", 0x75: "◆",
    0x76: "◆",
}  # fmt: skip
_FONTS: tuple[tuple[re.Pattern[str], Mapping[int, str]], ...] = (
    (re.compile(r"^wingdings(?:-regular)?$", re.I), _WINGDINGS),
    (re.compile(r"^wptypographicsymbols$", re.I), _WORDPERFECT),
    (re.compile(r"^(?:itc)?zapf-?dingbats(?:itc)?$|^monotypesorts$", re.I), _DINGBATS),
)
_SUBSET = re.compile(r"^[A-Z]{6}\+")
_PRIVATE = 0xF000
"""Fonts of symbols have their signs here, too, by the letter's code."""


@lru_cache(maxsize=256)
def signs_of(font: str) -> Mapping[int, str] | None:
    """What the letters of a font show, by their code, if it is one of signs; `font` may have its subset tag."""
    bare = _SUBSET.sub("", font)
    for name, signs in _FONTS:
        if name.match(bare):
            return {**signs, **{_PRIVATE + code: sign for code, sign in signs.items()}}
    return None
