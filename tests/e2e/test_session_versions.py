# SPDX-License-Identifier: AGPL-3.0-or-later
"""Every reading and edit of a page is kept: pages read once more with another engine, readings chosen,
edits listed, and nothing of it lost when the engine dies, is stopped or the program ends."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.core.changes import (
    AppCode,
    ConsentGiven,
    ConsentNeeded,
    DocumentState,
    Notice,
    PageEnded,
    PageRows,
    PageShown,
    PageState,
    Saved,
)
from app.core.choice import BUILTIN, EngineChoice
from app.core.export import ExportOptions, Format
from app.core.places import Places
from app.core.session import Session
from app.core.version_changes import FigureRows, ReadingFetched, RereadStatus, VersionsListed
from engine.protocol import ErrorCode
from tests.e2e.sessions import Watcher, make_pdf, running, scripted
from tests.e2e.test_session_engines import engines_running
from tests.servers.chat import ChatServer, Reply, always

FIRST = {"pages": {"default": {"text": "First reading of page {page}.\n"}}}
SECOND = {"pages": {"default": {"text": "Second reading of page {page}.\n"}}}


def opened(session: Session, watcher: Watcher, path: Path) -> int:
    """The document's number, once all of it is read."""
    session.add([path])
    assert session.wait_idle(60.0)
    assert watcher.row.state is DocumentState.DONE
    return watcher.row.document


def shown(session: Session, watcher: Watcher, document: int, page: int = 0) -> PageShown:
    since = len(watcher.changes)
    session.view(document, page)
    return watcher.wait(PageShown, lambda change: change.page == page, since)


def listed(session: Session, watcher: Watcher, document: int, page: int = 0) -> VersionsListed:
    since = len(watcher.changes)
    session.versions(document, page)
    return watcher.wait(VersionsListed, since=since)


def over(watcher: Watcher, since: int = 0) -> RereadStatus:
    return watcher.wait(RereadStatus, lambda status: status.over, since)


def test_pages_are_read_once_with_another_engine_and_both_readings_stay(tmp_path: Path) -> None:
    with running(tmp_path / "home", FIRST) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf", 3))
        session.want_rows(document, 0, 3)
        session.read_with(document, [0, 2], [scripted(SECOND, "another")])
        status = over(watcher)
        assert (status.state, status.read, status.failed, status.total) == ("done", 2, 0, 2)
        assert session.wait_idle(60.0)
        texts = [shown(session, watcher, document, page).text for page in range(3)]
        assert [text.split()[0] for text in texts] == ["Second", "First", "Second"]
        states = [row.state for rows in watcher.of(PageRows) for row in rows.rows if row.page == 2]
        assert states.index(PageState.QUEUED) < states.index(PageState.READING) < len(states) - 1
        assert states[-1] is PageState.READ
        versions = listed(session, watcher, document)
        assert [reading.present for reading in versions.readings] == [False, True]
        since = len(watcher.changes)
        session.fetch_reading(document, 0, versions.readings[0].number)
        fetched = watcher.wait(ReadingFetched, since=since)
        assert fetched.reading is not None and fetched.reading.text.startswith("First")
        session.fetch_reading(document, 0, 10_000)
        assert watcher.wait(ReadingFetched, lambda change: change.number == 10_000).reading is None


def test_the_built_in_engine_reads_beside_the_chain(tmp_path: Path) -> None:
    with running(tmp_path / "home", FIRST) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf", text="about the harbour"))
        session.read_with(document, [0], [BUILTIN])
        assert over(watcher).state == "done"
        assert "about the harbour" in shown(session, watcher, document).text
        since = len(watcher.changes)
        session.read(document, [0], again=True)  # the chain is still the one it was
        watcher.wait(PageEnded, since=since)
        assert shown(session, watcher, document).text.startswith("First")


def test_an_edited_text_is_never_overwritten(tmp_path: Path) -> None:
    with running(tmp_path / "home", FIRST) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf"))
        session.edit(document, 0, "My own words.")
        watcher.wait(Saved)
        session.view(document, 0)
        session.read_with(document, [0], [scripted(SECOND)])
        over(watcher)
        now = shown(session, watcher, document)
        assert (now.text, now.edited, now.readings) == ("My own words.", True, 2)
        assert now.reading is not None and now.reading.text.startswith("Second")
        seen = [change.text for change in watcher.of(PageShown) if change.page == 0]
        assert {"My own words."} == set(seen[seen.index("My own words.") :])
        session.revert(document, 0)
        assert watcher.wait(PageShown, lambda change: not change.edited, len(seen)).text.startswith("Second")


