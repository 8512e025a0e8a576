# SPDX-License-Identifier: AGPL-3.0-or-later
"""Export: asks what and where to, keeps count of what is still being written, says what came of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from app.core.assemble.steps import DEFAULT
from app.core.changes import DocumentRow, Exported, ExportFailed, Exporting
from app.core.errors import sentence
from app.core.export import ExportOptions, Format, steps_of, words_of
from app.core.export.named import parted
from app.core.files import safe_name
from app.core.wording import mark, several, tr
from app.desktop.adapter import Desk
from app.desktop.dialogs.export import ExportChoice, ExportDialog
from app.desktop.look import Look
from app.desktop.looking import Looking
from app.desktop.memory import Arrangement, Memory
from app.desktop.notice_bar import NextStep, NoticeBar
from engine.protocol import ErrorCode

_ONE_PICTURE = mark("“{file}” and {n:,} picture are in {folder}.")
_PICTURES = mark("“{file}” and {n:,} pictures are in {folder}.")


class ExportCommands(QObject):
    pending_changed = Signal()

    def __init__(
        self,
        desk: Desk,
        looking: Looking,
        memory: Memory,
        notices: NoticeBar,
        look: Look,
        window: QWidget,
        flush: Callable[[], None],
    ) -> None:
        super().__init__(window)
        self._desk, self._looking, self._memory, self._look = desk, looking, memory, look
        self._notices, self._window, self._flush = notices, window, flush
        self.pending = 0  # exports that are not answered yet
        self._written: list[Path] = []

    def export(self) -> None:
        row = self._looking.row
        if row is None:
            return
        dialog = ExportDialog(
            row, [other for other in self._looking.rows.values() if other.read], self._last(row), self._window
        )
        dialog.chosen.connect(self._chosen)
        dialog.preview_asked.connect(lambda choice: self._preview(choice, dialog))
        dialog.open()

    def _preview(self, choice: ExportChoice, parent: QWidget) -> None:
        """What the chosen steps would change in the first of the chosen documents."""
        self._flush()
        row = self._looking.rows.get(choice.documents[0])
        if row is None:
            return
        from app.desktop.dialogs.steps_preview import StepsPreview  # it loads what compares: a start need not pay

        preview = StepsPreview(self._look, row.title, parent)
        self._desk.assembly_shown.connect(preview.assembled)
        preview.open()
        self._desk.session.show_assembly(row.document, choice.options)

    def export_again(self) -> None:
        """The shown document with the choices of last time."""
        row = self._looking.row
        if row is not None:
            self._write(self._last(row))

    def _last(self, row: DocumentRow) -> ExportChoice:
        arrangement = self._memory.arrangement
        known = {format_.value: format_ for format_ in Format}
        return ExportChoice(
            (row.document,),
            known.get(arrangement.export_format, Format.MARKDOWN),
            arrangement.export_folder,
            remembered(arrangement, self._memory.settings.page_marks),
        )

    def _chosen(self, choice: ExportChoice) -> None:
        options = choice.options
        self._memory.arrange(
            export_format=choice.format.value, export_folder=choice.folder, export_steps=words_of(options.steps),
            export_front_matter=options.front_matter, export_math=options.math, export_width=options.width,
            export_html_tables=options.html_tables, export_per_page=options.per_page,
            export_figures=options.figures, export_side_by_side=options.side_by_side,
        )  # fmt: skip
        self._memory.change(page_marks=options.page_marks)
        self._write(choice)

    def _write(self, choice: ExportChoice) -> None:
        self._flush()
        for document in choice.documents:
            row = self._looking.rows.get(document)
            if row is None:
                continue
            folder = Path(choice.folder) if choice.folder else row.path.parent
            name = row.path.stem or row.title
            if choice.options.raw:
                name = tr("{name} (engine)").format(name=name)
            target = folder / safe_name(name, choice.format.ending)
            self.pending += 1
            self._desk.session.export(document, choice.format, target, choice.options)
        self.pending_changed.emit()

    def exporting(self, change: Exporting) -> None:
        """Only what takes a while is told of."""
        self._notices.dismiss("exporting")
        self._notices.tell(
            tr("Writing {file}: {share} %").format(
                file=change.target.name, share=100 * change.done // max(1, change.total)
            ),
            severity="info",
            group="exporting",
            steps=(NextStep(tr("Stop"), self._desk.session.stop_exports),),
        )

    def exported(self, change: Exported) -> None:
        self._written += change.paths
        self._answered()
        if not change.paths:
            self._notices.tell(tr("There is no table to export."), severity="info", group="no-table")
        if not self.pending and self._written:
            paths, self._written = list(dict.fromkeys(self._written)), []
            documents, pictures = parted(paths)
            folder = (documents or pictures)[-1].parent
            if len(paths) == 1:
                told = tr("“{file}” is in {folder}.").format(file=paths[0].name, folder=folder)
            elif len(documents) == 1 and pictures:
                told = tr(_ONE_PICTURE if len(pictures) == 1 else _PICTURES).format(
                    file=documents[0].name, n=len(pictures), folder=folder
                )
            else:
                told = tr("{n:,} files are in {folder}.").format(n=len(paths), folder=folder)
            self._notices.dismiss("exported")
            self._notices.tell(
                told,
                severity="info",
                group="exported",
                steps=(NextStep(tr("Open the folder"), lambda: open_outside(folder)),),
            )

    def export_failed(self, change: ExportFailed) -> None:
        self._answered()
        if change.problem.code is ErrorCode.CANCELLED:
            told = tr("{file} was not written: you stopped it.").format(file=change.target.name)
            self._notices.tell(told, severity="info", group="stopped")
            return
        self._notices.tell(
            sentence(change.problem, change.target.name),
            severity="error",
            group="export-failed",
            heading=lambda number: several(
                mark("{n:,} file could not be exported."), mark("{n:,} files could not be exported."), number
            ),
            steps=(NextStep(tr("Export elsewhere…"), self.export),),
        )

    def _answered(self) -> None:
        self.pending = max(0, self.pending - 1)
        self._notices.dismiss("exporting")
        self.pending_changed.emit()


def remembered(arrangement: Arrangement, page_marks: bool) -> ExportOptions:
    """The options of last time; what a newer Copyholder wrote and this one does not know is the usual."""
    try:
        steps = steps_of(arrangement.export_steps) if arrangement.export_steps else DEFAULT
    except ValueError:
        steps = DEFAULT
    return ExportOptions(
        page_marks=page_marks,
        steps=steps,
        front_matter=arrangement.export_front_matter,
        math="brackets" if arrangement.export_math == "brackets" else "dollars",
        html_tables=_TABLES.get(arrangement.export_html_tables, "auto"),
        width=arrangement.export_width,
        per_page=arrangement.export_per_page,
        figures=_FIGURES.get(arrangement.export_figures, "files"),
        side_by_side=arrangement.export_side_by_side,
    )


_FIGURES: dict[str, Literal["files", "embed", "none"]] = {"files": "files", "embed": "embed", "none": "none"}
_TABLES: dict[str, Literal["auto", "always", "never"]] = {"auto": "auto", "always": "always", "never": "never"}


def open_outside(path: Path) -> None:
    """In the desktop's own program; nothing happens where it has none."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
