# SPDX-License-Identifier: AGPL-3.0-or-later
"""The text pane as one side of the proofreading desk: editor and both previews speak of code points of the Markdown.

What a preview shows is set beside its source off the interface thread. A place that is asked for while the preview
still renders is shown when it is done.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.core.markup.text_units import Units, tidy
from app.desktop.background import in_turn
from app.desktop.markdown_pane import MarkdownPane
from app.desktop.preview import Preview
from app.desktop.proof.editor_places import EditorPlaces
from app.desktop.proof.latest import Latest
from app.desktop.proof.marks import Mark
from app.desktop.proof.rendered import Shown, Span, source_edge, source_span, spot, word_spans
from app.desktop.proof.user_scroll import UserScroll

if TYPE_CHECKING:
    from app.core.align.source import Source
    from app.core.checks import Flag
    from app.desktop.preview_worker import Rendered


class TextSide(QObject):
    scrolled = Signal(float)  # the place at the top
    clicked = Signal(int, int)  # the span of the clicked word
    opened = Signal(str, int)  # a double click: the text in sight, and the place in it
    typed = Signal()  # the user changed the text
    shown = Signal()  # another view, or other blocks in it

    def __init__(self, pane: MarkdownPane) -> None:
        super().__init__(pane)
        self._pane = pane
        self.editor = EditorPlaces(pane.editor)
        self.scroll = UserScroll(self)
        self.scroll.keys_type = True
        self.scroll.watch_area(pane.editor)
        self.top = 0.0
        self._units: tuple[int, Units] | None = None
        self._source: tuple[str, Source] | None = None
        self._preview: Preview | None = None
        self._wanted_top: float | None = None
        self._marks: list[tuple[int, Mark]] = []  # in the preview, with the numbers of their flags
        self._present: int | None = None
        self._was_source = pane.source_visible
        self._clicks, self._choices, self._marking = (Latest(pane, self) for _ in range(3))
        self.editor.clicked.connect(self._editor_clicked)
        self.editor.opened.connect(lambda units: self.opened.emit(self.text, self.units.from_utf16(units)))
        self.editor.scrolled.connect(lambda units: self._tell_top(self.units.from_utf16(round(units))))
        pane.editor.document().contentsChange.connect(self._changed)
        pane.view_changed.connect(self._view_changed)
        self._view_changed()

    # ------------------------------------------------------------ the text

    @property
    def on_source(self) -> bool:
        return self._pane.source_visible

    @property
    def text(self) -> str:
        """The text in sight, with what is being typed."""
        return self._pane.editor.text if self.on_source else tidy(self._pane.text)

    @property
    def units(self) -> Units:
        """Of the editor's text."""
        revision = self._pane.editor.document().revision()
        if self._units is None or self._units[0] != revision:
            self._units = revision, Units(self._pane.editor.text)
        return self._units[1]

    def begin_page(self) -> None:
        """Another page is shown, from its head."""
        self.top, self._wanted_top = 0.0, None
        self._source = None
        for work in (self._clicks, self._choices, self._marking):
            work.drop()

    def know_source(self, source: Source) -> None:
        """The words of the text, from whoever has them already."""
        self._source = source.text, source

    def _changed(self, position: int, removed: int, added: int) -> None:
        if self._pane.editor.unsaved and (removed or added):
            self.typed.emit()

    # ------------------------------------------------------------ views that come and go

    def _view_changed(self) -> None:
        preview = self._pane.preview
        if preview is not None and preview is not self._preview:
            self._preview = preview
            preview.watch(self.scroll)
            preview.scrolled.connect(self._preview_scrolled)
            preview.clicked.connect(self._preview_clicked)
            preview.opened.connect(self._preview_opened)
        if self.on_source != self._was_source:
            self._was_source = self.on_source
            self._wanted_top = self.top
        if self._wanted_top is not None and self._ready:
            wanted, self._wanted_top = self._wanted_top, None
            self.show_top(wanted)
        self.shown.emit()

    @property
    def _ready(self) -> bool:
        rendered = self._pane.rendered
        return self.on_source or (rendered is not None and rendered.text == self.text)

    # ------------------------------------------------------------ the top

    def show_top(self, place: float) -> None:
        if self.on_source:
            self.editor.show_top(self.units.to_utf16(round(place)))
        elif self._preview is not None and self._pane.rendered is not None and self._pane.rendered.spans:
            block, share = _in_block(self._pane.rendered, place)
            self._preview.show_top(block, share)
        else:
            self._wanted_top = place

    def _preview_scrolled(self, block: int, share: float) -> None:
        rendered = self._pane.rendered
        if not self.on_source and rendered is not None and block < len(rendered.spans):
            start, end = rendered.spans[block]
            self._tell_top(0.0 if block == 0 and share <= 0 else start + share * (end - start))

    def _tell_top(self, place: float) -> None:
        self.top = place
        self.scrolled.emit(place)

    # ------------------------------------------------------------ clicks and choices

    def _editor_clicked(self, units: int) -> None:
        place = self.units.from_utf16(units)
        self.clicked.emit(place, place)

    def _preview_clicked(self, block: int, place: int) -> None:
        self._find_clicked(block, place, lambda found: self.clicked.emit(*found) if found is not None else None)

    def _preview_opened(self, block: int, place: int) -> None:
        """Of an empty cell there is no word: the block itself tells which table it is."""
        rendered = self._pane.rendered
        if rendered is not None and block < len(rendered.spans):
            start = rendered.spans[block][0]
            text = rendered.text
            self._find_clicked(block, place, lambda found: self.opened.emit(text, found[0] if found else start))

    def _find_clicked(self, block: int, place: int, then: Callable[[Span | None], None]) -> None:
        rendered, preview = self._pane.rendered, self._preview
        if rendered is None or preview is None or block >= len(rendered.spans):
            return
        text, span, read = rendered.text, rendered.spans[block], self._reader(rendered.text)
        shown = preview.shown_blocks([block])

        def find() -> Span | None:
            seen = shown().get(block)
            return source_span(read(), span, seen, place) if seen is not None else None

        def tell(found: Span | None) -> None:
            if self.text == text:
                then(found)

        self._clicks.run(find, tell)

    def select(self, start: int, end: int) -> None:
        """Select a span and show it."""
        if self.on_source:
            self.editor.select(self.units.to_utf16(start), self.units.to_utf16(end))
            return
        rendered, preview = self._pane.rendered, self._preview
        if rendered is None or preview is None or not rendered.spans:
            return
        first, last = _in_block(rendered, start)[0], _in_block(rendered, max(start, end - 1))[0]
        read, shown, spans = self._reader(rendered.text), preview.shown_blocks([first]), rendered.spans
        end = end if first == last else spans[first][1]

        def find() -> Span | None:
            seen = shown().get(first)
            return spot(word_spans(read(), spans[first], seen), start, end) if seen is not None else None

        def show(found: Span | None) -> None:
            if found is not None:
                preview.select(first, *found)

        self._choices.run(find, show)

    def chosen(self, then: Callable[[str, int, int], None]) -> None:
        """Hand on the text in sight and the span of it that is selected; an empty one where nothing is. In a preview
        whole words count."""
        if self.on_source:
            cursor = self._pane.editor.textCursor()
            start, end = cursor.selectionStart(), cursor.selectionEnd()
            then(self.text, self.units.from_utf16(start), self.units.from_utf16(end))
            return
        rendered, preview = self._pane.rendered, self._preview
        if rendered is None or preview is None:
            then(self.text, 0, 0)
            return

        def found(place: tuple[int, int, int, int] | None) -> None:
            if place is None or max(place[0], place[2]) >= len(rendered.spans):
                then(rendered.text, 0, 0)
                return
            first, _, last, _ = place
            read, shown = self._reader(rendered.text), preview.shown_blocks(sorted({first, last}))
            spans = rendered.spans[first], rendered.spans[last]
            in_turn(lambda: _span_between(read(), spans, shown(), place), lambda span: then(rendered.text, *span))

        preview.selected(found)

    def _reader(self, text: str) -> Callable[[], Source]:
        """The words of the text; not on the interface thread where they are not known yet."""
        known = self._source
        if known is not None and known[0] == text:
            return lambda: known[1]

        def read() -> Source:
            from app.core.align.source import read as read_source

            source = read_source(text)
            self._source = text, source
            return source

        return read

    # ------------------------------------------------------------ flags

    def show_flags(self, text: str, flags: Sequence[Flag], present: int | None) -> None:
        """Flags of `text`, which is the one in sight."""
        severities = [flag.severity for flag in flags]
        if self.on_source:
            units = self.units
            places = [(units.to_utf16(flag.start), units.to_utf16(flag.end)) for flag in flags]
            self.editor.show_flags(places, severities, present)
            return
        rendered, preview = self._pane.rendered, self._preview
        if rendered is None or preview is None or rendered.text != text:
            return
        spans = rendered.spans
        wanted = {number: _blocks_of(spans, flag) for number, flag in enumerate(flags)}
        blocks = sorted({block for found in wanted.values() for block in found})
        read, shown = self._reader(text), preview.shown_blocks(blocks)

        def find() -> list[tuple[int, Mark]]:
            source, seen = read(), shown()
            pairs = {block: word_spans(source, spans[block], seen[block]) for block in blocks if block in seen}
            marks = []
            for number, flag in enumerate(flags):
                for block in wanted[number]:
                    place = spot(pairs.get(block, ()), flag.start, flag.end)
                    if place is not None:
                        marks.append((number, Mark(block, *place, flag.severity)))
            return marks

        def show(marks: list[tuple[int, Mark]]) -> None:
            self._marks = marks
            self.show_present(self._present)

        self._present = present
        self._marking.run(find, show)

    def show_present(self, present: int | None) -> None:
        """Which of the flags shown is looked at."""
        self._present = present
        if self.on_source:
            self.editor.show_present(present)
        elif self._preview is not None:
            self._preview.show_marks(
                [replace(mark, present=True) if number == present else mark for number, mark in self._marks]
            )

    def clear_flags(self) -> None:
        self._marking.drop()
        self._marks = []
        self.editor.show_flags((), (), None)
        if self._preview is not None:
            self._preview.show_marks(())


