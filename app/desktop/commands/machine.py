# SPDX-License-Identifier: AGPL-3.0-or-later
"""What this machine could do: the engines and what they lack, models, local engines, measuring, and the card on
the first page. The dialogs are loaded when they are asked for: a start need not pay for them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.core.changes import QueueFinished
from app.core.choice import BUILTIN
from app.core.engines import LOCAL
from app.core.models import JINA_OCR, is_offline
from app.core.probe import Probe, ProbeError
from app.core.retell import retell
from app.core.wording import tr
from app.desktop.adapter import Desk
from app.desktop.background import in_background
from app.desktop.engine_setup import EngineSetup
from app.desktop.look import Look
from app.desktop.memory import Memory
from app.desktop.notice_bar import NextStep, NoticeBar
from app.desktop.phrases import better_words, engine_name
from app.desktop.welcome import Welcome
from engine.choose import Answer, better

if TYPE_CHECKING:
    from app.core.environments import Plan
    from app.core.tuning.work import Tuning
    from app.desktop.dialogs.doctor import EnginesDialog
    from app.desktop.dialogs.local import LocalDialog

LATER_MS = 1_500
"""After the start, until the machine is looked at for the card: what the user does first comes first."""


class _Post(QObject):
    """Brings the probe's answer to the interface thread."""

    answered = Signal(object)


