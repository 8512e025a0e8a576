# SPDX-License-Identifier: AGPL-3.0-or-later
"""`repetition` of parts that are written again right behind themselves, more often than the page has them: a row, an
item, a whole table, a loop. They are found before all else, since their words take the places of others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from app.core.align import Alignment
from app.core.align.alignment import set_beside
from app.core.align.source import Source
from app.core.checks.flag import Flag, Kind, Reason, Severity
from app.core.checks.taking import taken_out
from app.core.checks.units import Unit, units

LOOP = 4
"""Times in a row that are a loop."""
_BEFORE = 6
"""Earlier equal units at most that a repetition is looked for from."""
_FREE = 0.5
"""Share of the words of each part that is too many that the page has nothing for, at least: the others stand in the
places of words that the text lacks."""
_LOST, _NEAR = 0.5, 0.34
"""Share of a part's words at most whose places no word has when what is too many is gone, anywhere and beside the part
that stays: of a part that the page has, it is all."""
_LETTERS = 4
"""Letters and digits of a part at least."""
_TRIES = 3
_CLOSING = re.compile(r"(?:\s|</(?:td|th|tr|tbody|thead|table|p|li|ul|ol|div)\s*>)*", re.I)
_BEGUN = re.compile(r"</?[A-Za-z][^<>\n]{0,40}\Z")
_TAG = re.compile(r"<(/?)(table|thead|tbody|tr|td|th|ul|ol|li|p|div)(?=[\s>])[^<>]*>", re.I)


@dataclass(frozen=True, slots=True)
class _Again:
    """From unit `first` on `times` times the same `period` units, and `rest` more that the text ends with."""

    first: int
    period: int
    times: int
    rest: int

    @property
    def later(self) -> list[int]:
        """Where the parts after the first one begin, the last one first."""
        count = self.times + (1 if self.rest else 0)
        return [self.first + number * self.period for number in range(count - 1, 0, -1)]

    @property
    def stop(self) -> int:
        return self.first + self.period * self.times + self.rest


@dataclass(frozen=True, slots=True)
class _Surplus:
    """The units that are too many: the last ones of `again`."""

    again: _Again
    start: int
    words: range


def _surplus(parts: Sequence[Unit], again: _Again, start: int) -> _Surplus:
    return _Surplus(again, start, range(parts[start].words.start, parts[again.stop - 1].words.stop))


def _fewer(parts: Sequence[Unit], one: _Surplus) -> _Surplus | None:
    """The same with one part less."""
    start = one.start + one.again.period
    return _surplus(parts, one.again, start) if start < one.again.stop else None


def doubled(alignment: Alignment, strict: bool) -> tuple[tuple[Flag, ...], Alignment]:
    """Flags of the parts, and the page set beside the text without them."""
    parts = _parts(alignment.source)
    found = sorted(_again(parts), key=lambda one: (one.first - one.stop, one.period, one.first))
    chosen = _chosen(alignment, parts, found) if found else []
    for _ in range(_TRIES):
        if not chosen:
            break
        rest = _without(alignment, chosen)
        sound = [_is_sound(alignment, rest, parts, one) for one in chosen]
        if all(sound):
            return tuple(_flag(alignment.source.text, parts, one) for one in chosen), rest
        told = [one if good else _fewer(parts, one) for one, good in zip(chosen, sound, strict=True)]
        chosen = [one for one in told if one is not None]
    return (), alignment


def _parts(source: Source) -> list[Unit]:
    """The units with words; of the last one without those of a tag that the text ends within."""
    parts = [unit for unit in units(source) if unit.keys]
    if parts and (tag := _BEGUN.search(source.text, parts[-1].start)):
        last = parts[-1]
        count = sum(source.words[number].start < tag.start() for number in last.words)
        parts[-1:] = [replace(last, keys=last.keys[:count])] if count else []
    return parts


def _again(parts: Sequence[Unit]) -> Iterator[_Again]:
    """Where units follow themselves directly, whatever the page has."""
    numbers: dict[tuple[str, ...], int] = {}
    own = [numbers.setdefault(unit.keys, len(numbers)) for unit in parts]
    seen: dict[int, list[int]] = {}
    reach: dict[int, int] = {}  # where the last repetition with this period ends
    for at, number in enumerate(own):
        for first in seen.get(number, ())[-_BEFORE:]:
            period = at - first
            if first < reach.get(period, 0):
                continue
            times = 1
            while own[first:at] == own[first + times * period : first + (times + 1) * period]:
                times += 1
            rest = _rest(parts, own, first, first + times * period)
            reach[period] = first + times * period
            if sum(len(key) for unit in parts[first:at] for key in unit.keys) < _LETTERS:
                continue
            if rest:
                yield _Again(first, period, times, rest)
            if times > 1:
                yield _Again(first, period, times, 0)
        seen.setdefault(number, []).append(at)


def _rest(parts: Sequence[Unit], own: Sequence[int], first: int, end: int) -> int:
    """How many units the text ends with that begin the same once more: the reading was cut off there."""
    rest = len(parts) - end
    if not 0 < rest <= end - first:
        return 0
    last, whole = parts[-1].keys, parts[first + rest - 1].keys
    begun = whole[: len(last) - 1] == last[:-1] and "".join(whole[len(last) - 1 : len(last)]).startswith(last[-1])
    return rest if begun and own[first : first + rest - 1] == own[end:-1] else 0


def _chosen(alignment: Alignment, parts: Sequence[Unit], found: Sequence[_Again]) -> list[_Surplus]:
    """Those that the page has nothing for, the largest first, in the order of the text and apart."""
    free = _unmatched(alignment)
    chosen: list[_Surplus] = []
    for again in found:
        if any(one.again.first < again.stop and again.first < one.again.stop for one in chosen):
            continue
        gone = Counter[str]()
        start = again.stop
        for begin in again.later:
            keys = Counter(key for unit in parts[begin:start] for key in unit.keys)
            if ((gone + keys) & free).total() - (gone & free).total() < _FREE * keys.total():
                break
            gone += keys
            start = begin
        if start < again.stop:
            chosen.append(_surplus(parts, again, start))
            free -= gone
    return sorted(chosen, key=lambda one: one.start)


def _unmatched(alignment: Alignment) -> Counter[str]:
    """Keys of the text's words that the page does not have in their place."""
    words = alignment.source.words
    return Counter(word.key for number, word in enumerate(words) if not _is_matched(alignment, number))


