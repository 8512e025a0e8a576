# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder convert`: from the arguments to a run, and its end in words."""

from __future__ import annotations

import argparse
import signal
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec

from app.cli import checks, console
from app.cli.arguments import UsageError, backend, formats, languages, prompt
from app.cli.conversion import NO_ENGINE, SOME_FAILED, Conversion, Wish
from app.cli.jobs import jobs_of
from app.cli.outlet import Folders, Outlet, Printed
from app.cli.progress import Progress, progress
from app.cli.report import Report, open_report
from app.cli.words import sentence
from app.core import engines
from app.core import settings as stored_settings
from app.core.errors import STOPPED
from app.core.export import ExportOptions
from app.core.inputs import Input, expand, parse_pages
from app.core.places import Places
from app.core.session import Session
from app.core.settings import Settings

LISTED = 20
"""How many failures the end of the run lists; the report has them all."""


def convert(options: argparse.Namespace, places: Places) -> int:
    """Read the inputs and write the results; the exit code. Raises UsageError and ProblemError
    for what is wrong before anything has begun."""
    engine = backend(options.engine)
    engine_options = engines.options(engine, options.model, options.draft_tokens, options.script)
    to_stdout = options.out == "-"
    wanted = formats(options.format, to_stdout)
    spoken = languages(options.language)
    if to_stdout:
        console.check_output()
    elif options.out:
        checks.folder_to_write("--out", Path(options.out).absolute())
    wish = Wish(
        parse_pages(options.pages) if options.pages else None,
        options.again,
        ExportOptions(page_marks=options.page_marks, raw=options.raw),
    )
    passwords = _passwords(options.password_file)
    expanded = expand(options.inputs, as_one=options.as_one)
    jobs = jobs_of(expanded.inputs, wanted, passwords)
    report = _report(options.report, expanded.inputs)
    with ExitStack() as stack:
        outlet: Outlet = Folders(Path(options.out).absolute() if options.out else None)
        if to_stdout:
            outlet = Printed(jobs, Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="copyholder-"))))
        shown = stack.enter_context(progress(options.quiet))
        run = Conversion(jobs, wish, outlet, shown, report)
        for name, problem in expanded.problems:
            shown.warn(sentence(problem, name))
            run.lost(name, problem)
        settings = _settings(places, options.jobs, spoken, shown)
        if jobs:
            session = Session(
                places, settings, run.notify, engine=engine, engine_options=engine_options,
                prompt=prompt(options.prompt),
            )  # fmt: skip
            code = _run(run, session)
        else:
            code = 0
        code = code or (SOME_FAILED if expanded.problems else 0)
        _tell(run, code, len(expanded.problems), shown)
    if report is not None:
        report.close(run.totals)
    return code


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


def _settings(places: Places, workers: int, spoken: tuple[str, ...], shown: Progress) -> Settings:
    """The user's settings with what the line says instead."""
    settings, notice = stored_settings.load(places.settings)
    if notice is not None:
        shown.warn(sentence(notice.problem, notice.subject))
    if workers:
        settings = msgspec.structs.replace(settings, workers=workers)
    if spoken:
        settings = msgspec.structs.replace(settings, languages=spoken)
    return settings


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
    complaints = [line for job in run.jobs for line in job.complaints()]
    if len(run.jobs) == 1 and complaints == [run.jobs[0].line()]:
        complaints = [] if code != NO_ENGINE else complaints  # was said a moment ago
    if complaints and code not in (STOPPED, NO_ENGINE):
        shown.warn("Not read or not written:")
        for line in complaints[:LISTED]:
            shown.warn(f"  {line}")
        if len(complaints) > LISTED:
            shown.warn(f"  and {len(complaints) - LISTED} more; --report FILE.jsonl lists them all.")
    totals = run.totals.summary()
    good = sum(1 for job in run.jobs if job.ended and job.clean)
    shown.say(
        f"{good} of {len(run.jobs) + lost} documents, {run.totals.read} pages read, {totals['failed']} failed, "
        f"{totals['seconds']:.1f} s"
    )
    if code == STOPPED:
        shown.warn("Stopped. Finished pages are kept: the same command goes on from there.")
    if code == NO_ENGINE:
        shown.warn(complaints[0] if complaints else "No engine could be started.")
