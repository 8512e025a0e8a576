# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which signal goes where: the window's data flow in one place, readable from top to bottom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from app.core.changes import (
    AppCode,
    DocumentChanged,
    DocumentChosen,
    DocumentsChanged,
    DocumentState,
    Notice,
    PageState,
    Problem,
    QueueFinished,
    QueueStatus,
)
from app.core.errors import sentence
from app.core.wording import mark, several, tr
from app.desktop import chrome
from app.desktop.actions import Situation
from app.desktop.notice_bar import NextStep
from app.desktop.page_pane import PURPOSE, REGION
from app.desktop.zoom import Fit
from engine.protocol import ErrorCode

if TYPE_CHECKING:
    from app.core.editing.pattern import Search
    from app.desktop.window import Window


def wire(window: Window) -> None:
    _wire_looking(window)
    _wire_documents(window)
    _wire_pages(window)
    _wire_figures(window)
    _wire_text(window)
    _wire_proof(window)
    _wire_queue(window)
    _wire_notices(window)
    _show_nothing(window)
    _update_actions(window)


def _wire_looking(window: Window) -> None:
    looking = window.looking
    looking.moved.connect(lambda document, page: _show(window, document, page))
    looking.left.connect(lambda: _show_nothing(window))
    looking.document_ready.connect(window.strip.show_document)
    looking.facts_changed.connect(lambda: _facts(window))
    looking.facts_changed.connect(window.last_time.touch)


def _wire_documents(window: Window) -> None:
    desk, documents, looking = window.desk, window.documents, window.looking
    desk.documents_changed.connect(documents.documents_changed)
    desk.documents_changed.connect(looking.documents_changed)
    desk.documents_changed.connect(lambda change: _rows(window, change))
    desk.document_changed.connect(documents.document_changed)
    desk.document_changed.connect(looking.document_changed)
    desk.document_changed.connect(lambda change: _rows(window, change))
    desk.document_chosen.connect(looking.document_chosen)
    desk.document_chosen.connect(lambda chosen: _twin(window, chosen))
    desk.pages_split.connect(looking.pages_split)
    desk.pages_split.connect(window.spreads.pages_split)
    desk.spreads_found.connect(window.spreads.spreads_found)
    desk.spreads_found.connect(lambda _: _update_actions(window))
    desk.document_opened.connect(looking.document_opened)
    documents.view.chosen.connect(looking.open)
    documents.view.step_asked.connect(window.files.take_step)
    documents.view.menu_asked.connect(lambda document, place: _document_menu(window, document, place))
    documents.view.documents.move_asked.connect(desk.session.move)
    documents.open_asked.connect(window.files.open_files)
    welcome = window.page.welcome
    welcome.open_asked.connect(window.files.open_files)
    welcome.folder_asked.connect(window.files.open_folder)
    welcome.recent_asked.connect(window.files.open_recent)
    welcome.sample_asked.connect(window.files.open_sample)


def _wire_pages(window: Window) -> None:
    desk, strip, page, looking = window.desk, window.strip, window.page, window.looking
    desk.page_rows.connect(looking.page_rows)
    desk.page_rows.connect(strip.page_rows)
    desk.page_rows.connect(window.view.page_rows)
    desk.picture_loaded.connect(strip.picture_loaded)
    desk.picture_loaded.connect(page.picture_loaded)
    page.first_painted.connect(window.text.start_preview)
    desk.picture_failed.connect(strip.picture_failed)
    desk.picture_failed.connect(page.picture_failed)
    strip.chosen.connect(looking.go)
    strip.rows_wanted.connect(desk.session.want_rows)
    strip.picture_wanted.connect(desk.session.picture)
    strip.pictures_unwanted.connect(desk.session.forget_pictures)
    page.picture_wanted.connect(desk.session.picture)
    page.view.turn_over.connect(window.pages.step)
    page.view.zoom_changed.connect(lambda: _fits(window))
    _fits(window)


