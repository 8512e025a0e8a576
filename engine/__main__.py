# SPDX-License-Identifier: AGPL-3.0-or-later
"""The engine program: `python -m engine`. Messages on standard input and output, see protocol.

Order matters: the real standard output is kept aside before anything else is imported.
"""

from __future__ import annotations

from engine.stdio import claim, lines


def main() -> None:
    commands, outlet = claim()

    from engine.lifeline import leave, settle_in, yield_to_others
    from engine.server import Server

    settle_in()
    yield_to_others()
    Server(outlet).run(lines(commands))
    leave(0)


if __name__ == "__main__":
    main()
