# SPDX-License-Identifier: AGPL-3.0-or-later
"""POST /chat/completions: one picture and one instruction in, a page's text out.

The form of the request gets plainer when a server objects to a part of it, and stays so.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

import httpx
import msgspec

from engine.backends.hosted.answer import Answer, count, speculation
from engine.backends.hosted.faults import Fault, Kind, broken, of_exception, of_status, useless, words_of
from engine.backends.hosted.ledger import USUAL, Ledger
from engine.backends.hosted.loops import LoopWatch
from engine.backends.hosted.network import Sent, in_parts, silence
from engine.backends.hosted.options import Options
from engine.backends.hosted.picture import Encoded, smaller
from engine.backends.hosted.retry import retry_after
from engine.backends.hosted.stream import Delta, Page, Stall, deltas, error_of
from engine.backends.hosted.visit import Visit
from engine.backends.profiles.profile import Profile
from engine.backends.profiles.repairs import repair
from engine.protocol import ErrorCode, Finish, Note, NoteCode

SILENT = 5.0
"""Times the usual limit that an answer may take to begin which comes in one piece."""

REFUSAL_BYTES = 64 * 1024
"""Of a refusal's body; more says nothing more."""

CHARACTERS = 16
"""Characters of a token at most; a text that is longer than its tokens can make it has no end."""

FLOOR = 65_536
"""... but as many as these are never too many."""

AFTERWARDS = 5.0
"""Seconds that the figures and the end of an answer may take behind its last word."""


_BOUND = re.compile(r"max_tokens|max_completion_tokens|in the completion|requested \d+ output tokens")
"""A server whose context is too short for the picture and our bound of the answer together."""


@dataclass(frozen=True)
class Form:
    """Which parts a request has beside the common ones: the profile's extras, a bound of the
    answer's tokens, figures of use at the end, and that it comes piece by piece."""

    extras: bool = True
    bound: bool = True
    usage: bool = True
    stream: bool = True

    def plainer(self, words: str, extras: tuple[str, ...]) -> Form | None:
        """The form without what a server objects to in these words; None if it is none of that."""
        words = words.lower()
        if self.extras and any(name.lower() in words for name in extras):
            return replace(self, extras=False)
        if self.bound and _BOUND.search(words):
            return replace(self, bound=False)
        if self.stream and "stream" in words:
            return replace(self, usage=False) if self.usage else replace(self, stream=False)
        return None


