# SPDX-License-Identifier: AGPL-3.0-or-later
"""The versions of a page: compared, brought back, and made anew with another engine."""

from __future__ import annotations

import time
from typing import Any

import shiboken6
from PySide6.QtWidgets import QWidget

from app.core.changes import AppCode, PageEnded, PageShown, Problem, Saved
from app.core.choice import EngineChoice
from app.core.errors import sentence
from app.core.retell import retell
from app.core.version_changes import RereadStatus
from app.core.wording import mark, several, tr
from app.desktop.adapter import Desk
from app.desktop.engine_setup import EngineSetup
from app.desktop.look import Look
from app.desktop.looking import Looking
from app.desktop.markdown_pane import MarkdownPane
from app.desktop.memory import Memory
from app.desktop.notice_bar import NextStep, NoticeBar
from app.desktop.phrases import engine_name
from app.desktop.versions.compare import CompareWindow
from app.desktop.versions.history import HistoryDialog
from app.desktop.versions.read_with import ReadWithDialog

PROGRESS_S = 1.0
"""Seconds between two lines of progress."""


class VersionCommands:
    def __init__(
        self, desk: Desk, looking: Looking, text: MarkdownPane, setup: EngineSetup, notices: NoticeBar, look: Look,
        memory: Memory, window: QWidget,
    ) -> None:  # fmt: skip
        self._desk, self._looking, self._text, self._setup = desk, looking, text, setup
        self._memory = memory
        self._notices, self._look, self._window = notices, look, window
        self._told = 0.0  # time.monotonic() of the last line of progress
        self._expected: tuple[int, int, tuple[str, int], tuple[str, int]] | None = None
        desk.reread_status.connect(self._status)

    # ------------------------------------------------------------ read again with another engine

    def read_with(self) -> None:
        document, row = self._looking.document, self._looking.row
        if document is None or row is None or not self._looking.pages:
            return
        self._text.flush()
        dialog = ReadWithDialog(
            self._setup.shown, self._setup.places, self._setup.keys, self._window,
            page=self._looking.page, pages=self._looking.pages, failed=bool(row.failed), from_web=bool(row.url),
        )  # fmt: skip
        dialog.temporary_key.connect(self._setup.use_for_now)
        dialog.wanted.connect(lambda pages, values: self._begin(document, pages, values))
        dialog.open()

    def _begin(self, document: int, pages: tuple[int, ...] | None, values: dict[str, Any]) -> None:
        def ready(engines: tuple[EngineChoice, ...], prompt: str | None) -> None:
            self._desk.session.read_with(document, pages, engines, prompt)

        self._setup.once(values, ready)

    def stop(self) -> None:
        """All that is read with other engines; the queue goes on."""
        self._desk.session.stop_reading_with()

    def _status(self, status: RereadStatus) -> None:
        """One line while it goes on, with a way to stop it, and one at the end."""
        group, name = f"reread {status.document}", engine_name(status.engine)
        if status.over:
            self._notices.withdraw(group)
            self._told = 0.0
            self._ended(status, name)
            return
        now = time.monotonic()
        if status.state == "asking" or (status.state == "reading" and now < self._told + PROGRESS_S):
            return
        self._told = now
        stop = NextStep(tr("Stop"), lambda: self._desk.session.stop_reading_with(status.document))
        self._notices.withdraw(group)
        self._notices.tell(_going_on(status, name), severity="info", group=group, steps=(stop,))

    def _ended(self, status: RereadStatus, name: str) -> None:
        group = f"reread-end {status.document}"
        self._notices.withdraw(group)
        if status.problem is not None and status.problem.code is AppCode.NO_CONSENT:
            words = tr("Nothing was sent to {host}, as you said.").format(host=status.problem.detail)
            self._notices.tell(words, severity="info", group=group)
        elif status.state == "failed":
            why = sentence(status.problem or Problem(AppCode.ENGINE_REPLACED), name)
            self._notices.tell(" ".join((_read(status, name), why)), group=group, steps=self._steps(status))
        elif status.failed:
            why = sentence(status.problem, tr("A page")) if status.problem is not None else ""
            failed = several(
                mark("{n:,} page could not be read."), mark("{n:,} pages could not be read."), status.failed
            )
            words = " ".join(part for part in (_read(status, name), failed, why) if part)
            self._notices.tell(words, group=group, steps=self._steps(status))
        else:
            self._notices.tell(_read(status, name), severity="info", group=group, steps=self._steps(status))

    def _steps(self, status: RereadStatus) -> tuple[NextStep, ...]:
        return (NextStep(tr("Compare…"), self.compare),) if status.read else ()

    # ------------------------------------------------------------ side by side, and one after the other

    def compare(self) -> None:
        self._compare_page()

    def _compare_page(self, keys: tuple[tuple[str, int], tuple[str, int]] | None = None) -> None:
        document, page = self._looking.document, self._looking.page
        if document is None or not self._looking.pages:
            return
        self._text.flush()
        desk, row = self._desk, self._looking.page_row
        window = CompareWindow(document, page, self._text.text, bool(row and row.edited), self._look, self._window)
        window.list_wanted.connect(desk.session.versions)
        window.reading_wanted.connect(desk.session.fetch_reading)
        window.text_taken.connect(desk.session.replace_text)
        self._follow(window)
        desk.page_shown.connect(window.page_shown)
        self._text.edited.connect(window.present_changed)
        if keys is not None:
            window.begin_with(*keys)
        window.show()
        desk.session.versions(document, page)

    def history(self) -> None:
        document, page = self._looking.document, self._looking.page
        if document is None or not self._looking.pages:
            return
        self._text.flush()
        desk = self._desk
        dialog = HistoryDialog(document, page, self._window, self._memory.arrangement.history_list)
        dialog.list_pulled.connect(lambda wide: self._memory.arrange(history_list=wide))
        dialog.reading_wanted.connect(desk.session.fetch_reading)
        dialog.restore_asked.connect(self._restore)
        dialog.use_asked.connect(self._use)
        dialog.compare_asked.connect(self._compare_from)
        self._follow(dialog)
        dialog.show()
        desk.session.versions(document, page)

    def _follow(self, view: CompareWindow | HistoryDialog) -> None:
        """Its list is told anew whenever a version comes."""
        desk, place = self._desk, (view.document, view.page)
        desk.versions_listed.connect(view.listed)
        desk.reading_fetched.connect(view.fetched)

        def came(change: PageEnded | Saved) -> None:
            if (change.document, change.page) == place and shiboken6.isValid(view):
                desk.session.versions(*place)

        desk.page_ended.connect(came)
        desk.saved.connect(came)
        view.destroyed.connect(lambda: _cut(desk, came))

    def _restore(self, document: int, page: int, text: str | None) -> None:
        self._text.flush()
        if text is None:
            self._desk.session.revert(document, page)
        else:
            self._desk.session.replace_text(document, page, text)
        self._desk.session.versions(document, page)

    def _use(self, document: int, page: int, number: int) -> None:
        self._text.flush()
        self._desk.session.use_reading(document, page, number)

    def _compare_from(self, document: int, page: int, left: tuple[str, int], right: tuple[str, int]) -> None:
        """Of a page that is not on screen, as soon as its text is."""
        if (self._looking.document, self._looking.page) == (document, page):
            self._compare_page((left, right))
            return
        self._expected = (document, page, left, right)
        self._looking.open_at(document, page)

    def page_shown(self, shown: PageShown) -> None:
        expected = self._expected
        if expected is not None and expected[:2] == (shown.document, shown.page):
            self._expected = None  # the pane has the text by now
            self._compare_page(expected[2:])


