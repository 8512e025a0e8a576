# SPDX-License-Identifier: AGPL-3.0-or-later
"""The main window: it puts the views together and wires them; it decides nothing itself.

Data goes one way: a view emits what the user wants, the session or `Looking` is told, what
comes of it arrives as a change and is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QMessageBox, QSplitter, QStyle, QVBoxLayout, QWidget

from app.core.choice import BUILTIN, EngineChoice
from app.core.engines import Wish
from app.core.places import Places
from app.core.wording import mark, several, tr
from app.desktop import chrome, wiring
from app.desktop.actions import Actions
from app.desktop.adapter import Desk
from app.desktop.awake import Awake
from app.desktop.bell import Bell
from app.desktop.commands.copy_as import CopyAs
from app.desktop.commands.edit import EditCommands
from app.desktop.commands.engine import EngineCommands
from app.desktop.commands.exports import ExportCommands
from app.desktop.commands.files import FileCommands
from app.desktop.commands.insert import InsertCommands
from app.desktop.commands.machine import MachineCommands
from app.desktop.commands.pages import PageCommands
from app.desktop.commands.palette import PaletteCommands
from app.desktop.commands.reading import ReadingCommands
from app.desktop.commands.spreads import SpreadCommands
from app.desktop.commands.tools import ToolCommands
from app.desktop.commands.versions import VersionCommands
from app.desktop.commands.view import ViewCommands
from app.desktop.document_list import DocumentList
from app.desktop.editing.spell_marks import SpellMarks
from app.desktop.engine_setup import EngineSetup
from app.desktop.figures.dock import FiguresDock
from app.desktop.figures.panel import FiguresPanel
from app.desktop.focus_frame import FocusFrames
from app.desktop.framing.desk import Framing
from app.desktop.hovering import Hovering
from app.desktop.intake import can_take
from app.desktop.last_time import LastTime
from app.desktop.library.landing import Landing
from app.desktop.look import Look, program_icon
from app.desktop.looking import Looking
from app.desktop.markdown_pane import MarkdownPane
from app.desktop.memory import Memory
from app.desktop.notice_bar import NoticeBar
from app.desktop.page_pane import PagePane
from app.desktop.page_strip import PageStrip
from app.desktop.proof.proofreading import Proofreading
from app.desktop.proof.walk import Walk
from app.desktop.status_bar import StatusBar
from app.desktop.tab_order import by_layout
from app.desktop.tally import FailureTally
from app.desktop.zoom import Fit

PLAIN_SIZE = (1280, 820)
PLAIN_WIDTHS = (232, 128, 500, 500)
"""Logical pixels of documents, strip, page and text at the first start."""

LEAST_WIDTH = 200
"""Logical pixels of page and text: in a narrow window documents and strip give way first. All four
fit into 640, a full HD screen at 300 %."""


class Window(QMainWindow):
    closing = Signal()

    def __init__(
        self,
        desk: Desk,
        memory: Memory,
        places: Places,
        look: Look,
        *,
        web: bool,
        engines: Sequence[EngineChoice] = (BUILTIN,),
        named: Wish | None = None,
    ) -> None:
        """`web`: the preview may be a browser (preview_choice.web_possible). `engines` are those that
        the session begins with, without keys; `named` is what the line says of them."""
        super().__init__()
        self.desk, self.memory, self.look = desk, memory, look
        self.looking = Looking(self)
        self.actions_ = Actions(self, look)
        self.focus_frames = FocusFrames(look)
        self.documents = DocumentList(look, self)
        self.strip = PageStrip(look, self)
        self.page = PagePane(look, self)
        self.text = MarkdownPane(self, web=web, colours=look.colours)
        self.figures = FiguresPanel(look, self)
        self.spelling = SpellMarks(self.text.editor, look)
        self.notices = NoticeBar(look, self)
        self.proof = Proofreading(desk, self.page.view, self.text)
        self.status = StatusBar(self)
        self.tally = FailureTally(self.notices)
        self.awake = Awake(self)
        self.bell = Bell(program_icon(), self)
        self.setup = EngineSetup(desk, memory, places, engines, named, self)
        self._leave_anyway = False
        self._question: QMessageBox | None = None
        self._lay_out()
        self.hovering = Hovering(self.looking, self.strip, self.page, self.text, self.figures)
        self._make_commands(places)
        self._frame()
        wiring.wire(self)
        self._restore()

    # ------------------------------------------------------------ putting together

    def _lay_out(self) -> None:
        self.setWindowTitle("Copyholder")
        self.setWindowIcon(program_icon())
        self.setAcceptDrops(True)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        for number, widget in enumerate((self.documents, self.strip, self.page, self.text)):
            self.splitter.addWidget(widget)
            self.splitter.setStretchFactor(number, 1 if number >= 2 else 0)
        self.splitter.setSizes(list(PLAIN_WIDTHS))
        self.text.setMinimumWidth(LEAST_WIDTH)
        self.page.setMinimumWidth(LEAST_WIDTH)
        middle = QWidget(self)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notices)
        self.inner = QMainWindow(middle)  # the dock's window: notices above it and the status line below stay put
        self.inner.setWindowFlags(Qt.WindowType.Widget)
        self.inner.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.inner.setCentralWidget(self.splitter)
        self.dock = FiguresDock(self.figures, self.look, self.inner)
        column.addWidget(self.inner, 1)
        column.addWidget(self.status)
        self.setCentralWidget(middle)

    def _make_commands(self, places: Places) -> None:
        flush = self.text.flush
        self.files = FileCommands(self.desk, self.looking, self.memory, places, self.notices, self)
        self.exports = ExportCommands(self.desk, self.looking, self.memory, self.notices, self.look, self, flush)
        self.pages = PageCommands(self.desk, self.looking, self, flush)
        self.spreads = SpreadCommands(
            self.desk, self.looking, self.memory, self.notices, self.look, self, flush
        )  # fmt: skip
        self.reading = ReadingCommands(self.desk, self.looking, self, flush)
        self.landing = Landing(self.desk, self.looking, self.page, self.proof, self)
        self.tools = ToolCommands(
            self.desk, self.looking, self.memory, self.look, self.status, self.notices, self.landing, self
        )
        self.engine = EngineCommands(self.desk, self.memory, self.setup, self.notices, self, self.tools.settings)
        self.tools.settings_changed.connect(self.engine.settings_changed)
        self.machine = MachineCommands(
            self.desk, self.memory, self.setup, self.notices, self.look, self, choose=self.engine.choose,
            enter_key=self.engine.enter_key, is_paused=self.reading.is_paused,
        )  # fmt: skip
        self.walk = Walk(
            self.desk, self.looking, self.proof, self.page.view, self.text,
            lambda words: self.notices.tell(words, severity="info", group="walk"),
        )  # fmt: skip
        self.insert = InsertCommands(self.text, self.memory, self.look, self)
        self.exports.pending_changed.connect(self._export_ended)
        self.versions = VersionCommands(
            self.desk, self.looking, self.text, self.setup, self.notices, self.look, self.memory, self
        )
        self.last_time = LastTime(self.desk.session, self.looking, self.memory, self)
        self.copying = CopyAs(self.proof.text, self.notices, self)
        self.framing = Framing(self.desk, self.looking, self.page.view, self.look, self)
        self.framing.use_actions(self.actions_["show_page_figures"], self.actions_["add_figure"])
        self.view = ViewCommands(
            self, self.page.view, self.text, self.documents, self.strip, self.looking, self.memory, self.look
        )
        self.actions_.connect_to(
            {
                "files": self.files,
                "exports": self.exports,
                "page": self.pages,
                "spreads": self.spreads,
                "proof": self.walk,
                "reading": self.reading,
                "tools": self.tools,
                "engine": self.engine,
                "versions": self.versions,
                "figures": self.dock,
                "framing": self.framing,
                "copying": self.copying,
                "palette": PaletteCommands(self.actions_, self),
                "machine": self.machine,
                "view": self.view,
                "insert": self.insert,
                "edit": EditCommands(self.files.paste, self.text.searching, self._step),
            }
        )

    def _step(self, step: int) -> None:
        """Undo (-1) or redo: of the page's figures where the eye is on them, else of its text."""
        if not (self.framing.has_focus and self.framing.step(step)):
            self.text.step(step)

    def _frame(self) -> None:
        actions = self.actions_
        actions.fill(self.menuBar())
        chrome.recent_menu(actions, lambda: self.memory.settings.recent, self.files.open_recent)
        bar = chrome.tool_bar(self, actions)
        self.addToolBar(bar)
        self.page.set_tools((actions["fit_width"], actions["fit_page"]), (actions["turn_right"], actions["in_step"]))
        self.status.set_buttons(actions["pause"], actions["stop"], actions["stop_after"])
        by_layout(bar, self.notices, self.splitter, self.figures.head, self.figures, self.status)

    # ------------------------------------------------------------ as it was left

    def _restore(self) -> None:
        left = self.memory.arrangement
        self.resize(*PLAIN_SIZE)
        self.restoreGeometry(_bytes(left.geometry))
        self.splitter.restoreState(_bytes(left.splitter))
        self.documents.setVisible(left.documents)
        self.strip.setVisible(left.strip)
        self.actions_["show_documents"].setChecked(left.documents)
        self.actions_["show_strip"].setChecked(left.strip)
        self.inner.restoreState(_bytes(left.state))
        self.dock.setVisible(left.figures)
        self.actions_["in_step"].setChecked(left.in_step)
        self.walk.set_in_step(left.in_step)
        self.page.view.set_fit(Fit.PAGE if left.fit == Fit.PAGE else Fit.WIDTH)
        self.text.set_zoom(self.memory.settings.text_zoom)
        self.text.editor.set_autosave(self.memory.settings.autosave_ms)
        self.spelling.use(self.memory.settings.spelling, self.memory.settings.spelling_folder)

    def fit_screen(self) -> None:
        """No larger than its screen: not every system makes it smaller, and then its foot cannot be seen."""
        if not self.windowState() & (Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen):
            room = self.screen().availableSize()
            title = self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
            self.resize(self.size().boundedTo(room - QSize(0, title)))

    def _remember(self) -> None:
        full = self.isFullScreen()
        self.memory.arrange(
            geometry=self.memory.arrangement.geometry if full else _text(self.saveGeometry()),
            splitter=_text(self.splitter.saveState()),
            fit=str(self.page.view.fit),
            documents=not self.documents.isHidden(),
            strip=not self.strip.isHidden(),
            figures=not self.dock.isHidden(),
            state=_text(self.inner.saveState()),
            in_step=self.proof.step.on,
        )
        self.last_time.close_down()
        self.memory.close_down()

    # ------------------------------------------------------------ Qt's own

    def add(self, paths: Sequence[Path]) -> None:
        self.files.add(paths)

    def begin_with(self, paths: Sequence[Path], urls: Sequence[str] = ()) -> None:
        """The first thing after the start: what was given, else the documents of last time."""
        self.setup.begin()
        if paths:
            self.files.add(paths)
        for url in urls:
            self.files.add_url(url)
        if not paths and not urls:
            self.last_time.open_again()
        self.machine.begin(self.page.welcome)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if can_take(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self.documents.show_drop(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.documents.show_drop(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self.documents.show_drop(False)
        if can_take(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self.files.add_dropped(event.mimeData())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Reading is kept and goes on at the next start, so nothing is asked; an export that is
        still being written is worth a question, and so is what could not be saved."""
        if not self._leave_anyway and (question := self._worth_a_question()):
            event.ignore()
            self._ask_to_leave(*question)
            return
        self._remember()
        self.text.close_down()
        self.awake.close_down()
        self.closing.emit()
        self.desk.close()
        event.accept()

    def _worth_a_question(self) -> tuple[str, str] | None:
        """What would be lost by closing, and what to do."""
        if self.exports.pending:
            return tr("An export is still being written."), tr("Close anyway, and leave what is not written yet?")
        self.text.flush()
        unsaved = self.desk.session.unsaved()
        if not unsaved:
            return None
        one, more = mark("What is new on {n:,} page is not saved."), mark("What is new on {n:,} pages is not saved.")
        return (
            several(one, more, unsaved),
            tr("Make room on the disk and close again, or export it to another place. Close anyway, and lose it?"),
        )

    def _ask_to_leave(self, what: str, todo: str) -> None:
        if self._question is not None:
            self._question.raise_()
            return
        question = self._question = QMessageBox(QMessageBox.Icon.Question, "Copyholder", what, parent=self)
        question.setInformativeText(todo)
        question.finished.connect(lambda: setattr(self, "_question", None))
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        stay = question.addButton(tr("Wait"), QMessageBox.ButtonRole.RejectRole)
        leave = question.addButton(tr("Close anyway"), QMessageBox.ButtonRole.DestructiveRole)
        question.setDefaultButton(stay)
        leave.clicked.connect(self._leave)
        question.open()

    def _export_ended(self) -> None:
        """There may be nothing to ask about any more."""
        if self._question is not None and not self.exports.pending:
            self._question.close()

    def _leave(self) -> None:
        self._leave_anyway = True
        self.close()


def _text(data: QByteArray) -> str:
    return data.toBase64().toStdString()


def _bytes(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode())
