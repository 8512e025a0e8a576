# SPDX-License-Identifier: AGPL-3.0-or-later
"""Colours, style sheet and icons, light and dark. Every colour of the window is named here once."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from string import Template

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

import resources

RESOURCES = Path(resources.__file__).parent
ICON_SIDE = 16
"""Logical pixels of a tool button's icon; drawn at one, two and three times that."""


@dataclass(frozen=True, slots=True)
class Colours:
    ground: str
    panel: str
    field: str
    line: str
    ink: str
    dim: str
    accent: str
    accent_ground: str
    on_accent: str
    warn: str
    warn_ground: str
    warn_line: str
    canvas: str
    hover: str
    mark: str


# After the mock-up; `dim` is darker there than here needs to be seen at 4.5:1 on `ground`.
LIGHT = Colours(
    ground="#f6f5f2",
    panel="#fbfaf8",
    field="#ffffff",
    line="#e2dfd8",
    ink="#23211d",
    dim="#6c675d",
    accent="#2f6f62",
    accent_ground="#e3efec",
    on_accent="#ffffff",
    warn="#a84b13",
    warn_ground="#fbeadf",
    warn_line="#e7c3a8",
    canvas="#ecebe7",
    hover="#efede8",
    mark="#d59c1d",
)
DARK = Colours(
    ground="#1f1f1d",
    panel="#262624",
    field="#2b2b29",
    line="#3b3a36",
    ink="#e8e6e1",
    dim="#a8a398",
    accent="#6fbfae",
    accent_ground="#24403a",
    on_accent="#10211d",
    warn="#eb9a63",
    warn_ground="#40291b",
    warn_line="#6b4226",
    canvas="#171716",
    hover="#32312e",
    mark="#e0b04a",
)


class Look(QObject):
    """The present look. `mode` is "system", "light" or "dark"."""

    changed = Signal()

    def __init__(self, application: QApplication, mode: str = "system") -> None:
        super().__init__(application)
        self._application = application
        self._mode = mode
        self.colours = LIGHT
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._scheme_changed)
        self.set_mode(mode)

    @property
    def dark(self) -> bool:
        return self.colours is DARK

    @property
    def mode(self) -> str:
        return self._mode

    def set_mode(self, mode: str) -> None:
        self._mode = mode
        schemes = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        QGuiApplication.styleHints().setColorScheme(schemes.get(mode, Qt.ColorScheme.Unknown))
        self._apply()

    def _scheme_changed(self) -> None:
        if self._mode == "system":
            self._apply()

    def _apply(self) -> None:
        system_dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
        dark = self._mode == "dark" or (self._mode == "system" and system_dark)
        self.colours = DARK if dark else LIGHT
        self._application.setPalette(palette(self.colours))
        self._application.setStyleSheet(style_sheet(self.colours))
        self.changed.emit()


def palette(colours: Colours) -> QPalette:
    """Native widgets drawn in the window's colours."""
    roles = QPalette.ColorRole
    table = {
        roles.Window: colours.ground,
        roles.WindowText: colours.ink,
        roles.Base: colours.field,
        roles.AlternateBase: colours.panel,
        roles.Text: colours.ink,
        roles.Button: colours.panel,
        roles.ButtonText: colours.ink,
        roles.ToolTipBase: colours.panel,
        roles.ToolTipText: colours.ink,
        roles.PlaceholderText: colours.dim,
        roles.Highlight: colours.accent,
        roles.HighlightedText: colours.on_accent,
        roles.Link: colours.accent,
        roles.LinkVisited: colours.accent,
        roles.Mid: colours.line,
        roles.Accent: colours.accent,
    }
    result = QPalette(QColor(colours.panel), QColor(colours.ground))
    for role, colour in table.items():
        result.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        faded = QColor(colours.ink)
        faded.setAlphaF(0.4)
        result.setColor(QPalette.ColorGroup.Disabled, role, faded)
    return result


def style_sheet(colours: Colours) -> str:
    text = (RESOURCES / "window.qss").read_text(encoding="utf-8")
    tick = RESOURCES / "icons" / ("tick-dark.svg" if colours is DARK else "tick-light.svg")
    return Template(text).substitute(asdict(colours), tick=tick.as_posix())


@lru_cache(maxsize=128)
def icon(name: str, colour: str) -> QIcon:
    """One of resources/icons, its `currentColor` replaced by `colour` (and faded where disabled)."""
    source = (RESOURCES / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(source.replace("currentColor", colour).encode()))
    result = QIcon()
    for scale in (1, 2, 3):
        for mode, opacity in ((QIcon.Mode.Normal, 1.0), (QIcon.Mode.Disabled, 0.35)):
            pixmap = QPixmap(QSize(ICON_SIDE, ICON_SIDE) * scale)
            pixmap.setDevicePixelRatio(scale)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            painter.setOpacity(opacity)
            renderer.render(painter, QRectF(0, 0, ICON_SIDE, ICON_SIDE))
            painter.end()
            result.addPixmap(pixmap, mode)
    return result


def program_icon() -> QIcon:
    return QIcon(str(RESOURCES / "icons" / "copyholder.svg"))
