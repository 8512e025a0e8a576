# SPDX-License-Identifier: AGPL-3.0-or-later
"""One page's text layer to Markdown blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from engine.backends.builtin.layer.additions import field_words, mark_links
from engine.backends.builtin.layer.bullets import with_bullets
from engine.backends.builtin.layer.captions import in_caption_order
from engine.backends.builtin.layer.checkboxes import with_check_boxes
from engine.backends.builtin.layer.document import blocks_of
from engine.backends.builtin.layer.entries import join_page_numbers
from engine.backends.builtin.layer.flow import Part, parts_of
from engine.backends.builtin.layer.headings import mark_headings, mark_lone_line
from engine.backends.builtin.layer.hyphens import Vocabulary, words_in
from engine.backends.builtin.layer.layout import Layout
from engine.backends.builtin.layer.notes import notes_last
from engine.backends.builtin.layer.structure import body_of, elements_of
from engine.backends.builtin.layer.words import Word


def markdown_blocks(
    words: Sequence[Word],
    layout: Layout,
    others: Counter[float] | None = None,
    around: Callable[[], frozenset[str]] = frozenset,
) -> Iterable[str]:
    """The page as Markdown blocks in reading order. `others`: characters by type size on other
    pages of the document; `around`: words of the pages around it."""
    mark_links(words, layout)
    checked, boxes = with_check_boxes(words, layout)
    marked = with_bullets(checked, layout, boxes)
    parts = in_caption_order(join_page_numbers(parts_of([*marked, *field_words(layout, words)], layout)))
    lines = [line for part in parts for line in part.lines]
    body = body_of(lines, others or Counter())
    elements = elements_of(notes_last(parts, body.size), body)
    mark_headings(elements, body)
    if others:
        mark_lone_line(elements)
    return blocks_of(elements, Vocabulary(known_words(parts), around))


def known_words(parts: Sequence[Part]) -> frozenset[str]:
    """Lower-case words of the page that no line break parts, so that their hyphens are their own."""
    known: set[str] = set()
    for part in parts:
        for line in part.lines:
            known |= words_in(" ".join(word.text for word in line.words) + "\n")
    return frozenset(known)
