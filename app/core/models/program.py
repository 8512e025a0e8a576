# SPDX-License-Identifier: AGPL-3.0-or-later
"""One run of the models program: a command in, events out, and always an ending."""

from __future__ import annotations

import logging
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from app.core.children.blot import Blot
from app.core.children.launch import child_environment
from app.core.children.life import Life
from app.core.models.words import ModelProblem, of_failure
from engine.models.messages import (
    ENDINGS,
    Checked,
    CheckModel,
    Failed,
    FetchModel,
    ModelCode,
    ModelCommand,
    ModelEvent,
    decode_event,
)
from engine.protocol import encode

log = logging.getLogger(__name__)

LINES = 40
"""Last lines of its standard error that go to the log when it dies."""


def command() -> list[str]:
    return [sys.executable, "-m", "engine.models"]


class Program:
    """The running program. Iterate over `events` on the thread that made it, which must live as
    long as it does; `stop` may be called from any thread."""

    def __init__(self, order: ModelCommand, start_with: Sequence[str] = ()) -> None:
        """Raises ModelProblem where it cannot be started."""
        with_what = list(start_with) or command()
        secrets = [order.token] if isinstance(order, FetchModel) else []
        self._said: deque[str] = deque(maxlen=LINES)
        try:
            self._life = Life("models", with_what, child_environment(with_what), self._said, Blot(secrets))
        except OSError as error:
            raise ModelProblem(ModelCode.CRASHED, error.strerror or "it cannot be started") from error
        self._stopped = False
        self._life.write(encode(order))

    @property
    def pid(self) -> int:
        return self._life.pid

    def events(self) -> Iterator[ModelEvent]:
        """All events; the last one is an ending, made here if the program died without."""
        for line in self._life.lines():
            try:
                event = decode_event(line)
            except msgspec.DecodeError as error:
                log.warning("models: not an event (%s)", error)
                continue
            yield event
            if isinstance(event, ENDINGS):
                self._life.quit()
                return
        outcome = self._life.outcome()
        if not self._stopped:
            log.info("models %s%s", outcome.words, "".join(f"\n  {line}" for line in self._said))
        yield Failed(code=ModelCode.CRASHED, detail=outcome.words)

    def stop(self) -> None:
        """End it now; what is on the disk stays. Returns when it is gone."""
        self._stopped = True
        self._life.quit()


def check(folder: Path, checksums: bool = False, start_with: Sequence[str] = ()) -> Checked:
    """Is this folder a model that can be used? Blocks; raises ModelProblem."""
    for event in Program(CheckModel(folder=str(folder.absolute()), checksums=checksums), start_with).events():
        if isinstance(event, Checked):
            return event
        if isinstance(event, Failed):
            raise of_failure(event)
    raise ModelProblem(ModelCode.CRASHED)
