# SPDX-License-Identifier: AGPL-3.0-or-later
"""What may be written on the line to open the window, and what is no file but a slip."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from app.core.addresses import AddressError, document, is_address
from app.core.engine_options import foreign
from app.core.engines import UnusableError, Wish, WrongError

LATER = ("batch", "bench")
"""Commands of the design that this version does not have. Their names are no files, today as later."""

_HELP = "“copyholder --help” shows what is possible"


class LineError(Exception):
    """The line cannot be meant like this; the text is one sentence."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise LineError(f"{message[0].upper()}{message[1:]}; {_HELP}.")


def parse(arguments: Sequence[str], commands: Sequence[str]) -> argparse.Namespace:
    """`files` (absolute paths) and `urls`, `wish` (engines.Wish, None where the line names no engine)
    and `home` (a folder or None). `commands` are the names that come first on a line. Raises LineError."""
    parser = _Parser(prog="copyholder", add_help=False, allow_abbrev=False)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--engine")
    parser.add_argument("--model", default="")
    parser.add_argument("--draft-tokens")
    parser.add_argument("--engine-python", default="")
    parser.add_argument("--script", default="")  # of the scripted engine
    parser.add_argument("--home", type=Path)
    options = parser.parse_args(list(arguments))
    options.wish = _wish(options)
    options.urls = [_url(name) for name in options.files if is_address(name)]
    files = [name for name in options.files if not is_address(name)]
    for name in files:
        _check(name, commands)
    try:
        options.files = [Path(name).absolute() for name in files]
    except FileNotFoundError as error:
        raise LineError("The folder that you are in was deleted: change to another one.") from error
    return options


def _wish(options: argparse.Namespace) -> Wish | None:
    given = (options.engine, options.model, options.draft_tokens, options.engine_python, options.script)
    if not any(given):
        return None
    wish = Wish(options.engine or "auto", *given[1:])
    try:
        wrong = foreign(wish)
    except (WrongError, UnusableError) as error:
        raise LineError(str(error)) from error
    if wrong:
        raise LineError(wrong)
    return wish


def _url(name: str) -> str:
    try:
        return document(name)
    except AddressError as error:
        raise LineError(str(error)) from error


def _check(name: str, commands: Sequence[str]) -> None:
    if not name.strip():
        raise LineError(f"A FILE on the line is empty; {_HELP}.")
    if name in LATER:
        raise LineError(f"“{name}” is not in this version of Copyholder (a file of that name: ./{name}); {_HELP}.")
    if name in commands:
        raise LineError(f"The command comes first: copyholder {name} …; {_HELP}.")
    if not re.search(r"[./\\]", name) and not os.path.lexists(name):
        raise LineError(f"There is neither a command nor a file “{name}”; {_HELP}.")