def test_a_reading_that_was_chosen_stays_the_present_one(tmp_path: Path) -> None:
    """Also when the document is opened again, with the engine of the first reading."""
    path, home = make_pdf(tmp_path / "a.pdf", 2), tmp_path / "home"
    with running(home, FIRST) as (session, watcher):
        document = opened(session, watcher, path)
        session.read_with(document, [0], [scripted(SECOND)])
        over(watcher)
    with running(home, FIRST) as (session, watcher):
        document = opened(session, watcher, path)
        assert shown(session, watcher, document).text.startswith("Second")
        first = listed(session, watcher, document).readings[0]
        session.use_reading(document, 0, first.number)
        assert watcher.wait(PageShown, lambda change: change.text.startswith("First")).page == 0
        session.use_reading(document, 0, 99)  # there is none: nothing changes
    with running(home, SECOND) as (session, watcher):
        document = opened(session, watcher, path)
        assert shown(session, watcher, document).text.startswith("First")  # chosen: not read again by the other
        assert shown(session, watcher, document, 1).text.startswith("Second")


def test_what_was_edited_is_listed_and_brought_back(tmp_path: Path) -> None:
    with running(tmp_path / "home", FIRST) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf"))
        for text in ("one", "two"):
            session.edit(document, 0, text)
        session.revert(document, 0)
        versions = listed(session, watcher, document)
        assert [edit.text for edit in versions.edits] == ["one", "two", None]
        assert all(edit.at > 1_700_000_000 and edit.who == "user" for edit in versions.edits)
        assert len({edit.number for edit in versions.edits}) == 3
        session.view(document, 0)
        since = len(watcher.changes)
        session.replace_text(document, 0, "one")
        now = watcher.wait(PageShown, lambda change: change.edited, since)
        assert now.text == "one"
        assert [edit.text for edit in listed(session, watcher, document).edits] == ["one", "two", None, "one"]


def test_failed_pages_are_read_by_another_engine(tmp_path: Path) -> None:
    broken = {"pages": {"2": {"fail": "engine-failed", "detail": "no"}, "default": {"text": "First {page}"}}}
    with running(tmp_path / "home", broken) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf", 2))
        assert watcher.row.failed == 1
        session.read_with(document, [1], [scripted(SECOND)])
        over(watcher)
        assert session.wait_idle(60.0)
        assert (watcher.row.failed, watcher.row.read) == (0, 2)
        assert shown(session, watcher, document, 1).text.startswith("Second")


def test_a_page_that_fails_keeps_what_it_had(tmp_path: Path) -> None:
    other = {"pages": {"1": {"fail": "engine-failed", "detail": "no idea"}, **SECOND["pages"]}}
    with running(tmp_path / "home", FIRST) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf", 2))
        session.read_with(document, [0, 1], [scripted(other)])
        status = over(watcher)
        assert (status.state, status.read, status.failed) == ("done", 1, 1)
        assert status.problem is not None and status.problem.code is ErrorCode.ENGINE_FAILED
        now = shown(session, watcher, document)
        assert (now.state, now.text, now.problem) == (PageState.READ, "First reading of page 1.\n", None)


def test_stopped_in_the_middle_keeps_what_was_read(tmp_path: Path) -> None:
    slow = {"pages": {"1": {"text": "Second"}, "default": {"text": "word " * 200, "chars_per_s": 50}}}
    with running(tmp_path / "home", FIRST) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf", 3))
        session.view(document, 1)
        session.read_with(document, [0, 1, 2], [scripted(slow)])
        watcher.wait(PageShown, lambda change: change.page == 1 and change.state is PageState.READING)
        session.stop_reading_with(document)
        status = over(watcher)
        assert (status.state, status.read) == ("stopped", 1)
        assert session.wait_idle(60.0)
        assert [shown(session, watcher, document, page).text.split()[0] for page in range(3)] == [
            "Second", "First", "First",
        ]  # fmt: skip
        assert shown(session, watcher, document, 1).state is PageState.READ


