# SPDX-License-Identifier: AGPL-3.0-or-later
"""The way to a service: certificates, proxies, closed doors, and giving up while waiting."""

from __future__ import annotations

import ssl
import threading
import time
from pathlib import Path

import pytest
import trustme

from engine.backends.contract import PageEvent
from engine.backends.hosted.backend import HostedBackend
from engine.protocol import ErrorCode, PageFailed, PageRead, PageText, PageWaiting, Scalar, WaitCode
from tests.engine.hosted_help import KEY, MODEL, Engine, page
from tests.processes import HANG, wait_until
from tests.servers.chat import ChatServer, Reply, always, plan, refusal
from tests.servers.web import Connection, Request, Server, closed_door


def context(authority: trustme.CA, name: str) -> ssl.SSLContext:
    """What a server shows whose certificate is for `name`."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(made)
    return made


@pytest.fixture
def authority(tmp_path: Path) -> tuple[trustme.CA, str]:
    """One of the user's own, and its file."""
    made, path = trustme.CA(), tmp_path / "authority.pem"
    made.cert_pem.write_to_path(str(path))
    return made, str(path)


def test_a_certificate_of_one_s_own_authority(authority: tuple[trustme.CA, str]) -> None:
    with ChatServer(tls=context(authority[0], "127.0.0.1"), key=KEY) as server:
        with Engine.on(server, ca_file=authority[1]) as engine:
            assert engine.read(page(1)).text.startswith("# Page 1")


@pytest.mark.parametrize("trusted", [True, False], ids=["another name", "an unknown authority"])
def test_a_certificate_that_does_not_match(authority: tuple[trustme.CA, str], trusted: bool) -> None:
    """Nothing is sent to it, and it is not tried again."""
    name = "elsewhere.example" if trusted else "127.0.0.1"
    with ChatServer(tls=context(authority[0], name)) as server:
        with Engine.on(server, ca_file=authority[1] if trusted else "") as engine:
            failed = engine.fail(page(1))
            assert (failed.code, failed.detail) == (ErrorCode.CERTIFICATE, f"127.0.0.1:{server.port}")
            assert engine.all(PageWaiting) == []
            assert server.seen == []


def test_https_where_the_server_speaks_none() -> None:
    with ChatServer() as server:
        with Engine.on(server, base_url=server.url.replace("http", "https")) as engine:
            assert engine.fail(page(1)).code is ErrorCode.NO_SUCH_SERVICE
            assert server.seen == []


def test_a_closed_door_is_tried_four_times_and_costs_nothing() -> None:
    prices: dict[str, Scalar] = {"input_price": 0.5, "output_price": 2.0}
    with closed_door() as door:
        port = door.getsockname()[1]
        with Engine("hosted", base_url=f"http://127.0.0.1:{port}/v1", model=MODEL, **prices) as engine:
            failed = engine.fail(page(1))
            assert (failed.code, failed.detail, failed.cost) == (ErrorCode.NO_CONNECTION, f"127.0.0.1:{port}", 0)
            assert [wait.code for wait in engine.all(PageWaiting)] == [WaitCode.NO_CONNECTION] * 3


def test_a_name_that_is_not_known() -> None:
    with Engine("hosted", base_url="http://no-such-host.invalid/v1", model=MODEL) as engine:
        assert engine.fail(page(1)).code is ErrorCode.NO_CONNECTION


def test_a_door_that_opens_meanwhile() -> None:
    """The second of the four tries finds it."""
    server = ChatServer()
    with closed_door() as door:
        url = f"http://127.0.0.1:{door.getsockname()[1]}/v1"
        with Engine("hosted", base_url=url, model=MODEL, wait_scale=5.0) as engine:
            engine.send(page(1))
            engine.wait(PageWaiting)
            server.door = door
            with server:
                ending = engine.ended([1])[1]
                assert isinstance(ending, PageRead)
                assert not any(note.code == "replayed" for note in ending.reading.notes)


def test_a_connection_that_is_lost_before_all_was_sent_is_no_replay() -> None:
    """Twice, the server hangs up at the sight of the headers, with the long picture still on its way."""
    server = ChatServer()
    server.shy = 2
    with server, Engine.on(server) as engine:
        reading = engine.read(page(1, noise=2400))
        assert reading.notes == []
        assert [wait.code for wait in engine.all(PageWaiting)] == [WaitCode.NO_CONNECTION] * 2


class Proxy(Server):
    """Answers instead of the machines it is asked to forward to, and remembers what it was asked."""

    async def handle(self, request: Request, connection: Connection) -> None:
        if request.method == "CONNECT":
            await connection.whole(407, b"")
            return
        body = b'{"choices": [{"message": {"content": "# By proxy"}, "finish_reason": "stop"}]}'
        await connection.whole(200, body, {"content-type": "application/json"})


FAR = "http://service.example/v1"


def test_the_proxy_that_is_given() -> None:
    with Proxy() as proxy, Engine("hosted", base_url=FAR, model=MODEL, proxy=f"127.0.0.1:{proxy.port}") as engine:
        assert engine.read(page(1)).text == "# By proxy\n"
        assert proxy.seen[0].target == f"{FAR}/chat/completions"


def test_the_system_s_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    with Proxy() as proxy:
        monkeypatch.setenv("http_proxy", proxy.root)
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        with Engine("hosted", base_url=FAR, model=MODEL) as engine:
            assert engine.read(page(1)).text == "# By proxy\n"


