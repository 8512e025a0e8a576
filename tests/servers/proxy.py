# SPDX-License-Identifier: AGPL-3.0-or-later
"""The chat server behind names that nobody has to resolve: it takes what a proxy is asked for, so a
client that is given it as its proxy finds any host there."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlsplit

from tests.servers.chat import GOOD, ChatServer, Script, always
from tests.servers.web import Connection, Request

_WELL = always(GOOD)


class ProxiedChatServer(ChatServer):
    """`hosts` are the hosts that the proxy was asked for."""

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
