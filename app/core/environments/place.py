# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where environments are: `engines/NAME`, with a record in it, only ever whole. A new one is built in
`engines/.NAME.new-*` and takes the place of the old one by two renames; whatever a killed program
leaves of that is put right at the next look."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from app.core.environments.words import InstallCode, InstallProblem
from app.core.files import write_beside
from app.core.places import Places

RECORD = "copyholder-engine.json"


class Environment(msgspec.Struct, frozen=True, kw_only=True):
    """A whole environment. `made` is ISO 8601, UTC; `program` is the Copyholder that made it;
    `about` is what its self-test said (releases, GPU)."""

    engine: str
    hardware: str
    made: str
    program: str
    python: str
    about: str = ""


def engines(places: Places) -> Path:
    return places.data / "engines"


def python_of(folder: Path) -> Path:
    """The interpreter of an environment."""
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def interpreter(engine: str, places: Places) -> Path | None:
    """The interpreter to start an engine's program with, None if it is not installed (whole)."""
    if present(engine, places) is None:
        return None
    from app.core.environments.bridge import build

    folder = engines(places) / engine
    build(folder)  # the app may have moved since
    return python_of(folder)


def present(engine: str, places: Places) -> Environment | None:
    """What is known of an engine's environment; None if it is not there as a whole."""
    folder = engines(places) / engine
    if not folder.exists():
        _put_back(places, engine)
    try:
        found = msgspec.json.decode((folder / RECORD).read_bytes(), type=Environment)
    except (OSError, msgspec.DecodeError):
        return None
    return found if python_of(folder).exists() else None


def write_record(folder: Path, record: Environment) -> None:
    """Makes an environment whole. Raises ProblemError."""
    write_beside(folder / RECORD, msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n")


def swap(places: Places, engine: str, new: Path) -> None:
    """`new`, which is whole, takes the engine's place. Raises OSError."""
    folder, old = engines(places) / engine, _old(places, engine)
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        _put_back(places, engine)
        raise
    shutil.rmtree(old, ignore_errors=True)


def remove(engine: str, places: Places) -> None:
    """Delete an engine's environment, what is left of broken ones too. Raises InstallProblem."""
    folder = engines(places) / engine
    with alone(places, engine):
        if present(engine, places) is None and not folder.exists():
            raise InstallProblem(InstallCode.NOT_THERE)
        gone = engines(places) / f".{engine}.new-removed"  # an unfinished one, should this be cut short
        shutil.rmtree(gone, ignore_errors=True)
        try:
            (folder / RECORD).unlink(missing_ok=True)
            folder.rename(gone)
        except OSError as error:
            raise InstallProblem(InstallCode.BUSY, error.strerror or str(folder)) from error
        delete_unfinished(places, engine)


def delete_unfinished(places: Places, engine: str) -> None:
    """Delete what killed installations left. The caller is alone."""
    _put_back(places, engine)
    for folder in engines(places).glob(f".{engine}.new-*"):
        shutil.rmtree(folder, ignore_errors=True)
    if (engines(places) / engine).exists():
        shutil.rmtree(_old(places, engine), ignore_errors=True)


@contextmanager
def alone(places: Places, engine: str) -> Iterator[None]:
    """No other program changes this environment meanwhile; the system drops the lock with its process.
    Raises InstallProblem(IN_USE)."""
    import filelock

    try:
        engines(places).mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(engines(places) / f".{engine}.lock")
        lock.acquire(blocking=False)
    except filelock.Timeout:
        raise InstallProblem(InstallCode.IN_USE) from None
    except OSError as error:
        raise InstallProblem(InstallCode.NOT_PERMITTED, str(engines(places))) from error
    try:
        yield
    finally:
        lock.release()


def _old(places: Places, engine: str) -> Path:
    return engines(places) / f".{engine}.old"


def _put_back(places: Places, engine: str) -> None:
    """The old environment returns where a swap was cut short between its two renames."""
    folder, old = engines(places) / engine, _old(places, engine)
    if old.exists() and not folder.exists():
        old.rename(folder)
