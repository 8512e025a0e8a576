# SPDX-License-Identifier: AGPL-3.0-or-later
"""A server that speaks the OpenAI chat protocol, as well or as badly as it is told, and counts."""

from __future__ import annotations

import asyncio
import hashlib
import json
import ssl
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from tests.servers.pages import number_of
from tests.servers.web import Connection, Request, Server

Misdeed: TypeAlias = Literal[
    "",
    "reset",  # the connection is reset before the headers
    "cut",  # ... after `after` pieces of the stream
    "cut-in-character",  # ... between two bytes of a character
    "stall",  # no further byte after `after` pieces, until the client has gone
    "comments",  # nothing but keep-alives after `after` pieces
    "no-done",  # no [DONE], and no blank line behind the last event
    "error-inside",  # an error object after `after` pieces
    "endless",  # the text again and again, until the client has gone or `most` bytes are sent
    "never-ends",  # [DONE] is said, but the answer not closed
]


@dataclass(frozen=True)
class Reply:
    """One answer. With a `status` other than 200 or a `body`, these are all there is."""

    status: int = 200
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    text: str = "# Page {page}\n\nThis is page {page}: täglich 1 000 €, ½ Liter.\n"
    piece: int = 7  # characters in a piece
    delay: float = 0.0  # seconds before the headers
    when: Callable[[], bool] | None = None  # ... and they wait until this holds
    pause: float = 0.0  # seconds between pieces
    finish: str = "stop"
    usage: tuple[int, int] | None = (957, 40)
    metrics: Mapping[str, Any] | None = None
    misdeed: Misdeed = ""
    after: int = 2
    error: Mapping[str, Any] = field(default_factory=lambda: {"message": "out of luck", "code": 500})
    most: int = 50_000_000
    comments: bool = False  # keep-alives and other noise between the events
    rude: bool = False  # streams come back as one JSON object


GOOD = Reply()


