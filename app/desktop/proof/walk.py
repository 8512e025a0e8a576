# SPDX-License-Identifier: AGPL-3.0-or-later
"""The walk from flag to flag, and what is done with each; the slots of the proofreading actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from app.core.changes import FlagFound, UncheckedFound
from app.core.wording import tr
from app.desktop.adapter import Desk
from app.desktop.looking import Looking
from app.desktop.markdown_pane import MarkdownPane
from app.desktop.page_view import PageView
from app.desktop.proof.proofreading import Proofreading

if TYPE_CHECKING:
    from app.core.checks import Flag

BEYOND = 1 << 40
"""A place behind every text."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Where to go on when the page's next proof is there: a flag of it, or the first from a place on."""

    page: tuple[int, int]
    place: int = 0
    step: int = 1
    flag: Flag | None = None


class Walk(QObject):
    def __init__(
        self, desk: Desk, looking: Looking, proof: Proofreading, page: PageView, text: MarkdownPane,
        say: Callable[[str], None],
    ) -> None:  # fmt: skip
        """`say` tells the user a sentence."""
        super().__init__(proof)
        self._desk, self._looking, self._proof = desk, looking, proof
        self._page, self._pane, self._say = page, text, say
        self._wanted: _Wanted | None = None
        self._focus = False  # the strip gets the focus when the next flag is shown
        strip, flag_list = proof.strip, proof.list
        strip.accept_asked.connect(self.accept)
        strip.dismiss_asked.connect(self.dismiss)
        strip.edit_asked.connect(self.edit)
        strip.walk_asked.connect(self._go)
        strip.list_asked.connect(self._list_shown)
        flag_list.chosen.connect(lambda number: self._look_at(number, focus=False))
        flag_list.edit_asked.connect(self.edit)
        proof.flags.came.connect(self._came)

    # ------------------------------------------------------------ to a flag

    def next(self) -> None:
        self._go(1)

    def previous(self) -> None:
        self._go(-1)

    def _go(self, step: int) -> None:
        """On this page where its flags are known; else the session looks for it."""
        flags = self._proof.flags
        document = self._looking.document
        if document is None:
            return
        self._focus = True
        if flags.proof is not None and not flags.fresh:
            place = flags.span(flags.present)[0] + 1 if flags.present is not None else self._cursor()
            self._wanted = _Wanted(self._proof.place, place if step > 0 else place - 1, step)
            self._proof.ask()
            return
        number = flags.after(self._cursor(), step) if flags.fresh else None
        if number is not None:
            self._look_at(number)
            return
        self._pane.flush()
        beyond = (BEYOND if step > 0 else 0) if flags.fresh else self._cursor()
        self._desk.session.next_flag(document, self._looking.page, beyond, step)

    def _cursor(self) -> int:
        """From where on the walk begins: the cursor, or in the preview what is in sight."""
        return self._pane.editor.position() if self._proof.text.on_source else round(self._proof.text.top)

    def flag_found(self, found: FlagFound) -> None:
        if found.document != self._looking.document:
            return
        if found.flag is None:
            self._proof.flags.look_at(None)
            self._say(tr("No flag is left in this document."))
            return
        self._wanted = _Wanted((found.document, found.page), flag=found.flag)
        if self._proof.place == (found.document, found.page) and self._proof.flags.fresh:
            self._came()
        else:
            self._looking.go(found.page)

    def _came(self) -> None:
        """A proof of the text in sight is there."""
        wanted, flags = self._wanted, self._proof.flags
        if wanted is None or wanted.page != self._proof.place:
            return
        self._wanted = None
        if wanted.flag is not None:
            number = flags.number_of(wanted.flag)
            if number is None:  # the text has changed meanwhile
                flags.look_at(None)
                number = flags.after(wanted.flag.start, 1)
        else:
            flags.look_at(None)
            number = flags.after(wanted.place, wanted.step)
        if number is not None:
            self._look_at(number, focus=self._focus)
        elif wanted.flag is None:
            document, page = wanted.page
            self._desk.session.next_flag(document, page, BEYOND if wanted.step > 0 else 0, wanted.step)

    def _look_at(self, number: int, *, focus: bool = True) -> None:
        """Both panes go there: the text is selected, the region marked, the reason stands in the strip."""
        proof = self._proof
        proof.flags.look_at(number)
        flag = proof.flags.flag
        if flag is None:
            return
        start, end = proof.flags.span(number)
        proof.text.select(start, end)
        boxes, sure = flag.boxes, flag.sure
        if boxes:
            self._page.highlight(boxes, sure=sure)
        else:
            proof.locate.show_on_page(start, end)
        if focus:
            proof.strip.setFocus(Qt.FocusReason.OtherFocusReason)
        self._focus = False

    # ------------------------------------------------------------ what is done with it

    def accept(self) -> None:
        """Put the suggestion in, and go on."""
        flags = self._proof.flags
        flag = flags.flag
        if flag is None or flags.proof is None:
            return
        if flag.suggestion is None:
            self._say(tr("Nothing is suggested here: edit the text, or dismiss the flag."))
            return
        start, end = flags.span(flags.present)
        if self._proof.text.text[start:end] != flags.proof.text[flag.start : flag.end]:
            self._say(tr("The text was changed here, so the suggestion no longer fits."))
            return
        self._go_on_from(start + len(flag.suggestion))
        self._pane.put_in(start, end, flag.suggestion)
        flags.text_changed()
        self._proof.ask()

    def dismiss(self) -> None:
        """The text is right: the flag is not shown again. Go on."""
        flags = self._proof.flags
        flag = flags.flag
        if flag is None or flags.proof is None or not flags.fresh:
            return
        self._go_on_from(flag.start)
        flags.fresh = False  # until the session has left it out
        document, page = self._proof.place
        self._pane.flush()
        self._desk.session.dismiss(document, page, flag.mark(flags.proof.text))

    def _go_on_from(self, place: int) -> None:
        self._focus = self._proof.strip.hasFocus()
        self._wanted = _Wanted(self._proof.place, place)

    def bring_back(self) -> None:
        """The dismissed flags of the page."""
        if self._proof.place != (-1, -1):
            self._desk.session.bring_back(*self._proof.place)

    def edit(self) -> None:
        """Into the editor, with the flag's text selected."""
        flags = self._proof.flags
        span = flags.span(flags.present) if flags.present is not None else None
        self._pane.focus_source()
        if span is not None:
            self._proof.text.select(*span)

    # ------------------------------------------------------------ pages

    def check_and_go_on(self) -> None:
        """The page is right; the next one that nobody has checked."""
        document = self._looking.document
        if document is None:
            return
        self._pane.flush()
        self._desk.session.check(document, self._looking.page, True)
        self._desk.session.next_unchecked(document, self._looking.page)

    def unchecked_found(self, found: UncheckedFound) -> None:
        if found.document != self._looking.document:
            return
        if found.page is None:
            self._say(tr("All pages of this document that were read are checked."))
        else:
            self._looking.go(found.page)

    # ------------------------------------------------------------ the other actions

    def show_list(self) -> None:
        self._proof.strip.all.toggle()

    def _list_shown(self, on: bool) -> None:
        if on:
            self._proof.fill_list()
            self._proof.list.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._proof.strip.isVisible():
            self._proof.strip.setFocus(Qt.FocusReason.OtherFocusReason)

    def read_picture(self) -> None:
        self._proof.read_picture()

    def show_on_page(self) -> None:
        """Where the cursor's word, or the selection, stands on the picture."""
        if not self._proof.text.on_source:
            return
        editor, convert = self._pane.editor, self._proof.text.units.from_utf16
        cursor = editor.textCursor()
        self._proof.locate.show_on_page(convert(cursor.selectionStart()), convert(cursor.selectionEnd()))

    def set_in_step(self, on: bool) -> None:
        self._proof.step.set_on(on)
