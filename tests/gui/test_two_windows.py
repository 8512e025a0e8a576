# SPDX-License-Identifier: AGPL-3.0-or-later
"""Two windows on one library, each with a session, children and a preview of its own, with the same document open: what
is done in one is seen in the other, and where both type on one page nothing is lost and it is said."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.library import Library
from app.core.places import Places
from app.core.session import others
from app.desktop.window import Window
from tests.gui.desks import HANG_MS, act, real_window, to_front
from tests.gui.test_proof_session import gauges, script

pytestmark = pytest.mark.gui


@dataclass
class Pair:
    one: Window
    other: Window
    home: Path
    qtbot: QtBot

    def until(self, holds: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(holds, timeout=HANG_MS)

    def flags(self, window: Window) -> int | None:
        """Those of the page that is shown; None while they are not known."""
        flags = window.proof.flags
        return len(flags.flags) if flags.fresh else None

    def type(self, window: Window, words: str) -> None:
        """Real keys at the end of the editor's text."""
        to_front(self.qtbot, window)
        window.text.focus_source()
        self.until(lambda: not window.text.editor.isReadOnly())
        QTest.keyClick(window.text.editor, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(window.text.editor, words)


@pytest.fixture
def pair(qtbot: QtBot, tmp_path: Path) -> Iterator[Pair]:
    home, file = tmp_path / "home", gauges(tmp_path / "gauges.pdf")
    with ExitStack() as stack:
        one, other = (stack.enter_context(real_window(qtbot, home, script())) for _ in range(2))
        made = Pair(one, other, home, qtbot)
        one.add([file])
        made.until(lambda: one.looking.row is not None and one.looking.row.read == 3)
        other.add([file])
        made.until(lambda: other.looking.row is not None and other.looking.row.read == 3)
        made.until(lambda: made.flags(one) == 1 and made.flags(other) == 1)
        yield made


def shown(window: Window) -> str:
    return window.text.text


def test_an_edit_is_seen_in_the_other_window(pair: Pair) -> None:
    before = shown(pair.other)
    pair.other.text.show_source(True)
    pair.type(pair.one, " And so on.")
    pair.until(lambda: shown(pair.other) == before + " And so on.")
    pair.until(lambda: pair.other.text.editor.text == pair.one.text.editor.text)
    pair.until(lambda: pair.other.looking.page_row is not None and pair.other.looking.page_row.edited)
    assert not pair.other.notices.titles()
    pair.type(pair.other, " Truly.")  # and back, on top of it
    pair.until(lambda: shown(pair.one).endswith("And so on. Truly."))
    pair.until(lambda: shown(pair.one) == shown(pair.other))
    assert not pair.one.notices.titles() and not pair.other.notices.titles()


def test_marks_and_dismissed_flags_are_seen_in_the_other_window(pair: Pair) -> None:
    pair.until(lambda: pair.other.status._proof.text() == "checked 0 of 3 · 2 flags left")
    to_front(pair.qtbot, pair.one)
    QTest.keyClick(pair.one, Qt.Key.Key_F8)
    pair.until(pair.one.proof.strip.hasFocus)
    QTest.keyClick(QApplication.focusWidget() or pair.one, Qt.Key.Key_D)
    pair.until(lambda: pair.flags(pair.other) == 0)
    assert "1 dismissed" in pair.other.proof.strip.count
    pair.until(lambda: pair.other.status._proof.text() == "checked 0 of 3 · 1 flag left")
    pair.one.looking.go(0)
    pair.until(lambda: pair.one.proof.place[1] == 0)
    act(pair.one, "checked")
    pair.until(pair.other.actions_["checked"].isChecked)
    pair.until(lambda: pair.other.status._proof.text() == "checked 1 of 3 · 1 flag left")
    act(pair.other, "bring_back")
    pair.until(lambda: pair.flags(pair.one) == 1)
    act(pair.other, "checked")
    pair.until(lambda: not pair.one.actions_["checked"].isChecked())


def test_marks_of_a_page_that_the_other_window_does_not_show(pair: Pair) -> None:
    pair.one.looking.go(2)
    pair.until(lambda: pair.one.proof.place[1] == 2)
    act(pair.one, "checked")
    pair.until(lambda: pair.other.status._proof.text().startswith("checked 1 of 3"))
    row = pair.other.strip.pages.row_of
    pair.until(lambda: (found := row(2)) is not None and found.checked)
    pair.type(pair.one, " The end.")
    pair.until(lambda: (found := row(2)) is not None and found.edited)
    pair.other.looking.go(2)
    pair.until(lambda: shown(pair.other).endswith("The end."))


def next_look(window: Window) -> float:
    """In how many seconds its session looks at what other windows have saved."""
    timers = window.desk.session._actor._timers
    due = [at for at, _, call in tuple(timers) if getattr(call, "__func__", None) is others.Others._look]
    return min(due, default=0.0) - time.monotonic()


def test_both_type_on_one_page_and_nothing_is_lost(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(others, "SECONDS", 3600.0)  # neither sees the other's before it has typed
    pair.until(lambda: next_look(pair.one) > 1000 and next_look(pair.other) > 1000)  # those already due are over
    pair.type(pair.one, " From one.")
    pair.one.text.flush()
    pair.type(pair.other, " From the other.")
    pair.other.text.flush()
    pair.until(lambda: len(pair.other.notices.titles()) == 1)
    (title,) = pair.other.notices.titles()
    assert "edited in another window, too (page 1)" in title and "History has both" in title
    with Library(Places(pair.home).library) as library:
        (stored,) = library.documents.all()
        kept = [text for _, _, text in library.edits.history(stored.id, 0) if text is not None]
    pair.one.desk.session._post(lambda parts: parts.others._look())
    pair.until(lambda: len(pair.one.notices.titles()) == 1)
    (title,) = pair.one.notices.titles()
    assert "Another window replaced what you typed" in title and "(page 1)" in title and "History" in title
    assert any(text.endswith("From one.") for text in kept)
    assert kept[-1].endswith("From the other.") and "From one." not in kept[-1]
    assert shown(pair.other).endswith("From the other.")  # what he is typing stays under his hands


def test_one_window_closes_and_the_other_goes_on(pair: Pair) -> None:
    pair.type(pair.one, " Last words.")
    pair.one.close()
    pair.one.desk.session.close(30.0)
    pair.until(lambda: shown(pair.other).endswith("Last words."))
    pair.type(pair.other, " More.")
    pair.until(lambda: shown(pair.other).endswith("Last words. More."))
    assert not pair.other.notices.titles()


def test_one_window_deletes_what_the_other_works_on(pair: Pair) -> None:
    (stored,) = {window.looking.row.stored for window in (pair.one, pair.other) if window.looking.row}
    pair.other.text.show_source(True)
    pair.type(pair.other, " Before it.")
    pair.other.text.flush()
    pair.until(lambda: shown(pair.one).endswith("Before it."))
    pair.one.desk.session.delete_from_library(stored or 0)
    pair.until(lambda: not pair.one.looking.rows)
    pair.until(lambda: len(pair.other.notices.titles()) == 1)
    (title,) = pair.other.notices.titles()
    assert "gauges.pdf was deleted from the library by another window" in title
    pair.until(lambda: (found := pair.other.looking.row) is not None and found.read == 0)
    pair.until(lambda: not pair.other.text.editor.isReadOnly())
    pair.type(pair.other, " After it.")
    pair.other.text.flush()
    pair.until(lambda: (found := pair.other.looking.page_row) is not None and found.edited)
    with Library(Places(pair.home).library) as library:
        (document,) = library.documents.all()
        (kept,) = library.edits.texts(document.id).values()
    assert kept.text.endswith("After it.")
