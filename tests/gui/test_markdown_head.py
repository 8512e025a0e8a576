# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is said around a page's text: what read it and how, doubts, and the search bar."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtWidgets import QLabel, QToolButton
from pytestqt.qtbot import QtBot

from app.core.changes import PageState
from app.core.errors import is_doubt
from app.desktop.find_bar import FindBar
from app.desktop.markdown_head import MarkdownHead
from engine.protocol import Note, NoteCode, Reading
from tests.gui.desks import HANG_MS
from tests.gui.test_markdown_pane import Bench, page

pytestmark = [pytest.mark.gui, pytest.mark.web]


@pytest.fixture(params=["web", "lite"])
def bench(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[Bench]:
    made = Bench(qtbot, request.param == "web")
    yield made
    made.pane.close_down()


@pytest.fixture
def lite(qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(qtbot, False)
    yield made
    made.pane.close_down()


def says(bar: FindBar, missing: bool) -> bool:
    return bar.field.property("missing") is missing


def test_the_search_bar_shows_that_there_is_no_such_place(bench: Bench) -> None:
    bench.pane.show_page(page("some words"))
    bench.wait_for_text(lambda text: text == "some words")
    bar = bench.part(FindBar)
    bench.pane.searching.open()
    for source in (False, True):
        bench.pane.show_source(source)
        for word, missing in (("wards", True), ("words", False)):
            bar.field.setText(word)
            bench.qtbot.waitUntil(partial(says, bar, missing), timeout=HANG_MS)


def test_info_says_in_words_how_the_page_was_read(lite: Bench) -> None:
    notes = [Note(code=NoteCode.PICTURE_NO_TEXT), Note(code=NoteCode.TURNED, detail="90")]
    scan = Reading(engine="builtin", model="faster-paddle tiny", raw="", text="x", notes=notes)
    lite.pane.show_page(page("x", reading=scan))
    assert lite.info == "Built-in reader · read from the picture: no text layer"
    (info,) = (label for label in lite.part(MarkdownHead).findChildren(QLabel))
    assert info.toolTip().splitlines()[1:] == [
        "Model: faster-paddle tiny",
        "No text layer: read from the picture",
        "Turned upright by 90°",
    ]
    lite.pane.show_page(page("", serial=2, state=PageState.READING, reading=None))
    assert "can be edited when done" in lite.info


def test_a_long_info_takes_a_line_of_its_own(lite: Bench) -> None:
    notes = [Note(code=NoteCode.PICTURE_OLD_OCR)]
    lite.pane.show_page(page("x", reading=Reading(engine="builtin", raw="", text="x", notes=notes), readings=12))
    head = lite.part(MarkdownHead)
    (info,) = head.findChildren(QLabel)
    buttons = head.findChildren(QToolButton)
    lite.pane.resize(1500, 500)
    lite.qtbot.waitUntil(lambda: info.y() < buttons[0].geometry().bottom(), timeout=HANG_MS)
    lite.pane.resize(600, 500)
    lite.qtbot.waitUntil(lambda: info.y() > buttons[0].geometry().bottom(), timeout=HANG_MS)
    assert info.text() == lite.info  # nothing of it is cut off
    lite.pane.resize(260, 500)
    lite.qtbot.waitUntil(lambda: info.text().endswith("…"), timeout=HANG_MS)


@pytest.mark.parametrize("code", NoteCode)
def test_doubts_are_whole_sentences(lite: Bench, code: NoteCode) -> None:
    reading = Reading(engine="builtin", raw="", text="x", notes=[Note(code=code, detail="Thai")])
    lite.pane.show_page(page("x", reading=reading))
    assert lite.strip.isVisible() is is_doubt(reading.notes[0])
    if lite.strip.isVisible():
        assert lite.strip.text[0].isupper() and lite.strip.text.endswith(".")
        assert "vision" not in lite.strip.text


def test_no_button_is_squeezed_in_a_narrow_window(lite: Bench) -> None:
    lite.pane.show_page(page("x", edited=True, edited_at=1.0, readings=2))
    lite.pane.resize(260, 400)
    buttons = lite.part(MarkdownHead).findChildren(QToolButton)
    assert len(buttons) == 3
    lite.qtbot.waitUntil(
        lambda: all(one.isVisible() and one.width() >= one.sizeHint().width() for one in buttons), timeout=HANG_MS
    )
