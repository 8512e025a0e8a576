# SPDX-License-Identifier: AGPL-3.0-or-later
"""The documents that were open are opened again at the next start, and their reading goes on.

The list is kept while the window stands, not only at its end: a program that was killed left
its documents open, too. Documents are known by their number in the library, so their finished
pages, edits and order are there at once, even where the file is gone.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from app.core.changes import AppCode, DocumentRow, DocumentState, Problem
from app.core.session import Session
from app.desktop.looking import Looking
from app.desktop.memory import Memory, OpenDocument

KEEP_MS = 1000
"""From a change of the list to its being written; rows change with every page that is read."""
MOST = 200
"""Documents that are opened again; the library has the others."""

_UNFINISHED = frozenset({DocumentState.WAITING, DocumentState.READING, DocumentState.PAUSED})


class LastTime(QObject):
    def __init__(self, session: Session, looking: Looking, memory: Memory, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._looking, self._memory = session, looking, memory
        self._asked: set[str] = set()  # numbers that were asked for at the start
        self._awaited: dict[int, OpenDocument] = {}  # those of them that no row stands for yet
        self._closed = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(KEEP_MS)
        self._timer.timeout.connect(self.keep)

    def open_again(self) -> None:
        """What was open when the window was last seen."""
        left = self._memory.arrangement
        if not self._memory.settings.open_last:
            return
        if left.shown:
            self._looking.expect_path(left.shown, left.shown_page)
        for document in left.open[:MOST]:
            self._asked.add(str(document.stored))
            self._awaited[document.stored] = document
            self._session.open_stored(document.stored, read=document.unfinished)

    def is_gone(self, problem: Problem, subject: str) -> bool:
        """Whether this tells of a document that was deleted since, which is no news to the user."""
        return problem.code is AppCode.NOT_STORED and subject in self._asked

    def touch(self) -> None:
        """The list or what is shown of it has changed."""
        if not (self._closed or self._timer.isActive()):
            self._timer.start()

    def close_down(self) -> None:
        self.keep()
        self._closed = True

    def keep(self) -> None:
        self._timer.stop()
        row, rows = self._looking.row, list(self._looking.rows.values())
        if rows and all(one.state is not DocumentState.OPENING for one in rows):
            self._awaited.clear()
        documents = dict(self._awaited)
        for one in rows:
            if one.stored is not None:
                documents.pop(one.stored, None)
                documents[one.stored] = OpenDocument(stored=one.stored, unfinished=_unfinished(one))
        if self._awaited and row is None:
            return  # nothing of it has come yet
        self._memory.arrange(
            open=tuple(documents.values())[:MOST],
            shown=str(row.path) if row is not None else "",
            shown_page=self._looking.page if row is not None else 0,
        )


def _unfinished(row: DocumentRow) -> bool:
    """Only where the whole document was asked for: some pages of it are asked for again by hand."""
    return row.state in _UNFINISHED and row.asked == row.pages
