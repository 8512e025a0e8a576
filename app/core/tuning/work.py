# SPDX-License-Identifier: AGPL-3.0-or-later
"""A measurement on a thread of its own, from the sample pages to the table that is kept, for a window that only
listens."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from app.core.choice import EngineChoice
from app.core.engines import LOCAL, UnusableError, WrongError
from app.core.errors import ProblemError, sentence
from app.core.places import Places
from app.core.probe import ProbeError, ask, choice_of, request
from app.core.settings import Settings
from app.core.tuning.keep import keep, kept, key_for
from app.core.tuning.run import Limits, Progress, TuneError, tune
from app.core.tuning.sample import sample_of
from app.core.wording import tr
from engine.choose.values import Answer
from engine.tune.values import Table

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An engine that can be measured here, and what was measured of it before."""

    title: str
    choice: EngineChoice
    key: dict[str, str]
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """The last that is told: the table, or why there is none."""

    table: Table | None
    problem: str = ""


Told = Progress | Ended


def candidates(places: Places, settings: Settings, answer: Answer | None = None) -> list[Candidate]:
    """Engines with a model that can be used here, the best first. Asks the probe if there is no `answer`: not for
    the interface thread. Raises ProbeError."""
    answer = answer or ask(request(places, settings, ask_keychain=False))
    found = []
    for one in answer.ranking:
        if one.usable and one.backend in LOCAL:
            try:
                choice = choice_of(one, settings, places)
            except (UnusableError, WrongError) as error:  # a folder that has just gone
                log.info("%s cannot be measured: %s", one.engine, error)
                continue
            found.append(Candidate(one.title, choice, key_for(answer, one), kept(places, answer, one)))
    return found


class Tuning:
    """`notify` is called on the thread of the measurement; the last call is with Ended."""

    def __init__(self, wanted: Candidate, places: Places, notify: Callable[[Told], None], *, seconds: float) -> None:
        self._wanted, self._places, self._notify = wanted, places, notify
        self._limits = Limits(seconds=seconds)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tune", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End it soon; what was measured by then counts."""
        self._stop.set()

    def wait(self, timeout: float | None = None) -> bool:
        """Whether it is over."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            ended = Ended(self._measured())
        except TuneError as error:
            ended = Ended(None, str(error))
        except ProblemError as error:
            ended = Ended(None, sentence(error.problem, error.subject))
        except Exception as error:
            log.exception("the measurement failed")
            text = tr("Something unexpected happened in Copyholder: {error}")
            ended = Ended(None, text.format(error=f"{type(error).__name__}: {error}"))
        self._notify(ended)

    def _measured(self) -> Table:
        with self._places.run_folder() as folder:
            sample = sample_of(folder)
            table = tune(
                self._wanted.choice, sample, self._wanted.key, self._notify, stop=self._stop, limits=self._limits
            )
        keep(self._places, table)
        return table


__all__ = ["Candidate", "Ended", "ProbeError", "Told", "Tuning", "candidates"]
