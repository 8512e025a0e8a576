# SPDX-License-Identifier: AGPL-3.0-or-later
"""One engine in use: what was chosen, and the child program that runs it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence

from app.core.children import Child, ChildState, engine_command
from app.core.choice import EngineChoice
from engine.protocol import Abilities, EngineCommand, Event, Scalar, UseEngine

log = logging.getLogger(__name__)

HEAVY = frozenset({"transformers", "vllm"})
"""Backends that fill the memory of a graphics card: two at once would not fit."""


class EngineLine:
    """`extra` gives what UseEngine says beside the choice's own options at that moment.
    `command` starts the program of a choice that names none. `on_event` and `on_state` are
    called on the child's thread. All methods are for the session's thread and return at once."""

    def __init__(
        self,
        choice: EngineChoice,
        extra: Callable[[EngineChoice], Mapping[str, Scalar]],
        command: Sequence[str] | None,
        on_event: Callable[[EngineLine, Event], None],
        on_state: Callable[[EngineLine, ChildState], None],
    ) -> None:
        self.choice = choice
        self.abilities: Abilities | None = None  # while it is ready
        self.deaths = 0  # in a row, without a finished page between
        self.stale = False  # it was loaded with a cap that has changed since
        self.spoke = 0.0  # time.monotonic() of its last word while it starts
        self.watched = False  # somebody looks at that
        self._extra = extra
        self._child = Child(
            "engine",
            choice.command or command or engine_command(),
            lambda event: on_event(self, event),
            lambda state: on_state(self, state),
            secrets=tuple(choice.secrets.values()),
        )
        self.started = False

    @property
    def name(self) -> str:
        return self.choice.name

    @property
    def heavy(self) -> bool:
        return self.choice.backend in HEAVY

    def start(self) -> None:
        self.started = True
        self._child.start()
        self.use()

    def use(self) -> None:
        """Load the backend, in this process or as soon as there is one again. Only while the
        engine has no pages: it would end them."""
        self.abilities = None
        self.stale = False
        choice = self.choice
        options = {**choice.options, **choice.speed, **choice.secrets, **self._extra(choice), "acknowledged": True}
        self._child.send(UseEngine(name=choice.backend, options=options))

    def send(self, command: EngineCommand) -> None:
        self._child.send(command)

    def restart(self) -> None:
        self._child.restart()

    def close(self, closed: Callable[[], None], *, at_once: bool = False) -> threading.Thread:
        """End the program on a thread of its own, then call `closed` there."""
        self.abilities = None

        def end() -> None:
            self._child.close(at_once=at_once)
            closed()

        thread = threading.Thread(target=end, name="closing-engine", daemon=True)
        thread.start()
        return thread
