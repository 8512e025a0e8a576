# SPDX-License-Identifier: AGPL-3.0-or-later
"""Whether the server that is to read stands on this machine's port, asked before the first page goes there.

Only for servers on this machine: nothing goes over a network for it, and no key is sent. What cannot be told for
certain counts as a server, since not every one lists its models."""

from __future__ import annotations

import ssl
import time

import httpx

from engine.backends.contract import EngineError
from engine.backends.hosted.network import trusted
from engine.backends.hosted.options import Options
from engine.protocol import ErrorCode

CONNECT, SILENCE, WHOLE = 2.0, 2.0, 3.0
"""Seconds for the connection, without a byte, and for an answer as a whole: what is slower is busy, not absent."""

ENOUGH = 4096
"""Bytes of an answer that are looked at."""

NO_SUCH_PLACE = frozenset({404, 405, 410, 501})


def look(options: Options) -> None:
    """Raises EngineError(ENGINE_UNAVAILABLE) where nothing answers, or something that is no such server."""
    try:
        with httpx.Client(
            verify=trusted(options.ca_file), trust_env=False, timeout=httpx.Timeout(SILENCE, connect=CONNECT)
        ) as client:
            _, kind, head = _answer(client, "GET", f"{options.base_url}/models")
            foreign = _is_page(kind, head) and _has_no_chat(client, options)
    except (httpx.ConnectError, httpx.ConnectTimeout) as error:
        if _of_tls(error):
            return  # said with the first page
        raise _unavailable(f"nothing answers at {options.address}, start the server first") from error
    except httpx.RemoteProtocolError as error:
        raise _unavailable(f"what answers at {options.address} does not speak HTTP") from error
    except (httpx.HTTPError, httpx.InvalidURL):
        return
    if foreign:
        raise _unavailable(f"another program answers at {options.address}, and it has no model")


def _has_no_chat(client: httpx.Client, options: Options) -> bool:
    """A request without contents costs nothing: a server objects to it, any other program does not know the place."""
    status, kind, head = _answer(client, "POST", f"{options.base_url}/chat/completions")
    return status in NO_SUCH_PLACE or (status < 400 and _is_page(kind, head))


def _answer(client: httpx.Client, method: str, url: str) -> tuple[int, str, bytes]:
    """Status, type and beginning of an answer."""
    head, until = b"", time.monotonic() + WHOLE
    with client.stream(method, url, content=b"{}" if method == "POST" else None,
                       headers={"Content-Type": "application/json"}) as response:  # fmt: skip
        for piece in response.iter_bytes():
            head += piece
            if len(head) >= ENOUGH or time.monotonic() > until:
                break
        return response.status_code, response.headers.get("content-type", ""), head


def _is_page(kind: str, head: bytes) -> bool:
    """Whether it is for a browser."""
    return "html" in kind.lower() or head.lstrip()[:1] == b"<"


def _of_tls(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _unavailable(why: str) -> EngineError:
    return EngineError(ErrorCode.ENGINE_UNAVAILABLE, why)
