# SPDX-License-Identifier: AGPL-3.0-or-later
"""The flags of the page in sight: those of the last proof, until the text changes, and the one that is looked at.

A proof of another text than the one in sight is not used for places; marks that are there move with the text
until the next proof comes, and a flag whose text was deleted goes at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.desktop.proof.text_side import TextSide

if TYPE_CHECKING:
    from app.core.align import Alignment
    from app.core.changes import PageProofed
    from app.core.checks import Flag

_MANY = 100


class FlagsInSight(QObject):
    changed = Signal()  # the flags, or which one is looked at
    came = Signal()  # a proof of the very text in sight

    def __init__(self, text: TextSide) -> None:
        super().__init__(text)
        self._text = text
        self.proof: PageProofed | None = None
        self.fresh = False  # the proof is of the text in sight
        self.flags: list[Flag] = []
        self.present: int | None = None  # the number of the flag that is looked at
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self._show_again)
        text.shown.connect(self._other_view)

    # ------------------------------------------------------------ what is told

    def begin_page(self) -> None:
        self.proof, self.fresh, self.flags, self.present = None, False, [], None
        self._text.clear_flags()
        self.changed.emit()

    def take(self, proof: PageProofed) -> bool:
        """A proof of the page in sight; False if its text is another one by now."""
        if proof.text != self._text.text:
            return False
        looked_at = self._same_flag(proof.flags)
        self.proof, self.fresh, self.flags = proof, True, list(proof.flags)
        self.present = looked_at
        if proof.alignment is not None:
            self._text.know_source(proof.alignment.source)
        self._text.show_flags(proof.text, self.flags, self.present)
        self.changed.emit()
        self.came.emit()
        return True

    def text_changed(self) -> None:
        """The user types. Flags move with the text; those whose text is gone go."""
        self.fresh = False
        if not self._text.on_source:
            return
        gone = self._text.editor.drop_deleted()
        for number in reversed(gone):
            del self.flags[number]
        if gone:
            if self.present is not None:
                before = sum(number < self.present for number in gone)
                self.present = None if self.present in gone else self.present - before
            self.changed.emit()

    def _same_flag(self, flags: Sequence[Flag]) -> int | None:
        """The flag looked at among new ones: same reason, and at the place to which it has moved."""
        flag = self.flag
        if flag is None:
            return None
        start, end = self.span(self.present)
        for number, other in enumerate(flags):
            same = other.kind is flag.kind and other.reason is flag.reason
            if same and other.start <= end and other.end >= start:
                return number
        return None

    # ------------------------------------------------------------ what is asked

    @property
    def alignment(self) -> Alignment | None:
        """The map of the text in sight."""
        return self.proof.alignment if self.proof is not None and self.fresh else None

    @property
    def flag(self) -> Flag | None:
        return self.flags[self.present] if self.present is not None else None

    def span(self, number: int | None) -> tuple[int, int]:
        """Where a flag is now, code points."""
        assert number is not None
        if self._text.on_source and not self.fresh:
            units = self._text.editor.span(number)
            if units is not None:
                convert = self._text.units.from_utf16
                return convert(units[0]), convert(units[1])
        return self.flags[number].start, self.flags[number].end

    def look_at(self, number: int | None) -> None:
        if number == self.present:
            return
        self.present = number
        self._text.show_present(number)
        self.changed.emit()

    def beside(self, step: int) -> int | None:
        """The flag behind (`step` 1) or before (-1) the one looked at."""
        number = self.present + step if self.present is not None else -1
        return number if 0 <= number < len(self.flags) else None

    def after(self, place: int, step: int) -> int | None:
        """The next flag behind (`step` 1) or before (-1) a place."""
        if step > 0:
            return next((n for n, flag in enumerate(self.flags) if flag.start >= place), None)
        return next((n for n in range(len(self.flags) - 1, -1, -1) if self.flags[n].start < place), None)

    def number_of(self, flag: Flag) -> int | None:
        """A flag of this page that was told in an answer: the very one, else one that says the same."""
        if flag in self.flags:
            return self.flags.index(flag)
        return next(
            (
                number
                for number, other in enumerate(self.flags)
                if replace(other, boxes=(), start=0, end=0) == replace(flag, boxes=(), start=0, end=0)
            ),
            None,
        )

    def _other_view(self) -> None:
        """Another view, or the blocks were rendered anew. Many flags are not marked in the same turn as a long text
        is laid out."""
        if len(self.flags) > _MANY:
            self._again.start()
        else:
            self._show_again()

    def _show_again(self) -> None:
        if self.proof is not None and self.fresh and self.proof.text == self._text.text:
            self._text.show_flags(self.proof.text, self.flags, self.present)
