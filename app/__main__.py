# SPDX-License-Identifier: AGPL-3.0-or-later
"""The entry: a command goes to the command line, everything else to the window.

Nothing is imported before it is known what is wanted, so that `--version` is quick and the
command line works where Qt is not installed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

COMMANDS = ("convert", "export", "check", "library", "engines", "models", "serve", "settings", "doctor", "tune")
USAGE = 2
STOPPED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """`copyholder [FILE...]` or `copyholder COMMAND ...`; the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if _first_word(given) in ("--version", "-V"):
        from app import __version__

        print(f"copyholder {__version__}")
        return 0
    _complete_streams()
    _leave_at_once_when_stopped()
    if _first_word(given) in (*COMMANDS, "-h", "--help"):
        from app.cli.main import run

        return run(given)
    return window(given)


def window(arguments: Sequence[str] | None = None) -> int:
    """Opens the window on files; ends with a sentence where that is not possible."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _complete_streams()
    _leave_at_once_when_stopped()
    from app.line import LineError, parse

    try:
        options = parse(given, COMMANDS)
    except LineError as error:
        return _refuse(str(error))
    try:
        import PySide6  # noqa: F401 - only asks whether it is there
    except ImportError:
        return _refuse(
            "The window needs PySide6, which is not installed here (pip install PySide6-Essentials PySide6-Addons). "
            "Without it, “copyholder convert FILE” works."
        )
    from app.desktop.main import main as open_window

    return open_window(options)


def _first_word(given: Sequence[str]) -> str:
    """What the line is about. `--home DIR` may stand before it."""
    words = iter(given)
    for word in words:
        if word == "--home":
            next(words, None)
        elif not word.startswith("--home="):
            return word
    return ""


def _refuse(sentence: str) -> int:
    print("".join(c if c.isprintable() else "�" for c in sentence), file=sys.stderr)
    return USAGE


def _complete_streams() -> None:
    """Something for each standard stream that is closed. Its number would else be given to the
    next file that is opened, the library for instance, and a print would go there. Printing
    results on a closed output must fail, so nothing is opened for writing in its place."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(number, mode, encoding="utf-8", errors="replace", closefd=False))  # noqa: SIM115


def _leave_at_once_when_stopped() -> None:
    """Ctrl-C while the program is still being loaded, and when it is at its end: nothing is under
    way, and a KeyboardInterrupt in the middle of an import ends in a traceback. Commands and the
    window listen themselves once they run. An ignored signal (a job in the background) stays so."""
    import signal

    def leave(*_: object) -> None:
        os.write(2, b"Stopped.\n")
        os._exit(STOPPED)

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)


if __name__ == "__main__":
    sys.exit(main())
