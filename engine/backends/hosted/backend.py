# SPDX-License-Identifier: AGPL-3.0-or-later
"""The `hosted` backend: reads pages through any server that speaks the OpenAI chat protocol.

Loading asks the service nothing: no byte leaves this machine before the first page does. A server on this machine
may be asked whether it is there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from engine.backends.contract import EngineError, Report
from engine.backends.hosted.chat import Chat
from engine.backends.hosted.network import on_this_machine
from engine.backends.hosted.options import parse_options
from engine.backends.hosted.picture import Encoded, encode
from engine.backends.hosted.remote import Line, Remote
from engine.backends.hosted.runner import Ending
from engine.backends.hosted.there import look
from engine.backends.hosted.visit import Visit
from engine.backends.profiles.profile import Profile
from engine.backends.profiles.table import choose
from engine.jina_ocr.image import open_raw
from engine.protocol import Abilities, ErrorCode, ReadPage, Scalar


class HostedBackend(Remote):
    """See `engine.backends.contract.Backend`."""

    name = "hosted"

    def __init__(self) -> None:
        super().__init__()
        self._chat: Chat | None = None
        self._profile: Profile | None = None

    def load(self, options: Mapping[str, Scalar], report: Report) -> Abilities:
        parsed = parse_options(options)
        if not parsed.model:
            raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, "No model is named: the service has to be told which.")
        if parsed.ask_first and on_this_machine(parsed.base_url) and not parsed.proxy:
            look(parsed)
        self._profile = profile = choose(parsed.profile, parsed.model, parsed.profiles_dir)
        self._line = line = Line(self.name, parsed)
        self._chat = Chat(parsed, profile, line.client, line.ledger)
        return Abilities(
            acceptance=not parsed.is_jina,  # where the server reports it
            pages_at_once=parsed.pages_at_once,
            needs_network=True,
            picture_side=profile.side,
        )

    def submit(self, job: ReadPage) -> None:
        line = self.line
        try:
            if job.picture is None:
                raise ValueError("no picture")
            raw = [open_raw(Path(job.picture), job.width, job.height, job.stride)]
        except FileNotFoundError:
            line.fail(job, ErrorCode.NOT_FOUND, str(job.picture))
            return
        except (OSError, ValueError) as error:
            line.fail(job, ErrorCode.DAMAGED, str(error))
            return
        assert self._chat is not None
        assert self._profile is not None
        chat, profile = self._chat, self._profile

        async def work(visit: Visit) -> Ending:
            chat.take(job.job, asyncio.ensure_future(_encode(raw.pop(), profile)))
            try:
                return await visit.run()
            finally:
                chat.drop(job.job)

        line.begin(job, chat, work)


async def _encode(picture: Image.Image, profile: Profile) -> Encoded:
    """The file that is sent, made on a thread of its own; the pixels are not kept."""
    return await asyncio.to_thread(encode, picture, profile.side, profile.max_bytes)
