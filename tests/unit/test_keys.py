# SPDX-License-Identifier: AGPL-3.0-or-later
"""Keys of services: each in its place, and nowhere else."""

from __future__ import annotations

import logging
import stat
import subprocess
import sys
from pathlib import Path

import keyring
import pytest
from keyring.core import load_keyring

from app.core.keys import Keys, Where, account, sound
from app.core.places import Places
from tests import keychain
from tests.conftest import ExpectLog

KEY = "jina_0123456789abcdef"


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Keys:
    monkeypatch.setenv(keychain.FILE_VARIABLE, str(tmp_path / "keychain.json"))
    for name in ("JINA_API_KEY", "COPYHOLDER_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return Keys(Places(tmp_path / "home"))


@pytest.fixture(autouse=True)
def keychain_as_before() -> object:
    before = keyring.get_keyring()
    yield
    keyring.set_keyring(before)


def use(backend: str) -> None:
    keyring.set_keyring(load_keyring(backend))


def test_a_key_is_kept_in_the_keychain_and_taken_out_again(keys: Keys) -> None:
    use(keychain.WORKING)
    assert keys.get("api.jina.ai") == ("", Where.NOWHERE)
    assert keys.put("api.jina.ai", KEY) is Where.KEYCHAIN
    assert keys.get("r.jina.ai") == (KEY, Where.KEYCHAIN)  # one key for all of Jina's services
    assert keys.get("localhost:8000") == ("", Where.NOWHERE)
    assert not keys.file.exists()
    assert keys.remove("jina") == (Where.KEYCHAIN,)
    assert keys.get("api.jina.ai") == ("", Where.NOWHERE)
    assert keys.remove("jina") == ()


@pytest.mark.parametrize("backend", [keychain.NONE, keychain.FORGETFUL, keychain.LOCKED])
def test_without_a_keychain_nothing_is_written_until_the_file_is_chosen(keys: Keys, backend: str) -> None:
    use(backend)
    assert keys.put("api.jina.ai", KEY) is Where.NOWHERE
    assert not keys.file.exists()
    assert keys.put("api.jina.ai", KEY, in_file=True) is Where.FILE
    assert stat.S_IMODE(keys.file.stat().st_mode) == 0o600
    assert keys.put("gpu.example.org:8000", "other", in_file=True) is Where.FILE
    assert stat.S_IMODE(keys.file.stat().st_mode) == 0o600
    assert keys.get("api.jina.ai") == (KEY, Where.FILE)
    assert keys.remove("api.jina.ai") == (Where.FILE,)
    assert keys.get("api.jina.ai") == ("", Where.NOWHERE)
    assert keys.remove("gpu.example.org:8000") == (Where.FILE,)
    assert not keys.file.exists()


def test_a_keychain_that_works_takes_the_key_out_of_the_file(keys: Keys) -> None:
    use(keychain.NONE)
    keys.put("api.jina.ai", "old", in_file=True)
    use(keychain.WORKING)
    keys.put("api.jina.ai", KEY)
    assert not keys.file.exists()


def test_the_environment_counts_first_and_only_for_its_own_service(
    keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(keychain.WORKING)
    keys.put("api.jina.ai", "stored")
    monkeypatch.setenv("JINA_API_KEY", KEY)
    assert keys.get("r.jina.ai") == (KEY, Where.ENVIRONMENT)
    assert keys.get("jina.ai.example.org") == ("", Where.NOWHERE)
    monkeypatch.setenv("COPYHOLDER_API_KEY", "other")
    assert keys.get("localhost:8000") == ("other", Where.ENVIRONMENT)
    assert keys.get("api.jina.ai") == (KEY, Where.ENVIRONMENT)


def test_a_file_that_others_can_read_is_made_private(keys: Keys, expect_log: ExpectLog) -> None:
    use(keychain.NONE)
    keys.put("api.jina.ai", KEY, in_file=True)
    keys.file.chmod(0o644)
    expect_log("could be read by others")
    assert keys.get("api.jina.ai") == (KEY, Where.FILE)
    assert stat.S_IMODE(keys.file.stat().st_mode) == 0o600


def test_a_damaged_file_holds_no_keys_and_can_be_written_again(keys: Keys, expect_log: ExpectLog) -> None:
    use(keychain.NONE)
    keys.put("api.jina.ai", KEY, in_file=True)
    keys.file.write_bytes(b"\xff{")
    expect_log("is damaged")
    assert keys.get("api.jina.ai") == ("", Where.NOWHERE)
    keys.put("api.jina.ai", KEY, in_file=True)
    assert keys.get("api.jina.ai") == (KEY, Where.FILE)


def test_no_key_is_logged(keys: Keys, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for backend in (keychain.LOCKED, keychain.NONE, keychain.WORKING):
        use(backend)
        keys.put("api.jina.ai", KEY)
        keys.get("api.jina.ai")
        keys.remove("api.jina.ai")
    assert caplog.records
    assert KEY not in caplog.text


def test_the_keychain_is_not_imported_at_start() -> None:
    code = "import sys, app.core.keys, app.core.engines, app.cli.main; print('keyring' in sys.modules)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "False\n"


@pytest.mark.parametrize("key", ["", "two words", "line\nbreak", "é", "x" * 5000, "tab\t"])
def test_what_is_no_key_is_said(key: str) -> None:
    assert sound(key).endswith(".")
    assert not sound(KEY)


def test_accounts() -> None:
    assert {account(host) for host in ("jina", "JINA.ai", "api.jina.ai", "r.jina.ai")} == {"jina.ai"}
    assert account("evil-jina.ai") == "evil-jina.ai"