def test_a_pause_of_the_queue_does_not_hold_it_up(tmp_path: Path) -> None:
    with running(tmp_path / "home", FIRST) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf"))
        session.pause()
        session.read_with(document, [0], [scripted(SECOND)])
        assert over(watcher).state == "done"


def test_an_engine_that_dies_once_is_started_again(tmp_path: Path) -> None:
    deadly = {
        "abilities": {"pages_at_once": 3, "needs_picture": False},
        "pages": {"2": {"text": "Second", "misdeed": "exit", "once": str(tmp_path / "once")}, **SECOND["pages"]},
    }
    with running(tmp_path / "home", FIRST) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf", 3))
        session.read_with(document, [0, 1, 2], [scripted(deadly)])
        status = over(watcher)
        assert (status.state, status.read, status.failed) == ("done", 3, 0)


def test_a_page_that_kills_the_engine_fails_and_the_others_are_read(tmp_path: Path) -> None:
    deadly = {"pages": {"2": {"text": "Second", "misdeed": "exit"}, **SECOND["pages"]}}
    with running(tmp_path / "home", FIRST) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf", 3))
        session.read_with(document, [0, 1, 2], [scripted(deadly)])
        status = over(watcher)
        assert (status.state, status.read, status.failed) == ("done", 2, 1)
        assert status.problem is not None and status.problem.code is ErrorCode.CRASHED


def test_an_engine_that_cannot_be_loaded_gives_way_to_the_next_or_says_why(tmp_path: Path) -> None:
    broken = scripted({"load": {"fail": "engine-unavailable", "detail": "no card"}}, "broken")
    with running(tmp_path / "home", FIRST) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf"))
        session.read_with(document, [0], [broken, scripted(SECOND)])
        status = over(watcher)
        assert (status.state, status.engine) == ("done", "scripted")
        since = len(watcher.changes)
        session.read_with(document, [0], [broken])
        status = over(watcher, since)
        assert (status.state, status.engine, status.read) == ("failed", "broken", 0)
        assert status.problem is not None and status.problem.detail == "no card"
        assert shown(session, watcher, document).text.startswith("Second")


def test_a_service_that_wants_a_key_ends_the_run_and_not_the_queue(tmp_path: Path) -> None:
    service = {"pages": {"default": {"fail": "key-rejected", "detail": "example.org"}}}
    with running(tmp_path / "home", FIRST) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf", 2))
        session.read_with(document, [0, 1], [scripted(service)])
        status = over(watcher)
        assert (status.state, status.read, status.failed) == ("failed", 0, 0)
        assert status.problem is not None and status.problem.code is ErrorCode.KEY_REJECTED
        since = len(watcher.changes)
        session.read(document, [0], again=True)  # the queue was never held
        assert watcher.wait(PageEnded, since=since).problem is None


@pytest.mark.parametrize("granted", [True, False])
def test_nothing_is_sent_to_another_machine_without_consent(tmp_path: Path, granted: bool) -> None:
    log = tmp_path / "log"
    away = scripted({**SECOND, "log": str(log)}, "away", host="ocr.example.org")
    with running(tmp_path / "home", FIRST) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf", 2))
        session.read_with(document, [1], [away])
        needed = watcher.wait(ConsentNeeded)
        assert (needed.host, needed.pages, needed.documents) == ("ocr.example.org", 1, (("a", 1),))
        assert session.wait_idle(60.0)  # waiting for the user is no work
        assert not log.exists()
        session.consent("ocr.example.org", granted)
        assert watcher.wait(ConsentGiven).granted is granted
        status = over(watcher)
        if granted:
            assert (status.state, log.read_text().split()) == ("done", ["a.pdf:2"])
        else:
            assert status.problem is not None and status.problem.code is AppCode.NO_CONSENT
            assert status.state == "stopped" and not log.exists()


def test_two_runs_one_after_the_other_and_one_document_removed(tmp_path: Path) -> None:
    slow = {"pages": {"default": {"text": "word " * 200, "chars_per_s": 50}}}
    with running(tmp_path / "home", FIRST) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf"), make_pdf(tmp_path / "b.pdf")])
        assert session.wait_idle(60.0)
        first, second = (watcher.rows[name].document for name in ("a.pdf", "b.pdf"))
        session.read_with(first, [0], [scripted(slow)])
        session.read_with(second, [0], [scripted(SECOND)])
        watcher.wait(RereadStatus, lambda status: status.state == "reading")
        session.remove(first)
        status = watcher.wait(RereadStatus, lambda status: status.document == second and status.over)
        assert status.state == "done"
        assert session.wait_idle(60.0)
        assert not watcher.of(Notice)


