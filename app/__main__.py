# SPDX-License-Identifier: AGPL-3.0-or-later
"""The entry: a command goes to the command line, everything else to the window.

Nothing is imported before it is known what is wanted, so that `--version` is quick and the
command line works where Qt is not installed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

COMMANDS = ("convert", "export", "library", "engines", "doctor")


def main(arguments: Sequence[str] | None = None) -> int:
    """`copyholder [FILE...]` or `copyholder COMMAND ...`; the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given == ["--version"]:
        from app import __version__

        print(f"copyholder {__version__}")
        return 0
    if given and (given[0] in COMMANDS or given[0] in ("-h", "--help")):
        from app.cli.main import run

        return run(given)
    return window(given)


def window(arguments: Sequence[str] | None = None) -> int:
    """Opens the window on files; ends with a sentence where Qt is not installed."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        import PySide6  # noqa: F401 - only asks whether it is there
    except ImportError:
        print(
            "The window needs PySide6, which is not installed here (pip install PySide6-Essentials PySide6-Addons). "
            "Without it, “copyholder convert FILE” works.",
            file=sys.stderr,
        )
        return 2
    from app.desktop.main import main as open_window

    return open_window(given)


if __name__ == "__main__":
    sys.exit(main())
