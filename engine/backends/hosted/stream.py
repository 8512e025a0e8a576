# SPDX-License-Identifier: AGPL-3.0-or-later
"""An answer as it comes over the line: server-sent events or one JSON object, turned into steps.

Tolerant of comments and keep-alives, of characters and lines cut anywhere, of a missing `[DONE]`,
of a last event without its blank line, and of a content type that says something else.
"""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx
from httpx_sse import EventSource

from engine.backends.hosted.faults import broken, useless, words_of
from engine.backends.hosted.options import Options

MOST_BYTES = 64 * 1024 * 1024
"""Of one answer, its wrapping included; one without end is cut off long before by its text."""

PATIENCE = 10.0
"""Times the limit for a byte that a service may send keep-alives without any text."""


@dataclass(frozen=True)
class Delta:
    """One step of an answer. `usage` and `metrics` are the service's objects, empty where absent;
    `error` is what stands in the place of an answer."""

    text: str = ""
    finish: str = ""
    model: str = ""
    usage: Mapping[str, Any] | None = None
    metrics: Mapping[str, Any] | None = None
    error: object = None
    done: bool = False


class Stall:
    """Whether a stream that sends something still says something."""

    def __init__(self, options: Options) -> None:
        self._limit = options.timeout * PATIENCE
        self._heard = time.monotonic()

    def heard(self) -> None:
        """There was text."""
        self._heard = time.monotonic()

    def check(self) -> None:
        """Raises Fault when it has said nothing for too long."""
        if time.monotonic() - self._heard > self._limit:
            raise broken(f"no text for {self._limit:g} s")


class Page(Exception):  # noqa: N818 - an answer of its own sort
    """A page of HTML came instead of an answer."""


async def deltas(chunks: AsyncIterator[bytes], stall: Stall) -> AsyncIterator[Delta]:
    """The steps of an answer from its bytes, however they are cut. Raises Fault, and Page for HTML."""
    chunks = _bounded(chunks, stall)
    head = b""
    async for chunk in chunks:
        head += chunk
        if head.lstrip(b"\xef\xbb\xbf \t\r\n"):
            break
    first = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if first.startswith(b"<"):
        raise Page
    if first.startswith((b"{", b"[")):
        yield of_object(_decoded(await _rest(head, chunks), whole=True))
        return
    async for delta in _events(_before(first, chunks)):
        yield delta


async def _events(chunks: AsyncIterator[bytes]) -> AsyncIterator[Delta]:
    """The library decodes characters and lines; the blank line at the end ends a last event that
    lacks its own."""
    body = httpx.Response(200, headers={"content-type": "text/event-stream"}, content=_closed(chunks))
    heard = False
    async for event in EventSource(body).aiter_sse():
        data = event.data.strip()
        if not data:
            continue
        heard = True
        if data == "[DONE]":
            yield Delta(done=True)
            continue
        found = _decoded(data.encode(), whole=False)
        yield Delta(error=found) if event.event == "error" else of_object(found)
    if not heard:
        raise useless("an empty answer")


async def _before(head: bytes, chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    if head:
        yield head
    async for chunk in chunks:
        yield chunk


async def _closed(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    async for chunk in chunks:
        yield chunk
    yield b"\n\n"


async def _rest(head: bytes, chunks: AsyncIterator[bytes]) -> bytes:
    return head + b"".join([chunk async for chunk in chunks])


async def _bounded(chunks: AsyncIterator[bytes], stall: Stall) -> AsyncIterator[bytes]:
    count = 0
    async for chunk in chunks:
        count += len(chunk)
        stall.check()
        if count > MOST_BYTES:
            raise useless(f"more than {MOST_BYTES:,} bytes")
        yield chunk


def _decoded(data: bytes, *, whole: bool) -> object:
    """JSON. What is none ends a stream (something on the way cut it), and is no answer on its own."""
    try:
        return json.loads(data.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError) as error:
        raise (useless("not JSON") if whole else broken("a part of the answer is not JSON")) from error


def of_object(found: object) -> Delta:
    """The step that one object of a service tells: a chunk of a stream, or a whole answer."""
    if not isinstance(found, Mapping):
        raise useless("JSON of another kind")
    if found.get("error"):
        return Delta(error=found)
    choices = found.get("choices")
    choice = choices[0] if isinstance(choices, Sequence) and choices and not isinstance(choices, str) else {}
    choice = choice if isinstance(choice, Mapping) else {}
    message = choice.get("delta") or choice.get("message")
    refused = found.get("detail") or found.get("message") or found.get("object") == "error"
    if choices is None and refused and not found.get("usage"):
        return Delta(error=found)
    return Delta(
        text=_text(message.get("content")) if isinstance(message, Mapping) else "",
        finish=str(choice.get("finish_reason") or choice.get("stop_reason") or ""),
        model=str(found.get("model") or ""),
        usage=_object(found.get("usage")),
        metrics=_object(found.get("metrics")),
    )


def _object(value: object) -> Mapping[str, Any] | None:
    return value if isinstance(value, Mapping) else None


def _text(content: object) -> str:
    """Content as text, or as parts of which the text ones count."""
    if isinstance(content, str):
        return content
    if isinstance(content, Sequence):
        return "".join(
            part["text"] for part in content if isinstance(part, Mapping) and isinstance(part.get("text"), str)
        )
    return ""


def error_of(error: object) -> tuple[int, str]:
    """HTTP status (0 if none is told) and words of an error object inside an answer."""
    inner = error.get("error", error) if isinstance(error, Mapping) else error
    status = 0
    if isinstance(inner, Mapping):
        for name in ("code", "status", "status_code"):
            told = inner.get(name)
            if isinstance(told, int | str) and str(told).isdecimal() and 400 <= int(told) < 600:
                status = int(told)
                break
    return status, words_of(json.dumps(error).encode())