def _wire_figures(window: Window) -> None:
    desk, figures, looking = window.desk, window.figures, window.looking
    looking.document_ready.connect(figures.show_document)
    looking.left.connect(lambda: figures.show_document(None, 0))
    looking.moved.connect(lambda document, page: figures.show_page(document, page, looking.pages))
    desk.figure_rows.connect(figures.figure_rows)
    desk.drafts_summed.connect(figures.drafts_summed)
    desk.page_ended.connect(figures.page_ended)
    desk.queue_status.connect(figures.queue_status)
    figures.rows_wanted.connect(desk.session.want_figures)
    figures.sum_wanted.connect(desk.session.sum_drafts)
    figures.chosen.connect(looking.go)
    window.dock.changed.connect(lambda: _docked(window))


def _docked(window: Window) -> None:
    """The dock was shown, hidden, taken out or put back, by whatever means."""
    window.actions_["show_figures"].setChecked(not window.dock.isHidden())
    window.actions_["float_figures"].setChecked(window.dock.isFloating() and not window.dock.isHidden())


def _wire_text(window: Window) -> None:
    desk, text = window.desk, window.text
    desk.page_shown.connect(text.show_page)
    desk.page_shown.connect(window.versions.page_shown)
    desk.page_piece.connect(text.add_piece)
    desk.saved.connect(text.saved)
    text.edited.connect(lambda *edit: desk.session.edit(*edit, run=text.editor.run.name, step=text.editor.run.step))
    text.history_asked.connect(desk.session.undo)
    text.editor.menu_asked.connect(lambda place: chrome.text_menu(window.actions_, place, window))
    text.revert_asked.connect(desk.session.revert)
    text.read_again_asked.connect(lambda document, page: desk.session.read(document, [page], again=True))
    desk.page_shown.connect(text.searching.page_shown)
    desk.text_found.connect(text.searching.found)
    desk.replaced.connect(text.searching.replaced)
    text.searching.find_asked.connect(lambda *asked: _find(window, *asked))
    text.searching.replace_asked.connect(lambda *asked: _replace(window, *asked))
    text.searching.page_asked.connect(window.looking.go)
    window.spelling.failed.connect(lambda words: window.notices.tell(words, severity="info", group="spelling"))
    text.link_clicked.connect(lambda address: _offer_link(window, address))
    text.preview_failed.connect(
        lambda: window.notices.tell(
            tr("The browser preview ended unexpectedly, so the text is shown by the simple preview from now on.")
        )
    )
    text.zoomed.connect(lambda factor: window.memory.change(text_zoom=factor))
    window.look.changed.connect(lambda: text.set_colours(window.look.colours))


def _find(window: Window, document: int, page: int, position: int, search: Search, step: int, asked: int) -> None:
    window.desk.session.find_text(
        document, page, position, search.pattern,
        request=asked, step=step, regex=search.regex, case=search.case, words=search.words,
    )  # fmt: skip


def _replace(window: Window, document: int, pages: list[int] | None, search: Search, replacement: str) -> None:
    window.desk.session.replace_all(
        document, search.pattern, replacement,
        pages=pages, regex=search.regex, case=search.case, words=search.words,
    )  # fmt: skip


def _wire_proof(window: Window) -> None:
    desk, proof, walk = window.desk, window.proof, window.walk
    desk.page_shown.connect(proof.page_shown)  # behind the pane, which has taken it
    desk.page_proofed.connect(proof.page_proofed)
    desk.page_shown.connect(window.landing.page_shown)
    desk.page_proofed.connect(window.landing.page_proofed)
    for side in (proof.text, proof.locate):  # a double click
        side.opened.connect(window.insert.open_at)
    desk.flag_found.connect(walk.flag_found)
    desk.unchecked_found.connect(walk.unchecked_found)
    window.looking.left.connect(proof.clear)
    window.looking.facts_changed.connect(lambda: window.status.progress(window.looking.row))
    window.look.changed.connect(lambda: proof.text.editor.set_colours(window.look.colours))
    proof.text.editor.set_colours(window.look.colours)


