# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder convert`: from the arguments to a run, and its end in words."""

from __future__ import annotations

import argparse
import signal
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import msgspec

from app.cli import checks, console
from app.cli.arguments import UsageError, export_options, formats, languages, prompt
from app.cli.arguments import wish as engine_wish
from app.cli.conversion import Conversion, Wish
from app.cli.jobs import jobs_of
from app.cli.outlet import Folders, Outlet, Printed
from app.cli.outside import NO_ENGINE, SOME_FAILED, Outside
from app.cli.progress import Progress, progress
from app.cli.report import Report, open_report
from app.cli.sending import before_the_run
from app.cli.words import sentence
from app.core import settings_file
from app.core.addresses import is_address
from app.core.changes import Problem
from app.core.choice import EngineChoice
from app.core.engines import WrongError, choices, key_host, needs_key, stands_in, unlocked, with_keys
from app.core.errors import STOPPED, ProblemError
from app.core.inputs import Input, expand, parse_pages
from app.core.keys import Keys
from app.core.money import dollars
from app.core.places import Places
from app.core.probe import automatic, tuned
from app.core.session import Session
from app.core.settings import Settings
from app.core.spreads import RIGHT_FIRST
from engine.protocol import ErrorCode

LISTED = 20
"""How many failures the end of the run lists; the report has them all."""


def convert(options: argparse.Namespace, places: Places) -> int:
    """Read the inputs and write the results; the exit code. Raises UsageError, UnusableError and
    ProblemError for what is wrong before anything has begun."""
    settings, notice = settings_file.load(places.settings)
    settings = _with_line(settings, options)
    engines = _engines(options, settings, places)
    to_stdout = options.out == "-"
    wanted = formats(options.format, to_stdout)
    if to_stdout:
        console.check_output()
    elif options.out:
        checks.results_folder(options.out)
    wish = Wish(
        parse_pages(options.pages) if options.pages else None,
        options.again,
        options.split_spreads,
        bool(RIGHT_FIRST.intersection(settings.languages)),
        export_options(options),
    )
    passwords = _passwords(options.password_file)
    expanded = expand([name for name in options.inputs if not is_address(name)], as_one=options.as_one)
    jobs = jobs_of(options.inputs, expanded.inputs, wanted, passwords)
    report = _report(options.report, expanded.inputs)
    with ExitStack() as stack:
        outlet: Outlet = Folders(Path(options.out).absolute() if options.out else None)
        if to_stdout:
            outlet = Printed(jobs, Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="copyholder-"))))
        shown = stack.enter_context(progress(options.quiet))
        if notice is not None:
            shown.warn(sentence(notice.problem, notice.subject))
        outside = Outside(shown, engines, options.yes, lambda host: _trust(places, host))
        run = Conversion(jobs, wish, outlet, shown, report, outside)
        for name, problem in expanded.problems:
            shown.warn(sentence(problem, name))
            run.lost(name, problem)
        code = 0
        if jobs:
            if instead := stands_in(engines):
                shown.warn(instead)
            for line in before_the_run(engines):
                shown.say(line)
            session = Session(
                places, settings, run.notify, engines=engines, prompt=prompt(options.prompt),
                max_cost=settings.max_cost or None,
            )  # fmt: skip
            code = _run(run, session)
        run.totals.cost = outside.cost
        code = code or (SOME_FAILED if expanded.problems else 0)
        _tell(run, code, len(expanded.problems), shown)
    if report is not None:
        report.close(run.totals)
        code = code or (SOME_FAILED if report.broken else 0)
    return code


def _engines(options: argparse.Namespace, settings: Settings, places: Places) -> tuple[EngineChoice, ...]:
    """What the line names, with the keys of its services; one that needs a key and has none is passed over,
    or, where it is the last, told before anything is read."""
    try:
        wanted = engine_wish(options)
        if wanted.engine == "auto":
            chain = automatic(places, settings)
        else:
            chain = tuned(choices(wanted, settings, places), settings, places)
        engines = with_keys(unlocked(chain, Keys(places)))
    except WrongError as error:
        raise UsageError(str(error)) from error
    for engine in engines:
        if needs_key(engine) and not engine.secrets:
            raise ProblemError(Problem(ErrorCode.KEY_MISSING, key_host(engine)))
    return engines


def _run(run: Conversion, session: Session) -> int:
    with _interruptible(run):
        session.start()
        try:
            return run.run(session)
        finally:
            session.close()


@contextmanager
def _interruptible(run: Conversion) -> Iterator[None]:
    """Ctrl-C and a polite kill stop the run; what was set before is set again after it."""
    before = {
        number: signal.signal(number, run.interrupt)
        for number in (signal.SIGINT, signal.SIGTERM)
        if signal.getsignal(number) is not signal.SIG_IGN  # a job in the background
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _report(path: Path | None, inputs: Sequence[Input]) -> Report | None:
    if path is None:
        return None
    checks.report_to_write(path, [one for given in inputs for one in (given.path, *given.parts)])
    return open_report(path)


def _with_line(settings: Settings, options: argparse.Namespace) -> Settings:
    """The user's settings with what the line says instead."""
    instead = {
        "workers": options.jobs,
        "languages": languages(options.language),
        "max_cost": options.max_cost,
        "proxy": options.proxy,
        "ca_file": None if options.ca_file is None else str(options.ca_file.absolute()),
    }
    return msgspec.structs.replace(settings, **{name: value for name, value in instead.items() if value})


def _trust(places: Places, host: str) -> None:
    """Remember the host that the user agreed to for good; a failure is no reason to stop the run."""
    settings, _ = settings_file.read(places.settings)
    if host not in settings.trusted_hosts:
        with suppress(ProblemError):
            settings_file.put(places.settings, trusted_hosts=(*settings.trusted_hosts, host))


def _passwords(path: Path | None) -> list[str]:
    """One a line; only the line ends are taken off, since a password may hold spaces."""
    if path is None:
        return []
    found = [line.rstrip("\r\n") for line in checks.text_to_read("--password-file", path).split("\n")]
    if not any(found):
        raise UsageError(f"--password-file: {console.shown(path)} holds no password.")
    return [password for password in found if password]


def _tell(run: Conversion, code: int, lost: int, shown: Progress) -> None:
    """The last lines: what failed, how much was done, and how to go on."""
    held = run.outside.held
    complaints = [line for job in run.jobs for line in job.complaints(held)]
    if len(run.jobs) == 1 and complaints == [run.jobs[0].line()]:
        complaints = [] if code != NO_ENGINE else complaints  # was said a moment ago
    if complaints and (held is not None or code not in (STOPPED, NO_ENGINE)):
        shown.warn("Not read or not written:")
        for line in complaints[:LISTED]:
            shown.warn(f"  {line}")
        if len(complaints) > LISTED:
            shown.warn(f"  and {len(complaints) - LISTED} more; --report FILE.jsonl lists them all.")
    totals = run.totals.summary()
    good = sum(1 for job in run.jobs if job.ended and job.clean)
    shown.say(
        f"{good} of {len(run.jobs) + lost} documents, {run.totals.read} pages read, {totals['failed']} failed, "
        f"{totals['seconds']:.1f} s" + (f", about {dollars(totals['cost'])}" if totals.get("cost") else "")
    )
    if held is not None:
        shown.warn(sentence(held))
        return
    if code == STOPPED:
        shown.warn("Stopped. Finished pages are kept: the same command goes on from there.")
    if code == NO_ENGINE:
        shown.warn(complaints[0] if complaints else "No engine could be started.")
