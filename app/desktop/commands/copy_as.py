# SPDX-License-Identifier: AGPL-3.0-or-later
"""The selection of the text, in editor or preview, to the clipboard as Markdown, HTML or LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from app.core.errors import ProblemError, sentence
from app.core.wording import tr
from app.desktop.background import in_background
from app.desktop.notice_bar import NoticeBar
from app.desktop.proof.text_side import TextSide

if TYPE_CHECKING:
    from app.core.export.copied import As


PATIENCE_MS = 300
"""What takes longer says so: the first time loads the parser, LaTeX starts another program."""


class CopyAs(QObject):
    done = Signal(str)  # what is in the clipboard now, as plain text

    def __init__(self, text: TextSide, notices: NoticeBar, parent: QObject) -> None:
        super().__init__(parent)
        self._text, self._notices = text, notices
        self._newest = 0
        self._changed = False  # somebody else put something into the clipboard while we were at it
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(PATIENCE_MS)
        self._slow.timeout.connect(lambda: self._tell(tr("Copying…")))
        QGuiApplication.clipboard().dataChanged.connect(self._note_change)

    def markdown(self) -> None:
        self._copy("markdown")

    def html(self) -> None:
        self._copy("html")

    def latex(self) -> None:
        self._copy("latex")

    def _copy(self, wanted: As) -> None:
        """Made off the interface thread; only what was asked for last gets into the clipboard, and nothing if
        something else was copied meanwhile."""
        self._newest += 1
        number = self._newest
        self._changed = False
        self._notices.dismiss("copy")
        self._slow.start()

        def chosen(text: str, start: int, end: int) -> None:
            if number != self._newest:
                return
            if start == end:
                self._end()
                self._tell(tr("Nothing is selected. Select a part of the text first."))
                return

            def make() -> tuple[str, str]:
                from app.core.export.copied import copied  # loads the parser

                return copied(text, start, end, "markdown"), copied(text, start, end, wanted)

            in_background(
                make,
                lambda made: self._put(wanted, *made) if number == self._newest else None,
                lambda error: self._failed(error) if number == self._newest else None,
            )

        self._text.chosen(chosen)

    def _note_change(self) -> None:
        self._changed = True

    def _end(self) -> None:
        self._slow.stop()
        self._notices.dismiss("copy")

    def _put(self, wanted: As, markdown: str, made: str) -> None:
        self._end()
        if self._changed:
            self._tell(tr("Something else was copied meanwhile; the clipboard keeps that."))
            return
        data = QMimeData()
        if wanted == "html":
            data.setHtml(f'<html><head><meta charset="utf-8"></head><body>\n{made}\n</body></html>')
            data.setText(markdown)  # for whoever takes no HTML
        else:
            data.setText(made)
        if wanted == "markdown":
            data.setData("text/markdown", made.encode())
        QGuiApplication.clipboard().setMimeData(data)
        self.done.emit(data.text())

    def _failed(self, error: Exception) -> None:
        self._end()
        if not isinstance(error, ProblemError):
            raise error
        self._tell(sentence(error.problem, tr("The selection")))

    def _tell(self, words: str) -> None:
        self._notices.tell(words, severity="info", group="copy")