def _wire_queue(window: Window) -> None:
    desk = window.desk
    desk.engine_status.connect(window.status.engine_status)
    desk.engine_status.connect(window.engine.status)
    desk.engine_waiting.connect(window.status.waiting)
    desk.consent_needed.connect(window.engine.ask_consent)
    desk.consent_given.connect(window.engine.consent_given)
    desk.queue_held.connect(window.engine.held)
    desk.spent.connect(window.status.spent)
    desk.spent.connect(window.engine.spent)
    window.status.engine_asked.connect(window.machine.doctor)
    window.setup.changed.connect(lambda: _engines_changed(window))
    desk.queue_status.connect(window.status.queue_status)
    desk.queue_status.connect(lambda status: _queue(window, status))
    desk.queue_finished.connect(lambda finished: _queue_ended(window, finished))
    desk.queue_finished.connect(window.machine.queue_finished)
    window.memory.changed.connect(lambda: _settings(window))


def _wire_notices(window: Window) -> None:
    desk = window.desk
    desk.notice.connect(lambda notice: _notice(window, notice))
    desk.exporting.connect(window.exports.exporting)
    desk.exported.connect(window.exports.exported)
    desk.export_failed.connect(window.exports.export_failed)
    window.memory.failed.connect(lambda problem: _notice(window, Notice(problem, "settings", "warning")))


# ---------------------------------------------------------------- what is looked at


def _show(window: Window, document: int, page: int) -> None:
    """Another document or page: every view follows, and the session is told first."""
    looking, session = window.looking, window.desk.session
    for purpose in (PURPOSE, REGION):
        session.forget_pictures(document, purpose)
    session.view(document, page)
    row = looking.row
    if window.strip.pages.document != document or not looking.pages:
        window.text.clear()
        window.strip.show_document(document, looking.pages)
    window.documents.view.show_current(document)
    window.strip.show_page(page)
    stand_in = window.strip.pages.thumb(page)
    looking.page_row = window.strip.pages.row_of(page)
    if looking.pages:
        window.page.show_page(document, page, looking.pages, looking.page_row, stand_in)
    else:
        window.page.show_nothing(_reason(window))
    window.setWindowTitle(f"{row.title} – Copyholder" if row else "Copyholder")


def _show_nothing(window: Window) -> None:
    window.strip.show_document(None, 0)
    window.page.show_welcome(window.memory.settings.recent)
    window.text.clear()
    window.documents.view.show_current(None)
    window.setWindowTitle("Copyholder")


def _facts(window: Window) -> None:
    looking = window.looking
    if looking.page_row is not None and looking.pages:
        window.page.show_row(looking.page_row, looking.pages)
    elif looking.document is not None and not looking.pages:
        window.page.view.set_hint(_reason(window))
    _update_actions(window)


def _reason(window: Window) -> str:
    """Why the shown document has no page to show."""
    row = window.looking.row
    if row is None or row.state is DocumentState.OPENING:
        return tr("Opening…")
    return sentence(row.problem, row.path.name) if row.problem else ""


def _rows(window: Window, change: DocumentsChanged | DocumentChanged) -> None:
    whole = isinstance(change, DocumentsChanged)
    rows = list(change.rows) if isinstance(change, DocumentsChanged) else [change.row]
    window.tally.rows_changed(rows, whole=whole)
    for row in rows:
        window.files.row_changed(row)


def _twin(window: Window, chosen: DocumentChosen) -> None:
    """A file with the contents of another one has no row of its own; that is worth a word."""
    row = window.looking.rows.get(chosen.document)
    if row is not None and row.path != chosen.path:
        window.notices.tell(
            tr("“{file}” has the same contents as “{other}”, which is in the list.").format(
                file=chosen.path.name, other=row.path.name
            ),
            severity="info",
            group="twins",
            heading=lambda number: several(
                mark("{n:,} file has the same contents as another in the list."),
                mark("{n:,} files have the same contents as others in the list."),
                number,
            ),
        )


