# SPDX-License-Identifier: AGPL-3.0-or-later
"""Sentences that come ready made, in the user's language.

Where a code crosses a process, its sentence is made where it is shown, and looked up there. Why an engine cannot be
used, what the probe found and what a measurement showed are told in English sentences, though: they also stand in
kept tables, reports and logs, which stay English. Here such a sentence is recognised by its pattern, one of
`app.core.told`, and told again in the translation of that pattern, with its names and numbers put in. What is not
recognised stays as it is.
"""

from __future__ import annotations

import re
from functools import cache

from app.core import wording
from app.core.told import TOLD

_NUMBERS = {
    "n": r"\d[\d.,]*", "all": r"\d[\d.,]*", "seconds": r"\d[\d.,]*", "number": r"\d[\d.,]*", "status": r"-?\d+",
    "times": r"\d[\d.]*", "gain": r"\d[\d.]*", "step": r"\d[\d.]*", "tokens": r"\d[\d.]*", "pages": r"\d+",
    "before": r"\d+", "share": r"\d+ ?%", "speed": r"[\d.e+-]+", "size": r"[\d.,]+ [kMGT]?B",
    "cuda": r"\d[\d.]*", "release": r"\d[\w.+]*", "library": r"[^:]+",
}  # fmt: skip
"""Placeholders that stand for nothing else than this."""

_PARTS = ("; ", ", ")
"""What lists are joined with; their parts are told again one by one."""


def retell(text: str) -> str:
    """`text` in the user's language, as far as it is known."""
    if not text or not wording.translated():
        return text
    return _whole(text) or _in_parts(text) or text


def _whole(text: str) -> str:
    """The translation of a text that fits a pattern, also without its full stop and with a small letter in front;
    empty where none fits."""
    if found := _fitting(text):
        return found
    if not text.endswith(".") and (found := _fitting(f"{text}.")):
        return found.removesuffix(".").removesuffix("。")
    big = text[0].upper() + text[1:]
    if big != text and (found := _fitting(big)):
        return found[0].lower() + found[1:]
    return ""


def _fitting(text: str) -> str:
    patterns = _patterns()
    if text in patterns.exact:
        return wording.tr(text)
    for pattern, source in patterns.others:
        if match := pattern.fullmatch(text):
            return wording.tr(source).format(**{name: retell(value) for name, value in match.groupdict().items()})
    return ""


def _in_parts(text: str) -> str:
    for sign in _PARTS:
        if sign in text:
            return sign.join(retell(part) for part in text.split(sign))
    return ""


class _Patterns:
    """The table, ready to look in; those with most letters of their own first."""

    def __init__(self) -> None:
        self.exact = frozenset(text for text in TOLD if "{" not in text)
        open_ones = [text for text in TOLD if "{" in text]
        open_ones.sort(key=lambda text: -len(re.sub(r"\{\w+\}", "", text)))
        self.others = [(_compiled(text), text) for text in open_ones]


@cache
def _patterns() -> _Patterns:
    return _Patterns()


def _compiled(text: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", text)
    words = [re.escape(part) for part in parts[::2]]
    names = [f"(?P<{name}>{_NUMBERS.get(name, '.+?')})" for name in parts[1::2]]
    return re.compile("".join(a + b for a, b in zip(words, [*names, ""], strict=True)), re.DOTALL)
