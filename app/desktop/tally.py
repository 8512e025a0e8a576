# SPDX-License-Identifier: AGPL-3.0-or-later
"""Failed files together: each says what is wrong in its own row; several make one notice, so
that they are not overlooked below the edge of a long list."""

from __future__ import annotations

from app.core.changes import DocumentRow, DocumentState
from app.core.errors import sentence
from app.core.wording import mark, several
from app.desktop.fit_text import one_line
from app.desktop.notice_bar import NoticeBar

GROUP = "failed-files"


class FailureTally:
    def __init__(self, notices: NoticeBar) -> None:
        self._notices = notices
        self._failed: dict[int, str] = {}  # document to sentence

    def rows_changed(self, rows: list[DocumentRow], *, whole: bool) -> None:
        """Rows that came or changed; `whole` if they are the whole list."""
        before = dict(self._failed)
        if whole:
            here = {row.document for row in rows}
            self._failed = {document: text for document, text in self._failed.items() if document in here}
        for row in rows:
            if row.state is DocumentState.FAILED and row.problem is not None:
                self._failed[row.document] = sentence(row.problem, one_line(row.path.name))
            else:
                self._failed.pop(row.document, None)
        fresh = [text for document, text in self._failed.items() if document not in before]
        if len(self._failed) < 2:
            self._notices.withdraw(GROUP)
        elif fresh:
            told = list(self._failed.values()) if len(before) < 2 else fresh
            for text in told:
                self._notices.tell(
                    text,
                    severity="error",
                    group=GROUP,
                    heading=lambda number: several(
                        mark("{n:,} file could not be opened."), mark("{n:,} files could not be opened."), number
                    ),
                )
