# SPDX-License-Identifier: AGPL-3.0-or-later
"""The HTTP client, and whether a request had gone out whole when it failed."""

from __future__ import annotations

import ipaddress
import logging
import ssl
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import truststore

from engine import __version__
from engine.backends.contract import EngineError
from engine.backends.hosted.options import Options
from engine.protocol import ErrorCode

KEEP_ALIVE = 5.0
"""Seconds that a connection is kept for the next page; servers close theirs not much later."""

PART = 64 * 1024
"""Bytes of a body that are handed over at once."""

# these would write down headers, the key among them, if somebody turned their logs up
for _name in ("httpx", "httpcore"):
    logging.getLogger(_name).setLevel(logging.WARNING)


def make_client(options: Options) -> httpx.AsyncClient:
    """The system's proxy is used unless one is given or the service is on this machine; redirects
    are not followed. Raises EngineError where the proxy or the file of certificates is of no use."""
    own = options.proxy or None
    headers = {"User-Agent": f"Copyholder/{__version__}", "Accept-Encoding": "identity"}
    if options.key:
        headers["Authorization"] = f"Bearer {options.key}"
    try:
        return httpx.AsyncClient(
            headers=headers,
            verify=trusted(options.ca_file),
            proxy=own,
            trust_env=own is None and not on_this_machine(options.base_url),
            http2=False,
            follow_redirects=False,
            timeout=silence(options, 1.0),
            limits=httpx.Limits(
                max_connections=options.pages_at_once + 1,
                max_keepalive_connections=options.pages_at_once,
                keepalive_expiry=KEEP_ALIVE,
            ),
        )
    except (ImportError, ValueError, httpx.InvalidURL) as error:  # a proxy of a sort that is not known here
        reason = options.hide(str(error)).rstrip(".")
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, f"The proxy cannot be used: {reason}.") from error


def silence(options: Options, factor: float) -> httpx.Timeout:
    """The limits in time, `factor` times the usual for the answer's bytes."""
    return httpx.Timeout(options.timeout, read=options.timeout * factor, connect=options.connect_timeout, pool=None)


def trusted(ca_file: str) -> ssl.SSLContext:
    """The system's certificate authorities and those of `ca_file`."""
    context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if ca_file:
        try:
            context.load_verify_locations(cafile=Path(ca_file))
        except (OSError, ssl.SSLError) as error:
            sentence = f"The file {ca_file} has no certificates that can be read: choose a PEM file."
            raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, sentence) from error
    return context


def on_this_machine(url: str) -> bool:
    """Whether an address is this machine's own."""
    host = (urlsplit(url).hostname or "").rstrip(".").lower()
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Sent:
    """Follows one request through the library: `whole` is true once its body has been written. A
    proxy's own request comes before and does not count, since headers are sent anew after it."""

    def __init__(self) -> None:
        self.whole = False

    async def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """For the library's extension of this name."""
        if event.endswith("send_request_headers.started"):
            self.whole = False
        elif event.endswith("send_request_body.complete"):
            self.whole = True


async def in_parts(body: bytes) -> AsyncIterator[bytes]:
    """A body a little at a time. In one piece the library would call it sent as soon as it is handed
    over, even if the other side hangs up at its beginning."""
    for at in range(0, len(body), PART):
        yield body[at : at + PART]
