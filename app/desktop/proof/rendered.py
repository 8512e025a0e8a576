# SPDX-License-Identifier: AGPL-3.0-or-later
"""From a place in the rendered text back to the Markdown, and the other way. Plain values, no Qt.

A preview tells the text of a block as it shows it (`Shown`), in its own counting. The words of both sides are
set beside each other as for the page, so that marks of emphasis, entities, table borders and formulas fall away.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from app.core.markup.text_units import Units

if TYPE_CHECKING:  # they load a Markdown parser: only where the work is done, off the interface thread
    from app.core.align.normal import Bit
    from app.core.align.source import Source, SourceWord

_APART_NAMES: str = (
    "address article aside blockquote br caption center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6"
    " header hr li mi mn mo ms mtext ol p pre section summary table tbody td tfoot th thead tr ul"
)
_APART = frozenset(_APART_NAMES.split())
"""Elements whose text is no part of the word before or after it."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shown:
    """The text of one block as a preview shows it: character `i` of `text` stands at `places[i]` of the preview's own
    counting (UTF-16 units of the element's text); `places` has one entry more, the end."""

    text: str
    places: tuple[int, ...]

    def point(self, place: int) -> int:
        """The character at a place of the preview."""
        return max(0, bisect_right(self.places, place) - 1)


def shown_text(text: str) -> Shown:
    """Of a view that shows the characters as they are."""
    units = Units(text)
    return Shown(text, tuple(map(units.to_utf16, range(len(text) + 1))))


def shown_html(html: str) -> Shown:
    """Of a browser: its counting is that of `textContent`."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return Shown("".join(reader.text), (*reader.places, reader.at))


def word_spans(source: Source, span: Span, shown: Shown) -> list[tuple[SourceWord, Span]]:
    """The Markdown's words inside `span` that were found in the rendered text, with their places there."""
    words, seen, there, _ = _paired(source, span, shown)
    return [
        (word, (shown.places[seen[found[0]].start], shown.places[seen[found[-1]].end]))
        for word, found in zip(words, there, strict=True)
        if found
    ]


def source_span(source: Source, span: Span, shown: Shown, place: int) -> Span | None:
    """The Markdown of the word at a place of the rendered block, or of its nearest neighbour that was found."""
    words, seen, _, back = _paired(source, span, shown)
    point = shown.point(place)
    for number in sorted(range(len(seen)), key=lambda number: _away(seen[number], point)):
        if back[number]:
            found = [words[one] for one in back[number]]
            return min(word.start for word in found), max(word.end for word in found)
    return None


def source_edge(source: Source, span: Span, shown: Shown, place: int, *, first: bool) -> int:
    """Where the Markdown of what is selected in a rendered block begins (`first`), from a place on, or ends, before it.
    Words count whole; a formula counts if something of it is selected, although its letters are found nowhere; and of
    what else is not found nothing is left out."""
    from app.core.markup.inline import stretches

    pairs = word_spans(source, span, shown)
    before = [pair for pair in pairs if (pair[1][1] <= place if first else pair[1][0] < place)]
    after = pairs[len(before) :]
    low = before[-1][0].end if before else span[0]
    high = after[0][0].start if after else span[1]
    near, far = (place, after[0][1][0] if after else None) if first else (before[-1][1][1] if before else 0, place)
    seen = shown.text[shown.point(near) : shown.point(far) if far is not None else None]
    if any(map(str.isalnum, seen)):  # something that was not found there
        gap = source.text[low:high]
        formulas = list(stretches(gap))
        if formulas:
            return low + (formulas[0].start if first else formulas[-1].end)
        return high - len(gap.lstrip()) if first else low + len(gap.rstrip())
    return (high if after else span[1]) if first else (low if before else span[0])


def _paired(
    source: Source, span: Span, shown: Shown
) -> tuple[Sequence[SourceWord], list[Bit], list[tuple[int, ...]], list[tuple[int, ...]]]:
    from app.core.align.normal import bits
    from app.core.align.sequence import pair_up

    first = bisect_left(source.words, span[0], key=lambda word: word.start)
    last = bisect_left(source.words, span[1], key=lambda word: word.start)
    words, seen = source.words[first:last], list(bits(shown.text))
    pairs = pair_up([word.key for word in words], [bit.key for bit in seen])
    return words, seen, pairs.there, pairs.back


def spot(pairs: Sequence[tuple[SourceWord, Span]], start: int, end: int) -> Span | None:
    """Where a span of the Markdown is shown, given the words of its block; of a span without words, and of an empty
    one, the word before it, else the one behind."""
    inside = [place for word, place in pairs if word.start < end and word.end > start]
    if inside:
        return min(place[0] for place in inside), max(place[1] for place in inside)
    before = [place for word, place in pairs if word.end <= start]
    return before[-1] if before else pairs[0][1] if pairs else None


def _away(bit: Bit, point: int) -> int:
    return max(bit.start - point, point - bit.end + 1, 0)


class _Reader(HTMLParser):
    """Collects the text and where it is in `textContent`."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.places: list[int] = []
        self.at = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in _APART:
            self._add("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in _APART:
            self._add("\n")

    def handle_data(self, data: str) -> None:
        for character in data:
            self._add(character)
            self.at += 2 if character > "\uffff" else 1

    def _add(self, character: str) -> None:
        self.text.append(character)
        self.places.append(self.at)
