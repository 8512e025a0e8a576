# SPDX-License-Identifier: AGPL-3.0-or-later
"""Choosing an engine, keys, the spending cap, and what happens before pages leave the machine and
when a service keeps the queue from going on. The dialogs are loaded when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from app.core.changes import AppCode, ConsentGiven, ConsentNeeded, EngineStatus, Problem, QueueHeld, Spent
from app.core.engines import CANNOT, wish_of
from app.core.errors import sentence
from app.core.retell import retell
from app.core.wording import tr
from app.desktop.adapter import Desk
from app.desktop.engine_setup import EngineSetup
from app.desktop.memory import Memory
from app.desktop.notice_bar import NextStep, NoticeBar
from app.desktop.phrases import engine_name
from app.desktop.steps import held_steps
from engine.protocol import ErrorCode

if TYPE_CHECKING:
    from app.desktop.dialogs.consent import ConsentDialog

HELD = "held"
"""The group of the notice that says why the queue is held."""

KEYCHAIN = "keychain"

ENGINES = {"engine", "model", "engine_python", "openai_url", "openai_model", "openai_profile", "prompt",
           "commercial", "offline"}  # fmt: skip
"""Settings that say which engine reads."""

NETWORK = {"proxy", "ca_file", "connect_timeout", "timeout", "jina_url", "reader_url", "pages_at_once"}
"""Settings that the engines are given when they start."""


class EngineCommands:
    def __init__(
        self,
        desk: Desk,
        memory: Memory,
        setup: EngineSetup,
        notices: NoticeBar,
        window: QWidget,
        open_settings: Callable[[], None],
    ) -> None:
        self._desk, self._memory, self.setup, self._notices, self._window = desk, memory, setup, notices, window
        self._open_settings = open_settings
        self._held: QueueHeld | None = None
        self._consent: ConsentDialog | None = None
        self._spent = Spent(0.0, memory.settings.max_cost or None)
        setup.failed.connect(self._not_changed)
        setup.waiting.connect(self._keychain)
        setup.passed_over.connect(self._passed_over)

    # ------------------------------------------------------------ choosing

    def choose(self) -> None:
        from app.desktop.dialogs.engine import EngineDialog

        dialog = EngineDialog(self.setup.shown, self.setup.places, self.setup.keys, self._window)
        dialog.temporary_key.connect(self.setup.use_for_now)
        dialog.chosen.connect(self._use)
        dialog.open()

    def _use(self, values: dict[str, Any]) -> None:
        self._memory.change(**values)
        self.setup.apply(self._go_on)

    def settings_changed(self, names: set[str]) -> None:
        """Settings that concern engines were changed in their dialog."""
        if "max_cost" in names:
            self._desk.session.limit_cost(self._memory.settings.max_cost or None)
        if (NETWORK | ENGINES) & names:
            self.setup.apply(self._go_on)

    def _not_changed(self, reason: str) -> None:
        self._notices.tell(
            tr("The engine was not changed. {reason}").format(reason=reason),
            group="engine",
            steps=(NextStep(tr("Engine…"), self.choose),),
        )

    def _passed_over(self, reason: str) -> None:
        """An engine has no key, and the next one that the user named reads."""
        name, why = reason.split(CANNOT, 1)
        reason = f"{engine_name(name)}{CANNOT}{why}"
        reads = engine_name(self.setup.chain[0].name)
        steps = (NextStep(tr("Enter the key…"), self.enter_key), NextStep(tr("Engine…"), self.choose))
        text = tr("{reason}. {engine} reads instead.").format(reason=reason.rstrip("."), engine=reads)
        self._notices.tell(text, group="engine", steps=steps)

    def _keychain(self, waits: bool) -> None:
        self._notices.withdraw(KEYCHAIN)
        if waits:
            self._notices.tell(
                tr("The keychain has not answered yet: unlock it where it asks, then the reading begins."),
                group=KEYCHAIN,
                steps=(NextStep(tr("Choose another engine…"), self.choose, stays=True),),
            )

    def tell_trouble(self, reason: str) -> None:
        """The settings name an engine that cannot be used."""
        name = engine_name(wish_of(self._memory.settings).engine)
        self._notices.tell(
            tr("{engine} cannot be used, and the built-in reader stands in. {reason}").format(
                engine=name, reason=reason
            ),
            group="engine",
            steps=(NextStep(tr("Engine…"), self.choose),),
        )

    def status(self, status: EngineStatus) -> None:
        """Another engine reads instead of one that failed; the notice says why."""
        if status.state != "failed" or not status.instead:
            return
        name, instead = engine_name(status.name), engine_name(status.instead)
        problem = status.problem or Problem(AppCode.ENGINE_REPLACED)
        if problem.code is AppCode.NO_CONSENT:
            text = tr("Nothing is sent to {host}, as you said: {instead} reads instead.").format(
                host=problem.detail, instead=instead
            )
        elif problem.detail:
            text = tr("{engine} cannot be used ({reason}): {instead} reads instead.").format(
                engine=name, reason=retell(problem.detail.rstrip(".")), instead=instead
            )
        else:
            text = tr("{engine} cannot be used: {instead} reads instead.").format(engine=name, instead=instead)
        self._notices.tell(text, group="engine-replaced", steps=(NextStep(tr("Engine…"), self.choose),))

    # ------------------------------------------------------------ keys and costs

    def enter_key(self) -> None:
        host = self.setup.key_host
        if host:
            from app.desktop.dialogs.key import KeyDialog

            dialog = KeyDialog(host, self.setup.keys, self._window)
            dialog.saved.connect(self._use_key)
            dialog.open()

    def _use_key(self, host: str, temporary: str) -> None:
        if temporary:
            self.setup.use_for_now(host, temporary)
        self.setup.apply_again(self._go_on)

    def raise_cap(self) -> None:
        problem = self._held.problem if self._held is not None else None
        reached = problem is not None and problem.code is ErrorCode.COST_LIMIT
        from app.desktop.dialogs.cap import CapDialog

        dialog = CapDialog(self._spent, reached, self._window)
        dialog.chosen.connect(self._limit)
        dialog.open()

    def _limit(self, dollars: float) -> None:
        self._desk.session.limit_cost(dollars or None)
        self._go_on()

    def spent(self, spent: Spent) -> None:
        self._spent = spent

    # ------------------------------------------------------------ the held queue

    def held(self, held: QueueHeld) -> None:
        """One line that stays until the queue goes on."""
        self._notices.withdraw(HELD)
        self._held = held if held.problem is not None else None
        if held.problem is None:
            return
        doings = {
            "key": self.enter_key,
            "engine": self.choose,
            "cap": self.raise_cap,
            "settings": self._open_settings,
            "resume": self._desk.session.resume,
        }
        steps = tuple(NextStep(text, doings[asks], stays=True) for text, asks in held_steps(held.problem.code))
        text = sentence(held.problem, engine_name(held.engine))
        self._notices.tell(text, severity="error", group=HELD, steps=steps, first=True)

    def _go_on(self) -> None:
        """What held the queue is settled."""
        if self._held is not None:
            self._desk.session.resume()

    # ------------------------------------------------------------ consent

    def ask_consent(self, needed: ConsentNeeded) -> None:
        if self._consent is not None and self._consent.host == needed.host:
            self._consent.show_needed(needed)
            return
        self._close_consent()
        from app.desktop.dialogs.consent import ConsentDialog

        self._consent = dialog = ConsentDialog(needed, self.setup.is_encrypted(needed.host), self._window)
        dialog.answered.connect(self._answered)
        dialog.open()

    def _answered(self, host: str, granted: bool, remember: bool) -> None:
        self._consent = None
        self._desk.session.consent(host, granted, remember)

    def consent_given(self, given: ConsentGiven) -> None:
        self._close_consent()
        trusted = self._memory.settings.trusted_hosts
        if given.granted and given.remember and given.host not in trusted:
            self._memory.change(trusted_hosts=(*trusted, given.host))
            self._desk.session.use_settings(self._memory.settings)

    def _close_consent(self) -> None:
        """Without an answer: the question is not open any more."""
        dialog, self._consent = self._consent, None
        if dialog is not None:
            dialog.answered.disconnect(self._answered)
            dialog.close()
