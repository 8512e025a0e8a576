# SPDX-License-Identifier: AGPL-3.0-or-later
"""Documents in, documents out, and the next steps that their rows offer."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from app.core import settings as remembered
from app.core.changes import DocumentRow
from app.core.errors import ProblemError, sentence
from app.core.files import as_problem, problem_of
from app.core.inputs import SUFFIXES
from app.core.places import Places
from app.core.wording import tr
from app.desktop.adapter import Desk
from app.desktop.background import in_background
from app.desktop.dialogs.address import AddressDialog
from app.desktop.dialogs.password import PasswordDialog
from app.desktop.intake import addresses_of, folders_of_pictures, has_files, paths_of, save_picture
from app.desktop.look import RESOURCES
from app.desktop.looking import Looking
from app.desktop.memory import Memory
from app.desktop.notice_bar import NextStep, NoticeBar

SAMPLE = RESOURCES / "sample.pdf"
SAMPLE_NAME = "Sample.pdf"


class FileCommands(QObject):
    _rows_changed = Signal(object)  # DocumentRow, for an open password dialog

    def __init__(
        self, desk: Desk, looking: Looking, memory: Memory, places: Places, notices: NoticeBar, window: QWidget
    ) -> None:
        super().__init__(window)
        self._desk, self._looking, self._memory, self._places = desk, looking, memory, places
        self._notices, self._window = notices, window

    # ------------------------------------------------------------ in

    def add(self, paths: Sequence[Path]) -> None:
        """From anywhere: a drop, the dialogs, the clipboard, the command line."""
        if not paths:
            return
        self._looking.expect_new()
        self._desk.session.add(paths)
        self._remember(paths)
        given = list(paths)
        in_background(lambda: folders_of_pictures(given), self._offer_as_one, lambda error: None)

    def add_dropped(self, data: QMimeData) -> None:
        self.add(paths_of(data))
        for address in addresses_of(data):
            self.add_url(address)

    def _remember(self, paths: Sequence[Path]) -> None:
        settings = self._memory.settings
        for path in reversed(paths[: remembered.RECENT_FILES]):
            settings = remembered.with_recent(settings, path.absolute())
        self._memory.change(recent=settings.recent)

    def _offer_as_one(self, folders: Iterable[tuple[Path, int]]) -> None:
        """They are being read one by one already; nothing is lost by joining them later."""
        for folder, number in folders:
            self._notices.tell(
                tr("The {n:,} pictures of “{folder}” are one document each.").format(n=number, folder=folder.name),
                severity="info",
                group=f"as-one {folder}",
                steps=(NextStep(tr("Make them one document"), partial(self._join, folder)),),
            )

    def _join(self, folder: Path) -> None:
        for document, row in self._looking.rows.items():
            if row.path.parent == folder:
                self._desk.session.remove(document)
        self._looking.expect_new()
        self._desk.session.add([folder], as_one=True)

    def open_files(self) -> None:
        endings = " ".join(f"*{ending}" for ending in sorted(SUFFIXES))
        dialog = self._dialog(tr("Open"), QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters([tr("PDFs and pictures ({endings})").format(endings=endings), tr("All files (*)")])
        dialog.filesSelected.connect(self._chosen)
        dialog.open()

    def open_url(self) -> None:
        dialog = AddressDialog(self._window)
        dialog.chosen.connect(self.add_url)
        dialog.open()

    def add_url(self, address: str) -> None:
        """A document of the web; it is downloaded by the session, and shown as it comes."""
        self._looking.expect_new()
        self._desk.session.add_url(address)

    def open_folder(self) -> None:
        dialog = self._dialog(tr("Open a folder"), QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.filesSelected.connect(self._chosen)
        dialog.open()

    def _dialog(self, title: str, mode: QFileDialog.FileMode) -> QFileDialog:
        dialog = QFileDialog(self._window, title, self._memory.arrangement.open_folder)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(mode)
        return dialog

    def _chosen(self, names: list[str]) -> None:
        paths = [Path(name) for name in names]
        if paths:
            self._memory.arrange(open_folder=str(paths[0].parent))
        self.add(paths)

    def open_sample(self) -> None:
        """A copy of the sample that comes with Copyholder, so that what is exported stands beside it."""
        target = self._places.data / "sample" / SAMPLE_NAME

        def copy() -> Path:
            with as_problem(target):
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(SAMPLE, target)
            return target

        in_background(copy, lambda path: self.add([path]), self._not_copied)

    def _not_copied(self, error: Exception) -> None:
        if isinstance(error, ProblemError):
            self._notices.tell(str(error))
        else:
            self._notices.tell(tr("The sample cannot be opened: {reason}.").format(reason=error))

    def open_recent(self, name: str) -> None:
        self.add([Path(name)])

    def paste(self) -> bool:
        """The clipboard's files or picture; False if it has neither."""
        data = QGuiApplication.clipboard().mimeData()
        if has_files(data):
            self.add(paths_of(data))
            return True
        image = QImage(data.imageData()) if data is not None and data.hasImage() else QImage()
        if image.isNull():
            return False
        folder = self._places.data / "pasted"
        in_background(lambda: save_picture(image, folder), lambda path: self.add([path]), self._not_pasted)
        return True

    def _not_pasted(self, error: Exception) -> None:
        if isinstance(error, OSError):
            self._notices.tell(sentence(problem_of(error), tr("The pasted picture")), severity="error")

    # ------------------------------------------------------------ next steps of rows

    def take_step(self, document: int, asks: str) -> None:
        row = self._looking.rows.get(document)
        if row is None:
            return
        steps: dict[str, Callable[[DocumentRow], None]] = {
            "password": self._ask_password,
            "find": self._find,
            "reopen": lambda row: self._desk.session.reopen(row.document),
            "retry": lambda row: self._desk.session.retry(row.document),
            "remove": lambda row: self._desk.session.remove(row.document),
        }
        steps[asks](row)

    def _ask_password(self, row: DocumentRow) -> None:
        dialog = PasswordDialog(row, self._window)
        dialog.entered.connect(self._desk.session.unlock)
        self._rows_changed.connect(dialog.document_changed)
        dialog.open()

    def row_changed(self, row: DocumentRow) -> None:
        self._rows_changed.emit(row)

    def _find(self, row: DocumentRow) -> None:
        title = tr("Where is “{file}” now?").format(file=row.path.name)
        dialog = self._dialog(title, QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self._found(row, Path(name)))
        dialog.open()

    def _found(self, row: DocumentRow, path: Path) -> None:
        """The library knows it by its content, so nothing that was read or typed is lost."""
        self._desk.session.remove(row.document)
        self.add([path])

    def remove(self) -> None:
        if self._looking.document is not None:
            self._desk.session.remove(self._looking.document)