def refusal(status: int, body: object, **headers: str) -> Reply:
    """A refusal with a JSON body; underscores in header names become hyphens."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, json.dumps(body).encode(), {"content-type": "application/json", **named})


@dataclass
class Asked:
    """A request for a page. `page` is the number on its picture, `turn` counts from 1 the requests for
    this page, `picture` is a hash of the picture file."""

    request: Request
    body: dict[str, Any]
    page: int | None
    turn: int
    picture: str

    @property
    def text(self) -> str:
        """The instruction."""
        return "".join(part["text"] for part in self.content if part["type"] == "text")

    @property
    def content(self) -> list[dict[str, Any]]:
        content: list[dict[str, Any]] = self.body["messages"][0]["content"]
        return content


Script: TypeAlias = Callable[[Asked], Reply]


def plan(pages: Mapping[int, Sequence[Reply]], otherwise: Reply = GOOD) -> Script:
    """The first request for a page gets the first of its replies, and so on; then `otherwise`."""

    def choose(asked: Asked) -> Reply:
        replies = pages.get(asked.page if asked.page is not None else -1, ())
        return replies[asked.turn - 1] if asked.turn <= len(replies) else otherwise

    return choose


def always(*replies: Reply) -> Script:
    """The same for every page: its first request gets the first reply, and so on, the last one for ever."""
    return lambda asked: replies[min(asked.turn, len(replies)) - 1]


_WELL = always(GOOD)


class ChatServer(Server):
    """`asked` are the requests in order, `answered` counts the whole answers for each page, `at_once` is
    the highest number of requests under way at the same time. Where `key` is set, requests
    without it are refused."""

    def __init__(self, script: Script = _WELL, tls: ssl.SSLContext | None = None, key: str = "") -> None:
        super().__init__(tls)
        self.script = script
        self.key = key
        self.asked: list[Asked] = []
        self.answered: Counter[int | None] = Counter()
        self.tries: Counter[int | str] = Counter()
        self.running = 0
        self.at_once = 0
        self.again: list[int | None] = []  # pages that were asked for after a whole answer
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        """What a user gives as the base address."""
        return f"{self.root}/v1"

    async def handle(self, request: Request, connection: Connection) -> None:
        if request.method != "POST" or request.target != "/v1/chat/completions":
            await connection.whole(404, b'{"detail": "Invalid endpoint"}', {"content-type": "application/json"})
            return
        if self.key and request.headers.get("authorization") != f"Bearer {self.key}":
            detail = "Authentication required. Provide your API key via the Authorization header"
            await connection.whole(401, json.dumps({"detail": detail}).encode(), {"content-type": "application/json"})
            return
        asked = self._note(request)
        reply = self.script(asked)
        self.running += 1
        self.at_once = max(self.at_once, self.running)
        try:
            await self._answer(asked, reply, connection)
        finally:
            self.running -= 1

    def _note(self, request: Request) -> Asked:
        body = json.loads(request.body)
        urls = [part["image_url"]["url"] for part in body["messages"][0]["content"] if part["type"] == "image_url"]
        page = number_of(urls[0]) if urls else None
        picture = hashlib.sha256(urls[0].encode()).hexdigest() if urls else ""
        with self._lock:
            key = page if page is not None else picture
            self.tries[key] += 1
            asked = Asked(request, body, page, self.tries[key], picture)
            self.asked.append(asked)
            if page is not None and self.answered[page]:
                self.again.append(page)
        return asked

    async def _answer(self, asked: Asked, reply: Reply, connection: Connection) -> None:
        if reply.delay:
            await asyncio.sleep(reply.delay)
        while reply.when is not None and not reply.when():
            await asyncio.sleep(0.01)
        if reply.misdeed == "reset":
            connection.reset()
            return
        if reply.body is not None or reply.status != 200:
            await connection.whole(reply.status, reply.body or b"", reply.headers)
            return
        said = reply.text.replace("{page}", str(asked.page))
        if reply.rude or not asked.body.get("stream"):
            await connection.whole(200, self._object(asked, reply, said), {"content-type": "application/json"})
            self.answered[asked.page] += 1
            return
        headers = {"content-type": "text/event-stream", "transfer-encoding": "chunked", **reply.headers}
        await connection.head(200, headers)
        await self._stream(asked, reply, said, connection)

    async def _stream(self, asked: Asked, reply: Reply, said: str, connection: Connection) -> None:
        if reply.misdeed == "endless":
            await self._endless(asked, reply, said, connection)
            return
        pieces = [said[at : at + reply.piece] for at in range(0, len(said), reply.piece)]
        await connection.chunk(_event(asked, {"role": "assistant", "content": ""}))
        for at, piece in enumerate(pieces):
            if reply.misdeed and at == reply.after and await self._misbehave(asked, reply, connection):
                return
            if reply.comments:
                await connection.chunk(b": keep-alive\n\nretry: 10\n\nevent: ping\ndata:\n\n")
            await connection.chunk(_event(asked, {"content": piece}))
            if reply.pause:
                await asyncio.sleep(reply.pause)
        if reply.finish:
            await connection.chunk(_event(asked, {}, finish_reason=reply.finish))
        self.answered[asked.page] += 1
        include = asked.body.get("stream_options", {}).get("include_usage")
        if reply.usage is not None and include:
            last: dict[str, Any] = {"choices": [], "model": asked.body["model"], "usage": _usage(reply.usage)}
            if reply.metrics is not None:
                last["metrics"] = reply.metrics
            data = f"data: {json.dumps(last)}"
            await connection.chunk(data.encode() + (b"" if reply.misdeed == "no-done" else b"\n\n"))
        if reply.misdeed != "no-done":
            await connection.chunk(b"data: [DONE]\n\n")
        if reply.misdeed == "never-ends":
            await connection.gone()
            return
        await connection.chunk(b"")

    async def _misbehave(self, asked: Asked, reply: Reply, connection: Connection) -> bool:
        """Do what was asked for in the middle of a stream; False if the stream goes on."""
        match reply.misdeed:
            case "cut":
                connection.reset()
            case "cut-in-character":
                await connection.chunk(_event(asked, {"content": "ein €"}).split("€".encode())[0] + b"\xe2\x82")
                connection.writer.close()
            case "stall":
                await connection.gone()
                asked.request.lost.set()
                connection.writer.close()
            case "comments":
                while not connection.reader.at_eof():
                    await connection.chunk(b": still here\n\n")
                    await asyncio.sleep(0.05)
            case "error-inside":
                await connection.chunk(b"data: " + json.dumps({"error": reply.error}).encode() + b"\n\n")
                await connection.chunk(b"data: [DONE]\n\n")
                await connection.chunk(b"")
            case _:
                return False
        return True

    async def _endless(self, asked: Asked, reply: Reply, said: str, connection: Connection) -> None:
        event = b"".join(
            _event(asked, {"content": said[at : at + reply.piece]}) for at in range(0, len(said), reply.piece)
        )
        sent = 0
        while sent < reply.most:
            await connection.chunk(event)
            sent += len(said.encode())
            await asyncio.sleep(0)
        await connection.chunk(_event(asked, {}, finish_reason="length"))
        await connection.chunk(b"data: [DONE]\n\n")
        await connection.chunk(b"")

    def _object(self, asked: Asked, reply: Reply, said: str) -> bytes:
        whole = {
            "model": asked.body["model"],
            "choices": [{"index": 0, "message": {"role": "assistant", "content": said}, "finish_reason": reply.finish}],
            **({"usage": _usage(reply.usage)} if reply.usage else {}),
        }
        return json.dumps(whole).encode()


def _usage(usage: tuple[int, int]) -> dict[str, int]:
    return {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}


def _event(asked: Asked, delta: Mapping[str, Any], **more: Any) -> bytes:
    data = {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "model": asked.body["model"],
        "choices": [{"index": 0, "delta": delta, **more}],
    }
    return b"data: " + json.dumps(data, ensure_ascii=False).encode() + b"\n\n"


__all__ = ["GOOD", "Asked", "ChatServer", "Misdeed", "Reply", "Script", "always", "plan", "refusal", "replace"]
