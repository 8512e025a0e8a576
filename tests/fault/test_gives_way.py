# SPDX-License-Identifier: AGPL-3.0-or-later
"""A server on this machine that is not there, or is something else: one sentence why, and the next engine reads.
And an engine that is killed again and again."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from app.core.changes import AppCode, DocumentState, EngineStatus, Notice, QueueHeld
from app.core.choice import EngineChoice
from app.core.engines import Wish, choices
from app.core.errors import sentence
from app.core.places import Places
from app.core.settings import Settings
from engine.backends.contract import EngineError
from engine.backends.hosted import there
from engine.backends.hosted.options import parse_options
from tests.e2e.sessions import HANG, Watcher, make_pdf, running
from tests.processes import Started
from tests.servers.chat import ChatServer, Reply, always
from tests.servers.web import Connection, Request, Server, closed_door

PAGE = b"<!doctype html><title>Welcome</title><p>It works!"


class Website(Server):
    """A program for browsers: the same page at every address."""

    async def handle(self, request: Request, connection: Connection) -> None:
        await connection.whole(200, PAGE, {"content-type": "text/html"})


class OtherProtocol(Server):
    """A program that greets and has never heard of HTTP."""

    async def handle(self, request: Request, connection: Connection) -> None:
        await connection.send(b"220 mail.example.org ESMTP ready\r\n")
        connection.writer.close()


class Plain(ChatServer):
    """A small server of somebody's own: it has no list of models, and says so with a page."""

    async def handle(self, request: Request, connection: Connection) -> None:
        if request.method == "GET":
            await connection.whole(404, PAGE, {"content-type": "text/html"})
        elif request.body == b"{}":
            await connection.whole(422, b'{"detail": "messages: field required"}', {"content-type": "application/json"})
        else:
            await super().handle(request, connection)


def engines(url: str, home: Path, engine: str = "openai:{}/v1") -> tuple[EngineChoice, ...]:
    wish = Wish(engine.format(url), "jina-ocr-v1")
    return choices(wish, Settings(), Places(home), fall_back=True)


def read(tmp_path: Path, chain: tuple[EngineChoice, ...]) -> Watcher:
    """A file of two pages with this chain."""
    with running(tmp_path / "home", engines=chain, settings=Settings(workers=1)) as (session, watcher):
        session.add([make_pdf(tmp_path / "a.pdf", 2, text="read all the same")])
        assert session.wait_idle(HANG)
        assert (watcher.row.state, watcher.row.read, watcher.row.failed) == (DocumentState.DONE, 2, 0)
    return watcher


def gave_way(watcher: Watcher, why: str) -> None:
    """The first engine was told as failed in one sentence, once, and the built-in one read."""
    assert {end.reading.engine for end in watcher.ended().values() if end.reading} == {"builtin"}
    (failed,) = [status for status in watcher.of(EngineStatus) if status.state == "failed"]
    assert failed.problem is not None and failed.instead == "builtin"
    assert why in failed.problem.detail
    (notice,) = watcher.of(Notice)
    assert notice.problem.code is AppCode.ENGINE_REPLACED
    told = sentence(notice.problem, notice.subject)
    assert why in told and "builtin reads instead" in told and "Traceback" not in told and "\n" not in told
    assert not watcher.of(QueueHeld)


@contextmanager
def http_server(folder: Path) -> Iterator[str]:
    """Python's own web server, a real program that took the port first."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with Started[str](command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().partition("(")[2].partition("/)")[0]
        finally:
            process.terminate()


def test_nothing_answers(tmp_path: Path) -> None:
    with closed_door() as door:
        url = f"http://127.0.0.1:{door.getsockname()[1]}"
        said = f"nothing answers at {url}/v1, start the server first"
        gave_way(read(tmp_path, engines(url, tmp_path / "home")), said)


@pytest.mark.parametrize("kind", [Website, OtherProtocol])
def test_the_port_is_in_use_by_something_else(tmp_path: Path, kind: type[Server]) -> None:
    words = {"Website": "another program answers at {}/v1", "OtherProtocol": "answers at {}/v1 does not speak HTTP"}
    with kind() as server:
        gave_way(read(tmp_path, engines(server.root, tmp_path / "home")), words[kind.__name__].format(server.root))


def test_a_real_web_server_has_the_port(tmp_path: Path) -> None:
    with http_server(tmp_path) as url:
        assert url.startswith("http://127.0.0.1:")
        gave_way(read(tmp_path, engines(url, tmp_path / "home")), f"another program answers at {url}/v1")


@pytest.mark.parametrize("kind", [ChatServer, Plain])
def test_a_server_that_lists_no_models_is_one_all_the_same(tmp_path: Path, kind: type[ChatServer]) -> None:
    with kind(always(Reply(text="It was read.")), key="") as server:
        watcher = read(tmp_path, engines(server.root, tmp_path / "home"))
        assert {end.reading.engine for end in watcher.ended().values() if end.reading} == {"hosted"}
        assert not watcher.of(Notice)
        assert all("authorization" not in request.headers for request in server.seen if request.method == "GET")


class Busy(Server):
    """A server that is there and has no time."""

    async def handle(self, request: Request, connection: Connection) -> None:
        await connection.gone()


class Dripping(Server):
    """A byte now and then, for ever."""

    async def handle(self, request: Request, connection: Connection) -> None:
        await connection.head(200, {"content-type": "text/html"})
        while not connection.reader.at_eof():
            await connection.send(b"<")
            await asyncio.sleep(0.05)


def test_a_server_that_has_no_time_is_not_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(there, "SILENCE", 0.2)
    with Busy() as server:
        there.look(parse_options({"base_url": f"{server.root}/v1", "model": "m"}))
        assert [request.target for request in server.seen] == ["/v1/models"]


def test_looking_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(there, "WHOLE", 0.3)
    with Dripping() as server, pytest.raises(EngineError, match="another program answers"):
        there.look(parse_options({"base_url": f"{server.root}/v1", "model": "m"}))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_real_engine_that_is_killed_three_times_gives_way(tmp_path: Path) -> None:
    with ChatServer(always(Reply(misdeed="stall"))) as server:
        chain = engines(server.root, tmp_path / "home")
        with running(tmp_path / "home", engines=chain, settings=Settings(workers=1)) as (session, watcher):
            session.add([make_pdf(tmp_path / "a.pdf", 3, text="read all the same")])
            for _death in range(3):
                seen = len(watcher.changes)
                watcher.wait(EngineStatus, lambda status: status.state == "ready", since=seen and _last_start(watcher))
                (engine,) = [one for one in psutil.Process().children() if _is_engine(one)]
                engine.kill()
                watcher.wait(EngineStatus, lambda status: status.state in ("restarting", "failed"), since=seen)
            assert session.wait_idle(HANG)
            assert (watcher.row.state, watcher.row.read, watcher.row.failed) == (DocumentState.DONE, 3, 0)
        gave_way(watcher, "SIGKILL")


def _last_start(watcher: Watcher) -> int:
    """Number of the last change that says that an engine starts."""
    starts = [at for at, change in enumerate(watcher.changes)
              if isinstance(change, EngineStatus) and change.state in ("starting", "restarting")]  # fmt: skip
    return starts[-1] if starts else 0


def _is_engine(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE and process.cmdline()[-1:] == ["engine"]
    except psutil.NoSuchProcess:
        return False
