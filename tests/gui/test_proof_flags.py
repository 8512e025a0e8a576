# SPDX-License-Identifier: AGPL-3.0-or-later
"""Flags in the window and the walk through them, with real keys: marks, strip, list, accept, dismiss, edit, go on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.core.changes import DocumentChanged, FlagFound, PageProofed, PageRows, PageState, UncheckedFound
from app.core.checks import Findings, Flag, Kind, Origin, Reason, Severity
from app.core.proof_changes import PictureUse
from app.desktop.phrases import document_line
from app.desktop.proof.editor_places import GROUP
from tests.gui.desks import HANG_MS, document, page_row
from tests.gui.proof_desk import PAGES, ProofBench, laid_out, proofed

pytestmark = pytest.mark.gui

NO = Qt.KeyboardModifier.NoModifier
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
LINES = [
    "The gauge at Ostend showed 4217 millimetres above the datum of the survey",
    "and the one at Dover 3982 millimetres at the same hour of the day",
    "Both were read by the keeper of the light who had done so for years",
    "without a single day of rest and with the greatest care for detail",
]
RIGHT = "\n\n".join(LINES)
WRONG = RIGHT.replace("4217", "4271").replace("3982", "3892").replace("greatest", "grandest")
WORDS = laid_out(LINES)


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> ProofBench:
    return ProofBench(qtbot, tmp_path)


def marks(bench: ProofBench) -> list[tuple[str, QTextCharFormat]]:
    return [(one.cursor.selectedText(), one.format) for one in bench.editor._selections.get(GROUP, [])]


def texts(bench: ProofBench) -> list[str]:
    return [text for text, _ in marks(bench)]


def test_flags_are_underlined_in_the_editor_and_counted_in_the_strip(bench: ProofBench) -> None:
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    assert texts(bench) == ["4271", "3892", "grandest"]
    styles = {form.underlineStyle() for _, form in marks(bench)}
    assert QTextCharFormat.UnderlineStyle.NoUnderline not in styles
    assert bench.strip.isVisible() and bench.strip.count == "3 flags on this page"
    severities = [severity for _, _, severity in bench.window.proof.text.editor._signs()]
    assert len(severities) == 3


def test_each_severity_has_a_line_and_a_sign_of_its_own(bench: ProofBench) -> None:
    flags = tuple(
        Flag(Kind.WORD_DIFFERS, severity, at, at + 3, Reason.UNSURE)
        for severity, at in ((Severity.FAULT, 0), (Severity.DOUBT, 4), (Severity.HINT, 10))
    )
    bench.show(RIGHT)
    findings = proofed(RIGHT, WORDS).findings
    bench.tell(PageProofed(1, 0, RIGHT, flags, findings))
    assert len({form.underlineStyle() for _, form in marks(bench)}) == 3
    assert bench.window.proof.list.count() == 0
    bench.strip.all.click()
    signs = [bench.window.proof.list.item(row).text()[0] for row in range(3)]
    assert len(set(signs)) == 3


def test_f8_walks_selects_and_says_why(bench: ProofBench) -> None:
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    for wanted, number in (("4271", 1), ("3892", 2), ("grandest", 3)):
        bench.key(Qt.Key.Key_F8)
        assert bench.selected == wanted
        assert bench.strip.count == f"Flag {number} of 3 on this page"
        assert wanted in bench.strip.reason
        (box,) = bench.view.highlights
        (word,) = [word for word in WORDS if word.text == {"4271": "4217", "3892": "3982"}.get(wanted, "greatest")]
        assert abs(box[0] - word.box[0]) < 0.01 and abs(box[1] - word.box[1]) < 0.01
        assert bench.strip.hasFocus()
    bench.key(Qt.Key.Key_F8, SHIFT)
    assert bench.selected == "3892"
    bench.key(Qt.Key.Key_F8)
    bench.key(Qt.Key.Key_F8)
    assert bench.asked("next_flag")[-1][:2] == (1, 0)  # the others are on other pages: the session looks


def test_return_accepts_and_goes_on(bench: ProofBench) -> None:
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    bench.key(Qt.Key.Key_F8)
    bench.key(Qt.Key.Key_Return)
    text = WRONG.replace("4271", "4217")
    assert bench.editor.text == text
    assert bench.asked("edit")[-1][:3] == (1, 0, text)
    assert bench.asked("proof")[-1] == (1, 0, text)
    bench.proof(text, WORDS)
    assert bench.selected == "3892" and bench.strip.hasFocus()
    bench.key(Qt.Key.Key_Return)
    bench.proof(bench.editor.text, WORDS)
    bench.key(Qt.Key.Key_Return)
    assert bench.editor.text == RIGHT
    bench.proof(RIGHT, WORDS)
    assert bench.strip.count == "No flags on this page"
    bench.editor.undo()
    assert bench.editor.text == RIGHT.replace("greatest", "grandest")


def test_where_nothing_is_suggested_return_says_so(bench: ProofBench) -> None:
    bench.show(RIGHT)
    flag = Flag(Kind.LOW_CONFIDENCE, Severity.HINT, 4, 9, Reason.UNSURE)
    bench.tell(PageProofed(1, 0, RIGHT, (flag,), proofed(RIGHT, WORDS).findings))
    bench.key(Qt.Key.Key_F8)
    bench.key(Qt.Key.Key_Return)
    assert bench.editor.text == RIGHT and not bench.asked("edit")
    assert any("Nothing is suggested here" in label.text() for label in bench.window.notices.findChildren(QLabel))


def test_return_accepts_in_the_preview_too(bench: ProofBench) -> None:
    bench.show(WRONG, source=False)
    bench.proof(WRONG, WORDS)
    bench.key(Qt.Key.Key_F8)
    view = bench.lite.view
    bench.qtbot.waitUntil(lambda: view.textCursor().selectedText() == "4271", timeout=HANG_MS)
    bench.key(Qt.Key.Key_Return)
    text = WRONG.replace("4271", "4217")
    assert bench.asked("edit")[-1][:3] == (1, 0, text)
    bench.qtbot.waitUntil(lambda: bench.in_sight(text), timeout=HANG_MS)
    bench.proof(text, WORDS)
    bench.qtbot.waitUntil(lambda: view.textCursor().selectedText() == "3892", timeout=HANG_MS)


def test_d_dismisses_and_goes_on(bench: ProofBench) -> None:
    bench.show(WRONG)
    told = bench.proof(WRONG, WORDS)
    bench.key(Qt.Key.Key_F8)
    bench.key(Qt.Key.Key_D)
    assert bench.asked("dismiss") == [(1, 0, told.flags[0].mark(WRONG))]
    assert bench.editor.text == WRONG
    bench.tell(PageProofed(1, 0, WRONG, told.flags[1:], told.findings, told.alignment, dismissed=1))
    assert bench.selected == "3892"
    assert bench.strip.count == "Flag 1 of 2 on this page · 1 dismissed"
    bench.window.actions_["bring_back"].trigger()
    assert bench.asked("bring_back") == [(1, 0)]


def test_e_edits_and_typing_goes_to_the_editor(bench: ProofBench) -> None:
    bench.show(WRONG, source=False)
    bench.proof(WRONG, WORDS)
    bench.key(Qt.Key.Key_F8)
    bench.key(Qt.Key.Key_E)
    assert bench.window.text.source_visible and bench.editor.hasFocus() and bench.selected == "4271"
    QTest.keyClicks(bench.editor, "4217d")
    assert "4217d millimetres" in bench.editor.text
    assert bench.asked("dismiss") == []


def test_typing_asks_for_a_proof_after_a_rest_and_marks_move(bench: ProofBench) -> None:
    bench.show("😀𠀀 " + WRONG)
    bench.proof("😀𠀀 " + WRONG, WORDS)
    assert texts(bench) == ["4271", "3892", "grandest"]
    bench.window.text.focus_source()
    bench.editor.go_to(2)
    QTest.keyClicks(bench.editor, "xyz ")
    assert texts(bench) == ["4271", "3892", "grandest"]
    assert bench.asked("proof") == []
    bench.qtbot.waitUntil(lambda: bool(bench.asked("proof")), timeout=HANG_MS)
    assert bench.asked("proof") == [(1, 0, bench.editor.text)]
    bench.key(Qt.Key.Key_F8)  # the proof is not there yet: it goes on when it comes
    assert bench.strip.count == "3 flags on this page"
    bench.proof(bench.editor.text, WORDS)
    assert bench.selected == "4271"


def test_a_stale_proof_is_not_used(bench: ProofBench) -> None:
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    bench.window.text.focus_source()
    QTest.keyClicks(bench.editor, "xx ")
    bench.tell(proofed("x" + WRONG, WORDS))
    assert texts(bench) == ["4271", "3892", "grandest"]


def test_flags_that_stay_behind_the_text_are_asked_for(bench: ProofBench) -> None:
    """Whatever changed the text, and whoever was told of it: a proof of another text is not the last word."""
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    bench.show(RIGHT)
    assert not bench.window.proof.flags.fresh
    bench.tell(proofed(WRONG, WORDS))
    bench.qtbot.waitUntil(lambda: bench.asked("proof") == [(1, 0, RIGHT)], timeout=HANG_MS)
    bench.proof(RIGHT, WORDS)
    assert bench.strip.count == "No flags on this page" and bench.window.proof.flags.alignment is not None


def test_a_flag_whose_text_is_deleted_goes_at_once(bench: ProofBench) -> None:
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    bench.key(Qt.Key.Key_F8)
    bench.key(Qt.Key.Key_E)
    bench.key(Qt.Key.Key_Delete)
    assert texts(bench) == ["3892", "grandest"]
    assert bench.strip.count == "2 flags on this page" and bench.strip.reason == ""


def test_a_text_that_is_typed_back_needs_no_new_proof(bench: ProofBench) -> None:
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    bench.window.text.focus_source()
    QTest.keyClicks(bench.editor, "x")
    QTest.keyClick(bench.editor, Qt.Key.Key_Backspace)
    bench.qtbot.waitUntil(lambda: bench.window.proof.flags.fresh, timeout=HANG_MS)
    assert bench.asked("proof") == []


def test_the_walk_goes_to_another_page_and_there_to_the_flag(bench: ProofBench) -> None:
    bench.show(RIGHT)
    bench.proof(RIGHT, WORDS)
    bench.key(Qt.Key.Key_F8)
    assert len(bench.asked("next_flag")) == 1
    there = proofed(WRONG, WORDS, page=3)
    bench.tell(FlagFound(1, 3, there.flags[1], 2))
    assert bench.window.looking.page == 3
    bench.show(WRONG, page=3)
    assert bench.strip.reason == ""
    bench.tell(there)
    assert bench.selected == "3892" and bench.strip.count == "Flag 2 of 3 on this page"
    assert bench.strip.hasFocus()


def test_where_no_flag_is_left_it_says_so(bench: ProofBench) -> None:
    bench.show(RIGHT)
    bench.proof(RIGHT, WORDS)
    bench.key(Qt.Key.Key_F8)
    bench.tell(FlagFound(1, 0))
    assert any("No flag is left" in label.text() for label in bench.window.notices.findChildren(QLabel))


def test_the_list_of_flags_walks_by_arrow_keys(bench: ProofBench) -> None:
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    bench.key(Qt.Key.Key_F8, CTRL)
    listed = bench.window.proof.list
    assert listed.isVisible() and listed.count() == 3 and listed.hasFocus()
    assert bench.selected == "4271"
    bench.key(Qt.Key.Key_Down)
    assert bench.selected == "3892" and listed.hasFocus()
    bench.key(Qt.Key.Key_Return)
    assert bench.editor.hasFocus() and bench.selected == "3892"
    bench.key(Qt.Key.Key_F8, CTRL)
    assert not listed.isVisible()


def test_ctrl_return_checks_and_goes_to_the_next_unchecked_page(bench: ProofBench) -> None:
    bench.show(RIGHT)
    bench.key(Qt.Key.Key_Return, CTRL)
    assert bench.asked("check") == [(1, 0, True)]
    assert bench.asked("next_unchecked") == [(1, 0)]
    bench.tell(UncheckedFound(1, 2))
    assert bench.window.looking.page == 2
    bench.tell(UncheckedFound(1, None))
    assert any("are checked" in label.text() for label in bench.window.notices.findChildren(QLabel))


def test_the_progress_is_always_in_sight(bench: ProofBench) -> None:
    row = document(1, "Tides", pages=PAGES, asked=PAGES, read=PAGES, checked=2, flags=57)
    bench.tell(DocumentChanged(row))
    assert bench.window.status._proof.text() == "checked 2 of 5 · 57 flags left"
    assert bench.window.status._proof.isVisible()


def test_the_strip_of_pages_and_the_list_of_documents_count_flags(bench: ProofBench) -> None:
    before = bench.window.strip.viewport().grab().toImage()
    rows = (page_row(0, flags=3, checked=True), page_row(1, flags=0), page_row(2))
    bench.tell(PageRows(1, 0, rows))
    bench.tell(DocumentChanged(document(1, "Tides", pages=PAGES, asked=PAGES, read=PAGES, checked=1, flags=3)))
    spoken = [
        bench.window.strip.pages.data(bench.window.strip.pages.index(page), Qt.ItemDataRole.AccessibleTextRole)
        for page in range(3)
    ]
    assert "3 flags" in spoken[0] and "checked" in spoken[0]
    assert "flag" not in spoken[1] + spoken[2]
    assert bench.window.strip.viewport().grab().toImage() != before
    assert document_line(bench.window.looking.rows[1]) == "5 pages · read · 1 checked · 3 flags"


def test_a_second_reading_that_is_garbage_is_named_and_the_picture_offered(bench: ProofBench) -> None:
    garbage = laid_out(["#### %%% ☐☐☐ ☐☐ ☐☐☐☐ ☐☐ ☐☐☐"] * 4)
    bench.show(WRONG)
    bench.proof(WRONG, garbage)
    assert "unreadable on this page" in bench.strip.note
    assert texts(bench) == []
    assert bench.strip.read_picture.isVisible()
    bench.strip.read_picture.click()
    assert bench.asked("read_picture") == [(1, 0)]
    bench.tell(proofed(WRONG, (), pending=True))
    assert "Being looked for" in bench.strip.note
    bench.proof(WRONG, WORDS, origin=Origin.OCR)
    assert bench.strip.note == "" and texts(bench) == ["4271", "3892", "grandest"]


def test_where_the_picture_can_give_nothing_it_is_not_offered_and_the_note_says_why(bench: ProofBench) -> None:
    bench.show(WRONG)
    bench.tell(replace(proofed(WRONG, ()), picture=PictureUse.OWN))
    assert "the built-in OCR read it" in bench.strip.note and "Read the page with a model" in bench.strip.note
    assert bench.strip.read_picture.isHidden()
    note = bench.strip.note
    bench.window.walk.read_picture()  # by the menu or its key
    assert bench.strip.note == note and bench.asked("read_picture") == []
    bench.tell(replace(proofed(WRONG, ()), picture=PictureUse.NONE))
    assert "no second reading" in bench.strip.note and bench.strip.read_picture.isHidden()


def test_marks_in_the_plain_preview(bench: ProofBench) -> None:
    bench.show(WRONG, source=False)
    bench.proof(WRONG, WORDS)
    view = bench.lite.view
    bench.qtbot.waitUntil(lambda: len(view.extraSelections()) == 3, timeout=HANG_MS)
    assert [one.cursor.selectedText() for one in view.extraSelections()] == ["4271", "3892", "grandest"]
    assert len(bench.lite.places._signs()) == 3


def test_marks_come_back_with_the_other_view(bench: ProofBench) -> None:
    bench.show(WRONG, source=False)
    bench.proof(WRONG, WORDS)
    bench.window.actions_["source"].trigger()
    assert texts(bench) == ["4271", "3892", "grandest"]
    bench.window.actions_["source"].trigger()
    bench.qtbot.waitUntil(lambda: len(bench.lite.view.extraSelections()) == 3, timeout=HANG_MS)


def test_while_a_page_is_read_there_is_no_strip(bench: ProofBench) -> None:
    bench.show(WRONG)
    bench.proof(WRONG, WORDS)
    bench.show("", state=PageState.READING)
    assert not bench.strip.isVisible()


def test_of_a_page_that_was_not_read_nothing_is_said(bench: ProofBench) -> None:
    """To say that there are no flags beside a file that cannot be opened would be taken for praise."""
    bench.show("", state=PageState.NEW)
    bench.tell(PageProofed(1, 0, "", (), Findings(())))
    assert bench.strip.isHidden()
    bench.show("", state=PageState.READ)
    bench.tell(PageProofed(1, 0, "", (), Findings(())))
    assert not bench.strip.isHidden(), "a blank page that was read is looked through"


def test_500_flags_and_a_page_of_200_kb_stay_quick(bench: ProofBench) -> None:
    """Not a measurement: only that nothing is lost. The bench measures."""
    lines = [f"Row {n} of the gauge stands at {n * 7919 + 13} millimetres above datum" for n in range(3000)]
    right = "\n\n".join(lines)
    words = laid_out(lines)
    text = right
    for number in range(0, 3000, 6):
        value = str(number * 7919 + 13)
        text = text.replace(f"at {value} ", f"at {value[:-1]}{(int(value[-1]) + 1) % 10} ")
    bench.show(text)
    told = bench.proof(text, words)
    assert len(told.flags) >= 490
    assert 0 < len(texts(bench)) < 60  # those in sight and around
    bench.key(Qt.Key.Key_F8)
    assert bench.selected == text[told.flags[0].start : told.flags[0].end]
    bench.key(Qt.Key.Key_F8, CTRL)
    bench.window.proof.list.setCurrentRow(400)
    wanted = text[told.flags[400].start : told.flags[400].end]
    assert bench.selected == wanted
    bench.qtbot.waitUntil(lambda: wanted in texts(bench), timeout=HANG_MS)
    bar = bench.editor.verticalScrollBar()
    bar.setValue(bar.maximum())
    last = text[told.flags[-1].start : told.flags[-1].end]
    bench.qtbot.waitUntil(lambda: last in texts(bench), timeout=HANG_MS)
