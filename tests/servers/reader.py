# SPDX-License-Identifier: AGPL-3.0-or-later
"""A server that behaves like Jina Reader: an address in the path, one page as JSON; for a page past
the end it gives the first."""

from __future__ import annotations

import json
import ssl
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from tests.servers.chat import Reply
from tests.servers.web import Connection, Request, Server

Odd = Callable[[str, int, int], Reply | None]
"""From address, page (from 1) and turn (from 1) to another answer than the usual, None for that."""


class ReaderServer(Server):
    """`documents` is how many pages each address has; `asked` counts the requests for (address, page)."""

    def __init__(
        self,
        documents: Mapping[str, int],
        odd: Odd = lambda url, page, turn: None,
        tokens: int | None = 92_960,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        super().__init__(tls)
        self.documents = documents
        self.odd = odd
        self.tokens = tokens
        self.asked: Counter[tuple[str, int]] = Counter()
        self._lock = threading.Lock()

    async def handle(self, request: Request, connection: Connection) -> None:
        url, page = request.target.lstrip("/"), int(request.headers.get("x-page", "1"))
        with self._lock:
            self.asked[url, page] += 1
            turn = self.asked[url, page]
        reply = self.odd(url, page, turn)
        if reply is not None:
            if reply.misdeed == "reset":
                connection.reset()
                return
            await connection.whole(reply.status, reply.body or b"", reply.headers)
            return
        pages = self.documents.get(url, 0)
        if not pages:
            await connection.whole(422, b'{"code": 422, "message": "No content available"}')
            return
        shown = page if page <= pages else 1
        await connection.whole(200, envelope(text_of(url, shown), tokens=self.tokens))


def text_of(url: str, page: int) -> str:
    return f"# Page {page}\n\nA page of {url}, long enough to be told from the others by its words.\n"


def envelope(content: str, *, tokens: int | None = 92_960, **more: Any) -> bytes:
    data: dict[str, Any] = {"content": content, **more}
    if tokens is not None:
        data["usage"] = {"tokens": tokens}
    return json.dumps({"code": 200, "status": 20000, "data": data}).encode()
