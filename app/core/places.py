# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where Copyholder keeps its files: the one module that knows.

`--home DIR`, or the variable COPYHOLDER_HOME, moves all of it under one folder. Nothing is
created before it is needed.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import platformdirs

from app.core.files import write_beside

NAME = "copyholder"
HOME_VARIABLE = "COPYHOLDER_HOME"

LIBRARY_NAME = "library.sqlite3"
_POINTER_NAME = "library-folder.txt"
_LOCK_NAME = "alive"


class Places:
    """Folders of one user: `data` (the library), `config`, `cache` (may be deleted at any
    time) and `logs`."""

    def __init__(self, home: Path | None = None) -> None:
        if home is None and os.environ.get(HOME_VARIABLE):
            home = Path(os.environ[HOME_VARIABLE])
        if home is None:
            dirs = platformdirs.PlatformDirs(NAME, appauthor=False)
            self.data = Path(dirs.user_data_dir)
            self.config = Path(dirs.user_config_dir)
            self.cache = Path(dirs.user_cache_dir)
            self.logs = Path(dirs.user_log_dir)
        else:
            home = home.absolute()
            self.data, self.config, self.cache, self.logs = (home / n for n in ("data", "config", "cache", "logs"))

    @property
    def settings(self) -> Path:
        return self.config / "settings.toml"

    @property
    def library(self) -> Path:
        """The library's file, in `data` or in the folder that the user moved it to."""
        try:
            folder = self._pointer.read_text(encoding="utf-8").strip()
        except OSError:
            folder = ""
        return Path(folder or self.data) / LIBRARY_NAME

    @property
    def downloads(self) -> Path:
        """Documents that came from the web."""
        return self.data / "downloads"

    def keep_library_in(self, folder: Path) -> None:
        """Remember where the library is from now on; raises OSError."""
        self.config.mkdir(parents=True, exist_ok=True)
        write_beside(self._pointer, str(folder.absolute()))

    @property
    def _pointer(self) -> Path:
        return self.config / _POINTER_NAME

    @contextmanager
    def run_folder(self) -> Iterator[Path]:
        """A folder of this process for pictures and other short-lived files. It is deleted at
        the end; folders that a killed process left behind are deleted at the next start."""
        runs = self._runs
        runs.mkdir(parents=True, exist_ok=True)
        self.delete_abandoned()
        folder = runs / f"{os.getpid()}-{os.urandom(4).hex()}"
        folder.mkdir()
        with (folder / _LOCK_NAME).open("wb") as mark:
            _lock(mark)
            try:
                yield folder
            finally:
                shutil.rmtree(folder, ignore_errors=True)

    def delete_abandoned(self) -> None:
        """Delete the run folders of processes that are gone. A folder is abandoned when nobody
        holds the lock in it: the system drops the lock with its process, whatever its end was."""
        for folder in self._runs.iterdir() if self._runs.is_dir() else ():
            try:
                with (folder / _LOCK_NAME).open("rb+") as mark:
                    _lock(mark)
            except FileNotFoundError:
                continue  # being made just now
            except OSError:
                continue  # alive
            shutil.rmtree(folder, ignore_errors=True)

    @property
    def _runs(self) -> Path:
        return self.cache / "runs"


def _lock(file: BinaryIO) -> None:
    """Take the file's lock or raise OSError at once."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
