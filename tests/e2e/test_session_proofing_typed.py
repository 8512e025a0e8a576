# SPDX-License-Identifier: AGPL-3.0-or-later
"""A text that is being typed counts until the page's saved text is another one, however that came about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.core.changes import PageProofed, PageShown, Saved
from app.core.library import Library
from app.core.places import Places
from app.core.session import Session, others
from tests.e2e.proofing import LINES, TEXT, WRONG, proofed, script, write_pages
from tests.e2e.sessions import HANG, running, scripted

OTHER = WRONG.replace("5,000", "6,000")


def undo(session: Session, document: int, home: Path) -> None:
    session.undo(document, 0)


def revert(session: Session, document: int, home: Path) -> None:
    session.revert(document, 0)


def replace(session: Session, document: int, home: Path) -> None:
    session.replace_text(document, 0, WRONG)


def elsewhere(session: Session, document: int, home: Path) -> None:
    """By another window: a program of its own."""
    with Library(Places(home).library) as library:
        library.edits.save(1, 0, WRONG)


@pytest.mark.parametrize("change", [undo, revert, replace, elsewhere])
def test_a_proof_asked_for_after_the_edit_was_saved_does_not_outlive_it(
    tmp_path: Path, change: Callable[[Session, int, Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the desk does when a suggestion is accepted: the edit is saved, then the page is looked through again."""
    monkeypatch.setattr(others, "SECONDS", 0.1)
    path = write_pages(tmp_path / "a.pdf", LINES)
    with running(tmp_path / "home", script(WRONG)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        document = watcher.row.document
        session.view(document, 0)
        (flag,) = proofed(watcher).flags
        session.edit(document, 0, TEXT)
        watcher.wait(Saved)
        session.proof(document, 0, TEXT)
        assert proofed(watcher, 0, TEXT).flags == ()
        since = len(watcher.changes)
        change(session, document, tmp_path / "home")
        assert watcher.wait(PageShown, since=since).text == WRONG
        assert watcher.wait(PageProofed, lambda c: c.text == WRONG, since).flags == (flag,)
        session.next_flag(document, 0, 0)
        assert session.wait_idle(HANG)
        assert watcher.of(PageProofed)[-1].text == WRONG and watcher.row.flags == 1


def test_a_new_reading_counts_more_than_what_was_typed_over_the_one_before_and_never_saved(tmp_path: Path) -> None:
    path = write_pages(tmp_path / "a.pdf", LINES)
    with running(tmp_path / "home", script(WRONG)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        document = watcher.row.document
        session.view(document, 0)
        proofed(watcher)
        typed = WRONG + "\nAnd more."
        session.proof(document, 0, typed)
        proofed(watcher, 0, typed)
        since = len(watcher.changes)
        session.use_engines([scripted(script(OTHER))])
        session.read(document, [0], again=True)
        assert len(watcher.wait(PageProofed, lambda c: c.text == OTHER, since).flags) == 2


def test_what_is_typed_counts_while_the_saved_text_stays(tmp_path: Path) -> None:
    """Whatever else is told of the page meanwhile."""
    path = write_pages(tmp_path / "a.pdf", LINES)
    with running(tmp_path / "home", script(WRONG)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(HANG)
        document = watcher.row.document
        session.view(document, 0)
        proofed(watcher)
        session.proof(document, 0, TEXT)
        proofed(watcher, 0, TEXT)
        since = len(watcher.changes)
        session.check(document, 0, True)
        session.view(document, 0)
        assert session.wait_idle(HANG)
        with watcher._more:
            told = [c.text for c in watcher.changes[since:] if isinstance(c, PageProofed)]
        assert told and set(told) == {TEXT}
