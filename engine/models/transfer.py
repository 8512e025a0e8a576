# SPDX-License-Identifier: AGPL-3.0-or-later
"""One file of a model: fetched beside under `NAME.part`, resumed where it broke off, and given
its name only when its length and checksum are those that the hub promises."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from engine.models.errors import ModelError
from engine.models.hub import Hub
from engine.models.messages import PART, FetchedAgain, ModelCode, ModelEvent, StoredFile
from engine.models.patience import Patience

BLOCK = 1 << 20
"""Bytes read at once for a checksum. The checks of smaller files take no time and are not counted."""

Count = Callable[[int, str], None]
"""Told bytes (negative for bytes thrown away) and the file's name."""


class Transfer:
    """Fetches files of one revision into `folder`; `served` counts bytes that came over the network."""

    def __init__(
        self, hub: Hub, revision: str, folder: Path, patience: Patience, fetched: Count, verified: Count,
        tell: Callable[[ModelEvent], None],
    ) -> None:  # fmt: skip
        self._hub = hub
        self._revision = revision
        self._folder = folder
        self._patience = patience
        self._fetched = fetched
        self._verified = verified
        self._tell = tell
        self.served = 0

    def get(self, file: StoredFile) -> None:
        """Raises ModelError, WRONG_CHECKSUM after the second copy that is not what was promised,
        and OSError of the disk."""
        part = self._folder / (file.name + PART)
        for last in (False, True):
            self._complete(file, part)
            if fits(part, file, self._verified):
                part.replace(self._folder / file.name)
                return
            self._fetched(-part.stat().st_size, file.name)
            self._verified(-counted([file]), file.name)
            part.unlink()
            if last:
                raise ModelError(ModelCode.WRONG_CHECKSUM, file.name)
            self._tell(FetchedAgain(file=file.name))

    def _complete(self, file: StoredFile, part: Path) -> None:
        """Fetch until `part` has the file's length."""
        part.touch()
        while part.stat().st_size < file.size:
            try:
                self._piece(file, part)
            except ModelError as error:
                self._patience.after(error)
            else:
                if part.stat().st_size < file.size:  # the server ended early without an error
                    self._patience.after(ModelError(ModelCode.NO_CONNECTION, self._hub.host, again=True))

    def _piece(self, file: StoredFile, part: Path) -> None:
        """One request. Every byte that came is on its way to the disk, whatever ends it."""
        have = part.stat().st_size
        with self._hub.bytes_of(file, self._revision, have) as (start, pieces), part.open("ab", buffering=0) as out:
            if start < have:
                out.truncate(0)
                self._fetched(-have, file.name)
                have = 0
            for piece in pieces:
                kept = piece[: file.size - have]  # more than promised is no part of the file
                out.write(kept)
                have += len(kept)
                self.served += len(piece)
                self._patience.worked()
                self._fetched(len(kept), file.name)
                if len(kept) < len(piece):
                    break
            os.fsync(out.fileno())


def counted(files: Iterable[StoredFile]) -> int:
    """Bytes that `fits` counts for these files."""
    return sum(file.size for file in files if file.size > BLOCK)


def fits(path: Path, file: StoredFile, count: Count = lambda _bytes, _name: None) -> bool:
    """Whether a file on the disk is the one that is meant, to the last byte. Raises OSError."""
    if path.stat().st_size != file.size:
        return False
    if file.sha256:
        digest, promised = hashlib.sha256(), file.sha256
    elif file.blob:
        digest, promised = hashlib.sha1(f"blob {file.size}\0".encode(), usedforsecurity=False), file.blob
    else:
        return True
    with path.open("rb") as stream:
        while block := stream.read(BLOCK):
            digest.update(block)
            if file.size > BLOCK:
                count(len(block), file.name)
    return digest.hexdigest() == promised
