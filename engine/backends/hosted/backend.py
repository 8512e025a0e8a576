# SPDX-License-Identifier: AGPL-3.0-or-later
"""The `hosted` backend: reads pages through any server that speaks the OpenAI chat protocol.

Loading asks the service nothing: no byte leaves this machine before the first page does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx
from PIL import Image

from engine.backends.contract import EngineError, PageEvent, Report
from engine.backends.hosted.chat import Chat
from engine.backends.hosted.gate import Gate
from engine.backends.hosted.ledger import Ledger
from engine.backends.hosted.network import make_client
from engine.backends.hosted.options import Options, parse_options
from engine.backends.hosted.picture import Encoded, encode
from engine.backends.hosted.retry import Patience
from engine.backends.hosted.runner import Runner
from engine.backends.hosted.visit import Visit
from engine.backends.profiles.profile import Profile
from engine.backends.profiles.table import choose
from engine.jina_ocr.image import open_raw
from engine.protocol import Abilities, ErrorCode, PageFailed, PageRead, ReadPage, Scalar


@dataclass
class Loaded:
    """What there is once the backend is loaded."""

    options: Options
    profile: Profile
    client: httpx.AsyncClient
    chat: Chat
    gate: Gate
    ledger: Ledger
    runner: Runner


class HostedBackend:
    """See `engine.backends.contract.Backend`."""

    name = "hosted"

    def __init__(self) -> None:
        self._loaded: Loaded | None = None

    def load(self, options: Mapping[str, Scalar], report: Report) -> Abilities:
        parsed = parse_options(options)
        if not parsed.model:
            raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, "No model is named: the service has to be told which.")
        profile = choose(parsed.profile, parsed.model, parsed.profiles_dir)
        client = make_client(parsed)
        ledger = Ledger((parsed.input_price, parsed.output_price), parsed.spent, parsed.max_cost)
        self._loaded = Loaded(
            options=parsed,
            profile=profile,
            client=client,
            chat=Chat(parsed, profile, client, ledger),
            gate=Gate(parsed.pages_at_start, parsed.pages_at_once),
            ledger=ledger,
            runner=Runner("hosted", parsed.hide),
        )
        return Abilities(
            acceptance=not parsed.host.endswith("jina.ai"),  # where the server reports it
            pages_at_once=parsed.pages_at_once,
            needs_network=True,
            picture_side=profile.side,
        )

    def submit(self, job: ReadPage) -> None:
        loaded = self._ready()
        try:
            if job.picture is None:
                raise ValueError("no picture")
            picture = open_raw(Path(job.picture), job.width, job.height, job.stride)
        except FileNotFoundError:
            loaded.runner.say(PageFailed(job=job.job, code=ErrorCode.NOT_FOUND, detail=str(job.picture)))
            return
        except (OSError, ValueError) as error:
            loaded.runner.say(PageFailed(job=job.job, code=ErrorCode.DAMAGED, detail=str(error)))
            return
        patience = Patience(loaded.options.wait_scale)
        visit = Visit(job, loaded.chat, loaded.gate, loaded.ledger, patience, loaded.runner.say)
        raw = [picture]

        async def work() -> PageRead | PageFailed:
            loaded.chat.take(job.job, asyncio.ensure_future(_encode(raw.pop(), loaded.profile)))
            try:
                return await visit.run()
            finally:
                loaded.chat.drop(job.job)

        loaded.runner.start(job.job, work, visit.leave)

    def step(self, timeout: float) -> Sequence[PageEvent]:
        return self._ready().runner.step(timeout)

    def cancel(self, job: int) -> None:
        if self._loaded is not None:
            self._loaded.runner.cancel(job)

    def close(self) -> None:
        loaded, self._loaded = self._loaded, None
        if loaded is not None:
            loaded.runner.close(loaded.client.aclose)

    def memory(self) -> int | None:
        return None

    def _ready(self) -> Loaded:
        if self._loaded is None:
            raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, "The engine is not loaded.")
        return self._loaded


async def _encode(picture: Image.Image, profile: Profile) -> Encoded:
    """The file that is sent, made on a thread of its own; the pixels are not kept."""
    return await asyncio.to_thread(encode, picture, profile.side, profile.max_bytes)
