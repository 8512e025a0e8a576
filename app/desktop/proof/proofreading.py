# SPDX-License-Identifier: AGPL-3.0-or-later
"""The proofreading desk of a window: takes what the session found and keeps panes, strip and list to it.

Views do not know each other; the walk through the flags is `walk.py`, whose slots the actions call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer

from app.core.changes import PageProofed, PageShown, PageState
from app.core.proof_changes import PictureUse
from app.core.wording import mark, several, tr
from app.desktop.adapter import Desk
from app.desktop.markdown_pane import MarkdownPane
from app.desktop.page_view import PageView
from app.desktop.proof.flag_list import FlagList
from app.desktop.proof.flagged import FlagsInSight
from app.desktop.proof.heights import HeightMap, height_map
from app.desktop.proof.in_step import InStep
from app.desktop.proof.latest import Latest
from app.desktop.proof.locate import Locate
from app.desktop.proof.marks import SIGNS, kind_words
from app.desktop.proof.strip import FlagStrip
from app.desktop.proof.text_side import TextSide

if TYPE_CHECKING:
    from app.core.checks import Flag, Origin

TYPED_MS = 100
"""Rest of the keys before the page is looked through again."""


class Proofreading(QObject):
    def __init__(self, desk: Desk, page: PageView, text: MarkdownPane) -> None:
        super().__init__(text)
        self._desk, self._page, self._pane = desk, page, text
        self.text = TextSide(text)
        self.flags = FlagsInSight(self.text)
        self.step = InStep(page, self.text)
        self.locate = Locate(page, self.text, lambda: self.flags.alignment)
        self.strip = FlagStrip(text)
        self.list = FlagList(text)
        self._place = (-1, -1)
        self._state = PageState.NEW
        self._first = True  # no map of this page was shown yet
        self._lists = False  # the user wants the list, on each page that has flags
        self._listed: tuple[list[Flag], Origin | None] = [], None  # what the list shows
        self._mapping = Latest(text, page, self)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(TYPED_MS)
        self._rest.timeout.connect(self.ask)
        text.add_below_head(self.strip, self.list)
        self._connect()

    def _connect(self) -> None:
        self.text.typed.connect(self._typed)
        self.flags.changed.connect(self._show)
        self.strip.list_asked.connect(self._list_asked)
        self.strip.picture_asked.connect(self.read_picture)
        self.list.left.connect(lambda: self.strip.all.setChecked(False))

    # ------------------------------------------------------------ from the session

    def page_shown(self, shown: PageShown) -> None:
        """After the pane has taken it."""
        place = (shown.document, shown.page)
        if place != self._place:
            self._begin(place)
        elif self.flags.fresh and self.flags.proof is not None and self.flags.proof.text != self.text.text:
            self.flags.text_changed()
        if shown.state is not self._state:
            self._state = shown.state
            if shown.state is PageState.READING:
                self.flags.begin_page()  # what stood there is being written over
            self._show()

    def clear(self) -> None:
        self._begin((-1, -1))

    def _begin(self, place: tuple[int, int]) -> None:
        self._place, self._state = place, PageState.NEW
        self._rest.stop()
        self._mapping.drop()
        self._first = True
        self.step.show_map(None)
        self._page.hand.show_selects(False)
        self.text.begin_page()
        self.flags.begin_page()

    def page_proofed(self, proof: PageProofed) -> None:
        if (proof.document, proof.page) != self._place:
            return
        if not self.flags.take(proof):
            if proof.text and not self.flags.fresh and not self._rest.isActive():
                self._rest.start()  # of another text: flags never stay behind for want of a question
            return
        alignment = proof.alignment
        self._page.hand.show_selects(alignment is not None)
        if alignment is None:
            self.step.show_map(None)
            return

        def show(heights: HeightMap) -> None:
            self.step.show_map(heights, first=self._first)
            self._first = False

        self._mapping.run(lambda: height_map(alignment), show)

    # ------------------------------------------------------------ the text changes

    def _typed(self) -> None:
        self.flags.text_changed()
        self._rest.start()

    def ask(self) -> None:
        """Have the page looked through as it stands now."""
        self._rest.stop()
        if self._place == (-1, -1) or self._state is PageState.READING:
            return
        proof, text = self.flags.proof, self.text.text
        if proof is not None and proof.text == text:  # it was changed back
            self.flags.take(proof)
            return
        self._desk.session.proof(*self._place, text)

    def read_picture(self) -> None:
        told = self.flags.proof
        if self._place != (-1, -1) and (told is None or told.picture is PictureUse.OFFERED):
            self.strip.show_note(tr("The picture is being read…"), offer=False)
            self._desk.session.read_picture(*self._place)

    @property
    def place(self) -> tuple[int, int]:
        return self._place

    # ------------------------------------------------------------ what is said

    def _show(self) -> None:
        proof, flag = self.flags.proof, self.flags.flag
        visible = proof is not None and self._state is not PageState.READING
        if proof is not None and not (proof.text or proof.flags or self._state is PageState.READ):
            visible = False  # nobody asked for the page, or it cannot be opened: there is nothing to find fault with
        number = len(self.flags.flags)
        self.strip.setVisible(visible)
        self._show_list(visible and self._lists and bool(number))
        if proof is None or not visible:
            return
        if self.flags.present is not None:
            words = tr("Flag {flag} of {flags} on this page").format(flag=self.flags.present + 1, flags=number)
        else:
            flags = several(mark("{n:,} flag on this page"), mark("{n:,} flags on this page"), number)
            words = flags if number else tr("No flags on this page")
        if proof.dismissed:
            words = " · ".join((words, tr("{n:,} dismissed").format(n=proof.dismissed)))
        self.strip.show_count(words, walks=True)
        self.strip.all.setEnabled(bool(number))
        if flag is None:
            self.strip.show_flag(None)
        else:
            self.strip.show_flag(flag.severity, kind_words(flag.kind), self.reason(flag), flag.suggestion)
        self._show_note(proof)
        if self.list.isVisible():
            self.fill_list()

    def _list_asked(self, on: bool) -> None:
        self._lists = on
        self._show_list(on and bool(self.flags.flags))

    def _show_list(self, on: bool) -> None:
        """Where a page has no flags there is no list, and its button is not pressed; it comes back with the next."""
        if not on and self.list.hasFocus():
            self.strip.setFocus(Qt.FocusReason.OtherFocusReason)
        self.list.setVisible(on)
        blocked = self.strip.all.blockSignals(True)
        self.strip.all.setChecked(on)
        self.strip.all.blockSignals(blocked)

    def _show_note(self, proof: PageProofed) -> None:
        if proof.pending:
            words = tr("Being looked for in the picture: the words to compare the text with…")
            self.strip.show_note(words, offer=False)
        elif proof.findings.unfit is not None:
            from app.core.checks.sentences import unfit_sentence

            words = unfit_sentence(proof.findings.unfit, proof.findings.origin)
            if proof.picture is PictureUse.OWN:
                words = tr(
                    "Not checked against the page: the built-in OCR read it, and is the only second reading there is"
                    " here. Read the page with a model to have numbers and words compared."
                )
            self.strip.show_note(words, offer=proof.picture is PictureUse.OFFERED)
        else:
            self.strip.show_note("", offer=False)

    def reason(self, flag: Flag) -> str:
        from app.core.checks.sentences import sentence

        return sentence(flag, self.flags.proof.findings.origin if self.flags.proof else None)

    def fill_list(self) -> None:
        """The sentences are made once for the flags that are there: a page may have hundreds."""
        from app.core.checks.sentences import sentence

        flags, proof = self.flags.flags, self.flags.proof
        origin = proof.findings.origin if proof is not None else None
        if self._listed != (flags, origin):
            self._listed = list(flags), origin
            lines = [
                f"{SIGNS[flag.severity]}  "
                + tr("{kind}: {reason}").format(kind=kind_words(flag.kind), reason=sentence(flag, origin))
                for flag in flags
            ]
            self.list.show_lines(lines)
        self.list.show_present(self.flags.present)
