# SPDX-License-Identifier: AGPL-3.0-or-later
"""Installing an engine: built beside, tested, then put in its place. Cancelled, failed or killed at any
moment, what was there before is as it was."""

from __future__ import annotations

import datetime as dt
import os
import shutil
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from app import __version__
from app.core.environments import place, tools
from app.core.environments.bridge import build
from app.core.environments.place import Environment, python_of
from app.core.environments.plan import Plan, Step
from app.core.environments.runner import Runner, Stopped
from app.core.environments.selftest import SelfTest
from app.core.environments.words import InstallCode, InstallProblem
from app.core.errors import ProblemError
from app.core.places import Places
from engine.protocol import ErrorCode

LOOK = 2.0
"""Seconds between two looks at how large the new environment is."""


class InstallState(StrEnum):
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log."""

    text: str


@dataclass(frozen=True, slots=True)
class Stage:
    """What is done now: stage `number` of `of`, from 1."""

    title: str
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class Grown:
    """Bytes of the new environment so far; `total` is what it will have, about."""

    done: int
    total: int


InstallChange: TypeAlias = InstallState | Line | Stage | Grown


class Installation:
    """`notify` is called on threads of the installation's own. `start` and `cancel` return at once;
    an installation runs once, `Installation(...)` anew is the retry."""

    def __init__(
        self, wanted: Plan, places: Places, notify: Callable[[InstallChange], None], *,
        model: str = "", proxy: str = "", ca_file: str = "",
    ) -> None:  # fmt: skip
        """`model`: folder of a model that the self-test reads a page with; empty: none."""
        self.plan = wanted
        self.problem: InstallProblem | None = None
        self.environment: Environment | None = None
        self._places = places
        self._notify = notify
        self._model = model
        self._proxy = proxy
        self._ca_file = ca_file
        self._runner = Runner(lambda text: notify(Line(text)))
        self._test = SelfTest(wanted.engine, wanted.hardware, self._runner, lambda text: notify(Line(text)))
        self._thread = threading.Thread(target=self._run, name="install", daemon=True)
        self._state = InstallState.RUNNING

    @property
    def state(self) -> InstallState:
        return self._state

    def start(self) -> None:
        self._thread.start()

    def cancel(self) -> None:
        """End it; what was built so far is deleted."""
        threading.Thread(target=self._stop, name="install-stop", daemon=True).start()

    def wait(self, timeout: float | None = None) -> bool:
        """Until it has ended; False if that takes longer."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _stop(self) -> None:
        self._test.stop()
        self._runner.stop()

    # ------------------------------------------------------------ on the installation's thread

    def _run(self) -> None:
        self._notify(InstallState.RUNNING)
        try:
            with place.alone(self._places, self.plan.engine):
                self.environment = self._install()
            self._state = InstallState.DONE
        except Stopped:
            self._state = InstallState.CANCELLED
        except InstallProblem as problem:
            self.problem, self._state = problem, InstallState.FAILED
        except (OSError, ProblemError) as error:
            self.problem, self._state = _of_system(error, place.engines(self._places)), InstallState.FAILED
        except Exception as error:  # noqa: BLE001 - the thread's edge: whoever waits must hear an ending
            self.problem = InstallProblem(InstallCode.INTERNAL, f"{type(error).__name__}: {error}")
            self._state = InstallState.FAILED
        self._notify(self._state)

    def _install(self) -> Environment:
        home = place.engines(self._places)
        place.delete_unfinished(self._places, self.plan.engine)
        free = shutil.disk_usage(home).free
        if free < self.plan.disk:
            raise InstallProblem(InstallCode.DISK_FULL, f"{self.plan.disk} {free}")
        new = Path(tempfile.mkdtemp(prefix=f".{self.plan.engine}.new-", dir=home))
        watch = _Watch(new, self.plan.disk, self._notify)
        try:
            with watch:
                record = self._build(new)
            place.write_record(new, record)
            if self._runner.stopped:
                raise Stopped
            tools.settle_scripts(new, place.engines(self._places) / self.plan.engine)
            try:
                place.swap(self._places, self.plan.engine, new)
            except PermissionError as error:
                raise InstallProblem(InstallCode.BUSY, error.strerror or str(new)) from error
        finally:
            shutil.rmtree(new, ignore_errors=True)
        return record

    def _build(self, new: Path) -> Environment:
        scratch = new / ".scratch"
        scratch.mkdir()
        uv = tools.uv_for(self.plan)
        of = len(self.plan.steps) + 2
        self._notify(Stage("an empty environment", 1, of))
        self._tool(tools.make(new, self.plan.engine, uv), scratch, InstallCode.NO_VENV)
        for number, step in enumerate(self.plan.steps, 2):
            self._notify(Stage(step.title, number, of))
            self._step(new, step, scratch, uv)
        self._notify(Stage("self-test", of, of))
        build(new)
        about = self._test.check(python_of(new), self._model, scratch)
        shutil.rmtree(scratch, ignore_errors=True)
        return Environment(
            engine=self.plan.engine,
            hardware=self.plan.hardware,
            made=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
            program=__version__,
            python=str(tools.base_python()),
            about=about,
        )

    def _step(self, new: Path, step: Step, scratch: Path, uv: Path | None) -> None:
        command = tools.install(new, step, self.plan, uv, self._proxy, self._ca_file)
        self._tool(command, scratch, InstallCode.TOOL_FAILED)

    def _tool(self, command: list[str], scratch: Path, code: InstallCode) -> None:
        environment = tools.surroundings(command, scratch, self._proxy, self._ca_file)
        if status := self._runner.run(command, environment, scratch):
            complaint = self._runner.complaint()
            if any("No space left on device" in line for line in self._runner.said):
                raise InstallProblem(InstallCode.DISK_FULL)
            raise InstallProblem(code, complaint if status > 0 else f"{complaint}; ended by signal {-status}")


class _Watch:
    """Tells now and then how large a folder has become: the tools themselves are silent for minutes."""

    def __init__(self, folder: Path, total: int, notify: Callable[[InstallChange], None]) -> None:
        self._folder = folder
        self._total = total
        self._notify = notify
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="install-watch", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._over.wait(LOOK):
            size = _size(self._folder)
            self._notify(Grown(size, max(self._total, size)))


def _size(folder: Path) -> int:
    """Bytes of all files below; those that vanish meanwhile do not count."""
    total = 0
    for root, _folders, files in os.walk(folder):
        for name in files:
            try:
                total += os.lstat(os.path.join(root, name)).st_size  # noqa: PTH118 - 50 000 files at a time
            except OSError:
                continue
    return total


def _of_system(error: OSError | ProblemError, folder: Path) -> InstallProblem:
    if isinstance(error, ProblemError):
        full = error.problem.code is ErrorCode.DISK_FULL
        return InstallProblem(InstallCode.DISK_FULL) if full else InstallProblem(InstallCode.NOT_PERMITTED, str(folder))
    if isinstance(error, PermissionError):
        return InstallProblem(InstallCode.NOT_PERMITTED, str(folder))
    if "No space left" in (error.strerror or ""):
        return InstallProblem(InstallCode.DISK_FULL)
    return InstallProblem(InstallCode.INTERNAL, error.strerror or type(error).__name__)