def test_figures_of_pages_are_told_in_windows_and_while_reading(tmp_path: Path) -> None:
    figured = {
        "pages": {
            "default": {
                "text": "So it goes. " * 8,
                "chars_per_s": 300,
                "tokens": True,
                "reading": {
                    "output_tokens": 24, "steps": 8, "drafted": 32, "accepted": 16, "draft_tokens": 4,
                    "accepted_per_position": [8, 4, 4, 0], "mean_tokens_per_step": 3.0,
                    "seconds": {"vision": 0.5, "prefill": 0.25, "decode": 2.0, "total": 2.75},
                },
            }
        }
    }  # fmt: skip
    with running(tmp_path / "home", figured) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 3)], read=False)
        assert session.wait_idle(60.0)
        document = watcher.row.document
        session.want_figures(document, 0, 50)
        rows = watcher.wait(FigureRows).rows
        assert [(row.row.page, row.row.state, row.output_tokens) for row in rows] == [
            (page, PageState.NEW, None) for page in range(3)
        ]
        session.read(document)
        watcher.wait(FigureRows, lambda change: change.rows[0].row.state is PageState.READING)
        assert session.wait_idle(60.0)
        last = {row.row.page: row for change in watcher.of(FigureRows) for row in change.rows}
        assert {row.row.state for row in last.values()} == {PageState.READ}
        page = last[2]
        assert (page.output_tokens, page.draft_tokens, page.tokens_per_step) == (24, 4, 3.0)
        assert (page.vision, page.prefill, page.decode, page.total) == (0.5, 0.25, 2.0, 2.75)
        assert page.positions == (1.0, 0.5, 0.5, 0.0)
        assert page.row.acceptance == 0.5
        session.want_figures(document, 0, 0)
        session.check(document, 0, True)
        since = len(watcher.changes)
        session.sum_drafts(document)
        assert session.wait_idle(60.0)
        assert [type(change).__name__ for change in watcher.changes[since:]].count("FigureRows") == 0


def test_engine_text_and_edited_text_are_exported_apart(tmp_path: Path) -> None:
    with running(tmp_path / "home", FIRST) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf"))
        session.edit(document, 0, "Edited by hand.\n")
        session.export(document, Format.MARKDOWN, tmp_path / "edited.md")
        session.export(document, Format.MARKDOWN, tmp_path / "raw.md", ExportOptions(raw=True))
        assert session.wait_idle(60.0)
        assert (tmp_path / "edited.md").read_text(encoding="utf-8") == "Edited by hand.\n"
        assert (tmp_path / "raw.md").read_text(encoding="utf-8") == "First reading of page 1.\n"


def test_readings_are_only_ever_added(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(home, FIRST) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf"))
        for script in (SECOND, SECOND, FIRST):  # the same engine twice: it was asked for on purpose
            since = len(watcher.changes)
            session.read_with(document, [0], [scripted(script)])
            over(watcher, since)
    with closing(sqlite3.connect(Places(home).library)) as library:
        texts = [text for (text,) in library.execute("SELECT text FROM readings ORDER BY id")]
    assert [text.split()[0] for text in texts] == ["First", "Second", "Second", "First"]


def test_two_that_fill_a_card_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chain's engine ends its pages, gives way, and is there again afterwards."""
    monkeypatch.setattr("app.core.session.line.HEAVY", frozenset({"scripted"}))
    slow = {"pages": {"default": {"text": "First reading. ", "repeat": 10, "chars_per_s": 200}}}
    most = 0
    with running(tmp_path / "home", slow) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 4)])
        watcher.wait(PageEnded)
        session.read_with(watcher.row.document, [0], [scripted(SECOND, "another")])
        while not session.wait_idle(0.02):
            most = max(most, len(engines_running()))
        assert most == 1
        assert over(watcher).state == "done"
        words = {page: ended.reading.text.split()[0] for page, ended in watcher.ended().items() if ended.reading}
        assert words == {0: "Second", 1: "First", 2: "First", 3: "First"}


