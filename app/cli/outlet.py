# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where a run's results go: into folders, or printed on standard output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from app.cli import console
from app.cli.jobs import Job
from app.core.export import ExportOptions, Format


class Outlet(Protocol):
    tells_where: bool
    """Whether a person is told where a result is."""

    def target(self, job: Job, format: Format) -> Path:
        """Where the session is asked to write."""

    def options(self, job: Job, base: ExportOptions) -> ExportOptions:
        """The options for this job."""

    def ended(self, job: Job) -> None:
        """Nothing more will come of the job."""


class Folders:
    """`DIR/SUBFOLDER/NAME.md`; without a folder, beside each input."""

    tells_where = True

    def __init__(self, out: Path | None) -> None:
        self._out = out

    def target(self, job: Job, format: Format) -> Path:
        return job.target(self._out, format)

    def options(self, job: Job, base: ExportOptions) -> ExportOptions:
        return _with_source(base, job, remember=True)

    def ended(self, job: Job) -> None:
        return


class Printed:
    """Standard output, in the order of the inputs: a text waits for those before it. `passing`
    is a folder for the files on their way."""

    tells_where = False

    def __init__(self, jobs: Sequence[Job], passing: Path) -> None:
        self._numbers = {id(job): number for number, job in enumerate(jobs)}
        self._waiting = list(jobs)
        self._passing = passing

    def target(self, job: Job, format: Format) -> Path:
        return self._passing / f"{self._numbers[id(job)]}.{format}"

    def options(self, job: Job, base: ExportOptions) -> ExportOptions:
        figures = "none" if base.figures == "files" else base.figures  # there is nothing to put files beside
        return _with_source(replace(base, figures=figures), job, remember=False)

    def ended(self, job: Job) -> None:
        while self._waiting and self._waiting[0].ended:
            for path in self._waiting.pop(0).written:
                console.put(path.read_text(encoding="utf-8"))
                path.unlink()


def _with_source(base: ExportOptions, job: Job, *, remember: bool) -> ExportOptions:
    return replace(base, pages=job.asked, remember=remember, source=job.name_given)
