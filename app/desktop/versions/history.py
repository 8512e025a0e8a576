# SPDX-License-Identifier: AGPL-3.0-or-later
"""What became of a page: its readings and edits with their times, the text of each, and the way back to it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from app.core.markup.text_units import tidy
from app.core.version_changes import ReadingFetched, VersionsListed
from app.core.wording import tr
from app.desktop.fit_text import one_line
from app.desktop.versions.naming import PRESENT, Version, versions

_VERSION = Qt.ItemDataRole.UserRole


class HistoryDialog(QDialog):
    reading_wanted = Signal(int, int, int)  # document, page, number
    restore_asked = Signal(int, int, object)  # document, page, text; None: back to the engine's
    use_asked = Signal(int, int, int)  # document, page, number of the reading
    list_pulled = Signal(int)  # logical pixels that the user gave the list
    compare_asked = Signal(int, int, object, object)  # document, page, keys of the left and the right version

    def __init__(self, document: int, page: int, parent: QWidget, list_width: int = 0) -> None:
        """`list_width` is how wide the user left the list, in logical pixels; 0: as its texts need."""
        super().__init__(parent)
        self.document, self.page = document, page
        self.setWindowTitle(tr("History of page {page:,}").format(page=page + 1))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._texts: dict[int, str] = {}  # of readings, by number
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Readings and edits, the newest first"))
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setStyleSheet("QListWidget::item { padding: 4px 2px; }")
        self.list.setMinimumWidth(220)
        self._list_width = list_width
        self.text = QPlainTextEdit(self)
        self.text.setAccessibleName(tr("Text of the chosen version"))
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self._hint = QLabel(tr("An edited text stays as it is when another reading is chosen."), self)
        self._hint.setObjectName("hint")
        self._hint.setWordWrap(True)
        self.restore = QPushButton(tr("&Restore this text"), self)
        self.use = QPushButton(tr("&Use this reading"), self)
        self.compare = QPushButton(tr("&Compare with the present text"), self)
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        for button in (self.restore, self.use, self.compare):
            button.setAutoDefault(False)
            box.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        box.rejected.connect(self.reject)
        self.panes = panes = QSplitter(Qt.Orientation.Horizontal, self)
        panes.setChildrenCollapsible(False)
        panes.addWidget(self.list)
        panes.addWidget(self.text)
        panes.setStretchFactor(1, 1)
        panes.splitterMoved.connect(self._pulled)
        layout = QVBoxLayout(self)
        layout.addWidget(panes, 1)
        layout.addWidget(self._hint)
        layout.addWidget(box)
        self.list.currentItemChanged.connect(lambda item, _: self._show(item))
        self.list.itemActivated.connect(lambda item: self._compare())
        self.restore.clicked.connect(self._restore)
        self.use.clicked.connect(self._use)
        self.compare.clicked.connect(self._compare)
        self._show(None)
        self.resize(920, 540)
        self._share()

    # ------------------------------------------------------------ what arrives

    def listed(self, change: VersionsListed) -> None:
        """All versions; the chosen one stays chosen."""
        if (change.document, change.page) != (self.document, self.page):
            return
        chosen = self.version
        found = versions(change)
        self.list.clear()
        for version in found:
            item = QListWidgetItem(f"{one_line(version.title)}\n{one_line(version.facts)}".strip())
            item.setData(_VERSION, version)
            item.setToolTip(version.facts)
            self.list.addItem(item)
        keys = [version.key for version in found]
        self.list.setCurrentRow(keys.index(chosen.key) if chosen is not None and chosen.key in keys else 0)
        if not found:
            self._show(None)
        self._share()

    # ------------------------------------------------------------ the list's width

    def _share(self) -> None:
        """The list as wide as the user left it, else as its texts need, half of the window at most: they wrap then."""
        full = self.width() - 2 * self.style().pixelMetric(QStyle.PixelMetric.PM_LayoutLeftMargin)
        metrics = self.list.fontMetrics()
        lines = [line for row in range(self.list.count()) for line in self.list.item(row).text().split("\n")]
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        needed = max((metrics.horizontalAdvance(line) for line in lines), default=0) + bar + 16
        wide = self._list_width or min(needed, full // 2)
        self.panes.setSizes([wide, full - wide])

    def _pulled(self, place: int, _: int) -> None:
        self._list_width = place
        self.list_pulled.emit(place)

    def fetched(self, change: ReadingFetched) -> None:
        if (change.document, change.page) == (self.document, self.page) and change.reading is not None:
            self._texts[change.number] = tidy(change.reading.text)
            self._show(self.list.currentItem())

    # ------------------------------------------------------------ the chosen one

    @property
    def version(self) -> Version | None:
        item = self.list.currentItem()
        version: Version | None = None if item is None else item.data(_VERSION)
        return version

    def _show(self, item: QListWidgetItem | None) -> None:
        version: Version | None = None if item is None else item.data(_VERSION)
        kind = version.key[0] if version is not None else ""
        self.restore.setEnabled(kind == "edit")
        self.use.setEnabled(kind == "reading")
        self.compare.setEnabled(version is not None and (kind == "reading" or version.text is not None))
        text = version.text if version is not None else ""
        if version is not None and kind == "reading":
            text = self._texts.get(version.key[1])
            if text is None:
                self.reading_wanted.emit(self.document, self.page, version.key[1])
        if self.text.toPlainText() != (text or ""):
            self.text.setPlainText(text or "")

    def _restore(self) -> None:
        version = self.version
        if version is not None and version.key[0] == "edit":
            self.restore_asked.emit(self.document, self.page, version.text)

    def _use(self) -> None:
        version = self.version
        if version is not None and version.key[0] == "reading":
            self.use_asked.emit(self.document, self.page, version.key[1])

    def _compare(self) -> None:
        version = self.version
        if version is not None and self.compare.isEnabled():
            self.compare_asked.emit(self.document, self.page, PRESENT, version.key)