class MachineCommands(QObject):
    def __init__(
        self,
        desk: Desk,
        memory: Memory,
        setup: EngineSetup,
        notices: NoticeBar,
        look: Look,
        window: QWidget,
        *,
        choose: Callable[[], None],
        enter_key: Callable[[], None],
        is_paused: Callable[[], bool],
    ) -> None:
        super().__init__(window)
        self._desk, self._memory, self._setup, self._notices = desk, memory, setup, notices
        self._look, self._window = look, window
        self._choose, self._enter_key, self._is_paused = choose, enter_key, is_paused
        self._engines: EnginesDialog | None = None
        self._local: LocalDialog | None = None
        self._was_paused = False
        self._asked_to_measure = False
        self._post = _Post(self)
        setup.changed.connect(self._engines_changed)

    # ------------------------------------------------------------ the engines

    def doctor(self) -> None:
        """What this machine has and what it lacks. A second call brings the window to the front."""
        if self._engines is not None:
            self._engines.activateWindow()
            return
        from app.desktop.dialogs.doctor import EnginesDialog

        settings = self._memory.settings
        self._engines = dialog = EnginesDialog(self._window, self._setup.places, settings, self._look, self._present())
        dialog.act_asked.connect(self._act)
        dialog.choose_asked.connect(self._choose)
        dialog.local_asked.connect(self.local)
        dialog.finished.connect(lambda _code: setattr(self, "_engines", None))
        dialog.show()

    def _present(self) -> str:
        first = self._setup.chain[0] if self._setup.chain else BUILTIN
        name = engine_name(first.name)
        if first.reason:
            return tr("Pages are read by: {engine}. Why: {reason}.").format(engine=name, reason=retell(first.reason))
        return tr("Pages are read by: {engine}.").format(engine=name)

    def _act(self, act: str) -> None:
        kind, *rest = act.split()
        if kind == "model":
            self.fetch("")
        elif kind == "install":
            self._plan(rest[0], rest[1])
        elif kind == "tune":
            self.measure()
        else:
            self._enter_key()

    # ------------------------------------------------------------ models and engines

    def local(self) -> None:
        if self._local is not None:
            self._local.activateWindow()
            return
        from app.desktop.dialogs.local import LocalDialog

        self._local = dialog = LocalDialog(self._front(), self._setup.places, self._memory.settings)
        dialog.fetch_asked.connect(self.fetch)
        dialog.install_asked.connect(self.install)
        dialog.model_chosen.connect(self._use_model)
        dialog.removed.connect(lambda _engine: self._setup.apply())
        dialog.finished.connect(lambda _code: setattr(self, "_local", None))
        dialog.show()

    def fetch(self, revision: str = "") -> None:
        """The licence, then the download."""
        if is_offline(self._memory.settings):
            self._say_offline()
            return
        from app.desktop.dialogs.models import ModelDialog

        dialog = ModelDialog(self._front(), self._setup.places, self._memory.settings, JINA_OCR, revision)
        dialog.fetched.connect(self._fetched)
        dialog.open()

    def _fetched(self, folder: Path) -> None:
        """The first model is used at once; another one only when that is asked for."""
        if self._memory.settings.model:
            self._look_again()
        else:
            self._use_model(str(folder))

    def _use_model(self, folder: str) -> None:
        self._memory.change(model=folder)
        self._setup.apply()

    def _plan(self, engine: str, hardware: str) -> None:
        """The graphics driver is asked, off this thread."""
        from app.core.environments import InstallProblem, Plan, plan, this_machine

        def work() -> Plan | str:
            try:
                return plan(engine, this_machine(), hardware)
            except InstallProblem as problem:
                return str(problem)

        def done(found: Plan | str) -> None:
            if isinstance(found, Plan):
                self.install(found)
            else:
                self._notices.tell(found, group="install")

        in_background(work, done)

    def install(self, wanted: Plan) -> None:
        if is_offline(self._memory.settings):
            self._say_offline()
            return
        from app.desktop.dialogs.install import InstallDialog

        dialog = InstallDialog(self._front(), self._setup.places, self._memory.settings, wanted)
        dialog.installed.connect(lambda _engine: self._setup.apply())
        dialog.open()

    def _say_offline(self) -> None:
        self._notices.tell(
            tr("Nothing was fetched, because Copyholder is set to work offline: allow the network in the settings."),
            group="offline",
        )

    # ------------------------------------------------------------ measuring

    def measure(self) -> None:
        from app.desktop.dialogs.tuning import TuningDialog

        dialog = TuningDialog(self._front(), self._setup.places, self._memory.settings)
        dialog.started.connect(self._measuring)
        dialog.ended.connect(self._measured)
        dialog.left.connect(self._wait_for)
        dialog.open()

    def queue_finished(self, finished: QueueFinished) -> None:
        """After the first documents: an engine that was never measured as it is now may be worth it."""
        reads = next(iter(self._setup.chain), BUILTIN)
        if self._asked_to_measure or not finished.read or reads.backend not in LOCAL:
            return
        if not self._memory.settings.suggest_engines:
            return
        self._asked_to_measure = True
        from app.core.tuning.offer import offer

        places, settings = self._setup.places, self._memory.settings
        in_background(lambda: offer(places, settings, reads), self._offer_measuring)

    def _offer_measuring(self, text: str) -> None:
        if text:
            step = NextStep(tr("Measure…"), self.measure)
            self._notices.tell(text, severity="info", group="measure", steps=(step,))

    def _measuring(self) -> None:
        """Nothing is read meanwhile, and an engine that holds a model lets go of it: there may not be room for two."""
        self._was_paused = self._is_paused()
        self._desk.session.pause()
        if any(one.backend in LOCAL for one in self._setup.chain):
            self._desk.session.use_engines((BUILTIN,))

    def _measured(self, _found: bool) -> None:
        """Read on, with what was measured if anything was."""
        self._setup.apply_measured(self._go_on)

    def _wait_for(self, work: Tuning) -> None:
        in_background(work.wait, self._measured)

    def _go_on(self) -> None:
        if not self._was_paused:
            self._desk.session.resume()

    # ------------------------------------------------------------ the card

    def begin(self, welcome: Welcome) -> None:
        """Some time after the start: see whether there is something better to offer."""
        welcome.better_asked.connect(self.doctor)
        welcome.better_dismissed.connect(lambda: self._memory.change(suggest_engines=False))
        self._post.answered.connect(lambda answer: self._offer(answer, welcome))
        QTimer.singleShot(LATER_MS, self, lambda: self._probe(welcome))

    def _probe(self, welcome: Welcome) -> None:
        if self._memory.settings.suggest_engines and welcome.isVisible():
            Probe(self._setup.places, self._memory.settings, self._answered).start()

    def _answered(self, answer: Answer | ProbeError) -> None:
        """On the probe's thread."""
        try:
            self._post.answered.emit(answer)
        except RuntimeError:  # the window is gone
            return

    def _offer(self, answer: Answer | ProbeError, welcome: Welcome) -> None:
        if isinstance(answer, ProbeError) or not self._memory.settings.suggest_engines:
            return
        one = better(answer.ranking)
        if one is not None:
            welcome.offer(better_words(one))

    # ------------------------------------------------------------

    def _front(self) -> QWidget:
        """What a further dialog belongs to."""
        return self._local or self._engines or self._window

    def _engines_changed(self) -> None:
        if self._engines is not None:
            self._engines.say_present(self._present())
        self._look_again()

    def _look_again(self) -> None:
        settings = self._memory.settings
        if self._engines is not None:
            self._engines.use_settings(settings)
        if self._local is not None:
            self._local.use_settings(settings)
