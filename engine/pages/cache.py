# SPDX-License-Identifier: AGPL-3.0-or-later
"""The pictures' folder: one a run, bounded, and gone with the run or at the next start."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import threading
import time
from collections import OrderedDict
from pathlib import Path

DEFAULT_BYTES = 256 * 1024 * 1024
"""Bound of a run's pictures; the largest has 75 MB."""

KEEP = 2
"""The newest pictures stay whatever their size: the app has not read them yet."""

YOUNG = 60.0
"""Seconds for which a folder without a lock is taken for one that is just being made."""


class PictureCache:
    """Names for new pictures, and the deletion of old ones. Thread-safe. May raise OSError."""

    def __init__(self, base: Path | None, bound: int) -> None:
        """Make this run's folder in `base` (by default, a private one in the system's folder for
        temporary files), after clearing away those of runs that have died."""
        base = base if base is not None else _private_folder()
        base.mkdir(parents=True, exist_ok=True)
        _clear_dead_runs(base)
        self.folder = Path(tempfile.mkdtemp(prefix="run-", dir=base))
        self._lock_file = _lock(self.folder / "lock")
        self._bound = bound
        self._lock = threading.Lock()
        self._pictures: OrderedDict[Path, int] = OrderedDict()
        self._count = 0

    def new_path(self) -> Path:
        with self._lock:
            self._count += 1
            return self.folder / f"{self._count}.rgb"

    def add(self, path: Path, size: int) -> None:
        """Keep a picture of `size` bytes, and delete the oldest until all fit."""
        with self._lock:
            self._pictures[path] = size
            while sum(self._pictures.values()) > self._bound and len(self._pictures) > KEEP:
                oldest, _ = self._pictures.popitem(last=False)
                oldest.unlink(missing_ok=True)

    def close(self) -> None:
        """Delete the folder."""
        if self._lock_file is not None:
            os.close(self._lock_file)
        shutil.rmtree(self.folder, ignore_errors=True)


def _private_folder() -> Path:
    """A folder of this user's alone; nobody else can have made it for us."""
    name = f"copyholder-pages-{os.getuid()}" if hasattr(os, "getuid") else "copyholder-pages"
    folder = Path(tempfile.gettempdir()) / name
    folder.mkdir(mode=0o700, exist_ok=True)
    if hasattr(os, "getuid"):
        status = folder.lstat()
        if folder.is_symlink() or status.st_uid != os.getuid() or status.st_mode & 0o077:
            return Path(tempfile.mkdtemp(prefix="copyholder-pages-"))
    return folder


def _clear_dead_runs(base: Path) -> None:
    for folder in base.glob("run-*"):
        try:
            lock = folder / "lock"
            if not lock.exists():
                dead = time.time() - folder.stat().st_mtime > YOUNG
            else:
                held = _lock(lock)
                dead = held is not None
                if held is not None:
                    os.close(held)
        except OSError:  # it went away while we looked
            continue
        if dead:
            shutil.rmtree(folder, ignore_errors=True)


def _lock(path: Path) -> int | None:
    """An open descriptor that holds the file's lock until it is closed or the process dies;
    None if another process holds it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor
