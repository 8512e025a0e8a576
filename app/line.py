# SPDX-License-Identifier: AGPL-3.0-or-later
"""What may be written on the line to open the window, and what is no file but a slip."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from app.core import engines

LATER = ("batch", "models", "bench", "tune", "serve")
"""Commands of the design that this version does not have. Their names are no files, today as later."""

_HELP = "“copyholder --help” shows what is possible"


class LineError(Exception):
    """The line cannot be meant like this; the text is one sentence."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise LineError(f"{message[0].upper()}{message[1:]}; {_HELP}.")


def parse(arguments: Sequence[str], commands: Sequence[str]) -> argparse.Namespace:
    """`files` (absolute paths), `engine` (a backend, or a name that there is none of), its
    `engine_options`, and `home` (a folder or None). `commands` are the names that come first on a
    line. Raises LineError."""
    parser = _Parser(prog="copyholder", add_help=False, allow_abbrev=False)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--model", type=Path)
    parser.add_argument("--draft-tokens")
    parser.add_argument("--script", default="")  # of the scripted engine
    parser.add_argument("--home", type=Path)
    options = parser.parse_args(list(arguments))
    for name in options.files:
        _check(name, commands)
    options.engine = engines.BACKENDS.get(options.engine, options.engine)
    _check_options(options)
    try:
        options.files = [Path(name).absolute() for name in options.files]
        options.engine_options = engines.options(
            options.engine, options.model, options.draft_tokens, options.script
        )
    except FileNotFoundError as error:
        raise LineError("The folder that you are in was deleted: change to another one.") from error
    return options


def _check_options(options: argparse.Namespace) -> None:
    given = {"--model": options.model, "--draft-tokens": options.draft_tokens}
    if options.engine not in engines.NEEDS_MODEL:
        for name, value in given.items():
            if value is not None:
                raise LineError(f"{name} is for an engine with a model: add --engine transformers; {_HELP}.")
    if wrong := engines.wrong_options(options.engine, options.model, options.draft_tokens):
        raise LineError(wrong)


def _check(name: str, commands: Sequence[str]) -> None:
    if not name.strip():
        raise LineError(f"A FILE on the line is empty; {_HELP}.")
    if re.match(r"https?://", name, re.IGNORECASE):
        raise LineError(f"{name} is a web address, and this version reads files only: download it first.")
    if name in LATER:
        raise LineError(f"“{name}” is not in this version of Copyholder (a file of that name: ./{name}); {_HELP}.")
    if name in commands:
        raise LineError(f"The command comes first: copyholder {name} …; {_HELP}.")
    if not re.search(r"[./\\]", name) and not os.path.lexists(name):
        raise LineError(f"There is neither a command nor a file “{name}”; {_HELP}.")
