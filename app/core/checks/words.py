# SPDX-License-Identifier: AGPL-3.0-or-later
"""`word-differs`: another word in its place than the second reading has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import combining, normalize

from rapidfuzz.distance import Indel

from app.core.align.normal import HYPHENS
from app.core.checks.compare import (
    BULLETS,
    SENTENCE,
    Unlike,
    confidence,
    numeric,
    page_boxes,
    page_text,
    source_text,
    unlike,
)
from app.core.checks.evidence import Compared
from app.core.checks.flag import Flag, Kind, Reason, Severity
from app.core.checks.putting import fitting, printed
from app.core.checks.signs import CERTAIN

_SURE = 0.8
_AROUND = 4
"""Words of the text beside a pair that the OCR may have given in another order."""
_UNLIKE = 0.5
"""An OCR misreads letters: a word with fewer in common than this is another word."""
_MONTHS = (
    "january february march april may june july august september october november december",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
)
_SCALES = ("thousand million billion trillion", "tausend million millionen milliarde milliarden billion billionen",
           "mille million millions milliard milliards", "mil millón millones billón billones")  # fmt: skip
_CLASSES = tuple(frozenset(names.split()) for names in (*_MONTHS, *_SCALES))
"""Words that an OCR does not take for each other, however many letters they share."""
_JOINED = (("rn", "m"), ("ri", "n"), ("ii", "u"), ("cl", "d"))
_ALIKE = str.maketrans("ij1tfec0vyq", "lllllooouug")
_TWICE = re.compile(r"(.)\1+")


def check(compared: Compared) -> Iterator[Flag]:
    """One flag a pair of unlike words."""
    alignment = compared.alignment
    text = alignment.source.text
    for pair in unlike(compared):
        if numeric(alignment, pair):
            continue
        mine = "".join(alignment.source.words[number].key for number in pair.mine)
        theirs = "".join(alignment.page.words[place].key for place in pair.theirs)
        if not compared.strict and not _other(compared, pair, mine, theirs):
            continue
        page = page_text(alignment, pair.theirs).rstrip()
        if page[-1:] in HYPHENS and mine.startswith(theirs):
            continue  # its rest is on the next page
        if not compared.strict and theirs in _near(compared, pair) and not _between(compared, pair):
            continue  # another order of cells
        start, end = source_text(alignment, pair.mine)
        word = fitting(text, start, end, printed(alignment, pair.theirs).strip(SENTENCE + BULLETS))
        data = {"text": text[start:end], "page": page.strip(SENTENCE + BULLETS)}
        severity = Severity.DOUBT if compared.strict else Severity.HINT
        yield Flag(
            Kind.WORD_DIFFERS, severity, start, end, Reason.OTHER_WORD, data, page_boxes(alignment, pair.theirs),
            True, word,
        )  # fmt: skip


def _other(compared: Compared, pair: Unlike, mine: str, theirs: str) -> bool:
    """Whether an OCR has another word here, and not the same one misread: hardly a letter in common; or one whole word
    for another that it is very sure of, and no letters that it takes for each other."""
    sure = confidence(compared.alignment, pair.theirs)
    if sure >= _SURE and any(mine in words and theirs in words for words in _CLASSES):
        return True
    if min(len(mine), len(theirs)) < 4 or sure < _SURE:
        return False
    if Indel.normalized_similarity(mine, theirs) < _UNLIKE:
        return True
    page, place = compared.alignment.page.words, pair.theirs[0]
    beside = (*page[max(0, place - 1) : place], *page[place + 1 : place + 2])
    shared = any(set(word.words) & set(page[place].words) for word in beside)
    alone = len(pair.mine) == len(pair.theirs) == len(page[place].words) == 1 and not shared
    return alone and sure >= CERTAIN and _shape(mine) != _shape(theirs) and not _cut(compared, pair, mine, theirs)


def _shape(key: str) -> str:
    """The word without what an OCR confuses or loses: accents, letters that look alike, letters twice in a row."""
    plain = "".join(sign for sign in normalize("NFKD", key) if not combining(sign))
    for pair, one in _JOINED:
        plain = plain.replace(pair, one)
    return _TWICE.sub(r"\1", plain.translate(_ALIKE))


def _cut(compared: Compared, pair: Unlike, mine: str, theirs: str) -> bool:
    """Whether the OCR's word is a part of the text's at the end of a line, or the other way round: its rest is lost, or
    was taken along."""
    page = compared.alignment.page
    place = pair.theirs[0]
    ends = place + 1 == len(page.words) or page.words[place + 1].line != page.words[place].line
    begins = not place or page.words[place - 1].line != page.words[place].line
    one, other = sorted((mine, theirs), key=len)
    return (ends and other.startswith(one)) or (begins and other.endswith(one))


def _between(compared: Compared, pair: Unlike) -> bool:
    """Whether the words before and after a pair in the text are those before and after it on the page."""
    alignment = compared.alignment
    sides = ((min(pair.mine) - 1, min(pair.theirs) - 1), (max(pair.mine) + 1, max(pair.theirs) + 1))
    return all(
        0 <= number < len(alignment.places)
        and alignment.places[number] == (place,)
        and alignment.page.words[place].key == alignment.source.words[number].key
        for number, place in sides
    )


def _near(compared: Compared, pair: Unlike) -> set[str]:
    """Words of the text around a pair."""
    words = compared.alignment.source.words
    around = range(max(0, pair.mine[0] - _AROUND), min(len(words), pair.mine[-1] + _AROUND + 1))
    return {words[number].key for number in around if number not in pair.mine}