class Chat:
    """See `visit.Service`."""

    name = "hosted"

    def __init__(self, options: Options, profile: Profile, client: httpx.AsyncClient, ledger: Ledger) -> None:
        self._options = options
        self._profile = profile
        self._client = client
        self._ledger = ledger
        self._pictures: dict[int, asyncio.Future[Encoded]] = {}
        # Jina's own service takes only what the protocol names
        self._form = Form(extras=bool(profile.extra) and not options.is_jina)

    def take(self, job: int, picture: asyncio.Future[Encoded]) -> None:
        """The picture of a page that will be asked for."""
        self._pictures[job] = picture

    def drop(self, job: int) -> None:
        """The page is over."""
        if (picture := self._pictures.pop(job, None)) is not None:
            picture.cancel()

    async def shrink(self, visit: Visit) -> bool:
        before = await self._pictures[visit.job.job]
        after = await asyncio.to_thread(smaller, before, self._profile.max_bytes)
        done: asyncio.Future[Encoded] = asyncio.get_running_loop().create_future()
        done.set_result(after)
        self._pictures[visit.job.job] = done
        return after.given != before.given

    async def ask(self, visit: Visit) -> Answer:
        picture = await self._pictures[visit.job.job]
        while True:
            form = self._form
            try:
                return await self._try(visit, picture, form)
            except Fault as fault:
                if fault.code not in (ErrorCode.REQUEST_REFUSED, ErrorCode.PROMPT_TOO_LONG) or fault.billed:
                    raise
                plainer = form.plainer(fault.words, tuple(self._profile.extra))
                if plainer is None:
                    raise
                if self._form == form:
                    self._form = plainer

    def body(self, instruction: str, picture: Encoded, form: Form) -> bytes:
        """The request: the picture first, then the text, as the vendor sends them."""
        profile = self._profile
        content: list[dict[str, Any]] = [{"type": "image_url", "image_url": {"url": picture.url()}}]
        if instruction:
            content.append({"type": "text", "text": instruction})
        sampling = {
            "temperature": profile.temperature,
            "top_p": profile.top_p,
            "repetition_penalty": profile.repetition_penalty,
        }
        return msgspec.json.encode(
            {
                "model": self._options.model,
                "messages": [{"role": "user", "content": content}],
                **({"max_tokens": profile.max_tokens} if form.bound else {}),
                **{name: value for name, value in sampling.items() if value is not None},
                **(profile.extra if form.extras else {}),
                "stream": form.stream,
                **({"stream_options": {"include_usage": True}} if form.stream and form.usage else {}),
            }
        )

    async def _try(self, visit: Visit, picture: Encoded, form: Form) -> Answer:
        options, sent = self._options, Sent()
        answer = Answer(asked=time.monotonic(), model=options.model)
        body = self.body(self._profile.instruction(visit.job.prompt), picture, form)
        headers = {
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "Accept": "text/event-stream, application/json",
        }
        try:
            async with self._client.stream(
                "POST",
                f"{options.base_url}/chat/completions",
                content=in_parts(body),
                headers=headers,
                timeout=silence(options, 1.0 if form.stream else SILENT),
                extensions={"trace": sent.trace},
            ) as response:
                if not response.is_success:
                    raise await refusal(response, options)
                await self._read(visit, picture, answer, response.aiter_bytes())
        except Page:
            raise Fault(Kind.FINAL, ErrorCode.NO_SUCH_SERVICE, options.nowhere) from None
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError) as error:
            raise of_exception(error, options, sent=sent.whole) from error
        return self._finished(answer, picture)

    async def _read(self, visit: Visit, picture: Encoded, answer: Answer, chunks: AsyncIterator[bytes]) -> None:
        """The answer's text, up to its end or to where it has none."""
        stall, watch = Stall(self._options), LoopWatch(lambda: picture.lines)
        most = max(FLOOR, CHARACTERS * self._profile.max_tokens)
        ended = False
        pieces: list[str] = []
        length = 0
        try:
            async with asyncio.timeout(None) as rest:
                async for delta in deltas(chunks, stall):
                    if delta.error is not None:
                        raise self._inside(delta.error)
                    self._note(answer, delta)
                    if delta.text:
                        stall.heard()
                        answer.first = answer.first or time.monotonic()
                        pieces.append(delta.text)
                        length += len(delta.text)
                        visit.text(delta.text)
                        if (keep := watch.add(delta.text)) is not None:
                            answer.keep, answer.finish, ended = keep, Finish.REPETITION, True
                            break
                        if length > most:
                            answer.finish, ended = Finish.LENGTH, True
                            break
                    if (delta.finish or delta.done) and not ended:
                        ended = True
                        rest.reschedule(asyncio.get_running_loop().time() + AFTERWARDS)
        except (httpx.HTTPError, TimeoutError):
            if not ended:  # else only the rest of the wrapping is missing
                raise
        finally:
            answer.text = "".join(pieces)
            answer.ended = time.monotonic()
        if not ended and answer.output_tokens is None:
            raise broken("the answer broke off")

    def _note(self, answer: Answer, delta: Delta) -> None:
        """Everything in a step but its text."""
        answer.model = delta.model or answer.model
        if delta.finish:
            answer.finish, answer.cut = finish_of(delta.finish)
        if delta.usage:
            answer.input_tokens = count(delta.usage.get("prompt_tokens"))
            answer.output_tokens = count(delta.usage.get("completion_tokens"))
        answer.speculation = speculation(delta.metrics) or answer.speculation

    def _inside(self, error: object) -> Fault:
        """The fault that an error inside an answer tells: the request has been taken by then."""
        status, words = error_of(error)
        if status in (0, 408, 503) or status >= 500:
            return broken(self._options.hide(words) or "an error inside the answer")
        return of_status(status, words, self._options)

    def _finished(self, answer: Answer, picture: Encoded) -> Answer:
        if not answer.text.strip():
            raise useless("an empty answer")
        profile = self._profile
        answer.clean = repair(answer.said, profile.clean)
        input_tokens = answer.input_tokens if answer.input_tokens is not None else USUAL[0]
        answer.cost = self._ledger.cost(input_tokens, answer.output_guess)
        answer.settings = {
            "profile": profile.name,
            "max_tokens": profile.max_tokens,
            "temperature": profile.temperature,
            "picture": f"{picture.kind} {picture.given[0]}x{picture.given[1]}",
        }
        if picture.scaled:
            answer.notes.append(Note(code=NoteCode.SCALED_DOWN, detail=picture.scaled))
        return answer


async def refusal(response: httpx.Response, options: Options) -> Fault:
    """The fault that an answer without success tells."""
    body = b""
    try:
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > REFUSAL_BYTES:
                break
    except httpx.HTTPError:
        pass  # its status says enough
    return of_status(
        response.status_code,
        words_of(body),
        options,
        wait=retry_after(response.headers),
        location=response.headers.get("location", ""),
        html=body.lstrip().startswith(b"<"),
    )


def finish_of(reason: str) -> tuple[Finish, str]:
    """How an answer ended, and what cut it, in the service's word."""
    if reason == "length":
        return Finish.LENGTH, ""
    if "repetition" in reason:
        return Finish.REPETITION, ""
    return Finish.STOP, "" if reason in ("stop", "eos", "end_turn", "stop_sequence") else reason