def test_a_server_reads_with_its_key_and_the_prompt_that_was_chosen(tmp_path: Path) -> None:
    """Real HTTP: the preset of the model's profile, and a prompt of one's own; each is a reading of its own."""
    reply = Reply(text="Read by the server.\n")
    with ChatServer(always(reply), key="secret-key") as server, running(tmp_path / "home", FIRST) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf"))
        options = {"base_url": server.url, "model": "jina-ocr-v1"}
        engine = EngineChoice(f"openai:{server.url}", "hosted", options, secrets={"key": "secret-key"})
        for prompt in (None, "strict", "Only the tables, please"):
            since = len(watcher.changes)
            session.read_with(document, [0], [engine], prompt)
            assert over(watcher, since).state == "done"
        instructions = [asked.text for asked in server.asked]
        assert len(instructions) == 3 and len(set(instructions)) == 3
        assert "HTML" in instructions[1] and instructions[2] == "Only the tables, please"
        versions = listed(session, watcher, document)
        strict, own = versions.readings[2:]
        assert strict.settings.startswith("strict prompt")
        assert own.settings.startswith("prompt “Only the tables, please”")
        assert shown(session, watcher, document).text == "Read by the server.\n"
    everything = b"".join(path.read_bytes() for path in (tmp_path / "home").rglob("*") if path.is_file())
    assert b"secret-key" not in everything


def test_what_is_read_survives_a_sudden_death(tmp_path: Path) -> None:
    """Each page is on the disk before the next is told; what was being read is read as it was."""
    home, path = tmp_path / "home", make_pdf(tmp_path / "a.pdf", 2)
    slow = {"pages": {"1": {"text": "Second"}, "2": {"text": "word " * 500, "chars_per_s": 20}}}
    with running(home, FIRST) as (session, watcher):
        document = opened(session, watcher, path)
        session.read_with(document, [0, 1], [scripted(slow)])
        watcher.wait(RereadStatus, lambda status: status.read == 1)
        with closing(sqlite3.connect(Places(home).library)) as library:  # as another program sees it now
            assert library.execute("SELECT count(*) FROM readings WHERE text = 'Second'").fetchone() == (1,)
    with running(home, FIRST) as (session, watcher):
        document = opened(session, watcher, path)
        assert shown(session, watcher, document).text == "Second"
        assert shown(session, watcher, document, 1).text.startswith("First")


def test_undo_goes_back_across_a_reading_and_what_was_taken_over(tmp_path: Path) -> None:
    with running(tmp_path / "home", FIRST) as (session, watcher):
        document = opened(session, watcher, make_pdf(tmp_path / "a.pdf"))
        session.view(document, 0)
        session.edit(document, 0, "one", run="a")
        session.edit(document, 0, "two", run="b")
        session.read_with(document, [0], [scripted(SECOND)])
        over(watcher)
        session.replace_text(document, 0, "two, with a word of the other reading")
        watcher.wait(PageShown, lambda change: "other reading" in change.text)
        for expected in ("two", "one"):
            since = len(watcher.changes)
            session.undo(document, 0)
            assert watcher.wait(PageShown, since=since).text == expected
        since = len(watcher.changes)
        session.undo(document, 0, 1)
        assert watcher.wait(PageShown, since=since).text == "two"


def test_a_file_that_changed_is_not_read_into_the_old_pages(tmp_path: Path) -> None:
    """Changed while it is read, and opened anew in the middle: the run comes to its end."""
    slow = {"abilities": {"needs_picture": False}, "pages": {"default": {"text": "word " * 40, "chars_per_s": 100}}}
    path = make_pdf(tmp_path / "a.pdf", 3)
    with running(tmp_path / "home", FIRST) as (session, watcher):
        document = opened(session, watcher, path)
        session.read_with(document, [0, 1, 2], [scripted(slow)])
        watcher.wait(RereadStatus, lambda status: status.state == "reading")
        make_pdf(path, 1, text="another file now")
        session.reopen(document)
        status = over(watcher)
        assert status.read + status.failed == 3 and status.read <= 1  # on a busy machine the first was quicker
        assert status.problem is not None and status.problem.code is ErrorCode.FILE_CHANGED
        assert session.wait_idle(60.0)
