# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the user searches for, as a pattern that cannot hang the program.

Plain words and regular expressions go through the `regex` package, which takes a time limit and lets
other threads go on. Before that, what would make it build an enormous pattern is refused.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

import regex

from app.core.wording import mark, tr

SECONDS = 2.0
"""All the time that one page may take; a sound pattern takes a thousandth of it."""

PATTERN_MOST = 1000
"""Characters of a pattern."""

_REPEATS_MOST = 10_000
"""Product of all counted repetitions: each copies what it repeats."""

_COUNT = re.compile(r"\{(\d*),?(\d*)\}")

_BRACE = re.compile(r"(?P<kept>\\[pPN]\{[^}]*\}|\\.|\{\d+\}|\{\d*,\d*\})|\{", re.DOTALL)
"""A brace that counts nothing stands for itself, as in LaTeX: to the package `{e}` would mean "with any errors"."""


class PatternError(ValueError):
    """The pattern or the replacement is wrong, or takes too long; the message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Search:
    """`pattern` is a regular expression if `regex` is set, with `^` and `$` at each line. `case`: capitals
    count. `words`: whole words only."""

    pattern: str
    regex: bool = False
    case: bool = False
    words: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A hit, in code points."""

    start: int
    end: int


class Finder:
    """Raises PatternError for a pattern that cannot be used; so do all methods, when the time is over."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._compiled = _compiled(search)

    def places(self, text: str) -> Iterator[Place]:
        """All hits, from the first to the last; none overlap."""
        end_of_time = time.monotonic() + SECONDS
        at = 0
        while at <= len(text):
            found = self._one(text, at, end_of_time)
            if found is None:
                return
            yield Place(*found.span())
            at = found.end() + (found.end() == found.start())

    def after(self, text: str, position: int) -> Place | None:
        """The first hit that begins at `position` or later."""
        if position > len(text):
            return None
        found = self._one(text, max(0, position), time.monotonic() + SECONDS)
        return Place(*found.span()) if found else None

    def before(self, text: str, position: int) -> Place | None:
        """The last hit that ends at `position` or before."""
        last = None
        for place in self.places(text):
            if place.end > position:
                break
            last = place
        return last

    def replaced(self, text: str, replacement: str) -> tuple[str, int]:
        """The text with every hit replaced, and how many there were. In a regular expression's replacement
        `\\1` or `\\g<name>` stand for groups, `\\n` for a new line."""
        put = self._replacement(replacement)
        try:
            return self._compiled.subn(put, text, timeout=SECONDS, concurrent=True)
        except TimeoutError as error:
            raise PatternError(tr(_SLOW)) from error
        except (regex.error, IndexError, ValueError) as error:
            raise PatternError(_bad_replacement(error)) from error

    def replaced_at(self, text: str, place: Place, replacement: str) -> str | None:
        """What replaces the hit at just this place; None if there is no hit (any more)."""
        found = self._one(text, place.start, time.monotonic() + SECONDS)
        if found is None or found.span() != (place.start, place.end):
            return None
        if not self._search.regex:
            return replacement
        try:
            return str(found.expand(_template(replacement)))
        except (regex.error, IndexError, ValueError) as error:
            raise PatternError(_bad_replacement(error)) from error

    def _one(self, text: str, at: int, end_of_time: float) -> regex.Match[str] | None:
        try:
            left = max(0.001, end_of_time - time.monotonic())
            return self._compiled.search(text, at, timeout=left, concurrent=True)
        except TimeoutError as error:
            raise PatternError(tr(_SLOW)) from error

    def _replacement(self, replacement: str) -> str:
        return _template(replacement) if self._search.regex else replacement.replace("\\", "\\\\")


_SLOW = mark("This pattern takes too long; write it with fewer repetitions within repetitions.")


def _compiled(search: Search) -> regex.Pattern[str]:
    pattern = search.pattern
    if not pattern:
        raise PatternError(tr("Type what to look for."))
    if len(pattern) > PATTERN_MOST:
        raise PatternError(tr("This is too long to look for; use at most {n:,} characters.").format(n=PATTERN_MOST))
    if not search.regex:
        pattern = regex.escape(pattern, literal_spaces=True)
    elif _repeats(pattern) > _REPEATS_MOST:
        raise PatternError(tr("This pattern repeats too much; use smaller numbers in braces."))
    else:
        pattern = _BRACE.sub(lambda found: found["kept"] or r"\{", pattern)
    flags = regex.MULTILINE
    if not search.case:
        flags |= regex.IGNORECASE | regex.FULLCASE
    try:
        if search.regex and search.words:
            regex.compile(pattern, flags)  # so that what is said of it is said of what was typed
        return regex.compile(rf"(?<!\w)(?:{pattern})(?!\w)" if search.words else pattern, flags)
    except regex.error as error:
        place = getattr(error, "pos", None)
        text = tr("The pattern is not complete or not allowed: {reason} (at character {place}).")
        if place is None:
            text = tr("The pattern is not complete or not allowed: {reason}.")
        raise PatternError(text.format(reason=_reason(error), place=_typed(search.pattern, place or 0) + 1)) from error
    except (RecursionError, OverflowError) as error:
        raise PatternError(tr("This pattern is nested too deeply; make it simpler.")) from error


def _typed(pattern: str, place: int) -> int:
    """Where a place of the pattern was, before braces in front of it got a backslash."""
    for found in _BRACE.finditer(pattern):
        if found["kept"] is None and found.start() < place:
            place -= 1
    return place


def _repeats(pattern: str) -> int:
    product = 1
    for least, most in _COUNT.findall(pattern):
        product *= max(1, int(least or 0), int(most or 0))
        if product > _REPEATS_MOST:
            break
    return product


def _template(replacement: str) -> str:
    """A lone backslash at the end stands for itself."""
    lone = (len(replacement) - len(replacement.rstrip("\\"))) % 2
    return replacement + "\\" * lone


def _bad_replacement(error: Exception) -> str:
    return tr("The replacement is not understood: {reason}.").format(reason=_reason(error))


def _reason(error: Exception) -> str:
    return str(getattr(error, "msg", error))
