# SPDX-License-Identifier: AGPL-3.0-or-later
"""One input of a run: where its results go, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from app.cli import words
from app.cli.console import one_line, shown
from app.core.addresses import document, file_of, is_address
from app.core.changes import Problem
from app.core.export import Format
from app.core.export.named import FOLDERS, parted
from app.core.files import safe_name
from app.core.inputs import Input

NOTHING = "nothing, since it has no table"
SEVERAL = 3
"""Files in a folder of their own that are named one by one, at most."""


@dataclass(slots=True, eq=False)
class Job:
    """`document` is the session's number, None until its row came. `asked` holds the pages (from 0) that this run
    wants, None until the document is open; `read` and `failed` those that ended. `problem` is of the whole input,
    or of the file `about` that could not be written. `passwords` are still to be tried. `tableless` are formats in
    which there was nothing to write. `url` is where the file comes from, empty for one on the disk. `after` is an
    earlier input with the same target, which gets the name, and `before` a later one. The job is `ended` when
    nothing more will come of it."""

    input: Input
    formats: tuple[Format, ...]
    url: str = ""
    document: int | None = None
    asked: tuple[int, ...] | None = None
    passwords: list[str] = field(default_factory=list)
    unlocking: bool = False
    read: set[int] = field(default_factory=set)
    failed: dict[int, Problem] = field(default_factory=dict)
    problem: Problem | None = None
    about: Path | None = None
    after: Job | None = None
    before: Job | None = None
    written: list[Path] = field(default_factory=list)
    tableless: list[Format] = field(default_factory=list)
    exporting: bool = False
    ended: bool = False

    @property
    def name(self) -> str:
        return one_line(self.url) if self.url else shown(self.input.path)

    @property
    def name_given(self) -> str:
        """What the report calls it: the whole path, or the address."""
        return self.url or str(self.input.path)

    @property
    def unread(self) -> list[int]:
        """Pages that are wanted and have no ending yet."""
        return [page for page in self.asked or () if page not in self.read and page not in self.failed]

    @property
    def clean(self) -> bool:
        """Everything that was asked for is there."""
        return self.problem is None and not self.failed

    def target(self, out: Path | None, format: Format) -> Path:
        """`OUT/SUBFOLDER/NAME.md`, or beside the input; a folder of pictures gives its own name."""
        path = self.input.path
        stem = path.name if path.is_dir() else path.stem
        folder = path.parent if out is None else out / self.input.folder
        return folder / safe_name(stem, format.ending)

    def line(self, tells_where: bool = True) -> str:
        """What became of it, for people: `report.pdf: 12 pages → out/report.md`."""
        if self.problem is not None and not self.written:
            return self._whole(self.problem)
        total = len(self.read) + len(self.failed)
        pages = f"{total} page{'' if total == 1 else 's'}"
        if self.failed:
            pages = f"{len(self.read)} of {pages}"
        where = places(self.written)
        if self.tableless:
            missing = f"no {' and no '.join(self.tableless)}, since it has no table"
            where = f"{where}; {missing}" if where else NOTHING
        return f"{self.name}: {pages}" + (f" → {where}" if where and tells_where else "")

    def _whole(self, problem: Problem) -> str:
        return words.sentence(problem, self.name if self.about is None else shown(self.about))

    def complaints(self, known: Problem | None = None) -> list[str]:
        """What is missing, one sentence a problem, for the list at the end of the run, without
        what is `known`: the reason why the whole run ended."""
        alike: dict[Problem, list[int]] = {}
        for page, problem in sorted(self.failed.items()):
            if problem != known:
                alike.setdefault(problem, []).append(page)
        whole = [] if self.problem in (None, known) else [self._whole(self.problem)]
        return whole + [words.of_pages(problem, pages, self.name) for problem, pages in alike.items()]


def jobs_of(
    named: Sequence[str], inputs: Sequence[Input], formats: tuple[Format, ...], passwords: list[str]
) -> list[Job]:
    """One job for each of the `inputs` and for each web address among the names, once; addresses come
    last. What comes from an address is written into the present folder unless --out says otherwise."""
    jobs = [Job(one, formats, passwords=list(passwords)) for one in inputs]
    urls = dict.fromkeys(document(name) for name in named if is_address(name))
    jobs += [Job(Input(Path.cwd() / file_of(url)), formats, url, passwords=list(passwords)) for url in urls]
    return jobs


def places(written: Sequence[Path]) -> str:
    """Documents by their names, and how many pictures stand beside them; many files of one folder together."""
    documents, pictures = parted(written)
    named: list[str] = []
    for folder, paths in groupby(documents, key=lambda path: path.parent):
        files = list(paths)
        if len(files) > (SEVERAL if folder.suffix in FOLDERS else len(Format)):
            named.append(f"{len(files):,} files in {shown(folder)}")
        else:
            named += map(shown, files)
    for folder, paths in groupby(pictures, key=lambda path: path.parent):
        count = len(list(paths))
        named.append(f"{count:,} picture{'' if count == 1 else 's'} in {shown(folder)}")
    if pictures and len(named) > 1:
        named[-2:] = [f"{named[-2]} and {named[-1]}"]
    return ", ".join(named)
