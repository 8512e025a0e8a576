# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the search bar does: on the page at once, in the document through the session.

What is typed into the bar is looked for on the page shown. Next and previous go through the whole document; the
place is selected in the source, or marked in the preview where plain words are searched for there. What the
preview does not show as it is written (a formula's source) is shown in the source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.core.changes import PageShown, PageState, Replaced, TextFound
from app.core.wording import mark, several, tr
from app.desktop.background import in_background
from app.desktop.find_bar import FindBar

if TYPE_CHECKING:
    from app.core.editing.pattern import Search
    from app.desktop.markdown_pane import MarkdownPane

LONG_SELECTION = 200
"""A longer selection (or one of several lines) is no word that the search shall begin with."""


class Searching(QObject):
    find_asked = Signal(int, int, int, object, int, int)  # document, page, position, Search, step, request
    replace_asked = Signal(int, object, object, str)  # document, pages (None: all), Search, replacement
    page_asked = Signal(int)  # show this page of the document

    def __init__(self, pane: MarkdownPane, bar: FindBar) -> None:
        super().__init__(pane)
        self._pane, self._bar = pane, bar
        self._last: TextFound | None = None  # the place that is shown
        self._expected: TextFound | None = None  # its page is not on screen yet
        self._unmarked: tuple[int, TextFound] | None = None  # and when it is, the preview comes later
        self._silent = False  # the preview has marked the place already
        self._round = 0  # counts up with every question; answers to an earlier one are late
        bar.changed.connect(self._typed)
        bar.stepped.connect(self.step)
        bar.replace_asked.connect(self._replace)
        bar.replace_all_asked.connect(self._replace_all)
        bar.closed.connect(self._leave)

    # ------------------------------------------------------------ what the user asks

    def open(self, *, replace: bool = False) -> None:
        """Open the bar, with the selected words in it."""
        if replace:
            self._pane.show_source(True)
        selected = self._pane.editor.textCursor().selectedText() if self._pane.source_visible else ""
        fits = 0 < len(selected) <= LONG_SELECTION and "\u2029" not in selected
        self._bar.open_bar(replace=replace, text=selected if fits else "")

    def step(self, step: int) -> None:
        """To the next or the previous place in the document."""
        if not self._bar.isVisible():
            self.open()
        if not self._bar.field.text():
            return
        if self._pane.place[0] < 0:
            return
        self._pane.flush()
        if not self._bar.plain:
            self._pane.show_source(True)
        self._ask(self._from(step), step)

    def _ask(self, position: int, step: int, *, silent: bool = False) -> None:
        document, page = self._pane.place
        self._silent = silent
        self._round += 1
        self.find_asked.emit(document, page, position, self.search, step, self._round)

    @property
    def search(self) -> Search:
        """What stands in the bar."""
        from app.core.editing.pattern import Search

        bar = self._bar
        return Search(bar.field.text(), bar.regex.isChecked(), bar.case.isChecked(), bar.words.isChecked())

    def _from(self, step: int) -> int:
        """The place on the page from which the search goes on."""
        if self._pane.source_visible:
            start, end = self._pane.editor.selected()
            stays = self._last is not None and self._at(self._last) and start == end == self._last.start
            return start if step < 0 else end + int(stays and self._last is not None and self._last.end == end)
        if self._last is None or not self._at(self._last):
            return 0
        return self._last.start if step < 0 else max(self._last.end, self._last.start + 1)

    def _at(self, found: TextFound) -> bool:
        return (found.document, found.page) == self._pane.place

    def _typed(self) -> None:
        """Another word, or other rules: the first place on the page from where the cursor is."""
        self._last = self._expected = self._unmarked = None
        self._round += 1
        words = self._bar.field.text()
        self._bar.say("")
        if not words:
            self._mark("")
            return
        if self._pane.source_visible or not self._bar.plain:
            self._pane.show_source(True)
            self._look_on_page()
        else:
            self._mark(words)
            if self._pane.place[0] >= 0:
                self._ask(0, 1, silent=True)

    def _look_on_page(self) -> None:
        from app.core.editing.pattern import Finder, PatternError, Place

        editor, search, asked = self._pane.editor, self.search, self._round
        text, start = editor.text, editor.selected()[0]

        def look() -> Place | str | None:
            try:
                finder = Finder(search)
                return finder.after(text, start) or finder.after(text, 0)
            except PatternError as error:
                return str(error)

        def found(answer: Place | str | None) -> None:
            if asked != self._round:
                return
            if editor.text != text:  # another page came meanwhile, or more of this one
                self._look_on_page()
            elif isinstance(answer, Place):
                editor.select(answer.start, answer.end)
            elif answer is None:
                self._bar.say(tr("Not on this page; Return looks on the others."), found=False)
            else:
                self._bar.say(answer, found=False)

        if search.regex:
            in_background(look, found)
        else:
            found(look())

    def _replace(self) -> None:
        """Replace the selected place if it is one, and go to the next."""
        from app.core.editing.pattern import Finder, PatternError, Place

        if not self._may_change():
            return
        editor, search, replacement = self._pane.editor, self.search, self._bar.replacement.text()
        text, place, asked = editor.text, Place(*editor.selected()), self._round

        def look() -> str | PatternError | None:
            try:
                return Finder(search).replaced_at(text, place, replacement)
            except PatternError as error:
                return error

        def found(answer: str | PatternError | None) -> None:
            if isinstance(answer, PatternError):
                self._bar.say(str(answer), found=False)
            elif asked == self._round and editor.text == text:
                if answer is not None:
                    editor.put(place.start, place.end, answer)
                self.step(1)

        in_background(look, found)

    def _replace_all(self, everywhere: bool) -> None:
        if not self._bar.field.text() or not self._may_change():
            return
        document, page = self._pane.place
        self._pane.flush()
        pages = None if everywhere else [page]
        self.replace_asked.emit(document, pages, self.search, self._bar.replacement.text())

    def _may_change(self) -> bool:
        self._pane.show_source(True)
        if self._pane.place[0] >= 0 and not self._pane.editor.isReadOnly():
            return True
        self._bar.say(tr("This page is still being read; replace when it is finished."), found=False)
        return False

    def _leave(self) -> None:
        self._round += 1
        self._last = self._expected = self._unmarked = None
        self._mark("")

    # ------------------------------------------------------------ what arrives

    def found(self, found: TextFound) -> None:
        """The session's answer to `find_asked`."""
        late = found.request not in (0, self._round)
        if late or found.document != self._pane.place[0] or not self._bar.isVisible():
            return
        if found.problem:
            self._bar.say(found.problem, found=False)
        elif found.page is None:
            self._bar.say(tr("Not in this document."), found=False)
        elif self._silent:
            self._silent = False
            if found.page == self._pane.place[1]:
                self._last = found
            else:
                words = tr("Not on this page; Return goes to page {page:,}.").format(page=found.page + 1)
                self._bar.say(words, found=False)
        elif self._at(found):
            self._show(found)
        else:
            self._expected = found
            self.page_asked.emit(found.page)

    def page_shown(self, shown: PageShown) -> None:
        """A page is on screen: perhaps the one with the place."""
        found = self._expected
        if found is not None and (shown.document, shown.page) == (found.document, found.page):
            self._expected = None
            if shown.state is PageState.READING:
                return
            if self._pane.source_visible:
                self._show(found)
            else:
                self._unmarked = (self._pane.ticket, found)

    def preview_shown(self, ticket: int) -> None:
        """The preview has come to a text: perhaps to the page with the place."""
        if self._unmarked is not None and ticket >= self._unmarked[0]:
            (_, found), self._unmarked = self._unmarked, None
            if self._at(found):
                self._show(found)

    def replaced(self, replaced: Replaced) -> None:
        """The session's answer to `replace_asked`."""
        if replaced.document == self._pane.place[0] and self._bar.isVisible():
            if replaced.places:
                places = several(mark("{n:,} place"), mark("{n:,} places"), replaced.places)
                pages = several(mark("{n:,} page"), mark("{n:,} pages"), replaced.pages)
                self._bar.say(tr("Replaced {places} on {pages}.").format(places=places, pages=pages))
            else:
                self._bar.say(tr("There is no such place."), found=False)

    def marked(self, found: bool) -> None:
        """The preview's answer: whether it has the words on this page."""
        last = self._last
        if not self._bar.isVisible() or self._pane.source_visible:
            return
        if found or last is None or not self._at(last):
            self._bar.show_found(found)
        else:  # it stands in the source only
            self._pane.show_source(True)
            self._show(last)

    def _show(self, found: TextFound) -> None:
        before, self._last = self._last, found
        self._bar.say("")
        if self._pane.source_visible:
            self._pane.editor.select(found.start, found.end)
            return
        same = before is not None and before.page == found.page
        backward = same and before is not None and found.start < before.start
        self._mark(self._bar.field.text(), backward=backward)

    def _mark(self, words: str, *, backward: bool = False) -> None:
        if self._pane.preview is not None and not self._pane.source_visible:
            self._pane.preview.find_text(words, backward=backward)
