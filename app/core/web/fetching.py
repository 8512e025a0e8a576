# SPDX-License-Identifier: AGPL-3.0-or-later
"""One document from the web into a file.

Redirects are followed by hand, and at each step the name is resolved here, its addresses are
checked, and the connection goes to the very address that was checked: so no name can change
its meaning in between. A private address is refused, unless the user typed that host. Through
a proxy the proxy resolves; the check is made then as far as this machine knows the name.

To be taken in when the first download begins: what it needs takes a while to load.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import ssl
import tempfile
import time
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urljoin, urlsplit

import httpx
import truststore

from app import __version__
from app.core.addresses import AddressError, document, file_of
from app.core.changes import AppCode, Problem
from app.core.errors import ProblemError
from app.core.files import as_problem
from app.core.web.addresses import bare, is_public, literal
from app.core.web.fetch import Network, Progress
from app.core.web.kept import PART, keep, name_for, sweep
from app.core.web.kinds import HEAD, ending_of, is_web_page
from app.core.web.resolving import proxy_for, resolve
from engine.protocol import ErrorCode

logging.getLogger("httpx").setLevel(logging.WARNING)  # it would write every address into our log

REDIRECTS = 5
CONNECT_LIMIT = 15.0
"""Seconds until a server takes the connection."""
SILENCE_LIMIT = 60.0
"""Seconds without a byte."""
WHOLE_LIMIT = 3600.0
"""Seconds for everything: the largest download there may be comes in by then at a megabit a second, and a server
that lets its bytes drip keeps nobody for ever."""
TRIES = 2
"""A connection that breaks is tried once more, from the beginning: nothing was bought with it."""
TELL_EVERY = 0.25
"""Seconds between two words on the progress."""

_MOVED = frozenset({301, 302, 303, 307, 308})

class Broken(Exception):  # noqa: N818 - ends a try, not the download
    """The connection broke; another try may do better."""


class Fetching:
    """One download; for the arguments see `fetch.Fetch`."""

    def __init__(self, url: str, folder: Path, network: Network, most: int, progress: Progress) -> None:
        self._url = url
        self._folder = folder
        self._network = network
        self._most = most
        self._progress = progress

    async def run(self) -> Path:
        """The file with the document. Raises ProblemError."""
        with as_problem(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
        sweep(self._folder)
        try:
            async with asyncio.timeout(WHOLE_LIMIT):
                return await self._tried()
        except TimeoutError as error:
            raise self._failed(ErrorCode.TIME_LIMIT, f"{WHOLE_LIMIT:g}") from error

    async def _tried(self) -> Path:
        for left in reversed(range(TRIES)):
            try:
                return await self._follow()
            except Broken as error:
                if not left:
                    raise self._failed(ErrorCode.NO_CONNECTION, str(error)) from error
        raise AssertionError("the last try returns or raises")

    def _failed(self, code: ErrorCode | AppCode, detail: str = "") -> ProblemError:
        return ProblemError(Problem(code, detail), self._url)

    # ------------------------------------------------------------ from address to address

    async def _follow(self) -> Path:
        url = self._url
        for _ in range(REDIRECTS + 1):
            found = await self._step(url)
            if isinstance(found, Path):
                return found
            url = found
        raise self._failed(AppCode.NOT_GIVEN, f"more than {REDIRECTS} redirects")

    async def _step(self, url: str) -> Path | str:
        """The file, or the address where it is said to be."""
        parts = urlsplit(url)
        host = bare(parts.hostname or "")
        port = parts.port or (443 if parts.scheme.lower() == "https" else 80)
        proxy = proxy_for(parts, self._network.proxy)
        addresses = await resolve(host, port)
        if host != bare(urlsplit(self._url).hostname or "") and not all(map(is_public, addresses)):
            raise self._failed(ErrorCode.ADDRESS_REFUSED, host)
        if not addresses and proxy is None:
            raise self._failed(ErrorCode.NO_CONNECTION, host)
        targets = [str(address) for address in addresses] if proxy is None else [host]
        client = httpx.AsyncClient(
            verify=self._trusted(),
            proxy=proxy,
            trust_env=False,
            follow_redirects=False,
            timeout=httpx.Timeout(SILENCE_LIMIT, connect=CONNECT_LIMIT),
            headers={"User-Agent": f"Copyholder/{__version__}", "Accept-Encoding": "identity"},
        )
        async with client:
            for left, target in zip(reversed(range(len(targets))), targets, strict=True):
                try:
                    return await self._ask(client, url, target)
                except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                    if not left:
                        raise self._unreachable(error, host) from error
                except httpx.ReadTimeout as error:
                    raise self._failed(ErrorCode.TIME_LIMIT, f"{SILENCE_LIMIT:g}") from error
                except httpx.ProxyError as error:
                    raise self._failed(ErrorCode.NO_CONNECTION, host) from error
                except httpx.HTTPError as error:
                    raise Broken(host) from error
        raise self._failed(ErrorCode.NO_CONNECTION, host)

    def _trusted(self) -> ssl.SSLContext:
        """The system's certificate authorities and the user's own."""
        context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        if self._network.ca_file:
            try:
                context.load_verify_locations(cafile=self._network.ca_file)
            except (OSError, ssl.SSLError) as error:
                raise self._failed(AppCode.NO_CERTIFICATES, self._network.ca_file) from error
        return context

    def _unreachable(self, error: BaseException, host: str) -> ProblemError:
        inner: BaseException | None = error
        while inner is not None:
            if isinstance(inner, ssl.SSLCertVerificationError):
                return self._failed(ErrorCode.CERTIFICATE, host)
            inner = inner.__cause__ or inner.__context__
        return self._failed(ErrorCode.NO_CONNECTION, host)

    async def _ask(self, client: httpx.AsyncClient, url: str, target: str) -> Path | str:
        """Ask the machine `target` for what is at `url`."""
        parts = urlsplit(url)
        name = parts.hostname or ""
        extensions = {"sni_hostname": name} if literal(bare(name)) is None else {}
        at = httpx.URL(url).copy_with(host=target)
        headers = {"Host": parts.netloc.rpartition("@")[2]}
        async with client.stream("GET", at, headers=headers, extensions=extensions) as response:
            if response.status_code in _MOVED and "location" in response.headers:
                return self._moved(url, response.headers["location"])
            if response.status_code != 200:
                raise self._failed(AppCode.NOT_GIVEN, f"{response.status_code} {response.reason_phrase}".strip())
            return await self._take(response)

    def _moved(self, url: str, location: str) -> str:
        try:
            return document(urljoin(url, location))
        except AddressError as error:
            raise self._failed(AppCode.NOT_GIVEN, "a redirect to no web address") from error

    # ------------------------------------------------------------ into a file

    async def _take(self, response: httpx.Response) -> Path:
        length = response.headers.get("content-length", "")
        expected = int(length) if length.isdecimal() and "content-encoding" not in response.headers else None
        if expected is not None and expected > self._most:
            raise self._failed(AppCode.TOO_LARGE, _megabytes(self._most))
        with as_problem(self._folder):
            descriptor, name = tempfile.mkstemp(prefix=PART, dir=self._folder)
        part = Path(name)
        try:
            with as_problem(part), os.fdopen(descriptor, "wb") as stream:
                head, digest = await self._copy(response, stream, expected)
            ending = self._kind(head, response.headers.get("content-type", ""))
            return keep(part, digest, name_for(file_of(self._url), ending), self._url)
        finally:
            part.unlink(missing_ok=True)

    async def _copy(self, response: httpx.Response, stream: BinaryIO, expected: int | None) -> tuple[bytes, str]:
        """Its first bytes, and the hash of all of them."""
        head = b""
        received = 0
        hasher = hashlib.sha256()
        told = 0.0
        async for data in response.aiter_bytes():
            if len(head) < HEAD:
                head += data[: HEAD - len(head)]
                if len(head) == HEAD:
                    self._kind(head, response.headers.get("content-type", ""))
            received += len(data)
            if received > self._most:
                raise self._failed(AppCode.TOO_LARGE, _megabytes(self._most))
            stream.write(data)
            hasher.update(data)
            if time.monotonic() > told + TELL_EVERY:
                told = time.monotonic()
                self._progress(received, expected)
        if not received:
            raise self._failed(ErrorCode.EMPTY_FILE)
        return head, hasher.hexdigest()

    def _kind(self, head: bytes, content_type: str) -> str:
        """The ending that fits to the contents; raises ProblemError where they are no document."""
        ending = ending_of(head)
        if ending is None:
            page = is_web_page(head, content_type)
            raise self._failed(AppCode.WEB_PAGE if page else ErrorCode.NOT_A_DOCUMENT)
        return ending


def _megabytes(count: int) -> str:
    return f"{count / 1e6:g}"
