# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is a formula and what only looks like one, on plain text: it loads no parser.

A dollar sign is a currency first: "$10, Eve $10" holds no formula. An opening sign after
a digit, a closing sign before a digit, and contents that read like prose stay text. So
do `\\[1\\]` and `\\[x\\](y)`, which are escaped brackets.
"""

from __future__ import annotations

import re
from functools import lru_cache

CLOSERS = {"$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]"}

_ENVIRONMENTS = (
    "equation|displaymath|align|alignat|aligned|flalign|gather|gathered|multline|eqnarray|split|cases|array"
    "|matrix|pmatrix|bmatrix|Bmatrix|vmatrix|Vmatrix|smallmatrix"
)
BEGIN = re.compile(rf"\\begin\{{((?:{_ENVIRONMENTS})\*?)\}}")
NUMBER = re.compile(r"\s*\(([0-9A-Za-z.\-–']{1,12})\)\s*$")
"""The number of an equation behind its formula."""

_TEX = re.compile(r"\\[A-Za-z]+|(?<!\\)[\^_]|(?<!\\)\{")
_SIGNS = re.compile(r"[=<>+×·÷∈≤≥≈→]")
_WORDS = re.compile(r"(?:^|(?<=[\s(\"“/–-]))[A-Za-z]{2,}(?![A-Za-z])")


def is_formula(opener: str, content: str) -> bool:
    """Whether what stands between the signs is meant as a formula."""
    inner = content.strip()
    if not inner:
        return opener == "$$"  # an empty `$$ $$` is a faulty formula, `\( \)` and `\[ \]` are brackets
    spaced = content[0].isspace() and content[-1].isspace()
    if opener == "\\[":
        return spaced or bool(_TEX.search(inner))
    if opener != "$" or _TEX.search(inner):
        return True
    if "`" in inner or content[0].isspace() != content[-1].isspace():
        return False
    if not inner[0].isdigit() and _SIGNS.search(inner):
        return True
    words = len(_WORDS.findall(inner))
    return words == 0 or (words == 1 and not inner[0].isdigit() and not spaced)


def find_inline(text: str, start: int) -> tuple[str, int, int] | None:
    """The formula that begins exactly at `start`: its opener, and where its content begins
    and ends, or None."""
    opener = next((sign for sign in ("$$", "$", "\\(", "\\[") if text.startswith(sign, start)), None)
    if opener is None:
        return None
    before = text[start - 1] if opener == "$" and start > 0 else ""
    begin = start + len(opener)
    if before.isdigit() or (before.isascii() and before.isalpha() and text[begin : begin + 1].isdigit()):
        return None  # 35$, US$5
    end = _closing(text, CLOSERS[opener], begin)
    if end < 0 or not is_formula(opener, text[begin:end]):
        return None
    after = end + len(opener)
    if opener == "$" and after < len(text) and text[after].isdigit():
        return None
    return opener, begin, end


def _closing(text: str, closer: str, start: int) -> int:
    """Where the closer stands, skipping escaped dollar signs; -1 if nowhere."""
    if _last(text, closer) < start:
        return -1
    end = text.find(closer, start)
    while end > 0 and closer[0] == "$" and _escaped(text, end):
        end = text.find(closer, end + 1)
    return end


@lru_cache(maxsize=16)  # thousands of openers without a closer would each search the whole text
def _last(text: str, closer: str) -> int:
    return text.rfind(closer)


def _escaped(text: str, index: int) -> bool:
    before = index
    while before > 0 and text[before - 1] == "\\":
        before -= 1
    return (index - before) % 2 == 1
