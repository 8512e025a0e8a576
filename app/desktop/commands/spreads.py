# SPDX-License-Identifier: AGPL-3.0-or-later
"""Double pages: proposed in a line, split in a dialog, joined again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.core.spreads import RIGHT_FIRST, PagesSplit, SpreadsFound
from app.core.wording import mark, several, tr
from app.desktop.adapter import Desk
from app.desktop.look import Look
from app.desktop.looking import Looking
from app.desktop.memory import Memory
from app.desktop.notice_bar import NextStep, NoticeBar
from app.desktop.spreads.dialog import PURPOSE, SpreadsDialog


class SpreadCommands:
    def __init__(
        self, desk: Desk, looking: Looking, memory: Memory, notices: NoticeBar, look: Look, window: QWidget,
        flush: Callable[[], None],
    ) -> None:  # fmt: skip
        """`flush` hands a pending edit to the session, before pages get other numbers."""
        self._desk, self._looking, self._memory = desk, looking, memory
        self._notices, self._look, self._window, self._flush = notices, look, window, flush
        self._cut: dict[int, int] = {}  # double pages that are cut, by document
        self._found: dict[int, SpreadsFound] = {}
        self.dialog: SpreadsDialog | None = None

    # ------------------------------------------------------------ asked for

    def split(self) -> None:
        if self._looking.document is not None:
            self._open(self._looking.document)

    def join(self) -> None:
        if self._looking.document is not None:
            self._join(self._looking.document)

    def is_cut(self, document: int | None) -> bool:
        return bool(document is not None and self._cut.get(document))

    def _join(self, document: int) -> None:
        self._flush()
        self._desk.session.split_pages(document, ())

    def _open(self, document: int) -> None:
        row = self._looking.rows.get(document)
        if row is None:
            return
        if self.dialog is not None:
            self.dialog.close()
        right = any(code in RIGHT_FIRST for code in self._memory.settings.languages)
        dialog = SpreadsDialog(document, row.title, self._look, self._window, right_first=right)
        dialog.split_asked.connect(lambda splits: self._split(document, splits))
        dialog.sheets.picture_wanted.connect(
            lambda page, pixels, turn: self._desk.session.whole_picture(document, page, pixels, turn, PURPOSE)
        )
        self._desk.picture_loaded.connect(dialog.picture_loaded)
        dialog.finished.connect(lambda _: self._closed(dialog))
        self.dialog = dialog
        if document in self._found and self._found[document].guesses:
            dialog.found(self._found[document])  # all pages follow
        self._desk.session.find_spreads(document)
        dialog.open()

    def _closed(self, dialog: SpreadsDialog) -> None:
        self._desk.picture_loaded.disconnect(dialog.picture_loaded)
        self._desk.session.forget_pictures(dialog.document, PURPOSE)
        if self.dialog is dialog:
            self.dialog = None
        dialog.deleteLater()

    def _split(self, document: int, splits: object) -> None:
        self._flush()
        self._desk.session.split_pages(document, splits)  # type: ignore[arg-type]

    # ------------------------------------------------------------ what arrives

    def spreads_found(self, found: SpreadsFound) -> None:
        document = found.document
        self._cut[document] = len(found.splits)
        self._found[document] = found
        if found.complete:
            if self.dialog is not None and self.dialog.document == document:
                self.dialog.found(found)
            return
        row = self._looking.rows.get(document)
        if not found.sure or found.known or row is None:  # who has worked on its pages wants them as they are
            return
        told = several(
            mark("{n} page of “{{title}}” looks like a double page of a book."),
            mark("{n} pages of “{{title}}” look like double pages of a book."),
            found.sure,
        ).format(title=row.title)
        step = NextStep(tr("Split…"), lambda: self._open(document))
        self._notices.tell(told, severity="info", group=_group(document), steps=(step,))

    def pages_split(self, split: PagesSplit) -> None:
        """What was looked at is looked at under its new number, which `DocumentOpened` then shows."""
        document = split.document
        if split.now == tuple(range(len(split.now))) and len(split.splits) == self._cut.get(document, 0):
            return  # nothing was changed, and why was told
        self._cut[document] = len(split.splits)
        self._found.pop(document, None)
        self._notices.withdraw(_group(document))
        row = self._looking.rows.get(document)
        if row is None:
            return
        steps: tuple[NextStep, ...] = ()
        if split.splits:
            told = several(
                mark("{n} double page of “{{title}}” is split."),
                mark("{n} double pages of “{{title}}” are split."),
                len(split.splits),
            ).format(title=row.title)
            steps = (NextStep(tr("Join halves again"), lambda: self._join(document)),)
        else:
            told = tr("The double pages of “{title}” are whole again.").format(title=row.title)
        self._notices.tell(told, severity="info", group=_group(document), steps=steps)


def _group(document: int) -> str:
    return f"spreads-{document}"