def _in_block(rendered: Rendered, place: float) -> tuple[int, float]:
    """The block that a place is in, and how far into it."""
    block = max(0, bisect_right(rendered.spans, place, key=lambda span: span[0]) - 1)
    start, end = rendered.spans[block]
    return block, min(1.0, max(0.0, (place - start) / max(1, end - start)))


def _span_between(
    source: Source, spans: tuple[Span, Span], shown: Mapping[int, Shown], place: tuple[int, int, int, int]
) -> Span:
    """The Markdown from the word at the one place to the word before the other; where a block shows no words, all of
    it. `spans` are those of the two blocks."""
    first, start, last, end = place
    begin = source_edge(source, spans[0], shown[first], start, first=True) if first in shown else spans[0][0]
    stop = source_edge(source, spans[1], shown[last], end, first=False) if last in shown else spans[1][1]
    return (begin, stop) if begin < stop else (spans[0][0], spans[1][1])  # the edges of a table's cells, say


def _blocks_of(spans: Sequence[Span], flag: Flag) -> Sequence[int]:
    """The blocks that a flag is in; of one between blocks, the one before."""
    first = max(0, bisect_right(spans, flag.start, key=lambda span: span[0]) - 1)
    last = first
    while last + 1 < len(spans) and spans[last + 1][0] < flag.end:
        last += 1
    return range(first, last + 1) if spans else ()
