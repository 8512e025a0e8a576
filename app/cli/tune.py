# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder tune`: how fast an engine reads here, with how many drafts and pages at once. The table is kept,
and the engine is started with the best settings from then on."""

from __future__ import annotations

import argparse
import threading
from dataclasses import replace
from pathlib import Path

import msgspec

from app.cli import console
from app.core import settings_file
from app.core.choice import EngineChoice
from app.core.engines import LOCAL, UnusableError, Wish, WrongError, choices
from app.core.errors import STOPPED
from app.core.places import Places
from app.core.probe import ProbeError, ask, choice_of, request
from app.core.settings import Settings
from app.core.tuning.keep import keep, key_for
from app.core.tuning.run import Limits, Progress, TuneError, tune
from app.core.tuning.sample import Sample, sample_of
from app.core.tuning.words import lines, short
from engine.choose.values import Answer, Ranked
from engine.tune.key import key_of
from engine.tune.values import Table

NO_ENGINE = 3
SCRIPTED = "scripted"

Found = tuple[EngineChoice, dict[str, str]]
"""What is measured, and what the table holds for."""


def tune_engine(options: argparse.Namespace, places: Places) -> int:
    """Raises UnusableError, ProblemError. 130 if it was stopped; what was measured by then is kept."""
    settings, _notice = settings_file.load(places.settings)
    choice, key = _engine(options, settings, places)
    title = (choice.reason or choice.name).partition(";")[0]
    console.say(f"Measuring {title}; this takes up to {options.minutes:g} minutes.")
    with places.run_folder() as folder:
        sample = sample_of(folder, options.document, options.pages)
        run = _Run(choice, key, options)
        stopped = run.wait(sample)
    if run.table is None:
        console.say(run.problem)
        return STOPPED if stopped else NO_ENGINE
    keep(places, run.table)
    if options.json:
        console.put(msgspec.json.format(msgspec.json.encode(run.table), indent=2).decode() + "\n")
    else:
        console.put("\n".join(lines(run.table)) + "\n")
    return STOPPED if stopped else 0


class _Run:
    """The measurement on a thread of its own, so that Ctrl-C ends it in order."""

    def __init__(self, choice: EngineChoice, key: dict[str, str], options: argparse.Namespace) -> None:
        self._choice, self._key, self._options = choice, key, options
        self._stop, self._over = threading.Event(), threading.Event()
        self.table: Table | None = None
        self.problem = ""

    def wait(self, sample: Sample) -> bool:
        """Whether it was stopped by the user."""
        threading.Thread(target=self._work, args=(sample,), name="tune").start()
        stopped = False
        while not self._over.is_set():
            try:
                self._over.wait(0.2)  # an interrupted join takes the thread for ended
            except KeyboardInterrupt:
                stopped = True
                self._stop.set()
        return stopped

    def _work(self, sample: Sample) -> None:
        limits = Limits(seconds=60.0 * self._options.minutes)
        tell = _silent if self._options.quiet else _tell
        try:
            self.table = tune(self._choice, sample, self._key, tell, stop=self._stop, limits=limits)
        except TuneError as error:
            self.problem = str(error)
        except Exception as error:  # noqa: BLE001 - the edge of a thread: told as the run's problem
            self.problem = f"Something unexpected happened in Copyholder: {type(error).__name__}: {error}"
        finally:
            self._over.set()


def _engine(options: argparse.Namespace, settings: Settings, places: Places) -> Found:
    """The engine to measure, by the line, else by the probe."""
    name = options.engine
    if name == SCRIPTED:
        choice = EngineChoice(SCRIPTED, SCRIPTED, options={"script": options.script})
        return choice, key_of(_probe(places, settings).machine, SCRIPTED, "none", "", "", {})
    if name not in ("auto", *LOCAL):
        raise UnusableError(f"“{name}” is not measured: engines with a model on this machine are ({_names()}).")
    settings = _with_line(options, settings)
    answer = _probe(places, settings)
    if name != "auto":
        return _named(name, options, settings, places, answer)
    for one in answer.ranking:
        if one.usable and one.backend in LOCAL:
            return choice_of(one, settings, places), key_for(answer, one)
    raise UnusableError(
        "There is no engine with a model that could be measured: “copyholder doctor” says what is missing."
    )


def _named(name: str, options: argparse.Namespace, settings: Settings, places: Places, answer: Answer) -> Found:
    """As `--engine NAME` of convert would start it; where the probe finds it usable, as it is ranked."""
    entries = [one for one in answer.ranking if one.engine == name]
    ready = next((one for one in entries if one.usable), None)
    if ready is not None:
        return choice_of(ready, settings, places), key_for(answer, ready)
    wish = Wish(name, str(options.model or settings.model), python=str(options.engine_python or settings.engine_python))
    try:
        choice = choices(wish, settings, places)[0]
    except WrongError as error:
        raise UnusableError(str(error)) from error
    one: Ranked | None = entries[0] if entries else None
    key = key_for(answer, one) if one else key_of(answer.machine, name, "none", "", wish.model, {})
    return replace(choice, reason=name), key


def _with_line(options: argparse.Namespace, settings: Settings) -> Settings:
    """The settings with what the line says of model and interpreter."""
    changes: dict[str, str] = {}
    if options.model is not None:
        changes["model"] = str(Path(options.model).absolute())
    if options.engine_python is not None:
        changes["engine_python"] = str(Path(options.engine_python).absolute())
    return msgspec.structs.replace(settings, **changes)


def _probe(places: Places, settings: Settings) -> Answer:
    try:
        return ask(request(places, settings, ask_keychain=False))
    except ProbeError as error:
        raise UnusableError(f"The machine could not be looked at: {error}.") from error


def _names() -> str:
    return ", ".join(sorted(LOCAL))


# ---------------------------------------------------------------- as lines


def _tell(progress: Progress) -> None:
    if progress.row is not None:
        console.say(f"  {progress.row.trial.title}: {short(progress.row)}")


def _silent(_progress: Progress) -> None:
    return
