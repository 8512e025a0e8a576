# SPDX-License-Identifier: AGPL-3.0-or-later
"""Documents from the web: a real server on this machine that behaves and misbehaves."""

from __future__ import annotations

import asyncio
import io
import socket
import ssl
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import trustme
from PIL import Image

from app.core.changes import (
    AppCode,
    DocumentChanged,
    DocumentChosen,
    DocumentState,
    Notice,
    PageEnded,
    Problem,
    StorageInfo,
)
from app.core.errors import sentence
from app.core.places import Places
from app.core.settings import Settings
from app.core.web.fetching import SILENCE_LIMIT
from engine.protocol import ErrorCode
from tests.e2e.sessions import HANG, Watcher, make_pdf, running
from tests.fault.programs import wait_until
from tests.servers.web import Connection, Request, Server

PICTURE = io.BytesIO()
Image.new("RGB", (40, 30), "white").save(PICTURE, "PNG")


class Site(Server):
    """`/paper.pdf` is a PDF; the other paths are said in `handle`."""

    def __init__(self, pdf: bytes, **more: Any) -> None:
        super().__init__(**more)
        self.pdf = pdf
        self.broken = 0  # so many answers are cut
        self.go_on = threading.Event()

    @property
    def asked(self) -> Counter[str]:
        return Counter(request.target for request in self.seen)

    async def _pour(self, connection: Connection) -> None:
        await connection.head(200, {})
        await connection.send(b"%PDF-1.7\n")
        while True:
            await connection.send(bytes(65536))

    async def _drip(self, connection: Connection) -> None:
        await connection.head(200, {"content-length": str(len(self.pdf))})
        for at in range(len(self.pdf)):
            await connection.send(self.pdf[at : at + 1])
            await asyncio.sleep(0.05)

    async def handle(self, request: Request, connection: Connection) -> None:
        pdf = self.pdf
        match request.target.split("?")[0].strip("/").split("/"):
            case ["paper.pdf"] | ["other-name"]:
                await connection.whole(200, pdf, {"content-type": "application/pdf"})
            case ["chunked.pdf"]:
                await connection.head(200, {"transfer-encoding": "chunked"})
                for at in range(0, len(pdf), 100):
                    await connection.chunk(pdf[at : at + 100])
                await connection.send(b"0\r\n\r\n")
            case ["lies.pdf"]:
                await connection.whole(200, pdf, {"content-type": "text/html"})
            case ["picture"]:
                await connection.whole(200, PICTURE.getvalue())
            case ["page"]:
                page = b"<!DOCTYPE html><p>Please log in" + b" " * 2000
                await connection.whole(200, page, {"content-type": "application/pdf"})
            case ["program"]:
                await connection.whole(200, b"MZ" + bytes(5000))
            case ["empty"]:
                await connection.whole(200, b"")
            case ["status", code]:
                await connection.whole(int(code), b"<html>sorry")
            case ["to", *rest]:
                target = "/".join(rest).replace("HOST", f"127.0.0.1:{self.port}").replace("PORT", str(self.port))
                await connection.whole(302, b"", {"location": target})
            case ["round"]:
                await connection.whole(307, b"", {"location": "/round"})
            case ["cut"]:
                if self.broken:
                    self.broken -= 1
                    await connection.head(200, {"content-length": str(len(pdf))})
                    await connection.send(pdf[: len(pdf) // 2])
                    connection.reset()
                else:
                    await connection.whole(200, pdf)
            case ["large"]:
                await connection.head(200, {"content-length": str(10**12)})
            case ["endless"]:
                await self._pour(connection)
            case ["slow.pdf"]:
                await connection.head(200, {"content-length": str(len(pdf))})
                await connection.send(pdf[: len(pdf) // 2])
                gone = asyncio.create_task(connection.gone())
                while not self.go_on.is_set() and not gone.done():
                    await asyncio.sleep(0.02)
                if gone.done():
                    request.lost.set()
                else:
                    gone.cancel()
                    await connection.send(pdf[len(pdf) // 2 :])
            case ["drip.pdf"]:
                await self._drip(connection)
            case ["silent", *_]:
                await connection.gone()
                request.lost.set()
            case _:
                await connection.whole(404, b"")


@pytest.fixture
def pdf(tmp_path: Path) -> bytes:
    return make_pdf(tmp_path / "source.pdf", 3, text="from the web").read_bytes()


@pytest.fixture
def site(pdf: bytes) -> Iterator[Site]:
    with Site(pdf) as site:
        yield site


def rows(watcher: Watcher, url: str) -> list[DocumentState]:
    """The states of an address's row, each once, in their order."""
    return list(dict.fromkeys(change.row.state for change in watcher.of(DocumentChanged) if change.row.url == url))


def test_a_document_of_the_web_becomes_a_file_and_is_read(tmp_path: Path, site: Site, pdf: bytes) -> None:
    url = f"{site.root}/paper.pdf"
    with running(tmp_path / "home") as (session, watcher):
        session.add_url(url)
        assert session.wait_idle(HANG)
        row = watcher.row
        assert (row.state, row.read, row.url) == (DocumentState.DONE, 3, url)
        assert row.path.read_bytes() == pdf
        assert (row.path.name, row.path.is_relative_to(Places(tmp_path / "home").downloads)) == ("paper.pdf", True)
        assert rows(watcher, url)[0] is DocumentState.DOWNLOADING
        first = watcher.wait(DocumentChanged).row
        assert (first.title, first.read) == (url, 0)
        assert row.title == "paper"
        assert "host" in site.seen[0].headers
        stored = row.stored
    assert stored is not None
    with running(tmp_path / "home") as (session, watcher):
        session.open_stored(stored)
        assert session.wait_idle(HANG)
        assert watcher.row.url == url, "known also at the next start"
        session.delete_from_library(stored)
        watcher.wait(StorageInfo)
        assert not row.path.exists(), "our own copy goes with it"
    assert site.asked == Counter({"/paper.pdf": 1})


@pytest.mark.parametrize(
    "path",
    ["chunked.pdf", "lies.pdf", "to//paper.pdf", "to/../paper.pdf", "to//to//paper.pdf", "to/http://HOST/paper.pdf"],
)
def test_whatever_the_server_says_of_it_the_contents_count(tmp_path: Path, site: Site, pdf: bytes, path: str) -> None:
    with running(tmp_path / "home") as (session, watcher):
        session.add_url(f"{site.root}/{path}")
        assert session.wait_idle(HANG)
        assert (watcher.row.state, watcher.row.read) == (DocumentState.DONE, 3)
        assert watcher.row.path.read_bytes() == pdf
        assert watcher.row.path.suffix == ".pdf"


def test_a_picture_gets_its_ending(tmp_path: Path, site: Site) -> None:
    with running(tmp_path / "home") as (session, watcher):
        session.add_url(f"{site.root}/picture?size=large#here")
        assert session.wait_idle(HANG)
        assert (watcher.row.path.name, watcher.row.read) == ("picture.png", 1)


REFUSED = {
    "page": Problem(AppCode.WEB_PAGE),
    "program": Problem(ErrorCode.NOT_A_DOCUMENT),
    "empty": Problem(ErrorCode.EMPTY_FILE),
    "status/404": Problem(AppCode.NOT_GIVEN, "404 Not Found"),
    "status/403": Problem(AppCode.NOT_GIVEN, "403 Forbidden"),
    "status/500": Problem(AppCode.NOT_GIVEN, "500 Internal Server Error"),
    "round": Problem(AppCode.NOT_GIVEN, "more than 5 redirects"),
    "to/file:///etc/passwd": Problem(AppCode.NOT_GIVEN, "a redirect to no web address"),
    "to/http://localhost:PORT/paper.pdf": Problem(ErrorCode.ADDRESS_REFUSED, "localhost"),
    "to/http://127.0.0.2:PORT/paper.pdf": Problem(ErrorCode.ADDRESS_REFUSED, "127.0.0.2"),
    "to/http://[::ffff:127.0.0.1]:PORT/paper.pdf": Problem(ErrorCode.ADDRESS_REFUSED, "::ffff:127.0.0.1"),
    "to/http://169.254.169.254/latest/meta-data": Problem(ErrorCode.ADDRESS_REFUSED, "169.254.169.254"),
    "to/http://10.0.0.1/secret.pdf": Problem(ErrorCode.ADDRESS_REFUSED, "10.0.0.1"),
    "to/http://2130706433:PORT/paper.pdf": Problem(ErrorCode.ADDRESS_REFUSED, "2130706433"),
    "large": Problem(AppCode.TOO_LARGE, "0.2"),
    "endless": Problem(AppCode.TOO_LARGE, "0.2"),
    "cut": Problem(ErrorCode.NO_CONNECTION, "127.0.0.1"),
}


@pytest.mark.parametrize("path", REFUSED)
def test_what_is_no_document_or_not_given_is_one_sentence_in_its_row(tmp_path: Path, site: Site, path: str) -> None:
    site.broken = 9
    url = f"{site.root}/{path}"
    with running(tmp_path / "home") as (session, watcher):
        session.add_url(url, most_bytes=200_000)
        assert session.wait_idle(HANG)
        row = watcher.row
        assert (row.state, row.problem) == (DocumentState.FAILED, REFUSED[path])
        assert row.problem is not None and sentence(row.problem, url)
        assert not watcher.of(Notice)
        assert not site.asked["/paper.pdf"]
        assert not list(Places(tmp_path / "home").downloads.iterdir()), "nothing half is left"


def test_a_cut_connection_is_tried_once_more_and_retry_tries_again(tmp_path: Path, site: Site) -> None:
    site.broken = 1
    with running(tmp_path / "home") as (session, watcher):
        session.add_url(f"{site.root}/cut")
        assert session.wait_idle(HANG)
        assert watcher.row.read == 3
        assert site.asked["/cut"] == 2
    site.broken = 2
    with running(tmp_path / "other") as (session, watcher):
        session.add_url(f"{site.root}/cut")
        assert session.wait_idle(HANG)
        assert watcher.row.state is DocumentState.FAILED
        session.retry(watcher.row.document)
        assert session.wait_idle(HANG)
        assert (watcher.row.state, watcher.row.read) == (DocumentState.DONE, 3)


def test_offline_nothing_is_asked_for(tmp_path: Path, site: Site) -> None:
    with running(tmp_path / "home", settings=Settings(offline=True)) as (session, watcher):
        session.add_url(f"{site.root}/paper.pdf")
        assert session.wait_idle(HANG)
        assert (watcher.row.state, watcher.row.problem) == (DocumentState.FAILED, Problem(AppCode.OFFLINE))
    assert not site.seen


def test_the_same_address_and_the_same_contents_are_one_document(tmp_path: Path, site: Site) -> None:
    url = f"{site.root}/paper.pdf"
    with running(tmp_path / "home") as (session, watcher):
        session.add_url(url)
        session.add_url(f"{url}#page=2")
        assert session.wait_idle(HANG)
        assert watcher.wait(DocumentChosen).url == url
        assert site.asked["/paper.pdf"] == 1
        session.add_url(f"{site.root}/other-name")
        assert session.wait_idle(HANG)
        assert watcher.row.url == url
        session.add([tmp_path / "source.pdf"])
        assert session.wait_idle(HANG)
        assert len(watcher.rows) == 1
        assert sum(not ended.from_library for ended in watcher.of(PageEnded)) == 3, "read once"


def test_progress_is_told_and_removal_ends_the_download(tmp_path: Path, site: Site) -> None:
    url = f"{site.root}/slow.pdf"
    with running(tmp_path / "home") as (session, watcher):
        session.add_url(url)
        half = watcher.wait(DocumentChanged, lambda change: change.row.received > 0).row
        assert half.expected == len(site.pdf)
        assert not session.wait_idle(0.1)
        session.remove(half.document)
        assert session.wait_idle(HANG)
        assert site.seen[0].lost.wait(HANG), "the server sees it go"
        assert watcher.rows == {}
        assert not list(Places(tmp_path / "home").downloads.glob(".*"))
        site.go_on.set()
        session.add_url(url)
        assert session.wait_idle(HANG)
        assert watcher.row.read == 3


def test_removal_ends_a_download_that_has_not_heard_a_byte(tmp_path: Path, site: Site) -> None:
    with running(tmp_path / "home") as (session, watcher):
        for number in range(5):  # more than run at once
            session.add_url(f"{site.root}/silent/{number}")
        wait_until(lambda: len(site.seen) == 3, "three downloads")
        make_pdf(tmp_path / "local.pdf", 1)
        session.add([tmp_path / "local.pdf"])
        watcher.wait(PageEnded)  # files of the disk do not wait behind the web
        there = list(watcher.rows.values())
        assert len(there) == 6
        for row in there:
            session.remove(row.document)
        assert session.wait_idle(SILENCE_LIMIT / 2)
        assert all(request.lost.wait(HANG) for request in site.seen)


def test_silence_and_closed_doors_are_told(tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.core.web.fetching.SILENCE_LIMIT", 0.5)
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        urls = {
            f"{site.root}/silent": Problem(ErrorCode.TIME_LIMIT, "0.5"),
            f"http://127.0.0.1:{port}/paper.pdf": Problem(ErrorCode.NO_CONNECTION, "127.0.0.1"),
            "http://no-such-host.invalid/paper.pdf": Problem(ErrorCode.NO_CONNECTION, "no-such-host.invalid"),
        }
        with running(tmp_path / "home") as (session, watcher):
            for url in urls:
                session.add_url(url)
            assert session.wait_idle(HANG)
            last = {change.row.url: change.row.problem for change in watcher.of(DocumentChanged)}
            assert last == urls


def test_a_download_that_drips_has_an_end(tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte now and then is no silence, and still no way to keep a place for ever."""
    monkeypatch.setattr("app.core.web.fetching.WHOLE_LIMIT", 1.5)
    with running(tmp_path / "home") as (session, watcher):
        session.add_url(f"{site.root}/drip.pdf")
        assert session.wait_idle(HANG)
        last = watcher.of(DocumentChanged)[-1].row
        assert last.problem == Problem(ErrorCode.TIME_LIMIT, "1.5")
        assert "took longer than 1.5 seconds" in sentence(last.problem, "drip.pdf")
        assert not list(Places(tmp_path / "home").downloads.glob(".part-*"))


@pytest.mark.parametrize("text", ["", "ftp://example.org/a.pdf", "http:///a.pdf", "http://me:secret@example.org/a.pdf"])
def test_what_is_no_web_address_is_told(tmp_path: Path, text: str) -> None:
    with running(tmp_path / "home") as (session, watcher):
        session.add_url(text)
        notice = watcher.wait(Notice)
        assert notice.problem.code is AppCode.BAD_ADDRESS
        assert "secret" not in sentence(notice.problem, notice.subject)
        assert not watcher.of(DocumentChanged)


# ---------------------------------------------------------------- names, certificates, proxies


def test_names_are_resolved_once_and_the_checked_address_is_used(
    tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server here stands for a public one that redirects to a name that means a private one."""
    real = socket.getaddrinfo
    looked: list[str] = []

    def resolver(host: Any, port: Any, *args: Any, **more: Any) -> Any:
        if str(host).endswith(".test"):
            looked.append(host)
            host = "127.0.0.1"
        return real(host, port, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", resolver)
    with running(tmp_path / "home") as (session, watcher):
        session.add_url(f"http://typed.test:{site.port}/to/http://sneaky.test:{site.port}/paper.pdf")
        session.add_url(f"http://typed.test:{site.port}/to/http://typed.test:{site.port}/paper.pdf")
        assert session.wait_idle(HANG)
        last = {change.row.url: change.row for change in watcher.of(DocumentChanged)}
        refused, read = last.values()
        assert refused.problem == Problem(ErrorCode.ADDRESS_REFUSED, "sneaky.test")
        assert read.read == 3
        assert Counter(looked) == Counter({"typed.test": 3, "sneaky.test": 1})
        assert {request.headers["host"] for request in site.seen} == {f"typed.test:{site.port}"}


def test_certificates(tmp_path: Path, pdf: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(context)
    own = Settings(ca_file=str(tmp_path / "ca.pem"))
    bad = Settings(ca_file=str(tmp_path / "source.pdf"))
    with Site(pdf, tls=context) as site:
        for number, (host, settings, problem) in enumerate(
            [
                ("localhost", own, None),
                ("127.0.0.1", own, Problem(ErrorCode.CERTIFICATE, "127.0.0.1")),
                ("localhost", Settings(), Problem(ErrorCode.CERTIFICATE, "localhost")),
                ("localhost", bad, Problem(AppCode.NO_CERTIFICATES, bad.ca_file)),
            ]
        ):
            with running(tmp_path / str(number), settings=settings) as (session, watcher):
                session.add_url(f"https://{host}:{site.port}/paper.pdf")
                assert session.wait_idle(HANG)
                assert (watcher.row.problem, watcher.row.read) == (problem, 0 if problem else 3)