def _document_menu(window: Window, document: int, place: object) -> None:
    window.looking.open(document)
    chrome.document_menu(window.actions_, place, window)  # type: ignore[arg-type]


# ---------------------------------------------------------------- what may be done


def _update_actions(window: Window) -> None:
    looking, actions = window.looking, window.actions_
    row, page, status = looking.row, looking.page_row, window.reading.status
    actions.update(
        Situation(
            document=row is not None,
            pages=looking.pages,
            page=looking.page,
            failed=bool(row and row.failed),
            text=page is not None and page.state is PageState.READ,
            edited=bool(page and page.edited),
            queue=bool(status and status.running + status.waiting),
            paused=bool(status and status.paused),
            documents=len(looking.rows),
            halves=window.spreads.is_cut(looking.document),
            service=bool(window.setup.key_host),
        )
    )
    actions["checked"].setChecked(bool(page and page.checked))


def _fits(window: Window) -> None:
    for name, fit in (("fit_width", Fit.WIDTH), ("fit_page", Fit.PAGE)):
        window.actions_[name].setChecked(window.page.view.fit is fit)


def _queue(window: Window, status: QueueStatus) -> None:
    before, window.reading.status = window.reading.status, status
    if before is None or before.paused != status.paused:
        window.actions_["pause"].setText(tr("&Resume") if status.paused else tr("&Pause"))
        window.actions_.set_icon("pause", "play" if status.paused else "pause")
    window.awake.hold(window.memory.settings.keep_awake and status.running > 0)
    _update_actions(window)


def _engines_changed(window: Window) -> None:
    window.status.set_reasons({one.name: one.reason for one in window.setup.chain})
    _update_actions(window)


def _queue_ended(window: Window, finished: QueueFinished) -> None:
    if window.memory.settings.notifications and not window.isActiveWindow():
        window.bell.ring(finished)


def _settings(window: Window) -> None:
    theme = window.memory.settings.theme
    if theme != window.look.mode:
        window.look.set_mode(theme)
    window.actions_[f"look_{theme}"].setChecked(True)
    window.text.editor.set_autosave(window.memory.settings.autosave_ms)
    window.spelling.use(window.memory.settings.spelling, window.memory.settings.spelling_folder)


# ---------------------------------------------------------------- what is told


def _notice(window: Window, notice: Notice) -> None:
    problem = notice.problem
    if window.last_time.is_gone(problem, notice.subject) or problem.code is AppCode.ENGINE_REPLACED:
        return  # the second is told with the engine's status, in the window's words
    window.notices.tell(
        sentence(problem, notice.subject),
        severity=notice.severity,
        group=f"notice {problem.code}",
        steps=_notice_steps(window, problem),
    )


def _notice_steps(window: Window, problem: Problem) -> tuple[NextStep, ...]:
    if problem.code is ErrorCode.DISK_FULL:
        return (NextStep(tr("Resume"), window.desk.session.resume),)
    if problem.code is AppCode.NO_DOCUMENTS:
        return (NextStep(tr("Open…"), window.files.open_files),)
    if problem.code is AppCode.SETTINGS_DAMAGED:
        return (NextStep(tr("Settings…"), window.tools.settings),)
    return ()


def _offer_link(window: Window, address: str) -> None:
    """A link of a document is opened outside, and only when the user has seen where it leads."""
    window.notices.dismiss("link")
    window.notices.tell(
        tr("The link leads to {address}").format(address=address),
        severity="info",
        group="link",
        steps=(NextStep(tr("Open in the browser"), lambda: _open_link(address)),),
    )


def _open_link(address: str) -> None:
    QDesktopServices.openUrl(QUrl(address))
