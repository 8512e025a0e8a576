# SPDX-License-Identifier: AGPL-3.0-or-later
"""The options of both backends, checked. The key is in here and nowhere else."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from engine.backends.contract import EngineError
from engine.protocol import ErrorCode, Scalar

AT_ONCE = 8
"""Pages in flight at most, unless asked otherwise."""

AT_START = 2
"""Pages in flight at first: what a free key may have."""

MOST_AT_ONCE = 256

SILENCE = 60.0
"""Seconds without a byte after which an answer is given up."""

CONNECT = 15.0
"""Seconds that a connection may take to come about."""

HIDDEN = "(key)"
"""What stands for the key where a service repeats it in its words."""


@dataclass(frozen=True)
class Options:
    """`timeout` and `connect_timeout` are seconds; prices US dollars a million tokens, None where
    they are not known; `spent` US dollars in this run before this engine was loaded.
    `pages_at_start` is how many pages are in flight until the service has shown that it takes more.
    `wait_scale` multiplies the waits between tries; tests make them short with it. `acknowledged`: the
    app says when a reading is on the disk (`Kept`), and no other page is asked for before. `ask_first`: see
    whether a server on this machine is there while loading (`there`)."""

    base_url: str
    model: str = ""
    profile: str = ""
    key: str = field(default="", repr=False)
    proxy: str = field(default="", repr=False)
    ca_file: str = ""
    timeout: float = SILENCE
    connect_timeout: float = CONNECT
    profiles_dir: Path | None = None
    pages_at_once: int = AT_ONCE
    pages_at_start: int = AT_START
    max_cost: float | None = None
    spent: float = 0.0
    input_price: float | None = None
    output_price: float | None = None
    wait_scale: float = 1.0
    acknowledged: bool = False
    ask_first: bool = False

    @property
    def host(self) -> str:
        """Host and, where it is written out, port of the service: for sentences."""
        parts = urlsplit(self.base_url)
        name = parts.hostname or self.base_url
        return f"{name}:{parts.port}" if parts.port else name

    @property
    def is_jina(self) -> bool:
        """Whether the service is Jina's own."""
        name = (urlsplit(self.base_url).hostname or "").lower()
        return name == "jina.ai" or name.endswith(".jina.ai")

    @property
    def address(self) -> str:
        """The service's address without user name, password and query: for sentences."""
        return bare(self.base_url)

    @property
    def nowhere(self) -> str:
        """The address, where there is no service behind it: with what people leave out most often."""
        forgotten = self.model and not urlsplit(self.base_url).path.strip("/")
        return f"{self.address} (most addresses end in /v1)" if forgotten else self.address

    def hide(self, text: str) -> str:
        """`text` without the key and the proxy's password."""
        secrets = [self.key, urlsplit(self.base_url).password or ""]
        if self.proxy:
            secrets.append(urlsplit(self.proxy).password or "")
        for secret in secrets:
            if secret:
                text = text.replace(secret, HIDDEN)
        return text


def bare(url: str) -> str:
    """An address without user name, password, query and fragment."""
    parts = urlsplit(url)
    name = parts.hostname or ""
    name = f"[{name}]" if ":" in name else name
    return urlunsplit((parts.scheme, f"{name}:{parts.port}" if parts.port else name, parts.path, "", ""))


def parse_options(options: Mapping[str, Scalar], base_url: str = "") -> Options:
    """`base_url` is the address that is used when none is given. Raises EngineError with a sentence,
    NO_SUCH_SERVICE or KEY_REJECTED; names that are not ours are let be."""
    base = _base_url(str(options.get("base_url") or base_url))
    at_once = int(_number(options, "pages_at_once", 1, MOST_AT_ONCE) or AT_ONCE)
    folder = str(options.get("profiles_dir") or "")
    parsed = Options(
        base_url=base,
        model=str(options.get("model") or ""),
        profile=str(options.get("profile") or ""),
        key=str(options.get("key") or "").strip(),
        proxy=_proxy(str(options.get("proxy") or "").strip()),
        ca_file=str(options.get("ca_file") or ""),
        timeout=_number(options, "timeout", 0.05, 86_400) or SILENCE,
        connect_timeout=_number(options, "connect_timeout", 0.05, 86_400) or CONNECT,
        profiles_dir=Path(folder) if folder else None,
        pages_at_once=at_once,
        pages_at_start=min(int(_number(options, "pages_at_start", 1, MOST_AT_ONCE) or AT_START), at_once),
        max_cost=_number(options, "max_cost", 0, math.inf),
        spent=_number(options, "spent", 0, math.inf) or 0.0,
        input_price=_number(options, "input_price", 0, math.inf),
        output_price=_number(options, "output_price", 0, math.inf),
        wait_scale=_default(_number(options, "wait_scale", 0, 100), 1.0),
        acknowledged=options.get("acknowledged") is True,
        ask_first=options.get("ask_first") is True,
    )
    if not all("!" <= sign <= "~" for sign in parsed.key):  # the library would print it in its complaint
        raise EngineError(ErrorCode.KEY_REJECTED, parsed.host)
    return parsed


def _base_url(text: str) -> str:
    """The address up to where `/chat/completions` begins, without a slash at the end."""
    text = text.strip().rstrip("/").removesuffix("/chat/completions").rstrip("/")
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable or not text.isprintable() or " " in text:
        raise EngineError(ErrorCode.NO_SUCH_SERVICE, text.rpartition("@")[2] or "an empty address")
    return text


def _proxy(text: str) -> str:
    """A proxy's address; without a scheme it is taken for http."""
    if not text:
        return ""
    text = text if "://" in text else f"http://{text}"
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable:
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, "The proxy's address is not one like http://host:3128.")
    return text


def _number(options: Mapping[str, Scalar], name: str, low: float, high: float) -> float | None:
    """None where the option is absent, empty, or 0 where 0 is below `low`."""
    value = options.get(name)
    if value is None or value == "":
        return None
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if number == 0 < low:
        return None
    if not low <= number <= high:
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, f"The option {name} is {low:g} to {high:g}, not {value!r}.")
    return number


def _default(value: float | None, otherwise: float) -> float:
    return otherwise if value is None else value
