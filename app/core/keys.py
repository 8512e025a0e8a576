# SPDX-License-Identifier: AGPL-3.0-or-later
"""Keys of services: in the environment, in the system's keychain, or in a private file.

One key a host. The environment counts first and is never written. The keychain is asked
through `keyring`, which is imported only then: it may take 0.2 s and may wait for the user to
unlock it, so no function here is for the interface thread. The file stands in where there is
no keychain; it is for the user alone to read (mode 600) and is not encrypted, which whoever
offers it has to say. Errors of a keychain are logged by the name of their class alone.
"""

from __future__ import annotations

import logging
import os
import stat
from enum import StrEnum
from pathlib import Path

import msgspec

from app.core.errors import ProblemError
from app.core.files import as_problem, replacing
from app.core.places import NAME, Places
from app.core.wording import tr
from engine.protocol import ErrorCode

log = logging.getLogger(__name__)

JINA = "jina.ai"
JINA_VARIABLE = "JINA_API_KEY"
OTHER_VARIABLE = "COPYHOLDER_API_KEY"
"""For any other server; a key of Jina's is never sent there, nor this one to Jina."""

LONGEST = 4096
"""Characters of a key; what is longer was pasted by mistake."""


class Where(StrEnum):
    """Where a key is."""

    NOWHERE = ""
    ENVIRONMENT = "environment"
    KEYCHAIN = "keychain"
    FILE = "file"


def account(host: str) -> str:
    """The name that a host's key is kept under: Jina's services share one."""
    host = host.strip().lower()
    return JINA if host in ("jina", JINA) or host.endswith(f".{JINA}") else host


def variable(host: str) -> str:
    """The environment variable that holds the key of this host."""
    return JINA_VARIABLE if account(host) == JINA else OTHER_VARIABLE


def sound(key: str) -> str:
    """What is wrong with a key as it was typed or pasted, in a sentence; empty if nothing."""
    if not key:
        return tr("The key is empty: copy it again.")
    if len(key) > LONGEST or not key.isascii() or not key.isprintable() or " " in key:
        return tr("This is no key: a key is one word of plain letters, digits and signs; copy it again.")
    return ""


class Keys:
    """The keys of one user."""

    def __init__(self, places: Places) -> None:
        self.file = places.config / "keys.json"

    def get(self, host: str) -> tuple[str, Where]:
        """The key for a host and where it is; ("", NOWHERE) if there is none."""
        if key := os.environ.get(variable(host), "").strip():
            return key, Where.ENVIRONMENT
        if key := _from_keychain(account(host)):
            return key, Where.KEYCHAIN
        if key := self._read().get(account(host), ""):
            return key, Where.FILE
        return "", Where.NOWHERE

    def put(self, host: str, key: str, *, in_file: bool = False) -> Where:
        """Keep a key in the keychain, or in the private file if `in_file`. NOWHERE if there is
        no keychain that keeps it: nothing was written. Raises ProblemError for the file."""
        name = account(host)
        if not in_file:
            if not _to_keychain(name, key):
                return Where.NOWHERE
            self._forget(name)  # else an old one would be left behind, unencrypted
            return Where.KEYCHAIN
        self._write({**self._read(), name: key})
        return Where.FILE

    def remove(self, host: str) -> tuple[Where, ...]:
        """Delete the key of a host; where it was. One in the environment stays. Raises ProblemError."""
        name = account(host)
        gone = [Where.KEYCHAIN] if _out_of_keychain(name) else []
        if self._forget(name):
            gone.append(Where.FILE)
        return tuple(gone)

    def _forget(self, name: str) -> bool:
        keys = self._read()
        if keys.pop(name, None) is None:
            return False
        if keys:
            self._write(keys)
        else:
            with as_problem(self.file):
                self.file.unlink(missing_ok=True)
        return True

    def _read(self) -> dict[str, str]:
        """Raises ProblemError where the file is there and cannot be read; one that is no list of
        keys counts as empty."""
        try:
            with as_problem(self.file):
                data = self.file.read_bytes()
        except ProblemError as error:
            if error.problem.code is ErrorCode.NOT_FOUND:
                return {}
            raise
        _make_private(self.file)
        try:
            return msgspec.json.decode(data, type=dict[str, str])
        except (msgspec.DecodeError, UnicodeDecodeError):
            log.warning("the file of keys is damaged: enter the keys again")
            return {}

    def _write(self, keys: dict[str, str]) -> None:
        with as_problem(self.file):
            self.file.parent.mkdir(parents=True, exist_ok=True)
        if not self.file.exists():  # the new file takes the mode of the one it replaces
            with as_problem(self.file):
                os.close(os.open(self.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, stat.S_IRUSR | stat.S_IWUSR))
        _make_private(self.file)
        with replacing(self.file) as stream:
            stream.write(msgspec.json.encode(keys))


def _make_private(path: Path) -> None:
    """Take away what others may do with the file."""
    if os.name == "nt":
        return  # the user's profile is private there
    with as_problem(path):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            log.warning("the file of keys could be read by others: it is private again")
            path.chmod(stat.S_IRUSR | stat.S_IWUSR)


def _from_keychain(name: str) -> str:
    try:
        import keyring

        return keyring.get_password(NAME, name) or ""
    except Exception as error:  # noqa: BLE001 - the edge to keychains of all systems; logged
        log.info("no key from the keychain (%s)", type(error).__name__)
        return ""


def _to_keychain(name: str, key: str) -> bool:
    """Whether it is kept: one that takes a key and forgets it (keyring's null backend) is none."""
    try:
        import keyring

        keyring.set_password(NAME, name, key)
        return keyring.get_password(NAME, name) == key
    except Exception as error:  # noqa: BLE001 - the edge to keychains of all systems; logged
        log.info("the keychain took no key (%s)", type(error).__name__)
        return False


def _out_of_keychain(name: str) -> bool:
    try:
        import keyring

        if keyring.get_password(NAME, name) is None:
            return False
        keyring.delete_password(NAME, name)
    except Exception as error:  # noqa: BLE001 - the edge to keychains of all systems; logged
        log.info("no key was deleted from the keychain (%s)", type(error).__name__)
        return False
    return True
