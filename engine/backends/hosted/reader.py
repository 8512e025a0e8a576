# SPDX-License-Identifier: AGPL-3.0-or-later
"""The `reader` backend: Jina Reader fetches a document from its address and reads a page of it.

It needs no file and no picture. It bills about forty times the tokens of the chat service. For
a page past the document's end it answers with the first page, which is found out here.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Mapping
from typing import Any

import httpx

from engine.backends.contract import Report
from engine.backends.hosted.answer import Answer, count
from engine.backends.hosted.chat import SILENT, refusal
from engine.backends.hosted.faults import Fault, Kind, of_exception, of_status, useless, words_of
from engine.backends.hosted.ledger import USUAL, Ledger
from engine.backends.hosted.network import Sent, silence
from engine.backends.hosted.options import Options, parse_options
from engine.backends.hosted.remote import Line, Remote
from engine.backends.hosted.visit import Visit
from engine.backends.profiles.repairs import repair
from engine.protocol import Abilities, ErrorCode, ReadPage, Scalar

BASE = "https://r.jina.ai"

MODEL = "jina-ocr-v1"

FACTOR = 40
"""Times the tokens that are billed (measured: 92,960 for 957 + 1,367)."""

LONGEST_WAIT = 180
"""Seconds that Reader may be asked to spend on a page at most."""

MOST_BYTES = 32 * 1024 * 1024

TELLING = 40
"""Characters from which a text tells one page from another."""

_REFUSED = re.compile(
    r"returned error \d{3}|captcha|access denied|forbidden|blocked|requires? (?:authentication|a login)", re.IGNORECASE
)


class ReaderBackend(Remote):
    """See `engine.backends.contract.Backend`."""

    name = "reader"

    def __init__(self) -> None:
        super().__init__()
        self._reader: Reader | None = None

    def load(self, options: Mapping[str, Scalar], report: Report) -> Abilities:
        parsed = parse_options(options, BASE)
        self._line = line = Line(self.name, parsed, FACTOR)
        self._reader = Reader(parsed, line.client, line.ledger)
        return Abilities(
            streams=False, pages_at_once=parsed.pages_at_once, needs_network=True, needs_picture=False
        )

    def submit(self, job: ReadPage) -> None:
        assert self._reader is not None
        self.line.begin(job, self._reader, Visit.run)


class Reader:
    """See `visit.Service`."""

    name = "reader"

    def __init__(self, options: Options, client: httpx.AsyncClient, ledger: Ledger) -> None:
        self._options = options
        self._client = client
        self._ledger = ledger
        self._first: dict[str, bytes] = {}  # fingerprint of the first page, by address

    async def shrink(self, visit: Visit) -> bool:
        return False

    async def ask(self, visit: Visit) -> Answer:
        options, sent, source = self._options, Sent(), visit.job.source
        if not source.url:
            detail = "Jina Reader reads documents from an address, and this one has none"
            raise Fault(Kind.FINAL, ErrorCode.ENGINE_FAILED, detail)
        answer = Answer(asked=time.monotonic(), model=options.model or MODEL)
        try:
            async with self._client.stream(
                "GET",
                f"{options.base_url}/{source.url.replace('#', '%23')}",
                headers={
                    "Accept": "application/json",
                    "X-Respond-With": answer.model,
                    "X-Page": str(source.page + 1),
                    "X-Timeout": str(max(1, min(LONGEST_WAIT, round(options.timeout * SILENT)))),
                    "DNT": "1",  # nothing is kept of what was read
                },
                timeout=silence(options, SILENT),
                extensions={"trace": sent.trace},
            ) as response:
                if not response.is_success:
                    raise _of_source(response.status_code, await refusal(response, options))
                body = await _all(response)
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError) as error:
            raise of_exception(error, options, sent=sent.whole) from error
        self._take(answer, self._data(body), source.url, source.page)
        visit.text(answer.text)
        return answer

    def _data(self, body: bytes) -> Mapping[str, Any]:
        """The envelope's content. Raises Fault where it is a refusal."""
        if body.lstrip().startswith(b"<"):
            raise Fault(Kind.FINAL, ErrorCode.NO_SUCH_SERVICE, self._options.address)
        try:
            envelope = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise useless("not JSON") from error
        if not isinstance(envelope, Mapping):
            raise useless("JSON of another kind")
        code, data = count(envelope.get("code")), envelope.get("data")
        if code is not None and code >= 400:
            fault = of_status(code, words_of(body), self._options)
            raise _of_source(code, fault)
        if not isinstance(data, Mapping):
            raise useless("an answer without data")
        status, warning = count(data.get("httpStatus")), str(data.get("warning") or "")
        if (status is not None and status >= 400) or _REFUSED.search(warning):
            said = words_of(json.dumps(warning).encode())
            detail = ": ".join(part for part in (f"HTTP {status}" if status else "", said) if part)
            raise Fault(Kind.FINAL, ErrorCode.SOURCE_REFUSED, self._options.hide(detail), billed=True)
        usage = data.get("usage") or (envelope.get("meta") or {}).get("usage")
        return {**data, "usage": usage if isinstance(usage, Mapping) else {}}

    def _take(self, answer: Answer, data: Mapping[str, Any], url: str, page: int) -> None:
        """Fill in the answer. Raises Fault where it is none, or that of another page."""
        answer.text = str(data.get("content") or "")
        answer.first = answer.ended = time.monotonic()
        if not answer.text.strip():
            raise useless("an empty answer")
        mark = fingerprint(answer.text)
        if page == 0:
            self._first[url] = mark
        elif mark and self._first.get(url) == mark:
            raise Fault(Kind.FINAL, ErrorCode.NO_SUCH_PAGE, str(page + 1), billed=True)
        answer.clean = repair(answer.text, ["jina"])
        billed = count(data["usage"].get("tokens"))
        if billed is not None:
            answer.cost = self._ledger.billed(billed)
        else:
            answer.cost = self._ledger.cost(USUAL[0], answer.output_guess)
        answer.settings = {"respond_with": answer.model}


async def _all(response: httpx.Response) -> bytes:
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > MOST_BYTES:
            raise useless(f"more than {MOST_BYTES:,} bytes")
    return bytes(body)


def _of_source(status: int, fault: Fault) -> Fault:
    """Some refusals are about the document, not about us."""
    if status in (422, 451):
        return Fault(Kind.FINAL, ErrorCode.SOURCE_REFUSED, fault.detail)
    return fault


def fingerprint(text: str) -> bytes:
    """What tells a page's text from that of others, apart from blanks; empty if it is too short to."""
    plain = "".join(text.split()).casefold()
    return hashlib.sha256(plain.encode()).digest() if len(plain) >= TELLING else b""