def _is_matched(alignment: Alignment, number: int) -> bool:
    places = alignment.places[number]
    if not places:
        return False
    mine = "".join(alignment.source.words[one].key for one in alignment.back[places[0]])
    return mine == "".join(alignment.page.words[place].key for place in places)


def _is_sound(alignment: Alignment, rest: Alignment, parts: Sequence[Unit], one: _Surplus) -> bool:
    """Whether the page's words that stand for a repeated part and those before it go on to do so without it."""
    again = one.again
    first, last = parts[again.first], parts[again.first + again.period - 1]
    run = range(first.words.start, one.words.stop)
    places = {place: _is_matched(alignment, number) for number in run for place in alignment.places[number]}
    lost = [
        place
        for place, matched in places.items()
        if not rest.back[place] or (matched and not _is_matched(rest, rest.back[place][0]))
    ]
    size = min(len(one.words), last.words.stop - first.words.start)
    kept = [place for number in rest.words_in(first.start, last.end) for place in rest.places[number]]
    low, high = min(kept, default=0) - len(one.words), max(kept, default=0) + len(one.words)
    return len(lost) <= _LOST * size and sum(low <= place <= high for place in lost) <= _NEAR * size


def _without(alignment: Alignment, chosen: Sequence[_Surplus]) -> Alignment:
    """The page beside the text as if those parts were not in it."""
    source = alignment.source
    gone = {number for one in chosen for number in one.words}
    kept = tuple(word for number, word in enumerate(source.words) if number not in gone)
    return set_beside(Source(source.text, source.blocks, kept, source.formulas), alignment.page)


def _flag(text: str, parts: Sequence[Unit], surplus: _Surplus) -> Flag:
    """What is taken out leaves the part before it as it is, and what follows right behind."""
    again = surplus.again
    count = again.times + (1 if again.rest else 0)
    before, start, end = parts[surplus.start - 1], parts[surplus.start].start, parts[again.stop - 1].end
    reason = Reason.LOOP if count >= LOOP else Reason.LINE_AGAIN
    suggestion: str | None = None
    if again.stop == len(parts) and _closers(text):  # it was cut off there
        start, end, suggestion = before.end, len(text), _closers(text[: before.end])
    elif _balanced(text[before.end : end]):
        start, end, suggestion = _exact(text, before, start, end)
    return Flag(Kind.REPETITION, Severity.FAULT, start, end, reason, {"count": count}, (), False, suggestion)


def _exact(text: str, before: Unit, start: int, end: int) -> tuple[int, int, str]:
    """The span that is shown, and what is put there, so that from the part before it on all is as behind it."""
    wanted = text[: before.end] + text[end:]
    pairs = zip(_closing(text, before.end), _closing(text, end), strict=False)
    further = len(_closing("".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)), 0))
    low, high = before.end + further, end + further
    trimmed = low + len(text[low:high]) - len(text[low:high].lstrip()), len(text[:high].rstrip())
    left = {span: _left(text, *span) for span in ((start, end), trimmed, (low, high), (before.end, end))}
    for span, rest in left.items():
        if rest == wanted:
            return *span, ""
    for span, rest in left.items():
        if rest.rstrip() == wanted.rstrip():
            return *span, ""
    return before.start, end, text[before.start : before.end]


def _left(text: str, start: int, end: int) -> str:
    low, high = taken_out(text, start, end)
    return text[:low] + text[high:]


def _closing(text: str, at: int) -> str:
    match = _CLOSING.match(text, at)
    return match[0] if match else ""


def _balanced(piece: str) -> bool:
    counts: Counter[str] = Counter()
    for match in _TAG.finditer(piece):
        counts[match[2].lower()] += -1 if match[1] else 1
    return not any(counts.values())


def _closers(text: str) -> str:
    """The tags that close what a text leaves open."""
    waiting: list[str] = []
    for match in _TAG.finditer(text):
        name = match[2].lower()
        if not match[1]:
            waiting.append(name)
        elif name in waiting:
            del waiting[len(waiting) - 1 - waiting[::-1].index(name) :]
    return "".join(f"</{name}>" for name in reversed(waiting))
