# SPDX-License-Identifier: AGPL-3.0-or-later
"""Keychains for tests, real backends of `keyring` that PYTHON_KEYRING_BACKEND chooses: one that
keeps keys in a file (so that several processes share it), and one that fails at everything."""

from __future__ import annotations

import json
import os
from pathlib import Path

from keyring.backend import KeyringBackend
from keyring.errors import InitError

FILE_VARIABLE = "COPYHOLDER_TEST_KEYCHAIN"
"""Where the first one keeps its keys."""

WORKING = "tests.keychain.FileKeychain"
LOCKED = "tests.keychain.LockedKeychain"
NONE = "keyring.backends.fail.Keyring"
FORGETFUL = "keyring.backends.null.Keyring"


class FileKeychain(KeyringBackend):
    priority = 1

    @property
    def _path(self) -> Path:
        return Path(os.environ[FILE_VARIABLE])

    def _all(self) -> dict[str, str]:
        known: dict[str, str] = json.loads(self._path.read_text()) if self._path.exists() else {}
        return known

    def get_password(self, service: str, username: str) -> str | None:
        return self._all().get(f"{service} {username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        self._path.write_text(json.dumps({**self._all(), f"{service} {username}": password}))

    def delete_password(self, service: str, username: str) -> None:
        known = self._all()
        del known[f"{service} {username}"]
        self._path.write_text(json.dumps(known))


class LockedKeychain(KeyringBackend):
    """As a keychain whose prompt was dismissed."""

    priority = 1

    def get_password(self, service: str, username: str) -> str | None:
        raise InitError("Prompt dismissed")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise InitError("Prompt dismissed")

    def delete_password(self, service: str, username: str) -> None:
        raise InitError("Prompt dismissed")
