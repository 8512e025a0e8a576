# SPDX-License-Identifier: AGPL-3.0-or-later
"""A small HTTP/1.1 server by hand, since it must be able to break every rule of HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import struct
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self

from tests.processes import HANG, joined

TLS = b"\x16"
"""First byte of a client that wants to encrypt."""


@dataclass
class Request:
    """What came in. `lost` is set when the client has gone while it was answered; `at` is the
    `time.monotonic()` of its arrival."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes
    at: float
    lost: threading.Event = field(default_factory=threading.Event)


@contextlib.contextmanager
def closed_door() -> Iterator[socket.socket]:
    """A socket that has a port of this machine, at which nobody listens: whoever knocks is refused, and no other
    program gets the port meanwhile. A server may take it over (`Server.door`)."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        yield door


class Connection:
    """What a handler may do with its client."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def head(self, status: int, headers: Mapping[str, str]) -> None:
        """Status line and headers."""
        try:
            phrase = HTTPStatus(status).phrase
        except ValueError:
            phrase = "Odd"
        lines = [f"HTTP/1.1 {status} {phrase}", *(f"{name}: {value}" for name, value in headers.items())]
        await self.send("\r\n".join([*lines, "", ""]).encode("latin-1"))

    async def whole(self, status: int, body: bytes, headers: Mapping[str, str] | None = None) -> None:
        """An answer in one piece."""
        await self.head(status, {"content-length": str(len(body)), **(headers or {})})
        await self.send(body)

    async def chunk(self, data: bytes) -> None:
        """A chunk of a chunked answer; nothing ends it."""
        await self.send(b"%x\r\n" % len(data) + data + b"\r\n")

    def reset(self) -> None:
        """Drop the connection as a crash does: with RST instead of FIN."""
        raw = self.writer.get_extra_info("socket")
        if raw is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()

    async def gone(self) -> None:
        """Wait until the client has closed its side."""
        with contextlib.suppress(ConnectionError):
            await self.reader.read()


Handler = Callable[[Request, Connection], Awaitable[None]]


class Server:
    """Listens on a free port of 127.0.0.1 from `with` on, on a thread of its own."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self._tls = tls
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="server", daemon=True)
        self._open: set[asyncio.Task[None]] = set()
        self.port = 0
        self.door: socket.socket | None = None  # where it listens, if it is not to find a free port
        self.shy = 0  # so many connections are reset at the sight of the headers
        self.seen: list[Request] = []

    @property
    def root(self) -> str:
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self.port}"

    async def handle(self, request: Request, connection: Connection) -> None:
        """Answer a request; for subclasses."""
        raise NotImplementedError

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.close()

    def __enter__(self) -> Self:
        self._thread.start()

        async def listen() -> asyncio.Server:
            where: dict[str, Any] = {"host": "127.0.0.1", "port": 0} if self.door is None else {"sock": self.door}
            return await asyncio.start_server(self._serve, **where, ssl=self._tls, limit=1 << 26)

        self._server = asyncio.run_coroutine_threadsafe(listen(), self._loop).result(HANG)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        async def end() -> None:
            self._server.close()
            for task in list(self._open):
                task.cancel()
            await asyncio.gather(*self._open, return_exceptions=True)
            await asyncio.sleep(0)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result(HANG)
        self._loop.call_soon_threadsafe(self._loop.stop)
        joined(self._thread)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            connection = Connection(reader, writer)
            first = await reader.read(1)
            if first == TLS and self._tls is None:
                await connection.whole(400, b"Client sent an HTTPS request to an HTTP server")
                return
            if self.shy:
                self.shy -= 1
                await reader.readuntil(b"\r\n\r\n")
                connection.reset()
                return
            async for request in self._requests(reader, first):
                self.seen.append(request)
                try:
                    await self.handle(request, connection)
                except (ConnectionError, ssl.SSLError):
                    request.lost.set()
                    break
                if writer.transport.is_closing():
                    break
        except (ConnectionError, ssl.SSLError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._open.discard(task)
            with contextlib.suppress(ConnectionError, ssl.SSLError, OSError):
                writer.close()

    async def _requests(self, reader: asyncio.StreamReader, first: bytes) -> AsyncIterator[Request]:
        while True:
            try:
                head, first = first + await reader.readuntil(b"\r\n\r\n"), b""
                line, *lines = head.decode("latin-1").rstrip().split("\r\n")
                method, target, _ = line.split(" ", 2)
                pairs = [line.partition(":") for line in lines]
                headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
                body = await reader.readexactly(int(headers.get("content-length", "0")))
            except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError, ValueError):
                return
            yield Request(method, target, headers, body, time.monotonic())
