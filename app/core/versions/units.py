# SPDX-License-Identifier: AGPL-3.0-or-later
"""The units that versions are compared by: words and numbers, signs of scripts without spaces one by one,
whole formulas, whole tags, and the bars of tables. White space is between them."""

from __future__ import annotations

import re

_SPACELESS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Myanmar, Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"  # kana and iteration marks
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u0670\u0900-\u0903"
    "\u093a-\u094f\u1ab0-\u1aff\u20d0-\u20ff"
)
_LETTER = f"[^\\W_{_SPACELESS}]"

_UNIT = re.compile(
    "|".join(
        (
            r"\$\$.{1,5000}?\$\$",
            r"\\\[.{1,5000}?\\\]",
            r"\\\([^\n]{1,2000}?\\\)",
            r"\$(?![\s$])[^$\n]{1,2000}?(?<![\s\\])\$(?!\d)",
            r"</?[A-Za-z][^<>]{0,2000}>",
            r"<!--.{0,5000}?-->",
            r"\|(?:[ \t]*:?-{2,}:?[ \t]*\|)+",  # the line under a table's head
            rf"{_LETTER}[{_MARKS}]*(?:(?:{_LETTER}|[{_MARKS}])|[.,'’:/\-\u00ad](?={_LETTER}))*",
            rf"[{_SPACELESS}]",
            r"(\S)\1*",  # ###, ---, ** and any other sign
        )
    ),
    re.DOTALL,
)


def units(text: str) -> list[tuple[int, int]]:
    """Where each unit begins and ends, in code points. Time grows with the length of the text."""
    return [match.span() for match in _UNIT.finditer(text)]
