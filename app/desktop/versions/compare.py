# SPDX-License-Identifier: AGPL-3.0-or-later
"""Two versions of a page side by side, word by word. A difference is taken over into the page's text, one by
one or all, each as an edit that can be undone."""

from __future__ import annotations

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QLabel, QPushButton, QSplitter, QVBoxLayout, QWidget

from app.core.changes import PageShown, PageState
from app.core.markup.text_units import tidy
from app.core.version_changes import ReadingFetched, VersionsListed
from app.core.versions import Difference, compare, taken
from app.core.wording import mark, several, tr
from app.desktop.background import in_background
from app.desktop.fit_text import one_line
from app.desktop.look import Look
from app.desktop.phrases import count
from app.desktop.versions.naming import PRESENT, Version, versions
from app.desktop.versions.side import SideView

QUIET_MS = 150
"""Rest of the keys before a text that is being typed is compared anew."""

QUOTED = 40
"""Characters of a difference that stand in its description."""


class CompareWindow(QDialog):
    list_wanted = Signal(int, int)  # document, page
    reading_wanted = Signal(int, int, int)  # document, page, number of the reading
    text_taken = Signal(int, int, str)  # document, page, the page's new text

    def __init__(self, document: int, page: int, text: str, edited: bool, look: Look, parent: QWidget) -> None:
        """`text` is the page's present one, `edited` whether it is the user's."""
        super().__init__(parent)
        self.document, self.page = document, page
        self.setWindowTitle(tr("Versions of page {page:,}").format(page=page + 1))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._texts: dict[tuple[str, int], str] = {PRESENT: tidy(text)}
        self._edited = edited
        self._undo: list[str] = []
        self._begin: tuple[tuple[str, int], tuple[str, int]] | None = None
        self._serial = 0
        self._at = -1
        self._listed: VersionsListed | None = None
        self.difference: Difference | None = None
        self.left, self.right = self._combo(tr("Left text")), self._combo(tr("Right text"))
        self.old = SideView(look, tr("Left text"), self, struck=True)
        self.new = SideView(look, tr("Right text"), self, struck=False)
        self.said = QLabel(self)
        self.said.setAccessibleName(tr("Present difference"))
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setWordWrap(True)
        self.number = QLabel(self)
        self.number.setAccessibleName(tr("Differences"))
        self.before = self._button(tr("&Previous"), "Alt+Up", lambda: self.step(-1))
        self.after = self._button(tr("&Next"), "Alt+Down", lambda: self.step(1))
        self.take = self._button(tr("&Take this one"), "Ctrl+Return", self.take_one)
        self.take_all = self._button(tr("Take &all"), "Ctrl+Shift+Return", self.take_every)
        self.back = self._button(tr("&Undo"), QKeySequence.StandardKey.Undo, self.undo)
        self._lay_out()
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(QUIET_MS)
        self._rest.timeout.connect(self._compare)
        self.left.currentIndexChanged.connect(self._compare)
        self.right.currentIndexChanged.connect(self._compare)
        self.old.scrolled.connect(lambda: self._follow(self.old, self.new, back=False))
        self.new.scrolled.connect(lambda: self._follow(self.new, self.old, back=True))
        self._fill(())
        self._tell()
        self.resize(1000, 640)

    def _combo(self, name: str) -> QComboBox:
        combo = QComboBox(self)
        combo.setAccessibleName(name)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        return combo

    def _button(self, text: str, keys: str | QKeySequence.StandardKey, do: Callable[[], None]) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        button.clicked.connect(do)
        sequence = QKeySequence(keys)
        shortcut = QShortcut(sequence, self)
        shortcut.activated.connect(button.click)
        button.setToolTip(sequence.toString(QKeySequence.SequenceFormat.NativeText))
        return button

    def _lay_out(self) -> None:
        panes = QSplitter(Qt.Orientation.Horizontal, self)
        panes.setChildrenCollapsible(False)
        for combo, view in ((self.left, self.old), (self.right, self.new)):
            side = QWidget(panes)
            column = QVBoxLayout(side)
            column.setContentsMargins(0, 0, 0, 0)
            column.addWidget(combo)
            column.addWidget(view, 1)
            panes.addWidget(side)
        row = QHBoxLayout()
        row.addWidget(self.number)
        row.addStretch(1)
        for button in (self.before, self.after, self.take, self.take_all, self.back):
            row.addWidget(button)
        words = tr("Struck out: only on the left. Underlined: only on the right. ▴: here the other text has more.")
        legend = QLabel(words, self)
        legend.setObjectName("hint")
        layout = QVBoxLayout(self)
        layout.addWidget(panes, 1)
        layout.addWidget(self.said)
        layout.addWidget(legend)
        layout.addLayout(row)

    # ------------------------------------------------------------ what arrives

    def listed(self, change: VersionsListed) -> None:
        """The versions that there are; the two that are shown stay."""
        if (change.document, change.page) != (self.document, self.page):
            return
        first = self._listed is None
        self._listed = change
        found = versions(change)
        for version in found:
            if version.text is not None:
                self._texts[version.key] = tidy(version.text)
        self._fill([version for version in found if version.text is not None or version.key[0] == "reading"])
        if first:
            left, right = self._begin or (PRESENT, self._natural())
            self.choose(left, right)

    def fetched(self, change: ReadingFetched) -> None:
        if (change.document, change.page) == (self.document, self.page) and change.reading is not None:
            self._texts["reading", change.number] = tidy(change.reading.text)
            self._compare()

    def page_shown(self, shown: PageShown) -> None:
        """While a page is being read its text is a part, and not compared."""
        if shown.state is not PageState.READING:
            self.present_changed(shown.document, shown.page, shown.text)

    def present_changed(self, document: int, page: int, text: str) -> None:
        """The page has another text now: typed, read or brought back."""
        if (document, page) == (self.document, self.page) and tidy(text) != self._texts[PRESENT]:
            self._texts[PRESENT] = tidy(text)
            self.list_wanted.emit(self.document, self.page)
            self._rest.start()

    def begin_with(self, left: tuple[str, int], right: tuple[str, int]) -> None:
        """Show these two as soon as the versions are listed."""
        self._begin = (left, right)

    def choose(self, left: tuple[str, int], right: tuple[str, int]) -> None:
        """Show these two, by their keys."""
        self._choose(self.left, left)
        self._choose(self.right, right)

    def _fill(self, found: list[Version] | tuple[Version, ...]) -> None:
        present = Version(PRESENT, tr("Present text, edited") if self._edited else tr("Present text"))
        for combo in (self.left, self.right):
            kept = combo.currentData()
            combo.blockSignals(True)
            combo.clear()
            for version in (present, *found):
                combo.addItem(one_line(version.title), version.key)
                combo.setItemData(combo.count() - 1, version.facts, Qt.ItemDataRole.ToolTipRole)
            combo.blockSignals(False)
            self._choose(combo, kept or PRESENT)

    def _choose(self, combo: QComboBox, key: tuple[str, int]) -> None:
        for index in range(combo.count()):
            if tuple(combo.itemData(index)) == tuple(key):
                combo.setCurrentIndex(index)

    def _natural(self) -> tuple[str, int]:
        """What the present text is compared with at first: the present reading where it was edited, else the
        newest other reading, else the last edit."""
        assert self._listed is not None
        readings, edits = self._listed.readings, self._listed.edits
        wanted = [one for one in readings if one.present is self._edited]
        if wanted:
            return ("reading", wanted[-1].number)
        texts = [edit for edit in edits if edit.text is not None]
        return ("edit", texts[-1].number) if texts else PRESENT

    # ------------------------------------------------------------ comparing

    def _keys(self) -> tuple[tuple[str, int], tuple[str, int]]:
        return tuple(self.left.currentData()), tuple(self.right.currentData())

    def _compare(self) -> None:
        left, right = self._keys()
        self._rest.stop()
        for kind, number in (left, right):
            if (kind, number) not in self._texts:
                self.reading_wanted.emit(self.document, self.page, number)
        if left not in self._texts or right not in self._texts:
            return
        self._serial += 1
        serial, old, new = self._serial, self._texts[left], self._texts[right]

        def done(difference: Difference) -> None:
            if shiboken6.isValid(self) and serial == self._serial:
                self._show(difference)

        in_background(lambda: compare(old, new), done)

    def _show(self, difference: Difference) -> None:
        self.difference = difference
        self.old.show_text(difference.old)
        self.new.show_text(difference.new)
        self.old.show_spans([hunk.old for hunk in difference.hunks])
        self.new.show_spans([hunk.new for hunk in difference.hunks])
        self._at = min(max(self._at, 0), len(difference.hunks) - 1)
        self._go()

    def _follow(self, moved: SideView, other: SideView, *, back: bool) -> None:
        if self.difference is not None:
            other.set_top(self.difference.across(moved.place_at_top(), back=back))

    # ------------------------------------------------------------ from one to the next

    def step(self, by: int) -> None:
        """To the next or previous difference, round at the ends."""
        if self.difference is not None and self.difference.hunks:
            self._at = (self._at + by) % len(self.difference.hunks)
            self._go()

    def _go(self) -> None:
        number = self._at if self._at >= 0 else None
        self.old.show_present(number)
        self.new.show_present(number)
        self._tell()

    def _tell(self) -> None:
        hunks = self.difference.hunks if self.difference is not None else ()
        found = several(mark("{n:,} difference"), mark("{n:,} differences"), len(hunks))
        place = tr("{number:,} of {differences}").format(number=self._at + 1, differences=found)
        self.number.setText(place if hunks else tr("No differences"))
        self.said.setText(self._words())
        changeable = PRESENT in self._keys() and self._keys()[0] != self._keys()[1]
        for button in (self.before, self.after):
            button.setEnabled(bool(hunks))
        for button in (self.take, self.take_all):
            button.setEnabled(bool(hunks) and changeable)
            button.setStatusTip("" if changeable else tr("Choose the present text on one of the sides."))
        self.back.setEnabled(bool(self._undo))

    def _words(self) -> str:
        """The difference that is looked at, in words."""
        if self.difference is None:
            return tr("Comparing…")
        if self._at < 0:
            return tr("Both texts are the same.")
        hunk = self.difference.hunks[self._at]
        old, new = (
            _quoted(text[slice(*span)])
            for text, span in ((self.difference.old, hunk.old), (self.difference.new, hunk.new))
        )
        if hunk.kind == "added":
            return tr("Only on the right: {text}").format(text=new)
        if hunk.kind == "removed":
            return tr("Only on the left: {text}").format(text=old)
        return tr("Left: {left}   Right: {right}").format(left=old, right=new)

    # ------------------------------------------------------------ taking over

    def take_one(self) -> None:
        """The present text gets what the other one has at this place."""
        if self._at >= 0:
            self._take([self._at])

    def take_every(self) -> None:
        if self.difference is not None:
            self._take(list(range(len(self.difference.hunks))))

    def _take(self, numbers: list[int]) -> None:
        difference, (left, right) = self.difference, self._keys()
        if difference is None or not self.take.isEnabled():
            return
        if left != PRESENT and right == PRESENT:  # the other way round: what is left goes to the right
            rest = [number for number in range(len(difference.hunks)) if number not in numbers]
            text = taken(difference, rest)
        else:
            text = taken(difference, numbers)
        present = self._texts[PRESENT]
        if (difference.new if right == PRESENT and left != PRESENT else difference.old) != present:
            return  # it was typed meanwhile; the comparison is under way
        self._undo.append(present)
        self._put(text)

    def undo(self) -> None:
        """Back before what was taken over last."""
        if self._undo:
            self._put(self._undo.pop())

    def _put(self, text: str) -> None:
        self._texts[PRESENT] = text
        self._edited = True
        self.text_taken.emit(self.document, self.page, text)
        self.list_wanted.emit(self.document, self.page)
        self._tell()
        self._compare()


def _quoted(text: str) -> str:
    """A piece of text in quotation marks, on one line, shortened in the middle."""
    line = one_line(text.replace("\n", "↵"))
    if not line.strip():
        return f"{count(len(text), 'blank')}"
    return f"“{line}”" if len(line) <= QUOTED else f"“{line[: QUOTED // 2]}…{line[-QUOTED // 2 :]}”"
