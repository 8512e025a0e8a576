# SPDX-License-Identifier: AGPL-3.0-or-later
"""The way to a machine: the addresses of its name, and the proxy before it."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import threading
import urllib.request
from urllib.parse import SplitResult

from app.core.web.addresses import Address, is_loopback, literal


async def resolve(host: str, port: int) -> list[Address]:
    """All addresses of a host, the preferred first; empty if it has none. The system's resolver
    cannot be interrupted: it runs on a thread that nobody waits for."""
    own = literal(host)
    if own is not None:
        return [own]
    loop = asyncio.get_running_loop()
    found: asyncio.Future[list[Address]] = loop.create_future()

    def told(addresses: list[Address]) -> None:
        if not found.done():
            found.set_result(addresses)

    def look() -> None:
        addresses: list[Address] = []
        try:
            for *_, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
                addresses.append(ipaddress.ip_address(str(place[0]).partition("%")[0]))
        except (OSError, UnicodeError, ValueError):
            addresses = []
        try:
            loop.call_soon_threadsafe(told, list(dict.fromkeys(addresses)))
        except RuntimeError:
            return  # cancelled meanwhile: the loop is closed

    threading.Thread(target=look, name="resolve", daemon=True).start()
    return await found


def proxy_for(parts: SplitResult, given: str) -> str | None:
    """The proxy to reach an address through: the one given, else the system's; the system's is
    not for this machine."""
    host = parts.hostname or ""
    if given or is_loopback(host):
        return given or None
    proxies = urllib.request.getproxies()
    proxy = proxies.get(parts.scheme.lower()) or proxies.get("all")
    return None if not proxy or urllib.request.proxy_bypass(host) else proxy
