# SPDX-License-Identifier: AGPL-3.0-or-later
"""A run with thousands of inputs: what is done for each change does not grow with their number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from app.cli.conversion import Conversion, Wish
from app.cli.jobs import Job
from app.cli.outlet import Folders
from app.cli.outside import Outside
from app.cli.progress import Progress, Step
from app.core.changes import DocumentChanged, DocumentRow, DocumentState, Problem
from app.core.export import ExportOptions, Format
from app.core.inputs import Input
from app.core.session import Session
from engine.protocol import ErrorCode

INPUTS = 500


class Counted(list[Job]):
    """Counts how often somebody goes through all of it."""

    walks = 0

    def __iter__(self) -> Iterator[Job]:
        self.walks += 1
        return super().__iter__()


class Shown:
    def __init__(self) -> None:
        self.steps: list[Step] = []

    def say(self, line: str) -> None: ...

    def warn(self, line: str) -> None: ...

    def show(self, step: Step) -> None:
        self.steps.append(step)


class Refusing:
    """A session in which no file can be opened."""

    def __init__(self, run: Conversion) -> None:
        self._run, self._number = run, 0

    def add(self, paths: Sequence[Path], *, as_one: bool, read: bool) -> None:
        self._number += 1
        (path,) = paths
        for state, problem in ((DocumentState.OPENING, None), (DocumentState.FAILED, Problem(ErrorCode.DAMAGED))):
            row = DocumentRow(self._number, path.stem, path, state, problem=problem)
            self._run.notify(DocumentChanged(row))

    def remove(self, document: int) -> None: ...


def test_no_change_walks_over_all_inputs(tmp_path: Path) -> None:
    jobs = [Job(Input(tmp_path / f"{number}.pdf"), (Format.MARKDOWN,)) for number in range(INPUTS)]
    shown = Shown()
    progress = cast(Progress, shown)
    wish = Wish(None, again=False, split="off", right_first=False, export=ExportOptions())
    run = Conversion(jobs, wish, Folders(tmp_path), progress, None, Outside(progress, (), True, lambda host: None))
    run.jobs = Counted(run.jobs)
    assert run.run(cast(Session, Refusing(run))) == 1
    assert all(job.ended and job.problem is not None for job in jobs)
    assert shown.steps[-1].documents == (INPUTS, INPUTS)
    assert run.jobs.walks < 10
