# SPDX-License-Identifier: AGPL-3.0-or-later
"""The looks: contrast ratios computed from the colours, high contrast where the system asks for it, the frame around
what has the focus, and marks that do not need colour."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

import resources
from app.core.checks import Severity
from app.desktop import look as looks
from app.desktop.focus_frame import WIDTH, FocusFrames
from app.desktop.look import CONTRAST_DARK, CONTRAST_LIGHT, DARK, LIGHT, LOOKS, Colours, Look, look_of, palette
from app.desktop.proof.marks import SIGNS, letters
from tests.gui.desks import HANG_MS, recording_window
from tests.gui.proof_desk import ProofBench

STRONG = [CONTRAST_LIGHT, CONTRAST_DARK]
GROUNDS = ("ground", "panel", "field", "canvas", "hover")
LETTERS = ("ink", "dim", "accent", "warn")
SIGNS_AND_LINES = ("line", "mark", "accent", "warn", "warn_line")
SHEETS = Path(resources.__file__).parent


def brightness(colour: str) -> float:
    """Relative luminance of #rrggbb (WCAG 2.2)."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: str, other: str) -> float:
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(over: str, ground: str, share: float) -> str:
    """`over` laid on `ground`, `share` opaque."""
    parts = [(int(over[at : at + 2], 16), int(ground[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(share * top + (1 - share) * below):02x}" for top, below in parts)


def test_the_measure_itself() -> None:
    assert ratio("#000000", "#ffffff") == pytest.approx(21.0)
    assert ratio("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)  # the known lightest grey of 4.5:1


@pytest.mark.parametrize("colours", STRONG, ids=lambda one: one.name)
def test_high_contrast_is_high(colours: Colours) -> None:
    for letter, ground in product(LETTERS, GROUNDS):
        assert ratio(getattr(colours, letter), getattr(colours, ground)) >= 7, (letter, ground)
    for letter, ground in (("on_accent", "accent"), ("ink", "accent_ground"), ("accent", "accent_ground"),
                           ("ink", "warn_ground"), ("warn", "warn_ground"), ("field", "warn"), ("field", "mark"),
                           ("field", "accent")):  # fmt: skip
        assert ratio(getattr(colours, letter), getattr(colours, ground)) >= 7, (letter, ground)
    for sign, ground in product(SIGNS_AND_LINES, GROUNDS):
        assert ratio(getattr(colours, sign), getattr(colours, ground)) >= 3, (sign, ground)
    assert ratio(colours.warn_line, colours.warn_ground) >= 3
    assert ratio(colours.ink, mixed(colours.mark, colours.field, 0.3)) >= 7  # letters of the flag that is looked at


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=lambda one: one.name)
def test_the_plain_looks_can_be_read(colours: Colours) -> None:
    for letter, ground in product(LETTERS, ("ground", "panel", "field")):
        assert ratio(getattr(colours, letter), getattr(colours, ground)) >= 4.5, (letter, ground)
    assert ratio(colours.on_accent, colours.accent) >= 4.5


@pytest.mark.parametrize("colours", STRONG, ids=lambda one: one.name)
def test_native_widgets_have_these_colours(qapp: QApplication, colours: Colours) -> None:
    made = palette(colours)
    roles, faded = QPalette.ColorRole, QPalette.ColorGroup.Disabled
    for letter, ground in ((roles.WindowText, roles.Window), (roles.Text, roles.Base), (roles.ButtonText, roles.Button),
                           (roles.HighlightedText, roles.Highlight), (roles.PlaceholderText, roles.Base),
                           (roles.Link, roles.Base), (roles.ToolTipText, roles.ToolTipBase)):  # fmt: skip
        assert ratio(made.color(letter).name(), made.color(ground).name()) >= 7, letter
    dull = made.color(faded, roles.Text)
    assert ratio(mixed(dull.name(), colours.field, dull.alphaF()), colours.field) >= 3


def themes() -> dict[str, dict[str, str]]:
    """The colours of the previews' themes by name, as the style sheets have them."""
    found: dict[str, dict[str, str]] = {}
    for name in ("preview.css", "preview-flags.css", "preview-contrast.css"):
        text = (SHEETS / name).read_text(encoding="utf-8")
        for theme, body in re.findall(r':root(?:\[data-theme="([\w-]+)"\])? \{(.*?)\}', text, re.S):
            pairs = re.findall(r"--([\w-]+): (#[0-9a-f]{6});", body)
            found.setdefault(theme or "light", {}).update(pairs)
    return found


@pytest.mark.parametrize("mode", ["light", "dark", "contrast"])
def test_the_picture_on_a_checked_button_is_seen_on_its_ground(qtbot: QtBot, tmp_path: Path, mode: str) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    window.look.set_mode(mode)
    colours = window.look.colours
    for name in ("in_step", "fit_width"):
        picture = window.actions_[name].icon().pixmap(QSize(48, 48), QIcon.Mode.Normal, QIcon.State.On).toImage()
        inks = {
            picture.pixelColor(x, y).name()
            for x, y in product(range(picture.width()), range(picture.height()))
            if picture.pixelColor(x, y).alpha() == 255
        }
        assert inks == {colours.on_accent}


def test_the_preview_has_a_theme_for_each_look() -> None:
    made = themes()
    assert set(made) == {one.name for one in LOOKS}
    for one in LOOKS:
        assert made[one.name]["ground"] == one.field and made[one.name]["ink"] == one.ink, one.name
    for one in STRONG:
        theme = made[one.name]
        assert set(theme) >= set(made["light"])
        for letter, ground in product(("ink", "dim", "accent", "warn"), ("ground", "band")):
            assert ratio(theme[letter], theme[ground]) >= 7, (one.name, letter, ground)
        for letter, ground in (("on-chosen", "chosen"), ("ink", "mark"), ("warn", "warn-ground")):
            assert ratio(theme[letter], theme[ground]) >= 7, (one.name, letter, ground)
        for sign in ("line", "doubt", "accent", "warn"):
            assert ratio(theme[sign], theme["ground"]) >= 3, (one.name, sign)


class Wishes(QObject):
    """What a system says of contrast (QAccessibilityHints), changed at will."""

    contrastPreferenceChanged = Signal(Qt.ContrastPreference)  # noqa: N815  as Qt has it
    wish = Qt.ContrastPreference.NoPreference

    def contrastPreference(self) -> Qt.ContrastPreference:  # noqa: N802  as Qt has it
        return self.wish

    def ask(self, wish: Qt.ContrastPreference) -> None:
        self.wish = wish
        self.contrastPreferenceChanged.emit(wish)


@pytest.fixture
def wished(qapp: QApplication) -> Iterator[tuple[Look, Wishes]]:
    look = Look(qapp, "system")
    wishes = Wishes()
    look.follow(wishes)
    yield look, wishes
    look.set_mode("light")


def test_qt_itself_tells_what_the_system_wishes(qapp: QApplication) -> None:
    look = Look(qapp, "system")
    gc.collect()
    assert look.system is not None
    asks = look.system.contrastPreference() is Qt.ContrastPreference.HighContrast
    assert look.colours.strong is asks
    look.set_mode("light")


def test_high_contrast_comes_and_goes_with_the_system(wished: tuple[Look, Wishes]) -> None:
    look, wishes = wished
    assert not look.colours.strong
    wishes.ask(Qt.ContrastPreference.HighContrast)
    assert look.colours is CONTRAST_LIGHT
    look.set_mode("dark")  # what the user chose counts more than the system's wish
    assert look.colours is DARK
    look.set_mode("system")
    wishes.ask(Qt.ContrastPreference.NoPreference)
    assert look.colours is LIGHT


def test_high_contrast_is_light_or_dark_as_the_system() -> None:
    for asks in (False, True):
        assert look_of("contrast", dark=False, asks=asks) is CONTRAST_LIGHT
        assert look_of("contrast", dark=True, asks=asks) is CONTRAST_DARK
        assert look_of("light", dark=True, asks=asks) is LIGHT
        assert look_of("dark", dark=False, asks=asks) is DARK
    assert look_of("system", dark=True, asks=True) is CONTRAST_DARK
    assert look_of("system", dark=True, asks=False) is DARK


def test_the_menu_chooses_it_and_all_parts_follow(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    window.text.make_preview()
    window.actions_["look_contrast"].trigger()
    assert window.memory.settings.theme == "contrast" and window.look.colours.strong
    strong = window.look.colours
    assert QApplication.palette().color(QPalette.ColorRole.Base).name() == strong.field
    preview = window.text.preview
    assert preview is not None and preview.places.colours is strong  # type: ignore[attr-defined]
    assert window.proof.text.editor._colours is strong
    assert window.text.editor._highlighter._formats["dim"].foreground().color().name() == strong.dim
    window.actions_["look_light"].trigger()
    assert window.look.colours is LIGHT


@dataclass
class Row:
    widget: QWidget
    first: QPushButton
    second: QLineEdit
    frames: FocusFrames
    look: Look


@pytest.fixture
def row(qtbot: QtBot, qapp: QApplication) -> Iterator[Row]:
    look = Look(qapp, "contrast")
    frames = FocusFrames(look)
    widget = QWidget()
    qtbot.addWidget(widget)
    first, second = QPushButton("One", widget), QLineEdit("two", widget)
    column = QVBoxLayout(widget)
    column.addWidget(first)
    column.addWidget(second)
    widget.show()
    widget.activateWindow()
    qtbot.waitUntil(widget.isActiveWindow, timeout=HANG_MS)
    first.setFocus()
    yield Row(widget, first, second, frames, look)
    look.set_mode("light")


def test_the_frame_goes_where_the_focus_goes(row: Row, qtbot: QtBot) -> None:
    frame = row.frames.frame
    assert frame is not None and frame.parent() is row.first and frame.size() == row.first.size()
    QTest.keyClick(row.first, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is row.second
    moved = row.frames.frame
    assert moved is not None and moved.parent() is row.second
    picture = row.second.grab().toImage()
    edge = [picture.pixelColor(one, picture.height() // 2).name() for one in range(WIDTH)]
    assert edge == [row.look.colours.accent] * WIDTH
    row.widget.resize(500, 200)
    qtbot.waitUntil(lambda: moved.size() == row.second.size(), timeout=HANG_MS)
    QTest.keyClicks(row.second, "x")  # the frame takes no key and no click
    QTest.mouseClick(row.second, Qt.MouseButton.LeftButton, pos=row.second.rect().center())
    assert "x" in row.second.text()
    row.look.set_mode("dark")
    assert row.frames.frame is None


def test_a_widget_that_ends_takes_its_frame_with_it(row: Row) -> None:
    row.first.deleteLater()
    QApplication.sendPostedEvents(row.first, 52)  # QEvent.DeferredDelete
    assert row.frames.frame is None or row.frames.frame.parent() is not None
    row.second.setFocus()
    assert row.frames.frame is not None


def test_flags_differ_by_shape_and_line_too() -> None:
    lines = {letters(severity, CONTRAST_DARK, False).underlineStyle() for severity in Severity}
    assert len(lines) == len(set(SIGNS.values())) == len(Severity)


def test_the_strong_sheet_uses_known_colours_only() -> None:
    text = (SHEETS / "window-contrast.qss").read_text(encoding="utf-8")
    assert set(re.findall(r"\$(\w+)", text)) <= {*Colours.__slots__, "up", "down"}
    assert "window-contrast" not in looks.style_sheet(LIGHT) and "3px solid" in looks.style_sheet(CONTRAST_LIGHT)


def test_the_text_s_size_by_keys_is_of_the_text_alone_and_is_kept(qtbot: QtBot, tmp_path: Path) -> None:
    bench = ProofBench(qtbot, tmp_path)
    bench.show("# Tides\n\nThe gauge at Ostend.\n")
    window, editor, control = bench.window, bench.editor, Qt.KeyboardModifier.ControlModifier
    qtbot.waitUntil(window.isActiveWindow, timeout=HANG_MS)
    window.text.focus_source()
    plain, page = editor.font().pointSizeF(), window.page.view.factor
    for _ in range(3):
        QTest.keyClick(editor, Qt.Key.Key_Plus, control)
    assert editor.font().pointSizeF() == pytest.approx(plain * 1.1**3)
    assert window.page.view.factor == page and window.memory.settings.text_zoom == pytest.approx(1.1**3)
    QTest.keyClick(editor, Qt.Key.Key_Minus, control)
    assert editor.font().pointSizeF() == pytest.approx(plain * 1.1**2)
    window.actions_["look_contrast"].trigger()
    assert editor.font().pointSizeF() == pytest.approx(plain * 1.1**2)  # other colours do not take it back
    window.actions_["look_light"].trigger()
    window.text.show_source(False)
    assert bench.lite.view.document().defaultFont().pointSizeF() == pytest.approx(11.0 * 1.1**2)
    again, _ = recording_window(qtbot, tmp_path / "again", window.memory.settings)
    assert again.text.editor.font().pointSizeF() == pytest.approx(plain * 1.1**2)
    window.text.focus_source()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=HANG_MS)
    QTest.keyClick(editor, Qt.Key.Key_0, control)
    assert editor.font().pointSizeF() == plain
