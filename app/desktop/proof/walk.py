# SPDX-License-Identifier: AGPL-3.0-or-later
"""The walk from flag to flag, and what is done with each; the slots of the proofreading actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from app.core.changes import FlagFound, UncheckedFound
from app.core.checks.taking import taken_out
from app.core.wording import tr
from app.desktop.adapter import Desk
from app.desktop.looking import Looking
from app.desktop.markdown_pane import MarkdownPane
from app.desktop.page_view import PageView
from app.desktop.proof.proofreading import Proofreading
from app.desktop.proof.take_back import Done, TakeBack

if TYPE_CHECKING:
    from app.core.checks import Flag

BEYOND = 1 << 40
"""A place behind every text."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Where to go on when the page's next proof is there: a flag of it, or the first from a place on. `back`: the flag
    comes with one of the next proofs, when what took it away is undone."""

    page: tuple[int, int]
    place: int = 0
    step: int = 1
    flag: Flag | None = None
    back: bool = False


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
        self._elsewhere: int | None = None  # where the user went since he looked at a flag
        self._back = TakeBack()
        strip, flag_list = proof.strip, proof.list
        strip.accept_asked.connect(self.accept)
        strip.dismiss_asked.connect(self.dismiss)
        strip.edit_asked.connect(self.edit)
        strip.typed.connect(self._type)
        strip.walk_asked.connect(self._go)
        strip.list_asked.connect(self._list_shown)
        flag_list.chosen.connect(self._listed)
        flag_list.edit_asked.connect(self.edit)
        proof.flags.came.connect(self._came)
        text.editor.undo_first = self.take_back
        text.editor.cursorPositionChanged.connect(self._cursor_moved)
        proof.text.typed.connect(self._did_else)
        proof.text.clicked.connect(self._clicked)
        proof.locate.chosen.connect(self._clicked)
        looking.moved.connect(self._moved)
        looking.left.connect(self._moved)

    # ------------------------------------------------------------ to a flag

    def next(self) -> None:
        self._go(1)

    def previous(self) -> None:
        self._go(-1)

    def _did_else(self) -> None:
        """The user typed, or went elsewhere: nothing pulls him away from there."""
        if not self._back.acts:
            self._back.forget()
            self._wanted = None

    def _moved(self) -> None:
        """Another page is shown."""
        self._elsewhere = None
        self._did_else()

    def _clicked(self, place: int) -> None:
        self._elsewhere = place
        self._did_else()

    def _cursor_moved(self) -> None:
        """By the user's hand, not because a text was loaded or a flag shown."""
        if self._pane.editor.hasFocus() and not self._back.acts:
            self._elsewhere = self._pane.editor.selected()[0]

    def _go(self, step: int) -> None:
        """On this page where its flags are known; else the session looks for it."""
        flags = self._proof.flags
        document = self._looking.document
        if document is None:
            return
        self._did_else()
        self._focus = True
        place = self._from()
        if flags.proof is not None and not flags.fresh:
            if place is None:
                place = flags.span(flags.present)[0] + (step > 0)
            self._wanted = _Wanted(self._proof.place, place, step)
            self._proof.ask()
            return
        number = None
        if flags.fresh:
            number = flags.beside(step) if place is None else flags.after(place, step)
        if number is not None:
            self._look_at(number)
            return
        self._pane.flush()
        beyond = (BEYOND if step > 0 else 0) if flags.fresh else self._cursor()
        self._desk.session.next_flag(document, self._looking.page, beyond, step)

    def _from(self) -> int | None:
        """From where on the walk goes: the cursor; None: from the flag that is looked at, if the user stayed there."""
        flags = self._proof.flags
        if flags.present is None:
            return self._cursor()
        start, end = flags.span(flags.present)
        place = self._elsewhere
        if place is not None and self._proof.text.on_source:
            place = self._pane.editor.selected()[0]  # it has moved with the text
        return None if place is None or start <= place <= end else place

    def _cursor(self) -> int:
        """The cursor, or in the preview what is in sight and where it was clicked."""
        if self._proof.text.on_source:
            return self._pane.editor.position()
        return max(round(self._proof.text.top), self._elsewhere or 0)

    def flag_found(self, found: FlagFound) -> None:
        if found.document != self._looking.document or (self._wanted is not None and self._wanted.back):
            return
        if found.flag is None:
            self._proof.flags.look_at(None)
            self._say(tr("No flag is left in this document."))
            return
        self._wanted = _Wanted((found.document, found.page), flag=found.flag)
        if self._proof.place == (found.document, found.page) and self._proof.flags.fresh:
            self._came()
        else:
            self._go_to(found.page)

    def _go_to(self, page: int) -> None:
        with self._back:
            self._looking.go(page)

    def _came(self) -> None:
        """A proof of the text in sight is there."""
        wanted, flags = self._wanted, self._proof.flags
        if wanted is None or wanted.page != self._proof.place:
            return
        number = flags.number_of(wanted.flag) if wanted.flag is not None else None
        if wanted.back and number is None:
            return  # this proof is of the text before
        self._wanted = None
        if wanted.flag is not None:
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

    def _listed(self, number: int) -> None:
        self._did_else()
        self._look_at(number, focus=False)

    def _look_at(self, number: int, *, focus: bool = True) -> None:
        """Both panes go there: the text is selected, the region marked, the reason stands in the strip."""
        proof = self._proof
        proof.flags.look_at(number)
        flag = proof.flags.flag
        if flag is None:
            return
        start, end = proof.flags.span(number)
        self._select(start, end)
        boxes, sure = flag.boxes, flag.sure
        if boxes:
            self._page.highlight(boxes, sure=sure)
        else:
            proof.locate.show_on_page(start, end)
        if focus:
            proof.strip.setFocus(Qt.FocusReason.OtherFocusReason)
        self._focus = False

    def _select(self, start: int, end: int) -> None:
        with self._back:
            self._proof.text.select(start, end)
        self._elsewhere = None

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
        known = start < end or flags.fresh or self._proof.text.on_source  # an empty text looks the same anywhere
        if not known or self._proof.text.text[start:end] != flags.proof.text[flag.start : flag.end]:
            self._say(tr("The text was changed here, so the suggestion no longer fits."))
            return
        if not flag.suggestion:
            start, end = taken_out(self._proof.text.text, start, end)
        self._go_on_from(start + len(flag.suggestion))
        with self._back:
            self._pane.put_in(start, end, flag.suggestion)
        self._back.note(Done(self._proof.place, flag))
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
        mark = flag.mark(flags.proof.text)
        self._desk.session.dismiss(document, page, mark)
        self._back.note(Done((document, page), flag, mark))

    def take_back(self) -> bool:
        """Undo what was accepted or dismissed last, and look at it again; False where the user did something else
        since, and Undo is the page's own."""
        done = None if self._back.acts else self._back.newest()
        if done is None:
            return False
        (document, page), editor = done.page, self._pane.editor
        here = done.page == self._proof.place and self._proof.text.on_source
        self._pane.flush()
        if done.mark is not None:
            self._desk.session.dismiss(document, page, done.mark, False)
        elif here and not editor.isReadOnly() and editor.document().isUndoAvailable():
            with self._back:
                editor.undo()
        else:
            self._desk.session.undo(document, page, -1)
        self._focus = True
        self._wanted = _Wanted(done.page, flag=done.flag, back=True)
        self._go_to(page)
        return True

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
        with self._back:
            self._pane.focus_source()
        if span is not None:
            self._select(*span)

    def _type(self, event: QKeyEvent) -> None:
        """A key while the strip has the focus: over the flag's text. While the next flag is not there yet, it is not
        known over what."""
        if self._wanted is None or self._wanted.page != self._proof.place:
            self.edit()
            typed = QKeyEvent(event.type(), event.key(), event.modifiers(), event.text(), event.isAutoRepeat())
            QApplication.sendEvent(self._pane.editor, typed)

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
        if self._proof.strip.all.isEnabled():
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
