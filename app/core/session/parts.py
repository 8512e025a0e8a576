# SPDX-License-Identifier: AGPL-3.0-or-later
"""The parts put together, and the intentions that concern several of them."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from app.core.changes import AppCode, Notice, Problem
from app.core.children import Child
from app.core.choice import EngineChoice
from app.core.session.aside import Aside
from app.core.session.asking import Asking
from app.core.session.chain import Chain
from app.core.session.desk import Desk, Document
from app.core.session.documents import Documents
from app.core.session.figure_boxes import FigureBoxes
from app.core.session.figures import PageFiguring
from app.core.session.finding import Finding
from app.core.session.link import PagesLink
from app.core.session.others import Others
from app.core.session.proofing import Proofing
from app.core.session.reading import PageReading
from app.core.session.saving import Saving
from app.core.session.showing import Showing
from app.core.session.spending import Spending
from app.core.session.spreads import Spreads
from app.core.session.status import Status
from app.core.session.undoing import Undoing
from app.core.session.upkeep import Upkeep
from app.core.session.versions import Versions
from app.core.settings import Settings

log = logging.getLogger(__name__)


class Parts:
    """On the session's thread only."""

    def __init__(self, desk: Desk, pages: Child, chain: Chain, spending: Spending) -> None:
        self.desk = desk
        self.chain = chain
        self._pages = pages
        self.link = PagesLink(desk, pages.send)
        self.status = Status(desk)
        self.saving = Saving(desk, self.status.touch)
        self.showing = Showing(desk, self.link, self.saving)
        self.reading = PageReading(desk, self.link, self.saving, self.showing, self.status, chain, spending)
        self.asking = Asking(desk, self.showing, self.status, self.reading)
        self.reading.when_chosen(self.asking.recount)
        self.documents = Documents(
            desk, self.link, self.saving, self.showing, self.asking, self.reading.cancel, self.status.touch
        )
        self.upkeep = Upkeep(desk, self.link, self.saving, self.documents.remove)
        self.proofing = Proofing(desk, self.link, self.saving, self.showing)
        self.undoing = Undoing(desk, self.saving, self.showing)
        self.figure_boxes = FigureBoxes(desk, self.link, self.saving)
        told = (self._changed_elsewhere, self.figure_boxes.refresh, self.proofing.look_again)
        self.others = Others(desk, self.saving, self.showing, told)
        self.finding = Finding(desk, self.saving, self.showing)
        self.aside = Aside(desk, self.link, self.saving, self.showing, chain, spending, self.reading.permissions)
        chain.when_replaced(self.aside.read_meanwhile)
        self.saving.when_deleted(self._deleted_elsewhere)
        self.versions = Versions(desk, self.saving, self.showing, self.aside)
        self.figures = PageFiguring(desk, self.saving, self.showing)
        self.spreads = Spreads(
            desk, self.link, self.saving, self.showing, self.asking, self.documents, self.reading.cancel,
            self._counted_anew,
        )  # fmt: skip
        self.documents.when_open(self.spreads.opened)

    def view(self, document: int, page: int) -> None:
        """The user looks at a page, perhaps while the engine that is to read it takes a while to start."""
        self.showing.view(document, page)
        if self.chain.replacing:
            self.aside.read_meanwhile()

    def _counted_anew(self, document: Document) -> None:
        """Its pages have other numbers: what is under way by their old ones is given up."""
        self.aside.stop(document.id)
        self.upkeep.stop_exports(document.id)
        self.proofing.counted_anew(document)
        self.figure_boxes.refresh()

    def _deleted_elsewhere(self, document: Document) -> None:
        """Another program has deleted it from the library: it stays open, with nothing read or typed but what is
        newer. It is not read again unasked, since that may cost something."""
        self.desk.queue.forget_read(document.id)
        self.proofing.forget(document)
        self.showing.rows(document)
        if self.desk.viewed is not None and self.desk.viewed[0] == document.id:
            self.showing.refresh(document, self.desk.viewed[1])
        self.figure_boxes.refresh()
        self.desk.tell_row(document)
        self.desk.tell(Notice(Problem(AppCode.DELETED_ELSEWHERE), str(document.path), "warning"))

    def _changed_elsewhere(self) -> None:
        self.spreads.changed_elsewhere()

    @property
    def idle(self) -> bool:
        """Nothing goes on that was asked for."""
        busy = self.asking.busy or self.link.busy or self.documents.opening or self.proofing.busy
        return self.reading.idle and not (busy or self.aside.busy)

    def end(self) -> None:
        """Save what is unsaved, end the children side by side, close the library."""
        self.saving.retry()
        if self.saving.unsaved and self.desk.library.writable:
            log.info("%d readings or edits could not be saved", self.saving.unsaved)
        engines, proofing = self.chain.end(), self.proofing.end()
        self._pages.close()
        for thread in [*engines, *proofing]:
            thread.join()
        self.desk.library.close()

    # ------------------------------------------------------------ the queue

    def pause(self) -> None:
        self.desk.queue.pause()
        self.status.touch()

    def resume(self) -> None:
        """What could not be saved is saved first: if that fails again, the queue stays paused."""
        self.desk.queue.resume()
        self.saving.retry()
        self.reading.go_on()
        self.status.touch()
        self.reading.pump()

    def use_engines(self, engines: Sequence[EngineChoice], prompt: str | None) -> None:
        changed = prompt != self.desk.prompt
        self.desk.prompt = prompt
        self.chain.use(engines)
        if changed:
            self.asking.recount()
        self.reading.pump()

    def use_settings(self, settings: Settings) -> None:
        before = self.desk.settings
        self.desk.use(settings)
        self.proofing.use_settings(before)
        self.reading.pump()  # a host may be trusted now

    def stop_now(self) -> None:
        self.reading.cancel(self.desk.queue.stop_now())
        self.status.touch()

    def stop_after_document(self) -> None:
        self.desk.queue.stop_after_document()
        self.status.touch()

    def retry(self, document: int, page: int | None) -> None:
        """Failed pages again; a document whose file failed or changed is opened anew."""
        found = self.desk.get(document)
        if found.failed or found.problem is not None:
            self.documents.reopen(found)
            return
        for one in self.desk.queue.retry(document, page):
            self.showing.row(found, one)
            self.showing.refresh(found, one)
        self.chain.start_again()
        self.desk.tell_row(found)
        self.reading.pump()

    # ------------------------------------------------------------ the text

    def edit(self, document: int, page: int, text: str | None, run: str = "", step: int = 0) -> None:
        """The user's text, or None for the engine's again (which is then shown)."""
        found = self.desk.page(document, page)
        source = self.undoing.source(found, page, text, step) if step and text is not None else None
        self.saving.edit(found, page, text, run=run, step=step, source=source)
        self.proofing.edited(found, page)
        self.showing.row(found, page)
        if text is None:
            self.showing.refresh(found, page)

    def replace_text(self, document: int, page: int, text: str) -> None:
        """The user's text, made elsewhere than by typing: shown as well as kept."""
        found = self.desk.page(document, page)
        self.saving.edit(found, page, text)
        self.proofing.edited(found, page)
        self.showing.row(found, page)
        self.showing.refresh(found, page)

    def consent(self, host: str, granted: bool, remember: bool) -> None:
        """The answer goes to whoever asked."""
        if self.aside.consent(host, granted, remember):
            self.reading.ask_again()
        else:
            self.reading.consent(host, granted, remember)

    def remove(self, document: int) -> None:
        self.aside.stop(document)
        self.documents.remove(self.desk.get(document))

    def check(self, document: int, page: int, checked: bool) -> None:
        found = self.desk.page(document, page)
        self.saving.checked(found, page, checked)
        self.showing.row(found, page)
        self.desk.tell_row(found)

    def turn(self, document: int, page: int, degrees: int) -> None:
        found = self.desk.page(document, page)
        degrees %= 360
        if degrees % 90 == 0 and found.turns.get(page, 0) != degrees:
            self.saving.turn(found, page, degrees)
            self.asking.turned(found, page)
            self.figure_boxes.refresh()
