# SPDX-License-Identifier: AGPL-3.0-or-later
"""Going to a page by its number and by what is printed on it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.desktop.dialogs.pages import PageNumberDialog, named_page

pytestmark = pytest.mark.gui

LABELS = ("Cover", "i", "ii", "iii", "1", "2", "3", "3")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1", [0, 4]), ("5", [4]), ("2", [1, 5]), ("/2", [5]), (" II ", [2]), ("cover", [0]), ("3", [2, 6]), ("9", []),
        ("0", []), ("iv", []), ("", []), ("/", []), ("-1", []), ("٣", [2]), ("9" * 30, []),
    ],
)  # fmt: skip
def test_numbers_count_first_then_what_is_printed(text: str, found: Sequence[int]) -> None:
    assert named_page(text, 8, LABELS) == found


def test_without_printed_numbers_only_numbers_count() -> None:
    assert named_page("3", 8, ()) == [2]
    assert named_page("/3", 8, ()) == []


def _typed(qtbot: QtBot, text: str, *, cut: bool = False) -> tuple[list[int], str, bool]:
    """The pages gone to, what the dialog says before, and whether it lets one go."""
    window = QWidget()
    qtbot.addWidget(window)
    dialog = PageNumberDialog(1, 8, LABELS, window, cut=cut)
    gone: list[int] = []
    dialog.chosen.connect(gone.append)
    dialog.show()
    (field,), (buttons,) = dialog.findChildren(QLineEdit), dialog.findChildren(QDialogButtonBox)
    field.selectAll()
    QTest.keyClicks(field, text)
    said = " ".join(label.text() for label in dialog.findChildren(QLabel))
    possible = buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()
    QTest.keyClick(field, Qt.Key.Key_Return)
    return gone, said, possible


def test_the_dialog_says_which_page_it_will_be(qtbot: QtBot) -> None:
    gone, said, possible = _typed(qtbot, "iii")
    assert (gone, possible) == ([3], True)
    assert "Page 4 of 8" in said and "printed iii" in said
    gone, said, _ = _typed(qtbot, "2")
    assert gone == [1] and "2 is printed on page 6: type /2 for it" in said
    assert "i in the file" in _typed(qtbot, "2", cut=True)[1]


def test_no_such_page_stays_in_the_dialog(qtbot: QtBot) -> None:
    gone, said, possible = _typed(qtbot, "xi")
    assert (gone, possible) == ([], False)
    assert "There is no such page." in said
