# SPDX-License-Identifier: AGPL-3.0-or-later
"""Colours, style sheet and icons: light, dark and high contrast. Every colour of the window is named here once."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from string import Template
from typing import Protocol

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

import resources

RESOURCES = Path(resources.__file__).parent
ICON_SIDE = 16
"""Logical pixels of a tool button's icon; drawn at one, two and three times that."""


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of one look as #rrggbb. `name` is also that of its theme in preview.css; `dark`: light letters on a
    dark ground; `strong`: high contrast, with thick lines and a frame around whatever has the focus."""

    name: str
    dark: bool
    strong: bool
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
    name="light",
    dark=False,
    strong=False,
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
    name="dark",
    dark=True,
    strong=False,
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
# High contrast: letters at 7:1 and more on every ground they stand on, lines and signs at 3:1 (tests/gui/test_look.py).
CONTRAST_LIGHT = Colours(
    name="contrast-light",
    dark=False,
    strong=True,
    ground="#ffffff",
    panel="#ffffff",
    field="#ffffff",
    line="#3f3f3f",
    ink="#000000",
    dim="#262626",
    accent="#00369b",
    accent_ground="#e4ecff",
    on_accent="#ffffff",
    warn="#8a0000",
    warn_ground="#fff0ea",
    warn_line="#8a0000",
    canvas="#f2f2f2",
    hover="#eeeeee",
    mark="#6a4300",
)
CONTRAST_DARK = Colours(
    name="contrast-dark",
    dark=True,
    strong=True,
    ground="#000000",
    panel="#000000",
    field="#000000",
    line="#c4c4c4",
    ink="#ffffff",
    dim="#ededed",
    accent="#6fe3ff",
    accent_ground="#00324a",
    on_accent="#000000",
    warn="#ffb37d",
    warn_ground="#3d1700",
    warn_line="#ffb37d",
    canvas="#101010",
    hover="#2a2a2a",
    mark="#ffe23d",
)
LOOKS = (LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK)


class Wishes(Protocol):
    """Qt's QAccessibilityHints, as far as it is used here."""

    contrastPreferenceChanged: SignalInstance  # noqa: N815  Qt's own name

    def contrastPreference(self) -> Qt.ContrastPreference: ...


class Look(QObject):
    """The present look. `mode` is "system", "light", "dark" or "contrast"; that of the system is high contrast where
    the system asks for it, and high contrast is light or dark as the system is."""

    changed = Signal()

    def __init__(self, application: QApplication, mode: str = "system") -> None:
        super().__init__(application)
        self.application = application
        self._mode = mode
        self.colours = LIGHT
        self._hints = hints = QGuiApplication.styleHints()  # kept: what belongs to it ends with Python's hold on it
        hints.colorSchemeChanged.connect(self._system_changed)
        self.system: Wishes | None = None
        if hasattr(hints, "accessibility"):  # Qt 6.10 and newer
            self.follow(hints.accessibility())
        self.set_mode(mode)

    @property
    def dark(self) -> bool:
        return self.colours.dark

    @property
    def mode(self) -> str:
        return self._mode

    def set_mode(self, mode: str) -> None:
        self._mode = mode
        schemes = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        QGuiApplication.styleHints().setColorScheme(schemes.get(mode, Qt.ColorScheme.Unknown))
        self._apply()

    def follow(self, system: Wishes) -> None:
        """Go by what it says of contrast."""
        self.system = system
        system.contrastPreferenceChanged.connect(self._system_changed)

    def _system_changed(self) -> None:
        if self._mode in ("system", "contrast"):
            self._apply()

    def _apply(self) -> None:
        dark = self._hints.colorScheme() is Qt.ColorScheme.Dark
        asks = self.system is not None and self.system.contrastPreference() is Qt.ContrastPreference.HighContrast
        self.colours = look_of(self._mode, dark=dark, asks=asks)
        self.application.setPalette(palette(self.colours))
        self.application.setStyleSheet(style_sheet(self.colours))
        self.changed.emit()


def look_of(mode: str, *, dark: bool, asks: bool) -> Colours:
    """The look of a mode, where the system is `dark`, and `asks` for high contrast."""
    strong = mode == "contrast" or (mode == "system" and asks)
    shade = {"light": False, "dark": True}.get(mode, dark)
    return next(one for one in LOOKS if (one.dark, one.strong) == (shade, strong))


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
        faded.setAlphaF(0.6 if colours.strong else 0.4)
        result.setColor(QPalette.ColorGroup.Disabled, role, faded)
    return result


def style_sheet(colours: Colours) -> str:
    names = ("window.qss", "window-contrast.qss") if colours.strong else ("window.qss",)
    text = "\n".join((RESOURCES / name).read_text(encoding="utf-8") for name in names)
    shade = "dark" if colours.dark else "light"
    signs = {name: (RESOURCES / "icons" / f"{name}-{shade}.svg").as_posix() for name in ("tick", "up", "down")}
    return Template(text).substitute(asdict(colours), **signs)


@lru_cache(maxsize=128)
def icon(name: str, colour: str, checked: str = "") -> QIcon:
    """One of resources/icons, its `currentColor` replaced by `colour` (and faded where disabled), on a button that is
    checked by `checked`."""
    source = (RESOURCES / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    result = QIcon()
    for state, ink in ((QIcon.State.Off, colour), *(((QIcon.State.On, checked),) if checked else ())):
        renderer = QSvgRenderer(QByteArray(source.replace("currentColor", ink).encode()))
        for scale in (1, 2, 3):
            for mode, opacity in ((QIcon.Mode.Normal, 1.0), (QIcon.Mode.Disabled, 0.45)):
                pixmap = QPixmap(QSize(ICON_SIDE, ICON_SIDE) * scale)
                pixmap.setDevicePixelRatio(scale)
                pixmap.fill(Qt.GlobalColor.transparent)
                painter = QPainter(pixmap)
                painter.setOpacity(opacity)
                renderer.render(painter, QRectF(0, 0, ICON_SIDE, ICON_SIDE))
                painter.end()
                result.addPixmap(pixmap, mode, state)
    return result


def program_icon() -> QIcon:
    return QIcon(str(RESOURCES / "icons" / "copyholder.svg"))
