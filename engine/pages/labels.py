# SPDX-License-Identifier: AGPL-3.0-or-later
"""Page labels ("iv", "A-3") from the rules a PDF keeps them in (PDF 32000-1, 12.4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LabelRule:
    """From page `start` (counted from 0) on: `prefix`, then a number in `style` that begins
    with `first`. Styles: D decimal, R and r roman, A and a letters, else no number."""

    start: int
    style: str
    prefix: str
    first: int


def page_labels(rules: Sequence[LabelRule], pages: int) -> list[str]:
    """One label a page; empty if there are no rules or they only count from 1."""
    labels: list[str] = []
    ordered = sorted((rule for rule in rules if rule.start >= 0), key=lambda rule: rule.start)
    for rule, until in zip(ordered, [*(rule.start for rule in ordered[1:]), pages], strict=False):
        labels += [str(page + 1) for page in range(len(labels), min(rule.start, pages))]
        for page in range(rule.start, min(until, pages)):
            labels.append(rule.prefix + _number(rule.style, rule.first + page - rule.start))
    plain = all(label == str(page + 1) for page, label in enumerate(labels))
    return [] if plain else labels


def _number(style: str, value: int) -> str:
    match style:
        case "D":
            return str(value)
        case "R":
            return roman(value)
        case "r":
            return roman(value).lower()
        case "A":
            return letters(value)
        case "a":
            return letters(value).lower()
        case _:
            return ""


def roman(value: int) -> str:
    """Roman numeral; values outside 1..100,000 as decimal, for nobody writes them so."""
    if not 1 <= value <= 100_000:
        return str(value)
    signs = zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        ("M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"),
        strict=True,
    )
    text = ""
    for worth, sign in signs:
        text += sign * (value // worth)
        value %= worth
    return text


def letters(value: int) -> str:
    """A to Z, then AA to ZZ, then AAA: the letter repeated, as the standard has it."""
    if not 1 <= value <= 26_000:
        return str(value)
    times, letter = divmod(value - 1, 26)
    return chr(ord("A") + letter) * (times + 1)
