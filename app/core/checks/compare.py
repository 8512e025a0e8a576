# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where text and page differ: pairs of unlike words, runs only the text has, runs only the page has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from app.core.align import Alignment
from app.core.align.normal import SINGLE, Bit, bits, has_digit
from app.core.align.page import Page, around
from app.core.align.source import SourceWord
from app.core.checks.evidence import Compared
from engine.protocol import Box, Word

CODE = frozenset({"fence", "code_block"})
"""Kinds of blocks that are code."""
SENTENCE = ".,;:()[]\"'“”‘’。，、；：（）「」『』《》！？"
"""Signs of the sentence around a word or number."""
BULLETS = "●•▪■◦‣○·"
_NO_MEANING = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ue000-\uf8ff\ufffd]")
_TOUCH = 0.1
"""Heights of a line that is no blank between two words."""
_NO_BLANKS = re.compile(f"[{SINGLE}]")


@dataclass(frozen=True, slots=True)
class Unlike:
    """A pair that is not the same: numbers of source words and of page words."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]


def unlike(compared: Compared) -> Iterator[Unlike]:
    """Pairs of unlike words outside formulas, each once."""
    alignment = compared.alignment
    done = -1
    for number, places in enumerate(alignment.places):
        if not places or number <= done:
            continue
        mine = alignment.back[places[0]]
        done = max(mine)
        words = [alignment.source.words[place] for place in mine]
        if any(word.math or word.soft for word in words):
            continue
        text = "".join(word.key for word in words)
        page = "".join(alignment.page.words[place].key for place in places)
        if text != page and not _same_letters(text, page) and compared.unknown.isdisjoint(places):
            yield Unlike(mine, places)


def _same_letters(text: str, page: str) -> bool:
    """Text layers give the parts of Arabic ligatures in either order."""
    return "\u0600" <= text[0] <= "\u06ff" and Counter(text) == Counter(page)


def only_text(alignment: Alignment) -> Iterator[range]:
    """Runs of source words without a place."""
    yield from _runs([not places for places in alignment.places])


def only_page(compared: Compared) -> Iterator[range]:
    """Runs of page words that no source word stands for, masked and unknown ones aside; a run ends where a line does
    that the next does not follow."""
    alignment = compared.alignment
    hidden = compared.masked | compared.unknown
    free = [not back and place not in hidden for place, back in enumerate(alignment.back)]
    yield from _runs(free)


def unknown(page: Page) -> frozenset[int]:
    """Page words that have, or stand right beside, a character that the text layer gives no meaning: the rest of the
    word may be in it, as the half of an Arabic ligature is."""
    given = page.given
    bad = [number for number, word in enumerate(given) if _NO_MEANING.search(word.text)]
    if not bad:
        return frozenset()
    tainted = set(bad)
    for number in bad:
        tainted.update(n for n in (number - 1, number + 1) if 0 <= n < len(given) and _touch(given[n], given[number]))
    return frozenset(place for place, word in enumerate(page.words) if not tainted.isdisjoint(word.words))


def _touch(one: Word, other: Word) -> bool:
    """Whether two words stand on one line without a blank between them."""
    a, b = one.box, other.box
    level = min(a[3], b[3]) - max(a[1], b[1]) > 0
    return level and max(a[0] - b[2], b[0] - a[2]) < _TOUCH * max(a[3] - a[1], b[3] - b[1])


def _runs(free: list[bool]) -> Iterator[range]:
    start = 0
    while start < len(free):
        if not free[start]:
            start += 1
            continue
        end = start
        while end < len(free) and free[end]:
            end += 1
        yield range(start, end)
        start = end


def source_text(alignment: Alignment, numbers: tuple[int, ...]) -> tuple[int, int]:
    """The span of source words, from the first to the last."""
    words = [alignment.source.words[number] for number in numbers]
    return min(word.start for word in words), max(word.end for word in words)


def page_text(alignment: Alignment, places: Sequence[int]) -> str:
    """The page's words as they are printed, each given word once; of one in a script without blanks, which may be a
    whole line, only those words."""
    page, own = alignment.page, set(places)
    of_given = {number: place for place in reversed(places) for number in page.words[place].words}
    texts: list[str] = []
    for number in dict.fromkeys(number for place in places for number in page.words[place].words):
        whole = page.given[number].text
        texts.append(part_of(page, number, of_given[number], own) if _NO_BLANKS.search(whole) else whole)
    return " ".join(text for text in texts if text)


def part_of(page: Page, number: int, place: int, own: Container[int]) -> str:
    """What of a given word belongs to page words: of one that is several words, those alone, and the signs at its
    ends with the first and the last. `place` is one of its words, `own` are the page words that are meant."""
    text = page.given[number].text
    first, found = bits_of(page, number, place)
    meant = [place - first for place in range(first, first + len(found)) if place in own]
    if len(meant) < len(found):
        start = found[meant[0]].start if meant[0] else 0
        return text[start : found[meant[-1]].end if meant[-1] < len(found) - 1 else len(text)].strip()
    return text.strip()


def bits_of(page: Page, number: int, place: int) -> tuple[int, list[Bit]]:
    """The first page word of a given word, of which `place` is one, and where each of them is in it; none if it shares
    one of them with another given word."""
    first = last = place
    while first and number in page.words[first - 1].words:
        first -= 1
    while last + 1 < len(page.words) and number in page.words[last + 1].words:
        last += 1
    found = list(bits(page.given[number].text))
    return first, found if len(found) == last - first + 1 else []


def numeric(alignment: Alignment, unlike_: Unlike) -> bool:
    """Whether digits are what differs."""
    text = "".join(alignment.source.words[number].key for number in unlike_.mine)
    page = "".join(alignment.page.words[place].key for place in unlike_.theirs)
    return has_digit(text) or has_digit(page)


def confidence(alignment: Alignment, places: Sequence[int]) -> float:
    """The least certainty of the page's words; 1 where the source has none."""
    known = [
        certainty
        for place in places
        for number in alignment.page.words[place].words
        if (certainty := alignment.page.given[number].confidence) is not None
    ]
    return min(known, default=1.0)


