# SPDX-License-Identifier: AGPL-3.0-or-later
"""Web addresses as people write them: of services that pages are sent to, and of documents."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit

from app.core.files import safe_name
from app.core.web import is_loopback
from app.core.wording import tr

CHAT = "/chat/completions"


class AddressError(ValueError):
    """The address cannot be meant like this; the text is one sentence."""


@dataclass(frozen=True, slots=True)
class Service:
    """`base` has no slash at its end; `host` is its name, with the port where one is written."""

    base: str
    host: str
    here: bool  # it is this very machine
    encrypted: bool


def is_address(text: str) -> bool:
    """Whether it looks like a web address at all, and not like a file."""
    return text.strip().lower().startswith(("http://", "https://"))


def service(text: str) -> Service:
    """The address of a service, up to `/v1`; what is pasted with the end of the API's call loses
    that. Raises AddressError."""
    parts = _parts(text)
    if parts.query or parts.fragment:
        raise AddressError(
            tr("{address} has a “?” or “#” in it: write the address up to /v1.").format(address=_plain(text))
        )
    path = parts.path.rstrip("/").removesuffix(CHAT)
    base = f"{parts.scheme.lower()}://{parts.netloc}{path}"
    return Service(base, parts.netloc.lower(), is_loopback(parts.netloc), parts.scheme.lower() == "https")


def document(text: str) -> str:
    """The address of a document on the web, without its fragment. Raises AddressError."""
    parts = _parts(text)
    return parts._replace(fragment="").geturl()


def file_of(url: str) -> str:
    """The name that a document of the web has on the disk: the last part of its path, else its host."""
    parts = urlsplit(url)
    name = unquote(parts.path.rstrip("/").rpartition("/")[2]) or parts.netloc
    stem, dot, ending = name.rpartition(".")
    return safe_name(stem, f".{ending}") if dot and stem and len(ending) <= 5 else safe_name(name, "")


def _parts(text: str) -> SplitResult:
    text = text.strip()
    if not text:
        raise AddressError(tr("The address is empty: write one like https://example.org/paper.pdf."))
    if any(not c.isprintable() or c.isspace() for c in text):
        raise AddressError(tr("The address has blanks or line ends in it: copy it again."))
    try:
        parts = urlsplit(text)
        _ = parts.port  # raises where it is no number
    except ValueError as error:
        raise AddressError(
            tr("{address} is no web address: check how it is written.").format(address=_plain(text))
        ) from error
    if parts.scheme.lower() not in ("http", "https") or not parts.hostname:
        wrong = tr("{address} is no web address: it begins with https:// or http:// and a name.")
        if _without_scheme(text):
            wrong = tr("{address} is no web address: it begins with https:// or http:// and a name, like {right}.")
        raise AddressError(wrong.format(address=_plain(text), right=f"http://{text}"))
    if parts.username is not None or parts.password is not None:
        raise AddressError(tr("The address holds a name or a password: leave that out, keys are kept apart."))
    return parts


def _without_scheme(text: str) -> bool:
    """Whether it is the address of a server on this machine but for its beginning."""
    try:
        parts = urlsplit(f"http://{text}")
    except ValueError:
        return False
    return "://" not in text and "@" not in text and is_loopback(parts.netloc)


def _plain(text: str) -> str:
    """An address as it may be shown: without what stands for a password, and not too long."""
    text = text.strip()
    head, at, tail = text.rpartition("@")
    shown = f"{head.partition('//')[0]}//…@{tail}" if at else text
    return f"“{shown if len(shown) <= 120 else shown[:119] + '…'}”"
