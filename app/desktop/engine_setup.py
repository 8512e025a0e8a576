# SPDX-License-Identifier: AGPL-3.0-or-later
"""From the settings to the engines that the session reads with. Folders are looked at and keys are
fetched in the background: a keychain may ask its owner first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from app.core.choice import EngineChoice
from app.core.engine_options import asked
from app.core.engines import (
    LOCAL,
    OPENAI,
    EngineError,
    Wish,
    choices,
    key_host,
    stands_in,
    unlocked,
    wish_of,
    with_key,
    with_keys,
)
from app.core.errors import ProblemError, sentence
from app.core.keys import Keys, account
from app.core.places import Places
from app.core.probe import automatic, tuned
from app.core.retell import retell
from app.core.settings import Settings
from app.desktop.adapter import Desk
from app.desktop.background import in_background
from app.desktop.memory import Memory

PATIENCE_MS = 3_000
"""After this long without an answer of the keychain the window says what it waits for."""


class EngineSetup(QObject):
    failed = Signal(str)  # why the engines stay as they are, in a sentence
    changed = Signal()  # the session was given others
    passed_over = Signal(str)  # why another engine reads than the one that was named, in sentences
    waiting = Signal(bool)  # whether a keychain keeps everybody waiting

    def __init__(
        self,
        desk: Desk,
        memory: Memory,
        places: Places,
        first: Sequence[EngineChoice],
        named: Wish | None,
        parent: QObject,
    ) -> None:
        """`first` are the engines that the session began with, without keys. They came from what the
        line `named`, else from the settings."""
        super().__init__(parent)
        self._desk, self._memory, self.places = desk, memory, places
        self.keys = Keys(places)
        self.chain = tuple(first)
        self._whole = self.chain  # with those that are passed over for want of a key
        self._named = named
        self._once: tuple[EngineChoice, ...] = ()  # that pages were read with once, without keys
        self._temporary: dict[str, str] = {}  # keys that are kept nowhere, by account
        self._serial = self._answered = 0

    def is_encrypted(self, host: str) -> bool:
        """Whether what goes to a host is encrypted on its way."""
        engines = (*self.chain, *self._once)
        bases = [str(one.options.get("base_url", "")) for one in engines if one.host == host]
        return not any(base.startswith("http:") for base in bases)

    @property
    def key_host(self) -> str:
        """The host whose key the present engines take, the first one that takes any; else ""."""
        return next((host for host in map(key_host, self._whole) if host), "")

    def use_for_now(self, host: str, key: str) -> None:
        """Take this key for a host until the program is closed."""
        self._temporary[account(host)] = key

    @property
    def shown(self) -> Settings:
        """The settings with what the line named instead, for a dialog."""
        settings, named = self._memory.settings, self._named
        if named is None:
            return settings
        model = "openai_model" if named.engine.startswith(OPENAI) else "model"
        values = {"engine": named.engine, model: named.model, "engine_python": named.python}
        return msgspec.structs.replace(settings, **{name: value for name, value in values.items() if value})

    def begin(self) -> None:
        """Give the first engines their keys. Pages wait for that: without a key they would fail.
        Where the choice is left to us, it is made while the built-in engine reads."""
        if self.key_host:
            self._desk.session.pause()
            self.apply_again(self._desk.session.resume)
        elif self._named is None and (is_automatic(self._memory.settings) or self._is_local()):
            settings, places = self._memory.settings, self.places
            self._fetch(lambda: of_settings(settings, places), lambda: None, unasked=True)

    def _is_local(self) -> bool:
        """Whether there may be measurements for the present engines."""
        return any(one.backend in LOCAL for one in self.chain)

    def apply_again(self, then: Callable[[], None]) -> None:
        """Read on with the same engines, with the keys that there are now."""
        present = self._whole
        self._fetch(lambda: present, then)

    def apply(self, then: Callable[[], None] = lambda: None) -> None:
        """Read with what the settings name from now on; `then` only if that is possible."""
        settings, places = self._memory.settings, self.places
        self._named = None
        self._fetch(lambda: of_settings(settings, places), then)

    def apply_measured(self, then: Callable[[], None]) -> None:
        """Read on as before, with what was measured meanwhile; `then` in any case."""
        settings, places, named = self._memory.settings, self.places, self._named
        present = self._whole

        def make() -> tuple[EngineChoice, ...]:
            return of_settings(settings, places) if named is None else tuned(present, settings, places)

        self._fetch(make, then, in_any_case=True)

    def once(
        self, values: dict[str, Any], then: Callable[[tuple[EngineChoice, ...], str | None], None]
    ) -> None:
        """The engines that the settings would name with these `values`, with their keys, and the prompt, for pages
        that are read once with them; the session's own stay. Why it cannot be is told by `failed`."""
        settings, places = msgspec.structs.replace(self._memory.settings, **values), self.places
        keys, temporary = self.keys, dict(self._temporary)

        def work() -> tuple[EngineChoice, ...]:
            chain = tuned(choices(wish_of(settings), settings, places), settings, places)
            return tuple(_unlocked(one, keys, temporary) for one in chain)

        def done(chain: tuple[EngineChoice, ...]) -> None:
            self._once = (*self._once, *(replace(one, secrets={}) for one in chain))
            then(chain, asked(settings.prompt, chain))

        in_background(work, done, self._not_possible)

    def _fetch(
        self,
        make: Callable[[], tuple[EngineChoice, ...]],
        then: Callable[[], None],
        *,
        unasked: bool = False,
        in_any_case: bool = False,
    ) -> None:
        self._serial += 1
        serial, keys, temporary = self._serial, self.keys, dict(self._temporary)

        def work() -> tuple[EngineChoice, ...]:
            return tuple(_unlocked(one, keys, temporary) for one in make())

        def done(chain: tuple[EngineChoice, ...]) -> None:
            if serial == self._serial:  # else the user has chosen anew meanwhile
                self._answer(serial)
                self._use(chain, unasked)
                then()

        def failed(error: Exception) -> None:
            self._answer(serial)
            self._not_possible(error)
            if in_any_case:
                then()

        in_background(work, done, failed)
        QTimer.singleShot(PATIENCE_MS, self, lambda: self._look_after(serial))

    def _look_after(self, serial: int) -> None:
        """A keychain that asks its owner may do so behind the window."""
        if serial == self._serial and serial != self._answered:
            self.waiting.emit(True)

    def _answer(self, serial: int) -> None:
        self._answered = serial
        self.waiting.emit(False)

    def _use(self, whole: tuple[EngineChoice, ...], unasked: bool) -> None:
        """Where nobody asked and nothing is new but the reason, the engine is not started again for it."""
        chain = with_keys(whole)
        same = [replace(one, reason="") for one in chain] == [replace(one, reason="") for one in self.chain]
        if not (unasked and same):
            self._desk.session.use_engines(chain, asked(self._memory.settings.prompt, chain))
        self.chain = tuple(replace(one, secrets={}) for one in chain)
        self._whole = tuple(replace(one, secrets={}) for one in whole)
        self.changed.emit()
        if len(chain) < len(whole):
            self.passed_over.emit(retell(stands_in(chain)))

    def _not_possible(self, error: Exception) -> None:
        if isinstance(error, EngineError):
            self.failed.emit(error.window)
        elif isinstance(error, ProblemError):
            self.failed.emit(sentence(error.problem, error.subject))


def is_automatic(settings: Settings) -> bool:
    """Whether the choice of an engine is left to us."""
    return settings.engine in ("", "auto")


def of_settings(settings: Settings, places: Places) -> tuple[EngineChoice, ...]:
    """The chain that the settings name, as it was measured here, with the built-in engine at its end; the choice
    for this machine where they leave it to us. Raises EngineError."""
    if is_automatic(settings):
        return automatic(places, settings)
    return tuned(choices(wish_of(settings), settings, places, fall_back=True), settings, places)


def _unlocked(choice: EngineChoice, keys: Keys, temporary: dict[str, str]) -> EngineChoice:
    if key := temporary.get(account(key_host(choice)), ""):
        return with_key(choice, key)
    return unlocked((choice,), keys)[0]
