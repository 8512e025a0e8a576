# SPDX-License-Identifier: AGPL-3.0-or-later
"""A text without what names a person, a machine or a document, and without keys, for a bug report.

It takes out too much rather than too little: what is left must be fit for a public page.
"""

from __future__ import annotations

import getpass
import os
import platform
import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from app.core.inputs import SUFFIXES

SECRET_NAME = re.compile(r"key|token|secret|passw|credential|auth", re.IGNORECASE)
"""Names of environment variables whose values are taken out."""

SHORTEST_SECRET = 6
"""Values of such variables that are shorter are words like "yes"."""

KNOWN_HOSTS = frozenset({"api.jina.ai", "r.jina.ai", "huggingface.co", "pypi.org", "download.pytorch.org",
                         "127.0.0.1", "localhost"})  # fmt: skip

_ENDINGS = "|".join(sorted({*(suffix[1:] for suffix in SUFFIXES), "md", "html", "json", "jsonl", "docx", "txt"}))

_DOCUMENT = re.compile(
    rf"(?:(?:~|\b[A-Z]:)?[/\\][^'\"\n]*?|[^\s'\"/\\=(]+)\.(?:{_ENDINGS})(?![\w-])", re.IGNORECASE
)
"""A name or path of a document, as far as such a thing can be recognised."""

_ADDRESS = re.compile(r"\b(https?|socks5h?|wss?)://([^\s'\"<>|]+)", re.IGNORECASE)

_QUOTED = re.compile(r"(['\"“])(?=[^'\"”\n]*[/\\])([^'\"”\n]+)(['\"”])")
"""Something in quotes that holds a path."""

_PATH = re.compile(
    r"(?:(?<![\w.~])~|(?<![\w.])[A-Za-z]:|(?<![\w.:/\\>]))"
    r"[/\\](?:[^\n'\"<>|:*?(),;]*[/\\])?[^\s'\"<>|:*?(),;]*"
)
"""A path; spaces in it are let in as long as another folder follows."""

_INSIDE = re.compile(r"(?:^|.*[/\\])(?:site-packages|dist-packages|lib[/\\]python3\.\d+)[/\\](.+)$")
_OURS = re.compile(r".*[/\\]((?:app|engine)[/\\][\w/\\]+\.py)$")
"""Modules, which tracebacks name: what follows these folders is everybody's."""

_KEYS = (
    re.compile(r"\b(?:jina|sk|hf|ghp|gsk|xai|pk|rk)[-_][A-Za-z0-9_-]{8,}"),
    re.compile(r"(?<=Bearer )\S+", re.IGNORECASE),
    re.compile(
        r"(?<![\w-])((?:[\w-]*[_-])?(?:api[_-]?key|key|token|secret|password|passwd|authorization)['\"]?\s*[:=]\s*['\"]?)"
        r"([^\s'\",;]{4,})", re.IGNORECASE
    ),
)  # fmt: skip

_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")
_NUMBERS = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])")


class Redactor:
    """`names` are further words that must not be left, titles of documents for instance."""

    def __init__(self, names: Iterable[str] = (), secrets: Iterable[str] = ()) -> None:
        self._secrets = sorted({*secrets, *_environment_secrets()} - {""}, key=len, reverse=True)
        self._names: dict[str, str] = {}
        for name in names:
            self._names.setdefault(name, "DOCUMENT")
        for name in _user_names():
            self._names[name] = "USER"
        for name in _machine_names():
            self._names[name] = "MACHINE"

    def __call__(self, text: str) -> str:
        return "\n".join(self._line(line) for line in text.split("\n"))

    def _line(self, line: str) -> str:
        for secret in self._secrets:
            line = line.replace(secret, "KEY")
        line = _KEYS[0].sub("KEY", line)
        line = _KEYS[1].sub("KEY", line)
        line = _KEYS[2].sub(r"\1KEY", line)
        line = _MAIL.sub("MAIL", line)
        line = _ADDRESS.sub(_without_host, line)
        line = _QUOTED.sub(lambda found: found[1] + _place(found[2]) + found[3], line)
        line = _DOCUMENT.sub(_document, line)
        line = _PATH.sub(lambda found: _place(found[0]), line)
        line = _NUMBERS.sub(lambda found: found[0] if found[0] in KNOWN_HOSTS or not _is_address(found[0]) else "HOST",
                            line)
        for name, instead in sorted(self._names.items(), key=lambda pair: -len(pair[0])):
            if len(name) > 1:
                line = re.sub(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", instead, line, flags=re.IGNORECASE)
        return line


def _place(path: str) -> str:
    """What may stay of a path: a module's place inside its package."""
    if ours := _OURS.match(path):
        return ours[1].replace("\\", "/")
    if inside := _INSIDE.match(path):
        return inside[1].replace("\\", "/")
    return "PATH" if len(path) > 1 else path


def _document(found: re.Match[str]) -> str:
    """Our own scheme's words and modules are no documents."""
    return found[0] if found[0] in ("PATH",) else "DOCUMENT"


def _without_host(found: re.Match[str]) -> str:
    place = found[2].rpartition("@")[2]
    host = re.split(r"[/:?#]", place, maxsplit=1)[0]
    return f"{found[1]}://{host if host.lower() in KNOWN_HOSTS else 'HOST'}"


def _is_address(numbers: str) -> bool:
    """Four numbers below 256; a release with a zero in front of it (0.0.1.2) is none that tells anything."""
    return all(int(number) < 256 for number in numbers.split("."))


def _environment_secrets() -> list[str]:
    return [
        value for name, value in os.environ.items() if SECRET_NAME.search(name) and len(value) >= SHORTEST_SECRET
    ]


def _user_names() -> set[str]:
    names = {Path.home().name}
    with suppress(OSError, KeyError, ImportError):
        names.add(getpass.getuser())
    return names - {"root", ""}


def _machine_names() -> set[str]:
    names = {platform.node(), socket.gethostname()}
    return {*names, *(name.partition(".")[0] for name in names)} - {"", "localhost"}
