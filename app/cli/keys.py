# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder engines key HOST`: keeps or removes the key of a service. The key comes from a prompt
without echo or from standard input, never from the line, which other users of the machine can see."""

from __future__ import annotations

import argparse
import getpass
import sys

from app.cli import console
from app.cli.arguments import UsageError
from app.core.addresses import AddressError, is_address, service
from app.core.keys import LONGEST, Keys, Where, account, sound, variable
from app.core.places import Places

SOME_FAILED = 1


def key(options: argparse.Namespace, places: Places) -> int:
    """Set the key of a host, or remove it; 1 where there was none to remove."""
    host = _host(options.host)
    keys = Keys(places)
    return _remove(keys, host) if options.remove else _set(keys, host)


def _host(given: str) -> str:
    """A host may be written as the address that it stands in."""
    text = given if is_address(given) else f"https://{'jina.ai' if given.strip().lower() == 'jina' else given}"
    try:
        return account(service(text).host)
    except AddressError as error:
        raise UsageError(
            f"“{console.one_line(given)}” is no host: write jina, or one like gpu.example.org:8000."
        ) from error


def _set(keys: Keys, host: str) -> int:
    value = _read(host)
    if wrong := sound(value):
        raise UsageError(wrong)
    if keys.put(host, value) is Where.KEYCHAIN:
        console.say(f"The key for {host} is in the system's keychain.")
    else:
        keys.put(host, value, in_file=True)
        console.say(
            f"There is no keychain here, so the key for {host} is kept unencrypted in {console.shown(keys.file)}, "
            "a file that only you can read."
        )
    if keys.get(host)[1] is Where.ENVIRONMENT:
        console.say(f"{variable(host)} is set and counts first, as long as it is there.")
    return 0


def _remove(keys: Keys, host: str) -> int:
    gone = keys.remove(host)
    if keys.get(host)[1] is Where.ENVIRONMENT:
        console.say(f"{variable(host)} is set and stays: take it out of your environment yourself.")
    if not gone:
        console.say(f"No key is kept for {host}.")
        return SOME_FAILED
    console.say(f"The key for {host} is deleted.")
    return 0


def _read(host: str) -> str:
    if not sys.stdin.isatty():
        return sys.stdin.read(LONGEST + 2).strip()
    try:
        return getpass.getpass(f"Key for {host} (not shown): ").strip()
    except EOFError:
        return ""
