# SPDX-License-Identifier: AGPL-3.0-or-later
"""Finding and replacing in a document, with a real session: across pages, round once, as edits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.changes import DocumentOpened, PageShown, Replaced, TextFound
from app.core.editing import pattern
from app.core.library import Library
from app.core.places import Places
from app.core.session import Session
from app.core.session import finding as module
from tests.e2e.sessions import HANG, Watcher, make_pdf, running

PAGES = 7
SCRIPT = {"pages": {"default": {"text": "Page {page}: tide, 😀 Tide and ebb.\r\nEnd"}, "4": {"text": "nothing here"}}}


class Desk:
    def __init__(self, session: Session, watcher: Watcher, document: int) -> None:
        self.session, self.watcher, self.document = session, watcher, document

    def find(self, pattern: str, page: int, position: int = 0, **more: bool | int) -> TextFound:
        since = len(self.watcher.changes)
        self.session.find_text(self.document, page, position, pattern, **more)  # type: ignore[arg-type]
        return self.watcher.wait(TextFound, since=since)

    def place(self, pattern: str, page: int, position: int = 0, **more: bool | int) -> tuple[int | None, int, int]:
        found = self.find(pattern, page, position, **more)
        assert not found.problem
        return found.page, found.start, found.end

    def text(self, page: int) -> str:
        since = len(self.watcher.changes)
        self.session.view(self.document, page)
        return self.watcher.wait(PageShown, lambda shown: shown.page == page, since=since).text


@pytest.fixture(params=[100, 2], ids=["one chunk", "small chunks"])
def desk(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(module, "CHUNK", request.param)
    with running(tmp_path / "home", SCRIPT) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", PAGES)])
        document = watcher.wait(DocumentOpened).document
        assert session.wait_idle(HANG)
        yield Desk(session, watcher, document)


def test_next_and_previous_go_round_the_document_once(desk: Desk) -> None:
    assert desk.place("tide", 2) == (2, 8, 12)
    assert desk.place("tide", 2, 12) == (2, 16, 20)
    assert desk.place("tide", 2, 12, case=True) == (4, 8, 12)  # the fourth page has none
    assert desk.place("tide", 6, 20) == (0, 8, 12)
    assert desk.place("tide", 4, 8, step=-1) == (2, 16, 20)
    assert desk.place("tide", 0, 8, step=-1) == (6, 16, 20)
    assert desk.place("nothing", 3, 5) == (3, 0, 7)
    assert desk.place("nothing", 3, 0, step=-1) == (3, 0, 7)
    assert desk.place("nowhere", 3) == (None, 0, 0)
    assert desk.place("e.d", 3, regex=True) == (4, 30, 33)
    assert desk.place("End", 0, case=True) == (0, 30, 33), "counted with line feeds, as the editor shows them"


def test_a_bad_pattern_is_answered_with_its_problem(desk: Desk) -> None:
    assert "not complete" in desk.find("(", 0, regex=True).problem
    since = len(desk.watcher.changes)
    desk.session.replace_all(desk.document, "(a)", r"\4", regex=True)
    assert desk.watcher.wait(TextFound, since=since).problem.startswith("The replacement is not understood")
    assert not desk.watcher.of(Replaced)


def test_replacing_everywhere_is_one_edit_a_page(desk: Desk, tmp_path: Path) -> None:
    desk.session.replace_all(desk.document, r"(T)ide", r"\1ime", regex=True, case=True)
    assert desk.watcher.wait(Replaced) == Replaced(desk.document, PAGES - 1, PAGES - 1)
    assert desk.text(5) == "Page 6: tide, 😀 Time and ebb.\nEnd"
    with Library(Places(tmp_path / "home").library) as library:
        (stored,) = library.documents.all()
        assert [len(library.edits.history(stored.id, page)) for page in range(PAGES)] == [1, 1, 1, 0, 1, 1, 1]


def test_replacing_on_one_page_is_shown(desk: Desk) -> None:
    desk.text(1)
    since = len(desk.watcher.changes)
    desk.session.replace_all(desk.document, "tide", "flood", pages=[1, 99])
    shown = desk.watcher.wait(PageShown, since=since)
    assert (shown.page, shown.text, shown.edited) == (1, "Page 2: flood, 😀 flood and ebb.\nEnd", True)
    assert desk.watcher.wait(Replaced, since=since) == Replaced(desk.document, 2, 1)
    assert "tide" in desk.text(0)


def test_a_pattern_that_explodes_changes_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern, "SECONDS", 0.3)
    desk.session.edit(desk.document, 6, "a" * 5000 + "b")
    desk.session.replace_all(desk.document, "P|(a|aa)+$", "x", regex=True, case=True)
    assert "takes too long" in desk.watcher.wait(TextFound).problem
    assert desk.text(0).startswith("Page 1") and not desk.watcher.of(Replaced)


def test_a_newer_search_ends_the_older(desk: Desk) -> None:
    since = len(desk.watcher.changes)
    for wanted in ("nowhere", "nor here", "ebb"):
        desk.session.find_text(desk.document, 0, 0, wanted)
    assert desk.session.wait_idle(HANG)
    with desk.watcher._more:
        answers = [change for change in desk.watcher.changes[since:] if isinstance(change, TextFound)]
    assert answers[-1] == TextFound(desk.document, 0, 25, 28)


def test_what_is_replaced_by_itself_is_no_edit(desk: Desk, tmp_path: Path) -> None:
    desk.session.replace_all(desk.document, "Tide", "Tide", case=True)
    assert desk.watcher.wait(Replaced) == Replaced(desk.document, PAGES - 1, PAGES - 1)
    with Library(Places(tmp_path / "home").library) as library:
        (stored,) = library.documents.all()
        assert not library.edits.edited_pages(stored.id)
