# SPDX-License-Identifier: AGPL-3.0-or-later
"""An engine that reads by addresses alone, and documents that have none: real Reader backend, real server."""

from __future__ import annotations

from pathlib import Path

from app.core.changes import ConsentNeeded, DocumentState, EngineStatus, PageEnded
from app.core.choice import EngineChoice
from engine.protocol import ErrorCode
from tests.e2e.sessions import HANG, Watcher, make_pdf, running, scripted
from tests.e2e.test_session_web import Site
from tests.servers.reader import ReaderServer

HOST = "reader.example.org"


def by_address(server: ReaderServer) -> EngineChoice:
    return EngineChoice("reader", "reader", {"base_url": server.root}, host=HOST)


def engines(watcher: Watcher) -> dict[int, set[str]]:
    """Which engines read the pages of each document."""
    found: dict[int, set[str]] = {}
    for ended in watcher.of(PageEnded):
        assert ended.reading is not None, ended
        found.setdefault(ended.document, set()).add(ended.reading.engine)
    return found


def test_files_go_to_the_next_engine_unasked_and_addresses_to_the_one_that_reads_them(tmp_path: Path) -> None:
    paper = make_pdf(tmp_path / "source.pdf", 3, text="of the web").read_bytes()
    with Site(paper) as site, ReaderServer({f"{site.root}/paper.pdf": 3}) as server:
        chain = (by_address(server), scripted(name="here"))
        with running(tmp_path / "home", engines=chain) as (session, watcher):
            session.add([make_pdf(tmp_path / "a.pdf", 2)])
            assert session.wait_idle(HANG)
            assert watcher.row.read == 2
            assert not watcher.of(ConsentNeeded)
            (told,) = [status for status in watcher.of(EngineStatus) if status.state == "failed"]
            assert (told.name, told.instead, told.detail) == (
                "reader", "here", "it reads documents by their web addresses only",
            )  # fmt: skip
            session.add_url(f"{site.root}/paper.pdf")
            needed = watcher.wait(ConsentNeeded)
            assert [pages for _, pages in needed.documents] == [3], "the address alone"
            session.consent(HOST, True)
            session.add([make_pdf(tmp_path / "b.pdf", 1)])
            watcher.wait(PageEnded, lambda ended: ended.reading is not None and ended.reading.engine == "reader")
            assert session.wait_idle(HANG)
            assert [row.read for row in watcher.rows.values()] == [2, 3, 1]
            assert list(engines(watcher).values()) == [{"scripted"}, {"reader"}, {"scripted"}]
            assert set(server.asked.values()) == {1}
            assert sum(status.state == "failed" for status in watcher.of(EngineStatus)) == 1, "told once"


def test_where_no_engine_reads_files_they_are_told_so_unasked(tmp_path: Path) -> None:
    with ReaderServer({}) as server, running(tmp_path / "home", engines=(by_address(server),)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 2)])
        watcher.wait(PageEnded)
        assert session.wait_idle(HANG)
        assert not watcher.of(ConsentNeeded)
        assert (watcher.row.state, watcher.row.failed) == (DocumentState.DONE, 2)
        problems = {ended.problem for ended in watcher.of(PageEnded)}
        assert [problem and problem.code for problem in problems] == [ErrorCode.ENGINE_FAILED]
        assert not server.seen
