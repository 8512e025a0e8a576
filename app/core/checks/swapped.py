# SPDX-License-Identifier: AGPL-3.0-or-later
"""`word-differs` of words, and of sentences, that stand the other way round than on the page: "30 of 12" for
"12 of 30"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.core.align.page import PageWord
from app.core.checks.compare import CODE, confidence, page_boxes, page_text
from app.core.checks.evidence import Compared
from app.core.checks.flag import Flag, Kind, Reason, Severity
from app.core.checks.signs import CERTAIN

_LONGEST = 150
"""Words that stand in another order at most."""
_PARTS = 3
_LETTERS = 2
"""Letters of each part at least."""
_PROSE = frozenset(
    {"paragraph_open", "heading_open", "bullet_list_open", "ordered_list_open", "blockquote_open", "between"}
)
_RIGHT_TO_LEFT = ("\u0590", "\u08ff")


def check(compared: Compared) -> Iterator[Flag]:
    """Only where the page's own order is beyond doubt: each word is right of the one before, or on the next line."""
    alignment = compared.alignment
    if not alignment.moved:
        return
    done = -1
    for number in sorted(alignment.moved):
        if number <= done:
            continue
        runs = _runs(compared, number)
        if runs is None:
            continue
        done = runs[-1].stop - 1
        flag = _flag(compared, runs)
        if flag is not None:
            yield flag


def _runs(compared: Compared, moved: int) -> list[range] | None:
    """The text's words around one that is moved, in two or three runs that the page has in another order: what is
    before and behind them is there before and behind."""
    page = compared.alignment.page.words
    start = end = moved
    while end - start < _LONGEST:
        places = [_place(compared, number) for number in range(start, end + 1)]
        known = [place for place in places if place is not None]
        if len(known) < len(places):
            return None
        low, high = min(known), max(known)
        inside = [_source(compared, place) for place in range(low, high + 1)]
        before = _source(compared, low - 1) if low else -1
        after = _source(compared, high + 1) if high + 1 < len(page) else len(compared.alignment.places)
        if before is None or after is None or None in inside:
            return None
        if before == start - 1 and after == end + 1 and start < end and len(inside) == len(known):
            break
        wanted = [number for number in inside if number is not None]
        if len(inside) == len(known):  # all of these are together: what should be beside them is elsewhere
            wanted += [before] if before != start - 1 else [after]
        start, end = min(start, *wanted), max(end, *wanted)
        if start < 0 or end == len(compared.alignment.places):
            return None
    else:
        return None
    parts: list[list[int]] = [[start]]
    for one, other in pairwise(range(start, end + 1)):
        if (_place(compared, other) or 0) - (_place(compared, one) or 0) == 1:
            parts[-1].append(other)
        else:
            parts.append([other])
    return [range(part[0], part[-1] + 1) for part in parts] if 2 <= len(parts) <= _PARTS else None


def _source(compared: Compared, place: int) -> int | None:
    """The word of the text that a word of the page is."""
    back = compared.alignment.back[place] if 0 <= place < len(compared.alignment.back) else ()
    return back[0] if len(back) == 1 else None


def _place(compared: Compared, number: int) -> int | None:
    """The place of a word of prose that is one word on the page, and the same."""
    alignment = compared.alignment
    if not 0 <= number < len(alignment.places) or len(alignment.places[number]) != 1:
        return None
    (place,) = alignment.places[number]
    word = alignment.source.words[number]
    kind = alignment.source.blocks[word.block].kind
    same = alignment.page.words[place].key == word.key and alignment.back[place] == (number,)
    return place if same and not word.math and not word.soft and kind in _PROSE and kind not in CODE else None


def _flag(compared: Compared, runs: Sequence[range]) -> Flag | None:
    alignment = compared.alignment
    words, text = alignment.source.words, alignment.source.text
    if len({words[number].block for run in runs for number in run}) > 1:
        return None
    keys = ["".join(words[number].key for number in run) for run in runs]
    if any(len(key) < _LETTERS and not key.isdigit() for key in keys) or any(_from_right(key) for key in keys):
        return None
    order = sorted(runs, key=lambda run: alignment.places[run.start][0])
    places = [alignment.places[number][0] for run in order for number in run]
    around = [n for n in (places[0] - 1, *places, places[-1] + 1) if 0 <= n < len(alignment.page.words)]
    if not compared.strict and confidence(alignment, around) < CERTAIN:
        return None
    if not all(_follows(compared.level.page.words[a], compared.level.page.words[b]) for a, b in pairwise(places)):
        return None
    spans = [(words[run.start].start, words[run.stop - 1].end) for run in order]
    between = [text[words[a.stop - 1].end : words[b.start].start] for a, b in pairwise(runs)]
    start, end = words[runs[0].start].start, words[runs[-1].stop - 1].end
    joined = "".join(
        text[low:high] + (between[number] if number < len(between) else "") for number, (low, high) in enumerate(spans)
    )
    severity = Severity.DOUBT if compared.strict else Severity.HINT
    data = {"text": text[start:end], "page": page_text(alignment, places)}
    return Flag(
        Kind.WORD_DIFFERS, severity, start, end, Reason.OTHER_WORD, data, page_boxes(alignment, places), True,
        joined if "\n" not in joined else None,
    )  # fmt: skip


def _follows(word: PageWord, after: PageWord) -> bool:
    """Whether a word is right of the one before on its line, or on the next line of the column."""
    one, other = word.boxes[-1], after.boxes[0]
    high = one[3] - one[1]
    level = min(one[3], other[3]) - max(one[1], other[1]) > 0.5 * min(high, other[3] - other[1])
    if level:
        return -0.1 * high <= other[0] - one[2] < 3 * high
    lower = ((other[1] + other[3]) - (one[1] + one[3])) / 2
    return 0 < lower < 2.5 * high and other[0] < one[0]


def _from_right(key: str) -> bool:
    return any(_RIGHT_TO_LEFT[0] <= sign <= _RIGHT_TO_LEFT[1] for sign in key)