def neighbours(alignment: Alignment, places: tuple[int, ...]) -> tuple[int | None, int | None]:
    """The source words that the page's words right before and right after a run stand for."""
    before = alignment.back[places[0] - 1][-1:] if places[0] else ()
    after = alignment.back[places[-1] + 1][:1] if places[-1] + 1 < len(alignment.back) else ()
    return (before[0] if before else None), (after[0] if after else None)


def neighbour_words(alignment: Alignment, places: tuple[int, ...]) -> list[SourceWord]:
    """The same as words, as far as there are some."""
    return [alignment.source.words[number] for number in neighbours(alignment, places) if number is not None]


def page_boxes(alignment: Alignment, places: Sequence[int]) -> tuple[Box, ...]:
    """The boxes of page words, one for each line."""
    lines: dict[int, list[Box]] = {}
    for place in places:
        word = alignment.page.words[place]
        for part, box in enumerate(word.boxes):
            lines.setdefault(word.line + part, []).append(box)
    return tuple(around(group) for group in lines.values())


def between(compared: Compared, places: tuple[int, ...]) -> int | None:
    """Where in the text a run of page words is lacking, if its neighbours are in the text next to each other and one of
    them is on the run's line; None elsewhere, beside formulas, and for the line numbers of code."""
    alignment = compared.alignment
    before, after = neighbours(alignment, places)
    words = alignment.source.words
    line = alignment.page.words[places[0]].line
    beside = [n for n in (places[0] - 1, places[-1] + 1) if 0 <= n < len(alignment.back) and alignment.back[n]]
    if places[-1] - places[0] >= len(places) or not any(alignment.page.words[n].line == line for n in beside):
        return None
    if any(words[n].math for n in (before, after) if n is not None):
        return None
    known = before if before is not None else after
    if known is None:
        return None
    code = any(alignment.source.blocks[words[n].block].kind in CODE for n in (before, after) if n is not None)
    if code and (places[0] == 0 or alignment.page.words[places[0] - 1].line != line):
        return None
    if before is not None and after is not None:
        return words[before].end if 0 < after - before <= 1 else None
    if not compared.strict or words[known].soft:
        return None
    return words[known].end if before is not None else words[known].start


def in_text(compared: Compared, run: range) -> bool:
    """Whether a short run of source words stands in text that the page has: with the words on both sides in place,
    and no formula beside it."""
    alignment = compared.alignment
    words = alignment.source.words
    sides = [number for number in (run.start - 1, run.stop) if 0 <= number < len(words)]
    return bool(sides) and not any(words[number].math or not alignment.places[number] for number in sides)
