# SPDX-License-Identifier: AGPL-3.0-or-later
"""All checks of one page, and what came of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from app.core.align import Alignment, align
from app.core.align.page import upright
from app.core.align.source import read
from app.core.checks import (
    columns,
    formulas,
    invented,
    lists,
    missing,
    numbers,
    order,
    reading,
    repetition,
    signs,
    swapped,
    tables,
    words,
)
from app.core.checks.body import Body
from app.core.checks.compare import unknown
from app.core.checks.cutting import crosses
from app.core.checks.doubled import doubled
from app.core.checks.evidence import Compared, Evidence, Origin, Unfit
from app.core.checks.flag import SECOND, Flag, Kind
from app.core.checks.masks import masked
from app.core.checks.second import unfit


@dataclass(frozen=True, slots=True)
class Findings:
    """Flags in the order of the text. `origin` names the second reading; `unfit` says why it was not used, and then no
    flag rests on it. `alignment` is None without page words."""

    flags: tuple[Flag, ...]
    origin: Origin | None = None
    unfit: Unfit | None = None
    alignment: Alignment | None = None

    @property
    def silent(self) -> frozenset[Kind]:
        """Kinds that could not be looked for on this page."""
        return SECOND - {Kind.BLANK_BUT_TEXT, Kind.INK_BUT_EMPTY} if self.unfit is not None else frozenset()


def check(evidence: Evidence, *, off: Iterable[Kind] = (), alignment: Alignment | None = None) -> Findings:
    """Flags of one page without those kinds that are switched off. `alignment` may be given where it is known (it must
    be of this text and these words). Never raises on any text or words; may be called from any thread."""
    second = evidence.second
    if alignment is None and second is not None and second.words:
        alignment = align(evidence.text, second.words)
    reason = unfit(second, alignment)
    compared = None
    again: tuple[Flag, ...] = ()
    if reason is None and second is not None and alignment is not None:
        strict = second.origin is Origin.TEXT_LAYER
        again, apart = doubled(alignment, strict)
        level = _level(apart)
        compared = Compared(apart, level, masked(level, evidence.running), strict, unknown(level.page))
    switched_off = frozenset(off)
    found = [*again, *_all(evidence, compared, alignment, switched_off)]
    found = [_careful(flag, compared) for flag in found if flag.kind not in switched_off]
    found.sort(key=lambda flag: (flag.start, flag.end, flag.kind))
    flags = tuple(_numbered(_once(found), evidence.text))
    return Findings(flags, second.origin if second else None, reason, alignment)


def _careful(flag: Flag, compared: Compared | None) -> Flag:
    """Without a suggestion that would take the border between two cells along with a word or number."""
    if flag.kind not in (Kind.NUMBER_DIFFERS, Kind.WORD_DIFFERS) or not flag.suggestion or compared is None:
        return flag
    return replace(flag, suggestion=None) if crosses(compared.alignment.source, flag.start, flag.end) else flag


def _numbered(flags: Iterable[Flag], text: str) -> Iterator[Flag]:
    """Flags that would have one mark are numbered, so that to dismiss one says nothing of the others."""
    marked = [(flag, flag.mark(text)) for flag in flags]
    counts = Counter(mark for _, mark in marked)
    seen: Counter[str] = Counter()
    for flag, mark in marked:
        yield replace(flag, nth=seen[mark], equal=counts[mark]) if counts[mark] > 1 else flag
        seen[mark] += 1


def _level(alignment: Alignment) -> Alignment:
    """The same on the page turned so that its text runs as it is written."""
    page = upright(alignment.page)
    if page is alignment.page:
        return alignment
    return Alignment(alignment.source, page, alignment.places, alignment.back, alignment.moved)


def _all(
    evidence: Evidence, compared: Compared | None, alignment: Alignment | None, off: frozenset[Kind]
) -> Iterator[Flag]:
    yield from reading.unread(evidence)
    if evidence.failure is not None and not evidence.text.strip():
        return
    yield from reading.cut_off(evidence)
    yield from reading.blank_but_text(evidence)
    yield from reading.ink_but_empty(evidence)
    yield from reading.low_confidence(evidence)
    yield from reading.low_acceptance(evidence)
    source = alignment.source if alignment is not None else read(evidence.text)
    if not source.words and not source.formulas and not evidence.text.strip():
        return
    yield from repetition.check(compared.alignment.source if compared else source, compared, evidence.finish)
    if Kind.FORMULA_INVALID not in off:
        yield from formulas.check(source)
    yield from tables.check(source)
    yield from lists.check(source)
    if compared is not None and source.words:
        body = Body(compared)
        yield from numbers.check(compared, body)
        yield from signs.check(compared)
        yield from words.check(compared)
        yield from swapped.check(compared)
        yield from missing.check(compared, body)
        yield from invented.check(compared)
        yield from order.check(compared)
        yield from columns.check(compared)


_COVERING = frozenset({Kind.REPETITION, Kind.INVENTED_TEXT, Kind.BLANK_BUT_TEXT})


def _once(flags: list[Flag]) -> Iterator[Flag]:
    """Without what is inside a larger flag that says more: a word in a sentence that is repeated."""
    reach = -1
    wide = [flag for flag in flags if flag.kind in _COVERING and flag.end > flag.start]
    covering = sorted((flag.start, flag.end, flag.kind != Kind.REPETITION) for flag in wide)
    index = 0
    whole: list[tuple[int, int, bool]] = []
    for flag in flags:
        while index < len(covering) and covering[index][0] <= flag.start:
            if covering[index][1] > reach:
                whole.append(covering[index])
                reach = covering[index][1]
            index += 1
        told = flag.kind in (Kind.NUMBER_DIFFERS, Kind.WORD_DIFFERS, Kind.INVENTED_TEXT) and any(
            start <= flag.start and flag.end <= end and flag.end > flag.start
            and (flag.kind is not Kind.INVENTED_TEXT or not other)
            for start, end, other in whole[-3:]
        )  # fmt: skip
        if not told:
            yield flag
