# SPDX-License-Identifier: AGPL-3.0-or-later
"""What can go wrong with one request, sorted by what is to be done about it.

The single place where exceptions of the HTTP library and answers of services become ours.
"""

from __future__ import annotations

import json
import re
import ssl
from collections.abc import Iterator, Mapping
from enum import Enum, auto
from urllib.parse import urljoin

import httpx

from engine.backends.hosted.options import Options, bare
from engine.protocol import ErrorCode

LONGEST = 300
"""Characters of a service's own words that are kept."""

_WRONG_PORT = ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNKNOWN_PROTOCOL", "PACKET_LENGTH_TOO_LONG", "RECORD_LAYER")
_TOO_LONG = re.compile(r"context length|context window|maximum model length|too many (?:input )?tokens", re.IGNORECASE)
_FITS = re.compile(r"(?:context length|context window|model length)\D{0,40}?(\d{3,})", re.IGNORECASE)
_HAS = re.compile(r"(?:request|requested|prompt|input|messages)\D{0,60}?(\d{3,})\D{0,20}token", re.IGNORECASE)


class Kind(Enum):
    """What is to be done."""

    STARTING = auto()  # 503: wait long
    LIMITED = auto()  # 429: wait as told, and send less
    UNREACHABLE = auto()  # nothing was asked yet: try again
    BROKEN = auto()  # it was asked, and perhaps billed: once more
    TOO_LARGE = auto()  # 413: a smaller picture
    FINAL = auto()  # no use in asking again


class Fault(Exception):  # noqa: N818 - not every fault is an error of the page
    """`wait` is what the service asks for, in seconds. `billed`: it may have cost something.
    `words` are the service's own, for finding out what it objects to."""

    def __init__(
        self,
        kind: Kind,
        code: ErrorCode,
        detail: str = "",
        *,
        wait: float | None = None,
        billed: bool = False,
        words: str = "",
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.kind = kind
        self.code = code
        self.detail = detail
        self.wait = wait
        self.billed = billed
        self.words = words


def broken(detail: str) -> Fault:
    """The service was asked, and its answer did not come, or not whole."""
    return Fault(Kind.BROKEN, ErrorCode.SERVICE_FAILED, detail, billed=True)


def useless(detail: str) -> Fault:
    """The answer came, and is none."""
    return Fault(Kind.FINAL, ErrorCode.BAD_ANSWER, detail, billed=True)


def of_status(
    status: int, words: str, options: Options, *, wait: float | None = None, location: str = "", html: bool = False
) -> Fault:
    """The fault that an answer's status tells. `words` is what the body says (`words_of`)."""
    said = options.hide(words)
    detail = said or f"HTTP {status}"
    if 300 <= status < 400:
        return Fault(Kind.FINAL, ErrorCode.NO_SUCH_SERVICE, _redirect(options, location))
    match status:
        case 401 if not options.key:
            return Fault(Kind.FINAL, ErrorCode.KEY_MISSING, options.host)
        case 401:
            return Fault(Kind.FINAL, ErrorCode.KEY_REJECTED, options.host)
        case 402:
            return Fault(Kind.FINAL, ErrorCode.OUT_OF_CREDITS, said)
        case 403:
            return Fault(Kind.FINAL, ErrorCode.FORBIDDEN, detail)
        case 404 if said and "model" in said.lower() and not html:
            return Fault(Kind.FINAL, ErrorCode.REQUEST_REFUSED, detail)
        case 404 | 405 | 410:
            return Fault(Kind.FINAL, ErrorCode.NO_SUCH_SERVICE, options.nowhere)
        case 407:
            return Fault(Kind.FINAL, ErrorCode.NO_CONNECTION, f"{options.host} (the proxy wants a password)")
        case 408 | 425:
            return Fault(Kind.UNREACHABLE, ErrorCode.NO_CONNECTION, options.host)
        case 413:
            return Fault(Kind.TOO_LARGE, ErrorCode.PICTURE_TOO_LARGE, said)
        case 429:
            return Fault(Kind.LIMITED, ErrorCode.RATE_LIMITED, said, wait=wait)
        case 503:
            return Fault(Kind.STARTING, ErrorCode.SERVICE_STARTING, said, wait=wait)
    if 400 <= status < 500:
        if _TOO_LONG.search(words):
            return Fault(Kind.FINAL, ErrorCode.PROMPT_TOO_LONG, _tokens(words), words=said)
        return Fault(Kind.FINAL, ErrorCode.REQUEST_REFUSED, detail, words=said)
    return broken(f"HTTP {status}: {said}" if said and not html else f"HTTP {status}")


def of_exception(error: Exception, options: Options, *, sent: bool) -> Fault:
    """The fault that an exception of the HTTP library tells. `sent`: the request had gone out whole."""
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return Fault(Kind.FINAL, ErrorCode.CERTIFICATE, options.host)
        if isinstance(cause, ssl.SSLError) and any(name in str(cause) for name in _WRONG_PORT):
            return Fault(Kind.FINAL, ErrorCode.NO_SUCH_SERVICE, options.address)
    if isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol):
        return Fault(Kind.FINAL, ErrorCode.NO_SUCH_SERVICE, options.address)
    before = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout | httpx.ProxyError)
    if before or not sent:
        return Fault(Kind.UNREACHABLE, ErrorCode.NO_CONNECTION, options.host)
    if isinstance(error, httpx.TimeoutException):
        return broken(f"no byte for {options.timeout:g} s")
    return broken("the connection broke off")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An exception and all that led to it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _redirect(options: Options, location: str) -> str:
    try:
        target = bare(urljoin(options.base_url, location))
    except ValueError:
        target = ""
    return f"{options.address} (it points to {target})" if location and target else options.address


def _tokens(words: str) -> str:
    """"has of fits", where both numbers are told."""
    has, fits = _HAS.search(words), _FITS.search(words)
    return f"{has[1]} of {fits[1]}" if has and fits else ""


def words_of(body: bytes) -> str:
    """What a service says in the body of a refusal, on one line: the fields that services use for
    it, else the body itself; nothing for a page of HTML."""
    text = body.decode("utf-8", "replace").strip()
    try:
        said = _said(json.loads(text))
    except (ValueError, RecursionError):
        said = "" if text.startswith("<") else text
    return " ".join("".join(sign if sign.isprintable() else " " for sign in said).split())[:LONGEST]


def _said(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "; ".join(filter(None, (_said(part) for part in value[:5])))
    if isinstance(value, Mapping):
        for name in ("error", "detail", "message", "msg", "readableMessage"):
            if said := _said(value.get(name)):
                place = value.get("loc")
                where = ".".join(str(part) for part in place) if isinstance(place, list) else ""
                return f"{where}: {said}" if where else said
    return ""
