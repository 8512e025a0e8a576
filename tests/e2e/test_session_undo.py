# SPDX-License-Identifier: AGPL-3.0-or-later
"""Undo over saved states, with a real session: restarts, readings, reverts, replacements, another window."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.core.changes import AppCode, DocumentOpened, Notice, PageEnded, PageShown, Replaced, Saved
from app.core.errors import sentence
from app.core.library import Library
from app.core.places import Places
from app.core.session import Session, others
from tests.e2e.sessions import HANG, Watcher, make_pdf, running

ENGINE = "Engine's words 😀 of page 1."
SCRIPT = {"pages": {"default": {"text": "Engine's words 😀 of page {page}."}}}


class Page:
    """The first page of the only document."""

    def __init__(self, session: Session, watcher: Watcher, document: int) -> None:
        self.session, self.watcher, self.document = session, watcher, document

    def type(self, text: str, run: str = "", step: int = 0) -> None:
        since = len(self.watcher.changes)
        self.session.edit(self.document, 0, text, run=run, step=step)
        self.watcher.wait(Saved, since=since)

    def undo(self, step: int = -1) -> str:
        """The text that this leads to."""
        since = len(self.watcher.changes)
        self.session.undo(self.document, 0, step)
        return self.watcher.wait(PageShown, lambda shown: shown.step == step, since=since).text

    def stays(self, step: int = -1) -> bool:
        """There is nothing to undo (or, with 1, to do again)."""
        since = len(self.watcher.changes)
        self.session.undo(self.document, 0, step)
        assert self.session.wait_idle(HANG)
        with self.watcher._more:
            return not any(isinstance(change, PageShown) for change in self.watcher.changes[since:])

    def shown(self) -> PageShown:
        assert self.session.wait_idle(HANG)
        since = len(self.watcher.changes)
        self.session.view(self.document, 0)
        return self.watcher.wait(PageShown, since=since)


@contextmanager
def opened(home: Path, pdf: Path) -> Iterator[Page]:
    with running(home, SCRIPT) as (session, watcher):
        session.add([pdf])
        document = watcher.wait(DocumentOpened).document
        assert session.wait_idle(HANG)
        session.view(document, 0)
        watcher.wait(PageShown)
        yield Page(session, watcher, document)


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    return make_pdf(tmp_path / "a.pdf", 2)


def test_undo_and_redo_over_saved_states_and_a_restart(tmp_path: Path, pdf: Path) -> None:
    with opened(tmp_path / "home", pdf) as page:
        for text in ("one", "one two", "one two three"):
            page.type(text)
        assert page.undo() == "one two"
    with opened(tmp_path / "home", pdf) as page:
        assert page.shown().text == "one two"
        assert page.undo(1) == "one two three" and page.stays(1)
        assert [page.undo(), page.undo(), page.undo()] == ["one two", "one", ENGINE]
        assert not page.shown().edited and page.stays()
    with opened(tmp_path / "home", pdf) as page:
        assert page.stays() and page.undo(1) == "one"
        page.type("one and only")
        assert page.stays(1) and page.undo() == "one"


def test_undo_over_read_again(tmp_path: Path, pdf: Path) -> None:
    """An edited text stays when its page is read again; undo goes on before it, and over a revert too."""
    with opened(tmp_path / "home", pdf) as page:
        page.type("mine")
        since = len(page.watcher.changes)
        page.session.read(page.document, [0], again=True)
        page.watcher.wait(PageEnded, since=since)
        assert page.shown().text == "mine"
        page.session.revert(page.document, 0)
        assert page.shown().text == ENGINE
        assert page.undo() == "mine"
        assert page.undo() == ENGINE and page.stays()
        assert page.undo(1) == "mine" and page.undo(1) == ENGINE


def test_undo_of_a_replacement_on_a_page_that_was_not_looked_at(tmp_path: Path, pdf: Path) -> None:
    with opened(tmp_path / "home", pdf) as page:
        page.session.view(page.document, 1)
        page.session.replace_all(page.document, "Engine", "Machine")
        assert page.watcher.wait(Replaced).pages == 2
        assert page.shown().text == ENGINE.replace("Engine", "Machine")
        assert page.undo() == ENGINE


def test_what_is_typed_in_one_go_is_one_row(tmp_path: Path, pdf: Path) -> None:
    home = tmp_path / "home"
    with opened(home, pdf) as page:
        for length in range(1, 6):
            page.type("abcde"[:length], run="first")
        for length in range(1, 4):
            page.type("abcde" + "xyz"[:length], run="second")
    with Library(Places(home).library) as library:
        (stored,) = library.documents.all()
        assert [text for _, _, text in library.edits.history(stored.id, 0)] == ["abcde", "abcdexyz"]
    with opened(home, pdf) as page:
        assert page.undo() == "abcde" and page.undo() == ENGINE


def test_the_editors_own_undo_and_that_of_the_saved_states_go_the_same_way(tmp_path: Path, pdf: Path) -> None:
    with opened(tmp_path / "home", pdf) as page:
        page.type("a b", run="1")
        page.type("a b c d", run="2")
        page.type("a b c", run="3", step=-1)  # half of the run
        page.type("a b", run="3", step=-1)  # and all of it: the state before
        assert page.undo() == ENGINE
        assert page.undo(1) == "a b" and page.undo(1) == "a b c d" and page.stays(1)
        page.type("a b c", run="4", step=-1)
        assert page.undo() == "a b" and page.undo(1) == "a b c" and page.undo(1) == "a b c d"


def test_two_windows_on_one_document(tmp_path: Path, pdf: Path) -> None:
    """The newest text counts, both are kept, and a run of typing does not swallow what the other saved."""
    home = tmp_path / "home"
    with opened(home, pdf) as one, opened(home, pdf) as other:
        one.type("one", run="run of one")
        assert other.shown().text == "one"
        other.type("one, other", run="run of the other")
        one.type("one more", run="run of one")
        assert other.shown().text == "one more" == one.shown().text
        assert other.undo() == "one, other" and other.undo() == "one"
        assert one.shown().text == "one"
    with Library(Places(home).library) as library:
        (stored,) = library.documents.all()
        kept = [text for _, _, text in library.edits.history(stored.id, 0)]
    assert kept[:3] == ["one", "one, other", "one more"]


def test_what_another_window_saves_is_shown_here_by_itself(tmp_path: Path, pdf: Path) -> None:
    home = tmp_path / "home"
    with opened(home, pdf) as one, opened(home, pdf) as other:
        since = len(other.watcher.changes)
        one.type("from one")
        shown = other.watcher.wait(PageShown, lambda shown: shown.text == "from one", since=since)
        assert shown.edited
        since = len(other.watcher.changes)
        for text in ("from one, on", "from one, on and on"):
            one.type(text, run="the same row")
            other.watcher.wait(PageShown, lambda shown, text=text: shown.text == text, since=since)  # type: ignore[misc]
        since = len(other.watcher.changes)
        one.session.revert(one.document, 0)
        shown = other.watcher.wait(PageShown, lambda shown: shown.text == ENGINE, since=since)
        assert not shown.edited
        assert not [notice for notice in other.watcher.of(Notice) if notice.problem.code is AppCode.EDITED_TWICE]


def test_what_was_typed_here_and_stands_in_the_newer_text_is_not_lost(tmp_path: Path, pdf: Path) -> None:
    with opened(tmp_path / "home", pdf) as one, opened(tmp_path / "home", pdf) as other:
        one.type("from one")
        other.watcher.wait(PageShown, lambda shown: shown.text == "from one")
        since = len(one.watcher.changes)
        other.type("from one, on")
        one.watcher.wait(PageShown, lambda shown: shown.text == "from one, on", since=since)
        assert not [n for n in one.watcher.of(Notice) if n.problem.code is AppCode.EDITED_OVER]
        one.type("from one, on and on")
        other.watcher.wait(PageShown, lambda shown: shown.text == "from one, on and on")
        other.type("from one")  # taken out again
        one.watcher.wait(Notice, lambda notice: notice.problem.code is AppCode.EDITED_OVER)


@pytest.mark.parametrize(
    "before, ours, now, is_lost",
    [
        ("a b c", "a b c d", "a b c e", True), ("a b c", "a b c d", "a b c d e", False),
        ("a b c", "a c", "x b c", True),
        ("a b c", "a c", "a c d", False), ("4252 and 4253", "4253 and 4253", "4252 and 4253", True),
        ("a", "a", "b", False),
        ("1 2 3", "1 x 3", "1 x y 3", False),
    ],
)  # fmt: skip
def test_what_is_lost(before: str, ours: str, now: str, is_lost: bool) -> None:
    assert others.lost(before, ours, now) is is_lost


def test_who_writes_over_what_he_has_not_seen_is_told(
    tmp_path: Path, pdf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(others, "SECONDS", 3600.0)  # as if both had typed within the second
    home = tmp_path / "home"
    with opened(home, pdf) as one, opened(home, pdf) as other:
        one.type("from one", run="1")
        other.type("from the other", run="2")
        notice = other.watcher.wait(Notice, lambda notice: notice.problem.code is AppCode.EDITED_TWICE)
        assert sentence(notice.problem, notice.subject) == (
            "a was edited in another window, too (page 1): the newest text counts, and History has both."
        )
        one.session._post(lambda parts: parts.others._look())
        notice = one.watcher.wait(Notice, lambda notice: notice.problem.code is AppCode.EDITED_OVER)
        assert sentence(notice.problem, notice.subject) == (
            "Another window replaced what you typed in a (page 1): your text can be restored from that page’s History."
        )
        assert not [n for n in other.watcher.of(Notice) if n.problem.code is AppCode.EDITED_OVER]
        other.type("from the other again", run="2")
        assert len([n for n in other.watcher.of(Notice) if n.problem.code is AppCode.EDITED_TWICE]) == 1
        assert other.undo() == "from one"
