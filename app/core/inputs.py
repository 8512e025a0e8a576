# SPDX-License-Identifier: AGPL-3.0-or-later
"""From what a person names (files, folders, patterns, page ranges) to what is read.

Folders are taken recursively, in natural order (page2 before page10), without hidden files
and without files of other sorts. A file that is named itself is always taken: whether it
can be read is for the pages program to find out, and then it says so in its row.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.core.changes import AppCode, Problem
from app.core.errors import ProblemError
from app.core.files import as_problem
from engine.protocol import ErrorCode

PDF_SUFFIXES = frozenset({".pdf"})
PICTURE_SUFFIXES = frozenset(
    {".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".tif", ".tiff", ".webp", ".bmp", ".dib", ".gif", ".heic", ".heif"}
)
SUFFIXES = PDF_SUFFIXES | PICTURE_SUFFIXES
"""Endings (lower case) that are picked out of folders and offered in dialogs."""


@dataclass(frozen=True, slots=True)
class Input:
    """One document to be. `path` is absolute: the file, or the folder of an as-one document,
    whose pictures are `parts`. `folder` is where it lies below the folder that was named
    ("." for a file named itself), so that an export can keep subfolders."""

    path: Path
    parts: tuple[Path, ...] = ()
    folder: Path = Path()


@dataclass(frozen=True, slots=True)
class Expanded:
    """What was found, in order, and what was wrong with some of the names given."""

    inputs: tuple[Input, ...]
    problems: tuple[tuple[str, Problem], ...] = ()


def expand(names: Iterable[Path | str], *, as_one: bool = False) -> Expanded:
    """Files, folders and glob patterns to documents; a name twice is taken once. With
    `as_one` each folder with pictures is one document, and pictures named one by one
    together are one as well, named after their first."""
    found: list[Input] = []
    problems: list[tuple[str, Problem]] = []
    loose: list[Path] = []
    for name in names:
        try:
            _take(str(name), as_one, found, loose)
        except ProblemError as error:
            problems.append((str(name), error.problem))
    if loose:
        found.append(Input(loose[0], tuple(dict.fromkeys(loose))))
    named = [one for one in found if _is_text(one)]
    problems += [(str(one.path), Problem(AppCode.BAD_NAME)) for one in found if one not in named]
    found = named
    unique: dict[Path, Input] = {}
    for one in found:
        unique.setdefault(one.path, one)
    return Expanded(tuple(unique.values()), tuple(problems))


def _take(name: str, as_one: bool, found: list[Input], loose: list[Path]) -> None:
    """What one name stands for, added to `found`, or to `loose` if it is a single picture that
    is to be joined with others."""
    for path in _matches(name):
        if path.is_dir():
            found.extend(_folder_as_one(path) if as_one else _folder(path))
        elif as_one and is_picture(path):
            loose.append(path)
        else:
            found.append(Input(path))


def is_picture(path: Path) -> bool:
    return path.suffix.lower() in PICTURE_SUFFIXES


def _is_text(one: Input) -> bool:
    """Messages between the programs are UTF-8: a name of other bytes cannot be sent."""
    try:
        for path in (one.path, *one.parts):
            str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def natural_key(path: Path) -> list[tuple[int, int, str]]:
    """Sorts as people count: runs of digits by their value, letters without case, folder by folder."""
    key: list[tuple[int, int, str]] = []
    for part in path.parts:
        for digits, others in re.findall(r"([0-9]+)|([^0-9]+)", part.casefold()):
            key.append((0, int(digits[:18]), digits) if digits else (1, 0, others))
        key.append((-1, 0, ""))
    return key


def _matches(name: str) -> list[Path]:
    """What a name stands for: itself if it exists (even with brackets in it), else what the
    pattern finds. Raises ProblemError."""
    if not name.strip():  # a variable that was not set must not stand for the present folder
        raise ProblemError(Problem(ErrorCode.NOT_FOUND), name)
    path = Path(os.path.normpath(Path(name).expanduser().absolute()))
    if os.path.lexists(path):
        return [path]
    if not glob.has_magic(name):
        raise ProblemError(Problem(ErrorCode.NOT_FOUND), name)
    hits = [Path(hit) for hit in glob.glob(str(path), recursive=True)]  # noqa: PTH207 - Path.glob takes no absolute pattern
    hits = [hit for hit in hits if hit.is_dir() or hit.suffix.lower() in SUFFIXES]
    if not hits:
        raise ProblemError(Problem(AppCode.NO_DOCUMENTS), name)
    return sorted(hits, key=natural_key)


def _folder(folder: Path) -> list[Input]:
    files = sorted(_files_below(folder), key=natural_key)
    if not files:
        raise ProblemError(Problem(AppCode.NO_DOCUMENTS), str(folder))
    return [Input(path, folder=path.parent.relative_to(folder)) for path in files]


def _folder_as_one(folder: Path) -> list[Input]:
    """Its pictures, subfolders included, as one document; PDFs in it stay their own."""
    inputs = _folder(folder)
    pictures = tuple(i.path for i in inputs if is_picture(i.path))
    others = [i for i in inputs if not is_picture(i.path)]
    return ([Input(folder, pictures)] if pictures else []) + others


def _files_below(folder: Path) -> Iterator[Path]:
    """Readable sorts of files, hidden files and folders left out. Links to folders are not
    followed (they may lead in a ring). Raises ProblemError where the folder itself cannot be read."""
    with as_problem(folder):
        entries = list(os.scandir(folder))
    for entry in entries:
        if entry.name.startswith("."):
            continue
        path = Path(entry.path)
        if entry.is_dir(follow_symlinks=False):
            try:
                yield from _files_below(path)
            except ProblemError:
                continue  # a locked subfolder does not keep the others from being read
        elif path.suffix.lower() in SUFFIXES:
            yield path


@dataclass(frozen=True, slots=True)
class PageRange:
    """Pages as a person names them: pairs of first and last, from 1, last None for "to the end"."""

    spans: tuple[tuple[int, int | None], ...]

    def select(self, pages: int) -> list[int]:
        """Pages from 0 in the order named, each once. Raises ProblemError(NO_SUCH_PAGE) where
        a document of `pages` pages has not even the first page of a span."""
        chosen: dict[int, None] = {}
        for first, last in self.spans:
            if first > pages:
                raise ProblemError(Problem(ErrorCode.NO_SUCH_PAGE, str(first)))
            for page in range(first - 1, pages if last is None else min(last, pages)):
                chosen[page] = None
        return list(chosen)


def parse_pages(text: str) -> PageRange:
    """ "1-3,7,10-" (also "-5" for the first five). Raises ProblemError(BAD_RANGE) with the part
    that is not understood."""
    return PageRange(tuple(_span(part) for part in _parts(text)))


def _parts(text: str) -> Sequence[str]:
    parts = [part.strip() for part in re.split(r"[,;]", text)]
    if not any(parts):
        raise ProblemError(Problem(AppCode.BAD_RANGE, text.strip()))
    return parts


def _span(part: str) -> tuple[int, int | None]:
    match = re.fullmatch(r"([0-9]{1,9})?(?:\s*([-–])\s*([0-9]{1,9})?)?", part)
    if match is None or not (match[1] or match[3]):
        raise ProblemError(Problem(AppCode.BAD_RANGE, part or ","))
    first = int(match[1] or 1)
    last = (int(match[3]) if match[3] else None) if match[2] else first
    if first < 1 or (last is not None and last < first):
        raise ProblemError(Problem(AppCode.BAD_RANGE, part))
    return first, last
