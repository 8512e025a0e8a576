# SPDX-License-Identifier: AGPL-3.0-or-later
"""The edge of the command line: which command, which exit code, and that no traceback is seen.

Exit codes: 0 all pages read; 1 some pages or files failed (the others are written); 2 wrong
usage; 3 no engine could start; 4 needs consent; 130 stopped by the user.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable, Sequence
from logging.handlers import RotatingFileHandler

from app.cli import console
from app.cli.arguments import NoEngineError, UsageError, parse
from app.core.errors import STOPPED, ProblemError, exit_code
from app.core.places import Places

USAGE = 2
NO_ENGINE = 3
UNEXPECTED = 1
LOG_BYTES = 1024 * 1024
"""Size at which the log file is turned over; one older file is kept."""


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments ask for; the exit code."""
    console.prepare()
    try:
        options = parse(arguments)
        places = Places(options.home)
        _log_to_file(places)
        return _command(options.command)(options, places)
    except UsageError as error:
        return _fail(str(error), USAGE)
    except NoEngineError as error:
        return _fail(str(error), NO_ENGINE)
    except ProblemError as error:
        return _fail(str(error), exit_code(error.problem))
    except KeyboardInterrupt:
        return _fail("Stopped.", STOPPED)
    except BrokenPipeError:  # `copyholder ... | head`: whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNEXPECTED
    except SystemExit as error:  # argparse, after --help
        return int(error.code or 0)
    except Exception as error:
        logging.getLogger(__name__).exception("unexpected")
        return _fail(f"Something unexpected happened in Copyholder: {type(error).__name__}: {error}", UNEXPECTED)


def _command(name: str) -> Callable[[argparse.Namespace, Places], int]:
    """The function of a command, imported only now."""
    if name == "convert":
        from app.cli.convert import convert

        return convert
    if name == "export":
        from app.cli.stored import export

        return export
    if name == "library":
        from app.cli.stored import library

        return library
    from app.cli import doctor

    return doctor.engines if name == "engines" else doctor.doctor


def _fail(sentence: str, code: int) -> int:
    print(console.one_line(sentence), file=sys.stderr)
    return code


def _log_to_file(places: Places) -> None:
    """Records go to a file; on the terminal they would stand among the results."""
    root = logging.getLogger()
    try:
        places.logs.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = RotatingFileHandler(
            places.logs / "copyholder.log", maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    logging.raiseExceptions = False  # a full disk under the log is not the user's concern
