# SPDX-License-Identifier: AGPL-3.0-or-later
"""The versions of a page in the window: compared word by word, taken over, brought back, and made anew with
another engine, by keys and mouse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetricsF, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QPushButton
from pytestqt.qtbot import QtBot

from app.core.version_changes import EditInfo, ReadingFetched, ReadingInfo, VersionsListed
from app.desktop.dialogs.consent import ConsentDialog
from app.desktop.versions.compare import CompareWindow
from app.desktop.versions.history import HistoryDialog
from app.desktop.versions.naming import PRESENT, versions
from app.desktop.versions.read_with import ReadWithDialog
from app.desktop.versions.side import SideView
from app.desktop.window import Window
from engine.protocol import Reading
from tests.e2e.sessions import make_pdf, scripted
from tests.gui.desks import HANG_MS, act, real_window, recording_window, the_look, to_front

pytestmark = pytest.mark.gui

OLD = "The tide came in at noon.\nNobody saw it.\n\nThe end of it all."
NEW = "The tide came in at four.\nNobody saw it there.\n\nThe end of it."


def until(qtbot: QtBot, holds: Callable[[], bool]) -> None:
    qtbot.waitUntil(holds, timeout=HANG_MS)


def click(widget: QPushButton) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(widget.width() // 2, widget.height() // 2))


def comparing(qtbot: QtBot, window: Window, old: str = OLD, new: str = NEW) -> CompareWindow:
    """A window that compares two texts; the second is reading 7."""
    compare = CompareWindow(1, 0, old, False, the_look(), window)
    qtbot.addWidget(compare)
    compare.show()
    compare.listed(VersionsListed(1, 0, (ReadingInfo(7, 5.0, "builtin"),), ()))
    compare.fetched(ReadingFetched(1, 0, 7, Reading(engine="builtin", raw=new, text=new)))
    until(qtbot, lambda: compare.difference is not None and compare.difference.new == new)
    return compare


def test_differences_are_marked_by_sign_and_walked_through(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    compare = comparing(qtbot, window)
    assert compare.number.text() == "1 of 3 differences"
    assert compare.said.text() == "Left: “noon”   Right: “four”"
    until(qtbot, lambda: len(compare.old.extraSelections()) == 2 and len(compare.new.extraSelections()) == 2)
    struck = [mark.format.fontStrikeOut() for mark in compare.old.extraSelections()]
    lined = [mark.format.fontUnderline() for mark in compare.new.extraSelections()]
    assert struck == [True, True] and lined == [True, True]  # no colour needed to tell them
    assert [mark.cursor.selectedText() for mark in compare.old.extraSelections()] == ["noon", " all"]
    QTest.keyClick(compare, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert (compare.number.text(), compare.said.text()) == ("2 of 3 differences", "Only on the right: “there”")
    QTest.keyClick(compare, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(compare, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)  # round
    assert compare.number.text() == "3 of 3 differences"
    click(compare.after)
    assert compare.number.text() == "1 of 3 differences"


def test_hunks_are_taken_one_by_one_each_undone_by_itself(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    compare = comparing(qtbot, window)
    texts: list[str] = []
    compare.text_taken.connect(lambda document, page, text: texts.append(text))
    click(compare.take)
    until(qtbot, lambda: compare.number.text() == "1 of 2 differences")
    assert texts[-1] == OLD.replace("noon", "four")
    QTest.keyClick(compare, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(compare, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    until(qtbot, lambda: compare.number.text() == "1 of 1 difference")
    assert texts[-1] == OLD.replace("noon", "four").replace(" all", "")
    QTest.keyClick(compare, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    until(qtbot, lambda: compare.number.text().endswith("of 2 differences"))
    assert texts[-1] == OLD.replace("noon", "four")
    click(compare.back)
    assert texts[-1] == OLD
    assert not compare.back.isEnabled()
    until(qtbot, lambda: compare.number.text().endswith("of 3 differences"))
    click(compare.take_all)
    until(qtbot, lambda: compare.number.text() == "No differences")
    assert texts[-1] == NEW and compare.said.text() == "Both texts are the same."
    assert not compare.take.isEnabled() and not compare.after.isEnabled()


def test_from_the_left_into_a_present_text_on_the_right(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    compare = comparing(qtbot, window)
    texts: list[str] = []
    compare.text_taken.connect(lambda document, page, text: texts.append(text))
    compare.choose(("reading", 7), PRESENT)
    until(qtbot, lambda: compare.difference is not None and compare.difference.old == NEW)
    click(compare.take)
    assert texts == [OLD.replace("noon", "four")]


def test_two_versions_of_which_none_is_the_present_text_are_only_looked_at(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    compare = comparing(qtbot, window)
    edits = (EditInfo(1, 6.0, "user", "One text"), EditInfo(2, 7.0, "user", None))
    compare.listed(VersionsListed(1, 0, (ReadingInfo(7, 5.0, "builtin"),), edits))
    assert compare.left.count() == 3  # the way back has no text of its own
    compare.choose(("edit", 1), ("reading", 7))
    until(qtbot, lambda: compare.difference is not None and compare.difference.old == "One text")
    assert compare.after.isEnabled() and not compare.take.isEnabled() and not compare.take_all.isEnabled()


def test_a_text_typed_meanwhile_is_compared_and_never_overwritten(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    compare = comparing(qtbot, window)
    texts: list[str] = []
    compare.text_taken.connect(lambda document, page, text: texts.append(text))
    compare.present_changed(1, 0, f"{OLD} Typed.")
    click(compare.take)  # of the text before: nothing happens
    assert texts == []
    until(qtbot, lambda: compare.difference is not None and "Typed" in compare.difference.old)
    click(compare.take)
    assert texts == [f"{OLD.replace('noon', 'four')} Typed."]


def test_both_sides_scroll_by_content(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    lines = [f"Line {number} of the page." for number in range(400)]
    extra = [f"More {number} 😀." for number in range(100)]
    compare = comparing(qtbot, window, "\n".join(lines), "\n".join([*lines[:100], *extra, *lines[100:]]))
    compare.old.verticalScrollBar().setValue(250)
    assert compare.new.firstVisibleBlock().text() == compare.old.firstVisibleBlock().text() == "Line 250 of the page."
    compare.new.verticalScrollBar().setValue(320)
    assert compare.old.firstVisibleBlock().text() == compare.new.firstVisibleBlock().text() == "Line 220 of the page."
    compare.new.verticalScrollBar().setValue(150)  # in what only the right one has: the left stays beside it
    assert compare.old.firstVisibleBlock().text() == "Line 100 of the page."


def test_marks_stand_on_their_words_behind_an_emoji(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    compare = comparing(qtbot, window, "😀😀 𠀀 noon is here", "😀😀 𠀀 four is here")
    until(qtbot, lambda: bool(compare.old.extraSelections()))
    assert compare.old.extraSelections()[0].cursor.selectedText() == "noon"


def test_a_long_page_marks_only_what_is_in_sight(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    old = "\n".join(f"Line {number} says word{number}." for number in range(8200))
    compare = comparing(qtbot, window, old, old.replace("says", "tells"))
    assert len(old) > 200_000 and compare.number.text() == "1 of 8,200 differences"
    until(qtbot, lambda: bool(compare.old.extraSelections()))
    assert len(compare.old.extraSelections()) < 100
    compare.step(-1)
    until(qtbot, lambda: any("8199" in m.cursor.block().text() for m in compare.new.extraSelections()))


def test_a_page_that_is_one_long_paragraph(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = recording_window(qtbot, tmp_path)
    old = " ".join(f"word{number}" for number in range(22_000))
    compare = comparing(qtbot, window, old, old.replace("7 ", "8 "))
    assert len(old) > 200_000
    until(qtbot, lambda: bool(compare.new.extraSelections()))
    assert len(compare.new.extraSelections()) < 1000
    compare.step(-1)
    until(qtbot, lambda: any(m.cursor.selectedText() == "word21998" for m in compare.new.extraSelections()))


def test_history_shows_each_text_and_brings_it_back(qtbot: QtBot, tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "tides.pdf")
    with real_window(qtbot, tmp_path / "home") as window:
        window.add([file])
        until(qtbot, lambda: "Page 1" in window.text.text and window.actions_["checked"].isEnabled())
        number = window.looking.document
        assert number is not None
        for text in ("First edit.", "Second edit."):
            window.desk.session.replace_text(number, 0, text)
        until(qtbot, lambda: window.text.text == "Second edit.")
        act(window, "history")
        (dialog,) = window.findChildren(HistoryDialog)
        until(qtbot, lambda: dialog.list.count() == 3)
        until(qtbot, lambda: dialog.text.toPlainText() == "Second edit.")
        assert not dialog.use.isEnabled()
        QTest.keyClick(dialog.list, Qt.Key.Key_Down)
        assert dialog.text.toPlainText() == "First edit."
        click(dialog.restore)
        until(qtbot, lambda: window.text.text == "First edit.")
        until(qtbot, lambda: dialog.list.count() == 4)  # as a new edit: nothing is lost
        QTest.keyClick(dialog.list, Qt.Key.Key_End)
        until(qtbot, lambda: "Page 1" in dialog.text.toPlainText())
        assert dialog.use.isEnabled() and not dialog.restore.isEnabled()
        click(dialog.compare)
        (compare,) = window.findChildren(CompareWindow)
        until(qtbot, lambda: compare.difference is not None and "Page 1" in compare.difference.new)
        click(compare.take_all)
        until(qtbot, lambda: "Page 1" in window.text.text)
        assert window.looking.page_row is not None
        compare.close()
        dialog.close()


def test_the_list_of_the_history_is_as_wide_as_its_texts_and_as_the_user_left_it(qtbot: QtBot, tmp_path: Path) -> None:
    facts = "jina-ocr-v1 · 1920 pixels · 12,345 characters"
    reading = ReadingInfo(1, 1_700_000_000.0, "vllm", "jina-ocr-v1", "1920 pixels", 12345)
    window, _ = recording_window(qtbot, tmp_path)

    def made(wide: int = 0) -> HistoryDialog:
        dialog = HistoryDialog(1, 0, window, wide)
        qtbot.addWidget(dialog)
        dialog.list_pulled.connect(lambda wide: window.memory.arrange(history_list=wide))
        dialog.show()
        dialog.listed(VersionsListed(1, 0, (reading,), ()))
        return dialog

    dialog = made()
    needed = dialog.list.fontMetrics().horizontalAdvance(facts)
    assert dialog.list.item(0).text().count("\n") == 1 and dialog.list.viewport().width() > needed
    handle = dialog.panes.handle(1)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(1, 50))
    QTest.mouseMove(handle, QPoint(41, 50))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=QPoint(41, 50))
    wide = dialog.list.width()
    dialog.listed(VersionsListed(1, 0, (reading, reading), ()))
    assert dialog.list.width() == wide == made(window.memory.arrangement.history_list).list.width()


def test_read_again_with_another_engine(qtbot: QtBot, tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "tides.pdf", text="of the harbour")
    with real_window(qtbot, tmp_path / "home") as window:
        window.add([file])
        until(qtbot, lambda: "# Page 1" in window.text.text and window.actions_["read_with"].isEnabled())
        act(window, "read_with")
        (dialog,) = window.findChildren(ReadWithDialog)
        assert dialog.this.isChecked() and not dialog.failed.isEnabled() and not dialog.buttons["reader"].isEnabled()
        QTest.keyClicks(dialog.range, "x")
        assert dialog.some.isChecked()
        ok = dialog.box.button(QDialogButtonBox.StandardButton.Ok)
        click(ok)
        assert "not understood" in dialog.problem.text() or "range" in dialog.problem.text()
        dialog.this.click()
        dialog.buttons["builtin"].click()
        click(ok)
        until(qtbot, lambda: "of the harbour" in window.text.text)
        until(qtbot, lambda: window.notices.titles() == ["Built-in reader has read 1 page again."])
        assert window.memory.settings.engine in ("", "auto")  # nothing of it is kept
        act(window, "compare")
        (compare,) = window.findChildren(CompareWindow)
        until(qtbot, lambda: compare.difference is not None and "# Page 1" in compare.difference.new)
        compare.close()


def test_an_edited_text_stays_when_the_page_is_read_again(qtbot: QtBot, tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "tides.pdf", text="of the harbour")
    with real_window(qtbot, tmp_path / "home") as window:
        window.add([file])
        until(qtbot, lambda: "# Page 1" in window.text.text)
        window.text.focus_source()
        until(qtbot, lambda: not window.text.editor.isReadOnly())
        QTest.keyClicks(window.text.editor, "Mine: ")
        document = window.looking.document
        window.text.flush()
        assert document is not None
        window.versions._begin(document, (0,), {"engine": "builtin"})
        until(qtbot, lambda: "has read 1 page again" in " ".join(window.notices.titles()))
        assert window.text.text.startswith("Mine: # Page 1")
        act(window, "compare")
        (compare,) = window.findChildren(CompareWindow)
        until(qtbot, lambda: compare.difference is not None and "harbour" in compare.difference.new)
        assert compare.difference is not None and compare.difference.old.startswith("Mine: # Page 1")
        compare.close()


def test_names_of_versions_the_newest_first() -> None:
    readings = (ReadingInfo(1, 1.0, "vllm", "jina-ocr-v1", "K 4", 12, 2.0, 80.0, 0.5, True),)
    edits = (EditInfo(1, 2.0, "user", "text"), EditInfo(2, 3.0, "Ada", None))
    found = versions(VersionsListed(1, 0, readings, edits))
    assert [version.key for version in found] == [("edit", 2), ("edit", 1), ("reading", 1)]
    assert found[0].title.startswith("Back to the engine's text by Ada, ")
    assert found[1].title.startswith("Edit by you, ") and found[1].facts == "4 characters"
    assert found[2].facts == "jina-ocr-v1 · K 4 · 12 characters · 2.0 s · 80 tok/s · acceptance 50 % · present reading"


def test_before_pages_leave_the_machine_the_window_asks(qtbot: QtBot, tmp_path: Path) -> None:
    with real_window(qtbot, tmp_path / "home") as window:
        window.add([make_pdf(tmp_path / "tides.pdf")])
        until(qtbot, window.actions_["checked"].isEnabled)
        document = window.looking.document
        assert document is not None
        away = scripted({"pages": {"default": {"text": "Read far away."}}}, "away", host="ocr.example.org")
        window.desk.session.read_with(document, [0], [away])
        until(qtbot, lambda: bool(window.findChildren(ConsentDialog)))
        (dialog,) = window.findChildren(ConsentDialog)
        assert "1 page of 1 document" in dialog._question.text()
        click(dialog.send)
        until(qtbot, lambda: window.text.text == "Read far away.")


def test_a_run_is_stopped_by_its_line_or_by_keys_and_what_failed_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    slow = scripted({"pages": {"default": {"text": "word " * 500, "chars_per_s": 20}}}, "slow")
    broken = scripted({"load": {"fail": "engine-unavailable", "detail": "no card"}}, "broken")
    with real_window(qtbot, tmp_path / "home") as window:
        window.add([make_pdf(tmp_path / "tides.pdf", 2)])
        until(qtbot, window.actions_["checked"].isEnabled)
        document, session = window.looking.document, window.desk.session
        assert document is not None
        session.read_with(document, [0, 1], [slow])
        until(qtbot, lambda: any("slow reads 2 pages again" in title for title in window.notices.titles()))
        stop = next(button for button in window.notices.findChildren(QPushButton) if button.text() == "Stop")
        click(stop)
        until(qtbot, lambda: "slow has read no page." in window.notices.titles())
        session.read_with(document, [0], [slow])
        until(qtbot, lambda: any("slow reads 1 page again" in title for title in window.notices.titles()))
        to_front(qtbot, window)
        QTest.keyClick(window, Qt.Key.Key_Period, Qt.KeyboardModifier.AltModifier)
        until(qtbot, lambda: not any("again" in title for title in window.notices.titles()))
        assert "# Page 1" in window.text.text
        session.read_with(document, [0], [broken])
        until(qtbot, lambda: any("no card" in title for title in window.notices.titles()))
        assert "# Page 1" in window.text.text


def test_a_wedge_hides_no_letter(qtbot: QtBot) -> None:
    """The letters' bodies, above their foot, look as they do without it."""
    view = SideView(the_look(), "text", struck=True)
    qtbot.addWidget(view)
    view.resize(300, 100)
    view.show_text("nanana")
    view.show()
    cursor = QTextCursor(view.document())
    cursor.setPosition(2)
    place = view.cursorRect(cursor)
    foot = place.top() + round(QFontMetricsF(view.font()).ascent())
    body = QRect(place.left() + 1, place.top(), 40, foot - place.top() - 1)
    plain = view.viewport().grab(body).toImage()
    view.show_spans([(2, 2)])
    whole = view.viewport().grab().toImage()
    QApplication.processEvents()
    assert view.viewport().grab(body).toImage() == plain and view.viewport().grab().toImage() != whole
