# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder engines install` and `engines remove`: the libraries of an engine, in a Python of their own."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Callable

from app.cli import console
from app.cli.rate import Rate
from app.core import environments as core
from app.core import settings_file
from app.core.environments.installation import Grown, InstallChange, Line, Stage
from app.core.errors import STOPPED
from app.core.models import is_offline
from app.core.models.words import gigabytes
from app.core.places import Places

FAILED = 1
CONSENT = 4


def engines(options: argparse.Namespace, places: Places) -> int:
    """Install or remove; the exit code."""
    action: Callable[[argparse.Namespace, Places], int] = _install if options.action == "install" else _remove
    try:
        return action(options, places)
    except core.InstallProblem as problem:
        console.say(console.one_line(str(problem)))
        return FAILED


def _install(options: argparse.Namespace, places: Places) -> int:
    settings, _notice = settings_file.load(places.settings)
    if is_offline(settings):
        raise core.InstallProblem(core.InstallCode.OFFLINE)
    wanted = core.plan(options.name, core.this_machine(), options.hardware)
    there = core.present(options.name, places)
    what = (
        f"The engine {options.name} for {wanted.hardware} takes about {gigabytes(wanted.disk)} in "
        f"{console.shown(places.data / 'engines')}; nothing else is changed."
    )
    console.say(what if there is None else f"{what} It replaces the one of {there.made[:10]} when it works.")
    if not (options.yes or _agrees("Install it? [y/N] ")):
        console.say("Nothing was installed. With --yes it is done without asking.")
        return CONSENT
    teller = _Teller(options.quiet)
    work = core.Installation(wanted, places, teller, model=settings.model, proxy=settings.proxy,
                             ca_file=settings.ca_file)
    work.start()
    try:
        while not work.wait(0.2):
            pass
    except KeyboardInterrupt:
        work.cancel()
        work.wait()
    finally:
        teller.end()
    if work.state is core.InstallState.CANCELLED:
        console.say("Stopped: nothing was installed, and what was there before is as it was.")
        return STOPPED
    if work.environment is None:
        raise work.problem or core.InstallProblem(core.InstallCode.INTERNAL)
    console.say(f"The engine {options.name} is installed and works ({work.environment.about}).")
    if not settings.model:
        console.say("It reads with a model: “copyholder models download” fetches one.")
    return 0


def _remove(options: argparse.Namespace, places: Places) -> int:
    if not (options.yes or _agrees(f"Delete the libraries of {options.name}? [y/N] ")):
        console.say("Nothing was deleted. With --yes it is done without asking.")
        return CONSENT
    core.remove(options.name, places)
    console.say(f"The libraries of {options.name} are deleted.")
    return 0


class _Teller:
    """Tells an installation on standard error: its log, and on a terminal how large it has become.
    Called on two threads: the tool's lines and the size come apart."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._rate = Rate("Installing", quiet)
        self._title = ""
        self._terminal = sys.stderr.isatty()
        self._lock = threading.Lock()

    def __call__(self, change: InstallChange) -> None:
        if not self._quiet:
            with self._lock:
                self._show(change)

    def _show(self, change: InstallChange) -> None:
        if isinstance(change, Stage):
            self._title = change.title
            self._rate.note(f"{change.title} ({change.number} of {change.of})")
        elif isinstance(change, Line):
            self._rate.end()
            console.say(f"  {console.one_line(change.text)}")
        elif isinstance(change, Grown) and self._terminal:
            self._rate.show(self._title, change.done, change.total, None, None)

    def end(self) -> None:
        with self._lock:
            self._rate.end()


def _agrees(question: str) -> bool:
    if not sys.stdin.isatty():
        return False
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
