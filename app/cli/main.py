# SPDX-License-Identifier: AGPL-3.0-or-later
"""The edge of the command line: which command, which exit code, and that no traceback is seen.

Exit codes: 0 all pages read; 1 some pages or files failed (the others are written); 2 wrong
usage; 3 no engine could start; 4 needs consent, a key, credits or a licence; 130 stopped by the user.
"""

from __future__ import annotations

import argparse
import logging
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

from app.cli import console, words
from app.cli.arguments import UsageError, parse
from app.core.engines import UnusableError
from app.core.errors import STOPPED, ProblemError, exit_code
from app.core.logs import log_to_file
from app.core.places import Places

USAGE = 2
NO_ENGINE = 3
UNEXPECTED = 1


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments ask for; the exit code."""
    console.prepare()
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return _fail("Stopped.", STOPPED)
    finally:
        console.settle()


def _run(arguments: Sequence[str]) -> int:
    try:
        options = parse(arguments)
        places = Places(options.home)
        log_to_file(places)
        command = _command(options.command, getattr(options, "action", ""))
        _hear_interrupts()
        return command(options, places)
    except UsageError as error:
        return _fail(str(error), USAGE)
    except UnusableError as error:
        return _fail(str(error), NO_ENGINE)
    except ProblemError as error:
        return _fail(words.of_error(error), exit_code(error.problem))
    except BrokenPipeError:  # `copyholder ... | head`: whoever read our output has seen enough
        return UNEXPECTED
    except SystemExit as error:  # argparse, after --help
        return int(error.code or 0)
    except FileNotFoundError as error:
        if _folder_is_there():
            return _unexpected(error)
        return _fail("The folder that you are in was deleted: change to another one.", USAGE)
    except Exception as error:  # noqa: BLE001 - the program's edge: a sentence and the log, no traceback
        return _unexpected(error)


def _hear_interrupts() -> None:
    """From now on Ctrl-C is a KeyboardInterrupt, unless it is ignored (a job in the background)."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _folder_is_there() -> bool:
    """Whether the present folder exists; a relative path means nothing without it."""
    try:
        Path.cwd()
    except OSError:
        return False
    return True


def _unexpected(error: Exception) -> int:
    logging.getLogger(__name__).error("unexpected", exc_info=error)
    return _fail(f"Something unexpected happened in Copyholder: {type(error).__name__}: {error}", UNEXPECTED)


def _command(name: str, action: str) -> Callable[[argparse.Namespace, Places], int]:
    """The function of a command, imported only now."""
    if name == "convert":
        from app.cli.convert import convert

        return convert
    if name == "export":
        from app.cli.stored import export

        return export
    if name == "check":
        from app.cli.flags import check

        return check
    if name == "library":
        from app.cli.stored import library

        return library
    if (name, action) == ("engines", "key"):
        from app.cli.keys import key

        return key
    if name == "serve":
        from app.cli.serve import serve

        return serve
    if name == "settings":
        from app.cli.settings import settings

        return settings
    if name == "models":
        from app.cli.models import models

        return models
    if name == "engines" and action in ("install", "remove"):
        from app.cli.install import engines

        return engines
    if name == "tune":
        from app.cli.tune import tune_engine

        return tune_engine
    from app.cli import doctor

    return doctor.engines if name == "engines" else doctor.doctor


def _fail(sentence: str, code: int) -> int:
    console.say(console.one_line(sentence))
    return code