def test_the_system_s_proxy_is_not_asked_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    with Proxy() as proxy, ChatServer() as server:
        monkeypatch.setenv("http_proxy", proxy.root)
        with Engine.on(server) as engine:
            engine.read(page(1))
        assert proxy.seen == []


def test_a_proxy_of_the_system_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", f"gopher://me:{KEY}@proxy.example")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with Engine("hosted", base_url=FAR, model=MODEL) as engine:
        state = engine.state()
        assert (state.state, state.code) == ("failed", ErrorCode.ENGINE_UNAVAILABLE)
        assert state.detail.startswith("The proxy cannot be used: ")


def test_a_proxy_that_wants_a_password() -> None:
    with Proxy() as proxy:
        far = FAR.replace("http", "https")
        with Engine("hosted", base_url=far, model=MODEL, proxy=f"http://me:{KEY}@127.0.0.1:{proxy.port}") as engine:
            assert engine.fail(page(1)).code is ErrorCode.NO_CONNECTION
            assert {request.method for request in proxy.seen} == {"CONNECT"}


# ------------------------------------------------------------ giving up

SLACK = 15.0
"""Seconds for a busy machine to run three processes; the wait that is given up has twice as many."""


@pytest.mark.parametrize(
    "reply", [refusal(429, {}, Retry_After="60"), refusal(503, {})], ids=["60 s asked for", "30 s of our own"]
)
def test_a_wait_can_be_given_up_at_once(reply: Reply, capsys: pytest.CaptureFixture[str]) -> None:
    with ChatServer(always(reply)) as server, Engine.on(server, wait_scale=1.0) as engine:
        engine.send(page(1))
        assert engine.wait(PageWaiting).seconds >= 30
        began = time.monotonic()
        engine.cancel(1)
        failed = engine.wait(PageFailed)
        took = time.monotonic() - began
        with capsys.disabled():
            print(f"\na wait of {engine.all(PageWaiting)[0].seconds:.0f} s given up in {took * 1000:.0f} ms")
        assert failed.code is ErrorCode.CANCELLED
        assert took < SLACK
        assert len(server.asked) == 1


def test_a_wait_that_is_given_up_is_over_in_the_backend_too() -> None:
    """Not only the answer is quick: the request's task is gone, and the backend closes at once."""
    backend = HostedBackend()
    with ChatServer(always(refusal(503, {}))) as server:
        backend.load({"base_url": server.url, "model": MODEL}, lambda detail, progress: None)
        backend.submit(page(1))
        events: list[PageEvent] = []

        def waits() -> bool:
            events.extend(backend.step(0.05))
            return any(isinstance(event, PageWaiting) for event in events)

        wait_until(waits, "the pause")  # of 30 seconds
        backend.cancel(1)
        wait_until(lambda: backend.line.runner.idle, "the end of the request", limit=SLACK)
        began = time.monotonic()
        backend.close()
        assert time.monotonic() - began < SLACK
        assert len(server.asked) == 1


def test_a_stream_that_is_given_up_lets_go_of_its_connection() -> None:
    with ChatServer(always(Reply(text="word " * 10_000, pause=0.01))) as server, Engine.on(server) as engine:
        engine.send(page(1))
        engine.wait(PageText)
        engine.cancel(1)
        assert engine.wait(PageFailed).code is ErrorCode.CANCELLED
        assert server.asked[0].request.lost.wait(HANG)
        server.script = always(Reply())
        engine.read(page(2))


def test_pages_that_wait_outside_can_be_given_up() -> None:
    """Two are under way, six wait for a place; none of these is ever asked for."""
    given_up = threading.Event()
    with ChatServer(always(Reply(when=given_up.is_set))) as server, Engine.on(server, pages_at_once=8) as engine:
        engine.send(*(page(number) for number in range(1, 9)))
        wait_until(lambda: len(server.asked) == 2, "two requests")
        for number in range(3, 9):
            engine.cancel(number)
        engine.wait(PageFailed, 6)
        given_up.set()
        endings = engine.ended(range(1, 9))
        assert {job for job, ending in endings.items() if isinstance(ending, PageRead)} == {1, 2}
        engine.read(page(9))
        assert sorted(asked.page or 0 for asked in server.asked) == [1, 2, 9]


def test_another_engine_drops_what_is_under_way() -> None:
    with ChatServer(always(Reply(misdeed="stall"))) as server, Engine.on(server) as engine:
        engine.send(page(1))
        wait_until(lambda: len(server.asked) == 1, "the request")
        engine.use(base_url=server.url, model=MODEL)
        assert engine.wait(PageFailed).code is ErrorCode.CANCELLED
        server.script = always(Reply())
        engine.read(page(2))
        assert server.asked[0].request.lost.wait(HANG)


def test_a_page_that_is_given_up_is_told_with_what_it_may_have_cost() -> None:
    """The request that is under way may be billed; one that was never sent is not."""
    replies = {1: (Reply(misdeed="stall"),), 2: (refusal(503, {}),)}
    prices = {"input_price": 0.5, "output_price": 2.0}
    with ChatServer(plan(replies)) as server, Engine.on(server, wait_scale=1.0, **prices) as engine:
        engine.send(page(1))
        wait_until(lambda: len(server.asked) == 1, "the request")
        engine.cancel(1)
        assert engine.wait(PageFailed).cost == pytest.approx((957 * 0.5 + 1367 * 2.0) / 1e6)
        engine.send(page(2))
        engine.wait(PageWaiting)
        engine.cancel(2)
        assert engine.wait(PageFailed, 2).cost == 0.0
