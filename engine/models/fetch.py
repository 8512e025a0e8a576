# SPDX-License-Identifier: AGPL-3.0-or-later
"""A whole model: listed, fetched into `HOME/COMMIT.part`, checked, and renamed to `HOME/COMMIT`
when nothing is missing any more. So whatever has its final name is complete."""

from __future__ import annotations

import datetime as dt
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from engine.models.errors import ModelError, of_system
from engine.models.folder import check, read_record
from engine.models.hub import Hub, Listing
from engine.models.messages import PART, RECORD, Fetched, FetchModel, ModelCode, ModelEvent, Planned, Record
from engine.models.pace import Pace
from engine.models.patience import Patience
from engine.models.transfer import Transfer, counted

LOCK = ".lock"

FIRST_TRIES = 3
"""Failures that are waited out before anything came: mostly there is no network, or a wrong address."""

Tell = Callable[[ModelEvent], None]


def fetch(request: FetchModel, tell: Tell) -> Fetched:
    """Raises ModelError. A revision that is here already needs no network."""
    if not request.licence_accepted:
        raise ModelError(ModelCode.LICENCE)
    home = Path(request.home)
    if re.fullmatch(r"[0-9a-f]{40}", request.revision) and (here := _whole(home / request.revision)):
        return here
    hub = Hub(request)
    listing = Patience(tell, min(request.tries, FIRST_TRIES)).insist(lambda: hub.listing(request.revision))
    folder = home / listing.revision
    if here := _whole(folder):
        return here
    part = home / (listing.revision + PART)
    try:
        part.mkdir(parents=True, exist_ok=True)
        with _alone(part):
            served = _all_files(request, hub, listing, part, tell)
            _finish(request, listing, part)
        (part / LOCK).unlink(missing_ok=True)
        if folder.exists():  # without its record: a removal that was cut short
            shutil.rmtree(folder)
        part.rename(folder)
    except OSError as error:
        raise of_system(error, home) from error
    return Fetched(folder=str(folder), revision=listing.revision, size=listing.size, served=served)


def _whole(folder: Path) -> Fetched | None:
    """The folder, if it is complete."""
    record = read_record(folder)
    if record is None:
        return None
    size = sum(file.size for file in record.files)
    return Fetched(folder=str(folder), revision=record.revision, size=size, served=0)


@contextmanager
def _alone(part: Path) -> Iterator[None]:
    """No other program fetches into this folder meanwhile; the system drops the lock with its process."""
    import filelock

    lock = filelock.FileLock(part / LOCK)
    try:
        lock.acquire(blocking=False)
    except filelock.Timeout:
        raise ModelError(ModelCode.IN_USE) from None
    try:
        yield
    finally:
        lock.release()


def _all_files(request: FetchModel, hub: Hub, listing: Listing, part: Path, tell: Tell) -> int:
    """Fetch what is missing; the bytes that it took."""
    missing = [file for file in listing.files if not _has(part / file.name, file.size)]
    done = listing.size - sum(file.size for file in missing)
    begun = sum(_size(part / (file.name + PART)) for file in missing)
    free = shutil.disk_usage(part).free
    tell(Planned(repo=request.repo, revision=listing.revision, files=len(listing.files), size=listing.size,
                 have=done + begun, free=free))  # fmt: skip
    needed = listing.size - done - begun
    if needed and needed + request.keep_free > free:
        raise ModelError(ModelCode.DISK_FULL, f"{needed + request.keep_free} {free}")
    fetching = Pace("fetching", done + begun, listing.size, tell)
    verifying = Pace("verifying", 0, counted(missing), tell)
    patience = Patience(tell, request.tries)
    transfer = Transfer(hub, listing.revision, part, patience, fetching.add, verifying.add, tell)
    for file in sorted(missing, key=lambda file: file.size):  # the small ones tell soon that something is wrong
        transfer.get(file)
    return transfer.served


def _finish(request: FetchModel, listing: Listing, part: Path) -> None:
    """The folder is looked into as a whole, and gets its record."""
    check(part, False, lambda _progress: None)
    record = Record(
        repo=request.repo,
        revision=listing.revision,
        fetched=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        files=listing.files,
    )
    written = part / (RECORD + PART)
    written.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n")
    written.replace(part / RECORD)


def _has(path: Path, size: int) -> bool:
    return path.is_file() and path.stat().st_size == size


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0