def _pages(number: int) -> str:
    return several(mark("{n:,} page"), mark("{n:,} pages"), number)


def _going_on(status: RereadStatus, name: str) -> str:
    """ "vLLM reads 3 pages again: 1 of 3 done."."""
    pages = _pages(status.total)
    if status.state != "starting":
        return tr("{engine} reads {pages} again: {done:,} of {total:,} done.").format(
            engine=name, pages=pages, done=status.read + status.failed, total=status.total
        )
    if status.detail:
        return tr("{engine} reads {pages} again: it is being started ({detail}).").format(
            engine=name, pages=pages, detail=retell(status.detail)
        )
    return tr("{engine} reads {pages} again: it is being started.").format(engine=name, pages=pages)


def _read(status: RereadStatus, name: str) -> str:
    """What came of it: "vLLM has read 3 pages again."."""
    if not status.read:
        return tr("{engine} has read no page.").format(engine=name)
    pages = _pages(status.read)
    if status.read == status.total:
        return tr("{engine} has read {pages} again.").format(engine=name, pages=pages)
    return tr("{engine} has read {pages} of {total:,} again.").format(engine=name, pages=pages, total=status.total)


def _cut(desk: Desk, came: object) -> None:
    for signal in (desk.page_ended, desk.saved):
        signal.disconnect(came)

