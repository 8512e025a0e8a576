# SPDX-License-Identifier: AGPL-3.0-or-later
"""Servers behind names that nobody has to resolve: a client that is given one of these as its proxy
finds them there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from tests.servers.chat import GOOD, ChatServer, Script, always
from tests.servers.web import Connection, Request, Server

_WELL = always(GOOD)


class ProxiedChatServer(ChatServer):
    """The chat server behind any name. `hosts` are those that the proxy was asked for."""

    def __init__(self, script: Script = _WELL, key: str = "") -> None:
        super().__init__(script, key=key)
        self.hosts: set[str] = set()

    @property
    def proxy(self) -> str:
        """What a client is given as its proxy."""
        return self.root

    async def handle(self, request: Request, connection: Connection) -> None:
        parts = urlsplit(request.target)
        if parts.netloc:
            self.hosts.add(parts.netloc)
            request = replace(request, target=parts.path)
        await super().handle(request, connection)


class Files(Server):
    """Gives files by their paths, as PDF."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        super().__init__()
        self.files = files
        self.given: list[str] = []

    async def handle(self, request: Request, connection: Connection) -> None:
        path = self.files.get(request.target)
        if path is None:
            await connection.whole(404, b"not here")
            return
        self.given.append(request.target)
        await connection.whole(200, path.read_bytes(), {"content-type": "application/pdf"})


class Proxy(Server):
    """Several servers, each behind its host."""

    def __init__(self, behind: Mapping[str, Server]) -> None:
        super().__init__()
        self.behind = behind

    async def handle(self, request: Request, connection: Connection) -> None:
        parts = urlsplit(request.target)
        server = self.behind.get(parts.netloc)
        if server is None:
            await connection.whole(502, b"no such host")
            return
        target = request.target.partition(parts.netloc)[2] or "/"
        await server.handle(replace(request, target=target), connection)
